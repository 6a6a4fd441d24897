"""`arena bots list`, `rules`, `deal`, `--help`, `--version`."""

import sys
from pathlib import Path

import pytest

import arena as package
from arena.gin.rules import OPTIONS
from arena.profiles import profile_names
from tests.cli.terminal import arena


def test_the_reference_bots_are_listed(in_tmp: Path) -> None:
    rows = arena("bots", "list", cwd=in_tmp).stdout.splitlines()[2:]
    assert [row.split()[0] for row in rows] == ["gin-hunter", "greedy", "random", "simple"]
    assert all(row.split()[-1] == "ok" for row in rows)


def test_a_variable_restricts_the_set_of_bots(in_tmp: Path) -> None:
    rows = arena("bots", "list", cwd=in_tmp, ARENA_BOTS="simple").stdout.splitlines()[2:]
    assert [row.split()[0] for row in rows] == ["simple"]


def test_rules_lists_every_profile_and_shows_every_option(in_tmp: Path) -> None:
    listed = arena("rules", cwd=in_tmp).stdout.splitlines()[2:]
    assert tuple(line.split()[0] for line in listed) == profile_names()
    shown = arena("rules", "settled", "--format", "table", cwd=in_tmp).stdout.splitlines()
    assert [line.split()[0] for line in shown[4:]] == list(OPTIONS)
    assert any(line.split()[:3] == ["undercut_bonus", "25", "S3"] for line in shown)


def test_an_unknown_profile_is_refused_with_a_suggestion(in_tmp: Path) -> None:
    done = arena("rules", "setled", cwd=in_tmp)
    assert done.returncode == 2
    assert "did you mean settled?" in done.stderr


def test_deal_shows_the_deck_of_the_contract(in_tmp: Path) -> None:
    shown = arena("deal", "2026", "3/14", cwd=in_tmp).stdout.splitlines()
    assert shown[0].split(None, 1)[1].startswith("KD 5C TH QC 8C 7S TD 3C 4D 3S 9H KH 2S 2D JC")
    assert shown[3].split() == ["upcard", "6C"]
    assert shown[5].startswith("first dealer  seat 0")


@pytest.mark.parametrize("which", ["3", "3/", "/3", "-1/2", "a/b", "3/14/1"])
def test_a_deal_that_is_none_is_refused(which: str, in_tmp: Path) -> None:
    done = arena("deal", "--", "2026", which, cwd=in_tmp)
    assert done.returncode == 2
    assert "write deal index and round, as in 3/14" in done.stderr


def test_version_tells_the_version_and_how_it_runs(in_tmp: Path) -> None:
    """Form by form and module by module: tests/native/test_form.py."""
    first, *modules = arena("--version", cwd=in_tmp).stdout.splitlines()
    start, form = first.split(" (")
    assert start == f"arena {package.__version__}"
    assert form in ("compiled)", "partly compiled)", "pure Python)")
    assert all(line.startswith("arena.") for line in modules)


def test_help_names_every_command(in_tmp: Path) -> None:
    text = arena("--help", cwd=in_tmp).stdout
    for command in ("run", "bots", "standings", "replay", "verify", "rules", "deal"):
        assert f" {command} " in text


def test_looking_for_help_imports_nothing_slow() -> None:
    import subprocess

    code = (
        "import sys; from arena.cli.app import app; "
        "print(sorted({'numpy', 'rich.progress', 'tabulate', 'structlog', 'jsonschema'} "
        "& set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
