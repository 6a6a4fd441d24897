"""From readings to the rows of the table: medians, ratios of the same lap, targets."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median

from tests.bench.board import Board, Figure
from tests.bench.stages import STAGES

Timed = tuple[int, int]
"""A count, and the nanoseconds for all of it."""

COMPILED, PURE, OPENSPIEL, RLCARD = "compiled", "pure", "OpenSpiel", "RLCard"
INSTALLED = "as installed"
FORMS = (COMPILED, PURE)
PER_SECOND, TIMES = "a second", "times"
STAGE_NAMES = {
    "deal": "deal: the deck, once for both legs",
    "bots": "bots: their own code",
    "views": "views: what bots are shown and told",
    "moves": "moves: checked and done, all but the last",
    "showdown": "showdown: the last move, spread, lay-offs",
    "record": "record: the round as a line",
    "encode": "encode: JSON",
    "digest": "digest: BLAKE2b",
    "write": "write: to the file",
    "tally": "tally: counted for the standings",
}


@dataclass(frozen=True, slots=True)
class Target:
    """What a figure should reach, at least or at most, and what it aims at beyond that."""

    value: float
    aim: float | None = None
    is_most: bool = False

    def is_reached(self, figure: float) -> bool:
        """Tell whether a figure is good enough."""
        return figure <= self.value if self.is_most else figure >= self.value

    def __str__(self) -> str:
        """Return the target as the table shows it."""
        aim = f", aim {self.aim:,g}" if self.aim is not None else ""
        return f"{'at most' if self.is_most else 'at least'} {self.value:,g}{aim}"


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of one contestant; `median` is None where it was not measured, `note` says why."""

    what: str
    who: str
    unit: str
    median: float | None
    low: float | None = None
    high: float | None = None
    wall: float | None = None
    target: Target | None = None
    note: str = ""

    @property
    def is_reached(self) -> bool | None:
        """Whether the target is reached, or None where there is none or nothing was measured."""
        if self.target is None or self.median is None:
            return None
        return self.target.is_reached(self.median)


def rows_of(board: Board) -> list[Row]:
    """Return all rows that come from laps. What is not compiled keeps only rows with a target."""
    rows = [
        *playing(board),
        *solving(board),
        *reading_logs(board),
        *asking(board),
        *stages(board),
        *starting(board),
        *rolling_out(board),
    ]
    return [row for row in rows if row.median is not None or row.target or row.who not in FORMS]


def playing(board: Board) -> Iterator[Row]:
    """Yield the rounds a second, and what they are to the peers'."""
    for who in (*FORMS, OPENSPIEL, RLCARD):
        yield rate(board, "rounds, `simple` against `simple`", (who, "play"))
    targets = {COMPILED: Target(40, 60), PURE: Target(10)}
    for who in FORMS:
        what = "rounds over OpenSpiel's"
        yield ratio(board, what, (who, "play"), (OPENSPIEL, "play"), targets[who])
    for who in FORMS:
        what = "rounds over OpenSpiel's, its new states left out"
        yield ratio(board, what, (who, "play"), (OPENSPIEL, "evaluate"))
    for who in FORMS:
        yield ratio(board, "rounds over RLCard's", (who, "play"), (RLCARD, "play"))
    for who in (*FORMS, OPENSPIEL, RLCARD):
        yield fact(board, "draws in a round", "draws", (who, "draws"))


def solving(board: Board) -> Iterator[Row]:
    """Yield the calls of the kernel a second."""
    for figure, what in (("ten", "deadwood of 10 cards"), ("eleven", "best discards of 11 cards")):
        for who in (*FORMS, OPENSPIEL):
            yield rate(board, what, (who, figure))
        for who in FORMS:
            target = Target(10) if who == COMPILED else None
            yield ratio(
                board, f"{what} over OpenSpiel's", (who, figure), (OPENSPIEL, figure), target
            )


def reading_logs(board: Board) -> Iterator[Row]:
    """Yield what verifying and ranking the log just written are to playing it."""
    for figure, target in (("verify", Target(1)), ("standings", Target(5))):
        for who in FORMS:
            yield rate(board, f"rounds, `{figure}`", (who, figure))
        for who in FORMS:
            yield ratio(board, f"`{figure}` over playing", (who, figure), (who, "play"), target)


def asking(board: Board) -> Iterator[Row]:
    """Yield what the arena adds to a decision."""
    for who in FORMS:
        target = Target(1, is_most=True) if who == COMPILED else None
        what = "a decision, beyond the bot's own code"
        yield row(board, what, "us", microseconds, ((who, "asking"),), target)
    for who in FORMS:
        what = "a decision, its share of all that a round takes"
        yield row(board, what, "us", microseconds, ((who, "sharing"),))


def stages(board: Board) -> Iterator[Row]:
    """Yield the microseconds a round of each stage, of what is left, and of the whole."""
    for who in FORMS:
        for stage in STAGES:
            what = f"a round, {STAGE_NAMES[stage]}"
            yield row(board, what, "us", microseconds, ((who, stage),))
        parts = (*[(who, stage) for stage in STAGES], (who, "once"))
        what = "a round, its share of what a run costs once"
        yield row(board, what, "us", microseconds, ((who, "once"),))
        yield row(board, "a round, stages added", "us", added, parts)
        what = "a round, the rest: asking, sheet, series"
        yield row(board, what, "us", left_over, ((who, "whole"), *parts))
        yield row(board, "a round, the whole run", "us", microseconds, ((who, "whole"),))
        what = "once a run: bots found, config, standings"
        yield row(board, what, "ms", milliseconds, ((who, "once a run"),))


def starting(board: Board) -> Iterator[Row]:
    """Yield the time of short commands, and how much of it is not Python's own start."""
    for name, what in (("bare", "`python -c pass`"), ("help", "`--help`"), ("hand", "`hand`")):
        yield row(board, what, "ms", milliseconds, ((INSTALLED, name),))
    for name in ("help", "hand"):
        what = f"`{name}` over bare Python".replace("`help`", "`--help`")
        yield row(board, what, "ms", beyond, ((INSTALLED, name), (INSTALLED, "bare")))


def rolling_out(board: Board) -> Iterator[Row]:
    """Yield the rounds a second that are rolled out."""
    for who in FORMS:
        target = Target(100_000, 400_000) if who == COMPILED else None
        yield rate(board, "roll-outs, `greedy` on both seats", (who, "roll-outs"), target)


def rate(board: Board, what: str, figure: Figure, target: Target | None = None) -> Row:
    """Return a row of so many a second."""
    return row(board, what, PER_SECOND, per_second, (figure,), target)


def ratio(board: Board, what: str, own: Figure, other: Figure, target: Target | None = None) -> Row:
    """Return a row of how many times faster one is than another in the same lap."""
    return row(board, what, TIMES, times_faster, (own, other), target)


def fact(board: Board, what: str, unit: str, figure: Figure) -> Row:
    """Return a row of what no clock has measured."""
    who = figure[0]
    found = [value for value in board.facts.get(figure, []) if isinstance(value, float)]
    if who in board.missing or not found:
        return missing_row(board, what, unit, (figure,))
    return Row(what, who, unit, median(found), min(found), max(found))


def row(
    board: Board,
    what: str,
    unit: str,
    work: Callable[..., float],
    figures: tuple[Figure, ...],
    target: Target | None = None,
) -> Row:
    """Return a row made of some figures; the first one's contestant is named."""
    if not board.has(*figures):
        return missing_row(board, what, unit, figures, target)
    spread = board.laps(work, *figures)
    who = figures[0][0]
    return Row(what, who, unit, spread.median, spread.low, spread.high, spread.wall, target)


def missing_row(
    board: Board, what: str, unit: str, figures: tuple[Figure, ...], target: Target | None = None
) -> Row:
    """Return a row that says why there is no figure."""
    absent = next((name for name, _ in figures if name in board.missing), None)
    note = f"{absent}: {board.missing[absent]}" if absent else f"{what}: there are none"
    return Row(what, figures[0][0], unit, None, target=target, note=note)


def per_second(own: Timed) -> float:
    """Return how many there are in a second."""
    return own[0] / own[1] * 1e9


def times_faster(own: Timed, other: Timed) -> float:
    """Return how many times as many there are in a second."""
    return per_second(own) / per_second(other)


def microseconds(own: Timed) -> float:
    """Return the microseconds of one."""
    return own[1] / own[0] / 1e3


def added(*parts: Timed) -> float:
    """Return the microseconds of one of each."""
    return sum(microseconds(part) for part in parts)


def left_over(whole: Timed, *parts: Timed) -> float:
    """Return the microseconds of the whole that no part explains."""
    return microseconds(whole) - added(*parts)


def milliseconds(own: Timed) -> float:
    """Return the milliseconds of one."""
    return own[1] / own[0] / 1e6


def beyond(own: Timed, other: Timed) -> float:
    """Return the milliseconds that one takes longer."""
    return milliseconds(own) - milliseconds(other)
