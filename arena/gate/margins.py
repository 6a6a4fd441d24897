"""The t-form: a sequential test, and an interval for all times, on the point margins of pairs.

A pair brings the candidate D points (won less lost) in N rounds. If it wins m points a round in the
long run, D - m N has mean 0. Let w be the mean of D - m N over n pairs, divided by its standard
deviation (n - 1 in the denominator), so that w times the root of n is Student's t. The
log-likelihood ratio of mean1 over mean0 is

    n / 2 * (w0^2 - w1^2),

the generalised SPRT with the variance estimated. Lopsided margins bend it, so it is taken a second
time with P. Hall's correction of w for skewness g,

    h(w) = w + g w^2 / 3 + g^2 w^3 / 27 + g / (6 n),

and the walk is the nearer to 0 of the two, or 0 where their signs differ: both must be convinced.
Where the mean lies more than one deviation from either hypothesis w alone counts.

The interval for all times is a confidence sequence: it may be looked at after every pair. It is the
union of what w and h(w) leave.

Sources: M. Van den Bergh, "A Practical Introduction to the GSPRT"; P. Hall, "On the Removal of
Skewness by Transformation", Journal of the Royal Statistical Society B 54 (1992); I. Waudby-Smith,
D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, "Time-uniform Central Limit Theory and Asymptotic
Confidence Sequences", Annals of Statistics 52 (2024), theorem 2.2.
"""

import math
from dataclasses import dataclass

FEWEST_PAIRS = 30
"""Pairs before which nothing is decided: spread and skewness of fewer are no guide."""
FAR = 1.0
"""Deviations of a mean from which on skewness is beside the point, and its correction no guide."""
TIGHTEST_AT = 300
"""Pairs at which the interval for all times is about as tight as it can be."""


@dataclass
class MarginSums:
    """Sums over pairs of all products of margin D and rounds N up to the third degree, exact."""

    pairs: int = 0
    d: int = 0
    n: int = 0
    dd: int = 0
    dn: int = 0
    nn: int = 0
    ddd: int = 0
    ddn: int = 0
    dnn: int = 0
    nnn: int = 0

    def add(self, d: int, n: int) -> None:
        """Add a pair: its margin in points, and its rounds."""
        self.pairs += 1
        self.d += d
        self.n += n
        self.dd += d * d
        self.dn += d * n
        self.nn += n * n
        self.ddd += d * d * d
        self.ddn += d * d * n
        self.dnn += d * n * n
        self.nnn += n * n * n

    def estimate(self) -> float | None:
        """Return the points a round so far, or None without a round."""
        return self.d / self.n if self.n else None

    def residuals(self, mean: float) -> "Residuals":
        """Return what the pairs leave of a hypothesis of `mean` points a round."""
        count = self.pairs
        first = (self.d - mean * self.n) / count
        second = (self.dd - 2 * mean * self.dn + mean**2 * self.nn) / count
        third = self.ddd - 3 * mean * self.ddn + 3 * mean**2 * self.dnn - mean**3 * self.nnn
        # Pairs that all agree get the spread of one squared point: no error bar is ever nothing.
        variance = max(second - first * first, 1 / count) * count / max(count - 1, 1)
        central = third / count - 3 * first * second + 2 * first**3
        return Residuals(count, first, math.sqrt(variance), central / variance**1.5)


@dataclass(frozen=True, slots=True)
class Residuals:
    """Mean, deviation and skewness of D - m N over a number of pairs."""

    pairs: int
    mean: float
    deviation: float
    skewness: float

    def plain(self) -> float:
        """Return w: the mean in deviations."""
        return self.mean / self.deviation

    def corrected(self) -> float:
        """Return h(w): the same, corrected for skewness."""
        w, g = self.plain(), self.skewness
        return w + g * w * w / 3 + g * g * w**3 / 27 + g / (6 * self.pairs)


@dataclass(frozen=True, slots=True)
class MarginTest:
    """Does the candidate win `mean1` points a round (H1) rather than `mean0` (H0)?"""

    mean0: float
    mean1: float

    def ratio(self, sums: MarginSums) -> float:
        """Return the log-likelihood ratio after some pairs; 0 while they are too few."""
        if sums.pairs < FEWEST_PAIRS:
            return 0.0
        under0, under1 = sums.residuals(self.mean0), sums.residuals(self.mean1)
        w0, w1 = under0.plain(), under1.plain()
        plain = log_ratio(sums.pairs, w0, w1)
        if min(abs(w0), abs(w1)) > FAR:
            return plain
        corrected = log_ratio(sums.pairs, under0.corrected(), under1.corrected())
        if plain * corrected <= 0:
            return 0.0
        return min(plain, corrected, key=abs)


def log_ratio(pairs: int, w0: float, w1: float) -> float:
    """Return the log-likelihood ratio of two t-statistics, each by the root of the pairs."""
    return pairs / 2 * (w0 * w0 - w1 * w1)


def interval_for_all_times(sums: MarginSums, alpha: float = 0.05) -> tuple[float, float] | None:
    """Return an interval for the points a round that misses the truth at no time, but for alpha.

    None before `FEWEST_PAIRS`.
    """
    mean = sums.estimate()
    if mean is None or sums.pairs < FEWEST_PAIRS:
        return None
    count = sums.pairs
    left = sums.residuals(mean)
    log_alpha = -2 * math.log(alpha)
    r = (log_alpha + math.log(log_alpha) + 1) / TIGHTEST_AT
    grown = count * r + 1
    reach = math.sqrt(2 * grown / (count * count * r) * math.log(math.sqrt(grown) / alpha))
    unit = left.deviation / (sums.n / count)
    low = max(reach, undo_correction(reach, left))
    high = min(-reach, undo_correction(-reach, left))
    return mean - unit * low, mean - unit * high


def undo_correction(y: float, left: Residuals) -> float:
    """Return the w whose corrected form is y; h is monotone, a cubic in closed form."""
    g = left.skewness
    if abs(g) < 1e-9:
        return y
    inside = 1 + g * (y - g / (6 * left.pairs))
    return 3 / g * (math.copysign(abs(inside) ** (1 / 3), inside) - 1)
