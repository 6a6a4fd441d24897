"""Decks, first dealers and bot seeds from one seed: the contract `deal/1`.

Everything is a keyed hash of a path, so nothing depends on what was drawn before: a new entrant
changes no deal and no seed of anybody else.

The deck of deal index p, round r is the permutation of the pack whose number is `draw("deal/p/r",
64) mod 52!`, unranked by the factorial number system. The remainder favours no deck by more than
2^-280.
"""

from functools import lru_cache
from hashlib import blake2b
from math import factorial
from urllib.parse import quote

CONTRACT = "deal/1"
PERSON = b"hollywood-arena"
KEPT_DECKS = 2048
FACTORIALS = tuple(factorial(n) for n in range(53))


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
        return unrank(int.from_bytes(drawn, "big") % FACTORIALS[52])

    def first_dealer(self, deal_index: int) -> int:
        """Return the seat that deals a series' first round (D1)."""
        return self.draw(f"first/{deal_index}", 8)[0] & 1

    def bot_seed(self, entrant: str, opponent: str, pair: int, leg: int) -> int:
        """Return the seed that an entrant's bot is given for one series, 64 bits."""
        names = f"{quote(entrant, safe='')}/{quote(opponent, safe='')}"
        return int.from_bytes(self.draw(f"bot/{names}/{pair}/{leg}", 8), "big")


def unrank(number: int) -> bytes:
    """Return the permutation of the cards 0..51 with this number, 0 to 52! - 1.

    >>> list(unrank(0)) == list(range(52))
    True
    """
    pool = list(range(52))
    deck = bytearray()
    for left in range(51, -1, -1):
        at, number = divmod(number, FACTORIALS[left])
        deck.append(pool.pop(at))
    return bytes(deck)
