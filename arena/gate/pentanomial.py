"""Sequential tests on the results of mirrored pairs: five outcomes, logistic and normalised Elo.

A pair scores 0, 1/2, 1, 3/2 or 2 series; the five counts keep what the two legs have in common. The
log-likelihood ratio is that of a generalised SPRT: both hypotheses fix one number (the expected
score, or the score's distance from one half in standard deviations), and all other things about the
five probabilities are estimated under each.

Sources: M. Van den Bergh, "A Practical Introduction to the GSPRT" and "Normalized Elo"; A. Wald,
Sequential Analysis, chapter 3 (bounds); A. B. Owen, Empirical Likelihood, chapter 2 (the
multinomial with a given mean).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

Model = Literal["logistic", "normalised"]
Distribution = list[tuple[float, float]]
"""Pairs of a value, ascending, and its probability, none of them 0."""

ELO_PER_SIGMA = 800 / math.log(10)
"""Normalised Elo of a game whose expected score lies one standard deviation from one half."""
INSIDE = 1e-9
"""Share of a span that keeps an estimate off its ends."""
NO_COUNT = 1e-3
"""What stands for a count of 0, so that every outcome stays possible."""


@dataclass(frozen=True, slots=True)
class Elo:
    """An estimate in Elo, with half the width of its 95% interval.

    `normalised_error` takes into account that the deviation is estimated too (the delta method);
    `normalised_error_of_equals` is the usual figure, right where the two are about equal.
    `superiority` is the probability that an equal would have done worse.
    """

    logistic: float
    logistic_error: float
    normalised: float
    normalised_error: float
    normalised_error_of_equals: float
    superiority: float


def distribution_of(counts: Sequence[int]) -> tuple[float, Distribution]:
    """Return the number of pairs and the distribution of the score a game, from 0 to 1."""
    weights = [count or NO_COUNT for count in counts]
    total = sum(weights)
    steps = len(counts) - 1
    return total, [(at / steps, weight / total) for at, weight in enumerate(weights)]


def mean_and_variance(distribution: Distribution) -> tuple[float, float]:
    """Return mean and variance of a distribution."""
    mean = sum(value * p for value, p in distribution)
    return mean, sum((value - mean) ** 2 * p for value, p in distribution)


def fit_mean(distribution: Distribution, mean: float) -> list[float]:
    """Return the most likely probabilities that have a given mean.

    They are p / (1 + x (value - mean)), with x the root of the monotone equation below. A mean that
    no probabilities can have is moved just inside the values: what it says is then most unlikely,
    not impossible.
    """
    low, high = distribution[0][0], distribution[-1][0]
    edge = INSIDE * (high - low)
    mean = min(max(mean, low + edge), high - edge)
    left, right = -(1 - INSIDE) / (high - mean), (1 - INSIDE) / (mean - low)

    def excess(x: float) -> float:
        return sum(p * (value - mean) / (1 + x * (value - mean)) for value, p in distribution)

    for _ in range(200):
        x = (left + right) / 2
        if x in (left, right):
            break
        if excess(x) > 0:
            left = x
        else:
            right = x
    return [p / (1 + x * (value - mean)) for value, p in distribution]


def fit_t_value(distribution: Distribution, t: float) -> list[float]:
    """Return the most likely probabilities whose mean lies t standard deviations above one half.

    The condition is not linear in the probabilities; it is solved by fitting its linearisation at
    the last estimate, from equal probabilities on, until nothing moves.
    """
    values = [value for value, _ in distribution]
    fitted = [1 / len(values)] * len(values)
    for _ in range(50):
        before = fitted
        mean, variance = mean_and_variance(list(zip(values, fitted, strict=True)))
        sigma = math.sqrt(variance)
        linear = [
            value - 0.5 - t * sigma * (1 + ((mean - value) / sigma) ** 2) / 2 for value in values
        ]
        order = sorted(range(len(values)), key=lambda at: linear[at])
        sorted_fit = fit_mean([(linear[at], distribution[at][1]) for at in order], 0.0)
        fitted = [0.0] * len(values)
        for at, p in zip(order, sorted_fit, strict=True):
            fitted[at] = p
        if max(abs(a - b) for a, b in zip(before, fitted, strict=True)) < 1e-12:
            break
    return fitted


def expected_score(elo: float) -> float:
    """Return the expected score of a logistic Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def log_likelihood_ratio(counts: Sequence[int], elo0: float, elo1: float, model: Model) -> float:
    """Return the log-likelihood ratio of elo1 over elo0.

    Args:
        counts: pairs by outcome, from both lost to both won.
        elo0: the null hypothesis.
        elo1: the alternative.
        model: what the two figures mean.

    >>> counts = (10789, 19328, 33806, 19402, 10543)
    >>> round(log_likelihood_ratio(counts, -3, 1, "logistic"), 4)
    2.1311
    """
    total, observed = distribution_of(counts)
    if model == "logistic":
        under0 = fit_mean(observed, expected_score(elo0))
        under1 = fit_mean(observed, expected_score(elo1))
    else:
        # A pair's score is a mean of two games: its deviation is smaller by the root of two.
        under0 = fit_t_value(observed, elo0 / ELO_PER_SIGMA * math.sqrt(2))
        under1 = fit_t_value(observed, elo1 / ELO_PER_SIGMA * math.sqrt(2))
    return total * sum(
        p * math.log(b / a) for (_, p), a, b in zip(observed, under0, under1, strict=True)
    )


def estimate_elo(counts: Sequence[int]) -> Elo | None:
    """Return the Elo difference that pairs speak for, or None where they say nothing of its error.

    The logistic error is half the transformed interval of 1.96 standard errors.

    >>> elo = estimate_elo((34, 54, 63, 64, 75))
    >>> round(elo.logistic, 2), round(elo.logistic_error, 2)
    (55.58, 27.65)
    """
    pairs = sum(counts)
    if not pairs:
        return None
    steps = len(counts) - 1
    shares = [(at / steps, count / pairs) for at, count in enumerate(counts)]
    mean, variance = mean_and_variance(shares)
    if variance == 0:
        return None
    error = math.sqrt(variance / pairs)
    low, high = elo_of(mean - 1.96 * error), elo_of(mean + 1.96 * error)
    sigma = math.sqrt(variance)
    t = (mean - 0.5) / sigma
    skewness = sum(((value - mean) / sigma) ** 3 * share for value, share in shares)
    kurtosis = sum(((value - mean) / sigma) ** 4 * share for value, share in shares)
    # Variance of t = (mean - 1/2) / sigma, times the pairs, to first order.
    spread = max(1 - t * skewness + t * t * (kurtosis - 1) / 4, 1e-6)
    unit = ELO_PER_SIGMA / math.sqrt(2)
    return Elo(
        elo_of(mean),
        (high - low) / 2,
        t * unit,
        1.96 * unit * math.sqrt(spread / pairs),
        1.96 * unit / math.sqrt(pairs),
        NormalDist().cdf((mean - 0.5) / error),
    )


def elo_of(score: float) -> float:
    """Return the logistic Elo of an expected score, kept finite at both ends."""
    inside = min(max(score, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / inside - 1)
