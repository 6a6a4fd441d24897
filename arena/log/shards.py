"""Shard logs of one tournament: that they belong together, and that none is missing."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from msgspec import UNSET, to_builtins
from msgspec.structs import replace

from arena.log.header import HeaderError, Plan, plan_of
from arena.log.reader import STDIN, LogError, header_of, open_log, printable, read_lines
from arena.log.verify import header_in_order, shown
from arena.mistake import UserMistake
from arena.record import ENCODER, TournamentLine
from arena.schedule import Part

NAMED = 5
"""So many missing shards are named; the rest are counted."""
DEPTH = 3
"""A difference is named down to an option of the rules, or a field of an entrant."""


class ShardsError(UserMistake):
    """Logs that are not the shards of one tournament, each of them once."""


@dataclass(frozen=True, slots=True)
class Shard:
    """The log of a shard, as its header tells it.

    Attributes:
        path: the log's file.
        header: its header.
        plan: what the header says.
        part: which shard it is.
        shards: how many there are.
        whole: the header's bytes in the log of the whole tournament.
    """

    path: Path
    header: TournamentLine
    plan: Plan
    part: Part
    shards: int
    whole: bytes


def gather_shards(paths: Sequence[Path]) -> list[Shard]:
    """Return the shards that logs hold, in order.

    Args:
        paths: the logs' files, in any order.

    Raises:
        LogError: for a log whose header cannot be used.
        ShardsError: when they are not the shards of one tournament, each of them once.
    """
    shards = [read_shard(path) for path in paths]
    for shard in shards[1:]:
        check_related(shard, shards[0])
    shards.sort(key=lambda shard: shard.part.number)
    for one, other in pairwise(shards):
        if one.part == other.part:
            raise ShardsError(f"{one.path} and {other.path} both hold {one.part}")
    missing = shards[0].shards - len(shards)
    if missing:
        told = ", ".join(gaps(shards)) + (f" and {missing - NAMED} more" * (missing > NAMED))
        verb = "is" if missing == 1 else "are"
        raise ShardsError(f"not all shards are here: {told} {verb} missing")
    return shards


def read_shard(path: Path) -> Shard:
    """Return what the header of a shard log says.

    Raises:
        LogError: when the log cannot be read, or is none of a shard.
    """
    source = str(path)
    if path == STDIN:
        raise LogError("stdin", 0, "a shard is read twice, so it must be a file")
    with open_log(path) as file:
        raw = next(read_lines(file, source))
    header = header_of(raw, source)
    try:
        plan = plan_of(header)
        if plan.part is None:
            raise HeaderError("part", "is none: the log holds the whole tournament")
        if plan.part.shards is None:
            raise HeaderError("part", f"{plan.part} is no shard")
        text = header_in_order(header, plan)
        whole = header_in_order(replace(header, part=UNSET), plan)
    except HeaderError as error:
        raise LogError(source, 1, str(error)) from None
    except RecursionError:
        raise LogError(source, 1, "entrants: options are nested too deeply") from None
    if raw.text != text:
        raise LogError(source, 1, "is not in the log's form; `arena verify` says where")
    return Shard(path, header, plan, plan.part, plan.part.shards, whole)


def check_related(shard: Shard, first: Shard) -> None:
    """Refuse a shard that is not of the tournament, or the division, of the first one.

    Raises:
        ShardsError: naming what differs first.
    """
    if shard.whole != first.whole:
        field, said, other = difference(shard.header, first.header)
        raise ShardsError(
            f"{shard.path}: {field} is {said}, but {other} in {first.path}: "
            "shards of one tournament differ in nothing but their part"
        )
    if shard.shards != first.shards:
        raise ShardsError(
            f"{shard.path} holds {shard.part}, but {first.path} holds {first.part}: "
            "a tournament is divided in one way"
        )


def difference(one: TournamentLine, other: TournamentLine) -> tuple[str, str, str]:
    """Return the first thing in which two headers differ but for the part, and both values."""
    plain = [to_builtins(replace(line, part=UNSET)) for line in (one, other)]
    if [entrant.name for entrant in one.entrants] == [entrant.name for entrant in other.entrants]:
        for header in plain:
            header["entrants"] = {entrant["name"]: entrant for entrant in header["entrants"]}
    return difference_at("", plain[0], plain[1], DEPTH)


def difference_at(place: str, one: object, other: object, depth: int) -> tuple[str, str, str]:
    """Return the innermost place at which two values differ first, and the values there."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys() and depth:
        for key, value in one.items():
            if ENCODER.encode(value) != ENCODER.encode(other[key]):
                inner = f"{place}.{key}" if place else key
                return difference_at(inner, value, other[key], depth - 1)
    return place, printable(shown(one)), printable(shown(other))


def gaps(shards: Sequence[Shard]) -> list[str]:
    """Return the first shards that are missing, as the header would name them."""
    count, here = shards[0].shards, {shard.part.number for shard in shards}
    found: list[str] = []
    for number in range(1, count + 1):
        if len(found) == NAMED:
            break
        if number not in here:
            found.append(str(Part(number, count)))
    return found
