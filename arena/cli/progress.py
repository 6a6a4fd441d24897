"""How far a run is: a bar and the standings on a terminal, a plain line now and then elsewhere."""

import copy
import dataclasses
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.cli.streams import escaped, tell
from arena.standings.render import render_table
from arena.standings.standings import RankBy, Tally
from arena.tournament.packing import Packed
from arena.tournament.run import Progress

if TYPE_CHECKING:
    from rich.console import Console, Group

DRAW_EVERY = 0.25
TELL_EVERY = 10.0
"""Seconds between two pictures on a terminal, and between two lines elsewhere."""
SHARE = 20
"""Times as long as a picture took is there none: a hundred entrants make a slow table."""
REMEMBERED = 30.0
"""Seconds back to which the rate is measured: bots of other pairings may be slower."""


@dataclass(frozen=True, slots=True)
class Moment:
    """How much was played when."""

    seconds: float
    series: int
    rounds: int


class Meter:
    """Counts what is played, and tells how fast that goes.

    Args:
        total: how many series there are to play.
        now: the time in seconds.
    """

    def __init__(self, total: int, now: float) -> None:
        self.total = total
        self.series = 0
        self.rounds = 0
        self._moments = deque([Moment(now, 0, 0)])

    def add(self, packed: Packed) -> None:
        """Count a series."""
        self.series += 1
        self.rounds += packed.rounds

    def describe(self, now: float) -> str:
        """Return progress, rate and time left in words."""
        while len(self._moments) > 1 and self._moments[1].seconds <= now - REMEMBERED:
            self._moments.popleft()
        then = self._moments[0]
        self._moments.append(Moment(now, self.series, self.rounds))
        text = f"{self.series}/{self.total} series"
        took = now - then.seconds
        if took <= 0 or self.series == then.series:
            return text
        rate = (self.rounds - then.rounds) / took
        left = (self.total - self.series) * took / (self.series - then.series)
        return f"{text}, {rate:.0f} rounds/s, {format_seconds(left)} left"


def format_seconds(seconds: float) -> str:
    """Return a time for people.

    >>> format_seconds(59.4), format_seconds(61), format_seconds(7322)
    ('59 s', '1:01 min', '2:02 h')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    unit, larger = (60, "h") if whole >= 3600 else (1, "min")
    return f"{whole // unit // 60}:{whole // unit % 60:02} {larger}"


@contextmanager
def progress_of(total: int, rank_by: RankBy, *, quiet: bool) -> Iterator[Progress]:
    """Give a function to call after each series; all that it shows goes to stderr.

    Whether stderr is a terminal is asked of the system: variables that force colour would have a
    bar flood a log file.

    Args:
        total: how many series will be played.
        rank_by: what ranks in the live table.
        quiet: show nothing.
    """
    start = time.monotonic()
    meter = Meter(total, start)
    if quiet:
        yield lambda _packed, _tally: None
    elif not sys.stderr.isatty():
        yield now_and_then(meter, TELL_EVERY, lambda _tally, text: tell(text))
    else:
        from rich.console import Console
        from rich.live import Live

        console = Console(stderr=True)
        first = picture(console, meter, meter.describe(start))
        with Live(first, console=console, auto_refresh=False, transient=True) as live:

            def draw(tally: Tally, text: str) -> None:
                table = table_of(tally, rank_by, console)
                live.update(picture(console, meter, text, table), refresh=True)

            yield now_and_then(meter, DRAW_EVERY, draw, at_end=True)


def now_and_then(
    meter: Meter, every: float, show: Callable[[Tally, str], None], *, at_end: bool = False
) -> Progress:
    """Return a function that counts each series, and shows what was counted every few seconds."""
    due = time.monotonic() + every

    def progress(packed: Packed, tally: Tally) -> None:
        nonlocal due
        meter.add(packed)
        now = time.monotonic()
        if now >= due or (at_end and meter.series == meter.total):
            show(tally, meter.describe(now))
            end = time.monotonic()
            due = end + max(every, SHARE * (end - now))

    return progress


def table_of(tally: Tally, rank_by: RankBy, console: "Console") -> str:
    """Return the standings so far, as many rows as fit the terminal."""
    standings = copy.deepcopy(tally).standings(rank_by)  # ranking closes what is still open
    rows = standings.rows[: max(1, console.height - 6)]
    shown = dataclasses.replace(standings, rows=rows, notes=())
    return render_table(shown, console.width, lambda name: escaped(name, sys.stderr.encoding))


def picture(console: "Console", meter: Meter, text: str, table: str = "") -> "Group":
    """Return what a terminal shows: the table, and a bar with the text."""
    from rich.console import Group
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    line = Table.grid(padding=(0, 1))
    bar = ProgressBar(meter.total, meter.series, width=max(4, min(40, console.width - 60)))
    line.add_row(bar, Text(text, no_wrap=True, overflow="ellipsis"))
    return Group(*([Text(table, no_wrap=True)] if table else []), line)
