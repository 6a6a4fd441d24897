"""Knock, gin, big gin, lay-offs and points in play, rule by rule (K, L, S, O1, O4 to O7)."""

import pytest

from arena.gin.actions import BigGin, Discard, IllegalAction, Knock, LayOff, Phase
from arena.gin.cards import format_card, format_hand, parse_card, parse_hand
from arena.gin.legal import LAY_OFF_BEST
from arena.gin.result import Finish, RoundResult, points
from arena.gin.round import Round
from arena.gin.rules import Rules
from arena.profiles import load_profile

from .stacking import facts, melds, play, showdown, start

SEATS = pytest.mark.parametrize("seat", [0, 1])
JUNK = "KC KD QC QS 9C 9D 7H 7S 5C 5H"
"""A defender without a meld: 82."""

LOW_JUNK = "KD KH TD TH 8D 8S 6D 6S 4D 4H"
"""Another, against queens and jacks: 76."""

ODD_JUNK = "KD KH QH QS 9D 9H 7C 7S 6D 5D"
"""Another, against `TWO_WAYS`: 83."""

HIGH_JUNK = "KD KH QD QH 9S 8S 6D 6S 3D 2H"
"""Another, against `ONE_LEFT`."""

EIGHTS = "8C 8D 8H 8S 7C 2C QD QH QS 4S"
"""A defender who can give up a four of eights for a lay-off (EX-27)."""

TO_EIGHTS = "9C TC JC KC KD KH AS AD 2H 3D"
"""A knock of 7 that takes 8C and 7C."""

TWO_WAYS = "2H 3H 4H 3C 3D TC JC QC AS 2D"
"""A knock of 9 with the run of hearts as with the threes (EX-08)."""


def knocks(round_: Round) -> set[str]:
    """Return the cards that may be thrown to knock."""
    return {format_card(a.card) for a in round_.legal_actions() if isinstance(a, Knock)}


def counts(result: RoundResult, seat: int = 0) -> tuple[int, int]:
    """Return the knocker's count and the defender's."""
    assert result.showdown is not None
    return result.showdown.deadwood[seat], result.showdown.deadwood[1 - seat]


def laid_off(result: RoundResult) -> str:
    assert result.showdown is not None
    return format_hand(result.showdown.laid_off, " ")


# K1 to K4: when to knock


@SEATS
def test_k1_the_non_dealer_may_knock_with_the_upcard_on_the_first_turn(seat):
    """4C completes A-2-3-4; KD goes, 5S 2H 3D are ten (EX-40)."""
    hands = ("AC 2C 3C 8D 8H 8S KD 5S 2H 3D", "")[:: 1 if seat == 0 else -1]

    round_ = play(start(hands, "4C", dealer=1 - seat), "t kKD")

    assert counts(round_.result(), seat)[0] == 10


def test_k1_the_dealer_may_too():
    round_ = play(start(("", "AC 2C 3C 8D 8H 8S KD 5S 2H 3D"), "4C"), "p t kKD")

    assert counts(round_.result(), 1)[0] == 10


def test_k1_so_may_who_drew_from_the_stock():
    round_ = play(start(("AC 2C 3C 8D 8H 8S KD 5S 2H 3D", ""), "KC", "4C"), "p p s kKD")

    assert counts(round_.result())[0] == 10


@pytest.mark.parametrize(
    ("loose", "count"), [("4C 6C", 10), ("3C 7C", 10), ("AC 2C", 3), ("9C AC", 10)]
)
def test_k2_ten_or_less_is_enough(loose, count):
    result = showdown("QC QD QH QS JC JD JH JS " + loose, LOW_JUNK).result()

    assert counts(result)[0] == count


@pytest.mark.parametrize("loose", ["5C 6C", "7C 4C", "9C 2C"])
def test_k2_eleven_is_not(loose):
    with pytest.raises(IllegalAction, match=r"over the knock limit of 10 \(K2\)"):
        showdown("QC QD QH QS JC JD JH JS " + loose, LOW_JUNK)


@pytest.mark.parametrize(("limit", "cards"), [(10, {"KD"}), (20, {"KD", "5S", "2H", "3D"})])
def test_k2_the_knock_limit_is_an_option(limit, cards):
    """A-2-3-4C and 888 with KD 5S 2H 3D: 20 loose before the discard."""
    hands = ("AC 2C 3C 8D 8H 8S KD 5S 2H 3D", "")
    round_ = play(start(hands, "KC", "4C", rules=Rules(knock_limit=limit)), "p p s")

    assert knocks(round_) & {"KD", "5S", "2H", "3D"} == cards


def test_k2_the_thrown_card_does_not_count():
    """KS is thrown: only AC and 2C are left."""
    round_ = start(("QC QD QH QS JC JD JH JS AC 2C", ""), "KC", "KS")

    assert counts(play(round_, "p p s kKS").result())[0] == 3


def test_k2_it_is_the_declared_layout_that_counts():
    """The hand has a layout of 9, but the one declared leaves 18."""
    with pytest.raises(IllegalAction, match=r"18 points .* limit of 10 \(K2\)"):
        showdown(TWO_WAYS, ODD_JUNK, layout=melds("TC JC QC"))


def test_k2_a_layout_without_melds_may_be_declared_only_within_the_limit():
    with pytest.raises(IllegalAction, match="K2"):
        showdown(TWO_WAYS, ODD_JUNK, layout=())


def test_k3_nobody_has_to_go_gin():
    round_ = play(start(("AC 2C 3C 4C 5D 6D 7D 9H TH JH", ""), "KC", "KS"), "p p s")

    assert Knock(parse_card("KS")) in round_.legal_actions()
    assert play(round_, "KS").phase is Phase.DRAW


@pytest.mark.parametrize("moves", ["", "p", "p p", "p p s KS"])
def test_k4_a_dealt_gin_hand_must_wait_for_its_turn(moves):
    gin = "AC 2C 3C 4C 5D 6D 7D 9H TH JH", "AS 2S 3S 4S 8C 9C TC QH QD QS"
    round_ = play(start(gin, "KC", "KS"), moves)

    with pytest.raises(IllegalAction):
        round_.apply(Knock(parse_card("4C" if round_.turn == 0 else "4S")))


# K5, K6: the knocker's layout


@pytest.mark.parametrize("layout", ["free", "optimal"])
@pytest.mark.parametrize(
    ("spread", "off"),
    [(("2H 3H 4H", "TC JC QC"), "5H 6H"), (("3C 3D 3H", "TC JC QC"), "3S")],
)
def test_k5_of_two_equal_layouts_either_may_be_declared(layout, spread, off):
    result = showdown(
        TWO_WAYS,
        "5H 6H 9S 9D KD KS 8C 7D 4S 3S",
        rules=Rules(knocker_layout=layout),
        layout=melds(*spread),
    ).result()

    assert (set(result.showdown.spread), laid_off(result)) == (set(melds(*spread)), off)


def test_k5_where_none_is_declared_the_engine_chooses_by_m5():
    result = showdown(TWO_WAYS, "5H 6H 9S 9D KD KS 8C 7D 4S 3S").result()

    assert result.showdown.spread == melds("3C 3D 3H", "TC JC QC")


def test_k5_melds_may_be_declared_in_any_order():
    layout = melds("2H 3H 4H", "TC JC QC")

    result = showdown(TWO_WAYS, ODD_JUNK, layout=layout).result()

    assert result.showdown.spread == melds("TC JC QC", "2H 3H 4H")


WORSE = melds("QC QD QH QS", "JC JD JH")
"""Of a gin hand with A-2-3 of clubs: six points left loose."""


def test_k5_free_a_layout_with_more_than_the_minimum():
    result = showdown("QC QD QH QS JC JD JH AC 2C 3C", LOW_JUNK, layout=WORSE).result()

    assert counts(result)[0] == 6


def test_k5_optimal_refuses_it():
    rules = Rules(knocker_layout="optimal")

    with pytest.raises(IllegalAction, match=r"least deadwood, 0 \(K5\)"):
        showdown("QC QD QH QS JC JD JH AC 2C 3C", LOW_JUNK, rules=rules, layout=WORSE)


def test_k5_optimal_leaves_the_engines_layout_alone():
    rules = Rules(knocker_layout="optimal")

    result = showdown("QC QD QH QS JC JD JH AC 2C 3C", LOW_JUNK, rules=rules).result()

    assert result.finish is Finish.GIN


def test_k6_a_gin_hand_declared_as_a_knock_is_scored_as_one():
    """Six left, 6 + 6 + 4 + 4 + 8 + 8 + 40 = 76 against it: no bonus, and lay-offs are allowed."""
    result = showdown("QC QD QH QS JC JD JH AC 2C 3C", LOW_JUNK, layout=WORSE).result()

    assert (result.finish, points(result, Rules())) == (Finish.KNOCK, 76 - 6)


def test_k6_it_can_be_undercut():
    defender = "KC KD KH TC TD TH 8D 8H 8S AD"

    result = showdown("QC QD QH QS JC JD JH AC 2C 3C", defender, layout=WORSE).result()

    assert (result.finish, result.winner, result.margin) == (Finish.UNDERCUT, 1, 5)


# K7, K8, K9: gin and big gin

GIN = "AC 2C 3C 4C 5D 6D 7D 9H TH JH"
BIG = GIN + " QH"
BIG_RULES = Rules(big_gin_bonus=31)


def test_k7_nothing_loose_is_gin():
    result = showdown(GIN, JUNK).result()

    assert (result.finish, counts(result)) == (Finish.GIN, (0, 82))


def test_k8_big_gin_is_shown_without_a_discard():
    round_ = showdown(BIG, JUNK, rules=BIG_RULES)

    result = round_.result()
    assert (result.finish, round_.moves) == (Finish.BIG_GIN, "p p sb")
    assert sum(result.showdown.spread) == parse_hand(BIG)


def test_k8_it_is_never_compulsory():
    round_ = play(start((GIN, JUNK), "KH", "QH", rules=BIG_RULES), "p p s")

    assert round_.legal_actions()[-1] == BigGin()
    assert Discard(parse_card("QH")) in round_.legal_actions()
    assert play(round_, "kQH").result().finish is Finish.GIN


def test_k8_off_there_is_none():
    round_ = play(start((GIN, JUNK), "KH", "QH"), "p p s")

    assert BigGin() not in round_.legal_actions()
    with pytest.raises(IllegalAction, match="no big gin"):
        round_.apply(BigGin())


def test_k8_off_a_card_is_shed_for_gin():
    round_ = play(start((GIN, JUNK), "KH", "QH"), "p p s")

    assert knocks(round_) >= {"AC", "4C", "9H", "QH"}
    assert play(round_, "kAC").result().finish is Finish.GIN


def test_k8_t6_never_blocks_it():
    """QH was the upcard and may not go, but 9H may."""
    round_ = play(start((GIN, JUNK), "QH"), "t")

    assert "QH" not in knocks(round_)
    assert play(round_, "k9H").result().finish is Finish.GIN


def test_k8_eleven_cards_must_be_melded():
    round_ = play(start((GIN, JUNK), "KH", "KS", rules=BIG_RULES), "p p s")

    with pytest.raises(IllegalAction, match="not all eleven cards are melded"):
        round_.apply(BigGin())


def test_k8_a_bonus_of_zero_is_not_off():
    rules = Rules(big_gin_bonus=0)

    result = showdown(BIG, JUNK, rules=rules).result()

    assert (result.finish, points(result, rules)) == (Finish.BIG_GIN, 82)


@pytest.mark.parametrize("words", ["s k4C", "s kKS"])
def test_k9_the_first_knock_ends_the_hand(words):
    round_ = play(start((GIN, JUNK), "KH", "KS"), "p p " + words)

    assert (round_.phase, round_.legal_actions()) == (Phase.OVER, ())


# L1 to L3: what can be laid off


@pytest.mark.parametrize(
    ("knocker", "defender", "off", "left"),
    [
        # the fourth card of a set
        ("7C 7D 7H TS JS QS AC 2D 3H 4S", "7S 8S 9D KC KD 5C 6D 4H 2H JD", "7S", 64),
        # both ends of a run, one card after another
        ("5S 6S 7S KC KD KH AC 2D 3H 2C", "3S 4S 8S 9S JD JH QC 9D 6H 2H", "3S 4S 8S 9S", 47),
        # a four-card set takes nothing, and a run no card but the next
        ("QC QD QH QS 5S 6S 7S AC AD 2H", "9S TS JD KS 3S 9D 8H 7C 4C 2D", "", 72),
        # no run goes on above the king or below the ace
        ("JS QS KS AD 2D 3D 4H 2H AC AH", "AS 2S KD QD 9C 9H 7C 4C 5C 8H", "", 65),
    ],
)
def test_l2_what_fits_the_spread(knocker, defender, off, left):
    result = showdown(knocker, defender).result()

    assert (laid_off(result), counts(result)[1]) == (off, left)


def test_l2_o7_round_the_corner_it_does():
    """AS and 2S go on J-Q-K, KD and QD on A-2-3, under tedesco."""
    result = showdown(
        "JS QS KS AD 2D 3D 4H 2H AC AH",
        "AS 2S KD QD 9C 9H 7C 4C 5C 8H",
        rules=load_profile("tedesco").rules,
    ).result()

    assert (laid_off(result), counts(result)[1]) == ("QD KD AS 2S", 9 + 9 + 7 + 4 + 5 + 8)


def test_l3_nothing_fits_the_knockers_loose_cards():
    """4C 5C are loose: 6C and 3C make no run of them."""
    result = showdown("QC QD QH QS JC JD JH JS 4C 5C", "6C 3C KD KH TD TH 8D 8S 2H 2S").result()

    assert (laid_off(result), counts(result)) == ("", (9, 6 + 3 + 40 + 16 + 4))


def test_l3_the_knocker_lays_nothing_off():
    """6S would fit the defender's 7-8-9S; k stays 10 (EX-31)."""
    result = showdown("3C 3D 3H 9H TH JH 6S 2S AC AH", "7S 8S 9S KD KC QC 5D 5H 4S 2H").result()

    assert counts(result) == (10, 46)


# L4: who lays off

BOT = Rules(defender_layout="bot")


def test_l4_optimal_the_engine_finds_the_joint_minimum():
    """The eights are broken for it: 2C and 4S are left (EX-27)."""
    # Knocker spreads 9CTCJC KCKDKH and keeps AS AD 2H 3D: 7.   Defender holds
    #      A 2 3 4 5 6 7 8 9 T J Q K
    #   C  . 2 . . . . 7 8 . . . . .      Eights kept:   7C 2C 4S               = 13
    #   D  . . . . . . . 8 . . . Q .      Eights broken: 8C and 7C are laid off,
    #   H  . . . . . . . 8 . . . Q .                     2C 4S                  =  6
    #   S  . . . 4 . . . 8 . . . Q .
    result = showdown(TO_EIGHTS, EIGHTS).result()

    assert (result.finish, counts(result), laid_off(result)) == (Finish.UNDERCUT, (7, 6), "7C 8C")
    assert result.showdown.melds == melds("8D 8H 8S", "QD QH QS")


def asked(rules: Rules = BOT, knocker: str = TO_EIGHTS, *, seat: int = 0) -> Round:
    """Return a round in which the defender is asked for his lay-off."""
    round_ = showdown(knocker, EIGHTS, rules=rules, seat=seat)
    assert round_.phase is Phase.LAY_OFF
    return round_


@SEATS
def test_l4_bot_the_defender_is_asked(seat):
    round_ = asked(seat=seat)

    assert (round_.turn, round_.legal_actions()) == (1 - seat, (LAY_OFF_BEST,))
    assert round_.laid_down.knocker == seat
    assert round_.laid_down.spread == melds("9C TC JC", "KC KD KH")
    with pytest.raises(RuntimeError, match="goes on"):
        round_.result()


@SEATS
def test_l4_bot_no_answer_is_the_engines_minimum(seat):
    round_ = asked(seat=seat)

    round_.apply(LayOff())

    assert facts(round_) == facts(showdown(TO_EIGHTS, EIGHTS, seat=seat))


def test_l4_bot_the_defender_may_find_the_minimum_himself():
    round_ = asked()

    round_.apply(LayOff(melds("QD QH QS", "8D 8H 8S"), parse_hand("7C 8C")))

    assert facts(round_) == facts(showdown(TO_EIGHTS, EIGHTS))


def test_l4_bot_a_worse_declaration_counts_as_declared():
    """Four eights kept, nothing laid off: 7 + 2 + 4 = 13 against 7."""
    round_ = asked()

    round_.apply(LayOff(melds("8C 8D 8H 8S", "QD QH QS")))

    result = round_.result()
    assert (result.finish, result.margin, laid_off(result)) == (Finish.KNOCK, 6, "")


def test_l4_bot_nothing_melded_nothing_laid_off():
    round_ = asked()

    round_.apply(LayOff(()))

    assert counts(round_.result()) == (7, 32 + 7 + 2 + 30 + 4)


def test_l7_laying_off_is_optional():
    """8C goes, 7C stays: 7 + 2 + 4."""
    round_ = asked()

    round_.apply(LayOff(melds("8D 8H 8S", "QD QH QS"), parse_hand("8C")))

    assert (counts(round_.result()), laid_off(round_.result())) == ((7, 13), "8C")


def test_l4_bot_a_card_may_be_laid_off_only_where_the_next_one_is():
    """7C fits behind 8C alone."""
    round_ = asked()

    with pytest.raises(IllegalAction, match="do not all fit the spread"):
        round_.apply(LayOff(melds("8C 8D 8H 8S"), parse_hand("7C")))


GIN_TO_EIGHTS = "9C TC JC KC KD KH AC AD AH AS"
"""The same spread and four aces."""


def test_l4_bot_after_gin_melds_alone_are_declared():
    round_ = asked(knocker=GIN_TO_EIGHTS)

    round_.apply(LayOff(melds("8C 8D 8H 8S")))

    result = round_.result()
    assert (result.finish, counts(result)) == (Finish.GIN, (0, 7 + 2 + 30 + 4))


def test_l4_bot_after_gin_no_answer_is_the_engines_melds():
    round_ = asked(knocker=GIN_TO_EIGHTS)

    round_.apply(LayOff())

    assert counts(round_.result()) == (0, 13)


def test_l6_bot_after_gin_nothing_can_be_laid_off():
    round_ = asked(knocker=GIN_TO_EIGHTS)

    with pytest.raises(IllegalAction, match="L6"):
        round_.apply(LayOff(melds("8D 8H 8S"), parse_hand("8C")))


def test_l6_bot_unless_the_rules_allow_it():
    round_ = asked(BOT.replace({"layoff_on_gin": True}), GIN_TO_EIGHTS)

    round_.apply(LayOff(melds("8D 8H 8S", "QD QH QS"), parse_hand("7C 8C")))

    assert counts(round_.result()) == (0, 6)


def test_l4_bot_after_big_gin_too():
    round_ = asked(BOT.replace({"big_gin_bonus": 31}), GIN_TO_EIGHTS + " KS")

    round_.apply(LayOff())

    assert (round_.result().finish, counts(round_.result())) == (Finish.BIG_GIN, (0, 13))


def test_a_forfeit_after_the_knock_is_told_apart_from_it():
    round_ = asked()

    round_.forfeit()

    result = round_.result()
    assert (result.finish, result.winner) == (Finish.FORFEIT, 0)
    assert round_.moves.startswith("p p sk")
    assert round_.moves.endswith(" x")


# L6: lay-offs on gin


@pytest.mark.parametrize(("allowed", "off", "left"), [(False, "", 13), (True, "7C 8C", 6)])
def test_l6_lay_offs_on_gin_are_an_option(allowed, off, left):
    result = showdown(GIN_TO_EIGHTS, EIGHTS, rules=Rules(layoff_on_gin=allowed)).result()

    assert (result.finish, laid_off(result), counts(result)) == (Finish.GIN, off, (0, left))


@pytest.mark.parametrize(("allowed", "off", "left"), [(False, "", 13), (True, "7C 8C", 6)])
def test_l6_on_big_gin_as_on_gin(allowed, off, left):
    rules = Rules(layoff_on_gin=allowed, big_gin_bonus=31)

    result = showdown(GIN_TO_EIGHTS + " KS", EIGHTS, rules=rules).result()

    assert (result.finish, laid_off(result), counts(result)) == (Finish.BIG_GIN, off, (0, left))


# S1 to S7: points

BOTH_GIN = ("AC 2C 3C 4C 7D 8D 9D QD QH QS", "5H 6H 7H 8H TC TD TS KC KD KS")


@SEATS
@pytest.mark.parametrize("bonus", [20, 25])
def test_s1_gin_pays_the_knocker_though_the_defender_has_nothing_left(seat, bonus):
    rules = Rules(gin_bonus=bonus)

    result = showdown(*BOTH_GIN, rules=rules, seat=seat).result()

    assert (result.finish, result.winner, points(result, rules)) == (Finish.GIN, seat, bonus)


@SEATS
def test_s1_void_gin_then_nobody_scores(seat):
    rules = Rules(void_gin=True)

    result = showdown(*BOTH_GIN, rules=rules, seat=seat).result()

    assert (result.finish, result.winner, points(result, rules)) == (Finish.VOID_GIN, None, 0)
    assert counts(result, seat) == (0, 0)


def test_s1_void_gin_needs_a_defender_with_nothing_left():
    """An ace is left."""
    rules = Rules(void_gin=True)
    defender = BOTH_GIN[1].replace("5H", "AS")

    result = showdown(BOTH_GIN[0], defender, rules=rules).result()

    assert (result.finish, points(result, rules)) == (Finish.GIN, 26)


def test_s1_void_gin_by_lay_offs():
    """5C goes on the knocker's clubs: nothing is left where lay-offs on gin are allowed."""
    defender = "6H 7H 8H TC TD TS KC KD KS 5C"
    rules = Rules(void_gin=True, layoff_on_gin=True)

    result = showdown(BOTH_GIN[0], defender, rules=rules).result()

    assert (result.finish, laid_off(result)) == (Finish.VOID_GIN, "5C")


def test_s1_void_gin_is_of_gin_and_not_of_a_plain_knock():
    """A knock with 3 against nothing left is an undercut as ever."""
    rules = Rules(void_gin=True)
    knocker = "QC QD QH QS JC JD JH JS AC 2C"

    result = showdown(knocker, "5H 6H 7H 8H TC TD TS KC KD KS", rules=rules).result()

    assert (result.finish, points(result, rules)) == (Finish.UNDERCUT, 13)


@SEATS
def test_s2_the_lower_knocker_scores_the_difference(seat):
    result = showdown(TWO_WAYS, ODD_JUNK, seat=seat).result()

    assert (result.winner, points(result, Rules())) == (seat, 83 - 9)


@SEATS
@pytest.mark.parametrize("bonus", [10, 20, 25])
def test_s3_an_undercut_scores_for_the_defender(seat, bonus):
    rules = Rules(undercut_bonus=bonus)

    result = showdown(TO_EIGHTS, EIGHTS, rules=rules, seat=seat).result()

    assert (result.winner, points(result, rules)) == (1 - seat, 1 + bonus)


LEFT_8 = ("QC QD QH QS JC JD JH JS 3C 5C", "KC KD KH KS TC TD TH TS 2D 6D")


@SEATS
def test_s4_equal_counts_are_an_undercut(seat):
    result = showdown(*LEFT_8, seat=seat).result()

    assert (result.finish, result.winner, points(result, Rules())) == (
        Finish.UNDERCUT,
        1 - seat,
        10,
    )


@SEATS
def test_s4_no_score_equal_counts_are_nobodys(seat):
    rules = Rules(tie_rule="no_score")

    result = showdown(*LEFT_8, rules=rules, seat=seat).result()

    assert (result.finish, result.winner, points(result, rules)) == (Finish.TIE, None, 0)
    assert counts(result, seat) == (8, 8)


def test_s5_nothing_left_against_a_knock_brings_no_gin_bonus():
    result = showdown("QC QD QH QS JC JD JH JS AC 2C", "5H 6H 7H 8H TC TD TS KC KD KS").result()

    assert (result.finish, points(result, Rules())) == (Finish.UNDERCUT, 3 + 10)


@pytest.mark.parametrize("bonus", [31, 50])
def test_s6_big_gin_pays_its_own_bonus(bonus):
    rules = Rules(big_gin_bonus=bonus)

    assert points(showdown(BIG, JUNK, rules=rules).result(), rules) == 82 + bonus


@pytest.mark.parametrize(("upcard", "factor"), [("2S", 2), ("AH", 1)])
@pytest.mark.parametrize(
    ("knocker", "defender", "single"),
    [(TO_EIGHTS, EIGHTS, 11), (GIN, JUNK, 107), (TWO_WAYS, ODD_JUNK, 74)],
)
def test_s7_the_upcard_of_the_hand_doubles_whoever_scores(
    upcard, factor, knocker, defender, single
):
    rules = Rules(spade_double=True)

    result = showdown(knocker, defender, rules=rules, upcard=upcard).result()

    assert points(result, rules) == single * factor


def test_s7_it_is_the_upcard_though_it_was_taken():
    """7S was taken and kept; 5C is laid off, 75 - 3 are doubled all the same."""
    rules = Rules(spade_double=True)
    hands = ("7C 7D 7H AC 2C 3C 4C 2H AH KS", "KC KD QC QS 9C 9D 6H 6D 5C 5H")

    result = play(start(hands, "7S", rules=rules), "t kKS").result()

    assert (laid_off(result), points(result, rules)) == ("5C", 144)


# Oklahoma, straight gin, round the corner

FIVE_LEFT = "QC QD QH QS JC JD JH JS 2C 3C"
FOUR_LEFT = "QC QD QH QS JC JD JH JS AC 3C"
ONE_LEFT = "4C 4D 4H 7C 7D 7H TC TD TH AC"


@pytest.mark.parametrize("oklahoma", ["ace_gin", "ace_one"])
def test_o1_the_upcard_is_the_knock_limit(oklahoma):
    rules = Rules(oklahoma=oklahoma)

    assert showdown(FOUR_LEFT, LOW_JUNK, rules=rules, upcard="4S").phase is Phase.OVER
    with pytest.raises(IllegalAction, match="limit of 4"):
        showdown(FIVE_LEFT, LOW_JUNK, rules=rules, upcard="4S")


def test_o1_off_it_is_not():
    assert showdown(FIVE_LEFT, LOW_JUNK, upcard="4S").phase is Phase.OVER


def test_o1_ace_gin_an_ace_means_gin_only():
    rules = Rules(oklahoma="ace_gin")

    assert showdown(GIN, JUNK, rules=rules, upcard="AS").result().finish is Finish.GIN
    with pytest.raises(IllegalAction, match="limit of 0"):
        showdown(ONE_LEFT, HIGH_JUNK, rules=rules, upcard="AS")


def test_o1_ace_one_an_ace_means_one():
    rules = Rules(oklahoma="ace_one")
    defender = HIGH_JUNK

    assert showdown(ONE_LEFT, defender, rules=rules, upcard="AS").phase is Phase.OVER
    with pytest.raises(IllegalAction, match="limit of 1"):
        showdown(FOUR_LEFT, LOW_JUNK, rules=rules, upcard="AS")


def test_o1_the_limit_stays_when_the_upcard_is_taken():
    """4S is taken by seat 0; the limit of 4 holds for seat 1 later."""
    rules = Rules(oklahoma="ace_gin")
    round_ = play(start((LOW_JUNK, FIVE_LEFT), "4S", "KC", rules=rules), "t KH s")

    with pytest.raises(IllegalAction, match="limit of 4"):
        round_.apply(Knock(parse_card("KC")))


def test_o4_straight_gin_is_gin_only():
    rules = load_profile("straight").rules

    assert showdown(GIN, JUNK, rules=rules).result().finish is Finish.GIN
    with pytest.raises(IllegalAction, match="limit of 0"):
        showdown(ONE_LEFT, HIGH_JUNK, rules=rules)


@pytest.mark.parametrize("ace_mode", ["low", "corner"])
def test_c3_o5_a_run_round_the_corner_is_declared(ace_mode):
    rules = Rules(ace_mode=ace_mode)
    knocker = "KS AS 2S QC QD QH JC JD JH 4C"
    layout = melds("KS AS 2S", "QC QD QH", "JC JD JH")

    if ace_mode == "corner":
        result = showdown(knocker, LOW_JUNK, rules=rules, layout=layout).result()
        assert counts(result)[0] == 4
        return
    with pytest.raises(IllegalAction, match="must be a set or a run"):
        showdown(knocker, LOW_JUNK, rules=rules, layout=layout)


@pytest.mark.parametrize("ace_value", [1, 15])
def test_o6_a_loose_ace_of_15_bars_a_knock(ace_value):
    rules = Rules(ace_mode="corner", ace_value=ace_value)
    defender = HIGH_JUNK

    if ace_value == 1:
        assert showdown(ONE_LEFT, defender, rules=rules).phase is Phase.OVER
        return
    with pytest.raises(IllegalAction, match="15 points of deadwood"):
        showdown(ONE_LEFT, defender, rules=rules)


def test_o6_a_loose_ace_of_15_counts_against_the_defender():
    rules = Rules(ace_mode="corner", ace_value=15)

    result = showdown(GIN, "AS AH KD KS 9C 9D 7H 7S 5C 5H", rules=rules).result()

    assert counts(result)[1] == 30 + 20 + 18 + 14 + 10
