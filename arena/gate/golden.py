"""A regression check without statistics: does a bot still answer every logged question the same?

A candidate is led through the series of a log, and asked what the log's own bot was asked there.
Two logs that parted are led to the first question that their bots answered differently.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from arena.dealer import Dealer
from arena.gate.answer import Difference, answer_text, draw_difference, is_same, settle
from arena.gate.diff import in_schedule, planned
from arena.log.address import Address
from arena.log.header import Plan
from arena.log.reader import LogError, read_log
from arena.log.script import ReplayMismatch, Step, replay_series
from arena.record import SeriesRecord
from arena.schedule import Job
from arena.table.driver import Factory, Seat
from arena.table.incident import Fault
from arena.table.view import SeriesInfo, View

__all__ = ["Difference", "Golden", "check_golden", "draw_difference", "parted_answers"]


@dataclass(frozen=True, slots=True)
class Golden:
    """What came of a check: how much was asked, and the first of the differences."""

    series: int
    questions: int
    differences: int
    first: Difference | None

    @property
    def is_same(self) -> bool:
        """Whether every answer was the recorded one."""
        return self.differences == 0


def check_golden(log: Path, make: Factory, entrant: str, seed: str | None = None) -> Golden:
    """Ask a candidate every question that an entrant of a log was asked, and compare the answers.

    Each series has a candidate of its own, with the entrant's name and seed. It is led on by the
    recorded answers, whatever it says itself.

    Args:
        log: the log's file.
        make: what makes a candidate.
        entrant: whose seat it takes.
        seed: the tournament's seed; None takes the header's.

    Raises:
        LogError: when the log cannot be read, is not complete or not sound, or has no such entrant.
    """
    with read_log(log) as series:
        plan = planned(series)
        names = plan.schedule.entrants
        if entrant not in names:
            raise LogError(
                series.source, 1, f"has no entrant {entrant!r}; its entrants: {', '.join(names)}"
            )
        dealer = Dealer(series.header.seed if seed is None else seed)
        check = Check(make, entrant, plan, dealer)
        for record in in_schedule(series, plan):
            if entrant not in record.series.seats:
                continue
            try:
                check.lead(record)
            except ReplayMismatch as mismatch:
                number = record.series.series
                raise LogError(series.source, 0, f"series {number}: {mismatch}") from None
    return check.golden()


class Check:
    """A candidate being led through the series of an entrant."""

    def __init__(self, make: Factory, entrant: str, plan: Plan, dealer: Dealer) -> None:
        self._make = make
        self._entrant = entrant
        self._plan = plan
        self._dealer = dealer
        self._series = 0
        self._questions = 0
        self._differences = 0
        self._first: Difference | None = None

    def golden(self) -> Golden:
        """Return what came of it so far."""
        return Golden(self._series, self._questions, self._differences, self._first)

    def lead(self, record: SeriesRecord) -> None:
        """Lead a new candidate through a series.

        Raises:
            ReplayMismatch: where the rules contradict the log.
        """
        job = self._plan.schedule.job(record.series.series)
        seat = job.seats.index(self._entrant)
        candidate = Seat(self._make)
        self._series += 1
        for number, step in numbered(record, self._plan):
            if step.seat == seat:
                self._ask(candidate, step, job, address_of(job.number, number, step))

    def _ask(self, candidate: Seat, step: Step, job: Job, address: Address) -> None:
        asked, is_start = step.asked, step.question == "start"
        if not is_start and not candidate.is_taken:
            return
        if isinstance(asked, SeriesInfo):
            seed = self._dealer.bot_seed(asked.name, asked.opponent, job.pair, job.leg)
            asked = replace(asked, seed=seed)
        reply = candidate.ask(step.question, asked)
        if is_start and type(reply) is Fault:
            reply = Fault("no_start", reply.detail)
        if not is_start and not isinstance(asked, View):
            return  # What a bot makes of a round's or a series' end never enters a log.
        self._questions += not is_start
        self._compare(step, reply, address)

    def _compare(self, step: Step, reply: object, address: Address) -> None:
        view = step.asked if isinstance(step.asked, View) else None
        recorded, now = settle(step.answer, view), settle(reply, view)
        if is_same(recorded, now):
            return
        self._differences += 1
        if self._first is None:
            self._first = Difference(
                address,
                self._entrant,
                view,
                answer_text(recorded, view),
                answer_text(now, view),
                now.detail if isinstance(now, Fault) else "",
            )


def numbered(record: SeriesRecord, plan: Plan) -> Iterator[tuple[int, Step]]:
    """Yield the steps of a logged series, each with the number of its round.

    Raises:
        ReplayMismatch: where the rules contradict the log.
    """
    number = 0
    for step in replay_series(record, plan.schedule.job(record.series.series), plan.setting):
        yield number, step
        number += step.question == "end_round" and step.seat == 1


def parted_answers(
    first: tuple[SeriesRecord, Plan], second: tuple[SeriesRecord, Plan]
) -> Difference | None:
    """Return the first question that two records of a series have different answers to.

    None stands for records that other things part: what the arena dealt or counted.

    Raises:
        ReplayMismatch: where the rules contradict a record before that question.
    """
    start = first[0].series
    for (number, one), (_, other) in zip(numbered(*first), numbered(*second), strict=False):
        if one.answer != other.answer:
            view = one.asked if isinstance(one.asked, View) else None
            return Difference(
                address_of(start.series, number, one),
                start.seats[one.seat],
                view,
                answer_text(settle(one.answer, view), view),
                answer_text(settle(other.answer, view), view),
            )
    return None


def address_of(series: int, number: int, step: Step) -> Address:
    """Return the place of a question in a log."""
    if not isinstance(step.asked, View):
        return Address(series, number, 0)
    tokens = step.asked.moves.split()
    return Address(series, number, len(tokens) - (step.question in ("play", "lay_off")))
