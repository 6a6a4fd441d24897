"""One round: a deal plus its actions, from the upcard to the result (rules T, V, K, L).

The round is omniscient; bots never get it. Every action is checked whole before anything changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from arena.gin.actions import Action, BigGin, Discard, Draw, Knock, LayOff, Offer, Phase
from arena.gin.cards import BIT, NAMES
from arena.gin.deal import Deal
from arena.gin.kernel import Layout, best_layout
from arena.gin.legal import can_take_to_knock, is_big_gin, legal_actions
from arena.gin.refusal import refuse
from arena.gin.result import Finish, RoundResult
from arena.gin.rules import Rules, knock_limit
from arena.gin.showdown import Defence, LaidDown, check_lay_off, check_spread, compare_hands

if TYPE_CHECKING:
    from mypy_extensions import i64

UPCARD_AT: Final = 20
STOCK_AT: Final = 21
STOCK_SIZE: Final = 31
DEAD_STOCK: Final = 2
"""Cards of the stock that are never played (V1)."""

# Members of an enum, and what other modules define, are looked up each time; these are at hand.
DISCARD: Final = Discard
KNOCK: Final = Knock
BIG_GIN: Final = BigGin
FIRST_OFFER: Final = Phase.FIRST_OFFER
SECOND_OFFER: Final = Phase.SECOND_OFFER
FORCED_STOCK: Final = Phase.FORCED_STOCK
DRAW: Final = Phase.DRAW
PLAY: Final = Phase.PLAY
LAST_OFFER: Final = Phase.LAST_OFFER
LAST_PLAY: Final = Phase.LAST_PLAY
LAY_OFF: Final = Phase.LAY_OFF
OVER: Final = Phase.OVER
PASS: Final = Offer.PASS
TAKE: Final = Offer.TAKE
FROM_STOCK: Final = Draw.STOCK
FROM_PILE: Final = Draw.PILE

ONE: Final = tuple([bytes((card,)) for card in range(52)])
"""Each card as a pile of its own."""
KNOCKING: Final = tuple(["k" + name for name in NAMES])


class Round:
    """A round in progress.

    The seat to act and the other one change places with every turn, so what a turn looks at is at
    hand by name; `hands` and `known` have both by seat.

    Attributes:
        dealer: the seat that dealt.
        phase: where it stands.
        turn: the seat to act, or the last that did once the round is over.
        hand: the cards of the seat to act.
        other_hand: the cards of the other seat.
        hand_known: the cards that the seat to act is known to hold: taken from the pile, kept (T7).
        other_known: those that the other seat is known to hold.
        upcard: the card that started the pile.
        pile: the discard pile's card numbers, oldest first.
        pile_cards: the same as a hand.
        stock_left: cards of the stock not drawn yet.
        taken: the card taken or drawn this turn, or None.
        takes: how often the pile's top card was taken so far (V9).
        barred: the card that may not be thrown this turn, as a hand, or 0 (T6).
        limit: the knock limit (K2, O1).
        laid_down: what a knock has laid on the table, or None before one.
        moves: what has been done, a token a turn (the log's notation); all of it is public.
    """

    __slots__ = (
        "_back",
        "_deck",
        "_front",
        "_is_shared",
        "_most_takes",
        "_result",
        "_return_is_barred",
        "_rules",
        "barred",
        "dealer",
        "hand",
        "hand_known",
        "laid_down",
        "limit",
        "moves",
        "other_hand",
        "other_known",
        "phase",
        "pile",
        "pile_cards",
        "stock_left",
        "taken",
        "takes",
        "turn",
        "upcard",
    )

    def __init__(self, deal: Deal, rules: Rules) -> None:
        deck = deal.deck
        hands = deal.hands()
        self._rules = rules
        self._most_takes: i64 = rules.max_discard_takes
        self._return_is_barred = rules.discard_taken == "forbid"
        self._deck = deck
        self._front: i64 = STOCK_AT
        self._back: i64 = 51
        self._is_shared = deal.stock == "shared"
        self._result: RoundResult | None = None
        self.takes: i64 = 0
        self.dealer: i64 = deal.dealer
        self.turn: i64 = 1 - self.dealer
        self.hand: i64 = hands[1 - self.dealer]
        self.other_hand: i64 = hands[self.dealer]
        self.hand_known: i64 = 0
        self.other_known: i64 = 0
        self.upcard: i64 = deck[UPCARD_AT]
        self.pile = deck[UPCARD_AT:STOCK_AT]
        self.pile_cards: i64 = BIT[self.upcard]
        self.stock_left: i64 = STOCK_SIZE
        self.taken: int | None = None
        self.barred: i64 = 0
        self.limit: i64 = knock_limit(self.upcard, rules)
        self.moves = ""
        self.laid_down: LaidDown | None = None
        self.phase = FIRST_OFFER

    @property
    def hands(self) -> tuple[int, int]:
        """The cards of each seat."""
        if self.turn == 0:
            return self.hand, self.other_hand
        return self.other_hand, self.hand

    @property
    def known(self) -> tuple[int, int]:
        """The cards that each seat is known to hold (T7)."""
        if self.turn == 0:
            return self.hand_known, self.other_known
        return self.other_known, self.hand_known

    def top_card(self) -> i64:
        """Return the card that may be taken from the pile."""
        return self.pile[len(self.pile) - 1]

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the seat to act may answer, in a fixed order."""
        return legal_actions(self.phase, self.hand, self.barred, self.limit, self._rules)

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
        if phase is PLAY or phase is LAST_PLAY:
            self._play(action)
        elif phase is DRAW:
            if action is FROM_STOCK:
                self.draw_stock()
            elif action is FROM_PILE:
                self.take()
            else:
                refuse("the answer to a draw is Draw.STOCK or Draw.PILE", action)
        elif phase is LAY_OFF:
            self._lay_off(action)
        elif phase is FORCED_STOCK:
            if action is not FROM_STOCK:
                refuse("both passed the upcard: only the stock is left (T1)", action)
            self.draw_stock()
        elif phase is OVER:
            refuse("the round is over", action)
        elif action is TAKE:
            self.take()
        elif action is PASS:
            self.pass_offer()
        else:
            refuse("the answer to an offer is Offer.TAKE or Offer.PASS", action)

    def copy(self) -> Round:
        """Return a round that stands where this one does, and goes its own way from there."""
        twin = Round(Deal(self.dealer, self._deck), self._rules)
        twin.become(self)
        return twin

    def become(self, other: Round) -> None:
        """Stand where another round of the same rules stands."""
        self._deck = other._deck
        self._front = other._front
        self._back = other._back
        self._is_shared = other._is_shared
        self._result = other._result
        self.takes = other.takes
        self.dealer = other.dealer
        self.turn = other.turn
        self.hand = other.hand
        self.other_hand = other.other_hand
        self.hand_known = other.hand_known
        self.other_known = other.other_known
        self.upcard = other.upcard
        self.pile = other.pile
        self.pile_cards = other.pile_cards
        self.stock_left = other.stock_left
        self.taken = other.taken
        self.barred = other.barred
        self.limit = other.limit
        self.moves = other.moves
        self.laid_down = other.laid_down
        self.phase = other.phase

    def forfeit(self, seat: int | None = None) -> None:
        """End the round against a seat, the one to act where none is named.

        It is a fault: the moves get an `x`.
        """
        if seat is not None and seat != self.turn:
            self._change_seats()
        drawn = self.phase is PLAY or self.phase is LAST_PLAY
        self._note("x" if drawn or not self.moves else " x")
        self._end(RoundResult(Finish.FORFEIT, 1 - self.turn, 0, self.upcard))

    # What the rules do once an answer is known to be allowed. Roll-outs, whose policies answer
    # nothing else, call these; all others come through `apply`.

    def pass_offer(self) -> None:
        """Pass an offered card (T1, V6)."""
        self._note(" p" if self.moves else "p")
        if self.phase is LAST_OFFER:
            self._end(RoundResult(Finish.VOID_STOCK, None, 0, self.upcard))
            return
        self._change_seats()
        self.phase = SECOND_OFFER if self.phase is FIRST_OFFER else FORCED_STOCK

    def draw_stock(self) -> None:
        """Draw from the stock (T4, D3)."""
        card = self._next_card()
        self.stock_left -= 1
        self._note(" s" if self.moves else "s")
        self.hand |= BIT[card]
        self.taken = card
        self.barred = 0
        if self.stock_left <= DEAD_STOCK and self._rules.stock_end == "on_draw":
            self._end(RoundResult(Finish.VOID_STOCK, None, 0, self.upcard))
            return
        self.phase = PLAY

    def take(self) -> None:
        """Take the pile's top card (T1, T4, V6)."""
        card = self._lift()
        bit: i64 = BIT[card]
        self._note(" t" if self.moves else "t")
        self.pile_cards ^= bit
        self.hand |= bit
        self.hand_known |= bit
        self.taken = card
        self.takes += 1
        self.barred = bit if self._return_is_barred else 0
        self.phase = LAST_PLAY if self.phase is LAST_OFFER else PLAY

    def throw(self, card: i64) -> None:
        """Throw a card and go on (T5)."""
        self._shed(card)
        self._note(NAMES[card])
        if self.takes >= self._most_takes:
            self._end(RoundResult(Finish.VOID_TAKES, None, 0, self.upcard))
        elif self.stock_left > DEAD_STOCK:
            self._change_seats()
            self.phase = DRAW
        elif self._rules.stock_end == "last_discard_offer":
            self._change_seats()
            self.phase = LAST_OFFER
            if not can_take_to_knock(self.hand, card, self.limit, self._rules):
                self.pass_offer()
        else:
            self._end(RoundResult(Finish.VOID_STOCK, None, 0, self.upcard))

    def knock(self, card: i64, spread: Layout, count: i64) -> None:
        """Throw a card and lay down ten with some deadwood (K1)."""
        self._shed(card)
        self._note(KNOCKING[card])
        self._show(Finish.KNOCK if count else Finish.GIN, spread, count)

    def show_big_gin(self) -> None:
        """Lay down eleven melded cards (K8)."""
        melds = best_layout(self.hand, self.hand, self._rules.tables)
        self._note("b")
        self._show(Finish.BIG_GIN, melds, 0)

    def _play(self, action: object) -> None:
        kind = type(action)
        said: Any = action  # its fields may hold anything, whatever their types promise
        if kind is DISCARD:
            card = self._thrown(said.card)
            if self.phase is LAST_PLAY:
                refuse("the last discard was taken: only a knock or gin may follow (V6)", action)
            self.throw(card)
        elif kind is KNOCK:
            card = self._thrown(said.card)
            ten = self.hand ^ BIT[card]
            spread, count = check_spread(said.melds, ten, self.limit, self._rules)
            self.knock(card, spread, count)
        elif kind is BIG_GIN:
            if self._rules.big_gin_bonus is None:
                refuse("these rules know no big gin (K8)", action)
            if not is_big_gin(self.hand, self._rules):
                refuse("not all eleven cards are melded (K8)", action)
            self.show_big_gin()
        else:
            refuse("the answer with eleven cards is Discard, Knock or BigGin", action)

    def _thrown(self, card: object) -> i64:
        if type(card) is not int or not 0 <= card < 52:
            refuse("a card is a number from 0 to 51", card)
        bit: i64 = BIT[card]
        if not self.hand & bit:
            refuse("a card can only be thrown from the own hand", NAMES[card])
        if self.barred & bit:
            refuse("the card just taken from the pile may not be thrown back (T6)", NAMES[card])
        return card

    def _note(self, token: str) -> None:
        self.moves += token

    def _lift(self) -> i64:
        """Take the top card off the pile, and return it."""
        card: i64 = self.pile[len(self.pile) - 1]
        self.pile = self.pile[: len(self.pile) - 1]
        return card

    def _lay(self, card: i64) -> None:
        """Lay a card on the pile."""
        self.pile = self.pile + ONE[card]  # compiled, twice as fast as +=

    def _next_card(self) -> i64:
        """Return the next card of the stock for the seat to act (D3)."""
        if self._is_shared or self.turn == 0:
            self._front += 1
            return self._deck[self._front - 1]
        self._back -= 1
        return self._deck[self._back + 1]

    def _shed(self, card: i64) -> None:
        bit: i64 = BIT[card]
        self.hand ^= bit
        self.hand_known &= ~bit
        self._lay(card)
        self.pile_cards |= bit
        self.taken = None
        self.barred = 0

    def _change_seats(self) -> None:
        self.turn = 1 - self.turn
        hand, known = self.hand, self.hand_known
        self.hand, self.hand_known = self.other_hand, self.other_known
        self.other_hand, self.other_known = hand, known

    def _show(self, finish: Finish, spread: Layout, count: i64) -> None:
        self.laid_down = LaidDown(self.turn, finish, spread, count)
        self.taken = None
        self.barred = 0
        if self._rules.defender_layout == "bot":
            self._change_seats()
            self.phase = LAY_OFF
            return
        self._resolve(self.other_hand, None)

    def _lay_off(self, action: object) -> None:
        if type(action) is not LayOff:
            refuse("the answer to a lay-off is LayOff", action)
        assert isinstance(action, LayOff)
        defence = check_lay_off(self._laid(), self.hand, action, self._rules)
        self._resolve(self.hand, defence)

    def _resolve(self, defender: i64, defence: Defence | None) -> None:
        """End the round by the counts; without a defence of his own the defender has the best."""
        self._end(compare_hands(self._laid(), defender, defence, self.upcard, self._rules))

    def _laid(self) -> LaidDown:
        assert self.laid_down is not None
        return self.laid_down

    def _end(self, result: RoundResult) -> None:
        self._result = result
        self.phase = OVER
