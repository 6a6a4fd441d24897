"""Builds of the arena from a clean tree, away from the checkout, and environments to install in."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]
KEPT = ("PATH", "HOME", "SYSTEMROOT", "TMP", "TEMP", "TMPDIR")
"""Variables that a build needs; a compiler's and the arena's own are those of the test alone."""


def clean_tree(folder: Path) -> Path:
    """Copy what is, or is to be, in the repository: nothing that was built."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    tree = folder / "tree"
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    return tree


def call(*command: object, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command that knows nothing of the checkout; its output is in one text."""
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={name: os.environ[name] for name in KEPT if name in os.environ}
        | {"PYTHONUTF8": "1", "NO_COLOR": "1", "COLUMNS": "200"}
        | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )


def build(tree: Path, out: Path, *flags: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Build a tree by the tools of the environment that runs the tests: nothing is fetched."""
    tools = ("--no-isolation", "--outdir", out)
    return call(sys.executable, "-m", "build", *tools, *flags, tree, cwd=tree, **variables)


def says(told: list[str], text: str) -> bool:
    """Return whether `arena --version` says this of the whole and of every module."""
    overall, *modules = told
    return (
        overall.endswith(f"({text.partition(' (')[0]})")
        and len(modules) > 1
        and all(line.split(None, 1)[1] == text for line in modules)
    )


def version_of(wheel: Path) -> list[str]:
    """Return what `arena --version` says where a wheel is unpacked, which is soon done."""
    place = wheel.with_suffix("")
    with ZipFile(wheel) as archive:
        archive.extractall(place)
    command = (sys.executable, "-P", "-m", "arena", "--version")
    return call(*command, cwd=place, PYTHONPATH=str(place)).stdout.splitlines()


class Installed:
    """An environment with one wheel of the arena in it."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        venv.create(folder / "env", with_pip=True)
        scripts = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        self.python = scripts / "python"
        self.arena = scripts / "arena"
        # The dependencies are those of the environment that runs the tests: a path, not a copy.
        paths = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
        where = "import sysconfig; print(sysconfig.get_path('purelib'))"
        site = Path(call(self.python, "-c", where, cwd=folder).stdout.strip())
        (site / "dependencies.pth").write_text("\n".join(sorted(paths)), encoding="utf-8")
        offline = ("--no-deps", "--no-index", "--disable-pip-version-check")
        done = call(self.python, "-m", "pip", "install", *offline, wheel, cwd=folder)
        assert done.returncode == 0, done.stdout

    def run(self, *words: object, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run the arena's own command."""
        return call(self.arena, *words, cwd=self.folder, **variables)

    def version(self, **variables: str) -> list[str]:
        """Return what `arena --version` says."""
        return self.run("--version", **variables).stdout.splitlines()

    def plays(self) -> bytes:
        """Play a tournament, verify it, and return its log."""
        out = self.folder / "out"
        words = ("-b", "simple", "-b", "greedy", "-n", 2, "--seed", "x", "--force", "--out", out)
        done = self.run("run", *words)
        assert done.returncode == 0, done.stdout
        assert self.run("verify", out).returncode == 0
        where = call(self.python, "-c", "import arena; print(arena.__file__)", cwd=self.folder)
        assert Path(where.stdout.strip()).is_relative_to(self.folder / "env")
        return (out / "games.jsonl").read_bytes()
