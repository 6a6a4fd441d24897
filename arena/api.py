"""The public Python interface. What is not here may change without notice.

    from pathlib import Path
    from arena import api

    config = api.load_config(Path("configs/league.yaml"))
    report = api.run(config, Path("out"))
    for row in report.standings.rows:
        print(row.rank, row.name, row.points)

    with api.read_log(report.log) as log:
        for series in log:
            print(series.result.winner)

`arena.gin` holds the game itself: cards, deadwood, layouts, lay-offs, `Round`, `Sheet`, settlement.
"""

import dataclasses
import secrets
from collections.abc import Callable
from pathlib import Path

from arena import gin
from arena.bot import Bot, Player, View
from arena.dealer import Dealer
from arena.gin.deal import Deal, Stock
from arena.gin.rules import Rules
from arena.log.folder import chosen_folder
from arena.log.reader import LogError, SeriesReader, find_log, read_log
from arena.log.verify import Report, verify_log
from arena.profiles import Profile, load_profile, profile_names
from arena.record import FaultPolicy, RoundLine, SeriesRecord, TournamentLine
from arena.schedule import Job, Schedule
from arena.standings.from_logs import rank_logs
from arena.standings.standings import Row, Standings
from arena.table.driver import play_inline
from arena.table.incident import Incident
from arena.table.table import Played, Setting, Table
from arena.tournament.config import (
    ConfigError,
    Entrant,
    TournamentConfig,
    load_config,
    parse_config,
)
from arena.tournament.lineup import LineupError, seat_entrants
from arena.tournament.run import RunReport, run_tournament

__all__ = [
    "Bot",
    "ConfigError",
    "Deal",
    "Dealer",
    "Entrant",
    "FaultPolicy",
    "Incident",
    "Job",
    "LineupError",
    "LogError",
    "Played",
    "Player",
    "Profile",
    "Report",
    "RoundLine",
    "Row",
    "Rules",
    "RunReport",
    "Schedule",
    "SeriesReader",
    "SeriesRecord",
    "Standings",
    "TournamentConfig",
    "TournamentLine",
    "View",
    "find_log",
    "gin",
    "load_config",
    "load_profile",
    "parse_config",
    "play_series",
    "profile_names",
    "rank_logs",
    "read_log",
    "run",
    "verify_log",
]


def run(config: TournamentConfig, out: Path, *, force: bool = False) -> RunReport:
    """Play a tournament into a folder; its log, standings and totals are returned.

    Args:
        config: what to play; without a seed it gets a random one, which the log names.
        out: the folder to write.
        force: replace a log that is there already.

    Raises:
        LineupError: when a bot does not exist; nothing is written.
        FolderError: when the folder holds a log already, or cannot be written.
    """
    if config.seed is None:
        config = dataclasses.replace(config, seed=secrets.token_hex(16))
    seated = seat_entrants(config)
    return run_tournament(config, seated, chosen_folder(out, force=force))


def play_series(
    bots: tuple[Callable[[], Player], Callable[[], Player]],
    seed: str,
    *,
    rules: Rules | None = None,
    names: tuple[str, str] = ("bot 0", "bot 1"),
    stock: Stock = "per_seat",
    deal_index: int = 0,
) -> Played:
    """Play one series between two bots and return its record and failure cards.

    Args:
        bots: what makes the bot of each seat, such as its class.
        seed: any text; the same seed and bots give the same series.
        rules: the house rules; None for `classic`.
        names: the names of the seats.
        stock: whether each seat draws from its own end of the stock.
        deal_index: which of the seed's deals to play.

    >>> played = play_series((Bot, Bot), "0")
    >>> played.record.result.termination
    'complete'
    """
    setting = Setting(rules or Rules(), stock, FaultPolicy())
    job = Job(0, deal_index, names, 0, names, deal_index)
    return play_inline(Table(job, setting, Dealer(seed)).play(), bots)
