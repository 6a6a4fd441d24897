"""Verify accepts every log that the project writes, and finds every edit and every forgery."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.log.reader import UnopenedError
from arena.log.verify import Report, verify_log
from arena.profiles import load_profile, profile_names
from arena.record import FaultPolicy

from . import forgeries_of_files, forgeries_of_rounds
from .forging import FORGERIES, TEXT_FORGERIES, Forger, Log, forged
from .samples import (
    Line,
    Wild,
    entrant,
    line_bytes,
    random_sample,
    read_plain,
    reseal,
    small_rules,
    write_log,
)

assert forgeries_of_files, forgeries_of_rounds

EDITS = 300
SEALED = ("result", "end")


def verify(data: bytes, folder: Path) -> Report:
    path = folder / "games.jsonl"
    path.write_bytes(data)
    return verify_log(path, "x")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Twelve series with knocks, gin, undercuts, void rounds, faults, and every way to end."""
    makers = {"ann": partial(Wild, 6), "ben": Wild, "cid": Wild}
    path = write_log(
        tmp_path_factory.mktemp("base"),
        makers,
        seed="forge 1",
        pairs=2,
        profile="settled",
        rules=small_rules(max_rounds=12),
        faults=FaultPolicy("forfeit_round", 2),
    )
    assert verify_log(path).is_sound
    return path.read_bytes()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Four short series, one of them forfeited."""
    makers = {"ann": partial(Wild, 8), "b\N{LATIN SMALL LETTER E WITH ACUTE}n": Wild}
    out = tmp_path_factory.mktemp("small")
    path = write_log(out, makers, pairs=2, rules=small_rules(columns=1, max_rounds=6))
    assert verify_log(path).is_sound
    assert b'"forfeit"' in path.read_bytes()
    return path.read_bytes()


def lines_of(data: bytes) -> list[Line]:
    return [json.loads(line) for line in data.splitlines()]


# Every log that the project writes is sound


@pytest.mark.parametrize("profile", profile_names())
@pytest.mark.parametrize(
    ("dealing", "stock"), [("mirrored", "per_seat"), ("independent", "shared")]
)
def test_logs_of_the_reference_bots_are_sound_under_every_profile(
    profile: str, dealing: str, stock: str, tmp_path: Path
) -> None:
    makers = {"greedy": entrant("greedy"), "simple": entrant("simple"), "wild": Wild}
    rules = load_profile(profile).rules.replace({"max_rounds": 40})
    path = write_log(
        tmp_path, makers, seed=profile, profile=profile, rules=rules, dealing=dealing, stock=stock
    )
    report = verify_log(path)
    assert report.problem is None
    assert report.series == 6
    assert report.rounds == path.read_bytes().count(b'"kind":"round"')


@pytest.mark.parametrize("seed", range(64))
def test_logs_of_random_tournaments_are_sound(seed: int, tmp_path: Path) -> None:
    """All profiles and rules, both dealings, stocks and formats, odd names, faults, void series."""
    sample = random_sample(seed)
    report = verify_log(write_log(tmp_path, sample.makers, **sample.options))
    assert report.problem is None
    assert (report.line, report.field, report.is_sound) == (0, None, True)


def test_a_log_of_one_series_alone_is_sound(tmp_path: Path) -> None:
    makers = {"ann": Wild, "ben": Wild, "cid": Wild}
    for number in (0, 7, 11):
        path = write_log(tmp_path, makers, only=number, pairs=2, rules=small_rules())
        report = verify_log(path)
        assert report.is_sound
        assert report.series == 1
        assert read_plain(path)[0]["part"] == f"only {number}"
        assert read_plain(path)[1]["series"] == number


@pytest.mark.parametrize("policy", ["forfeit_series", "forfeit_round"])
def test_logs_of_series_that_nobody_or_one_seat_could_start_are_sound(
    policy: Any, tmp_path: Path
) -> None:
    never = partial(Wild, 0, 100)
    makers = {"ann": never, "ben": never, "cid": Wild}
    path = write_log(tmp_path, makers, faults=FaultPolicy(policy, 3))
    assert verify_log(path).is_sound
    ends = [line["termination"] for line in read_plain(path) if line["kind"] == "result"]
    assert ends == ["void", "void", "forfeit", "forfeit", "forfeit", "forfeit"]


def test_a_report_says_what_was_sound(small: bytes, tmp_path: Path) -> None:
    report = verify(small, tmp_path)
    rounds = small.count(b'"kind":"round"')
    assert str(report) == f"x: sound: 4 series, {rounds} rounds"


# Edits of bytes and lines, digests left as they are


def change_byte(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data))
    other = chance.choice([byte for byte in range(256) if byte != data[at]])
    return data[:at] + bytes([other]) + data[at + 1 :]


def insert_byte(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + bytes([chance.choice(b'0129 "{}[],:xATKS\n\r\t\x00\xc3\xff')]) + data[at:]


def delete_byte(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + data[at + 1 :]


def drop_line(data: bytes, chance: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    del lines[chance.randrange(len(lines))]
    return b"".join(lines)


def double_line(data: bytes, chance: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    at = chance.randrange(len(lines))
    return b"".join([*lines[:at], lines[at], *lines[at:]])


def swap_lines(data: bytes, chance: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    at = chance.randrange(len(lines) - 1)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return b"".join(lines)


def cut_tail(data: bytes, chance: Random) -> bytes:
    return data[: chance.randrange(len(data))]


WAYS = (change_byte, insert_byte, delete_byte, drop_line, double_line, swap_lines, cut_tail)


def first_change(data: bytes, edited: bytes) -> int:
    """Return the number of the first line that differs, from 1."""
    pairs = zip(data.splitlines(True), edited.splitlines(True), strict=False)
    count = 0
    for count, (before, after) in enumerate(pairs, 1):
        if before != after:
            return count
    return count + 1


@pytest.mark.parametrize("way", WAYS)
def test_every_edit_is_found(
    way: Callable[[bytes, Random], bytes], small: bytes, tmp_path: Path
) -> None:
    """The line told is never before the edit, but for a cut, which is told after the last line.

    It is never after the digest that the edit breaks.
    """
    kinds = [line["kind"] for line in lines_of(small)]
    for number in range(EDITS // len(WAYS) + 1):
        edited = way(small, Random(f"{way.__name__} {number}"))
        if edited == small:  # a byte inserted beside its like may stand for the same text
            continue
        report = verify(edited, tmp_path)
        assert not report.is_sound, (way, number)
        assert report.problem
        changed = first_change(small, edited)
        assert report.line >= changed - 1 or edited == b""
        sealed = next((at for at in range(changed, len(kinds) + 1) if kinds[at - 1] in SEALED), 0)
        assert report.line <= sealed + 2


def test_a_log_cut_anywhere_is_not_sound(small: bytes, tmp_path: Path) -> None:
    """Every cut near the ends of lines, and of the file."""
    ends = [at for at, byte in enumerate(small) if byte == ord("\n")]
    for end in (*ends[:6], *ends[-3:]):
        for at in (end - 1, end, end + 1):
            if at < len(small):
                report = verify(small[:at], tmp_path)
                assert not report.is_sound
                assert report.line == small[:at].count(b"\n") + (at <= end)


@pytest.mark.parametrize(
    ("data", "line", "problem"),
    [
        (b"", 0, "is empty"),
        (b"\n", 1, "is not JSON"),
        (b"hello\n", 1, "is not JSON"),
        (b"\x00" * 100, 1, "cut"),
        (b'{"kind":"end","series":0,"rounds":0}\n', 1, "starts with its tournament line"),
        (b'{"kind":"tournament","schema":"arena.log/7"}\n', 1, "the schema is 'arena.log/7'"),
    ],
)
def test_what_is_no_log_is_not_sound(data: bytes, line: int, problem: str, tmp_path: Path) -> None:
    report = verify(data, tmp_path)
    assert report.line == line
    assert problem in str(report.problem)


def test_a_file_that_cannot_be_opened_is_no_unsound_log(tmp_path: Path) -> None:
    """Exit code 1 speaks of a log that was read; this one was not."""
    with pytest.raises(UnopenedError, match="cannot be read: No such file"):
        verify_log(tmp_path / "nowhere.jsonl")


# Forgeries, all digests made anew


def check_found(report: Report, data: bytes, field: str | None = None) -> None:
    """Check that a report names a line, a reason, and the field if one is expected."""
    assert not report.is_sound
    assert 1 <= report.line <= data.count(b"\n")
    assert report.problem
    assert str(report) == f"x:{report.line}: {report.problem}"
    assert str(report).isprintable()
    if field:
        assert report.field == field
        assert report.problem.startswith(f"{field}: ")


def changed_lines(before: bytes, after: bytes) -> list[int]:
    """Return the numbers of the lines that differ in more than their digests, from 1.

    Empty where lines were dropped or added.
    """
    pairs = list(zip(lines_of(before), lines_of(after), strict=False))
    if len(pairs) != before.count(b"\n") or len(pairs) != after.count(b"\n"):
        return []
    return [
        at for at, (old, new) in enumerate(pairs, 1) if old | {"digest": ""} != new | {"digest": ""}
    ]


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_found(name: str, base: bytes, tmp_path: Path) -> None:
    field, forger = FORGERIES[name]
    data = forged(lines_of(base), forger)
    assert data != base
    assert data == reseal(data.splitlines()), "its digests are as they should be"
    report = verify(data, tmp_path)
    check_found(report, data, field)
    changed = changed_lines(base, data)
    if field and len(changed) == 1 and changed != [1]:
        assert report.line == changed[0]


@pytest.mark.parametrize("name", TEXT_FORGERIES)
def test_a_line_in_another_form_is_found(name: str, base: bytes, tmp_path: Path) -> None:
    data = reseal(TEXT_FORGERIES[name](base.splitlines()))
    report = verify(data, tmp_path)
    check_found(report, data)
    assert report.line == first_change(base, data)


def in_header(key: str, value: object) -> Forger:
    def forger(log: Log) -> None:
        log.header[key] = value

    return forger


def in_entrant(key: str, value: object) -> Forger:
    def forger(log: Log) -> None:
        log.header["entrants"][1][key] = value

    return forger


def another_kind_of_fault(log: Log) -> None:
    next(line for line in log.rounds("forfeit"))["fault"]["kind"] = "timeout"


def another_last_discard(log: Log) -> None:
    """The last card thrown in a void round might have been any card of that hand."""
    line = log.one("void_stock")
    held = hand_at_the_end(line)
    card = next(card for card in held if not line["moves"].endswith(card))
    line["moves"] = line["moves"][:-2] + card


def hand_at_the_end(line: Line) -> list[str]:
    """Return the cards of the seat that threw last, that one among them."""
    words = line["moves"].split()
    cards = [line["deck"][at : at + 2] for at in range(0, 104, 2)]
    # Nobody is asked after both passed, and then the turns alternate from the non-dealer on.
    turns = [word for word in words if word != "p"]
    passes = len(words) - len(turns)
    first = 1 - line["dealer"] if passes != 1 else line["dealer"]
    seat = first if len(turns) % 2 else 1 - first
    held, ends = set(cards[seat:20:2]), {0: 21, 1: 51}
    pile = cards[20:21]
    for at, word in enumerate(turns):
        turn = first if at % 2 == 0 else 1 - first
        drawn = pile.pop() if word[0] == "t" else cards[ends[turn]]
        ends[turn] += (1 - 2 * turn) * (word[0] == "s")
        if turn == seat:
            held.add(drawn)
            if at < len(turns) - 1:
                held.remove(word[-2:])
        pile.append(word[-2:])
    return sorted(held)


UNCONTRADICTED: dict[str, Forger] = {
    "the tournament's name": in_header("name", "another"),
    "the arena's version": in_header("arena", "9.9.9"),
    "an entrant's bot": in_entrant("bot", "another"),
    "an entrant's version": in_entrant("version", "2"),
    "an entrant's options": in_entrant("options", {"a": 2, "b": [1, {}]}),
    "an entrant's digest": in_entrant("digest", "0" * 64),
    "the kind of a fault": another_kind_of_fault,
    "the last discard of a void round": another_last_discard,
}
"""What no rule and no other field contradicts: here nothing but the digests tells."""


@pytest.mark.parametrize("name", UNCONTRADICTED)
def test_what_the_rules_allow_as_well_is_found_by_the_digest_alone(
    name: str, base: bytes, tmp_path: Path
) -> None:
    log = Log(lines_of(base))
    UNCONTRADICTED[name](log)
    plain = b"".join(line_bytes(line) + b"\n" for line in log.lines)
    assert plain != base
    report = verify(plain, tmp_path)
    check_found(report, plain, "digest")
    kinds = [line["kind"] for line in log.lines]
    assert report.line == 1 + kinds.index("result", first_change(base, plain) - 1)
    assert verify(log.sealed(), tmp_path).is_sound, "this is what a digest is for"


@pytest.mark.parametrize("kind", SEALED)
@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(text[-67:-3], text[-67:-3].upper()),
        lambda text: text.replace(text[-67:-3], "0" * 64),
        lambda text: text.replace(text[-67:-3], ""),
        lambda text: text.replace(text[-67:-3], text[-67:-4]),
        lambda text: text[: text.index(',"digest"')] + "}\n",
    ],
)
def test_a_digest_that_is_not_the_one_written_is_found(
    kind: str, change: Callable[[str], str], small: bytes, tmp_path: Path
) -> None:
    lines = small.decode().splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if line.startswith(f'{{"kind":"{kind}"'))
    lines[at] = change(lines[at])
    data = "".join(lines).encode()
    assert data != small
    report = verify(data, tmp_path)
    check_found(report, data, "digest")
    assert report.line == at + 1


def test_there_are_forgeries_enough() -> None:
    assert len(FORGERIES) + len(TEXT_FORGERIES) >= 200


def test_a_forgery_in_a_round_is_told_at_its_line(base: bytes, tmp_path: Path) -> None:
    lines = lines_of(base)
    scored = [at for at, line in enumerate(lines) if line["kind"] == "round" and line["points"]]
    for at in scored[::3]:
        more = lines[at]["points"] + 1
        changed = [*lines[:at], lines[at] | {"points": more}, *lines[at + 1 :]]
        report = verify(reseal([line_bytes(one) for one in changed]), tmp_path)
        assert (report.line, report.field) == (at + 1, "points")
        assert str(more) in str(report.problem)


def leaves_of(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all plain values."""
    if isinstance(value, dict | list) and value:
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves_of(item, (*path, key))
    else:
        yield path


def others_than(value: object) -> list[object]:
    """Return some values near another one."""
    if value is None:
        return [0, 1, "", []]
    if isinstance(value, int):
        return [value + 1, value - 1, 1 - value, None, str(value), 10**30]
    if isinstance(value, str):
        return [value + "x", value[:-1], value.lower() + "A", None, 0]
    return [None, [0], ["AC2C3C"], 0]


FREE = {("round", "moves"), ("round", "fault", "kind")}
"""Another move may fit the rules as well, and so may another kind of fault."""


def test_every_value_of_every_line_but_the_header_counts(base: bytes, tmp_path: Path) -> None:
    """Each plain value of each kind of line, in its first places, changed to others near it."""
    lines = lines_of(base)
    seen: set[tuple[Any, ...]] = set()
    for at, line in enumerate(lines[1:], 1):
        for path in leaves_of(line):
            key = (line["kind"], *path)
            place = (*key, line.get("finish"), line.get("termination"))
            if path in (("kind",), ("digest",)) or key in FREE or place in seen:
                continue
            changed = copy.deepcopy(line)
            holder = changed
            for step in path[:-1]:
                holder = holder[step]
            others = [value for value in others_than(holder[path[-1]]) if value != holder[path[-1]]]
            holder[path[-1]] = others[len(seen) % len(others)]
            data = reseal([line_bytes(one) for one in [*lines[:at], changed, *lines[at + 1 :]]])
            report = verify(data, tmp_path)
            assert not report.is_sound, (at + 1, changed)
            assert report.line == at + 1, (report, changed)
            seen.add(place)
    assert len(seen) > 150


# Forgeries of other logs


def of_no_start(log: Log) -> Line:
    return next(line for line in log.of("round") if line["fault"]["question"] == "start")


def in_no_start(key: str, value: Any) -> Forger:
    def forger(log: Log) -> None:
        fault = of_no_start(log)["fault"]
        assert fault != fault | {key: value}
        fault[key] = value

    return forger


def moves_of_no_start(log: Log) -> None:
    of_no_start(log)["moves"] = "p x"


def no_fault_in_no_start(log: Log) -> None:
    del of_no_start(log)["fault"]


def in_void(key: str, value: Any) -> Forger:
    def forger(log: Log) -> None:
        log.result("void")[key] = value

    return forger


def round_in_void(log: Log) -> None:
    void = log.result("void")
    extra = copy.deepcopy(of_no_start(log)) | {"series": void["series"]}
    log.lines.insert(log.lines.index(void), extra)
    log.renumber()


ABSENT = {
    "its question": in_no_start("question", "offer"),
    "its seat": in_no_start("seat", 1),
    "its kind": in_no_start("kind", "exception"),
    "its moves": moves_of_no_start,
    "its fault": no_fault_in_no_start,
    "a void series won": in_void("winner", 0),
    "a void series complete": in_void("termination", "complete"),
    "a void series forfeited": in_void("termination", "forfeit"),
    "a void series with columns": in_void("columns", [0, 0, 0]),
    "a void series with money": in_void("net", 100),
    "a void series with a round": round_in_void,
}


@pytest.mark.parametrize("name", ABSENT)
def test_a_forgery_of_a_series_that_did_not_start_is_found(name: str, tmp_path: Path) -> None:
    never = partial(Wild, 0, 100)
    path = write_log(tmp_path, {"ann": never, "ben": never, "cid": Wild}, rules=small_rules())
    data = forged(read_plain(path), ABSENT[name])
    check_found(verify(data, tmp_path), data)


@pytest.mark.parametrize("chosen", ["seat0", "seat1"])
def test_a_first_dealer_that_the_rules_name_is_checked(chosen: str, tmp_path: Path) -> None:
    rules = small_rules(first_dealer=chosen)
    path = write_log(tmp_path, {"ann": Wild, "ben": Wild}, rules=rules)
    assert verify_log(path).is_sound

    def forger(log: Log) -> None:
        log.lines[1]["first_dealer"] = 1 - log.lines[1]["first_dealer"]

    def with_dealers(log: Log) -> None:
        for line in log.block(0):
            for key in ("first_dealer", "dealer"):
                if key in line:
                    line[key] = 1 - line[key]

    lines = read_plain(path)
    for one in (forger, with_dealers):
        data = forged(lines, one)
        report = verify(data, tmp_path)
        check_found(report, data, "first_dealer")
        assert report.line == 2


def test_a_declared_lay_off_is_checked_card_by_card(tmp_path: Path) -> None:
    """With `defender_layout: bot` a worse defence is the bot's own, but never an impossible one."""
    rules = small_rules(defender_layout="bot")
    path = write_log(tmp_path, {"ann": Wild, "ben": Wild}, seed="lay", pairs=3, rules=rules)
    lines = read_plain(path)

    def find(log: Log) -> Line:
        return next(line for line in log.rounds() if line["laid_off"])

    for field, value in (
        ("laid_off", "ACADAHAS"),
        ("laid_off", "1H"),
        ("melds", ["AC2C3C"]),
        ("melds", ["KC"]),
        ("melds", None),
    ):

        def forger(log: Log, field: str = field, value: object = value) -> None:
            find(log)[field] = value

        data = forged(lines, forger)
        check_found(verify(data, tmp_path), data)


def test_the_part_of_a_log_of_one_series_is_checked(tmp_path: Path) -> None:
    path = write_log(tmp_path, {"ann": Wild, "ben": Wild}, only=3, pairs=4, rules=small_rules())
    lines = read_plain(path)
    for part in ("only 2", "only 8", "shard 1/2", "", None):

        def forger(log: Log, part: str | None = part) -> None:
            del log.header["part"]
            if part is not None:
                log.header["part"] = part

        data = forged(lines, forger)
        check_found(verify(data, tmp_path), data)


def test_a_log_that_was_played_with_another_seed_is_found(base: bytes, tmp_path: Path) -> None:
    """The deals follow from the seed in the header; another one gives other decks."""

    def forger(log: Log) -> None:
        log.header["seed"] = "forge 2"

    data = forged(lines_of(base), forger)
    assert verify(data, tmp_path).field in ("deck", "first_dealer")


# The command


SAMPLE = (
    "a point more", "a token dropped", "two rounds swapped", "more pairs than can be counted",
    "an option of a bot nested too deep", "a series after the end", "options in another order",
)  # fmt: skip
TEXT_SAMPLE = ("a float", "a byte that is no UTF-8", "a key twice")


def arena_verify(*paths: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "arena", "verify", *map(str, paths)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_the_command_tells_line_and_reason_and_exits_with_1(base: bytes, tmp_path: Path) -> None:
    """All in one call: sound ones are told as such, and no traceback is shown."""
    good = tmp_path / "good.jsonl"
    good.write_bytes(base)
    paths = [good]
    for name in SAMPLE:
        paths.append(tmp_path / f"{name}.jsonl")
        paths[-1].write_bytes(forged(lines_of(base), FORGERIES[name][1]))
    for name in TEXT_SAMPLE:
        paths.append(tmp_path / f"{name}.jsonl")
        paths[-1].write_bytes(reseal(TEXT_FORGERIES[name](base.splitlines())))
    done = arena_verify(*paths)
    told = done.stdout.splitlines()
    assert done.returncode == 1
    assert "Traceback" not in done.stdout + done.stderr
    assert len(told) == len(paths)
    assert told[0].startswith(f"{good}: sound: 12 series")
    for path, line in zip(paths[1:], told[1:], strict=True):
        assert line.startswith(f"{path}:")
        number, _, reason = line.removeprefix(f"{path}:").partition(": ")
        assert int(number) >= 1
        assert reason


def test_each_forgery_alone_makes_the_command_exit_with_1(base: bytes, tmp_path: Path) -> None:
    for name in ("a point more", "more pairs than can be counted"):
        path = tmp_path / "games.jsonl"
        path.write_bytes(forged(lines_of(base), FORGERIES[name][1]))
        done = arena_verify(path)
        assert (done.returncode, done.stderr) == (1, "")
    path.write_bytes(base)
    assert arena_verify(path).returncode == 0
