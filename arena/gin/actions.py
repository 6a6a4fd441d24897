"""What a seat may answer: one small type for each question.

A meld is a hand (an int of 52 bits) of its cards, a layout a tuple of melds.
"""

from dataclasses import dataclass
from enum import Enum, IntEnum


class Offer(Enum):
    """The answer to an offered card (T1, V6)."""

    PASS = "pass"  # noqa: S105 - a move at the table
    TAKE = "take"


class Draw(Enum):
    """The answer to where to draw from (T4)."""

    STOCK = "stock"
    PILE = "pile"


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a card."""

    card: int


@dataclass(frozen=True, slots=True)
class Knock:
    """Throw a card and lay down ten; without `melds` the engine chooses the layout (K1, K5, M5)."""

    card: int
    melds: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class BigGin:
    """Lay down eleven melded cards without a discard (K8)."""


@dataclass(frozen=True, slots=True)
class LayOff:
    """The defender's melds, and the hand of what he lays off; with neither, the minimum (L4)."""

    melds: tuple[int, ...] | None = None
    cards: int = 0


Action = Offer | Draw | Discard | Knock | BigGin | LayOff


class Phase(IntEnum):
    """Where a round stands; who may do what follows from it."""

    FIRST_OFFER = 0
    """The non-dealer takes the upcard or passes (T1a)."""
    SECOND_OFFER = 1
    """The dealer does (T1b)."""
    FORCED_STOCK = 2
    """Both passed: the non-dealer must draw from the stock (T1c)."""
    DRAW = 3
    """Stock or pile (T4)."""
    PLAY = 4
    """Eleven cards: discard, knock or big gin."""
    LAST_OFFER = 5
    """The last discard may be taken to knock with (V6)."""
    LAST_PLAY = 6
    """It was taken: knock or big gin (V6)."""
    LAY_OFF = 7
    """The defender lays out and lays off (L4)."""
    OVER = 8
    """The round has a result."""


class IllegalAction(Exception):  # noqa: N818 - a rule broken by a bot, not an error of ours
    """An answer that the rules do not allow. Nothing has changed."""
