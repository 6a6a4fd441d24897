"""The benchmark: `python -m tests.bench [--quick|--full] [--json]`.

All contestants take turns, lap by lap, each in its own process and all on one core: what disturbs
one disturbs all. Nothing is asserted of a clock. `docs/performance.md` says how to read it.
"""

import argparse
import os
import sys
from contextlib import ExitStack, closing

from arena.native.form import forms
from tests.bench import sizes
from tests.bench.board import Board
from tests.bench.contestant import Contestant
from tests.bench.processes import peak_of_run, start_commands
from tests.bench.report import Result, machine, render_json, render_table
from tests.bench.rows import (
    COMPILED,
    FORMS,
    INSTALLED,
    OPENSPIEL,
    PURE,
    RLCARD,
    Row,
    Target,
    rows_of,
)
from tests.bench.sizes import Sizes

NOTHING_COMPILED = "nothing is compiled, pure Python runs"
MEGABYTE = 1e6


def main() -> None:
    """Measure, then print the table or the document."""
    asked = parse_words()
    size = next((name for name in ("smoke", "quick", "full") if getattr(asked, name)), "usual")
    amounts: Sizes = getattr(sizes, size.upper())
    cores, core = pin(asked.core)
    board = Board()
    with ExitStack() as stack:
        contestants = [
            stack.enter_context(closing(one))
            for one in (
                Contestant(COMPILED, "arena"),
                Contestant(PURE, "arena", pure=True),
                Contestant(OPENSPIEL, "openspiel"),
                Contestant(RLCARD, "rlcard"),
            )
        ]
        compiled = contestants[0].compiled
        check_forms(contestants[0], contestants[1])
        run_laps(contestants, amounts, board)
    rows = [
        modules(compiled),
        *rows_of(board),
        *same_bytes(board),
        *memory(amounts, board),
    ]
    result = Result(machine(cores, core), size, amounts.laps, compiled, rows)
    print(render_json(result) if asked.json else render_table(result))


def parse_words() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--core", type=int, help="the core to use; without it the last one")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="half a minute")
    size.add_argument("--full", action="store_true", help="many laps, and long runs for memory")
    size.add_argument("--smoke", action="store_true", help="so little that no figure means much")
    return parser.parse_args()


def pin(core: int | None) -> tuple[int, int | None]:
    """Keep this process and its children to one core; return how many there were, and which."""
    if not hasattr(os, "sched_setaffinity"):
        return os.cpu_count() or 1, None
    cores = os.sched_getaffinity(0)
    chosen = max(cores) if core is None else core
    os.sched_setaffinity(0, {chosen})
    return len(cores), chosen


def check_forms(compiled: Contestant, pure: Contestant) -> None:
    """Drop a form that is not what it is called: it would be the other one's figures."""
    if not compiled.compiled:
        compiled.missing = compiled.missing or NOTHING_COMPILED
    if pure.compiled:
        pure.missing = f"ARENA_PURE=1 leaves {len(pure.compiled)} modules compiled"


def run_laps(contestants: list[Contestant], amounts: Sizes, board: Board) -> None:
    """Let all contestants do all tasks, lap by lap; the first, small lap only warms up."""
    for lap in range(amounts.laps + 1):
        now = amounts if lap else sizes.SMOKE
        print(f"lap {lap} of {amounts.laps}" if lap else "warming up", file=sys.stderr)
        for task, amounts_of in tasks(now).items():
            for contestant in contestants:
                if contestant.who in amounts_of:
                    answer = contestant.ask(task, amounts_of[contestant.who], lap)
                    if lap:
                        board.add(contestant.who, answer)
        if lap:
            board.add(INSTALLED, dict(start_commands()))
    board.missing = {one.who: one.missing for one in contestants if one.missing is not None}


def modules(compiled: list[str]) -> Row:
    """Return how many modules are compiled; the note names those that hide a newer source."""
    stale = [form.module for form in forms() if form.is_compiled and not form.is_sound]
    note = f"compiled from other sources than these: {', '.join(stale)}" if stale else ""
    count = float(len(compiled))
    return Row("modules that are compiled", COMPILED, "modules", count, note=note)


def tasks(amounts: Sizes) -> dict[str, dict[str, int]]:
    """Return how much of each task each contestant does in a lap, in the order of a lap."""
    rounds = {COMPILED: amounts.compiled_pairs, PURE: amounts.pairs}
    peers = {OPENSPIEL: amounts.openspiel, RLCARD: amounts.rlcard}
    return {
        "play": {**rounds, **peers},
        "solve": dict.fromkeys((*FORMS, OPENSPIEL), amounts.calls),
        "apart": dict.fromkeys(FORMS, amounts.apart),
        "roll_out": dict.fromkeys(FORMS, amounts.roll_outs),
    }


def same_bytes(board: Board) -> list[Row]:
    """Return whether compiled and pure have written the same logs."""
    what = "laps whose log has the same bytes, compiled and pure"
    logs = [board.facts.get((form, "log"), []) for form in FORMS]
    target = Target(max(map(len, logs)))
    if COMPILED in board.missing or PURE in board.missing:
        return [Row(what, COMPILED, "laps", None, target=target, note="one form alone is here")]
    alike = sum(first == second for first, second in zip(*logs, strict=True))
    return [Row(what, COMPILED, "laps", float(alike), target=target)]


def memory(amounts: Sizes, board: Board) -> list[Row]:
    """Return the peaks of a short and of a long run, and what is between them."""
    pure = COMPILED in board.missing
    who = PURE if pure else COMPILED
    rows, peaks = [], []
    for rounds in amounts.rounds if pure else amounts.compiled_rounds:
        print(f"memory of a run of {rounds:,} rounds", file=sys.stderr)
        played, peak = peak_of_run(rounds, pure=pure)
        megabytes = None if peak is None else peak / MEGABYTE
        note = "" if peak else "memory: this system does not tell it"
        peaks.append(megabytes)
        rows.append(
            Row(f"peak memory of `run`, {played:,} rounds", who, "MB", megabytes, note=note)
        )
    short, long = peaks
    more = None if short is None or long is None else long - short
    target = Target(10, is_most=True)
    return [*rows, Row("peak memory, long run over short", who, "MB", more, target=target)]


if __name__ == "__main__":
    main()
