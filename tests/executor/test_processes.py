"""Workers of this machine: the order holds, whoever dies."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest

from arena.executor.messages import WorkerError
from arena.executor.processes import Processes
from arena.executor.work import WorkerLostError
from arena.mistake import UserMistake
from tests.executor.jobs import failing, work

SQUARES = [number * number for number in range(100)]
PATIENCE = 60
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_results_come_in_the_order_of_the_numbers(workers: int) -> None:
    assert list(Processes(workers).run(work(), range(100))) == SQUARES


def test_no_numbers_give_no_results_and_need_no_worker() -> None:
    assert list(Processes(2).run(work(), [])) == []


def test_numbers_without_end_are_taken_as_they_are_needed() -> None:
    results = Processes(2).run(work(), count())
    assert list(islice(results, 10)) == SQUARES[:10]
    results.close()
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("how", ["exit", "kill", "leave a child", "close"])
@pytest.mark.parametrize("at", [0, 57])
def test_the_batch_of_a_dead_worker_is_done_again_and_once(
    how: str, at: int, tmp_path: Path
) -> None:
    told: list[str] = []
    results = list(Processes(2, told.append).run(failing(at, how, tmp_path, 1), range(100)))
    assert results == SQUARES
    assert len(told) == 1
    assert "a worker process died" in told[0]


def test_a_number_that_kills_every_worker_is_named_and_all_before_it_is_done(
    tmp_path: Path,
) -> None:
    results: list[int] = []
    match = r"^number 57: 3 worker processes died over it: exit code 3$"
    with pytest.raises(WorkerLostError, match=match):
        results.extend(Processes(3).run(failing(57, "exit", tmp_path), range(100)))
    assert results == SQUARES[:57]
    assert len(list(tmp_path.iterdir())) == 3
    assert multiprocessing.active_children() == []


def test_workers_that_die_before_they_begin_end_the_run(tmp_path: Path) -> None:
    match = "die before they can begin: exit code 3"
    with pytest.raises(WorkerLostError, match=match):
        list(Processes(2).run(failing("start", "exit", tmp_path), range(10)))


def test_a_worker_that_lives_goes_on_where_no_other_can_begin(tmp_path: Path) -> None:
    """The first worker begins; all others die, until it is left alone with the work."""
    told: list[str] = []
    first = {"at": "start", "do": "exit", "marks": str(tmp_path), "spared": 1}
    assert list(Processes(3, told.append).run(work(first), range(2000))) == [
        number * number for number in range(2000)
    ]
    assert told == ["worker processes die before they can begin: exit code 3; 1 go on"]


def test_one_worker_that_dies_before_it_begins_is_replaced(tmp_path: Path) -> None:
    assert list(Processes(1).run(failing("start", "exit", tmp_path, 2), range(100))) == SQUARES


def test_work_that_is_refused_is_the_users_mistake_before_the_first_result(tmp_path: Path) -> None:
    with pytest.raises(UserMistake, match=r"^this is another bot$"):
        list(Processes(2).run(failing("start", "mistake", tmp_path), range(10)))


def test_work_that_is_refused_later_is_lost(tmp_path: Path) -> None:
    with pytest.raises(WorkerLostError, match=r"^this is another bot$"):
        list(Processes(1).run(failing(57, "mistake", tmp_path), range(100)))


def test_what_fails_in_a_worker_by_our_fault_comes_with_its_traceback(tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match=r"(?s)tests.executor.jobs.*ZeroDivisionError: ours"):
        list(Processes(1).run(failing(57, "bug", tmp_path), range(100)))


def test_a_bot_that_raises_keyboard_interrupt_interrupts_as_in_line(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        list(Processes(1).run(failing(57, "interrupt", tmp_path), range(100)))


SCRIPT = """
import sys
from pathlib import Path
from arena.executor.processes import Processes
from tests.executor.jobs import failing

list(Processes(2).run(failing(5, "sleep", Path(sys.argv[1]), 1), range(10)))
"""
"""As people write them: without a guard that keeps a spawned process from running it again."""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    """Even in the middle of something that takes an hour."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    marks = tmp_path / "marks"
    marks.mkdir()
    process = subprocess.Popen(
        [sys.executable, script, marks], env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    until(lambda: any(marks.iterdir()))
    workers = children_of(process.pid)
    assert len(workers) >= 2
    process.kill()
    process.wait(PATIENCE)
    until(lambda: not any(pid in workers for pid, _, _ in living()))


def until(is_so) -> None:  # type: ignore[no-untyped-def]
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def children_of(parent: int) -> list[int]:
    return [pid for pid, its_parent, _ in living() if its_parent == parent]


def living() -> Iterator[tuple[int, int, int]]:
    """Yield the number, the parent and the group of each process.

    One that is dead is none, though nobody has reaped it: in a container PID 1 may never do so.
    """
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent, group = path.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if state not in "ZX":
            yield int(path.parent.name), int(parent), int(group)


def test_workers_leave_ctrl_c_to_their_parent() -> None:
    results = Processes(1).run(work(), count())
    next(results)
    (worker,) = multiprocessing.active_children()
    assert worker.pid
    os.kill(worker.pid, signal.SIGINT)
    assert next(islice(results, 600, None)) == 601 * 601
    assert multiprocessing.active_children() == [worker]
    results.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss counts kilobytes here")
def test_memory_does_not_grow_with_the_series_while_the_first_one_is_slow(tmp_path: Path) -> None:
    peaks = []
    for count_ in (1_000, 100_000):
        code = "from tests.executor.memory import main; main()"
        words = [sys.executable, "-c", code, tmp_path / str(count_), str(count_)]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, check=True, timeout=1000)
        peaks.append(int(done.stdout))
    assert abs(peaks[1] - peaks[0]) < 20_000_000, peaks
