"""What mirroring buys: the variance of two series dealt apart over that of a mirrored pair.

For each pairing, the variances of both legs, as if they had been dealt apart, over the variance of
their sum. Above 1 the error bars are shorter than without mirroring, by its square root.
"""

from dataclasses import dataclass, field

from arena.standings.summary import Summary

FIGURES = ("points", "games", "series")


@dataclass
class LegSums:
    """Sums of one figure over the pairs of a pairing: by leg, and of both legs together."""

    pairs: int = 0
    totals: list[int] = field(default_factory=lambda: [0, 0, 0])
    squares: list[int] = field(default_factory=lambda: [0, 0, 0])

    def add(self, first: int, second: int) -> None:
        """Add a pair."""
        self.pairs += 1
        for at, value in enumerate((first, second, first + second)):
            self.totals[at] += value
            self.squares[at] += value * value

    def variances(self) -> tuple[float, float]:
        """Return the squared deviations of both legs dealt apart, and of the pair."""
        first, second, both = (
            square - total * total / self.pairs
            for total, square in zip(self.totals, self.squares, strict=True)
        )
        return first + second, both


class Mirroring:
    """Adds up mirrored pairs, as their legs come in."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, str], tuple[int, int, tuple[int, ...]]] = {}
        self._sums: dict[tuple[str, str], tuple[LegSums, ...]] = {}

    def add(self, summary: Summary) -> None:
        """Add a series."""
        pairing, figures = summary.pairing, figures_of(summary)
        pair, leg, other = self._waiting.pop(pairing, (-1, -1, ()))
        if pair != summary.pair or leg == summary.leg:
            self._waiting[pairing] = (summary.pair, summary.leg, figures)
            return
        sums = self._sums.setdefault(pairing, tuple(LegSums() for _ in FIGURES))
        first, second = (figures, other) if summary.leg == 0 else (other, figures)
        for one, leg0, leg1 in zip(sums, first, second, strict=True):
            one.add(leg0, leg1)

    def ratios(self) -> dict[str, float]:
        """Return the variance ratio of each figure over all pairings; none where nothing varied."""
        found: dict[str, float] = {}
        for at, name in enumerate(FIGURES):
            pooled = [sums[at].variances() for sums in self._sums.values() if sums[at].pairs > 1]
            apart, paired = sum(one for one, _ in pooled), sum(two for _, two in pooled)
            if apart > 0 and paired > 0:
                found[name] = apart / paired
        return found


def figures_of(summary: Summary) -> tuple[int, ...]:
    """Return points, games and series of a leg as the pairing's first entrant sees them."""
    games = summary.games[0] - summary.games[1]
    series = 0 if summary.winner is None else 1 - 2 * summary.winner
    sign = 1 if summary.seats[0] == summary.pairing[0] else -1
    return sign * summary.margin(0), sign * games, sign * series
