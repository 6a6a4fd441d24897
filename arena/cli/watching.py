"""Playing in sight: progress and journal while it goes on, and what is told at its end."""

import shlex
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from operator import attrgetter

from arena.cli.errors import tell
from arena.cli.flags import Flags
from arena.cli.output import show_standings
from arena.cli.progress import progress_of
from arena.cli.streams import end_output
from arena.cli.workers import chosen_executor
from arena.executor.work import Executor
from arena.log.folder import RunFolder
from arena.standings.standings import RankBy, Tally
from arena.tournament.lineup import Seated
from arena.tournament.packing import Packed
from arena.tournament.run import Progress, RunReport
from arena.tournament.runlog import open_run_log

Run = Callable[[Executor, Progress], RunReport]


def play_in_sight(
    run: Run,
    seated: Mapping[str, Seated],
    folder: RunFolder,
    count: int,
    rank_by: RankBy,
    flags: Flags,
) -> RunReport:
    """Run something with a bar on the terminal and a journal.

    Args:
        run: plays, given who plays and whom to tell of each series.
        seated: the entrants.
        folder: where.
        count: how many series there are to play.
        rank_by: what ranks in the live table.
        flags: who plays, and how much is told.
    """
    with (
        redirect_stdout(sys.stderr),  # what bots print is no part of the answer
        open_run_log(folder, tell if flags.verbose else None) as journal,
        progress_of(count, rank_by, quiet=flags.quiet) as show_progress,
    ):

        def warn(text: str) -> None:
            journal.warn(text)
            if not flags.quiet:
                tell(f"warning: {text}")

        def progress(packed: Packed, tally: Tally) -> None:
            show_progress(packed, tally)
            journal.series(packed)

        journal.start(series=count)
        who = chosen_executor(flags.workers, flags.dask, count, warn, seated)
        report = run(who, progress)
        journal.end(report.stopped)
        return report


def warn_of_problems(seated: Mapping[str, Seated]) -> None:
    """Tell which entrants could not be loaded."""
    for name, entrant in seated.items():
        if entrant.problem:
            tell(f"warning: entrant {name} forfeits every series: {entrant.problem}")


def conclude(report: RunReport, folder: RunFolder, flags: Flags) -> None:
    """Print the standings, tell of faults, and raise what stopped the run, if anything did."""
    for row in sorted(report.standings.rows, key=attrgetter("name")):
        if row.faults and not flags.quiet:
            tell(f"warning: {row.name}: {row.faults} faults; cards in {folder.private}")
    try:
        show_standings(report.standings, flags.form)
    except BrokenPipeError:
        if report.stopped is None:
            raise
        end_output()  # what stopped the run is told all the same
    if report.stopped is not None:
        counted = f"{report.series} of {report.planned} series"
        tell(f"the log ends early, {counted}: {report.log}")
        tell_how_to_go_on(folder)
        raise report.stopped
    if not flags.quiet:
        tell(f"log: {report.log}")


def tell_early_end(folder: RunFolder) -> None:
    """Tell what can be done with a log that ends early."""
    rank = f"`arena standings {folder.path}` ranks its complete series"
    tell(f"the log ends early: {folder.games}; {rank}")
    tell_how_to_go_on(folder)


def tell_how_to_go_on(folder: RunFolder) -> None:
    """Tell the command that plays the rest."""
    tell(f"go on with: {shlex.join(['arena', 'run', '--resume', str(folder.path)])}")
