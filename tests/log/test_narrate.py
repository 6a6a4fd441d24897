"""A logged series as text: every move told once, at its address."""

from pathlib import Path

import pytest

from arena.bot import BIG_GIN, DISCARDS, Bot, Draw, LayOff, Offer
from arena.gin.cards import parse_card, parse_hand
from arena.gin.deal import Deal
from arena.gin.rules import Rules
from arena.log.header import plan_of
from arena.log.narrate import Narrator, Told
from arena.log.reader import read_log
from arena.log.script import replay_series
from arena.record import FaultPolicy
from arena.table.table import Played, Setting
from tests.gin.stacking import stacked_deal
from tests.table.actors import (
    JOB,
    SERIES,
    Answer,
    Stacked,
    Stubborn,
    but,
    by_rounds,
    drive,
    exception,
    rules_with,
    table_of,
    well,
)

from .samples import Wild, random_sample, write_log

KNOCK = stacked_deal(("2H 3H 4H TC JC QC 5D 5S 5C AS", "KC KS QD QS JD 9D 8D 7C 6C 5H"), "4D", "KH")
"""Seat 0 draws KH and can knock with the ace alone loose; KC and 5H fit its melds."""


def tell(
    answer: Answer,
    deal: Deal = KNOCK,
    rules: Rules | None = None,
    faults: FaultPolicy = SERIES,
) -> tuple[list[Told], str]:
    """Play a series, and return what is told of it and of its result."""
    rules = rules or rules_with(max_rounds=1)
    played: Played = drive(table_of(rules, faults, Stacked(deal), "shared"), answer)
    narrator = Narrator(played.record, rules)
    steps = replay_series(played.record, JOB, Setting(rules, "shared", faults))
    return list(narrator.tell(steps)), narrator.tell_result(played.record.result)


def texts(told: list[Told]) -> list[str]:
    return [line.text for line in told]


def test_a_round_is_told_from_the_deal_to_the_sheet() -> None:
    told, ending = tell(well())
    assert texts(told) == [
        "Round 5.0: ben deals, upcard 4D, knock limit 10",
        "      ann  5C TC JC QC 5D 2H 3H 4H AS 5S  (1)",
        "      ben  6C 7C KC 8D 9D JD QD 5H QS KS  (85)",
        "   0  ann  passes 4D",
        "   1  ben  passes 4D",
        "   2  ann  draws KH, throws KH, knocks: 5C5D5S TCJCQC 2H3H4H, left AS",
        "      ben  melds none, lays off KC5H; counts 1 against 70",
        "      knock: ann wins 69 points",
        "      ann    69     0     0 ",
        "      ben     0     0     0 ",
        "",
    ]
    assert [line.token for line in told if line.token is not None] == [0, 1, 2]
    assert {line.round for line in told} == {0}
    assert ending == ("Series 5 ends (max_rounds): nobody wins, games 0-0, settlement +0 for ann")


def test_a_discard_is_told_with_what_is_kept_and_its_deadwood() -> None:
    answer = but({(0, "play", 0): DISCARDS[parse_card("AS")]}, well((Stubborn(), Stubborn())))
    told, _ = tell(answer)
    assert texts(told)[5] == ("   2  ann  draws KH, throws AS: 5C TC JC QC 5D 2H 3H 4H KH 5S  (10)")


def test_a_card_from_the_pile_is_told_as_taken() -> None:
    told, _ = tell(but({(0, "offer", 0): Offer.TAKE, (1, "draw", 0): Draw.PILE}))
    assert texts(told)[3].startswith("   0  ann  takes 4D, throws ")


def test_gin_is_told_apart_from_a_knock() -> None:
    deal = stacked_deal(("2H 3H 4H TC JC QC 5D 5S 5C 9S", ""), "8D", "KC")
    told, _ = tell(well(), deal)
    assert texts(told)[5] == (
        "   2  ann  draws KC, throws 9S, goes gin: 5C5D5S TCJCQCKC 2H3H4H, left nothing"
    )


def test_big_gin_is_told() -> None:
    deal = stacked_deal(("2H 3H 4H TC JC QC 5D 5S 5C 5H", ""), "8D", "KC")
    rules = rules_with(big_gin_bonus=31, max_rounds=1)
    told, _ = tell(but({(0, "play", 0): BIG_GIN}), deal, rules)
    assert texts(told)[5] == "   2  ann  draws KC, shows big gin"
    assert texts(told)[7].startswith("      big_gin: ann wins ")


def test_declared_lay_offs_are_told() -> None:
    rules = rules_with(defender_layout="bot", max_rounds=1)
    said = LayOff((), parse_hand("KC"))
    told, _ = tell(but({(1, "lay_off", 0): said}), rules=rules)
    assert "      ben  melds none, lays off KC; counts 1 against 75" in texts(told)


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ((0, "offer", 0), "   0  ann  fault: exception in offer"),
        ((1, "offer", 0), "   1  ben  fault: exception in offer"),
        ((0, "play", 0), "   2  ann  draws KH, fault: exception in play"),
    ],
)
def test_a_fault_is_told_with_what_was_drawn(where: tuple[int, str, int], text: str) -> None:
    told, ending = tell(but({where: exception()}))
    assert text in texts(told)
    assert "(forfeit)" in ending


def test_a_fault_after_a_take_and_one_in_a_draw_are_told() -> None:
    taken, _ = tell(but({(0, "offer", 0): Offer.TAKE, (0, "play", 0): exception()}))
    assert "   0  ann  takes 4D, fault: exception in play" in texts(taken)
    bots = well((Stubborn(), Stubborn()))
    drawn, _ = tell(but({(1, "draw", 0): exception()}, bots))
    assert "   3  ben  fault: exception in draw" in texts(drawn)


def test_a_fault_in_a_lay_off_is_told_after_the_knock() -> None:
    rules = rules_with(defender_layout="bot")
    told, _ = tell(but({(1, "lay_off", 0): exception()}), rules=rules)
    assert "   3  ben  fault: exception in lay_off" in texts(told)
    assert "      forfeit: ann wins 123 points" in texts(told)


def test_a_bot_that_could_not_start_is_told_at_the_address_of_its_card() -> None:
    told, ending = tell(but({(1, "start", 0): exception()}))
    assert told == [Told(0, 0, "   0  ben could not start: the series is forfeited")]
    assert ending.startswith("Series 5 ends (forfeit): ann wins, games 3-0")


def test_two_bots_that_could_not_start_are_told() -> None:
    told, ending = tell(but({(0, "start", 0): exception(), (1, "start", 0): exception()}))
    assert told == [Told(0, 0, "   0  neither could start: the series is void")]
    assert ending.startswith("Series 5 ends (void): nobody wins")


def test_a_won_column_has_a_star_and_a_lost_one_a_stroke() -> None:
    answer = but({(1, "offer", 0): exception()})
    told, _ = tell(answer, faults=by_rounds(), rules=rules_with(max_rounds=1))
    assert "      ann   123*    0     0 " in texts(told)
    assert "      ben     0-    0     0 " in texts(told)


def test_the_end_of_the_stock_is_told_where_nobody_is_asked() -> None:
    """V7: the last card is drawn, and the round is void; V6: no knock with the last discard."""
    bots = well((Stubborn(), Stubborn()))
    ended, _ = tell(bots, rules=rules_with(stock_end="on_draw", max_rounds=1))
    assert "  30  ann  draws, and the stock has run out" in texts(ended)
    loose = stacked_deal(("AC 3C 5D 7D 9H JH KS 2S 4H 6H", "2C 4C 6D 8D TH QH AS 5S 7S 9D"), "TC")
    passed, _ = tell(bots, loose, rules_with(stock_end="last_discard_offer", max_rounds=1))
    assert "  31  ben  has no knock with it" in texts(passed)


def test_every_token_is_told_once_and_at_its_place(tmp_path: Path) -> None:
    """So that every address of a move, and of a failure card, finds something."""
    for seed in range(32):
        sample = random_sample(seed)
        path = write_log(tmp_path / str(seed), sample.makers, **sample.options)
        with read_log(path) as log:
            plan = plan_of(log.header)
            for record in log:
                narrator = Narrator(record, plan.setting.rules)
                job = plan.schedule.job(record.series.series)
                told = list(narrator.tell(replay_series(record, job, plan.setting)))
                for line in record.rounds:
                    tokens = [one.token for one in told if one.round == line.round]
                    count = len(line.moves.split())
                    assert [token for token in tokens if token is not None] == list(range(count))


def test_what_is_told_has_no_line_feeds(tmp_path: Path) -> None:
    names = {"a\u0301nn": Bot, "\U0001f0a1": Wild}
    path = write_log(tmp_path, names)
    with read_log(path) as log:
        plan = plan_of(log.header)
        record = next(iter(log))
        job = plan.schedule.job(0)
        for line in Narrator(record, plan.setting.rules).tell(
            replay_series(record, job, plan.setting)
        ):
            assert line.text == "" or line.text.isprintable()
