"""From what happened at a table to the lines of the log."""

from functools import lru_cache
from typing import Final

from arena.gin.cards import format_deck, format_hand
from arena.gin.kernel import Layout
from arena.gin.round import Round
from arena.gin.settlement import Outcome
from arena.gin.sheet import Sheet
from arena.record import FaultRecord, ResultLine, RoundLine, SeriesLine, Termination
from arena.schedule import Job

MELD_TEXTS: Final[dict[int, str]] = {}
"""The melds met so far as texts; there are 589, round the corner included."""


def series_line(job: Job, first_dealer: int) -> SeriesLine:
    """Return the line that starts a series."""
    return SeriesLine(job.number, job.pair, job.pairing, job.leg, job.seats, first_dealer)


def round_line(
    at: tuple[int, int],
    round_: Round,
    deck: bytes,
    worth: int,
    sheet: Sheet,
    fault: FaultRecord | None,
) -> RoundLine:
    """Return the line of a finished round.

    Args:
        at: the numbers of series and round.
        round_: the finished round.
        deck: its 52 cards.
        worth: its points.
        sheet: the sheet after it.
        fault: the fault that ended it, if one did.
    """
    result, laid = round_.result(), round_.laid_down
    shown = result.showdown
    line = RoundLine(
        at[0],
        at[1],
        round_.dealer,
        deck_text(deck),
        round_.moves,
        result.finish._value_,  # `value` is a property, and takes ten times as long
        laid.knocker if laid else None,
        texts(laid.spread) if laid else None,
        texts(shown.melds) if shown else None,
        format_hand(shown.laid_off) if shown else None,
        shown.deadwood if shown else None,
        result.winner,
        worth,
        sheet.scores,
    )
    if fault is not None:
        line.fault = fault
    return line


def result_line(
    series: int, sheet: Sheet, outcome: Outcome, termination: Termination
) -> ResultLine:
    """Return the line that ends a series, without its digest."""
    return ResultLine(
        series,
        sheet.scores,
        sheet.entries,
        outcome.columns,
        outcome.games,
        outcome.settlement,
        outcome.net,
        outcome.winner,
        termination,
    )


@lru_cache(2048)
def deck_text(deck: bytes) -> str:
    """Return a deck's cards as a text; all legs and pairings meet a deck one after the other."""
    return format_deck(deck)


def texts(layout: Layout) -> list[str]:
    """Return the melds of a layout as texts."""
    found: list[str] = []
    for meld in layout:
        text = MELD_TEXTS.get(meld)
        if text is None:
            text = MELD_TEXTS[meld] = format_hand(meld)
        found.append(text)
    return found
