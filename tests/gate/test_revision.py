"""Bots at git revisions: each plays its own code, and the repository stays as it was."""

import importlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from arena import api
from arena.gate.revision import RevisionSpec, find_revision
from arena.gate.worktree import Worktrees
from arena.registry import BotSpec, PluginError, find_bot

PACKAGE = {
    "mybot/__init__.py": "from arena.bot import Bot\n",
    "mybot/bot.py": """\
        from dataclasses import dataclass, field

        import mybot
        from mybot import Bot, choice
        from mybot.deep.advice import word as top_word
        from . import choice as relative


        @dataclass
        class Memory:
            seen: "list[int]" = field(default_factory=list)


        class Mine(Bot):
            def start_series(self, info):
                super().start_series(info)
                self.memory = Memory()

            def play(self, view):
                import mybot.deep.advice
                from mybot.deep import advice
                import mybot.deep.advice as named

                assert mybot.deep.advice is advice is named
                assert mybot.choice is choice is relative
                cards = [card for card in range(52) if view.hand >> card & 1]
                self.memory.seen.append(len(cards))
                cards = [card for card in cards if not view.barred >> card & 1]
                return choice.discard(cards)

            def words(self):
                from mybot.deep.advice import data, word

                return word, top_word, data()
        """,
    "mybot/choice.py": """\
        def discard(cards):
            from mybot.deep.advice import pick
            from arena.bot import DISCARDS

            return DISCARDS[pick(cards)]
        """,
    "mybot/deep/__init__.py": "",
    "mybot/deep/advice.py": """\
        from importlib.resources import files
        from pathlib import Path

        word = "old"
        pick = min


        def data():
            by_path = (Path(__file__).parent / "data.txt").read_text("utf-8")
            assert by_path == files(__package__).joinpath("data.txt").read_text("utf-8")
            return by_path
        """,
    "mybot/deep/data.txt": "old data",
}
"""It throws its lowest card."""
NEWER = {
    "mybot/deep/advice.py": PACKAGE["mybot/deep/advice.py"]
    .replace('"old"', '"new"')
    .replace("pick = min", "pick = max"),
    "mybot/deep/data.txt": "new data",
}
"""It throws its highest."""
ENTRY = '[project]\nname = "my-bots"\n[project.entry-points."arena.bots"]\nmybot = "{}"\n'


def git(folder: Path, *arguments: str) -> str:
    settings = ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
    return subprocess.run(
        ["git", *settings, "-C", str(folder), *arguments],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout.strip()


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")


def commit(repository: Path, files: dict[str, str], tag: str = "") -> str:
    """Commit some files to a repository, made where there is none; return the commit."""
    write(repository, files)
    if not (repository / ".git").exists():
        git(repository, "init", "--quiet")
    git(repository, "add", "--all")
    git(repository, "commit", "--quiet", "--message", "x")
    if tag:
        git(repository, "tag", tag)
    return git(repository, "rev-parse", "HEAD")


def state(repository: Path) -> dict[str, bytes | str]:
    """All that a user may see of a repository: each file of it and of `.git`, and what git tells."""
    files: dict[str, bytes | str] = {
        str(path): path.read_bytes()
        for path in repository.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.name != "index"
    }
    told = {name: git(repository, *name.split()) for name in ("worktree list", "status --short")}
    return files | told


@pytest.fixture(autouse=True)
def no_traces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What was imported is forgotten; no finder and no temporary folder is left."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.delenv("ARENA_BOTS")
    for name in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    finders, before = list(sys.meta_path), set(sys.modules)
    yield
    assert sys.meta_path == finders
    assert not [name for name in sys.modules if name.startswith("_arena_rev_")]
    assert not list(temporary.iterdir())
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "") or "").startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout on the path with two revisions of a package, tagged old and new."""
    folder = tmp_path / "checkout"
    commit(folder, PACKAGE, "old")
    commit(folder, NEWER, "new")
    monkeypatch.syspath_prepend(folder)
    return folder


@pytest.fixture
def worktrees() -> Iterator[Worktrees]:
    with Worktrees() as made:
        yield made


def find(reference: str, revision: str, worktrees: Worktrees) -> RevisionSpec:
    spec = find_revision(reference, revision, Path(), worktrees)
    assert isinstance(spec, RevisionSpec)
    return spec


def error_of(reference: str, revision: str, folder: Path = Path()) -> str:
    with Worktrees() as worktrees, pytest.raises(PluginError) as caught:
        find_revision(reference, revision, folder, worktrees).load()
    return str(caught.value)


def words(spec: BotSpec | RevisionSpec) -> tuple[str, str, str]:
    """What a bot's modules hold, imported at their top and while it plays."""
    told: tuple[str, str, str] = spec.load()().words()  # type: ignore[attr-defined]
    return told


OLD = ("old", "old", "old data")
NEW = ("new", "new", "new data")


# Two versions side by side


def thrown(played: api.Played, seat: int) -> list[str]:
    """The cards a seat threw in the first round, in order, as texts."""
    record = played.record.rounds[0]
    starts = 0 if played.record.series.first_dealer != 0 else 1
    tokens = [token for token in record.moves.split() if token != "p"]
    return [token[-2:] for token in tokens[(seat - starts) % 2 :: 2]]


@pytest.mark.parametrize("old_first", [True, False])
def test_old_plays_new_and_each_plays_its_own_code(
    repository: Path, worktrees: Worktrees, *, old_first: bool
) -> None:
    """The version that was loaded first must not decide what the other one imports."""
    specs = {
        "old": find("mybot.bot:Mine", "old", worktrees),
        "new": find_bot("mybot.bot:Mine", Path()),
    }
    names = ("old", "new") if old_first else ("new", "old")
    classes = tuple(specs[name].load() for name in names)
    played = api.play_series((classes[0], classes[1]), "7", names=names)
    ranks = "A23456789TJQK"
    faults = [round_.fault for round_ in played.record.rounds if round_.fault]
    assert not faults, played.incidents
    means = {
        name: sum(map(ranks.index, ranks_of)) / len(ranks_of)
        for seat, name in enumerate(names)
        if (ranks_of := [card[0] for card in thrown(played, seat)])
    }
    assert set(means) == {"old", "new"}


def test_each_version_has_its_own_modules_and_data(repository: Path, worktrees: Worktrees) -> None:
    old, new = find("mybot.bot:Mine", "old", worktrees), find_bot("mybot.bot:Mine", Path())
    assert (words(old), words(new)) == (OLD, NEW)
    assert (words(new), words(old)) == (NEW, OLD)
    assert importlib.import_module("mybot.deep.advice").word == "new"
    assert old.load().__module__ == f"_arena_rev_{old.version}_mybot.bot"
    assert str(repository) not in str(sys.modules[old.load().__module__].__file__)
