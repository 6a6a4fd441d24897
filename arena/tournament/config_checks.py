"""What the values of a config may be, whoever gives them: a file, a flag, or a program."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import get_args

from arena.gin.rules import shown
from arena.names import check_blanks, check_characters
from arena.standings.standings import RankBy

RANKINGS: tuple[str, ...] = get_args(RankBy)

LEAST_ENTRANTS = 2
MOST_ENTRANTS = 1000
MAX_PAIRS = 10_000_000
BOT_FORMS = "an entry point's name, module:Class, or path/to/file.py:Class"


def check_ranking(rank_by: object) -> object:
    """Return what to rank by, unless this version cannot.

    Raises:
        ValueError: for the rating, whose name is taken but which is not there yet.
    """
    if rank_by == "rating":
        raise ValueError(f"'rating' is not available in this version; use {', '.join(RANKINGS)}")
    return rank_by


def check_bot(bot: str) -> str:
    """Return how a bot is written: `simple`, `module:Class` or `path/to/file.py:Class`.

    Whether there is such a bot is not asked here.

    Raises:
        ValueError: when it cannot name any bot.
    """
    check_characters(bot)
    if not bot.strip():
        raise ValueError(f"{shown(bot)} is empty; a bot is {BOT_FORMS}")
    place, colon, name = bot.rpartition(":")
    if bot.endswith(".py"):
        raise ValueError(f"{shown(bot)} is a file; the class in it is missing: {bot_tail(bot)}:Bot")
    if not colon:
        return check_blanks(bot)
    if not place:
        raise ValueError(f"{shown(bot)} has no module or file in front of the colon")
    if not name:
        raise ValueError(f"{shown(bot)} has no class after the colon")
    if not is_dotted(name):
        raise ValueError(f"{shown(bot)}: {shown(name)} cannot be the name of a class")
    if not is_file_bot(bot) and not is_dotted(place):
        raise ValueError(f"{shown(bot)}: {shown(place)} is neither a module nor a .py file")
    return bot


def is_file_bot(bot: str) -> bool:
    """Tell whether a bot is named by its file.

    >>> is_file_bot("bots/mine.py:Mine"), is_file_bot("bots.mine:Mine")
    (True, False)
    """
    return bot.rpartition(":")[0].endswith(".py")


def is_dotted(text: str) -> bool:
    """Tell whether a text is a Python name, or several with dots between."""
    return all(part.isidentifier() for part in text.split("."))


def bot_name(bot: str) -> str:
    """Return the name of an entrant that has none of its own: the entry point's, or the class's.

    >>> bot_name("simple"), bot_name("mine.py:Mine")
    ('simple', 'Mine')
    """
    return bot.rpartition(":")[2]


def bot_tail(bot: str) -> str:
    """Return the last part of a bot's path, for an example in a message."""
    return bot.replace("\\", "/").rpartition("/")[2][-40:]


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return a hint at the known word that is nearest, or nothing.

    >>> did_you_mean("round_robin", ("round-robin", "gauntlet"))
    ' (did you mean round-robin?)'
    """
    near = get_close_matches(word.lower(), tuple(known), 1) if isinstance(word, str) else ()
    return f" (did you mean {near[0]}?)" if near else ""
