"""What a seat may do, from the facts it knows itself: the one text for round and view.

An engine that asked its own hidden cards here would leak them through the list of legal actions.
"""

from typing import Final

from arena.gin.actions import Action, BigGin, Discard, Draw, Knock, LayOff, Offer, Phase
from arena.gin.cards import cards_of
from arena.gin.kernel import deadwood, discards_within
from arena.gin.rules import Rules

PASS: Final = Offer.PASS
TAKE: Final = Offer.TAKE
STOCK: Final = Draw.STOCK
PILE: Final = Draw.PILE
DISCARDS: Final = tuple(Discard(card) for card in range(52))
KNOCKS: Final = tuple(Knock(card) for card in range(52))
BIG_GIN: Final = BigGin()
LAY_OFF_BEST: Final = LayOff()


def legal_actions(
    phase: Phase, hand: int, barred: int, limit: int, rules: Rules
) -> tuple[Action, ...]:
    """Return what may be answered in a phase, in a fixed order.

    Knocks stand without a layout: any layout within the limit may be declared with them (K5), and
    with the lay-off the defender may declare his own melds and lay-offs (L4).

    Args:
        phase: where the round stands.
        hand: the asked seat's cards.
        barred: the card that may not be thrown, as a hand; 0 for none (T6).
        limit: the knock limit of the round (K2, O1).
        rules: the house rules.
    """
    if phase in (Phase.FIRST_OFFER, Phase.SECOND_OFFER, Phase.LAST_OFFER):
        return (PASS, TAKE)
    if phase is Phase.DRAW:
        return (STOCK, PILE)
    if phase is Phase.FORCED_STOCK:
        return (STOCK,)
    if phase is Phase.LAY_OFF:
        return (LAY_OFF_BEST,)
    if phase is Phase.OVER:
        return ()
    actions: list[Action] = []
    if phase is Phase.PLAY:
        actions += [DISCARDS[card] for card in cards_of(hand & ~barred)]
    knocks = discards_within(hand, limit, barred, rules.tables)
    actions += [KNOCKS[card] for card in cards_of(knocks)]
    if is_big_gin(hand, rules):
        actions.append(BIG_GIN)
    return tuple(actions)


def is_big_gin(hand: int, rules: Rules) -> bool:
    """Tell whether eleven cards may be shown as big gin (K8)."""
    return rules.big_gin_bonus is not None and deadwood(hand, rules.tables) == 0


def can_take_to_knock(hand: int, card: int, limit: int, rules: Rules) -> bool:
    """Tell whether a seat that takes the last discard could end the round with it (V6, T6)."""
    eleven = hand | 1 << card
    barred = 1 << card if rules.discard_taken == "forbid" else 0
    return is_big_gin(eleven, rules) or bool(discards_within(eleven, limit, barred, rules.tables))
