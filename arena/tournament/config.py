"""What a tournament is to be: read from a YAML file, every mistake in it shown with its place."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from arena.gin.deal import Stock
from arena.gin.rules import Rules, shown
from arena.mistake import UserMistake
from arena.names import check_name
from arena.record import FaultPolicy
from arena.schedule import Dealing, Format
from arena.standings.standings import RankBy
from arena.tournament.config_checks import bot_name, check_bot
from arena.tournament.config_models import (
    ConfigModel,
    EntrantModel,
    Findings,
    check_rules,
    check_shape,
    is_text,
)
from arena.tournament.yaml_nodes import MAX_BYTES
from arena.tournament.yaml_text import YamlError, read_yaml

STDIN = Path("-")
MOST_TOLD = 50
"""Problems that a message lists; a file with more is none that a person wrote."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot under a name: `bot` is as it was written, `options` are the bot's own.

    `place` tells where a config file names the bot, for messages.
    """

    name: str
    bot: str
    options: Mapping[str, object] = field(default_factory=dict)
    place: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentConfig:
    """A whole tournament; `folder` is where relative paths of bots start.

    The defaults of `stock` and `rank_by` are those of mirrored dealing under `classic`;
    `default_stock` and `default_rank_by` tell the others.
    """

    name: str = "tournament"
    seed: str | None = None
    profile: str = "classic"
    rules: Rules = field(default_factory=Rules)
    format: Format = "round-robin"
    pairs: int = 10
    dealing: Dealing = "mirrored"
    stock: Stock = "per_seat"
    rank_by: RankBy = "series"
    entrants: tuple[Entrant, ...]
    faults: FaultPolicy = field(default_factory=FaultPolicy)
    folder: Path = Path()


@dataclass(frozen=True, slots=True)
class ConfigProblem:
    """One mistake in a config, and where it is; lines and columns count from 1."""

    source: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.source}:{self.line}:{self.column}: {self.message}"


class ConfigError(UserMistake):
    """A config that cannot be used, with all its problems in the order of their places."""

    def __init__(self, problems: Iterable[ConfigProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[:MOST_TOLD]]
        if len(self.problems) > MOST_TOLD:
            lines.append(f"and {len(self.problems) - MOST_TOLD} more problems")
        return "\n".join(lines)


def default_stock(dealing: Dealing) -> Stock:
    """Return the kind of stock that goes with a way of dealing.

    Rule: design 4. A stock for each seat makes the legs of a mirrored pair more alike.
    """
    return "per_seat" if dealing == "mirrored" else "shared"


def default_rank_by(rules: Rules) -> RankBy:
    """Return what entrants are ranked by under some rules."""
    return "settlement" if rules.series_winner == "settlement" else "series"


def parse_config(text: str | bytes, source: str, folder: Path) -> TournamentConfig:
    """Return the config that a YAML text describes.

    Args:
        text: the text; bytes are UTF-8.
        source: what messages call it, such as the file's name.
        folder: where relative paths of bots start.

    Raises:
        ConfigError: with every problem that could be found.

    >>> parse_config("entrants: [simple, random]", "x.yaml", Path()).entrants[0]
    Entrant(name='simple', bot='simple', options={})
    """
    try:
        document = read_yaml(text, is_text)
    except YamlError as error:
        problems = sorted(error.problems)
        raise ConfigError(ConfigProblem(source, *problem) for problem in problems) from None
    findings = Findings(document)
    model = check_shape(document.value, findings)
    values = document.value if isinstance(document.value, dict) else {}
    profile, rules = check_rules(values.get("rules", "classic"), findings)
    if findings.problems or model is None:
        problems = sorted(findings.problems)
        raise ConfigError(ConfigProblem(source, *problem) for problem in problems)
    found = [document.position(("entrants", at, "bot")) for at in range(len(model.entrants))]
    places = [f"{source}:{line}:{column}" for line, column in found]
    return build_config(model, profile, rules, folder, places)


def build_config(
    model: ConfigModel, profile: str, rules: Rules, folder: Path, places: Sequence[str]
) -> TournamentConfig:
    """Return the config of a model in which nothing is wrong; `places` are those of its bots."""
    given = model.model_fields_set
    return TournamentConfig(
        name=model.name,
        seed=model.seed,
        profile=profile,
        rules=rules,
        format=model.format,
        pairs=model.pairs,
        dealing=model.dealing,
        stock=model.stock if "stock" in given else default_stock(model.dealing),
        rank_by=model.rank_by if "rank_by" in given else default_rank_by(rules),
        entrants=tuple(map(build_entrant, model.entrants, places)),
        faults=FaultPolicy(model.faults.policy, model.faults.strikes),
        folder=folder,
    )


def build_entrant(model: EntrantModel, place: str) -> Entrant:
    """Return the entrant of a model, under its own name or its bot's."""
    return Entrant(model.name or bot_name(model.bot), model.bot, model.options, place)


def load_config(path: Path) -> TournamentConfig:
    """Return the config in a file, `-` being stdin; relative paths of bots start at its folder.

    Raises:
        ConfigError: when the file cannot be read, or with every problem in it.
    """
    try:
        with nullcontext(sys.stdin.buffer) if path == STDIN else path.open("rb") as file:
            # One byte more than allowed tells a file that is too large, /dev/zero among them.
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        message = f"the config cannot be read: {reason or error}"
        raise ConfigError([ConfigProblem(str(path), 1, 1, message)]) from None
    return parse_config(data, str(path), path.parent)


def entrant_from_flag(text: str) -> Entrant:
    """Return the entrant that `-b BOT` or `-b NAME=BOT` on a command line asks for.

    The first `=` ends the name, so that a path with one needs a name in front.

    Raises:
        ValueError: when the name or the bot cannot be one.

    >>> entrant_from_flag("mine=./mine.py:Mine")
    Entrant(name='mine', bot='./mine.py:Mine', options={})
    """
    name, equals, bot = text.partition("=") if "=" in text else ("", "", text)
    try:
        check_bot(bot)
        return Entrant(check_name(name if equals else bot_name(bot)), bot)
    except ValueError as error:
        raise ValueError(f"bot {shown(text)}: {error}") from None
