"""A build compiles what it can, and what it did is said: real builds, installed and run.

Each test builds by itself, so that parallel workers share the work and not a folder.
"""

import json
import os
import sys
import tarfile
from pathlib import Path

import pytest

from arena.native.compiling import why_no_compiler
from tests.native.building import ROOT, Installed, build, call, clean_tree, says, version_of

pytestmark = pytest.mark.skipif(
    not (ROOT / ".git").exists(), reason="a clean tree is what git knows of"
)
needs_compiler = pytest.mark.skipif(why_no_compiler() is not None, reason=str(why_no_compiler()))
unix_only = pytest.mark.skipif(os.name == "nt", reason="only there the compiler is named by CC")

BROKEN = {"CC": "false"}
"""A compiler that is there and does nothing."""
BUILT_BY = (".so", ".pyd", ".c", ".o", ".pyc", "built.record")


def wheel_in(folder: Path) -> Path:
    (wheel,) = folder.glob("*.whl")
    return wheel


def requires(tree: Path, **variables: str) -> list[str]:
    """What the build asks the installer for."""
    code = (
        "import json; from arena.native import backend;"
        "print('asks:' + json.dumps(backend.get_requires_for_build_wheel()))"
    )
    done = call(sys.executable, "-c", code, cwd=tree, **variables)
    assert done.returncode == 0, done.stdout
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("asks:")]
    return json.loads(line.removeprefix("asks:"))


@needs_compiler
def test_from_a_clean_tree_to_an_installed_compiled_arena(tmp_path: Path) -> None:
    """Tree -> source distribution -> wheel from that alone -> environment."""
    out = tmp_path / "out"
    done = build(clean_tree(tmp_path), out, ARENA_NATIVE="1")
    assert done.returncode == 0, done.stdout
    assert "pure Python" not in done.stdout
    (sdist,) = out.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = archive.getnames()
    assert not [name for name in names if name.endswith(BUILT_BY)]
    assert not wheel_in(out).name.endswith("py3-none-any.whl")

    installed = Installed(tmp_path, wheel_in(out))
    assert says(installed.version(), "compiled")
    checked = call(installed.python, "-m", "arena.native", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout
    compiled = installed.plays()
    assert says(installed.version(ARENA_PURE="1"), "pure Python (ARENA_PURE is set)")
    assert says(installed.version(ARENA_PURE="0"), "compiled")
    assert compiled.count(b'"kind":"series"') == 4


def test_arena_pure_builds_a_wheel_for_every_python(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = build(clean_tree(tmp_path), out, ARENA_PURE="1")
    assert done.returncode == 0, done.stdout
    assert "several times slower" not in done.stdout, "it was asked for"
    assert wheel_in(out).name.endswith("-py3-none-any.whl")
    installed = Installed(tmp_path, wheel_in(out))
    assert says(installed.version(), "pure Python (ARENA_PURE was set when it was built)")
    installed.plays()


@unix_only
def test_without_a_working_compiler_the_build_is_pure_and_says_why(tmp_path: Path) -> None:
    tree, out = clean_tree(tmp_path), tmp_path / "out"
    done = build(tree, out, "--wheel", **BROKEN)
    assert done.returncode == 0, done.stdout
    assert "The arena is built as pure Python" in done.stdout
    assert wheel_in(out).name.endswith("-py3-none-any.whl")
    why = "no C compiler when it was built: false ended with exit code 1"
    assert says(version_of(wheel_in(out)), f"pure Python ({why})")


@unix_only
def test_arena_native_makes_an_error_of_it(tmp_path: Path) -> None:
    tree, out = clean_tree(tmp_path), tmp_path / "out"
    for variables in (BROKEN, {"ARENA_PURE": "1"}):
        done = build(tree, out, "--wheel", ARENA_NATIVE="1", **variables)
        assert done.returncode != 0
        assert "ARENA_NATIVE is set, and the arena is not compiled:" in done.stdout
    assert not list(out.glob("*"))


@needs_compiler
@unix_only
def test_mypy_is_asked_for_only_where_it_is_of_use(tmp_path: Path) -> None:
    tree = clean_tree(tmp_path)
    assert any(one.startswith("mypy") for one in requires(tree))
    assert not any(one.startswith("mypy") for one in requires(tree, ARENA_PURE="1"))
    assert not any(one.startswith("mypy") for one in requires(tree, **BROKEN))


@needs_compiler
def test_what_mypyc_refuses_is_pure_with_its_words_and_an_error_on_demand(tmp_path: Path) -> None:
    tree, out = clean_tree(tmp_path), tmp_path / "out"
    source = tree / "arena" / "gin" / "cards.py"
    text = source.read_text(encoding="utf-8")
    source.write_text(text + '\nWRONG: int = "no number"\n', encoding="utf-8")
    refused = build(tree, out, "--wheel", ARENA_NATIVE="1")
    assert refused.returncode != 0
    assert "arena/gin/cards.py:" in refused.stdout.replace("\\", "/")

    done = build(tree, out, "--wheel")
    assert done.returncode == 0, done.stdout
    assert "The arena is built as pure Python" in done.stdout
    told = version_of(wheel_in(out))[1]
    assert "pure Python (compiling failed when it was built: mypyc says: arena" in told


@needs_compiler
@unix_only
def test_what_the_c_compiler_refuses_is_pure_and_an_error_on_demand(tmp_path: Path) -> None:
    """A compiler that does small things and fails at the real one."""
    tree, out = clean_tree(tmp_path), tmp_path / "out"
    fake = tmp_path / "cc"
    fake.write_text('#!/bin/sh\ncase "$*" in *__native*) exit 1;; esac\nexec cc "$@"\n')
    fake.chmod(0o755)
    refused = build(tree, out, "--wheel", ARENA_NATIVE="1", CC=str(fake))
    assert refused.returncode != 0
    done = build(tree, out, "--wheel", CC=str(fake))
    assert done.returncode == 0, done.stdout
    why = "compiling failed when it was built: cc ended with exit code 1"
    assert says(version_of(wheel_in(out)), f"pure Python ({why})")


@pytest.mark.slow
@needs_compiler
def test_an_editable_install_compiles_in_place_and_an_edit_is_told(tmp_path: Path) -> None:
    tree, out = clean_tree(tmp_path), tmp_path / "out"
    done = build(tree, out, "--wheel", ARENA_PURE="1")
    assert done.returncode == 0, done.stdout
    world = Installed(tmp_path, wheel_in(out))
    # One that came with the environment would stand before that of the tests, and be too old.
    call(world.python, "-m", "pip", "uninstall", "--yes", "setuptools", cwd=tmp_path)

    def install(**variables: str) -> None:
        flags = ("--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check")
        pip = (world.python, "-m", "pip", "install", *flags, "--editable", tree)
        edited = call(*pip, cwd=tmp_path, **variables)
        assert edited.returncode == 0, edited.stdout

    install(ARENA_NATIVE="1")
    assert says(world.version(), "compiled")
    with (tree / "arena" / "gin" / "cards.py").open("a", encoding="utf-8") as source:
        source.write("\n# edited\n")
    told = dict(line.split(maxsplit=1) for line in world.version())
    assert told["arena.gin.cards"] == "compiled, but older than its source: reinstall"
    assert told["arena.gin.chance"] == "compiled"
    assert call(world.python, "-m", "arena.native", cwd=tmp_path).returncode == 1

    install(ARENA_PURE="1")
    assert says(world.version(), "pure Python (ARENA_PURE was set when it was built)")
    assert not [path for path in tree.rglob("*") if path.suffix in (".so", ".pyd")]
