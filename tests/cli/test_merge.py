"""Shards on the command line: `run --shard`, `merge`, and what reads the log of a shard."""

import json
from pathlib import Path

import pytest

from tests.cli.terminal import arena, inside, lines_of

RUN = ("run", "-b", "simple", "-b", "greedy", "-b", "random", "-n", "2", "--seed", "s", "-q")
"""Three pairings of two pairs: twelve series."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run, and its three shards."""
    folder = tmp_path_factory.mktemp("played")
    bots = {"ARENA_BOTS": "simple,greedy,random"}
    parts = {"whole": (), **{str(k): ("--shard", f"{k}/3") for k in (1, 2, 3)}}
    for out, words in parts.items():
        done = arena(*RUN, "--out", out, *words, cwd=folder, **bots)
        assert done.returncode == 0, done.stderr
    return folder


def test_a_merge_has_the_bytes_of_the_run_and_prints_its_table(
    played: Path, tmp_path: Path
) -> None:
    done = arena("merge", "3", "1/games.jsonl", "2", "--out", str(tmp_path / "out"), cwd=played)
    assert done.returncode == 0, done.stderr
    for name in ("games.jsonl", "standings.json", "config.yaml"):
        assert (tmp_path / "out" / name).read_bytes() == (played / "whole" / name).read_bytes()
    assert done.stdout == inside("standings", "whole", cwd=played).stdout
    log = tmp_path / "out" / "games.jsonl"
    rounds = sum(line["kind"] == "round" for line in lines_of(log))
    assert done.stderr == f"log: {log}: 12 series, {rounds} rounds\n"


def test_a_quiet_merge_prints_the_table_alone(played: Path, tmp_path: Path) -> None:
    words = ("merge", "1", "2", "3", "--out", str(tmp_path / "out"), "-q", "--format", "json")
    done = inside(*words, cwd=played)
    assert (done.returncode, done.stderr) == (0, "")
    assert [row["series"] for row in json.loads(done.stdout)["standings"]] == [8, 8, 8]


def test_logs_without_a_config_are_merged_with_a_warning(played: Path, tmp_path: Path) -> None:
    for number in (1, 2, 3):
        text = (played / str(number) / "games.jsonl").read_bytes()
        (tmp_path / f"{number}.jsonl").write_bytes(text)
    names = ("1.jsonl", "2.jsonl", "3.jsonl")
    done = inside("merge", *names, "--out", ".", cwd=tmp_path)
    assert done.returncode == 0
    assert "warning: no config.yaml" in done.stderr
    text = (tmp_path / "games.jsonl").read_bytes()
    assert text == (played / "whole" / "games.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("1", "2"), "shard 3/3 is missing"),
        (("1", "2", "3", "2"), "2/games.jsonl and 2/games.jsonl both hold shard 2/3"),
        (("1", "2", "whole"), "whole/games.jsonl:1: part: is none"),
        (("1", "2", "nowhere"), "nowhere: there is no such file"),
        (("1", "2", "3", "--out", ""), "--out: the name of the folder is empty"),
        (("1", "2", "3", "--out", "whole"), "whole holds games.jsonl already"),
        (("1", "2", "3", "--out", "2", "--force"), "2 holds 2/games.jsonl, which is to be merged"),
        (("1", "2", "3", "--out", "1/games.jsonl"), "is a file"),
        ((), "Missing argument"),
    ],
)
def test_what_cannot_be_merged_is_a_usage_error(
    words: tuple[str, ...], told: str, played: Path
) -> None:
    out = () if "--out" in words else ("--out", "new")
    done = inside("merge", *words, *out, cwd=played)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert not (played / "new").exists()


def test_a_merge_needs_to_be_told_where(played: Path) -> None:
    done = inside("merge", "1", "2", "3", cwd=played)
    assert done.returncode == 2
    assert "--out" in done.stderr


# A shard's log


def test_a_shard_verifies(played: Path) -> None:
    done = inside("verify", "1", "2", "3", cwd=played)
    assert done.returncode == 0
    assert [line.partition(" series")[0] for line in done.stdout.splitlines()] == [
        f"{number}/games.jsonl: sound: 4" for number in (1, 2, 3)
    ]


def test_a_shard_has_standings_of_its_own(played: Path) -> None:
    done = inside("standings", "2", "--format", "json", cwd=played)
    assert done.returncode == 0
    rows = json.loads(done.stdout)["standings"]
    assert sum(row["series"] for row in rows) == 2 * 4


def test_shards_are_not_pooled_but_merged(played: Path) -> None:
    done = inside("standings", "1", "2", cwd=played)
    assert done.returncode == 2
    assert "the same deals; `arena merge` joins shards of a tournament" in done.stderr


def test_the_addresses_of_a_shard_are_those_of_the_whole(played: Path) -> None:
    for address in ("4", "7.0", "5.1.0"):
        whole = inside("replay", "whole", address, cwd=played)
        part = inside("replay", "2", address, cwd=played)
        assert part.returncode == 0
        assert part.stdout == whole.stdout
    done = inside("replay", "2", "8", cwd=played)
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no series 8" in done.stderr


def test_a_shard_is_compared_with_the_whole_by_numbers(played: Path) -> None:
    done = inside("diff", "whole", "3", cwd=played)
    assert done.returncode == 0
    assert "4 series" in done.stdout


def test_the_gate_reads_a_shard(played: Path) -> None:
    words = ("gate", "simple", "--against", "greedy", "--log", "1", "--format", "json")
    done = inside(*words, cwd=played)
    assert done.returncode in (0, 1, 4), done.stderr
    assert "pairs" in done.stdout
