"""What a bot is: four questions, answered from a view. All that a bot needs can be imported here.

The smallest useful bot overrides `play`. An entry point of the group `arena.bots`, `module:Class`,
or `path/to/file.py:Class` brings it into a tournament.
"""

import random
from typing import Protocol

from arena.gin.actions import BigGin, Discard, Draw, Knock, LayOff, Offer, Phase
from arena.gin.cards import cards_of
from arena.gin.hints import least_useful_of, melds_with
from arena.gin.kernel import best_discards, deadwood
from arena.gin.legal import (
    BIG_GIN,
    DISCARDS,
    KNOCKS,
    LAY_OFF_BEST,
    PASS,
    PILE,
    STOCK,
    TAKE,
    is_big_gin,
)
from arena.gin.rollout import RollOuts
from arena.table.lookahead import roll_out
from arena.table.view import RoundSeen, SeriesInfo, SeriesSeen, View

__all__ = [
    "BIG_GIN",
    "DISCARDS",
    "KNOCKS",
    "LAY_OFF_BEST",
    "PASS",
    "PILE",
    "STOCK",
    "TAKE",
    "BigGin",
    "Bot",
    "Discard",
    "Draw",
    "Knock",
    "LayOff",
    "Offer",
    "Phase",
    "Player",
    "RollOuts",
    "RoundSeen",
    "SeriesInfo",
    "SeriesSeen",
    "View",
    "best_discards",
    "cards_of",
    "deadwood",
    "is_big_gin",
    "least_useful",
    "melds_with",
    "roll_out",
]


class Player(Protocol):
    """What the arena asks of a bot; `Bot` has sensible defaults for all of it."""

    def start_series(self, info: SeriesInfo) -> None:
        """Get ready for a series; a new object plays each one."""

    def offer(self, view: View) -> Offer:
        """Take the offered card, or pass (T1, V6)."""

    def draw(self, view: View) -> Draw:
        """Draw from the stock, or take the pile's top card (T4)."""

    def play(self, view: View) -> Discard | Knock | BigGin:
        """With eleven cards: throw one, knock, or show big gin."""

    def lay_off(self, view: View) -> LayOff:
        """Lay out melds and lay off after a knock; asked under `defender_layout: bot` (L4)."""

    def end_round(self, seen: RoundSeen) -> None:
        """Learn how the round ended."""

    def end_series(self, seen: SeriesSeen) -> None:
        """Learn how the series ended."""


class Bot:
    """A bot that passes every offer, draws from the stock, and knocks as soon as it can.

    Options of the config arrive as keyword arguments; without an `__init__` a bot has none. `rng`
    is the generator of the bot's own seed, ready once `start_series` has run: draw all chance from
    its `random()`, the one sequence that Python promises to keep, so that a series can be played
    again.

    Two class attributes are optional: `version`, a text shown in lists and logs for bots that have
    no distribution, and `data_files`, patterns of files beside the bot's module that belong to its
    code.
    """

    version: str | None = None
    data_files: tuple[str, ...] = ()
    rng: random.Random

    def start_series(self, info: SeriesInfo) -> None:
        """Seed the bot's own generator."""
        self.rng = random.Random(info.seed)

    def offer(self, view: View) -> Offer:  # noqa: ARG002 - for subclasses
        """Pass."""
        return PASS

    def draw(self, view: View) -> Draw:  # noqa: ARG002 - for subclasses
        """Draw from the stock."""
        return STOCK

    def play(self, view: View) -> Discard | Knock | BigGin:
        """Knock as soon as that is allowed, else throw the least useful of the best discards."""
        if is_big_gin(view.hand, view.rules):
            return BIG_GIN
        points, cards = best_discards(view.hand, view.barred, view.rules.tables)
        card = least_useful(cards, view)
        return KNOCKS[card] if points <= view.knock_limit else DISCARDS[card]

    def lay_off(self, view: View) -> LayOff:  # noqa: ARG002 - for subclasses
        """Leave melds and lay-offs to the engine, which finds the minimum."""
        return LAY_OFF_BEST

    def end_round(self, seen: RoundSeen) -> None:
        """Do nothing."""

    def end_series(self, seen: SeriesSeen) -> None:
        """Do nothing."""


def least_useful(cards: int, view: View) -> int:
    """Return the one of some cards, a hand, that helps the rest of the view's hand least.

    Cards that lie on the pile or that the opponent holds cannot help any more.
    """
    gone = view.opponent_holds
    for card in view.discard_pile:
        gone |= 1 << card
    return least_useful_of(cards, view.hand, gone, view.rules)
