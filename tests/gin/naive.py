"""A naive solver of hands, slow and plain. It shares no code with `arena.gin`.

Cards are names like `TD`, hands are sets of names. Every layout is tried, and every order of
lay-offs.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

Cards = frozenset[str]
Melds = tuple[Cards, ...]

RANKS = "A23456789TJQK"
SUITS = "CDHS"
PACK = [rank + suit for suit in SUITS for rank in RANKS]


class Ways(NamedTuple):
    """How to count: whether runs turn the corner (C3, O7), and the points of a loose ace (O6)."""

    corner: bool = False
    ace: int = 1


class Layout(NamedTuple):
    """Disjoint melds, and the cards that are in none (M3)."""

    melds: Melds
    loose: Cards


class Defence(NamedTuple):
    """What a defender makes of his cards (L4)."""

    count: int
    laid_off: Cards
    melds: Melds


def cards(text: str) -> Cards:
    """Return the cards of a text with blanks between them.

    >>> sorted(cards("TD AS"))
    ['AS', 'TD']
    """
    names = text.split()
    assert len(set(names)) == len(names)
    assert set(names) <= set(PACK)
    return frozenset(names)


def text_of(hand: Iterable[str]) -> str:
    """Return cards as a text in pack order, suit by suit."""
    return " ".join(sorted(hand, key=PACK.index))


def numbers(hand: Iterable[str]) -> tuple[int, ...]:
    """Return the sorted places of some cards in the pack: the form in which M5 and L5 compare."""
    return tuple(sorted(PACK.index(card) for card in hand))


def points(hand: Iterable[str], ways: Ways) -> int:
    """Return what loose cards count (C2, O6).

    >>> points(cards("AC 9D TH KH"), Ways())
    30
    """
    worth = {"A": ways.ace, "T": 10, "J": 10, "Q": 10, "K": 10}
    return sum(worth[card[0]] if card[0] in worth else int(card[0]) for card in hand)


def is_meld(hand: Cards, ways: Ways) -> bool:
    """Tell whether cards are a set or a run (M1, C3, O7)."""
    if len(hand) < 3:
        return False
    ranks = {RANKS.index(card[0]) for card in hand}
    if len(ranks) == 1:
        return True
    if len({card[1] for card in hand}) > 1:
        return False
    firsts = range(13) if ways.corner else [min(ranks)]
    return any({(first + step) % 13 for step in range(len(hand))} == ranks for first in firsts)


@cache
def all_melds(ways: Ways) -> frozenset[Cards]:
    """Return every meld of the pack: all subsets of a rank and of a suit that are one."""
    groups = [[card for card in PACK if card[0] == rank] for rank in RANKS]
    groups += [[card for card in PACK if card[1] == suit] for suit in SUITS]
    return frozenset(
        frozenset(chosen)
        for group in groups
        for size in range(3, len(group) + 1)
        for chosen in combinations(group, size)
        if is_meld(frozenset(chosen), ways)
    )


def layouts(hand: Cards, ways: Ways) -> Iterator[Layout]:
    """Yield every way to lay a hand out, with few melds, many, or none."""
    melds = [meld for meld in all_melds(ways) if meld <= hand]

    def lay(rest: list[str], so_far: Melds, loose: Cards) -> Iterator[Layout]:
        if not rest:
            yield Layout(so_far, loose)
            return
        first = rest[0]
        yield from lay(rest[1:], so_far, loose | {first})
        for meld in melds:
            if first in meld and meld <= set(rest):
                yield from lay([card for card in rest if card not in meld], (*so_far, meld), loose)

    yield from lay(sorted(hand), (), frozenset())


def deadwood(hand: Cards, ways: Ways) -> int:
    """Return the least points that a layout leaves loose (M4)."""
    return min(points(layout.loose, ways) for layout in layouts(hand, ways))


def optimal_layouts(hand: Cards, ways: Ways) -> set[frozenset[Cards]]:
    """Return the melds of every layout with the least deadwood."""
    every = list(layouts(hand, ways))
    least = min(points(layout.loose, ways) for layout in every)
    return {frozenset(layout.melds) for layout in every if points(layout.loose, ways) == least}


def best_discards(hand: Cards, barred: Cards, ways: Ways) -> tuple[int, Cards]:
    """Return the least deadwood after a discard that is not barred, and all that leave it."""
    after = {card: deadwood(hand - {card}, ways) for card in hand - barred}
    least = min(after.values())
    return least, frozenset(card for card, left in after.items() if left == least)


def discards_within(hand: Cards, limit: int, barred: Cards, ways: Ways) -> Cards:
    """Return the discards that leave no more than a limit (K2)."""
    return frozenset(card for card in hand - barred if deadwood(hand - {card}, ways) <= limit)


def fits(card: str, meld: Cards, ways: Ways) -> bool:
    """Tell whether a card could be laid off on a meld as the next single card (L2)."""
    return card not in meld and meld | {card} in all_melds(ways)


def in_order(melds: Iterable[Cards]) -> Melds:
    """Return melds sorted by their sorted cards (M5)."""
    return tuple(sorted(melds, key=numbers))


def nested(melds: Iterable[Cards]) -> list[tuple[int, ...]]:
    """Return the sorted list of melds as sorted tuples of card numbers (M5)."""
    return sorted(numbers(meld) for meld in melds)


def exposure(melds: Iterable[Cards], own: Cards, ways: Ways) -> int:
    """Return how many cards of the pack outside the own hand could be laid off at once (M5)."""
    shown = list(melds)
    return sum(any(fits(card, meld, ways) for meld in shown) for card in PACK if card not in own)


def chosen_layout(hand: Cards, own: Cards, ways: Ways) -> Melds:
    """Return the layout that M5 chooses, in pack order."""
    every = list(layouts(hand, ways))
    least = min(points(layout.loose, ways) for layout in every)
    tied = [layout.melds for layout in every if points(layout.loose, ways) == least]
    return first_by_m5(tied, own, ways)


def first_by_m5(tied: Iterable[Melds], own: Cards, ways: Ways) -> Melds:
    """Return, of layouts with the same deadwood, the one that comes first, in pack order (M5)."""
    return in_order(min(tied, key=lambda melds: (exposure(melds, own, ways), nested(melds))))


def lay_offs(spread: Melds, loose: Cards, ways: Ways) -> set[Cards]:
    """Return every set of loose cards that can be laid off, in any order and on any melds."""
    found: set[Cards] = set()
    seen: set[tuple[Melds, Cards]] = set()

    def lay(table: Melds, held: Cards) -> None:
        if (table, held) in seen:
            return
        seen.add((table, held))
        found.add(loose - held)
        for card in held:
            for place, meld in enumerate(table):
                if fits(card, meld, ways):
                    longer = (*table[:place], meld | {card}, *table[place + 1 :])
                    lay(longer, held - {card})

    lay(spread, loose)
    return found


def lay_off(spread: Melds, hand: Cards, ways: Ways) -> Defence:
    """Return the defender's joint minimum of melds and lay-offs, ties by L5."""
    every = [
        ((points(layout.loose - laid, ways), len(laid), numbers(laid)), laid, layout.melds)
        for layout in layouts(hand, ways)
        for laid in lay_offs(spread, layout.loose, ways)
    ]
    least = min(key for key, _, _ in every)
    tied = [(laid, melds) for key, laid, melds in every if key == least]
    return Defence(least[0], tied[0][0], first_by_m5([melds for _, melds in tied], hand, ways))
