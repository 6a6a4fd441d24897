"""Refusing an answer: the rule that it breaks, and what was said."""

from typing import NoReturn

from arena.gin.actions import Draw, IllegalAction, Offer


def refuse(rule: str, said: object) -> NoReturn:
    """Raise IllegalAction with the rule that was broken and what was said."""
    told = "" if said is None else f": {describe(said)}"
    raise IllegalAction(rule + told)


def describe(said: object) -> str:
    """Return a short text of a foreign value without running any code of its type.

    >>> describe(10**5000), describe("4D")
    ('a number of 16610 bits', "'4D'")
    """
    kind = type(said)
    if kind is str:
        return ascii(str(said)[:60])
    if kind is int or kind is bool:
        assert isinstance(said, int)
        return str(said) if said.bit_length() <= 64 else f"a number of {said.bit_length()} bits"
    if kind is Offer or kind is Draw:
        return str(said)
    return "a " + str(type.__dict__["__name__"].__get__(kind))[:60]
