"""Roll-outs: rounds played to their end from what one seat knows, by the one text of the rules.

For bots that search. The cards that the seat cannot see are dealt at random, and built-in policies
play both seats. Everything comes from one 64-bit seed.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from arena.gin.actions import Action, Phase
from arena.gin.cards import CARD_AT, PACK, hand_of
from arena.gin.chance import Chance
from arena.gin.deal import Deal
from arena.gin.policy import POLICIES, Actor, Policy
from arena.gin.result import points
from arena.gin.round import OVER, Round
from arena.gin.rules import Rules
from arena.gin.showdown import LaidDown

if TYPE_CHECKING:
    from mypy_extensions import i64
PLAIN_DECK: Final = bytes(range(52))


class RollOuts(NamedTuple):
    """What some roll-outs came to, as the seat that asked sees it.

    `points` is what it won less what it lost, over all of them, `squares` the sum of the squares of
    the same: from both follow mean and error. `voids` are rounds in which nobody scored.
    """

    rounds: int
    wins: int
    losses: int
    voids: int
    points: int
    squares: int

    @property
    def mean(self) -> float:
        """Points a round."""
        return self.points / self.rounds

    @property
    def error(self) -> float:
        """The standard error of `mean`; infinite for a single round."""
        if self.rounds < 2:
            return float("inf")
        spread = self.squares - self.points * self.points / self.rounds
        return sqrt(max(spread, 0.0) / (self.rounds - 1) / self.rounds)


class Position(NamedTuple):
    """What one seat knows when it is asked: a view without its history.

    Attributes:
        dealer: the seat that dealt.
        seat: the seat that is asked.
        phase: which decision this is.
        hand: its cards, as a hand.
        hand_known: those of them that the other seat knows of.
        other_known: the cards that the other seat is known to hold.
        pile: the discard pile's card numbers, oldest first.
        stock_size: cards left in the stock.
        taken: the card just taken or drawn, or None.
        barred: the card that may not be thrown this turn, as a hand; 0 for none (T6).
        takes: takes from the pile in the round so far (V9).
        limit: the round's knock limit (K2, O1).
        upcard: the card that started the pile; only its suit counts any more (S7).
        laid_down: what the other seat has knocked with, or None.
    """

    dealer: int
    seat: int
    phase: Phase
    hand: int
    hand_known: int
    other_known: int
    pile: bytes
    stock_size: int
    taken: int | None
    barred: int
    takes: int
    limit: int
    upcard: int
    laid_down: LaidDown | None = None


def roll_out(
    position: Position,
    rules: Rules,
    seed: int,
    count: int,
    *,
    action: Action | None = None,
    policies: tuple[Policy, Policy] = ("greedy", "greedy"),
) -> RollOuts:
    """Play a round on to its end, time and again.

    Args:
        position: where it stands, and what the seat to act knows.
        rules: its rules.
        seed: what deals the unknown cards, and chooses for policies that leave a choice; the lowest
            64 bits count.
        count: how many times.
        action: what the seat to act does first; None leaves that to its policy too.
        policies: the policy of the seat to act, and of the other.

    Raises:
        IllegalAction: when the rules forbid the action.
        ValueError: when the round is over, the cards do not add up to a pack, or a policy or count
            cannot be.
    """
    if count < 1:
        raise ValueError(f"count: {count} roll-outs cannot be")
    for policy in policies:
        if policy not in POLICIES:
            raise ValueError(f"policy: {policy!r} is none of {', '.join(POLICIES)}")
    chance = Chance(seed)
    round_ = Guess(position, rules, chance)
    seat: i64 = position.seat
    actor, other = Actor(policies[0], rules, chance), Actor(policies[1], rules, chance)
    wins: i64 = 0
    losses: i64 = 0
    total: i64 = 0
    squares: i64 = 0
    for _ in range(count):
        round_.deal()
        if action is not None:
            round_.apply(action)
        while round_.phase is not OVER:
            (actor if round_.turn == seat else other).act(round_)
        result = round_.result()
        if result.winner is None:
            continue
        worth: i64 = points(result, rules)
        if result.winner == seat:
            wins += 1
            total += worth
        else:
            losses += 1
            total -= worth
        squares += worth * worth
    return RollOuts(count, wins, losses, count - wins - losses, total, squares)


class Guess(Round):
    """A round at a position whose hidden cards are dealt at random, the stock as it is drawn.

    Nobody looks at its moves or its pile: it keeps none of the first, and the second as a list.
    """

    __slots__ = (
        "_chance",
        "_hidden",
        "_left",
        "_left_count",
        "_missing",
        "_start",
        "_thrown_cards",
    )

    def __init__(self, position: Position, rules: Rules, chance: Chance) -> None:
        """Find the hidden cards.

        Raises:
            ValueError: when the round is over, or the cards do not add up to a pack.
        """
        super().__init__(Deal(position.dealer, PLAIN_DECK), rules)
        hidden = PACK & ~(position.hand | position.other_known | hand_of(position.pile))
        missing = hidden.bit_count() - position.stock_size
        if position.phase is OVER or missing < 0 or len(set(position.pile)) < len(position.pile):
            raise ValueError("from these cards no round can be played on")
        if position.laid_down is None and position.other_known.bit_count() + missing != 10:
            raise ValueError("the other hand would not hold ten cards")
        self._chance = chance
        self._hidden: i64 = hidden
        self._missing: i64 = missing
        self._left: i64 = 0
        self._left_count: i64 = 0
        self._start = round_at(position, rules)
        self._thrown_cards: list[int] = []

    def top_card(self) -> i64:
        """Return the card that may be taken from the pile."""
        return self._thrown_cards[len(self._thrown_cards) - 1]

    def deal(self) -> None:
        """Go back to the position, with other hidden cards."""
        self.become(self._start)
        self._thrown_cards = list(self._start.pile)
        self._left = self._hidden
        self._left_count = self._start.stock_left + self._missing
        while self._left_count > self._start.stock_left:
            self.other_hand |= self._any_hidden()

    def _any_hidden(self) -> i64:
        """Return one of the hidden cards that are nowhere yet, as a hand."""
        bit = self._chance.one_of(self._left, self._left_count)
        self._left ^= bit
        self._left_count -= 1
        return bit

    def _next_card(self) -> i64:
        return CARD_AT[self._any_hidden() % 53]

    def _lift(self) -> i64:
        return self._thrown_cards.pop()

    def _lay(self, card: i64) -> None:
        self._thrown_cards.append(card)

    def _note(self, token: str) -> None:
        pass


def round_at(position: Position, rules: Rules) -> Round:
    """Return a round that stands at a position; the cards nobody knows of are nowhere yet."""
    round_ = Round(Deal(position.dealer, PLAIN_DECK), rules)
    round_.turn = position.seat
    round_.phase = position.phase
    round_.hand = position.hand
    round_.hand_known = position.hand_known
    round_.other_hand = round_.other_known = position.other_known
    round_.pile = position.pile
    round_.pile_cards = hand_of(position.pile)
    round_.stock_left = position.stock_size
    round_.taken = position.taken
    round_.barred = position.barred
    round_.takes = position.takes
    round_.upcard = position.upcard
    round_.limit = position.limit
    round_.laid_down = position.laid_down
    return round_
