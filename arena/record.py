"""The lines of a log, schema `arena.log/1`, as typed records.

The order of the fields is the order of the keys. No floats, no clocks, no paths.
"""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

SCHEMA = "arena.log/1"

Columns = tuple[tuple[int, ...], tuple[int, ...]]
"""A row of columns for each seat."""
Termination = Literal["complete", "max_rounds", "forfeit", "void"]
Policy = Literal["forfeit_series", "forfeit_round"]
FinishText = Literal[
    "knock", "gin", "big_gin", "undercut", "tie", "void_gin", "void_stock", "void_takes", "forfeit"
]
FaultKind = Literal[
    "exception", "illegal", "timeout", "memory", "died", "garbage", "flood", "no_start"
]
FaultQuestion = Literal["start", "offer", "draw", "play", "lay_off"]


class Line(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind"):
    """Any line; its `kind` comes first."""


class EntrantRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entrant as the header names it; `options` have sorted keys, and texts for their floats."""

    name: str
    bot: str
    version: str | None
    options: dict[str, object]
    digest: str | None


class FaultPolicy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a fault costs: the series, or the round until a seat has some strikes."""

    policy: Policy = "forfeit_series"
    strikes: int = 3


class TournamentLine(Line, tag="tournament"):
    """The header. `part` says which part of the schedule the log holds, if not the whole."""

    schema: str
    arena: str
    deal: str
    name: str
    seed: str
    rules: dict[str, int | str | bool | None]
    format: Literal["round-robin", "gauntlet"]
    pairs: int
    dealing: Literal["mirrored", "independent"]
    stock: Literal["per_seat", "shared"]
    entrants: list[EntrantRecord]
    faults: FaultPolicy
    part: str | UnsetType = UNSET


class SeriesLine(Line, tag="series"):
    """The start of a series."""

    series: int
    pair: int
    pairing: tuple[str, str]
    leg: int
    seats: tuple[str, str]
    first_dealer: int


class FaultRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose fault it was, on which question, and of which kind."""

    seat: int
    question: FaultQuestion
    kind: FaultKind


class RoundLine(Line, tag="round"):
    """A round: its deal, its moves, and what came of it."""

    series: int
    round: int
    dealer: int
    deck: str
    moves: str
    finish: FinishText
    knocker: int | None
    spread: list[str] | None
    melds: list[str] | None
    laid_off: str | None
    deadwood: tuple[int, int] | None
    winner: int | None
    points: int
    sheet: Columns
    fault: FaultRecord | UnsetType = UNSET


class ResultLine(Line, tag="result"):
    """The end of a series; the digest covers all bytes of the log before it."""

    series: int
    scores: Columns
    entries: Columns
    columns: tuple[int | None, ...]
    games: tuple[int, int]
    settlement: tuple[int, ...]
    net: int
    winner: int | None
    termination: Termination
    digest: str | UnsetType = UNSET


class EndLine(Line, tag="end"):
    """The end of the log."""

    series: int
    rounds: int
    secret: str | UnsetType = UNSET
    digest: str | UnsetType = UNSET


AnyLine = TournamentLine | SeriesLine | RoundLine | ResultLine | EndLine


class SeriesRecord(msgspec.Struct, frozen=True):
    """A whole series as the log holds it."""

    series: SeriesLine
    rounds: tuple[RoundLine, ...]
    result: ResultLine


ENCODER = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(AnyLine)


def encode_line(line: AnyLine) -> bytes:
    """Return a line's JSON: keys in order, no spaces, UTF-8, without the line feed."""
    return ENCODER.encode(line)


def decode_line(text: bytes) -> AnyLine:
    """Return the record of a line.

    Raises:
        msgspec.ValidationError: when it is JSON but no line of this schema.
        msgspec.DecodeError: when it is no JSON.
    """
    return DECODER.decode(text)
