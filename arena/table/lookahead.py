"""Roll-outs from a view: what a bot that searches asks."""

from arena.gin.actions import Action, Phase
from arena.gin.cards import BIT, NUMBERS
from arena.gin.policy import Policy
from arena.gin.result import Finish
from arena.gin.rollout import Position, RollOuts
from arena.gin.rollout import roll_out as roll_out_position
from arena.gin.showdown import LaidDown
from arena.table.view import View


def roll_out(
    view: View,
    seed: int,
    count: int,
    *,
    action: Action | None = None,
    policy: Policy = "greedy",
    against: Policy = "greedy",
) -> RollOuts:
    """Play the round of a view on to its end, time and again, with the unknown cards at random.

    Args:
        view: what the bot was asked with.
        seed: 64 bits that decide everything; equal seeds deal equal cards for different actions,
            which makes them easier to tell apart.
        count: how many times; hundreds of thousands a second where the arena is compiled.
        action: what to do first; None leaves that to `policy` too. A declared layout is allowed.
        policy: who goes on for the own seat, `greedy` or `simple`, the reference bots' play.
        against: who plays the other seat.

    Returns:
        What the rounds came to for the own seat. Where rules double spade rounds and the upcard
        was taken, the view no longer tells its suit: it counts as none.

    Raises:
        IllegalAction: when the rules forbid the action.
        ValueError: for a count below 1, or a policy that does not exist.
    """
    position = position_of(view)
    policies = (policy, against)
    return roll_out_position(position, view.rules, seed, count, action=action, policies=policies)


def position_of(view: View) -> Position:
    """Return the position of a view: what its moves say of shown cards and takes included."""
    upcard, shown = read_moves(view)
    laid_down = knock_of(view) if view.phase is Phase.LAY_OFF else None
    return Position(
        view.dealer,
        view.seat,
        view.phase,
        view.hand,
        shown & view.hand,
        view.opponent_holds if laid_down is None else sum(view.spread) | view.loose,
        view.discard_pile,
        view.stock_size,
        view.taken,
        view.barred,
        view.moves.count("t"),
        view.knock_limit,
        upcard,
        laid_down,
    )


def read_moves(view: View) -> tuple[int, int]:
    """Return the upcard, and the hand of the own cards that were taken from the pile (T7).

    A view does not name an upcard that was taken: 0 then, and it is not among the cards.
    """
    pile: list[int | None] = [None]
    shown = 0
    for number, token in enumerate(view.moves.split()):
        is_own = (number % 2 == 0) == (view.seat != view.dealer)
        if token[0] == "t":
            taken = pile.pop()
            if is_own and taken is not None:
                shown |= BIT[taken]
        thrown = NUMBERS.get(token[-2:])
        if thrown is not None:
            pile.append(thrown)
            if is_own:
                shown &= ~BIT[thrown]
    upcard = view.discard_pile[0] if pile and pile[0] is None else 0
    return upcard, shown


def knock_of(view: View) -> LaidDown:
    """Return what the knocker of a view has laid down."""
    count = view.rules.tables.points(view.loose)
    cards = (sum(view.spread) | view.loose).bit_count()
    finish = Finish.KNOCK if count else Finish.BIG_GIN if cards == 11 else Finish.GIN
    return LaidDown(1 - view.seat, finish, view.spread, count)
