"""Published vectors of the pentanomial tests, and what no formula may do."""

import math

import pytest

from arena.gate.pentanomial import estimate_elo, fit_mean, fit_t_value, log_likelihood_ratio

# Test vectors of fastchess and fishtest (pairs: both lost, ..., both won).
VECTORS = [
    ((365, 16618, 36229, 16974, 390), 0, 2, "normalised", 2.2504),
    ((127, 4883, 10712, 5150, 104), -1.75, 0.25, "normalised", 3.0102),
    ((0, 0, 0, 0, 5550), 0, 5, "normalised", 111.80),
    ((871, 26175, 55983, 26678, 821), 0, 2, "logistic", -4.9787),
    ((10789, 19328, 33806, 19402, 10543), -3, 1, "logistic", 2.1311),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "model", "wanted"), VECTORS)
def test_the_ratio_is_that_of_the_published_vector(
    counts: tuple[int, ...], elo0: float, elo1: float, model: str, wanted: float
) -> None:
    digits = 2 if wanted > 100 else 4
    assert round(log_likelihood_ratio(counts, elo0, elo1, model), digits) == wanted


def test_elo_and_its_errors_are_those_of_the_published_vectors() -> None:
    elo = estimate_elo((34, 54, 63, 64, 75))
    assert elo is not None
    assert (round(elo.logistic, 2), round(elo.logistic_error, 2)) == (55.58, 27.65)
    assert (round(elo.normalised, 2), round(elo.normalised_error_of_equals, 2)) == (57.94, 28.28)
    elo = estimate_elo((332, 433, 498, 333, 334))
    assert elo is not None
    assert (round(elo.logistic, 2), round(elo.logistic_error, 2)) == (-8.64, 10.33)
    assert round(elo.superiority * 100, 2) == 5.05


def test_a_fitted_distribution_has_the_mean_and_sums_to_one() -> None:
    observed = [(0.0, 0.1), (0.25, 0.2), (0.5, 0.4), (0.75, 0.2), (1.0, 0.1)]
    fitted = fit_mean(observed, 0.55)
    assert sum(fitted) == pytest.approx(1)
    assert sum(p * v for p, (v, _) in zip(fitted, observed, strict=True)) == pytest.approx(0.55)


def test_a_fitted_distribution_has_the_t_value() -> None:
    observed = [(0.0, 0.1), (0.25, 0.2), (0.5, 0.4), (0.75, 0.2), (1.0, 0.1)]
    fitted = fit_t_value(observed, 0.2)
    mean = sum(p * v for p, (v, _) in zip(fitted, observed, strict=True))
    variance = sum(p * (v - mean) ** 2 for p, (v, _) in zip(fitted, observed, strict=True))
    assert sum(fitted) == pytest.approx(1)
    assert (mean - 0.5) / math.sqrt(variance) == pytest.approx(0.2)


@pytest.mark.parametrize("model", ["logistic", "normalised"])
@pytest.mark.parametrize(
    "counts",
    [(1, 0, 0, 0, 0), (0, 0, 0, 0, 1), (0, 0, 9, 0, 0), (50, 0, 0, 0, 0), (0, 1, 0, 1, 0)],
)
def test_no_counts_give_an_infinite_or_undefined_ratio(counts: tuple[int, ...], model: str) -> None:
    assert math.isfinite(log_likelihood_ratio(counts, 0, 5, model))


def test_no_estimate_is_given_where_there_is_no_spread_or_no_pair() -> None:
    assert estimate_elo((0, 0, 0, 0, 0)) is None
    assert estimate_elo((0, 0, 7, 0, 0)) is None
    assert estimate_elo((0, 0, 0, 0, 7)) is None


def test_swapping_the_sides_swaps_the_sign() -> None:
    counts = (10, 25, 40, 30, 12)
    ratio = log_likelihood_ratio(counts, -2, 2, "normalised")
    assert log_likelihood_ratio(counts[::-1], -2, 2, "normalised") == pytest.approx(-ratio)
