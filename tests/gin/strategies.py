"""Hands for the property tests, most of few ranks or long suits, so that melds compete."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from .naive import PACK, RANKS, SUITS, Cards, Melds, Ways, all_melds

WAYS = {
    "low": Ways(),
    "low_ace15": Ways(corner=False, ace=15),
    "corner": Ways(corner=True, ace=1),
    "corner_ace15": Ways(corner=True, ace=15),
}
BOUNDED = settings(
    deadline=None,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def with_ranks(ranks: set[str]) -> list[str]:
    return [card for card in PACK if card[0] in ranks]


def with_suits(suits: set[str]) -> list[str]:
    return [card for card in PACK if card[1] in suits]


def neighbouring(first: int, width: int) -> list[str]:
    """Return the cards of some ranks in a row, round the corner."""
    return with_ranks({RANKS[(first + step) % 13] for step in range(width)})


POOLS = st.one_of(
    st.sets(st.sampled_from(RANKS), min_size=3, max_size=5).map(with_ranks),
    st.sets(st.sampled_from(SUITS), min_size=1, max_size=2).map(with_suits),
    st.builds(neighbouring, st.integers(0, 12), st.integers(3, 6)),
    st.just(PACK),
)
"""The cards that a hand is drawn from."""


@st.composite
def hands(draw: st.DrawFn, size: int = 10) -> Cards:
    """Draw a hand of one kind."""
    pool = draw(POOLS)
    return frozenset(
        draw(st.lists(st.sampled_from(pool), min_size=size, max_size=size, unique=True))
    )


@st.composite
def showdowns(draw: st.DrawFn, ways: Ways) -> tuple[Melds, Cards]:
    """Draw a spread of one to three melds, and a defender's ten cards, many of them near it."""
    short = sorted((meld for meld in all_melds(ways) if len(meld) <= 5), key=sorted)
    spread: list[Cards] = []
    for _ in range(draw(st.integers(1, 3))):
        free = [meld for meld in short if not any(meld & other for other in spread)]
        spread.append(draw(st.sampled_from(free)))
    shown = frozenset().union(*spread)
    held = [card for card in PACK if card not in shown]
    near = [card for card in held if card[1] in {name[1] for name in shown}]
    same = [card for card in held if card[0] in {name[0] for name in shown}]
    pool = draw(st.sampled_from([near, [*same, *near], draw(POOLS), PACK]))
    own = [card for card in dict.fromkeys(pool) if card not in shown]
    more = [card for card in held if card not in own]
    if len(own) < 10:
        own += more[: 10 - len(own)]
    return tuple(spread), frozenset(
        draw(st.lists(st.sampled_from(own), min_size=10, max_size=10, unique=True))
    )
