"""What happened in a round, what it is worth, and who deals next (rules S, D4, D5).

Facts and price are apart: a `RoundResult` knows no bonus.
"""

from enum import StrEnum
from typing import Final

from arena.gin.kernel import Layout, best_layout
from arena.gin.melding import Tables
from arena.gin.rules import Rules


class Finish(StrEnum):
    """How a round ended."""

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big_gin"
    UNDERCUT = "undercut"
    TIE = "tie"
    VOID_GIN = "void_gin"
    VOID_STOCK = "void_stock"
    VOID_TAKES = "void_takes"
    FORFEIT = "forfeit"


# Members of an enum are found in its class's dict each time; these are found at once.
KNOCK: Final = Finish.KNOCK
GIN: Final = Finish.GIN
BIG_GIN: Final = Finish.BIG_GIN
UNDERCUT: Final = Finish.UNDERCUT
FORFEIT: Final = Finish.FORFEIT


class Showdown:
    """What lay on the table after a knock: the spread, and what the defender made of his cards.

    Attributes:
        knocker: the seat that knocked.
        spread: its melds.
        laid_off: what the defender laid off, as a hand.
        deadwood: the points left, by seat.
    """

    __slots__ = ("_hand", "_melds", "_tables", "deadwood", "knocker", "laid_off", "spread")

    def __init__(  # noqa: PLR0913, PLR0917 - what lay on the table is that much
        self,
        knocker: int,
        spread: Layout,
        laid_off: int,
        deadwood: tuple[int, int],
        hand: int,
        tables: Tables,
        melds: Layout | None = None,
    ) -> None:
        """Note a showdown; `melds` are the defender's if he declared any, `hand` his ten cards."""
        self.knocker = knocker
        self.spread = spread
        self.laid_off = laid_off
        self.deadwood = deadwood
        self._hand = hand
        self._tables = tables
        self._melds = melds

    @property
    def melds(self) -> Layout:
        """The defender's melds: found when somebody looks, which roll-outs never do (L5, M5)."""
        if self._melds is None:
            self._melds = best_layout(self._hand ^ self.laid_off, self._hand, self._tables)
        return self._melds


class RoundResult:
    """The facts of a finished round.

    `winner` is a seat, or None where nobody scores. `margin` is the difference of the counts: the
    defender's count for gin. `upcard` decides S7. `showdown` is None where nobody's knock was
    resolved.
    """

    __slots__ = ("finish", "margin", "showdown", "upcard", "winner")

    def __init__(
        self,
        finish: Finish,
        winner: int | None = None,
        margin: int = 0,
        upcard: int = 0,
        showdown: Showdown | None = None,
    ) -> None:
        self.finish = finish
        self.winner = winner
        self.margin = margin
        self.upcard = upcard
        self.showdown = showdown


def points(result: RoundResult, rules: Rules) -> int:
    """Return what a finished round is worth to its winner, boxes not counted (S1 to S8).

    A forfeited round costs the highest price that the rules know: the most deadwood ten cards can
    hold and the greater of the gin bonuses.

    >>> points(RoundResult(Finish.UNDERCUT, winner=1, margin=3), Rules(undercut_bonus=25))
    28
    >>> points(RoundResult(Finish.FORFEIT, winner=0), Rules())
    123
    """
    if result.winner is None:
        return 0
    finish = result.finish
    if finish is GIN:
        worth = result.margin + rules.gin_bonus
    elif finish is BIG_GIN:
        worth = result.margin + (rules.big_gin_bonus or 0)
    elif finish is UNDERCUT:
        worth = result.margin + rules.undercut_bonus
    elif finish is FORFEIT:
        worth = most_deadwood(rules) + max(rules.gin_bonus, rules.big_gin_bonus or 0)
    else:
        worth = result.margin
    return worth * 2 if rules.spade_double and result.upcard >= 39 else worth


def most_deadwood(rules: Rules) -> int:
    """Return the most deadwood that ten cards can hold (M6, S9)."""
    return 98 if rules.ace_value == 1 else 110


def boxes(result: RoundResult, rules: Rules) -> int:
    """Return the boxes that a won round counts for (G4, O2)."""
    if result.finish is GIN or result.finish is BIG_GIN:
        return rules.box_gin
    return rules.box_undercut if result.finish is UNDERCUT else 1


def next_dealer(dealer: int, winner: int | None, rules: Rules) -> int:
    """Return the seat that deals after a round (D4; D5 where nobody scored).

    >>> next_dealer(0, 1, Rules(dealer_rotation="winner"))
    1
    """
    if winner is None:
        return dealer if rules.void_dealer == "same" else 1 - dealer
    if rules.dealer_rotation == "alternate":
        return 1 - dealer
    return winner if rules.dealer_rotation == "winner" else 1 - winner
