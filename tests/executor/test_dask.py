"""A Dask cluster: a real scheduler and real workers on loopback, killed, strange or missing."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.executor import dask
from arena.executor.dask import Dask
from arena.executor.messages import WorkerError
from arena.executor.work import WorkerLostError
from arena.mistake import UserMistake
from tests.cli.terminal import arena
from tests.executor.jobs import failing, work

pytest.importorskip("distributed", reason="the extra `distributed` is not installed")
pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="workers are killed as Unix does it"),
    # What Dask leaves open in this process is its own affair.
    pytest.mark.filterwarnings("default::ResourceWarning", "default::DeprecationWarning"),
]
ROOT = Path(__file__).parents[2]
SQUARES = [number * number for number in range(100)]
PATIENCE = 60


class Cluster:
    """A scheduler of its own process, and workers that are started as they are wanted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / "scheduler.json"
        self._processes = [self._start("dask_scheduler", "--port", "0")]
        until(lambda: self._file.exists() and self._file.read_text().strip().endswith("}"))
        self.address = str(json.loads(self._file.read_text())["address"])

    def _start(self, module: str, *words: str, **variables: str) -> subprocess.Popen[bytes]:
        path = os.pathsep.join([*variables.pop("first", "").split(), str(ROOT)])
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{module}", "--host", "127.0.0.1",
             "--no-dashboard", "--scheduler-file", self._file, *words],
            cwd=self.folder, env={**os.environ, "PYTHONPATH": path, **variables},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def add_workers(self, count: int, first: str = "") -> list[subprocess.Popen[bytes]]:
        """Start workers, and wait until the scheduler knows them, however slow the machine is.

        `first` names the folders that they import from before all others.
        """
        from distributed import Client

        place = str(self.folder / "space")
        words = ("--nthreads", "1", "--no-nanny", "--local-directory", place)
        for _ in range(count):
            self._processes.append(self._start("dask_worker", *words, first=first))
        with Client(self.address, timeout=PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(len(self._processes) - 1, timeout=PATIENCE)
        return self._processes[-count:]

    def end(self) -> None:
        for process in reversed(self._processes):
            process.kill()
            process.wait(PATIENCE)


def until(is_so) -> None:  # type: ignore[no-untyped-def]
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@contextmanager
def cluster_of(folder: Path, workers: int) -> Iterator[Cluster]:
    cluster = Cluster(folder)
    try:
        if workers:
            cluster.add_workers(workers)
        yield cluster
    finally:
        cluster.end()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler and two workers that no test harms."""
    with cluster_of(tmp_path_factory.mktemp("cluster"), 2) as found:
        yield found


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler for one test, without workers."""
    (tmp_path / "cluster").mkdir()
    with cluster_of(tmp_path / "cluster", 0) as found:
        yield found


RUN = ("run", "-b", "simple", "-b", "greedy", "-n", "20", "--seed", "s")


def test_the_log_has_the_bytes_of_a_run_in_line(cluster: Cluster, in_tmp: Path) -> None:
    done = arena(*RUN, "--out", "dask", "--dask", cluster.address, cwd=in_tmp)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "log: dask/games.jsonl"
    assert "warning" not in done.stderr
    assert arena(*RUN, "--out", "line", "--workers", "0", cwd=in_tmp).returncode == 0
    logs = [(in_tmp / name / "games.jsonl").read_bytes() for name in ("dask", "line")]
    assert logs[0] == logs[1]


def test_results_come_in_the_order_of_the_numbers(cluster: Cluster) -> None:
    assert list(Dask(cluster.address, 1).run(work(), range(100))) == SQUARES


def test_a_generator_that_is_closed_leaves_the_cluster_idle(cluster: Cluster) -> None:
    results = Dask(cluster.address, 1).run(work(), range(10**9))
    assert next(results) == 0
    results.close()
    assert list(Dask(cluster.address, 1).run(work(), range(10))) == SQUARES[:10]


def test_our_own_faults_come_with_their_traceback(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match=r"(?s)tests.executor.jobs.*ZeroDivisionError: ours"):
        list(Dask(cluster.address, 1).run(failing(57, "bug", tmp_path), range(100)))


def test_a_worker_that_is_killed_costs_its_batch_alone(own: Cluster, tmp_path: Path) -> None:
    """Two workers; the one that comes to number 57 first is killed there, and stays dead."""
    workers = own.add_workers(2)
    (tmp_path / "marks").mkdir()
    results = list(Dask(own.address, 1).run(failing(57, "kill", tmp_path / "marks", 1), range(100)))
    assert results == SQUARES
    until(lambda: -signal.SIGKILL in [worker.poll() for worker in workers])


def test_a_cluster_without_workers_is_told(own: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "CONNECT", 1)
    with pytest.raises(UserMistake, match=f"scheduler at {own.address} has no workers"):
        list(Dask(own.address, 1).run(work(), range(10)))


def test_a_cluster_whose_last_worker_dies_is_given_up(
    own: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask, "LOOK_EVERY", 0.1)
    monkeypatch.setattr(dask, "ALONE", 0)
    monkeypatch.setattr(dask, "FETCH", 1)
    own.add_workers(1)
    (tmp_path / "marks").mkdir()
    with pytest.raises(WorkerLostError, match="has had no worker for"):
        list(Dask(own.address, 1).run(failing(57, "kill", tmp_path / "marks"), range(100)))


def test_a_number_that_kills_every_worker_is_named(tmp_path: Path) -> None:
    """On a cluster of our own, whose workers come back."""
    match = r"^number 57: 3 worker processes died over it"
    told: list[str] = []
    results: list[int] = []
    with pytest.raises(WorkerLostError, match=match):
        results.extend(Dask("local", 2, told.append).run(failing(57, "kill", tmp_path), range(100)))
    assert results == SQUARES[:57]
    assert len(told) >= 3


VERSION = "import arena\n\narena.__version__ = '0.0.7'\n"
MINE = "from arena.bot import Bot\n\n\nclass Mine(Bot):\n    version = '{version}'\n"


def other_world(folder: Path, name: str, text: str) -> str:
    """Make a folder that a worker imports from first."""
    world = folder / "other"
    world.mkdir()
    (world / name).write_text(text)
    return str(world)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("sitecustomize.py", VERSION, "the arena is another one where it would play: 0.0.7"),
        ("mine.py", MINE.format(version="2"), "entrant Mine is another one where it would play"),
        ("bots.py", "", "entrant simple: bot 'simple' cannot be loaded"),
    ],
)
def test_a_worker_with_another_arena_or_bot_is_refused(
    name: str, text: str, message: str, own: Cluster, in_tmp: Path
) -> None:
    (in_tmp / "mine.py").write_text(MINE.format(version="1"))
    own.add_workers(1, other_world(in_tmp, name, text) + " " + str(in_tmp))
    words = ("run", "-b", "simple", "-b", "mine:Mine", "-n", "2", "--seed", "s", "--out", "o")
    done = arena(*words, "--dask", own.address, cwd=in_tmp, PYTHONPATH=str(in_tmp))
    assert done.returncode == 2
    assert message in done.stderr
    assert "another one" not in message or "; the run has" in done.stderr
    assert list((in_tmp / "o").iterdir()) == []


def test_a_worker_without_the_arena_is_refused(own: Cluster, in_tmp: Path) -> None:
    own.add_workers(1, other_world(in_tmp, "arena.py", ""))
    done = arena(*RUN, "--dask", own.address, cwd=in_tmp)
    assert done.returncode == 2
    assert "has no such arena: " in done.stderr


def test_a_scheduler_that_does_not_answer_is_told(in_tmp: Path) -> None:
    """Its port is held by a socket that does not listen, so that nothing else can answer there."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{held.getsockname()[1]}"
        done = arena(*RUN, "--dask", address, cwd=in_tmp)
    assert done.returncode == 2
    assert f"no Dask scheduler answers at {address}" in done.stderr


@pytest.mark.parametrize(
    "address", ["", "nonsense", "tcp://", "udp://127.0.0.1:1", "tls://127.0.0.1:1"]
)
def test_an_address_that_is_none_is_told(address: str, in_tmp: Path) -> None:
    done = arena(*RUN, "--dask", address, cwd=in_tmp)
    assert done.returncode == 2
    assert "Dask scheduler" in done.stderr
    assert list(in_tmp.rglob("*.jsonl")) == []


def test_what_is_missing_without_the_extra_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UserMistake, match=r"pip install 'hollywood-gin-arena\[distributed\]'"):
        list(Dask("local", 1).run(work(), range(10)))
