"""A logged series played again: the same table, asked again, answered from the log.

Verifying runs it to compare, replaying runs it to show.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from msgspec import UNSET

from arena.gin.actions import Draw, Knock, LayOff, Offer
from arena.gin.cards import CardError, hand_of, parse_cards
from arena.gin.notation import NotationError, Turn, parse_moves
from arena.record import ResultLine, RoundLine, SeriesLine, SeriesRecord
from arena.schedule import Job
from arena.table.incident import Fault, Incident, Question
from arena.table.table import Asked, Played, Setting, Table


class ReplayMismatch(Exception):  # noqa: N818 - the log is wrong, not the program
    """A log that the rules contradict. `round` is its number, None for the series itself.

    `before` holds the rounds that were played until then: what is wrong may be earlier.
    """

    def __init__(self, round_number: int | None, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.round = round_number
        self.field = field
        self.before: tuple[RoundLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One question of the table, and what the log says was answered."""

    seat: int
    question: Question
    asked: Asked
    answer: object


class LoggedDeals:
    """Deals as a log has them, round by round."""

    def __init__(self, series: SeriesLine, rounds: Sequence[RoundLine]) -> None:
        self._series = series
        self._rounds = rounds

    def deck(self, deal_index: int, round_number: int) -> bytes:  # noqa: ARG002 - one series only
        """Return a round's deck.

        Raises:
            ReplayMismatch: when the log has no such round, or its deck is not the pack.
        """
        if round_number >= len(self._rounds):
            raise ReplayMismatch(
                None, "round", f"the series is not over, but round {round_number} is missing"
            )
        try:
            cards = parse_cards(self._rounds[round_number].deck)
        except CardError as error:
            raise ReplayMismatch(round_number, "deck", str(error)) from None
        if len(cards) != 52:
            raise ReplayMismatch(round_number, "deck", f"has {len(cards)} cards, not 52")
        return bytes(cards)

    def first_dealer(self, deal_index: int) -> int:  # noqa: ARG002 - one series only
        """Return the series' first dealer as the log has it."""
        return self._series.first_dealer

    def bot_seed(self, entrant: str, opponent: str, pair: int, leg: int) -> int:  # noqa: ARG002
        """Return nothing of use: no bot is asked."""
        return 0


class RoundScript:
    """The answers of one round, in the order of the questions."""

    def __init__(self, number: int, line: RoundLine) -> None:
        self._number = number
        self._line = line
        try:
            self._turns = parse_moves(line.moves)
        except NotationError as error:
            raise ReplayMismatch(number, "moves", str(error)) from None
        self._next = 0

    def answer(self, question: Question) -> object:
        """Return what the log says was answered to a question of the table.

        Raises:
            ReplayMismatch: when the moves have no answer to it.
        """
        if question == "lay_off" and self._next == len(self._turns):
            return self._lay_off()
        turn = self._turn()
        if turn.is_fault and (question == "play") == bool(turn.source):
            return self._fault()
        if question == "offer":
            if turn.is_pass:
                self._next += 1
                return Offer.PASS
            self._expect(turn.source == "t", "an offer is passed or taken")
            return Offer.TAKE
        if question == "draw":
            self._expect(bool(turn.source), "a turn starts with a draw")
            return Draw.STOCK if turn.source == "s" else Draw.PILE
        self._expect(turn.shed is not None, "a card is thrown or shown after a draw")
        self._next += 1
        if isinstance(turn.shed, Knock):
            return Knock(turn.shed.card, self._melds(self._line.spread, "spread"))
        return turn.shed

    def _turn(self) -> Turn:
        if self._next >= len(self._turns):
            raise ReplayMismatch(self._number, "moves", "stop before the round is over")
        return self._turns[self._next]

    def _expect(self, is_so: bool, rule: str) -> None:
        if not is_so:
            raise ReplayMismatch(self._number, "moves", f"token {self._next}: {rule}")

    def _fault(self) -> Fault:
        self._next += 1
        if self._line.fault is UNSET:
            raise ReplayMismatch(self._number, "fault", "is missing, but the moves end with x")
        if self._line.fault.kind == "no_start":
            raise ReplayMismatch(self._number, "fault", "no_start can only be a fault of the start")
        return Fault(self._line.fault.kind)

    def _lay_off(self) -> LayOff:
        try:
            cards = hand_of(parse_cards(self._line.laid_off or ""))
        except CardError as error:
            raise ReplayMismatch(self._number, "laid_off", str(error)) from None
        return LayOff(self._melds(self._line.melds, "melds"), cards)

    def _melds(self, texts: list[str] | None, field: str) -> tuple[int, ...] | None:
        try:
            return None if texts is None else tuple([hand_of(parse_cards(text)) for text in texts])
        except CardError as error:
            raise ReplayMismatch(self._number, field, str(error)) from None


class Script:
    """The answers of a whole series."""

    def __init__(self, rounds: Sequence[RoundLine], result: ResultLine) -> None:
        self._rounds = rounds
        self._absent = absent_seats(rounds, result)
        self._at = 0
        self._round: RoundScript | None = None

    def answer(self, seat: int, question: Question) -> object:
        """Return what the log says a seat answered; None where nothing is answered.

        Raises:
            ReplayMismatch: when the log has no answer.
        """
        if question == "start":
            return Fault("no_start") if seat in self._absent else None
        if question == "end_series":
            return None
        if question == "end_round":
            if seat == 1:
                self._at, self._round = self._at + 1, None
            return None
        if self._round is None:
            self._round = RoundScript(self._at, self._rounds[self._at])
        return self._round.answer(question)


def absent_seats(rounds: Sequence[RoundLine], result: ResultLine) -> tuple[int, ...]:
    """Return the seats that could not start, as the log tells it."""
    if result.termination == "void":
        return (0, 1)
    if rounds and rounds[0].fault is not UNSET and rounds[0].fault.question == "start":
        return (rounds[0].fault.seat,)
    return ()


def replay_series(
    record: SeriesRecord, job: Job, setting: Setting
) -> Generator[Step, None, Played]:
    """Play a logged series again, yielding each question with its answer; return what was played.

    Raises:
        ReplayMismatch: from the iteration, where the log and the rules part.
    """
    table = Table(job, setting, LoggedDeals(record.series, record.rounds))
    script = Script(record.rounds, record.result)
    asking = table.play()
    answer: object = None
    try:
        while True:
            seat, question, asked = asking.send(answer)
            check_legal(table.incidents, record.rounds)
            answer = script.answer(seat, question)
            yield Step(seat, question, asked, answer)
    except StopIteration as finished:
        played = finished.value
        assert isinstance(played, Played)
        return played
    except ReplayMismatch as mismatch:
        mismatch.before = table.rounds
        raise


def check_legal(incidents: Sequence[Incident], rounds: Sequence[RoundLine]) -> None:
    """Refuse a logged answer that the table found illegal, where the log has no fault.

    Raises:
        ReplayMismatch: naming the move and the rule that it breaks.
    """
    for incident in incidents:
        _, number, token = (int(part) for part in incident.address.split("."))
        if incident.kind == "illegal" and rounds[number].fault is UNSET:
            raise ReplayMismatch(number, "moves", f"token {token}: {incident.detail}")
