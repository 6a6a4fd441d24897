"""What an earlier log has of a new run: series that need not be played again.

More pairs or entrants change no deal and no bot's seed (invariant 6): a series between the same two
bots on the same deals is the same in both.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from arena.log.address import parse_address
from arena.log.cut import read_sound
from arena.log.folder import FAILURES, PRIVATE
from arena.log.header import Plan, plan_of
from arena.log.reader import LOGS, STDIN, CutError, LogError
from arena.log.shards import difference
from arena.log.writer import series_text
from arena.mistake import UserMistake
from arena.record import (
    ENCODER,
    ResultLine,
    RoundLine,
    SeriesLine,
    SeriesRecord,
    TournamentLine,
    encode_line,
)
from arena.schedule import Job
from arena.standings.summary import summarise
from arena.table.incident import Incident
from arena.tournament.packing import Packed


class EarlierError(UserMistake):
    """A log whose series are not those of the new run."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where a log has the series between some entrants.

    Attributes:
        pairings: their pairings, each with its place among all pairings of the schedule.
        of: how many pairings the schedule has.
        numbers: the series that the log has.
    """

    pairings: dict[tuple[str, str], int]
    of: int
    numbers: range

    def number(self, pair: int, pairing: tuple[str, str], leg: int) -> int | None:
        """Return the number of a series, or None where the log does not have it."""
        place = self.pairings.get(pairing)
        if place is None:
            return None
        number = (pair * self.of + place) * 2 + leg
        return number if number in self.numbers else None


class Earlier:
    """The series of an earlier log that a new run has too, as `arena.tournament.run.Kept` wants it.

    Attributes:
        path: the log's file.
        changed: the entrants of both whose bot, version, options or code differ: they play anew.
        count: how many series there are.
    """

    def __init__(self, path: Path, header: TournamentLine) -> None:
        """Read the log once, to its end, for a run with this header.

        Raises:
            LogError: when it cannot be read, or is damaged otherwise than by being cut.
            EarlierError: when its series would be others in the new run.
        """
        if path == STDIN:
            raise EarlierError("stdin: an earlier log is read twice, so it must be a file")
        self.path = path
        with read_sound(path) as log:
            check_alike(log.header, header, path)
            same, self.changed = entrants_of(log.header, header)
            check_order(same, header, path)
            self._new = places_of(plan_of(header), same)
            self.count = 0
            for record in log:
                self.count += self._number(record) is not None
            if log.problem is not None and not isinstance(log.problem, CutError):
                raise log.problem
            old = places_of(log.plan, same)
            self._old = Places(old.pairings, old.of, old.numbers[: log.series])

    def has(self, job: Job) -> bool:
        """Tell whether the log has a series of the new run."""
        return self._old.number(job.pair, job.pairing, job.leg) is not None

    def series(self) -> Iterator[Packed]:
        """Yield the log's series that the new run has, under their new numbers, ascending.

        Raises:
            LogError: when the log is no longer what it was.
        """
        cards = Cards(self.path)
        left = self.count
        with read_sound(self.path) as log:
            for record in log:
                if not left:
                    return
                number = self._number(record)
                if number is not None:
                    left -= 1
                    yield renumbered(record, number, cards)
        if left:
            raise log.problem or LogError(str(self.path), 0, "was changed while it was read")

    def _number(self, record: SeriesRecord) -> int | None:
        start = record.series
        return self._new.number(start.pair, start.pairing, start.leg)


class Cards:
    """The failure cards that lie beside a log, taken in the order of its series."""

    def __init__(self, log: Path) -> None:
        self._cards = cards_beside(log)
        self._next = next(self._cards, None)

    def take(self, series: int, number: int) -> tuple[Incident, ...]:
        """Return the cards of a series, with addresses under another number."""
        found = []
        while self._next is not None and self._next[0] <= series:
            if self._next[0] == series:
                card = self._next[1]
                place = card.address.partition(".")[2]
                found.append(replace(card, address=f"{number}.{place}"))
            self._next = next(self._cards, None)
        return tuple(found)


def cards_beside(log: Path) -> Iterator[tuple[int, Incident]]:
    """Yield the failure cards beside a log, each with its series, as far as there are whole ones.

    They are for people, and no part of the log: one that is missing stops nothing.
    """
    path = log.parent / PRIVATE / FAILURES
    if log.name not in LOGS or not path.is_file():
        return
    with path.open("rb") as file:
        for line in file:
            try:
                card = msgspec.json.decode(line, type=Incident)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                return
            address = parse_address(card.address)
            if address is not None:
                yield address.series, card


def renumbered(record: SeriesRecord, number: int, cards: Cards) -> Packed:
    """Return a series under another number, packed, with its failure cards."""
    incidents = cards.take(record.series.series, number)
    lines: list[SeriesLine | RoundLine | ResultLine] = [record.series, record.result]
    for line in (*lines, *record.rounds):
        line.series = number
    return Packed(*series_text(record), summarise(record), incidents)


def check_alike(old: TournamentLine, new: TournamentLine, path: Path) -> None:
    """Refuse a log whose series would be others in a run, whoever plays.

    Raises:
        EarlierError: naming the first thing that differs.
    """
    free = replace(
        old,
        name=new.name,
        format=new.format,
        pairs=new.pairs,
        entrants=new.entrants,
        rules={**old.rules, "profile": new.rules["profile"]},
        part=UNSET,
    )
    new = replace(new, part=UNSET)
    if encode_line(free) != encode_line(new):
        field, said, wanted = difference(free, new)
        raise EarlierError(
            f"{path}: {field} is {said}, but {wanted} in the new run: "
            "its series would be others, and cannot be used again"
        )


def entrants_of(
    old: TournamentLine, new: TournamentLine
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the entrants that are the same in both, in old order, and those that have changed."""
    now = {entrant.name: ENCODER.encode(entrant) for entrant in new.entrants}
    both = [entrant for entrant in old.entrants if entrant.name in now]
    same = tuple(one.name for one in both if ENCODER.encode(one) == now[one.name])
    return same, tuple(one.name for one in both if one.name not in same)


def check_order(same: tuple[str, ...], new: TournamentLine, path: Path) -> None:
    """Refuse entrants in another order: who sits where in a pair depends on it.

    Raises:
        EarlierError: naming two of them.
    """
    places = {entrant.name: place for place, entrant in enumerate(new.entrants)}
    for first, second in pairwise(same):
        if places[first] > places[second]:
            raise EarlierError(
                f"{path}: has entrant {first} before {second}: keep its entrants in their order"
            )


def places_of(plan: Plan, names: tuple[str, ...]) -> Places:
    """Return where a log has the series between some entrants."""
    pairings = plan.schedule.pairings
    known = set(names)
    places = {pair: place for place, pair in enumerate(pairings) if known.issuperset(pair)}
    return Places(places, len(pairings), plan.numbers)
