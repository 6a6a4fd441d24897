"""What a scalar without quotes stands for: fewer things than PyYAML takes it for.

PyYAML reads `no` as false, `010` as 8, `12:30` as 750 and `2026-03-01` as a date.
"""

import math
import re
from typing import Self

WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
DECIMAL = re.compile(r"-?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?")
WORDS = {
    **dict.fromkeys(("true", "yes", "on"), True),
    **dict.fromkeys(("false", "no", "off"), False),
    **dict.fromkeys(("", "~", "null"), None),
}


class FloatText(float):
    """A float that remembers how it was written, for places that hold no floats.

    >>> FloatText("1.50"), FloatText("1.50") == 1.5
    (1.50, True)
    """

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> Self:
        """Read the number and keep its text."""
        self = super().__new__(cls, text)
        self.text = text
        return self

    def __getnewargs__(self) -> tuple[str]:  # type: ignore[override]
        return (self.text,)

    def __repr__(self) -> str:
        return self.text


def plain_value(text: str) -> int | FloatText | bool | str | None:
    """Return what a scalar without quotes stands for.

    Raises:
        ValueError: for a number outside of what a record can hold.

    >>> [plain_value(text) for text in ("12", "1.50", "No", "~", "010", "12:30")]
    [12, 1.50, False, None, '010', '12:30']
    """
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    if WHOLE.fullmatch(text):
        if len(text) > 20 or not -(2**63) <= int(text) < 2**63:
            raise ValueError(f"{shorten(text)} does not fit 64 bits; put a longer number in quotes")
        return int(text)
    if DECIMAL.fullmatch(text):
        number = FloatText(text)
        if math.isinf(number):
            raise ValueError(f"{shorten(text)} is too large for a number; put it in quotes")
        return number
    return text


def shorten(text: str, length: int = 60) -> str:
    """Return a text, cut where it is longer."""
    return text if len(text) <= length else text[: length - 3] + "..."
