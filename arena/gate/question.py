"""What a gate asks, and what it answers from the evidence."""

from dataclasses import dataclass
from enum import StrEnum

from arena.gate.evidence import Evidence
from arena.gate.margins import FEWEST_PAIRS, MarginTest
from arena.gate.pentanomial import Model, log_likelihood_ratio
from arena.gate.sequential import Bounds, Decision, bounds_of

NO_CHANGE_PAIRS = 20
"""Pairs, some 7,000 decisions, after which play that never differed is called no change."""
MOST_LEFT_OUT = 0.01
"""Share of pairs left out for baselines' faults from which on there is no verdict."""


class Outcome(StrEnum):
    """What the gate says."""

    PASS = "pass"  # noqa: S105 - what CI says of a change
    FAIL = "fail"
    NO_CHANGE = "no change"
    UNDECIDED = "undecided"
    FAULTS = "faults"


@dataclass(frozen=True, slots=True)
class MarginQuestion:
    """By points a round: H1 `mean1` against H0 `mean0`."""

    test: MarginTest

    def ratio(self, evidence: Evidence) -> float:
        """Return the log-likelihood ratio so far."""
        return self.test.ratio(evidence.margins)

    def __str__(self) -> str:
        """Say what is asked."""
        return (
            f"H1: {self.test.mean1:+g} points a round, H0: {self.test.mean0:+g}; t-form on margins"
        )


@dataclass(frozen=True, slots=True)
class EloQuestion:
    """By results of pairs: H1 `elo1` against H0 `elo0`."""

    elo0: float
    elo1: float
    model: Model

    def ratio(self, evidence: Evidence) -> float:
        """Return the log-likelihood ratio so far; 0 while there are too few pairs."""
        if sum(evidence.counts) < FEWEST_PAIRS:
            return 0.0
        return log_likelihood_ratio(evidence.counts, self.elo0, self.elo1, self.model)

    def __str__(self) -> str:
        """Say what is asked."""
        return f"H1: {self.elo1:+g} {self.model} Elo, H0: {self.elo0:+g}; pentanomial GSPRT"


@dataclass(frozen=True, slots=True)
class Question:
    """The hypotheses, the error rates, and the limit.

    With `is_better` asked, no change is not good enough.
    """

    asked: MarginQuestion | EloQuestion
    is_better: bool
    alpha: float = 0.05
    beta: float = 0.05
    max_pairs: int = 2000

    @property
    def bounds(self) -> Bounds:
        """Where the walk ends."""
        return bounds_of(self.alpha, self.beta)

    def answer(self, evidence: Evidence) -> Outcome | None:
        """Return the outcome after some pairs, or None while more are needed."""
        if evidence.identical == evidence.pairs and evidence.pairs >= self._enough_alike():
            return Outcome.FAIL if self.is_better else Outcome.NO_CHANGE
        decision = self.bounds.decide(self.asked.ratio(evidence))
        if len(evidence.left_out) > MOST_LEFT_OUT * self.max_pairs:
            return Outcome.FAULTS
        is_last = evidence.pairs >= self.max_pairs
        if decision is Decision.UNDECIDED and not is_last:
            return None
        if len(evidence.left_out) > MOST_LEFT_OUT * evidence.pairs:
            return Outcome.FAULTS
        if decision is Decision.UNDECIDED:
            return Outcome.UNDECIDED
        return Outcome.PASS if decision is Decision.ACCEPT else Outcome.FAIL

    def _enough_alike(self) -> int:
        return min(NO_CHANGE_PAIRS, self.max_pairs)
