"""What a card is good for: small judgements that several bots share. No bot has to use them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.gin.cards import BIT, CARD_AT
from arena.gin.kernel import CARDS
from arena.gin.melding import RANK, SUIT, Tables
from arena.gin.rules import Rules

if TYPE_CHECKING:
    from mypy_extensions import i64


def melds_with(hand: int, card: int, rules: Rules) -> bool:
    """Tell whether a card would form a meld with cards of a hand, whatever else they could be in.

    >>> from arena.gin.cards import parse_card, parse_hand
    >>> melds_with(parse_hand("5H 6H KC KD"), parse_card("7H"), Rules())
    True
    """
    return joins_meld(hand, card, rules.tables)


def joins_meld(hand: i64, card: i64, tables: Tables) -> bool:
    """Tell the same as `melds_with` from the tables alone."""
    rank = card % 13
    shift = card - rank
    same = hand >> rank & RANK & ~BIT[shift]
    if same & same - 1:
        return True
    beside = cards_beside(hand >> shift & SUIT, rank, tables)
    return beside & 3 == 3 or beside & 6 == 6 or beside & 12 == 12


def cards_beside(suit: i64, rank: i64, tables: Tables) -> i64:
    """Return which of the two ranks below and the two above are in a suit, as four bits."""
    row = suit << 2
    if tables.wraps:
        row |= suit >> 11 | (suit & 3) << 15
    around = row >> rank
    return around & 3 | around >> 1 & 12


def least_useful_of(cards: int, hand: int, gone: int, rules: Rules) -> int:
    """Return the one of some cards that could still join the fewest melds of three with a hand.

    A meld counts once for every card of it that the hand has beside this one; one that needs a card
    that is gone counts nothing. Ties go to the dearest card, then to the last in pack order.

    Args:
        cards: the cards to choose from, as a hand; not empty.
        hand: the whole hand.
        gone: cards that cannot be had any more, as a hand.
        rules: how runs and values count.
    """
    return fewest_uses(cards, hand, gone, rules.tables)


def fewest_uses(cards: i64, hand: i64, gone: i64, tables: Tables) -> i64:
    """Return the same as `least_useful_of` from the tables alone."""
    values = tables.values
    left = CARDS & ~gone | hand
    best: i64 = -1
    least: i64 = 0
    while cards:
        bit = cards & -cards
        cards ^= bit
        card: i64 = CARD_AT[bit % 53]
        order = uses_of(card, hand, left, tables) * 16 - values[card % 13]
        if best < 0 or order <= least:
            best, least = card, order
    return best


def uses_of(card: i64, hand: i64, left: i64, tables: Tables) -> i64:
    """Return how many cards of a hand stand beside a card in the melds of three it may still join.

    Args:
        card: a card of the hand.
        hand: the whole hand.
        left: the cards that can still be had, the hand's own among them.
        tables: how runs count.
    """
    rank = card % 13
    shift = card - rank
    others = RANK & ~BIT[shift]
    # Each equal rank in the hand is in a set with each other one that is left.
    in_sets = count_ranks(hand >> rank & others) * (count_ranks(left >> rank & others) - 1)
    beside = cards_beside(hand >> shift & SUIT, rank, tables)
    may_be = cards_beside(left >> shift & SUIT, rank, tables)
    return in_sets + RUN_USES[may_be << 4 | beside]


def count_ranks(same: i64) -> i64:
    """Return how many cards of one rank, moved down to the ace, there are."""
    return (same & 1) + (same >> 13 & 1) + (same >> 26 & 1) + (same >> 39 & 1)


def run_uses(may_be: int, beside: int) -> int:
    """Return the cards beside one in the runs of three that it may join; figures as four bits."""
    return sum((beside & pair).bit_count() for pair in (3, 6, 12) if may_be & pair == pair)


RUN_USES: Final = bytes([run_uses(may_be, beside) for may_be in range(16) for beside in range(16)])
