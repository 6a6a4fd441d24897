"""The main path: a config in; series played, logged and ranked out."""

import gc
import os
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from heapq import merge
from operator import attrgetter
from pathlib import Path
from typing import Protocol

from arena.executor.forks import end_copy
from arena.executor.serial import Serial
from arena.executor.work import Executor, Work, WorkerLostError
from arena.log.folder import RunFolder
from arena.log.header import Plan, plan_of
from arena.log.writer import LogWriter
from arena.mistake import UserMistake
from arena.schedule import Job, Schedule
from arena.standings.render import render_json
from arena.standings.standings import RankBy, Standings, Tally
from arena.tournament.asked import Asked, write_asked
from arena.tournament.config import TournamentConfig
from arena.tournament.config_dump import dump_config
from arena.tournament.interrupts import interrupts_that_wait
from arena.tournament.lineup import Seated
from arena.tournament.order import header_for, work_of
from arena.tournament.packing import Packed


@dataclass(frozen=True, slots=True)
class RunReport:
    """What a run has come to: its log, its standings, and the faults that it met.

    `planned` is how many series its log is to hold. `stopped` is what ended it before: an
    interrupt, or processes that were lost; None for a run that is complete.
    """

    log: Path
    standings: Standings
    series: int
    rounds: int
    planned: int
    stopped: KeyboardInterrupt | WorkerLostError | None = None

    @property
    def faults(self) -> int:
        """How many faults the bots of its log have made."""
        return sum(row.faults for row in self.standings.rows)


class Kept(Protocol):
    """Series of the schedule that were played before, and the log that has them."""

    path: Path

    def has(self, job: Job) -> bool:
        """Tell whether a series is among them."""

    def series(self) -> Iterator[Packed]:
        """Yield them by their numbers in this schedule, ascending."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """Where a run's series are entered: all three know of the same series."""

    log: LogWriter
    tally: Tally
    folder: RunFolder

    def enter(self, packed: Packed) -> None:
        """Append a series to the log, add it up, and keep its failure cards."""
        self.log.append(packed.body, packed.head, packed.rounds)
        self.tally.add(packed.summary)
        if packed.incidents:
            self.folder.add_failures(packed.incidents)


Progress = Callable[[Packed, Tally], None]
"""Called after each series, with all that was added up so far."""


def run_tournament(  # noqa: PLR0913 - what is played, where, by whom, and who is told
    config: TournamentConfig,
    seated: Mapping[str, Seated],
    folder: RunFolder,
    *,
    part: str | None = None,
    compress: bool = False,
    executor: Executor | None = None,
    kept: Kept | None = None,
    progress: Progress | None = None,
) -> RunReport:
    """Play a tournament into a folder and return its standings.

    Args:
        config: what to play; its seed must be set.
        seated: its entrants, from `seat_entrants`.
        folder: where log, config and standings go.
        part: the part of the schedule to play, as the header names it, or None for all.
        compress: write `games.jsonl.zst`.
        executor: who plays; None plays in line. Whoever it is, the log has the same bytes.
        kept: what need not be played again.
        progress: called after each series.

    Raises:
        UserMistake: when those who should play cannot, before the first series.
        FolderError: while another run writes there.
        ExtraError: when the log is to be compressed, and what that needs is not installed.
    """
    header = header_for(config, seated, part)
    plan = plan_of(header)
    work = work_of(config, header, seated)
    with folder.hold(), closing(series_of(plan.numbers, plan, work, executor, kept)) as series:
        extend = None if kept is None else str(kept.path.absolute())
        write_asked(folder, Asked(part, compress, extend))
        # From here on the run can go on, whatever happens to it.
        folder.write_config(dump_config(config, folder.path))
        with folder.open_games(compress=compress) as file:
            tally = Tally(plan.schedule.entrants, config.dealing)
            return enter_all(
                series,
                Ledger(LogWriter(file, header), tally, folder),
                planned=len(plan),
                rank_by=config.rank_by,
                progress=progress,
            )


def series_of(
    numbers: range,
    plan: Plan,
    work: Work[Packed],
    executor: Executor | None = None,
    kept: Kept | None = None,
) -> Generator[Packed]:
    """Yield the series of some numbers, in their order: those that are kept, the others played."""
    executor = executor or Serial()
    if kept is None:
        yield from executor.run(work, numbers)
        return
    missing = (number for number in numbers if not kept.has(plan.schedule.job(number)))
    again = (packed for packed in kept.series() if packed.number in numbers)
    with closing(executor.run(work, missing)) as played:
        yield from merge(again, played, key=attrgetter("number"))


def enter_all(
    series: Iterator[Packed],
    ledger: Ledger,
    *,
    planned: int,
    rank_by: RankBy,
    progress: Progress | None = None,
) -> RunReport:
    """Enter series until the log is complete, or until something stops the run.

    Whatever stops it, all series that came before are in the log, whole: what is found too late to
    have been refused stops it like processes that are lost.

    Args:
        series: all that the ledger has not, in the order of the schedule.
        ledger: has those before, in all its parts.
        planned: how many series the log is to hold.
        rank_by: what ranks.
        progress: called after each series.

    Raises:
        UserMistake: when nothing could be entered at all.
    """
    log, is_complete, own = ledger.log, False, os.getpid()
    stopped: KeyboardInterrupt | WorkerLostError | None = None
    with collector_spared(), interrupts_that_wait() as hold:
        try:
            for packed in series:
                end_copy(own)  # a bot in line may have forked
                with hold:
                    ledger.enter(packed)
                if progress:
                    progress(packed, ledger.tally)
            with hold:
                log.finish()
                is_complete = True
        except (KeyboardInterrupt, WorkerLostError) as error:
            stopped = None if is_complete else error
        except UserMistake as error:
            if not log.series:
                raise
            stopped = WorkerLostError(str(error))
        finally:
            with hold:
                log.flush()
    standings = ledger.tally.standings(rank_by)
    if stopped is not None:
        note = f"partial: {log.series} of {planned} series, the run was stopped"
        standings = replace(standings, notes=(*standings.notes, note))
    ledger.folder.write_standings(render_json(standings) + "\n")
    return RunReport(ledger.folder.games, standings, log.series, log.rounds, planned, stopped)


@contextmanager
def collector_spared() -> Iterator[None]:
    """Spare the garbage collector what is there already: it would go through it time and again."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def schedule_of(config: TournamentConfig) -> Schedule:
    """Return the schedule of a config."""
    names = tuple(entrant.name for entrant in config.entrants)
    return Schedule(names, config.format, config.pairs, config.dealing)
