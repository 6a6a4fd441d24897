"""Compiled and pure are one text: they write the same bytes, and verify what the other wrote."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.native.form import forms

FORMS = {"compiled": "", "pure": "1"}
BOTS = ("simple", "greedy", "gin-hunter", "random")


@pytest.mark.parametrize("rules", ["classic", "eaai", "oklahoma-hollywood", "round-corner"])
def test_compiled_and_pure_write_the_same_bytes(rules: str, tmp_path: Path) -> None:
    if not all(form.is_compiled for form in forms()):
        pytest.skip("not compiled here; tests/native/test_form.py says whether it should be")
    flags = [flag for bot in BOTS for flag in ("-b", bot)]
    for form in FORMS:
        words = ("-n", "3", "--seed", f"x-{rules}", "--rules", rules, "--out", form)
        assert run(form, tmp_path, "run", *flags, *words)
    for name in ("games.jsonl", "standings.json"):
        compiled = (tmp_path / "compiled" / name).read_bytes()
        assert compiled == (tmp_path / "pure" / name).read_bytes()
        assert compiled
    assert "sound" in run("pure", tmp_path, "verify", "compiled")
    assert "sound" in run("compiled", tmp_path, "verify", "pure")


def run(form: str, folder: Path, *words: str) -> str:
    """Run the arena in one form; return what it said."""
    done = subprocess.run(
        [sys.executable, "-m", "arena", *words],
        env=os.environ | {"ARENA_PURE": FORMS[form]},
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr
