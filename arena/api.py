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
from arena.bot import Bot, Player, RollOuts, View, roll_out
from arena.dealer import Dealer
from arena.executor.serial import Serial
from arena.executor.work import Executor, WorkerLostError
from arena.gin.deal import Deal, Stock
from arena.gin.rules import Rules
from arena.log.compressed import load_zstd
from arena.log.folder import CONFIG, chosen_folder
from arena.log.header import plan_of
from arena.log.reader import LogError, SeriesReader, find_log, read_log
from arena.log.shards import ShardsError
from arena.log.verify import Report, verify_log
from arena.profiles import Profile, load_profile, profile_names
from arena.record import FaultPolicy, RoundLine, SeriesRecord, TournamentLine
from arena.schedule import Job, Schedule, parse_shard
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
from arena.tournament.earlier import Earlier, EarlierError
from arena.tournament.lineup import LineupError, seat_entrants
from arena.tournament.merge import MergeReport, merge_logs
from arena.tournament.order import header_for
from arena.tournament.resume import ResumeError, resume_tournament, stopped_folder
from arena.tournament.run import RunReport, run_tournament

__all__ = [
    "Bot",
    "ConfigError",
    "Deal",
    "Dealer",
    "EarlierError",
    "Entrant",
    "FaultPolicy",
    "Incident",
    "Job",
    "LineupError",
    "LogError",
    "MergeReport",
    "Played",
    "Player",
    "Profile",
    "Report",
    "ResumeError",
    "RollOuts",
    "RoundLine",
    "Row",
    "Rules",
    "RunReport",
    "Schedule",
    "SeriesReader",
    "SeriesRecord",
    "ShardsError",
    "Standings",
    "TournamentConfig",
    "TournamentLine",
    "View",
    "WorkerLostError",
    "find_log",
    "gin",
    "load_config",
    "load_profile",
    "merge_logs",
    "parse_config",
    "play_series",
    "profile_names",
    "rank_logs",
    "read_log",
    "resume",
    "roll_out",
    "run",
    "verify_log",
]


def run(  # noqa: PLR0913 - what is played, where, and how
    config: TournamentConfig,
    out: Path,
    *,
    force: bool = False,
    workers: int = 0,
    shard: str | None = None,
    extend: Path | None = None,
    compress: bool = False,
) -> RunReport:
    """Play a tournament into a folder; its log, standings and totals are returned.

    Args:
        config: what to play; without a seed it gets a random one, which the log names.
        out: the folder to write.
        force: replace a log that is there already.
        workers: how many processes play; 0 plays in line, where a bot that ends its process ends
            yours. The log has the same bytes.
        shard: the part to play, as in `2/8`; None plays the whole.
        extend: an earlier log or its folder, whose series are used again where they are the same.
        compress: write `games.jsonl.zst`.

    Raises:
        LineupError: when a bot does not exist; nothing is written.
        FolderError: when the folder holds a log already, or cannot be written.
        ValueError: when there is no such shard, or fewer workers than none.
        LogError: when the earlier log cannot be read.
        ExtraError: when what `compress` needs is not installed.
        UserMistake: when worker processes find other bots than this one.
        EarlierError: when the earlier log is one of other rules, deals or another arena.
        KeyboardInterrupt: at Ctrl-C; the log can be resumed.
        WorkerLostError: when worker processes keep dying; the same.
    """
    if config.seed is None:
        config = dataclasses.replace(config, seed=secrets.token_hex(16))
    executor, seated = executor_of(workers), seat_entrants(config)
    part = None if shard is None else str(parse_shard(shard))
    header = header_for(config, seated, part)
    kept = None if extend is None else Earlier(find_log(extend, extend), header)
    # What cannot be played replaces no log.
    plan_of(header)
    if compress:
        load_zstd()
    folder = chosen_folder(out, force=force)
    report = run_tournament(
        config, seated, folder, part=part, compress=compress, executor=executor, kept=kept
    )
    return finished(report)


def resume(log: Path, *, workers: int = 0) -> RunReport:
    """Let a run go on that was stopped; a complete one is left as it is.

    Args:
        log: its folder, or its log.
        workers: how many processes play, as in `run`.

    Raises:
        ResumeError: when it is the run of another config, other bots or another arena.
        LogError: when the log is none.
        FolderError: while another run writes there.
        UserMistake, ValueError, KeyboardInterrupt, WorkerLostError: as in `run`.
    """
    folder = stopped_folder(log)
    config = load_config(folder.path / CONFIG)
    executor = executor_of(workers)
    return finished(resume_tournament(config, seat_entrants(config), folder, executor=executor))


def finished(report: RunReport) -> RunReport:
    """Return the report of a run that came to its end.

    Raises:
        KeyboardInterrupt, WorkerLostError: what stopped another one; its log can be resumed.
    """
    if report.stopped is not None:
        raise report.stopped
    return report


def executor_of(workers: int) -> Executor:
    """Return who plays: this process, or as many of their own.

    Raises:
        ValueError: for fewer than none.
    """
    if workers < 0:
        raise ValueError(f"workers: {workers} processes cannot be")
    if workers == 0:
        return Serial()
    from arena.executor.processes import Processes

    return Processes(workers)


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
