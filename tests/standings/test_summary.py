"""Summaries: what a series comes to, counted once, for standings and gate alike."""

import msgspec

from arena.gate.evidence import is_same_play, is_same_text
from arena.record import SeriesRecord, encode_line
from arena.standings.summary import Summary, summarise
from tests.standings.test_standings import series_of


def body_of(record: SeriesRecord) -> bytes:
    return b"".join(encode_line(line) + b"\n" for line in (record.series, *record.rounds))


def test_a_summary_has_the_points_of_both_seats_and_no_rounds() -> None:
    summary = summarise(series_of(("a", "b"), 1, points=(10, -4, -9), net=-7, fault=1))
    assert (summary.rounds, summary.points, summary.faults) == (3, (10, 13), (0, 1))
    assert (summary.margin(0), summary.margin(1)) == (-3, 3)
    assert (summary.winner, summary.games, summary.net) == (1, (0, 3), -7)


def test_a_void_round_is_a_round_that_nobody_won() -> None:
    record = series_of(("a", "b"), 0, points=(10, 3))
    record.rounds[1].finish, record.rounds[1].winner = "void_takes", None
    summary = summarise(record)
    assert (summary.rounds, summary.void_takes, summary.points) == (2, 1, (10, 0))


def test_both_seats_of_a_void_series_have_a_fault() -> None:
    assert summarise(series_of(("a", "b"), None, points=(), termination="void")).faults == (1, 1)


def test_a_summary_survives_its_journey() -> None:
    summary = summarise(series_of(("a", "b"), None))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(summary), type=Summary) == summary


def test_the_same_play_is_told_from_records_and_from_their_lines() -> None:
    first, second = series_of(("a", "b"), 0), series_of(("b", "a"), 1, leg=1)
    second.series.series = 1
    for line in second.rounds:
        line.series = 1
    assert is_same_play(first, second)
    assert is_same_text(body_of(first), body_of(second))
    second.rounds[-1].moves = "p p sKH"
    assert not is_same_play(first, second)
    assert not is_same_text(body_of(first), body_of(second))
