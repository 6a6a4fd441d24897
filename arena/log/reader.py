"""The log's one reader: typed lines, then whole series, one at a time."""

import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec

from arena.log.compressed import SUFFIX, BrokenFrames, CutFrames, text_of
from arena.mistake import UserMistake
from arena.record import (
    SCHEMA,
    AnyLine,
    EndLine,
    ResultLine,
    RoundLine,
    SeriesLine,
    SeriesRecord,
    TournamentLine,
    decode_line,
)

GAMES = "games.jsonl"
COMPRESSED = GAMES + SUFFIX
LOGS = (GAMES, COMPRESSED)
"""What a log's file may be called in a run's folder."""
STDIN = Path("-")
LONGEST_LINE = 10_000_000


class LogError(UserMistake):
    """A file that is not a sound log. `line` counts from 1; 0 means the file as a whole."""

    def __init__(self, source: str, line: int, message: str) -> None:
        super().__init__(f"{source}:{line}: {message}" if line else f"{source}: {message}")
        self.line = line
        self.message = message


class UnopenedError(LogError):
    """A file that cannot be opened: nothing is known of it."""


class CutError(LogError):
    """A log that ends within a line or a frame: whoever wrote it was interrupted."""


class RawLine(msgspec.Struct, frozen=True, gc=False):
    """A line of a log: its number from 1, its bytes without the line feed, and what they say."""

    number: int
    text: bytes
    record: AnyLine


@contextmanager
def open_log(path: Path) -> Iterator[BinaryIO]:
    """Open a log for reading its text, be it compressed or not; `-` is stdin.

    Raises:
        UnopenedError: when it cannot be opened.
        ExtraError: when it is compressed, and what that needs is not installed.
    """
    if path == STDIN:
        yield text_of(sys.stdin.buffer)
        return
    try:
        file = path.open("rb")
    except OSError as error:
        raise UnopenedError(str(path), 0, f"cannot be read: {error.strerror or error}") from None
    with file:
        yield text_of(file, path.name)


def read_lines(file: BinaryIO, source: str) -> Iterator[RawLine]:
    """Yield the lines of a log.

    Raises:
        LogError: at the first line that is cut, too long, no JSON, or no line of this schema.
    """
    number = 0
    while text := next_line(file, source, number + 1):
        number += 1
        if not text.endswith(b"\n"):
            if len(text) == LONGEST_LINE:
                raise LogError(source, number, f"the line is longer than {LONGEST_LINE} bytes")
            raise CutError(source, number, "the line is cut: no line feed at its end")
        text = text[:-1]
        yield RawLine(number, text, parse_line(text, source, number))
    if number == 0:
        raise LogError(source, 0, "is empty: a log starts with its tournament line")


def next_line(file: BinaryIO, source: str, number: int) -> bytes:
    """Return a line with its line feed, or nothing where the file ends.

    Raises:
        LogError: where a compressed file is cut or broken.
    """
    try:
        return file.readline(LONGEST_LINE)
    except CutFrames as error:
        raise CutError(source, number, str(error)) from None
    except BrokenFrames as error:
        raise LogError(source, number, str(error)) from None


def parse_line(text: bytes, source: str, number: int) -> AnyLine:
    """Return the record of one line.

    Raises:
        LogError: naming the line and what is wrong with it.
    """
    try:
        return decode_line(text)
    except msgspec.ValidationError as error:
        other = other_schema(text) if number == 1 else None
        reason = f"the schema is {other!r}, not {SCHEMA!r}" if other else printable(str(error))
        raise LogError(source, number, reason) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise LogError(source, number, f"is not JSON: {error}") from None


def printable(text: str) -> str:
    """Return a text of one line whose control characters, a stranger's, are escaped."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def other_schema(text: bytes) -> str | None:
    """Return the schema that a first line names, where it is not ours."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    schema = found.get("schema") if isinstance(found, dict) else None
    return schema if isinstance(schema, str) and schema != SCHEMA else None


@dataclass
class SeriesReader:
    """A log read series by series; `is_complete` is known once it is exhausted.

    A log that was cut, between lines or within one, ends with its last complete series.

    Raises:
        LogError: from the iteration, at the first line that is out of place or unreadable.
    """

    source: str
    header: TournamentLine
    lines: Iterator[RawLine]
    is_complete: bool = False

    def __iter__(self) -> Iterator[SeriesRecord]:
        """Yield every complete series."""
        start: SeriesLine | None = None
        rounds: list[RoundLine] = []
        for raw in self._whole_lines():
            record = raw.record
            if self.is_complete:
                raise LogError(self.source, raw.number, "follows the log's last line")
            if isinstance(record, RoundLine) and start is not None:
                rounds.append(record)
            elif isinstance(record, SeriesLine) and start is None:
                start, rounds = record, []
            elif isinstance(record, ResultLine) and start is not None:
                yield SeriesRecord(start, tuple(rounds), record)
                start = None
            elif isinstance(record, EndLine) and start is None:
                self.is_complete = True
            else:
                kind = raw.record.__struct_config__.tag
                raise LogError(
                    self.source, raw.number, f"a line of kind {kind} is out of place here"
                )

    def _whole_lines(self) -> Iterator[RawLine]:
        try:
            yield from self.lines
        except CutError:
            if self.is_complete:
                raise


@contextmanager
def read_log(path: Path) -> Iterator[SeriesReader]:
    """Open a log and give its header and an iterator over its series.

    Raises:
        LogError: when the file cannot be opened or its first line is no header of this schema.
    """
    with open_log(path) as file:
        lines = read_lines(file, str(path))
        first = next(lines)
        yield SeriesReader(str(path), header_of(first, str(path)), lines)


def header_of(line: RawLine, source: str) -> TournamentLine:
    """Return the header that a first line holds.

    Raises:
        LogError: when it is another line, or of another schema.
    """
    if not isinstance(line.record, TournamentLine):
        raise LogError(source, line.number, "a log starts with its tournament line")
    if line.record.schema != SCHEMA:
        raise LogError(source, line.number, f"the schema is {line.record.schema!r}, not {SCHEMA!r}")
    return line.record


def find_log(given: Path | None, below: Path) -> Path:
    """Return the file of a log: a file, `-`, a folder's, or the one last written below a folder.

    Raises:
        LogError: when there is none.
    """
    if given is None:
        logs = [path for name in LOGS for path in below.glob(f"*/{name}") if path.is_file()]
        if not logs:
            raise LogError(str(below), 0, f"holds no log yet (no */{GAMES}); name one")
        return max(logs, key=lambda path: (path.stat().st_mtime_ns, str(path)))
    if given == STDIN:
        return given
    try:
        kind = given.stat().st_mode
    except OSError as error:
        is_missing = isinstance(error, FileNotFoundError | NotADirectoryError)
        reason = "there is no such file or folder" if is_missing else error.strerror
        raise LogError(str(given), 0, str(reason)) from None
    if not stat.S_ISDIR(kind):
        return given
    inside = [given / name for name in LOGS if (given / name).is_file()]
    if not inside:
        raise LogError(str(given), 0, f"holds no {GAMES}")
    if len(inside) > 1:
        raise LogError(str(given), 0, f"holds both {' and '.join(LOGS)}; name one of them")
    return inside[0]
