"""What runs in a Dask worker: a batch, by work that is prepared once in each process."""

import pickle
import sys
import threading
from contextlib import redirect_stdout
from hashlib import blake2b

from arena.executor.messages import message_of, message_with_results
from arena.executor.work import Do

PREPARED: dict[bytes, Do[object]] = {}
LOCK = threading.Lock()
"""A Dask worker may have many threads; bots in line expect to be alone in their process."""


def do_batch(told: bytes, numbers: tuple[int, ...]) -> bytes:
    """Return the message that tells what came of a batch.

    Args:
        told: a pickled pair, the `prepare` of a `Work` and its `order`.
        numbers: the batch's.
    """
    try:
        with LOCK, redirect_stdout(sys.stderr):
            return message_with_results(prepared(told), numbers)
    except BaseException as error:  # noqa: BLE001 - it is told there, where somebody reads it
        return message_of(error)


def prepared(told: bytes) -> Do[object]:
    """Return what does the work; made once, for one work at a time."""
    key = blake2b(told).digest()
    if key not in PREPARED:
        prepare, order = pickle.loads(told)  # noqa: S301 - the run's own process wrote it
        PREPARED.clear()
        PREPARED[key] = prepare(order)
    return PREPARED[key]
