"""What `arena run` does: config and flags in, a tournament played, its standings printed."""

import dataclasses
import secrets
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from importlib import resources
from pathlib import Path

from arena.cli.errors import UsageError, checked, tell
from arena.cli.extending import (
    check_apart,
    config_beside,
    read_earlier,
    seed_in,
    with_more_bots,
)
from arena.cli.flags import Flags
from arena.cli.output import show
from arena.cli.watching import conclude, play_in_sight, tell_early_end, warn_of_problems
from arena.cli.workers import check_cluster
from arena.executor.work import Executor
from arena.log.compressed import load_zstd
from arena.log.folder import RunFolder, chosen_folder, new_folder
from arena.log.reader import find_log
from arena.mistake import UserMistake
from arena.names import check_seed
from arena.profiles import Profile, load_profile
from arena.schedule import Part, Schedule, parse_shard
from arena.tournament.config import (
    TournamentConfig,
    default_rank_by,
    entrant_from_flag,
    load_config,
    parse_config,
)
from arena.tournament.config_dump import dump_config
from arena.tournament.lineup import Seated, seat_entrants
from arena.tournament.order import header_for
from arena.tournament.run import Kept, Progress, RunReport, run_tournament, schedule_of

LOGS = Path("logs")


def play_tournament(flags: Flags) -> None:
    """Play what the command line asks for, or show what would be played."""
    log = None if flags.extend is None else find_log(flags.extend, LOGS)
    config = chosen_config(flags, log)
    schedule = schedule_of(config)
    part = chosen_part(flags)
    numbers = numbers_of(part, schedule)
    if part is not None and part.shards and config.seed is None:
        raise UsageError("--shard: the shards of a run need one seed: give it with --seed")
    if flags.compress:
        load_zstd()
    with redirect_stdout(sys.stderr):
        seated = seat_entrants(config)
    if flags.dry_run:
        show_plan(config, schedule, numbers)
        return
    if config.seed is None:
        config = dataclasses.replace(config, seed=secrets.token_hex(16))
        if not flags.quiet:
            tell(f"seed: {config.seed}")
    kept = None
    if log is not None:
        header = header_for(config, seated, None if part is None else str(part))
        kept = read_earlier(log, header, quiet=flags.quiet)
    if flags.dask is not None:
        check_cluster(flags.dask)
    folder = folder_for(config, flags, log)
    conclude(play(config, seated, folder, part, kept, flags), folder, flags)


def chosen_part(flags: Flags) -> Part | None:
    """Return the part of the schedule that the command line asks for, or None for the whole.

    Raises:
        UsageError: when it asks for two, or for none that could be.
    """
    if flags.shard is None:
        return None if flags.only is None else Part(flags.only)
    if flags.only is not None:
        raise UsageError("--only and --shard are two different parts: choose one")
    return checked(parse_shard, flags.shard, "--shard")


def numbers_of(part: Part | None, schedule: Schedule) -> range:
    """Return the numbers of the series to play.

    Raises:
        UsageError: when the schedule has no such part.
    """
    try:
        return range(len(schedule)) if part is None else part.numbers(schedule)
    except ValueError as error:
        raise UsageError(f"--{error}") from None


def chosen_config(flags: Flags, log: Path | None) -> TournamentConfig:
    """Return the config with the flags laid over it.

    Args:
        flags: the command line.
        log: the earlier log that is extended, if one is: its config and seed are taken where the
            command line names none, and its bots stay.

    Raises:
        UserMistake: for a config or a flag that cannot be used.
    """
    is_more = log is not None and flags.config is None
    config = config_beside(log) if is_more and log else base_config(flags)
    if flags.bots:
        entrants = tuple(checked(entrant_from_flag, text, "-b") for text in flags.bots)
        if is_more:
            config = with_more_bots(config, entrants)
        else:
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
    if log is not None and config.seed is None:
        config = dataclasses.replace(config, seed=seed_in(log))
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


def folder_for(config: TournamentConfig, flags: Flags, log: Path | None) -> RunFolder:
    """Make the folder of a run: the one of --out, or the next free one; not that of an earlier log.

    Raises:
        UserMistake: when it cannot be made, or holds a log already.
    """
    if flags.out is None:
        return new_folder(LOGS, config.name)
    if not flags.out:
        raise UsageError("--out: the name of the folder is empty; . is the current one")
    if log is not None:
        check_apart(Path(flags.out), log)
    return chosen_folder(Path(flags.out), force=flags.force)


def show_plan(config: TournamentConfig, schedule: Schedule, numbers: range) -> None:
    """Print what would be played: the resolved config, and the first of the series."""
    show(dump_config(config, config.folder).rstrip())
    whole = f"{len(schedule.pairings)} pairings x {config.pairs} pairs x 2 legs"
    count = len(numbers)
    of_all = "" if count == len(schedule) else f" of {len(schedule)}"
    show(f"# {count}{of_all} series: {whole}")
    for number in numbers[:6]:
        job = schedule.job(number)
        show(f"# series {job.number}: {job.seats[0]} - {job.seats[1]}, deals {job.deal_index}")
    if count > 6:
        show(f"# and {count - 6} more; nothing was written")


def play(
    config: TournamentConfig,
    seated: Mapping[str, Seated],
    folder: RunFolder,
    part: Part | None,
    kept: Kept | None,
    flags: Flags,
) -> RunReport:
    """Run a tournament in sight. Where it ends before its log began, nothing is left of it."""
    warn_of_problems(seated)
    count = len(numbers_of(part, schedule_of(config)))

    def run(executor: Executor, progress: Progress) -> RunReport:
        return run_tournament(
            config,
            seated,
            folder,
            part=None if part is None else str(part),
            compress=flags.compress,
            executor=executor,
            kept=kept,
            progress=progress,
        )

    try:
        return play_in_sight(run, seated, folder, count, config.rank_by, flags)
    except UserMistake:
        folder.discard()
        raise
    except (OSError, KeyboardInterrupt):
        if folder.has_log():
            tell_early_end(folder)
        else:
            folder.discard()
        raise
