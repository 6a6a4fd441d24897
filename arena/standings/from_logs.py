"""Standings of logs, streamed."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import UNSET

from arena.log.header import HeaderError, Plan, plan_of
from arena.log.reader import LogError, SeriesReader, read_log
from arena.record import SeriesLine, TournamentLine
from arena.schedule import Job
from arena.standings.standings import RankBy, Standings, Tally
from arena.standings.summary import Summary, summarise
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
    pooled: dict[Path, TournamentLine] = {}
    warnings: list[str] = []
    for path in paths:
        with read_log(path) as log:
            header = log.header
            try:
                plan = plan_of(header)
            except HeaderError as error:
                raise LogError(str(path), 1, str(error)) from None
            problem = pooling_problem(header, pooled)
            if problem:
                raise LogError(str(path), 1, problem)
            pooled[path] = header
            tally = tally or Tally((), header.dealing)
            tally.admit(plan.schedule.entrants)
            for summary in summaries_of(log, plan):
                tally.add(summary)
            if not log.is_complete:
                warnings.append(f"{path} is not complete: standings of what is there")
    assert tally is not None
    by_settlement = pooled[paths[0]].rules["series_winner"] == "settlement"
    default: RankBy = "settlement" if by_settlement else "series"
    return tally.standings(rank_by or default), warnings


def pooling_problem(header: TournamentLine, pooled: dict[Path, TournamentLine]) -> str | None:
    """Return why a log cannot be pooled with others, or None."""
    for path, other in pooled.items():
        if header.seed == other.seed:
            hint = "" if header.part is UNSET else "; `arena merge` joins shards of a tournament"
            return f"has the seed of {path}: the same deals{hint}"
        if (header.rules, header.dealing) != (other.rules, other.dealing):
            return f"has other rules or dealing than {path}"
    return None


def summaries_of(log: SeriesReader, plan: Plan) -> Iterator[Summary]:
    """Yield what each series of a log comes to.

    Raises:
        LogError: for a series out of place, or one that cannot be counted. The rest of it is for
            `verify` to check.
    """
    jobs = plan.jobs()
    for record in log:
        problem = problem_of(record.series, next(jobs, None))
        try:
            summary = summarise(record)
        except ValueError as error:
            problem = problem or str(error)
        if problem:
            raise LogError(log.source, 0, f"series {record.series.series}: {problem}")
        yield summary


def problem_of(start: SeriesLine, job: Job | None) -> str | None:
    """Return why a series cannot stand where it does, or None."""
    if job is None:
        return "the schedule has no more series"
    if start != series_line(job, start.first_dealer):
        return f"the schedule has series {job.number} here, between {' and '.join(job.pairing)}"
    return None
