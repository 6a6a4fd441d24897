"""The real thing: wheels of the arena and of a stranger's bots in an environment of their own."""

import json
import os
import shutil
import subprocess
import sysconfig
import time
import venv
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SETUPTOOLS = 77
"""The oldest setuptools that builds the arena."""
PATIENCE = 600
"""Seconds that the environment may take to be made by another worker."""

STRANGER = {
    "pyproject.toml": """
        [build-system]
        requires = ["setuptools"]
        build-backend = "setuptools.build_meta"

        [project]
        name = "stranger-bots"
        version = "2.5"

        [project.entry-points."arena.bots"]
        stranger = "stranger_bots.first:Stranger"

        [tool.setuptools]
        packages = ["stranger_bots"]
    """,
    "stranger_bots/__init__.py": "",
    "stranger_bots/first.py": """
        from arena.bot import Bot, Draw, View, melds_with


        class Stranger(Bot):
            def draw(self, view: View) -> Draw:
                useful = melds_with(view.hand, view.upcard, view.rules)
                return Draw.PILE if useful else Draw.STOCK
    """,
}
MINE = """\
from arena.bot import Bot


class Mine(Bot):
    pass
"""
KEPT = ("PATH", "HOME", "SYSTEMROOT", "TMP", "TEMP", "TMPDIR")
"""Variables that a process in the environment needs, besides those of pip and of proxies."""
BROKEN = {
    "raises": ("[arena.bots]\nraises = raises_pack:Bot\n", "raise RuntimeError('never loads')\n"),
    "exits": ("[arena.bots]\nexits = exits_pack:Bot\n", "import sys\nsys.exit(9)\n"),
    "lacks": ("[arena.bots]\nlacks = nowhere_at_all:Bot\n", ""),
    "unreadable": ("[arena.bots]\nthis is no entry point\n", ""),
    "first-twin": ("[arena.bots]\ntwin = first_twin_pack:Twin\n", MINE.replace("Mine", "Twin")),
    "second-twin": ("[arena.bots]\ntwin = second_twin_pack:Twin\n", MINE.replace("Mine", "Twin")),
}
"""Packages by name: their list of entry points, and the code of their one module."""


class World:
    """An environment in which the arena and the packages above are installed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        scripts = "Scripts" if os.name == "nt" else "bin"
        self.python = folder / "env" / scripts / "python"
        self.arena = folder / "env" / scripts / "arena"

    def call(
        self, *command: object, cwd: Path | None = None, **variables: str
    ) -> "subprocess.CompletedProcess[str]":
        """Run a command in it, away from the sources and from the tests' variables."""
        kept = (
            "PATH",
            "HOME",
            "SYSTEMROOT",
            "TMP",
            "TEMP",
            "TMPDIR",
            "PIP_INDEX_URL",
            "PIP_CONFIG_FILE",
        )
        names = [name for name in os.environ if name in kept or name.lower().endswith("_proxy")]
        return subprocess.run(
            [str(word) for word in command],
            capture_output=True,
            encoding="utf-8",
            cwd=cwd or self.folder,
            env={name: os.environ[name] for name in names}
            | {"COLUMNS": "200", "NO_COLOR": "1", "PYTHONUTF8": "1"}
            | variables,
            check=False,
        )

    def pip(self, *words: object) -> None:
        command = (self.python, "-m", "pip", "--disable-pip-version-check", "--quiet", *words)
        done = self.call(*command, ARENA_PURE="1")  # tests/native has the compiled wheels
        assert done.returncode == 0, done.stderr

    def run(
        self, *words: object, cwd: Path | None = None, **variables: str
    ) -> "subprocess.CompletedProcess[str]":
        """Run the arena's own command."""
        return self.call(self.arena, *words, cwd=cwd, **variables)

    def site(self) -> Path:
        code = "import sysconfig; print(sysconfig.get_path('purelib'))"
        return Path(self.call(self.python, "-c", code).stdout.strip())


def build_world(world: World) -> None:
    """Make the environment, build the wheels in it, and install them."""
    venv.create(world.folder / "env", with_pip=True)
    # The arena's dependencies come from the environment that runs the tests: a path, not a copy.
    # Its own editable install is not seen there, since `.pth` files count in a site folder alone.
    paths = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    (world.site() / "dependencies.pth").write_text("\n".join(sorted(paths)), encoding="utf-8")
    if setuptools_here() < SETUPTOOLS:
        world.pip("install", "--upgrade", f"setuptools>={SETUPTOOLS}")
    else:
        # An old one that came with the environment would stand before the one of the path.
        world.pip("uninstall", "--yes", "setuptools")
    sources = world.folder / "sources"
    skipped = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("arena", "bots"):
        shutil.copytree(ROOT / name, sources / "arena" / name, ignore=skipped)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources / "arena" / name)
    for name, text in STRANGER.items():
        path = sources / "stranger" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip(), encoding="utf-8")
    wheels = world.folder / "wheels"
    for name in ("arena", "stranger"):
        offline = ("--no-deps", "--no-build-isolation", "--no-index")
        world.pip("wheel", *offline, "--wheel-dir", wheels, sources / name)
    world.pip("install", "--no-deps", "--no-index", *sorted(wheels.glob("*.whl")))
    for name, (entry_points, code) in BROKEN.items():
        install_by_hand(world.site(), name, entry_points, code)


def setuptools_here() -> int:
    """Return the version of the setuptools that the environment borrows, 0 for none."""
    try:
        return int(version("setuptools").partition(".")[0])
    except PackageNotFoundError:
        return 0


def install_by_hand(site: Path, name: str, entry_points: str, code: str) -> None:
    """Write what an installer would write for a package of one module."""
    module = name.replace("-", "_")
    info = site / f"{module}-1.0.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    (info / "entry_points.txt").write_text(entry_points, encoding="utf-8")
    (site / f"{module}_pack.py").write_text(code, encoding="utf-8")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """The environment, made once; parallel workers share it."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        made = World(tmp_path_factory.mktemp("world"))
        build_world(made)
        yield made
        return
    made = World(tmp_path_factory.getbasetemp().parent / "world")
    ready, failed = made.folder / "ready", made.folder / "failed"
    try:
        made.folder.mkdir()
    except FileExistsError:
        deadline = time.monotonic() + PATIENCE
        while not ready.exists():
            assert not failed.exists(), "another worker could not make the environment"
            late = f"another worker has not made the environment in {PATIENCE} seconds"
            assert time.monotonic() < deadline, late
            time.sleep(0.2)
    else:
        try:
            build_world(made)
        except BaseException:
            failed.touch()
            raise
        ready.touch()
    yield made


@pytest.fixture(scope="module")
def listing(world: World) -> dict[str, str]:
    """The lines of `arena bots list` by the bot's name."""
    done = world.run("bots", "list")
    assert (done.returncode, done.stderr) == (0, "")
    return rows_of(done.stdout)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty folder with a bot in a file of its own."""
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    return tmp_path


def rows_of(text: str) -> dict[str, str]:
    """Return the lines of a table by their first word."""
    return {line.split()[0]: line for line in text.splitlines()[2:] if line.strip()}


def ranked(world: World, home: Path, *bots: str) -> dict[str, dict[str, object]]:
    """Play two pairs between some bots; return the rows of the standings by name."""
    flags = [flag for bot in bots for flag in ("-b", bot)]
    where = ("--out", "out", "--format", "json")
    done = world.run("run", *flags, "-n", 2, "--seed", "x", *where, cwd=home)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return {row["name"]: row for row in json.loads(done.stdout)["standings"]}


def entrants(home: Path) -> dict[str, dict[str, object]]:
    """Return the entrants of the log by name."""
    return {one["name"]: one for one in lines_of(home)[0]["entrants"]}


def test_the_arena_that_is_installed_is_the_wheel_s(world: World) -> None:
    """Else all that follows would test the sources beside."""
    code = "import arena, bots; print(arena.__file__); print(bots.__file__)"
    for path in world.call(world.python, "-c", code).stdout.split():
        assert Path(path).is_relative_to(world.folder / "env")


def test_the_wheel_holds_profiles_quickstart_and_type_markers(world: World) -> None:
    done = world.run("rules")
    assert "oklahoma-hollywood" in done.stdout
    assert world.run("run", "--dry-run").returncode == 0
    assert (world.site() / "arena" / "py.typed").is_file()


def test_a_stranger_s_bot_is_listed_with_its_package_and_version(listing: dict[str, str]) -> None:
    assert listing["stranger"].split() == [
        "stranger", "stranger_bots.first:Stranger", "stranger-bots", "2.5", "ok",
    ]  # fmt: skip
    for name in ("simple", "greedy", "gin-hunter", "random"):
        assert listing[name].endswith("ok")
        assert "hollywood-gin-arena" in listing[name]


def test_a_stranger_s_bot_is_ranked(world: World, home: Path) -> None:
    rows = ranked(world, home, "simple", "stranger")
    assert set(rows) == {"simple", "stranger"}
    assert all(row["faults"] == 0 for row in rows.values())
    found = entrants(home)["stranger"]
    assert (found["bot"], found["version"]) == ("stranger", "2.5")
    assert len(str(found["digest"])) == 64
    checked = world.run("verify", "out", cwd=home)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_file_in_the_current_folder_plays_beside_it(world: World, home: Path) -> None:
    rows = ranked(world, home, "./mine.py:Mine", "stranger")
    assert set(rows) == {"Mine", "stranger"}
    assert entrants(home)["Mine"]["bot"] == "mine.py:Mine"


def test_a_module_of_an_installed_package_plays_by_its_class(world: World, home: Path) -> None:
    rows = ranked(world, home, "one=stranger_bots.first:Stranger", "two=first_twin_pack:Twin")
    assert set(rows) == {"one", "two"}


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("raises", "RuntimeError: never loads"),
        ("exits", "SystemExit: 9"),
        ("lacks", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("?", "entry points cannot be read"),
    ],
)
def test_a_broken_package_is_listed_with_the_reason(
    listing: dict[str, str], row: str, reason: str
) -> None:
    """A module that raises or exits, one that is not there, a list that cannot be parsed."""
    assert reason in listing[row]
    package = "unreadable" if row == "?" else row
    assert f"{package} 1.0" in listing[row]


def test_bots_that_do_not_load_forfeit_and_cost_nobody_else_a_round(
    world: World, home: Path
) -> None:
    """Each meets two others that play, in four series each; the pairing of both is void."""
    rows = ranked(world, home, "raises", "lacks", "simple", "stranger")
    for bot in ("raises", "lacks"):
        assert (rows[bot]["won"], rows[bot]["drawn"], rows[bot]["lost"]) == (0, 4, 8)
    for bot in ("simple", "stranger"):
        assert rows[bot]["faults"] == 0
    lines = lines_of(home)
    faults = [line["fault"] for line in lines if "fault" in line]
    assert {(fault["question"], fault["kind"]) for fault in faults} == {("start", "no_start")}
    assert len(faults) == 16
    assert [line.get("termination") for line in lines].count("void") == 4
    checked = world.run("verify", "out", cwd=home)
    assert (checked.returncode, checked.stderr) == (0, "")

    alone = home / "alone"
    alone.mkdir()
    ranked(world, alone, "simple", "stranger")
    assert rounds_of(alone) == rounds_of(home)


def lines_of(home: Path) -> list[dict[str, Any]]:
    with (home / "out" / "games.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def rounds_of(home: Path) -> list[str]:
    """Return decks and moves of the rounds between the two bots that play."""
    lines, pairing = lines_of(home), ["simple", "stranger"]
    series = {line["series"] for line in lines if line.get("pairing") == pairing}
    played = [line for line in lines if line["kind"] == "round" and line["series"] in series]
    return [line["deck"] + line["moves"] for line in played]


def test_arena_bots_restricts_the_set(world: World, home: Path) -> None:
    done = world.run("bots", "list", ARENA_BOTS="simple,stranger")
    assert set(rows_of(done.stdout)) == {"simple", "stranger"}
    refused = world.run("run", "-b", "simple", "-b", "greedy", cwd=home, ARENA_BOTS="simple")
    assert refused.returncode == 2
    assert "there is no bot 'greedy'" in refused.stderr
    assert not (home / "logs").exists()


def test_two_packages_with_one_name_are_refused(world: World, home: Path) -> None:
    done = world.run("run", "-b", "twin", "-b", "simple", cwd=home)
    assert done.returncode == 2
    assert "'twin' is taken by several packages: first-twin, second-twin" in done.stderr
    assert "first_twin_pack:Twin" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (home / "logs").exists()


def test_a_misspelt_bot_is_a_usage_error_with_a_hint(world: World, home: Path) -> None:
    done = world.run("run", "-b", "strangler", "-b", "simple", cwd=home)
    assert done.returncode == 2
    assert "did you mean stranger?" in done.stderr
    assert not (home / "logs").exists()


def test_the_quickstart_plays_whatever_else_is_installed(world: World, home: Path) -> None:
    done = world.run("run", "-n", 1, "-q", cwd=home)
    assert (done.returncode, done.stderr) == (0, "")
    assert set(rows_of(done.stdout)) >= {"1", "2", "3", "4"}
