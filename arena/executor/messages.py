"""What a worker sends: that it is ready, results, or what went wrong that no bot has done."""

import pickle
import time
import traceback
from collections.abc import Sequence
from struct import Struct

from arena.executor.work import Do
from arena.mistake import UserMistake

READY, RESULTS, MISTAKE, INTERRUPT, BUG = b"r", b"n", b"m", b"i", b"b"
"""What the first byte of a message says that the rest is."""
SECONDS = Struct("<d")
"""How long the results took, before them."""


class WorkerError(Exception):
    """What failed in a worker is no bot and no user: our bug, with its traceback there."""


class RefusedError(Exception):
    """A worker cannot do what it was told; the text says why."""


def message_with_results(do: Do[object], numbers: Sequence[int]) -> bytes:
    """Do the work of some numbers, and return the message that tells what came of it."""
    start = time.perf_counter()
    results = pickle.dumps([do(number) for number in numbers])
    return b"".join((RESULTS, SECONDS.pack(time.perf_counter() - start), results))


def message_of(error: BaseException) -> bytes:
    """Return the message that tells of an exception."""
    if isinstance(error, UserMistake):
        return MISTAKE + str(error).encode(errors="backslashreplace")
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPT
    return BUG + "".join(traceback.format_exception(error)).encode(errors="backslashreplace")


def read_message(message: bytes) -> tuple[memoryview, float] | None:
    """Return results, pickled, and the seconds that they took; or None: a worker is ready.

    Raises:
        RefusedError: when it cannot do its work.
        WorkerError: when it failed by a fault of ours.
        KeyboardInterrupt: when a bot has raised it, as it may in line: Ctrl-C is the parent's.
    """
    kind, rest = message[:1], memoryview(message)[1:]
    if kind == READY:
        return None
    if kind == MISTAKE:
        raise RefusedError(str(rest, "utf-8"))
    if kind == BUG:
        raise WorkerError(f"in a worker process:\n{str(rest, 'utf-8')}")
    if kind == INTERRUPT:
        raise KeyboardInterrupt
    (seconds,) = SECONDS.unpack(rest[: SECONDS.size])
    return rest[SECONDS.size :], seconds
