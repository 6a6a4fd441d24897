"""Student's quantile against a printed table, the ratio's error against its definition."""

import math
import random

import pytest

from arena.standings.interval import MANY, RatioSums, t_quantile

# Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.10 (two-sided 95% and 99%).
TABLE = [
    (1, 12.706, 63.657), (2, 4.303, 9.925), (3, 3.182, 5.841), (4, 2.776, 4.604), (5, 2.571, 4.032),
    (9, 2.262, 3.250), (10, 2.228, 3.169), (29, 2.045, 2.756), (60, 2.000, 2.660),
    (120, 1.980, 2.617),
]  # fmt: skip


@pytest.mark.parametrize(("degrees", "at_95", "at_99"), TABLE)
def test_quantiles_are_those_of_the_printed_table(degrees: int, at_95: float, at_99: float) -> None:
    assert t_quantile(0.975, degrees) == pytest.approx(at_95, abs=6e-4)
    assert t_quantile(0.995, degrees) == pytest.approx(at_99, abs=6e-4)


def test_the_quantile_does_not_jump_where_its_form_changes() -> None:
    assert t_quantile(0.975, MANY) == pytest.approx(t_quantile(0.975, MANY - 1), abs=3e-6)


def test_the_error_of_a_ratio_is_that_of_its_linearised_residuals() -> None:
    rng = random.Random(1)
    clusters = [(rng.randrange(-90, 90), rng.randrange(5, 40)) for _ in range(50)]
    sums = RatioSums()
    for amount, size in clusters:
        sums.add(amount, size)
    total = sum(size for _, size in clusters)
    ratio = sum(amount for amount, _ in clusters) / total
    residuals = [amount - ratio * size for amount, size in clusters]
    variance = 50 / 49 * sum(residual**2 for residual in residuals) / total**2
    assert sums.ratio() == pytest.approx(ratio)
    assert sums.half_width() == pytest.approx(t_quantile(0.975, 49) * math.sqrt(variance))


def test_fewer_than_two_clusters_have_no_interval_and_none_has_no_ratio() -> None:
    sums = RatioSums()
    assert (sums.ratio(), sums.half_width()) == (None, None)
    sums.add(12, 6)
    assert (sums.ratio(), sums.half_width()) == (2.0, None)


@pytest.mark.slow
def test_intervals_of_clustered_series_cover_the_truth_as_often_as_they_say() -> None:
    """Rounds of one deal share its luck; the clustered interval covers, and says 95%."""
    rng = random.Random(2)
    covered, runs = 0, 2000
    for _ in range(runs):
        sums = RatioSums()
        for _ in range(30):
            luck = rng.gauss(0, 5)
            size = rng.randrange(20, 40)
            sums.add(round(sum(rng.gauss(luck, 20) for _ in range(size)) * 1000), size)
        ratio, half = sums.ratio(), sums.half_width()
        assert ratio is not None
        assert half is not None
        covered += abs(ratio) <= half
    assert 0.93 <= covered / runs <= 0.97
