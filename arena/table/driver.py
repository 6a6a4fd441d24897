"""The driver that asks Python objects in line. Only the asking is guarded: our errors stay ours."""

import traceback
from collections.abc import Callable

from arena.bot import Player
from arena.table.incident import Fault, Question
from arena.table.table import Asked, Asking, Played

Factory = Callable[[], Player]


def play_inline(asking: Asking, factories: tuple[Factory, Factory]) -> Played:
    """Play a series between two bots made for it, and return what was played.

    Args:
        asking: the generator of a table.
        factories: what makes the bot of each seat; a failure there is a fault of that bot.
    """
    bots: list[Player | None] = [None, None]
    reply: object = None
    while True:
        try:
            seat, question, asked = asking.send(reply)
        except StopIteration as finished:
            played = finished.value
            assert isinstance(played, Played)
            return played
        reply = ask(bots, factories, seat, question, asked)


def ask(
    bots: list[Player | None],
    factories: tuple[Factory, Factory],
    seat: int,
    question: Question,
    asked: Asked,
) -> object:
    """Return a bot's answer, or the fault that came instead.

    A bot that could not start is never asked or told anything. `KeyboardInterrupt` is the user's,
    every other exception the bot's, `SystemExit` included.
    """
    try:
        bot = bots[seat]
        if bot is not None:
            answer = getattr(bot, question)(asked)
        elif question == "start":
            started = factories[seat]()
            started.start_series(asked)  # type: ignore[arg-type]
            bots[seat] = started
            return None
        else:
            return None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a stranger's code raises is its fault
        return Fault("exception", text_of(error))
    if type(answer) is Fault:
        return Fault("illegal", "a bot may not answer with a fault")
    return answer


def text_of(error: BaseException) -> str:
    """Return the traceback of a bot's exception, even where its own text cannot be had.

    What UTF-8 cannot hold is escaped: the text goes to a file of failure cards.
    """
    try:
        text = "".join(traceback.format_exception(error))
    except BaseException:  # noqa: BLE001 - the exception's own code ran
        return type(error).__name__
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
