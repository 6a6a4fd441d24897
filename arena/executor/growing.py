"""In line at first, in processes when that lasts: a short run does not wait for them to start."""

import time
from collections.abc import Generator, Iterable

from arena.executor.processes import Processes
from arena.executor.work import Notice, Result, Work, WorkerLostError
from arena.mistake import UserMistake

TRIAL = 0.5
"""Seconds in line before it is known how long the rest would take."""
WORTH = 2.0
"""Seconds of work in line that are worth starting processes for."""


class Growing:
    """Does the first work itself, and the rest in processes where that is worth it.

    Args:
        workers: how many processes at most.
        count: how many numbers there will be, as far as is known.
        notice: told of each worker that died.
    """

    def __init__(self, workers: int, count: int, notice: Notice = lambda _: None) -> None:
        self._count = count
        self._processes = Processes(workers, notice)

    def run(self, work: Work[Result], numbers: Iterable[int]) -> Generator[Result]:
        """Yield the result of each number, in their order."""
        numbers = iter(numbers)
        start = time.monotonic()
        for done, number in enumerate(numbers, 1):
            yield work.here(number)
            took = time.monotonic() - start
            if took >= TRIAL and took / done * (self._count - done) > WORTH:
                break
        try:
            yield from self._processes.run(work, numbers)
        except UserMistake as error:  # there are results already, all of them good
            raise WorkerLostError(str(error)) from None
