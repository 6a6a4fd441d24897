"""Compiled is compiled, pure is pure, and `arena --version` knows which and why."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from arena.native import pure
from arena.native.compiling import why_no_compiler
from arena.native.form import Form, describe, form_of, forms, overall
from arena.native.modules import MODULES
from arena.native.record import BuildRecord, digest_source, python_tag, record_build, source_path
from tests.cli.terminal import arena

ROOT = Path(__file__).parents[2]
LOADED = """
from importlib import import_module

from arena.native.modules import MODULES

for name in MODULES:
    print(import_module(name).__file__)
"""


def test_where_there_is_a_compiler_the_modules_are_compiled_and_fresh() -> None:
    """Not skipped when a build failed: a build that could compile and did not must be seen."""
    if pure.is_on():
        pytest.skip("ARENA_PURE is set")
    none = why_no_compiler()
    if none:
        pytest.skip(none)
    told = "\n".join(["reinstall with `pip install -e .`:", *describe()])
    assert all(form.is_sound for form in forms()), told
    for name in MODULES:
        assert not str(import_module(name).__file__).endswith(".py"), name


def test_arena_pure_runs_every_module_from_its_source() -> None:
    """In a process of its own: none of the compiled files may be used, whatever is installed."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED],
        env=os.environ | {"ARENA_PURE": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [Path(line) for line in done.stdout.splitlines()] == [
        ROOT / source_path(name) for name in MODULES
    ]


def test_version_says_that_it_was_told_to_be_pure(in_tmp: Path) -> None:
    first, *modules = arena("--version", cwd=in_tmp, ARENA_PURE="1").stdout.splitlines()
    assert first.endswith(" (pure Python)")
    assert [line.split()[0] for line in modules] == list(MODULES)
    assert all(line.endswith("pure Python (ARENA_PURE is set)") for line in modules)


@pytest.mark.parametrize(
    ("value", "is_on"), [("1", True), ("yes", True), ("0", False), ("", False)]
)
def test_the_switch_is_off_at_0_and_at_nothing(
    value: str, is_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_PURE", value)
    assert pure.is_on() is is_on


def test_the_check_for_scripts_says_no_where_something_is_pure(in_tmp: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "arena.native"],
        env=os.environ | {"ARENA_PURE": "1"},
        cwd=in_tmp,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == len(MODULES)


FRESH = record_build(ROOT, None)
REASONS = {
    "never installed": (None, "it runs from its sources, which were never installed"),
    "no compiler": (
        record_build(ROOT, "no C compiler when it was built: there is no cc"),
        "no C compiler when it was built: there is no cc",
    ),
    "another Python": (
        BuildRecord("cpython-399", None, FRESH.digests),
        f"compiled for cpython-399, not for this {python_tag()}: reinstall",
    ),
    "a new module": (BuildRecord(python_tag(), None, {}), "younger than the last build: reinstall"),
    "a lost file": (FRESH, "its compiled file is gone: reinstall"),
}


@pytest.mark.parametrize("reason", REASONS)
def test_a_pure_module_says_why(reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.native.form.is_compiled", lambda module: False)
    monkeypatch.delenv("ARENA_PURE", raising=False)
    record, why = REASONS[reason]
    form = form_of(MODULES[0], record)
    assert form == Form(MODULES[0], False, False, f"pure Python ({why})")


@pytest.mark.parametrize("record", [None, BuildRecord(python_tag(), None, {MODULES[0]: "old"})])
def test_a_compiled_module_of_another_source_is_stale(
    record: BuildRecord | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.native.form.is_compiled", lambda module: True)
    stale = form_of(MODULES[0], record)
    assert (stale.is_compiled, stale.is_sound) == (True, False)
    assert stale.text == "compiled, but older than its source: reinstall"
    assert form_of(MODULES[0], FRESH).text == "compiled"


def test_an_edit_changes_the_digest(tmp_path: Path) -> None:
    source = tmp_path / "kernel.py"
    source.write_text("LIMIT = 10\n", encoding="utf-8")
    before = digest_source(source)
    source.write_text("LIMIT = 11\n", encoding="utf-8")
    assert digest_source(source) != before


def test_the_whole_is_compiled_only_where_every_module_is() -> None:
    fast, slow = Form("a", True, True, "compiled"), Form("b", False, False, "pure Python (x)")
    assert overall((fast, fast)) == "compiled"
    assert overall((fast, slow)) == "partly compiled"
    assert overall((slow, slow)) == "pure Python"


def test_every_module_of_the_list_has_a_source() -> None:
    assert len(set(MODULES)) == len(MODULES)
    for name in MODULES:
        assert (ROOT / source_path(name)).is_file(), name


def test_nothing_but_version_benchmarks_and_tests_asks_which_form_runs() -> None:
    allowed = {ROOT / "arena" / "__init__.py", ROOT / "arena" / "cli" / "app.py"}
    for path in [*ROOT.glob("arena/**/*.py"), *ROOT.glob("bots/*.py")]:
        if path not in allowed and (ROOT / "arena" / "native") not in path.parents:
            text = path.read_text(encoding="utf-8")
            assert "arena.native" not in text, path
            assert "ARENA_PURE" not in text, path
