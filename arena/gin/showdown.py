"""The showdown: what a knock lays down, what the defender makes of it, who wins (rules K, L, S)."""

from typing import Any, NamedTuple

from arena.gin.actions import LayOff
from arena.gin.cards import format_hand
from arena.gin.kernel import (
    Layout,
    best_layout,
    deadwood,
    in_pack_order,
    joined,
    lay_off_choices,
    least_count,
)
from arena.gin.refusal import refuse
from arena.gin.result import GIN, KNOCK, UNDERCUT, Finish, RoundResult, Showdown
from arena.gin.rules import Rules


class LaidDown:
    """What a knock has laid on the table: the seat, knock or gin, its melds, its points left."""

    __slots__ = ("finish", "knocker", "left", "spread")

    def __init__(self, knocker: int, finish: Finish, spread: Layout, left: int) -> None:
        self.knocker = knocker
        self.finish = finish
        self.spread = spread
        self.left = left


class Defence(NamedTuple):
    """What a defender makes of a knock: his points left, the hand he lays off, his melds."""

    left: int
    laid_off: int
    melds: Layout


def check_melds(melds: object, hand: int, rules: Rules) -> Layout:
    """Return declared melds in pack order when they are disjoint melds of a hand (M1, M2).

    Raises:
        IllegalAction: when they are not.
    """
    if type(melds) is not tuple:
        refuse("declared melds are a tuple of hands", melds)
    left = hand
    for meld in melds:
        if type(meld) is not int or meld not in rules.tables.melds:
            refuse("a declared meld must be a set or a run (M1)", meld)
        if meld & left != meld:
            refuse("declared melds must be of own cards, each in one meld (M2)", format_hand(meld))
        left ^= meld
    return in_pack_order(melds)


def check_spread(melds: object, ten: int, limit: int, rules: Rules) -> tuple[Layout, int]:
    """Return a knock's layout and its deadwood; the engine's where none is declared (K2, K5, M5).

    Raises:
        IllegalAction: when the layout is none, or leaves more than the rules allow.
    """
    tables = rules.tables
    if melds is None:
        layout = best_layout(ten, ten, tables)
        count = tables.points(ten ^ joined(layout))
    else:
        layout = check_melds(melds, ten, rules)
        count = tables.points(ten ^ joined(layout))
        if rules.knocker_layout == "optimal" and count > (least := deadwood(ten, tables)):
            refuse(f"the layout must have the least deadwood, {least} (K5)", None)
    if count > limit:
        refuse(f"{count} points of deadwood are over the knock limit of {limit} (K2)", None)
    return layout, count


def check_lay_off(laid: LaidDown, hand: int, answer: LayOff, rules: Rules) -> Defence | None:
    """Return a defender's declared melds and lay-offs, or None where he leaves both to the engine.

    Raises:
        IllegalAction: when his melds are none, or the cards do not fit the spread (L1, L2, L6).
    """
    said: Any = answer  # its fields may hold anything, whatever their types promise
    melds, cards = said.melds, said.cards
    if melds is None and type(cards) is int and cards == 0:
        return None
    layout = check_melds(() if melds is None else melds, hand, rules)
    rest: int = hand ^ joined(layout)
    if type(cards) is not int or cards < 0 or cards & rest != cards:
        refuse("only own cards outside the own melds can be laid off (L1)", cards)
    if cards not in lay_off_choices(open_spread(laid, rules), cards, rules.tables):
        refuse("these cards do not all fit the spread (L2, L6)", format_hand(cards))
    return Defence(rules.tables.points(rest ^ cards), cards, layout)


def open_spread(laid: LaidDown, rules: Rules) -> Layout:
    """Return the melds that may be laid off on: none after gin, unless the rules say so (L6)."""
    return laid.spread if laid.finish is KNOCK or rules.layoff_on_gin else ()


def compare_hands(
    laid: LaidDown, hand: int, defence: Defence | None, upcard: int, rules: Rules
) -> RoundResult:
    """Return the result of a knock.

    Args:
        laid: what the knocker has laid down.
        hand: the defender's ten cards.
        defence: his declared melds and lay-offs; None for the least count there is (L4, L5).
        upcard: the round's upcard (S7).
        rules: the house rules.
    """
    tables = rules.tables
    melds: Layout | None = None
    if defence is None:
        left, laid_off = least_count(open_spread(laid, rules), hand, tables)
    else:
        left, laid_off, melds = defence
    knocker, finish = laid.knocker, laid.finish
    counts = (laid.left, left) if knocker == 0 else (left, laid.left)
    shown = Showdown(knocker, laid.spread, laid_off, counts, hand, tables, melds)
    if finish is KNOCK:
        finish, winner, margin = compare_counts(knocker, counts, rules)
        return RoundResult(finish, winner, margin, upcard, shown)
    if finish is GIN and left == 0 and rules.void_gin:
        return RoundResult(Finish.VOID_GIN, None, 0, upcard, shown)
    return RoundResult(finish, knocker, left, upcard, shown)


def compare_counts(
    knocker: int, counts: tuple[int, int], rules: Rules
) -> tuple[Finish, int | None, int]:
    """Return finish, winner and margin of a plain knock from both counts, by seat (S2 to S5)."""
    margin = counts[1 - knocker] - counts[knocker]
    if margin > 0:
        return KNOCK, knocker, margin
    if margin == 0 and rules.tie_rule == "no_score":
        return Finish.TIE, None, 0
    return UNDERCUT, 1 - knocker, -margin
