"""Random play: the floor that every other bot should stand on."""

from collections.abc import Sequence
from typing import TypeVar

from arena.bot import BigGin, Bot, Discard, Draw, Knock, Offer, View

Choice = TypeVar("Choice")


class RandomBot(Bot):
    """Answers every question with one of the legal actions, each as likely as any other."""

    def offer(self, view: View) -> Offer:
        """Take or pass."""
        action = self._any(view.legal_actions())
        assert isinstance(action, Offer)
        return action

    def draw(self, view: View) -> Draw:
        """Draw from the stock, or take from the pile."""
        action = self._any(view.legal_actions())
        assert isinstance(action, Draw)
        return action

    def play(self, view: View) -> Discard | Knock | BigGin:
        """Throw any card, knock, or show big gin."""
        action = self._any(view.legal_actions())
        assert isinstance(action, Discard | Knock | BigGin)
        return action

    def _any(self, actions: Sequence[Choice]) -> Choice:
        return actions[int(self.rng.random() * len(actions))]
