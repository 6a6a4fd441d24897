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
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

if TYPE_CHECKING:
    from mypy_extensions import i64

CONTRACT = "deal/1"
PERSON = b"hollywood-arena"
KEPT_DECKS = 2048
DECKS: Final = factorial(52)
CHUNKS: Final = tuple(
    (factorial(low), tuple(factorial(i) // factorial(low) for i in range(high, low - 1, -1)))
    for high, low in ((51, 44), (43, 33), (32, 20), (19, 0))
)
"""The places of the factorial number system, 51 down to 0, in four runs.

A run has the weight of its last place, and the weight of each place in terms of the last. What a
run is worth fits 64 bits: so a deck takes four divisions of a long number and not 52.
"""


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
    pool = list(range(52))
    deck: list[int] = []
    for weight, places in CHUNKS:
        whole, number = divmod(number, weight)
        chunk: i64 = whole
        for place in places:
            worth: i64 = place
            at = chunk // worth
            chunk -= at * worth
            deck.append(pool.pop(at))
    return bytes(deck)
