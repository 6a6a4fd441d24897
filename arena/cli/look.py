"""`arena bots list`, `arena rules`, `arena deal`: look things up."""

import re
from typing import Annotated

import typer

from arena.cli.errors import UsageError, guarded
from arena.cli.output import show
from arena.dealer import Dealer
from arena.gin.cards import format_card, format_cards, format_hand
from arena.gin.deal import Deal
from arena.gin.rules import OPTIONS
from arena.profiles import load_profile, profile_names
from arena.registry import PluginError, installed_bots

DEAL = re.compile(r"([0-9]{1,18})/([0-9]{1,18})")


@guarded
def list_bots() -> None:
    """List the installed bots. A package that cannot be loaded is shown with the reason.

    The environment variable ARENA_BOTS, names separated by commas, restricts the list.
    """
    from tabulate import tabulate

    rows = []
    for spec in installed_bots():
        state = "ok"
        try:
            spec.load()
        except PluginError as error:
            state = str(error)
        rows.append([spec.reference, spec.target, spec.distribution, spec.version, state])
    heads = ["bot", "class", "package", "version", "state"]
    show(tabulate(rows, heads, tablefmt="simple", disable_numparse=True))


@guarded
def rules(
    profile: Annotated[
        str | None, typer.Argument(help="A profile; without one, all names.")
    ] = None,
) -> None:
    """List the rule profiles, or the options of one with the rule that each belongs to."""
    from tabulate import tabulate

    if profile is None:
        listed = [[name, load_profile(name).about] for name in profile_names()]
        show(tabulate(listed, ["profile", "what it is"], tablefmt="simple"))
        return
    chosen = load_profile(profile)
    rows = [
        [name, say(getattr(chosen.rules, name)), option.rule, option.says]
        for name, option in OPTIONS.items()
    ]
    show(f"{profile}: {chosen.about}\n")
    heads = ["option", "value", "rule", "what it is"]
    show(tabulate(rows, heads, tablefmt="simple", disable_numparse=True))


def say(value: object) -> str:
    """Return an option's value as a config has it."""
    if value is None:
        return "off"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@guarded
def deal(
    seed: Annotated[str, typer.Argument(help="The tournament's seed.")],
    which: Annotated[str, typer.Argument(metavar="DEAL/ROUND", help="As in 3/14, both from 0.")],
) -> None:
    """Show a deal of a seed: deck, hands, upcard, stock, and the series' first dealer."""
    match = DEAL.fullmatch(which)
    if match is None:
        raise UsageError(f"{which!r} is no deal: write deal index and round, as in 3/14")
    index, number = int(match[1]), int(match[2])
    dealer = Dealer(seed)
    dealt = Deal(dealer.first_dealer(index), dealer.deck(index, number))
    hands = dealt.hands()
    show(f"deck          {format_cards(dealt.deck, ' ')}")
    show(f"seat 0        {format_hand(hands[0], ' ')}")
    show(f"seat 1        {format_hand(hands[1], ' ')}")
    show(f"upcard        {format_card(dealt.upcard)}")
    show(f"stock         {format_cards(dealt.deck[21:], ' ')}")
    show(f"first dealer  seat {dealt.dealer} deals round 0 of the series on these deals")
