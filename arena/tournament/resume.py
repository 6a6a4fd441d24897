"""A run that was stopped, however it was, goes on: to the bytes of one that never was."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from arena.executor.work import Executor
from arena.log.compressed import MAGIC, SUFFIX
from arena.log.cut import SoundLog, read_sound
from arena.log.folder import CONFIG, STANDINGS, RunFolder
from arena.log.header import HeaderError, Plan, plan_of
from arena.log.reader import GAMES, LOGS, LONGEST_LINE, STDIN, LogError, find_log
from arena.log.shards import difference
from arena.log.writer import LogWriter, Written
from arena.mistake import UserMistake
from arena.record import TournamentLine, encode_line
from arena.standings.render import render_json
from arena.standings.standings import Tally
from arena.standings.summary import summarise
from arena.tournament.asked import ASKED, Asked, read_asked
from arena.tournament.config import TournamentConfig
from arena.tournament.earlier import Earlier
from arena.tournament.lineup import Seated
from arena.tournament.order import header_for, work_of
from arena.tournament.run import (
    Kept,
    Ledger,
    Progress,
    RunReport,
    enter_all,
    run_tournament,
    series_of,
)


class ResumeError(UserMistake):
    """A run that cannot go on as it began."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """How far a run has come.

    Attributes:
        config: what is played.
        seated: its entrants.
        folder: where.
        asked: what else was asked of it.
        plan: what the whole of it plays.
        log: what is kept of its log; None where not even the first line is whole.
        tally: the series that are kept, added up.
    """

    config: TournamentConfig
    seated: Mapping[str, Seated]
    folder: RunFolder
    asked: Asked
    plan: Plan
    log: SoundLog | None
    tally: Tally

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to do."""
        return self.log is not None and self.log.is_complete and self.log.problem is None

    @property
    def series(self) -> int:
        """How many series are kept."""
        return 0 if self.log is None else self.log.series


def resume_tournament(
    config: TournamentConfig,
    seated: Mapping[str, Seated],
    folder: RunFolder,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> RunReport:
    """Let a run go on that was stopped, and return what the whole of it has come to.

    Args:
        config: the one in its folder.
        seated: its entrants.
        folder: from `stopped_folder`.
        executor: who plays; None plays in line.
        progress: called after each series that was missing.

    Raises:
        LogError: when the log is none that a run has begun.
        ResumeError: when the log is one of another config, other bots or another arena.
        FolderError: while another run writes there.
    """
    with folder.hold():
        stopped = read_stopped(config, seated, folder)
        return go_on(stopped, executor=executor, kept=kept_again(stopped), progress=progress)


def stopped_folder(path: Path) -> RunFolder:
    """Return the folder of a run that is to go on, given it or its log.

    Raises:
        LogError: when there is no such file or folder.
        ResumeError: when no run can go on there: a config must lie beside the log.
    """
    if path == STDIN:
        raise ResumeError("stdin: what goes on is a run's folder, or the log in it")
    if path.is_dir() and not any((path / name).exists() for name in LOGS):
        folder = RunFolder(path)  # stopped before its log was there
    else:
        games = find_log(path, path)
        if games.name not in LOGS:
            raise ResumeError(f"{games}: the log of a run that can go on is called {GAMES}")
        folder = RunFolder(games.parent)
        folder.games = games
    if not (folder.path / CONFIG).is_file():
        raise ResumeError(f"{folder.path}: holds no {CONFIG}; without it a run cannot go on")
    return folder


def read_stopped(
    config: TournamentConfig, seated: Mapping[str, Seated], folder: RunFolder
) -> Stopped:
    """Find out how far a run has come; nothing is changed. The folder should be held.

    Args:
        config: the one in its folder.
        seated: its entrants as they are now.
        folder: from `stopped_folder`.

    Raises:
        LogError: when the log is none that a run has begun.
        ResumeError: when the log is one of another config, other bots or another arena.
    """
    asked = read_asked(folder)
    header = header_for(config, seated, asked.part)
    try:
        plan = plan_of(header)
    except HeaderError as error:
        raise ResumeError(f"{folder.private / ASKED}: {error}") from None
    tally = Tally(plan.schedule.entrants, config.dealing)
    unbegun = Stopped(config, seated, folder, asked, plan, None, tally)
    if not folder.games.exists():
        return unbegun
    try:
        with read_sound(folder.games) as log:
            check_same(log.header, header, folder.games)
            for record in log:
                tally.add(summarise(record))
    except LogError as error:
        if error.line > 1 or not is_unbegun(folder.games, header):
            raise
        return unbegun
    return Stopped(config, seated, folder, asked, log.plan, log, tally)


def go_on(
    stopped: Stopped,
    *,
    executor: Executor | None = None,
    kept: Kept | None = None,
    progress: Progress | None = None,
) -> RunReport:
    """Play what is missing, and return what the whole run has come to.

    What stands in the log behind its last sound series is cut off first. A complete log stays as
    it is.

    Args:
        stopped: how far the run has come.
        executor: who plays; None plays in line.
        kept: what need not be played again either.
        progress: called after each series that was missing.
    """
    config, folder, log, tally = stopped.config, stopped.folder, stopped.log, stopped.tally
    if log is None:
        folder.games.unlink(missing_ok=True)
        folder.cut_failures(0)
        return run_tournament(
            config,
            stopped.seated,
            folder,
            part=stopped.asked.part,
            compress=stopped.asked.compress,
            executor=executor,
            kept=kept,
            progress=progress,
        )
    if log.is_complete:
        return leave_complete(stopped, log)
    rest = log.plan.numbers[log.series :]
    work = work_of(config, log.header, stopped.seated)
    folder.cut_failures(rest.start)
    with (
        closing(series_of(rest, stopped.plan, work, executor, kept)) as series,
        folder.continue_games(log.size, log.frame) as file,
    ):
        written = Written(log.series, log.rounds, log.hashed)
        return enter_all(
            series,
            Ledger(LogWriter(file, written), tally, folder),
            planned=len(stopped.plan),
            rank_by=config.rank_by,
            progress=progress,
        )


def leave_complete(stopped: Stopped, log: SoundLog) -> RunReport:
    """Return what a complete run has come to; its standings are written where they were not."""
    folder = stopped.folder
    if log.problem is not None:
        with folder.continue_games(log.size, log.frame):
            pass  # what follows the last line is cut off
    standings = stopped.tally.standings(stopped.config.rank_by)
    text = render_json(standings) + "\n"
    path = folder.path / STANDINGS
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        folder.write_standings(text)
    return RunReport(folder.games, standings, log.series, log.rounds, len(stopped.plan))


def kept_again(stopped: Stopped) -> Earlier | None:
    """Return the earlier log that a run used, for what is missing; None where it is of no use now.

    Without it the same series are played.
    """
    if stopped.asked.extend is None or stopped.is_complete:
        return None
    part = stopped.asked.part
    try:
        header = header_for(stopped.config, stopped.seated, part)
        return Earlier(Path(stopped.asked.extend), header)
    except UserMistake:
        return None


def check_same(said: TournamentLine, now: TournamentLine, games: Path) -> None:
    """Refuse a log that another config, another bot or another arena has begun.

    Raises:
        ResumeError: naming the first thing that differs.
    """
    now = replace(now, part=said.part)
    if encode_line(said) != encode_line(now):
        field, old, new = difference(said, now)
        hint = ", as the code has changed" if field.endswith(".digest") else ""
        raise ResumeError(
            f"{games}: {field} is {old} there, but {new} now{hint}: a run goes on only as it began"
        )


def is_unbegun(games: Path, header: TournamentLine) -> bool:
    """Tell whether a log's file holds nothing but the start of a run's first line, or of a frame.

    Zeros may follow: a file system gives them back for what it lost in a power cut.
    """
    with games.open("rb") as file:
        start = file.read(LONGEST_LINE).rstrip(b"\0")
    if games.suffix == SUFFIX:
        return start[: len(MAGIC)] == MAGIC[: len(start)]
    return encode_line(header).startswith(start)
