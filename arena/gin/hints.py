"""What a card is good for: small judgements that several bots share. No bot has to use them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.gin.cards import BIT, CARD_AT
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
    suit = hand >> shift & SUIT
    row = suit << 2
    if tables.wraps:
        row |= suit >> 11 | (suit & 3) << 15
    around = row >> rank & 31  # the two ranks below, the card's own, the two above
    return around & 3 == 3 or around & 10 == 10 or around & 24 == 24


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
    values, melds_of = tables.values, tables.short_melds
    gone &= ~hand
    best: i64 = -1
    least: i64 = 0
    while cards:
        bit = cards & -cards
        cards ^= bit
        card: i64 = CARD_AT[bit % 53]
        uses: i64 = 0
        for meld in melds_of[card]:
            if meld & gone:
                continue
            others = meld & hand ^ bit
            if others:
                uses += 2 if others & others - 1 else 1
        order = uses * 16 - values[card % 13]
        if best < 0 or order <= least:
            best, least = card, order
    return best
