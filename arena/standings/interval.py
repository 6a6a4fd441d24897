"""Student's t, and the confidence interval of a ratio of sums over clusters.

Sources: M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4 (the
distribution for whole degrees of freedom); W. G. Cochran, Sampling Techniques, 3rd ed., chapter 6
(a ratio of cluster totals, its linearised variance).
"""

import math
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

MANY = 2000
"""Degrees of freedom from which on the normal quantile with one correction is exact to 1e-6."""


@dataclass
class RatioSums:
    """Sums over clusters of an amount (points) and a size (rounds), enough for ratio and error.

    All sums are whole numbers, so nothing depends on the order of the clusters.
    """

    clusters: int = 0
    amount: int = 0
    size: int = 0
    amount_squared: int = 0
    product: int = 0
    size_squared: int = 0

    def add(self, amount: int, size: int) -> None:
        """Add one cluster."""
        self.clusters += 1
        self.amount += amount
        self.size += size
        self.amount_squared += amount * amount
        self.product += amount * size
        self.size_squared += size * size

    def ratio(self) -> float | None:
        """Return amount by size over all clusters, or None where the size is nil."""
        return self.amount / self.size if self.size else None

    def half_width(self, level: float = 0.95) -> float | None:
        """Return half the width of the ratio's interval, or None for fewer than two clusters.

        The clusters are taken as independent; the variance is that of the linearised ratio, the
        quantile Student's with one degree of freedom less than there are clusters.
        """
        if self.clusters < 2 or not self.size:
            return None
        squares = (
            self.amount_squared * self.size**2
            - 2 * self.amount * self.size * self.product
            + self.amount**2 * self.size_squared
        )
        variance = squares / self.size**4 * self.clusters / (self.clusters - 1)
        return t_quantile((1 + level) / 2, self.clusters - 1) * math.sqrt(max(variance, 0.0))


@cache
def t_quantile(probability: float, degrees: int) -> float:
    """Return the point below which Student's t lies with a probability of at least one half.

    >>> round(t_quantile(0.975, 1), 4), round(t_quantile(0.975, 10), 4)
    (12.7062, 2.2281)
    """
    normal = NormalDist().inv_cdf(probability)
    if degrees >= MANY:
        return normal + (normal**3 + normal) / (4 * degrees)
    low, high = 0.0, 1.0
    while t_distribution(high, degrees) < probability:
        high *= 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if t_distribution(middle, degrees) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def t_distribution(t: float, degrees: int) -> float:
    """Return the probability that Student's t lies below a point that is not negative."""
    angle = math.atan2(t, math.sqrt(degrees))
    cosine = math.cos(angle)
    if degrees % 2:
        term = cosine if degrees > 1 else 0.0
        inside = angle + math.sin(angle) * series(term, cosine, 2, degrees)
        return 0.5 + inside / math.pi
    return 0.5 + math.sin(angle) * series(1.0, cosine, 1, degrees) / 2


def series(term: float, cosine: float, first: int, degrees: int) -> float:
    """Return the finite series of 26.7.3 and 26.7.4: factors k / (k + 1) for every other k."""
    total = term
    for k in range(first, degrees - 2, 2):
        term *= cosine * cosine * k / (k + 1)
        total += term
    return total
