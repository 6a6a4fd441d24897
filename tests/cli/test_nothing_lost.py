"""What cannot be played leaves what was there as it was."""

from pathlib import Path

import pytest

from tests.cli.terminal import arena

RUN = ("run", "-b", "simple", "-b", "greedy", "-n", "1", "--seed", "s", "-q")
NOWHERE = ("--dask", "tcp://127.0.0.1:1")
"""Where no scheduler can be: nobody but the system may listen on port 1."""


def test_a_cluster_that_is_not_there_replaces_no_log(in_tmp: Path) -> None:
    pytest.importorskip("distributed")
    assert arena(*RUN, "--out", "o", cwd=in_tmp).returncode == 0
    log = (in_tmp / "o/games.jsonl").read_bytes()
    done = arena(*RUN, "--out", "o", "--force", *NOWHERE, cwd=in_tmp)
    assert done.returncode == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in done.stderr
    assert (in_tmp / "o/games.jsonl").read_bytes() == log


def test_a_run_that_cannot_begin_leaves_no_folder(in_tmp: Path) -> None:
    """Where it chose the folder itself."""
    text = (
        "from pathlib import Path\nfrom arena.bot import Bot\n"
        "import multiprocessing\n"
        "if multiprocessing.parent_process():\n    raise ValueError('not here')\n\n\n"
        "class Mine(Bot):\n    pass\n"
    )
    (in_tmp / "mine.py").write_text(text)
    done = arena("run", "-b", "simple", "-b", "mine.py:Mine", "-n", "1", cwd=in_tmp)
    assert done.returncode == 2
    assert "entrant Mine: bot 'mine.py:Mine' cannot be loaded" in done.stderr
    assert list((in_tmp / "logs").iterdir()) == []
