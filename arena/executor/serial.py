"""In line: one number after the other, in this process."""

from collections.abc import Generator, Iterable

from arena.executor.work import Result, Work


class Serial:
    """Does all work itself."""

    def run(self, work: Work[Result], numbers: Iterable[int]) -> Generator[Result]:
        """Yield the result of each number, in their order."""
        yield from map(work.here, numbers)
