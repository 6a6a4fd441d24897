"""Numbers cut into batches: handed out in order, done in any order, given back in order."""

import pickle
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

from arena.executor.messages import RefusedError
from arena.executor.work import WorkerLostError
from arena.mistake import UserMistake

BATCH_SECONDS = 0.5
"""So long that handing out costs nothing, so short that a lost batch does not hurt."""
BATCH_BYTES = 1_000_000
MOST_NUMBERS = 512
"""So that two batches fit a pipe that nobody reads: 8 KB on some systems, 5 bytes a number."""
MOST_GROWTH = 8
WINDOW = 4
"""Batches for each worker that may be on their way, or wait for one before them."""
HELD_BYTES = 8_000_000
"""Results that wait for their turn, when one batch takes much longer than those behind it."""
MOST_DEATHS = 3


class Batch:
    """Numbers for one worker in one go.

    Attributes:
        numbers: ascending; both legs of a pair, 2k and 2k + 1, are in one batch.
        deaths: how many workers died over it.
        results: what came of it, as bytes, or None.
        lost: why nothing will come of it, or None.
    """

    def __init__(self, numbers: tuple[int, ...], deaths: int = 0) -> None:
        self.numbers = numbers
        self.deaths = deaths
        self.results: memoryview | None = None
        self.lost: str | None = None


class Pace:
    """How many numbers make a batch of the right length, by what the last ones took."""

    def __init__(self) -> None:
        self.count = 2
        self._seconds = 0.0
        self._bytes = 0.0

    def note(self, count: int, seconds: float, size: int) -> None:
        """Learn from a finished batch: how many numbers it had, how long it took, its bytes."""
        weight = 0.3 if self._bytes else 1.0
        self._seconds += weight * (seconds / count - self._seconds)
        self._bytes += weight * (size / count - self._bytes)
        fitting = min(
            BATCH_SECONDS / max(self._seconds, 1e-9),
            BATCH_BYTES / max(self._bytes, 1.0),
            MOST_NUMBERS,
            MOST_GROWTH * self.count,
        )
        self.count = max(2, int(fitting))


class Batches:
    """The batches that are on their way: at most so many from the first that is not given back."""

    def __init__(self, numbers: Iterable[int], most: int) -> None:
        self.most = most
        self._numbers = iter(numbers)
        self._next = next(self._numbers, None)
        self._open: list[Batch] = []
        self._again: list[Batch] = []
        self._held = 0
        self._pace = Pace()

    @property
    def is_over(self) -> bool:
        """Whether all numbers are done and given back."""
        return self._next is None and not self._open

    @property
    def on_their_way(self) -> int:
        """How many batches are handed out, or done and not given back."""
        return len(self._open)

    @property
    def can_hand_out(self) -> bool:
        """Whether `take` has a batch."""
        has_room = len(self._open) < self.most and self._held < HELD_BYTES
        return bool(self._again) or (self._next is not None and has_room)

    def take(self) -> Batch:
        """Return the next batch to hand out; ask `can_hand_out` first."""
        if self._again:
            return self._again.pop(0)
        batch = Batch(self._cut())
        self._open.append(batch)
        return batch

    def finish(self, batch: Batch, results: memoryview, seconds: float) -> None:
        """Take what came of a batch; a second time changes nothing."""
        if batch.results is None:
            batch.results = results
            self._held += len(results)
            self._pace.note(len(batch.numbers), seconds, len(results))

    def put_back(self, *batches: Batch) -> None:
        """Have batches handed out again, before any other."""
        self._again = sorted([*self._again, *batches], key=lambda batch: batch.numbers)

    def split(self, batch: Batch) -> None:
        """Have the numbers of a batch handed out again one by one.

        So the next worker that dies over one of them tells over which.
        """
        singles = [Batch((number,), batch.deaths) for number in batch.numbers]
        place = self._open.index(batch)
        self._open[place : place + 1] = singles
        self.put_back(*singles)

    def give_back(self) -> Iterator[memoryview]:
        """Yield the results of batches from the first on, as far as they are done.

        Raises:
            WorkerLostError: when it is the turn of one that is lost, and not before.
        """
        while self._open:
            results, lost = self._open[0].results, self._open[0].lost
            if lost is not None:
                raise WorkerLostError(lost)
            if results is None:
                return
            self._open.pop(0)
            self._held -= len(results)
            yield results

    def blame(self, batch: Batch, how: str, title: Callable[[int], str]) -> str:
        """Have a batch over which a worker died done again, or give it up.

        Args:
            batch: what the worker was doing.
            how: how it died.
            title: names the work of a number.

        Returns:
            What to tell people.
        """
        batch.deaths += 1
        where = title(batch.numbers[0])
        if len(batch.numbers) > 1:
            where = f"between {where} and {title(batch.numbers[-1])}"
            self.split(batch)
        elif batch.deaths < MOST_DEATHS:
            self.put_back(batch)
        else:
            batch.lost = f"{where}: {batch.deaths} worker processes died over it: {how}"
            return f"a worker process died, {where}: {how}; that is given up"
        return f"a worker process died, {where}: {how}; that is done again"

    def in_order(self, listen: Callable[[], None]) -> Generator[Any]:
        """Yield the result of each number, in their order.

        Args:
            listen: hands out what can be handed out, and waits until a batch is done.

        Raises:
            WorkerLostError: when a batch is lost, or a worker refuses to go on.
            UserMistake: when a worker refuses before the first result.
        """
        has_begun = False
        while True:
            for results in self.give_back():
                has_begun = True
                yield from pickle.loads(results)  # noqa: S301 - a worker of ours wrote it
            if self.is_over:
                return
            try:
                listen()
            except RefusedError as error:
                raise (WorkerLostError if has_begun else UserMistake)(str(error)) from None

    def _cut(self) -> tuple[int, ...]:
        """Cut the next batch from the numbers."""
        cut: list[int] = []
        while self._next is not None:
            is_second_leg = self._next % 2 == 1 and cut[-1:] == [self._next - 1]
            if len(cut) >= self._pace.count and not is_second_leg:
                break
            cut.append(self._next)
            self._next = next(self._numbers, None)
        return tuple(cut)
