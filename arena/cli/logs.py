"""`arena standings`, `arena replay`, `arena verify`: look at logs."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.errors import Exit, UsageError, guarded, tell
from arena.cli.output import Format, show, show_standings
from arena.log.address import Address, split_reference
from arena.log.header import HeaderError, Plan, plan_of
from arena.log.narrate import Narrator
from arena.log.reader import LogError, find_log, read_log
from arena.log.script import ReplayMismatch, play_again, replay_series
from arena.log.verify import difference, verify_log
from arena.record import AnyLine, SeriesRecord
from arena.schedule import Job
from arena.standings.from_logs import rank_logs

LOGS = Path("logs")
LOG_HELP = "A log, its folder, or - for stdin; without one, the log last written below logs/."


class RankBy(StrEnum):
    """What ranks the entrants."""

    SERIES = "series"
    GAMES = "games"
    SETTLEMENT = "settlement"
    POINTS = "points"


@guarded
def standings(
    logs: Annotated[list[Path] | None, typer.Argument(metavar="LOG", help=LOG_HELP)] = None,
    form: Annotated[Format, typer.Option("--format", help="How to print them.")] = Format.TABLE,
    rank_by: Annotated[
        RankBy | None, typer.Option(help="What ranks; by default what the rules let decide.")
    ] = None,
) -> None:
    """Print the standings of a log, or of several logs of the same rules pooled.

    arena standings

    arena standings logs/spring-1 logs/spring-2 --format csv
    """
    paths = [find_log(path, LOGS) for path in logs] if logs else [find_log(None, LOGS)]
    ranked, warnings = rank_logs(paths, rank_by.value if rank_by else None)
    for warning in warnings:
        tell(f"warning: {warning}")
    show_standings(ranked, form)


@guarded
def verify(
    logs: Annotated[list[Path] | None, typer.Argument(metavar="LOG", help=LOG_HELP)] = None,
) -> None:
    """Play every round of a log again by the rules, and compare every field and byte.

    Exit code 1 for a log that is not sound, with the line and the reason.

    arena verify logs/spring-1
    """
    paths = [find_log(path, LOGS) for path in logs] if logs else [find_log(None, LOGS)]
    reports = [verify_log(path) for path in paths]
    is_sound = all(report.is_sound for report in reports)
    try:
        for report in reports:
            show(str(report), fold=True)
    except BrokenPipeError:
        # That nobody reads on changes nothing about what was found.
        if is_sound:
            raise
    if not is_sound:
        raise typer.Exit(Exit.CHECK_SAID_NO)


@guarded
def replay(
    log: Annotated[
        str | None,
        typer.Argument(metavar="LOG", help=LOG_HELP + " LOG#17.3.4 adds an address."),
    ] = None,
    address: Annotated[
        str | None,
        typer.Argument(metavar="SERIES.ROUND.MOVE", help="All count from 0, as in 17.3."),
    ] = None,
) -> None:
    """Show a log as text: cards, every move, the sheet filling.

    arena replay 17.3
    """
    try:
        path, where = split_reference(log, address)
    except ValueError as error:
        raise UsageError(str(error)) from None
    file = find_log(path, LOGS)
    found = False
    with read_log(file) as series:
        try:
            plan = plan_of(series.header)
        except HeaderError as error:
            raise LogError(str(file), 1, str(error)) from None
        for record in series:
            if where is None or record.series.series == where.series:
                found = True
                show_series(record, plan, where, file)
                if where is not None:
                    return
        if not series.is_complete:
            tell(f"warning: {file} is not complete: it ends here")
    if not found:
        raise UsageError(f"{file}: there is no series {where.series if where else 0}")


def show_series(record: SeriesRecord, plan: Plan, where: Address | None, file: Path) -> None:
    """Print a series, or the round or the move of it that an address names.

    Raises:
        UsageError: when the series has no such round or move.
        LogError: where the rules contradict the log; nothing of the series is shown then.
    """
    start = record.series
    job = checked_job(record, plan, file)
    narrator = Narrator(record, plan.setting.rules)
    number = where.round if where else None
    token = where.token if where else None
    found = number is None
    show(
        f"Series {start.series}: {start.seats[0]} - {start.seats[1]}, "
        f"pair {start.pair}, leg {start.leg}",
        fold=True,
    )
    for told in narrator.tell(replay_series(record, job, plan.setting)):
        if number is not None and told.round != number:
            continue
        if token is not None and told.token not in (None, token):
            continue
        found = found or token is None or told.token == token
        show(told.text, fold=True)
    if not found:
        raise UsageError(f"{file}: there is no move {where} in series {start.series}")
    if number is None:
        show(narrator.tell_result(record.result), fold=True)


def checked_job(record: SeriesRecord, plan: Plan, file: Path) -> Job:
    """Return the job of a series that is what the rules make of its moves.

    Raises:
        LogError: naming the first field that is not.
    """
    number = record.series.series
    try:
        job = plan.schedule.job(number)
        if record.series.first_dealer not in (0, 1):
            raise ReplayMismatch(None, "first_dealer", "is no seat")
        played = play_again(record, job, plan.setting).record
    except (IndexError, ReplayMismatch) as error:
        raise LogError(str(file), 0, f"series {number}: {error}") from None
    played.result.digest = record.result.digest
    said: list[AnyLine] = [record.series, *record.rounds, record.result]
    wanted_lines: list[AnyLine] = [played.series, *played.rounds, played.result]
    for line, expected in zip(said, wanted_lines, strict=False):
        if line != expected:
            field, found, wanted = difference(line, expected)
            message = f"{field}: the log has {found}, not {wanted}"
            raise LogError(str(file), 0, f"series {number}: {message}; `arena verify` says where")
    return job
