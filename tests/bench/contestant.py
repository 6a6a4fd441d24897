"""The benchmark's side of a contestant: its process, started, asked and ended."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.bench.stopwatch import Reading

ROOT = Path(__file__).parents[2]


class Contestant:
    """A worker process; `missing` says why there is none, or is None."""

    def __init__(self, who: str, kind: str, *, pure: bool = False) -> None:
        self.who = who
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.worker", kind],
            cwd=ROOT,
            env=environment(pure=pure),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._is_peer = kind != "arena"
        self.missing: str | None = None
        first = self._answer("the start")
        self.missing = first.get("missing", self.missing)
        self.compiled: list[str] = first.get("compiled", [])

    def ask(self, task: str, *sizes: object) -> dict[str, object]:
        """Return a task's answer: Readings and plain facts by name; nothing of who is missing.

        Raises:
            RuntimeError: when the arena itself fails; its worker has printed why. A peer that
                fails is missing from then on.
        """
        if self.missing is not None:
            return {}
        assert self._process.stdin
        print(json.dumps({"task": task, "sizes": sizes}), file=self._process.stdin, flush=True)
        return {
            name: Reading(**one) if isinstance(one, dict) else one
            for name, one in self._answer(task).items()
        }

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _answer(self, task: str) -> dict[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if line:
            found: dict[str, Any] = json.loads(line)
            return found
        if not self._is_peer:
            raise RuntimeError(f"{self.who}: {task} failed")
        self.missing = f"{task} failed"
        return {}


def environment(*, pure: bool) -> dict[str, str]:
    """Return the variables of a child: none of the arena's own but the one that forces pure."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    return {**kept, "ARENA_PURE": "1"} if pure else kept
