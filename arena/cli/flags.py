"""The command line of `arena run`, as it was given."""

from dataclasses import dataclass
from pathlib import Path

from arena.cli.output import Format


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """What the flags say; None and empty mean that a flag was not given."""

    config: Path | None
    bots: tuple[str, ...]
    pairs: int | None
    rules: str | None
    gauntlet: bool
    seed: str | None
    out: str | None
    force: bool
    only: int | None
    shard: str | None
    extend: Path | None
    compress: bool
    workers: int | None
    dask: str | None
    dry_run: bool
    form: Format
    quiet: bool
    verbose: bool
