"""`arena run --extend` as a user meets it."""

import json
from pathlib import Path

import pytest

from .terminal import inside

RUN = ("run", "-b", "simple", "-b", "greedy", "--seed", "s")
MINE = """
from bots.simple import SimpleBot


class Mine(SimpleBot):
    pass
"""


@pytest.fixture
def old(in_tmp: Path) -> Path:
    """The folder of a run of four pairs, and what it printed."""
    assert inside(*RUN, "-n", "4", "--out", "old", cwd=in_tmp).returncode == 0
    return in_tmp / "old"


def published(out: Path) -> dict[str, bytes]:
    """What a run wrote outside of `private/`."""
    return {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}


def test_more_pairs(old: Path, in_tmp: Path) -> None:
    inside(*RUN, "-n", "9", "--out", "fresh", cwd=in_tmp)
    done = inside("run", "--extend", "old", "-n", "9", cwd=in_tmp)
    assert done.returncode == 0
    assert "8 series are taken from old/games.jsonl\n" in done.stderr
    assert "log: logs/tournament-1/games.jsonl\n" in done.stderr
    assert published(in_tmp / "logs" / "tournament-1") == published(in_tmp / "fresh")
    assert done.stdout == inside("standings", "fresh", cwd=in_tmp).stdout
    asked = json.loads((in_tmp / "logs/tournament-1/private/asked.json").read_bytes())
    assert asked == {"extend": str(old / "games.jsonl")}


@pytest.mark.parametrize("workers", ["1", "2"])
def test_more_entrants_of_files_too(workers: str, old: Path, in_tmp: Path) -> None:
    (in_tmp / "mine.py").write_text(MINE)
    inside(*RUN, "-b", "mine.py:Mine", "-n", "4", "--out", "fresh", cwd=in_tmp)
    words = ("--extend", "old/games.jsonl", "-b", "./mine.py:Mine", "--workers", workers)
    done = inside("run", *words, "--out", "there/new", "--compress", "-q", cwd=in_tmp)
    assert (done.returncode, done.stderr) == (0, "")
    assert inside("diff", "fresh", "there/new", cwd=in_tmp).returncode == 0
    again = inside("run", "--extend", "there/new", "--out", "plain", "-q", cwd=in_tmp)
    assert again.returncode == 0
    assert (in_tmp / "plain" / "games.jsonl").read_bytes() == (
        in_tmp / "fresh" / "games.jsonl"
    ).read_bytes()


def test_a_config_says_all_but_the_seed(old: Path, in_tmp: Path) -> None:
    (in_tmp / "x.yaml").write_text("entrants: [simple, random, greedy]\npairs: 5\n")
    inside("run", "x.yaml", "--seed", "s", "--out", "fresh", cwd=in_tmp)
    done = inside("run", "x.yaml", "--extend", "old", "--out", "new", cwd=in_tmp)
    assert done.returncode == 0
    assert "8 series are taken" in done.stderr
    assert published(in_tmp / "new") == published(in_tmp / "fresh")


def test_a_shard_of_the_extended_run(old: Path, in_tmp: Path) -> None:
    inside(*RUN, "-n", "9", "--out", "fresh", cwd=in_tmp)
    for shard in ("1/2", "2/2"):
        words = ("--extend", "old", "-n", "9", "--shard", shard, "--out", shard[0], "-q")
        assert inside("run", *words, cwd=in_tmp).returncode == 0
    assert inside("merge", "1", "2", "--out", "whole", cwd=in_tmp).returncode == 0
    assert published(in_tmp / "whole") == published(in_tmp / "fresh")


def test_a_bot_whose_code_changed_plays_anew(in_tmp: Path) -> None:
    (in_tmp / "mine.py").write_text(MINE)
    words = ("run", "-b", "simple", "-b", "greedy", "-b", "mine.py:Mine", "--seed", "s")
    inside(*words, "-n", "2", "--out", "old", cwd=in_tmp)
    (in_tmp / "mine.py").write_text(MINE.replace("pass", "version = '2'"))
    inside(*words, "-n", "3", "--out", "fresh", cwd=in_tmp)
    done = inside("run", "--extend", "old", "-n", "3", "--out", "new", cwd=in_tmp)
    assert done.returncode == 0
    assert "warning: entrant Mine is not the one in old/games.jsonl" in done.stderr
    assert "4 series are taken" in done.stderr
    assert (in_tmp / "new" / "games.jsonl").read_bytes() == (
        in_tmp / "fresh" / "games.jsonl"
    ).read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seed", "t"), 'seed is "s", but "t" in the new run: its series would be others'),
        (("--rules", "settled"), "rules."),
        (("-b", "simple"), "two entrants are called 'simple'"),
        (("--out", "old"), "--out old: holds the log that is extended"),
        (("--out", "old", "--force"), "--out old: holds the log that is extended"),
    ],
)
def test_what_cannot_be_extended_is_told_and_nothing_is_written(
    words: tuple[str, ...], message: str, old: Path, in_tmp: Path
) -> None:
    before = published(old)
    done = inside("run", "--extend", "old", *words, cwd=in_tmp)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert [path.name for path in in_tmp.iterdir()] == ["old"]
    assert published(old) == before


def test_a_log_without_its_config_needs_one(old: Path, in_tmp: Path) -> None:
    (in_tmp / "alone.jsonl").write_bytes((old / "games.jsonl").read_bytes())
    done = inside("run", "--extend", "alone.jsonl", "-n", "5", cwd=in_tmp)
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no config.yaml beside alone.jsonl: name a config too" in done.stderr
    done = inside("run", "old/config.yaml", "--extend", "alone.jsonl", "-q", cwd=in_tmp)
    assert done.returncode == 0
    done = inside("run", "old/config.yaml", "--extend", "-", cwd=in_tmp)
    assert (done.returncode, "must be a file" in done.stderr) == (2, True)


@pytest.mark.parametrize("name", ["nowhere", "bad.jsonl"])
def test_what_is_no_log_is_told(name: str, old: Path, in_tmp: Path) -> None:
    (in_tmp / "bad.jsonl").write_text("no log\n")
    done = inside("run", "old/config.yaml", "--extend", name, cwd=in_tmp)
    assert (done.returncode, done.stdout) == (2, "")
    assert name in done.stderr
    assert not (in_tmp / "logs").exists()
