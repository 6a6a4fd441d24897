"""CPU and wall time of blocks of code."""

import time
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Reading:
    """How long some work took: how many of what was done, and nanoseconds for all of them."""

    count: int
    cpu: int
    wall: int


class Stopwatch:
    """Adds up the time of all blocks that it is put around."""

    def __init__(self) -> None:
        self.cpu = 0
        self.wall = 0

    def __enter__(self) -> Self:
        self.wall -= time.perf_counter_ns()
        self.cpu -= time.process_time_ns()
        return self

    def __exit__(self, *_: object) -> None:
        self.cpu += time.process_time_ns()
        self.wall += time.perf_counter_ns()

    def subtract(self, other: "Stopwatch") -> None:
        """Take another one's time from this one's."""
        self.cpu -= other.cpu
        self.wall -= other.wall

    def reading(self, count: int) -> Reading:
        """Return the time so far, for `count` of something."""
        return Reading(count, self.cpu, self.wall)
