"""What a series comes to, without its rounds: all that standings and the gate count of it."""

import msgspec
from msgspec import UNSET

from arena.record import SeriesRecord, Termination


class Summary(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One series, small enough to travel between processes.

    Attributes:
        series: its number in the schedule.
        pair: its pair index.
        pairing: two entrants' names in config order.
        leg: 0 where the entrants sit as in the pairing, 1 where the other way round.
        seats: the same names as they sat.
        rounds: how many there were, void ones counted.
        points: what the rounds that each seat won were worth.
        faults: each seat's; a seat that never started a void series has one.
        void_takes: rounds that ran into `max_discard_takes` (V9).
        winner: the winner's seat, or None for a draw.
        games: columns that each seat won.
        net: the settlement for seat 0, all columns added.
        termination: why it stopped.
    """

    series: int
    pair: int
    pairing: tuple[str, str]
    leg: int
    seats: tuple[str, str]
    rounds: int
    points: tuple[int, int]
    faults: tuple[int, int]
    void_takes: int
    winner: int | None
    games: tuple[int, int]
    net: int
    termination: Termination

    def margin(self, seat: int) -> int:
        """Return the points that a seat won less those it lost."""
        return self.points[seat] - self.points[1 - seat]


def summarise(record: SeriesRecord) -> Summary:
    """Return what a series comes to.

    Raises:
        ValueError: when a winner is no seat, as a log that nobody verified may have it.
    """
    start, result = record.series, record.result
    if result.winner not in (None, 0, 1):
        raise ValueError("a winner is no seat")
    points = [0, 0]
    faults = [0, 0] if result.termination != "void" else [1, 1]
    void_takes = 0
    for line in record.rounds:
        winner = line.winner
        if winner in (0, 1):
            points[winner] += line.points
        elif winner is not None:
            raise ValueError("a winner is no seat")
        if line.finish == "void_takes":
            void_takes += 1
        if line.fault is not UNSET:
            for seat in (0, 1):
                faults[seat] += line.fault.seat == seat
    return Summary(
        start.series,
        start.pair,
        start.pairing,
        start.leg,
        start.seats,
        len(record.rounds),
        (points[0], points[1]),
        (faults[0], faults[1]),
        void_takes,
        result.winner,
        result.games,
        result.net,
        result.termination,
    )
