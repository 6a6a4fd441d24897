"""What `arena run` does: config and flags in, a tournament played, its standings printed."""

import dataclasses
import secrets
import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib import resources
from itertools import islice
from pathlib import Path

from arena.cli.errors import UsageError, checked, tell
from arena.cli.output import Format, show, show_standings
from arena.cli.progress import progress_bar
from arena.log.folder import RunFolder, chosen_folder, new_folder
from arena.names import check_seed
from arena.profiles import Profile, load_profile
from arena.schedule import Schedule
from arena.table.table import Played
from arena.tournament.config import (
    TournamentConfig,
    default_rank_by,
    entrant_from_flag,
    load_config,
    parse_config,
)
from arena.tournament.config_dump import dump_config
from arena.tournament.lineup import Seated, seat_entrants
from arena.tournament.run import RunReport, run_tournament, schedule_of
from arena.tournament.runlog import open_run_log

LOGS = Path("logs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """The command line of `arena run`; None and empty mean that a flag was not given."""

    config: Path | None
    bots: tuple[str, ...]
    pairs: int | None
    rules: str | None
    gauntlet: bool
    seed: str | None
    out: str | None
    force: bool
    only: int | None
    dry_run: bool
    form: Format
    quiet: bool
    verbose: bool


def play_tournament(flags: Flags) -> None:
    """Play what the command line asks for, or show what would be played."""
    config = chosen_config(flags)
    schedule = schedule_of(config)
    if flags.only is not None and flags.only >= len(schedule):
        raise UsageError(f"--only {flags.only}: the schedule has series 0 to {len(schedule) - 1}")
    with redirect_stdout(sys.stderr):
        seated = seat_entrants(config)
    if flags.dry_run:
        show_plan(config, schedule, flags.only)
        return
    if config.seed is None:
        config = dataclasses.replace(config, seed=secrets.token_hex(16))
        if not flags.quiet:
            tell(f"seed: {config.seed}")
    report = play(config, seated, folder_for(config, flags), flags)
    show_standings(report.standings, flags.form)
    if not flags.quiet:
        tell(f"log: {report.log}")


def chosen_config(flags: Flags) -> TournamentConfig:
    """Return the config with the flags laid over it.

    Raises:
        UserMistake: for a config or a flag that cannot be used.
    """
    config = base_config(flags)
    if flags.bots:
        entrants = tuple(checked(entrant_from_flag, text, "-b") for text in flags.bots)
        config = dataclasses.replace(config, entrants=entrants, folder=Path())
    if flags.pairs is not None:
        config = dataclasses.replace(config, pairs=flags.pairs)
    if flags.rules is not None:
        config = with_profile(config, checked(load_profile, flags.rules, "--rules", "ARENA_RULES"))
    if flags.gauntlet:
        config = dataclasses.replace(config, format="gauntlet")
    if flags.seed is not None:
        seed = checked(check_seed, flags.seed, "--seed", "ARENA_SEED")
        config = dataclasses.replace(config, seed=seed)
    return config


def base_config(flags: Flags) -> TournamentConfig:
    """Return the config that flags change: a file's, bare defaults with -b, or the quickstart."""
    if flags.config is not None:
        return load_config(flags.config)
    if flags.bots:
        return TournamentConfig(entrants=())
    text = (resources.files("arena") / "quickstart.yaml").read_text(encoding="utf-8")
    return parse_config(text, "quickstart.yaml", Path())


def with_profile(config: TournamentConfig, profile: Profile) -> TournamentConfig:
    """Return a config under a profile's rules; options of its own rules are dropped."""
    rank_by = config.rank_by
    if rank_by == default_rank_by(config.rules):
        rank_by = default_rank_by(profile.rules)
    return dataclasses.replace(config, profile=profile.name, rules=profile.rules, rank_by=rank_by)


def folder_for(config: TournamentConfig, flags: Flags) -> RunFolder:
    """Make the folder of a run: the one of --out, or the next free one.

    Raises:
        UserMistake: when it cannot be made, or holds a log already.
    """
    if flags.out is None:
        return new_folder(LOGS, config.name)
    if not flags.out:
        raise UsageError("--out: the name of the folder is empty; . is the current one")
    return chosen_folder(Path(flags.out), force=flags.force)


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
    config: TournamentConfig, seated: Mapping[str, Seated], folder: RunFolder, flags: Flags
) -> RunReport:
    """Run a tournament, and tell of faults or of its early end afterwards."""
    faults: Counter[str] = Counter()
    for name, entrant in seated.items():
        if entrant.problem:
            tell(f"warning: entrant {name} forfeits every series: {entrant.problem}")
    try:
        report = play_in_sight(config, seated, folder, flags, faults)
    except (OSError, KeyboardInterrupt):
        if folder.has_log():
            rank = f"`arena standings {folder.path}` ranks its complete series"
            tell(f"the log ends early: {folder.games}; {rank}")
        else:
            folder.clear()
        raise
    for name, count in sorted(faults.items()):
        if count and not flags.quiet:
            tell(f"warning: {name}: {count} faults; cards in {folder.private}")
    return report


def play_in_sight(
    config: TournamentConfig,
    seated: Mapping[str, Seated],
    folder: RunFolder,
    flags: Flags,
    faults: Counter[str],
) -> RunReport:
    """Run a tournament with a bar on the terminal and a journal, counting faults."""
    total = 1 if flags.only is not None else len(schedule_of(config))
    with (
        redirect_stdout(sys.stderr),  # what bots print is no part of the answer
        open_run_log(folder, tell if flags.verbose else None) as log,
        progress_bar(total, quiet=flags.quiet) as advance,
    ):

        def tell_of(played: Played) -> None:
            advance()
            log.series(played)
            for incident in played.incidents:
                faults[incident.entrant] += incident.is_fault

        return run_tournament(config, seated, folder, only=flags.only, progress=tell_of)
