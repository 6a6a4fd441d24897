"""From what people and scripts write to hands, melds and rules; a refusal says what is allowed."""

from collections.abc import Mapping
from typing import Any

from arena.gin.cards import CardError, hand_of, parse_cards
from arena.gin.rules import Rules, RulesError
from arena.mistake import UserMistake
from arena.profiles import load_profile

Fields = Mapping[str, Any]
LONGEST = 2000


class InputError(UserMistake):
    """A question that cannot be answered."""


def read_hand(value: object, name: str, sizes: tuple[int, ...] = ()) -> int:
    """Return the hand that a text of cards, or a list of their texts, holds.

    Args:
        value: such as `"AC 2C"` or `["AC", "2C"]`.
        name: what messages call it.
        sizes: the numbers of cards allowed; empty for any.

    Raises:
        InputError: for anything else, a card twice, or another number of cards.
    """
    if isinstance(value, list) and all(isinstance(card, str) for card in value):
        value = " ".join(value)
    if not isinstance(value, str):
        raise InputError(f"{name}: write cards as a text or a list of texts, such as AC TD")
    if len(value) > LONGEST:
        raise InputError(f"{name}: {len(value)} characters are no hand")
    try:
        hand = hand_of(parse_cards(value))
    except CardError as error:
        raise InputError(f"{name}: {error}") from None
    if sizes and hand.bit_count() not in sizes:
        wanted = " or ".join(str(size) for size in sizes)
        raise InputError(f"{name}: has {hand.bit_count()} cards; it needs {wanted}")
    return hand


def read_melds(value: object, name: str) -> tuple[int, ...]:
    """Return the melds of a list of hands, or of a text with `|` between them.

    Raises:
        InputError: when a part of it is no text of cards, or a card stands in two melds.
    """
    if isinstance(value, str):
        value = [part for part in value.split("|") if part.strip()]
    if not isinstance(value, list):
        raise InputError(f"{name}: write melds as a list, or with | between them")
    melds = tuple([read_hand(meld, name) for meld in value])
    if sum(melds) != union(melds):
        raise InputError(f"{name}: a card stands in two melds (M2)")
    return melds


def union(hands: tuple[int, ...]) -> int:
    """Return the hand of all cards of some hands."""
    cards = 0
    for hand in hands:
        cards |= hand
    return cards


def read_rules(fields: Fields, default: str) -> Rules:
    """Return the rules that `rules` names, with the changes of `overrides`.

    Raises:
        InputError: for an unknown profile or option, or a value it cannot have.
    """
    profile, overrides = fields.get("rules", default), fields.get("overrides", {})
    if not isinstance(profile, str):
        raise InputError("rules: write the name of a profile")
    if not isinstance(overrides, Mapping):
        raise InputError('overrides: write options and values, as in {"undercut_bonus": 20}')
    try:
        return load_profile(profile).rules.replace(overrides)
    except RulesError as error:
        raise InputError(f"rules: {error}") from None


def check_fields(fields: object, known: tuple[str, ...]) -> Fields:
    """Return a question's fields when all of them are known.

    Raises:
        InputError: for anything but an object, or a field that is not known.
    """
    if not isinstance(fields, Mapping):
        raise InputError("write a JSON object, or a text")
    for name in fields:
        if name not in known:
            raise InputError(f"there is no field {name!r}; there are {', '.join(known)}")
    return fields
