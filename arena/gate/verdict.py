"""The gate's verdict: one record with every figure that its outputs show."""

from dataclasses import dataclass

from arena.gate.evidence import Evidence
from arena.gate.margins import interval_for_all_times
from arena.gate.pentanomial import Elo, estimate_elo
from arena.gate.question import Outcome, Question
from arena.gate.sequential import pairs_to_go


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the gate found.

    `estimate` is points a round; `interval` its 95% interval at this number of pairs, `always` the
    one that may be looked at after every pair; either is None while there are too few pairs.
    `to_go` is how many pairs more the walk needs at its pace; None where it has none or is over.
    `counts` are pairs by series won, from none of two to both, in half series.
    """

    outcome: Outcome
    question: str
    alpha: float
    beta: float
    ratio: float
    lower: float
    upper: float
    pairs: int
    rounds: int
    estimate: float | None
    interval: tuple[float, float] | None
    always: tuple[float, float] | None
    counts: tuple[int, ...]
    elo: Elo | None
    identical: int
    candidate_faults: int
    left_out: tuple[tuple[int, str], ...]
    baselines: tuple[tuple[str, float | None, float | None], ...]
    to_go: int | None


def verdict_of(question: Question, evidence: Evidence, outcome: Outcome) -> Verdict:
    """Return the verdict after some pairs."""
    ratio, bounds = question.asked.ratio(evidence), question.bounds
    estimate, half = evidence.points.ratio(), evidence.points.half_width()
    is_over = outcome is not Outcome.UNDECIDED
    return Verdict(
        outcome,
        str(question.asked),
        question.alpha,
        question.beta,
        ratio,
        bounds.lower,
        bounds.upper,
        evidence.pairs,
        evidence.points.size,
        estimate,
        None if estimate is None or not half else (estimate - half, estimate + half),
        interval_for_all_times(evidence.margins, question.alpha),
        tuple(evidence.counts),
        estimate_elo(evidence.counts),
        evidence.identical,
        evidence.candidate_faults,
        tuple(evidence.left_out),
        tuple(
            (name, sums.ratio(), sums.half_width()) for name, sums in evidence.by_baseline.items()
        ),
        None if is_over else pairs_to_go(ratio, evidence.pairs, bounds),
    )
