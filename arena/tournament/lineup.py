"""The entrants of a tournament with their bots found and loaded, as log and table need them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from arena.bot import Player
from arena.mistake import UserMistake
from arena.names import check_name
from arena.record import EntrantRecord
from arena.registry import PluginError, find_bot
from arena.tournament.config import Entrant, TournamentConfig
from arena.tournament.yaml_text import FloatText

OWN = "hollywood-gin-arena"
"""The arena's own distribution."""


@dataclass(frozen=True, slots=True)
class Seated:
    """An entrant ready to play: what the log says of it, and what makes its bots."""

    record: EntrantRecord
    make: Callable[[], Player]
    problem: str | None
    """Why its code could not be loaded, or None. Its series are forfeited."""
    is_own: bool = False
    """Whether it came with the arena: no stranger's code."""


class LineupError(UserMistake):
    """Bots that do not exist, one message each."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Spec(Protocol):
    """A bot that was found but not loaded, as `arena.registry.BotSpec` is."""

    @property
    def reference(self) -> str:
        """What names it in the log."""

    @property
    def version(self) -> str | None:
        """Its version, where one is known without loading it."""

    def load(self) -> Callable[..., Player]:
        """Import it and return its class; raises PluginError."""

    def digest(self, data_files: tuple[str, ...] = ()) -> str | None:
        """Return the digest of its code."""


Finder = Callable[[str, Path], Spec]


def seat_entrants(
    config: TournamentConfig, find: Finder = find_bot, fewest: int = 2
) -> dict[str, Seated]:
    """Find and load the bots of all entrants, in config order.

    A bot whose code fails to load is seated all the same: it forfeits by `no_start`.

    Args:
        config: whose entrants.
        find: what finds a bot by its reference, relative paths from a folder; raises PluginError.
        fewest: how many entrants there must be.

    Raises:
        LineupError: when names cannot be, or bots do not exist at all.
    """
    seated: dict[str, Seated] = {}
    problems = problems_of_names(config, fewest)
    for entrant in config.entrants:
        try:
            seated[entrant.name] = seat_bot(find(entrant.bot, config.folder), entrant)
        except PluginError as error:
            where = f"{entrant.place}: bot" if entrant.place else f"entrant {entrant.name}"
            problems.append(f"{where}: {error}")
    if problems:
        raise LineupError(problems)
    return seated


def problems_of_names(config: TournamentConfig, fewest: int) -> list[str]:
    """Return what is wrong with the names of a lineup that flags or a program have put together."""
    names = [entrant.name for entrant in config.entrants]
    problems = []
    if len(names) < fewest:
        told = config.entrants[0].bot if names else "nobody"
        problems.append(f"{told}: one entrant is no tournament; name another")
    twice = sorted({name for name in names if names.count(name) > 1})
    problems += [f"two entrants are called {name!r}; name them: -b NAME=BOT" for name in twice]
    for name in names:
        try:
            check_name(name)
        except ValueError as error:
            problems.append(f"entrant: {error}")
    return problems


def seat_bot(spec: Spec, entrant: Entrant) -> Seated:
    """Load one entrant's bot."""
    options = {name: plain_option(value) for name, value in entrant.options.items()}
    bot_class: Callable[..., Player] | None = None
    problem: PluginError | None = None
    try:
        bot_class = spec.load()
    except PluginError as error:
        problem = error
    data_files = getattr(bot_class, "data_files", ())
    patterns = tuple(str(pattern) for pattern in data_files) if type(data_files) is tuple else ()
    record = EntrantRecord(
        entrant.name,
        spec.reference,
        spec.version or text_or_none(getattr(bot_class, "version", None)),
        options_for_log(entrant.options),
        spec.digest(patterns),
    )

    def make() -> Player:
        if bot_class is None:
            raise problem or PluginError(f"bot {spec.reference!r} was not loaded")
        return bot_class(**options)

    is_own = getattr(spec, "distribution", None) == OWN
    return Seated(record, make, str(problem) if problem else None, is_own)


def text_or_none(value: object) -> str | None:
    """Return a bot's own version when it is a text, cut at 64 characters."""
    return value[:64] if type(value) is str and value.isprintable() else None


def plain_option(value: object) -> object:
    """Return an option as its bot gets it: plain numbers, lists and mappings."""
    if isinstance(value, FloatText):
        return float(value)
    if isinstance(value, Mapping):
        return {name: plain_option(item) for name, item in value.items()}
    return [plain_option(item) for item in value] if isinstance(value, list) else value


def options_for_log(options: Mapping[str, object]) -> dict[str, object]:
    """Return options as the log has them: keys sorted, a float as the config's own text."""
    return {name: option_for_log(options[name]) for name in sorted(options)}


def option_for_log(value: object) -> object:
    """Return one option in the log's form."""
    if isinstance(value, float):
        return value.text if isinstance(value, FloatText) else repr(value)
    if isinstance(value, Mapping):
        return options_for_log(value)
    return [option_for_log(item) for item in value] if isinstance(value, list | tuple) else value
