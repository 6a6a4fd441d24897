"""From the list of modules to extensions: whether it can be done here, and mypyc's part of it.

Imported by the build alone: it needs setuptools, and mypy for `extensions`.
"""

import io
import sys
from contextlib import redirect_stdout
from importlib.util import find_spec
from pathlib import Path
from subprocess import CalledProcessError
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import Distribution, Extension

from arena.native.modules import GROUP, MODULES
from arena.native.record import source_path

PROBE = "#include <Python.h>\nPyMODINIT_FUNC PyInit_probe(void) { return NULL; }\n"
FLAGS = (
    # Neither the checkout's settings nor what else is installed may change the code that comes out.
    "--config-file=",
    "--no-site-packages",
    "--ignore-missing-imports",
    "--follow-imports=silent",
)


class CompileError(Exception):
    """The modules cannot be compiled, though there is a compiler; the text says why."""


def why_no_compiler() -> str | None:
    """Return why nothing can be compiled here; None where an extension compiles and links."""
    if sys.implementation.name != "cpython":
        return f"{sys.implementation.name} cannot use compiled modules"
    with TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text(PROBE, encoding="utf-8")
        probe = Distribution({"ext_modules": [Extension("probe", [str(source)])]})
        build = probe.get_command_obj("build_ext")
        build.build_lib = build.build_temp = folder
        try:
            build.ensure_finalized()
            build.run()
        except Exception as error:  # noqa: BLE001 - whatever it is, there is no compiler to use
            return f"no C compiler when it was built: {brief(error)}"
    return None


def is_mypyc_here() -> bool:
    """Return whether mypyc can be imported."""
    return find_spec("mypyc") is not None


def extensions(folder: Path) -> list[Any]:
    """Return the extensions to compile, with their C files in a folder.

    The current directory is that of the sources.

    Raises:
        CompileError: when mypyc refuses a module, with what it said.
    """
    from mypyc.build import mypycify

    said = io.StringIO()
    try:
        with redirect_stdout(said):
            made = mypycify(
                [*FLAGS, *map(source_path, MODULES)],
                opt_level="3",
                debug_level="0",
                group_name=GROUP,
                target_dir=str(folder),
            )
    except SystemExit as error:
        text = said.getvalue().strip() or str(error)
        raise CompileError(f"mypyc says: {text}") from error
    for extension in made:
        # A warning of a compiler that mypyc does not know is no reason to do without.
        flags = [flag for flag in extension.extra_compile_args if flag != "-Werror"]
        if "-O3" in flags:  # written for gcc or clang
            # Nobody else calls what is inside: so calls are direct, or gone. It buys 6%.
            flags.append("-fvisibility=hidden")
        extension.extra_compile_args = flags
    return made


def brief(error: BaseException) -> str:
    r"""Return an error in one line: of a command that failed its name and exit code alone.

    >>> brief(SystemExit("error: that is wrong\nand more"))
    'that is wrong'
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, CalledProcessError):
            return f"{Path(cause.cmd[0]).name} ended with exit code {cause.returncode}"
        if isinstance(cause, FileNotFoundError):
            return f"there is no {cause.filename}"
        cause = cause.__cause__ or cause.__context__
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0].removeprefix("error: ")
