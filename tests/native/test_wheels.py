"""The workflow that builds wheels names what exists: it runs elsewhere, its commands run here."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from arena.native.backend import REQUIRED
from arena.native.form import forms
from arena.native.pure import SWITCH

ROOT = Path(__file__).parents[2]
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/wheels.yml").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WHEELS = PROJECT["tool"]["cibuildwheel"]
JOBS: dict[str, dict[str, Any]] = WORKFLOW["jobs"]


def steps(key: str) -> Iterator[str]:
    """Yield what the steps of all jobs have under a key."""
    for job in JOBS.values():
        yield from (step[key] for step in job["steps"] if key in step)


def commands() -> list[str]:
    """All commands of the arena's own: those of the jobs, those that try a wheel out."""
    lines = [line.strip() for run in steps("run") for line in run.splitlines()]
    lines += WHEELS["test-command"]
    return [line for line in lines if line.startswith(("arena ", "python -m arena"))]


def test_there_are_wheels_for_three_systems_one_for_all_and_the_sources() -> None:
    systems = {name.partition("-")[0] for name in JOBS["compiled"]["strategy"]["matrix"]["os"]}
    assert systems == {"ubuntu", "macos", "windows"}
    assert any("cibuildwheel" in step.get("uses", "") for step in JOBS["compiled"]["steps"])
    assert JOBS["pure"]["env"] == {SWITCH: "1"}
    assert "python -m build --outdir dist" in steps("run")


def test_a_wheel_that_is_not_compiled_is_an_error_and_looked_for() -> None:
    assert WHEELS["environment"] == {REQUIRED: "1"}
    assert WHEELS["test-command"][0] == "python -m arena.native"


def test_every_action_is_pinned_by_a_tag() -> None:
    used = list(steps("uses"))
    assert used
    for action in used:
        assert re.fullmatch(r"[\w./-]+@v\d+(\.\d+)*", action), action


def test_the_pure_wheel_has_the_name_that_the_workflow_installs() -> None:
    name = PROJECT["project"]["name"].replace("-", "_")
    assert f"python -m pip install dist/{name}-*-py3-none-any.whl" in steps("run")


def test_the_workflow_has_what_github_needs() -> None:
    assert set(WORKFLOW) == {"name", True, "permissions", "jobs"}, "YAML reads `on` as true"
    assert all("runs-on" in job and job["steps"] for job in JOBS.values())


def test_every_command_of_the_arena_in_it_works(in_tmp: Path) -> None:
    asked = commands()
    assert len(asked) == 6
    for command in asked:
        words = shlex.split(command)
        words = words[1:] if words[0] == "python" else ["-m", *words]
        done = subprocess.run(
            [sys.executable, *words],
            cwd=in_tmp,
            env=os.environ | {"PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        is_check = words[1] == "arena.native"
        passes = not is_check or all(form.is_sound for form in forms())
        assert done.returncode == (0 if passes else 1), command + done.stderr
