"""The driver that asks Python objects in line. Only the asking is guarded: our errors stay ours."""

import traceback
from collections.abc import Callable
from typing import Any, Final

from arena.bot import Player
from arena.table.incident import Fault, Question
from arena.table.table import Asked, Asking, Played

Factory = Callable[[], Player]
MOST_TEXT = 100_000
"""Characters of a traceback that are kept."""
FAULT: Final = Fault
"""Compiled code looks a name of another module up each time, and a constant of its own never."""


def play_inline(asking: Asking, factories: tuple[Factory, Factory]) -> Played:
    """Play a series between two bots made for it, and return what was played.

    Args:
        asking: the generator of a table.
        factories: what makes the bot of each seat; a failure there is a fault of that bot.
    """
    seats = [Seat(factories[0]), Seat(factories[1])]  # compiled, a tuple is made anew to index it
    send = asking.send
    reply: object = None
    while True:
        try:
            seat, question, asked = send(reply)
        except StopIteration as finished:
            played = finished.value
            assert isinstance(played, Played)
            return played
        reply = seats[seat].ask(question, asked)


class Seat:
    """The bot of a seat, made for one series."""

    def __init__(self, make: Factory) -> None:
        self._make = make
        self._bot: Player | None = None

    @property
    def is_taken(self) -> bool:
        """Whether the bot has started."""
        return self._bot is not None

    def ask(self, question: Question, asked: Asked) -> object:
        """Return the bot's answer, or the fault that came instead.

        A bot that could not start is never asked or told anything. `KeyboardInterrupt` is the
        user's, every other exception the bot's, `SystemExit` included.
        """
        bot: Any = self._bot
        try:
            if bot is None:
                if question == "start":
                    self._start(asked)
                return None
            # Compiled, a call by name makes no bound method; nearly all are of these two.
            if question == "play":
                answer = bot.play(asked)
            elif question == "draw":
                answer = bot.draw(asked)
            else:
                answer = getattr(bot, question)(asked)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a stranger's code raises
            return Fault("exception", text_of(error))
        if type(answer) is FAULT:
            return Fault("illegal", "a bot may not answer with a fault")
        return answer

    def _start(self, info: Asked) -> None:
        bot = self._make()
        bot.start_series(info)  # type: ignore[arg-type]
        self._bot = bot


def text_of(error: BaseException) -> str:
    """Return the traceback of a bot's exception, even where its own text cannot be had.

    What UTF-8 cannot hold is escaped, and the middle of an endless one cut: the text goes to a file
    of failure cards.
    """
    try:
        text = "".join(traceback.format_exception(error))
    except BaseException:  # noqa: BLE001 - the exception's own code ran
        return type(error).__name__
    if len(text) > MOST_TEXT:
        half = MOST_TEXT // 2
        text = f"{text[:half]}\n... {len(text) - 2 * half} characters more ...\n{text[-half:]}"
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
