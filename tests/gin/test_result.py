"""Points of a round, its boxes, and who deals next (S1 to S9, G4, O2, D4, D5)."""

import pytest

from arena.gin.cards import parse_card
from arena.gin.result import (
    Finish,
    RoundResult,
    boxes,
    most_deadwood,
    next_dealer,
    points,
)
from arena.gin.rules import Rules

SPADE, HEART = parse_card("AS"), parse_card("KH")


def worth(finish: Finish, margin: int = 0, upcard: int = HEART, **options: object) -> int:
    return points(RoundResult(finish, 0, margin, upcard), Rules().replace(options))


def test_s1_gin_is_the_defenders_count_and_the_bonus():
    assert worth(Finish.GIN, 15) == 40


@pytest.mark.parametrize("bonus", [0, 20, 25, 1000])
def test_s1_gin_bonus(bonus):
    assert worth(Finish.GIN, 7, gin_bonus=bonus) == 7 + bonus


def test_s2_a_knock_is_the_difference_alone():
    assert worth(Finish.KNOCK, 13, gin_bonus=20, undercut_bonus=25, big_gin_bonus=31) == 13


@pytest.mark.parametrize("bonus", [0, 10, 15, 20, 25])
def test_s3_an_undercut_is_the_difference_and_the_bonus(bonus):
    assert worth(Finish.UNDERCUT, 5, undercut_bonus=bonus) == 5 + bonus


def test_s4_a_tie_that_is_an_undercut_is_the_bonus_alone():
    assert worth(Finish.UNDERCUT, 0, undercut_bonus=10) == 10


@pytest.mark.parametrize("bonus", [31, 50])
def test_s6_big_gin_has_its_own_bonus(bonus):
    assert worth(Finish.BIG_GIN, 20, big_gin_bonus=bonus) == 20 + bonus


@pytest.mark.parametrize(
    ("finish", "margin", "single"),
    [(Finish.KNOCK, 8, 8), (Finish.GIN, 8, 33), (Finish.UNDERCUT, 4, 14), (Finish.FORFEIT, 0, 123)],
)
def test_s7_a_spade_upcard_doubles_the_bonus_too(finish, margin, single):
    assert worth(finish, margin, SPADE, spade_double=True) == 2 * single


@pytest.mark.parametrize("upcard", ["AC", "KC", "AD", "KD", "AH", "KH"])
def test_s7_no_other_suit_doubles(upcard):
    assert worth(Finish.KNOCK, 8, parse_card(upcard), spade_double=True) == 8


@pytest.mark.parametrize("upcard", ["AS", "7S", "KS"])
def test_s7_every_spade_doubles(upcard):
    assert worth(Finish.KNOCK, 8, parse_card(upcard), spade_double=True) == 16


def test_s7_without_the_option_a_spade_is_a_card_like_others():
    assert worth(Finish.KNOCK, 8, SPADE, spade_double=False) == 8


@pytest.mark.parametrize(
    "finish", [Finish.VOID_STOCK, Finish.VOID_TAKES, Finish.VOID_GIN, Finish.TIE]
)
def test_v8_s4_a_round_without_a_winner_is_worth_nothing(finish):
    assert points(RoundResult(finish), Rules(gin_bonus=25, undercut_bonus=25)) == 0


def test_s8_boxes_and_game_bonus_are_not_in_the_points():
    assert worth(Finish.KNOCK, 8, box_bonus=25, game_bonus=100, box_timing="immediate") == 8


@pytest.mark.parametrize(
    ("options", "price"),
    [
        ({}, 123),
        ({"gin_bonus": 20}, 118),
        ({"big_gin_bonus": 31}, 129),
        ({"big_gin_bonus": 10}, 123),  # the greater of the two
        ({"ace_mode": "corner", "ace_value": 15, "gin_bonus": 20}, 130),
        ({"ace_mode": "corner"}, 123),
    ],
)
def test_a_forfeited_round_costs_the_highest_price(options, price):
    assert worth(Finish.FORFEIT, **options) == price


def test_m6_s9_most_deadwood():
    assert (most_deadwood(Rules()), most_deadwood(Rules(ace_value=15))) == (98, 110)


@pytest.mark.parametrize(
    ("finish", "count"),
    [
        (Finish.KNOCK, 1),
        (Finish.UNDERCUT, 2),
        (Finish.GIN, 3),
        (Finish.BIG_GIN, 3),
        (Finish.FORFEIT, 1),
    ],
)
def test_o2_boxes_of_a_won_round(finish, count):
    rules = Rules(box_undercut=2, box_gin=3)

    assert boxes(RoundResult(finish, 0), rules) == count


@pytest.mark.parametrize("finish", [Finish.KNOCK, Finish.UNDERCUT, Finish.GIN, Finish.BIG_GIN])
def test_g4_a_box_each_unless_the_rules_say_more(finish):
    assert boxes(RoundResult(finish, 0), Rules()) == 1


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("void", ["same", "rotate"])
def test_d4_next_dealer_after_a_scored_round(dealer, winner, void):
    def deals_next(rotation: str) -> int:
        rules = Rules().replace({"dealer_rotation": rotation, "void_dealer": void})
        return next_dealer(dealer, winner, rules)

    assert deals_next("winner") == winner
    assert deals_next("loser") == 1 - winner
    assert deals_next("alternate") == 1 - dealer


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("rotation", ["winner", "loser", "alternate"])
def test_d5_next_dealer_where_nobody_scored(dealer, rotation):
    same = Rules().replace({"dealer_rotation": rotation, "void_dealer": "same"})
    rotate = same.replace({"void_dealer": "rotate"})

    assert next_dealer(dealer, None, same) == dealer
    assert next_dealer(dealer, None, rotate) == 1 - dealer
