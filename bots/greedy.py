"""Greedy play: least deadwood now, and cards that may still become melds."""

from arena.bot import (
    BIG_GIN,
    DISCARDS,
    KNOCKS,
    PASS,
    PILE,
    STOCK,
    TAKE,
    BigGin,
    Bot,
    Discard,
    Draw,
    Knock,
    Offer,
    View,
    best_discards,
    deadwood,
    is_big_gin,
    least_useful,
)


class GreedyBot(Bot):
    """Takes the face-up card when that lowers its deadwood, keeps useful cards, knocks at once."""

    def offer(self, view: View) -> Offer:
        """Take the card if the best discard then leaves less deadwood."""
        return TAKE if self._gains(view) else PASS

    def draw(self, view: View) -> Draw:
        """Take the pile's top card if the best discard then leaves less deadwood."""
        return PILE if self._gains(view) else STOCK

    def play(self, view: View) -> Discard | Knock | BigGin:
        """Knock if that is allowed, else throw the least useful of the best discards."""
        points, cards = best_discards(view.hand, view.barred, view.rules.tables)
        if not points and is_big_gin(view.hand, view.rules):
            return BIG_GIN
        card = least_useful(cards, view)
        return KNOCKS[card] if points <= view.knock_limit else DISCARDS[card]

    def _gains(self, view: View) -> bool:
        tables = view.rules.tables
        # A discard that leaves less than now is none of the card itself, barred or not.
        with_it = best_discards(view.hand | 1 << view.upcard, 0, tables)[0]
        return with_it < deadwood(view.hand, tables)
