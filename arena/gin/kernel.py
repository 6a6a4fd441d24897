"""Deadwood, discards, layouts and lay-offs, exact, by look-up (rules M and L).

A hand's sets are few: at most three ranks of ten cards hold three or more. For each choice of sets
the runs of what is left are independent by suit, so four look-ups give their worth.
"""

from functools import cache

from arena.gin.cards import cards_of
from arena.gin.melding import NOTHING_TO_SHED, RANK, SUIT, Tables, least_after_shedding, low_tables

Layout = tuple[int, ...]
"""Disjoint melds, each a hand, in pack order: sorted by their sorted cards."""

LOW = low_tables()


def without_sets(hand: int) -> list[int]:
    """Return what every choice of disjoint sets leaves of a hand; first the hand itself: no set."""
    clubs, diamonds = hand & SUIT, hand >> 13 & SUIT
    hearts, spades = hand >> 26 & SUIT, hand >> 39
    ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    rests = [hand]
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        cards = hand & RANK * rank
        sets = [cards]
        if cards == RANK * rank:
            sets += [cards ^ (rank << 13 * suit) for suit in range(4)]
        rests += [rest ^ cards for cards in sets for rest in rests]
    return rests


def loose_points(rest: int, tables: Tables) -> int:
    """Return the least points that runs alone leave loose."""
    loose = tables.loose
    return (
        loose[rest & SUIT] + loose[rest >> 13 & SUIT] + loose[rest >> 26 & SUIT] + loose[rest >> 39]
    )


def deadwood(hand: int, tables: Tables = LOW) -> int:
    """Return the least deadwood of a hand of any size, in points (M3, M4).

    >>> from arena.gin.cards import parse_hand
    >>> deadwood(parse_hand("7C 7D 7H 8H 9H KC QD JC 2S 3D"))
    49
    """
    least = loose_points(hand, tables)
    for rest in without_sets(hand)[1:]:
        least = min(least, loose_points(rest, tables))
    return least


def best_discards(hand: int, barred: int = 0, tables: Tables = LOW) -> tuple[int, int]:
    """Return the least deadwood after one discard, and the hand of all discards that reach it.

    Args:
        hand: eleven cards (or any number but none).
        barred: the card that may not be thrown, as a hand; 0 for none (T6).
        tables: how runs and values count.

    >>> from arena.gin.cards import format_hand, parse_hand
    >>> points, cards = best_discards(parse_hand("AC 4C 9C JC 3D QD 4H 2S 7S 8S 9S"))
    >>> points, format_hand(cards, " ")
    (33, 'JC QD')
    """
    loose, shed, ties = tables.loose, tables.shed, tables.shed_ties
    least, tied = NOTHING_TO_SHED, 0
    for rest in without_sets(hand):
        total = loose_points(rest, tables)
        for shift in (0, 13, 26, 39):
            mask = rest >> shift & SUIT
            if not mask:
                continue
            kept = total - loose[mask]
            if barred >> shift & mask:
                points, cards = least_after_shedding(mask, mask & ~(barred >> shift), loose)
            else:
                points, cards = shed[mask], ties[mask]
            points += kept
            if points < least:
                least, tied = points, cards << shift
            elif points == least:
                tied |= cards << shift
    return least, tied


def discards_within(hand: int, limit: int, barred: int = 0, tables: Tables = LOW) -> int:
    """Return the hand of all discards that leave at most `limit` points of deadwood (K2)."""
    fitting, cards = 0, hand & ~barred
    if best_discards(hand, barred, tables)[0] > limit:
        return 0
    while cards:
        card = cards & -cards
        cards ^= card
        if deadwood(hand ^ card, tables) <= limit:
            fitting |= card
    return fitting


@cache
def run_layouts(mask: int, tables: Tables) -> tuple[Layout, ...]:
    """Return every way to lay one suit out in runs that leaves the least loose points."""
    if not mask:
        return ((),)
    least = tables.loose[mask]
    lowest = mask & -mask
    rank = lowest.bit_length() - 1
    found: list[Layout] = []
    if tables.loose[mask ^ lowest] + tables.values[rank] == least:
        found += run_layouts(mask ^ lowest, tables)
    for run in tables.runs:
        if run & lowest and run & mask == run and tables.loose[mask ^ run] == least:
            found += [(run, *others) for others in run_layouts(mask ^ run, tables)]
    return tuple(found)


def layouts(hand: int, tables: Tables = LOW) -> list[Layout]:
    """Return every layout of a hand that has the least deadwood, in no order to rely on (M5).

    >>> from arena.gin.cards import parse_hand
    >>> len(layouts(parse_hand("2H 3H 4H 3C 3D TC JC QC AS 2D")))
    2
    """
    least = deadwood(hand, tables)
    found: list[Layout] = []
    for rest in without_sets(hand):
        if loose_points(rest, tables) != least:
            continue
        ways: list[Layout] = [sets_of(hand ^ rest)]
        for shift in (0, 13, 26, 39):
            mask = rest >> shift & SUIT
            if mask:
                runs = [
                    tuple([run << shift for run in layout]) for layout in run_layouts(mask, tables)
                ]
                ways = [way + more for way in ways for more in runs]
        found += ways
    return [in_pack_order(way) for way in found]


def sets_of(cards: int) -> Layout:
    """Return the sets that some melded cards make up, one a rank."""
    sets: list[int] = []
    while cards:
        lowest = cards & -cards
        rank = RANK * (1 << (lowest.bit_length() - 1) % 13)
        sets.append(cards & rank)
        cards &= ~rank
    return tuple(sets)


def in_pack_order(melds: Layout) -> Layout:
    """Return the melds sorted by their sorted cards (M5)."""
    return tuple(sorted(melds, key=cards_key))


def cards_key(hand: int) -> tuple[int, ...]:
    """Return a hand as its sorted card numbers, the form in which M5 and L5 compare."""
    return tuple(cards_of(hand))


def lay_off_targets(meld: int, tables: Tables) -> int:
    """Return the hand of the cards that fit a meld as the next single card (L2)."""
    lowest = (meld & -meld).bit_length() - 1
    shift = lowest - lowest % 13
    mask = meld >> shift
    if mask <= SUIT:
        return tables.neighbours(mask) << shift
    return RANK * (1 << lowest % 13) & ~meld


def best_layout(hand: int, own: int, tables: Tables = LOW) -> Layout:
    """Return the layout that the engine chooses for a hand (M5).

    Args:
        hand: the cards to lay out.
        own: the ten cards whose owner lays out; nobody else can lay those off.
        tables: how runs and values count.
    """
    found = layouts(hand, tables)
    if len(found) == 1:
        return found[0]

    def order(layout: Layout) -> tuple[int, list[tuple[int, ...]]]:
        exposed = 0
        for meld in layout:
            exposed |= lay_off_targets(meld, tables)
        return (exposed & ~own).bit_count(), [cards_key(meld) for meld in layout]

    return min(found, key=order)


def lay_off_choices(spread: Layout, hand: int, tables: Tables = LOW) -> list[int]:
    """Return every hand that may be laid off together on a spread, the empty one first (L2)."""
    choices = [0]
    for meld in spread:
        pieces = [0]
        grown = [meld]
        while grown:
            longer: list[int] = []
            for extent in grown:
                cards = lay_off_targets(extent, tables) & hand & ~extent
                while cards:
                    card = cards & -cards
                    cards ^= card
                    piece = (extent | card) ^ meld
                    if piece not in pieces:
                        pieces.append(piece)
                        longer.append(extent | card)
            grown = longer
        if len(pieces) > 1:
            joined = [choice | piece for piece in pieces for choice in choices]
            choices = list(dict.fromkeys(joined))
    return choices


def lay_off(spread: Layout, hand: int, tables: Tables = LOW) -> tuple[int, int, Layout]:
    """Return a defender's least count against a spread, what he lays off, and his melds (L4, L5).

    Melds and lay-offs are minimised together. Among equal counts: the fewest cards laid off, then
    the lowest, then M5's order of the own melds.

    >>> from arena.gin.cards import format_hand, parse_hand
    >>> spread = (parse_hand("9C TC JC"), parse_hand("KC KD KH"))
    >>> count, cards, melds = lay_off(spread, parse_hand("8C 8D 8H 8S 7C 2C QD QH QS 4S"))
    >>> count, format_hand(cards), [format_hand(meld) for meld in melds]
    (6, '7C8C', ['8D8H8S', 'QDQHQS'])
    """
    choices = lay_off_choices(spread, hand, tables)
    counts = [deadwood(hand ^ cards, tables) for cards in choices]
    least = min(counts)
    tied = [cards for cards, count in zip(choices, counts, strict=True) if count == least]
    laid_off = min(tied, key=lambda cards: (cards.bit_count(), cards_key(cards)))
    return least, laid_off, best_layout(hand ^ laid_off, hand, tables)
