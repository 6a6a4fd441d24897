"""Which series a tournament plays, in order: pair, then pairing, then leg.

So more pairs append to a schedule, and change nothing before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Literal

Format = Literal["round-robin", "gauntlet"]
Dealing = Literal["mirrored", "independent"]


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


def pairings_of(entrants: Sequence[str], form: Format) -> tuple[tuple[str, str], ...]:
    """Return the pairings of some entrants in config order."""
    return all_pairings(tuple(entrants), form)


@cache
def all_pairings(entrants: tuple[str, ...], form: Format) -> tuple[tuple[str, str], ...]:
    """Return the pairings; made once, since every job of a schedule looks at them."""
    if form == "gauntlet":
        return tuple((entrants[0], other) for other in entrants[1:])
    return tuple(combinations(entrants, 2))
