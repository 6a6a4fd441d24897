"""Bots and short words for the tests of the table and its driver."""

from collections.abc import Callable, Mapping
from typing import Any

from arena.bot import (
    DISCARDS,
    Bot,
    Discard,
    Draw,
    Knock,
    Offer,
    RoundSeen,
    SeriesInfo,
    SeriesSeen,
    View,
)
from arena.dealer import Dealer
from arena.gin.deal import Deal, Stock
from arena.gin.rules import Rules
from arena.record import FaultPolicy
from arena.schedule import Job
from arena.table.driver import Factory, play_inline
from arena.table.incident import Fault, Question
from arena.table.table import Deals, Played, Setting, Table

JOB = Job(5, 2, ("ann", "ben"), 0, ("ann", "ben"), 2)
SERIES = FaultPolicy("forfeit_series")
METHODS = {"start": "start_series"}

Answer = Callable[[int, Question, Any], object]


class Stacked:
    """Deals that a test has stacked: round after round, the last one for ever."""

    def __init__(self, *deals: Deal, first_dealer: int = 1) -> None:
        self._deals = deals
        self._first_dealer = first_dealer

    def deck(self, deal_index: int, round_number: int) -> bytes:
        return self._deals[min(round_number, len(self._deals) - 1)].deck

    def first_dealer(self, deal_index: int) -> int:
        return self._first_dealer

    def bot_seed(self, entrant: str, opponent: str, pair: int, leg: int) -> int:
        return 17


def by_rounds(strikes: int = 3) -> FaultPolicy:
    return FaultPolicy("forfeit_round", strikes)


def table_of(
    rules: Rules | None = None,
    faults: FaultPolicy = SERIES,
    deals: Deals | str = "0",
    stock: Stock = "per_seat",
) -> Table:
    """Return a table; `deals` may be a seed."""
    setting = Setting(rules or Rules(), stock, faults)
    return Table(JOB, setting, Dealer(deals) if isinstance(deals, str) else deals)


def seat_bots(first: Factory, second: Factory, **options: Any) -> Played:
    """Play a series between two bots; the options are those of `table_of`."""
    return play_inline(table_of(**options).play(), (first, second))


def drive(table: Table, answer: Answer) -> Played:
    """Play a series with a function that answers for both seats."""
    asking = table.play()
    reply: object = None
    while True:
        try:
            reply = answer(*asking.send(reply))
        except StopIteration as finished:
            played = finished.value
            assert isinstance(played, Played)
            return played


def well(bots: tuple[Bot, Bot] | None = None) -> Answer:
    """Return a function that answers as two bots do, `Bot` itself where none are given."""
    seated = bots or (Bot(), Bot())
    return lambda seat, question, asked: getattr(seated[seat], METHODS.get(question, question))(
        asked
    )


def but(faults: Mapping[tuple[int, str, int], object], otherwise: Answer | None = None) -> Answer:
    """Return a function that answers well, but for some questions.

    The keys are the seat, the question, and how often the seat has been asked it before.
    """
    asked_before: dict[tuple[int, str], int] = {}
    others = otherwise or well()

    def answer(seat: int, question: Question, asked: Any) -> object:
        count = asked_before.get((seat, question), 0)
        asked_before[seat, question] = count + 1
        if (seat, question, count) in faults:
            return faults[seat, question, count]
        return others(seat, question, asked)

    return answer


def always(fault: object, seat: int, *questions: str) -> Answer:
    """Return a function that answers well, but for one seat's answers to some questions."""
    others = well()

    def answer(asked_seat: int, question: Question, asked: Any) -> object:
        if asked_seat == seat and question in questions:
            return fault
        return others(asked_seat, question, asked)

    return answer


def exception(detail: str = "Traceback: lost count") -> Fault:
    return Fault("exception", detail)


class Recorder(Bot):
    """Plays as `Bot` does, and keeps all that it was asked and told."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, object]] = []

    def start_series(self, info: SeriesInfo) -> None:
        super().start_series(info)
        self.heard.append(("start", info))

    def offer(self, view: View) -> Offer:
        self.heard.append(("offer", view))
        return super().offer(view)

    def draw(self, view: View) -> Draw:
        self.heard.append(("draw", view))
        return super().draw(view)

    def play(self, view: View) -> Discard | Knock | Any:
        self.heard.append(("play", view))
        return super().play(view)

    def end_round(self, seen: RoundSeen) -> None:
        self.heard.append(("end_round", seen))

    def end_series(self, seen: SeriesSeen) -> None:
        self.heard.append(("end_series", seen))


class Stumbler(Bot):
    """Plays as `Bot` does until it is asked one question for the n-th time, then does as told."""

    def __init__(self, question: str, stumble: Callable[[], object], after: int = 0) -> None:
        self._question, self._stumble, self._left = question, stumble, after
        self.asked_after = 0

    def _answer(self, question: str, usual: object) -> Any:
        if self._left < 0:
            self.asked_after += 1
        if question == self._question:
            self._left -= 1
            if self._left == -1:
                return self._stumble()
        return usual

    def start_series(self, info: SeriesInfo) -> None:
        super().start_series(info)
        self._answer("start", None)

    def offer(self, view: View) -> Offer:
        return self._answer("offer", super().offer(view))  # type: ignore[no-any-return]

    def draw(self, view: View) -> Draw:
        return self._answer("draw", super().draw(view))  # type: ignore[no-any-return]

    def play(self, view: View) -> Any:
        return self._answer("play", super().play(view))

    def lay_off(self, view: View) -> Any:
        return self._answer("lay_off", super().lay_off(view))

    def end_round(self, seen: RoundSeen) -> None:
        self._answer("end_round", None)

    def end_series(self, seen: SeriesSeen) -> None:
        self._answer("end_series", None)


class Stubborn(Bot):
    """Never knocks: throws the card just drawn, so that the stock runs out."""

    def play(self, view: View) -> Discard:
        assert view.taken is not None
        return DISCARDS[view.taken]


def raiser(error: BaseException) -> Callable[[], object]:
    """Return a function that raises an exception."""

    def stumble() -> object:
        raise error

    return stumble


def rules_with(**changes: object) -> Rules:
    return Rules().replace(changes)
