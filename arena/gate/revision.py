"""A bot at a git revision, found, loaded and digested like any other: `mybot@REV`.

The package's source must lie in a git work tree, as `pip install -e` leaves it. What a build would
make (compiled modules, a generated `_version.py`) is not in a commit, and so not in the old bot.
"""

import importlib.util
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath

from arena.bot import Player
from arena.code_digest import digest_files, package_files
from arena.gate.isolated_import import OldPackage
from arena.gate.worktree import SHORT, Worktrees, commit_of, find_repository
from arena.registry import GROUP, MODULE, BotSpec, PluginError, find_bot

AT_REVISION = re.compile(r"(?P<reference>.*\.py:[\w.]+|[^@]+)@(?P<revision>.*)")
COPIES = {"site-packages", "dist-packages"}
NEEDS_CHECKOUT = "a revision needs a checkout, installed with `pip install -e`"


@dataclass(frozen=True, slots=True)
class RevisionSpec:
    """A bot of a package at a commit, found but not loaded; a `BotSpec` in all that is asked of it.

    `targets` are `module:Class`, the first that exists counts. `version` is the short commit.
    """

    reference: str
    targets: tuple[str, ...]
    version: str
    package: OldPackage

    def load(self) -> Callable[..., Player]:
        """Import the bot's old code and return its class.

        Raises:
            PluginError: when the import fails for whatever reason, or there is no such class.
        """
        self.package.install()
        first: PluginError | None = None
        for target in self.targets:
            module, _, attribute = target.partition(":")
            try:
                return BotSpec(self.reference, f"{self.package.rename(module)}:{attribute}").load()
            except PluginError as error:
                first = first or error
                if not isinstance(error.__context__, AttributeError | ModuleNotFoundError):
                    break
        assert first is not None, "there is a target"
        old, new = self.package.alias, self.package.name
        raise PluginError(str(first).replace(old, new), first.detail.replace(old, new))

    def digest(self, data_files: tuple[str, ...] = ()) -> str | None:
        """Return the digest of the package's code at the commit: the same code, the same digest.

        Raises:
            PluginError: when `data_files` are no patterns of files below the package.
        """
        self.package.install()
        try:
            if any(".." in PurePath(pattern).parts for pattern in data_files):
                raise ValueError("they lead out of the package")
            files = package_files(self.package.alias, data_files)
        except (ValueError, NotImplementedError) as error:
            raise PluginError(f"bot {self.reference!r}: data_files: {error}") from None
        alias, name = self.package.alias, self.package.name
        return digest_files({path.replace(alias, name, 1): files[path] for path in files})


@dataclass(frozen=True, slots=True)
class Versions:
    """Finds bots as `find_bot` does, and bots at a revision in the work trees that are there.

    It travels to processes of this machine as it is.
    """

    at_revisions: Mapping[str, BotSpec | RevisionSpec]

    def __call__(self, reference: str, folder: Path) -> BotSpec | RevisionSpec:
        """Return the bot that a reference names, with or without a revision."""
        return self.at_revisions.get(reference) or find_bot(reference, folder)


@dataclass(frozen=True, slots=True)
class Places:
    """Where an old tree may have a package that the present has as `source` in folder `inner`."""

    tree: Path
    inner: PurePosixPath
    source: str
    top: str

    def find(self, top: str, commit: str) -> OldPackage | None:
        """Return a package of the tree: from the present place, or beside it, the top, or `src`."""
        alias = f"_arena_rev_{commit[:SHORT]}_{top}"
        here = self.tree / self.inner
        beside = here.parent if self.source == "__init__.py" else here
        roots = tuple(dict.fromkeys((beside, self.tree, self.tree / "src")))
        same = [here / self.source] if top == self.top else []
        files = [*same, *(root / top / "__init__.py" for root in roots)]
        files += [root / f"{top}.py" for root in roots]
        for file in files:
            if file.is_file():
                is_package = file.name == "__init__.py"
                return OldPackage(top, alias, file, (str(file.parent),) if is_package else ())
        for folder in [*same, *(root / top for root in roots)]:
            if folder.is_dir():
                return OldPackage(top, alias, None, (str(folder),))
        return None


def split_revision(text: str) -> tuple[str, str | None]:
    """Return a bot's reference and the revision behind its `@`, or None where there is none.

    >>> split_revision("mybot@HEAD~1"), split_revision("simple")
    (('mybot', 'HEAD~1'), ('simple', None))
    >>> split_revision("me@home/bot.py:Bot"), split_revision("me@home/bot.py:Bot@main@{1}")
    (('me@home/bot.py:Bot', None), ('me@home/bot.py:Bot', 'main@{1}'))
    """
    if re.fullmatch(r".*\.py:[\w.]+", text):
        return text, None
    match = AT_REVISION.fullmatch(text)
    return (match["reference"], match["revision"]) if match else (text, None)


def find_revision(
    reference: str, revision: str, folder: Path, worktrees: Worktrees
) -> BotSpec | RevisionSpec:
    """Return the bot that a reference names, as it was at a git revision, without importing it.

    It can be loaded as long as `worktrees` is open.

    Args:
        reference: as `arena.registry.find_bot` reads it.
        revision: a commit, branch, tag, or what else git understands.
        folder: where relative paths start.
        worktrees: where its files are put.

    Raises:
        PluginError: when there is no such bot, repository or revision, or it had no such bot.
    """
    path, _, attribute = reference.rpartition(":")
    if path.endswith(".py"):
        return find_file(folder / path, attribute, revision, worktrees)
    present = reference if MODULE.fullmatch(reference) else find_bot(reference, folder).target
    source = find_source(present, reference)
    repository, inner = repository_of(source, present, reference)
    commit = commit_of(repository, revision)
    tree = worktrees.checkout(repository, commit)
    targets = [present]
    if present != reference:
        # What the name meant then; its class may have moved since.
        targets = list(dict.fromkeys([*declared_targets(tree, inner, reference), present]))
    places = Places(tree, inner, source.name, top_of(present))
    tops = dict.fromkeys(top_of(target) for target in targets)
    package = next((found for top in tops if (found := places.find(top, commit))), None)
    if package is None:
        raise PluginError(
            f"bot {reference!r}: there was no package {top_of(present)!r} at revision {revision!r} "
            f"({commit[:SHORT]})"
        )
    worktrees.at_end(package.forget)
    ours = tuple(target for target in targets if top_of(target) == package.name)
    return RevisionSpec(f"{reference}@{revision}", ours, commit[:SHORT], package)


def find_file(path: Path, attribute: str, revision: str, worktrees: Worktrees) -> BotSpec:
    """Return the bot of a single file at a revision; the file need not exist any more.

    Raises:
        PluginError: when there is no such repository, revision or file.
    """
    parent = path.parent.resolve()
    existing = next(folder for folder in (parent, *parent.parents) if folder.is_dir())
    found = find_repository(existing)
    if found is None:
        raise PluginError(f"bot file {path.name} lies in no git repository")
    repository, inner = found
    commit = commit_of(repository, revision)
    name = inner / parent.relative_to(existing).as_posix() / path.name
    file = worktrees.checkout(repository, commit) / name
    short = commit[:SHORT]
    if not file.is_file():
        raise PluginError(f"there was no bot file {name} at revision {revision!r} ({short})")
    target = f"{path.name}:{attribute}"
    return BotSpec(f"{target}@{revision}", target, version=short, path=file)


def top_of(target: str) -> str:
    """Return the top-level name in `module:Class`."""
    return target.partition(":")[0].partition(".")[0]


def find_source(target: str, reference: str) -> Path:
    """Return where the code of a target's package is: `__init__.py`, a module's file, or a folder.

    Nothing is imported. A package without `__init__.py` is a folder, of several that one which has
    the target.

    Raises:
        PluginError: when there is no such package, or it has no Python source.
    """
    top = top_of(target)
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        spec = None
    if spec is None:
        raise PluginError(f"there is no module {top!r} for bot {reference!r}")
    if top == "arena":
        raise PluginError(f"bot {reference!r} is part of the arena, which plays at one revision")
    if spec.origin and spec.origin.endswith(".py"):
        return Path(spec.origin).resolve()
    folders = [Path(place) for place in spec.submodule_search_locations or ()]
    folders = [folder.resolve() for folder in folders if folder.is_dir()]
    if spec.has_location or not folders:
        raise PluginError(f"bot {reference!r}: package {top!r} has no Python source")
    inner = target.partition(":")[0].partition(".")[2].partition(".")[0]
    having = (f for f in folders if (f / inner).is_dir() or (f / f"{inner}.py").is_file())
    return next(having, folders[0])


def repository_of(source: Path, target: str, reference: str) -> tuple[Path, PurePosixPath]:
    """Return the repository of a package's source, and the path in it of the source's folder.

    Raises:
        PluginError: when it lies in none, or only by the accident of where the environment is.
    """
    package = source.parent if source.name == "__init__.py" else source
    found = find_repository(source.parent)
    if found is None or COPIES & set(found[1].parts):
        raise PluginError(
            f"bot {reference!r}: the source of package {top_of(target)!r} is in folder "
            f"{package.parent.name!r}, which is no git checkout; {NEEDS_CHECKOUT}"
        )
    return found


def declared_targets(tree: Path, inner: PurePosixPath, name: str) -> Iterator[str]:
    """Yield the entry point of a bot in the nearest `pyproject.toml` of an old tree that has it."""
    for folder in (inner, *inner.parents):
        try:
            document = tomllib.loads((tree / folder / "pyproject.toml").read_text("utf-8"))
            target = str(document["project"]["entry-points"][GROUP][name]).partition("[")[0].strip()
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if MODULE.fullmatch(target):
            yield target
            return
