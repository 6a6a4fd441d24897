"""What all tests share: no installed plugin is seen, no variable of the user's shell counts."""

import os
from pathlib import Path

import pytest

REFERENCE_BOTS = "random,simple,greedy,gin-hunter"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="Write the golden files anew.")


@pytest.fixture(autouse=True)
def _own_world(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("ARENA_") and name != "ARENA_PURE":
            monkeypatch.delenv(name)
    monkeypatch.setenv("ARENA_BOTS", REFERENCE_BOTS)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def in_tmp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
