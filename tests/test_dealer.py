"""The contract `deal/1`: decks, first dealers and bot seeds from a seed (design 4)."""

from hashlib import blake2b
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bot import Bot, SeriesInfo
from arena.dealer import Dealer, unrank
from arena.gin.cards import format_cards, parse_cards
from arena.gin.deal import Stock
from arena.gin.rules import Rules
from arena.record import FaultPolicy
from arena.schedule import Schedule
from arena.table.driver import play_inline
from arena.table.table import Setting, Table
from tests.gin.strategies import BOUNDED

DECKS = {
    ("0", 0, 0): """
        2H 4C TH 8C 3D 4S 8H 5C 5H 8S 3C AC JS TC 7H 8D 5D 9H AD 5S KS 2D 2S 9D QS 2C
        JC KC TS KH QH 6C QC 4H 7D 6S TD AS 7S 3S KD 7C JD 9S JH 6H 9C QD AH 3H 4D 6D
    """,
    ("0", 0, 1): """
        8C KS 9S 4C 7D QS 6C 4D 5C JC 7C 9C 8H 9H 5D JS JH QD 6H KC 6D 2H 7S 3D 3C TH
        8D JD 4H KD TC 6S AS 7H QC 2S 3H 2C 2D 9D 3S 4S AC TD TS 5H QH AH 5S 8S AD KH
    """,
    ("2026", 3, 14): """
        KD 5C TH QC 8C 7S TD 3C 4D 3S 9H KH 2S 2D JC 8S 9C 6H AD KS 6C 4S JD 9D 5H 4H
        5D 4C 6S QH QS QD TS 8D 2C 7C 3H TC 7D 2H 3D AH JH 6D 5S 8H JS 7H 9S AC AS KC
    """,
    ("finals-\N{GREEK SMALL LETTER ALPHA}", 0, 0): """
        6H JC 5C 8D TH 5H AC QH 9C 3C 6S 2C 9D 4C JD 6D TC 2D KH QS AS 2S 8S TS 5S KD
        QD 6C TD 7S 7C 3S 2H JH 8C 4S 9S KC QC 5D 7H 4D KS 4H AH JS 9H 8H 3D 7D 3H AD
    """,
}
FIRST_DEALERS = [("0", "001110100100"), ("2026", "100011110010")]


def drawn(seed: str, path: str, size: int) -> bytes:
    """Return the bytes of a path by the text of the contract, apart from the project's code."""
    key = blake2b(seed.encode("utf-8"), digest_size=32, person=b"hollywood-arena").digest()
    return blake2b(path.encode("utf-8"), key=key, digest_size=size).digest()


@pytest.mark.parametrize(("deal", "cards"), DECKS.items(), ids=str)
def test_decks_are_those_of_the_contract(deal: tuple[str, int, int], cards: str) -> None:
    seed, index, number = deal
    assert format_cards(Dealer(seed).deck(index, number), " ") == " ".join(cards.split())


@pytest.mark.parametrize(("seed", "seats"), FIRST_DEALERS)
def test_first_dealers_are_those_of_the_contract(seed: str, seats: str) -> None:
    dealer = Dealer(seed)
    assert "".join(str(dealer.first_dealer(index)) for index in range(12)) == seats


def test_the_vectors_name_every_card_once() -> None:
    for cards in DECKS.values():
        assert sorted(parse_cards(cards)) == list(range(52))


@BOUNDED
@given(st.text(max_size=20), st.integers(0, 10**18), st.integers(0, 10**6))
def test_a_deck_is_a_permutation_that_the_seed_and_the_path_decide(
    seed: str, index: int, number: int
) -> None:
    deck = Dealer(seed).deck(index, number)
    assert sorted(deck) == list(range(52))
    assert deck == Dealer(seed).deck(index, number)


@BOUNDED
@given(st.integers(0, factorial(52) - 1))
def test_unrank_gives_the_permutation_of_that_number(number: int) -> None:
    """Counting the permutation back, digit by digit, gives the number (Lehmer code)."""
    deck = unrank(number)
    back = sum(
        sum(later < card for later in deck[at + 1 :]) * factorial(51 - at)
        for at, card in enumerate(deck)
    )
    assert back == number


def test_unrank_ends_with_the_pack_reversed() -> None:
    assert list(unrank(factorial(52) - 1)) == list(range(51, -1, -1))


@BOUNDED
@given(st.text(max_size=8), st.integers(0, 10**9), st.integers(0, 700))
def test_deck_and_first_dealer_follow_from_the_text_of_the_contract(
    seed: str, index: int, number: int
) -> None:
    dealer = Dealer(seed)
    rest = int.from_bytes(drawn(seed, f"deal/{index}/{number}", 64), "big") % factorial(52)
    pool, deck = list(range(52)), []
    for left in range(51, -1, -1):
        place, rest = divmod(rest, factorial(left))
        deck.append(pool.pop(place))
    assert list(dealer.deck(index, number)) == deck
    assert dealer.first_dealer(index) == drawn(seed, f"first/{index}", 8)[0] % 2


@pytest.mark.parametrize(
    ("names", "quoted"),
    [
        (("simple", "greedy"), "simple/greedy"),
        (("a/b", "c"), "a%2Fb/c"),
        (("a", "b/c"), "a/b%2Fc"),
        (("100%", "x y"), "100%25/x%20y"),
        (("\N{LATIN SMALL LETTER E WITH ACUTE}", "~"), "%C3%A9/~"),
    ],
)
def test_bot_seeds_quote_names_so_that_no_two_pairs_of_names_meet(
    names: tuple[str, str], quoted: str
) -> None:
    expected = int.from_bytes(drawn("0", f"bot/{quoted}/7/1", 8), "big")
    assert Dealer("0").bot_seed(*names, 7, 1) == expected


def test_every_part_of_a_bot_seed_counts() -> None:
    dealer = Dealer("s")
    one = dealer.bot_seed("a", "b", 0, 0)
    others = [
        dealer.bot_seed("b", "a", 0, 0),
        dealer.bot_seed("a", "b", 1, 0),
        dealer.bot_seed("a", "b", 0, 1),
        Dealer("t").bot_seed("a", "b", 0, 0),
    ]
    assert one not in others
    assert len(set(others)) == len(others)
    assert 0 <= one < 1 << 64


def test_asking_in_another_order_or_twice_changes_nothing() -> None:
    forth, back = Dealer("0"), Dealer("0")
    decks = [forth.deck(index, number) for index in range(3) for number in range(3)]
    again = [back.deck(index, number) for index in (2, 1, 0) for number in (2, 1, 0)]
    assert decks == again[::-1]
    assert decks[4] == forth.deck(1, 1)


class Witness(Bot):
    """Notes what it is told: who it is, its seed, and its first cards in each series."""

    def __init__(self, seen: list[tuple[object, ...]]) -> None:
        self._seen = seen

    def start_series(self, info: SeriesInfo) -> None:
        super().start_series(info)
        self._seen.append(("start", info.name, info.opponent, info.seed))


@pytest.mark.parametrize("stock", ["per_seat", "shared"])
def test_a_new_entrant_changes_no_deal_and_no_bot_seed_of_anybody_else(stock: Stock) -> None:
    """Invariant 6: what the old pairings play is the same, byte for byte."""

    def play(entrants: tuple[str, ...]) -> dict[tuple[object, ...], object]:
        setting = Setting(Rules(columns=1, target=20), stock, FaultPolicy())
        dealer, played = Dealer("league"), {}
        for job in Schedule(entrants, "round-robin", 2, "mirrored"):
            seen: list[tuple[object, ...]] = []
            makers = (lambda seen=seen: Witness(seen),) * 2
            record = play_inline(Table(job, setting, dealer).play(), makers).record
            decks = [line.deck for line in record.rounds]
            played[job.pair, job.pairing, job.leg] = (record.series.first_dealer, decks, seen)
        return played

    before = play(("ann", "ben", "cid"))
    after = play(("zoe", "ann", "ben", "new/one", "cid"))
    assert len(after) > len(before)
    assert {key: after[key] for key in before} == before
