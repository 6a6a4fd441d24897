"""The command line as a user meets it: a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path


def arena(
    *words: str, cwd: Path, stdin: bytes | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run `arena` in a folder; keyword arguments are environment variables."""
    done = subprocess.run(
        [sys.executable, "-m", "arena", *words],
        cwd=cwd,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **variables},
        input=stdin,
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def lines_of(log: Path) -> list[dict]:
    """The lines of a JSONL file."""
    return [json.loads(line) for line in log.read_bytes().splitlines()]
