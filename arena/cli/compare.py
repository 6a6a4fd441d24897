"""`arena diff`: what parted between two logs of the same deals."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.errors import Exit, UsageError, guarded
from arena.cli.logs import LOGS
from arena.cli.look import show_table
from arena.cli.output import emit, in_one_line, show
from arena.gate.diff import Comparison, compare_logs, planned
from arena.gate.golden import draw_difference, parted_answers
from arena.gate.parting import Parting
from arena.log.header import Plan
from arena.log.reader import STDIN, LogError, find_log, read_log
from arena.log.script import ReplayMismatch
from arena.record import SeriesRecord
from arena.standings.render import escape

HEADS = ["#", "address", "points", "pairing", "winner", "games", "mover", "answers"]
LABELS = ("first log", "second log")


class DiffFormat(StrEnum):
    """How to print what parted."""

    TABLE = "table"
    JSON = "json"
    MARKDOWN = "markdown"


@guarded
def diff(
    first: Annotated[Path, typer.Argument(metavar="LOG", help="A log or its folder.")],
    second: Annotated[Path, typer.Argument(metavar="LOG", help="Another one of the same deals.")],
    top: Annotated[
        int, typer.Option(min=1, metavar="N", help="List the N series with most points moved.")
    ] = 20,
    number: Annotated[
        int | None,
        typer.Option(
            "--show", min=1, metavar="K", help="Draw the position in which number K parted."
        ),
    ] = None,
    form: Annotated[
        DiffFormat, typer.Option("--format", help="How to print it.")
    ] = DiffFormat.TABLE,
) -> None:
    """Show which series, rounds and moves parted between two logs of the same deals.

    Exit code 1 when something did. Of logs of different lengths the common series are compared.

    arena diff logs/spring-1 logs/spring-2

    arena diff logs/spring-1 logs/spring-2 --show 1
    """
    if number is not None and form is not DiffFormat.TABLE:
        raise UsageError("--show draws for people; leave --format out")
    paths = (find_log(first, LOGS), find_log(second, LOGS))
    if paths.count(STDIN) > (0 if number else 1):
        raise UsageError("standard input can be read but once: name a file")
    with read_log(paths[0]) as one, read_log(paths[1]) as other:
        compared = compare_logs(one, other, max(top, number or 0))
    if form is DiffFormat.JSON:
        emit(json.dumps(document(compared, paths, top), indent=2, ensure_ascii=False))
    elif form is DiffFormat.MARKDOWN:
        emit(markdown(compared, top))
    elif number is not None and not compared.is_equal:
        show_position(compared, number, paths)
    else:
        show_comparison(compared, top)
    if not compared.is_equal:
        raise typer.Exit(Exit.CHECK_SAID_NO)


def show_comparison(compared: Comparison, top: int) -> None:
    """Print what parted as a table."""
    for line in summary(compared):
        show(line, fold=True)
    if compared.is_equal:
        return
    show("")
    rows = [row_of(at, parting) for at, parting in enumerate(compared.partings[:top], 1)]
    show_table([[in_one_line(cell) for cell in row] for row in rows], HEADS)
    left = compared.series[1] - len(rows)
    more = f"{left} more series parted: --top {compared.series[1]}; " if left else ""
    show(f"{more}a position: --show 1; a round: arena replay LOG ADDRESS", fold=True)


def summary(compared: Comparison) -> list[str]:
    """Return what the comparison came to, and its notes, a text each."""
    (equal, parted), (same, other) = compared.series, compared.rounds
    if compared.is_equal:
        where = " in what both hold" if any(compared.alone) else ""
        lines = [f"the logs are equal{where}: {equal} series, {same} rounds"]
    else:
        moved = zip(compared.entrants, compared.moved_by, strict=True)
        lines = [
            f"series: {equal} equal, {parted} parted; rounds: {same} equal, {other} parted",
            f"points moved: {compared.moved} in all; net "
            + ", ".join(f"{names[0]} {points:+d}" for names, points in moved),
        ]
    lines += [
        f"{label} alone has {count} more series"
        for label, count in zip(LABELS, compared.alone, strict=True)
        if count
    ]
    return lines + [f"note: {note}" for note in compared.notes]


def row_of(number: int, parting: Parting) -> list[str]:
    """Return a parting's cells."""
    winners = [winner or "nobody" for winner in parting.winners]
    games = [f"{own}-{other}" for own, other in parting.games]
    return [
        str(number),
        str(parting.spot.address),
        f"{parting.moved:+d}",
        " - ".join(parting.pairing),
        changed(winners),
        changed(games),
        parting.mover or "-",
        changed(list(parting.spot.said)),
    ]


def changed(said: list[str]) -> str:
    """Return what became of something, or what it stayed."""
    return said[0] if said[0] == said[1] else f"{said[0]} -> {said[1]}"


def markdown(compared: Comparison, top: int) -> str:
    """Return a Markdown summary, and a table where something parted."""
    from tabulate import tabulate

    text = "\n".join(f"- {escape(line)}" for line in summary(compared))
    if compared.is_equal:
        return text
    rows = [
        [escape(cell) for cell in row_of(at, parting)]
        for at, parting in enumerate(compared.partings[:top], 1)
    ]
    table = tabulate(rows, HEADS, tablefmt="pipe", disable_numparse=True)
    return f"{text}\n\n{table}"


def document(compared: Comparison, paths: tuple[Path, Path], top: int) -> dict[str, object]:
    """Return the comparison as one JSON document."""
    return {
        "logs": [str(path) for path in paths],
        "equal": compared.is_equal,
        "series": {"equal": compared.series[0], "parted": compared.series[1]},
        "rounds": {"equal": compared.rounds[0], "parted": compared.rounds[1]},
        "alone": compared.alone,
        "points_moved": compared.moved,
        "entrants": [
            {"names": names, "moved": moved}
            for names, moved in zip(compared.entrants, compared.moved_by, strict=True)
        ],
        "notes": compared.notes,
        "partings": [plain(parting) for parting in compared.partings[:top]],
    }


def plain(parting: Parting) -> dict[str, object]:
    """Return a parting as plain data."""
    return {
        "address": str(parting.spot.address),
        "what": parting.spot.what,
        "pairing": parting.pairing,
        "mover": parting.mover,
        "answers": parting.spot.said,
        "points_moved": parting.moved,
        "winners": parting.winners,
        "games": parting.games,
        "rounds": {"equal": parting.rounds[0], "parted": parting.rounds[1]},
    }


def show_position(compared: Comparison, number: int, paths: tuple[Path, Path]) -> None:
    """Draw the position in which a parting's answers differ, as its mover saw it.

    Raises:
        UsageError: when not so many series parted.
        LogError: where the rules contradict a log.
    """
    if number > len(compared.partings):
        raise UsageError(f"--show {number}: only {len(compared.partings)} series parted")
    parting = compared.partings[number - 1]
    series = parting.spot.address.series
    first, second = (find_series(path, series) for path in paths)
    try:
        found = parted_answers(first, second)
    except ReplayMismatch as mismatch:
        raise LogError(f"{paths[0]} or {paths[1]}", 0, f"series {series}: {mismatch}") from None
    row = row_of(number, parting)
    for head, cell in list(zip(HEADS, row, strict=True))[2:6]:
        show(f"{head:<8}  {cell}", fold=True)
    if found is None:
        show(f"no answer differs; {parting.spot.address}: {row[-1]}", fold=True)
        show("what was dealt or counted does: `arena verify` tells which log is sound", fold=True)
        return
    show("\n" + draw_difference(found, LABELS), fold=True)


def find_series(path: Path, number: int) -> tuple[SeriesRecord, Plan]:
    """Return a series of a log by its number, and the log's plan.

    Raises:
        LogError: when there is none.
    """
    with read_log(path) as log:
        plan = planned(log)
        for record in log:
            if record.series.series == number:
                return record, plan
    raise LogError(str(path), 0, f"there is no series {number}")
