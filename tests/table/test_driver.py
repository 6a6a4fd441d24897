"""The driver in line: whose an exception is, and what a bot's object lives through (design 5)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.bot import Bot, Offer, Player, RoundSeen, SeriesInfo, SeriesSeen, View
from arena.log.folder import chosen_folder
from arena.record import EntrantRecord, FaultRecord
from arena.table.incident import Fault
from arena.table.table import Played
from arena.tournament.config import Entrant, TournamentConfig
from arena.tournament.lineup import Seated
from arena.tournament.run import run_tournament

from .actors import Recorder, Stumbler, raiser, seat_bots


class Unspeakable(Exception):  # noqa: N818 - an exception that a test raises
    """An exception whose text cannot be had."""

    def __str__(self) -> str:
        raise RuntimeError("no text")


class Silent(BaseException):
    """An exception whose own code ends the program, if it is let."""

    def __str__(self) -> str:
        raise SystemExit(7)


def stumbling(question: str, stumble: Callable[[], object], after: int = 0) -> Played:
    return seat_bots(lambda: Stumbler(question, stumble, after), Bot)


ERRORS = [
    ValueError("lost count"),
    SystemExit(0),
    SystemExit("bye"),
    GeneratorExit(),
    StopIteration(Offer.TAKE),
    RecursionError(),
    MemoryError(),
    Unspeakable(),
    Silent(),
    AssertionError(),
    BaseExceptionGroup("many", [ValueError(), KeyError()]),
]


@pytest.mark.parametrize("question", ["offer", "play"])
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_whatever_a_bot_raises_is_its_fault(question: str, error: BaseException) -> None:
    played = stumbling(question, raiser(error))
    assert played.record.rounds[-1].fault == FaultRecord(0, question, "exception")  # type: ignore[arg-type]
    assert played.record.result.termination == "forfeit"
    assert type(error).__name__ in played.incidents[0].detail


def test_an_interruption_is_the_user_s_and_ends_the_run() -> None:
    for question in ("start", "play", "end_series"):
        with pytest.raises(KeyboardInterrupt):
            stumbling(question, raiser(KeyboardInterrupt()))


def test_the_traceback_of_a_bot_goes_to_the_card_alone() -> None:
    played = stumbling("play", raiser(ValueError("my secret plan")))
    assert "my secret plan" in played.incidents[0].detail
    assert "Traceback" in played.incidents[0].detail
    assert "secret" not in str(msgspec.json.encode(played.record))


def test_texts_that_utf_8_cannot_hold_are_escaped() -> None:
    """A lone surrogate in an exception's text must not break the file of failure cards."""
    for question in ("start", "play", "end_round"):
        played = stumbling(question, raiser(ValueError("\udc80 broken")))
        assert "\\udc80 broken" in played.incidents[0].detail
        assert msgspec.json.encode(played.incidents[0])


@pytest.mark.parametrize("question", ["offer", "play"])
@pytest.mark.parametrize(
    "fault", [Fault("timeout"), Fault("no_start"), Fault("exception", "not mine")]
)
def test_a_bot_that_answers_with_a_fault_breaks_the_rules(question: str, fault: Fault) -> None:
    played = stumbling(question, lambda: fault)
    assert played.record.rounds[-1].fault == FaultRecord(0, question, "illegal")  # type: ignore[arg-type]


def test_a_kind_of_fault_made_by_a_bot_is_no_answer_either() -> None:
    class Mine(Fault, frozen=True):
        pass

    played = stumbling("offer", lambda: Mine("timeout"))
    assert played.record.rounds[-1].fault == FaultRecord(0, "offer", "illegal")


class NoDraw:
    """A bot that lacks a question."""

    def __init__(self) -> None:
        self.offer = Bot().offer
        self.play = Bot().play

    def start_series(self, info: SeriesInfo) -> None:
        pass

    def end_round(self, seen: RoundSeen) -> None:
        pass

    def end_series(self, seen: SeriesSeen) -> None:
        pass


def test_a_bot_without_an_answer_to_a_question_faults_when_it_is_asked() -> None:
    played = seat_bots(NoDraw, Bot)  # type: ignore[arg-type]
    assert played.record.rounds[-1].fault == FaultRecord(0, "draw", "exception")


def cannot_construct() -> Player:
    raise ImportError("no such module")


def exits_at_construction() -> Player:
    raise SystemExit(3)


def makes_nothing() -> Any:
    return None


def fails_to_start() -> Player:
    return Stumbler("start", raiser(OSError("no table")))


STARTS = [cannot_construct, exits_at_construction, makes_nothing, fails_to_start]


@pytest.mark.parametrize("maker", STARTS)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_bot_that_cannot_be_made_or_started_does_not_start(
    maker: Callable[[], Player], seat: int
) -> None:
    played = seat_bots(maker, Bot) if seat == 0 else seat_bots(Bot, maker)
    (line,) = played.record.rounds
    assert line.moves == "x"
    assert line.fault == FaultRecord(seat, "start", "no_start")
    assert [card.kind for card in played.incidents] == ["no_start"]
    assert "Traceback" in played.incidents[0].detail


@pytest.mark.parametrize("maker", STARTS)
def test_two_bots_that_cannot_start_make_a_void_series(maker: Callable[[], Player]) -> None:
    played = seat_bots(maker, maker)
    assert played.record.rounds == ()
    assert played.record.result.termination == "void"
    assert played.record.result.winner is None


def test_a_bot_that_could_not_start_is_told_nothing_more() -> None:
    bot = Stumbler("start", raiser(OSError("no table")))
    seat_bots(lambda: bot, Bot)
    assert bot.asked_after == 0


def test_what_start_series_returns_is_no_answer() -> None:
    class Talker(Bot):
        def start_series(self, info: SeriesInfo) -> Any:
            super().start_series(info)
            return Fault("timeout")

    assert seat_bots(Talker, Bot).record == seat_bots(Bot, Bot).record


@pytest.mark.parametrize("question", ["end_round", "end_series"])
@pytest.mark.parametrize(
    "stumble", [raiser(ValueError("late")), raiser(SystemExit(1)), lambda: Fault("timeout")]
)
def test_a_failure_when_a_bot_is_told_something_is_no_fault(
    question: str, stumble: Callable[[], object]
) -> None:
    class Failing(Bot):
        def end_round(self, seen: RoundSeen) -> Any:
            return stumble() if question == "end_round" else None

        def end_series(self, seen: SeriesSeen) -> Any:
            return stumble() if question == "end_series" else None

    played = seat_bots(Failing, Bot)
    assert played.record == seat_bots(Bot, Bot).record
    assert played.incidents
    assert not any(card.is_fault for card in played.incidents)
    assert {card.question for card in played.incidents} == {question}
    count = len(played.record.rounds) if question == "end_round" else 1
    assert len(played.incidents) == count


def test_the_opponent_of_a_failing_bot_plays_its_series_to_the_end() -> None:
    other = Recorder()
    seat_bots(lambda: Stumbler("draw", raiser(ValueError())), lambda: other)
    assert [name for name, _ in other.heard][-2:] == ["end_round", "end_series"]


def test_every_series_is_played_by_new_objects(tmp_path: Path) -> None:
    """Invariant 8: no object plays two series, and none meets a deck twice."""
    made: list[Recorder] = []

    def make() -> Player:
        made.append(Recorder())
        return made[-1]

    entrants = tuple(Entrant(name, "tests:Recorder") for name in ("ann", "ben", "cid"))
    seated = {
        entrant.name: Seated(EntrantRecord(entrant.name, "x", None, {}, None), make, None)
        for entrant in entrants
    }
    config = TournamentConfig(entrants=entrants, seed="0", pairs=2)
    report = run_tournament(config, seated, chosen_folder(tmp_path / "run", force=False))
    assert report.series == 12
    assert len(made) == len(set(map(id, made))) == 24
    for bot in made:
        names = [name for name, _ in bot.heard]
        assert names.count("start") == names.count("end_series") == 1


def test_a_series_is_the_bots_own_whatever_object_played_before() -> None:
    """The same deals in another series: nothing is carried over but what a module keeps."""

    class Counting(Bot):
        def __init__(self) -> None:
            self.asked = 0

        def offer(self, view: View) -> Offer:
            self.asked += 1
            return Offer.TAKE if self.asked > 50 else Offer.PASS

    first, second = seat_bots(Counting, Counting), seat_bots(Counting, Counting)
    assert first.record == second.record


def test_an_endless_traceback_keeps_both_of_its_ends() -> None:
    def stumble() -> object:
        raise ValueError("z" * 20_000_000 + " end")

    (card, *_) = stumbling("draw", stumble).incidents
    assert card.detail.startswith("Traceback")
    assert card.detail.endswith("z end\n")
    assert "characters more" in card.detail
    assert len(card.detail) < 101_000
