"""One series as a generator: it yields a seat, a question and a view, and is sent the answer.

No I/O, no clock, no chance: a driver asks the bots and sends what they said, or a `Fault`. Playing,
replaying and verifying all run this text.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Final, Protocol

from arena.gin.actions import Draw, IllegalAction, Phase
from arena.gin.deal import Deal, Stock
from arena.gin.result import boxes, next_dealer, points
from arena.gin.round import Round
from arena.gin.rules import Rules
from arena.gin.settlement import Outcome, close_series, forfeit_series, void_series
from arena.gin.sheet import empty_sheet, enter_win
from arena.record import (
    FaultPolicy,
    FaultQuestion,
    FaultRecord,
    RoundLine,
    SeriesRecord,
    Termination,
)
from arena.schedule import Job
from arena.table.incident import Fault, Incident, Question, describe_reply, incident_of
from arena.table.scribe import result_line, round_line, series_line
from arena.table.sight import round_seen, series_seen, view_of
from arena.table.view import RoundSeen, SeriesInfo, SeriesSeen, View

Asked = View | SeriesInfo | RoundSeen | SeriesSeen
Ask = tuple[int, Question, Asked]
Asking = Generator[Ask, object, "Played"]

QUESTION_OF: dict[Phase, FaultQuestion] = {
    Phase.FIRST_OFFER: "offer",
    Phase.SECOND_OFFER: "offer",
    Phase.LAST_OFFER: "offer",
    Phase.DRAW: "draw",
    Phase.PLAY: "play",
    Phase.LAST_PLAY: "play",
    Phase.LAY_OFF: "lay_off",
}
QUESTIONS: Final = tuple([QUESTION_OF.get(phase) for phase in Phase])
"""The question of each phase, None where nobody is asked; a tuple, since enums hash slowly."""
UNWATCHED: Final = View(
    0, 0, Phase.OVER, 0, b"", 0, None, 0, 0, "", 0, (), empty_sheet(Rules()), Rules()
)
FORCED_STOCK: Final = Phase.FORCED_STOCK
DRAW: Final = Phase.DRAW
PLAY: Final = Phase.PLAY
FAULT: Final = Fault


class Deals(Protocol):
    """Where deals and bots' seeds come from: a dealer, or a log."""

    def deck(self, deal_index: int, round_number: int) -> bytes:
        """Return the deck of a round."""

    def first_dealer(self, deal_index: int) -> int:
        """Return the seat that deals first."""

    def bot_seed(self, entrant: str, opponent: str, pair: int, leg: int) -> int:
        """Return the seed of an entrant's bot."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What all series of a tournament share."""

    rules: Rules
    stock: Stock
    faults: FaultPolicy


@dataclass(frozen=True, slots=True)
class Played:
    """A finished series: its record, and the failure cards that belong in nobody's log."""

    record: SeriesRecord
    incidents: tuple[Incident, ...]


def question_of(round_: Round) -> FaultQuestion | None:
    """Return what a round asks, None once it is over; a draw without a choice is made here."""
    phase = round_.phase
    if phase is FORCED_STOCK:
        round_.apply(Draw.STOCK)
        phase = round_.phase
    if phase is PLAY:  # these two are nearly all, and looking them up would take longer
        return "play"
    return "draw" if phase is DRAW else QUESTIONS[phase]


def first_dealer_of(job: Job, rules: Rules, deals: Deals) -> int:
    """Return the seat that deals a series' first round (D1)."""
    if rules.first_dealer == "random":
        return deals.first_dealer(job.deal_index)
    return int(rules.first_dealer == "seat1")


class Table:
    """A series in progress; `play` is its generator, to be called once."""

    def __init__(self, job: Job, setting: Setting, deals: Deals) -> None:
        self._job = job
        self._setting = setting
        self._deals = deals
        self._sheet = empty_sheet(setting.rules)
        self._rounds: list[RoundLine] = []
        self._incidents: list[Incident] = []
        self._strikes = [0, 0]
        self._first_dealer = first_dealer_of(job, setting.rules, deals)

    @property
    def rounds(self) -> tuple[RoundLine, ...]:
        """The rounds that are over so far."""
        return tuple(self._rounds)

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """The failure cards so far."""
        return tuple(self._incidents)

    def play(self, *, is_watched: bool = True) -> Asking:
        """Ask both seats to start, play rounds until the series is over, return what was played.

        Args:
            is_watched: whether anybody looks at the views; where answers come from a log and are
                compared alone, making them would take longer than the rules do.
        """
        absent = yield from self._start()
        if len(absent) == 2:
            return (yield from self._finish(void_series(self._sheet), "void"))
        if absent:
            self._record_no_start(absent[0])
            return (yield from self._forfeit(absent[0]))
        rules, dealer = self._setting.rules, self._first_dealer
        while not self._sheet.is_over(rules) and len(self._rounds) < rules.max_rounds:
            round_, deck = self._deal(dealer)
            fault: FaultRecord | None = None
            # Asked from here and not from a generator within: this is the path of every decision.
            while fault is None and (question := question_of(round_)) is not None:
                view = view_of(round_, self._sheet, rules) if is_watched else UNWATCHED
                reply = yield round_.turn, question, view
                fault = self._answer(round_, question, reply)
            is_lost = fault is not None and self._strike(fault.seat)
            self._enter(round_, deck, fault, is_entered=not is_lost)
            for seat in (0, 1):
                seen = round_seen(round_, seat, self._rounds[-1].points, self._sheet)
                reply = yield seat, "end_round", seen
                self._hear(seat, "end_round", reply)
            if fault is not None and is_lost:
                return (yield from self._forfeit(fault.seat))
            dealer = next_dealer(dealer, round_.result().winner, rules)
        ended: Termination = "complete" if self._sheet.is_over(rules) else "max_rounds"
        return (yield from self._finish(close_series(self._sheet, rules), ended))

    def _start(self) -> Generator[Ask, object, list[int]]:
        """Ask both seats to start; return the seats that could not."""
        absent: list[int] = []
        for seat in (0, 1):
            job = self._job
            name, opponent = job.seats[seat], job.seats[1 - seat]
            seed = self._deals.bot_seed(name, opponent, job.pair, job.leg)
            reply = yield seat, "start", SeriesInfo(seat, name, opponent, self._setting.rules, seed)
            if type(reply) is Fault:
                absent.append(seat)
                no_start = Fault("no_start", reply.detail)
                self._incidents.append(incident_of(job, 0, seat, "start", no_start))
        return absent

    def _deal(self, dealer: int) -> tuple[Round, bytes]:
        deck = self._deals.deck(self._job.deal_index, len(self._rounds))
        return Round(Deal(dealer, deck, self._setting.stock), self._setting.rules), deck

    def _answer(self, round_: Round, question: FaultQuestion, reply: object) -> FaultRecord | None:
        """Do what a seat answered; where that is a fault, end the round with it and return it."""
        if type(reply) is FAULT:
            assert isinstance(reply, Fault)
            fault = reply
        else:
            try:
                round_.apply(reply)
            except IllegalAction as illegal:
                fault = Fault("illegal", str(illegal), describe_reply(reply))
            else:
                return None
        seat, number = round_.turn, len(self._rounds)
        view = view_of(round_, self._sheet, self._setting.rules)  # a fault has changed nothing
        self._incidents.append(incident_of(self._job, number, seat, question, fault, view))
        round_.forfeit()
        return FaultRecord(seat, question, fault.kind)

    def _strike(self, seat: int) -> bool:
        """Count a fault; return whether it costs the series."""
        self._strikes[seat] += 1
        faults = self._setting.faults
        return faults.policy == "forfeit_series" or self._strikes[seat] >= faults.strikes

    def _enter(
        self, round_: Round, deck: bytes, fault: FaultRecord | None, *, is_entered: bool
    ) -> None:
        """Enter a round in the sheet, unless it forfeits the series, and in the record."""
        result, rules = round_.result(), self._setting.rules
        worth = points(result, rules)
        if result.winner is not None and is_entered:
            won = boxes(result, rules)
            self._sheet = enter_win(self._sheet, result.winner, worth, won, rules)
        at = (self._job.number, len(self._rounds))
        self._rounds.append(round_line(at, round_, deck, worth, self._sheet, fault))

    def _record_no_start(self, seat: int) -> None:
        """Record the round that a seat loses by not starting: round 0, moves `x`."""
        round_, deck = self._deal(self._first_dealer)
        round_.forfeit(seat)
        self._enter(round_, deck, FaultRecord(seat, "start", "no_start"), is_entered=False)

    def _forfeit(self, seat: int) -> Asking:
        outcome = forfeit_series(self._sheet, seat, self._setting.rules)
        return (yield from self._finish(outcome, "forfeit"))

    def _finish(self, outcome: Outcome, termination: Termination) -> Asking:
        seen = series_seen(self._sheet, outcome, termination)
        for seat in (0, 1):
            reply = yield seat, "end_series", seen
            self._hear(seat, "end_series", reply)
        record = SeriesRecord(
            series_line(self._job, self._first_dealer),
            self.rounds,
            result_line(self._job.number, self._sheet, outcome, termination),
        )
        return Played(record, self.incidents)

    def _hear(self, seat: int, question: Question, reply: object) -> None:
        """Take note of how a seat took what it was told: an exception is no fault, but a card."""
        if type(reply) is FAULT:
            assert isinstance(reply, Fault)
            number = max(0, len(self._rounds) - 1)
            self._incidents.append(incident_of(self._job, number, seat, question, reply))
