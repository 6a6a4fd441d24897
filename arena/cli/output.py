"""Data on stdout: UTF-8 for programs, what the terminal can show for people."""

import shutil
import sys
import textwrap
from enum import StrEnum

from arena.cli.streams import escaped
from arena.display import display_width
from arena.standings.render import render
from arena.standings.standings import Standings


class Format(StrEnum):
    """How to print standings."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"


class AnswerFormat(StrEnum):
    """How a calculator answers the words of the command line."""

    TEXT = "text"
    JSON = "json"


def can_show_suits() -> bool:
    """Tell whether stdout can encode the symbols of the suits."""
    return showable("♣♦♥♠") == "♣♦♥♠"


def showable(text: str) -> str:
    """Return a text as stdout can show it; other characters are escaped."""
    return escaped(text, sys.stdout.encoding)


def in_one_line(text: str) -> str:
    """Return a text as the terminal can show it, without line feeds of its own."""
    return showable(text).replace("\n", "\\n")


def show(text: str, *, fold: bool = False) -> None:
    """Print for people.

    Args:
        text: one line or more.
        fold: on a terminal, break lines that are wider than it between words.
    """
    text = showable(text)
    width = terminal_width()
    if fold and width is not None:
        text = "\n".join(folded(line, width) for line in text.split("\n"))
    print(text)


def folded(line: str, width: int) -> str:
    """Return a line in as many as it needs; all but the first begin further in."""
    if display_width(line) <= width:
        return line
    inner = " " * min(2 + len(line) - len(line.lstrip()), width // 2)
    return textwrap.fill(
        line,
        max(width, 1),
        subsequent_indent=inner,
        break_on_hyphens=False,
        drop_whitespace=True,
    )


def show_standings(standings: Standings, form: Format) -> None:
    """Print standings: for people as wide as the terminal is, for programs whole."""
    text = render(standings, form.value, terminal_width(), in_one_line)
    if form is Format.TABLE:
        show(text)
    else:
        emit(text)


def emit(text: str) -> None:
    """Print for programs: UTF-8 and line feeds on every machine."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode() + b"\n")
    sys.stdout.buffer.flush()


def terminal_width() -> int | None:
    """Return the columns of the terminal on stdout, or None where stdout is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
