"""`arena run --extend`: more pairs or entrants than an earlier log has."""

import dataclasses
from pathlib import Path

from arena.cli.errors import UsageError, tell
from arena.log.folder import CONFIG
from arena.log.reader import LOGS, STDIN, read_log
from arena.record import TournamentLine
from arena.tournament.config import Entrant, TournamentConfig, load_config
from arena.tournament.config_dump import bot_from
from arena.tournament.earlier import Earlier


def config_beside(log: Path) -> TournamentConfig:
    """Return the config of an earlier run.

    Raises:
        UsageError: when it does not lie beside the log.
        UserMistake: when it cannot be read.
    """
    path = log.with_name(CONFIG)
    if log == STDIN or log.name not in LOGS or not path.is_file():
        raise UsageError(f"--extend: there is no {CONFIG} beside {log}: name a config too")
    return load_config(path)


def with_more_bots(config: TournamentConfig, more: tuple[Entrant, ...]) -> TournamentConfig:
    """Return a config with more entrants; their paths start at the current folder."""
    moved = [dataclasses.replace(one, bot=bot_from(one.bot, Path(), config.folder)) for one in more]
    return dataclasses.replace(config, entrants=(*config.entrants, *moved))


def seed_in(log: Path) -> str:
    """Return the seed of an earlier log."""
    with read_log(log) as series:
        return series.header.seed


def check_apart(out: Path, log: Path) -> None:
    """Refuse to write over the log that is extended.

    Raises:
        UsageError: when it lies in the folder.
    """
    if out.resolve() == log.resolve().parent:
        raise UsageError(f"--out {out}: holds the log that is extended; choose another folder")


def read_earlier(log: Path, header: TournamentLine, *, quiet: bool) -> Earlier:
    """Return what a run need not play again, and tell how much that is.

    Raises:
        UserMistake: when the log cannot be read, or is one of other deals or rules.
    """
    earlier = Earlier(log, header)
    for name in earlier.changed:
        tell(f"warning: entrant {name} is not the one in {log}: its series are played anew")
    if not quiet:
        tell(f"{earlier.count} series are taken from {log}")
    return earlier
