"""`arena run` with worker processes: the same bytes, and bots that end their process."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.cli.terminal import arena, inside, lines_of
from tests.executor.test_processes import children_of, living, until

PATIENCE = 60
RUN = ("run", "-b", "simple", "-b", "greedy", "-b", "random", "-n", "20", "--seed", "s")

END = """
import os, signal, sys, time
from pathlib import Path
from arena.bot import Bot

MARKS = Path(__file__).parent / "marks"
MARKS.mkdir(exist_ok=True)


def is_due():
    # Each end has a mark of its own, which one process alone can make.
    for number in range({times}):
        try:
            (MARKS / str(number)).touch(exist_ok=False)
        except FileExistsError:
            continue
        return True
    return False


class End(Bot):
    def start_series(self, info):
        # Its seed names the series, in every process alike.
        self.is_the_one = info.seed % {of} == 0

    def play(self, view):
        if self.is_the_one and is_due():
            {end}
        return super().play(view)
"""


FORK = """
import os, sys, warnings
from arena.bot import Bot

warnings.simplefilter("ignore")


class Fork(Bot):
    def start_series(self, info):
        super().start_series(info)
        {fork}
        {child}
"""


def bot_that_ends(folder: Path, end: str, of: int = 5, times: int = 1000) -> tuple[str, ...]:
    (folder / "end.py").write_text(END.format(end=end, of=of, times=times))
    return ("run", "-b", "simple", "-b", "end.py:End", "-n", "20", "--seed", "s")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("whole")
    assert arena(*RUN, "--out", "o", "--workers", "0", cwd=folder).returncode == 0
    return (folder / "o/games.jsonl").read_bytes()


@pytest.mark.parametrize("workers", ["2", "4"])
def test_the_log_has_the_same_bytes_for_any_number_of_workers(
    workers: str, whole: bytes, in_tmp: Path
) -> None:
    done = arena(*RUN, "--out", "o", "--workers", workers, cwd=in_tmp)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "log: o/games.jsonl"
    assert "warning" not in done.stderr
    assert (in_tmp / "o/games.jsonl").read_bytes() == whole


def test_the_number_of_workers_may_come_from_a_variable(in_tmp: Path) -> None:
    done = arena(*RUN, cwd=in_tmp, ARENA_WORKERS="-1")
    assert done.returncode == 2
    assert "ARENA_WORKERS" in done.stderr or "--workers" in done.stderr


@pytest.mark.parametrize("end", ["os._exit(0)", "os.kill(os.getpid(), signal.SIGSEGV)"])
def test_a_bot_that_ends_its_worker_once_changes_no_byte(end: str, in_tmp: Path) -> None:
    words = bot_that_ends(in_tmp, end, times=1)
    done = arena(*words, "--out", "ended", "--workers", "2", cwd=in_tmp)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("a worker process died") == 1
    assert "that is done again" in done.stderr
    assert arena(*words, "--out", "whole", "--workers", "0", cwd=in_tmp).returncode == 0
    logs = [(in_tmp / name / "games.jsonl").read_bytes() for name in ("ended", "whole")]
    assert logs[0] == logs[1]
    assert "a worker process died" in (in_tmp / "ended/private/arena.log").read_text()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_bot_that_always_ends_its_worker_is_named_and_the_rest_is_written(
    workers: str, in_tmp: Path
) -> None:
    words = bot_that_ends(in_tmp, "os._exit(0)")
    done = arena(*words, "--out", "o", "--workers", workers, cwd=in_tmp)
    assert done.returncode == 6
    lines = lines_of(in_tmp / "o/games.jsonl")
    results = [line["series"] for line in lines if line["kind"] == "result"]
    stop = len(results)
    assert results == list(range(stop))
    assert lines[-1]["kind"] == "result"
    seats = ("simple", "End") if stop % 2 == 0 else ("End", "simple")
    who = f"series {stop}, {seats[0]} against {seats[1]}"
    assert f"error: the machine failed: {who}: 3 worker processes died over it" in done.stderr
    assert f"the log ends early, {stop} of 40 series: o/games.jsonl" in done.stderr
    assert "go on with: arena run --resume o\n" in done.stderr
    assert f"partial: {stop} of 40 series" in done.stdout
    ranked = inside("standings", "o", cwd=in_tmp)
    assert ranked.returncode == 0
    assert "is not complete" in ranked.stderr


def test_what_bots_print_in_workers_is_no_part_of_the_answer(in_tmp: Path) -> None:
    words = bot_that_ends(in_tmp, "print('here'); os.system('echo there')", times=1)
    done = arena(*words, "--workers", "2", "--format", "csv", cwd=in_tmp)
    assert done.stdout.startswith("rank,name")
    assert "here" not in done.stdout
    assert "here" in done.stderr


def test_a_fault_in_a_worker_leaves_its_card(in_tmp: Path) -> None:
    words = bot_that_ends(in_tmp, "raise ValueError('oh')", times=1)
    done = arena(*words, "--out", "o", "--workers", "2", cwd=in_tmp)
    assert "warning: End: 1 faults; cards in o/private" in done.stderr
    (card,) = lines_of(in_tmp / "o/private/failures.jsonl")
    assert (card["entrant"], card["kind"]) == ("End", "exception")
    assert "ValueError: oh" in card["detail"]


def test_a_bot_that_changes_under_the_run_is_refused(in_tmp: Path) -> None:
    words = bot_that_ends(
        in_tmp, "Path(__file__).write_text(Path(__file__).read_text() + '#'); os._exit(1)", times=1
    )
    done = arena(*words, "--out", "o", "--workers", "2", cwd=in_tmp)
    assert done.returncode in (2, 6)
    assert "entrant End is another one where it would play" in done.stderr


if sys.platform != "win32":

    @pytest.fixture(autouse=True)
    def _can_be_interrupted() -> Iterator[None]:
        """Let what the tests start take Ctrl-C, even where they run in the background."""
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
        signal.signal(signal.SIGINT, before)


def stuck_run(folder: Path) -> subprocess.Popen[bytes]:
    """A run with a bot that gets stuck; it is stuck already."""
    words = bot_that_ends(folder, "time.sleep(3600)", of=7, times=1)
    process = subprocess.Popen(
        [sys.executable, "-m", "arena", *words, "--out", "o", "--workers", "2"], cwd=folder,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + PATIENCE
    while not (folder / "marks").is_dir() or not any((folder / "marks").iterdir()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return process


def nobody_is_left(group: int) -> bool:
    """Tell whether a group of processes has come to its end, or does so within the minute."""
    for _ in range(10 * PATIENCE):
        if not has_members(group):
            return True
        time.sleep(0.1)
    return False


def has_members(group: int) -> bool:
    """Tell whether any process of a group lives; where there is no /proc, a dead one counts too."""
    if Path("/proc/self/stat").exists():
        return any(its_group == group for _, _, its_group in living())
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="these are the signals of Unix")
@pytest.mark.parametrize("second", [signal.SIGINT, signal.SIGTERM])
def test_two_signals_at_once_end_a_run_and_its_workers(second: int, in_tmp: Path) -> None:
    """Stopped, it meets both together when it goes on."""
    process = stuck_run(in_tmp)
    for which in (signal.SIGSTOP, signal.SIGTERM, second, signal.SIGCONT):
        process.send_signal(which)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Traceback" not in err, err.decode()
    assert b"go on with: arena run --resume o\n" in err
    assert nobody_is_left(process.pid)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.parametrize("workers", ["0", "2"])
@pytest.mark.parametrize("child", ["pass", "pid or sys.exit(0)"], ids=["plays on", "exits"])
def test_a_bot_that_forks_changes_no_byte(child: str, workers: str, in_tmp: Path) -> None:
    """Its copy may play on, but it has nothing to say."""
    (in_tmp / "fork.py").write_text(FORK.format(child="pass", fork="pid = 1"))
    words = ("run", "-b", "simple", "-b", "fork.py:Fork", "-n", "8", "--seed", "s")
    assert arena(*words, "--out", "plain", cwd=in_tmp).returncode == 0
    (in_tmp / "fork.py").write_text(FORK.format(child=child, fork="pid = os.fork()"))
    done = arena(*words, "--out", "o", "--workers", workers, cwd=in_tmp)
    assert done.returncode == 0, done.stderr
    logs = [(in_tmp / name / "games.jsonl").read_bytes() for name in ("plain", "o")]
    plain, forked = (text[text.index(b"\n") :].splitlines() for text in logs)
    assert [line for line in forked if b'"round"' in line] == [
        line for line in plain if b'"round"' in line
    ]
    assert arena("verify", "o", cwd=in_tmp).returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="these are the signals of Unix")
@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("to_all", [False, True], ids=["to the parent", "to all"])
def test_an_interrupted_run_writes_what_is_complete_and_tells_how_to_go_on(
    which: int, to_all: bool, in_tmp: Path
) -> None:
    """A terminal sends Ctrl-C to all processes, `kill` a signal to one."""
    process = stuck_run(in_tmp)
    (os.killpg if to_all else os.kill)(process.pid, which)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Traceback" not in err, err.decode()
    assert b"go on with: arena run --resume o\n" in err
    assert b"interrupted\n" in err
    lines = lines_of(in_tmp / "o/games.jsonl")
    count = sum(line["kind"] == "result" for line in lines)
    assert lines[-1]["kind"] in ("result", "tournament")
    assert f"partial: {count} of 40 series" in out.decode()
    assert nobody_is_left(process.pid)


@pytest.mark.skipif(sys.platform == "win32", reason="the same")
def test_a_killed_run_leaves_whole_series_and_no_workers(in_tmp: Path) -> None:
    process = stuck_run(in_tmp)
    process.kill()
    process.communicate(timeout=PATIENCE)
    text = (in_tmp / "o/games.jsonl").read_bytes()
    assert text.endswith(b"\n")
    assert lines_of(in_tmp / "o/games.jsonl")[-1]["kind"] in ("result", "tournament")
    assert nobody_is_left(process.pid)


SLOW = """
import os, time
from bots.simple import SimpleBot


class Slow(SimpleBot):
    def start_series(self, info):
        time.sleep(float(os.environ.get("SLOW", "0")))
        super().start_series(info)
"""


SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 20))]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
@pytest.mark.parametrize("seed", SEEDS)
def test_workers_that_are_killed_at_random_moments_change_no_byte(seed: int, in_tmp: Path) -> None:
    """Two workers sleep for three seconds each, so that both moments come before the end."""
    (in_tmp / "slow.py").write_text(SLOW)
    words = ("run", "-b", "simple", "-b", "slow.py:Slow", "-n", "60", "--seed", "s")
    process = subprocess.Popen(
        [sys.executable, "-m", "arena", *words, "--out", "o", "--workers", "2"], cwd=in_tmp,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        env={**os.environ, "SLOW": "0.05"},
    )  # fmt: skip
    chance = Random(seed)
    kills = 0
    for _ in range(2):  # a third one over the same series would end the run
        until(lambda: workers_of(process) or process.poll() is not None)
        time.sleep(chance.random())
        if workers := workers_of(process):
            with suppress(ProcessLookupError):
                os.kill(chance.choice(workers), signal.SIGKILL)
                kills += 1
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err.decode()
    assert kills >= 1
    assert arena(*words, "--out", "whole", "--workers", "0", cwd=in_tmp).returncode == 0
    logs = [(in_tmp / name / "games.jsonl").read_bytes() for name in ("o", "whole")]
    assert logs[0] == logs[1]


def workers_of(process: subprocess.Popen[bytes]) -> list[int]:
    """Return the worker processes of a run; it has none when it is over."""
    if process.poll() is not None:
        return []
    return [pid for pid in children_of(process.pid) if is_worker(pid)]


def is_worker(pid: int) -> bool:
    """Tell whether a process is a spawned one, and not the one that tracks their resources."""
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
