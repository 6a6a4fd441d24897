"""The built-in policies of roll-outs: what a seat does next, straight on a round.

They play as the reference bots `greedy` and `simple` do, and look at nothing that a view would not
show: the seat's own hand, the pile, what is known of the other hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from arena.gin.cards import BIT, CARD_AT
from arena.gin.chance import Chance
from arena.gin.hints import fewest_uses, joins_meld
from arena.gin.kernel import CARDS, best_shedding, deadwood
from arena.gin.legal import LAY_OFF_BEST, is_big_gin
from arena.gin.round import DRAW, FORCED_STOCK, LAST_PLAY, LAY_OFF, PLAY, Round
from arena.gin.rules import Rules
from arena.gin.showdown import check_spread

if TYPE_CHECKING:
    from mypy_extensions import i64

Policy = Literal["greedy", "simple"]
POLICIES: Final = ("greedy", "simple")


class Actor:
    """A policy at a table: it answers whatever a round asks the seat to act."""

    __slots__ = ("_chance", "_dearest", "_hand", "_is_greedy", "_least", "_rules", "_tables")

    def __init__(self, policy: Policy, rules: Rules, chance: Chance) -> None:
        self._is_greedy = policy == "greedy"
        self._rules = rules
        self._tables = rules.tables
        self._dearest: i64 = max(rules.tables.values)
        self._chance = chance
        # A hand and its deadwood: what was left of the last play is what the next turn begins with.
        self._hand: i64 = 0
        self._least: i64 = 0

    def act(self, round_: Round) -> None:
        """Do one thing in a round that goes on."""
        phase = round_.phase
        if phase is PLAY or phase is LAST_PLAY:
            self._play(round_)
        elif phase is FORCED_STOCK:
            round_.draw_stock()
        elif phase is LAY_OFF:
            round_.apply(LAY_OFF_BEST)
        elif self._wants(round_):
            round_.take()
        elif phase is DRAW:
            round_.draw_stock()
        else:
            round_.pass_offer()

    def _wants(self, round_: Round) -> bool:
        """Tell whether the pile's top card is welcome."""
        card = round_.top_card()
        if not self._is_greedy:
            return joins_meld(round_.hand, card, self._tables)
        hand = round_.hand
        # Nothing that can be thrown for it is dearer: then it must be of use itself.
        if self._tables.values[card % 13] >= self._dearest and not joins_meld(
            hand, card, self._tables
        ):
            return False
        if hand != self._hand:
            self._hand, self._least = hand, deadwood(hand, self._tables)
        # A discard that leaves less than now is none of the card itself, barred or not.
        return best_shedding(hand | BIT[card], 0, self._tables) >> 52 < self._least

    def _play(self, round_: Round) -> None:
        """Throw a card, knock as soon as that is allowed, or show big gin."""
        best = best_shedding(round_.hand, round_.barred, self._tables)
        points, cards = best >> 52, best & CARDS
        if points == 0 and is_big_gin(round_.hand, self._rules):
            round_.show_big_gin()
            return
        if cards & cards - 1 == 0:
            card: i64 = CARD_AT[cards % 53]
        elif self._is_greedy:
            gone = round_.other_known | round_.pile_cards
            card = fewest_uses(cards, round_.hand, gone, self._tables)
        else:
            card = any_of(cards, self._chance)
        self._hand, self._least = round_.hand ^ BIT[card], points
        if points <= round_.limit:
            spread, count = check_spread(None, self._hand, round_.limit, self._rules)
            round_.knock(card, spread, count)
        else:
            round_.throw(card)


def any_of(cards: i64, chance: Chance) -> i64:
    """Return one of some cards, each as likely as any other."""
    left = cards
    count: i64 = 0
    while left:
        left &= left - 1
        count += 1
    return CARD_AT[chance.one_of(cards, count) % 53]
