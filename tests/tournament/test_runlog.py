"""The journal of a run, and what the gate's plan reads in it."""

import json
from pathlib import Path

import pytest

from arena.gate.plan import seconds_a_series
from tests.cli.terminal import inside

RUN = ("run", "-b", "simple", "-b", "greedy", "-n", "2", "--seed", "s", "--out", "o")


def entries(folder: Path) -> list[dict]:
    text = (folder / "o/private/arena.log").read_text()
    return [json.loads(line) for line in text.splitlines()]


def test_a_journal_has_a_line_at_start_and_end_and_none_for_a_series(in_tmp: Path) -> None:
    assert inside(*RUN, cwd=in_tmp).returncode == 0
    start, end = entries(in_tmp)
    assert (start["event"], start["series"]) == ("start", 4)
    assert (end["event"], end["series"]) == ("end", 4)
    assert end["rounds"] > 4


def test_with_v_every_series_has_its_line(in_tmp: Path) -> None:
    assert inside(*RUN, "-v", cwd=in_tmp).returncode == 0
    series = [entry for entry in entries(in_tmp) if entry["event"] == "series"]
    assert [entry["series"] for entry in series] == [0, 1, 2, 3]
    assert series[0]["seats"] == ["simple", "greedy"]


def test_a_fault_has_its_line(in_tmp: Path) -> None:
    (in_tmp / "bad.py").write_text(
        "from arena.bot import Bot\n\n\n"
        "class Bad(Bot):\n    def play(self, view):\n        return 7\n"
    )
    words = ("run", "-b", "simple", "-b", "bad.py:Bad", "-n", "1", "--seed", "s", "--out", "o")
    assert inside(*words, cwd=in_tmp).returncode == 0
    faults = [entry for entry in entries(in_tmp) if entry["event"] == "fault"]
    assert [(fault["entrant"], fault["kind"]) for fault in faults] == [("Bad", "illegal")] * 2


@pytest.mark.parametrize(
    ("events", "pace"),
    [
        ([], None),
        (["start 0", "end 10 5"], 2.0),
        (["start 0", "end 10 5", "start 100", "end 110 15"], 1.0),
        (["start 0", "start 100", "end 110 5"], 2.0),
        (["start 0"], None),
        (["start 0", "end 10 0"], None),
        (["end 10 5"], None),
        (["no JSON"], None),
    ],
)
def test_the_pace_is_that_of_all_times_that_came_to_an_end(
    events: list[str], pace: float | None, tmp_path: Path
) -> None:
    """An event, when it was in seconds, and how many series were played by then."""
    lines = []
    for event in events:
        kind, second, *series = event.split()
        if kind == "no":
            lines.append(event)
            continue
        stamp = f"2026-03-01T00:{int(second) // 60:02}:{int(second) % 60:02}Z"
        lines.append(
            json.dumps({"event": kind, "timestamp": stamp, "series": int([*series, 9][0])})
        )
    (tmp_path / "private").mkdir()
    (tmp_path / "private/arena.log").write_text("\n".join(lines))
    assert seconds_a_series(tmp_path / "games.jsonl") == pace
