"""Cards and hands as numbers and as text (C1, C2), and deals (D2, D3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.gin.cards import (
    BIT,
    NAMES,
    PACK,
    CardError,
    cards_of,
    format_card,
    format_cards,
    format_hand,
    hand_of,
    parse_card,
    parse_cards,
    parse_hand,
)
from arena.gin.deal import Deal
from arena.gin.melding import tables_for

from . import naive
from .stacking import stacked_deal
from .strategies import BOUNDED


def test_c1_the_pack_has_52_cards_suit_by_suit():
    assert list(NAMES) == naive.PACK


def test_c1_a_card_is_13_times_suit_plus_rank():
    assert [parse_card(name) for name in ("AC", "KC", "AD", "TD", "AH", "AS", "KS")] == [
        0, 12, 13, 22, 26, 39, 51,
    ]  # fmt: skip


@pytest.mark.parametrize("card", range(52))
def test_format_and_parse_of_a_card_are_inverse(card):
    assert parse_card(format_card(card)) == card


@pytest.mark.parametrize("text", ["td", "Td", "tD"])
def test_letters_may_be_small(text):
    assert parse_card(text) == 22


@pytest.mark.parametrize(
    "text",
    [
        "",
        "T",
        "D",
        "10D",
        "1D",
        "DT",
        "TDX",
        "T D",
        "TX",
        "0D",
        " TD",
        "TD ",
        "TD\n",
        "\U0001f0a1",
        "a\u017f",
        "K\u03c2",
    ],
)
def test_a_text_that_names_no_card_is_refused(text):
    with pytest.raises(CardError, match="is not a card"):
        parse_card(text)


@pytest.mark.parametrize("text", ["AC AC", "AC ac", "AC 2C 3C AC"])
def test_a_card_cannot_stand_twice(text):
    with pytest.raises(CardError, match="AC stands twice"):
        parse_cards(text)


@pytest.mark.parametrize("text", ["AC 2", "A", "AC2C3", "AC,2C", "AC xx"])
def test_a_text_with_half_a_card_is_refused(text):
    with pytest.raises(CardError, match="is not a card"):
        parse_hand(text)


def test_cards_keep_their_order_a_hand_does_not():
    assert format_cards(parse_cards("KD AC TD")) == "KDACTD"
    assert format_hand(parse_hand("KD AC TD")) == "ACTDKD"


@pytest.mark.parametrize("text", ["5H6H", "5H 6H", " 5H\t6H\n", "5h6h", "5 H 6 H"])
def test_blanks_between_cards_are_free(text):
    assert parse_cards(text) == [30, 31]


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_no_cards_are_an_empty_hand(text):
    assert (parse_cards(text), parse_hand(text), format_hand(0)) == ([], 0, "")


def test_a_hand_is_a_bit_for_each_card():
    assert list(BIT) == [1 << card for card in range(52)]
    assert hand_of(range(52)) == PACK == (1 << 52) - 1


@BOUNDED
@given(st.sets(st.integers(0, 51)))
def test_format_and_parse_of_a_hand_are_inverse(cards):
    hand = hand_of(cards)

    assert parse_hand(format_hand(hand)) == hand
    assert parse_hand(format_hand(hand, " ")) == hand
    assert list(cards_of(hand)) == sorted(cards)


@pytest.mark.parametrize("ace", [1, 15])
def test_c2_o6_values_of_loose_cards(ace):
    values = tables_for(ace, wraps=False).values

    assert list(values) == [ace, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


def test_d2_d3_cards_go_to_the_seats_in_turn():
    """Even places to seat 0, odd ones to seat 1, the 21st card is the upcard; whoever deals."""
    deck = bytes(range(52))

    for dealer in (0, 1):
        deal = Deal(dealer, deck)
        assert deal.hands() == (hand_of(range(0, 20, 2)), hand_of(range(1, 20, 2)))
        assert deal.upcard == 20


def test_a_stacked_deal_puts_the_named_cards_where_they_are_wanted():
    deal = stacked_deal(("AS 2S", "KS QS JS"), "7H", ("5C 6C", "TD 9D"))

    hands = deal.hands()
    assert parse_hand("AS 2S") & ~hands[0] == 0
    assert parse_hand("KS QS JS") & ~hands[1] == 0
    assert format_card(deal.upcard) == "7H"
    assert format_cards([*deal.deck[21:23], deal.deck[51], deal.deck[50]]) == "5C6CTD9D"
    assert deal.stock == "per_seat"
