"""All that a bot ever sees. Everything here is a copy or cannot be changed, and leads nowhere else.

`msgspec.Struct` is used since a view is made for every decision: it costs a third of a frozen
dataclass.
"""

import msgspec

from arena.gin.actions import Action, Phase
from arena.gin.kernel import Layout
from arena.gin.legal import legal_actions
from arena.gin.result import Finish
from arena.gin.rules import Rules
from arena.gin.sheet import Sheet


class View(msgspec.Struct, frozen=True, gc=False):
    """What one seat knows when it is asked (T7).

    Cards are numbers 0..51 (13 x suit + rank), hands 52-bit ints; `arena.gin.cards` reads and
    writes them.

    Attributes:
        seat: the seat that is asked.
        dealer: the seat that dealt.
        phase: which decision this is.
        hand: the seat's own cards; eleven of them in a play.
        discard_pile: card numbers, oldest first; the last can be taken.
        stock_size: cards left in the stock.
        taken: the card just taken or drawn, or None.
        barred: the card that may not be thrown this turn, as a hand; 0 for none (T6).
        opponent_holds: cards the opponent took from the pile and still has, as a hand.
        moves: the round so far, a token a turn, as in the log.
        knock_limit: most deadwood to knock with in this round.
        spread: the knocker's melds after a knock, else empty.
        sheet: the series so far.
        rules: the house rules.
        loose: the knocker's cards outside his spread after a knock, as a hand.
    """

    seat: int
    dealer: int
    phase: Phase
    hand: int
    discard_pile: bytes
    stock_size: int
    taken: int | None
    barred: int
    opponent_holds: int
    moves: str
    knock_limit: int
    spread: Layout
    sheet: Sheet
    rules: Rules
    loose: int = 0

    @property
    def upcard(self) -> int:
        """The card on top of the discard pile.

        Raises:
            IndexError: while the pile is empty: the upcard was taken and nothing thrown yet.
        """
        return self.discard_pile[-1]

    def legal_actions(self) -> tuple[Action, ...]:
        """Return every answer that the rules allow here, in a fixed order.

        Knocks stand without a layout; one may be declared with them (K5).
        """
        return legal_actions(self.phase, self.hand, self.barred, self.knock_limit, self.rules)


class SeriesInfo(msgspec.Struct, frozen=True):
    """What a bot is told before a series; `seed` is its own, for this series alone."""

    seat: int
    name: str
    opponent: str
    rules: Rules
    seed: int


class RoundSeen(msgspec.Struct, frozen=True):
    """What a player at the table has seen when a round is over (T7).

    `opponent_hand` is the hand that a knock has shown, else 0. `deadwood` is by seat, None where
    nobody's knock was resolved; `points` go to `winner`, a seat or None.
    """

    finish: Finish
    winner: int | None
    points: int
    moves: str
    knocker: int | None
    spread: Layout
    melds: Layout
    laid_off: int
    deadwood: tuple[int, int] | None
    opponent_hand: int
    sheet: Sheet


class SeriesSeen(msgspec.Struct, frozen=True):
    """How a series ended: the winning seat or None, and the net settlement of seat 0."""

    sheet: Sheet
    winner: int | None
    net: int
    termination: str
