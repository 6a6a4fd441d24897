"""The log's one writer: lines in schedule order, each digest over all bytes before it."""

import errno
import os
import time
from dataclasses import dataclass
from hashlib import blake2b
from typing import BinaryIO

from msgspec import UNSET
from msgspec.structs import replace

from arena.record import (
    ENCODER,
    EndLine,
    SeriesRecord,
    TournamentLine,
    encode_line,
)

WRITE_EVERY = 0.1
SYNC_EVERY = 5.0
"""Seconds from one write to the next at least, and from one that is seen on the disk to the next.

A system call for each series would cost fast bots more than its digest does. What is held when no
series follows for long is written with the next one: a killed process loses it, and plays it again.
"""
MOST_HELD = 1 << 18
"""Bytes after which series are written however fast they come."""
CANNOT_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EROFS)
"""What a file says that is no file of a disk."""


def new_hash() -> blake2b:
    """Return the hash of no bytes, from which a log's digests are made."""
    return blake2b(digest_size=32)


@dataclass(frozen=True, slots=True)
class Written:
    """What a log's file holds already, up to the end of a series: the hash is of all its bytes."""

    series: int
    rounds: int
    hashed: blake2b


class LogWriter:
    """Writes a log to a binary file, series by series; a reader never meets half a line of ours.

    Whole series are held back for a moment and written together; `flush` writes what is held.
    """

    def __init__(self, file: BinaryIO, start: TournamentLine | Written) -> None:
        """Begin a log with its header, or go on behind what is written of it."""
        self._file = file
        self._held: list[bytes] = []
        self._held_bytes = 0
        self._written_at = self._synced_at = time.monotonic()
        if isinstance(start, Written):
            self.series, self.rounds = start.series, start.rounds
            self._hash = start.hashed.copy()
            return
        self.series = self.rounds = 0
        text = encode_line(start) + b"\n"
        self._hash = new_hash()
        self._hash.update(text)
        self._held.append(text)
        self.flush()

    def write(self, record: SeriesRecord) -> None:
        """Append a series; a digest that it has from another log is made anew."""
        self.append(*series_text(record), len(record.rounds))

    def append(self, body: bytes, head: bytes, rounds: int) -> None:
        """Append a series of so many rounds, as `series_text` gives it."""
        self._hash.update(body)
        self._held += (body, *self._sealed(head))
        self._held_bytes += len(body)
        self.series += 1
        self.rounds += rounds
        is_much = self._held_bytes >= MOST_HELD
        if is_much or time.monotonic() - self._written_at >= WRITE_EVERY:
            self.flush()

    def finish(self) -> None:
        """Append the log's last line, and see all of it on the disk."""
        self._held += self._sealed(encode_line(EndLine(self.series, self.rounds))[:-1])
        self.flush()
        self._sync()

    def flush(self) -> None:
        """Write what is held back."""
        text = b"".join(self._held)
        self._held, self._held_bytes = [], 0
        self._file.write(text)
        self._file.flush()
        self._written_at = time.monotonic()
        if self._written_at - self._synced_at >= SYNC_EVERY:
            self._sync()

    def _sealed(self, head: bytes) -> tuple[bytes, bytes]:
        """Return a line with its digest: over the log's bytes before this line's `,"digest"`."""
        self._hash.update(head)
        tail = b',"digest":"' + self._hash.hexdigest().encode() + b'"}\n'
        self._hash.update(tail)
        return head, tail

    def _sync(self) -> None:
        """Have the disk keep what was written."""
        try:
            os.fsync(self._file.fileno())
        except OSError as error:  # a file in memory raises one without a number
            if error.errno is not None and error.errno not in CANNOT_SYNC:
                raise
        self._synced_at = time.monotonic()


def series_text(record: SeriesRecord) -> tuple[bytes, bytes]:
    """Return a series' lines: series and rounds, whole; then the result up to its digest."""
    body = ENCODER.encode_lines([record.series, *record.rounds])
    result = record.result
    if result.digest is not UNSET:
        result = replace(result, digest=UNSET)
    return body, encode_line(result)[:-1]
