"""Which series a tournament plays, in order: pair, then pairing, then leg.

So more pairs append to a schedule, and change nothing before. A part of a schedule is one series,
or one of several shards; shards one after the other are the whole.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Literal

Format = Literal["round-robin", "gauntlet"]
Dealing = Literal["mirrored", "independent"]

ONLY = re.compile(r"only (0|[1-9][0-9]{0,15})")
SHARD = re.compile(r"([1-9][0-9]{0,15})/([1-9][0-9]{0,15})")


@dataclass(frozen=True, slots=True)
class Job:
    """One series to play.

    `pairing` holds two entrants' names in config order, `seats` the same two as they sit: leg 0 as
    the pairing, leg 1 the other way round. `deal_index` says which deals it is played on.
    """

    number: int
    pair: int
    pairing: tuple[str, str]
    leg: int
    seats: tuple[str, str]
    deal_index: int


@dataclass(frozen=True, slots=True)
class Schedule:
    """All series of a tournament; made one at a time, however many there are."""

    entrants: tuple[str, ...]
    format: Format
    pairs: int
    dealing: Dealing

    @property
    def pairings(self) -> tuple[tuple[str, str], ...]:
        """The pairings in config order; in a gauntlet the first entrant meets each other one."""
        return pairings_of(self.entrants, self.format)

    def __len__(self) -> int:
        """Return the number of series."""
        return self.pairs * len(self.pairings) * 2

    def __iter__(self) -> Iterator[Job]:
        """Yield every job in schedule order."""
        return (self.job(number) for number in range(len(self)))

    def job(self, number: int) -> Job:
        """Return one job by its number.

        Raises:
            IndexError: when the schedule has no such series.

        >>> Schedule(("a", "b", "c"), "round-robin", 2, "mirrored").job(3).seats
        ('c', 'a')
        """
        if not 0 <= number < len(self):
            raise IndexError(f"there is no series {number}: the schedule has {len(self)}")
        pairings = self.pairings
        turn, leg = divmod(number, 2)
        pair, at = divmod(turn, len(pairings))
        first, second = pairings[at]
        return Job(
            number,
            pair,
            (first, second),
            leg,
            (first, second) if leg == 0 else (second, first),
            pair if self.dealing == "mirrored" else 2 * pair + leg,
        )


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a schedule: a series by its number, or a shard, which counts from 1.

    `shards` says how many shards there are; it is None for one series.
    """

    number: int
    shards: int | None = None

    def __str__(self) -> str:
        """Return the part as a log's header has it: `only 17`, `shard 2/8`."""
        if self.shards is None:
            return f"only {self.number}"
        return f"shard {self.number}/{self.shards}"

    def numbers(self, schedule: Schedule) -> range:
        """Return the numbers of the series that the part holds.

        A shard never parts the two legs of a pair; shards differ by one pair of a pairing at most.

        Raises:
            ValueError: when the schedule has no such part.

        >>> Part(2, 3).numbers(Schedule(("a", "b"), "round-robin", 4, "mirrored"))
        range(2, 4)
        """
        if self.shards is None:
            if self.number >= len(schedule):
                last = len(schedule) - 1
                raise ValueError(f"{self}: the schedule has series 0 to {last}")
            return range(self.number, self.number + 1)
        turns = len(schedule) // 2
        if self.shards > turns:
            raise ValueError(f"{self}: the schedule has {turns} pairs of legs to share out")
        first, end = ((self.number + one) * turns // self.shards for one in (-1, 0))
        return range(2 * first, 2 * end)


def parse_part(text: str) -> Part:
    """Return the part that a log's header names.

    Raises:
        ValueError: when it can be none of any schedule.

    >>> parse_part("shard 2/8"), parse_part("only 17")
    (Part(number=2, shards=8), Part(number=17, shards=None))
    """
    if match := ONLY.fullmatch(text):
        return Part(int(match[1]))
    if text.startswith("shard "):
        return parse_shard(text.removeprefix("shard "))
    raise ValueError(f"{text!r} is no part of a schedule, as `only 17` and `shard 2/8` are")


def parse_shard(text: str) -> Part:
    """Return the shard that a text such as `2/8` names.

    Raises:
        ValueError: when it names none.

    >>> parse_shard("9/8")
    Traceback (most recent call last):
        ...
    ValueError: '9/8' is no shard: there are 1/8 to 8/8
    """
    match = SHARD.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no shard: write 2/8 for the second of eight")
    number, shards = int(match[1]), int(match[2])
    if number > shards:
        raise ValueError(f"{text!r} is no shard: there are 1/{shards} to {shards}/{shards}")
    return Part(number, shards)


def pairings_of(entrants: Sequence[str], form: Format) -> tuple[tuple[str, str], ...]:
    """Return the pairings of some entrants in config order."""
    return all_pairings(tuple(entrants), form)


@cache
def all_pairings(entrants: tuple[str, ...], form: Format) -> tuple[tuple[str, str], ...]:
    """Return the pairings; made once, since every job of a schedule looks at them."""
    if form == "gauntlet":
        return tuple((entrants[0], other) for other in entrants[1:])
    return tuple(combinations(entrants, 2))
