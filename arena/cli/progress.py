"""A progress bar on a terminal, nothing elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(total: int, *, quiet: bool) -> Iterator[Callable[[], None]]:
    """Give a function to call after each series; the bar is on stderr.

    Whether stderr is a terminal is asked of the system: variables that force colour would have a
    bar flood a log file.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("series", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("series", total=total)
        yield lambda: bar.advance(task)
