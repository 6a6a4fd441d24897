"""Illegal answers: each raises `IllegalAction`, whatever it is made of, and changes nothing."""

import enum
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from arena.gin.actions import BigGin, Discard, Draw, IllegalAction, Knock, LayOff, Offer, Phase
from arena.gin.cards import format_hand, parse_card, parse_hand
from arena.gin.round import Round
from arena.gin.rules import Rules

from .stacking import draw_down, melds, play, showdown, snapshot, start

GIN = ("AC 2C 3C 4C 5D 6D 7D 9H TH JH", "AS 2S 3S 4S 8C 9C TC QH QD QS")
OFFERED = Rules(stock_end="last_discard_offer")
BOT = Rules(defender_layout="bot")

PHASES: dict[Phase, Callable[[], Round]] = {
    Phase.FIRST_OFFER: lambda: start(GIN, "KC"),
    Phase.SECOND_OFFER: lambda: play(start(GIN, "KC"), "p"),
    Phase.FORCED_STOCK: lambda: play(start(GIN, "KC"), "p p"),
    Phase.DRAW: lambda: play(start(GIN, "KC", "KS"), "p p s KS"),
    Phase.PLAY: lambda: play(start(GIN, "KC"), "t"),
    Phase.LAST_OFFER: lambda: draw_down(start(GIN, "KC", rules=OFFERED), 2),
    Phase.LAST_PLAY: lambda: play(draw_down(start(GIN, "KC", rules=OFFERED), 2), "t"),
    Phase.LAY_OFF: lambda: asked(TO_EIGHTS),
    Phase.OVER: lambda: play(start(GIN, "KC", "KS"), "p p s kKS"),
}

FITTING: dict[Phase, tuple[type, ...]] = {
    Phase.FIRST_OFFER: (Offer,),
    Phase.SECOND_OFFER: (Offer,),
    Phase.FORCED_STOCK: (),  # but Draw.STOCK, which is tested in test_round
    Phase.DRAW: (Draw,),
    Phase.PLAY: (Discard, Knock),
    Phase.LAST_OFFER: (Offer,),
    Phase.LAST_PLAY: (Knock,),
    Phase.LAY_OFF: (LayOff,),
    Phase.OVER: (),
}


TO_EIGHTS = "9C TC JC KC KD KH AS AD 2H 3D"


def asked(knocker: str = TO_EIGHTS) -> Round:
    """Return a round in which seat 1 is asked for his lay-off against 9CTCJC KCKDKH (EX-27)."""
    return showdown(knocker, "8C 8D 8H 8S 7C 2C QD QH QS 4S", rules=BOT)


def refuses(round_: Round, action: object) -> None:
    """Check that an action is refused and that the round is as it was."""
    before = snapshot(round_)
    with pytest.raises(IllegalAction):
        round_.apply(action)
    assert snapshot(round_) == before


# Things that are no answers


class Raising:
    """An object whose every special method raises."""

    def __raise(self, *_: object) -> Any:
        raise RuntimeError("foreign code ran")

    __repr__ = __str__ = __eq__ = __ne__ = __hash__ = __bool__ = __len__ = __iter__ = __raise
    __int__ = __index__ = __and__ = __rand__ = __xor__ = __rxor__ = __lt__ = __gt__ = __raise
    __le__ = __ge__ = __format__ = __contains__ = __getitem__ = __call__ = __raise
    __rshift__ = __rrshift__ = __lshift__ = __rlshift__ = __getattr__ = __raise
    __instancecheck__ = __bytes__ = __float__ = __or__ = __ror__ = __sub__ = __rsub__ = __raise


class NoClass:
    """An object that raises when asked for its class."""

    @property
    def __class__(self) -> Any:
        raise RuntimeError("foreign code ran")


class Pretender:
    """An object that says it is an int."""

    @property
    def __class__(self) -> Any:
        return int


class RaisingType(type):
    """A class of classes that cannot be compared, hashed or shown."""

    def __raise(cls, *_: object) -> Any:
        raise RuntimeError("foreign code ran")

    __repr__ = __str__ = __eq__ = __ne__ = __hash__ = __instancecheck__ = __raise


class OddInt(int, metaclass=RaisingType):
    """An int of such a class."""


class OddText(str, metaclass=RaisingType):
    """A text of such a class."""

    __slots__ = ()


class MyInt(int):
    """An int, but not quite."""


class MyDiscard(Discard):
    """A discard with a class of its own."""


class MyKnock(Knock):
    pass


class MyLayOff(LayOff):
    pass


class MyBigGin(BigGin):
    pass


class MyTuple(tuple):
    __slots__ = ()


class Numbers(enum.IntEnum):
    FOUR = 4


class Pair(NamedTuple):
    first: int
    second: int


FOREIGN: dict[str, Callable[[], object]] = {
    "none": lambda: None,
    "true": lambda: True,
    "false": lambda: False,
    "zero": lambda: 0,
    "one": lambda: 1,
    "minus_one": lambda: -1,
    "huge": lambda: 10**5000,
    "huge_negative": lambda: -(10**5000),
    "float": lambda: 1.0,
    "nan": lambda: float("nan"),
    "text_pass": lambda: "pass",
    "text_stock": lambda: "stock",
    "text_token": lambda: "sKH",
    "text_long": lambda: "x" * 1_000_000,
    "text_surrogate": lambda: "\ud800",
    "bytes": lambda: b"pass",
    "list": list,
    "dict": dict,
    "tuple_of_actions": lambda: (Offer.PASS, Offer.TAKE),
    "object": object,
    "class_offer": lambda: Offer,
    "class_discard": lambda: Discard,
    "class_big_gin": lambda: BigGin,
    "phase": lambda: Phase.DRAW,
    "raising": Raising,
    "no_class": NoClass,
    "pretender": Pretender,
    "odd_int": lambda: OddInt(3),
    "odd_text": lambda: OddText("pass"),
    "odd_class": lambda: OddInt,
    "exception": lambda: IllegalAction("no"),
    "own_discard": lambda: MyDiscard(parse_card("4C")),
    "own_knock": lambda: MyKnock(parse_card("4C")),
    "own_lay_off": MyLayOff,
    "own_big_gin": MyBigGin,
}

ACTIONS: dict[str, Callable[[], object]] = {
    "pass": lambda: Offer.PASS,
    "take": lambda: Offer.TAKE,
    "stock": lambda: Draw.STOCK,
    "pile": lambda: Draw.PILE,
    "discard": lambda: Discard(parse_card("4C")),
    "knock": lambda: Knock(parse_card("4C")),
    "big_gin": BigGin,
    "lay_off": LayOff,
}


@pytest.mark.parametrize("phase", Phase, ids=[phase.name for phase in Phase])
def test_the_rounds_below_are_in_the_phases_they_stand_for(phase):
    assert PHASES[phase]().phase is phase


@pytest.mark.parametrize("phase", Phase, ids=[phase.name for phase in Phase])
@pytest.mark.parametrize("foreign", FOREIGN)
def test_what_is_no_action_is_refused(phase, foreign):
    refuses(PHASES[phase](), FOREIGN[foreign]())


@pytest.mark.parametrize("phase", Phase, ids=[phase.name for phase in Phase])
@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_of_another_phase_is_refused(phase, action):
    made = ACTIONS[action]()
    if type(made) in FITTING[phase] or (phase is Phase.FORCED_STOCK and made is Draw.STOCK):
        return
    refuses(PHASES[phase](), made)


def test_a_refusal_names_the_class_of_a_foreign_object():
    with pytest.raises(IllegalAction, match=r"a Raising$"):
        start(GIN, "KC").apply(Raising())


def test_a_refusal_is_short():
    long_name = type("A" * 100_000, (), {})

    for said in (10**5000, "x" * 1_000_000, [0] * 1_000_000, b"x" * 1_000_000, long_name()):
        with pytest.raises(IllegalAction) as caught:
            start(GIN, "KC").apply(said)
        assert len(str(caught.value)) < 200


# Cards that are none

NO_CARDS: dict[str, Callable[[], object]] = {
    "none": lambda: None,
    "true": lambda: True,  # 2C, which is held
    "false": lambda: False,  # AC, which is held
    "minus_one": lambda: -1,
    "fifty_two": lambda: 52,
    "sixty_four": lambda: 64,
    "huge": lambda: 10**5000,
    "huge_negative": lambda: -(10**5000),
    "float": lambda: 3.0,
    "text": lambda: "4C",
    "int_of_another_class": lambda: MyInt(3),
    "enum": lambda: Numbers.FOUR,
    "list": lambda: [3],
    "raising": Raising,
    "no_class": NoClass,
    "pretender": Pretender,
    "odd_int": lambda: OddInt(3),
    "not_held": lambda: parse_card("KS"),
    "the_opponents": lambda: parse_card("AS"),
    "barred": lambda: parse_card("KC"),  # T6
}


@pytest.mark.parametrize("card", NO_CARDS)
def test_t6_a_discard_of_a_card_that_cannot_go_is_refused(card):
    refuses(PHASES[Phase.PLAY](), Discard(NO_CARDS[card]()))


@pytest.mark.parametrize("card", NO_CARDS)
def test_t6_a_knock_with_a_card_that_cannot_go_is_refused(card):
    refuses(PHASES[Phase.PLAY](), Knock(NO_CARDS[card]()))


@pytest.mark.parametrize("card", NO_CARDS)
def test_t6_so_is_one_with_melds(card):
    """Whatever the melds; those declared here are right for 4C."""
    refuses(
        PHASES[Phase.PLAY](),
        Knock(NO_CARDS[card](), melds("AC 2C 3C", "5D 6D 7D", "9H TH JH")),
    )


def test_v6_every_card_is_refused_as_a_discard_of_the_last_play():
    round_ = PHASES[Phase.LAST_PLAY]()

    for card in range(52):
        refuses(round_, Discard(card))


# Melds that are none: 4C is thrown of GIN[0] and KC

NO_MELDS: dict[str, Callable[[], object]] = {
    "list": lambda: list(melds("AC 2C 3C", "5D 6D 7D", "9H TH JH")),
    "set": lambda: set(melds("AC 2C 3C", "5D 6D 7D", "9H TH JH")),
    "iterator": lambda: iter(melds("AC 2C 3C", "5D 6D 7D", "9H TH JH")),
    "tuple_of_another_class": lambda: MyTuple(melds("AC 2C 3C", "5D 6D 7D", "9H TH JH")),
    "namedtuple": lambda: Pair(*melds("AC 2C 3C", "5D 6D 7D")),
    "dict": lambda: dict.fromkeys(melds("AC 2C 3C", "5D 6D 7D", "9H TH JH")),
    "text": lambda: "AC2C3C",
    "a_meld_alone": lambda: parse_hand("AC 2C 3C"),
    "true": lambda: True,
    "raising": Raising,
    "no_class": NoClass,
    "lists_of_cards": lambda: ([0, 1, 2], [17, 18, 19]),
    "tuples_of_cards": lambda: ((0, 1, 2), (17, 18, 19), (34, 35, 36)),
    "texts": lambda: ("AC2C3C", "5D6D7D", "9HTHJH"),
    "none_inside": lambda: (*melds("AC 2C 3C", "5D 6D 7D", "9H TH JH"), None),
    "true_inside": lambda: (*melds("AC 2C 3C", "5D 6D 7D", "9H TH JH"), True),
    "zero_inside": lambda: (*melds("AC 2C 3C", "5D 6D 7D", "9H TH JH"), 0),
    "minus_one_inside": lambda: (*melds("AC 2C 3C", "5D 6D 7D", "9H TH JH"), -1),
    "huge_inside": lambda: (*melds("AC 2C 3C", "5D 6D 7D", "9H TH JH"), 10**5000),
    "raising_inside": lambda: (*melds("AC 2C 3C", "5D 6D 7D", "9H TH JH"), Raising()),
    "no_class_inside": lambda: (*melds("AC 2C 3C", "5D 6D 7D", "9H TH JH"), NoClass()),
    "float_inside": lambda: (7.0, *melds("5D 6D 7D", "9H TH JH")),
    "int_of_another_class_inside": lambda: (MyInt(7), *melds("5D 6D 7D", "9H TH JH")),
    "odd_int_inside": lambda: (OddInt(7), *melds("5D 6D 7D", "9H TH JH")),
    "two_cards": lambda: melds("AC 2C", "5D 6D 7D", "9H TH JH"),
    "one_card": lambda: melds("AC 2C 3C", "5D 6D 7D", "9H TH JH", "KC"),
    "a_gap": lambda: melds("AC 3C KC", "5D 6D 7D", "9H TH JH"),
    "round_the_corner": lambda: melds("AC 2C KC", "5D 6D 7D", "9H TH JH"),
    "two_suits": lambda: melds("AC 2C 3C", "5D 6D 9H"),
    "two_melds_in_one": lambda: melds("AC 2C 3C 5D 6D 7D", "9H TH JH"),
    "all_in_one": lambda: melds("AC 2C 3C 5D 6D 7D 9H TH JH"),
    "with_the_thrown_card": lambda: melds("AC 2C 3C 4C", "5D 6D 7D", "9H TH JH"),
    "overlapping": lambda: melds("AC 2C 3C", "5D 6D 7D", "9H TH JH", "AC 2C 3C"),
    "overlapping_in_a_card": lambda: melds("AC 2C 3C", "5D 6D 7D", "6D 7D 8D", "9H TH JH"),
    "not_held": lambda: melds("AC 2C 3C", "5D 6D 7D", "9H TH JH", "KD KH KS"),
    "held_in_part": lambda: melds("AC 2C 3C", "5D 6D 7D", "9H TH JH QH"),
    "the_opponents": lambda: melds("AC 2C 3C", "5D 6D 7D", "AS 2S 3S"),
    "bits_beyond_the_pack": lambda: (7 << 52, *melds("5D 6D 7D", "9H TH JH")),
    "over_the_limit": lambda: melds("AC 2C 3C", "5D 6D 7D"),  # 9H TH JH KC: 39
    "no_melds": lambda: (),
}


def test_the_melds_below_are_right_but_for_what_is_wrong_with_them():
    round_ = PHASES[Phase.PLAY]()

    round_.apply(Knock(parse_card("4C"), melds("AC 2C 3C", "5D 6D 7D", "9H TH JH")))

    assert round_.phase is Phase.OVER


@pytest.mark.parametrize("declared", NO_MELDS)
def test_m1_m2_k2_a_knock_with_melds_that_are_none_is_refused(declared):
    refuses(PHASES[Phase.PLAY](), Knock(parse_card("4C"), NO_MELDS[declared]()))


@pytest.mark.parametrize("declared", NO_MELDS)
def test_v6_so_it_is_with_the_last_discard(declared):
    """Seat 1 holds other cards, so that nothing in the list is right for him."""
    refuses(PHASES[Phase.LAST_PLAY](), Knock(parse_card("4S"), NO_MELDS[declared]()))


def test_k5_overlapping_melds_of_four_and_three():
    """A card in a set and in a run: 7H cannot be in both (EX-05)."""
    hands = ("7C 7D 7H 8H 9H QC QD QH AC 2C", "")
    round_ = play(start(hands, "KC", "KS"), "p p s")

    refuses(round_, Knock(parse_card("KS"), melds("7C 7D 7H", "7H 8H 9H", "QC QD QH")))


# Lay-offs that are none: seat 1 holds 8C 8D 8H 8S 7C 2C QD QH QS 4S against 9CTCJC KCKDKH

QUEENS = "QD QH QS"
NO_LAY_OFFS: dict[str, Callable[[], LayOff]] = {
    "cards_true": lambda: LayOff(melds(QUEENS), True),
    "cards_false": lambda: LayOff(melds(QUEENS), False),
    "cards_none": lambda: LayOff(melds(QUEENS), None),
    "cards_float": lambda: LayOff(melds(QUEENS), 0.0),
    "cards_minus_one": lambda: LayOff(melds(QUEENS), -1),
    "cards_huge": lambda: LayOff(melds(QUEENS), 10**5000),
    "cards_huge_negative": lambda: LayOff(melds(QUEENS), -(10**5000)),
    "cards_list": lambda: LayOff(melds(QUEENS), [7]),
    "cards_text": lambda: LayOff(melds(QUEENS), "8C"),
    "cards_int_of_another_class": lambda: LayOff(melds(QUEENS), MyInt(parse_hand("8C"))),
    "cards_raising": lambda: LayOff(melds(QUEENS), Raising()),
    "cards_no_class": lambda: LayOff(melds(QUEENS), NoClass()),
    "cards_odd_int": lambda: LayOff(melds(QUEENS), OddInt(0)),
    "no_melds_cards_false": lambda: LayOff(None, False),
    "no_melds_cards_raising": lambda: LayOff(None, Raising()),
    "no_melds_cards_no_class": lambda: LayOff(None, NoClass()),
    "not_held": lambda: LayOff(melds(QUEENS), parse_hand("QC")),
    "the_knockers_own": lambda: LayOff(melds(QUEENS), parse_hand("AS")),
    "in_an_own_meld": lambda: LayOff(melds("8C 8D 8H 8S", QUEENS), parse_hand("8C")),
    "beside_a_gap": lambda: LayOff(melds("8C 8D 8H", QUEENS), parse_hand("7C")),
    "fits_nothing": lambda: LayOff(melds(QUEENS), parse_hand("4S")),
    "one_fits_one_does_not": lambda: LayOff(melds(QUEENS), parse_hand("8C 4S")),
    "bits_beyond_the_pack": lambda: LayOff(melds(QUEENS), 1 << 60),
    "melds_list": lambda: LayOff(list(melds(QUEENS))),
    "melds_tuple_of_another_class": lambda: LayOff(MyTuple(melds(QUEENS))),
    "melds_true": lambda: LayOff(True),
    "melds_raising": lambda: LayOff(Raising()),
    "melds_no_class": lambda: LayOff(NoClass()),
    "melds_huge_inside": lambda: LayOff((10**5000,)),
    "melds_raising_inside": lambda: LayOff((Raising(),)),
    "melds_true_inside": lambda: LayOff((True,)),
    "melds_two_cards": lambda: LayOff(melds("8C 8D")),
    "melds_not_held": lambda: LayOff(melds("QC QD QH QS")),
    "melds_overlapping": lambda: LayOff(melds("8C 8D 8H", "8D 8H 8S")),
    "melds_twice": lambda: LayOff(melds(QUEENS, QUEENS)),
    "melds_the_knockers": lambda: LayOff(melds("9C TC JC")),
    "melds_through_the_spread": lambda: LayOff(melds("7C 8C 9C")),
}


@pytest.mark.parametrize("declared", NO_LAY_OFFS)
def test_l1_l2_a_lay_off_that_is_none_is_refused(declared):
    refuses(asked(), NO_LAY_OFFS[declared]())


@pytest.mark.parametrize("card", ["8C", "8C 7C"])
def test_l6_after_gin_nothing_is_laid_off(card):
    refuses(asked("9C TC JC KC KD KH AC AD AH AS"), LayOff(melds(QUEENS), parse_hand(card)))


def test_after_a_refusal_the_right_answer_is_still_taken():
    round_ = asked()
    for declared in NO_LAY_OFFS.values():
        refuses(round_, declared())

    round_.apply(LayOff(melds("8D 8H 8S", QUEENS), parse_hand("7C 8C")))

    assert format_hand(round_.result().showdown.laid_off, " ") == "7C 8C"
