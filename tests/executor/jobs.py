"""Work for workers of the tests, found by its name in another process; `order` has it fail.

`{"at": 7, "do": "exit", "marks": folder, "times": 1}`: the first so many workers that come to
number 7 leave a mark in the folder and fail; with `spared` the first of them do not.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from arena.executor.work import Work
from arena.mistake import UserMistake


def square(number: int) -> int:
    return number * number


def prepare(order: dict[str, Any]) -> Callable[[int], int]:
    def do(number: int) -> int:
        if number == order.get("at") and is_due(order):
            fail(order["do"])
        return square(number)

    if order.get("at") == "start" and is_due(order):
        fail(order["do"])
    return do


def is_due(order: dict[str, Any]) -> bool:
    """Tell whether it is to fail once more, and mark that it came to it."""
    for time_ in range(order.get("times", 1000)):
        try:
            (Path(order["marks"]) / str(time_)).touch(exist_ok=False)
        except FileExistsError:
            continue
        return time_ >= order.get("spared", 0)
    return False


def fail(how: str) -> None:
    if how == "exit":
        os._exit(3)
    if how == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "leave a child":
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], close_fds=False)
        os._exit(3)
    if how == "close":
        os.closerange(0, 100)
    if how == "sleep":
        time.sleep(3600)
    errors: dict[str, BaseException] = {
        "mistake": UserMistake("this is another bot"),
        "bug": ZeroDivisionError("ours"),
        "interrupt": KeyboardInterrupt(),
    }
    raise errors[how]


def work(order: dict[str, Any] | None = None) -> Work[int]:
    return Work(square, prepare, order or {}, lambda number: f"number {number}")


def failing(at: int | str, do: str, marks: Path, times: int = 1000) -> Work[int]:
    return work({"at": at, "do": do, "marks": str(marks), "times": times})


def noting(numbers: range, taken: list[int]) -> Iterator[int]:
    """Yield numbers, and note which were taken."""
    for number in numbers:
        taken.append(number)
        yield number
