"""The moves of a round as text: a token a turn (log schema `arena.log/1`).

`p` passed; `sKH` drew from the stock, threw KH; `t9C` took the pile's top card, threw 9C; `sk7D`,
`tk7D` knocked; `sb`, `tb` big gin; `s` drew and the stock ended the round (V7); `x`, `sx`, `tx` a
fault.
"""

import re
from dataclasses import dataclass
from typing import Final

from arena.gin.actions import Action, BigGin, Discard, Draw, Knock, Offer
from arena.gin.cards import NAMES, NUMBERS

TOKEN = re.compile(r"(?P<source>[st]?)(?P<what>k?[A2-9TJQK][CDHS]|b|x|p|)")


class NotationError(ValueError):
    """A text that is no list of moves."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A token's meaning: where the card came from, and what followed.

    `source` is `s`, `t`, or empty for none; `shed` is None where nothing followed; `is_fault` marks
    an `x`.
    """

    source: str
    shed: Discard | Knock | BigGin | None
    is_pass: bool = False
    is_fault: bool = False


TURNS: Final[dict[str, Turn]] = {}
"""The tokens met so far, and what they mean."""


def parse_moves(text: str) -> list[Turn]:
    """Return the turns of a round's moves.

    Raises:
        NotationError: naming the token that means nothing.

    >>> [turn.source for turn in parse_moves("p p sKH tk7D")]
    ['', '', 's', 't']
    """
    turns: list[Turn] = []
    for token in text.split(" ") if text else ():
        turn = TURNS.get(token)
        if turn is None:
            turn = TURNS[token] = parse_turn(token)
        turns.append(turn)
    return turns


def parse_turn(token: str) -> Turn:
    """Return what one token means; there are 217 that mean something.

    Raises:
        NotationError: when it means nothing.
    """
    found = TOKEN.fullmatch(token)
    if found is None or not token:
        raise NotationError(f"{token!r} is no move")
    source, what = found["source"], found["what"]
    if what == "x":
        return Turn(source, None, is_fault=True)
    if what == "p" or (not what and source == "t") or (what and not source):
        if token != "p":  # noqa: S105 - a move at the table
            raise NotationError(f"{token!r} is no move")
        return Turn("", None, is_pass=True)
    if not what:
        return Turn(source, None)
    if what == "b":
        return Turn(source, BigGin())
    card = NUMBERS[what[-2:]]
    return Turn(source, Knock(card) if what[0] == "k" and len(what) == 3 else Discard(card))


def format_turn(turn: Turn) -> str:
    """Return the token of a turn."""
    if turn.is_pass:
        return "p"
    if turn.is_fault:
        return turn.source + "x"
    return turn.source + format_shed(turn.shed)


def format_shed(shed: Discard | Knock | BigGin | None) -> str:
    """Return the part of a token that says what was thrown or shown."""
    if shed is None:
        return ""
    if isinstance(shed, BigGin):
        return "b"
    return ("k" if isinstance(shed, Knock) else "") + NAMES[shed.card]


def answers_of(turn: Turn, *, is_offer: bool) -> list[Action]:
    """Return the answers that a turn without a fault stands for, the draw first."""
    if turn.is_pass:
        return [Offer.PASS]
    if is_offer:
        first: Action = Offer.TAKE
    else:
        first = Draw.STOCK if turn.source == "s" else Draw.PILE
    return [first] if turn.shed is None else [first, turn.shed]
