"""What pairs say of a candidate: margins, results, faults, and whether anything differed at all."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from arena.gate.margins import MarginSums
from arena.record import SeriesRecord
from arena.standings.interval import RatioSums
from arena.standings.summary import Summary


@dataclass(frozen=True, slots=True)
class PairResult:
    """One mirrored pair of the candidate against one baseline.

    `margin` is the candidate's points less the other's over both legs, `rounds` how many there
    were, `score` half series won, from 0 to 4 (a drawn series counts one half series).
    """

    baseline: str
    margin: int
    rounds: int
    score: int
    candidate_faults: int
    baseline_faults: int
    is_identical: bool


def pair_result(
    candidate: str, legs: Sequence[Summary], *, is_identical: bool = False
) -> PairResult:
    """Return what the two legs of a pair come to for a candidate.

    Args:
        candidate: its name.
        legs: both legs.
        is_identical: whether everything was decided alike in both.
    """
    margin = rounds = score = own = others = 0
    for leg in legs:
        seat = leg.seats.index(candidate)
        margin += leg.margin(seat)
        rounds += leg.rounds
        score += 1 if leg.winner is None else 2 * (leg.winner == seat)
        own += leg.faults[seat]
        others += leg.faults[1 - seat]
    baseline = next(name for name in legs[0].seats if name != candidate)
    return PairResult(baseline, margin, rounds, score, own, others, is_identical)


def is_same_play(first: SeriesRecord, second: SeriesRecord) -> bool:
    """Tell whether the seats decided everything alike in two series of the same deals."""
    return lines_of_play(first) == lines_of_play(second)


def is_same_text(first: bytes, second: bytes) -> bool:
    """Tell the same of two mirrored legs from their series and round lines, as a log has them.

    The deals are the same, so all that a round line says follows from what was decided.
    """
    return rounds_text(first) == rounds_text(second)


def rounds_text(leg: bytes) -> list[bytes]:
    """Return the round lines of a series, without the number of the series."""
    return [line[line.find(b',"round":') :] for line in leg.split(b"\n")[1:]]


def lines_of_play(leg: SeriesRecord) -> list[tuple[object, ...]]:
    """Return all that two seats decided in a series: equal in both legs when both decide alike.

    Faults are part of it: a bot that never starts leaves the same moves in either seat.
    """
    return [(line.moves, line.spread, line.melds, line.laid_off, line.fault) for line in leg.rounds]


@dataclass
class Evidence:
    """All pairs so far. A pair index counts once, over all baselines: its deals are the same."""

    margins: MarginSums = field(default_factory=MarginSums)
    points: RatioSums = field(default_factory=RatioSums)
    counts: list[int] = field(default_factory=lambda: [0, 0, 0, 0, 0])
    pairs: int = 0
    identical: int = 0
    candidate_faults: int = 0
    left_out: list[tuple[int, str]] = field(default_factory=list)
    by_baseline: dict[str, RatioSums] = field(default_factory=dict)

    def add(self, results: Sequence[PairResult]) -> None:
        """Add one pair index. A pair in which only the baseline faulted is left out, and named."""
        margin = rounds = 0
        for result in results:
            self.candidate_faults += result.candidate_faults
            if result.baseline_faults and not result.candidate_faults:
                self.left_out.append((self.pairs, result.baseline))
                continue
            margin += result.margin
            rounds += result.rounds
            self.counts[result.score] += 1
            sums = self.by_baseline.setdefault(result.baseline, RatioSums())
            sums.add(result.margin, result.rounds)
        self.identical += all(result.is_identical for result in results)
        self.pairs += 1
        if rounds:
            self.margins.add(margin, rounds)
            self.points.add(margin, rounds)
