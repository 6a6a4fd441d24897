"""The form of a log, byte by byte, and what its reader says of other files (design 6)."""

import io
import json
import os
from collections.abc import Iterator
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.dealer import Dealer
from arena.log.header import plan_of
from arena.log.reader import LONGEST_LINE, LogError, find_log, header_of, read_lines, read_log
from arena.log.writer import LogWriter, Written, new_hash
from arena.record import SeriesRecord, TournamentLine, decode_line, encode_line
from arena.table.driver import play_inline
from arena.table.table import Table

from .samples import Wild, line_bytes, random_sample, read_plain, reseal, small_rules, write_log

KEYS = {
    "tournament": "schema arena deal name seed rules format pairs dealing stock entrants faults"
    " part",
    "series": "series pair pairing leg seats first_dealer",
    "round": "series round dealer deck moves finish knocker spread melds laid_off deadwood winner"
    " points sheet fault",
    "result": "series scores entries columns games settlement net winner termination digest",
    "end": "series rounds secret digest",
}
"""The keys of each kind of line after `kind`, in the order that the design gives them."""
OPTIONAL = {"part", "fault", "secret"}
NESTED = {
    "entrants": "name bot version options digest",
    "faults": "policy strikes",
    "fault": "seat question kind",
}
RULES = (
    "profile target knock_limit oklahoma spade_double gin_bonus big_gin_bonus undercut_bonus"
    " tie_rule layoff_on_gin void_gin ace_mode ace_value discard_taken stock_end dealer_rotation"
    " void_dealer first_dealer knocker_layout defender_layout columns entry_rule box_bonus"
    " box_timing box_owner box_undercut box_gin game_bonus shutout series_winner stop_when_decided"
    " rolling_games max_discard_takes max_rounds"
)


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Logs of random tournaments, with faults of every kind that bots in line can make."""
    folder = tmp_path_factory.mktemp("logs")
    samples = [(seed, random_sample(seed)) for seed in range(24)]
    found = [write_log(folder / str(seed), one.makers, **one.options) for seed, one in samples]
    two = {"ann": Wild, "ben": Wild}
    found.append(write_log(folder / "only", two, only=3, pairs=4, rules=small_rules()))
    return found


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A small log of two series."""
    makers = {"ann": Wild, "ben": Wild}
    out = tmp_path_factory.mktemp("small")
    return write_log(out, makers, rules=small_rules(), profile="settled").read_bytes()


# The form


def test_every_line_is_json_with_a_line_feed_and_the_order_is_the_schedule_s(
    logs: list[Path],
) -> None:
    for path in logs:
        text = path.read_bytes()
        assert text.endswith(b"\n")
        assert b"\r" not in text
        text.decode("utf-8")
        lines = read_plain(path)
        kinds = [line["kind"] for line in lines]
        assert kinds[0] == "tournament"
        assert kinds[-1] == "end"
        assert kinds.count("tournament") == kinds.count("end") == 1
        numbers = [line["series"] for line in lines if line["kind"] == "series"]
        first = numbers[0] if "part" in lines[0] else 0
        assert numbers == list(range(first, first + len(numbers)))
        for before, after in pairwise(kinds):
            assert (
                after
                in {
                    "tournament": ("series",),
                    "series": ("round", "result"),
                    "round": ("round", "result"),
                    "result": ("series", "end"),
                }[before]
            )


def test_keys_stand_in_the_order_of_the_design(logs: list[Path]) -> None:
    for path in logs:
        for line in read_plain(path):
            expected = KEYS[line["kind"]].split()
            found = list(line)[1:]
            assert next(iter(line)) == "kind"
            assert found == [key for key in expected if key in line]
            assert set(expected) - set(found) <= OPTIONAL
            for key, keys in NESTED.items():
                items = line.get(key, [])
                for item in items if isinstance(items, list) else [items]:
                    assert list(item) == keys.split()


def test_the_header_names_the_profile_and_every_option(logs: list[Path]) -> None:
    for path in logs:
        assert list(read_plain(path)[0]["rules"]) == RULES.split()


def test_options_that_are_not_there_are_left_out_and_not_null(logs: list[Path]) -> None:
    lines = [line for path in logs for line in read_plain(path)]
    assert any("fault" in line for line in lines)
    assert any("part" in line for line in lines)
    for line in lines:
        assert not any(line.get(key, 0) is None for key in OPTIONAL)


def values_of(value: object) -> Iterator[object]:
    yield value
    if isinstance(value, dict):
        for item in value.values():
            yield from values_of(item)
    elif isinstance(value, list):
        for item in value:
            yield from values_of(item)


def test_there_are_no_floats_and_no_spaces_and_texts_are_plain_utf_8(logs: list[Path]) -> None:
    for path in logs:
        raw = path.read_bytes().splitlines()
        for text, line in zip(raw, read_plain(path), strict=True):
            assert not any(isinstance(value, float) for value in values_of(line))
            assert text == line_bytes(line)


def test_seeds_and_digests_are_texts(logs: list[Path]) -> None:
    for path in logs:
        for line in read_plain(path):
            for key in ("seed", "digest"):
                assert isinstance(line.get(key, ""), str)


def test_a_deck_has_104_characters_and_every_card(logs: list[Path]) -> None:
    for path in logs:
        for line in read_plain(path):
            if line["kind"] == "round":
                deck = line["deck"]
                assert len(deck) == 104
                assert len({deck[at : at + 2] for at in range(0, 104, 2)}) == 52


# The digests


def test_a_digest_covers_all_bytes_before_it(logs: list[Path]) -> None:
    """BLAKE2b-256 in hex over the log's bytes before the line's `,"digest"`."""
    for path in logs:
        text = path.read_bytes()
        at = 0
        for line in text.splitlines(keepends=True):
            plain = json.loads(line)
            if plain["kind"] in ("result", "end"):
                head = at + line.rindex(b',"digest"')
                expected = blake2b(text[:head], digest_size=32).hexdigest()
                assert plain["digest"] == expected
                assert len(expected) == 64
            else:
                assert "digest" not in plain
            at += len(line)


def test_resealing_a_log_that_nobody_changed_changes_nothing(logs: list[Path]) -> None:
    """What the tests of verify forge with is the writer's own definition."""
    for path in logs:
        assert reseal(path.read_bytes().splitlines()) == path.read_bytes()


# The writer


class Watched(io.BytesIO):
    """A file that notes each write, and what had been flushed when."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[bytes] = []
        self.flushed = 0

    def write(self, data: Any, /) -> int:
        self.pieces.append(bytes(data))
        return super().write(data)

    def flush(self) -> None:
        self.flushed = len(self.pieces)
        super().flush()


def records_of(log: bytes) -> Iterator[SeriesRecord]:
    header = header_in(log)
    plan = plan_of(header)
    for job in plan.jobs():
        table = Table(job, plan.setting, Dealer(header.seed))
        yield play_inline(table.play(), (Wild, Wild)).record


def test_the_writer_appends_whole_series_and_flushes_each_when_series_are_slow(
    log: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.log.writer.WRITE_EVERY", 0)
    file = Watched()
    writer = LogWriter(file, header_in(log))
    assert file.flushed == len(file.pieces) == 1
    for number, record in enumerate(records_of(log), 1):
        writer.write(record)
        assert file.flushed == len(file.pieces) == number + 1
    writer.finish()
    assert all(piece.endswith(b"\n") for piece in file.pieces)
    assert file.pieces[1].count(b'"kind":"series"') == 1
    assert file.pieces[1].count(b'"kind":"result"') == 1
    assert (writer.series, writer.rounds) == (2, file.getvalue().count(b'"kind":"round"'))
    assert file.getvalue() == log


def test_series_that_come_fast_are_written_together(
    log: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.log.writer.WRITE_EVERY", 1e9)
    file = Watched()
    writer = LogWriter(file, header_in(log))
    for record in records_of(log):
        writer.write(record)
    assert len(file.pieces) == 1
    writer.flush()
    assert file.flushed == len(file.pieces) == 2
    assert file.pieces[1].count(b'"kind":"result"') == 2
    writer.finish()
    assert file.getvalue() == log


def test_a_writer_goes_on_behind_what_another_has_written(log: bytes) -> None:
    first, second = records_of(log)
    file = io.BytesIO()
    writer = LogWriter(file, header_in(log))
    writer.write(first)
    writer.flush()
    hashed = new_hash()
    hashed.update(file.getvalue())
    other = LogWriter(file, Written(1, len(first.rounds), hashed))
    other.write(second)
    other.finish()
    assert file.getvalue() == log


def test_a_record_survives_its_text(logs: list[Path]) -> None:
    for path in logs:
        for text in path.read_bytes().splitlines():
            record = decode_line(text)
            assert encode_line(record) == text
            assert decode_line(encode_line(record)) == record


# The reader


def reading_error(data: bytes) -> tuple[int, str]:
    """Return line and message of what the reader says of some bytes."""
    with pytest.raises(LogError) as caught:
        list(read_lines(io.BytesIO(data), "x.jsonl"))
    where = f":{caught.value.line}" if caught.value.line else ""
    assert str(caught.value) == f"x.jsonl{where}: {caught.value.message}"
    return caught.value.line, caught.value.message


def test_an_empty_log_is_told_as_such() -> None:
    assert reading_error(b"") == (0, "is empty: a log starts with its tournament line")


@pytest.mark.parametrize("cut", [1, 2, 30])
def test_a_cut_line_is_told_with_its_number(log: bytes, cut: int) -> None:
    count = log.count(b"\n")
    assert reading_error(log[:-cut]) == (count, "the line is cut: no line feed at its end")
    first = log[: log.index(b"\n")]
    assert reading_error(first[:-cut])[0] == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "is not JSON"),
        (b"hello", "is not JSON"),
        (b'{"kind":"end"', "is not JSON"),
        (b'{"kind":"end","series":1,"rounds":1}}', "is not JSON"),
        (b"\xef\xbb\xbf{}", "is not JSON"),
        (b'{"kind":"end","series":1,"rounds":1,"digest":"\xff"}', "is not JSON"),
        (b'{"kind":"end","series":1,"rounds":1,"digest":"\\ud800"}', "is not JSON"),
        (b'{"kind":"end","series":' + b"[" * 100_000, ""),
        (b"\x00", "is not JSON"),
        (b"[]", "Expected `object`"),
        (b"null", "Expected `object`"),
        (b'{"kind":"other"}', "other"),
        (b'{"series":1}', "kind"),
        (b'{"kind":"end","series":1}', "rounds"),
        (b'{"kind":"end","series":1.0,"rounds":1}', "series"),
        (b'{"kind":"end","series":true,"rounds":1}', "series"),
        (b'{"kind":"end","series":"1","rounds":1}', "series"),
        (b'{"kind":"end","series":null,"rounds":1}', "series"),
        (b'{"kind":"end","series":1,"rounds":1,"more":1}', "more"),
    ],
)
def test_a_line_that_is_none_is_told_with_its_number(log: bytes, line: bytes, message: str) -> None:
    head = b"".join(log.splitlines(keepends=True)[:3])
    number, said = reading_error(head + line + b"\n")
    assert number == 4
    assert message in said


def test_a_message_about_a_strange_line_stays_on_its_line() -> None:
    """What a stranger's file says is shown, but never sent to the terminal as it is."""
    for line in (
        b'{"kind":"end","series":1,"\\u001b[2J\\nsound":3}\n',
        b'{"kind":"\\u001b[2J\\u009b\\u2028","series":1}\n',
    ):
        _, message = reading_error(line)
        assert message.isprintable()
        assert "\\x1b[2J" in message


def test_a_line_without_end_is_not_read_whole() -> None:
    class Endless(io.RawIOBase):
        """A file that never ends its line."""

        asked = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            self.asked += len(buffer)
            buffer[:] = b"x" * len(buffer)
            return len(buffer)

    file = Endless()
    with pytest.raises(LogError, match="is longer than") as caught:
        list(read_lines(io.BufferedReader(file), "x"))
    assert caught.value.line == 1
    assert file.asked < 4 * LONGEST_LINE


def test_another_schema_is_named(log: bytes) -> None:
    known = log.replace(b'"arena.log/1"', b'"arena.log/2"', 1)
    other = b'{"kind":"tournament","schema":"arena.log/9","teams":4}\n'
    for data, schema in ((known, "arena.log/2"), (other, "arena.log/9")):
        with pytest.raises(LogError) as caught:
            header_in(data)
        assert caught.value.line == 1
        assert caught.value.message == f"the schema is {schema!r}, not 'arena.log/1'"


def header_in(data: bytes) -> TournamentLine:
    return header_of(next(read_lines(io.BytesIO(data), "x.jsonl")), "x.jsonl")


def test_a_log_starts_with_its_header(log: bytes) -> None:
    rest = log[log.index(b"\n") + 1 :]
    with pytest.raises(LogError, match=r"^x.jsonl:1: a log starts with its tournament line$"):
        header_in(rest)


def place(lines: list[bytes], *order: int) -> bytes:
    return b"".join(lines[at] + b"\n" for at in order)


def test_lines_out_of_place_are_told_with_their_numbers(log: bytes, tmp_path: Path) -> None:
    lines = log.splitlines()
    kinds = [json.loads(line)["kind"] for line in lines]
    result, end = kinds.index("result"), len(lines) - 1
    out_of_place = {
        (0, 1, 2, 1): (4, "a line of kind series is out of place here"),
        (0, 2): (2, "a line of kind round is out of place here"),
        (0, result): (2, "a line of kind result is out of place here"),
        (0, 1, result, 2): (4, "a line of kind round is out of place here"),
        (0, 1, 2, end): (4, "a line of kind end is out of place here"),
        (0, 1, 2, 0): (4, "a line of kind tournament is out of place here"),
        (0, 0): (2, "a line of kind tournament is out of place here"),
        (0, 1, result, end, 1): (5, "follows the log's last line"),
        (0, end, end): (3, "follows the log's last line"),
    }
    for order, (number, message) in out_of_place.items():
        path = tmp_path / "games.jsonl"
        path.write_bytes(place(lines, *order))
        with read_log(path) as reader, pytest.raises(LogError) as caught:
            list(reader)
        assert (caught.value.line, caught.value.message) == (number, message)


def test_a_log_cut_between_lines_gives_what_is_there_and_is_not_complete(
    log: bytes, tmp_path: Path
) -> None:
    lines = log.splitlines()
    kinds = [json.loads(line)["kind"] for line in lines]
    path = tmp_path / "games.jsonl"
    for count in range(1, len(lines) + 1):
        path.write_bytes(place(lines, *range(count)))
        with read_log(path) as reader:
            assert len(list(reader)) == kinds[:count].count("result")
            assert reader.is_complete == (count == len(lines))


def test_a_log_cut_within_a_line_gives_the_whole_series_before_it(
    log: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    for end in [at for at, byte in enumerate(log) if byte == ord("\n")]:
        path.write_bytes(log[: end - 5])
        kinds = [json.loads(line)["kind"] for line in log[: end - 5].splitlines()[:-1]]
        if not kinds:
            continue  # without a header there is nothing to read
        with read_log(path) as reader:
            assert len(list(reader)) == kinds.count("result")
            assert not reader.is_complete


def test_a_reader_gives_typed_series(log: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(log)
    with read_log(path) as reader:
        assert [entrant.name for entrant in reader.header.entrants] == ["ann", "ben"]
        first, second = list(reader)
    assert (first.series.seats, second.series.seats) == (("ann", "ben"), ("ben", "ann"))
    assert first.rounds[0].round == 0
    assert isinstance(msgspec.to_builtins(first), dict)


def test_a_log_is_found_by_file_by_folder_and_as_the_last_one_written(
    log: bytes, tmp_path: Path
) -> None:
    for number, name in enumerate(("a-1", "b-1", "a-2")):
        (tmp_path / name).mkdir()
        path = tmp_path / name / "games.jsonl"
        path.write_bytes(log)
        os.utime(path, (1000 + number, 1000 + number))
    (tmp_path / "empty").mkdir()
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "games.jsonl").mkdir()
    newest = tmp_path / "a-2" / "games.jsonl"
    assert find_log(None, tmp_path) == newest
    assert find_log(tmp_path / "b-1", tmp_path) == tmp_path / "b-1" / "games.jsonl"
    assert find_log(newest, tmp_path) == newest
    for missing, message in (
        (tmp_path / "empty", "holds no games.jsonl"),
        (tmp_path / "nowhere", "there is no such file or folder"),
    ):
        with pytest.raises(LogError, match=message):
            find_log(missing, tmp_path)
    with pytest.raises(LogError, match="holds no log yet"):
        find_log(None, tmp_path / "empty")


def test_a_file_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="cannot be read"), read_log(tmp_path):
        pass
