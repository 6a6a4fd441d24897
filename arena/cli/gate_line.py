"""How far a gate is, in one line: live on a terminal, now and then elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from arena.cli.streams import tell
from arena.gate.evidence import Evidence
from arena.gate.question import Question
from arena.gate.sequential import pairs_to_go

TELL_EVERY = 50


@contextmanager
def live_line(question: Question, *, quiet: bool) -> Iterator[Callable[[Evidence], None] | None]:
    """Give a function that tells of the walk: live on a terminal, now and then elsewhere."""
    if quiet:
        yield None
        return
    is_live = sys.stderr.isatty()
    started = time.monotonic()
    bounds = question.bounds

    def progress(evidence: Evidence) -> None:
        pairs = evidence.pairs
        if pairs == 1:
            seconds = (time.monotonic() - started) * question.max_pairs
            tell(f"at most {question.max_pairs} pairs, about {seconds:.0f} s; most gates need few")
        if not is_live and pairs % TELL_EVERY:
            return
        ratio = question.asked.ratio(evidence)
        estimate, half = evidence.points.ratio() or 0.0, evidence.points.half_width()
        span = "" if not half else f" ± {half:.2f}"
        to_go = pairs_to_go(ratio, pairs, bounds)
        more = "" if to_go is None else f", about {to_go} pairs to go"
        line = (
            f"pair {pairs}: LLR {ratio:.2f} in {bounds.lower:.2f} .. {bounds.upper:.2f}, "
            f"{estimate:+.2f}{span} points a round{more}"
        )
        if is_live:
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()
        else:
            tell(line)

    try:
        yield progress
    finally:
        if is_live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
