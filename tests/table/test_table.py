"""Faults at the table: what they cost, what is recorded, and whom they never touch (design 5)."""

import msgspec
import pytest

from arena.bot import BIG_GIN, DISCARDS, KNOCKS, Bot, Discard, Draw, Knock, LayOff, Offer
from arena.gin.actions import IllegalAction
from arena.gin.cards import parse_card
from arena.gin.rules import Rules
from arena.profiles import load_profile
from arena.record import FaultRecord, RoundLine
from arena.table.incident import Fault
from arena.table.table import Played, Table
from tests.gin.stacking import stacked_deal

from .actors import (
    JOB,
    SERIES,
    Answer,
    Recorder,
    Stacked,
    Stubborn,
    Stumbler,
    always,
    but,
    by_rounds,
    drive,
    exception,
    raiser,
    rules_with,
    seat_bots,
    table_of,
    well,
)

CLUBS_UP = stacked_deal(("", ""), "KC")
SPADES_UP = stacked_deal(("", ""), "KS")
SHARP = stacked_deal(("2H 3H 4H TC JC QC 5D 5S 5C AS", "AD 9H 9S 8C KH QD 7S 6D 3C JH"), "KD")
"""Seat 0 holds ten cards with one point loose: it knocks on its first turn."""


def lines(played: Played) -> list[dict[str, object]]:
    """Return the rounds of a series as plain data, decks left out."""
    plain = [msgspec.to_builtins(line) for line in played.record.rounds]
    for line in plain:
        del line["deck"]
    return plain


def last(played: Played) -> RoundLine:
    return played.record.rounds[-1]


# What is asked, and in which order


def test_a_series_asks_both_seats_to_start_and_tells_both_how_it_ended() -> None:
    bots = (Recorder(), Recorder())
    played = drive(table_of(), well(bots))
    for seat, bot in enumerate(bots):
        names = [name for name, _ in bot.heard]
        assert names[0] == "start"
        assert names[-1] == "end_series"
        assert names.count("start") == names.count("end_series") == 1
        assert names.count("end_round") == len(played.record.rounds)
        info = bot.heard[0][1]
        assert info.seat == seat  # type: ignore[attr-defined]
        assert (info.name, info.opponent) == (JOB.seats[seat], JOB.seats[1 - seat])  # type: ignore[attr-defined]


def test_bots_get_the_seeds_of_their_names_pair_and_leg() -> None:
    seen: list[tuple[str, str, int, int]] = []

    class Listening(Stacked):
        def bot_seed(self, entrant: str, opponent: str, pair: int, leg: int) -> int:
            seen.append((entrant, opponent, pair, leg))
            return len(seen)

    bots = (Recorder(), Recorder())
    drive(table_of(deals=Listening(SHARP)), well(bots))
    assert seen == [("ann", "ben", 2, 0), ("ben", "ann", 2, 0)]
    assert [bot.heard[0][1].seed for bot in bots] == [1, 2]  # type: ignore[attr-defined]


def test_a_forced_draw_is_no_question() -> None:
    """T1c: both passed, so the non-dealer draws from the stock without being asked."""
    asked: list[tuple[int, str]] = []
    usual = well()

    def answer(seat: int, question: str, view: object) -> object:
        asked.append((seat, question))
        return usual(seat, question, view)  # type: ignore[arg-type]

    drive(table_of(deals=Stacked(CLUBS_UP)), answer)
    assert asked[:5] == [(0, "start"), (1, "start"), (0, "offer"), (1, "offer"), (0, "play")]


def test_rounds_end_at_max_rounds_and_void_ones_count() -> None:
    played = seat_bots(Stubborn, Stubborn, rules=rules_with(max_rounds=3))
    assert [line.finish for line in played.record.rounds] == ["void_stock"] * 3
    assert played.record.result.termination == "max_rounds"
    assert played.record.result.winner is None


@pytest.mark.parametrize(("chosen", "seat"), [("seat0", 0), ("seat1", 1)])
def test_the_rules_may_name_the_first_dealer(chosen: str, seat: int) -> None:
    played = seat_bots(Bot, Bot, rules=rules_with(first_dealer=chosen))
    assert played.record.series.first_dealer == seat
    assert played.record.rounds[0].dealer == seat


def test_the_same_deals_and_bots_give_the_same_series() -> None:
    assert seat_bots(Bot, Bot).record == seat_bots(Bot, Bot).record


# Faults: the record


FAULTS = [
    # rules, who stumbles at which question for which time, and what the moves then are
    ({}, (0, "offer", 0), "x"),
    ({}, (1, "offer", 0), "p x"),
    ({}, (0, "play", 0), "p p sx"),
    ({}, (1, "draw", 0), "p p s3H x"),
    ({}, (1, "play", 0), "p p s3H sx"),
    ({"defender_layout": "bot"}, (1, "lay_off", 0), "p p skKH x"),
]


def stumble(
    options: dict[str, object], where: tuple[int, str, int], fault: Fault
) -> tuple[Table, Answer]:
    """Return a table and answers for one of the faults above; seat 0 knocks in the last one."""
    bot = Bot if "defender_layout" in options else Stubborn
    drawn = "KH" if bot is Bot else "3H"
    deal = stacked_deal(("2D 3D 4D TC JC QC 5D 5S 5C AS", ""), "KD", drawn)
    table = table_of(rules_with(**options), SERIES, Stacked(deal), "shared")
    return table, but({where: fault}, well((bot(), bot())))


@pytest.mark.parametrize("kind", ["exception", "illegal", "timeout", "memory", "died", "garbage"])
@pytest.mark.parametrize(("options", "where", "moves"), FAULTS)
def test_a_fault_is_recorded_with_its_seat_question_and_kind(
    options: dict[str, object], where: tuple[int, str, int], moves: str, kind: str
) -> None:
    played = drive(*stumble(options, where, Fault(kind, "secret")))  # type: ignore[arg-type]
    line = last(played)
    assert line.moves == moves
    assert line.finish == "forfeit"
    assert line.fault == FaultRecord(where[0], where[1], kind)  # type: ignore[arg-type]
    assert line.winner == 1 - where[0]
    assert played.record.result.termination == "forfeit"
    assert "secret" not in repr(played.record)
    assert [card.detail for card in played.incidents] == ["secret"]


def test_a_fault_after_taking_the_upcard_keeps_the_take() -> None:
    answer = but({(0, "offer", 0): Offer.TAKE, (0, "play", 0): exception()})
    assert last(drive(table_of(), answer)).moves == "tx"


def test_a_fault_in_the_lay_off_keeps_the_spread_and_resolves_nothing() -> None:
    rules = rules_with(defender_layout="bot")
    played = drive(table_of(rules, deals=Stacked(SHARP)), but({(1, "lay_off", 0): exception()}))
    line = last(played)
    assert line.knocker == 0
    assert line.spread == ["5C5D5S", "TCJCQC", "2H3H4H"]
    assert (line.melds, line.laid_off, line.deadwood) == (None, None, None)
    assert (line.finish, line.winner, line.points) == ("forfeit", 0, 123)


def test_a_fault_in_the_last_offer_or_the_play_after_it_ends_the_round() -> None:
    """V6: the fiftieth-card offer is a question like any other."""

    # Seat 1 holds 2C3C4C 2D3D4D 2H3H A A, and the last card thrown is 4H.
    hands = ("KC KD QC QD JH TH 9S 8S 7D 6D", "2C 3C 4C 2D 3D 4D 2H 3H AH AS")
    tail = "5S 6S 7S 8H 9H 8C 8D 9C 9D TC TD TS JC JD JS QH QS KH KS 7C 7H 6C 6H 5D 5H 5C AC AD 4H"
    deal = stacked_deal(hands, "4S", tail)
    rules = rules_with(stock_end="last_discard_offer", max_rounds=1)

    def until_offer(fault: dict[tuple[int, str, int], object]) -> RoundLine:
        table = table_of(rules, SERIES, Stacked(deal), "shared")
        return last(drive(table, but(fault, well((Stubborn(), Stubborn())))))

    declined = until_offer({(1, "offer", 1): Offer.PASS})
    assert declined.moves.endswith("s4H p")
    assert declined.finish == "void_stock"
    refused = until_offer({(1, "offer", 1): exception()})
    assert refused.moves.endswith("s4H x")
    assert refused.fault == FaultRecord(1, "offer", "exception")
    taken = until_offer({(1, "offer", 1): Offer.TAKE, (1, "play", 14): DISCARDS[1]})
    assert taken.moves.endswith("s4H tx")
    assert taken.fault == FaultRecord(1, "play", "illegal")


ILLEGAL = [
    ("offer", None),
    ("offer", "pass"),
    ("offer", True),
    ("offer", Draw.STOCK),
    ("offer", DISCARDS[3]),
    ("draw", Offer.TAKE),
    ("draw", "stock"),
    ("draw", KNOCKS[3]),
    ("play", None),
    ("play", 13),
    ("play", Discard(52)),
    ("play", Discard(-1)),
    ("play", Discard(True)),
    ("play", Discard("KD")),  # type: ignore[arg-type]
    ("play", Discard(10**400)),
    ("play", Knock(12, [])),  # type: ignore[arg-type]
    ("play", Knock(12, ("AC2C3C",))),  # type: ignore[arg-type]
    ("play", BIG_GIN),
    ("play", Draw.STOCK),
    ("play", Discard),
]


@pytest.mark.parametrize(("question", "said"), ILLEGAL)
def test_an_answer_that_the_rules_do_not_know_is_illegal(question: str, said: object) -> None:
    seat = 1 if question == "draw" else 0
    played = drive(table_of(), but({(seat, question, 0): said}))
    assert last(played).fault == FaultRecord(seat, question, "illegal")  # type: ignore[arg-type]
    (card,) = played.incidents
    assert (card.kind, card.question, card.seat, card.is_fault) == ("illegal", question, seat, True)
    assert card.detail


def test_a_card_that_the_seat_does_not_hold_is_illegal() -> None:
    played = drive(table_of(deals=Stacked(SHARP)), but({(0, "play", 0): Discard(parse_card("AD"))}))
    assert last(played).fault == FaultRecord(0, "play", "illegal")
    assert "AD" in played.incidents[0].detail
    assert played.incidents[0].reply == "discard AD"


def test_throwing_back_the_card_just_taken_is_illegal_where_it_is_forbidden() -> None:
    upcard = parse_card("KD")
    said = {(0, "offer", 0): Offer.TAKE, (0, "play", 0): Discard(upcard)}
    forbidden = drive(table_of(deals=Stacked(SHARP)), but(said))
    assert last(forbidden).fault == FaultRecord(0, "play", "illegal")
    allowing = rules_with(discard_taken="allow")
    allowed = drive(table_of(allowing, deals=Stacked(SHARP)), but(said))
    assert allowed.record.rounds[0].moves.startswith("tKD ")


def test_a_lay_off_of_foreign_cards_is_illegal() -> None:
    rules = rules_with(defender_layout="bot")
    said = {(1, "lay_off", 0): LayOff((), 1 << parse_card("5H"))}
    played = drive(table_of(rules, deals=Stacked(SHARP)), but(said))
    assert last(played).fault == FaultRecord(1, "lay_off", "illegal")


def test_no_answer_is_replaced_and_nobody_is_asked_again_after_a_fault() -> None:
    bot = Stumbler("play", raiser(ValueError("once")))
    played = seat_bots(lambda: bot, Bot)
    assert last(played).moves == "p p sx" or last(played).moves.endswith(" sx")
    assert bot.asked_after == 2  # the end of the round, and of the series
    assert len(played.record.rounds) == 1


# Faults: the price


PRICES = [
    ({}, 123),
    ({"gin_bonus": 40}, 138),
    ({"big_gin_bonus": 31}, 129),
    ({"big_gin_bonus": 10}, 123),
    ({"gin_bonus": 0, "big_gin_bonus": 0}, 98),
    ({"ace_value": 15}, 135),
    ({"ace_value": 15, "gin_bonus": 20, "ace_mode": "corner"}, 130),
    ({"ace_value": 15, "big_gin_bonus": 50}, 160),
]


@pytest.mark.parametrize(("options", "price"), PRICES)
@pytest.mark.parametrize("policy", [SERIES, by_rounds(1), by_rounds(2)])
def test_a_forfeited_round_costs_most_deadwood_and_the_greater_gin_bonus(
    options: dict[str, object], price: int, policy: object
) -> None:
    table = table_of(rules_with(**options), policy, Stacked(SPADES_UP))  # type: ignore[arg-type]
    played = drive(table, but({(0, "offer", 0): exception()}))
    assert played.record.rounds[0].points == price
    assert played.record.rounds[0].winner == 1


@pytest.mark.parametrize(
    ("deal", "price"), [(SPADES_UP, 2 * 123), (CLUBS_UP, 123)], ids=["spade", "club"]
)
def test_the_price_doubles_where_a_spade_doubles(deal: object, price: int) -> None:
    table = table_of(rules_with(spade_double=True), deals=Stacked(deal))  # type: ignore[arg-type]
    played = drive(table, but({(0, "offer", 0): exception()}))
    assert last(played).points == price


def test_the_doubled_price_holds_for_a_bot_that_cannot_start() -> None:
    rules = rules_with(spade_double=True, big_gin_bonus=31, ace_value=15)
    played = drive(table_of(rules, deals=Stacked(SPADES_UP)), but({(0, "start", 0): exception()}))
    assert last(played).points == 2 * (110 + 31)


def test_the_price_is_the_profile_s() -> None:
    prices = {
        "classic": 123,
        "pagat": 118,
        "modern": 129,
        "round-corner": 130,
        "oklahoma-hollywood": 246,
    }
    for profile, price in prices.items():
        table = table_of(load_profile(profile).rules, deals=Stacked(SPADES_UP))
        played = drive(table, but({(0, "offer", 0): exception()}))
        assert last(played).points == price, profile


# Faults: the policy


def test_forfeit_series_enters_nothing_and_ends_the_series() -> None:
    played = drive(table_of(), but({(1, "draw", 0): exception()}))
    (line,) = played.record.rounds
    result = played.record.result
    assert line.points == 123
    assert line.sheet == ((0, 0, 0), (0, 0, 0))
    assert result.scores == result.entries == ((0, 0, 0), (0, 0, 0))
    assert (result.columns, result.games, result.winner) == ((0, 0, 0), (3, 0), 0)
    assert result.termination == "forfeit"


def test_forfeit_series_keeps_what_was_entered_before() -> None:
    before = seat_bots(Bot, Bot).record.rounds
    played = drive(table_of(), but({(0, "offer", 3): exception()}))
    lost = len(played.record.rounds) - 1
    assert lost > 0
    assert played.record.rounds[:lost] == before[:lost]
    assert last(played).sheet == before[lost - 1].sheet == played.record.result.scores


def test_forfeit_round_enters_it_like_any_win_and_plays_on() -> None:
    """The winner of the forfeited round deals the next one (D4)."""
    answer = but({(1, "offer", 0): exception()})
    played = drive(table_of(faults=by_rounds(), deals=Stacked(CLUBS_UP)), answer)
    first, second = played.record.rounds[:2]
    assert (first.finish, first.winner, first.points) == ("forfeit", 0, 123)
    assert first.sheet == ((123, 0, 0), (0, 0, 0))
    assert first.fault == FaultRecord(1, "offer", "exception")
    assert second.dealer == 0
    assert second.fault is msgspec.UNSET
    assert played.record.result.termination == "complete"


def test_a_forfeited_round_is_one_box() -> None:
    """A box is worth what a box is worth at settlement, never that of gin or an undercut (O2)."""
    rules = rules_with(box_bonus=10, box_timing="immediate", box_gin=3, box_undercut=2)
    answer = but({(1, "offer", 0): exception()})
    played = drive(table_of(rules, by_rounds(), Stacked(CLUBS_UP)), answer)
    assert played.record.rounds[0].sheet == ((133, 0, 0), (0, 0, 0))


@pytest.mark.parametrize("strikes", [1, 2, 3])
def test_fault_number_strikes_of_a_seat_forfeits_the_series(strikes: int) -> None:
    rules = rules_with(target=10_000)
    played = drive(table_of(rules, by_rounds(strikes)), always(exception(), 0, "offer"))
    entered = strikes - 1
    assert len(played.record.rounds) == strikes
    assert [line.winner for line in played.record.rounds] == [1] * strikes
    assert last(played).sheet[1] == tuple(123 * max(0, entered - n) for n in range(3))
    assert played.record.result.termination == "forfeit"
    assert played.record.result.winner == 1


def test_each_seat_has_strikes_of_its_own() -> None:
    rules = rules_with(target=10_000)
    faults = {(0, "offer", 0): exception(), (1, "offer", 0): exception()}
    played = drive(table_of(rules, by_rounds(2), Stacked(CLUBS_UP)), but(faults))
    assert [line.fault is not msgspec.UNSET for line in played.record.rounds[:2]] == [True, True]
    assert played.record.result.termination != "forfeit"


def test_a_series_that_a_forfeited_round_closes_is_complete() -> None:
    rules = rules_with(columns=1)
    played = drive(table_of(rules, by_rounds(3)), but({(0, "offer", 0): exception()}))
    assert len(played.record.rounds) == 1
    assert played.record.result.termination == "complete"
    assert played.record.result.winner == 1


# Forfeits: the settlement of open columns, by hand


def test_a_forfeit_settles_open_columns_as_the_target_against_an_empty_one() -> None:
    """Settled: 123 + 25 box + 100 game, doubled, is 496; an open column (100 + 100) x 2 is 400."""
    rules = load_profile("settled").rules
    table = table_of(rules, by_rounds(2), Stacked(CLUBS_UP))
    result = drive(table, always(exception(), 1, "offer", "draw")).record.result
    assert result.scores == ((123, 0, 0), (0, 0, 0))
    assert result.entries == ((1, 0, 0), (0, 0, 0))
    assert result.columns == (0, 0, 0)
    assert result.settlement == (496, 400, 400)
    assert (result.net, result.games, result.winner) == (1296, (3, 0), 0)


def test_a_forfeit_counts_the_winner_s_boxes_and_none_of_the_loser_s_points() -> None:
    """Target 300: one win of seat 1, two of seat 0, then seat 1 goes.

    Column 1: (300 + 100 + 2 boxes of 25) x 2 = 900; column 2: (300 + 100 + 25) x 2 = 850;
    column 3: (300 + 100) x 2 = 800. Seat 1's 123 points and its box in column 1 do not count.
    """
    rules = load_profile("settled").rules.replace({"target": 300})
    faults = {(0, "offer", 0): exception()} | {(1, "offer", n): exception() for n in range(9)}
    result = drive(table_of(rules, by_rounds(3), Stacked(CLUBS_UP)), but(faults)).record.result
    assert result.scores == ((246, 123, 0), (123, 0, 0))
    assert result.entries == ((2, 1, 0), (1, 0, 0))
    assert result.settlement == (900, 850, 800)
    assert result.net == 2550


def test_a_forfeit_of_seat_0_settles_against_it() -> None:
    rules = load_profile("settled").rules
    result = drive(table_of(rules), but({(0, "offer", 0): exception()})).record.result
    assert result.settlement == (-400, -400, -400)
    assert (result.net, result.winner, result.games) == (-1200, 1, (0, 3))


def test_a_forfeit_leaves_columns_that_the_loser_has_won_to_him() -> None:
    """Seat 0 has closed column 1 with 123 to nil, (123 + 25 + 100) x 2; then it goes."""
    rules = load_profile("settled").rules
    faults: dict[tuple[int, str, int], object] = {(1, "offer", 0): exception()}
    faults |= {(0, "offer", n): exception() for n in range(1, 4)}
    result = drive(table_of(rules, by_rounds(2), Stacked(CLUBS_UP)), but(faults)).record.result
    # Seat 1 then won a round of 123: under entry rule `count` its first win belongs to column 1.
    assert result.columns == (0, 1, 1)
    assert result.settlement == (496, -400, -400)
    assert (result.net, result.games, result.winner) == (-304, (1, 2), 1)


def test_a_classic_forfeit_pays_the_target_for_each_open_column() -> None:
    result = drive(table_of(), but({(0, "offer", 0): exception()})).record.result
    assert result.settlement == (-100, -100, -100)


# Seats that cannot start


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("policy", [SERIES, by_rounds(3)])
def test_a_seat_that_cannot_start_forfeits_the_series_whatever_the_policy(
    seat: int, policy: object
) -> None:
    table = table_of(faults=policy, deals=Stacked(CLUBS_UP))  # type: ignore[arg-type]
    played = drive(table, but({(seat, "start", 0): exception("no module")}))
    (line,) = played.record.rounds
    assert (line.round, line.moves, line.finish) == (0, "x", "forfeit")
    assert line.fault == FaultRecord(seat, "start", "no_start")
    assert (line.winner, line.points) == (1 - seat, 123)
    assert line.sheet == ((0, 0, 0), (0, 0, 0))
    assert played.record.result.termination == "forfeit"
    assert played.record.result.winner == 1 - seat
    (card,) = played.incidents
    assert (card.address, card.question, card.kind) == ("5.0.0", "start", "no_start")
    assert (card.detail, card.view, card.legal) == ("no module", None, [])


def test_two_seats_that_cannot_start_make_a_void_series_of_no_round() -> None:
    faults = {(0, "start", 0): exception(), (1, "start", 0): exception()}
    played = drive(table_of(load_profile("settled").rules), but(faults))
    result = played.record.result
    assert played.record.rounds == ()
    assert (result.termination, result.winner) == ("void", None)
    assert result.columns == (None, None, None)
    assert (result.games, result.net) == ((0, 0), 0)
    assert result.settlement == (0, 0, 0)
    assert [card.kind for card in played.incidents] == ["no_start", "no_start"]


def test_a_void_series_ends_for_both_seats() -> None:
    asked: list[tuple[int, str]] = []

    def answer(seat: int, question: str, _: object) -> object:
        asked.append((seat, question))
        return exception() if question == "start" else None

    drive(table_of(), answer)
    assert asked == [(0, "start"), (1, "start"), (0, "end_series"), (1, "end_series")]


def test_nobody_is_asked_anything_else_when_a_seat_cannot_start() -> None:
    bots = (Recorder(), Recorder())
    drive(table_of(), but({(0, "start", 0): exception()}, well(bots)))
    assert [name for name, _ in bots[1].heard] == ["start", "end_series"]


# Cards that are no faults, and errors that are ours


@pytest.mark.parametrize("question", ["end_round", "end_series"])
def test_an_exception_after_the_round_leaves_a_card_and_is_no_fault(question: str) -> None:
    clean = drive(table_of(), well())
    played = drive(table_of(), but({(1, question, 0): exception("late")}))
    assert played.record == clean.record
    (card,) = played.incidents
    assert not card.is_fault
    assert (card.seat, card.question, card.detail) == (1, question, "late")
    assert card.address.startswith("5.")


class BrokenRules(Rules):
    """Rules in which the engine trips over one option."""

    broken = ""

    def __getattribute__(self, name: str) -> object:
        if name == type(self).broken:
            raise ZeroDivisionError("ours")
        return super().__getattribute__(name)


@pytest.mark.parametrize(
    ("option", "happens"),
    [
        ("max_discard_takes", "at the deal"),
        ("defender_layout", "while an answer is applied"),
        ("spade_double", "while a forfeit is priced"),
    ],
)
def test_an_error_of_the_engine_is_never_a_bot_s_fault(
    option: str, happens: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BrokenRules, "broken", option)
    second = Bot if option == "defender_layout" else lambda: Stumbler("play", raiser(ValueError()))
    with pytest.raises(ZeroDivisionError, match="ours"):
        seat_bots(Bot, second, rules=BrokenRules())


def test_an_error_of_the_dealer_is_ours() -> None:
    class Broken(Stacked):
        def deck(self, deal_index: int, round_number: int) -> bytes:
            raise OSError("no cards")

    with pytest.raises(OSError, match="no cards"):
        seat_bots(Bot, Bot, deals=Broken(CLUBS_UP))


def test_an_illegal_action_raised_by_a_bot_is_its_exception() -> None:
    played = seat_bots(lambda: Stumbler("play", raiser(IllegalAction("mine"))), Bot)
    assert last(played).fault == FaultRecord(0, "play", "exception")


# The opponent


def test_a_fault_never_touches_what_the_opponent_sees() -> None:
    """Until the fault it hears the same as in the series without it, then only how that ended."""
    clean, other = Recorder(), Recorder()
    drive(table_of(), well((Bot(), clean)))
    drive(table_of(), but({(0, "play", 4): exception()}, well((Bot(), other))))
    *before, (first, _), (second, _) = other.heard
    assert (first, second) == ("end_round", "end_series")
    assert len(before) > 4
    assert before == clean.heard[: len(before)]


def test_the_opponent_learns_of_the_forfeit_and_its_price() -> None:
    other = Recorder()
    drive(table_of(), but({(0, "play", 0): exception()}, well((Bot(), other))))
    seen = dict(other.heard)
    assert seen["end_round"].finish == "forfeit"  # type: ignore[attr-defined]
    assert (seen["end_round"].winner, seen["end_round"].points) == (1, 123)  # type: ignore[attr-defined]
    assert seen["end_round"].opponent_hand == 0  # type: ignore[attr-defined]
    assert (seen["end_series"].winner, seen["end_series"].termination) == (1, "forfeit")  # type: ignore[attr-defined]


# Failure cards


def test_a_card_shows_the_view_the_legal_actions_and_where_it_was() -> None:
    played = drive(table_of(deals=Stacked(SHARP)), but({(0, "play", 0): exception("Traceback")}))
    (card,) = played.incidents
    assert card.entrant == "ann"
    assert card.address == "5.0.2"
    assert card.view is not None
    assert card.view["hand"] == "AC 5C TC JC QC 5D 2H 3H 4H AS 5S"
    assert card.view["moves"] == "p p s"
    assert "discard AS" in card.legal
    assert any(action.startswith("knock ") for action in card.legal)
    assert msgspec.json.decode(msgspec.json.encode(card), type=dict)["seat"] == 0


def test_the_address_of_a_card_names_the_token_of_the_fault() -> None:
    for options, where, moves in FAULTS:
        played = drive(*stumble(options, where, exception()))
        assert played.incidents[0].address == f"5.0.{len(moves.split()) - 1}"


def test_a_table_is_played_once() -> None:
    """Its state is the series; a second table plays it again."""
    setting_rules = Rules()
    one, two = table_of(setting_rules), table_of(setting_rules)
    assert isinstance(one, Table)
    assert lines(drive(one, well())) == lines(drive(two, well()))
