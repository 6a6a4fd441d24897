"""What a name or a seed may be, wherever it comes from: a config, a flag, a program, a log."""

import unicodedata

from arena.gin.rules import shown

MAX_NAME = 64
MAX_SEED = 256

CONTROLS = ("Cc", "Cs", "Zl", "Zp")
OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""The marks that turn the direction of all that follows, other columns of a table included."""


def check_name(name: str) -> str:
    """Return a tournament's or an entrant's name, if it can be one.

    Raises:
        ValueError: when it is empty, too long, or has control characters or outer blanks.

    >>> check_name("a|b \u00e9")
    'a|b \u00e9'
    """
    check_characters(name)
    return check_length(check_blanks(name), MAX_NAME)


def check_seed(seed: str) -> str:
    """Return a seed, which is any text; it is never altered.

    Raises:
        ValueError: when it is empty, too long, or has control characters.
    """
    check_characters(seed)
    return check_length(seed, MAX_SEED)


def check_characters(text: str) -> None:
    """Refuse what cannot be shown in a line of its own, or cannot be written as UTF-8.

    Raises:
        ValueError: naming the first such character.
    """
    for character in text:
        if unicodedata.category(character) in CONTROLS or character in OVERRIDES:
            name = f"U+{ord(character):04X}"
            raise ValueError(f"{shown(text)} has the control character {name}")


def check_blanks(text: str) -> str:
    """Return a text without blanks around it.

    Raises:
        ValueError: when it has some.
    """
    if text != text.strip():
        raise ValueError(f"{shown(text)} begins or ends with a blank")
    return text


def check_length(text: str, most: int) -> str:
    """Return a text of one character to so many.

    Raises:
        ValueError: when it is empty or longer.
    """
    if not text:
        raise ValueError(f"{shown(text)} is empty; it may be 1 to {most} characters")
    if len(text) > most:
        raise ValueError(f"{shown(text)} has {len(text)} characters; it may be 1 to {most}")
    return text
