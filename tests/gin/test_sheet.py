"""The Hollywood columns, rule by rule (H1 to H12)."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.gin.rules import Rules
from arena.gin.settlement import close_series
from arena.gin.sheet import Entry, Sheet, empty_sheet
from arena.profiles import load_profile, profile_names

from .strategies import BOUNDED

COUNT, HOYLE = Rules(), Rules(entry_rule="hoyle")
BOTH = pytest.mark.parametrize("rules", [COUNT, HOYLE], ids=["count", "hoyle"])


def sheet_after(text: str, rules: Rules = COUNT) -> Sheet:
    """Return the sheet after some hands, as in `A32 B10`: seat 0 is A, seat 1 is B."""
    sheet = empty_sheet(rules)
    for hand in text.split():
        sheet = sheet.enter(Entry("AB".index(hand[0]), int(hand[1:])), rules)
    return sheet


# H1, H2, H3: where a win goes


def test_h1_a_series_is_three_columns_at_once():
    sheet = empty_sheet(Rules())

    assert sheet.scores == sheet.entries == sheet.boxes == ((0, 0, 0), (0, 0, 0))
    assert (sheet.wins, sheet.winners, sheet.is_closed) == ((0, 0), (None, None, None), False)


def test_h1_one_column_is_ordinary_gin():
    """Every win is entered in it, the first as the fourth."""
    rules = Rules(columns=1)

    assert sheet_after("A10 B20 A30 A5", rules).scores == ((45,), (20,))


@pytest.mark.parametrize("entry_rule", ["count", "hoyle"])
def test_h1_one_column_closes_the_series(entry_rule):
    rules = Rules().replace({"columns": 1, "entry_rule": entry_rule})

    sheet = sheet_after("A60 B99 A40", rules)

    assert (sheet.winners, sheet.is_over(rules)) == ((0,), True)


@BOTH
def test_h3_the_first_win_goes_to_column_1(rules):
    assert sheet_after("A10", rules).scores == ((10, 0, 0), (0, 0, 0))


@BOTH
def test_h3_the_second_win_goes_to_columns_1_and_2(rules):
    assert sheet_after("A10 A7", rules).scores == ((17, 7, 0), (0, 0, 0))


@BOTH
def test_h3_the_third_and_later_wins_go_to_all(rules):
    assert sheet_after("A10 A7 A5 A3", rules).scores == ((25, 15, 8), (0, 0, 0))


@BOTH
def test_h3_an_entry_is_counted_where_it_is_made(rules):
    sheet = sheet_after("A10 A7 A5 A3 B1", rules)

    assert sheet.entries == sheet.boxes == ((4, 3, 2), (1, 0, 0))


@BOTH
def test_h2_the_opponents_wins_do_not_matter(rules):
    """B's first win is a first win, after however many of A's."""
    sheet = sheet_after("A10 A7 A5 B20", rules)

    assert (sheet.scores[1], sheet.wins) == ((20, 0, 0), (3, 1))


@BOTH
def test_a_sheet_is_a_value(rules):
    before = sheet_after("A10", rules)

    before.enter(Entry(0, 5), rules)

    assert before == sheet_after("A10", rules)


# H4, H5: closed columns


@BOTH
def test_h4_a_closed_column_takes_no_more_from_its_winner(rules):
    assert sheet_after("A100 A7 A5", rules).scores[0][0] == 100


@BOTH
def test_h4_a_closed_column_takes_no_more_from_the_loser(rules):
    sheet = sheet_after("B10 A100 B20 B30", rules)

    assert (sheet.scores[1][0], sheet.entries[1][0], sheet.boxes[1][0]) == (10, 1, 1)


def test_h5_count_a_first_win_in_a_closed_column_is_lost():
    sheet = sheet_after("A100 B60", COUNT)

    assert (sheet.scores[1], sheet.entries[1]) == ((0, 0, 0), (0, 0, 0))


def test_h5_count_the_win_count_goes_on():
    """The lost first win is a win: the second goes to 2, the third to 2 and 3."""
    sheet = sheet_after("A100 B60 B20 B30", COUNT)

    assert (sheet.scores[1], sheet.wins) == ((0, 50, 30), (1, 3))


def test_h5_hoyle_a_shut_out_player_starts_in_the_lowest_open_column():
    assert sheet_after("A100 B60", HOYLE).scores[1] == (0, 60, 0)


def test_h5_hoyle_then_one_more_column_with_each_win():
    assert sheet_after("A100 B60 B20 B5", HOYLE).scores[1] == (0, 85, 25)


def test_h5_hoyle_two_columns_closed():
    """A closes 1 and 2 before B has won anything: B starts in 3."""
    sheet = sheet_after("A50 A100 B10", HOYLE)

    assert (sheet.winners, sheet.scores[1]) == ((0, 0, None), (0, 0, 10))


def test_h5_the_rules_differ_only_below_three_wins():
    """B has three wins when column 1 closes: both rules enter the fourth in 2 and 3."""
    hands = "B5 B5 B5 A100 B7"

    assert sheet_after(hands, COUNT) == sheet_after(hands, HOYLE)


def test_h5_both_rules_enter_in_an_open_column_1_first():
    assert COUNT.entry_rule != HOYLE.entry_rule
    assert sheet_after("A10 B7 B9 A5 B2", COUNT) == sheet_after("A10 B7 B9 A5 B2", HOYLE)


@pytest.mark.parametrize(
    ("hands", "seat", "count", "hoyle"),
    [
        ("", 0, (0,), (0,)),
        ("A10", 0, (0, 1), (0, 1)),
        ("A10 A10", 0, (0, 1, 2), (0, 1, 2)),
        ("A100", 0, (1,), (1,)),
        ("A100", 1, (), (1,)),
        ("A50 A100", 1, (), (2,)),
        ("B10 A100", 1, (1,), (1,)),
        ("B10 B10 A100", 1, (1, 2), (1, 2)),
    ],
)
def test_h5_where_the_next_win_would_go(hands, seat, count, hoyle):
    assert sheet_after(hands, COUNT).open_for(seat, COUNT) == count
    assert sheet_after(hands, HOYLE).open_for(seat, HOYLE) == hoyle


# H6 to H9: closing


@pytest.mark.parametrize(("points", "winner"), [(99, None), (100, 0), (101, 0)])
def test_h6_a_column_closes_at_the_target(points, winner):
    assert sheet_after(f"A{points}").winners == (winner, None, None)


@pytest.mark.parametrize(
    ("target", "winner"), [(1, 0), (99, 0), (100, 0), (101, None), (150, None)]
)
def test_h6_the_target_is_an_option(target, winner):
    rules = Rules(target=target)

    assert sheet_after("A100", rules).winners[0] == winner


def test_h6_the_score_is_not_cut_and_nothing_is_carried_over():
    sheet = sheet_after("A90 A33")

    assert sheet.scores[0] == (123, 33, 0)


def test_h6_both_players_scores_do_not_add_up():
    assert sheet_after("A99 B99").winners == (None, None, None)


@pytest.mark.parametrize("seat", [0, 1])
def test_h6_the_column_is_the_scorers(seat):
    sheet = sheet_after("A95 B99" + (" A5" if seat == 0 else " B1"))

    assert sheet.winners == (seat, None, None)


def test_h7_other_columns_go_on_unchanged():
    sheet = sheet_after("A50 A60 A7")

    assert (sheet.winners, sheet.scores[0]) == ((0, None, None), (110, 67, 7))


def test_h8_one_hand_may_close_two_columns():
    assert sheet_after("A10 A100").winners == (0, 0, None)


def test_h8_one_hand_may_close_all():
    sheet = sheet_after("A10 A10 A123")

    assert (sheet.winners, sheet.is_over(COUNT)) == ((0, 0, 0), True)


def test_h8_a_hand_closes_only_what_it_fills():
    """1 and 1 and 99: column 1 has 101, column 2 has 100, column 3 has 99."""
    assert sheet_after("A1 A1 A99").winners == (0, 0, None)


@pytest.mark.parametrize(
    ("hands", "closing"),
    [("", (0,)), ("A10", (0, 1)), ("A10 A10", (0, 1, 2)), ("A100", (1,)), ("B60", (0,))],
)
def test_h8_what_a_hand_would_close(hands, closing):
    sheet = sheet_after(hands)

    assert sheet.closed_by(Entry(0, 100), COUNT) == closing
    assert sheet == sheet_after(hands)


@BOTH
def test_h9_the_pattern_never_starts_again(rules):
    """After three wins a player enters in all open columns, also when column 1 has closed."""
    sheet = sheet_after("A60 A20 A30 A10", rules)

    assert (sheet.winners, sheet.scores[0]) == ((0, None, None), (110, 60, 40))


# H10 to H12: the end


def test_h10_the_series_goes_on_though_two_games_are_one_players():
    sheet = sheet_after("A10 A100 A5")

    assert (sheet.games(0), sheet.is_over(Rules())) == (2, False)


def test_h10_stop_when_decided_stops_then():
    rules = Rules(stop_when_decided=True)

    assert not sheet_after("A100", rules).is_over(rules)
    assert sheet_after("A10 A100", rules).is_over(rules)


def test_h10_stop_when_decided_waits_at_one_game_each():
    rules = Rules(stop_when_decided=True)
    sheet = sheet_after("A100 B1 B100", rules)

    assert (sheet.winners, sheet.is_over(rules)) == ((0, 1, None), False)


def test_h10_the_series_ends_when_all_are_closed():
    sheet = sheet_after("A10 A100 A5 A100")

    assert (sheet.is_closed, sheet.is_over(Rules())) == (True, True)


@BOTH
def test_h12_two_hands_cannot_end_a_series(rules):
    """A player's second win reaches column 2 at most."""
    sheets = [sheet_after(f"{first}9999 {second}9999", rules) for first in "AB" for second in "AB"]

    assert [sheet.is_over(rules) for sheet in sheets] == [False] * 4


@BOTH
def test_h12_three_hands_can(rules):
    assert sheet_after("A10 A10 A100", rules).is_over(rules)


# G4: boxes on the sheet


def test_g4_a_box_is_counted_in_every_column_of_its_entry():
    sheet = empty_sheet(COUNT).enter(Entry(1, 5), COUNT).enter(Entry(1, 5), COUNT)

    assert sheet.boxes == ((0, 0, 0), (2, 1, 0))


def test_o2_boxes_and_entries_are_counted_apart():
    sheet = empty_sheet(COUNT).enter(Entry(0, 40, boxes=3), COUNT).enter(Entry(0, 9), COUNT)

    assert (sheet.boxes[0], sheet.entries[0], sheet.wins[0]) == ((4, 1, 0), (2, 1, 0), 2)


def test_g4_immediate_boxes_count_at_once_and_towards_the_target():
    rules = Rules().replace({"box_timing": "immediate", "box_bonus": 10})

    assert sheet_after("A90", rules).winners == (0, None, None)
    assert sheet_after("A90", rules).scores[0] == (100, 0, 0)
    assert sheet_after("A89", rules).winners == (None, None, None)


def test_g4_o2_several_immediate_boxes():
    rules = Rules().replace({"box_timing": "immediate", "box_bonus": 10})

    sheet = empty_sheet(rules).enter(Entry(1, 40, boxes=3), rules)

    assert sheet.scores[1] == (70, 0, 0)


def test_g4_boxes_at_the_end_are_not_in_the_scores():
    rules = Rules().replace({"box_bonus": 25})

    assert sheet_after("A90", rules).scores[0] == (90, 0, 0)


# Properties


def random_rules(chance: random.Random) -> Rules:
    rules = load_profile(chance.choice(profile_names())).rules
    return rules.replace(
        {
            "entry_rule": chance.choice(["count", "hoyle"]),
            "target": chance.choice([50, 100, 125, 150]),
        }
    )


def play_series(chance: random.Random, rules: Rules) -> list[Sheet]:
    """Return the sheets of a random series, the empty one first."""
    sheets = [empty_sheet(rules)]
    leaning = chance.random()
    while not sheets[-1].is_over(rules):
        seat = int(chance.random() < leaning)
        entry = Entry(seat, chance.randint(1, 123), chance.choice([1, 1, 1, 2, 3]))
        sheets.append(sheets[-1].enter(entry, rules))
    return sheets


def check_series(sheets: list[Sheet], rules: Rules) -> None:
    """Check H6 (nesting, order of closing) and the sums of a finished series."""
    closed_at: list[int] = [0, 0, 0]
    for hand, (before, sheet) in enumerate(pairwise(sheets), 1):
        for column in range(3):
            if before.winners[column] is None and sheet.winners[column] is not None:
                closed_at[column] = hand
                assert sheet.scores[sheet.winners[column]][column] >= rules.target
            if before.winners[column] is not None:
                assert [sheet.scores[seat][column] for seat in (0, 1)] == [
                    before.scores[seat][column] for seat in (0, 1)
                ]
                assert sheet.winners[column] == before.winners[column]
            elif sheet.winners[column] is None:
                assert max(sheet.scores[seat][column] for seat in (0, 1)) < rules.target
        still_open = [column for column, winner in enumerate(sheet.winners) if winner is None]
        for seat in (0, 1):
            row = [sheet.scores[seat][column] for column in still_open]
            assert row == sorted(row, reverse=True)
        assert still_open == list(range(3 - len(still_open), 3))
        assert sum(sheet.wins) == hand
    assert closed_at == sorted(closed_at)
    last = sheets[-1]
    assert (last.games(0) + last.games(1), len(sheets) > 3) == (3, True)
    outcome = close_series(last, rules)
    swapped = close_series(mirrored(last), rules)
    assert outcome.net == sum(outcome.settlement)
    assert swapped.net + outcome.net == 0
    assert {outcome.winner, swapped.winner} == {0, 1}
    assert (sum(outcome.games), outcome.columns) == (3, last.winners)


def mirrored(sheet: Sheet) -> Sheet:
    """Return the sheet as it is with the seats swapped."""
    return Sheet(
        (sheet.scores[1], sheet.scores[0]),
        (sheet.entries[1], sheet.entries[0]),
        (sheet.boxes[1], sheet.boxes[0]),
        (sheet.wins[1], sheet.wins[0]),
        tuple(None if winner is None else 1 - winner for winner in sheet.winners),
    )


@BOUNDED
@given(st.randoms(use_true_random=False))
def test_h6_columns_are_nested_and_close_in_order(chance):
    rules = random_rules(chance)

    check_series(play_series(chance, rules), rules)


@pytest.mark.slow
def test_h6_columns_are_nested_and_close_in_order_in_20000_series():
    for seed in range(20_000):
        chance = random.Random(seed)
        rules = random_rules(chance)
        check_series(play_series(chance, rules), rules)
