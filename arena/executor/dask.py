"""Processes of a Dask cluster: on other machines, or a cluster of our own on this one.

Dask does a dead worker's tasks again, finished ones too; a batch counts once all the same. The
cluster must see the same arena and the same bots: every process compares them when it begins.
"""

import logging
import pickle
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from itertools import count
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from arena.executor.batches import WINDOW, Batch, Batches
from arena.executor.dask_task import do_batch
from arena.executor.messages import RefusedError, read_message
from arena.executor.work import Notice, Result, Work, WorkerLostError
from arena.mistake import UserMistake

if TYPE_CHECKING:
    from distributed import Client, Future

LOCAL = "local"
TASK = "arena.executor.dask_task"
CONNECT = 5
"""Seconds for a scheduler to answer, and for its first worker to be there."""
LOOK_EVERY = 5.0
"""Seconds after which the workers are counted again: some may have come, or gone."""
ALONE = 60.0
"""Seconds without any worker after which none is expected any more."""
FETCH = 30.0
"""Seconds that a result may take to come from its worker."""
IN_HAND = 2
GONE = "the Dask scheduler is gone"
MISSING = (
    "Dask is not installed where the arena is: "
    "pip install 'hollywood-gin-arena[distributed]', here and on every machine of the cluster"
)


class Dask:
    """Does work on a Dask cluster.

    Args:
        address: that of its scheduler, such as `tcp://HOST:PORT`, or `local`.
        workers: how many processes a local cluster has.
        notice: told of each batch over which workers died.
    """

    def __init__(self, address: str, workers: int, notice: Notice = lambda _: None) -> None:
        self._address = address
        self._workers = workers
        self._notice = notice

    def run(self, work: Work[Result], numbers: Iterable[int]) -> Generator[Result]:
        """Yield the result of each number, in their order."""
        with connected(self._address, self._workers) as client:
            course = Course(client, work, Batches(numbers, WINDOW), self._notice)
            try:
                yield from course.batches.in_order(course.listen)
            finally:
                course.drop()


class Course:
    """The course of a run on a cluster: which batches are there."""

    def __init__(
        self, client: "Client", work: Work[Result], batches: Batches, notice: Notice
    ) -> None:
        self.batches = batches
        self._client = client
        self._told = pickle.dumps((work.prepare, work.order))
        self._title = work.title
        self._notice = notice
        self._out: dict[Future[Any], Batch] = {}
        self._name = f"arena-{uuid4().hex}"
        self._numbers = count()
        self._workers: set[str] = set()
        self._looked_at = -LOOK_EVERY
        self._seen_at = time.monotonic()

    def listen(self) -> None:
        """Hand out batches, wait until the cluster is done with something, and see to it.

        Raises:
            WorkerLostError: when there is no cluster any more.
            RefusedError: when a worker cannot play this.
        """
        from distributed import CancelledError, wait

        now = time.monotonic()
        if now - self._looked_at >= LOOK_EVERY:
            self._look(now)
        self._hand_out()
        try:
            done = wait(list(self._out), LOOK_EVERY, "FIRST_COMPLETED").done
        except TimeoutError:
            done = set()
        except CancelledError:
            raise WorkerLostError(GONE) from None
        for future in done:
            self._take(self._out.pop(future), future)
        self._hand_out()

    def drop(self) -> None:
        """Let the cluster forget what nobody waits for any more."""
        for future in self._out:
            future.cancel()

    def _take(self, batch: Batch, future: "Future[Any]") -> None:
        from distributed import CancelledError, KilledWorker

        try:
            read = read_message(future.result(FETCH))
        except TimeoutError:
            # Its worker died with the result; it is done again as soon as there is another one.
            self._out[future] = batch
        except CancelledError:
            raise WorkerLostError(GONE) from None
        except KilledWorker as error:
            how = f"the last one at {error.last_worker.address}"
            self._notice(self.batches.blame(batch, how, self._title))
        else:
            assert read is not None, "only processes of our own say that they are ready"
            self.batches.finish(batch, *read)

    def _look(self, now: float) -> None:
        """See who is there. A process without our task would die of it, and tell nobody why."""
        workers = set(self._client.nthreads())
        new = list(workers - self._workers)
        found = self._client.run(find_spec, TASK, workers=new, on_error="return") if new else {}
        for worker, answer in found.items():
            if answer is None or isinstance(answer, Exception):
                raise RefusedError(f"the Dask worker {worker} has no such arena: {answer}")
        self._workers = workers
        self.batches.most = WINDOW * max(1, len(workers))
        self._looked_at = now
        if workers:
            self._seen_at = now
        elif now - self._seen_at > ALONE:
            raise WorkerLostError(f"the Dask cluster has had no worker for {ALONE:.0f} seconds")

    def _hand_out(self) -> None:
        while self.batches.can_hand_out and len(self._out) < IN_HAND * max(1, len(self._workers)):
            batch = self.batches.take()
            key = (self._name, next(self._numbers))
            future = self._client.submit(do_batch, self._told, batch.numbers, key=key, pure=False)
            self._out[future] = batch


def check_installed() -> None:
    """Refuse to go on without Dask.

    Raises:
        UserMistake: when it is not installed.
    """
    if find_spec("distributed") is None:
        raise UserMistake(MISSING)


@contextmanager
def connected(address: str, workers: int) -> Iterator["Client"]:
    """Give a client of a cluster that has a worker at least.

    Raises:
        UserMistake: when there is no Dask, no scheduler, or no worker.
    """
    check_installed()
    from distributed import Client

    if not address:
        raise UserMistake("the address of the Dask scheduler is empty: tcp://HOST:PORT, or local")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is told by us
    with local_cluster(workers) if address == LOCAL else nullcontext(address) as where:
        try:
            client = Client(where, timeout=CONNECT)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            # The last two are what it says of a configuration, such as TLS without certificates.
            raise UserMistake(f"no Dask scheduler answers at {address}: {error}") from None
        with client:
            try:
                client.wait_for_workers(1, CONNECT)
            except TimeoutError:
                raise UserMistake(f"the Dask scheduler at {address} has no workers") from None
            yield client


@contextmanager
def local_cluster(workers: int) -> Iterator[Any]:
    """Give a cluster of processes on this machine that nobody else can reach."""
    import dask
    from distributed import LocalCluster

    # One death is told at once: that a batch is tried again is our own affair.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        ) as cluster,
    ):
        yield cluster
