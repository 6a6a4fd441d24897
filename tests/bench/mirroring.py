"""Realised variance ratios of mirrored pairs: `python -m tests.bench.mirroring [PAIRS]`.

For four pairings and both kinds of stock: the variance of two series dealt apart over that of a
mirrored pair, for points, games and series won. `docs/statistics.md` has the table.
"""

import sys

from tabulate import tabulate

from arena.bot import Player
from arena.dealer import Dealer
from arena.gin.rules import Rules
from arena.record import FaultPolicy
from arena.schedule import Schedule
from arena.standings.mirroring import FIGURES, Mirroring
from arena.standings.summary import summarise
from arena.table.driver import Factory, play_inline
from arena.table.table import Setting, Table
from bots.gin_hunter import GinHunterBot
from bots.greedy import GreedyBot
from bots.random import RandomBot
from bots.simple import SimpleBot

PAIRINGS: dict[tuple[str, str], tuple[Factory, Factory]] = {
    ("simple", "simple too"): (SimpleBot, SimpleBot),
    ("greedy", "simple"): (GreedyBot, SimpleBot),
    ("gin-hunter", "greedy"): (GinHunterBot, GreedyBot),
    ("simple", "random"): (SimpleBot, RandomBot),
}


def ratios_of(names: tuple[str, str], pairs: int, setting: Setting) -> dict[str, float]:
    """Play mirrored pairs of a pairing and return the ratio of each figure."""
    makers: dict[str, type[Player] | Factory] = dict(zip(names, PAIRINGS[names], strict=True))
    dealer, mirroring = Dealer("mirroring"), Mirroring()
    for job in Schedule(names, "round-robin", pairs, "mirrored"):
        bots = (makers[job.seats[0]], makers[job.seats[1]])
        record = play_inline(Table(job, setting, dealer).play(), bots).record
        mirroring.add(summarise(record))
    return mirroring.ratios()


def main() -> None:
    """Print the table."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    rows = []
    for names in PAIRINGS:
        for stock in ("per_seat", "shared"):
            ratios = ratios_of(names, pairs, Setting(Rules(), stock, FaultPolicy()))
            figures = [f"{ratios[name]:.2f}" if name in ratios else "-" for name in FIGURES]
            rows.append([" - ".join(names), stock, *figures])
    print(tabulate(rows, ["pairing", "stock", *FIGURES], tablefmt="pipe", disable_numparse=True))
    print(f"\n{pairs} pairs each, classic rules, seed `mirroring`")


if __name__ == "__main__":
    main()
