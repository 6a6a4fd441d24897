"""Data on stdout: UTF-8 for programs, what the terminal can show for people."""

import shutil
import sys
from enum import StrEnum


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
    try:
        "♣♦♥♠".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def show(text: str) -> None:
    """Print for people; characters that the terminal cannot show are escaped."""
    encoding = sys.stdout.encoding or "ascii"
    print(text.encode(encoding, "backslashreplace").decode(encoding))


def emit(text: str) -> None:
    """Print for programs: UTF-8 and line feeds on every machine."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode() + b"\n")
    sys.stdout.buffer.flush()


def terminal_width() -> int | None:
    """Return the columns of the terminal on stdout, or None where stdout is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
