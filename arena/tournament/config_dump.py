"""A config as complete YAML: every default resolved, so that it says the same in any version."""

import dataclasses
import os
from collections.abc import Mapping
from pathlib import Path, PurePath

from arena.gin.rules import OPTIONS, Rules
from arena.profiles.explain import word_for
from arena.tournament.config import Entrant, TournamentConfig
from arena.tournament.config_checks import is_file_bot
from arena.tournament.yaml_nodes import UNPRINTABLE
from arena.tournament.yaml_text import FloatText, plain_value


def dump_config(config: TournamentConfig, folder: Path) -> str:
    """Return a config as the YAML of a file in a folder.

    Bots that are named by a file are named anew, by their path from that folder.

    Raises:
        ValueError: for an option of a bot that a config file could not hold.
    """
    lines = [
        f"name: {quoted(config.name)}",
        *([] if config.seed is None else [f"seed: {quoted(config.seed)}"]),
        "rules:",
        f"  profile: {quoted(config.profile)}",
        *(f"  {line}" for line in rule_lines(config.rules)),
        f"format: {config.format}",
        f"pairs: {config.pairs}",
        f"dealing: {config.dealing}",
        f"stock: {config.stock}",
        f"rank_by: {config.rank_by}",
        "entrants:",
        *(line for entrant in config.entrants for line in entrant_lines(entrant, config, folder)),
        "faults:",
        f"  policy: {config.faults.policy}",
        f"  strikes: {config.faults.strikes}",
    ]
    return "\n".join(lines) + "\n"


def rule_lines(rules: Rules) -> list[str]:
    """Return a line for each option, in the order of the rules."""
    values = dataclasses.asdict(rules)
    return [f"{name}: {word_for(values[name])}" for name in OPTIONS]


def entrant_lines(entrant: Entrant, config: TournamentConfig, folder: Path) -> list[str]:
    """Return the lines of one entrant."""
    return [
        f"  - name: {quoted(entrant.name)}",
        f"    bot: {quoted(bot_from(entrant.bot, config.folder, folder))}",
        f"    options: {flow(entrant.options)}",
    ]


def bot_from(bot: str, old: Path, new: Path) -> str:
    """Return a bot that is named by a file under its path from another folder.

    >>> bot_from("mine.py:Mine", Path("configs"), Path("logs/spring-1"))
    '../../configs/mine.py:Mine'
    """
    if not is_file_bot(bot):
        return bot
    file, _, name = bot.rpartition(":")
    try:
        path = os.path.relpath(old / file, new)
    except ValueError:
        # Windows has no relative path from one drive to another.
        path = str((old / file).absolute())
    return f"{PurePath(path).as_posix()}:{name}"


def flow(value: object) -> str:
    """Return a value in one line that reads back as the same value.

    Raises:
        ValueError: for a value that a config file could not hold.

    >>> flow({"depth": 3, "rate": FloatText("1.50"), "tags": ["no", None, True]})
    '{"depth": 3, "rate": 1.50, "tags": ["no", null, true]}'
    """
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise ValueError(f"{value!r} has a key that is no text")
        return "{" + ", ".join(f"{quoted(key)}: {flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(part) for part in value) + "]"
    if isinstance(value, str):
        return quoted(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        text = value.text if isinstance(value, FloatText) else repr(value)
        if type(plain_value(text)) in (int, FloatText):
            return text
    raise ValueError(f"{value!r} cannot be an option of a bot in a config")


def quoted(text: str) -> str:
    r"""Return a text between double quotes, whatever is in it.

    >>> print(quoted('say "no": #1'))
    "say \"no\": #1"
    """
    return '"' + "".join(escaped(character) for character in text) + '"'


def escaped(character: str) -> str:
    """Return a character as it may stand between double quotes."""
    if character in '"\\':
        return f"\\{character}"
    if character in "\t\n\r" or UNPRINTABLE.match(character):
        return f"\\u{ord(character):04x}"  # none of them lies beyond U+FFFF
    return character
