"""A bot that plays as another one does, and keeps what it was asked and what it answered."""

from dataclasses import dataclass
from typing import Any

from arena.bot import BigGin, Discard, Draw, Knock, LayOff, Offer, Player, SeriesInfo, View


@dataclass(frozen=True, slots=True)
class Heard:
    """One question that a bot was asked or one thing it was told, with its answer."""

    seat: int
    question: str
    asked: Any
    answer: Any


class Recorder:
    """Stands between the table and a bot; both seats of a series write one list."""

    def __init__(self, bot: Player, heard: list[Heard]) -> None:
        self._bot = bot
        self._heard = heard
        self._seat = 0

    def start_series(self, info: SeriesInfo) -> None:
        self._seat = info.seat
        self._pass_on("start_series", info)

    def offer(self, view: View) -> Offer:
        return self._pass_on("offer", view)

    def draw(self, view: View) -> Draw:
        return self._pass_on("draw", view)

    def play(self, view: View) -> Discard | Knock | BigGin:
        return self._pass_on("play", view)

    def lay_off(self, view: View) -> LayOff:
        return self._pass_on("lay_off", view)

    def end_round(self, seen: object) -> None:
        self._pass_on("end_round", seen)

    def end_series(self, seen: object) -> None:
        self._pass_on("end_series", seen)

    def _pass_on(self, question: str, asked: object) -> Any:
        answer = getattr(self._bot, question)(asked)
        self._heard.append(Heard(self._seat, question, asked, answer))
        return answer
