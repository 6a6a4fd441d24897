"""How far a run is: rates, times and the live table."""

import sys
from pathlib import Path

import pytest

from arena.cli import progress
from arena.cli.progress import Meter
from arena.dealer import Dealer
from arena.gin.rules import Rules
from arena.record import FaultPolicy
from arena.schedule import Schedule
from arena.standings.standings import Tally
from arena.table.driver import play_inline
from arena.table.table import Setting, Table
from arena.tournament.packing import Packed, pack_series
from bots.simple import SimpleBot
from tests.cli.terminal import inside


@pytest.fixture(scope="module")
def packed() -> Packed:
    job = Schedule(("a", "b"), "round-robin", 1, "mirrored").job(0)
    table = Table(job, Setting(Rules(), "per_seat", FaultPolicy()), Dealer("0"))
    return pack_series(play_inline(table.play(), (SimpleBot, SimpleBot)))


def test_rate_and_time_left_are_those_of_the_last_half_minute(packed: Packed) -> None:
    meter = Meter(1000, 100.0)
    assert meter.describe(100.0) == "0/1000 series"
    for _ in range(10):
        meter.add(packed)
    rounds = packed.rounds
    assert meter.describe(101.0) == f"10/1000 series, {10 * rounds} rounds/s, 1:39 min left"
    for _ in range(90):
        meter.add(packed)
    assert meter.describe(110.0) == f"100/1000 series, {10 * rounds} rounds/s, 1:30 min left"
    for _ in range(30):
        meter.add(packed)
    # From here on the first ten seconds count no more.
    assert meter.describe(140.0) == f"130/1000 series, {rounds} rounds/s, 14:30 min left"
    assert meter.describe(200.0) == "130/1000 series"


def test_a_meter_remembers_no_more_than_it_needs(packed: Packed) -> None:
    meter = Meter(10**6, 0.0)
    for second in range(10_000):
        meter.add(packed)
        meter.describe(float(second))
    assert len(meter._moments) <= progress.REMEMBERED + 2


def test_elsewhere_than_on_a_terminal_a_line_tells_now_and_then(
    in_tmp: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("run", "-b", "simple", "-b", "greedy", "-n", "2", "--seed", "s", "--workers", "0")
    monkeypatch.setattr(progress, "TELL_EVERY", 1e9)
    assert "series" not in inside(*words, cwd=in_tmp).stderr
    monkeypatch.setattr(progress, "TELL_EVERY", 0)
    monkeypatch.setattr(progress, "SHARE", 0)
    lines = inside(*words, cwd=in_tmp).stderr.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["1/4", "2/4", "3/4", "4/4"]
    assert "rounds/s" in lines[0]
    assert inside(*words, "-q", cwd=in_tmp).stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="this is a terminal of Unix")
def test_a_terminal_shows_the_standings_so_far(in_tmp: Path) -> None:
    from tests.cli.test_machine import on_a_terminal

    words = ("run", "-b", "simple", "-b", "a|b=greedy", "-n", "2", "--seed", "s")
    code, shown = on_a_terminal(*words, "--format", "csv", cwd=in_tmp, columns=100)
    assert code == 0
    live = shown[: shown.index("rank,name")]
    assert "4/4 series" in live
    assert "a|b" in live
    assert "settlement" in live


def test_a_terminal_shows_the_rate_from_the_start(
    packed: Packed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that began long before us must not count."""
    now = 5000.0
    shown: list[str] = []

    def picture(_console: object, _meter: Meter, text: str, _table: str = "") -> str:
        shown.append(text)
        return text

    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    monkeypatch.setattr(progress, "picture", picture)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress.progress_of(100, "series", quiet=False) as count:
        for _ in range(3):
            now += 1.0
            count(packed, Tally(("a", "b"), "mirrored"))
    rate = packed.rounds
    assert shown == [
        "0/100 series",
        f"1/100 series, {rate} rounds/s, 1:39 min left",
        f"2/100 series, {rate} rounds/s, 1:38 min left",
        f"3/100 series, {rate} rounds/s, 1:37 min left",
    ]


def test_the_live_table_leaves_the_tally_as_it_was(packed: Packed) -> None:
    """Ranking closes open clusters; half a pair must not be closed by looking at it."""
    from rich.console import Console

    tally, looked_at = (Tally(("a", "b"), "mirrored") for _ in range(2))
    for one in (tally, looked_at):
        one.add(packed.summary)
        if one is looked_at:
            progress.table_of(one, "series", Console(stderr=True))
        one.add(packed.summary)
    assert tally.standings("series") == looked_at.standings("series")
