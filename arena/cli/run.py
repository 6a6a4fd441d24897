"""`arena run`: the command. What it does is in `arena.cli.playing`, imported when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.errors import guarded
from arena.cli.output import Format
from arena.tournament.config_checks import MAX_PAIRS


@guarded
def run(
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
    """
    from arena.cli.playing import Flags, play_tournament

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
        dry_run=dry_run,
        form=form,
        quiet=quiet,
        verbose=verbose,
    )
    play_tournament(flags)
