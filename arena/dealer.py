"""Decks, first dealers and bot seeds from one seed: the contract `deal/1`.

Everything is a keyed hash of a path, so nothing depends on what was drawn before: a new entrant
changes no deal and no seed of anybody else.

The deck of deal index p, round r is the permutation of the pack whose number is `draw("deal/p/r",
64) mod 52!`, unranked by the factorial number system. The remainder favours no deck by more than
2^-280.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from math import factorial
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from mypy_extensions import i64

CONTRACT = "deal/1"
PERSON = b"hollywood-arena"
KEPT_DECKS = 2048
DECKS = factorial(52)
CHUNKS = tuple(
    (least, stop, factorial(stop - 1) // factorial(least - 1))
    for least, stop in ((1, 21), (21, 34), (34, 45), (45, 53))
)
"""The bases 1 to 52 of the factorial number system in four runs, each with its product. A product
fits 64 bits, so that a deck takes four divisions of a long number and not 52."""


class Dealer:
    """The dealer of one seed.

    >>> from arena.gin.cards import format_cards
    >>> format_cards(Dealer("0").deck(0, 0)[:5], " ")
    '2H 4C TH 8C 3D'
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._key = blake2b(seed.encode(), digest_size=32, person=PERSON).digest()
        # All pairings meet the same deals one after the other: a deck is made once for all of them.
        self._deck = lru_cache(KEPT_DECKS)(self._make_deck)

    def draw(self, path: str, size: int) -> bytes:
        """Return `size` bytes, at most 64, that only the seed and the path decide."""
        return blake2b(path.encode(), key=self._key, digest_size=size).digest()

    def deck(self, deal_index: int, round_number: int) -> bytes:
        """Return the 52 card numbers of a round in order; both numbers count from 0."""
        return self._deck(deal_index, round_number)

    def _make_deck(self, deal_index: int, round_number: int) -> bytes:
        drawn = self.draw(f"deal/{deal_index}/{round_number}", 64)
        return unrank(int.from_bytes(drawn, "big") % DECKS)

    def first_dealer(self, deal_index: int) -> int:
        """Return the seat that deals a series' first round (D1)."""
        return self.draw(f"first/{deal_index}", 8)[0] & 1

    def bot_seed(self, entrant: str, opponent: str, pair: int, leg: int) -> int:
        """Return the seed that an entrant's bot is given for one series, 64 bits."""
        names = f"{quoted(entrant)}/{quoted(opponent)}"
        return int.from_bytes(self.draw(f"bot/{names}/{pair}/{leg}", 8), "big")


@lru_cache(1024)
def quoted(name: str) -> str:
    """Return a name as it stands in a path."""
    return quote(name, safe="")


def unrank(number: int) -> bytes:
    """Return the permutation of the cards 0..51 with this number, 0 to 52! - 1.

    >>> list(unrank(0)) == list(range(52))
    True
    """
    digits: list[int] = []
    for least, stop, size in CHUNKS:
        chunk: i64 = number % size
        number //= size
        for base in range(least, stop):
            rest = chunk // base
            digits.append(chunk - rest * base)
            chunk = rest
    digits.reverse()
    pool = list(range(52))
    return bytes([pool.pop(at) for at in digits])
