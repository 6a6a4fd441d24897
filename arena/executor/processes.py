"""Worker processes on this machine: one dies, its batch is done again, and nothing else changes."""

import pickle
from collections.abc import Callable, Generator, Iterable

from arena.executor.batches import WINDOW, Batches
from arena.executor.pool import Pool, Worker
from arena.executor.work import Notice, Result, Work, WorkerLostError

MOST_STILLBORN = 3


class Processes:
    """Does work in processes of its own.

    Args:
        workers: how many at most; there are never more than batches.
        notice: told of each worker that died.
    """

    def __init__(self, workers: int, notice: Notice = lambda _: None) -> None:
        self._workers = workers
        self._notice = notice

    def run(self, work: Work[Result], numbers: Iterable[int]) -> Generator[Result]:
        """Yield the result of each number, in their order."""
        batches = Batches(numbers, WINDOW * self._workers)
        with Pool(pickle.dumps((work.prepare, work.order)), self._workers) as pool:
            course = Course(pool, batches, work.title, self._notice)
            yield from batches.in_order(course.listen)


class Course:
    """The course of a run: who does which batch, who died over which number."""

    def __init__(
        self, pool: Pool, batches: Batches, title: Callable[[int], str], notice: Notice
    ) -> None:
        self._pool = pool
        self._batches = batches
        self._title = title
        self._notice = notice
        self._stillborn = 0
        self._hand_out()

    def listen(self) -> None:
        """Wait until workers are done with something, or dead, and see to it.

        Raises:
            WorkerLostError: when workers cannot even begin.
            RefusedError: when they do not want to.
        """
        for worker in self._pool.wait():
            try:
                done = worker.hear()
            except EOFError:
                self._replace(worker)
                continue
            if done:
                self._batches.finish(*done)
            else:
                self._stillborn = 0
        self._hand_out()

    def _hand_out(self) -> None:
        while self._batches.can_hand_out and (worker := self._pool.find_free()):
            worker.give(self._batches.take())

    def _replace(self, worker: Worker) -> None:
        """Have a dead worker's batches done by others; its place is taken as work is handed out."""
        self._pool.workers.remove(worker)
        how = worker.end()
        batches = list(worker.batches)
        if worker.is_ready:
            # One that it was doing, if any, and one that it had not begun.
            for batch in batches[:1]:
                self._notice(self._batches.blame(batch, how, self._title))
            self._batches.put_back(*batches[1:])
        else:
            self._batches.put_back(*batches)
            self._stillborn += 1
            if self._stillborn >= MOST_STILLBORN:
                self._go_on_with_fewer(how)

    def _go_on_with_fewer(self, how: str) -> None:
        """Start no more workers than can live, as on a machine with too little memory for all."""
        what = f"worker processes die before they can begin: {how}"
        living = sum(worker.is_ready for worker in self._pool.workers)
        if not living:
            raise WorkerLostError(what)
        self._notice(f"{what}; {living} go on")
        self._pool.most = living
        self._stillborn = 0
