"""`arena standings`, `arena replay`, `arena verify`: logs as users name them."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import arena

GOLDEN = Path(__file__).parents[1] / "golden" / "smoke.jsonl"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two logs below logs/, the second written last."""
    folder = tmp_path_factory.mktemp("played")
    for seed in ("one", "two"):
        arena("run", "-b", "simple", "-b", "greedy", "-n", "2", "--seed", seed, cwd=folder,
              ARENA_BOTS="simple,greedy")  # fmt: skip
    return folder


def test_without_a_log_the_one_written_last_is_taken(played: Path) -> None:
    assert arena("verify", cwd=played).stdout.startswith("logs/tournament-2/games.jsonl: sound")


def test_a_log_is_a_file_or_its_folder(played: Path) -> None:
    by_file = arena("standings", "logs/tournament-1/games.jsonl", cwd=played)
    by_folder = arena("standings", "logs/tournament-1", cwd=played)
    assert by_file.returncode == 0
    assert by_file.stdout == by_folder.stdout


@pytest.mark.parametrize("form", ["json", "csv", "markdown"])
def test_standings_survive_odd_names_in_every_form(form: str, in_tmp: Path) -> None:
    done = arena("standings", str(GOLDEN), "--format", form, cwd=in_tmp)
    assert done.returncode == 0
    name = "lucky | été 🂡"
    if form == "json":
        names = [row["name"] for row in json.loads(done.stdout)["standings"]]
    elif form == "csv":
        names = [row["name"] for row in csv.DictReader(io.StringIO(done.stdout))]
    else:
        rows = [line for line in done.stdout.splitlines() if line.startswith("|")][2:]
        names = [row.replace("\\|", "\0").split("|")[2].strip().replace("\0", "|") for row in rows]
    assert name in names


def test_several_logs_are_pooled_and_the_same_deals_are_refused(played: Path) -> None:
    logs = ("logs/tournament-1", "logs/tournament-2")
    done = arena("standings", *logs, "--format", "json", cwd=played)
    assert [row["series"] for row in json.loads(done.stdout)["standings"]] == [8, 8]
    assert [row["units"] for row in json.loads(done.stdout)["standings"]] == [4, 4]
    done = arena("standings", logs[0], logs[0], cwd=played)
    assert done.returncode == 2
    assert "the same deals" in done.stderr


def test_standings_of_a_cut_log_count_its_complete_series_and_say_so(
    played: Path, in_tmp: Path
) -> None:
    text = (played / "logs/tournament-1/games.jsonl").read_bytes()
    second = text.index(b'{"kind":"series","series":2')
    (in_tmp / "cut.jsonl").write_bytes(text[:second])
    done = arena("standings", "cut.jsonl", "--format", "json", cwd=in_tmp)
    assert done.returncode == 0
    assert "is not complete" in done.stderr
    assert [row["series"] for row in json.loads(done.stdout)["standings"]] == [2, 2]


def test_verify_says_no_with_line_and_reason_for_each_bad_log(played: Path, in_tmp: Path) -> None:
    text = (played / "logs/tournament-1/games.jsonl").read_bytes()
    (in_tmp / "good.jsonl").write_bytes(text)
    (in_tmp / "bad.jsonl").write_bytes(text.replace(b'"points":', b'"points":1', 1))
    (in_tmp / "empty.jsonl").write_bytes(b"")
    done = arena("verify", "good.jsonl", "bad.jsonl", "empty.jsonl", cwd=in_tmp)
    assert done.returncode == 1
    good, bad, empty = done.stdout.splitlines()
    assert good.startswith("good.jsonl: sound: 4 series")
    assert bad.startswith("bad.jsonl:3: points: the log has 1")
    assert empty.startswith("empty.jsonl: is empty")


def test_a_log_that_is_not_there_is_a_usage_error(in_tmp: Path) -> None:
    for command in ("standings", "replay", "verify"):
        done = arena(command, "nowhere", cwd=in_tmp)
        assert (done.returncode, done.stdout) == (2, "")
        assert "nowhere: there is no such file" in done.stderr
        done = arena(command, cwd=in_tmp)
        assert done.returncode == 2
        assert "holds no log yet" in done.stderr


def test_replay_shows_a_round_with_cards_moves_and_sheet(played: Path) -> None:
    done = arena("replay", "logs/tournament-1", "0.1", cwd=played)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Series 0: simple - greedy")
    assert lines[1].startswith("Round 0.1: ")
    assert any("knocks" in line or "goes gin" in line for line in lines)
    assert "Round 0.2" not in done.stdout


def test_a_lone_address_means_the_last_log_and_a_mark_joins_both(played: Path) -> None:
    alone = arena("replay", "1.0", cwd=played).stdout
    joined = arena("replay", "logs/tournament-2#1.0", cwd=played).stdout
    assert alone
    assert alone == joined


def test_a_move_address_shows_that_move_alone(played: Path) -> None:
    lines = arena("replay", "0.0.2", cwd=played).stdout.splitlines()
    moves = [line for line in lines if line[:4].strip().isdigit()]
    assert [int(line[:4]) for line in moves] == [2]


@pytest.mark.parametrize("address", ["99", "0.99", "0.0.99", "0.x", "1.2.3.4"])
def test_an_address_that_does_not_exist_is_a_usage_error(address: str, played: Path) -> None:
    done = arena("replay", "logs/tournament-1", address, cwd=played)
    assert done.returncode == 2
    assert "there is no" in done.stderr or "is no address" in done.stderr


def test_a_closed_pipe_is_no_error(played: Path) -> None:
    command = (
        f"{sys.executable} -m arena replay logs/tournament-1 | head -n 1; exit ${{PIPESTATUS[0]}}"
    )
    done = subprocess.run(
        ["bash", "-c", command], cwd=played, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
