"""Answers to one question, compared by what they come to, and drawn for people."""

from dataclasses import dataclass
from textwrap import indent

from arena.gin.actions import (
    Action,
    BigGin,
    Discard,
    Draw,
    IllegalAction,
    Knock,
    LayOff,
    Offer,
)
from arena.gin.cards import format_card, format_cards, format_hand
from arena.gin.kernel import best_discards, deadwood, lay_off
from arena.gin.refusal import refuse
from arena.gin.showdown import check_lay_off, check_spread, open_spread
from arena.log.address import Address
from arena.record import FaultKind
from arena.table.incident import Fault, describe_reply
from arena.table.lookahead import knock_of
from arena.table.view import View

Answer = Action | Fault | None
"""What a table was sent, settled; None for a start that went well."""

IN_LINE: dict[FaultKind, FaultKind] = {
    "no_start": "no_start",
    "exception": "exception",
    "illegal": "illegal",
    "garbage": "illegal",
}
"""Recorded faults that a bot asked in line can show again, and how: the others need a process."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A question that was answered in two ways.

    Attributes:
        address: its place in the log; a lay-off stands at the knock, having no token of its own.
        who: the entrant that was asked.
        view: what it was asked from; None for the start of a series.
        recorded: the text of the log's answer.
        now: the text of the other answer.
        detail: the traceback where that was an exception, or the rule that it breaks.
    """

    address: Address
    who: str
    view: View | None
    recorded: str
    now: str
    detail: str = ""


def settle(answer: object, view: View | None) -> Answer:
    """Return an answer as the table takes it: melds in full and in pack order, or an illegal fault.

    Args:
        answer: whatever a bot said, or a fault that came instead.
        view: what it was asked from; None for a start, which has no answer but a fault.
    """
    if isinstance(answer, Fault) or view is None:
        return answer if isinstance(answer, Fault) else None
    try:
        return taken_as(answer, view)
    except IllegalAction as illegal:
        return Fault("illegal", str(illegal), describe_reply(answer))


def taken_as(answer: object, view: View) -> Action:
    """Return a legal answer with the melds that it comes to.

    Raises:
        IllegalAction: when the rules forbid it.
    """
    if type(answer) is LayOff:
        assert isinstance(answer, LayOff)
        return settled_lay_off(answer, view)
    bare = answer
    if type(answer) in (Discard, Knock):
        assert isinstance(answer, Discard | Knock)
        if type(answer.card) is not int:
            refuse("a card is a number from 0 to 51", answer.card)
        bare = Knock(answer.card) if isinstance(answer, Knock) else answer
    elif type(answer) not in (Offer, Draw, BigGin):
        refuse("this is no answer", answer)
    found = [action for action in view.legal_actions() if action == bare]
    if not found:
        refuse("the rules do not allow it here", None)
    if not isinstance(answer, Knock):
        return found[0]
    ten = view.hand ^ 1 << answer.card
    return Knock(answer.card, check_spread(answer.melds, ten, view.knock_limit, view.rules)[0])


def settled_lay_off(answer: LayOff, view: View) -> LayOff:
    """Return a defender's melds and lay-offs, those of the engine where he left it to them (L4)."""
    if not view.spread:
        refuse("nobody has knocked", None)
    rules, laid = view.rules, knock_of(view)
    defence = check_lay_off(laid, view.hand, answer, rules)
    if defence is not None:
        return LayOff(defence.melds, defence.laid_off)
    _, cards, melds = lay_off(open_spread(laid, rules), view.hand, rules.tables)
    return LayOff(melds, cards)


def is_same(recorded: Answer, now: Answer) -> bool:
    """Tell whether two settled answers are one. What a process alone can show is not compared."""
    if not isinstance(recorded, Fault):
        return recorded == now
    kind = IN_LINE.get(recorded.kind)
    return kind is None or (isinstance(now, Fault) and now.kind == kind)


def answer_text(answer: Answer, view: View | None) -> str:
    """Return a settled answer for people."""
    if isinstance(answer, Fault):
        return f"fault: {answer.kind}" + (f", {answer.reply}" if answer.reply else "")
    if answer is None or view is None:
        return "starts"
    if answer is Offer.PASS:
        return f"passes {format_card(view.upcard)}"
    if answer is Draw.STOCK:
        return "draws from the stock"
    if answer is Offer.TAKE or answer is Draw.PILE:
        return f"takes {format_card(view.upcard)}"
    if isinstance(answer, LayOff):
        return f"melds {melds_text(answer.melds)}, lays off {format_hand(answer.cards) or 'none'}"
    return shed_text(answer, view.hand)


def shed_text(answer: Action, hand: int) -> str:
    """Return what is thrown or shown with eleven cards, for people."""
    if isinstance(answer, Discard):
        return f"throws {format_card(answer.card)}"
    if not isinstance(answer, Knock):
        return "shows big gin"
    loose = hand ^ 1 << answer.card ^ sum(answer.melds or ())
    what = f"knocks with {format_hand(loose, ' ')} left" if loose else "goes gin"
    return f"throws {format_card(answer.card)}, {what}: {melds_text(answer.melds)}"


def melds_text(melds: tuple[int, ...] | None) -> str:
    """Return melds for people."""
    return " ".join(format_hand(meld) for meld in melds or ()) or "none"


# Drawing


def draw_difference(difference: Difference, labels: tuple[str, str] = ("recorded", "now")) -> str:
    """Return a position for people, with both answers.

    Args:
        difference: what to draw.
        labels: whose the two answers are.
    """
    rows = [] if difference.view is None else position_rows(difference.view)
    rows += [(labels[0], difference.recorded), (labels[1], difference.now)]
    width = max(len(label) for label, _ in rows)
    lines = [f"{difference.address}  {difference.who}"]
    lines += [f"  {label.ljust(width)}  {text}" for label, text in rows]
    if difference.detail:
        lines.append(indent(difference.detail.rstrip(), "    "))
    return "\n".join(lines)


def position_rows(view: View) -> list[tuple[str, str]]:
    """Return what a seat knows when it is asked, as labels and texts."""
    rules, seat = view.rules, view.seat
    if view.hand.bit_count() == 11:
        least = best_discards(view.hand, view.barred, rules.tables)[0]
        told = f"{least} after the best discard"
    else:
        told = str(deadwood(view.hand, rules.tables))
    own, other = (" ".join(map(str, view.sheet.scores[at])) for at in (seat, 1 - seat))
    deals = "deals" if view.dealer == seat else "does not deal"
    rows = [
        ("sheet", f"{own}, opponent {other}; {deals}"),
        ("hand", f"{format_hand(view.hand, ' ')}  ({told}; knocks with {view.knock_limit})"),
    ]
    if view.taken is not None:
        rows.append(("taken", format_card(view.taken)))
    pile = format_cards(reversed(view.discard_pile), " ")
    rows.append(("pile", f"{pile or 'empty'}  (top first; stock {view.stock_size})"))
    if view.opponent_holds:
        rows.append(("opponent", f"holds {format_hand(view.opponent_holds, ' ')}"))
    if view.spread:
        left = format_hand(view.loose, " ") or "nothing"
        rows.append(("spread", f"{melds_text(view.spread)}, left {left}"))
    rows.append(("moves", view.moves or "none yet"))
    return rows
