"""Invariant 5: the same config, seed and bots give the same bytes, wherever they play."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFIG = """\
name: "same / été 🂡"
seed: same
rules: {profile: settled, max_rounds: 25}
pairs: 1
entrants:
  - greedy
  - {bot: gin-hunter, name: "a|b"}
  - {bot: random, name: "مرحبا"}
  - {bot: "moody.py:Moody", options: {zeal: 0.25, a: {z: 1, b: [true, null]}}}
faults: {policy: forfeit_round, strikes: 2}
"""
BOT = '''\
"""A bot that leans on whatever a bad program could lean on, but for what the arena gives it."""

from arena.bot import DISCARDS, Bot, Draw, cards_of


class Moody(Bot):
    version = "7"

    def __init__(self, zeal, a):
        self.zeal = zeal

    def draw(self, view):
        return Draw.PILE if self.rng.random() < self.zeal else Draw.STOCK

    def play(self, view):
        if self.rng.random() < 0.02:
            raise RuntimeError(f"at {id(self)}, {hash(repr(view))}")
        if self.rng.random() < 0.01:
            return DISCARDS[next(card for card in range(52) if not view.hand >> card & 1)]
        return super().play(view)
'''


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a config and a bot of its own."""
    folder = tmp_path_factory.mktemp("league")
    (folder / "league.yaml").write_text(CONFIG, encoding="utf-8")
    (folder / "moody.py").write_text(BOT, encoding="utf-8")
    return folder


def run(
    config: Path, out: Path, *flags: str, cwd: Path | None = None, **variables: str
) -> dict[str, bytes]:
    """Play in a process of its own; return its log and its standings, by file name."""
    command = [sys.executable, *flags, "-m", "arena", "run", str(config), "--out", str(out)]
    done = subprocess.run(
        command, capture_output=True, cwd=cwd, env=os.environ | variables, check=False
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return {name: (out / name).read_bytes() for name in ("games.jsonl", "standings.json")}


@pytest.fixture(scope="module")
def first(league: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith("ARENA_"):
                patch.delenv(name)
        files = run(league / "league.yaml", tmp_path_factory.mktemp("first") / "out")
    assert files["games.jsonl"].count(b'"kind":"series"') == 12
    assert b'"exception"' in files["games.jsonl"]
    return files


WORLDS: dict[str, dict[str, str]] = {
    "the same once more": {},
    "another hash seed": {"PYTHONHASHSEED": "0"},
    "the C locale": {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "a locale that there is not": {"LC_ALL": "ar_EG.UTF-8", "LANG": "tr_TR.UTF-8"},
    "ASCII for input and output": {"PYTHONIOENCODING": "ascii"},
    "far east": {"TZ": "Pacific/Kiritimati"},
    "far west": {"TZ": "<-12>12", "HOSTNAME": "elsewhere", "USER": "nobody"},
}


@pytest.mark.parametrize("world", WORLDS)
def test_the_environment_changes_no_byte(
    world: str, league: Path, first: dict[str, bytes], tmp_path: Path
) -> None:
    assert run(league / "league.yaml", tmp_path / "out", **WORLDS[world]) == first


@pytest.mark.parametrize("flags", [("-O",), ("-OO",), ("-X", "dev")])
def test_the_interpreter_s_flags_change_no_byte(
    flags: tuple[str, ...], league: Path, first: dict[str, bytes], tmp_path: Path
) -> None:
    """Asserts that do something would be missed by `-O`."""
    assert run(league / "league.yaml", tmp_path / "out", *flags) == first


def test_the_working_directory_changes_no_byte(
    league: Path, first: dict[str, bytes], tmp_path: Path
) -> None:
    """Paths in a config start at its folder; one of its bot's name elsewhere is not taken."""
    (tmp_path / "moody.py").write_text("raise RuntimeError('not this one')\n", encoding="utf-8")
    assert run(league / "league.yaml", tmp_path / "out", cwd=tmp_path) == first
    relative = Path(os.path.relpath(league / "league.yaml", tmp_path))
    assert run(relative, tmp_path / "again", cwd=tmp_path) == first


def test_the_place_of_config_and_bot_changes_no_byte(
    league: Path, first: dict[str, bytes], tmp_path: Path
) -> None:
    moved = tmp_path / "\N{GREEK SMALL LETTER ALPHA} b" / "deep"
    shutil.copytree(league, moved)
    assert run(moved / "league.yaml", tmp_path / "out") == first


def test_nothing_of_the_machine_is_in_what_may_be_published(
    league: Path, first: dict[str, bytes]
) -> None:
    """Neither paths nor texts of exceptions."""
    for text in first.values():
        for word in (str(league), "Traceback", "RuntimeError", "at 0x", sys.prefix):
            assert word.encode() not in text


def test_another_seed_gives_another_log(
    league: Path, first: dict[str, bytes], tmp_path: Path
) -> None:
    """The tests above would hold of a log that nothing could change."""
    other = league / "other.yaml"
    other.write_text(CONFIG.replace("seed: same", "seed: other"), encoding="utf-8")
    assert run(other, tmp_path / "out")["games.jsonl"] != first["games.jsonl"]
