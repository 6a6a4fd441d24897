"""docs/ci.md is true: its workflows are run, step by step, in clones of a bot's repository."""

import json
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sysconfig
import venv
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml
from junitparser import Failure, JUnitXml
from markdown_it import MarkdownIt

from arena.cli.errors import Exit
from arena.gate.pentanomial import estimate_elo
from arena.gate.question import Outcome
from arena.gate.report import SAYS, rows_of
from arena.gate.verdict import Verdict
from arena.log.verify import verify_log
from tests.cli.terminal import arena, inside, lines_of
from tests.test_plugins import KEPT, SETUPTOOLS, setuptools_here

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
LARGEST_SUMMARY = 1024 * 1024
"""Bytes that GitHub takes from one step."""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def parsed(text: str) -> dict[str, Any]:
    """YAML as GitHub reads it: `on` is a word, not a boolean."""
    document = yaml.load(text, yaml.BaseLoader)
    assert isinstance(document, dict)
    return document


FILES = {text.partition("\n")[0].removeprefix("# "): text for text in blocks("yaml")}
WORKFLOWS = {
    Path(name).stem: parsed(text) for name, text in FILES.items() if name.startswith(".github/")
}
ACTION = parsed((ROOT / ".github/actions/gate/action.yml").read_text(encoding="utf-8"))


def steps_of(workflow: str) -> list[dict[str, Any]]:
    (job,) = WORKFLOWS[workflow]["jobs"].values()
    return job["steps"]


def rows_below(heading: str) -> list[list[str]]:
    """The cells of the tables below a heading of the page, without their heads."""
    part = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    tables = re.findall(r"(?:^\|.*\n)+", part, re.MULTILINE)
    lines = [line for table in tables for line in table.splitlines()[2:]]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


@pytest.fixture(autouse=True)
def no_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    """No verdict of the tests goes to the CI that runs them."""
    for name in list(os.environ):
        if name.startswith("GITHUB_"):
            monkeypatch.delenv(name)


# What the page says


def test_the_page_has_every_file_that_it_speaks_of() -> None:
    assert list(FILES) == [
        ".github/workflows/gate.yml",
        ".github/workflows/golden.yml",
        "configs/league.yaml",
        ".github/workflows/league.yml",
        ".github/workflows/gate-action.yml",
    ]


def test_the_verdict_of_the_page_is_what_its_command_prints(in_tmp: Path) -> None:
    command = blocks("sh")[0].split()
    done = arena(*command[1:], cwd=in_tmp)
    assert done.returncode == 0
    assert done.stdout == blocks("text")[0]


def test_the_page_has_every_exit_code() -> None:
    codes = [int(row[0]) for row in rows_below("The command")]
    assert codes == [code.value for code in Exit]


def test_the_page_explains_every_line_of_a_verdict() -> None:
    verdict = Verdict(
        outcome=Outcome.UNDECIDED, question="H1", alpha=0.05, beta=0.05, ratio=1.0, lower=-3.0,
        upper=3.0, pairs=40, rounds=800, estimate=0.5, interval=(0.0, 1.0), always=(-1.0, 2.0),
        counts=(5, 0, 20, 0, 15), elo=estimate_elo((5, 0, 20, 0, 15)), identical=1,
        candidate_faults=1, left_out=((3, "baseline-1"),), to_go=7,
        baselines=(("baseline-1", 0.5, 0.5), ("baseline-2", None, None)),
    )  # fmt: skip
    bots = {"candidate": "mybot", "baseline-1": "simple", "baseline-2": "greedy"}
    explained = rows_below("The verdict, line by line")
    names = {name for row in explained for name in row[0].split(", ")}
    assert {name for name, _ in rows_of(verdict, bots)} <= names | {"baseline-2"}
    for said in SAYS.values():
        assert f"`{said}`" in explained[0][1]


# Shapes


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_has_the_shape_that_github_reads(name: str) -> None:
    workflow = WORKFLOWS[name]
    assert set(workflow) == {"name", "on", "permissions", "jobs"}
    assert workflow["permissions"] == {"contents": "read"}
    assert "pull_request_target" not in str(workflow["on"])
    (job,) = workflow["jobs"].values()
    assert set(job) == {"runs-on", "timeout-minutes", "steps"}
    assert job["timeout-minutes"].isdigit()
    assert job["steps"][0]["uses"] == "actions/checkout@v6"
    for step in job["steps"]:
        assert set(step) <= {"uses", "run", "with", "if", "id", "env", "continue-on-error"}
        assert ("uses" in step) != ("run" in step)
        assert ("with" in step) <= ("uses" in step)
        if "uses" in step:
            assert re.fullmatch(r"[\w.-]+/[\w./-]+@\w+", step["uses"])
        assert "${{" not in step.get("run", "")


def test_the_gate_s_checkout_fetches_what_it_compares_with() -> None:
    for name in ("gate", "gate-action"):
        assert steps_of(name)[0]["with"] == {"fetch-depth": "0"}


def test_the_action_has_the_shape_that_github_reads() -> None:
    assert set(ACTION) == {"name", "description", "inputs", "outputs", "runs"}
    assert ACTION["runs"]["using"] == "composite"
    steps = ACTION["runs"]["steps"]
    for step in steps:
        assert ("uses" in step) != ("run" in step)
        if "run" in step:
            assert step["shell"] == "bash"
            assert "${{" not in step["run"], "an input is never part of a script"
    for name, told in ACTION["inputs"].items():
        assert told["description"].endswith(".")
        assert told.get("required") == "true" or "default" in told
        assert f"inputs.{name} " in str(steps)
    ids = {step["id"] for step in steps if "id" in step}
    for name, told in ACTION["outputs"].items():
        found = re.fullmatch(r"\$\{\{ steps\.(\w+)\.outputs\.([\w-]+) \}\}", told["value"])
        assert found is not None
        assert found[1] in ids
        assert found[2] == name


def test_the_page_has_every_input_and_output_of_the_action() -> None:
    rows = rows_below("The gate as an action")
    assert [row[0].strip("`") for row in rows] == [*ACTION["inputs"], *ACTION["outputs"]]
    used = next(step for step in steps_of("gate-action") if "candidate" in step.get("with", {}))
    assert set(used["with"]) <= set(ACTION["inputs"])
    assert ".github/actions/gate@" in used["uses"]


# Commands


def commands() -> list[str]:
    """Every command of the arena that the page tells to run."""
    texts = [step["run"] for name in WORKFLOWS for step in steps_of(name) if "run" in step]
    lines = [line.strip() for text in [*texts, *blocks("sh")] for line in text.splitlines()]
    inline = re.findall(r"`(arena \w+ [^`]*)`", PAGE)
    return [line for line in [*lines, *inline] if line.startswith("arena ")]


def test_every_command_of_the_page_is_one_that_the_command_line_knows(in_tmp: Path) -> None:
    found = {command.partition(">")[0].strip() for command in commands()}
    assert len(found) >= 15
    kinds = {command.split()[1] for command in found}
    assert kinds == {"gate", "run", "verify", "standings"}
    used = " ".join(steps_of("gate-action")[1]["with"]["args"].split())
    for command in sorted({*found, f"arena gate mybot {used}"}):
        words = shlex.split(command.replace("LOG", "log"))[1:]
        done = inside(*words, "--help", cwd=in_tmp)
        assert done.returncode == 0, f"{command}: {done.stderr}"
    assert list(in_tmp.iterdir()) == []


def test_every_flag_that_the_page_names_exists(in_tmp: Path) -> None:
    shown = "".join(
        inside(name, "--help", cwd=in_tmp).stdout for name in ("gate", "run", "standings")
    )
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]+", PAGE))
    assert len(named) > 15
    for flag in named:
        assert re.search(rf"{flag}\b", shown), flag


# The workflows, run

BOT = {
    ".gitignore": "*.egg-info/\n__pycache__/\nlogs/\n",
    "pyproject.toml": """
        [build-system]
        requires = ["setuptools>=77"]
        build-backend = "setuptools.build_meta"

        [project]
        name = "my-gin-bot"
        version = "0.1.0"
        dependencies = ["hollywood-gin-arena"]

        [project.entry-points."arena.bots"]
        mybot = "my_gin_bot.bot:Mine"

        [tool.setuptools]
        packages = ["my_gin_bot"]
        """,
    "my_gin_bot/__init__.py": "",
    "my_gin_bot/bot.py": """
        from arena.bot import (
            DISCARDS, KNOCKS, Bot, Draw, Offer, best_discards, least_useful, melds_with,
        )


        class Mine(Bot):
            def offer(self, view):
                is_wanted = melds_with(view.hand, view.upcard, view.rules)
                return Offer.TAKE if is_wanted else Offer.PASS

            def draw(self, view):
                is_wanted = melds_with(view.hand, view.upcard, view.rules)
                return Draw.PILE if is_wanted else Draw.STOCK

            def play(self, view):
                points, cards = best_discards(view.hand, view.barred, view.rules.tables)
                card = least_useful(cards, view)
                limit = view.knock_limit if view.stock_size < 14 else min(3, view.knock_limit)
                return KNOCKS[card] if points <= limit else DISCARDS[card]
        """,
}
"""Revision 1: it draws no chance, and waits too long with its knocks."""

BRANCHES: dict[str, dict[str, str]] = {
    "unchanged": {"README.md": "A bot.\n"},
    "refactored": {
        "my_gin_bot/wish.py": """
            from arena.bot import melds_with


            def wants(view):
                return melds_with(view.hand, view.upcard, view.rules)
            """,
        "my_gin_bot/bot.py": """
            from arena.bot import DISCARDS, KNOCKS, Bot, Draw, Offer, best_discards, least_useful


            class Mine(Bot):
                def offer(self, view):
                    return Offer.TAKE if self.wants(view) else Offer.PASS

                def draw(self, view):
                    return Draw.PILE if self.wants(view) else Draw.STOCK

                def wants(self, view):
                    from my_gin_bot.wish import wants

                    return wants(view)

                def play(self, view):
                    points, cards = best_discards(view.hand, view.barred, view.rules.tables)
                    card = least_useful(cards, view)
                    if points > view.knock_limit or (points > 3 and view.stock_size >= 14):
                        return DISCARDS[card]
                    return KNOCKS[card]
            """,
    },
    "regression": {
        "my_gin_bot/bot.py": BOT["my_gin_bot/bot.py"]
        .replace("Offer.TAKE if is_wanted else Offer.PASS", "Offer.PASS")
        .replace("Draw.PILE if is_wanted else Draw.STOCK", "Draw.STOCK"),
    },
    "improvement": {
        "my_gin_bot/bot.py": BOT["my_gin_bot/bot.py"].replace(
            "view.knock_limit if view.stock_size < 14 else min(3, view.knock_limit)",
            "view.knock_limit",
        ),
    },
}
"""What pull requests change: nothing that plays, only the code's form, the pile, the knocks."""

SETTLED = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Author",
    "GIT_AUTHOR_EMAIL": "author@example.invalid",
    "GIT_COMMITTER_NAME": "Author",
    "GIT_COMMITTER_EMAIL": "author@example.invalid",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PYTHONUTF8": "1",
}
OFFLINE = {"PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_QUIET": "1"}
"""The arena is the one beside these tests, and so are its dependencies. (Pip reads the third
variable the other way round: 0 is no isolation.)"""

needs_tools = pytest.mark.skipif(
    not (shutil.which("bash") and shutil.which("git")), reason="workflows need bash and git"
)


@dataclass
class Ran:
    """What became of a job: the last step's exit code, and what all of them wrote."""

    code: int
    summary: str
    outputs: dict[str, str]
    out: str
    err: str
    steps: int = field(default=0)


class Runner:
    """What GitHub gives a job: a checkout, a Python of its own, and files to write to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.origin = folder / "origin"
        venv.create(folder / "env", symlinks=os.name != "nt")
        scripts = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        python = scripts / "python"
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        proxies = {k: v for k, v in os.environ.items() if k.lower().endswith("_proxy")}
        pip = {k: v for k, v in os.environ.items() if k.startswith("PIP_")}
        path = os.pathsep.join([str(scripts), os.environ["PATH"]])
        self.world = kept | proxies | pip | SETTLED | {"PATH": path}
        code = "import sysconfig; print(sysconfig.get_path('purelib'))"
        site = Path(self.call([python, "-c", code]).stdout.strip())
        places = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
        (site / "dependencies.pth").write_text("\n".join([str(ROOT), *sorted(places)]), "utf-8")
        if setuptools_here() < SETUPTOOLS:
            self.call([python, "-m", "pip", "install", "--quiet", f"setuptools>={SETUPTOOLS}"])
        self.world |= OFFLINE
        command = scripts / "arena"
        command.write_text(f"#!{python}\nfrom arena.__main__ import main\n\nmain()\n", "utf-8")
        command.chmod(0o755)
        self.make_origin()

    def call(
        self, words: Sequence[object], cwd: Path | None = None
    ) -> "subprocess.CompletedProcess[str]":
        """Run a command that has to go well."""
        done = subprocess.run(
            [str(word) for word in words], cwd=cwd or self.folder, env=self.world,
            capture_output=True, encoding="utf-8", check=False, timeout=180,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done

    def make_origin(self) -> None:
        """Make the bot's repository: a revision on main, and a branch for each pull request."""
        self.origin.mkdir()
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit("first revision", BOT)
        for branch, files in BRANCHES.items():
            self.git("checkout", "--quiet", "-b", branch, "main")
            self.commit(branch, files)
        self.git("checkout", "--quiet", "main")

    def git(self, *words: str) -> None:
        self.call(["git", *words], self.origin)

    def commit(self, message: str, files: dict[str, str]) -> None:
        for name, text in files.items():
            path = self.origin / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text).lstrip(), encoding="utf-8")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)

    def checkout(self, branch: str, clone: Path) -> Path:
        self.call(["git", "clone", "--quiet", "--branch", branch, self.origin, clone])
        return clone

    def run(self, steps: list[dict[str, Any]], clone: Path, **variables: str) -> Ran:
        """Run the steps of a job that are scripts, up to the first one that fails."""
        ran = Ran(0, "", {}, "", "")
        for number, step in enumerate(steps):
            if "run" not in step:
                continue
            ran.steps += 1
            files = {name: clone.parent / f"{name}-{number}.txt" for name in ("SUMMARY", "OUTPUT")}
            script = clone.parent / f"script-{number}.sh"
            script.write_text(step["run"], encoding="utf-8", newline="\n")
            github = {
                "GITHUB_ACTIONS": "true",
                "GITHUB_RUN_ID": "7",
                "GITHUB_STEP_SUMMARY": str(files["SUMMARY"]),
                "GITHUB_OUTPUT": str(files["OUTPUT"]),
            }
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
                cwd=clone, env=self.world | github | variables, capture_output=True,
                encoding="utf-8", check=False, timeout=300,
            )  # fmt: skip
            ran.code = done.returncode
            ran.out += done.stdout
            ran.err += done.stderr
            ran.summary += text_of(files["SUMMARY"])
            pairs = (line.partition("=") for line in text_of(files["OUTPUT"]).splitlines())
            ran.outputs |= {name: value for name, _, value in pairs}
            if done.returncode:
                break
        assert "Traceback" not in ran.err, ran.err
        return ran


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    """The runner, made once; each test has a clone of its own."""
    return Runner(tmp_path_factory.mktemp("runner"))


def uploads(steps: list[dict[str, Any]], clone: Path) -> list[str]:
    """What the job's last step would upload: every pattern must find something."""
    found = []
    for pattern in steps[-1]["with"]["path"].split():
        paths = [path.relative_to(clone).as_posix() for path in clone.glob(pattern)]
        assert paths, f"nothing is {pattern}"
        found += paths
    return found


def assert_well_formed(summary: str, heading: str) -> None:
    """Expect a heading and a table whose rows all have two cells."""
    assert len(summary.encode()) < LARGEST_SUMMARY
    tokens = MarkdownIt().enable("table").parse(summary)
    assert (tokens[0].tag, tokens[1].content) == ("h3", heading)
    kinds = [token.type for token in tokens]
    assert kinds.count("td_open") + kinds.count("th_open") == 2 * kinds.count("tr_open") > 16
    assert kinds[3] == "table_open"
    assert kinds[-1] == "table_close"


def annotations(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("::")]


@needs_tools
@pytest.mark.parametrize(
    ("branch", "more", "code", "heading"),
    [
        ("unchanged", "", 0, "Gate: pass: no change"),
        ("refactored", "", 0, "Gate: pass: no change"),
        ("regression", "", 1, "Gate: fail"),
        ("improvement", " --better", 0, "Gate: pass"),
        ("unchanged", " --better", 1, "Gate: fail"),
    ],
)
def test_the_pull_request_workflow_in_a_fresh_clone(
    branch: str, more: str, code: int, heading: str, runner: Runner, tmp_path: Path
) -> None:
    clone = runner.checkout(branch, tmp_path / "clone")
    steps = [dict(step) for step in steps_of("gate")]
    assert [step["run"].split()[0] for step in steps if "run" in step] == ["python", "arena"]
    steps[3]["run"] += more
    ran = runner.run(steps, clone)
    assert ran.code == code, ran.err
    assert ran.steps == 2

    (case,) = next(iter(JUnitXml.fromfile(str(clone / "gate.xml"))))
    assert [type(result) for result in case.result] == [Failure] * code
    assert case.name == "mybot against mybot@origin/main"
    assert_well_formed(ran.summary, heading)
    (line,) = annotations(ran.err)
    level = "error" if code else "notice"
    title = heading.replace(":", "%3A")
    assert line.startswith(f"::{level} title={title}::mybot against mybot@origin/main: H1: ")
    assert annotations(ran.out) == []

    assert uploads(steps, clone) == ["gate.xml", "logs/gate-1/games.jsonl"]
    assert verify_log(clone / "logs" / "gate-1" / "games.jsonl").is_sound
    digests = [one["digest"] for one in lines_of(clone / "logs/gate-1/games.jsonl")[0]["entrants"]]
    assert (digests[0] == digests[1]) == (branch == "unchanged")
    trees = runner.call(["git", "worktree", "list"], clone).stdout
    assert len(trees.splitlines()) == 1
    assert runner.call(["git", "status", "--porcelain"], clone).stdout == "?? gate.xml\n"


@needs_tools
@pytest.mark.parametrize(("branch", "code"), [("refactored", 0), ("regression", 1)])
def test_the_golden_workflow_in_a_fresh_clone(
    branch: str, code: int, runner: Runner, tmp_path: Path
) -> None:
    (tmp_path / "old").mkdir()
    old = runner.checkout("main", tmp_path / "old" / "clone")
    steps = steps_of("golden")
    made = blocks("sh")[1]
    assert "--out golden" in made
    assert runner.run([steps[2], {"run": made}], old).code == 0
    assert (old / "tests/golden/games.jsonl").stat().st_size < 150_000

    clone = runner.checkout(branch, tmp_path / "clone")
    shutil.copytree(old / "tests", clone / "tests")
    ran = runner.run(steps, clone)
    assert ran.code == code, ran.err
    assert uploads(steps, clone) == ["golden.xml"]
    (case,) = next(iter(JUnitXml.fromfile(str(clone / "golden.xml"))))
    assert [type(result) for result in case.result] == [Failure] * code
    heading = "Golden check: fail" if code else "Golden check: no change"
    assert MarkdownIt().parse(ran.summary)[1].content == heading
    (line,) = annotations(ran.err)
    assert line.startswith("::error " if code else "::notice ")
    assert ("takes " in ran.out) == bool(code)


@needs_tools
def test_the_league_workflow_in_a_fresh_clone(runner: Runner, tmp_path: Path) -> None:
    clone = runner.checkout("main", tmp_path / "clone")
    (clone / "configs").mkdir()
    config = FILES["configs/league.yaml"]
    assert "pairs: 100\n" in config
    (clone / "configs/league.yaml").write_text(
        config.replace("pairs: 100\n", "pairs: 2\n"), encoding="utf-8"
    )
    steps = steps_of("league")
    ran = runner.run(steps, clone)
    assert (ran.code, ran.steps) == (0, 4), ran.err
    assert uploads(steps, clone) == [
        "league/games.jsonl", "league/config.yaml", "league/standings.json",
    ]  # fmt: skip
    header = lines_of(clone / "league" / "games.jsonl")[0]
    assert (header["name"], header["seed"]) == ("nightly", "night-7")
    tokens = MarkdownIt().enable("table").parse(ran.summary)
    assert [token.type for token in tokens].count("tr_open") == 5
    assert "mybot" in ran.summary
    assert len(ran.summary.encode()) < LARGEST_SUMMARY


def run_action(runner: Runner, clone: Path, **inputs: str) -> Ran:
    """Run the action's own scripts, the inputs given as GitHub gives them."""
    given = {name: told.get("default", "") for name, told in ACTION["inputs"].items()} | inputs
    steps, variables = [], {}
    for step in ACTION["runs"]["steps"]:
        if "run" in step and ("if" not in step or given["python-version"]):
            steps.append(step)
            for name, value in step.get("env", {}).items():
                variables[name] = re.sub(
                    r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: given[found[1]], value
                )
    return runner.run(steps, clone, **variables)


@needs_tools
def test_the_action_runs_the_gate_and_tells_the_outcome(runner: Runner, tmp_path: Path) -> None:
    clone = runner.checkout("regression", tmp_path / "clone")
    ran = run_action(
        runner, clone, candidate="mybot", against="mybot@origin/main\n  simple\n\n",
        args="--seed 'two  words'\n--max-pairs 60",
    )  # fmt: skip
    assert (ran.code, ran.steps) == (1, 2), ran.err
    assert ran.outputs == {"outcome": "fail", "exit-code": "1"}
    verdict = json.loads(ran.out)
    assert verdict["bots"] == {
        "candidate": "mybot", "baseline-1": "mybot@origin/main", "baseline-2": "simple",
    }  # fmt: skip
    assert lines_of(clone / "logs/gate-1/games.jsonl")[0]["seed"] == "two  words"
    assert_well_formed(ran.summary, "Gate: fail")
    assert (clone / "gate.xml").exists()

    same = run_action(
        runner, clone, candidate="mybot", against="mybot", junit="elsewhere.xml",
        **{"python-version": ""},
    )  # fmt: skip
    assert (same.code, same.steps) == (0, 1)
    assert same.outputs == {"outcome": "no change", "exit-code": "0"}
    assert (clone / "elsewhere.xml").exists()


@needs_tools
@pytest.mark.parametrize(
    "inputs",
    [
        {"candidate": '$(touch hacked)"; touch hacked; "', "against": "simple"},
        {"candidate": "simple", "against": "`touch hacked`\n$(touch hacked)\n*"},
        {"candidate": "simple", "against": "simple", "args": "; touch hacked"},
        {"candidate": "simple", "against": "simple", "args": '--rules "$(touch hacked)"'},
        {"candidate": "simple", "against": "simple", "args": "--rules 'it"},
        {"candidate": "simple", "against": "simple", "junit": "$(touch hacked)/gate.xml"},
        {"candidate": "--version", "against": "simple"},
        {"candidate": "", "against": ""},
    ],
)
def test_no_input_of_the_action_is_read_as_a_command(
    inputs: dict[str, str], runner: Runner, tmp_path: Path
) -> None:
    (tmp_path / "clone").mkdir()
    ran = run_action(runner, tmp_path / "clone", **inputs, **{"python-version": ""})
    assert ran.code == 2, ran.out
    assert ran.outputs in ({"outcome": "error", "exit-code": "2"}, {})
    assert ran.err
    assert list((tmp_path / "clone").iterdir()) == []


# Figures


@pytest.mark.slow
@pytest.mark.parametrize("row", rows_below("How many pairs to expect"), ids=lambda row: row[0])
def test_the_figures_of_the_page_are_those_that_are_measured(row: list[str], in_tmp: Path) -> None:
    words = shlex.split(row[0].strip("`"))[1:]
    verdicts = []
    for number in range(20):
        seed = ("--seed", f"measure-{number}", "--out", str(number))
        done = arena(*words, *seed, "--format", "json", "-q", cwd=in_tmp)
        verdicts.append(json.loads(done.stdout))
    pairs = [verdict["pairs"] for verdict in verdicts]
    passed = sum(verdict["outcome"] == "pass" for verdict in verdicts)
    measured = [f"{statistics.median(pairs):g}", f"{max(pairs)}", f"{passed} of 20"]
    assert row[1:] == measured
