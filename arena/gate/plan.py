"""How many pairs a question will take, from the spread of pairs in a log.

A fixed number of pairs n tells two means apart that lie d points a round from each other, with
error rates a and b, when n = ((z(1 - a) + z(1 - b)) s / d)^2; s is the deviation of a pair's points
a round. A sequential test with Wald's bounds takes about

    2 s^2 / d^2 * ((1 - b) log((1 - b) / a) + b log(b / (1 - a)))

pairs where H1 holds, and the same with a and b changed where H0 does (A. Wald, Sequential Analysis,
3.5): about half as many.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from statistics import NormalDist

from arena.gate.evidence import pair_result
from arena.gate.margins import MarginSums
from arena.log.folder import PRIVATE
from arena.log.reader import LogError, read_log
from arena.standings.summary import summarise
from arena.tournament.runlog import RUN_LOG


@dataclass(frozen=True, slots=True)
class Need:
    """What it takes to see an effect between two entrants.

    `deviation` is that of a pair's points a round; `fixed` and `expected` are pairs, for a test of
    fixed length and for the gate; `seconds` is the expected time, None without the run's journal.
    """

    pairing: tuple[str, str]
    pairs: int
    deviation: float
    fixed: int
    expected: int
    rounds: int
    seconds: float | None


def plan_gate(path: Path, effect: float, alpha: float, beta: float) -> list[Need]:
    """Return the need of every pairing of a log, in its order.

    Args:
        path: the log's file.
        effect: points a round between the two hypotheses.
        alpha: the rate of wrong passes.
        beta: the rate of wrong failures.

    Raises:
        LogError: when it has no two mirrored pairs of any pairing.
    """
    sums: dict[tuple[str, str], MarginSums] = {}
    with read_log(path) as series:
        for _, legs in groupby(
            series, key=lambda record: (record.series.pair, record.series.pairing)
        ):
            both = list(legs)
            if len(both) == 2:
                pairing = both[0].series.pairing
                result = pair_result(pairing[0], [summarise(leg) for leg in both])
                sums.setdefault(pairing, MarginSums()).add(result.margin, result.rounds)
    pace = seconds_a_series(path)
    needs = [
        need_of(pairing, found, (effect, alpha, beta), pace)
        for pairing, found in sums.items()
        if found.pairs > 1 and found.n
    ]
    if not needs:
        raise LogError(str(path), 0, "has no two mirrored pairs of any pairing")
    return needs


def need_of(
    pairing: tuple[str, str],
    sums: MarginSums,
    question: tuple[float, float, float],
    pace: float | None,
) -> Need:
    """Return one pairing's need; `question` is effect, alpha, beta, `pace` seconds a series."""
    effect, alpha, beta = question
    length = sums.n / sums.pairs
    deviation = sums.residuals(sums.d / sums.n).deviation / length
    z = NormalDist().inv_cdf(1 - alpha) + NormalDist().inv_cdf(1 - beta)
    under1 = (1 - beta) * math.log((1 - beta) / alpha) + beta * math.log(beta / (1 - alpha))
    under0 = (1 - alpha) * math.log((1 - alpha) / beta) + alpha * math.log(alpha / (1 - beta))
    scale = (deviation / effect) ** 2
    expected = math.ceil(2 * scale * max(under0, under1))
    return Need(
        pairing,
        sums.pairs,
        deviation,
        math.ceil(z * z * scale),
        expected,
        round(expected * length),
        None if pace is None else expected * 2 * pace,
    )


def seconds_a_series(path: Path) -> float | None:
    """Return how long a series of a run took, by the run's own journal, or None without one."""
    played = list(stretches(path.parent / PRIVATE / RUN_LOG))
    series = sum(count for _, count in played)
    return sum(seconds for seconds, _ in played) / series if series else None


def stretches(journal: Path) -> Iterator[tuple[float, int]]:
    """Yield seconds and series of each time that a run was played to its end or an interrupt.

    Nothing where the journal cannot be read.
    """
    start: datetime | None = None
    try:
        with journal.open(encoding="utf-8") as file:
            for line in file:
                entry = json.loads(line)
                if entry["event"] == "start":
                    start = datetime.fromisoformat(entry["timestamp"])
                elif entry["event"] == "end" and start is not None:
                    took = datetime.fromisoformat(entry["timestamp"]) - start
                    yield took.total_seconds(), int(entry["series"])
    except (OSError, ValueError, KeyError, TypeError):
        return
