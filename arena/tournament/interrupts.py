"""Ctrl-C and SIGTERM, held back for the moments in which they would tear something."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from arena.executor.signals import HELD


class Hold:
    """`with hold:` keeps an interrupt waiting until the end of the block, and raises it there.

    It raises one only: a second would tear what the first is unwinding.
    """

    def __init__(self) -> None:
        self._is_held = False
        self._is_waiting = False
        self._is_raised = False

    def __enter__(self) -> None:
        self._is_held = True

    def __exit__(self, *_: object) -> None:
        self._is_held = False
        if self._is_waiting:
            self._is_waiting = False
            self._interrupt()

    def heed(self, *_: object) -> None:
        """Take a signal, as its handler."""
        if self._is_held:
            self._is_waiting = True
        else:
            self._interrupt()

    def _interrupt(self) -> None:
        if not self._is_raised:
            self._is_raised = True
            raise KeyboardInterrupt


@contextmanager
def interrupts_that_wait() -> Iterator[Hold]:
    """Give a `Hold` for the signals that would raise KeyboardInterrupt, as long as it is open.

    Signals that are ignored, or that somebody else looks after, are left alone; so are those of a
    program that calls us from a thread of its own.
    """
    hold = Hold()
    heeded = []
    if threading.current_thread() is threading.main_thread():
        usual = signal.default_int_handler
        heeded = [number for number in HELD if signal.getsignal(number) is usual]
    try:
        for number in heeded:
            signal.signal(number, hold.heed)
        yield hold
    finally:
        for number in heeded:
            signal.signal(number, signal.default_int_handler)
