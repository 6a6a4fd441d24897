"""A logged series played again: the same table, asked again, answered from the log.

Verifying runs it to compare, replaying runs it to show.
"""

from collections.abc import Generator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import UNSET

from arena.gin.actions import Action, Knock, LayOff
from arena.gin.cards import CardError, hand_of, parse_cards
from arena.gin.legal import PASS, PILE, STOCK, TAKE
from arena.gin.notation import NotationError, Turn, parse_moves
from arena.record import ResultLine, RoundLine, SeriesLine, SeriesRecord
from arena.schedule import Job
from arena.table.incident import Fault, Incident, Question
from arena.table.table import Ask, Asked, Played, Setting, Table

Answer = Action | Fault | None
"""What a log says was answered; None where nothing is."""


class ReplayMismatch(Exception):  # noqa: N818 - the log is wrong, not the program
    """A log that the rules contradict. `round` is its number, None for the series itself.

    `before` holds the rounds that were played until then: what is wrong may be earlier.
    """

    def __init__(self, round_number: int | None, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.round = round_number
        self.field = field
        self.before: tuple[RoundLine, ...] = ()


class Step(NamedTuple):
    """One question of the table, and what the log says was answered."""

    seat: int
    question: Question
    asked: Asked
    answer: Answer


class LoggedDeals:
    """Deals as a log has them, round by round; decks that are known need not be read."""

    def __init__(
        self, series: SeriesLine, rounds: Sequence[RoundLine], decks: Sequence[bytes] = ()
    ) -> None:
        self._series = series
        self._rounds = rounds
        self._decks = decks

    def deck(self, deal_index: int, round_number: int) -> bytes:  # noqa: ARG002 - one series only
        """Return a round's deck.

        Raises:
            ReplayMismatch: when the log has no such round, or its deck is not the pack.
        """
        if round_number >= len(self._rounds):
            raise ReplayMismatch(
                None, "round", f"the series is not over, but round {round_number} is missing"
            )
        if self._decks:
            return self._decks[round_number]
        try:
            deck = parse_deck(self._rounds[round_number].deck)
        except CardError as error:
            raise ReplayMismatch(round_number, "deck", str(error)) from None
        if len(deck) != 52:
            raise ReplayMismatch(round_number, "deck", f"has {len(deck)} cards, not 52")
        return deck

    def first_dealer(self, deal_index: int) -> int:  # noqa: ARG002 - one series only
        """Return the series' first dealer as the log has it."""
        return self._series.first_dealer

    def bot_seed(self, entrant: str, opponent: str, pair: int, leg: int) -> int:  # noqa: ARG002
        """Return nothing of use: no bot is asked."""
        return 0


@lru_cache(2048)
def parse_deck(text: str) -> bytes:
    """Return the card numbers of a deck; both legs and all pairings have the same ones.

    Raises:
        CardError: for a text that names no cards, or one twice.
    """
    return bytes(parse_cards(text))


@lru_cache(1024)
def parse_meld(text: str) -> int:
    """Return the hand of a meld's cards.

    Raises:
        CardError: for a text that names no cards, or one twice.
    """
    return hand_of(parse_cards(text))


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

    def answer(self, question: Question) -> Answer:
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
                return PASS
            self._expect(turn.source == "t", "an offer is passed or taken")
            return TAKE
        if question == "draw":
            self._expect(bool(turn.source), "a turn starts with a draw")
            return STOCK if turn.source == "s" else PILE
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
            return None if texts is None else tuple([parse_meld(text) for text in texts])
        except CardError as error:
            raise ReplayMismatch(self._number, field, str(error)) from None


class Script:
    """The answers of a whole series."""

    def __init__(self, rounds: Sequence[RoundLine], result: ResultLine) -> None:
        self._rounds = rounds
        self._absent = absent_seats(rounds, result)
        self._at = 0
        self._round: RoundScript | None = None

    def answer(self, seat: int, question: Question) -> Answer:
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
    replay = Replay(record, job, setting)
    while (asked := replay.ask()) is not None:
        seat, question, shown = asked
        yield Step(seat, question, shown, replay.answer(seat, question))
    return replay.played()


def play_again(
    record: SeriesRecord, job: Job, setting: Setting, decks: Sequence[bytes] = ()
) -> Played:
    """Play a logged series again and return what was played.

    Args:
        record: what the log has.
        job: which series it is.
        setting: what it was played under.
        decks: those of its rounds, where they are known to be what the log says.

    Raises:
        ReplayMismatch: where the log and the rules part.
    """
    replay = Replay(record, job, setting, decks, is_watched=False)
    while (asked := replay.ask()) is not None:
        replay.answer(asked[0], asked[1])
    return replay.played()


class Replay:
    """A logged series that is being played again: questions of the table, answers of the log."""

    def __init__(
        self,
        record: SeriesRecord,
        job: Job,
        setting: Setting,
        decks: Sequence[bytes] = (),
        *,
        is_watched: bool = True,
    ) -> None:
        self._rounds = record.rounds
        self._table = Table(job, setting, LoggedDeals(record.series, record.rounds, decks))
        self._script = Script(record.rounds, record.result)
        self._asking = self._table.play(is_watched=is_watched)
        self._last: Answer = None
        self._played: Played | None = None

    def ask(self) -> Ask | None:
        """Return the table's next question; None once the series is over.

        Raises:
            ReplayMismatch: where the last answer or the deal cannot be.
        """
        try:
            asked = self._asking.send(self._last)
            if incidents := self._table.incidents:
                check_legal(incidents, self._rounds)
        except StopIteration as finished:
            self._played = finished.value
            return None
        except ReplayMismatch as mismatch:
            mismatch.before = self._table.rounds
            raise
        return asked

    def answer(self, seat: int, question: Question) -> Answer:
        """Return what the log says was answered; the next question follows on it.

        Raises:
            ReplayMismatch: when the log has no such answer.
        """
        try:
            self._last = self._script.answer(seat, question)
        except ReplayMismatch as mismatch:
            mismatch.before = self._table.rounds
            raise
        return self._last

    def played(self) -> Played:
        """Return what was played; to be called once the series is over."""
        assert self._played is not None
        return self._played


def check_legal(incidents: Sequence[Incident], rounds: Sequence[RoundLine]) -> None:
    """Refuse a logged answer that the table found illegal, where the log has no fault.

    Raises:
        ReplayMismatch: naming the move and the rule that it breaks.
    """
    for incident in incidents:
        _, number, token = (int(part) for part in incident.address.split("."))
        if incident.kind == "illegal" and rounds[number].fault is UNSET:
            raise ReplayMismatch(number, "moves", f"token {token}: {incident.detail}")
