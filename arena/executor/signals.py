"""Ctrl-C and SIGTERM, kept waiting."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

HELD = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Keep Ctrl-C and SIGTERM waiting; what is started meanwhile starts with them blocked.

    Blocked is this thread alone: with others beside it, one of them takes what is sent to the
    process, and Python would call the handler here all the same. So handlers wait as well.
    """
    if sys.platform == "win32":
        with handlers_that_wait():
            yield
        return
    with handlers_that_wait():  # first: setting the mask calls handlers too, which may raise
        before = signal.pthread_sigmask(signal.SIG_BLOCK, HELD)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def handlers_that_wait() -> Iterator[None]:
    """Keep the signals that are taken meanwhile, and send them again at the end.

    Python calls handlers in its main thread only: in any other there is nothing to wait for.
    """
    taken: list[int] = []
    before = {}

    def wait(number: int) -> None:
        try:
            signal.signal(number, lambda number, _: taken.append(number))
        except KeyboardInterrupt:  # one that came just before
            taken.append(signal.SIGINT)
            wait(number)

    try:
        if threading.current_thread() is threading.main_thread():
            for number in HELD:
                handler = signal.getsignal(number)
                if handler not in (signal.SIG_IGN, None):  # None: not one of Python's
                    before[number] = handler
                    wait(number)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for again in dict.fromkeys(taken):
            signal.raise_signal(again)
