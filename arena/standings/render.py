"""Rows as a table, Markdown, CSV or JSON. Names are strangers' texts: they break none of them."""

import csv
import io
import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Literal

import msgspec

from arena.display import display_width
from arena.standings.standings import Row, Standings

OutputFormat = Literal["table", "json", "csv", "markdown"]

Column = tuple[str, Callable[[Row], str], int]
"""Heading, cell, and rank among the columns that go first when a terminal is narrow (0 stays)."""

COLUMNS: tuple[Column, ...] = (
    ("#", lambda row: str(row.rank), 0),
    ("bot", lambda row: row.name, 0),
    ("series", lambda row: f"{row.won}-{row.drawn}-{row.lost}", 1),
    ("games", lambda row: f"{row.games}-{row.games_lost}", 4),
    ("settlement", lambda row: f"{row.settlement:+d}", 3),
    ("points", lambda row: "-" if row.points is None else f"{row.points:+.2f}", 2),
    ("±", lambda row: "-" if row.points_error is None else f"{row.points_error:.2f}", 2),
    ("rounds", lambda row: str(row.rounds), 6),
    ("faults", lambda row: str(row.faults), 5),
)
MARKDOWN = re.compile(r"([\\`*_\[\]<>|~&])")


def render(
    standings: Standings,
    form: OutputFormat,
    width: int | None = None,
    spell: Callable[[str], str] = str,
) -> str:
    """Return standings in a form, ending without a line feed.

    Args:
        standings: what to show.
        form: `table` for people, the others for programs.
        width: columns of the terminal; columns that do not fit are left out and named. None: no
            limit.
        spell: returns a text as the terminal can show it.
    """
    if form == "json":
        return render_json(standings)
    if form == "csv":
        return render_csv(standings)
    if form == "markdown":
        return render_markdown(standings)
    return render_table(standings, width, spell)


def render_table(standings: Standings, width: int | None, spell: Callable[[str], str] = str) -> str:
    """Return the table for a terminal, with the notes below."""
    sign = "±" if spell("±") == "±" else "+-"
    text = ""
    dropped: tuple[str, ...] = ()
    for most in range(6, -1, -1):
        columns = [
            (title.replace("±", sign), lambda row, cell=cell: spell(cell(row)), rank)
            for title, cell, rank in COLUMNS
            if rank <= most
        ]
        text = tabulated(standings.rows, columns, "simple")
        dropped = tuple(title for title, _, rank in COLUMNS if rank > most)
        if width is None or max(map(display_width, text.splitlines())) <= width:
            break
    notes = list(standings.notes)
    if dropped:
        notes.append(f"left out for width: {', '.join(dropped)}")
    lines = [
        line
        for note in notes
        for line in textwrap.wrap(spell(note.replace("±", sign)), width or 100)
    ]
    return "\n".join([text, *lines])


def render_markdown(standings: Standings) -> str:
    """Return a Markdown table, with the notes as a list below."""
    table = tabulated(standings.rows, COLUMNS, "pipe")
    notes = "\n".join(f"- {escape(note)}" for note in standings.notes)
    return f"{table}\n\n{notes}"


def render_csv(standings: Standings) -> str:
    """Return CSV with a heading; figures are not rounded for looks."""
    out = io.StringIO()
    rows = [plain_row(row) for row in standings.rows]
    writer = csv.DictWriter(out, list(Row.__dataclass_fields__), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().rstrip("\n")


def render_json(standings: Standings) -> str:
    """Return one JSON document."""
    document = {
        "rank_by": standings.rank_by,
        "unit": standings.unit,
        "notes": standings.notes,
        "standings": [plain_row(row) for row in standings.rows],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()


def plain_row(row: Row) -> dict[str, object]:
    """Return a row as plain data; its two floats have six decimals on every machine."""
    plain = asdict(row)
    for name in ("points", "points_error"):
        if plain[name] is not None:
            plain[name] = round(plain[name], 6)
    return plain


def tabulated(rows: Sequence[Row], columns: Sequence[Column], form: str) -> str:
    """Return rows as tabulate lays them out; texts stay texts, whatever they look like."""
    from tabulate import tabulate

    in_markdown = form == "pipe"
    cells = [
        [
            escape(cell(row)) if in_markdown and title == "bot" else cell(row)
            for title, cell, _ in columns
        ]
        for row in rows
    ]
    align = ["left" if title == "bot" else "right" for title, _, _ in columns]
    heads = [title for title, _, _ in columns]
    return tabulate(cells, heads, tablefmt=form, disable_numparse=True, colalign=align)


def escape(text: str) -> str:
    r"""Return a text that Markdown shows as it is.

    >>> escape("a|b")
    'a\\|b'
    """
    return MARKDOWN.sub(r"\\\1", text)
