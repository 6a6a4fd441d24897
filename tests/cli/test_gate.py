"""`arena gate` as users meet it: verdicts, exit codes, what it writes, and what it refuses."""

import json
import math
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from junitparser import Error, Failure, JUnitXml
from markdown_it import MarkdownIt

from arena.executor.serial import Serial
from arena.gate.margins import MarginTest
from arena.gate.play import CANDIDATE, baseline_name, play_gate
from arena.gate.question import MarginQuestion, Outcome, Question
from arena.log.folder import chosen_folder
from arena.log.header import plan_of
from arena.profiles import load_profile
from arena.tournament.config import Entrant, TournamentConfig
from arena.tournament.lineup import seat_entrants
from arena.tournament.order import header_for, work_of
from tests.cli.terminal import arena, inside, lines_of

PLAIN = """
from arena.bot import Bot


class Mine(Bot):
    pass
"""
"""It draws no chance: against itself it is no change."""
DICE = """
from arena.bot import DISCARDS, KNOCKS, Bot, best_discards, cards_of


class Mine(Bot):
    def play(self, view):
        points, cards = best_discards(view.hand, view.barred, view.rules.tables)
        choices = list(cards_of(cards))
        card = choices[int(self.rng.random() * len(choices))]
        return KNOCKS[card] if points <= view.knock_limit else DISCARDS[card]
"""
"""It draws chance: two of it differ."""
BAD = """
from arena.bot import Bot


class Bad(Bot):
    def offer(self, view):
        raise RuntimeError({text!r})
"""
NO_START = """
from arena.bot import Bot


class Bad(Bot):
    def __init__(self):
        raise RuntimeError("not today")
"""
LOUD = """
from arena.bot import Bot


class Mine(Bot):
    def play(self, view):
        print("thinking")
        return super().play(view)
"""
NAMES = ("candidate", "baseline-1")
SURE = ("gate", "greedy", "--against", "random")
"""A pass, and in the fewest pairs that there can be."""


@pytest.fixture(autouse=True)
def no_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    """No verdict of the tests goes to the CI that runs them."""
    for name in list(os.environ):
        if name.startswith("GITHUB_"):
            monkeypatch.delenv(name)


@pytest.fixture(scope="module")
def sure(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict]:
    """A gate that was played: its log's folder and its verdict."""
    folder = tmp_path_factory.mktemp("sure")
    done = arena(*SURE, "--format", "json", "--out", "log", cwd=folder,
                 ARENA_BOTS="random,simple,greedy,gin-hunter")  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder / "log", json.loads(done.stdout)


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")


def git(folder: Path, *words: str) -> str:
    settings = ("-c", "user.name=Test", "-c", "user.email=test@example.invalid")
    done = subprocess.run(
        ["git", *settings, "-C", str(folder), *words],
        capture_output=True, encoding="utf-8", check=True, timeout=60,
    )  # fmt: skip
    return done.stdout


def commit(folder: Path, name: str, text: str) -> None:
    """Commit a file, in a repository that is made where there is none."""
    if not (folder / ".git").exists():
        git(folder, "init", "--quiet", "--initial-branch", "main")
    write(folder, name, text)
    git(folder, "add", name)
    git(folder, "commit", "--quiet", "--message", name)


def figures(verdict: dict) -> dict:
    """A verdict without the names of the bots."""
    return {key: verdict[key] for key in verdict if key != "bots"}


# Verdicts and exit codes


def test_a_far_better_bot_passes_in_the_fewest_pairs(sure: tuple[Path, dict]) -> None:
    folder, verdict = sure
    assert (verdict["outcome"], verdict["pairs"]) == ("pass", 30)
    assert verdict["ratio"] > verdict["upper"]
    assert verdict["bots"] == {"candidate": "greedy", "baseline-1": "random"}
    assert lines_of(folder / "games.jsonl")[0]["pairs"] == 30


def test_a_far_worse_bot_fails_in_few_pairs_and_exits_1(in_tmp: Path) -> None:
    done = arena("gate", "random", "--against", "greedy", cwd=in_tmp)
    assert done.returncode == 1
    assert re.search(r"^verdict +fail$", done.stdout, re.MULTILINE)
    assert re.search(r"^candidate +random\nagainst +greedy$", done.stdout, re.MULTILINE)
    pairs = re.search(r"^played +(\d+) mirrored pairs", done.stdout, re.MULTILINE)
    assert pairs is not None
    assert 30 <= int(pairs[1]) < 60
    assert "log: logs/gate-1/games.jsonl" in done.stderr


def test_better_passes_what_is_better_and_fails_what_is_as_good(in_tmp: Path) -> None:
    done = arena(*SURE, "--better", "-q", cwd=in_tmp)
    assert (done.returncode, done.stderr) == (0, "")
    assert "H1: +1 points a round, H0: +0" in done.stdout
    write(in_tmp, "mine.py", PLAIN)
    same = ("gate", "./mine.py:Mine", "--against", "./mine.py:Mine", "-q")
    done = arena(*same, "--better", cwd=in_tmp)
    assert done.returncode == 1
    done = arena(*same, cwd=in_tmp)
    assert done.returncode == 0
    assert re.search(r"^verdict +pass: no change$", done.stdout, re.MULTILINE)
    assert "20 pairs without one differing decision" in done.stdout


UNSURE = ("gate", "simple", "--against", "simple", "--not-worse-by", "0.01", "--max-pairs", "31")


def test_undecided_at_the_limit_exits_4_and_says_how_many_pairs_are_missing(in_tmp: Path) -> None:
    done = arena(*UNSURE, cwd=in_tmp)
    assert done.returncode == 4
    assert "undecided at the limit" in done.stdout
    assert re.search(r"^missing +about [1-9]\d* pairs more", done.stdout, re.MULTILINE)
    allowed = arena(*UNSURE, "--undecided", "pass", "--junit", "g.xml", cwd=in_tmp)
    suite = next(iter(JUnitXml.fromfile(str(in_tmp / "g.xml"))))
    assert (suite.errors, suite.failures, suite.skipped) == (0, 0, 1)
    assert (allowed.returncode, allowed.stdout) == (0, done.stdout)


def test_a_limit_below_the_fewest_pairs_decides_nothing(in_tmp: Path) -> None:
    done = arena(*SURE, "--max-pairs", "1", "--format", "json", cwd=in_tmp)
    assert done.returncode == 4
    verdict = json.loads(done.stdout)
    assert (verdict["outcome"], verdict["pairs"], verdict["to_go"]) == ("undecided", 1, None)
    assert verdict["interval"] is None
    assert verdict["always"] is None


@pytest.mark.parametrize("model", ["normalised", "logistic"])
def test_elo_asks_by_results_in_both_models(model: str, in_tmp: Path) -> None:
    words = ("--elo0", "0", "--elo1", "100", "--elo-model", model, "--format", "json", "-q")
    passed = arena(*SURE, *words, cwd=in_tmp)
    failed = arena("gate", "random", "--against", "greedy", *words, cwd=in_tmp)
    assert (passed.returncode, failed.returncode) == (0, 1)
    verdict = json.loads(passed.stdout)
    assert verdict["question"] == f"H1: +100 {model} Elo, H0: +0; pentanomial GSPRT"
    assert verdict["counts"] == [0, 0, 0, 0, verdict["pairs"]]
    assert json.loads(failed.stdout)["counts"] == [verdict["pairs"], 0, 0, 0, 0]


def test_several_baselines_are_met_on_the_same_deals_and_named(in_tmp: Path) -> None:
    done = arena(*SURE, "--against", "simple", "--format", "json", "--out", "o", cwd=in_tmp)
    assert done.returncode == 0, done.stderr
    verdict = json.loads(done.stdout)
    assert verdict["bots"] == {
        "candidate": "greedy",
        "baseline-1": "random",
        "baseline-2": "simple",
    }
    first, second = verdict["baselines"]
    assert (first[0], second[0]) == ("baseline-1", "baseline-2")
    assert first[1] > 40 > second[1] > -10
    assert sum(verdict["counts"]) == 2 * verdict["pairs"]
    lines = lines_of(in_tmp / "o" / "games.jsonl")
    decks: dict[tuple[str, int], str] = {}
    pairs = {
        line["series"]: (line["pairing"][1], line["pair"]) for line in lines if "pairing" in line
    }
    for line in lines:
        if line["kind"] == "round" and line["round"] == 0:
            decks.setdefault(pairs[line["series"]], line["deck"])
    for pair in range(verdict["pairs"]):
        assert decks["baseline-1", pair] == decks["baseline-2", pair]
    shown = arena(*SURE, "--against", "simple", "-q", cwd=in_tmp)
    assert re.search(r"^baseline-1 +random: \+4\d\.\d\d, 95%", shown.stdout, re.MULTILINE)
    assert re.search(r"^baseline-2 +simple: ", shown.stdout, re.MULTILINE)


# Faults


def test_a_candidate_that_faults_fails_and_its_faults_are_told(in_tmp: Path) -> None:
    write(in_tmp, "bad.py", BAD.format(text="lost my cards"))
    done = arena("gate", "./bad.py:Bad", "--against", "random", "--out", "o", cwd=in_tmp)
    assert done.returncode == 1
    assert re.search(
        r"^candidate's faults +\d{2,}, lost at their price$", done.stdout, re.MULTILINE
    )
    assert f"cards in {Path('o/private')}" in done.stderr
    cards = lines_of(in_tmp / "o" / "private" / "failures.jsonl")
    assert {(card["entrant"], card["kind"]) for card in cards} == {("candidate", "exception")}
    assert "lost my cards" in cards[0]["detail"]
    assert arena("verify", "o", cwd=in_tmp).returncode == 0


def test_a_candidate_that_cannot_start_fails(in_tmp: Path) -> None:
    write(in_tmp, "bad.py", NO_START)
    done = arena("gate", "./bad.py:Bad", "--against", "random", "-q", cwd=in_tmp)
    assert done.returncode == 1
    assert "candidate's faults" in done.stdout
    assert "identical" not in done.stdout


def test_a_baseline_that_faults_gives_no_verdict_and_exits_5(in_tmp: Path) -> None:
    write(in_tmp, "bad.py", BAD.format(text="lost"))
    words = ("gate", "simple", "--against", "./bad.py:Bad", "--junit", "gate.xml")
    done = arena(*words, cwd=in_tmp)
    assert done.returncode == 5
    assert "no verdict: baselines faulted" in done.stdout
    assert "0 (./bad.py:Bad), 1 (./bad.py:Bad)" in done.stdout
    assert re.search(r"and \d+ more$", done.stdout, re.MULTILINE)
    (case,) = next(iter(JUnitXml.fromfile(str(in_tmp / "gate.xml"))))
    assert [type(result) for result in case.result] == [Error]


def test_a_bot_that_faults_like_its_baseline_is_no_change_and_its_faults_are_told(
    in_tmp: Path,
) -> None:
    write(in_tmp, "bad.py", BAD.format(text="lost"))
    done = arena("gate", "./bad.py:Bad", "--against", "./bad.py:Bad", cwd=in_tmp)
    assert done.returncode == 0
    assert "pass: no change" in done.stdout
    assert "candidate's faults" in done.stdout
    assert "bots faulted; cards in" in done.stderr


def test_what_a_bot_prints_is_no_part_of_the_answer(in_tmp: Path) -> None:
    write(in_tmp, "mine.py", LOUD)
    words = ("gate", "./mine.py:Mine", "--against", "./mine.py:Mine", "--format", "json")
    done = arena(*words, cwd=in_tmp)
    assert json.loads(done.stdout)["outcome"] == "no change"
    assert "thinking" in done.stderr


# Revisions


def test_an_unchanged_file_is_no_change_from_its_revision(in_tmp: Path) -> None:
    commit(in_tmp, "mine.py", PLAIN)
    before = git(in_tmp, "worktree", "list")
    words = ("gate", "./mine.py:Mine", "--against", "./mine.py:Mine@main", "--out", "o")
    done = arena(*words, cwd=in_tmp)
    assert done.returncode == 0, done.stderr
    assert "pass: no change" in done.stdout
    assert git(in_tmp, "worktree", "list") == before
    old, new = lines_of(in_tmp / "o" / "games.jsonl")[0]["entrants"]
    assert old["digest"] == new["digest"]


@pytest.mark.parametrize("candidate", ["./mine.py:Mine@HEAD", "./mine.py:Mine"])
def test_a_revision_outside_of_a_repository_is_refused(candidate: str, in_tmp: Path) -> None:
    write(in_tmp, "mine.py", PLAIN)
    done = arena("gate", candidate, "--against", "./mine.py:Mine@main", cwd=in_tmp)
    assert done.returncode == 2
    assert "bot file mine.py lies in no git repository" in done.stderr
    assert [path.name for path in in_tmp.iterdir()] == ["mine.py"]


def test_an_unknown_revision_is_refused_with_a_hint(in_tmp: Path) -> None:
    commit(in_tmp, "mine.py", PLAIN)
    done = arena("gate", "./mine.py:Mine", "--against", "./mine.py:Mine@mian", cwd=in_tmp)
    assert done.returncode == 2
    assert "there is no revision 'mian'" in done.stderr
    assert "did you mean main?" in done.stderr
    assert not (in_tmp / "logs").exists()


INTERRUPTIBLE = """
import signal
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
from arena.__main__ import main
main()
"""
"""The command, even where whoever started the tests has it ignore an interrupt."""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_exits_130_and_leaves_no_work_tree(
    number: signal.Signals, in_tmp: Path
) -> None:
    commit(in_tmp, "mine.py", DICE)
    trees = git(in_tmp, "worktree", "list")
    (in_tmp / "temporary").mkdir()
    words = ("gate", "./mine.py:Mine", "--against", "./mine.py:Mine@main",
             "--not-worse-by", "0.001", "--max-pairs", "100000", "--out", "o")  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *words],
        cwd=in_tmp,
        env={**os.environ, "TMPDIR": str(in_tmp / "temporary")},
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as gate:
        try:
            assert gate.stderr is not None
            assert "at most 100000 pairs" in gate.stderr.readline()
            assert len(git(in_tmp, "worktree", "list").splitlines()) == 2
            busy = arena("run", "--out", "o", "--force", cwd=in_tmp)
            assert (busy.returncode, busy.stdout) == (2, "")
            assert "another run is writing here" in busy.stderr
            gate.send_signal(number)
            out, err = gate.communicate(timeout=60)
        finally:
            gate.kill()
    assert gate.returncode == 130, err
    assert "interrupted" in err
    assert "Traceback" not in err
    assert out == ""
    assert git(in_tmp, "worktree", "list") == trees
    assert list((in_tmp / "temporary").iterdir()) == []
    assert list((in_tmp / "o").iterdir()) == []


# The log


def test_the_log_of_a_gate_is_that_of_such_a_run_byte_by_byte(
    sure: tuple[Path, dict], in_tmp: Path
) -> None:
    folder, _ = sure
    config = """
        name: gate
        seed: gate
        format: gauntlet
        pairs: 30
        entrants:
          - {bot: greedy, name: candidate}
          - {bot: random, name: baseline-1}
        """
    write(in_tmp, "again.yaml", dedent(config))
    assert arena("verify", str(folder), cwd=in_tmp).returncode == 0
    assert arena("run", "again.yaml", "--out", "run", cwd=in_tmp).returncode == 0
    assert arena("run", str(folder / "config.yaml"), "--out", "own", cwd=in_tmp).returncode == 0
    played = (folder / "games.jsonl").read_bytes()
    assert (in_tmp / "run" / "games.jsonl").read_bytes() == played
    assert (in_tmp / "own" / "games.jsonl").read_bytes() == played
    assert [path.name for path in (folder / "private").iterdir()] == ["lock"]


def test_the_same_question_gets_the_same_verdict_and_the_same_bytes(
    sure: tuple[Path, dict], in_tmp: Path
) -> None:
    folder, verdict = sure
    done = arena(*SURE, "--format", "json", "--out", "o", cwd=in_tmp)
    assert json.loads(done.stdout) == verdict
    assert (in_tmp / "o" / "games.jsonl").read_bytes() == (folder / "games.jsonl").read_bytes()
    other = arena(*SURE, "--format", "json", "--out", "p", cwd=in_tmp, ARENA_SEED="fresh")
    assert json.loads(other.stdout)["estimate"] != verdict["estimate"]
    assert lines_of(in_tmp / "p" / "games.jsonl")[0]["seed"] == "fresh"


def test_a_log_is_asked_instead_of_playing(sure: tuple[Path, dict], in_tmp: Path) -> None:
    folder, verdict = sure
    words = ("gate", NAMES[0], "--against", NAMES[1], "--log", str(folder), "--format", "json")
    done = arena(*words, cwd=in_tmp)
    assert (done.returncode, done.stderr) == (0, "")
    assert figures(json.loads(done.stdout)) == figures(verdict)
    turned = arena("gate", NAMES[1], "--against", NAMES[0], "--log", str(folder), "-q", cwd=in_tmp)
    assert turned.returncode == 1
    assert list(in_tmp.iterdir()) == []


def test_a_log_that_is_too_short_is_undecided(in_tmp: Path) -> None:
    words = ("-b", "simple", "-b", "greedy", "-n", "3", "--seed", "s", "--out", "o", "-q")
    assert arena("run", *words, cwd=in_tmp).returncode == 0
    done = arena("gate", "simple", "--against", "greedy", "--log", "o", cwd=in_tmp)
    assert done.returncode == 4
    assert "played                3 mirrored pairs" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("greedy", "--against", "baseline-1"), "there is no entrant 'greedy'"),
        (("candidate", "--against", "simple"), "there is no entrant 'simple'"),
        (("candidate", "--against", "candidate"), "no mirrored pair"),
    ],
)
def test_names_that_a_log_does_not_have_are_refused(
    words: tuple[str, ...], message: str, sure: tuple[Path, dict], in_tmp: Path
) -> None:
    done = arena("gate", *words, "--log", str(sure[0]), cwd=in_tmp)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_log_is_never_overwritten_unless_forced(in_tmp: Path) -> None:
    words = (*SURE, "--max-pairs", "1", "--out", "o")
    assert arena(*words, cwd=in_tmp).returncode == 4
    done = arena(*words, cwd=in_tmp)
    assert done.returncode == 2
    assert "--force" in done.stderr
    assert arena(*words, "--force", cwd=in_tmp).returncode == 4


# Golden checks


@pytest.fixture(scope="module")
def golden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log in which `simple`, which draws chance, plays under two names."""
    folder = tmp_path_factory.mktemp("golden")
    words = ("-b", "simple", "-b", "greedy", "-b", "twin=simple", "-n", "1", "--seed", "g")
    done = arena("run", *words, "--out", "log", "-q", cwd=folder,
                 ARENA_BOTS="random,simple,greedy,gin-hunter")  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder / "log"


def test_a_bot_answers_its_own_log_as_recorded(golden: Path, in_tmp: Path) -> None:
    done = arena("gate", "greedy", "--golden", str(golden), cwd=in_tmp)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.match(r"no change: \d{3,} questions in 4 series answered as recorded\n", done.stdout)
    chance = arena("gate", "simple", "--golden", str(golden), "--as", "simple", cwd=in_tmp)
    assert chance.returncode == 0, chance.stdout
    assert list(in_tmp.iterdir()) == []


def test_another_bot_answers_otherwise_and_the_first_difference_is_drawn(
    golden: Path, in_tmp: Path
) -> None:
    done = arena("gate", "random", "--golden", str(golden), "--as", "greedy", cwd=in_tmp)
    assert done.returncode == 1
    assert re.match(r"\d+ of \d+ questions in 4 series answered otherwise\n\n", done.stdout)
    for label in ("hand", "pile", "moves", "recorded", "now"):
        assert re.search(rf"^  {label} ", done.stdout, re.MULTILINE)


def test_a_golden_check_in_json_markdown_and_junit(golden: Path, in_tmp: Path) -> None:
    words = ("gate", "random", "--golden", str(golden), "--as", "greedy", "--junit", "g.xml")
    found = json.loads(arena(*words, "--format", "json", cwd=in_tmp).stdout)
    assert (found["outcome"], found["series"]) == ("fail", 4)
    assert found["differences"] > 0
    assert found["first"]["recorded"] != found["first"]["now"]
    (case,) = next(iter(JUnitXml.fromfile(str(in_tmp / "g.xml"))))
    assert [type(result) for result in case.result] == [Failure]
    assert "answered otherwise" in case.system_out
    shown = arena(*words, "--format", "markdown", cwd=in_tmp).stdout
    assert [token.tag for token in MarkdownIt().parse(shown) if token.nesting >= 0][::2] == [
        "h3", "p", "code",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("simple",), "name whose answers simple must give: --as NAME"),
        (("random",), "name whose answers random must give: --as NAME"),
        (("greedy", "--as", "nobody"), "has no entrant 'nobody'; its entrants: simple, greedy"),
        (("greedy", "--against", "simple"), "leave --against and --log out"),
        (("nobody", "--as", "greedy"), "there is no bot 'nobody'"),
    ],
)
def test_a_golden_check_that_is_not_plain_is_refused(
    words: tuple[str, ...], message: str, golden: Path, in_tmp: Path
) -> None:
    done = arena("gate", *words, "--golden", str(golden), cwd=in_tmp)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_whatever_a_bot_says_of_its_fault_the_reports_stay_well_formed(
    golden: Path, in_tmp: Path
) -> None:
    text = "\x00\x1b[2J\ud800 ```\n```` ]]> </system-out> | % ::error:: " + "long " * 30_000
    write(in_tmp, "bad.py", BAD.format(text=text))
    words = ("gate", "./bad.py:Bad", "--golden", str(golden), "--as", "greedy")
    done = arena(*words, "--junit", "g.xml", "--format", "markdown", cwd=in_tmp,
                 GITHUB_ACTIONS="true", GITHUB_STEP_SUMMARY="summary.md")  # fmt: skip
    assert done.returncode == 1
    (case,) = next(iter(JUnitXml.fromfile(str(in_tmp / "g.xml"))))
    assert "\\x00\\x1b[2J\\ud800" in case.system_out
    summary = (in_tmp / "summary.md").read_text(encoding="utf-8")
    assert summary == done.stdout
    assert len(summary) < 100_000
    tokens = MarkdownIt().parse(summary)
    assert [token.type for token in tokens][-1] == "fence"
    assert "characters more" in tokens[-1].content.splitlines()[-1]
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("::")]
    assert line.startswith("::error title=Golden check%3A fail::")


@pytest.mark.parametrize("moment", ["play", "__init__"])
def test_a_candidate_that_ends_its_process_passes_no_golden_check(
    moment: str, golden: Path, in_tmp: Path
) -> None:
    text = (
        f"import os\nfrom arena.bot import Bot\n\n\nclass End(Bot):\n    def {moment}(self, *_):\n"
    )
    write(in_tmp, "end.py", text + "        os._exit(0)\n")
    done = arena("gate", "./end.py:End", "--golden", str(golden), "--as", "greedy", cwd=in_tmp)
    assert (done.returncode, done.stdout) == (6, "")
    assert "golden check of ./end.py:End: 3 worker processes died over it" in done.stderr


def test_a_golden_check_says_the_same_in_line_and_in_a_worker(golden: Path, in_tmp: Path) -> None:
    write(in_tmp, "mine.py", DICE)
    words = ("gate", "./mine.py:Mine", "--golden", str(golden), "--as", "greedy")
    one, two = (arena(*words, "--workers", workers, cwd=in_tmp) for workers in ("0", "1"))
    assert (one.returncode, one.stdout, one.stderr) == (two.returncode, two.stdout, two.stderr)
    assert one.returncode == 1


# What it writes


def test_markdown_is_a_heading_and_a_table_of_two_columns(in_tmp: Path) -> None:
    done = arena(*SURE, "--format", "markdown", "-q", cwd=in_tmp)
    assert (done.returncode, done.stderr) == (0, "")
    tokens = MarkdownIt().enable("table").parse(done.stdout)
    assert tokens[1].content == "Gate: pass"
    rows = [token for token in tokens if token.type == "tr_open"]
    cells = [token for token in tokens if token.type in ("td_open", "th_open")]
    assert len(cells) == 2 * len(rows) > 10
    assert [token.type for token in tokens][-1] == "table_close"


@pytest.mark.parametrize(
    ("words", "code", "results"),
    [
        (SURE, 0, []),
        (("gate", "random", "--against", "greedy"), 1, [Failure]),
        (UNSURE, 4, [Error]),
    ],
)
def test_junit_has_one_case_whose_result_is_the_verdict(
    words: tuple[str, ...], code: int, results: list[type], in_tmp: Path
) -> None:
    done = arena(*words, "--junit", "gate.xml", "-q", cwd=in_tmp)
    assert done.returncode == code
    (suite,) = JUnitXml.fromfile(str(in_tmp / "gate.xml"))
    assert (suite.tests, suite.failures + suite.errors) == (1, len(results))
    (case,) = suite
    assert [type(result) for result in case.result] == results
    assert case.name == f"{words[1]} against {words[3]}"
    assert case.system_out.strip() == done.stdout.strip()


@pytest.mark.parametrize("file", ["nowhere/gate.xml", "folder"])
def test_a_junit_file_that_cannot_be_is_refused_before_anything_is_played(
    file: str, in_tmp: Path
) -> None:
    (in_tmp / "folder").mkdir()
    done = arena(*SURE, "--junit", file, cwd=in_tmp)
    assert done.returncode == 2
    assert f"--junit {file}: is no file in a folder that exists" in done.stderr
    assert [path.name for path in in_tmp.iterdir()] == ["folder"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk is a file of Linux")
def test_a_junit_file_on_a_full_disk_is_the_machine_s_fault_and_the_verdict_is_told(
    in_tmp: Path,
) -> None:
    done = arena(*SURE, "--junit", "/dev/full", cwd=in_tmp)
    assert done.returncode == 6
    assert re.search(r"^verdict +pass$", done.stdout, re.MULTILINE)
    assert "the machine failed" in done.stderr


def test_github_gets_an_annotation_and_a_summary_only_where_it_asks(in_tmp: Path) -> None:
    words = (*SURE, "-q")
    assert arena(*words, cwd=in_tmp, GITHUB_ACTIONS="false").stderr == ""
    write(in_tmp, "summary.md", "what stood there\n")
    world = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"}
    done = arena(*words, cwd=in_tmp, **world)
    assert re.fullmatch(
        r"::notice title=Gate%3A pass::greedy against random: H1: .*, 95%25 interval .*\n",
        done.stderr,
    )
    summary = (in_tmp / "summary.md").read_text(encoding="utf-8")
    assert summary.startswith("what stood there\n### Gate: pass\n\n| | |\n|---|---|\n")


@pytest.mark.skipif(os.name == "nt", reason="the pipes of Windows are others")
@pytest.mark.parametrize("form", ["table", "json", "markdown"])
def test_a_reader_that_has_enough_changes_neither_the_exit_code_nor_the_files(
    form: str, in_tmp: Path
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    words = ("gate", "random", "--against", "greedy", "--format", form, "--junit", "gate.xml")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "arena", *words, "-q"],
            cwd=in_tmp, env={**os.environ, "PYTHONUNBUFFERED": "1"}, stdout=writer,
            stderr=subprocess.PIPE, check=False, timeout=120,
        )  # fmt: skip
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")
    assert (in_tmp / "gate.xml").exists()


# What it refuses


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "name a candidate"),
        (("simple",), "name a baseline"),
        (("simple", "--log", "o"), "name a baseline"),
        ((*SURE[1:], "--elo0", "5", "--elo1", "5"), "--elo0 5 must be less than --elo1 5"),
        ((*SURE[1:], "--elo0", "5", "--elo1", "0"), "--elo0 5 must be less than --elo1 0"),
        ((*SURE[1:], "--elo0", "nan", "--elo1", "0"), "--elo0 nan must be less"),
        ((*SURE[1:], "--elo0", "0", "--elo1", "inf"), "both within -1000 .. 1000"),
        ((*SURE[1:], "--elo0", "0"), "--elo0 and --elo1 go together"),
        ((*SURE[1:], "--elo0", "0", "--elo1", "5", "--better"), "choose one"),
        ((*SURE[1:], "--against", "simple", "--elo0", "0", "--elo1", "5"), "name one"),
        ((*SURE[1:], "--alpha", "0.9"), "--alpha"),
        ((*SURE[1:], "--alpha", "0"), "--alpha"),
        ((*SURE[1:], "--beta", "nan"), "--beta"),
        ((*SURE[1:], "--alpha", "0.5", "--beta", "0.5"), "--alpha 0.5 and --beta 0.5"),
        ((*SURE[1:], "--max-pairs", "0"), "--max-pairs"),
        ((*SURE[1:], "--not-worse-by", "0"), "--not-worse-by"),
        ((*SURE[1:], "--not-worse-by", "inf"), "--not-worse-by"),
        ((*SURE[1:], "--better", "--better-by", "-1"), "--better-by"),
        ((*SURE[1:], "--undecided", "maybe"), "--undecided"),
        ((*SURE[1:], "--rules", "clasic"), "did you mean classic?"),
        ((*SURE[1:], "--seed", ""), "--seed"),
        ((*SURE[1:], "--out", ""), "--out"),
        ((*SURE[1:], "--as", "greedy"), "--as names an entrant of --golden LOG"),
        ((*SURE[1:], "--log", "no-such-log"), "no-such-log: there is no such file or folder"),
        (("greddy", "--against", "random"), "did you mean greedy?"),
        (("greedy", "--against", "nowhere.py:Bot"), "there is no bot file nowhere.py"),
        (("no_such_module:Bot", "--against", "random"), "there is no module 'no_such_module'"),
    ],
)
def test_a_wrong_command_line_is_refused_and_nothing_is_written(
    words: tuple[str, ...], message: str, in_tmp: Path
) -> None:
    done = inside("gate", *words, cwd=in_tmp)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.replace("│", " ").split())
    assert done.stdout == ""
    assert list(in_tmp.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [("./broken.py:Bot", "--against", "random"), ("random", "--against", "./broken.py:Bot")],
)
def test_a_bot_that_cannot_be_loaded_is_refused_and_nothing_is_played(
    words: tuple[str, ...], in_tmp: Path
) -> None:
    write(in_tmp, "broken.py", "import no_such_thing\n")
    done = arena("gate", *words, cwd=in_tmp)
    assert done.returncode == 2
    assert "no_such_thing" in done.stderr
    assert [path.name for path in in_tmp.iterdir()] == ["broken.py"]


# Error rates


@pytest.mark.slow
@pytest.mark.parametrize("is_better", [False, True])
def test_simple_against_itself_over_many_seeds(is_better: bool, tmp_path: Path) -> None:
    """As good is H1 of not worse and H0 of better: wrong in 5%, and chance's own three sigma."""
    seeds, rate = 100, 0.05
    test = MarginTest(0.0, 1.0) if is_better else MarginTest(-1.0, 0.0)
    question = Question(MarginQuestion(test), is_better, rate, rate)
    profile = load_profile("classic")
    outcomes = []
    pairs = []
    for seed in range(seeds):
        config = TournamentConfig(
            name="gate", seed=f"itself {seed}", profile=profile.name, rules=profile.rules,
            format="gauntlet", pairs=question.max_pairs,
            entrants=(Entrant(CANDIDATE, "simple"), Entrant(baseline_name(1), "simple")),
        )  # fmt: skip
        folder = chosen_folder(tmp_path / str(seed), force=False)
        seated = seat_entrants(config)
        header = header_for(config, seated)
        series = Serial().run(work_of(config, header, seated), plan_of(header).numbers)
        evidence, outcome = play_gate(series, config, header, folder, question)
        outcomes.append(outcome)
        pairs.append(evidence.pairs)
    wrong = outcomes.count(Outcome.PASS if is_better else Outcome.FAIL)
    print(
        f"better {is_better}: {wrong} wrong of {seeds}; {sum(pairs) / seeds:.1f} pairs on average"
    )
    assert set(outcomes) <= {Outcome.PASS, Outcome.FAIL}
    assert wrong <= seeds * rate + 3 * math.sqrt(seeds * rate * (1 - rate))
