"""Stacked deals, and a short way to write down what the seats do."""

from arena.gin.actions import BigGin, Discard, Draw, Knock, Offer, Phase
from arena.gin.cards import NAMES, PACK, cards_of, parse_card, parse_cards, parse_hand
from arena.gin.deal import Deal
from arena.gin.round import Round
from arena.gin.rules import Rules

OFFERS = (Phase.FIRST_OFFER, Phase.SECOND_OFFER, Phase.LAST_OFFER)


def stacked_deal(
    hands: tuple[str, str],
    upcard: str = "",
    stock: str | tuple[str, str] = "",
    *,
    dealer: int = 1,
) -> Deal:
    """Return a deal with the named cards where they are wanted; the rest fill up in pack order.

    Args:
        hands: the cards of seat 0 and of seat 1, up to ten each.
        upcard: the card that starts the pile.
        stock: the next cards of the shared stock; or of each seat's own end of it (D3).
        dealer: the seat that deals; the other one acts first.

    >>> deal = stacked_deal(("KS", "KH"), "AS", "QS JS")
    >>> deal.deck[0], deal.deck[1], deal.deck[20], deal.deck[21], deal.deck[22]
    (51, 38, 39, 50, 49)
    """
    per_seat = isinstance(stock, tuple)
    first, last = stock if per_seat else (stock, "")
    named = parse_cards(" ".join([*hands, upcard, first, last]))
    spare = [card for card in range(52) if card not in named]
    deck: list[int | None] = [None] * 52
    for seat in (0, 1):
        deck[seat : seat + 2 * len(parse_cards(hands[seat])) : 2] = parse_cards(hands[seat])
    if upcard:
        deck[20] = parse_card(upcard)
    deck[21 : 21 + len(parse_cards(first))] = parse_cards(first)
    if last:
        deck[: 51 - len(parse_cards(last)) : -1] = parse_cards(last)
    filled = bytes([spare.pop(0) if card is None else card for card in deck])
    assert sorted(filled) == list(range(52))
    return Deal(dealer, filled, "per_seat" if per_seat else "shared")


def start(
    hands: tuple[str, str],
    upcard: str = "",
    stock: str | tuple[str, str] = "",
    *,
    dealer: int = 1,
    rules: Rules | None = None,
) -> Round:
    """Return the round of a stacked deal; without rules it is `classic`."""
    return Round(stacked_deal(hands, upcard, stock, dealer=dealer), rules or Rules())


def play(round_: Round, words: str) -> Round:
    """Do what some words say, and return the round.

    `p` passes, `s` draws from the stock, `t` takes from the pile, a card throws it, `k` and a card
    knocks, `b` shows big gin.
    """
    for word in words.split():
        round_.apply(action_of(word, round_))
    return round_


def action_of(word: str, round_: Round) -> object:
    """Return the action that a word of `play` stands for."""
    if word == "p":
        return Offer.PASS
    if word == "s":
        return Draw.STOCK
    if word == "t":
        return Offer.TAKE if round_.phase in OFFERS else Draw.PILE
    if word == "b":
        return BigGin()
    if word[0] == "k":
        return Knock(parse_card(word[1:]))
    return Discard(parse_card(word))


def melds(*texts: str) -> tuple[int, ...]:
    """Return melds as the game takes them."""
    return tuple(parse_hand(text) for text in texts)


def throwable(round_: Round) -> int:
    """Return a card to throw: the one just drawn, or else the first in pack order allowed."""
    taken = round_.taken
    assert taken is not None
    if not round_.barred >> taken & 1:
        return taken
    return cards_of(round_.hands[round_.turn] & ~round_.barred)[0]


def showdown(
    knocker: str,
    defender: str,
    *,
    rules: Rules | None = None,
    layout: tuple[int, ...] | None = None,
    upcard: str = "",
    seat: int = 0,
) -> Round:
    """Return a round in which a seat has knocked on its first turn, both having passed the upcard.

    Args:
        knocker: his ten cards, beside which he draws one and throws it; or eleven for big gin.
        defender: the other's ten cards.
        rules: `classic` where there are none.
        layout: the melds that the knocker declares, or None for none.
        upcard: the upcard, or any.
        seat: the knocker's.
    """
    own = knocker.split()
    is_big = len(own) == 11
    named = {*own, *defender.split(), upcard}
    drawn = own.pop() if is_big else next(card for card in NAMES if card not in named)
    hands = (" ".join(own), defender)
    round_ = start(hands if seat == 0 else hands[::-1], upcard, drawn, dealer=1 - seat, rules=rules)
    play(round_, "p p s")
    round_.apply(BigGin() if is_big else Knock(parse_card(drawn), layout))
    return round_


def draw_down(round_: Round, left: int) -> Round:
    """Pass the upcard and throw each card drawn, until some cards of the stock are left."""
    if round_.phase is Phase.FIRST_OFFER:
        play(round_, "p p")
    while round_.stock_left > left and round_.phase is not Phase.OVER:
        round_.apply(Draw.STOCK)
        if round_.phase is Phase.PLAY:
            round_.apply(Discard(throwable(round_)))
    return round_


def undrawn(deal: Deal, drawn: set[int]) -> int:
    """Return the cards of the stock that nobody has drawn, as a hand."""
    left = PACK
    for card in [*deal.deck[:21], *drawn]:
        left &= ~(1 << card)
    return left


def snapshot(round_: Round) -> dict[str, object]:
    """Return all that a round holds, its place in the stock included; none of it can change."""
    names = getattr(Round, "__mypyc_attrs__", None) or Round.__slots__
    return {name: getattr(round_, name) for name in names if name[:2] != "__"}


def facts(round_: Round) -> list[object]:
    """Return all that a finished round's result says."""
    result, shown = round_.result(), round_.result().showdown
    told = [result.finish, result.winner, result.margin, result.upcard]
    return told if shown is None else [*told, shown.spread, shown.melds, shown.laid_off]
