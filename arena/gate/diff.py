"""Two logs of the same deals side by side: which series, rounds and moves parted.

Facts alone; `arena.cli.compare` shows them. Entrants are paired by their position in the header.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.gate.parting import Parting, Said, compare_series
from arena.gin.rules import OPTIONS
from arena.log.header import HeaderError, Plan, plan_of
from arena.log.reader import LogError, SeriesReader
from arena.mistake import UserMistake
from arena.record import SeriesRecord, TournamentLine
from arena.schedule import pairings_of
from arena.table.scribe import series_line


class NotComparable(UserMistake):
    """Logs that are not of the same deals by the same rules; `field` is the header's."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"the logs cannot be compared: {field}: {message}")
        self.field = field


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two logs compared.

    Attributes:
        entrants: each entrant's names in the two logs.
        series: series of both logs that are equal, and that parted.
        rounds: their rounds, the same way.
        alone: series that only the first log has, and only the second.
        moved: points moved, all series added without their sign.
        moved_by: points that each entrant has more in the second log.
        partings: the series with most points moved, then in schedule order; cut where asked.
        notes: what a reader must know about the two logs.
    """

    entrants: tuple[Said, ...]
    series: tuple[int, int]
    rounds: tuple[int, int]
    alone: tuple[int, int]
    moved: int
    moved_by: tuple[int, ...]
    partings: tuple[Parting, ...]
    notes: tuple[str, ...]

    @property
    def is_equal(self) -> bool:
        """Whether all that both logs hold is equal."""
        return self.series[1] == 0


def compare_logs(first: SeriesReader, second: SeriesReader, most: int) -> Comparison:
    """Read two logs in step and return what parted, in memory that only `most` decides.

    Args:
        first: the log that was.
        second: the log that is now.
        most: how many partings to keep.

    Raises:
        NotComparable: when they are not of the same deals by the same rules.
        LogError: when one cannot be read, or is not complete.
    """
    plans = planned(first), planned(second)
    check_comparable(first.header, second.header)
    tally = PartingTally(first.header, second.header, most)
    for one, other in in_step(in_schedule(first, plans[0]), in_schedule(second, plans[1])):
        tally.add(one, other)
    return tally.comparison()


# The two headers


def planned(log: SeriesReader) -> Plan:
    """Return what a log's header says will be played.

    Raises:
        LogError: when it contradicts itself.
    """
    try:
        return plan_of(log.header)
    except HeaderError as error:
        raise LogError(log.source, 1, str(error)) from None


def check_comparable(first: TournamentLine, second: TournamentLine) -> None:
    """Refuse headers that are not of the same deals, rules and schedule. Names may differ.

    The profile is but a name for its options, and a number of pairs only makes a log longer.

    Raises:
        NotComparable: naming the first field that differs.
    """
    fields: list[tuple[str, object, object]] = [
        (field, getattr(first, field), getattr(second, field))
        for field in ("deal", "seed", "dealing", "stock")
    ]
    fields += [(f"rules: {name}", first.rules[name], second.rules[name]) for name in OPTIONS]
    counts = len(first.entrants), len(second.entrants)
    fields.append(("entrants", *counts))
    places = [str(place) for place in range(counts[0])]
    if pairings_of(places, first.format) != pairings_of(places, second.format):
        fields.append(("format", first.format, second.format))
    for field, one, other in fields:
        if one != other:
            raise NotComparable(field, f"{one} in the first, {other} in the second")


def notes_on(first: TournamentLine, second: TournamentLine) -> tuple[str, ...]:
    """Return how two comparable headers differ all the same, as far as that can part series."""
    notes = []
    renamed = [names for names in names_of(first, second) if names[0] != names[1]]
    if renamed:
        told = ", ".join(f"{old} is {new} in the second log" for old, new in renamed)
        notes.append(
            f"entrants are paired by position: {told}; "
            "a bot's seed is made from both names at its table"
        )
    if first.faults != second.faults:
        notes.append("the headers differ in what a fault costs")
    if first.arena != second.arena:
        notes.append(f"written by different versions: {first.arena} and {second.arena}")
    return tuple(notes)


def names_of(first: TournamentLine, second: TournamentLine) -> tuple[Said, ...]:
    """Return each entrant's names in two logs."""
    both = zip(first.entrants, second.entrants, strict=True)
    return tuple((one.name, other.name) for one, other in both)


# The two logs, series by series


def in_schedule(log: SeriesReader, plan: Plan) -> Iterator[SeriesRecord]:
    """Yield a log's series, each where the schedule has it, to the last.

    Raises:
        LogError: when a series is out of place, or the log is not complete.
    """
    jobs = plan.jobs()
    for record in log:
        job = next(jobs, None)
        if job is None or record.series != series_line(job, record.series.first_dealer):
            number = record.series.series
            raise LogError(log.source, 0, f"series {number}: is not what the schedule has here")
        yield record
    missing = next(jobs, None)
    if missing is not None or not log.is_complete:
        where = "its end line" if missing is None else f"series {missing.number}"
        raise LogError(log.source, 0, f"is not complete: {where} is missing")


def in_step(
    first: Iterator[SeriesRecord], second: Iterator[SeriesRecord]
) -> Iterator[tuple[SeriesRecord | None, SeriesRecord | None]]:
    """Yield the series of two logs by number; None stands for one that a log does not hold."""
    one, other = next(first, None), next(second, None)
    while one is not None or other is not None:
        if one is None or (other is not None and other.series.series < one.series.series):
            yield None, other
            other = next(second, None)
        elif other is None or one.series.series < other.series.series:
            yield one, None
            one = next(first, None)
        else:
            yield one, other
            one, other = next(first, None), next(second, None)


class PartingTally:
    """Adds compared series up, in schedule order."""

    def __init__(self, first: TournamentLine, second: TournamentLine, most: int) -> None:
        self._entrants = names_of(first, second)
        self._notes = notes_on(first, second)
        self._most = most
        self._places = {names[0]: place for place, names in enumerate(self._entrants)}
        self._series = [0, 0]
        self._rounds = [0, 0]
        self._alone = [0, 0]
        self._moved = 0
        self._moved_by = [0] * len(self._entrants)
        self._partings: list[Parting] = []

    def add(self, one: SeriesRecord | None, other: SeriesRecord | None) -> None:
        """Add a series as the two logs have it."""
        if one is None or other is None:
            self._alone[one is None] += 1
            return
        parting = compare_series(one, other)
        self._series[parting is not None] += 1
        if parting is None:
            self._rounds[0] += len(one.rounds)
            return
        for at in (0, 1):
            self._rounds[at] += parting.rounds[at]
            self._moved_by[self._places[parting.pairing[at]]] += (1 - 2 * at) * parting.moved
        self._moved += abs(parting.moved)
        self._partings.append(parting)
        if len(self._partings) > 2 * self._most:
            self._partings = self._ranked()

    def comparison(self) -> Comparison:
        """Return what was added.

        Raises:
            NotComparable: when the logs have no series in common.
        """
        equal, parted = self._series
        if not equal + parted:
            raise NotComparable("part", "they have no series in common")
        return Comparison(
            self._entrants,
            (equal, parted),
            (self._rounds[0], self._rounds[1]),
            (self._alone[0], self._alone[1]),
            self._moved,
            tuple(self._moved_by),
            tuple(self._ranked()),
            self._notes,
        )

    def _ranked(self) -> list[Parting]:
        """Return the partings to keep; sorting leaves equal ones in schedule order."""
        return sorted(self._partings, key=lambda parting: -abs(parting.moved))[: self._most]
