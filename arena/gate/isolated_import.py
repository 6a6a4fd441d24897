"""Old code of a package beside the installed one: imported under another name, true to itself.

Each module of an old package gets an `__import__` of its own, so that `import mybot.x` in it means
the old `mybot.x`, at the top of a module and inside functions at play time. All other imports are
ordinary: dependencies, the arena and other packages of the same repository are those installed.

A name that is only text is not covered: `importlib.import_module("mybot.x")`, or
`importlib.resources.files("mybot")`, finds the installed package; with `__package__` or `__name__`
in place of the text it finds the old one. Compiled modules import as they always do.
"""

import builtins
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import NoReturn


@dataclass(frozen=True, slots=True)
class OldPackage:
    """A top-level package or module at a commit; on `sys.meta_path` it finds its own modules.

    `alias` stands for `name` in `sys.modules`. `file` is the module's file or the package's
    `__init__.py`, None for a package without one; `folders` are the package's, none for a module.
    """

    name: str
    alias: str
    file: Path | None
    folders: tuple[str, ...]

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,  # noqa: ARG002 - what importlib calls a finder with
    ) -> ModuleSpec | None:
        """Find a module of this package, for importlib."""
        if fullname == self.alias:
            return self._find_top()
        if not fullname.startswith(self.alias + "."):
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = IsolatingLoader(fullname, spec.loader.path, self)
        return spec

    def _find_top(self) -> ModuleSpec | None:
        folders = list(self.folders) or None
        if self.file is not None:
            loader = IsolatingLoader(self.alias, str(self.file), self)
            return spec_from_file_location(
                self.alias, self.file, loader=loader, submodule_search_locations=folders
            )
        spec = ModuleSpec(self.alias, None, is_package=True)
        spec.submodule_search_locations = folders
        return spec

    def install(self) -> None:
        """Make the alias importable; twice is once."""
        if self not in sys.meta_path:
            sys.meta_path.insert(0, self)

    def forget(self) -> None:
        """Undo `install` and drop the modules that were imported."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        for module in [module for module in sys.modules if self._has(module, self.alias)]:
            del sys.modules[module]

    def rename(self, module: str) -> str:
        """Return what a module name, absolute in the old code, is called here.

        >>> old = OldPackage("mybot", "_arena_rev_0_mybot", None, ())
        >>> old.rename("mybot.x"), old.rename("mybots.x")
        ('_arena_rev_0_mybot.x', 'mybots.x')
        """
        return self.alias + module[len(self.name) :] if self._has(module, self.name) else module

    def _has(self, module: str, top: str) -> bool:
        return module == top or module.startswith(top + ".")

    def import_(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,  # noqa: A002 - the built-in's own names
        locals: Mapping[str, object] | None = None,  # noqa: A002 - the same
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> ModuleType:
        """Import as `__import__` does, this package by its alias; relative names are right."""
        renamed = name if level else self.rename(name)
        return builtins.__import__(renamed, globals, locals, fromlist, level)


class IsolatingLoader(SourceFileLoader):
    """Loads a module of an old package and gives it its own `__import__`."""

    def __init__(self, fullname: str, path: str, package: OldPackage) -> None:
        super().__init__(fullname, path)
        self._package = package

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's code; Python looks for `__import__` in the module's `__builtins__`."""
        module.__dict__["__builtins__"] = vars(builtins) | {"__import__": self._package.import_}
        super().exec_module(module)

    def path_stats(self, path: str) -> NoReturn:
        """Refuse, by which compiled files are neither read nor written."""
        raise OSError(f"{path} is always compiled anew")
