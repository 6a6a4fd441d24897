"""Faults, and the failure cards that only the organiser may see."""

from typing import Literal

import msgspec

from arena.gin.actions import Action, Discard, Knock
from arena.gin.cards import format_card, format_cards, format_hand
from arena.gin.refusal import describe
from arena.record import FaultKind
from arena.schedule import Job
from arena.table.view import View

Question = Literal["start", "offer", "draw", "play", "lay_off", "end_round", "end_series"]


class Fault(msgspec.Struct, frozen=True):
    """What a driver sends to the table instead of an answer.

    `detail` (a reason, or a traceback) and `reply` (a text of the answer, where there was one)
    never enter the log.
    """

    kind: FaultKind
    detail: str = ""
    reply: str | None = None


class Incident(msgspec.Struct, frozen=True):
    """A failure card: what a bot was asked, and what came of it.

    An exception in `end_round` or `end_series` leaves a card too, but is no fault (`is_fault` is
    False). `address` names series, round and move token as `arena replay` takes them.
    """

    address: str
    entrant: str
    seat: int
    question: Question
    kind: FaultKind
    reply: str | None
    detail: str
    is_fault: bool
    view: dict[str, object] | None
    legal: list[str]


def incident_of(
    job: Job,
    round_number: int,
    seat: int,
    question: Question,
    fault: Fault,
    view: View | None = None,
) -> Incident:
    """Return the card of a fault in a round of a series."""
    token = len(view.moves.split()) if view and view.moves else 0
    if view and question == "play":
        token -= 1
    address = f"{job.number}.{round_number}.{token}"
    return Incident(
        address,
        job.seats[seat],
        seat,
        question,
        fault.kind,
        fault.reply,
        fault.detail,
        question not in ("end_round", "end_series"),
        describe_view(view) if view else None,
        [describe_action(action) for action in view.legal_actions()] if view else [],
    )


def describe_view(view: View) -> dict[str, object]:
    """Return a view's facts as plain data with cards as texts."""
    return {
        "seat": view.seat,
        "dealer": view.dealer,
        "phase": view.phase.name.lower(),
        "hand": format_hand(view.hand, " "),
        "discard_pile": format_cards(view.discard_pile, " "),
        "stock_size": view.stock_size,
        "taken": None if view.taken is None else format_card(view.taken),
        "barred": format_hand(view.barred),
        "opponent_holds": format_hand(view.opponent_holds, " "),
        "moves": view.moves,
        "knock_limit": view.knock_limit,
        "spread": [format_hand(meld) for meld in view.spread],
        "scores": view.sheet.scores,
        "entries": view.sheet.entries,
    }


def describe_reply(reply: object) -> str:
    """Return a short text of any answer, without running code of its type."""
    if type(reply) in (Discard, Knock) and type(card := getattr(reply, "card", None)) is int:
        name = format_card(card) if 0 <= card < 52 else describe(card)
        melds = getattr(reply, "melds", None)
        with_melds = f", melds {describe(melds)}" if melds is not None else ""
        return f"{type(reply).__name__.lower()} {name}{with_melds}"
    return describe(reply)


def describe_action(action: Action) -> str:
    """Return a short text of a legal action."""
    if isinstance(action, Discard):
        return f"discard {format_card(action.card)}"
    if isinstance(action, Knock):
        return f"knock {format_card(action.card)}"
    return action.value if hasattr(action, "value") else type(action).__name__
