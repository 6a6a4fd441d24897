"""`arena run --resume`: a run that was stopped goes on."""

import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from pathlib import Path

import typer

from arena.cli.errors import UsageError, tell
from arena.cli.flags import Flags
from arena.cli.watching import conclude, play_in_sight, tell_early_end, warn_of_problems
from arena.executor.work import Executor
from arena.log.folder import CONFIG
from arena.log.reader import CutError
from arena.tournament.config import load_config
from arena.tournament.lineup import Seated, seat_entrants
from arena.tournament.resume import Stopped, go_on, kept_again, read_stopped, stopped_folder
from arena.tournament.run import Progress, RunReport

FREE = ("resume", "workers", "dask", "form", "quiet", "verbose")
"""Parameters that change nothing about the log."""


def check_alone(context: typer.Context) -> None:
    """Refuse what the command line says beside `--resume` about what is played, or where.

    Variables of the environment do not count: a run goes on wherever it is told to.

    Raises:
        UsageError: naming the flag.
    """
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        if name not in FREE and source is not None and source.name == "COMMANDLINE":
            flag = parameter.opts[-1] if parameter.param_type_name == "option" else "CONFIG"
            raise UsageError(f"{flag} does not go with --resume: a run goes on as it began")


def resume_run(path: Path, flags: Flags) -> None:
    """Let a run go on that was stopped, given its folder or its log.

    Raises:
        UserMistake: when it cannot go on; nothing is changed.
    """
    folder = stopped_folder(path)
    config = load_config(folder.path / CONFIG)
    with redirect_stdout(sys.stderr):
        seated = seat_entrants(config)
    warn_of_problems(seated)
    with folder.hold():
        stopped = read_stopped(config, seated, folder)
        if not flags.quiet:
            tell_how_far(stopped)
        try:
            report = go_on_in_sight(stopped, seated, flags)
        except (OSError, KeyboardInterrupt):
            tell_early_end(folder)
            raise
    conclude(report, folder, flags)


def go_on_in_sight(stopped: Stopped, seated: Mapping[str, Seated], flags: Flags) -> RunReport:
    """Play what is missing, with progress and journal."""
    kept = kept_again(stopped)
    if kept is None and stopped.asked.extend is not None and not stopped.is_complete:
        tell(f"warning: {stopped.asked.extend} cannot be used again; its series are played")

    def run(executor: Executor, progress: Progress) -> RunReport:
        return go_on(stopped, executor=executor, kept=kept, progress=progress)

    count = len(stopped.plan) - stopped.series
    return play_in_sight(run, seated, stopped.folder, count, stopped.config.rank_by, flags)


def tell_how_far(stopped: Stopped) -> None:
    """Tell how much of a run is there, and what of its log is not kept."""
    problem = None if stopped.log is None else stopped.log.problem
    if problem is not None and not isinstance(problem, CutError):
        tell(f"warning: {problem}; from here on it is played again")
    if stopped.is_complete:
        tell("nothing is missing")
    else:
        tell(f"{stopped.series} of {len(stopped.plan)} series are there")
