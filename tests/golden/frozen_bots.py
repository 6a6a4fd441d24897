"""Bots of the golden run. They are frozen: the golden log holds the digest of this very file."""

from arena.bot import DISCARDS, KNOCKS, Bot, Discard, Draw, Knock, Offer, View, cards_of
from arena.gin.kernel import best_discards, deadwood


class Careful(Bot):
    """Takes what lowers its deadwood, throws the highest of the best discards, knocks at once."""

    def offer(self, view: View) -> Offer:
        return Offer.TAKE if self.gains(view) else Offer.PASS

    def draw(self, view: View) -> Draw:
        return Draw.PILE if self.gains(view) else Draw.STOCK

    def play(self, view: View) -> Discard | Knock:
        points, cards = best_discards(view.hand, view.barred, view.rules.tables)
        card = cards.bit_length() - 1
        return KNOCKS[card] if points <= view.knock_limit else DISCARDS[card]

    def gains(self, view: View) -> bool:
        card = 1 << view.upcard
        return best_discards(view.hand | card, card)[0] < deadwood(view.hand)


class Lucky(Bot):
    """Draws from either pile by chance, throws any card, knocks if it is told to by chance."""

    def draw(self, view: View) -> Draw:
        return Draw.PILE if self.rng.random() < 0.3 else Draw.STOCK

    def play(self, view: View) -> Discard | Knock:
        points, cards = best_discards(view.hand, view.barred, view.rules.tables)
        choices = list(cards_of(cards))
        card = choices[int(self.rng.random() * len(choices))]
        return KNOCKS[card] if points <= view.knock_limit else DISCARDS[card]


class Faulty(Careful):
    """Plays well, but now and then throws a card that it does not hold, or raises."""

    def play(self, view: View) -> Discard | Knock:
        chance = self.rng.random()
        if chance < 0.004:
            raise RuntimeError("lost count")
        if chance < 0.008:
            return Discard(next(card for card in range(52) if not view.hand >> card & 1))
        return super().play(view)
