"""Which form of each module runs here, and why it is not the compiled one of this very source."""

from dataclasses import dataclass
from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec
from pathlib import Path

from arena.native import pure
from arena.native.modules import MODULES
from arena.native.record import (
    BuildRecord,
    digest_source,
    python_tag,
    read_record,
    source_path,
)

ROOT = Path(__file__).parents[2]
STALE = "compiled, but older than its source: reinstall"


@dataclass(frozen=True, slots=True)
class Form:
    """The form of one module; `text` says it in words, `is_sound` that it is compiled and fresh."""

    module: str
    is_compiled: bool
    is_sound: bool
    text: str


def forms() -> tuple[Form, ...]:
    """Return the form of every module that can be compiled."""
    record = read_record()
    return tuple([form_of(module, record) for module in MODULES])


def form_of(module: str, record: BuildRecord | None) -> Form:
    """Return the form of a module, given the record of the build."""
    if not is_compiled(module):
        return Form(module, False, False, f"pure Python ({why_pure(module, record)})")
    built = record.digests.get(module) if record else None
    if built != digest_source(ROOT / source_path(module)):
        return Form(module, True, False, STALE)
    return Form(module, True, True, "compiled")


def is_compiled(module: str) -> bool:
    """Return whether a module is, or would be, imported from a compiled file."""
    spec = find_spec(module)
    return spec is not None and isinstance(spec.loader, ExtensionFileLoader)


def why_pure(module: str, record: BuildRecord | None) -> str:
    """Return why a module is not compiled."""
    if pure.is_on():
        return f"{pure.SWITCH} is set"
    if record is None:
        return "it runs from its sources, which were never installed"
    if record.why_pure:
        return record.why_pure
    if record.python != python_tag():
        return f"compiled for {record.python}, not for this {python_tag()}: reinstall"
    if module not in record.digests:
        return "younger than the last build: reinstall"
    return "its compiled file is gone: reinstall"


def overall(found: tuple[Form, ...]) -> str:
    """Return the form of all modules together.

    >>> overall((Form("a", True, True, ""), Form("b", False, False, "")))
    'partly compiled'
    """
    compiled = [form.is_compiled for form in found]
    if all(compiled):
        return "compiled"
    return "partly compiled" if any(compiled) else "pure Python"


def describe() -> list[str]:
    """Return a line for each module: its name and its form."""
    found = forms()
    width = max(len(form.module) for form in found)
    return [f"{form.module:{width}}  {form.text}" for form in found]
