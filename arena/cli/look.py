"""`arena bots list`, `arena rules`, `arena deal`: look things up."""

import re
import sys
import textwrap
from contextlib import redirect_stdout
from enum import StrEnum
from importlib import resources
from typing import Annotated

import typer

from arena.cli.errors import UsageError, checked, guarded
from arena.cli.output import emit, show, terminal_width
from arena.dealer import Dealer
from arena.display import display_width
from arena.gin.cards import format_card, format_cards, format_hand
from arena.gin.deal import Deal
from arena.gin.rules import OPTIONS
from arena.names import check_seed
from arena.profiles import load_profile, profile_names
from arena.profiles.explain import explain, word_for, yaml_of
from arena.registry import PluginError, installed_bots


class SchemaName(StrEnum):
    """What has a schema."""

    CONFIG = "config"
    LOG = "log"


class RulesFormat(StrEnum):
    """How to print a profile."""

    TEXT = "text"
    TABLE = "table"
    YAML = "yaml"


LEAST_ROOM = 12
DEAL = re.compile(r"([0-9]{1,18})/([0-9]{1,18})")


@guarded
def list_bots() -> None:
    """List the installed bots. A package that cannot be loaded is shown with the reason.

    The environment variable ARENA_BOTS, names separated by commas, restricts the list.

    arena bots list
    """
    rows = []
    for spec in installed_bots():
        state = "ok"
        try:
            with redirect_stdout(sys.stderr):
                spec.load()
        except PluginError as error:
            state = str(error)
        package = f"{spec.distribution} {spec.version}"
        rows.append([spec.reference, spec.target, package, state])
    show_table(rows, ["bot", "class", "package", "state"])


@guarded
def rules(
    profile: Annotated[
        str | None, typer.Argument(help="A profile; without one, all names.")
    ] = None,
    form: Annotated[
        RulesFormat, typer.Option("--format", help="Sentences, a table of options, or YAML.")
    ] = RulesFormat.TEXT,
) -> None:
    """List the rule profiles, or explain one in plain sentences with rule numbers.

    arena rules settled

    arena rules settled --format yaml > rules.yaml
    """
    if profile is None:
        listed = [[name, load_profile(name).about] for name in profile_names()]
        show_table(listed, ["profile", "what it is"])
        return
    chosen = load_profile(profile)
    if form is RulesFormat.YAML:
        emit(yaml_of(profile, chosen.rules))
        return
    show(f"{profile}: {chosen.about}\n", fold=True)
    if form is RulesFormat.TEXT:
        for sentence in explain(chosen.rules):
            show(textwrap.fill(f"- {sentence}", terminal_width() or 100, subsequent_indent="  "))
        return
    rows = [
        [name, word_for(getattr(chosen.rules, name)), option.rule, option.says]
        for name, option in OPTIONS.items()
    ]
    show_table(rows, ["option", "value", "rule", "what it is"])


def show_table(rows: list[list[str]], heads: list[str]) -> None:
    """Print rows of texts; on a terminal the last column is wrapped, or each row is a block."""
    from tabulate import tabulate

    width = terminal_width()
    if width is not None:
        widths = [max(display_width(row[at]) for row in [heads, *rows]) for at in range(len(heads))]
        room = width - sum(widths[:-1]) - 2 * len(widths[:-1])
        if room < min(LEAST_ROOM, widths[-1]):
            show_blocks(rows, heads)
            return
        rows = [[*row[:-1], "\n".join(textwrap.wrap(row[-1], room))] for row in rows]
    show(tabulate(rows, heads, tablefmt="simple", disable_numparse=True))


def show_blocks(rows: list[list[str]], heads: list[str]) -> None:
    """Print rows one below the other, for terminals on which no table fits."""
    for row in rows:
        show(row[0], fold=True)
        for head, cell in zip(heads[1:], row[1:], strict=True):
            show(f"  {head}: {cell}", fold=True)


@guarded
def deal(
    seed: Annotated[str, typer.Argument(help="The tournament's seed.")],
    which: Annotated[str, typer.Argument(metavar="DEAL/ROUND", help="As in 3/14, both from 0.")],
) -> None:
    """Show a deal of a seed: deck, hands, upcard, stock, and the series' first dealer.

    arena deal 2026 3/14
    """
    match = DEAL.fullmatch(which)
    if match is None:
        raise UsageError(f"{which!r} is no deal: write deal index and round, as in 3/14")
    index, number = int(match[1]), int(match[2])
    dealer = Dealer(checked(check_seed, seed, "the seed"))
    dealt = Deal(dealer.first_dealer(index), dealer.deck(index, number))
    hands = dealt.hands()
    lines = [
        f"deck          {format_cards(dealt.deck, ' ')}",
        f"seat 0        {format_hand(hands[0], ' ')}",
        f"seat 1        {format_hand(hands[1], ' ')}",
        f"upcard        {format_card(dealt.upcard)}",
        f"stock         {format_cards(dealt.deck[21:], ' ')}",
        f"first dealer  seat {dealt.dealer} deals round 0 of the series on these deals",
    ]
    show("\n".join(lines), fold=True)


@guarded
def schema(
    which: Annotated[SchemaName, typer.Argument(help="Of a config, or of a line of a log.")],
) -> None:
    """Print a JSON Schema: of configs, for editors, or of the lines of a log.

    arena schema config > arena-config.schema.json
    """
    if which is SchemaName.LOG:
        emit(
            (resources.files("arena.log") / "log.schema.json").read_text(encoding="utf-8").rstrip()
        )
        return
    import json

    from arena.tournament.schema import config_schema

    emit(json.dumps(config_schema(), indent=2, ensure_ascii=False))
