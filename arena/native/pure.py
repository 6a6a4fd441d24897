"""The switch `ARENA_PURE`: at install do not compile, at run time do not use what was compiled."""

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

SWITCH = "ARENA_PURE"


class SourceFinder(MetaPathFinder):
    """Finds the arena's modules by their source alone."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where the source of one of the arena's modules is; None leaves it to others."""
        if not name.startswith("arena."):
            return None
        for folder in path or ():
            found = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name, target)
            if found is not None and found.loader is not None:
                return found
        return None


def is_on(switch: str = SWITCH) -> bool:
    """Return whether an environment variable asks for something; `0` and nothing do not."""
    return os.environ.get(switch, "") not in ("", "0")


def obey_switch() -> None:
    """See to it that the arena's modules run as pure Python, if the switch says so.

    To be called before any of them is imported.
    """
    if is_on():
        sys.meta_path.insert(0, SourceFinder())
