"""Error rates by simulation, at both hypotheses: normal, heavy-tailed and lopsided margins.

The short form runs in CI, the long one under `-m slow`. A rate may pass its bound by three standard
errors of its own simulation.
"""

import math
import random
from collections.abc import Callable

import pytest

from arena.gate.margins import MarginSums, MarginTest, interval_for_all_times
from arena.gate.pentanomial import ELO_PER_SIGMA, elo_of, estimate_elo, log_likelihood_ratio
from arena.gate.sequential import Decision, bounds_of
from arena.standings.interval import RatioSums

Draw = Callable[[random.Random], float]

SPREADS: dict[str, Draw] = {
    "normal": lambda rng: rng.gauss(0, 80),
    "heavy": lambda rng: 50 * rng.gauss(0, 1) / math.sqrt(rng.gammavariate(1.5, 1 / 1.5)),
    "lopsided up": lambda rng: 40 * (rng.gammavariate(4, 1) - 4),
    "lopsided down": lambda rng: 40 * (4 - rng.gammavariate(4, 1)),
}
"""Margins around their mean; heavy is Student's t with three degrees of freedom."""

SHORT, LONG = 300, 2000
BOUNDS = bounds_of(0.05, 0.05)


def draw_pair(rng: random.Random, spread: Draw, mean: float) -> tuple[int, int]:
    rounds = rng.randrange(16, 36)
    return round(mean * rounds + spread(rng)), rounds


def decide(rng: random.Random, spread: Draw, test: MarginTest, truth: float) -> Decision:
    sums = MarginSums()
    while True:
        sums.add(*draw_pair(rng, spread, truth))
        decision = BOUNDS.decide(test.ratio(sums))
        if decision is not Decision.UNDECIDED:
            return decision


def allowed(rate: float, runs: int) -> float:
    return rate + 3 * math.sqrt(rate * (1 - rate) / runs)


def check_error_rates(name: str, runs: int) -> None:
    rng = random.Random(f"rates {name}")
    for test in (MarginTest(-1.0, 0.0), MarginTest(0.0, 1.0)):
        passed = sum(
            decide(rng, SPREADS[name], test, test.mean0) is Decision.ACCEPT for _ in range(runs)
        )
        failed = sum(
            decide(rng, SPREADS[name], test, test.mean1) is Decision.REJECT for _ in range(runs)
        )
        print(
            f"{name}: {test}: wrong passes {passed / runs:.3f}, wrong failures {failed / runs:.3f}"
        )
        assert passed / runs <= allowed(0.05, runs)
        assert failed / runs <= allowed(0.05, runs)


def check_intervals(name: str, runs: int) -> None:
    rng = random.Random(f"intervals {name}")
    missed = covered = 0
    for _ in range(runs):
        truth = rng.uniform(-3, 3)
        sums, ratio = MarginSums(), RatioSums()
        is_missed = False
        for _ in range(200):
            pair = draw_pair(rng, SPREADS[name], truth)
            sums.add(*pair)
            ratio.add(*pair)
            always = interval_for_all_times(sums)
            is_missed |= always is not None and not always[0] <= truth <= always[1]
        missed += is_missed
        estimate, half = ratio.ratio(), ratio.half_width()
        assert estimate is not None
        assert half is not None
        covered += abs(estimate - truth) <= half
    print(f"{name}: 95% interval covers {covered / runs:.3f}; anytime missed {missed / runs:.3f}")
    assert missed / runs <= allowed(0.05, runs)
    slack = 3 * math.sqrt(0.05 * 0.95 / runs) if runs < LONG else 0.0
    assert 0.93 - slack <= covered / runs <= 0.97 + slack


@pytest.mark.parametrize("name", SPREADS)
def test_wrong_passes_and_failures_stay_within_alpha_and_beta(name: str) -> None:
    check_error_rates(name, SHORT)


@pytest.mark.slow
@pytest.mark.parametrize("name", SPREADS)
def test_wrong_passes_and_failures_stay_within_alpha_and_beta_at_length(name: str) -> None:
    check_error_rates(name, LONG)


@pytest.mark.parametrize("name", ["normal", "heavy"])
def test_intervals_cover_as_often_as_they_say(name: str) -> None:
    check_intervals(name, SHORT)


@pytest.mark.slow
@pytest.mark.parametrize("name", SPREADS)
def test_intervals_cover_as_often_as_they_say_at_length(name: str) -> None:
    check_intervals(name, LONG)


OUTCOMES = {
    "even": (0.05, 0.2, 0.5, 0.2, 0.05),
    "lopsided": (0.02, 0.05, 0.13, 0.3, 0.5),
}


def tilted(shares: tuple[float, ...], elo: float) -> tuple[float, ...]:
    """Shares whose normalised Elo is the given one: found by shifting weight between the ends."""
    goal = elo / ELO_PER_SIGMA * math.sqrt(2)
    low, high = -8.0, 8.0
    for _ in range(80):
        middle = (low + high) / 2
        weights = [p * math.exp(middle * at / 4) for at, p in enumerate(shares)]
        total = sum(weights)
        found = tuple(weight / total for weight in weights)
        mean = sum(at / 4 * p for at, p in enumerate(found))
        variance = sum((at / 4 - mean) ** 2 * p for at, p in enumerate(found))
        if (mean - 0.5) / math.sqrt(variance) < goal:
            low = middle
        else:
            high = middle
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", OUTCOMES)
def test_the_pentanomial_walk_keeps_alpha_and_beta(name: str) -> None:
    rng = random.Random(f"pentanomial {name}")
    runs, base = 400, 0.0 if name == "even" else 300.0
    elo0, elo1 = base - 40, base + 40
    for truth, wrong in ((elo0, Decision.ACCEPT), (elo1, Decision.REJECT)):
        shares = tilted(OUTCOMES[name], truth)
        errors = 0
        for _ in range(runs):
            counts = [0] * 5
            while True:
                for at in rng.choices(range(5), shares, k=5):
                    counts[at] += 1
                if sum(counts) < 30:
                    continue
                ratio = log_likelihood_ratio(counts, elo0, elo1, "normalised")
                decision = BOUNDS.decide(ratio)
                if decision is not Decision.UNDECIDED:
                    errors += decision is wrong
                    break
        print(f"{name} at {truth:+.0f}: wrong {errors / runs:.3f}")
        assert errors / runs <= allowed(0.05, runs)


@pytest.mark.slow
@pytest.mark.parametrize("name", OUTCOMES)
def test_the_intervals_of_elo_cover_as_often_as_they_say(name: str) -> None:
    rng = random.Random(f"elo {name}")
    shares = OUTCOMES[name]
    mean = sum(at / 4 * p for at, p in enumerate(shares))
    variance = sum((at / 4 - mean) ** 2 * p for at, p in enumerate(shares))
    logistic = elo_of(mean)
    normalised = (mean - 0.5) / math.sqrt(2 * variance) * ELO_PER_SIGMA
    hits = {"logistic": 0, "normalised": 0}
    for _ in range(LONG):
        counts = [0] * 5
        for at in rng.choices(range(5), shares, k=200):
            counts[at] += 1
        elo = estimate_elo(counts)
        assert elo is not None
        hits["logistic"] += abs(elo.logistic - logistic) <= elo.logistic_error
        hits["normalised"] += abs(elo.normalised - normalised) <= elo.normalised_error
    for model, covered in hits.items():
        print(f"{name}: {model} Elo covers {covered / LONG:.3f}")
        assert 0.93 <= covered / LONG <= 0.97
