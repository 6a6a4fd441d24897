"""The log's one writer: lines in schedule order, each digest over all bytes before it."""

from hashlib import blake2b
from typing import BinaryIO

from msgspec import UNSET
from msgspec.structs import replace

from arena.record import (
    AnyLine,
    EndLine,
    ResultLine,
    SeriesRecord,
    TournamentLine,
    encode_line,
)


class LogWriter:
    """Writes a log to a binary file, series by series; a reader never meets half a line of ours."""

    def __init__(self, file: BinaryIO, header: TournamentLine) -> None:
        self._file = file
        self._hash = blake2b(digest_size=32)
        self.series = 0
        self.rounds = 0
        self._write(self._plain(header))

    def write(self, record: SeriesRecord) -> None:
        """Append a series."""
        parts = [self._plain(record.series), *[self._plain(line) for line in record.rounds]]
        parts.append(self._sealed(record.result))
        self._write(b"".join(parts))
        self.series += 1
        self.rounds += len(record.rounds)

    def finish(self) -> None:
        """Append the log's last line."""
        self._write(self._sealed(EndLine(self.series, self.rounds)))

    def _plain(self, line: AnyLine) -> bytes:
        text = encode_line(line) + b"\n"
        self._hash.update(text)
        return text

    def _sealed(self, line: ResultLine | EndLine) -> bytes:
        """Return a line with its digest: over the log's bytes before this line's `,"digest"`.

        A record that was read has one already: that of the log in which it stood.
        """
        head = encode_line(replace(line, digest=UNSET))[:-1]
        self._hash.update(head)
        tail = b',"digest":"' + self._hash.hexdigest().encode() + b'"}\n'
        self._hash.update(tail)
        return head + tail

    def _write(self, text: bytes) -> None:
        self._file.write(text)
        self._file.flush()
