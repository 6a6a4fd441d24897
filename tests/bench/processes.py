"""What whole processes cost: the CPU time of short commands, the memory of long runs."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.contestant import ROOT, environment
from tests.bench.sizes import ROUNDS_A_PAIR
from tests.bench.stopwatch import Reading

HAND = "AC 2C 3C 4D 5D 6D 7H 8H 9H KS"
COMMANDS = {
    "bare": ("-c", "pass"),
    "help": ("-m", "arena", "--help"),
    "hand": ("-m", "arena", "hand", HAND),
}


def start_commands() -> Iterator[tuple[str, Reading]]:
    """Run each short command once and return its time."""
    for name, words in COMMANDS.items():
        began, cpu = time.perf_counter_ns(), cpu_of_children()
        subprocess.run(
            [sys.executable, *words],
            cwd=ROOT,
            env=environment(pure=False),
            stdout=subprocess.DEVNULL,
            check=True,
        )
        yield name, Reading(1, cpu_of_children() - cpu, time.perf_counter_ns() - began)


def cpu_of_children() -> int:
    """Return the CPU time of all ended children in nanoseconds; 0 where the system has no count."""
    try:
        import resource
    except ImportError:
        return 0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return round((used.ru_utime + used.ru_stime) * 1e9)


def peak_of_run(rounds: int, *, pure: bool) -> tuple[int, int | None]:
    """Run `arena run` for about some rounds; return how many they were, and its peak in bytes."""
    pairs = max(1, rounds // ROUNDS_A_PAIR)
    with TemporaryDirectory(prefix="arena-bench-") as folder:
        out = Path(folder) / "run"
        words = f"run -b simple -b too=simple -n {pairs} --rules classic --seed bench -q".split()
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.peak", *words, "--out", str(out)],
            cwd=ROOT,
            env=environment(pure=pure),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        with (out / "games.jsonl").open("rb") as log:
            log.seek(-1000, 2)
            played = json.loads(log.read().splitlines()[-1])["rounds"]
    told = done.stdout.splitlines()[-1] if done.stdout.strip() else ""
    return played, int(told) if told.isdigit() else None
