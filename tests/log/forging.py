"""What forgeries are made with: the rules, the deal, the schedule or a field contradict each.

Each is a function that alters the lines of a sound log; the digests are made anew afterwards, so
that only the contradiction is left to be found.
"""

import copy
from collections.abc import Callable
from typing import Any

from .samples import Line, line_bytes, reseal

Forger = Callable[["Log"], None]
FORGERIES: dict[str, tuple[str, Forger]] = {}
"""Name to the field to be blamed (empty where none is), and the forger."""
TEXT_FORGERIES: dict[str, Callable[[list[bytes]], list[bytes]]] = {}


class Log:
    """A log as plain lines to be altered."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = copy.deepcopy(lines)

    @property
    def header(self) -> Line:
        return self.lines[0]

    @property
    def end(self) -> Line:
        return self.lines[-1]

    def of(self, kind: str) -> list[Line]:
        return [line for line in self.lines if line["kind"] == kind]

    def rounds(self, finish: str = "", series: int | None = None) -> list[Line]:
        """Return rounds with a finish, if one is named, and of a series, if one is named."""
        return [
            line
            for line in self.of("round")
            if (not finish or line["finish"] == finish) and series in (None, line["series"])
        ]

    def one(self, finish: str, **truths: bool) -> Line:
        """Return a round with a finish in which some fields are filled, or are not."""
        return next(
            line
            for line in self.rounds(finish)
            if all(bool(line.get(key)) == wanted for key, wanted in truths.items())
        )

    def result(self, termination: str = "complete") -> Line:
        return next(line for line in self.of("result") if line["termination"] == termination)

    def block(self, series: int) -> list[Line]:
        """Return the lines of a series."""
        return [line for line in self.lines[1:-1] if line["series"] == series]

    def long_series(self) -> int:
        """Return the number of a series with five rounds or more."""
        return next(
            line["series"] for line in self.of("series") if len(self.block(line["series"])) > 6
        )

    def renumber(self) -> None:
        """Number series and rounds by their places, and count them in the last line."""
        series = number = -1
        for line in self.lines[1:-1]:
            if line["kind"] == "series":
                series, number = series + 1, 0
            line["series"] = series
            if line["kind"] == "round":
                line["round"], number = number, number + 1
        self.end["series"] = len(self.of("series"))
        self.end["rounds"] = len(self.of("round"))

    def drop(self, *gone: Line) -> None:
        self.lines = [line for line in self.lines if not any(line is one for one in gone)]

    def sealed(self) -> bytes:
        return reseal([line_bytes(line) for line in self.lines])


def forged(lines: list[Line], forger: Forger) -> bytes:
    """Return a log's bytes after a forgery."""
    log = Log(lines)
    forger(log)
    return log.sealed()


def forgery(name: str, field: str = "") -> Callable[[Forger], Forger]:
    def keep(forger: Forger) -> Forger:
        assert name not in FORGERIES
        FORGERIES[name] = (field, forger)
        return forger

    return keep


def set_to(
    name: str, field: str, find: Callable[[Log], Line], value: Any, blamed: str | None = None
) -> None:
    """Add a forgery that sets a field of a line; a function makes the value from the old one."""

    def forger(log: Log) -> None:
        line = find(log)
        new = value(line[field]) if callable(value) else value
        assert new != line[field]
        line[field] = new

    FORGERIES[name] = (field if blamed is None else blamed, forger)


def knock(log: Log) -> Line:
    return log.one("knock", laid_off=True, melds=True)


def gin(log: Log) -> Line:
    return log.one("gin")


def undercut(log: Log) -> Line:
    return log.one("undercut")


def void(log: Log) -> Line:
    return log.one("void_stock")


def forfeit(log: Log) -> Line:
    return next(line for line in log.rounds("forfeit") if line["fault"]["question"] == "draw")


def result(log: Log) -> Line:
    return log.result()


def header(log: Log) -> Line:
    return log.header


def end(log: Log) -> Line:
    return log.end


def second_series(log: Log) -> Line:
    return log.of("series")[1]


def grown(rows: list[list[int]]) -> list[list[int]]:
    return [[rows[0][0] + 1, *rows[0][1:]], rows[1]]


def tokens(change: Callable[[list[str]], list[str]]) -> Callable[[str], str]:
    return lambda moves: " ".join(change(moves.split()))


def swapped(text: str, first: int, second: int) -> str:
    """Return a deck with the cards at two places swapped."""
    cards = [text[at : at + 2] for at in range(0, len(text), 2)]
    cards[first], cards[second] = cards[second], cards[first]
    return "".join(cards)
