"""`arena merge`: shard logs of one tournament joined into the log of the whole."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.errors import UsageError, guarded, tell
from arena.cli.output import Format, show_standings
from arena.log.reader import find_log


@guarded
def merge(
    logs: Annotated[
        list[Path], typer.Argument(metavar="LOG...", help="The shards' logs, in any order.")
    ],
    out: Annotated[str, typer.Option(metavar="DIR", help="The folder to write.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a log in --out.")] = False,
    compress: Annotated[bool, typer.Option("--compress", help="Write games.jsonl.zst.")] = False,
    form: Annotated[Format, typer.Option("--format", help="How to print the standings.")] = (
        Format.TABLE
    ),
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Print the standings only.")] = False,
) -> None:
    """Join the logs of a tournament's shards: the bytes that one run would have written.

    arena run configs/league.yaml --seed finals --shard 1/2 --out logs/first

    arena run configs/league.yaml --seed finals --shard 2/2 --out logs/second

    arena merge logs/first logs/second --out logs/finals
    """
    from arena.tournament.merge import merge_logs

    if not out:
        raise UsageError("--out: the name of the folder is empty; . is the current one")
    paths = [find_log(path, Path()) for path in logs]
    report = merge_logs(paths, Path(out), force=force, compress=compress)
    show_standings(report.standings, form)
    if quiet:
        return
    if not report.has_config:
        tell("warning: no config.yaml of the run lies beside the shards, so none was written")
    tell(f"log: {report.log}: {report.series} series, {report.rounds} rounds")
