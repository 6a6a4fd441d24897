"""Deadwood, discards, layouts and lay-offs, exact, by look-up (rules M and L).

A hand's sets are few: at most three ranks of ten cards hold three or more. For each choice of sets
the runs of what is left are independent by suit, so four look-ups give their worth.

Compiled by mypyc where a compiler is found. `i64` says that an int fits a machine word; plain
Python does not look at it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.gin.cards import BIT, CARD_AT, cards_of
from arena.gin.melding import PAR, RANK, SUIT, Tables, best_relief, low_tables

if TYPE_CHECKING:
    from mypy_extensions import i64

Layout = tuple[int, ...]
"""Disjoint melds, each a hand, in pack order: sorted by their sorted cards."""

LOW: Final = low_tables()
CARDS: Final = (1 << 52) - 1
SHIFTS: Final = (0, 13, 26, 39)
NO_CHOICE: Final = 1 << 60
"""More than any discard leaves, in the form of `best_shedding`."""


def deadwood(hand: i64, tables: Tables = LOW) -> i64:
    """Return the least deadwood of a hand of any size, in points (M3, M4).

    >>> from arena.gin.cards import parse_hand
    >>> deadwood(parse_hand("7C 7D 7H 8H 9H KC QD JC 2S 3D"))
    49
    """
    clubs, diamonds = hand & SUIT, hand >> 13 & SUIT
    hearts, spades = hand >> 26 & SUIT, hand >> 39
    loose = tables.loose
    ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    if ranks == 0:
        least: i64 = loose[clubs]
        least += loose[diamonds]
        least += loose[hearts]
        least += loose[spades]
        return least
    return least_with_sets(clubs, diamonds, hearts, spades, ranks, loose)


def least_with_sets(
    clubs: i64, diamonds: i64, hearts: i64, spades: i64, ranks: i64, loose: bytes
) -> i64:
    """Return the least points that runs, and sets of some ranks, leave loose."""
    # One by one: a sum of the four would be made of Python's ints before it becomes a word.
    least: i64 = loose[clubs]
    least += loose[diamonds]
    least += loose[hearts]
    least += loose[spades]
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        c, d, h, s = clubs & ~rank, diamonds & ~rank, hearts & ~rank, spades & ~rank
        least = min(least, least_with_sets(c, d, h, s, ranks, loose))
        if clubs & diamonds & hearts & spades & rank:
            least = min(least, least_with_sets(clubs, d, h, s, ranks, loose))
            least = min(least, least_with_sets(c, diamonds, h, s, ranks, loose))
            least = min(least, least_with_sets(c, d, hearts, s, ranks, loose))
            least = min(least, least_with_sets(c, d, h, spades, ranks, loose))
    return least


def best_discards(hand: i64, barred: i64 = 0, tables: Tables = LOW) -> tuple[i64, i64]:
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
    best = best_shedding(hand, barred, tables)
    return best >> 52, best & CARDS


def best_shedding(hand: i64, barred: i64, tables: Tables) -> i64:
    """Return the same in one number: the points above bit 52, the discards that tie below.

    It is one machine word to hand about; less is better, and equal points join by `|`.
    """
    clubs, diamonds = hand & SUIT, hand >> 13 & SUIT
    hearts, spades = hand >> 26 & SUIT, hand >> 39
    ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    if ranks == 0:
        return shedding_runs(clubs, diamonds, hearts, spades, barred, tables)
    return shedding_with_sets(clubs, diamonds, hearts, spades, ranks, barred, tables)


def shedding_with_sets(  # noqa: PLR0913, PLR0917 - the suits travel as machine words
    clubs: i64, diamonds: i64, hearts: i64, spades: i64, ranks: i64, barred: i64, tables: Tables
) -> i64:
    """Return the best discards where runs, and sets of some ranks, can be melded."""
    best = shedding_runs(clubs, diamonds, hearts, spades, barred, tables)
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        c, d, h, s = clubs & ~rank, diamonds & ~rank, hearts & ~rank, spades & ~rank
        best = better(best, shedding_with_sets(c, d, h, s, ranks, barred, tables))
        if clubs & diamonds & hearts & spades & rank:
            best = better(best, shedding_with_sets(clubs, d, h, s, ranks, barred, tables))
            best = better(best, shedding_with_sets(c, diamonds, h, s, ranks, barred, tables))
            best = better(best, shedding_with_sets(c, d, hearts, s, ranks, barred, tables))
            best = better(best, shedding_with_sets(c, d, h, spades, ranks, barred, tables))
    return best


def better(one: i64, other: i64) -> i64:
    """Return the better of two results of `best_shedding`, or both where their points are equal."""
    if one >> 52 == other >> 52:
        return one | other
    return min(other, one)


def shedding_runs(
    clubs: i64, diamonds: i64, hearts: i64, spades: i64, barred: i64, tables: Tables
) -> i64:
    """Return the best discards where runs alone can be melded."""
    relief, ties, loose = tables.relief, tables.ties, tables.loose
    of_clubs: i64 = relief[clubs]
    of_diamonds: i64 = relief[diamonds]
    of_hearts: i64 = relief[hearts]
    of_spades: i64 = relief[spades]
    best = of_clubs
    best = max(best, of_diamonds)
    best = max(best, of_hearts)
    best = max(best, of_spades)
    tied: i64 = 0
    if of_clubs == best:
        tied = ties[clubs]
    if of_diamonds == best:
        tied |= ties[diamonds] << 13
    if of_hearts == best:
        tied |= ties[hearts] << 26
    if of_spades == best:
        tied |= ties[spades] << 39
    if best == 0:
        return NO_CHOICE
    if tied & barred:
        if tied == barred:
            return shedding_others(clubs, diamonds, hearts, spades, barred, tables)
        tied ^= barred
    points: i64 = loose[clubs]
    points += loose[diamonds]
    points += loose[hearts]
    points += loose[spades]
    return points + PAR - best << 52 | tied


def shedding_others(
    clubs: i64, diamonds: i64, hearts: i64, spades: i64, barred: i64, tables: Tables
) -> i64:
    """Return the same where the one best discard is barred: every suit is searched."""
    loose = tables.loose
    best: i64 = 0
    tied: i64 = 0
    hand = clubs | diamonds << 13 | hearts << 26 | spades << 39
    shift: i64 = 0
    while shift < 52:
        mask = hand >> shift & SUIT
        found = best_relief(mask, mask & ~(barred >> shift), loose)
        relief, cards = found >> 13, found & SUIT
        if relief > best:
            best, tied = relief, cards << shift
        elif relief == best:
            tied |= cards << shift
        shift += 13
    if best == 0:
        return NO_CHOICE
    points = loose[clubs] + loose[diamonds] + loose[hearts] + loose[spades] + PAR - best
    return points << 52 | tied


def discards_within(hand: i64, limit: i64, barred: i64 = 0, tables: Tables = LOW) -> i64:
    """Return the hand of all discards that leave at most `limit` points of deadwood (K2)."""
    if best_shedding(hand, barred, tables) >> 52 > limit:
        return 0
    fitting: i64 = 0
    cards = hand & ~barred
    while cards:
        card = cards & -cards
        cards ^= card
        if deadwood(hand ^ card, tables) <= limit:
            fitting |= card
    return fitting


def choices_of_sets(hand: i64) -> list[int]:
    """Return what every choice of disjoint sets leaves of a hand; first the hand itself: no set."""
    clubs, diamonds = hand & SUIT, hand >> 13 & SUIT
    hearts, spades = hand >> 26 & SUIT, hand >> 39
    ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    rests: list[int] = [hand]
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        cards = hand & RANK * rank
        sets: list[int] = [cards]
        if cards == RANK * rank:
            sets += [cards ^ rank, cards ^ rank << 13, cards ^ rank << 26, cards ^ rank << 39]
        rests += [rest ^ meld for meld in sets for rest in rests]
    return rests


def loose_points(rest: i64, loose: bytes) -> i64:
    """Return the least points that runs alone leave loose."""
    return (
        loose[rest & SUIT] + loose[rest >> 13 & SUIT] + loose[rest >> 26 & SUIT] + loose[rest >> 39]
    )


RUN_LAYOUTS: Final[dict[Tables, list[tuple[Layout, ...] | None]]] = {}
"""What `run_layouts` has found so far, by mask: found when needed, since few masks ever are."""


def run_layouts(mask: int, tables: Tables) -> tuple[Layout, ...]:
    """Return every way to lay one suit out in runs that leaves the least loose points."""
    if not mask:
        return ((),)
    if tables not in RUN_LAYOUTS:
        RUN_LAYOUTS[tables] = [None] * (1 << 13)
    known = RUN_LAYOUTS[tables]
    layouts = known[mask]
    if layouts is None:
        layouts = known[mask] = tuple(find_run_layouts(mask, tables))
    return layouts


def find_run_layouts(mask: int, tables: Tables) -> list[Layout]:
    """Return what `run_layouts` returns, from the layouts of fewer cards."""
    least = tables.loose[mask]
    lowest = mask & -mask
    rank = lowest.bit_length() - 1
    found: list[Layout] = []
    if tables.loose[mask ^ lowest] + tables.values[rank] == least:
        found += run_layouts(mask ^ lowest, tables)
    for run in tables.runs:
        if run & lowest and run & mask == run and tables.loose[mask ^ run] == least:
            found += [(run, *others) for others in run_layouts(mask ^ run, tables)]
    return found


def layouts(hand: int, tables: Tables = LOW) -> list[Layout]:
    """Return every layout of a hand that has the least deadwood, in no order to rely on (M5).

    >>> from arena.gin.cards import parse_hand
    >>> len(layouts(parse_hand("2H 3H 4H 3C 3D TC JC QC AS 2D")))
    2
    """
    least = deadwood(hand, tables)
    found: list[Layout] = []
    for rest in choices_of_sets(hand):
        if loose_points(rest, tables.loose) == least:
            found += layouts_with_sets(hand ^ rest, rest, tables)
    return found


def layouts_with_sets(sets: i64, rest: i64, tables: Tables) -> list[Layout]:
    """Return every layout of some sets and the best runs of the rest."""
    melds = sets_of(sets)
    choices: list[list[Layout]] = []
    for shift in SHIFTS:
        mask = rest >> shift & SUIT
        if has_run(mask, tables):
            runs = run_layouts(mask, tables)
            if len(runs) == 1:
                melds += [run << shift for run in runs[0]]
            else:
                choices.append([tuple([run << shift for run in layout]) for layout in runs])
    ways = [tuple(melds)]
    for suit in choices:
        ways = [way + layout for way in ways for layout in suit]
    return [in_pack_order(way) for way in ways]


def has_run(mask: i64, tables: Tables) -> bool:
    """Tell whether a suit holds three cards in a row."""
    if tables.wraps:
        mask |= (mask & 3) << 13
    return mask & mask >> 1 & mask >> 2 != 0


def sets_of(cards: i64) -> list[int]:
    """Return the sets that some melded cards make up, one a rank."""
    sets: list[int] = []
    while cards:
        bit: i64 = BIT[CARD_AT[(cards & -cards) % 53] % 13]
        same = RANK * bit
        sets.append(cards & same)
        cards &= ~same
    return sets


def in_pack_order(melds: Layout) -> Layout:
    """Return disjoint melds sorted by their sorted cards, so by their first card (M5)."""
    ordered: list[int] = []
    for meld in melds:
        at = len(ordered)
        while at and first_card(ordered[at - 1]) > first_card(meld):
            at -= 1
        ordered.insert(at, meld)
    return tuple(ordered)


def first_card(hand: i64) -> i64:
    """Return the first card of a hand in pack order, as a hand."""
    return hand & -hand


def cards_key(hand: int) -> tuple[int, ...]:
    """Return a hand as its sorted card numbers, the form in which M5 and L5 compare."""
    return tuple(cards_of(hand))


def lay_off_targets(meld: i64, tables: Tables) -> i64:
    """Return the hand of the cards that fit a meld as the next single card (L2)."""
    first: i64 = CARD_AT[(meld & -meld) % 53]
    rank = first % 13
    shift = first - rank
    mask = meld >> shift
    if mask <= SUIT:
        return tables.neighbours(mask) << shift
    bit: i64 = BIT[rank]
    return RANK * bit & ~meld


def joined(melds: Layout) -> i64:
    """Return all cards of some melds, as a hand."""
    cards: i64 = 0
    for meld in melds:
        cards |= meld
    return cards


def best_layout(hand: int, own: int, tables: Tables = LOW) -> Layout:
    """Return the layout that the engine chooses for a hand (M5).

    Args:
        hand: the cards to lay out.
        own: the ten cards whose owner lays out; nobody else can lay those off.
        tables: how runs and values count.
    """
    sole = plain_layout(hand, tables)
    if sole is not None:
        return sole
    found = layouts(hand, tables)
    best = found[0]
    if len(found) > 1:
        key = exposure(best, own, tables)
        for layout in found:
            other = exposure(layout, own, tables)
            if other < key:
                best, key = layout, other
    return best


def plain_layout(hand: i64, tables: Tables) -> Layout | None:
    """Return the best layout of a hand without four of a rank, if there is only one.

    None otherwise; `layouts` finds them all then, and takes longer.
    """
    clubs, diamonds = hand & SUIT, hand >> 13 & SUIT
    hearts, spades = hand >> 26 & SUIT, hand >> 39
    if clubs & diamonds & hearts & spades:
        return None
    ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    best, least, is_tied = hand, loose_points(hand, tables.loose), False
    chosen = ranks
    while chosen:  # every choice of ranks whose three cards are a set
        rest = hand & ~(RANK * chosen)
        points = loose_points(rest, tables.loose)
        if points < least:
            best, least, is_tied = rest, points, False
        elif points == least:
            is_tied = True
        chosen = chosen - 1 & ranks
    if is_tied:
        return None
    found = layouts_with_sets(hand ^ best, best, tables)
    return found[0] if len(found) == 1 else None


def exposure(layout: Layout, own: int, tables: Tables) -> tuple[int, list[tuple[int, ...]]]:
    """Return what ranks layouts: how many others' cards they take, then their cards (M5)."""
    targets = 0
    for meld in layout:
        targets |= lay_off_targets(meld, tables)
    return (targets & ~own).bit_count(), [cards_key(meld) for meld in layout]


def lay_off_choices(spread: Layout, hand: int, tables: Tables = LOW) -> list[int]:
    """Return every hand that may be laid off together on a spread, the empty one first (L2)."""
    choices = [0]
    for meld in spread:
        if not lay_off_targets(meld, tables) & hand:
            continue
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
        if len(choices) == 1:
            choices = pieces
        else:
            every = [choice | piece for piece in pieces for choice in choices]
            choices = list(dict.fromkeys(every))
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
    least, laid_off = least_count(spread, hand, tables)
    return least, laid_off, best_layout(hand ^ laid_off, hand, tables)


def least_count(spread: Layout, hand: int, tables: Tables) -> tuple[int, int]:
    """Return the first two of `lay_off`, without laying the melds out."""
    least, laid_off = deadwood(hand, tables), 0
    for cards in lay_off_choices(spread, hand, tables)[1:]:
        count = deadwood(hand ^ cards, tables)
        if count < least or (count == least and lay_off_key(cards) < lay_off_key(laid_off)):
            least, laid_off = count, cards
    return least, laid_off


def lay_off_key(cards: int) -> tuple[int, tuple[int, ...]]:
    """Return what ranks equal lay-offs: the fewest cards, then the lowest (L5)."""
    return cards.bit_count(), cards_key(cards)
