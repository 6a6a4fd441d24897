"""`arena run`: play a tournament."""

import dataclasses
import secrets
from collections import Counter
from collections.abc import Mapping
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.errors import UsageError, guarded, tell
from arena.cli.output import Format, emit, show, terminal_width
from arena.cli.progress import progress_bar
from arena.log.folder import RunFolder, chosen_folder, new_folder
from arena.profiles import load_profile
from arena.schedule import Schedule
from arena.standings.render import render
from arena.table.table import Played
from arena.tournament.config import (
    Entrant,
    TournamentConfig,
    default_rank_by,
    entrant_from_flag,
    load_config,
    parse_config,
)
from arena.tournament.config_checks import check_seed
from arena.tournament.config_dump import dump_config
from arena.tournament.lineup import Seated, seat_entrants
from arena.tournament.run import RunReport, run_tournament, schedule_of
from arena.tournament.runlog import open_run_log

LOGS = Path("logs")


@guarded
def run(
    config: Annotated[
        Path | None,
        typer.Argument(help="A YAML config. Without one, and without -b: the quickstart."),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "-b",
            "--bot",
            metavar="[NAME=]BOT",
            help="An entrant: an installed bot, module:Class, or path/to/file.py:Class. Repeat it.",
        ),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option(
            "-n", "--pairs", min=1, envvar="ARENA_PAIRS", help="Mirrored pairs a pairing."
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(metavar="PROFILE", envvar="ARENA_RULES", help="A profile of `arena rules`."),
    ] = None,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="The first entrant against each other one.")
    ] = False,
    seed: Annotated[
        str | None,
        typer.Option(envvar="ARENA_SEED", help="Any text. Without one, a random seed is made."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder to write; without it logs/NAME-N."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a log in --out.")] = False,
    only: Annotated[
        int | None, typer.Option(min=0, metavar="SERIES", help="Play this one series alone.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be played; write nothing.")
    ] = False,
    form: Annotated[Format, typer.Option("--format", help="How to print the standings.")] = (
        Format.TABLE
    ),
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Print the standings only.")] = False,
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Tell of every series.")] = False,
) -> None:
    """Play a tournament, write its log, print its standings.

    arena run

    arena run configs/league.yaml --seed finals

    arena run -b simple -b ./mine.py:Mine -n 50 --rules classic
    """
    chosen = base_config(config, bot)
    if bot:
        chosen = dataclasses.replace(chosen, entrants=entrants_of(bot), folder=Path())
    if pairs is not None:
        chosen = dataclasses.replace(chosen, pairs=pairs)
    if rules is not None:
        chosen = with_profile(chosen, rules)
    if gauntlet:
        chosen = dataclasses.replace(chosen, format="gauntlet")
    if seed is not None:
        chosen = dataclasses.replace(chosen, seed=checked_seed(seed))
    check_names(chosen)
    schedule = schedule_of(chosen)
    if only is not None and only >= len(schedule):
        raise UsageError(f"--only {only}: the schedule has series 0 to {len(schedule) - 1}")
    seated = seat_entrants(chosen)
    if dry_run:
        show_plan(chosen, schedule, only)
        return
    if chosen.seed is None:
        chosen = dataclasses.replace(chosen, seed=secrets.token_hex(16))
        if not quiet:
            tell(f"seed: {chosen.seed}")
    folder = chosen_folder(out, force=force) if out else new_folder(LOGS, chosen.name)
    report = play(chosen, seated, folder, only, quiet=quiet, verbose=verbose)
    text = render(report.standings, form.value, terminal_width())
    show(text) if form is Format.TABLE else emit(text)
    if not quiet:
        tell(f"log: {report.log}")


def base_config(path: Path | None, bot: list[str] | None) -> TournamentConfig:
    """Return the config that flags change: a file's, bare defaults with -b, or the quickstart."""
    if path is not None:
        return load_config(path)
    if bot:
        return TournamentConfig(entrants=())
    text = (resources.files("arena") / "quickstart.yaml").read_text(encoding="utf-8")
    return parse_config(text, "quickstart.yaml", Path())


def entrants_of(bots: list[str]) -> tuple[Entrant, ...]:
    """Return the entrants that -b names.

    Raises:
        UsageError: for a text that can be no bot.
    """
    try:
        return tuple(entrant_from_flag(text) for text in bots)
    except ValueError as error:
        raise UsageError(f"-b: {error}") from None


def with_profile(config: TournamentConfig, name: str) -> TournamentConfig:
    """Return a config under a profile's rules; options of its own rules are dropped."""
    chosen = load_profile(name).rules
    rank_by = config.rank_by
    if rank_by == default_rank_by(config.rules):
        rank_by = default_rank_by(chosen)
    return dataclasses.replace(config, profile=name, rules=chosen, rank_by=rank_by)


def checked_seed(seed: str) -> str:
    """Return a seed that a flag or a variable gave.

    Raises:
        UsageError: when it can be none.
    """
    try:
        return check_seed(seed)
    except ValueError as error:
        raise UsageError(f"--seed: {error}") from None


def check_names(config: TournamentConfig) -> None:
    """Refuse a lineup that flags have made impossible.

    Raises:
        UsageError: for fewer than two entrants, or two of one name.
    """
    names = Counter(entrant.name for entrant in config.entrants)
    if len(config.entrants) < 2:
        raise UsageError(f"-b {config.entrants[0].bot}: one entrant is no tournament; name another")
    twice = [name for name, count in names.items() if count > 1]
    if twice:
        raise UsageError(f"two entrants are called {twice[0]!r}; name them: -b NAME=BOT")


def show_plan(config: TournamentConfig, schedule: Schedule, only: int | None) -> None:
    """Print what would be played: the resolved config, and the first series of the schedule."""
    show(dump_config(config, config.folder).rstrip())
    count = len(schedule) if only is None else 1
    show(f"# {count} series: {len(schedule.pairings)} pairings x {config.pairs} pairs x 2 legs")
    jobs = [schedule.job(only)] if only is not None else list(islice(schedule, 6))
    for job in jobs:
        show(f"# series {job.number}: {job.seats[0]} - {job.seats[1]}, deals {job.deal_index}")
    if count > len(jobs):
        show(f"# and {count - len(jobs)} more; nothing was written")


def play(
    config: TournamentConfig,
    seated: Mapping[str, Seated],
    folder: RunFolder,
    only: int | None,
    *,
    quiet: bool,
    verbose: bool,
) -> RunReport:
    """Run a tournament with a bar on the terminal, and tell of faults afterwards."""
    faults: Counter[str] = Counter()
    total = 1 if only is not None else len(schedule_of(config))
    for name, entrant in seated.items():
        if entrant.problem:
            tell(f"warning: entrant {name} forfeits every series: {entrant.problem}")
    with open_run_log(folder, verbose=verbose) as log, progress_bar(total, quiet=quiet) as advance:

        def tell_of(played: Played) -> None:
            advance()
            log.series(played)
            for incident in played.incidents:
                faults[incident.entrant] += incident.is_fault

        report = run_tournament(config, seated, folder, only=only, progress=tell_of)
    for name, count in sorted(faults.items()):
        if count and not quiet:
            tell(f"warning: {name}: {count} faults; cards in {folder.private}")
    return report
