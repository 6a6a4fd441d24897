"""Worker processes of this machine: started, fed, listened to, buried and replaced.

No `concurrent.futures`: a `ProcessPoolExecutor` loses every pending task with one killed worker.
Processes are spawned, not forked: a worker has nothing of its parent but what it is told, on every
system alike.
"""

import atexit
import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import connection as connections
from multiprocessing import resource_tracker
from types import ModuleType
from typing import Self

from arena.executor.batches import Batch
from arena.executor.messages import read_message
from arena.executor.signals import signals_blocked
from arena.executor.worker import serve

SPAWN = multiprocessing.get_context("spawn")
IN_HAND = 2
"""Batches of a worker: one that it plays, and one so that it need not wait for the next."""
LOOK_EVERY = 1.0
"""Seconds. The pipe of a dead worker stays open where its bot has left a process behind."""
GRACE = 5.0


class Worker:
    """A worker process, seen from its parent.

    Attributes:
        batches: what it has in hand; the first is being played.
        is_ready: whether it has said that it can begin.
    """

    def __init__(self, told: bytes) -> None:
        self.batches: deque[Batch] = deque()
        self.is_ready = False
        self.connection, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=serve, args=(theirs, told), name="arena worker")
        with without_main():
            self.process.start()
        theirs.close()

    def give(self, batch: Batch) -> None:
        """Hand it a batch; it need not live to get it."""
        self.batches.append(batch)
        try:
            self.connection.send(batch.numbers)
        except OSError:
            return  # it is dead, as its end of the pipe will tell

    def hear(self) -> tuple[Batch, memoryview, float] | None:
        """Take the message that it has sent, if it lives.

        Returns:
            A batch that is done, its results and its seconds; None for other messages.

        Raises:
            EOFError: when there will be none: it is dead.
            RefusedError, WorkerError, KeyboardInterrupt: as `read_message`.
        """
        try:
            if not self.connection.poll():
                raise EOFError
            message = self.connection.recv_bytes()
        except OSError as error:
            raise EOFError from error
        read = read_message(message)
        if read is None:
            self.is_ready = True
            return None
        return self.batches.popleft(), *read

    def end(self) -> str:
        """See it dead, and return how it died."""
        self.process.join(GRACE)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        self.connection.close()
        return how_it_ended(self.process.exitcode)


class Pool:
    """Workers, at most so many; they are started as they are needed, and end with the block."""

    def __init__(self, told: bytes, most: int) -> None:
        self.workers: list[Worker] = []
        self.most = most
        self._told = told

    def __enter__(self) -> Self:
        # Before `multiprocessing` waits for them at the end, should we be torn from the block.
        atexit.register(self._kill)
        return self

    def __exit__(self, *_: object) -> None:
        # Kept from a second Ctrl-C: it would leave processes behind, and us waiting for them.
        with signals_blocked():
            self._kill()
            for worker in self.workers:
                worker.end()
            self.workers.clear()
            atexit.unregister(self._kill)

    def _kill(self) -> None:
        for worker in self.workers:
            worker.process.kill()

    def find_free(self) -> Worker | None:
        """Return the worker that is to have the next batch, or None where all have enough.

        One without any comes first, then a new one.
        """
        freest = min(self.workers, key=lambda worker: len(worker.batches), default=None)
        if freest is None or (freest.batches and len(self.workers) < self.most):
            if sys.platform != "win32":
                resource_tracker.ensure_running()  # it unblocks signals when it is not
            with signals_blocked():
                freest = Worker(self._told)
                self.workers.append(freest)
        return freest if len(freest.batches) < IN_HAND else None

    def wait(self) -> list[Worker]:
        """Return the workers that have something to say, or are dead."""
        ready = connections.wait([worker.connection for worker in self.workers], LOOK_EVERY)
        return [
            worker
            for worker in self.workers
            if worker.connection in ready or not worker.process.is_alive()
        ]


def how_it_ended(code: int | None) -> str:
    """Return a process's exit code in words.

    >>> how_it_ended(-9), how_it_ended(3)
    ('killed by SIGKILL', 'exit code 3')
    """
    if code is None or code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


@contextmanager
def without_main() -> Iterator[None]:
    """Start no program twice: a spawned process would run the one that started us, to import it.

    A script without `if __name__ == "__main__":` would start workers of its own there. What a
    worker needs is found by other names.
    """
    program = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = program
