"""Two logs compared: what parts them, where, by whom, and what it moved."""

from collections.abc import Iterator
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from arena.bot import Offer, View
from arena.gate.diff import (
    Comparison,
    NotComparable,
    PartingTally,
    check_comparable,
    compare_logs,
    in_step,
    planned,
)
from arena.gate.golden import address_of, numbered, parted_answers
from arena.gate.parting import Spot, compare_series, first_spot, mover, net_points, round_spot
from arena.log.address import Address
from arena.log.reader import LogError, read_log
from arena.record import FaultRecord, RoundLine, SeriesRecord, TournamentLine
from arena.table.view import View as AskedView
from tests.golden.frozen_bots import Careful
from tests.log.samples import (
    Wild,
    line_bytes,
    random_sample,
    read_plain,
    reseal,
    small_rules,
    write_log,
)


class Shy(Careful):
    """Another version of it, which passes a four."""

    def offer(self, view: View) -> Offer:
        return Offer.PASS if view.upcard % 13 == 3 else super().offer(view)


def played(out: Path, first: type = Careful, names: tuple[str, str] = ("a", "b"), **options: Any):
    makers = {names[0]: first, names[1]: Careful}
    return write_log(out, makers, **{"rules": small_rules(), "pairs": 12} | options)


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("old"))


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("new"), Shy)


def compared(first: Path, second: Path, most: int = 1000) -> Comparison:
    with read_log(first) as one, read_log(second) as other:
        return compare_logs(one, other, most)


def records(path: Path) -> list[SeriesRecord]:
    with read_log(path) as log:
        return list(log)


def header(path: Path) -> TournamentLine:
    with read_log(path) as log:
        return log.header


# Equal


def test_a_log_equals_itself(old: Path) -> None:
    found = compared(old, old)
    lines = read_plain(old)
    assert found.is_equal
    assert found.series == (24, 0)
    assert found.rounds == (sum(line["kind"] == "round" for line in lines), 0)
    assert (found.moved, found.moved_by, found.partings, found.notes) == (0, (0, 0), (), ())


def test_entrants_are_paired_by_position_and_their_names_are_told(
    old: Path, tmp_path: Path
) -> None:
    found = compared(old, played(tmp_path, names=("a", "c | d")))
    assert found.is_equal
    assert found.entrants == (("a", "a"), ("b", "c | d"))
    (note,) = found.notes
    assert "b is c | d in the second log" in note
    assert "a bot's seed is made from both names" in note


def test_the_name_of_a_profile_and_of_a_tournament_count_for_nothing(
    old: Path, tmp_path: Path
) -> None:
    found = compared(old, played(tmp_path, profile="settled", name="another"))
    assert header(old).rules["profile"] != "settled"
    assert found.is_equal


# Parted


def test_one_rare_decision_is_found_in_every_series_that_it_parts(old: Path, new: Path) -> None:
    found = compared(old, new)
    expected = {}
    for one, other in zip(records(old), records(new), strict=True):
        for mine, theirs in zip(one.rounds, other.rounds, strict=False):
            both = zip(mine.moves.split(), theirs.moves.split(), strict=False)
            parted = [(at, said) for at, said in enumerate(both) if said[0] != said[1]]
            if parted:
                at, said = parted[0]
                expected[f"{mine.series}.{mine.round}.{at}"] = said
                break
    assert 0 < len(expected) < 24
    assert {str(p.spot.address): p.spot.said for p in found.partings} == expected
    assert found.series == (24 - len(expected), len(expected))
    assert {p.spot.what for p in found.partings} == {"move"}
    assert {p.mover for p in found.partings} == {"a"}
    assert all(p.spot.said[0][0] == "t" and p.spot.said[1] == "p" for p in found.partings)


def test_points_moved_are_those_of_the_pairings_first_entrant_and_sort_the_series(
    old: Path, new: Path
) -> None:
    found = compared(old, new)
    moved = {}
    for one, other in zip(records(old), records(new), strict=True):
        nets = []
        for record in (one, other):
            own = record.series.seats.index("a")
            nets.append(sum(r.points * (1 if r.winner == own else -1) for r in record.rounds))
        moved[one.series.series] = nets[1] - nets[0]
    assert {p.spot.address.series: p.moved for p in found.partings}.items() <= moved.items()
    sizes = [(-abs(p.moved), p.spot.address.series) for p in found.partings]
    assert sizes == sorted(sizes)
    assert any(p.moved for p in found.partings)
    assert found.moved == sum(map(abs, moved.values()))
    assert found.moved_by == (sum(moved.values()), -sum(moved.values()))


def test_winner_and_games_are_told_of_both_logs_for_the_pairing_in_order(
    old: Path, new: Path
) -> None:
    both = (records(old), records(new))
    for parting in compared(old, new).partings:
        for at in (0, 1):
            record = both[at][parting.spot.address.series]
            seats, result = record.series.seats, record.result
            won = None if result.winner is None else seats[result.winner]
            assert parting.winners[at] == won
            by_name = dict(zip(seats, result.games, strict=True))
            assert parting.games[at] == (by_name["a"], by_name["b"])


def test_rounds_are_equal_where_all_but_the_sheet_is(old: Path, new: Path) -> None:
    equal = parted = 0
    for one, other in zip(records(old), records(new), strict=True):
        mine, theirs = (
            [msgspec.to_builtins(line) | {"sheet": 0} for line in record.rounds]
            for record in (one, other)
        )
        same = sum(a == b for a, b in zip(mine, theirs, strict=False))
        equal, parted = equal + same, parted + max(len(mine), len(theirs)) - same
    assert compared(old, new).rounds == (equal, parted)


def test_the_series_with_most_points_moved_are_kept(old: Path, new: Path) -> None:
    every = compared(old, new)
    assert len(every.partings) > 3
    for most in (1, 2, 3):
        cut = compared(old, new, most)
        assert cut == replaced(every, partings=every.partings[:most])


def test_no_more_partings_are_held_than_asked_for_twice(old: Path, new: Path) -> None:
    tally = PartingTally(header(old), header(new), 1)
    held = 0
    for one, other in zip(records(old), records(new), strict=True):
        tally.add(one, other)
        held = max(held, len(tally._partings))
    assert held == 2
    assert tally.comparison() == compared(old, new, 1)


# What cannot be compared


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"seed": "1"}, "seed"),
        ({"rules": small_rules(target=61)}, "rules: target"),
        ({"dealing": "independent"}, "dealing"),
        ({"stock": "shared"}, "stock"),
    ],
)
def test_logs_of_other_deals_or_rules_are_refused_by_field(
    changes: dict[str, Any], field: str, old: Path, tmp_path: Path
) -> None:
    with pytest.raises(NotComparable, match=f"cannot be compared: {field}: ") as refused:
        compared(old, played(tmp_path, pairs=1, **changes))
    assert refused.value.field == field


def test_other_schedules_are_refused_unless_they_come_to_the_same(old: Path) -> None:
    two = header(old)
    three = replace(two, entrants=[*two.entrants, replace(two.entrants[0], name="c")])
    check_comparable(two, replace(two, format="gauntlet", pairs=99))
    for other, field in ((three, "entrants"), (replace(two, deal="deal/2"), "deal")):
        with pytest.raises(NotComparable, match=field):
            check_comparable(two, other)
    with pytest.raises(NotComparable, match="format: round-robin in the first, gauntlet in"):
        check_comparable(three, replace(three, format="gauntlet"))


def test_of_logs_of_different_lengths_the_common_pairs_are_compared(
    old: Path, new: Path, tmp_path: Path
) -> None:
    short = played(tmp_path, pairs=5)
    assert compared(short, old).is_equal
    assert compared(short, old).series == (10, 0)
    assert compared(short, old).alone == (0, 14)
    found = compared(new, short)
    assert found.alone == (14, 0)
    whole = [p for p in compared(new, old).partings if p.spot.address.series < 10]
    assert list(found.partings) == whole


def test_one_series_played_alone_is_compared_with_itself_in_the_whole_log(
    old: Path, tmp_path: Path
) -> None:
    alone = played(tmp_path / "7", only=7)
    assert compared(old, alone).series == (1, 0)
    assert compared(old, alone).alone == (23, 0)
    with pytest.raises(NotComparable, match="no series in common"):
        compared(alone, played(tmp_path / "8", only=8))


def test_a_cut_log_is_refused_wherever_it_is_cut(old: Path, tmp_path: Path) -> None:
    text = old.read_bytes()
    lines = text.splitlines(keepends=True)
    series = next(at for at, line in enumerate(lines) if b'"series":20,' in line)
    inside = [*lines[: series + 2]]
    for name, kept, reason in (
        ("end", lines[:-1], "its end line is missing"),
        ("series", [*lines[:series], lines[-1]], "series 20 is missing"),
        ("inside", inside, "series 20 is missing"),
        ("line", [*lines[:-1], lines[-1][:-9]], "its end line is missing|is cut"),
    ):
        path = tmp_path / name
        path.write_bytes(b"".join(kept))
        for pair in ((old, path), (path, old)):
            with pytest.raises(LogError, match=reason):
                compared(*pair)


def test_a_series_out_of_place_is_refused(old: Path, tmp_path: Path) -> None:
    plain = read_plain(old)
    for line in plain:
        if line["kind"] == "series" and line["series"] == 3:
            line["leg"] = 0
    (tmp_path / "odd").write_bytes(reseal([line_bytes(line) for line in plain]))
    with pytest.raises(LogError, match="series 3: is not what the schedule has here"):
        compared(old, tmp_path / "odd")


def test_logs_are_read_in_step(old: Path) -> None:
    """Memory does not grow with the logs: neither runs ahead of the other by more than one."""
    read = [0, 0]

    def reading(at: int, kept: list[SeriesRecord]) -> Iterator[SeriesRecord]:
        for record in kept:
            read[at] += 1
            assert abs(read[0] - read[1]) <= 1
            yield record

    every = records(old)
    steps = list(in_step(reading(0, every), reading(1, every)))
    assert all(one is other for one, other in steps)
    assert len(steps) == 24


# What parts two lines or two records


MELDS = ["2H3H4H", "TCJCQC"]
KNOCK: dict[str, Any] = {
    "series": 4,
    "round": 2,
    "dealer": 1,
    "deck": "AC",
    "moves": "p p sKH sQD skKD",
    "finish": "knock",
    "knocker": 0,
    "spread": MELDS,
    "melds": ["3C3D3S"],
    "laid_off": "5H",
    "deadwood": (7, 20),
    "winner": 0,
    "points": 13,
    "sheet": ((13,), (0,)),
}
LAY_OFF_FAULT: dict[str, Any] = {
    "moves": KNOCK["moves"] + " x",
    "finish": "forfeit",
    "melds": None,
    "laid_off": None,
    "deadwood": None,
    "fault": FaultRecord(1, "lay_off", "exception"),
}
EXCEPTION = {
    "moves": "p p sx",
    "knocker": None,
    "spread": None,
    "fault": FaultRecord(0, "play", "exception"),
}
DEFENCE = "melds 3C3D3S, lays off 5H"


@pytest.mark.parametrize(
    ("one", "other", "spot"),
    [
        ({}, {"moves": "p p sKH tKH"}, ("move", 3, 1, ("sQD", "tKH"))),
        ({}, {"moves": "p p sKH sQD sKD"}, ("move", 4, 0, ("skKD", "sKD"))),
        ({}, {"moves": "t5C"}, ("move", 0, 0, ("p", "t5C"))),
        ({}, {"moves": "p t5C"}, ("move", 1, 1, ("p", "t5C"))),
        (
            {"knocker": None, "moves": "p p s2C"},
            {"knocker": None, "moves": "p p s2C s3C"},
            ("move", 3, 1, ("-", "s3C")),
        ),
        (
            {},
            {"spread": MELDS[:1]},
            ("spread", 4, 0, ("skKD 2H3H4H TCJCQC", "skKD 2H3H4H")),
        ),
        ({}, {"laid_off": ""}, ("lay_off", 4, 1, (DEFENCE, "melds 3C3D3S, lays off none"))),
        ({}, {"melds": []}, ("lay_off", 4, 1, (DEFENCE, "melds none, lays off 5H"))),
        ({}, LAY_OFF_FAULT, ("lay_off", 4, 1, (DEFENCE, "x exception"))),
        (LAY_OFF_FAULT, {}, ("lay_off", 4, 1, ("x exception", DEFENCE))),
        (
            LAY_OFF_FAULT,
            LAY_OFF_FAULT | {"fault": FaultRecord(1, "lay_off", "illegal")},
            ("lay_off", 4, 1, ("x exception", "x illegal")),
        ),
        (
            LAY_OFF_FAULT,
            LAY_OFF_FAULT | {"spread": MELDS[:1]},
            ("spread", 4, 0, ("skKD 2H3H4H TCJCQC", "skKD 2H3H4H")),
        ),
        (
            EXCEPTION,
            EXCEPTION | {"fault": FaultRecord(0, "play", "timeout")},
            ("fault", 2, 0, ("sx exception", "sx timeout")),
        ),
        ({}, {"points": 14}, ("score", 4, None, ("points 13", "points 14"))),
        (
            {},
            {"sheet": ((14,), (0,))},
            ("score", 4, None, ("sheet [[13],[0]]", "sheet [[14],[0]]")),
        ),
        ({}, {"dealer": 0}, ("deal", None, None, ("dealer 1", "dealer 0"))),
        ({}, {"deck": "AD"}, ("deal", None, None, ('deck "AC"', 'deck "AD"'))),
    ],
)
def test_what_parts_two_lines_of_a_round(
    one: dict[str, Any], other: dict[str, Any], spot: tuple[Any, ...]
) -> None:
    what, token, seat, said = spot
    lines = RoundLine(**KNOCK | one), RoundLine(**KNOCK | other)
    assert round_spot(*lines) == Spot(what, Address(4, 2, token), seat, said)


def test_a_bot_that_did_not_start_parts_a_series_at_its_first_move(tmp_path: Path) -> None:
    here = {"rules": small_rules(), "pairs": 1}
    logs = {
        name: records(write_log(tmp_path / name, makers, **here))[0]
        for name, makers in {
            "both": {"a": Wild, "b": Wild},
            "one": {"a": Wild, "b": lambda: Wild(0, 100)},
            "none": {"a": lambda: Wild(0, 100), "b": lambda: Wild(0, 100)},
        }.items()
    }
    for pair, seat, said in (
        (("both", "one"), 1, ("starts", "no_start")),
        (("one", "none"), 0, ("starts", "no_start")),
        (("none", "both"), 0, ("no_start", "starts")),
    ):
        found = first_spot(logs[pair[0]], logs[pair[1]])
        assert found == Spot("start", Address(0, 0, 0), seat, said)
    for record in logs.values():
        assert first_spot(record, record) is None


def test_what_the_arena_counted_otherwise_parts_a_series_without_a_mover(old: Path) -> None:
    record = records(old)[3]
    other = replace(record, result=replace(record.result, net=record.result.net + 1))
    parting = compare_series(record, other)
    assert parting is not None
    net = record.result.net
    assert parting.spot == Spot("result", Address(3), None, (f"net {net}", f"net {net + 1}"))
    assert parting.mover is None
    assert parting.rounds == (len(record.rounds), 0)
    shorter = replace(record, rounds=record.rounds[:-1])
    spot = first_spot(record, shorter)
    count = len(record.rounds)
    told = (f"{count} rounds", f"{count - 1} rounds")
    assert spot == Spot("score", Address(3, count - 1), None, told)


def test_a_digest_parts_nothing(old: Path) -> None:
    record = records(old)[0]
    other = replace(record, result=replace(record.result, digest="another"))
    assert compare_series(record, other) is None


def test_net_points_are_won_less_lost_and_void_rounds_count_for_nothing() -> None:
    def line(winner: int | None, points: int) -> RoundLine:
        return RoundLine(**KNOCK | {"winner": winner, "points": points})

    record = SeriesRecord(None, (line(0, 5), line(None, 0), line(1, 22)), None)  # type: ignore[arg-type]
    assert (net_points(record, 0), net_points(record, 1)) == (-17, 17)


# Against the table itself: every profile, chance, faults, declared layouts and lay-offs


@pytest.mark.parametrize("seed", range(12))
def test_who_moved_is_whom_the_table_asked(seed: int, tmp_path: Path) -> None:
    sample = random_sample(seed)
    path = write_log(tmp_path, sample.makers, **sample.options)
    with read_log(path) as log:
        plan = planned(log)
        for record in log:
            for number, step in numbered(record, plan):
                if isinstance(step.asked, AskedView) and step.question != "lay_off":
                    token = address_of(record.series.series, number, step).token
                    assert token is not None
                    assert mover(record.rounds[number], token) == step.seat


@pytest.mark.parametrize("seed", range(12))
def test_the_first_difference_is_the_first_question_answered_otherwise(
    seed: int, tmp_path: Path
) -> None:
    """The same wild bots, but one of them is wild in another way."""
    sample = random_sample(seed)
    name = next(iter(sample.makers))
    makers = sample.makers | {name: lambda: Wild(2, 10)}
    paths = (
        write_log(tmp_path / "a", sample.makers, **sample.options),
        write_log(tmp_path / "b", makers, **sample.options),
    )
    plan = None
    with read_log(paths[0]) as log:
        plan = planned(log)
    for one, other in zip(records(paths[0]), records(paths[1]), strict=True):
        spot = first_spot(one, other)
        found = parted_answers((one, plan), (other, plan))
        if spot is None:
            assert found is None
        else:
            assert found is not None
            assert found.address == spot.address
            assert spot.seat is not None
            assert found.who == one.series.seats[spot.seat] == name
