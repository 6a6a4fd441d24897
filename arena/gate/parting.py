"""One series in two logs of the same deals: what parted first, and what it came to.

Facts alone; `arena.cli.compare` shows them.
"""

from dataclasses import dataclass
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from arena.log.address import Address
from arena.log.script import absent_seats
from arena.log.verify import difference
from arena.record import RoundLine, SeriesRecord

What = Literal["deal", "start", "move", "spread", "lay_off", "fault", "score", "result"]
Said = tuple[str, str]
"""What each of the two logs has."""

NOTHING = "-"
"""What a log has where only the other one goes on."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where two records of a series part first.

    Attributes:
        what: what differs there; `move` is a token, `score` and `result` what the arena counted.
        address: the place, as `arena replay` takes it.
        seat: whose answer it was, or None where no answer differs.
        said: what each log has.
    """

    what: What
    address: Address
    seat: int | None
    said: Said


@dataclass(frozen=True, slots=True)
class Parting:
    """A series that differs; entrants have their names in the first log.

    Attributes:
        spot: the first difference.
        pairing: the two entrants.
        mover: who answered there, or None where no answer differs.
        moved: points that the pairing's first entrant has more in the second log, net of rounds.
        winners: who won the series in each log.
        games: games of the pairing's first and second entrant in each log.
        rounds: how many rounds are equal but for the sheet, and how many are not.
    """

    spot: Spot
    pairing: tuple[str, str]
    mover: str | None
    moved: int
    winners: tuple[str | None, str | None]
    games: tuple[tuple[int, int], tuple[int, int]]
    rounds: tuple[int, int]


def compare_series(first: SeriesRecord, second: SeriesRecord) -> Parting | None:
    """Return what differs between two records of a series, or None when nothing does."""
    spot = first_spot(first, second)
    if spot is None:
        return None
    start, results = first.series, (first.result, second.result)
    lead = start.seats.index(start.pairing[0])
    won = [None if result.winner is None else start.seats[result.winner] for result in results]
    games = [(result.games[lead], result.games[1 - lead]) for result in results]
    both = zip(first.rounds, second.rounds, strict=False)
    equal = sum(replace(one, sheet=()) == replace(other, sheet=()) for one, other in both)
    return Parting(
        spot,
        start.pairing,
        None if spot.seat is None else start.seats[spot.seat],
        net_points(second, lead) - net_points(first, lead),
        (won[0], won[1]),
        (games[0], games[1]),
        (equal, max(len(first.rounds), len(second.rounds)) - equal),
    )


def net_points(record: SeriesRecord, seat: int) -> int:
    """Return the points of the rounds that a seat won, less those of the rounds it lost."""
    return sum(
        line.points if line.winner == seat else -line.points
        for line in record.rounds
        if line.winner is not None
    )


def first_spot(first: SeriesRecord, second: SeriesRecord) -> Spot | None:
    """Return where two records of a series part first, or None where nothing but names differs."""
    number = first.series.series
    absent = [set(absent_seats(record.rounds, record.result)) for record in (first, second)]
    if parted := absent[0] ^ absent[1]:
        seat = min(parted)
        said = ["no_start" if seat in seats else "starts" for seats in absent]
        return Spot("start", Address(number, 0, 0), seat, (said[0], said[1]))
    for one, other in zip(first.rounds, second.rounds, strict=False):
        if one != other:
            return round_spot(one, other)
    lengths = len(first.rounds), len(second.rounds)
    if lengths[0] != lengths[1]:
        told = (f"{lengths[0]} rounds", f"{lengths[1]} rounds")
        return Spot("score", Address(number, min(lengths)), None, told)
    results = [replace(record.result, digest=UNSET) for record in (first, second)]
    if results[0] == results[1]:
        return None
    field, found, wanted = difference(results[0], results[1])
    return Spot("result", Address(number), None, (f"{field} {found}", f"{field} {wanted}"))


def round_spot(one: RoundLine, other: RoundLine) -> Spot:
    """Return where two lines of a round that differ part first."""
    series, number = one.series, one.round
    if (one.dealer, one.deck) != (other.dealer, other.deck):
        return Spot("deal", Address(series, number), None, field_of(one, other))
    ours, theirs = one.moves.split(), other.moves.split()
    both = enumerate(zip(ours, theirs, strict=False))
    at = next((token for token, said in both if said[0] != said[1]), min(len(ours), len(theirs)))
    is_down = one.knocker is not None and at > knock_at(one, ours)
    if not is_down and at < max(len(ours), len(theirs)):
        said = tuple(tokens[at] if at < len(tokens) else NOTHING for tokens in (ours, theirs))
        return Spot("move", Address(series, number, at), mover(one, at), (said[0], said[1]))
    return last_spot(one, other)


def last_spot(one: RoundLine, other: RoundLine) -> Spot:
    """Return where two lines part that have the same moves, at least up to a knock."""
    tokens = one.moves.split()
    at = knock_at(one, tokens) if one.knocker is not None else len(tokens) - 1
    place = Address(one.series, one.round, max(at, 0))
    if one.spread != other.spread:
        told = tuple(f"{tokens[at]} {' '.join(line.spread or ())}" for line in (one, other))
        return Spot("spread", place, one.knocker, (told[0], told[1]))
    if one.knocker is not None and defence_of(one) != defence_of(other):
        return Spot("lay_off", place, 1 - one.knocker, (defence_of(one), defence_of(other)))
    if one.fault != other.fault and one.fault is not UNSET and other.fault is not UNSET:
        kinds = (f"{tokens[-1]} {one.fault.kind}", f"{tokens[-1]} {other.fault.kind}")
        return Spot("fault", place, one.fault.seat, kinds)
    return Spot("score", place, None, field_of(one, other))


def knock_at(line: RoundLine, tokens: list[str]) -> int:
    """Return the token of a round's knock; a fault in the lay-off may stand behind it."""
    faulted = line.fault is not UNSET and line.fault.question == "lay_off"
    return len(tokens) - 1 - faulted


def defence_of(line: RoundLine) -> str:
    """Return what a defender made of a knock. It has no token but `x`, where it was a fault."""
    if line.fault is not UNSET:
        return f"x {line.fault.kind}"
    return f"melds {' '.join(line.melds or ()) or 'none'}, lays off {line.laid_off or 'none'}"


def mover(line: RoundLine, token: int) -> int:
    """Return the seat whose token it is: seats take turns from the non-dealer's first offer on."""
    return (line.dealer + 1 + token) % 2


def field_of(one: RoundLine, other: RoundLine) -> Said:
    """Return the first field in which two lines differ, with both values."""
    field, found, wanted = difference(one, other)
    return f"{field} {found}", f"{field} {wanted}"
