"""The floors: a module imports only from its own floor or from floors below it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

FLOORS = (
    ("arena.gin", "arena.mistake", "arena.display", "arena.native"),
    (
        "arena.schedule",
        "arena.dealer",
        "arena.names",
        "arena.record",
        "arena.profiles",
        "arena.code_digest",
        "arena.executor",
    ),
    ("arena.calculator", "arena.table.view", "arena.table.lookahead"),
    ("arena.bot",),
    ("arena.table",),
    ("arena.registry",),
    ("arena.log",),
    ("arena.standings",),
    ("arena.tournament",),
    ("arena.gate",),
    ("arena.api", "arena.cli"),
)
GIN_ORDER = (
    ("cards", "chance"),
    ("melding",),
    ("kernel",),
    ("rules", "actions", "deal"),
    ("hints", "legal", "refusal", "result"),
    ("notation", "sheet", "showdown"),
    ("round", "settlement"),
    ("policy",),
    ("rollout",),
)
"""Inside `arena.gin` the same, file by file."""

MODULES = sorted(ROOT.glob("arena/**/*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            assert node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def floor_of(module: str) -> int:
    """The floor of the longest name in the table that the module is, or lies in."""
    found = [
        (len(name), floor)
        for floor, names in enumerate(FLOORS)
        for name in names
        if module == name or module.startswith(name + ".")
    ]
    assert found, f"{module} stands on no floor: give it one"
    return max(found)[1]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_imports_from_no_floor_above(path: Path) -> None:
    own = name_of(path)
    if own in ("arena", "arena.__main__"):
        return
    for imported in imports_of(path):
        if imported.startswith("arena."):
            assert floor_of(imported) <= floor_of(own), f"{own} imports {imported}"


@pytest.mark.parametrize("path", sorted(ROOT.glob("arena/gin/*.py")), ids=name_of)
def test_the_game_imports_the_standard_library_and_itself_alone(path: Path) -> None:
    import sys

    order = {name: floor for floor, names in enumerate(GIN_ORDER) for name in names}
    own = order.get(path.stem, 99)
    for imported in imports_of(path):
        top = imported.partition(".")[0]
        if top == "arena":
            assert imported.startswith("arena.gin."), f"{path.name} imports {imported}"
            assert order[imported.split(".")[2]] < own, f"{path.name} imports {imported}"
        elif imported != "mypy_extensions.i64":  # only while types are checked
            assert top in sys.stdlib_module_names, f"{path.name} imports {imported}"


def test_the_arena_never_imports_the_reference_bots() -> None:
    for path in MODULES:
        assert not any(name.partition(".")[0] == "bots" for name in imports_of(path)), path


@pytest.mark.parametrize("path", sorted(ROOT.glob("arena/executor/*.py")), ids=name_of)
def test_executors_know_nothing_of_cards(path: Path) -> None:
    for imported in imports_of(path):
        if imported.startswith("arena"):
            assert imported.startswith(("arena.executor.", "arena.mistake.")), imported


def test_bots_import_the_bot_interface_and_the_game_alone() -> None:
    for path in ROOT.glob("bots/*.py"):
        for imported in imports_of(path):
            if imported.startswith("arena"):
                assert imported.startswith(("arena.bot.", "arena.gin.")), f"{path}: {imported}"


def test_nothing_reads_the_clock_or_chance_below_the_table() -> None:
    banned = {"time", "datetime", "random", "secrets", "os", "pathlib", "socket"}
    for path in [*ROOT.glob("arena/gin/*.py"), ROOT / "arena/table/table.py"]:
        tops = {name.partition(".")[0] for name in imports_of(path)}
        assert not tops & banned, f"{path}: {tops & banned}"
