"""What happened in a round, what it is worth, and who deals next (rules S, D4, D5).

Facts and price are apart: a `RoundResult` knows no bonus.
"""

from enum import StrEnum
from typing import NamedTuple

from arena.gin.kernel import Layout
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


class Showdown(NamedTuple):
    """What lay on the table after a knock: the spread, and what the defender made of his cards."""

    knocker: int
    spread: Layout
    melds: Layout
    laid_off: int
    deadwood: tuple[int, int]
    """Points left, by seat."""


class RoundResult(NamedTuple):
    """The facts of a finished round.

    `winner` is a seat, or None where nobody scores. `margin` is the difference of the counts: the
    defender's count for gin. `upcard` decides S7. `showdown` is None where nobody's knock was
    resolved.
    """

    finish: Finish
    winner: int | None = None
    margin: int = 0
    upcard: int = 0
    showdown: Showdown | None = None


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
    if result.finish is Finish.GIN:
        worth = result.margin + rules.gin_bonus
    elif result.finish is Finish.BIG_GIN:
        worth = result.margin + (rules.big_gin_bonus or 0)
    elif result.finish is Finish.UNDERCUT:
        worth = result.margin + rules.undercut_bonus
    elif result.finish is Finish.FORFEIT:
        worth = most_deadwood(rules) + max(rules.gin_bonus, rules.big_gin_bonus or 0)
    else:
        worth = result.margin
    return worth * 2 if rules.spade_double and result.upcard >= 39 else worth


def most_deadwood(rules: Rules) -> int:
    """Return the most deadwood that ten cards can hold (M6, S9)."""
    return 98 if rules.ace_value == 1 else 110


def boxes(result: RoundResult, rules: Rules) -> int:
    """Return the boxes that a won round counts for (G4, O2)."""
    if result.finish in (Finish.GIN, Finish.BIG_GIN):
        return rules.box_gin
    return rules.box_undercut if result.finish is Finish.UNDERCUT else 1


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
