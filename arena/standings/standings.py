"""From series to ranked rows: exact until the last step, and a total order."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from arena.schedule import Dealing
from arena.standings.interval import RatioSums
from arena.standings.mirroring import Mirroring
from arena.standings.summary import Summary

RankBy = Literal["series", "games", "settlement", "points"]
RANK_ORDER: tuple[RankBy, ...] = ("series", "games", "settlement", "points")


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant's line.

    `won`, `drawn`, `lost` count series; `games` and `games_lost` columns. `settlement` is the sum
    of its series' nets. `points` is what it won less what it lost, a round; `points_error` is half
    the width of its 95% interval, None where fewer than two units were played. `units` counts the
    mirrored pairs (the deals, under independent dealing) behind it. `unfinished` series ran into
    `max_rounds`.
    """

    rank: int
    name: str
    series: int
    won: int
    drawn: int
    lost: int
    games: int
    games_lost: int
    settlement: int
    points: float | None
    points_error: float | None
    rounds: int
    units: int
    faults: int
    unfinished: int


@dataclass(frozen=True, slots=True)
class Standings:
    """Ranked rows, how they were ranked, and what a reader must know about them."""

    rows: tuple[Row, ...]
    rank_by: RankBy
    unit: str
    notes: tuple[str, ...]


@dataclass
class Account:
    """What an entrant has to its name so far."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    games: int = 0
    games_lost: int = 0
    settlement: int = 0
    faults: int = 0
    unfinished: int = 0
    points: RatioSums = field(default_factory=RatioSums)
    cluster: dict[int, tuple[int, int]] = field(default_factory=dict)
    opponents: set[str] = field(default_factory=set)

    @property
    def series(self) -> int:
        """Series played."""
        return self.won + self.drawn + self.lost

    def close_clusters(self) -> None:
        """Move the open clusters into the sums: no more series come for their deals."""
        for amount, size in self.cluster.values():
            if size:
                self.points.add(amount, size)
        self.cluster = {}

    def key(self, rank_by: RankBy) -> tuple[Fraction, ...]:
        """Return what ranks the entrant, best first: the asked figure, then the others."""
        series = self.series or 1
        rates = {
            "series": Fraction(2 * self.won + self.drawn, 2 * series),
            "games": Fraction(self.games, series),
            "settlement": Fraction(self.settlement, series),
            "points": Fraction(self.points.amount, self.points.size or 1),
        }
        order = [rank_by, *(name for name in RANK_ORDER if name != rank_by)]
        return tuple(-rates[name] for name in order)


class Tally:
    """Adds series up, in schedule order, in memory that does not grow with their number."""

    def __init__(self, names: Iterable[str], dealing: Dealing) -> None:
        self._accounts: dict[str, Account] = {}
        self._dealing = dealing
        self._pair = 0
        self._void_takes = 0
        self._mirroring = Mirroring()
        self.admit(names)

    def admit(self, names: Iterable[str]) -> None:
        """Let entrants in, for another log; its deals are clusters of their own."""
        for account in self._accounts.values():
            account.close_clusters()
        for name in names:
            self._accounts.setdefault(name, Account())

    def add(self, summary: Summary) -> None:
        """Add a series."""
        if summary.pair != self._pair:
            self._pair = summary.pair
            for account in self._accounts.values():
                account.close_clusters()
        unit = 0 if self._dealing == "mirrored" else summary.leg
        self._void_takes += summary.void_takes
        if self._dealing == "mirrored":
            self._mirroring.add(summary)
        for seat in (0, 1):
            account = self._accounts[summary.seats[seat]]
            account.opponents.add(summary.seats[1 - seat])
            account.won += summary.winner == seat
            account.lost += summary.winner == 1 - seat
            account.drawn += summary.winner is None
            account.games += summary.games[seat]
            account.games_lost += summary.games[1 - seat]
            account.settlement += summary.net if seat == 0 else -summary.net
            account.unfinished += summary.termination == "max_rounds"
            account.faults += summary.faults[seat]
            amount, size = account.cluster.get(unit, (0, 0))
            account.cluster[unit] = (amount + summary.margin(seat), size + summary.rounds)

    def standings(self, rank_by: RankBy) -> Standings:
        """Return the rows, ranked; equal in every figure means equal in rank."""
        for account in self._accounts.values():
            account.close_clusters()
        keys = {name: account.key(rank_by) for name, account in self._accounts.items()}
        names = sorted(self._accounts, key=lambda name: (keys[name], name))
        rows: list[Row] = []
        for place, name in enumerate(names):
            tied = place > 0 and keys[names[place - 1]] == keys[name]
            rank = rows[-1].rank if tied else place + 1
            rows.append(row_of(rank, name, self._accounts[name]))
        unit = "mirrored pairs" if self._dealing == "mirrored" else "deals"
        return Standings(tuple(rows), rank_by, unit, tuple(self._notes(unit)))

    def _notes(self, unit: str) -> list[str]:
        most = max(account.points.clusters for account in self._accounts.values())
        interval = f"95% interval, Student t over {most} {unit}"
        if most < 2:
            interval = f"an interval needs two {unit} or more"
        figures = "series: won-drawn-lost; games: won-lost; points: won less lost, a round"
        notes = [f"{figures}; ±: {interval}"]
        ratios = self._mirroring.ratios()
        if ratios:
            told = ", ".join(f"{name} {ratio:.2f}" for name, ratio in ratios.items())
            notes.append(f"mirroring: variance of two series dealt apart over a pair's: {told}")
        groups = self._groups()
        if len(groups) > 1:
            told = "; ".join(", ".join(group) for group in groups)
            notes.append(
                f"no chain of results connects these groups, ranks hold within each: {told}"
            )
        unfinished = sum(account.unfinished for account in self._accounts.values()) // 2
        if unfinished:
            counted = "counted by games won, then by settlement, then drawn"
            notes.append(f"unfinished: {unfinished} series ran into max_rounds, {counted} (H13)")
        if self._void_takes:
            notes.append(f"void: {self._void_takes} rounds ran into max_discard_takes (V9)")
        return notes

    def _groups(self) -> list[list[str]]:
        """Return the groups of entrants that results connect."""
        left = dict.fromkeys(self._accounts)
        groups: list[list[str]] = []
        while left:
            first = next(iter(left))
            group = [first]
            for name in group:
                left.pop(name, None)
                group += sorted(self._accounts[name].opponents - set(group))
            groups.append(group)
        return groups


def row_of(rank: int, name: str, account: Account) -> Row:
    """Return an entrant's row."""
    return Row(
        rank,
        name,
        account.series,
        account.won,
        account.drawn,
        account.lost,
        account.games,
        account.games_lost,
        account.settlement,
        account.points.ratio(),
        account.points.half_width(),
        account.points.size,
        account.points.clusters,
        account.faults,
        account.unfinished,
    )
