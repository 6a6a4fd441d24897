"""The main path: a config in; series played, logged and ranked out."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec import UNSET

import arena
from arena.dealer import CONTRACT, Dealer
from arena.log.folder import RunFolder
from arena.log.header import Plan, plan_of, rules_for_header
from arena.log.writer import LogWriter
from arena.record import SCHEMA, TournamentLine
from arena.schedule import Job, Schedule
from arena.standings.render import render_json
from arena.standings.standings import Standings, Tally
from arena.table.driver import play_inline
from arena.table.table import Played, Setting, Table
from arena.tournament.config import TournamentConfig
from arena.tournament.config_dump import dump_config
from arena.tournament.lineup import Seated


@dataclass(frozen=True, slots=True)
class RunReport:
    """What a run has come to: its log, its standings, and the faults that it met."""

    log: Path
    standings: Standings
    series: int
    rounds: int
    faults: int


Progress = Callable[[Played], None]


def run_tournament(
    config: TournamentConfig,
    seated: Mapping[str, Seated],
    folder: RunFolder,
    *,
    only: int | None = None,
    progress: Progress | None = None,
) -> RunReport:
    """Play a tournament into a folder and return its standings.

    Args:
        config: what to play; its seed must be set.
        seated: its entrants, from `seat_entrants`.
        folder: where log, config and standings go.
        only: the number of the one series to play, or None for all.
        progress: called after each series.
    """
    header = header_for(config, seated, only)
    plan = plan_of(header)
    tally = Tally(plan.schedule.entrants, config.dealing)
    faults = 0
    folder.write_config(dump_config(config, folder.path))
    with folder.open_games() as file:
        log = LogWriter(file, header)
        for played in play_jobs(plan, seated, Dealer(header.seed)):
            log.write(played.record)
            tally.add(played.record)
            folder.add_failures(played.incidents)
            faults += sum(incident.is_fault for incident in played.incidents)
            if progress:
                progress(played)
        log.finish()
    standings = tally.standings(config.rank_by)
    folder.write_standings(render_json(standings) + "\n")
    return RunReport(folder.games, standings, log.series, log.rounds, faults)


def play_jobs(plan: Plan, seated: Mapping[str, Seated], dealer: Dealer) -> Iterator[Played]:
    """Play the jobs of a plan one after the other, in schedule order."""
    for job in plan.jobs():
        yield play_job(job, plan.setting, seated, dealer)


def play_job(job: Job, setting: Setting, seated: Mapping[str, Seated], dealer: Dealer) -> Played:
    """Play one series with new bots."""
    first, second = job.seats
    makers = (seated[first].make, seated[second].make)
    return play_inline(Table(job, setting, dealer).play(), makers)


def header_for(
    config: TournamentConfig, seated: Mapping[str, Seated], only: int | None = None
) -> TournamentLine:
    """Return the log's first line for a config whose seed is set."""
    if config.seed is None:
        raise ValueError("a run needs a seed")
    return TournamentLine(
        schema=SCHEMA,
        arena=arena.__version__,
        deal=CONTRACT,
        name=config.name,
        seed=config.seed,
        rules=rules_for_header(config.profile, config.rules),
        format=config.format,
        pairs=config.pairs,
        dealing=config.dealing,
        stock=config.stock,
        entrants=[entrant.record for entrant in seated.values()],
        faults=config.faults,
        part=UNSET if only is None else f"only {only}",
    )


def schedule_of(config: TournamentConfig) -> Schedule:
    """Return the schedule of a config."""
    names = tuple(entrant.name for entrant in config.entrants)
    return Schedule(names, config.format, config.pairs, config.dealing)
