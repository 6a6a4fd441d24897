"""How wide a text is on a terminal."""

from wcwidth import wcswidth


def display_width(text: str) -> int:
    """Return the columns that a text takes; with characters that have no width it is its length.

    >>> display_width("cards"), display_width("\u65e5\u672c")
    (5, 4)
    """
    width = wcswidth(text)
    return width if width >= 0 else len(text)
