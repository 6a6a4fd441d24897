"""A deal: who deals, and the 52 cards in order (rules D2, D3)."""

from typing import Literal, NamedTuple

from arena.gin.cards import BIT

Stock = Literal["per_seat", "shared"]
"""Whether both seats draw from one end of the stock, or each from its own (D3)."""


class Deal(NamedTuple):
    """One deal. `deck` holds the 52 card numbers in order; `dealer` is a seat."""

    dealer: int
    deck: bytes
    stock: Stock = "shared"

    def hands(self) -> tuple[int, int]:
        """Return the ten cards of each seat: even places for seat 0, odd ones for seat 1 (D3)."""
        deck = self.deck
        first, second = 0, 0
        for at in range(0, 20, 2):
            first |= BIT[deck[at]]
            second |= BIT[deck[at + 1]]
        return first, second

    @property
    def upcard(self) -> int:
        """The card that starts the discard pile."""
        return self.deck[20]
