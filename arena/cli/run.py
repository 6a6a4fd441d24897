"""`arena run`: the command. What it does is in `arena.cli.playing`, imported when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.errors import guarded
from arena.cli.output import Format
from arena.tournament.config_checks import MAX_PAIRS

MOST_WORKERS = 1024


@guarded
def run(
    context: typer.Context,
    config: Annotated[
        Path | None,
        typer.Argument(
            help="A YAML config, - for stdin. Without one, and without -b: the quickstart."
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "-b",
            "--bot",
            metavar="[NAME=]BOT",
            help="An entrant: an installed bot, module:Class, or path/to/file.py:Class. Repeat it.",
        ),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--pairs",
            min=1,
            max=MAX_PAIRS,
            envvar="ARENA_PAIRS",
            help="Mirrored pairs a pairing.",
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(metavar="PROFILE", envvar="ARENA_RULES", help="A profile of `arena rules`."),
    ] = None,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="The first entrant against each other one.")
    ] = False,
    seed: Annotated[
        str | None,
        typer.Option(envvar="ARENA_SEED", help="Any text. Without one, a random seed is made."),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="The folder to write; without it logs/NAME-N."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a log in --out.")] = False,
    only: Annotated[
        int | None, typer.Option(min=0, metavar="SERIES", help="Play this one series alone.")
    ] = None,
    shard: Annotated[
        str | None,
        typer.Option(metavar="K/N", help="Play the K-th of N parts; `arena merge` joins them."),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="LOG", help="Go on with a run that was stopped; it needs no more."),
    ] = None,
    extend: Annotated[
        Path | None,
        typer.Option(
            metavar="LOG",
            help="Take what an earlier log has; without a CONFIG, more of the same: -n, -b.",
        ),
    ] = None,
    compress: Annotated[
        bool, typer.Option("--compress", help="Write games.jsonl.zst; needs the extra zstd.")
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=MOST_WORKERS,
            envvar="ARENA_WORKERS",
            help="Processes that play; 0: in line. Without it, every core where that is worth it.",
        ),
    ] = None,
    dask: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="ARENA_DASK",
            help="Play on a Dask cluster: tcp://HOST:PORT of its scheduler, or local.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be played; write nothing.")
    ] = False,
    form: Annotated[Format, typer.Option("--format", help="How to print the standings.")] = (
        Format.TABLE
    ),
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Print the standings only.")] = False,
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Tell of every series.")] = False,
) -> None:
    """Play a tournament, write its log, print its standings.

    arena run

    arena run configs/league.yaml --seed finals

    arena run -b simple -b ./mine.py:Mine -n 50 --rules classic

    arena run --resume logs/league-1

    arena run --extend logs/league-1 -n 400
    """
    from arena.cli.flags import Flags
    from arena.cli.playing import play_tournament
    from arena.cli.resuming import check_alone, resume_run

    flags = Flags(
        config=config,
        bots=tuple(bot or ()),
        pairs=pairs,
        rules=rules,
        gauntlet=gauntlet,
        seed=seed,
        out=out,
        force=force,
        only=only,
        shard=shard,
        extend=extend,
        compress=compress,
        workers=workers,
        dask=dask,
        dry_run=dry_run,
        form=form,
        quiet=quiet,
        verbose=verbose,
    )
    if resume is None:
        play_tournament(flags)
    else:
        check_alone(context)
        resume_run(resume, flags)
