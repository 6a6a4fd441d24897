"""The benchmark runs and tells all that it should. No figure is held against a clock."""

import json
import math
import subprocess
import sys
from typing import Any

import pytest

from tests.bench.__main__ import NOTHING_COMPILED, check_forms, same_bytes
from tests.bench.board import Board
from tests.bench.contestant import ROOT, Contestant
from tests.bench.report import Result, machine, render_table
from tests.bench.rows import COMPILED, INSTALLED, OPENSPIEL, PURE, Row, Target, rows_of
from tests.bench.stopwatch import Reading

OF_EACH_FORM = {
    "rounds, `simple` against `simple`",
    "draws in a round",
    "deadwood of 10 cards",
    "best discards of 11 cards",
    "rounds, `verify`",
    "rounds, `standings`",
    "`verify` over playing",
    "`standings` over playing",
    "a decision, beyond the bot's own code",
    "a round, stages added",
    "a round, the rest: asking, sheet, series",
    "a round, the whole run",
    "once a run: bots found, config, standings",
}
OF_COMMANDS = {"`python -c pass`", "`--help` over bare Python", "`hand` over bare Python"}
WITH_A_TARGET = {
    ("rounds over OpenSpiel's", "compiled"),
    ("rounds over OpenSpiel's", "pure"),
    ("deadwood of 10 cards over OpenSpiel's", "compiled"),
    ("best discards of 11 cards over OpenSpiel's", "compiled"),
    ("`verify` over playing", "compiled"),
    ("`standings` over playing", "compiled"),
    ("a decision, beyond the bot's own code", "compiled"),
    ("roll-outs, `greedy` on both seats", "compiled"),
    ("laps whose log has the same bytes, compiled and pure", "compiled"),
}


def test_a_run_tells_every_figure_or_why_it_has_none() -> None:
    """One run for all that it must tell: it starts some twenty processes."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--smoke", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    rows = document["rows"]
    check_figures(rows)
    measured = {(row["what"], row["who"]) for row in rows if row["median"] is not None}
    forms = {PURE, COMPILED} if document["compiled"] else {PURE}
    assert measured >= {(what, form) for what in OF_EACH_FORM for form in forms}
    assert measured >= {(what, INSTALLED) for what in OF_COMMANDS}
    targets = {(row["what"], row["who"]) for row in rows if row["target"]}
    assert targets >= WITH_A_TARGET
    assert any(what == "peak memory, long run over short" for what, _ in targets)
    if document["compiled"]:
        (alike,) = [row["median"] for row in rows if row["what"].startswith("laps whose log")]
        assert alike == document["laps"], "compiled and pure have logged other bytes"


def check_figures(rows: list[dict[str, Any]]) -> None:
    """Every figure is finite, or the row says why there is none."""
    for row in rows:
        figures = [row[name] for name in ("median", "low", "high", "wall")]
        assert all(math.isfinite(figure) for figure in figures if figure is not None), row
        assert row["median"] is not None or row["note"], row


def reading(count: int, seconds: float) -> Reading:
    return Reading(count, round(seconds * 1e9), round(seconds * 2e9))


def board_of(figures: dict[tuple[str, str], list[Reading]]) -> Board:
    board = Board()
    for (who, name), readings in figures.items():
        for one in readings:
            board.add(who, {name: one})
    return board


def row_of(board: Board, what: str, who: str) -> Row:
    (found,) = [row for row in rows_of(board) if (row.what, row.who) == (what, who)]
    return found


def test_a_ratio_is_that_of_the_same_lap() -> None:
    """What slows a whole lap down leaves its ratio alone: 20, 10 and 30 times, at any speed."""
    board = board_of(
        {
            (PURE, "play"): [reading(200, 1), reading(100, 10), reading(300, 1)],
            (OPENSPIEL, "play"): [reading(10, 1), reading(10, 10), reading(10, 1)],
        }
    )
    row = row_of(board, "rounds over OpenSpiel's", PURE)
    assert (row.median, row.low, row.high) == pytest.approx((20, 10, 30))
    assert row.is_reached


def test_a_target_that_is_missed_is_told_and_stops_nothing() -> None:
    board = board_of({(PURE, "play"): [reading(5, 1)], (OPENSPIEL, "play"): [reading(1, 1)]})
    assert row_of(board, "rounds over OpenSpiel's", PURE).is_reached is False


def test_the_rest_is_what_the_stages_leave_of_the_whole() -> None:
    from tests.bench.stages import STAGES

    stages = {(PURE, stage): [reading(1000, 0.001)] for stage in (*STAGES, "once")}
    board = board_of({**stages, (PURE, "whole"): [reading(1000, 0.1)]})
    added = row_of(board, "a round, stages added", PURE).median
    rest = row_of(board, "a round, the rest: asking, sheet, series", PURE).median
    assert added == pytest.approx(len(STAGES) + 1)
    assert rest == pytest.approx(100 - len(STAGES) - 1)


def test_a_target_can_be_a_least_or_a_most() -> None:
    assert Target(40, 60).is_reached(40)
    assert not Target(40, 60).is_reached(39)
    assert Target(1, is_most=True).is_reached(1)
    assert not Target(1, is_most=True).is_reached(1.1)


def stand_in(who: str, compiled: list[str]) -> Contestant:
    """A contestant without a process."""
    one = Contestant.__new__(Contestant)
    one.who, one.compiled, one.missing = who, compiled, None
    return one


def test_a_form_that_is_not_what_it_is_called_is_not_measured() -> None:
    compiled, pure = stand_in(COMPILED, []), stand_in(PURE, ["arena.gin.kernel"])
    check_forms(compiled, pure)
    assert compiled.missing == NOTHING_COMPILED
    assert pure.missing == "ARENA_PURE=1 leaves 1 modules compiled"


def test_where_nothing_is_compiled_the_table_says_so_and_keeps_the_targets() -> None:
    board = board_of({(PURE, "play"): [reading(5, 1)], (OPENSPIEL, "play"): [reading(1, 1)]})
    board.missing = {COMPILED: NOTHING_COMPILED}
    rows = [*rows_of(board), *same_bytes(board)]
    compiled = [row for row in rows if row.who == COMPILED]
    assert {(row.what, row.who) for row in compiled} == {
        pair for pair in WITH_A_TARGET if pair[1] == COMPILED
    }
    text = render_table(Result(machine(2, 1), "quick", 3, [], rows))
    assert NOTHING_COMPILED in text
    assert "Compiled modules: nothing." in text
