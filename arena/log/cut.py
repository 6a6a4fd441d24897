"""How far a log is whole and sound: what a run that goes on from there keeps."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path

from arena.log.compressed import FrameEnd, FramesReader
from arena.log.header import HeaderError, Plan, plan_of
from arena.log.reader import CutError, LogError, RawLine, header_of, open_log, read_lines
from arena.record import (
    EndLine,
    ResultLine,
    RoundLine,
    SeriesLine,
    SeriesRecord,
    TournamentLine,
    encode_line,
)
from arena.schedule import Job
from arena.table.scribe import series_line


class SoundLog:
    """A log read series by series, every digest checked, up to the first thing that is not sound.

    That raises nothing: `problem` says what it was, once the iteration has ended.

    Attributes:
        source: what messages call the log.
        header: its first line.
        plan: what that says will be played.
        size: the bytes of text that are kept: up to the end of the series last yielded, or of the
            whole log once that is complete.
        hashed: BLAKE2b-256 of them.
        series: how many series they hold.
        rounds: how many rounds.
        is_complete: whether they are a whole log.
        problem: why no more is kept; None where nothing is missing and nothing follows.
    """

    def __init__(self, source: str, lines: Iterator[RawLine], frames: FramesReader | None) -> None:
        """Read the first line.

        Raises:
            LogError: when it is no header, or not the bytes that the arena writes for one.
        """
        self.source = source
        self._lines = lines
        self._frames = frames
        self._last = 0
        self._size = 0
        self._hash = blake2b(digest_size=32)
        first = self._next()
        self.header: TournamentLine = header_of(first, source)
        if first.text != encode_line(self.header):
            raise LogError(source, 1, "the header is not in the log's form")
        try:
            self.plan: Plan = plan_of(self.header)
        except HeaderError as error:
            raise LogError(source, 1, str(error)) from None
        self.series = self.rounds = 0
        self.is_complete = False
        self.problem: LogError | None = None
        self._keep()

    @property
    def frame(self) -> FrameEnd | None:
        """The last frame that can stay as it is; None where the log is not compressed."""
        return None if self._frames is None else self._frames.kept

    def __iter__(self) -> Iterator[SeriesRecord]:
        """Yield every series that is whole and sound, in the place that the schedule has for it."""
        try:
            for job in self.plan.jobs():
                record = self._read_series(job)
                self.series += 1
                self.rounds += len(record.rounds)
                self._keep()
                yield record
            self._read_end()
        except LogError as error:
            self.problem = error

    def _read_series(self, job: Job) -> SeriesRecord:
        raw = self._next()
        start = raw.record
        if not isinstance(start, SeriesLine) or start != series_line(job, start.first_dealer):
            seats = " and ".join(job.seats)
            raise self._error(f"series {job.number} between {seats} should start here")
        rounds = []
        while isinstance(record := self._next().record, RoundLine):
            rounds.append(record)
        if not isinstance(record, ResultLine):
            raise self._error(f"the result of series {job.number} should stand here")
        if not {record.winner, *(line.winner for line in rounds)} <= {None, 0, 1}:
            raise self._error(f"a winner of series {job.number} is no seat")
        return SeriesRecord(start, tuple(rounds), record)

    def _read_end(self) -> None:
        end = self._next().record
        if not isinstance(end, EndLine) or (end.series, end.rounds) != (self.series, self.rounds):
            raise self._error(f"the end of {self.series} series should stand here")
        self.is_complete = True
        self._keep()
        surplus = next(self._lines, None)
        if surplus is not None:
            raise LogError(self.source, surplus.number, "follows the log's last line")

    def _next(self) -> RawLine:
        """Return the next line, taken into the hash; its digest, where it has one, was right."""
        raw = next(self._lines, None)
        if raw is None:
            raise CutError(self.source, self._last, "the log is cut after this line")
        self._last = raw.number
        self._size += len(raw.text) + 1
        text = raw.text
        if isinstance(raw.record, ResultLine | EndLine):
            head, mark, tail = text.rpartition(b',"digest"')
            self._hash.update(head)
            if raw.record.digest != self._hash.hexdigest():
                raise self._error("digest: the bytes up to here are not those written")
            text = mark + tail
        self._hash.update(text)
        self._hash.update(b"\n")
        return raw

    def _keep(self) -> None:
        self.size = self._size
        self.hashed = self._hash.copy()
        if self._frames is not None:
            self._frames.settle(self.size)

    def _error(self, message: str) -> LogError:
        return LogError(self.source, self._last, message)


@contextmanager
def read_sound(path: Path) -> Iterator[SoundLog]:
    """Open a log to find out how far it is sound.

    Raises:
        LogError: when the file cannot be opened, or its first line is no whole header.
    """
    with open_log(path) as file:
        frames = file.raw if isinstance(file, io.BufferedReader) else None
        frames = frames if isinstance(frames, FramesReader) else None
        yield SoundLog(str(path), read_lines(file, str(path)), frames)
