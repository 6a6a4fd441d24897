"""Chance for roll-outs: a small, fast generator of 32-bit numbers (Doty-Humphrey's sfc32).

It adds, shifts and xors, so that compiled code never leaves machine words, and gives the same
numbers on every platform. It is for play, not for secrets; deals come from `arena.dealer`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

WORD: Final = (1 << 32) - 1
WARM_UP: Final = 15


class Chance:
    """The generator of one seed, of which the lowest 64 bits count.

    >>> chance = Chance(2026)
    >>> [chance.below(52) for _ in range(8)]
    [39, 28, 45, 29, 15, 29, 8, 32]
    """

    __slots__ = ("_a", "_b", "_c", "_count")

    def __init__(self, seed: int) -> None:
        self._a: i64 = seed & WORD
        self._b: i64 = seed >> 32 & WORD
        self._c: i64 = 0
        self._count: i64 = 1
        for _ in range(WARM_UP):
            self.word()

    def word(self) -> i64:
        """Return the next number, 0 to 2^32 - 1."""
        drawn = (self._a + self._b + self._count) & WORD
        self._count = (self._count + 1) & WORD
        self._a = self._b ^ self._b >> 9
        self._b = (self._c + (self._c << 3)) & WORD
        turned = (self._c << 21 | self._c >> 11) & WORD
        self._c = (turned + drawn) & WORD
        return drawn

    def below(self, limit: i64) -> i64:
        """Return a number from 0 to one below a limit; the bias is below limit / 2^32."""
        return self.word() * limit >> 32

    def one_of(self, cards: i64, count: i64) -> i64:
        """Return one of some cards, each as likely as any other; both are hands.

        Args:
            cards: the cards to choose from; not empty.
            count: how many they are.
        """
        skip = self.below(count)
        while skip:
            cards &= cards - 1
            skip -= 1
        return cards & -cards
