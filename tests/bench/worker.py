"""A contestant in its own process: `python -m tests.bench.worker arena`.

Reads a task a line on stdin and answers a line on stdout, both JSON. The first line that it writes
says which of the arena's modules are compiled, or that the contestant is not installed.
"""

import importlib
import json
import os
import sys
from dataclasses import asdict
from importlib.machinery import ExtensionFileLoader
from typing import TextIO

from tests.bench.stopwatch import Reading


def main() -> None:
    """Answer tasks until stdin ends."""
    out = answers()
    try:
        tasks = importlib.import_module(f"tests.bench.{sys.argv[1]}_tasks").TASKS
    except ModuleNotFoundError as error:
        if sys.argv[1] == "arena":
            raise
        tell(out, {"missing": f"{error.name} is not installed"})
        return
    tell(out, {"compiled": compiled_modules()})
    for line in sys.stdin:
        task = json.loads(line)
        found = tasks[task["task"]](*task["sizes"])
        tell(out, {name: asdict(one) if type(one) is Reading else one for name, one in found})


def answers() -> TextIO:
    """Return the process's stdout; what a contestant's library prints goes to stderr."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return out


def tell(out: TextIO, answer: dict[str, object]) -> None:
    """Write an answer."""
    print(json.dumps(answer), file=out, flush=True)


def compiled_modules() -> list[str]:
    """Return the arena's modules that run compiled in this process."""
    return sorted(
        name
        for name, module in sys.modules.items()
        if name.startswith("arena.")
        and isinstance(getattr(module.__spec__, "loader", None), ExtensionFileLoader)
    )


if __name__ == "__main__":
    main()
