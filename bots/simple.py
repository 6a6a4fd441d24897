"""The simple policy of the EAAI-2021 gin rummy challenge, a common yardstick."""

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
    is_big_gin,
    melds_with,
)
from arena.gin.cards import cards_of


class SimpleBot(Bot):
    """Takes the face-up card only for a meld, throws a random best discard, knocks at once."""

    def offer(self, view: View) -> Offer:
        """Take the card if it becomes part of a meld."""
        return TAKE if melds_with(view.hand, view.upcard, view.rules) else PASS

    def draw(self, view: View) -> Draw:
        """Take the pile's top card if it becomes part of a meld."""
        return PILE if melds_with(view.hand, view.upcard, view.rules) else STOCK

    def play(self, view: View) -> Discard | Knock | BigGin:
        """Knock if any discard allows it, with one that leaves least deadwood."""
        points, cards = best_discards(view.hand, view.barred, view.rules.tables)
        if not points and is_big_gin(view.hand, view.rules):
            return BIG_GIN
        choices = cards_of(cards)
        card = choices[int(self.rng.random() * len(choices))]
        return KNOCKS[card] if points <= view.knock_limit else DISCARDS[card]
