"""`arena gate`: the command. What it does is in `arena.cli.gating`, imported when it runs."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.errors import guarded
from arena.cli.run import MOST_WORKERS


class GateFormat(StrEnum):
    """How to print the verdict."""

    TABLE = "table"
    JSON = "json"
    MARKDOWN = "markdown"


class Undecided(StrEnum):
    """What an undecided gate tells CI."""

    FAIL = "fail"
    PASS = "pass"  # noqa: S105 - what CI says of a change


class EloModel(StrEnum):
    """Which Elo --elo0 and --elo1 mean."""

    NORMALISED = "normalised"
    LOGISTIC = "logistic"


TEST = "Test"
PLAY = "Play"
OUTPUT = "Output"


@guarded
def gate(
    candidate: Annotated[
        str | None,
        typer.Argument(help="The changed bot: as in -b of `arena run`; or a name in --log."),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="BASELINE", help="A bot, or BOT@REVISION. Repeat it."),
    ] = None,
    golden: Annotated[
        Path | None,
        typer.Option(metavar="LOG", help="Must decide as an entrant of this log did; no play."),
    ] = None,
    as_name: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="That entrant, for --golden.")
    ] = None,
    not_worse_by: Annotated[
        float,
        typer.Option(min=1e-6, max=1e3, help="Points a round it may lose.", rich_help_panel=TEST),
    ] = 1.0,
    better: Annotated[
        bool, typer.Option("--better", help="Ask for an improvement.", rich_help_panel=TEST)
    ] = False,
    better_by: Annotated[
        float,
        typer.Option(min=1e-6, max=1e3, help="Points a round of --better.", rich_help_panel=TEST),
    ] = 1.0,
    elo0: Annotated[
        float | None, typer.Option(help="H0 on series results.", rich_help_panel=TEST)
    ] = None,
    elo1: Annotated[
        float | None, typer.Option(help="H1 on series results.", rich_help_panel=TEST)
    ] = None,
    elo_model: Annotated[
        EloModel, typer.Option(help="Which Elo they are.", rich_help_panel=TEST)
    ] = EloModel.NORMALISED,
    alpha: Annotated[
        float, typer.Option(min=1e-6, max=0.5, help="Wrong passes.", rich_help_panel=TEST)
    ] = 0.05,
    beta: Annotated[
        float, typer.Option(min=1e-6, max=0.5, help="Wrong failures.", rich_help_panel=TEST)
    ] = 0.05,
    max_pairs: Annotated[
        int, typer.Option(min=1, max=10_000_000, help="The limit.", rich_help_panel=TEST)
    ] = 2000,
    undecided: Annotated[
        Undecided, typer.Option(help="Exit 4, or 0.", rich_help_panel=TEST)
    ] = Undecided.FAIL,
    plan: Annotated[
        Path | None,
        typer.Option(
            metavar="LOG",
            help="Only tell how many pairs it takes, from this log.",
            rich_help_panel=TEST,
        ),
    ] = None,
    rules: Annotated[
        str,
        typer.Option(
            metavar="PROFILE", envvar="ARENA_RULES", rich_help_panel=PLAY, help="A profile."
        ),
    ] = "classic",
    seed: Annotated[
        str, typer.Option(envvar="ARENA_SEED", rich_help_panel=PLAY, help="Any text.")
    ] = "gate",
    log: Annotated[
        Path | None,
        typer.Option(metavar="LOG", help="Ask a log instead of playing.", rich_help_panel=PLAY),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=MOST_WORKERS,
            envvar="ARENA_WORKERS",
            help="Processes that play; 0: in line. The verdict is the same.",
            rich_help_panel=PLAY,
        ),
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="DIR", help="Folder of the log.", rich_help_panel=PLAY)
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a log there.", rich_help_panel=PLAY)
    ] = False,
    form: Annotated[
        GateFormat, typer.Option("--format", help="Of stdout.", rich_help_panel=OUTPUT)
    ] = GateFormat.TABLE,
    junit: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write JUnit XML too.", rich_help_panel=OUTPUT),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="The verdict only.", rich_help_panel=OUTPUT)
    ] = False,
) -> None:
    """Is a changed bot no worse, or better? Mirrored pairs until that is sure; an exit code for CI.

    0 pass, or no change; 1 fail; 4 undecided at the limit; 5 baselines faulted too often.

    arena gate ./mine.py:Mine --against simple

    arena gate mybot --against mybot@main --better --junit gate.xml

    arena gate greedy --against simple --log logs/spring-1

    arena gate mybot --golden tests/golden.jsonl

    arena gate --plan logs/spring-1 --not-worse-by 0.5
    """
    from arena.cli.gating import Asked, answer

    answer(
        Asked(
            candidate=candidate or "",
            plan=plan,
            baselines=tuple(against or ()),
            golden=golden,
            as_name=as_name,
            not_worse_by=not_worse_by,
            better_by=better_by if better else None,
            elo=(elo0, elo1),
            elo_model=elo_model.value,
            error_rates=(alpha, beta),
            max_pairs=max_pairs,
            is_undecided_fine=undecided is Undecided.PASS,
            rules=rules,
            seed=seed,
            log=log,
            out=out,
            force=force,
            form=form.value,
            junit=junit,
            workers=workers,
            quiet=quiet,
        )
    )
