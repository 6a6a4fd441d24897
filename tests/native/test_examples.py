"""The examples in the docstrings hold in either form: doctest does not see compiled functions."""

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest

from arena.native.modules import MODULES
from arena.native.record import source_path

ROOT = Path(__file__).parents[2]
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_hold_in_the_form_that_runs(module: str) -> None:
    """The texts are those of the source; what they call is what was imported."""
    names = dict(vars(import_module(module)))
    tree = ast.parse((ROOT / source_path(module)).read_text(encoding="utf-8"))
    runner = doctest.DocTestRunner(verbose=False)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)):
            where = f"{module}.{getattr(node, 'name', '')}"
            runner.run(doctest.DocTestParser().get_doctest(text, names, where, None, None))
    assert runner.summarize(verbose=False).failed == 0
