"""`arena diff`: two logs as users name them."""

import json
from pathlib import Path

import pytest

from tests.cli.terminal import arena, lines_of

BOTS = """
from arena.bot import Offer
from bots.greedy import GreedyBot


class Old(GreedyBot):
    pass


class New(GreedyBot):
    def offer(self, view):
        return Offer.PASS if view.upcard % 13 == 3 else super().offer(view)
"""


def run(folder: Path, out: str, bot: str, *words: str, name: str = "mine") -> None:
    done = arena("run", "-b", f"{name}=./mine.py:{bot}", "-b", "gin-hunter", "--out", out, "-q",
                 "--seed", "s", *words, cwd=folder)  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with logs of two versions of a bot, and of one that has another name."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "mine.py").write_text(BOTS, encoding="utf-8")
    run(folder, "old", "Old", "-n", "4")
    run(folder, "new", "New", "-n", "4")
    run(folder, "short", "Old", "-n", "2")
    run(folder, "odd", "New", "-n", "4", name="a|b <i> 1e5")
    run(folder, "settled", "Old", "-n", "4", "--rules", "settled")
    return folder


def test_equal_logs_are_said_to_be_equal(played: Path) -> None:
    done = arena("diff", "old", "old/games.jsonl", cwd=played)
    rounds = sum(line["kind"] == "round" for line in lines_of(played / "old/games.jsonl"))
    assert done.returncode == 0
    assert done.stdout == f"the logs are equal: 8 series, {rounds} rounds\n"


def test_what_parted_is_a_summary_and_a_table_and_exit_code_1(played: Path) -> None:
    done = arena("diff", "old", "new", cwd=played)
    assert (done.returncode, done.stderr) == (1, "")
    first, second, _, heads, _, *rows, hint = done.stdout.splitlines()
    assert first.startswith("series: ")
    assert " parted; rounds: " in first
    assert second.startswith("points moved: ")
    assert heads.split() == ["#", "address", "points", "pairing", "winner", "games", "mover",
                             "answers"]  # fmt: skip
    assert len(rows) == int(first.split()[3])
    assert [row.split()[0] for row in rows] == [str(at) for at in range(1, len(rows) + 1)]
    assert all(row.split()[-4] == "mine" and row.endswith("-> p") for row in rows)
    assert hint == "a position: --show 1; a round: arena replay LOG ADDRESS"


def test_the_address_of_a_row_can_be_replayed(played: Path) -> None:
    found = json.loads(arena("diff", "old", "new", "--format", "json", cwd=played).stdout)
    parting = found["partings"][0]
    token = parting["address"].rpartition(".")[2]
    for log, answer in zip(("old", "new"), parting["answers"], strict=True):
        shown = arena("replay", log, parting["address"], cwd=played).stdout
        (move,) = [line for line in shown.splitlines() if line[:4].strip() == token]
        assert ("passes" in move) is (answer == "p")


def test_top_cuts_the_table_and_says_what_is_left_out(played: Path) -> None:
    whole = json.loads(arena("diff", "old", "new", "--format", "json", cwd=played).stdout)
    count = len(whole["partings"])
    assert count == whole["series"]["parted"] > 1
    done = arena("diff", "old", "new", "--top", "1", cwd=played)
    assert done.stdout.splitlines()[-1].startswith(
        f"{count - 1} more series parted: --top {count}; "
    )
    cut = arena("diff", "old", "new", "--top", "1", "--format", "json", cwd=played)
    assert json.loads(cut.stdout) == whole | {"partings": whole["partings"][:1]}


def test_show_draws_the_position_and_both_answers(played: Path) -> None:
    partings = json.loads(arena("diff", "old", "new", "--format", "json", cwd=played).stdout)[
        "partings"
    ]
    done = arena("diff", "old", "new", "--top", "1", "--show", str(len(partings)), cwd=played)
    assert done.returncode == 1
    assert f"\n{partings[-1]['address']}  mine\n" in done.stdout
    assert f"points    {partings[-1]['points_moved']:+d}\n" in done.stdout
    for label in ("  hand  ", "  pile  ", "  moves  ", "  first log   takes ",
                  "  second log  passes "):  # fmt: skip
        assert label in done.stdout


def test_show_of_a_parting_that_is_not_there_is_a_usage_error(played: Path) -> None:
    done = arena("diff", "old", "new", "--show", "99", cwd=played)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--show 99: only " in done.stderr
    done = arena("diff", "old", "new", "--show", "1", "--format", "json", cwd=played)
    assert done.returncode == 2
    assert arena("diff", "old", "old", "--show", "1", cwd=played).returncode == 0


@pytest.mark.parametrize("form", ["table", "json", "markdown"])
def test_odd_names_survive_in_every_form(form: str, played: Path) -> None:
    done = arena("diff", "odd", "old", "--format", form, cwd=played)
    assert done.returncode == 1
    if form == "json":
        found = json.loads(done.stdout)
        assert found["entrants"][0]["names"] == ["a|b <i> 1e5", "mine"]
        assert found["partings"][0]["mover"] == "a|b <i> 1e5"
        return
    if form == "table":
        assert "a|b <i> 1e5 is mine in the second log" in done.stdout
        assert "a|b <i> 1e5 - gin-hunter" in done.stdout
        return
    rows = [line for line in done.stdout.splitlines() if line.startswith("|")]
    assert len({row.replace("\\|", "").count("|") for row in rows}) == 1
    assert "a\\|b \\<i\\> 1e5 - gin-hunter" in rows[2]
    assert "\n- points moved: " in done.stdout


def test_the_common_pairs_of_logs_of_two_lengths_are_compared(played: Path) -> None:
    done = arena("diff", "old", "short", cwd=played)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].startswith(
        "the logs are equal in what both hold: 4 series, "
    )
    assert "first log alone has 4 more series" in done.stdout


def test_logs_that_cannot_be_compared_are_refused_with_the_field(
    played: Path, in_tmp: Path
) -> None:
    done = arena("diff", "old", "settled", cwd=played)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: the logs cannot be compared: rules: ")
    (in_tmp / "cut.jsonl").write_bytes((played / "old/games.jsonl").read_bytes()[:-5000])
    done = arena("diff", str(played / "old"), "cut.jsonl", cwd=in_tmp)
    assert (done.returncode, done.stdout) == (2, "")
    assert "cut.jsonl: is not complete: " in done.stderr
    done = arena("diff", str(played / "old"), "nowhere", cwd=in_tmp)
    assert done.returncode == 2
    assert "nowhere: there is no such file" in done.stderr
    assert arena("diff", str(played / "old"), cwd=in_tmp).returncode == 2


def test_standard_input_is_a_log_where_it_is_read_once(played: Path) -> None:
    text = (played / "new/games.jsonl").read_bytes()
    piped = arena("diff", "old", "-", cwd=played, stdin=text)
    assert piped.stdout == arena("diff", "old", "new", cwd=played).stdout
    for words in (("-", "-"), ("old", "-", "--show", "1")):
        done = arena("diff", *words, cwd=played, stdin=text)
        assert done.returncode == 2
        assert "standard input can be read but once" in done.stderr


def test_what_the_arena_counted_otherwise_has_no_position(played: Path, in_tmp: Path) -> None:
    text = (played / "old/games.jsonl").read_bytes()
    (in_tmp / "other.jsonl").write_bytes(text.replace(b'"points":', b'"points":1', 1))
    logs = (str(played / "old"), "other.jsonl")
    row = arena("diff", *logs, cwd=in_tmp).stdout.splitlines()[-2]
    assert " -  " in row
    assert "points " in row
    done = arena("diff", *logs, "--show", "1", cwd=in_tmp)
    assert done.returncode == 1
    assert "no answer differs; 0.0." in done.stdout
