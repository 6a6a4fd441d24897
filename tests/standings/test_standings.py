"""Rows from series: counts, the order, ties, and what is said of unconnected or unfinished play."""

import random
from itertools import combinations

from arena.record import FaultRecord, ResultLine, RoundLine, SeriesLine, SeriesRecord
from arena.standings.standings import Standings, Tally
from arena.standings.summary import summarise


def series_of(
    seats: tuple[str, str], winner: int | None, *, pair: int = 0, leg: int = 0,
    points: tuple[int, ...] = (10, -4), net: int = 0, termination: str = "complete",
    fault: int | None = None,
) -> SeriesRecord:  # fmt: skip
    """A series whose rounds are worth `points` to seat 0, or to seat 1 where they are negative."""
    rounds = tuple(
        RoundLine(0, at, 0, "", "", "knock", None, None, None, None, None, int(worth < 0),
                  abs(worth), ((0,), (0,)))
        for at, worth in enumerate(points)
    )  # fmt: skip
    if fault is not None:
        rounds[-1].fault = FaultRecord(fault, "play", "illegal")
    games = (0, 0) if winner is None else (3 - winner * 3, winner * 3)
    zeros = ((0, 0, 0), (0, 0, 0))
    return SeriesRecord(
        SeriesLine(0, pair, seats, leg, seats, 0),
        rounds,
        ResultLine(0, zeros, zeros, (None,) * 3, games, (0, 0, net), net, winner, termination),
    )


def standings_of(records: list[SeriesRecord], rank_by: str = "series") -> Standings:
    names = dict.fromkeys(name for record in records for name in record.series.seats)
    tally = Tally(names, "mirrored")
    for record in records:
        tally.add(summarise(record))
    return tally.standings(rank_by)


def test_series_games_and_settlement_are_counted_for_both_seats() -> None:
    ranked = standings_of([
        series_of(("a", "b"), 0, net=50),
        series_of(("b", "a"), 0, leg=1, net=20),
        series_of(("a", "b"), None, pair=1),
    ])  # fmt: skip
    rows = {row.name: row for row in ranked.rows}
    a, b = rows["a"], rows["b"]
    assert (a.won, a.drawn, a.lost, a.games, a.games_lost, a.settlement) == (1, 1, 1, 3, 3, 30)
    assert (b.won, b.drawn, b.lost, b.settlement) == (1, 1, 1, -30)
    assert (a.series, a.rounds, a.units) == (3, 6, 2)


def test_points_are_won_less_lost_a_round_and_sum_to_nothing() -> None:
    ranked = standings_of([series_of(("a", "b"), 0, points=(10, -4, 0))])
    assert [row.points for row in ranked.rows] == [2.0, -2.0]
    assert [row.points_error for row in ranked.rows] == [None, None]


def test_the_asked_figure_ranks_first_and_the_others_break_ties() -> None:
    records = [
        series_of(("a", "b"), 0, net=-500, points=(1,)),
        series_of(("b", "a"), 0, leg=1, net=10, points=(40,)),
    ]
    assert [row.name for row in standings_of(records, "settlement").rows] == ["b", "a"]
    assert [row.name for row in standings_of(records, "series").rows] == ["b", "a"]
    won_more = [*records, series_of(("a", "b"), 0, pair=1, net=-9)]
    assert [row.name for row in standings_of(won_more, "series").rows] == ["a", "b"]


def test_equal_in_every_figure_is_equal_in_rank() -> None:
    records = [
        series_of(("a", "b"), 0, points=(5,)),
        series_of(("b", "a"), 0, leg=1, points=(5,)),
    ]
    assert [(row.rank, row.name) for row in standings_of(records).rows] == [(1, "a"), (1, "b")]


def test_rates_rank_where_entrants_played_different_numbers_of_series() -> None:
    records = [
        series_of(("hub", "x"), 0), series_of(("hub", "y"), 1), series_of(("hub", "z"), 0),
    ]  # fmt: skip
    assert [row.name for row in standings_of(records).rows][:2] == ["y", "hub"]


def test_the_order_of_series_within_a_pair_changes_no_row() -> None:
    rng = random.Random(3)
    names = ["a", "b", "c"]
    pairs = [
        [
            series_of(two, rng.randrange(2), pair=pair, leg=leg, points=(rng.randrange(-40, 40), 7))
            for two in combinations(names, 2)
            for leg in (0, 1)
        ]
        for pair in range(6)
    ]
    straight = standings_of([record for pair in pairs for record in pair])
    mixed = standings_of([record for pair in pairs for record in rng.sample(pair, len(pair))])
    assert straight == mixed


def test_groups_without_a_chain_of_results_are_named() -> None:
    ranked = standings_of([series_of(("a", "b"), 0), series_of(("c", "d"), 0)])
    assert any("no chain of results" in note and "a, b; c, d" in note for note in ranked.notes)
    joined = standings_of(
        [series_of(("a", "b"), 0), series_of(("c", "d"), 0), series_of(("a", "d"), 0)]
    )
    assert not any("no chain" in note for note in joined.notes)


def test_unfinished_series_are_counted_once_and_told() -> None:
    ranked = standings_of([series_of(("a", "b"), 0, termination="max_rounds")])
    assert any("1 series ran into max_rounds" in note for note in ranked.notes)


def test_faults_are_counted_for_the_seat_whose_they_are() -> None:
    ranked = standings_of([series_of(("a", "b"), 0, fault=1)])
    assert {row.name: row.faults for row in ranked.rows} == {"a": 0, "b": 1}


def test_two_absent_bots_have_a_fault_each() -> None:
    ranked = standings_of([series_of(("a", "b"), None, points=(), termination="void")])
    assert [row.faults for row in ranked.rows] == [1, 1]
    assert [row.points for row in ranked.rows] == [None, None]
