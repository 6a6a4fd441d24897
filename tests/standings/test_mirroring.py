"""What mirroring buys, by its definition."""

import random

import pytest

from arena.standings.mirroring import LegSums, Mirroring
from arena.standings.summary import summarise
from tests.standings.test_standings import series_of


def test_the_ratio_is_the_variance_of_both_legs_apart_over_that_of_the_pair() -> None:
    rng = random.Random(6)
    legs = [(rng.randrange(-90, 90), rng.randrange(-90, 90)) for _ in range(40)]
    mirroring = Mirroring()
    for pair, (first, second) in enumerate(legs):
        mirroring.add(summarise(series_of(("a", "b"), 0, pair=pair, points=(first,))))
        flipped = series_of(("b", "a"), 0, pair=pair, leg=1, points=(-second,))
        flipped.series.pairing = ("a", "b")
        mirroring.add(summarise(flipped))

    def spread(values: list[int]) -> float:
        mean = sum(values) / len(values)
        return sum((value - mean) ** 2 for value in values)

    apart = spread([first for first, _ in legs]) + spread([second for _, second in legs])
    paired = spread([first + second for first, second in legs])
    assert mirroring.ratios()["points"] == pytest.approx(apart / paired)


def test_legs_that_cancel_have_no_ratio_rather_than_an_infinite_one() -> None:
    sums = LegSums()
    for value in (5, -3, 8):
        sums.add(value, -value)
    apart, paired = sums.variances()
    assert apart > 0
    assert paired == 0
    assert Mirroring().ratios() == {}


def test_a_leg_without_its_other_leg_counts_nothing() -> None:
    mirroring = Mirroring()
    for pair in range(5):
        mirroring.add(summarise(series_of(("a", "b"), 0, pair=pair, points=(pair,))))
    assert mirroring.ratios() == {}
