"""One run at a time in a folder, and no lock that outlives its process."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path

import pytest

from arena.log.folder import FolderError, RunFolder, chosen_folder
from arena.log.lock import hold_lock

HOLD = """
import sys
from pathlib import Path
from arena.log.lock import hold_lock

with hold_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held_elsewhere(path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Have another process hold a lock."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", HOLD, path], stdin=pipe, stdout=pipe) as process:
        assert process.stdout
        assert process.stdout.readline().strip() == b"held"
        yield process


def is_free(path: Path) -> bool:
    try:
        with hold_lock(path):
            return True
    except BlockingIOError:
        return False


def test_a_lock_is_held_once(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with hold_lock(path):
        assert not is_free(path)
        assert not is_free(path)
    assert is_free(path)
    assert is_free(path)


def test_a_lock_is_held_against_other_processes(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with held_elsewhere(path) as process:
        assert not is_free(path)
        process.communicate(b"")
        assert is_free(path)


def test_a_dead_process_s_lock_is_free(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with held_elsewhere(path) as process:
        process.kill()
        process.wait()
        assert path.exists()
        assert is_free(path)


FORK = """
import os, sys, time
from pathlib import Path
from arena.log.lock import hold_lock

with hold_lock(Path(sys.argv[1])):
    if os.fork() == 0:
        print(os.getpid(), flush=True)  # the child says so: from here on it has let go
        time.sleep(60)
        os._exit(0)
    sys.stdin.read()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_child_that_was_forked_off_does_not_keep_it(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    words = [sys.executable, "-c", FORK, str(path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        child = int(process.stdout.readline())
        try:
            assert not is_free(path)
            process.kill()
            process.wait()
            assert is_free(path)
        finally:
            os.kill(child, signal.SIGKILL)


@pytest.mark.parametrize("method", get_all_start_methods())
def test_worker_processes_neither_keep_it_nor_free_it(method: str, tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with hold_lock(path):
        worker = get_context(method).Process(target=int)  # type: ignore[attr-defined]
        worker.start()
        worker.join()
        assert not is_free(path)


def test_a_lock_file_that_its_holder_removed_is_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with hold_lock(path):
        if os.name == "nt":
            return
        path.unlink()
        assert is_free(path)
        assert path.exists()


# Folders


def test_a_folder_that_is_held_is_refused_and_left_alone(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    folder.write_config("name: x\n")
    with held_elsewhere(tmp_path / "private" / "lock"):
        with pytest.raises(FolderError, match="another run is writing here"), folder.hold():
            pass
        with pytest.raises(FolderError, match="another run is writing here"):
            chosen_folder(tmp_path, force=True)
        with pytest.raises(FolderError, match="another run is writing here"):
            folder.clear()
        assert (tmp_path / "config.yaml").exists()
    chosen_folder(tmp_path, force=True)
    assert list(tmp_path.iterdir()) == []


def test_whoever_holds_a_folder_may_clear_it_and_still_holds_it(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    folder.write_config("name: x\n")
    with folder.hold(), folder.hold():
        folder.clear()
        private = tmp_path / "private"
        assert set(tmp_path.rglob("*")) == {private, private / "lock"}
        assert not is_free(tmp_path / "private" / "lock")
    with folder.hold():
        pass
    folder.clear()
    assert list(tmp_path.iterdir()) == []


def test_what_private_leads_to_elsewhere_is_not_cleared(tmp_path: Path) -> None:
    there, out = tmp_path / "there", tmp_path / "out"
    there.mkdir()
    out.mkdir()
    (there / "mine.txt").write_text("mine")
    (out / "private").symlink_to(there)
    chosen_folder(out, force=True)
    assert (there / "mine.txt").exists()
    assert list(out.iterdir()) == []
