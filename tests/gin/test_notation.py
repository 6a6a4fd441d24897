"""The text of moves: every token and back, and nothing else (log schema `arena.log/1`)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.gin.actions import BigGin, Discard, Draw, Knock, Offer
from arena.gin.cards import NAMES
from arena.gin.notation import (
    NotationError,
    Turn,
    answers_of,
    format_turn,
    parse_moves,
    parse_turn,
)

from .strategies import BOUNDED

KH, C9, D7 = 38, 8, 19
EVERY_TOKEN = [
    "p", "x", "s", "sx", "tx", "sb", "tb",
    *[source + knock + card for source in "st" for knock in ("", "k") for card in NAMES],
]  # fmt: skip


@pytest.mark.parametrize(
    ("token", "turn"),
    [
        ("p", Turn("", None, is_pass=True)),
        ("sKH", Turn("s", Discard(KH))),
        ("t9C", Turn("t", Discard(C9))),
        ("sk7D", Turn("s", Knock(D7))),
        ("tk7D", Turn("t", Knock(D7))),
        ("sb", Turn("s", BigGin())),
        ("tb", Turn("t", BigGin())),
        ("s", Turn("s", None)),
        ("x", Turn("", None, is_fault=True)),
        ("sx", Turn("s", None, is_fault=True)),
        ("tx", Turn("t", None, is_fault=True)),
    ],
)
def test_what_a_token_means(token, turn):
    assert parse_turn(token) == turn


def test_format_and_parse_are_inverse_for_every_token():
    assert [format_turn(parse_turn(token)) for token in EVERY_TOKEN] == EVERY_TOKEN


@pytest.mark.parametrize(
    "token",
    [
        "", "t", "k", "b", "st", "pp", "sp", "tp", "px", "xx", "KH", "kKH", "sK", "sKHx", "sKH\n",
        "SKH", "skh", "s10D", "skkKH", "sbx", "sxb", " s", "s ", "ss", "tt", "sk", "tk", "skb",
        "sKHKH", "x9C", "s9\u0421",  # the last one ends in a Cyrillic letter
    ],
)  # fmt: skip
def test_a_text_that_is_no_token_is_refused(token):
    with pytest.raises(NotationError, match="is no move"):
        parse_turn(token)


@pytest.mark.parametrize("text", [" ", "p  p", " p", "p ", "p\tp", "p\np", "p,p"])
def test_tokens_are_separated_by_one_space(text):
    with pytest.raises(NotationError, match="is no move"):
        parse_moves(text)


def test_no_moves_are_an_empty_text():
    assert parse_moves("") == []


@BOUNDED
@given(st.lists(st.sampled_from(EVERY_TOKEN), min_size=1))
def test_format_and_parse_are_inverse_for_moves(tokens):
    assert [format_turn(turn) for turn in parse_moves(" ".join(tokens))] == tokens


@BOUNDED
@given(st.text(alphabet="pstkxb9TKCDHS \n", max_size=8))
def test_whatever_parses_is_written_the_same_way(text):
    try:
        turns = parse_moves(text)
    except NotationError:
        return
    assert " ".join(format_turn(turn) for turn in turns) == text


@pytest.mark.parametrize(
    ("token", "is_offer", "answers"),
    [
        ("p", True, [Offer.PASS]),
        ("t9C", True, [Offer.TAKE, Discard(C9)]),
        ("t9C", False, [Draw.PILE, Discard(C9)]),
        ("tk9C", True, [Offer.TAKE, Knock(C9)]),
        ("sKH", False, [Draw.STOCK, Discard(KH)]),
        ("sb", False, [Draw.STOCK, BigGin()]),
        ("s", False, [Draw.STOCK]),
    ],
)
def test_the_answers_that_a_token_stands_for(token, is_offer, answers):
    assert answers_of(parse_turn(token), is_offer=is_offer) == answers
