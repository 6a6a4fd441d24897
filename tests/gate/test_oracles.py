"""scipy as an oracle, where it has the same thing."""

import math
import random

import pytest

from arena.gate.pentanomial import fit_mean, mean_and_variance
from arena.standings.interval import t_quantile

stats = pytest.importorskip("scipy.stats")
optimize = pytest.importorskip("scipy.optimize")


@pytest.mark.parametrize("degrees", [1, 2, 3, 7, 29, 30, 100, 999, 1999, 2000, 100_000])
@pytest.mark.parametrize("probability", [0.9, 0.975, 0.995])
def test_quantiles_of_t_are_scipys(degrees: int, probability: float) -> None:
    wanted = float(stats.t.ppf(probability, degrees))
    assert t_quantile(probability, degrees) == pytest.approx(wanted, rel=1e-6)


def test_fitted_probabilities_are_the_most_likely_that_scipy_finds() -> None:
    rng = random.Random(4)
    for _ in range(10):
        weights = [rng.random() + 0.05 for _ in range(5)]
        observed = [(at / 4, weight / sum(weights)) for at, weight in enumerate(weights)]
        goal = mean_and_variance(observed)[0] + rng.uniform(-0.1, 0.1)
        found = fit_mean(observed, goal)

        def unlikely(p: list[float], observed: list[tuple[float, float]] = observed) -> float:
            return -sum(share * math.log(one) for (_, share), one in zip(observed, p, strict=True))

        best = optimize.minimize(
            unlikely,
            [0.2] * 5,
            bounds=[(1e-9, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": lambda p: sum(p) - 1},
                {
                    "type": "eq",
                    "fun": lambda p, goal=goal: (
                        sum(one * at / 4 for at, one in enumerate(p)) - goal
                    ),
                },
            ],
            tol=1e-12,
        )
        assert unlikely(found) <= best.fun + 1e-7
