"""One round: a deal plus its actions, from the upcard to the result (rules T, V, K, L).

The round is omniscient; bots never get it. Every action is checked whole before anything changes.
"""

from arena.gin.actions import (
    Action,
    BigGin,
    Discard,
    Draw,
    Knock,
    LayOff,
    Offer,
    Phase,
)
from arena.gin.cards import NAMES
from arena.gin.deal import Deal
from arena.gin.kernel import Layout, best_layout
from arena.gin.legal import can_take_to_knock, is_big_gin, legal_actions
from arena.gin.refusal import refuse
from arena.gin.result import Finish, RoundResult
from arena.gin.rules import Rules, knock_limit
from arena.gin.showdown import Defence, LaidDown, check_lay_off, check_spread, compare_hands

UPCARD_AT = 20
STOCK_AT = 21
STOCK_SIZE = 31
DEAD_STOCK = 2
"""Cards of the stock that are never played (V1)."""


class Round:
    """A round in progress.

    Attributes:
        phase: where it stands.
        turn: the seat to act, or the last that did once the round is over.
        hands: the cards of each seat.
        known: the cards that each seat is known to hold: taken from the pile and kept (T7).
        pile: the discard pile's card numbers, oldest first.
        stock_left: cards of the stock not drawn yet.
        taken: the card taken or drawn this turn, or None.
        barred: the card that may not be thrown this turn, as a hand, or 0 (T6).
        limit: the knock limit (K2, O1).
        laid_down: what a knock has laid on the table, or None before one.
        moves: what has been done, a token a turn (the log's notation); all of it is public.
    """

    __slots__ = (
        "_result",
        "_rules",
        "_stock",
        "barred",
        "dealer",
        "hands",
        "known",
        "laid_down",
        "limit",
        "moves",
        "phase",
        "pile",
        "stock_left",
        "taken",
        "takes",
        "turn",
        "upcard",
    )  # fmt: skip

    def __init__(self, deal: Deal, rules: Rules) -> None:
        self._rules = rules
        self._stock = Stock(deal)
        self._result: RoundResult | None = None
        self.dealer = deal.dealer
        self.hands = list(deal.hands())
        self.known = [0, 0]
        self.upcard = deal.upcard
        self.pile = deal.deck[UPCARD_AT:STOCK_AT]
        self.stock_left = STOCK_SIZE
        self.taken: int | None = None
        self.takes = 0
        self.barred = 0
        self.limit = knock_limit(deal.upcard, rules)
        self.moves = ""
        self.laid_down: LaidDown | None = None
        self.turn = 1 - deal.dealer
        self.phase = Phase.FIRST_OFFER

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the seat to act may answer, in a fixed order."""
        return legal_actions(
            self.phase, self.hands[self.turn], self.barred, self.limit, self._rules
        )

    def result(self) -> RoundResult:
        """Return the facts of the finished round.

        Raises:
            RuntimeError: while it goes on.
        """
        if self._result is None:
            raise RuntimeError("the round goes on")
        return self._result

    def apply(self, action: object) -> None:
        """Do what the seat to act answered.

        Raises:
            IllegalAction: when the answer has a wrong type or the rules forbid it; nothing has
                changed.
        """
        phase = self.phase
        if phase is Phase.PLAY or phase is Phase.LAST_PLAY:
            self._play(action)
        elif phase is Phase.DRAW:
            if action is Draw.STOCK:
                self._draw_stock()
            elif action is Draw.PILE:
                self._take(Phase.PLAY)
            else:
                refuse("the answer to a draw is Draw.STOCK or Draw.PILE", action)
        elif phase is Phase.LAY_OFF:
            self._lay_off(action)
        elif phase is Phase.FORCED_STOCK:
            if action is not Draw.STOCK:
                refuse("both passed the upcard: only the stock is left (T1)", action)
            self._draw_stock()
        elif phase is Phase.OVER:
            refuse("the round is over", action)
        elif action is Offer.TAKE:
            self._take(Phase.LAST_PLAY if phase is Phase.LAST_OFFER else Phase.PLAY)
        elif action is Offer.PASS:
            self._pass()
        else:
            refuse("the answer to an offer is Offer.TAKE or Offer.PASS", action)

    def forfeit(self) -> None:
        """End the round against the seat to act (a fault; the moves get an `x`)."""
        drawn = self.phase is Phase.PLAY or self.phase is Phase.LAST_PLAY
        self.moves += "x" if drawn or not self.moves else " x"
        self._end(RoundResult(Finish.FORFEIT, 1 - self.turn, 0, self.upcard))

    def _pass(self) -> None:
        self._note("p")
        if self.phase is Phase.LAST_OFFER:
            self._end(RoundResult(Finish.VOID_STOCK, upcard=self.upcard))
            return
        self.turn = 1 - self.turn
        first = self.phase is Phase.FIRST_OFFER
        self.phase = Phase.SECOND_OFFER if first else Phase.FORCED_STOCK

    def _draw_stock(self) -> None:
        seat = self.turn
        card = self._stock.draw(seat)
        self.stock_left -= 1
        self._note("s")
        self.hands[seat] |= 1 << card
        self.taken = card
        self.barred = 0
        if self.stock_left <= DEAD_STOCK and self._rules.stock_end == "on_draw":
            self._end(RoundResult(Finish.VOID_STOCK, upcard=self.upcard))
            return
        self.phase = Phase.PLAY

    def _take(self, then: Phase) -> None:
        seat, card = self.turn, self.pile[-1]
        self._note("t")
        bit = 1 << card
        self.pile = self.pile[:-1]
        self.hands[seat] |= bit
        self.known[seat] |= bit
        self.taken = card
        self.takes += 1
        self.barred = bit if self._rules.discard_taken == "forbid" else 0
        self.phase = then

    def _play(self, action: object) -> None:
        kind = type(action)
        if kind is Discard:
            assert isinstance(action, Discard)
            card = self._thrown(action.card)
            if self.phase is Phase.LAST_PLAY:
                refuse("the last discard was taken: only a knock or gin may follow (V6)", action)
            self._shed(card, NAMES[card])
            self._after_discard(card)
        elif kind is Knock:
            assert isinstance(action, Knock)
            card = self._thrown(action.card)
            ten = self.hands[self.turn] ^ 1 << card
            spread, count = check_spread(action.melds, ten, self.limit, self._rules)
            self._shed(card, "k" + NAMES[card])
            self.pile += bytes((card,))
            self._show(Finish.KNOCK if count else Finish.GIN, spread, count)
        elif kind is BigGin:
            eleven = self.hands[self.turn]
            if self._rules.big_gin_bonus is None:
                refuse("these rules know no big gin (K8)", action)
            if not is_big_gin(eleven, self._rules):
                refuse("not all eleven cards are melded (K8)", action)
            melds = best_layout(eleven, eleven, self._rules.tables)
            self.moves += "b"
            self._show(Finish.BIG_GIN, melds, 0)
        else:
            refuse("the answer with eleven cards is Discard, Knock or BigGin", action)

    def _thrown(self, card: object) -> int:
        if type(card) is not int or not 0 <= card < 52:
            refuse("a card is a number from 0 to 51", card)
        if not self.hands[self.turn] >> card & 1:
            refuse("a card can only be thrown from the own hand", NAMES[card])
        if self.barred >> card & 1:
            refuse("the card just taken from the pile may not be thrown back (T6)", NAMES[card])
        return card

    def _shed(self, card: int, token: str) -> None:
        bit = 1 << card
        self.hands[self.turn] ^= bit
        self.known[self.turn] &= ~bit
        self.moves += token

    def _after_discard(self, card: int) -> None:
        self.pile += bytes((card,))
        self.taken = None
        self.barred = 0
        if self.takes >= self._rules.max_discard_takes:
            self._end(RoundResult(Finish.VOID_TAKES, upcard=self.upcard))
            return
        if self.stock_left > DEAD_STOCK:
            self.turn = 1 - self.turn
            self.phase = Phase.DRAW
            return
        if self._rules.stock_end == "last_discard_offer":
            self.turn = 1 - self.turn
            self.phase = Phase.LAST_OFFER
            if not can_take_to_knock(self.hands[self.turn], card, self.limit, self._rules):
                self._pass()
            return
        self._end(RoundResult(Finish.VOID_STOCK, upcard=self.upcard))

    def _show(self, finish: Finish, spread: Layout, count: int) -> None:
        self.laid_down = LaidDown(self.turn, finish, spread, count)
        self.taken = None
        self.barred = 0
        if self._rules.defender_layout == "bot":
            self.turn = 1 - self.turn
            self.phase = Phase.LAY_OFF
            return
        self._resolve(None)

    def _lay_off(self, action: object) -> None:
        if type(action) is not LayOff:
            refuse("the answer to a lay-off is LayOff", action)
        assert isinstance(action, LayOff)
        self._resolve(check_lay_off(self._laid(), self.hands[self.turn], action, self._rules))

    def _resolve(self, defence: Defence | None) -> None:
        """End the round by the counts; without a defence of his own the defender has the best."""
        laid = self._laid()
        hand = self.hands[1 - laid.knocker]
        self._end(compare_hands(laid, hand, defence, self.upcard, self._rules))

    def _laid(self) -> LaidDown:
        assert self.laid_down is not None
        return self.laid_down

    def _note(self, token: str) -> None:
        self.moves += " " + token if self.moves else token

    def _end(self, result: RoundResult) -> None:
        self._result = result
        self.phase = Phase.OVER


class Stock:
    """The face-down cards, drawn from one end, or by each seat from its own (D3)."""

    __slots__ = ("_deck", "_next", "_step")

    def __init__(self, deal: Deal) -> None:
        self._deck = deal.deck
        self._next = [STOCK_AT, STOCK_AT if deal.stock == "shared" else 51]
        self._step = 0 if deal.stock == "shared" else -1

    def draw(self, seat: int) -> int:
        """Return the next card of a seat."""
        if self._step == 0:
            self._next[0] += 1
            return self._deck[self._next[0] - 1]
        at = self._next[seat]
        self._next[seat] = at + (1 if seat == 0 else -1)
        return self._deck[at]
