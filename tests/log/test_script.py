"""Replaying is playing: the logged answers, put to the same table, give the same log."""

import io
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from arena.dealer import Dealer
from arena.gin.notation import format_turn, parse_moves
from arena.log.header import Plan, plan_of
from arena.log.reader import read_log
from arena.log.script import ReplayMismatch, Step, absent_seats, replay_series
from arena.log.writer import LogWriter
from arena.record import (
    FaultRecord,
    RoundLine,
    SeriesRecord,
    TournamentLine,
    decode_line,
    encode_line,
)
from arena.table.driver import Seat
from arena.table.incident import Fault, Question
from arena.table.table import Played, Table

from .samples import Sample, Wild, random_sample, small_rules, write_log

SAMPLES = range(48)
"""Three tournaments of each profile."""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Sample, Path]]:
    folder = tmp_path_factory.mktemp("logs")
    samples = [random_sample(seed) for seed in SAMPLES]
    return [
        (one, write_log(folder / str(number), one.makers, **one.options))
        for number, one in enumerate(samples)
    ]


def series_in(path: Path) -> Iterator[tuple[TournamentLine, Plan, SeriesRecord]]:
    with read_log(path) as log:
        plan = plan_of(log.header)
        for record in log:
            yield log.header, plan, record


def replayed(record: SeriesRecord, plan: Plan) -> tuple[Played, list[Step]]:
    """Return what replaying a series plays, and every question with its answer."""
    steps, found = replay_series(record, plan.schedule.job(record.series.series), plan.setting), []
    while True:
        try:
            found.append(next(steps))
        except StopIteration as finished:
            return finished.value, found


def without_digest(record: SeriesRecord) -> SeriesRecord:
    result = msgspec.structs.replace(record.result, digest=msgspec.UNSET)
    return SeriesRecord(record.series, record.rounds, result)


def test_the_samples_hold_every_fault_that_bots_in_line_can_make(
    logs: list[tuple[Sample, Path]],
) -> None:
    """Under both policies: exceptions in every question, illegal plays, seats that do not start."""
    faults: dict[str, set[tuple[str, str]]] = {"forfeit_series": set(), "forfeit_round": set()}
    ends: set[str] = set()
    finishes: set[str] = set()
    for _, path in logs:
        for header, _, record in series_in(path):
            ends.add(record.result.termination)
            for line in record.rounds:
                finishes.add(line.finish)
                if line.fault is not msgspec.UNSET:
                    faults[header.faults.policy].add((line.fault.question, line.fault.kind))
    for found in faults.values():
        assert {("start", "no_start"), ("draw", "exception"), ("play", "illegal")} <= found
        assert {("play", "exception"), ("offer", "exception"), ("lay_off", "exception")} <= found
    assert ends == {"complete", "max_rounds", "forfeit", "void"}
    assert finishes >= {"knock", "gin", "undercut", "tie", "void_stock", "void_takes", "forfeit"}


def test_a_replay_of_a_play_is_the_play(logs: list[tuple[Sample, Path]]) -> None:
    """Every series, round and result comes out as it went in, and so does every byte."""
    for _, path in logs:
        file = io.BytesIO()
        writer = None
        for header, plan, record in series_in(path):
            played, _ = replayed(record, plan)
            assert played.record == without_digest(record)
            writer = writer or LogWriter(file, header)
            writer.write(played.record)
        assert writer is not None
        writer.finish()
        assert file.getvalue() == path.read_bytes()


def test_a_replay_asks_what_was_asked_in_the_play(logs: list[tuple[Sample, Path]]) -> None:
    """The same questions with equal views, and equal answers where an answer can be known."""
    for sample, path in logs[:16]:
        for header, plan, record in series_in(path):
            job = plan.schedule.job(record.series.series)
            makers = (sample.makers[job.seats[0]], sample.makers[job.seats[1]])
            asking = Table(job, plan.setting, Dealer(header.seed)).play()
            seats = [Seat(make) for make in makers]
            heard: list[tuple[int, Question, object]] = []
            reply: object = None
            while True:
                try:
                    seat, question, asked = asking.send(reply)
                except StopIteration:
                    break
                reply = seats[seat].ask(question, asked)
                heard.append((seat, question, asked))
            _, steps = replayed(record, plan)
            again = [(step.seat, step.question, step.asked) for step in steps]
            # A bot's seed is not in the log, and no bot is asked.
            assert [item[:2] for item in again] == [item[:2] for item in heard]
            assert [item for item in again if item[1] != "start"] == [
                item for item in heard if item[1] != "start"
            ]


def test_parse_of_format_is_the_same(logs: list[tuple[Sample, Path]]) -> None:
    for _, path in logs:
        for text in path.read_bytes().splitlines():
            record = decode_line(text)
            assert decode_line(encode_line(record)) == record
            if isinstance(record, RoundLine):
                turns = parse_moves(record.moves)
                assert " ".join(format_turn(turn) for turn in turns) == record.moves


# Where log and rules part


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Plan, SeriesRecord]:
    """A series of several rounds without a fault."""
    makers = {"ann": Wild, "ben": Wild}
    path = write_log(tmp_path_factory.mktemp("one"), makers, rules=small_rules())
    _, plan, record = next(series_in(path))
    assert len(record.rounds) > 3
    return plan, record


def changed(record: SeriesRecord, number: int, **fields: object) -> SeriesRecord:
    rounds = list(record.rounds)
    rounds[number] = msgspec.structs.replace(rounds[number], **fields)
    return SeriesRecord(record.series, tuple(rounds), record.result)


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        ({"deck": "2H4C"}, "deck", "has 2 cards, not 52"),
        ({"deck": "2H" * 52}, "deck", "2H stands twice"),
        ({"deck": "1H" + "2H" * 51}, "deck", "not a card"),
        ({"moves": ""}, "moves", "stop before the round is over"),
        ({"moves": "p p"}, "moves", "stop before the round is over"),
        ({"moves": "p  p"}, "moves", "'' is no move"),
        ({"moves": "p p q"}, "moves", "'q' is no move"),
        ({"moves": "sKH"}, "moves", "token 0: an offer is passed or taken"),
        ({"moves": "t"}, "moves", "'t' is no move"),
        ({"moves": "p p p"}, "moves", "token 2: a card is thrown or shown after a draw"),
        ({"moves": "p p s"}, "moves", "token 2: a card is thrown or shown after a draw"),
        ({"moves": "x"}, "fault", "is missing, but the moves end with x"),
    ],
)
def test_a_contradiction_names_the_round_and_the_field(
    played: tuple[Plan, SeriesRecord], fields: dict[str, object], field: str, message: str
) -> None:
    plan, record = played
    for number in (0, 2):
        with pytest.raises(ReplayMismatch, match=f"^{field}: ") as caught:
            replayed(changed(record, number, **fields), plan)
        assert (caught.value.round, caught.value.field) == (number, field)
        assert message in str(caught.value)


def test_a_move_that_the_rules_forbid_is_told_with_the_rule(
    played: tuple[Plan, SeriesRecord],
) -> None:
    """Its round does not end in a forfeit, as it would at the table: nothing was forfeited."""
    plan, record = played
    line = record.rounds[1]
    rest = line.moves.split()[3:]
    foreign = line.deck[2 * line.dealer : 2 * line.dealer + 2]
    forged = changed(record, 1, moves=" ".join(["p", "p", f"s{foreign}", *rest]))
    with pytest.raises(ReplayMismatch) as caught:
        replayed(forged, plan)
    assert caught.value.round == 1
    assert str(caught.value) == (
        f"moves: token 2: a card can only be thrown from the own hand: {foreign!r}"
    )
    assert caught.value.before[0] == record.rounds[0]


def test_the_round_of_a_contradiction_is_counted_and_not_read(
    played: tuple[Plan, SeriesRecord],
) -> None:
    plan, record = played
    with pytest.raises(ReplayMismatch) as caught:
        replayed(changed(record, 2, round=10**9, moves="p"), plan)
    assert caught.value.round == 2


def test_a_series_that_stops_too_early_lacks_a_round(played: tuple[Plan, SeriesRecord]) -> None:
    plan, record = played
    short = SeriesRecord(record.series, record.rounds[:-1], record.result)
    with pytest.raises(ReplayMismatch, match="round: the series is not over, but round") as caught:
        replayed(short, plan)
    assert caught.value.round is None


def test_no_start_is_never_a_fault_of_another_question(played: tuple[Plan, SeriesRecord]) -> None:
    plan, record = played
    forged = changed(record, 0, moves="x", fault=FaultRecord(0, "offer", "no_start"))
    with pytest.raises(ReplayMismatch, match="no_start can only be a fault of the start"):
        replayed(forged, plan)


def test_absent_seats_follow_from_the_log(logs: list[tuple[Sample, Path]]) -> None:
    for _, path in logs:
        for _, plan, record in series_in(path):
            absent = absent_seats(record.rounds, record.result)
            _, steps = replayed(record, plan)
            found = [
                step.seat
                for step in steps
                if step.question == "start" and step.answer == Fault("no_start")
            ]
            assert tuple(found) == absent
