"""The turn and the end of the stock, rule by rule (T1 to T7, V1 to V9, D3)."""

import pytest

from arena.gin.actions import BigGin, Discard, Draw, IllegalAction, Knock, Offer, Phase
from arena.gin.cards import NAMES, format_card, format_cards, format_hand, parse_card, parse_hand
from arena.gin.result import Finish, next_dealer, points
from arena.gin.round import Round
from arena.gin.rules import Rules
from arena.profiles import load_profile

from .stacking import draw_down, play, start

LOOSE = ("AC 3C 5C 7C 9C JC KC 2D 4D 6D", "8D TD QD AH 3H 5H 7H 9H JH KH")
"""Hands that cannot knock, whatever one card is added."""

GIN = ("AC 2C 3C 4C 5D 6D 7D 9H TH JH", "AS 2S 3S 4S 8C 9C TC QH QD QS")
"""Hands that can always knock: each has gin, and a run of four to throw from."""

SEATS = pytest.mark.parametrize("seat", [0, 1])
OFFER, DRAW = (Offer.PASS, Offer.TAKE), (Draw.STOCK, Draw.PILE)


def ordinary(*, seat: int = 0, rules: Rules | None = None) -> Round:
    """Return a round in which a seat acts first; upcard 2S, the stock begins 4S 6S 8S TS."""
    return start(LOOSE, "2S", "4S 6S 8S TS", dealer=1 - seat, rules=rules)


def near_the_end(left: int, last: str = "", *, hands=GIN, rules: Rules | None = None) -> Round:
    """Return a round before a draw, seat 0 to act, with some stock left; upcard KC.

    Each card drawn was thrown. `last` is the card that leaves two in the stock when it is drawn.
    """
    named = " ".join([*hands, "KC"]).split()
    spare = [card for card in NAMES if card not in [*named, last]]
    stock = " ".join([*spare[:28], last]) if last else ""
    return draw_down(start(hands, "KC", stock, rules=rules), left)


def discards(round_: Round) -> set[str]:
    """Return the cards that may be thrown."""
    return {format_card(a.card) for a in round_.legal_actions() if isinstance(a, Discard)}


def knocks(round_: Round) -> set[str]:
    """Return the cards that may be thrown to knock."""
    return {format_card(a.card) for a in round_.legal_actions() if isinstance(a, Knock)}


# T1 to T3: the upcard


@SEATS
def test_t1_the_non_dealer_is_offered_the_upcard_first(seat):
    round_ = ordinary(seat=seat)

    assert (round_.turn, round_.phase) == (seat, Phase.FIRST_OFFER)
    assert round_.legal_actions() == OFFER


@SEATS
def test_t1_then_the_dealer_is(seat):
    round_ = play(ordinary(seat=seat), "p")

    assert (round_.turn, round_.phase) == (1 - seat, Phase.SECOND_OFFER)
    assert round_.legal_actions() == OFFER


@SEATS
def test_t1_then_the_non_dealer_must_draw_from_the_stock(seat):
    round_ = play(ordinary(seat=seat), "p p")

    assert (round_.turn, round_.phase) == (seat, Phase.FORCED_STOCK)
    assert round_.legal_actions() == (Draw.STOCK,)


def test_t1_after_two_passes_the_upcard_is_out_of_reach():
    round_ = play(ordinary(), "p p")

    for action in (Draw.PILE, Offer.TAKE, Offer.PASS):
        with pytest.raises(IllegalAction, match="only the stock is left"):
            round_.apply(action)


@SEATS
@pytest.mark.parametrize("passes", ["", "p "])
def test_t1_whoever_takes_the_upcard_holds_it(seat, passes):
    round_ = play(ordinary(seat=seat), passes + "t")

    taker = 1 - seat if passes else seat
    assert (round_.turn, round_.phase) == (taker, Phase.PLAY)
    assert round_.hands[taker] == parse_hand(LOOSE[taker] + " 2S")
    assert (round_.pile, round_.stock_left) == (b"", 31)


@pytest.mark.parametrize("passes", ["", "p"])
def test_t2_no_stock_draw_while_the_upcard_is_offered(passes):
    round_ = play(ordinary(), passes)

    with pytest.raises(IllegalAction, match="the answer to an offer"):
        round_.apply(Draw.STOCK)


@SEATS
@pytest.mark.parametrize(
    ("moves", "taker"), [("t KC", "non-dealer"), ("t JC", "non-dealer"), ("p t KH", "dealer")]
)
def test_t3_after_the_upcard_was_taken_the_other_has_a_free_choice(seat, moves, taker):
    if seat == 1:  # the hands go with the seats, so the roles change cards
        moves = {"t KC": "t KH", "t JC": "t JH", "p t KH": "p t KC"}[moves]

    round_ = play(ordinary(seat=seat), moves)

    assert round_.turn == (1 - seat if taker == "non-dealer" else seat)
    assert (round_.phase, round_.legal_actions()) == (Phase.DRAW, DRAW)


def test_t3_after_the_forced_draw_the_dealer_sees_that_discard_not_the_upcard():
    round_ = play(ordinary(), "p p s KC t")

    assert (round_.turn, format_card(round_.taken)) == (1, "KC")


# T4, T5: a turn


def test_t4_the_stock_is_drawn_from_the_top():
    round_ = ordinary()

    drawn = [format_card(play(round_, word).taken) for word in ("p p s", "4S s", "6S s", "8S s")]

    assert drawn == ["4S", "6S", "8S", "TS"]


def test_t4_the_top_of_the_pile_may_be_taken_instead():
    round_ = play(ordinary(), "p p s KC t")

    assert round_.hands[1] == parse_hand(LOOSE[1] + " KC")
    assert (format_cards(round_.pile), round_.stock_left) == ("2S", 30)


def test_t4_one_discard_ends_the_turn():
    round_ = play(ordinary(), "p p s KC")

    assert (round_.turn, round_.phase, round_.taken) == (1, Phase.DRAW, None)
    assert round_.hands[0] == parse_hand(LOOSE[0].replace("KC", "4S"))


@pytest.mark.parametrize("again", [Draw.STOCK, Draw.PILE, Offer.TAKE, Offer.PASS])
def test_t4_one_card_is_taken_and_no_more(again):
    round_ = play(ordinary(), "p p s")

    with pytest.raises(IllegalAction, match="with eleven cards"):
        round_.apply(again)


def test_t5_discards_lie_on_each_other():
    round_ = play(ordinary(), "p p s KC s KH s JC")

    assert format_cards(round_.pile, " ") == "2S KC KH JC"


def test_t5_when_the_top_is_taken_the_one_below_is_on_top():
    round_ = play(ordinary(), "p p s KC s KH t JC t 8D t")

    # KH is taken under JC, JC is taken, 8D taken: KC is what was under KH.
    assert format_cards(round_.pile, " ") == "2S KC"


def test_t5_the_pile_is_never_shuffled_into_the_stock():
    round_ = near_the_end(3)

    assert (len(round_.pile), round_.stock_left) == (29, 3)


# T6: the card just taken


def test_t6_the_taken_upcard_may_not_be_thrown_back():
    round_ = play(ordinary(), "t")

    with pytest.raises(IllegalAction, match=r"T6.*2S"):
        round_.apply(Discard(parse_card("2S")))
    assert discards(round_) == set(LOOSE[0].split())


def test_t6_the_taken_discard_may_not_be_thrown_back():
    round_ = play(ordinary(), "p p s KC t")

    with pytest.raises(IllegalAction, match=r"T6.*KC"):
        round_.apply(Discard(parse_card("KC")))


def test_t6_nor_may_it_be_thrown_to_knock():
    """Seat 1 holds gin; with KC taken he must throw a card of his runs, and knock with ten."""
    round_ = play(start(GIN, "KC"), "p t")

    with pytest.raises(IllegalAction, match=r"T6.*KC"):
        round_.apply(Knock(parse_card("KC")))
    assert knocks(round_) == {"AS", "4S"}


def test_t6_a_card_from_the_stock_may_be_thrown_at_once():
    round_ = play(ordinary(), "p p s 4S")

    assert format_cards(round_.pile, " ") == "2S 4S"


def test_t6_it_may_be_thrown_in_a_later_turn():
    round_ = play(ordinary(), "t KC s KH s 2S")

    assert format_cards(round_.pile, " ") == "KC KH 2S"


def test_t6_allow_the_taken_card_may_be_thrown():
    round_ = play(ordinary(rules=Rules(discard_taken="allow")), "t")

    assert discards(round_) == set(LOOSE[0].split()) | {"2S"}
    assert format_cards(play(round_, "2S").pile) == "2S"


def test_t6_allow_it_may_be_thrown_to_knock():
    """Seat 1 takes KC, throws it again and has gin."""
    round_ = play(start(GIN, "KC", rules=Rules(discard_taken="allow")), "p t kKC")

    assert round_.result().finish is Finish.GIN


# T7: what everybody knows


def test_t7_a_card_taken_from_the_pile_and_kept_is_known():
    round_ = play(ordinary(), "t KC t KH")

    assert [format_hand(known) for known in round_.known] == ["2S", "KC"]


def test_t7_a_card_drawn_from_the_stock_is_not():
    assert play(ordinary(), "p p s KC").known == (0, 0)


def test_t7_a_known_card_that_is_thrown_is_held_no_more():
    round_ = play(ordinary(), "t KC s KH s 2S")

    assert round_.known == (0, 0)


def test_t7_the_moves_tell_passes_sources_and_discards():
    assert play(ordinary(), "p p s KC t KH s JC").moves == "p p sKC tKH sJC"


# D3: the order of the stock


@SEATS
def test_d3_shared_both_seats_draw_from_one_end(seat):
    round_ = start(LOOSE, "2S", "4S 6S 8S", dealer=1 - seat)

    words = ["p p s", "4S s", "6S s"]
    drawn = [format_card(play(round_, word).taken) for word in words]

    assert drawn == ["4S", "6S", "8S"]


@SEATS
def test_d3_per_seat_each_seat_draws_from_its_own_end(seat):
    round_ = start(LOOSE, "2S", ("4S 6S", "8S TS"), dealer=1 - seat)

    own, other = (("4S", "6S"), ("8S", "TS"))[:: 1 if seat == 0 else -1]
    words = ["p p s", f"{own[0]} s", f"{other[0]} s", f"{own[1]} s"]
    drawn = [format_card(play(round_, word).taken) for word in words]

    assert drawn == [own[0], other[0], own[1], other[1]]
    assert round_.stock_left == 27


def test_d3_per_seat_what_one_seat_draws_does_not_change_the_others_cards():
    """Seat 1 takes two discards where before it drew: seat 0 still meets 4S and 6S."""
    round_ = start(LOOSE, "2S", ("4S 6S", "8S TS"))

    play(round_, "p p s KC t KH s")

    assert format_card(round_.taken) == "6S"


def test_d3_per_seat_what_is_left_is_counted_together():
    """V1 to V7 look at the cards left, whoever drew them."""
    round_ = draw_down(start(LOOSE, "2S", ("4S", "8S")), 2)

    assert (round_.result().finish, round_.stock_left) == (Finish.VOID_STOCK, 2)


# V1 to V5, V8: the stock ends after a discard


def test_v1_29_draws_leave_two_cards():
    round_ = draw_down(ordinary(), 0)

    assert (round_.stock_left, round_.moves.split().count("p")) == (2, 2)
    assert len(round_.moves.split()) == 2 + 29


def test_v2_the_discard_after_the_29th_draw_voids_the_hand():
    round_ = near_the_end(3)

    assert play(round_, "s").phase is Phase.PLAY  # not after the draw
    drawn = format_card(round_.taken)
    assert play(round_, drawn).result().finish is Finish.VOID_STOCK


def test_v2_with_three_cards_left_a_turn_begins():
    round_ = near_the_end(3)

    assert (round_.phase, round_.legal_actions()) == (Phase.DRAW, DRAW)


@pytest.mark.parametrize(
    ("last", "moves", "finish"),
    [
        ("TS", "s k4C", Finish.UNDERCUT),  # a knock of ten, and seat 1 has nothing left
        ("TS", "s kTS", Finish.GIN),
        ("8H", "s b", Finish.BIG_GIN),  # 8H 9H TH JH
    ],
)
def test_v3_whoever_drew_the_third_last_card_may_end_the_hand(last, moves, finish):
    round_ = play(near_the_end(3, last, rules=load_profile("modern").rules), moves)

    assert (round_.result().finish, round_.stock_left) == (finish, 2)


def test_v4_after_the_void_nobody_takes_the_discard():
    round_ = play(near_the_end(3, "JC"), "s JC")

    assert (round_.phase, round_.legal_actions()) == (Phase.OVER, ())
    with pytest.raises(IllegalAction, match="the round is over"):
        round_.apply(Draw.PILE)


def test_v5_taking_the_discard_with_three_left_goes_on():
    round_ = near_the_end(3)

    play(round_, "t 4C")

    assert (round_.phase, round_.turn, round_.stock_left) == (Phase.DRAW, 1, 3)


@pytest.mark.parametrize("void_dealer", ["same", "rotate"])
def test_v8_d5_a_void_hand_is_worth_nothing_and_dealt_again(void_dealer):
    rules = Rules().replace({"void_dealer": void_dealer})
    round_ = play(near_the_end(3, "JC", rules=rules), "s JC")

    result = round_.result()
    assert (result.winner, result.margin, result.showdown) == (None, 0, None)
    assert points(result, rules) == 0
    assert next_dealer(1, result.winner, rules) == (1 if void_dealer == "same" else 0)


# V6: the fiftieth card

OFFERED = Rules(stock_end="last_discard_offer")


def test_v6_the_last_discard_is_offered():
    round_ = play(near_the_end(3, "TS", rules=OFFERED), "s TS")

    assert (round_.phase, round_.turn) == (Phase.LAST_OFFER, 1)
    assert round_.legal_actions() == OFFER


def test_v6_only_after_the_last_draw():
    round_ = play(near_the_end(5, rules=OFFERED), "t 4C")

    assert round_.phase is Phase.DRAW


def test_v6_declined_the_hand_is_void():
    round_ = play(near_the_end(3, "TS", rules=OFFERED), "s TS p")

    assert round_.result().finish is Finish.VOID_STOCK
    assert round_.moves.endswith(" sTS p")


def test_v6_taken_a_knock_must_follow():
    round_ = play(near_the_end(3, "TS", rules=OFFERED), "s TS t")

    assert (round_.phase, round_.turn) == (Phase.LAST_PLAY, 1)
    # AS 2S 3S 4S, 8C 9C TC, QH QD QS and the taken TS: the ends of the four spades, ten left.
    assert (knocks(round_), discards(round_)) == ({"AS", "4S"}, set())


def test_v6_taken_no_discard_may_follow():
    round_ = play(near_the_end(3, "TS", rules=OFFERED), "s TS t")

    with pytest.raises(IllegalAction, match="only a knock or gin may follow"):
        round_.apply(Discard(parse_card("4S")))


def test_v6_taken_and_knocked_the_hand_is_scored():
    round_ = play(near_the_end(3, "TS", rules=OFFERED), "s TS t k4S")

    result = round_.result()
    assert result.showdown is not None
    assert (result.showdown.knocker, result.showdown.deadwood[1]) == (1, 10)
    assert round_.moves.endswith(" sTS tk4S")


def test_v6_taken_for_gin():
    """JC makes a run of four of 8C 9C TC; AS goes, ten melded cards stay."""
    round_ = play(near_the_end(3, "JC", rules=OFFERED), "s JC t kAS")

    assert round_.result().finish is Finish.GIN


def test_v6_taken_for_big_gin():
    rules = load_profile("modern").rules.replace({"stock_end": "last_discard_offer"})
    round_ = play(near_the_end(3, "JC", rules=rules), "s JC t")

    assert round_.legal_actions()[-1] == BigGin()
    assert play(round_, "b").result().finish is Finish.BIG_GIN


def test_v6_who_could_not_knock_with_it_is_not_asked():
    """The pass is written down for him."""
    hands = (GIN[0], "8D TD QD AH 3H 5H 7H 2S 6S QS")
    round_ = near_the_end(3, "TS", hands=hands, rules=OFFERED)

    play(round_, "s TS")

    assert round_.result().finish is Finish.VOID_STOCK
    assert round_.moves.endswith(" sTS p")


def test_v6_t6_holds_for_the_taken_card():
    """The ten cards of seat 1 would be a knock of 9, were the taken card thrown again."""
    # QC QD QH QS, TC TD TH TS, 4S 5S: 9.   With KD: throwing 5S leaves 14, a queen or a ten 19.
    hands = ("AC 2C 3C 4C 5D 6D 7D 9H 9D 9S", "QC QD QH QS TC TD TH TS 4S 5S")
    allowed = OFFERED.replace({"discard_taken": "allow"})

    forbidding = play(near_the_end(3, "KD", hands=hands, rules=OFFERED), "s KD")
    allowing = play(near_the_end(3, "KD", hands=hands, rules=allowed), "s KD")

    assert forbidding.result().finish is Finish.VOID_STOCK
    assert allowing.phase is Phase.LAST_OFFER
    assert knocks(play(allowing, "t")) == {"KD"}


# V7: void on the draw

ON_DRAW = Rules(stock_end="on_draw")


def test_v7_the_draw_that_leaves_two_voids_the_hand():
    round_ = play(near_the_end(3, "TS", rules=ON_DRAW), "s")

    assert (round_.result().finish, round_.stock_left) == (Finish.VOID_STOCK, 2)
    assert (round_.hands[0].bit_count(), round_.moves[-2:]) == (11, " s")


def test_v7_nothing_may_follow():
    round_ = play(near_the_end(3, "TS", rules=ON_DRAW), "s")

    with pytest.raises(IllegalAction, match="the round is over"):
        round_.apply(Knock(parse_card("TS")))


def test_v7_the_draw_before_may_be_played():
    round_ = near_the_end(5, rules=ON_DRAW)

    play(round_, "s")

    assert (round_.phase, round_.stock_left) == (Phase.PLAY, 4)


# V9: endless takes


def test_v9_the_turn_that_reaches_the_cap_voids_the_hand():
    round_ = play(ordinary(rules=Rules(max_discard_takes=3)), "t KC t KH t JC")

    assert round_.result().finish is Finish.VOID_TAKES


def test_v9_not_the_turn_before():
    round_ = play(ordinary(rules=Rules(max_discard_takes=3)), "t KC t KH")

    assert round_.phase is Phase.DRAW


def test_v9_the_upcard_counts():
    round_ = play(ordinary(rules=Rules(max_discard_takes=1)), "t KC")

    assert round_.result().finish is Finish.VOID_TAKES


def test_v9_draws_from_the_stock_do_not_count():
    round_ = play(ordinary(rules=Rules(max_discard_takes=2)), "t KC s KH s JC s JH")

    assert round_.phase is Phase.DRAW


def test_v9_a_knock_in_that_turn_counts():
    round_ = play(start(GIN, "KC", rules=Rules(max_discard_takes=1)), "p t k4S")

    result = round_.result()
    assert (result.finish, result.showdown.knocker) == (Finish.UNDERCUT, 1)


def test_a_round_that_goes_on_has_no_result():
    with pytest.raises(RuntimeError, match="the round goes on"):
        ordinary().result()


# Forfeits


@pytest.mark.parametrize(
    ("moves", "told", "winner"),
    [
        ("", "x", 1),
        ("p", "p x", 0),
        ("p p", "p p x", 1),
        ("t", "tx", 1),
        ("p p s", "p p sx", 1),
        ("p p s KC", "p p sKC x", 0),
        ("p p s KC t", "p p sKC tx", 0),
    ],
)
def test_a_forfeit_is_the_other_seats_and_is_told_in_the_moves(moves, told, winner):
    round_ = play(ordinary(), moves)

    round_.forfeit()

    result = round_.result()
    assert (result.finish, result.winner, round_.moves) == (Finish.FORFEIT, winner, told)
    assert (round_.phase, result.showdown) == (Phase.OVER, None)


def test_a_forfeit_after_the_last_discard_was_taken():
    round_ = play(near_the_end(3, "TS", rules=OFFERED), "s TS t")

    round_.forfeit()

    assert (round_.result().winner, round_.moves[-7:]) == (0, " sTS tx")


def test_s7_a_forfeit_is_doubled_by_a_spade():
    rules = Rules(spade_double=True)
    round_ = ordinary(rules=rules)  # upcard 2S

    round_.forfeit()

    assert points(round_.result(), rules) == 2 * 123
