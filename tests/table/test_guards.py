"""The machine guards: play that would never end does end, and counts as H13 says."""

from collections import Counter

import pytest

from arena import api
from arena.bot import DISCARDS, Bot, Discard, Draw, View
from arena.gin.rules import Rules
from arena.record import SeriesRecord
from arena.standings.standings import Tally
from arena.standings.summary import summarise


class NeverKnocks(Bot):
    """Passes, draws from the stock, and throws its highest card for ever."""

    def play(self, view: View) -> Discard:
        return DISCARDS[(view.hand & ~view.barred).bit_length() - 1]


class Trader(NeverKnocks):
    """Takes whatever was thrown, and throws something else."""

    def draw(self, view: View) -> Draw:
        return Draw.PILE


class LeadsThenStops(NeverKnocks):
    """Knocks until it has two wins, then never again."""

    def play(self, view: View) -> object:
        if view.sheet.wins[view.seat] < 2:
            return Bot.play(self, view)
        return super().play(view)


def play(first: type, second: type, **changes: object) -> SeriesRecord:
    rules = Rules().replace(changes)
    played = api.play_series((first, second), "guards", rules=rules)
    assert played.incidents == ()
    return played.record


def finishes(record: SeriesRecord) -> Counter[str]:
    return Counter(line.finish for line in record.rounds)


def test_h13_two_that_never_knock_draw_after_max_rounds_of_void_stock() -> None:
    record = play(NeverKnocks, NeverKnocks)
    assert finishes(record) == {"void_stock": 600}
    result = record.result
    assert (result.termination, result.winner, result.games, result.net) == (
        "max_rounds", None, (0, 0), 0,
    )  # fmt: skip


def test_v9_two_that_trade_discards_void_every_round_by_takes() -> None:
    record = play(Trader, Trader, max_rounds=30)
    assert finishes(record) == {"void_takes": 30}
    for line in record.rounds:
        assert sum(token[0] == "t" for token in line.moves.split()) == 50
    assert (record.result.termination, record.result.winner) == ("max_rounds", None)


def test_v8_void_rounds_keep_the_dealer_and_the_sheet() -> None:
    record = play(NeverKnocks, NeverKnocks, max_rounds=5)
    assert len({line.dealer for line in record.rounds}) == 1
    assert {line.sheet for line in record.rounds} == {((0, 0, 0), (0, 0, 0))}


def test_one_that_passes_everything_and_never_knocks_loses_to_one_that_does() -> None:
    record = play(Bot, NeverKnocks)
    assert (record.result.termination, record.result.winner) == ("complete", 0)
    assert record.result.games == (3, 0)


@pytest.mark.parametrize("target", [1, 100])
def test_h13_an_unfinished_series_counts_by_closed_columns(target: int) -> None:
    # Two wins enter columns 1 and 2; with a target of 1 both have closed, column 3 never does.
    record = play(LeadsThenStops, NeverKnocks, max_rounds=20, target=target)
    result = record.result
    assert result.termination == "max_rounds"
    assert result.scores[0][1] > 0
    if target == 1:
        assert (result.games, result.winner) == ((2, 0), 0)
        assert result.columns == (0, 0, None)
    else:
        assert (result.games, result.winner, result.net) == ((0, 0), None, 0)


def test_the_standings_tell_of_both_guards() -> None:
    tally = Tally(("bot 0", "bot 1"), "mirrored")
    tally.add(summarise(play(Trader, Trader, max_rounds=3)))
    notes = tally.standings("series").notes
    assert any("1 series ran into max_rounds" in note and "(H13)" in note for note in notes)
    assert any("3 rounds ran into max_discard_takes (V9)" in note for note in notes)


def test_the_view_tells_which_columns_a_win_enters_and_closes() -> None:
    seen: list[tuple[tuple[int, ...], tuple[int, ...]]] = []

    class Planner(Bot):
        def play(self, view: View) -> object:
            from arena.gin.sheet import Entry

            enters = view.sheet.open_for(view.seat, view.rules)
            seen.append((enters, view.sheet.closed_by(Entry(view.seat, 100), view.rules)))
            return super().play(view)

    played = api.play_series((Planner, NeverKnocks), "plan")
    assert played.record.result.winner == 0
    assert seen[0] == ((0,), (0,))
    assert {enters for enters, _ in seen} >= {(0,), (0, 1), (0, 1, 2)}
    assert all(set(closes) <= set(enters) for enters, closes in seen)
