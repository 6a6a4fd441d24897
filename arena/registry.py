"""From a bot's reference to its class: entry points, `module:Class`, and `path/to/file.py:Class`.

Nothing is imported before it is asked for, and what a stranger's package does wrong stays its own.
"""

import importlib
import importlib.util
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import blake2b
from importlib.metadata import Distribution, EntryPoint, distributions
from pathlib import Path, PurePath
from typing import cast

from arena.bot import Player
from arena.code_digest import digest_files, package_files
from arena.mistake import UserMistake

GROUP = "arena.bots"
RESTRICT = "ARENA_BOTS"
UNREADABLE = "?"
MODULE = re.compile(r"(?P<module>[\w.]+):(?P<attribute>[\w.]+)")


class PluginError(UserMistake):
    """A bot that cannot be found or loaded; `detail` may hold the traceback."""

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.detail = detail


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot that was found but not loaded.

    `reference` is what names it in lists and logs, `target` what its entry point or reference
    points to. `path` is the file of a single-file bot, else None. `problem` says why its package
    names no bot that could be loaded, or None.
    """

    reference: str
    target: str
    distribution: str | None = None
    version: str | None = None
    path: Path | None = None
    problem: str | None = None

    def load(self) -> Callable[..., Player]:
        """Import the bot's code and return its class.

        Raises:
            PluginError: when the import fails for whatever reason, or there is no such class.
        """
        if self.problem:
            raise PluginError(self.problem)
        module_name, _, attribute = self.target.rpartition(":")
        try:
            module = load_file(self.path) if self.path else importlib.import_module(module_name)
            found: object = module
            for part in attribute.split("."):
                found = getattr(found, part)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a stranger's code raises
            detail = "".join(traceback.format_exception(error))
            raise PluginError(
                f"bot {self.reference!r} cannot be loaded: "
                f"{type(error).__name__}: {text_of(error)}",
                detail,
            ) from None
        if not callable(found):
            raise PluginError(f"bot {self.reference!r} cannot be loaded: {attribute} is no class")
        return cast("Callable[..., Player]", found)

    def digest(self, data_files: tuple[str, ...] = ()) -> str | None:
        """Return the digest of the bot's code, or None where its files cannot be found.

        The whole top-level package of the bot's module counts, without importing it; of a
        single-file bot the file alone.

        Raises:
            PluginError: when `data_files` are no patterns of files below the package.
        """
        if self.path:
            return digest_files({self.path.name: self.path})
        top = self.target.partition(":")[0].partition(".")[0]
        try:
            if any(".." in PurePath(pattern).parts for pattern in data_files):
                raise ValueError("they lead out of the package")
            files = package_files(top, data_files)
        except (ValueError, NotImplementedError) as error:
            raise PluginError(f"bot {self.reference!r}: data_files: {error}") from None
        return digest_files(files) if files else None


def text_of(error: BaseException) -> str:
    """Return an exception's text in one line, even where its own code fails."""
    try:
        return " ".join(str(error).split())[:300]
    except Exception:  # noqa: BLE001 - a stranger's exception class
        return "(no text)"


def load_file(path: Path) -> object:
    """Import a Python file under a name of its own, so that two files of one name can meet."""
    name = "arena_bot_" + blake2b(str(path.resolve()).encode(), digest_size=8).hexdigest()
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path.name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True, slots=True)
class Package:
    """An installed distribution: its bots' entry points, and why they cannot be read, or None."""

    name: str
    version: str
    points: tuple[EntryPoint, ...]
    problem: str | None = None


def packages() -> Iterator[Package]:
    """Yield the packages that have bots, each once, or may have some in a list that is broken.

    Of two copies of a distribution the first on the path counts, as it does for imports.
    """
    seen: set[str] = set()
    for found in distributions():
        # Names and versions stand in long files: they are read where there may be bots alone.
        if not may_have_bots(found):
            continue
        try:
            name = found.metadata["Name"]
            key = re.sub(r"[-_.]+", "-", name).lower()
            distribution = Distribution.from_name(name)
            version = distribution.version
        except Exception:  # noqa: BLE001, S112 - one broken package harms nobody else
            continue
        if key in seen:
            continue
        seen.add(key)
        try:
            points = tuple(point for point in distribution.entry_points if point.group == GROUP)
        except Exception as error:  # noqa: BLE001 - the same; it is told where bots are listed
            if may_have_bots(distribution):
                yield Package(name, version, (), f"{type(error).__name__}: {text_of(error)}")
            continue
        if points:
            yield Package(name, version, points)


def may_have_bots(distribution: Distribution) -> bool:
    """Tell whether a package's list of entry points names our group, or is no text."""
    try:
        return GROUP in (distribution.read_text("entry_points.txt") or "")
    except Exception:  # noqa: BLE001 - whatever a stranger's file is
        return True


def installed_bots() -> list[BotSpec]:
    """Return the bots of all installed packages, by name; nothing is imported.

    A package whose entry points cannot be read stands there as one bot with a problem. The
    environment variable ARENA_BOTS, names separated by commas, restricts the set where it is set.
    """
    allowed = os.environ.get(RESTRICT)
    names = None if allowed is None else {name.strip() for name in allowed.split(",")}
    specs: list[BotSpec] = []
    for package in packages():
        if package.problem and names is None:
            problem = f"its entry points cannot be read: {package.problem}"
            specs.append(BotSpec(UNREADABLE, "", package.name, package.version, problem=problem))
        for point in package.points:
            if names is None or point.name in names:
                target = point.value.partition("[")[0].strip()
                specs.append(BotSpec(point.name, target, package.name, package.version))
    return sorted(specs, key=lambda spec: (spec.reference, spec.distribution or ""))


def find_bot(reference: str, folder: Path) -> BotSpec:
    """Return the bot that a reference names, without importing it.

    Args:
        reference: an entry point's name, `module:Class`, or `path/to/file.py:Class`.
        folder: where relative paths start.

    Raises:
        PluginError: when there is no such entry point, file or module.
    """
    path, _, attribute = reference.rpartition(":")
    if path.endswith(".py"):
        file = folder / path
        if not file.is_file():
            where = "" if Path(path).is_absolute() or folder == Path() else f" in {folder}"
            raise PluginError(f"there is no bot file {path}{where}")
        return BotSpec(f"{file.name}:{attribute}", f"{file.name}:{attribute}", path=file)
    if MODULE.fullmatch(reference):
        if not can_find_module(path.partition(".")[0]):
            raise PluginError(
                f"there is no module {path.partition('.')[0]!r} for bot {reference!r}"
            )
        return BotSpec(reference, reference)
    specs = [spec for spec in installed_bots() if spec.problem is None]
    found = [spec for spec in specs if spec.reference == reference]
    if len(found) > 1:
        owners = ", ".join(str(spec.distribution) for spec in found)
        raise PluginError(
            f"the bot name {reference!r} is taken by several packages: {owners}; "
            f"name one as module:Class ({', '.join(spec.target for spec in found)})"
        )
    if not found:
        names = [spec.reference for spec in specs]
        near = get_close_matches(reference, names, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise PluginError(
            f"there is no bot {reference!r}; {hint}installed are: {', '.join(names) or 'none'}; "
            "or write module:Class, or path/to/file.py:Class"
        )
    return found[0]


def can_find_module(name: str) -> bool:
    """Tell whether a top-level module can be found, without importing it."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False
