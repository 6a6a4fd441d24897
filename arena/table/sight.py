"""From what is on the table to what a seat sees of it. Nothing else makes views."""

from __future__ import annotations

from typing import Final

from arena.gin.round import Round
from arena.gin.rules import Rules
from arena.gin.settlement import Outcome
from arena.gin.sheet import Sheet
from arena.table.view import RoundSeen, SeriesSeen, View

SEE: Final = View
"""Compiled code looks a name of another module up each time, and a constant of its own never."""


def view_of(round_: Round, sheet: Sheet, rules: Rules) -> View:
    """Return what the seat to act may know."""
    laid = round_.laid_down
    return SEE(
        round_.turn,
        round_.dealer,
        round_.phase,
        round_.hand,
        round_.pile,
        round_.stock_left,
        round_.taken,
        round_.barred,
        round_.other_known,
        round_.moves,
        round_.limit,
        laid.spread if laid else (),
        sheet,
        rules,
        round_.hands[laid.knocker] ^ sum(laid.spread) if laid else 0,
    )


def round_seen(round_: Round, seat: int, worth: int, sheet: Sheet) -> RoundSeen:
    """Return what a seat has seen of a finished round; a hand is shown by a knock alone (T7)."""
    result, laid = round_.result(), round_.laid_down
    shown = result.showdown
    is_shown = laid is not None and (shown is not None or laid.knocker != seat)
    return RoundSeen(
        result.finish,
        result.winner,
        worth,
        round_.moves,
        laid.knocker if laid else None,
        laid.spread if laid else (),
        shown.melds if shown else (),
        shown.laid_off if shown else 0,
        shown.deadwood if shown else None,
        round_.hands[1 - seat] if is_shown else 0,
        sheet,
    )


def series_seen(sheet: Sheet, outcome: Outcome, termination: str) -> SeriesSeen:
    """Return how a series ended."""
    return SeriesSeen(sheet, outcome.winner, outcome.net, termination)
