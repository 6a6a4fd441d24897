"""The build backend of `pyproject.toml`: setuptools, and mypyc where a C compiler is found.

`ARENA_PURE=1` compiles nothing. `ARENA_NATIVE=1` makes it an error that something cannot be
compiled; without it, the build is pure Python then, says so, and leaves the reason to
`arena --version`.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import setup
from setuptools.build_meta import _BuildMetaBackend
from setuptools.command.build_py import build_py

from arena.native import pure
from arena.native.compiling import brief, extensions, is_mypyc_here, why_no_compiler
from arena.native.modules import GROUP
from arena.native.record import PLACE, BuildRecord, record_build, write_record

REQUIRED = "ARENA_NATIVE"
MYPYC = "mypy>=1.18"
WARNING = """
**********************************************************************
The arena is built as pure Python: it works the same, several times slower.
Why: {why}
ARENA_NATIVE=1 makes this an error, and shows all of it.
**********************************************************************
"""


class BuildPy(build_py):
    """Copies the sources, and writes the record of the build beside them."""

    record: BuildRecord
    """Set before each build."""

    def run(self) -> None:
        """Copy, and record."""
        super().run()
        write_record(self._record_path(), self.record)

    def get_outputs(self, include_bytecode: Any = True) -> list[str]:
        """Return the files that this wrote."""
        return [*super().get_outputs(include_bytecode), str(self._record_path())]

    def _record_path(self) -> Path:
        return Path("." if self.editable_mode else self.build_lib, PLACE)


class Backend(_BuildMetaBackend):
    """Setuptools' hooks; those that build try to compile first."""

    def __init__(self) -> None:
        self._extra: dict[str, Any] = {}

    def run_setup(self, setup_script: str = "setup.py") -> None:
        """Run setuptools with what `pyproject.toml` says, and what it cannot say."""
        del setup_script
        setup(**self._extra)

    def get_requires_for_build_wheel(self, config_settings: Any = None) -> list[str]:
        """Return what the build needs: mypy only where it is of use."""
        needed = super().get_requires_for_build_wheel(config_settings)
        return needed if why_not_compile() else [*needed, MYPYC]

    def build_wheel(
        self, wheel_directory: Any, config_settings: Any = None, metadata_directory: Any = None
    ) -> str:
        """Build a wheel; return its name."""
        build = super().build_wheel
        return self._build(lambda: build(wheel_directory, config_settings, metadata_directory))

    def build_editable(
        self, wheel_directory: Any, config_settings: Any = None, metadata_directory: Any = None
    ) -> str:
        """Build a wheel that leads to the sources; compiled files are put beside those."""
        build = super().build_editable

        def build_anew() -> str:
            # A compiled file of an earlier build would hide the source from Python.
            remove_compiled(Path())
            return build(wheel_directory, config_settings, metadata_directory)

        return self._build(build_anew)

    def _build(self, build: Callable[[], str]) -> str:
        """Build compiled if that can be done; pure if not, or if it fails."""
        why = why_not_compile()
        if why is None and not is_mypyc_here():
            why = "no mypy when it was built"
        if why is None:
            try:
                with self._prepared(None):
                    return build()
            except (Exception, SystemExit) as error:
                if pure.is_on(REQUIRED):
                    raise
                print(error, file=sys.stderr)
                why = f"compiling failed when it was built: {brief(error)}"
        refuse_or_warn(why)
        with self._prepared(why):
            return build()

    @contextmanager
    def _prepared(self, why_pure: str | None) -> Iterator[None]:
        """Prepare one run of setuptools; what it leaves behind is in a folder of its own."""
        record = record_build(Path(), why_pure)
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            self._extra = {
                "cmdclass": {"build_py": type("build_py", (BuildPy,), {"record": record})},
                "options": {"build": {"build_base": folder}},
                "ext_modules": [] if why_pure else extensions(Path(folder)),
            }
            yield
        self._extra = {}


def why_not_compile() -> str | None:
    """Return why this build is pure; None where there is a compiler and nobody forbids it."""
    if pure.is_on():
        return f"{pure.SWITCH} was set when it was built"
    return why_no_compiler()


def refuse_or_warn(why: str) -> None:
    """Say that the build is pure, unless that was asked for.

    Raises:
        SystemExit: when it was to be compiled.
    """
    if pure.is_on(REQUIRED):
        raise SystemExit(f"error: {REQUIRED} is set, and the arena is not compiled: {why}")
    if not pure.is_on():
        print(WARNING.format(why=why), file=sys.stderr)


def remove_compiled(root: Path) -> None:
    """Remove the compiled files, of any Python, that an editable build left among the sources."""
    for suffix in (".so", ".pyd"):
        for found in (*root.glob(f"arena/**/*{suffix}"), *root.glob(f"{GROUP}__mypyc*{suffix}")):
            found.unlink()


_backend = Backend()
build_wheel = _backend.build_wheel
build_sdist = _backend.build_sdist
build_editable = _backend.build_editable
get_requires_for_build_wheel = _backend.get_requires_for_build_wheel
get_requires_for_build_sdist = _backend.get_requires_for_build_sdist
get_requires_for_build_editable = _backend.get_requires_for_build_editable
prepare_metadata_for_build_wheel = _backend.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = _backend.prepare_metadata_for_build_editable
