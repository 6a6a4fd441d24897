"""The README is true: its table, its commands, its Python."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.app import app
from tests.cli.terminal import arena

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module")
def quickstart(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The quickstart played: where, and what it printed."""
    folder = tmp_path_factory.mktemp("quickstart")
    done = arena("run", cwd=folder, ARENA_BOTS="random,simple,greedy,gin-hunter")
    assert done.returncode == 0, done.stderr
    return folder, done.stdout


def test_the_table_of_the_readme_is_what_the_first_command_prints(
    quickstart: tuple[Path, str],
) -> None:
    assert blocks("text")[0] == quickstart[1]


def test_the_quickstart_log_is_sound_and_replays(quickstart: tuple[Path, str]) -> None:
    folder, _ = quickstart
    assert arena("verify", cwd=folder).returncode == 0
    assert "Round 0.0" in arena("replay", "0.0", cwd=folder).stdout


def test_the_first_command_installs_and_runs_and_the_test_command_is_what_ci_runs() -> None:
    commands = [block.strip() for block in blocks("sh")]
    first, test = commands[0], commands[-1]
    assert first.endswith(".venv/bin/arena run")
    assert "pytest" in test
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").rstrip().endswith("\n" + test)


def test_the_bot_of_the_readme_plays(in_tmp: Path) -> None:
    source = next(block for block in blocks("python") if block.startswith("# mine.py"))
    assert len(source.splitlines()) <= 13
    (in_tmp / "mine.py").write_text(source, encoding="utf-8")
    done = arena("run", "-b", "./mine.py:Mine", "-b", "simple", "-b", "greedy", "-n", "2",
                 "--seed", "s", cwd=in_tmp)  # fmt: skip
    assert done.returncode == 0
    assert "Mine" in done.stdout
    assert "faults;" not in done.stderr


def test_the_python_of_the_readme_runs(in_tmp: Path) -> None:
    source = next(block for block in blocks("python") if "api.run" in block)
    (in_tmp / "configs").mkdir()
    (in_tmp / "configs" / "league.yaml").write_text(
        "seed: s\npairs: 2\nentrants: [simple, greedy]\n", encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-c", source], cwd=in_tmp, capture_output=True, text=True, check=True
    )
    assert len(done.stdout.splitlines()) == 2


def test_every_command_that_documents_name_exists() -> None:
    known = {command.name or command.callback.__name__ for command in app.registered_commands}
    known |= {group.name for group in app.registered_groups}
    for path in [ROOT / "README.md", ROOT / "CHANGELOG.md", *ROOT.glob("docs/*.md")]:
        named = set(re.findall(r"`arena ([a-z]+)", path.read_text(encoding="utf-8")))
        named |= set(re.findall(r"^arena ([a-z]+)", path.read_text(encoding="utf-8"), re.MULTILINE))
        assert named <= known, f"{path.name}: {named - known}"


def test_the_calculators_of_the_readme_answer(in_tmp: Path) -> None:
    import shlex

    lines = [line for block in blocks("sh") for line in block.splitlines()]
    asked = [line for line in lines if line.split()[:2] in (["arena", "hand"],
             ["arena", "showdown"], ["arena", "sheet"]) and "<" not in line]  # fmt: skip
    assert len(asked) == 3
    for line in asked:
        done = arena(*shlex.split(line)[1:], cwd=in_tmp)
        assert (done.returncode, done.stderr) == (0, ""), line
