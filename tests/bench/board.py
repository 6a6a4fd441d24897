"""What was measured: a reading of each contestant's figures for each lap."""

from collections.abc import Callable
from statistics import median

from tests.bench.stopwatch import Reading

Figure = tuple[str, str]
"""A contestant and what was measured of it."""


class Board:
    """The readings of a benchmark, lap by lap, and why some contestants have none."""

    def __init__(self) -> None:
        self.missing: dict[str, str] = {}
        self.facts: dict[Figure, list[object]] = {}
        self._readings: dict[Figure, list[Reading]] = {}

    def add(self, who: str, answer: dict[str, object]) -> None:
        """Note what a contestant answered in a lap."""
        for name, value in answer.items():
            if isinstance(value, Reading):
                self._readings.setdefault((who, name), []).append(value)
            else:
                self.facts.setdefault((who, name), []).append(value)

    def has(self, *figures: Figure) -> bool:
        """Tell whether all figures were measured, and none of their contestants dropped out."""
        return all(figure in self._readings and figure[0] not in self.missing for figure in figures)

    def laps(self, work: Callable[..., float], *figures: Figure) -> "Spread":
        """Return a number of each lap, made of that lap's readings, by CPU and by wall time.

        Args:
            work: makes the number from one `(count, nanoseconds)` for each figure.
            figures: whose readings.
        """
        rows = list(zip(*[self._readings[figure] for figure in figures], strict=True))
        by_cpu = [work(*[(one.count, one.cpu) for one in row]) for row in rows]
        by_wall = [work(*[(one.count, one.wall) for one in row]) for row in rows]
        return Spread(by_cpu, by_wall)


class Spread:
    """One number of many laps: median, least and greatest by CPU time, median by wall time."""

    def __init__(self, by_cpu: list[float], by_wall: list[float]) -> None:
        self.median = median(by_cpu)
        self.low = min(by_cpu)
        self.high = max(by_cpu)
        self.wall = median(by_wall)
