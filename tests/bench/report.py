"""The benchmark's result as a table for people and as one JSON document."""

import json
import platform
import sys
from dataclasses import asdict, dataclass
from textwrap import fill

from tabulate import tabulate

from tests.bench.rows import Row

HEAD = ["what", "who", "unit", "median", "lowest - highest", "by wall time", "target", "reached"]
WIDTH = 118
RIGHT = ("left", "left", "left", "right", "right", "right", "left", "left")


@dataclass(frozen=True, slots=True)
class Machine:
    """What the figures were measured on; `core` is the one that all processes share, or None."""

    python: str
    platform: str
    cores: int
    core: int | None


@dataclass(frozen=True, slots=True)
class Result:
    """All figures of one benchmark."""

    machine: Machine
    size: str
    laps: int
    compiled: list[str]
    rows: list[Row]


def machine(cores: int, core: int | None) -> Machine:
    """Return what this machine is, without its name."""
    version = f"{platform.python_implementation()} {platform.python_version()}"
    return Machine(version, f"{sys.platform} {platform.machine()}", cores, core)


def render_json(result: Result) -> str:
    """Return one document."""
    plain = asdict(result)
    for one, row in zip(plain["rows"], result.rows, strict=True):
        one["reached"] = row.is_reached
    return json.dumps(plain, indent=1)


def render_table(result: Result) -> str:
    """Return the table, and below it what it was measured on and what is missing."""
    cells = [cells_of(row) for row in result.rows]
    table = tabulate(cells, HEAD, tablefmt="pipe", disable_numparse=True, colalign=RIGHT)
    told = result.machine
    pinned = "not pinned" if told.core is None else f"all on core {told.core}"
    compiled = ", ".join(result.compiled) or "nothing"
    lines = [
        table,
        "",
        f"{told.python}, {told.platform}, {told.cores} cores, {pinned}.",
        f"Size {result.size}: {result.laps} laps; medians by CPU time.",
        fill(f"Compiled modules: {compiled}.", WIDTH),
    ]
    return "\n".join([*lines, *dict.fromkeys(f"{row.note}." for row in result.rows if row.note)])


def cells_of(row: Row) -> list[str]:
    """Return the texts of a row."""
    reached = row.is_reached
    said = "" if reached is None else "yes" if reached else "no"
    if row.target and row.target.aim is not None and reached:
        said += f", aim {'yes' if row.median and row.median >= row.target.aim else 'no'}"
    if row.target and row.median is None:
        said = "not measured"
    spread = "" if row.low is None else f"{number(row.low)} - {number(row.high)}"
    return [
        row.what,
        row.who,
        row.unit,
        number(row.median),
        spread,
        "" if row.wall is None else number(row.wall),
        str(row.target or ""),
        said,
    ]


def number(value: float | None) -> str:
    """Return a number with three digits that matter, a dash for none.

    >>> number(12345.6), number(45.67), number(0.456), number(None)
    ('12,346', '45.7', '0.46', '-')
    """
    if value is None:
        return "-"
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f}"
