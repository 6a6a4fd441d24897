"""Playing a gate: mirrored pairs in schedule order until the question is answered."""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path

from msgspec.structs import replace

from arena.gate.evidence import Evidence, PairResult, is_same_play, is_same_text, pair_result
from arena.gate.question import Outcome, Question
from arena.log.folder import RunFolder
from arena.log.reader import LogError, SeriesReader, read_log
from arena.log.writer import LogWriter
from arena.record import SeriesRecord, TournamentLine
from arena.standings.summary import summarise
from arena.tournament.config import TournamentConfig
from arena.tournament.config_dump import dump_config
from arena.tournament.packing import Packed

CANDIDATE = "candidate"
SPOOL = "gate.part.jsonl"

Progress = Callable[[Evidence], None]


def baseline_name(number: int) -> str:
    """Return the name under which a baseline plays; they count from 1."""
    return f"baseline-{number}"


def play_gate(
    series: Iterator[Packed],
    config: TournamentConfig,
    header: TournamentLine,
    folder: RunFolder,
    question: Question,
    progress: Progress | None = None,
) -> tuple[Evidence, Outcome]:
    """Take pairs until the question is answered; leave a log of just those pairs.

    Args:
        series: those of the config, in schedule order; whatever is played ahead is left alone.
        config: a gauntlet of the candidate against the baselines, with the most pairs there may be.
        header: the header of a log with all of them.
        folder: where the log goes.
        question: what is asked.
        progress: called after each pair.
    """
    evidence = Evidence()
    outcome: Outcome | None = None
    folder.private.mkdir(exist_ok=True)
    spool = folder.private / SPOOL
    with spool.open("wb") as file:
        log = LogWriter(file, header)
        while played := list(islice(series, 2 * (len(header.entrants) - 1))):
            for one in played:
                log.append(one.body, one.head, one.rounds)
                folder.add_failures(one.incidents)
            evidence.add(results_of(played))
            outcome = question.answer(evidence)
            if progress:
                progress(evidence)
            if outcome is not None:
                break
        log.finish()
    short = dataclasses.replace(config, pairs=evidence.pairs)
    folder.write_config(dump_config(short, folder.path))
    write_played(spool, folder, replace(header, pairs=evidence.pairs))
    assert outcome is not None
    return evidence, outcome


def results_of(played: Sequence[Packed]) -> list[PairResult]:
    """Return a pair index's results, one for each baseline: its legs stand side by side."""
    results = []
    for at in range(0, len(played), 2):
        first, second = played[at : at + 2]
        is_identical = is_same_text(first.body, second.body)
        legs = (first.summary, second.summary)
        results.append(pair_result(CANDIDATE, legs, is_identical=is_identical))
    return results


def legs_result(candidate: str, legs: Sequence[SeriesRecord]) -> PairResult:
    """Return what the two legs of a pair come to for a candidate."""
    first, second = legs
    summaries = (summarise(first), summarise(second))
    return pair_result(candidate, summaries, is_identical=is_same_play(first, second))


def write_played(spool: Path, folder: RunFolder, header: TournamentLine) -> None:
    """Write the log with the number of pairs that were played: the bytes of such a run."""
    with read_log(spool) as series, folder.open_games() as file:
        log = LogWriter(file, header)
        for record in series:
            log.write(record)
        log.finish()
    spool.unlink()


def gate_log(path: Path, names: tuple[str, ...], question: Question) -> tuple[Evidence, Outcome]:
    """Answer the question from the pairs of a log, in its order.

    Args:
        path: the log's file.
        names: the candidate's name in it, then the baselines'.
        question: what is asked; its limit is the log's number of pairs.

    Raises:
        LogError: when the log has no such entrants, or no pair of them.
    """
    evidence = Evidence()
    with read_log(path) as series:
        known = [entrant.name for entrant in series.header.entrants]
        for name in names:
            if name not in known:
                told = ", ".join(known)
                raise LogError(str(path), 1, f"there is no entrant {name!r}; there are {told}")
        question = dataclasses.replace(question, max_pairs=series.header.pairs)
        for results in pairs_of(series, names):
            evidence.add(results)
            outcome = question.answer(evidence)
            if outcome is not None:
                return evidence, outcome
    if not evidence.pairs:
        raise LogError(str(path), 0, f"has no mirrored pair of {' and '.join(names)}")
    return evidence, Outcome.UNDECIDED


def pairs_of(series: SeriesReader, names: tuple[str, ...]) -> Iterator[list[PairResult]]:
    """Yield the results of each pair index in which the candidate met baselines in both legs."""
    candidate, baselines = names[0], set(names[1:])
    for _, group in groupby(series, key=lambda record: record.series.pair):
        legs: dict[str, list[SeriesRecord]] = {}
        for record in group:
            seats = record.series.seats
            if candidate in seats:
                other = seats[1 - seats.index(candidate)]
                if other in baselines:
                    legs.setdefault(other, []).append(record)
        results = [legs_result(candidate, two) for two in legs.values() if len(two) == 2]
        if results:
            yield results
