"""What a build did, written beside the installed modules, so that `arena --version` can say why."""

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path

from arena.native.modules import MODULES

NAME = "built.record"
PLACE = f"arena/native/{NAME}"
"""Where the record is, below the folder of the package `arena`."""


@dataclass(frozen=True, slots=True)
class BuildRecord:
    """A build: the Python it was for, why it is pure (None: it is compiled), and its sources.

    `digests`: of each compiled module's source, by the module's name.
    """

    python: str
    why_pure: str | None
    digests: Mapping[str, str] = field(default_factory=dict)


def record_build(root: Path, why_pure: str | None) -> BuildRecord:
    """Return the record of a build by this Python of the sources below a folder."""
    compiled = () if why_pure else MODULES
    digests = {name: digest_source(root / source_path(name)) for name in compiled}
    return BuildRecord(python_tag(), why_pure, digests)


def write_record(path: Path, record: BuildRecord) -> None:
    """Write a record as one JSON object."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(record), indent=1) + "\n", encoding="utf-8")


def read_record() -> BuildRecord | None:
    """Return the record of the build that is running; None where it was never installed."""
    try:
        found = json.loads(Path(__file__).with_name(NAME).read_text(encoding="utf-8"))
        return BuildRecord(**found)
    except (OSError, ValueError, TypeError):
        return None


def source_path(module: str) -> str:
    """Return the path of a module's source, below the folder of the package `arena`.

    >>> source_path("arena.gin.cards")
    'arena/gin/cards.py'
    """
    return module.replace(".", "/") + ".py"


def digest_source(path: Path) -> str:
    """Return the digest of a source file."""
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()


def python_tag() -> str:
    """Return the kind of Python that compiled modules are for, as in `cpython-311`."""
    return sys.implementation.cache_tag or sys.implementation.name
