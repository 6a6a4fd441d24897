"""What columns pay, and who wins the series (G1 to G12, H13, forfeits)."""

import pytest

from arena.gin.rules import Rules
from arena.gin.settlement import (
    Column,
    close_series,
    forfeit_series,
    settle,
    settle_column,
    void_series,
)
from arena.gin.sheet import Entry, Sheet, empty_sheet
from arena.profiles import load_profile, profile_names

SETTLED = load_profile("settled").rules
CLASSIC = load_profile("classic").rules

PLAIN = Column((110, 58), (4, 2), loser_has_entry=True)
SHUTOUT = Column((105, 0), (3, 0), loser_has_entry=False)


def rules_with(**options: object) -> Rules:
    return Rules().replace(options)


def sheet_after(text: str, rules: Rules) -> Sheet:
    """Return the sheet after some hands, as in `A32 B10`: seat 0 is A, seat 1 is B."""
    sheet = empty_sheet(rules)
    for hand in text.split():
        sheet = sheet.enter(Entry("AB".index(hand[0]), int(hand[1:])), rules)
    return sheet


def sheet_of(scores: str, winners: tuple[int | None, ...], boxes: str = "0 0 0 / 0 0 0") -> Sheet:
    """Return a sheet of figures, as in `110 60 20 / 58 40 0`; as many entries as boxes."""

    def rows(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        first, second = text.split("/")
        return tuple(map(int, first.split())), tuple(map(int, second.split()))

    return Sheet(rows(scores), rows(boxes), rows(boxes), (9, 9), winners)


# G3 to G8: one column


def test_g3_a_column_without_bonuses_pays_the_difference():
    assert settle_column(PLAIN, Rules()) == (110, 58, 52)


def test_g3_the_winner_gets_the_game_bonus():
    assert settle_column(PLAIN, rules_with(game_bonus=100)) == (210, 58, 152)


def test_g3_both_get_their_boxes():
    assert settle_column(PLAIN, rules_with(box_bonus=25)) == (210, 108, 102)


def test_g4_immediate_boxes_are_not_added_again():
    rules = rules_with(box_bonus=25, box_timing="immediate")

    assert settle_column(PLAIN, rules) == (110, 58, 52)


def test_g5_the_winners_boxes_alone():
    rules = rules_with(box_bonus=25, box_owner="winner")

    assert settle_column(PLAIN, rules) == (210, 58, 152)


@pytest.mark.parametrize(
    ("shutout", "amount"),
    [
        ("none", 105 + 100 + 75),
        ("double_total", 2 * (105 + 100 + 75)),
        ("double_hand_points", 2 * 105 + 100 + 75),
        ("game_bonus_double", 105 + 2 * 100 + 75),
        ("flat_100", 105 + 100 + 75 + 100),
    ],
)
def test_g6_what_a_shutout_costs(shutout, amount):
    rules = rules_with(game_bonus=100, box_bonus=25, shutout=shutout)

    assert settle_column(SHUTOUT, rules) == (amount, 0, amount)


@pytest.mark.parametrize(
    "shutout", ["none", "double_total", "double_hand_points", "game_bonus_double", "flat_100"]
)
def test_g6_no_shutout_where_the_loser_has_an_entry(shutout):
    rules = rules_with(game_bonus=100, box_bonus=25, shutout=shutout)

    assert settle_column(PLAIN, rules) == (310, 108, 202)


def test_g6_the_loser_may_have_points_elsewhere():
    """B has an entry in column 1, none in 2: only 2 is a shutout."""
    rules = SETTLED
    sheet = sheet_after("B10 A10 A100", rules)

    assert sheet.winners == (0, 0, None)
    assert settle(sheet, rules) == (110 + 100 + 50 - 10 - 25, 2 * (100 + 100 + 25), 0)


def test_g6_what_counts_is_an_entry_and_not_a_win():
    """Under entry rule `count` B's first win is lost in the closed column 1: it stays a shutout."""
    sheet = sheet_after("A100 B60", SETTLED)

    assert (sheet.wins[1], settle(sheet, SETTLED)[0]) == (1, 2 * (100 + 100 + 25))


def test_g8_a_column_may_cost_its_winner():
    """90 points in nine boxes against 100 in one; the column still belongs to its winner."""
    sheet = sheet_after("B11 B11 B11 B11 B11 B11 B11 B11 B11 A100", rules_with(box_bonus=25))

    assert sheet.winners == (0, None, None)
    assert settle(sheet, rules_with(box_bonus=25)) == (100 + 25 - 99 - 9 * 25, 0, 0)


def test_g8_the_difference_may_be_nothing():
    column = Column((100, 75), (1, 2), loser_has_entry=True)

    assert settle_column(column, rules_with(box_bonus=25)) == (125, 125, 0)


def test_o2_boxes_for_undercut_and_gin_are_paid():
    rules = rules_with(box_bonus=20, box_gin=3)
    sheet = empty_sheet(rules).enter(Entry(0, 100, boxes=3), rules)

    assert settle(sheet, rules) == (160, 0, 0)


# G2: all columns


@pytest.mark.parametrize("winner", [0, 1])
def test_g3_settlement_is_told_for_seat_0(winner):
    rules = rules_with(game_bonus=100)
    sheet = sheet_after("A100" if winner == 0 else "B100", rules)

    assert settle(sheet, rules) == (200 if winner == 0 else -200, 0, 0)


def test_g2_the_amounts_of_the_columns_are_added():
    sheet = sheet_of("110 40 105 / 60 101 20", (0, 1, 0), "3 2 3 / 2 3 1")

    outcome = close_series(sheet, SETTLED)

    amounts = (110 + 175 - 60 - 50, -(101 + 175 - 40 - 50), 105 + 175 - 20 - 25)
    assert (outcome.settlement, outcome.net, outcome.winner) == (amounts, sum(amounts), 0)


def test_h13_an_open_column_pays_nothing():
    sheet = sheet_after("A10 A95", SETTLED)

    assert settle(sheet, SETTLED)[1:] == (0, 0)


# G1, G2, G9 to G12: the winner of the series


def test_g1_games_two_of_three_win():
    sheet = sheet_of("100 100 0 / 99 99 400", (0, 0, 1), "1 1 1 / 1 1 1")

    outcome = close_series(sheet, rules_with(series_winner="games"))

    assert (outcome.games, outcome.winner, outcome.net) == ((2, 1), 0, -398)


def test_g2_g12_settlement_the_money_wins_against_the_games():
    sheet = sheet_of("100 100 0 / 99 99 400", (0, 0, 1), "1 1 1 / 1 1 1")

    outcome = close_series(sheet, rules_with(series_winner="settlement"))

    assert (outcome.games, outcome.winner) == ((2, 1), 1)


def test_g9_a_tie_on_money_goes_to_the_games():
    sheet = sheet_of("100 100 50 / 90 90 70", (0, 0, 1), "1 1 1 / 1 1 1")

    outcome = close_series(sheet, rules_with(series_winner="settlement"))

    assert (outcome.net, outcome.winner) == (0, 0)


def test_g10_aggregate_all_scores_are_added():
    """Seat 1 has fewer games and less settlement, but more points in all."""
    rules = rules_with(series_winner="aggregate", game_bonus=100)
    sheet = sheet_of("100 100 0 / 99 99 101", (0, 0, 1), "1 1 1 / 1 1 1")

    outcome = close_series(sheet, rules)

    assert (outcome.games, outcome.net, outcome.winner) == (
        (2, 1),
        1 + 1 + 100 + 100 - 101 - 100,
        1,
    )


def test_g10_a_tie_of_aggregates_goes_to_the_games():
    sheet = sheet_of("100 100 0 / 50 50 100", (0, 0, 1), "1 1 1 / 1 1 1")

    outcome = close_series(sheet, rules_with(series_winner="aggregate"))

    assert outcome.winner == 0


@pytest.mark.parametrize("winner_by", ["games", "settlement", "aggregate"])
def test_g11_all_figures_are_told_whatever_decides(winner_by):
    rules = SETTLED.replace({"series_winner": winner_by})
    sheet = sheet_of("110 40 105 / 60 101 20", (0, 1, 0), "3 2 3 / 2 3 1")

    outcome = close_series(sheet, rules)

    assert (outcome.columns, outcome.games, len(outcome.settlement)) == ((0, 1, 0), (2, 1), 3)


@pytest.mark.parametrize("winner_by", ["games", "settlement", "aggregate"])
def test_h1_one_column_has_one_winner(winner_by):
    rules = rules_with(columns=1, series_winner=winner_by)
    sheet = sheet_after("A60 B99 A40", rules)

    outcome = close_series(sheet, rules)

    assert (outcome.columns, outcome.games, outcome.settlement) == ((0,), (1, 0), (1,))
    assert outcome.winner == 0


# H13: unfinished series


def test_h13_unfinished_it_counts_by_columns_won():
    """B would win the money: column 1 cost A more boxes than it brought."""
    rules = SETTLED.replace({"game_bonus": 0})
    sheet = sheet_after("B11 B11 B11 B11 B11 B11 B11 B11 B11 A100", rules)

    outcome = close_series(sheet, rules)

    assert (outcome.net < 0, outcome.games, outcome.winner) == (True, (1, 0), 0)


def test_h13_then_by_settlement():
    """A column each; B's was the dearer one. `games` would be a draw."""
    sheet = sheet_of("100 50 0 / 90 100 0", (0, 1, None), "1 1 0 / 1 1 0")

    for winner_by in ("games", "settlement", "aggregate"):
        outcome = close_series(sheet, rules_with(series_winner=winner_by))
        assert (outcome.net, outcome.winner) == (-40, 1)


def test_h13_then_it_is_drawn():
    sheet = sheet_of("100 50 90 / 50 100 0", (0, 1, None), "1 1 1 / 1 1 0")

    assert close_series(sheet, Rules()).winner is None


@pytest.mark.parametrize("name", profile_names())
def test_h13_an_untouched_sheet_is_drawn(name):
    rules = load_profile(name).rules

    outcome = close_series(empty_sheet(rules), rules)

    assert (outcome.games, outcome.net, outcome.winner) == ((0, 0), 0, None)


def test_h13_scores_of_open_columns_do_not_count():
    sheet = sheet_after("A99 A10", rules_with(target=150, series_winner="aggregate"))

    assert close_series(sheet, rules_with(target=150, series_winner="aggregate")).winner is None


def test_h10_a_decided_series_is_finished():
    """Stopped with two games: the winner is theirs, the open column is nobody's."""
    rules = rules_with(stop_when_decided=True)
    sheet = sheet_after("B50 A10 A100", rules)

    outcome = close_series(sheet, rules)

    assert (outcome.columns, outcome.games, outcome.winner) == ((0, 0, None), (2, 0), 0)


# Forfeits


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("classic", 100),
        ("eaai", 100),
        ("openspiel", 100),
        ("palace", 100),  # its boxes are in the scores
        ("settled", 2 * (100 + 100)),
        ("straight", 2 * (100 + 100)),
        ("modern", 2 * (100 + 100)),
        ("gra", 2 * (100 + 100)),
        ("tedesco", 2 * (100 + 100)),
        ("pokerwiner", 2 * (100 + 100)),
        ("oklahoma-hollywood", 2 * (150 + 100)),
        ("ginrummy-com", 2 * 100 + 100),
        ("pagat", 100 + 2 * 100),
        ("bicycle", 100 + 100 + 100),
        ("hoyle", 100 + 100 + 100),
        ("round-corner", 125 + 100 + 100),
    ],
)
@pytest.mark.parametrize("loser", [0, 1])
def test_a_series_forfeited_at_once_costs_three_shutouts(name, column, loser):
    rules = load_profile(name).rules

    outcome = forfeit_series(empty_sheet(rules), loser, rules)

    sign = -1 if loser == 0 else 1
    assert outcome.settlement == (sign * column,) * 3
    assert (outcome.net, outcome.winner) == (3 * sign * column, 1 - loser)
    assert outcome.columns == (1 - loser,) * 3
    assert outcome.games == ((0, 3) if loser == 0 else (3, 0))


def test_a_forfeit_counts_the_winners_boxes_in_open_columns():
    """A has 2, 1 and 0 boxes; the scores do not matter, a column is the target against nothing."""
    sheet = sheet_after("A40 A30", SETTLED)

    outcome = forfeit_series(sheet, 1, SETTLED)

    assert outcome.settlement == (2 * (200 + 50), 2 * (200 + 25), 2 * 200)


def test_a_forfeit_takes_the_losers_entries_for_nothing():
    """B gives up at 90, 60, 30 with as many boxes: all three are shutouts of an empty column."""
    sheet = sheet_after("B30 B30 B30 A5", SETTLED)

    outcome = forfeit_series(sheet, 1, SETTLED)

    assert outcome.settlement == (2 * (200 + 25), 2 * 200, 2 * 200)


def test_a_forfeit_leaves_closed_columns_alone():
    """B owns column 1 by 120 to 10, and forfeits the other two."""
    sheet = sheet_after("A10 B60 B60", SETTLED)

    outcome = forfeit_series(sheet, 1, SETTLED)

    first = -(120 + 100 + 2 * 25 - 10 - 25)
    assert outcome.settlement == (first, 2 * 200, 2 * 200)
    assert (outcome.columns, outcome.games) == ((1, 0, 0), (2, 1))


def test_a_forfeit_is_lost_whatever_the_columns_say():
    """B owns two games and far more money, and forfeits: A wins the series."""
    rules = rules_with(game_bonus=1000, shutout="none", target=150)
    sheet = sheet_after("B50 B150", rules)

    outcome = forfeit_series(sheet, 1, rules)

    assert (outcome.games, outcome.net < 0, outcome.winner) == ((1, 2), True, 0)


def test_a_forfeit_in_one_column():
    rules = rules_with(columns=1, game_bonus=100)

    outcome = forfeit_series(empty_sheet(rules), 0, rules)

    assert (outcome.columns, outcome.settlement, outcome.winner) == ((1,), (-200,), 1)


@pytest.mark.parametrize("name", profile_names())
def test_a_series_that_nobody_could_start_is_nothing(name):
    outcome = void_series(empty_sheet(load_profile(name).rules))

    assert outcome.columns == (None, None, None)
    assert (outcome.games, outcome.settlement, outcome.net) == ((0, 0), (0, 0, 0), 0)
    assert outcome.winner is None


def test_a_whole_series_under_classic_pays_what_the_columns_say():
    sheet = sheet_after("B60 B60 A60 A45 A60 B60 A50", CLASSIC)

    outcome = close_series(sheet, CLASSIC)

    # B's first two wins close column 1 (120) before A has one. A's first, 60, is lost there; 45
    # goes to column 2; 60 to 2 and 3, which closes 2 at 105; B's 60 to 3; A's 50 closes 3 at 110.
    assert sheet.scores == ((0, 105, 110), (120, 60, 60))
    assert outcome.settlement == (-120, 45, 50)
    assert (outcome.games, outcome.net, outcome.winner) == ((2, 1), -25, 0)
