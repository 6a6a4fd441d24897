"""Standings of logs, streamed."""

from collections.abc import Sequence
from pathlib import Path

from arena.log.header import HeaderError, plan_of
from arena.log.reader import LogError, read_log
from arena.record import SeriesRecord, TournamentLine
from arena.schedule import Job
from arena.standings.standings import RankBy, Standings, Tally
from arena.table.scribe import series_line


def rank_logs(paths: Sequence[Path], rank_by: RankBy | None = None) -> tuple[Standings, list[str]]:
    """Return the standings of one log, or of several pooled, and warnings for people.

    Pooled logs must have the same rules and dealing, and seeds of their own: the same deals twice
    would count as independent.

    Args:
        paths: the logs' files.
        rank_by: what ranks; None takes settlement where that decides the series, else series.

    Raises:
        LogError: at the first line that cannot be read, or for logs that cannot be pooled.
    """
    tally: Tally | None = None
    first: TournamentLine | None = None
    seeds: dict[str, Path] = {}
    warnings: list[str] = []
    for path in paths:
        with read_log(path) as log:
            header = log.header
            try:
                plan = plan_of(header)
            except HeaderError as error:
                raise LogError(str(path), 1, str(error)) from None
            if header.seed in seeds:
                raise LogError(
                    str(path), 1, f"has the seed of {seeds[header.seed]}: the same deals"
                )
            seeds[header.seed] = path
            if first is None or tally is None:
                first, tally = header, Tally((), header.dealing)
            if (header.rules, header.dealing) != (first.rules, first.dealing):
                raise LogError(str(path), 1, f"has other rules or dealing than {paths[0]}")
            tally.admit(plan.schedule.entrants)
            jobs = plan.jobs()
            for record in log:
                problem = problem_of(record, next(jobs, None))
                if problem:
                    raise LogError(str(path), 0, f"series {record.series.series}: {problem}")
                tally.add(record)
            if not log.is_complete:
                warnings.append(f"{path} is not complete: standings of what is there")
    assert first is not None
    assert tally is not None
    by_settlement = first.rules["series_winner"] == "settlement"
    default: RankBy = "settlement" if by_settlement else "series"
    return tally.standings(rank_by or default), warnings


def problem_of(record: SeriesRecord, job: Job | None) -> str | None:
    """Return why a series cannot be counted where it stands, or None.

    The rest of it is for `verify` to check.
    """
    start = record.series
    if job is None:
        return "the schedule has no more series"
    if start != series_line(job, start.first_dealer):
        return f"the schedule has series {job.number} here, between {' and '.join(job.pairing)}"
    winners = [record.result.winner, *(line.winner for line in record.rounds)]
    if not set(winners) <= {None, 0, 1}:
        return "a winner is no seat"
    return None
