"""Deadwood, discards, layouts and lay-offs against tables, exact counts, and the naive solver."""

import csv
from collections.abc import Iterator
from itertools import combinations
from math import factorial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.gin.cards import format_hand, parse_cards, parse_hand
from arena.gin.kernel import (
    best_discards,
    best_layout,
    deadwood,
    discards_within,
    lay_off,
    lay_off_choices,
    lay_off_targets,
    layouts,
)
from arena.gin.melding import Tables, tables_for

from . import naive
from .naive import Cards, Melds, Ways
from .stacking import melds
from .strategies import BOUNDED, WAYS, hands, showdowns

DATA = Path(__file__).parents[1] / "data"
LOW = Ways()
EVERY_WAY = pytest.mark.parametrize("ways", WAYS.values(), ids=WAYS.keys())


def tables_of(ways: Ways) -> Tables:
    return tables_for(ways.ace, wraps=ways.corner)


def hand_of(cards: Cards) -> int:
    return parse_hand(naive.text_of(cards))


def cards_in(hand: int) -> Cards:
    return naive.cards(format_hand(hand, " "))


def melds_in(layout: tuple[int, ...]) -> Melds:
    return tuple(cards_in(meld) for meld in layout)


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def spread_of(row: dict[str, str]) -> tuple[int, ...]:
    return melds(*row["knocker_melds"].split("|"))


# The tables


def test_every_row_of_deadwood10():
    table = rows("deadwood10.csv")

    wrong = [row for row in table if deadwood(parse_hand(row["hand"])) != int(row["min_deadwood"])]

    assert (len(table), wrong) == (4000, [])


def test_every_row_of_deadwood11():
    table = rows("deadwood11.csv")

    def is_wrong(row: dict[str, str]) -> bool:
        hand = parse_hand(row["hand"])
        expected = int(row["min_deadwood_after_discard"]), parse_hand(row["best_discards"])
        big = deadwood(hand) == 0
        return best_discards(hand) != expected or big != (row["big_gin"] == "1")

    assert (len(table), [row for row in table if is_wrong(row)]) == (2000, [])


def test_every_row_of_layoff():
    table = rows("layoff.csv")

    def is_wrong(row: dict[str, str]) -> bool:
        count, laid, own = lay_off(spread_of(row), parse_hand(row["defender_hand"]))
        loose = parse_hand(row["defender_hand"]) ^ laid ^ sum(own)
        points = naive.points(cards_in(loose), LOW)
        return count != int(row["min_defender_deadwood"]) or points != count

    assert (len(table), [row for row in table if is_wrong(row)]) == (800, [])


def test_the_naive_solver_agrees_with_the_tables():
    """The oracle of the properties below has an oracle of its own."""
    for row in rows("deadwood10.csv")[::20]:
        assert naive.deadwood(naive.cards(row["hand"]), LOW) == int(row["min_deadwood"]), row
    for row in rows("deadwood11.csv")[::40]:
        found = naive.best_discards(naive.cards(row["hand"]), frozenset(), LOW)
        expected = int(row["min_deadwood_after_discard"]), naive.cards(row["best_discards"])
        assert found == expected, row
    for row in rows("layoff.csv")[::8]:
        spread = tuple(naive.cards(meld) for meld in row["knocker_melds"].split("|"))
        found = naive.lay_off(spread, naive.cards(row["defender_hand"]), LOW)
        assert found.count == int(row["min_defender_deadwood"]), row


# Exact counts


def gin_and_knocks(hands_and_weights: Iterator[tuple[int, int]]) -> tuple[int, int]:
    """Return how many hands have deadwood 0, and how many have 10 or less."""
    gin = knocks = 0
    for hand, weight in hands_and_weights:
        left = deadwood(hand)
        if left <= 10:
            knocks += weight
            gin += weight * (left == 0)
    return gin, knocks


def every_hand(size: int) -> Iterator[tuple[int, int]]:
    for bits in combinations([1 << card for card in range(52)], size):
        yield sum(bits), 1


def one_of_each_suiting(size: int) -> Iterator[tuple[int, int]]:
    """Yield one hand of all that differ only in the names of the suits, and how many those are."""
    by_size = [
        [sum(bits) for bits in combinations([1 << rank for rank in range(13)], count)]
        for count in range(size + 1)
    ]

    def suits(left: int, most: int, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == 4:
            if left == 0:
                yield chosen
            return
        for count in range(left + 1):
            for mask in by_size[count]:
                if mask <= most:
                    yield from suits(left - count, mask, (*chosen, mask))

    for masks in suits(size, (1 << 13) - 1, ()):
        weight = factorial(4)
        for mask in set(masks):
            weight //= factorial(masks.count(mask))
        yield masks[0] | masks[1] << 13 | masks[2] << 26 | masks[3] << 39, weight


@pytest.mark.parametrize(("size", "counts"), [(3, (96, 1_200)), (4, (53, 5_921))])
def test_exact_counts_of_small_hands(size, counts):
    assert gin_and_knocks(every_hand(size)) == counts


def test_one_hand_stands_for_all_its_suitings():
    suitings = list(one_of_each_suiting(5))
    assert (len(suitings), sum(weight for _, weight in suitings)) == (134_459, 2_598_960)


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (5, (36, 31_076)),
        (6, (4_010, 103_886)),
        pytest.param(7, (4_100, 325_620), marks=pytest.mark.slow),
    ],
)
def test_exact_counts_by_suitings(size, counts):
    """Six cards make 20,358,520 hands, seven 133,784,560."""
    assert gin_and_knocks(one_of_each_suiting(size)) == counts


@pytest.mark.slow
@pytest.mark.parametrize(("size", "counts"), [(5, (36, 31_076)), (6, (4_010, 103_886))])
def test_exact_counts_of_every_hand(size, counts):
    assert gin_and_knocks(every_hand(size)) == counts


@pytest.mark.parametrize(("corner", "count"), [(False, 329), (True, 589)])
def test_ex_71_number_of_melds(corner, count):
    assert len(tables_for(1, wraps=corner).melds) == count


@pytest.mark.parametrize("corner", [False, True])
def test_the_melds_are_those_of_the_naive_solver(corner):
    own = {cards_in(meld) for meld in tables_for(1, wraps=corner).melds}

    assert own == naive.all_melds(Ways(corner=corner))


def test_m6_largest_deadwood_of_ten_cards():
    assert deadwood(parse_hand("KC KD QH QS JC JD TH TS 9C 9D")) == 98


def test_s9_largest_deadwood_with_a_loose_ace_at_15():
    hand = parse_hand("AC AD KH KS QC QD JH JS TC TD")

    assert deadwood(hand, tables_for(15, wraps=True)) == 110


# Against the naive solver


@EVERY_WAY
@BOUNDED
@given(data=st.data())
def test_deadwood_equals_the_naive_solver(ways, data):
    hand = data.draw(st.integers(1, 12).flatmap(hands) | hands())

    assert deadwood(hand_of(hand), tables_of(ways)) == naive.deadwood(hand, ways)


@EVERY_WAY
@BOUNDED
@given(hand=hands(11), with_barred=st.booleans(), choice=st.integers(0, 10))
def test_best_discards_equal_the_naive_solver(ways, hand, with_barred, choice):
    barred = frozenset(sorted(hand)[choice : choice + with_barred])

    least, ties = best_discards(hand_of(hand), hand_of(barred), tables_of(ways))

    assert (least, cards_in(ties)) == naive.best_discards(hand, barred, ways)


@EVERY_WAY
@BOUNDED
@given(
    hand=hands(11), with_barred=st.booleans(), choice=st.integers(0, 10), limit=st.integers(0, 30)
)
def test_discards_within_a_limit_equal_the_naive_solver(ways, hand, with_barred, choice, limit):
    barred = frozenset(sorted(hand)[choice : choice + with_barred])

    fitting = discards_within(hand_of(hand), limit, hand_of(barred), tables_of(ways))

    assert cards_in(fitting) == naive.discards_within(hand, limit, barred, ways)


@EVERY_WAY
@BOUNDED
@given(hand=hands() | hands(11))
def test_layouts_are_those_of_the_naive_solver_each_once(ways, hand):
    found = [frozenset(melds_in(layout)) for layout in layouts(hand_of(hand), tables_of(ways))]

    assert len(found) == len(set(found))
    assert set(found) == naive.optimal_layouts(hand, ways)


@EVERY_WAY
@BOUNDED
@given(hand=hands())
def test_m5_best_layout_equals_the_naive_solver(ways, hand):
    found = best_layout(hand_of(hand), hand_of(hand), tables_of(ways))

    assert melds_in(found) == naive.chosen_layout(hand, hand, ways)


@EVERY_WAY
@BOUNDED
@given(own=hands(), kept=st.integers(3, 9))
def test_m5_own_cards_laid_off_before_are_still_own(ways, own, kept):
    hand = frozenset(sorted(own)[:kept])

    found = best_layout(hand_of(hand), hand_of(own), tables_of(ways))

    assert melds_in(found) == naive.chosen_layout(hand, own, ways)


@EVERY_WAY
@BOUNDED
@given(data=st.data())
def test_l5_lay_off_equals_the_naive_solver(ways, data):
    spread, hand = data.draw(showdowns(ways))

    shown = tuple(hand_of(meld) for meld in spread)
    count, laid, own = lay_off(shown, hand_of(hand), tables_of(ways))

    found = naive.Defence(count, cards_in(laid), melds_in(own))
    assert found == naive.lay_off(spread, hand, ways)


@EVERY_WAY
@BOUNDED
@given(data=st.data())
def test_l2_choices_are_all_that_any_order_of_lay_offs_reaches(ways, data):
    spread, hand = data.draw(showdowns(ways))

    shown = tuple(hand_of(meld) for meld in spread)
    found = [cards_in(cards) for cards in lay_off_choices(shown, hand_of(hand), tables_of(ways))]

    assert found[0] == frozenset()
    assert len(found) == len(set(found))
    assert set(found) == naive.lay_offs(spread, hand, ways)


@EVERY_WAY
def test_l2_targets_of_every_meld(ways):
    for meld in naive.all_melds(ways):
        found = cards_in(lay_off_targets(hand_of(meld), tables_of(ways)))
        assert found == {card for card in naive.PACK if naive.fits(card, meld, ways)}, meld


@EVERY_WAY
@BOUNDED
@given(hand=hands() | hands(11), suits=st.permutations("CDHS"))
def test_the_names_of_the_suits_do_not_matter(ways, hand, suits):
    """What the count of five cards above takes for granted."""
    renamed = frozenset(card[0] + suits["CDHS".index(card[1])] for card in hand)
    tables = tables_of(ways)

    assert deadwood(hand_of(hand), tables) == deadwood(hand_of(renamed), tables)


# By hand


def test_m2_a_card_is_in_one_meld_only():
    """7H ends the set or starts the run, not both: the run leaves 3 less (EX-05)."""
    hand = parse_hand("7C 7D 7H 8H 9H KC QD JC 2S 3D")

    assert best_layout(hand, hand) == melds("7H 8H 9H")


def test_m5_fewer_cards_to_lay_off_come_first():
    """Set of threes or run of hearts: both leave 9; the set lets 3S go, the run AH and 5H."""
    hand = parse_hand("2H 3H 4H 3C 3D TC JC QC AS 2D")

    assert best_layout(hand, hand) == melds("3C 3D 3H", "TC JC QC")


def test_m5_own_cards_are_no_lay_offs():
    """As above, but AH and 5H are the player's own: now nothing fits the run, and 3S the set."""
    # Own: AH, 5H (loose) beside 2H 3H 4H would lengthen the run, so they are of the ten cards only
    # where they were laid off before: own is wider than the hand.
    hand = parse_hand("2H 3H 4H 3C 3D AS 2D")

    assert best_layout(hand, hand | parse_hand("AH 5H")) == melds("2H 3H 4H")


def test_m5_pack_order_decides_last():
    """Ten hearts from 4 to K in one, two or three runs: whichever way, 3H alone would fit."""
    hand = parse_hand("4H 5H 6H 7H 8H 9H TH JH QH KH")

    # Every other end is an own card. The first list of melds in pack order has the shortest first
    # run, then the shortest second one that leaves no card loose.
    assert best_layout(hand, hand) == melds("4H 5H 6H", "7H 8H 9H", "TH JH QH KH")


@pytest.mark.parametrize(
    ("hand", "low", "corner"),
    [
        ("QS KS AS", 21, 0),  # Q-K-A
        ("KS AS 2S", 13, 0),  # K-A-2
        ("AS 2S 3S", 0, 0),
        ("JS QS KS AS 2S 3S", 0, 0),  # two runs, or one of six cards round the corner
        ("QS KS AS 2S", 23, 0),
        ("AC KS AS", 12, 12),  # a run is of one suit
    ],
)
def test_c3_o7_runs_round_the_corner(hand, low, corner):
    cards = parse_hand(hand)

    assert deadwood(cards, tables_for(1, wraps=False)) == low
    assert deadwood(cards, tables_for(1, wraps=True)) == corner


def test_o6_a_loose_ace_counts_15():
    assert deadwood(parse_hand("AC 2D 2H"), tables_for(15, wraps=True)) == 19


@pytest.mark.parametrize(
    ("meld", "low", "corner"),
    [
        ("7C 7D 7H", "7S", "7S"),
        ("7C 7D 7H 7S", "", ""),
        ("2D 3D 4D", "AD 5D", "AD 5D"),
        ("AD 2D 3D", "4D", "4D KD"),
        ("JD QD KD", "TD", "AD TD"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "", ""),
    ],
)
def test_l2_cards_that_fit_a_meld(meld, low, corner):
    cards = parse_hand(meld)

    assert lay_off_targets(cards, tables_for(1, wraps=False)) == parse_hand(low)
    assert lay_off_targets(cards, tables_for(1, wraps=True)) == parse_hand(corner)


def test_l5_a_run_is_tried_before_a_set():
    """5S fits the fives and the run; on the run it lets 6S follow."""
    spread = melds("5C 5D 5H", "2S 3S 4S")
    hand = parse_hand("5S 6S KC KD QH QS JC 9D 9H 7C")

    count, laid, _ = lay_off(spread, hand)

    assert (count, format_hand(laid, " ")) == (10 + 10 + 10 + 10 + 10 + 9 + 9 + 7, "5S 6S")


def test_l5_fewest_cards_are_laid_off():
    """All of 6S 7S 8S would fit the run; melded they count as little, so none is laid off."""
    spread = melds("3S 4S 5S")
    hand = parse_hand("6S 7S 8S KC KD QH QC JD 9D 2H")

    count, laid, own = lay_off(spread, hand)

    assert (count, laid, own) == (10 + 10 + 10 + 10 + 10 + 9 + 2, 0, melds("6S 7S 8S"))


def test_l5_then_the_lowest_cards_are_laid_off():
    """Tens or run: either leaves a ten or a jack, with one card laid off; TC comes before QD."""
    # Spread 7C8C9C takes TC, the queens take QD.   Set TC TD TH, QD off:   JD left, 10
    #                                               Run TD JD QD, TC off:   TH left, 10
    spread = melds("7C 8C 9C", "QC QH QS")
    hand = parse_hand("TC TD TH JD QD 2C 4D 6H 2H 4S")

    count, laid, own = lay_off(spread, hand)

    assert (count, laid, own) == (
        10 + 2 + 4 + 6 + 2 + 4,
        parse_hand("TC"),
        melds("TD JD QD"),
    )


def test_l5_the_lowest_card_of_each_choice_is_compared_first():
    """Three cards off and 2D 3D 3H 2S left in either case; 8C 7S 8S come before 9D TD 7S."""
    # 8C on the clubs, 7S 8S on the spades:   8D 9D TD is a run.
    # 9D TD on the diamonds, 7S on the spades:   8C 8D 8S is a set.
    spread = melds("9C TC JC QC", "JD QD KD", "4S 5S 6S")
    hand = parse_hand("8C 2D 3D 8D 9D TD 3H 2S 7S 8S")

    count, laid, own = lay_off(spread, hand)

    assert (count, format_hand(laid, " "), own) == (10, "8C 7S 8S", melds("8D 9D TD"))


def test_l5_then_the_own_melds_by_m5():
    """The same cards off, two layouts: the set of threes lets less be laid off than the run."""
    spread = melds("JS QS KS")
    hand = parse_hand("2H 3H 4H 3C 3D TS AS 2D 7C 9D")

    _, laid, own = lay_off(spread, hand)

    assert (laid, own) == (parse_hand("TS"), melds("3C 3D 3H"))


def test_cards_stand_twice_in_no_row():
    for name in ("deadwood10.csv", "deadwood11.csv"):
        assert all(len(parse_cards(row.get("hand", ""))) in (10, 11) for row in rows(name))
