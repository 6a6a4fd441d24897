"""The life of a worker process: told once what to do, then given numbers until nobody is there."""

import gc
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from arena.executor.forks import end_copy
from arena.executor.messages import READY, message_of, message_with_results
from arena.executor.signals import HELD


def serve(connection: Connection, told: bytes) -> None:
    """Work until the other end of the connection is closed.

    Args:
        connection: brings tuples of numbers, and takes what came of them.
        told: a pickled pair, the `prepare` of a `Work` and its `order`.
    """
    own = os.getpid()
    settle_signals()
    settle_streams()
    leave_with(multiprocessing.parent_process())
    try:
        prepare, order = pickle.loads(told)  # noqa: S301 - our own parent wrote it
        do = prepare(order)
        gc.freeze()  # what is there now stays; the collector need not look at it again
        connection.send_bytes(READY)
        while True:
            message = message_with_results(do, connection.recv())
            end_copy(own)
            connection.send_bytes(message)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # there is nobody left to work for
    except BaseException as error:  # noqa: BLE001 - it is told there, where somebody reads it
        end_copy(own)
        connection.send_bytes(message_of(error))


def settle_signals() -> None:
    """Leave Ctrl-C to the parent, which started us with both signals blocked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, HELD)


def settle_streams() -> None:
    """Send what bots print, by whatever means, to stderr: stdout is for the parent's answer."""
    with suppress(OSError):  # a program without a console has no stderr
        os.dup2(2, 1)
    sys.stdout = sys.stderr


def leave_with(parent: BaseProcess | None) -> None:
    """End this process when its parent does, in the middle of a series too."""

    def wait() -> None:
        assert parent is not None
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
