"""What a suit is worth: tables by 13-bit mask of the cards of one suit that a hand holds.

Rules C2, C3 and M1. A mask has bit 0 for the ace and bit 12 for the king. Every figure in the
tables is at most 115 (what a loose ace of 15 takes off, from par), so `bytes` hold them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from arena.gin.cards import CARD_AT

if TYPE_CHECKING:
    from mypy_extensions import i64

SUIT: Final = (1 << 13) - 1
RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
PAR: Final = 100
"""What stands in `Tables.relief` for a discard that changes nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The look-ups of one way to count; nothing in them can be changed, since bots see them.

    `values[rank]`: points of a loose card (C2). `wraps`: whether runs go round the corner (O7).
    `runs`: masks of all runs. `melds`: all melds as hands (M3). `loose[mask]`: least points left
    loose when the suit's cards are melded into runs. `relief[mask]`: `PAR` and the points that the
    best discard of the suit takes off (or less, where it breaks a run), 0 for an empty mask;
    `ties[mask]`: the discards that reach it.
    """

    values: bytes
    wraps: bool
    runs: tuple[int, ...]
    melds: frozenset[int]
    loose: bytes
    relief: bytes
    ties: tuple[int, ...]

    def __reduce__(self) -> tuple[Callable[[int, bool], Tables], tuple[int, bool]]:
        """Travel by name: there is one object of each tables in a process."""
        return tables_by_name, (self.values[0], self.wraps)

    def points(self, hand: i64) -> i64:
        """Return the points of a hand's cards, melded or not.

        >>> from arena.gin.cards import parse_hand
        >>> low_tables().points(parse_hand("AC 9D KH"))
        20
        """
        total: i64 = 0
        while hand:
            lowest = hand & -hand
            total += self.values[CARD_AT[lowest % 53] % 13]
            hand ^= lowest
        return total

    def neighbours(self, run: i64) -> i64:
        """Return the mask of the cards that may be laid off on a run at once (L2, O7)."""
        if self.wraps:
            return (run << 1 | run >> 12 | run >> 1 | run << 12) & SUIT & ~run
        return (run << 1 | run >> 1) & SUIT & ~run


def all_sets() -> list[int]:
    """Return the 65 sets as hands: 13 of four cards, 52 of three (M1)."""
    return [
        sum(1 << 13 * suit + rank for suit in suits)
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]


def all_runs(*, wraps: bool) -> tuple[int, ...]:
    """Return the masks of a suit's runs: 66, or 131 where the corner is turned (M1, O7)."""
    masks: dict[int, None] = {}
    for length in range(3, 14):
        for first in range(13 if wraps else 14 - length):
            masks[sum(1 << (first + step) % 13 for step in range(length))] = None
    return tuple(masks)


def least_loose(values: bytes, runs: tuple[int, ...]) -> bytes:
    """Return, for each mask, the least points that its best runs leave loose."""
    by_top: list[list[int]] = [[] for _ in range(13)]
    for run in runs:
        by_top[run.bit_length() - 1].append(run)
    loose = bytearray(1 << 13)
    for mask in range(1, 1 << 13):
        top = mask.bit_length() - 1
        least = loose[mask ^ 1 << top] + values[top]
        for run in by_top[top]:
            if run & mask == run:
                least = min(least, loose[mask ^ run])
        loose[mask] = least
    return bytes(loose)


def best_reliefs(loose: bytes) -> tuple[bytes, tuple[int, ...]]:
    """Return, for each mask, `PAR` and the points that its best discard takes off, and the ties."""
    found = [best_relief(mask, mask, loose) for mask in range(1 << 13)]
    return bytes([relief >> 13 for relief in found]), tuple([relief & SUIT for relief in found])


def best_relief(mask: i64, cards: i64, loose: bytes) -> i64:
    """Return `PAR` and the points that the best discard among some cards takes off a suit.

    They stand above bit 13, the mask of the discards that tie below; without a card to throw it is
    0.
    """
    best: i64 = 0
    tied: i64 = 0
    before: i64 = PAR + loose[mask]
    while cards:
        card = cards & -cards
        cards ^= card
        relief: i64 = before - loose[mask ^ card]
        if relief > best:
            best, tied = relief, card
        elif relief == best:
            tied |= card
    return best << 13 | tied


@cache
def tables_for(ace_value: int, *, wraps: bool) -> Tables:
    """Return the tables for a loose ace of 1 or 15, with or without runs round the corner."""
    values = bytes([ace_value, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10])
    runs = all_runs(wraps=wraps)
    melds = frozenset(all_sets() + [run << 13 * suit for run in runs for suit in range(4)])
    loose = least_loose(values, runs)
    return Tables(values, wraps, runs, melds, loose, *best_reliefs(loose))


def tables_by_name(ace_value: int, wraps: bool) -> Tables:
    """Return the tables of that name, for those that travelled."""
    return tables_for(ace_value, wraps=wraps)


def low_tables() -> Tables:
    """Return the usual tables: ace low, worth 1 (C2, C3)."""
    return tables_for(1, wraps=False)
