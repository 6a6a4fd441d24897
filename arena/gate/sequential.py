"""Sequential decisions: a log-likelihood ratio walks until it leaves its bounds.

Source: A. Wald, Sequential Analysis, chapter 3. With bounds log(beta / (1 - alpha)) and
log((1 - beta) / alpha) the error rates are about alpha and beta; what the walk overshoots by makes
them smaller.
"""

import math
from dataclasses import dataclass
from enum import StrEnum


class Decision(StrEnum):
    """What a test says so far: H1 holds, H0 holds, or neither is sure yet."""

    ACCEPT = "accept"
    REJECT = "reject"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where a walk ends: `lower` for H0, `upper` for H1."""

    lower: float
    upper: float

    def decide(self, ratio: float) -> Decision:
        """Return what a log-likelihood ratio says."""
        if ratio >= self.upper:
            return Decision.ACCEPT
        return Decision.REJECT if ratio <= self.lower else Decision.UNDECIDED


def bounds_of(alpha: float, beta: float) -> Bounds:
    """Return Wald's bounds.

    >>> bounds = bounds_of(0.05, 0.05)
    >>> round(bounds.lower, 3), round(bounds.upper, 3)
    (-2.944, 2.944)
    """
    return Bounds(math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha))


def pairs_to_go(ratio: float, pairs: int, bounds: Bounds) -> int | None:
    """Return how many more pairs a walk needs at its present pace, or None without a direction."""
    if not pairs or not ratio:
        return None
    goal = bounds.upper if ratio > 0 else bounds.lower
    return max(0, math.ceil((goal - ratio) / (ratio / pairs)))
