"""Bots at git revisions: each plays its own code, and the repository stays as it was."""

import importlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from arena import api
from arena.bot import DISCARDS, KNOCKS, Discard, Knock, best_discards, cards_of
from arena.gate import worktree
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
                self.memory.seen.append(view.hand)
                return choice.action(view)

            def words(self):
                from mybot.deep.advice import data, word

                return word, top_word, data()
        """,
    "mybot/choice.py": """\
        def action(view):
            from mybot.deep.advice import pick
            from arena.bot import DISCARDS, KNOCKS, best_discards, cards_of

            points, cards = best_discards(view.hand, view.barred)
            card = pick(cards_of(cards))
            return KNOCKS[card] if points <= view.knock_limit else DISCARDS[card]
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
"""Of the best discards it throws the lowest card."""
NEWER = {
    "mybot/deep/advice.py": PACKAGE["mybot/deep/advice.py"]
    .replace('"old"', '"new"')
    .replace("pick = min", "pick = max"),
    "mybot/deep/data.txt": "new data",
}
"""It throws the highest."""
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
    """All that a user may see of a repository: each file, `.git` too, and what git tells."""
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


class Lowest(api.Bot):
    """What the old version plays."""

    def pick(self, cards: Iterable[int]) -> int:
        return min(cards)

    def play(self, view: api.View) -> Discard | Knock:
        points, cards = best_discards(view.hand, view.barred)
        card = self.pick(cards_of(cards))
        return KNOCKS[card] if points <= view.knock_limit else DISCARDS[card]


class Highest(Lowest):
    """What the new version plays."""

    def pick(self, cards: Iterable[int]) -> int:
        return max(cards)


@pytest.mark.parametrize("first", ["old", "new"])
def test_old_plays_new_and_each_plays_its_own_code(
    first: str, repository: Path, worktrees: Worktrees
) -> None:
    """The version that was loaded first must not decide what the other one imports."""
    versions: dict[str, tuple[BotSpec | RevisionSpec, type[api.Bot]]] = {
        "old": (find("mybot.bot:Mine", "old", worktrees), Lowest),
        "new": (find_bot("mybot.bot:Mine", Path()), Highest),
    }
    names = ("old", "new") if first == "old" else ("new", "old")
    loaded = tuple(versions[name][0].load() for name in names)
    alike = tuple(versions[name][1] for name in names)
    played = api.play_series((loaded[0], loaded[1]), "7", names=names)
    assert played.incidents == ()
    assert played == api.play_series((alike[0], alike[1]), "7", names=names)
    assert played != api.play_series((alike[1], alike[0]), "7", names=names)


def test_each_version_has_its_own_modules_and_data(repository: Path, worktrees: Worktrees) -> None:
    old, new = find("mybot.bot:Mine", "old", worktrees), find_bot("mybot.bot:Mine", Path())
    assert (words(old), words(new)) == (OLD, NEW)
    assert (words(new), words(old)) == (NEW, OLD)
    assert importlib.import_module("mybot.deep.advice").word == "new"
    assert old.load().__module__ == f"_arena_rev_{old.version}_mybot.bot"
    assert str(repository) not in str(sys.modules[old.load().__module__].__file__)


def test_two_revisions_at_once(repository: Path, worktrees: Worktrees) -> None:
    commit(repository, {"mybot/deep/advice.py": NEWER["mybot/deep/advice.py"].replace("new", "z")})
    specs = [find("mybot.bot:Mine", name, worktrees) for name in ("old", "new", "HEAD")]
    specs.append(find("mybot.bot:Mine", "HEAD~2", worktrees))
    told = [words(spec)[0] for spec in specs]
    assert told == ["old", "new", "z", "old"]
    assert specs[0].package == specs[3].package, "one work tree for a commit"
    assert git(repository, "worktree", "list").count("\n") == 3


def test_what_is_only_text_is_the_installed_version(repository: Path, worktrees: Worktrees) -> None:
    """The documented limit, and the way around it."""
    commit(
        repository,
        {
            "mybot/texts.py": """\
                import importlib
                from arena.bot import Bot

                class Mine(Bot):
                    def words(self):
                        by_text = importlib.import_module("mybot.deep.advice")
                        by_package = importlib.import_module(f"{__package__}.deep.advice")
                        return by_text.word, by_package.word, __import__("mybot").__name__[:11]
                """
        },
        "texts",
    )
    write(repository, {"mybot/deep/advice.py": "word = 'dirty'"})
    assert words(find("mybot.texts:Mine", "texts", worktrees)) == ("dirty", "new", "_arena_rev_")


def test_a_dirty_work_tree_does_not_count(repository: Path, worktrees: Worktrees) -> None:
    write(repository, {"mybot/deep/advice.py": "syntax error", "mybot/more.py": "x = 1"})
    head = find("mybot.bot:Mine", "HEAD", worktrees)
    assert words(head) == NEW
    git(repository, "add", "--all")
    assert words(find("mybot.bot:Mine", "HEAD~0", worktrees)) == NEW


def test_a_single_module_has_revisions_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worktrees: Worktrees
) -> None:
    folder = tmp_path / "checkout"
    text = """\
        from arena.bot import Bot

        word = "{}"

        class Mine(Bot):
            def words(self):
                import mybot_alone
                from mybot_alone import word as lazy

                return word, lazy, mybot_alone.word
        """
    commit(folder, {"mybot_alone.py": text.format("old")}, "old")
    write(folder, {"mybot_alone.py": text.format("now")})
    monkeypatch.syspath_prepend(folder)
    old, now = find("mybot_alone:Mine", "old", worktrees), find_bot("mybot_alone:Mine", Path())
    assert (words(now), words(old)) == (("now",) * 3, ("old",) * 3)
    assert old.digest() != now.digest()
    write(folder, {"mybot_alone.py": text.format("old")})
    assert old.digest() == now.digest()


def test_a_package_without_init_has_revisions_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worktrees: Worktrees
) -> None:
    folder = tmp_path / "checkout"
    files = {f"mynamespace/inner{name[5:]}": text for name, text in PACKAGE.items()}
    files = {name: text.replace("mybot", "mynamespace.inner") for name, text in files.items()}
    commit(folder, files, "old")
    write(folder, {"mynamespace/inner/deep/advice.py": NEWER["mybot/deep/advice.py"]})
    elsewhere = tmp_path / "elsewhere"
    write(elsewhere, {"mynamespace/other.py": ""})
    for place in (folder, elsewhere):
        monkeypatch.syspath_prepend(place)
    reference = "mynamespace.inner.bot:Mine"
    assert words(find(reference, "old", worktrees))[:2] == ("old", "old")
    assert words(find_bot(reference, Path()))[:2] == ("new", "new")


# Where the package lies


def test_a_package_in_a_folder_of_its_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worktrees: Worktrees
) -> None:
    folder = tmp_path / "checkout"
    commit(folder, {f"deep/src/{name}": text for name, text in PACKAGE.items()}, "old")
    commit(folder, {f"deep/src/{name}": text for name, text in NEWER.items()})
    monkeypatch.syspath_prepend(folder / "deep" / "src")
    assert words(find("mybot.bot:Mine", "old", worktrees)) == OLD
    assert words(find_bot("mybot.bot:Mine", Path())) == NEW


def test_a_package_that_has_moved_into_src(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worktrees: Worktrees
) -> None:
    folder = tmp_path / "checkout"
    commit(folder, PACKAGE, "flat")
    (folder / "src").mkdir()
    git(folder, "mv", "mybot", "src/mybot")
    commit(folder, {f"src/{name}": text for name, text in NEWER.items()}, "src")
    monkeypatch.syspath_prepend(folder / "src")
    assert words(find("mybot.bot:Mine", "flat", worktrees)) == OLD
    assert words(find("mybot.bot:Mine", "src", worktrees)) == NEW


def test_a_work_tree_of_the_user_s_is_a_checkout_too(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worktrees: Worktrees
) -> None:
    git(repository, "worktree", "add", "--quiet", str(tmp_path / "mine"), "old")
    monkeypatch.syspath_prepend(tmp_path / "mine")
    assert words(find_bot("mybot.bot:Mine", Path())) == OLD
    assert words(find("mybot.bot:Mine", "new", worktrees)) == NEW


def test_links_are_followed(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worktrees: Worktrees
) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "mybot").symlink_to(repository / "mybot")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site"), *sys.path])
    assert words(find("mybot.bot:Mine", "old", worktrees)) == OLD


# Entry points


def install(site: Path, entry_points: str) -> None:
    """Write what `pip install -e` leaves of an installed distribution."""
    folder = site / "my_bots-1.5.dist-info"
    folder.mkdir(parents=True)
    metadata = "Metadata-Version: 2.1\nName: my-bots\nVersion: 1.5\n"
    (folder / "METADATA").write_text(metadata, encoding="utf-8")
    (folder / "entry_points.txt").write_text(entry_points, encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def test_a_bot_is_named_by_its_entry_point(
    repository: Path, site: Path, worktrees: Worktrees
) -> None:
    install(site, "[arena.bots]\nmybot = mybot.bot:Mine [extra]\n")
    spec = find("mybot", "old", worktrees)
    assert words(spec) == OLD
    assert (spec.reference, spec.version) == ("mybot@old", git(repository, "rev-parse", "old")[:12])
    assert spec.digest() != find_bot("mybot", Path()).digest()


ONE = """\
from arena.bot import Bot


class {}(Bot):
    def words(self):
        return {!r}, "", ""
"""
MOVED = [
    # old pyproject.toml, old modules, what the entry point is now, what must have been loaded
    pytest.param(
        ENTRY.format("movable.first:A"), {"first": ("A", "a")}, "movable.second:B", "a", id="moved"
    ),
    pytest.param(
        ENTRY.format("movable.first:A"),
        {"first": ("A", "a"), "second": ("B", "b")},
        "movable.second:B",
        "a",
        id="both were there, and the name meant the first",
    ),
    pytest.param(
        ENTRY.format("movable.gone:A"),
        {"second": ("B", "b")},
        "movable.second:B",
        "b",
        id="the old declaration was wrong",
    ),
    pytest.param("", {"second": ("B", "b")}, "movable.second:B", "b", id="none was declared"),
    pytest.param(
        "not = toml = at all", {"second": ("B", "b")}, "movable.second:B", "b", id="unreadable"
    ),
    pytest.param(
        ENTRY.format("stranger.pack:A"),
        {"second": ("B", "b")},
        "movable.second:B",
        "b",
        id="another package",
    ),
]


@pytest.mark.parametrize(("declared", "modules", "target", "word"), MOVED)
def test_a_name_means_what_it_meant_then(  # noqa: PLR0917 - fixtures are arguments
    declared: str,
    modules: dict[str, tuple[str, str]],
    target: str,
    word: str,
    tmp_path: Path,
    site: Path,
    monkeypatch: pytest.MonkeyPatch,
    worktrees: Worktrees,
) -> None:
    folder = tmp_path / "checkout"
    files = {f"movable/{name}.py": ONE.format(*bot) for name, bot in modules.items()}
    commit(folder, {"movable/__init__.py": "", "pyproject.toml": declared, **files}, "old")
    write(folder, {"movable/second.py": ONE.format("B", "now")})
    monkeypatch.syspath_prepend(folder)
    install(site, f"[arena.bots]\nmybot = {target}\n")
    assert words(find("mybot", "old", worktrees))[0] == word
    assert words(find_bot("mybot", Path()))[0] == "now"


def test_a_package_may_have_had_another_name(
    repository: Path, site: Path, tmp_path: Path, worktrees: Worktrees
) -> None:
    commit(repository, {"pyproject.toml": ENTRY.format("mybot.bot:Mine")}, "before")
    git(repository, "mv", "mybot", "newname")
    commit(repository, {"newname/bot.py": ONE.format("Mine", "now")})
    install(site, "[arena.bots]\nmybot = newname.bot:Mine\n")
    assert words(find("mybot", "before", worktrees)) == NEW
    assert words(find_bot("mybot", Path()))[0] == "now"


def test_a_broken_old_class_is_not_replaced_by_another(
    tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "checkout"
    files = {
        "movable/__init__.py": "",
        "pyproject.toml": ENTRY.format("movable.first:A"),
        "movable/first.py": "raise ValueError('old trouble')",
        "movable/second.py": ONE.format("B", "b"),
    }
    commit(folder, files, "old")
    monkeypatch.syspath_prepend(folder)
    install(site, "[arena.bots]\nmybot = movable.second:B\n")
    told = error_of("mybot", "old")
    assert told == "bot 'mybot@old' cannot be loaded: ValueError: old trouble"


# Files


def test_a_file_has_revisions(tmp_path: Path, worktrees: Worktrees) -> None:
    folder = tmp_path / "checkout"
    commit(folder, {"bots/mine.py": ONE.format("Mine", "old")}, "old")
    write(folder, {"bots/mine.py": ONE.format("Mine", "now")})
    spec = find_revision("bots/mine.py:Mine", "old", folder, worktrees)
    now = find_bot("bots/mine.py:Mine", folder)
    assert (words(spec)[0], words(now)[0]) == ("old", "now")
    assert (spec.reference, spec.version) == (
        "mine.py:Mine@old",
        git(folder, "rev-parse", "old")[:12],
    )
    assert spec.digest() != now.digest()
    write(folder, {"bots/mine.py": ONE.format("Mine", "old")})
    assert spec.digest() == now.digest()
    git(folder, "rm", "--quiet", "--force", "bots/mine.py")
    assert not (folder / "bots").exists()
    gone = find_revision("../bots/mine.py:Mine", "old", folder / "bots", worktrees)
    assert words(gone)[0] == "old", "and it need not exist any more"


def test_a_file_that_was_not_there_is_told(tmp_path: Path) -> None:
    commit(tmp_path / "checkout", {"mine.py": ""}, "old")
    short = git(tmp_path / "checkout", "rev-parse", "old")[:12]
    assert error_of("bots/new.py:Mine", "old", tmp_path / "checkout") == (
        f"there was no bot file bots/new.py at revision 'old' ({short})"
    )


def test_a_file_outside_a_repository_is_told(tmp_path: Path) -> None:
    write(tmp_path, {"mine.py": ""})
    assert error_of("mine.py:Mine", "old", tmp_path) == "bot file mine.py lies in no git repository"


# Digests


def test_the_same_code_has_the_same_digest(repository: Path, worktrees: Worktrees) -> None:
    now, new = find_bot("mybot.bot:Mine", Path()), find("mybot.bot:Mine", "new", worktrees)
    assert new.digest() == now.digest()
    assert new.digest(("deep/*.txt",)) == now.digest(("deep/*.txt",)) != now.digest()
    words(new)
    words(now)
    assert new.digest() == now.digest(), "loading leaves no trace in it"
    write(repository, {"mybot/more.py": ""})
    assert new.digest() != now.digest()


@pytest.mark.parametrize("pattern", ["/etc/*", "../*.txt"])
def test_declared_data_lies_in_the_package(
    pattern: str, repository: Path, worktrees: Worktrees
) -> None:
    told = re.escape("bot 'mybot.bot:Mine@old': data_files: ")
    with pytest.raises(PluginError, match=told):
        find("mybot.bot:Mine", "old", worktrees).digest((pattern,))


# Mistakes


@pytest.mark.parametrize("revision", ["", "-", "--all", "-f"])
def test_what_looks_like_an_option_is_no_revision(revision: str, repository: Path) -> None:
    assert error_of("mybot.bot:Mine", revision) == f"{revision!r} is no git revision"


def test_an_unknown_revision_is_told_with_what_is_near(repository: Path) -> None:
    git(repository, "branch", "feature")
    start = "there is no revision {!r} in repository checkout"
    assert error_of("mybot.bot:Mine", "zzz") == start.format("zzz")
    told = error_of("mybot.bot:Mine", "featrue")
    assert told == start.format("featrue") + "; did you mean feature?"
    assert error_of("mybot.bot:Mine", "HEAD~9") == start.format("HEAD~9")
    assert error_of("mybot.bot:Mine", "x yz t") == start.format("x yz t")
    tree = git(repository, "rev-parse", "old^{tree}")
    assert error_of("mybot.bot:Mine", tree).startswith(start.format(tree)), "a tree is no commit"


def test_a_shallow_clone_is_told(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = repository.as_uri()
    git(tmp_path, "clone", "--quiet", "--depth", "1", url, str(tmp_path / "shallow"))
    monkeypatch.syspath_prepend(tmp_path / "shallow")
    assert error_of("mybot.bot:Mine", "HEAD~1") == (
        "there is no revision 'HEAD~1' in repository shallow; "
        "the clone is shallow: git fetch --unshallow"
    )


NO_CHECKOUT = (
    "bot 'mybot.bot:Mine': the source of package 'mybot' is in folder 'site-packages', which is "
    "no git checkout; a revision needs a checkout, installed with `pip install -e`"
)


@pytest.mark.parametrize("around", ["", ".git"])
def test_an_installed_copy_has_no_revisions(
    around: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An environment that lies in some repository makes no checkout of what is in it."""
    folder = tmp_path / "league"
    write(folder, {"x.txt": ""})
    if around:
        commit(folder, {".gitignore": ".venv\n"})
    write(folder / ".venv" / "site-packages", PACKAGE)
    monkeypatch.syspath_prepend(folder / ".venv" / "site-packages")
    assert error_of("mybot.bot:Mine", "HEAD") == NO_CHECKOUT


def test_a_package_that_was_not_there_is_told(repository: Path) -> None:
    write(repository, {"another/__init__.py": ""})
    short = git(repository, "rev-parse", "old")[:12]
    assert error_of("another:Mine", "old") == (
        f"bot 'another:Mine': there was no package 'another' at revision 'old' ({short})"
    )


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        (
            "nowhere_at_all:Mine",
            "there is no module 'nowhere_at_all' for bot 'nowhere_at_all:Mine'",
        ),
        ("nobody", "there is no bot 'nobody'"),
        ("sys:Mine", "bot 'sys:Mine': package 'sys' has no Python source"),
        ("arena.bot:Bot", "bot 'arena.bot:Bot' is part of the arena, which plays at one revision"),
    ],
)
def test_a_bot_without_a_source_is_told(reference: str, message: str) -> None:
    assert error_of(reference, "HEAD").startswith(message)


@pytest.mark.parametrize(
    ("reference", "reason"),
    [
        ("mybot.bot:Gone", "AttributeError: module 'mybot.bot' has no attribute 'Gone'"),
        ("mybot.gone:Mine", "ModuleNotFoundError: No module named 'mybot.gone'"),
        ("mybot.deep.advice:word", "word is no class"),
    ],
)
def test_messages_name_modules_as_their_author_does(
    reference: str, reason: str, repository: Path
) -> None:
    assert error_of(reference, "old") == f"bot '{reference}@old' cannot be loaded: {reason}"


def test_without_git_there_are_no_revisions(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    told = error_of("mybot.bot:Mine", "old")
    assert told == "a bot at a revision needs git, which is not installed"


def test_git_s_own_reason_is_told(repository: Path) -> None:
    (repository / ".git" / "HEAD").write_text("ref: refs/heads/main")
    (repository / ".git" / "config").write_text("no config at all")
    assert error_of("mybot.bot:Mine", "old").startswith("git rev-parse: bad config line 1 in file")


def test_git_does_not_take_for_ever(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wait(*_: object, timeout: float, **__: object) -> None:
        raise subprocess.TimeoutExpired("git", timeout)

    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "run", wait)
        told = error_of("mybot.bot:Mine", "old")
    assert told == "git rev-parse took longer than 60 seconds"


# The repository stays as it was


def test_the_repository_is_left_as_it_was(repository: Path, tmp_path: Path) -> None:
    """Also its work trees that are not there now, as on a disk that is not mounted."""
    write(repository, {"mybot/choice.py": "dirty", "untracked.txt": "x"})
    git(repository, "add", "mybot/choice.py")
    git(repository, "worktree", "add", "--quiet", str(tmp_path / "away"), "old")
    shutil.rmtree(tmp_path / "away")
    before = state(repository)
    assert "prunable" in str(before["worktree list"])
    with Worktrees() as worktrees:
        for revision in ("old", "new", "HEAD~1"):
            words(find("mybot.bot:Mine", revision, worktrees))
        assert state(repository) != before
    assert state(repository) == before


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, SystemExit])
def test_it_is_left_so_after_an_exception_too(error: type[BaseException], repository: Path) -> None:
    before = state(repository)

    def play() -> None:
        with Worktrees() as worktrees:
            words(find("mybot.bot:Mine", "old", worktrees))
            raise error

    with pytest.raises(error):
        play()
    assert state(repository) == before


def test_it_is_left_so_when_the_making_is_cut_short(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What git leaves when it is killed is locked: nothing but a second --force removes it."""
    before = state(repository)
    run = worktree.git

    def interrupt(folder: Path, *arguments: str, seconds: int = 60) -> str:
        told = run(folder, *arguments, seconds=seconds)
        if "add" in arguments:
            run(folder, "worktree", "lock", "--reason", "initializing", arguments[3])
            raise KeyboardInterrupt
        return told

    monkeypatch.setattr(worktree, "git", interrupt)
    with pytest.raises(KeyboardInterrupt), Worktrees() as worktrees:
        find("mybot.bot:Mine", "old", worktrees)
    assert state(repository) == before


def test_it_is_left_so_when_the_files_are_gone(repository: Path) -> None:
    before = state(repository)
    with Worktrees() as worktrees:
        spec = find("mybot.bot:Mine", "old", worktrees)
        shutil.rmtree(spec.package.folders[0])
        (Path(spec.package.folders[0]).parent / ".git").unlink()
    assert state(repository) == before


def test_the_variables_of_a_hook_and_hooks_do_not_count(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worktrees: Worktrees
) -> None:
    """A push hook may run the gate: git tells it another repository, and must not run hooks."""
    other = tmp_path / "other"
    commit(other, {"x.txt": ""}, "old")
    hook = repository / ".git" / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/hooked\n", encoding="utf-8")
    hook.chmod(0o755)
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    assert words(find("mybot.bot:Mine", "old", worktrees)) == OLD
    assert not (tmp_path / "hooked").exists()
    assert not (tmp_path / "index").exists()
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    assert "old" not in git(other, "worktree", "list")


def test_a_sparse_checkout_does_not_hide_a_package(repository: Path, worktrees: Worktrees) -> None:
    commit(repository, {"aside/x.txt": ""})
    git(repository, "sparse-checkout", "set", "aside", "mybot/deep")
    assert not (repository / "mybot" / "deep" / "nothing").exists()
    assert words(find("mybot.bot:Mine", "old", worktrees)) == OLD


def test_a_compiled_file_is_neither_read_nor_left(repository: Path, worktrees: Worktrees) -> None:
    spec = find("mybot.bot:Mine", "old", worktrees)
    words(spec)
    assert not list(Path(spec.package.folders[0]).rglob("*.pyc"))
