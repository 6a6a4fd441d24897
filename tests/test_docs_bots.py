"""docs/bots.md is true: its bots play, its configs run, its package is found."""

import json
import os
import re
import tomllib
from pathlib import Path

import msgspec
import pytest

import arena.bot
from arena.bot import RoundSeen, SeriesInfo, SeriesSeen, View
from arena.gin.actions import Phase
from arena.log.verify import verify_log
from arena.table.incident import Incident
from tests.cli.terminal import arena as run_arena
from tests.cli.terminal import lines_of

PAGE = (Path(__file__).parents[1] / "docs" / "bots.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def files_of(language: str) -> dict[str, str]:
    """Return the code blocks that begin with the name of their file, by that name."""
    named = [(re.match(r"# ([\w.-]+)\n", text), text) for text in blocks(language)]
    return {name[1]: text for name, text in named if name}


BOTS = files_of("python")
CONFIGS = files_of("yaml")


@pytest.fixture
def folder(in_tmp: Path) -> Path:
    """A folder with every file that the page shows."""
    for name, text in {**BOTS, **CONFIGS}.items():
        (in_tmp / name).write_text(text, encoding="utf-8")
    return in_tmp


def class_of(name: str) -> str:
    found = re.findall(r"^class (\w+)\(Bot\):", BOTS[name], re.MULTILINE)
    assert len(found) == 1
    return found[0]


def assert_played_well(out: Path) -> None:
    """Expect a finished run in which no bot of the page did anything wrong."""
    assert not (out / "private" / "failures.jsonl").exists()
    rows = json.loads((out / "standings.json").read_text(encoding="utf-8"))["standings"]
    assert len(rows) >= 2
    assert all(row["rounds"] and not row["faults"] for row in rows)
    assert verify_log(out / "games.jsonl").is_sound


def test_the_page_has_bots_and_configs() -> None:
    assert list(BOTS) == ["mine.py", "planner.py", "layouts.py", "patient.py"]
    assert list(CONFIGS) == ["layouts.yaml", "patient.yaml"]


def test_the_smallest_bot_has_about_ten_lines() -> None:
    assert len(BOTS["mine.py"].splitlines()) <= 11


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_of_the_page_plays(name: str, folder: Path) -> None:
    words = ("-b", f"./{name}:{class_of(name)}", "-b", "simple", "-n", "2", "--seed", "s")
    done = run_arena("run", *words, "--out", "out", "-q", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert class_of(name) in done.stdout
    assert_played_well(folder / "out")


@pytest.mark.parametrize("name", CONFIGS)
def test_a_config_of_the_page_runs(name: str, folder: Path) -> None:
    done = run_arena("run", name, "-n", "1", "--out", "out", "-q", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert_played_well(folder / "out")


def test_the_layouts_bot_is_asked_to_lay_off_and_does_what_the_engine_would(folder: Path) -> None:
    (folder / "defaults.yaml").write_text(
        CONFIGS["layouts.yaml"].replace("layouts.py:Layouts", "plain.py:Layouts"), encoding="utf-8"
    )
    (folder / "plain.py").write_text(
        "from arena.bot import Bot\n\n\nclass Layouts(Bot):\n    pass\n", encoding="utf-8"
    )
    for name in ("layouts.yaml", "defaults.yaml"):
        words = ("run", name, "-n", "3", "--seed", "s", "--out", f"out-{name}", "-q")
        assert run_arena(*words, cwd=folder).returncode == 0
    first, second = (
        [line for line in lines_of(folder / f"out-{name}" / "games.jsonl") if "moves" in line]
        for name in ("layouts.yaml", "defaults.yaml")
    )
    assert first == second
    assert any(line["laid_off"] for line in first)
    assert any(line["finish"] == "gin" and line["melds"] for line in first)


def test_options_reach_the_bot(folder: Path) -> None:
    assert run_arena("run", "patient.yaml", "-n", "1", "--out", "out", cwd=folder).returncode == 0
    entrants = lines_of(folder / "out" / "games.jsonl")[0]["entrants"]
    assert [entrant["options"] for entrant in entrants] == [
        {"limit": 2},
        {"hurry": "0.25", "limit": 8},
        {},
    ]
    assert [entrant["version"] for entrant in entrants][:2] == ["1.0", "1.0"]


def test_python_without_a_file_runs_too() -> None:
    loose = [text for text in blocks("python") if text not in BOTS.values()]
    assert loose
    for text in loose:
        exec(compile(text, "docs/bots.md", "exec"), {})


def test_every_command_of_the_page_names_files_of_the_page() -> None:
    commands = blocks("sh")
    assert len(commands) == 3
    for name in re.findall(r"([\w-]+\.(?:py|yaml))", " ".join(commands)):
        assert name in {**BOTS, **CONFIGS}


def test_the_package_of_the_page_is_found_by_its_entry_point(folder: Path) -> None:
    """What an installer makes of the pyproject, made by hand: the package and its metadata."""
    (text,) = blocks("toml")
    project = tomllib.loads(text)["project"]
    packages = tomllib.loads(text)["tool"]["setuptools"]["packages"]
    site = folder / "site"
    for package in packages:
        (site / package).mkdir(parents=True)
        (site / package / "__init__.py").touch()
        (site / package / "mine.py").write_text(BOTS["mine.py"], encoding="utf-8")
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(head, encoding="utf-8")
    points = project["entry-points"]["arena.bots"]
    rows = [f"{name} = {target}" for name, target in points.items()]
    (info / "entry_points.txt").write_text(
        "[arena.bots]\n" + "\n".join(rows) + "\n", encoding="utf-8"
    )
    path = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    world = {"PYTHONPATH": path, "ARENA_BOTS": "mine,simple"}
    listed = run_arena("bots", "list", cwd=folder, **world)
    assert re.search(
        r"^mine +my_gin_bot.mine:Mine +my-gin-bot +0\.1\.0 +ok$", listed.stdout, re.MULTILINE
    )
    words = ("run", "-b", "mine", "-b", "simple", "-n", "1", "--out", "out")
    assert run_arena(*words, cwd=folder, **world).returncode == 0
    assert_played_well(folder / "out")
    entrant = lines_of(folder / "out" / "games.jsonl")[0]["entrants"][0]
    assert (entrant["bot"], entrant["version"]) == ("mine", "0.1.0")


def rows_of(heading: str) -> list[str]:
    """Return the first words in backticks of the table rows below a heading of the page."""
    part = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    cells = re.findall(r"^\| (`.*?) \|", part, re.MULTILINE)
    return [word for cell in cells for word in re.findall(r"`(\w+)", cell)]


def test_the_page_has_every_field_of_a_view() -> None:
    named = rows_of("The view")
    assert named[: len(View.__struct_fields__)] == list(View.__struct_fields__)
    public = {name for name in vars(View) if not name.startswith("_")}
    assert public <= set(named)


def test_the_page_has_every_field_of_what_a_bot_is_told() -> None:
    part = PAGE.split("\n## Before, between and after\n")[1].split("\n## ")[0]
    for struct in (SeriesInfo, RoundSeen, SeriesSeen):
        (row,) = [line for line in part.splitlines() if f"`{struct.__name__}`" in line]
        missing = [name for name in struct.__struct_fields__ if f"`{name}`" not in row]
        assert not missing, struct


def test_the_page_has_every_helper() -> None:
    assert set(rows_of("Helpers")) >= set(arena.bot.__all__)


def test_the_page_has_every_phase_that_is_asked() -> None:
    unasked = {Phase.FORCED_STOCK, Phase.OVER}
    for phase in set(Phase) - unasked:
        assert f"`{phase.name}`" in PAGE


def test_the_page_has_every_field_of_a_failure_card() -> None:
    fields = [field.name for field in msgspec.structs.fields(Incident)]
    assert rows_of("Failure cards") == [*fields, "replay"]


def test_a_fault_costs_what_the_page_says(folder: Path) -> None:
    (folder / "bad.py").write_text(
        "from arena.bot import Bot\n\n\nclass Bad(Bot):\n"
        "    def offer(self, view):\n        return True\n",
        encoding="utf-8",
    )
    words = ("run", "-b", "./bad.py:Bad", "-b", "simple", "-n", "1", "--seed", "s", "--out", "out")
    assert run_arena(*words, cwd=folder).returncode == 0
    log = lines_of(folder / "out" / "games.jsonl")
    rounds = [line for line in log if line["kind"] == "round"]
    assert {line["points"] for line in rounds} == {123}
    assert {line["fault"]["kind"] for line in rounds} == {"illegal"}
    cards = lines_of(folder / "out" / "private" / "failures.jsonl")
    assert [card["entrant"] for card in cards] == ["Bad", "Bad"]
    address = cards[0]["address"]
    assert run_arena("replay", "out", address, cwd=folder).stdout.count("fault: illegal") == 1
    again = (*words[:-1], "again", "--only", address.partition(".")[0])
    assert run_arena(*again, cwd=folder).returncode == 0
    replayed = lines_of(folder / "again" / "private" / "failures.jsonl")
    assert [card.pop("replay") for card in replayed] == [
        f"arena replay again/games.jsonl#{address}"
    ]
    cards[0].pop("replay")
    assert replayed == cards[:1]
