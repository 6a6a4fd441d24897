"""A short run is done in line; a long one gets processes, from wherever it is by then."""

import multiprocessing

import pytest

from arena.executor import growing
from arena.executor.growing import Growing
from arena.executor.work import Work, WorkerLostError
from arena.mistake import UserMistake
from tests.executor.jobs import work

SQUARES = [number * number for number in range(100)]


def test_what_is_soon_over_is_done_in_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "TRIAL", 0)
    monkeypatch.setattr(growing, "WORTH", 1e9)
    results = Growing(2, 100).run(work(), range(100))
    for result, square in zip(results, SQUARES, strict=True):
        assert result == square
        assert multiprocessing.active_children() == []


def test_what_lasts_goes_on_in_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "TRIAL", 0)
    monkeypatch.setattr(growing, "WORTH", -1)
    results = Growing(2, 100).run(work(), range(100))
    found = [next(results)]
    assert multiprocessing.active_children() == []
    found.append(next(results))
    assert multiprocessing.active_children() != []
    assert [*found, *results] == SQUARES


def refuse(_: object) -> object:
    raise UserMistake("this is another bot")


def test_processes_that_refuse_after_results_are_lost_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user's mistake is one before the first result: then nothing was done in vain."""
    monkeypatch.setattr(growing, "TRIAL", 0)
    monkeypatch.setattr(growing, "WORTH", -1)
    results = Growing(1, 100).run(Work(abs, refuse, None, str), range(100))
    assert next(results) == 0
    with pytest.raises(WorkerLostError, match="this is another bot"):
        next(results)
