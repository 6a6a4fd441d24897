"""What a card is good for: small judgements that several bots share. No bot has to use them."""

from arena.gin.cards import cards_of
from arena.gin.rules import Rules


def melds_with(hand: int, card: int, rules: Rules) -> bool:
    """Tell whether a card would form a meld with cards of a hand, whatever else they could be in.

    >>> from arena.gin.cards import parse_card, parse_hand
    >>> melds_with(parse_hand("5H 6H KC KD"), parse_card("7H"), Rules())
    True
    """
    with_it = hand | 1 << card
    return any(meld & with_it == meld for meld in rules.tables.short_melds[card])


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
    tables = rules.tables
    best, least = -1, (0, 0)
    for card in cards_of(cards):
        uses = sum(
            (meld & hand).bit_count() - 1
            for meld in tables.short_melds[card]
            if not meld & gone & ~hand
        )
        order = (uses, -tables.values[card % 13])
        if best < 0 or order <= least:
            best, least = card, order
    return best
