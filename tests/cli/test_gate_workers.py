"""`arena gate` with worker processes: verdict, stopping point and log of a serial one."""

import json
import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from arena.gate.worktree import Worktrees, commit_of
from tests.cli.terminal import arena
from tests.cli.test_gate import DICE, commit, git, write

OLD = DICE.replace("self.rng.random()", "0.999 * self.rng.random() ** 2")
"""Plays, and draws its chance, a bit differently."""


def gated(folder: Path, out: str, workers: int, *words: str) -> tuple[int, dict, bytes]:
    """Gate; return exit code, verdict and log."""
    done = arena("gate", *words, "--format", "json", "--out", out, "-q", "--workers", str(workers),
                 cwd=folder, PYTHONPATH=str(folder))  # fmt: skip
    assert done.stderr == ""
    return done.returncode, json.loads(done.stdout), (folder / out / "games.jsonl").read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        ("greedy", "--against", "random", "--against", "simple"),
        ("simple", "--against", "greedy", "--max-pairs", "7"),
        ("simple", "--against", "simple", "--max-pairs", "40"),
    ],
    ids=["pass", "undecided", "no change"],
)
def test_verdict_stopping_point_and_log_are_those_of_one_worker(
    words: tuple[str, ...], in_tmp: Path
) -> None:
    found = [gated(in_tmp, str(workers), workers, *words) for workers in (0, 2, 4)]
    assert found[0] == found[1] == found[2]


def test_a_bot_at_a_revision_is_the_old_one_in_workers_too(in_tmp: Path) -> None:
    """As a file, and as a module whose present code is beside the old one."""
    commit(in_tmp, "mine.py", OLD)
    write(in_tmp, "mine.py", DICE)
    for number, bot in enumerate(("./mine.py:Mine", "mine:Mine")):
        words = (bot, "--against", f"{bot}@main", "--max-pairs", "20")
        one, two = (gated(in_tmp, f"{number}-{n}", n, *words) for n in (0, 2))
        assert one == two
        entrants = json.loads(one[2].splitlines()[0])["entrants"]
        assert entrants[0]["digest"] != entrants[1]["digest"]
    assert len(git(in_tmp, "worktree", "list").splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="these are the signals of Unix")
@pytest.mark.parametrize("is_beside", [False, True], ids=["alone", "with another thread"])
def test_an_interrupt_while_work_trees_are_removed_waits_until_they_are(
    is_beside: bool, in_tmp: Path
) -> None:
    """Also where another thread takes it: then this one need not be unblocked to hear of it."""
    commit(in_tmp, "mine.py", DICE)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    worktrees = Worktrees()
    tree = worktrees.checkout(in_tmp, commit_of(in_tmp, "main"))
    assert (tree / "mine.py").exists()
    worktrees.at_end(lambda: os.kill(os.getpid(), signal.SIGINT))
    is_over = threading.Event()
    beside = threading.Thread(target=is_over.wait)
    if is_beside:
        beside.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            worktrees.__exit__()
    finally:
        signal.signal(signal.SIGINT, before)
        is_over.set()
    assert not tree.parent.exists()
    assert len(git(in_tmp, "worktree", "list").splitlines()) == 1
