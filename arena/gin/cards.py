"""Cards and hands. A card is an int 0..51 (13 x suit + rank); a hand is a 52-bit int.

Rules C1 and C2. Pack order is the order of the card numbers: suits C D H S, then ranks A to K.
"""

from collections.abc import Iterable
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
PACK: Final = (1 << 52) - 1

NAMES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}
BIT: Final = tuple(1 << card for card in range(52))
CARD_AT: Final = bytes(
    [max((card for card in range(52) if BIT[card] % 53 == at), default=0) for at in range(53)]
)
"""The card of a bit, at the bit modulo 53, where no two of the 52 bits meet: a look-up that stays
in machine words, which `int.bit_length` does not."""
RANK_LETTERS: Final = "".join([name[0] for name in NAMES]).ljust(256).encode()
SUIT_LETTERS: Final = "".join([name[1] for name in NAMES]).ljust(256).encode()


class CardError(ValueError):
    """A text that names no card, or the same card twice."""


def parse_card(text: str) -> int:
    """Return the number of the card a text names, rank then suit, letters in either case.

    Raises:
        CardError: when it names none.

    >>> parse_card("TD"), parse_card("as")
    (22, 39)
    """
    card = NUMBERS.get(text.upper()) if text.isascii() else None
    if card is None:
        raise CardError(
            f"{text!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}, as in TD"
        )
    return card


def format_card(card: int) -> str:
    """Return a card's text, as in `TD`."""
    return NAMES[card]


def parse_cards(text: str) -> list[int]:
    """Return the cards of a text in the order given; blanks between them are free.

    `10D` is read as `TD`: no rank begins with a 1 otherwise.

    Raises:
        CardError: when a pair of letters names no card, or a card stands twice.

    >>> parse_cards("5H 6H") == parse_cards("5H6H") == [30, 31]
    True
    """
    letters = "".join(text.split()).replace("10", "T")
    cards = [parse_card(letters[at : at + 2]) for at in range(0, len(letters), 2)]
    seen: set[int] = set()
    for card in cards:
        if card in seen:
            raise CardError(f"{NAMES[card]} stands twice")
        seen.add(card)
    return cards


def format_cards(cards: Iterable[int], separator: str = "") -> str:
    """Return the texts of some cards in the order given."""
    return separator.join([NAMES[card] for card in cards])


def format_deck(deck: bytes) -> str:
    """Return the texts of many cards without blanks, faster than one after the other.

    >>> format_deck(bytes([22, 39]))
    'TDAS'
    """
    text = bytearray(2 * len(deck))
    text[0::2] = deck.translate(RANK_LETTERS)
    text[1::2] = deck.translate(SUIT_LETTERS)
    return text.decode("ascii")


def parse_hand(text: str) -> int:
    """Return the hand of a text of cards.

    Raises:
        CardError: as `parse_cards`.
    """
    return hand_of(parse_cards(text))


def format_hand(hand: int, separator: str = "") -> str:
    """Return a hand's cards in pack order.

    >>> format_hand(parse_hand("KD AC TD"), " ")
    'AC TD KD'
    """
    return format_cards(cards_of(hand), separator)


def hand_of(cards: Iterable[int]) -> int:
    """Return the hand that holds these cards."""
    hand = 0
    for card in cards:
        hand |= BIT[card]
    return hand


def cards_of(hand: int) -> list[int]:
    """Return a hand's cards in pack order.

    >>> cards_of(parse_hand("2C AC"))
    [0, 1]
    """
    cards: list[int] = []
    while hand:
        lowest = hand & -hand
        cards.append(lowest.bit_length() - 1)
        hand ^= lowest
    return cards
