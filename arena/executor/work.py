"""What executors do, and what they promise: results in the order of the numbers, whoever works."""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

Result = TypeVar("Result")
Do = Callable[[int], Result]
Notice = Callable[[str], None]
"""Told what people should know, such as that a worker died."""


@dataclass(frozen=True, slots=True)
class Work(Generic[Result]):
    """What is to be done for a number.

    Attributes:
        here: does it in this process.
        prepare: makes the same of `order` in another process; it is imported there by its name.
        order: all that it needs to know, picklable.
        title: names the work of a number, for messages.
    """

    here: Do[Result]
    prepare: Callable[[Any], Do[Result]]
    order: object
    title: Callable[[int], str]


class Executor(Protocol):
    """Does some work for many numbers."""

    def run(self, work: Work[Result], numbers: Iterable[int]) -> Generator[Result]:
        """Yield the result of each number, in their order.

        Numbers are taken as they are needed, and so few ahead that memory does not grow with them.
        Closing the generator ends all work that nobody waits for any more.

        Args:
            work: what to do.
            numbers: ascending.

        Raises:
            UserMistake: when those who should do it cannot, before the first result.
            WorkerLostError: when they cannot go on.
        """


class WorkerLostError(ChildProcessError):
    """Processes that died, time and again, over the same work, or that cannot go on with it."""
