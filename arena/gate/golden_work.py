"""A golden check as work for an executor: a candidate can end the process that it is asked in."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from arena.executor.work import Work
from arena.gate.golden import Golden, check_golden
from arena.tournament.config import TournamentConfig
from arena.tournament.lineup import Finder, Seated, seat_entrants


@dataclass(frozen=True, slots=True)
class GoldenOrder:
    """A check: a config with the candidate alone, what finds it, the log, and whose seat it is."""

    config: TournamentConfig
    find: Finder
    log: Path
    entrant: str


def golden_work(order: GoldenOrder, candidate: Seated) -> Work[Golden]:
    """Return the work of a check: all of it is that of number 0.

    Args:
        order: what is checked.
        candidate: the same, for work in this process.
    """
    config = replace(order.config, folder=order.config.folder.absolute())

    def title(_: int) -> str:
        return f"golden check of {order.config.entrants[0].bot}"

    return Work(checker(order, candidate), prepare, replace(order, config=config), title)


def prepare(order: GoldenOrder) -> Callable[[int], Golden]:
    """Return what does a check with a candidate that is found and loaded here.

    Raises:
        LineupError: when there is no such bot.
    """
    (candidate,) = seat_entrants(order.config, order.find, fewest=1).values()
    return checker(order, candidate)


def checker(order: GoldenOrder, candidate: Seated) -> Callable[[int], Golden]:
    """Return what does a check with a candidate."""
    return lambda _: check_golden(order.log, candidate.make, order.entrant)
