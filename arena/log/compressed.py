"""Compressed logs: frames of Zstandard, each ended at the end of a series.

A file that was cut can be read up to its last complete frame. Where a frame ends depends on the
text alone, so that the same log has the same compressed bytes, however it was played.
"""

import io
import sys
from collections import deque
from types import ModuleType
from typing import Any, BinaryIO, NamedTuple

from arena.mistake import UserMistake

SUFFIX = ".zst"
MAGIC = b"\x28\xb5\x2f\xfd"
LEVEL = 1
"""The fastest one; up to 4 none makes logs smaller."""
FRAME = 256 * 1024
"""Bytes of text that a frame holds at least, the last one excepted: a killed run loses no more."""
WINDOW_LOG = 23
"""8 MB: the most that a frame may ask its reader to keep; enough for levels up to 19."""
CHUNK = 128 * 1024
RESULT = b'{"kind":"result"'


class ExtraError(UserMistake):
    """The extra that compressed logs need is not installed."""


class CutFrames(Exception):  # noqa: N818 - the file is wrong, not the program
    """A compressed file that ends within a frame."""


class BrokenFrames(Exception):  # noqa: N818 - the same
    """A compressed file that holds something else than frames."""


class FrameEnd(NamedTuple):
    """Where a frame ends: in the text, and in the file."""

    text: int
    bytes: int


def load_zstd() -> ModuleType:
    """Return the module that compresses; Python has it from 3.14 on.

    Raises:
        ExtraError: saying what to install.
    """
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError:
        message = "compressed logs need the extra `zstd`: pip install 'hollywood-gin-arena[zstd]'"
        raise ExtraError(message) from None
    module: ModuleType = zstd
    return module


class FramedFile:
    """A compressed log being written: takes its text, and ends frames where they are full."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        zstd = load_zstd()
        self._compress = zstd.compress
        parameter = zstd.CompressionParameter
        self._options = {parameter.compression_level: LEVEL, parameter.checksum_flag: 1}
        self._text: list[bytes] = []
        self._size = 0

    def write(self, text: bytes) -> int:
        """Take more text."""
        self._text.append(text)
        self._size += len(text)
        if self._size >= FRAME:
            self._end_frames()
        return len(text)

    def flush(self) -> None:
        """Hand full frames to the system; what is no full frame yet stays here."""
        self._file.flush()

    def fileno(self) -> int:
        """Return the number of the file below."""
        return self._file.fileno()

    def close(self) -> None:
        """Write the last frame, full or not; the file below stays open."""
        text, self._text, self._size = b"".join(self._text), [], 0
        if text:
            self._write_frame(text)
            self._file.flush()

    def _end_frames(self) -> None:
        # A disk that was full once gets nothing that would stand behind half a frame.
        text, self._text, self._size = b"".join(self._text), [], 0
        while end := frame_end(text):
            self._write_frame(text[:end])
            text = text[end:]
        self._text, self._size = [text], len(text)

    def _write_frame(self, text: bytes) -> None:
        # All at once: what comes of a stream may depend on the pieces in which it was written.
        self._file.write(self._compress(text, options=self._options))


def frame_end(text: bytes) -> int:
    """Return where the frame at a text's start ends: a series' end; 0 where it is not full yet."""
    end = text.find(b"\n", FRAME - 1) + 1
    while end:
        start = text.rfind(b"\n", 0, end - 1) + 1
        if text.startswith(RESULT, start):
            return end
        end = text.find(b"\n", end) + 1
    return 0


class FramesReader(io.RawIOBase):
    """The text of a compressed file, in bounded memory, whoever compressed it.

    Reading raises CutFrames or BrokenFrames where the file does not go on.
    """

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file = file
        zstd = load_zstd()
        self._error: type[Exception] = zstd.ZstdError
        self._options = {zstd.DecompressionParameter.window_log_max: WINDOW_LOG}
        self._decompressor = zstd.ZstdDecompressor
        self._frame: Any = None
        self._spare = b""
        self._read = 0
        self.taken = self._start = 0
        self._is_ours = True
        self._ends: deque[FrameEnd] = deque()
        self.kept = FrameEnd(0, 0)
        """Up to here the frames are such as our writer makes; `settle` moves it on."""

    def readable(self) -> bool:
        """Tell that it is for reading."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Read some text into a buffer."""
        view = memoryview(buffer)
        while True:
            if self._frame is None and not self._next_frame():
                return 0
            text = self._decompress(len(view))
            self.taken += len(text)
            if self._frame.eof:
                self._end_frame()
            if text:
                view[: len(text)] = text
                return len(text)

    def settle(self, text: int) -> None:
        """Say that a series ends at this place of the text, and that all before it is sound."""
        while self._ends and self._ends[0].text <= text:
            end = self._ends.popleft()
            if end.text == text:
                self.kept = end

    def _next_frame(self) -> bool:
        """Start on the next frame, or tell that there is none."""
        self._spare = self._spare or self._more()
        if not self._spare:
            return False
        if self._spare[0] == 0:
            # No frame starts so; it is what a file system gives back for what it lost.
            raise CutFrames("the compressed file is cut: zeros stand where a frame should")
        self._frame = self._decompressor(options=self._options)
        self._start = self.taken
        return True

    def _decompress(self, most: int) -> bytes:
        data = b""
        if self._frame.needs_input:
            data, self._spare = self._spare or self._more(), b""
            if not data:
                raise CutFrames("the compressed file is cut: its last frame is not whole")
        try:
            text: bytes = self._frame.decompress(data, most)
        except self._error as error:
            raise BrokenFrames(f"the compressed file is broken here: {error}") from None
        return text

    def _end_frame(self) -> None:
        self._spare = self._frame.unused_data
        self._frame = None
        self._is_ours = self._is_ours and self.taken - self._start >= FRAME
        if self._is_ours:
            self._ends.append(FrameEnd(self.taken, self._read - len(self._spare)))

    def _more(self) -> bytes:
        data: bytes = self._file.read1(CHUNK)  # type: ignore[attr-defined]
        self._read += len(data)
        return data


def text_of(file: BinaryIO, name: str = "") -> BinaryIO:
    """Return a log's text, whether its file is compressed or not: its name or its start tells."""
    start = file.peek(len(MAGIC))[: len(MAGIC)] if isinstance(file, io.BufferedReader) else b""
    if name.endswith(SUFFIX) or (start and MAGIC.startswith(start)):
        return io.BufferedReader(FramesReader(file), CHUNK)
    return file


def continue_frames(file: BinaryIO, kept: FrameEnd, text: int) -> FramedFile:
    """Go on with a compressed log after a place of its text, whatever stands behind it.

    Args:
        file: the compressed file, open for reading and writing.
        kept: the last frame that stays.
        text: the length of the text that stays; what of it no kept frame holds is framed again.
    """
    from tempfile import SpooledTemporaryFile

    with SpooledTemporaryFile(max_size=2 * FRAME) as rest:
        file.seek(kept.bytes)
        old = io.BufferedReader(FramesReader(file))
        left = text - kept.text
        while left and (piece := old.read1(min(left, CHUNK))):
            rest.write(piece)
            left -= len(piece)
        file.seek(kept.bytes)
        file.truncate()
        rest.seek(0)
        framed = FramedFile(file)
        while piece := rest.read(CHUNK):
            framed.write(piece)
    return framed
