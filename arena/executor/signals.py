"""Ctrl-C and SIGTERM, kept waiting."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Keep Ctrl-C and SIGTERM waiting; what is started meanwhile starts with them blocked."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
