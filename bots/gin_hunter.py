"""Play for gin: knock only late in the round."""

from arena.bot import DISCARDS, BigGin, Discard, Knock, View, best_discards, least_useful
from arena.gin.actions import Phase
from bots.greedy import GreedyBot

LATE_STOCK = 9
"""Stock cards left from which on a plain knock is good enough: a few draws more for each seat."""


class GinHunterBot(GreedyBot):
    """Plays greedily, but holds back its knocks until the stock runs low."""

    def play(self, view: View) -> Discard | Knock | BigGin:
        """Knock with gin, or when the round is nearly over; else go on."""
        points, cards = best_discards(view.hand, view.barred, view.rules.tables)
        is_time = points == 0 or view.stock_size <= LATE_STOCK or view.phase is Phase.LAST_PLAY
        if is_time or points > view.knock_limit:
            return super().play(view)
        return DISCARDS[least_useful(cards, view)]
