"""The options of the game, what each may be, and the rule it belongs to (rules section 13).

A `Rules` is the price list and the house rules of a series; it says nothing about what happened.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from arena.gin.melding import Tables, tables_for

Value = int | str | bool | None
"""An option's value: a number, one of some words, yes or no, or None for `off`."""


class RulesError(ValueError):
    """An option that does not exist, a value it cannot have, or two that exclude each other."""

    def __init__(self, message: str, option: str | None = None) -> None:
        super().__init__(message)
        self.option = option


class Counted:
    """What follows from the options of `Rules`, found once: everybody asks at every decision."""

    tables: Tables
    """The card values and runs of `ace_mode` and `ace_value`."""


@dataclass(frozen=True)
class Rules(Counted):
    """Every option of a series; the defaults are those of `classic`."""

    target: int = 100
    knock_limit: int = 10
    oklahoma: Literal["off", "ace_gin", "ace_one"] = "off"
    spade_double: bool = False
    gin_bonus: int = 25
    big_gin_bonus: int | None = None
    undercut_bonus: int = 10
    tie_rule: Literal["undercut", "no_score"] = "undercut"
    layoff_on_gin: bool = False
    void_gin: bool = False
    ace_mode: Literal["low", "corner"] = "low"
    ace_value: Literal[1, 15] = 1
    discard_taken: Literal["forbid", "allow"] = "forbid"
    stock_end: Literal["after_discard", "last_discard_offer", "on_draw"] = "after_discard"
    dealer_rotation: Literal["winner", "loser", "alternate"] = "winner"
    void_dealer: Literal["same", "rotate"] = "same"
    first_dealer: Literal["random", "seat0", "seat1"] = "random"
    knocker_layout: Literal["free", "optimal"] = "free"
    defender_layout: Literal["optimal", "bot"] = "optimal"
    columns: Literal[1, 3] = 3
    entry_rule: Literal["count", "hoyle"] = "count"
    box_bonus: int = 0
    box_timing: Literal["end", "immediate"] = "end"
    box_owner: Literal["both", "winner"] = "both"
    box_undercut: int = 1
    box_gin: int = 1
    game_bonus: int = 0
    shutout: Literal[
        "none", "double_total", "double_hand_points", "game_bonus_double", "flat_100"
    ] = "none"
    series_winner: Literal["games", "settlement", "aggregate"] = "games"
    stop_when_decided: bool = False
    rolling_games: bool = False
    max_discard_takes: int = 50
    max_rounds: int = 600

    def __post_init__(self) -> None:
        """Look the tables up; as a plain attribute they are found fastest."""
        tables = tables_for(self.ace_value, wraps=self.ace_mode == "corner")
        object.__setattr__(self, "tables", tables)

    def replace(self, changes: Mapping[str, Any]) -> "Rules":
        """Return these rules with some options changed.

        Args:
            changes: option to value. Yes and no may be said as `true`, `yes`, `on` and their
                opposites;
                `off`, `no`, `none` and `false` are one where an option can be off.

        Raises:
            RulesError: for an unknown option, a value it cannot have, or values that exclude
                another.
        """
        values = {name: parse_value(name, value) for name, value in changes.items()}
        rules = dataclasses.replace(self, **values)  # type: ignore[arg-type]
        rules.check_together()
        return rules

    def check_together(self) -> None:
        """Refuse options that exclude each other.

        Raises:
            RulesError: naming the option to change.
        """
        if self.stop_when_decided and self.series_winner != "games":
            raise RulesError(
                f"stop_when_decided: yes needs series_winner: games (H10); with "
                f"series_winner: {self.series_winner} no column is decided before it is settled",
                "stop_when_decided",
            )
        if self.oklahoma != "off" and self.knock_limit == 0:
            raise RulesError(
                f"oklahoma: {self.oklahoma} has no effect with knock_limit: 0 (O1, O4); drop one",
                "oklahoma",
            )
        if self.box_timing == "immediate" and self.box_owner == "winner":
            raise RulesError(
                "box_owner: winner cannot go with box_timing: immediate: boxes are in the scores "
                "before anybody knows the winner (G4, G5)",
                "box_owner",
            )


@dataclass(frozen=True, slots=True)
class Option:
    """What an option may be: a span of whole numbers, some words or numbers, yes or no; or off."""

    rule: str
    says: str
    span: tuple[int, int] | None = None
    words: tuple[str | int, ...] = ()
    can_be_off: bool = False
    not_offered: str | None = None

    def allowed(self) -> str:
        """Return the allowed values as a reader of an error message wants them."""
        if self.words:
            return ", ".join(str(word) for word in self.words)
        if self.span:
            lowest, highest = self.span
            return f"a whole number from {lowest} to {highest}" + (", or off" * self.can_be_off)
        return "no" if self.not_offered else "yes or no"


OPTIONS: dict[str, Option] = {
    "target": Option("H6", "points that close a column", (1, 10_000)),
    "knock_limit": Option("K2", "most deadwood to knock with; 0 is straight gin", (0, 98)),
    "oklahoma": Option(
        "O1", "the upcard sets the knock limit", words=("off", "ace_gin", "ace_one")
    ),
    "spade_double": Option("S7", "a spade upcard doubles the round's points"),
    "gin_bonus": Option("S1", "bonus for gin", (0, 1000)),
    "big_gin_bonus": Option("K8", "bonus for eleven melded cards", (0, 1000), can_be_off=True),
    "undercut_bonus": Option("S3", "bonus for an undercut", (0, 1000)),
    "tie_rule": Option("S4", "equal counts after a knock", words=("undercut", "no_score")),
    "layoff_on_gin": Option("L6", "the defender may lay off against gin too"),
    "void_gin": Option("S1", "a defender with nothing left voids a gin"),
    "ace_mode": Option("C3", "runs: ace low, or round the corner", words=("low", "corner")),
    "ace_value": Option("O6", "points of a loose ace", words=(1, 15)),
    "discard_taken": Option(
        "T6", "throwing back the card just taken from the pile", words=("forbid", "allow")
    ),
    "stock_end": Option(
        "V2",
        "how a round ends with the stock",
        words=("after_discard", "last_discard_offer", "on_draw"),
    ),
    "dealer_rotation": Option(
        "D4", "who deals after a scored round", words=("winner", "loser", "alternate")
    ),
    "void_dealer": Option("D5", "who deals after a void round", words=("same", "rotate")),
    "first_dealer": Option("D1", "who deals first", words=("random", "seat0", "seat1")),
    "knocker_layout": Option("K5", "layouts a knocker may declare", words=("free", "optimal")),
    "defender_layout": Option("L4", "who lays out and lays off", words=("optimal", "bot")),
    "columns": Option("H1", "games played at once", words=(1, 3)),
    "entry_rule": Option(
        "H5", "where a win goes when columns have closed", words=("count", "hoyle")
    ),
    "box_bonus": Option("G4", "points for a round won, at settlement", (0, 1000)),
    "box_timing": Option("G4", "when boxes are added", words=("end", "immediate")),
    "box_owner": Option("G5", "whose boxes count", words=("both", "winner")),
    "box_undercut": Option("O2", "boxes for an undercut", (1, 10)),
    "box_gin": Option("O2", "boxes for gin or big gin", (1, 10)),
    "game_bonus": Option("G3", "points for winning a column", (0, 10_000)),
    "shutout": Option(
        "G6",
        "price of a column in which the loser has no entry",
        words=("none", "double_total", "double_hand_points", "game_bonus_double", "flat_100"),
    ),
    "series_winner": Option(
        "G1", "what decides the series", words=("games", "settlement", "aggregate")
    ),
    "stop_when_decided": Option("H10", "stop once a player owns most columns"),
    "rolling_games": Option(
        "H11",
        "a fourth game follows a finished one",
        not_offered="a series that never ends is nothing for a tournament",
    ),
    "max_discard_takes": Option("V9", "takes from the pile that void a round", (1, 1000)),
    "max_rounds": Option("H13", "rounds that end a series, void ones included", (1, 100_000)),
}

YES = (True, "yes", "true", "on")
NO = (False, None, "no", "false", "off", "none")


def parse_value(name: str, value: object) -> Value:
    """Return an option's value from what a person or a YAML file said.

    Raises:
        RulesError: for an unknown option, or a value it cannot have.

    >>> parse_value("big_gin_bonus", "off"), parse_value("oklahoma", False)
    (None, 'off')
    """
    option = OPTIONS.get(name)
    if option is None:
        near = get_close_matches(name, OPTIONS, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise RulesError(f"there is no rule option {name!r}{hint}", name)
    said = value.lower() if isinstance(value, str) else value
    if option.words:
        spoken = off_word(option) if is_one_of(said, NO) else said
        for word in option.words:
            if type(spoken) is type(word) and spoken == word:
                return word
            if isinstance(word, int) and spoken == str(word):
                return word
    elif option.span:
        number = int(said) if isinstance(said, str) and is_whole(said) else said
        if type(number) is int and option.span[0] <= number <= option.span[1]:
            return number
        if option.can_be_off and is_one_of(said, NO):
            return None
    elif is_one_of(said, NO):
        return False
    elif is_one_of(said, YES):
        if option.not_offered is None:
            return True
        raise RulesError(f"{name}: yes is not offered: {option.not_offered}", name)
    raise RulesError(f"{name}: {shown(value)} is not allowed; it may be {option.allowed()}", name)


def off_word(option: Option) -> str | int | None:
    """Return the word by which an option of words says that it is off, if it has one."""
    return next((word for word in option.words if word in ("off", "none")), None)


def is_one_of(said: object, words: tuple[object, ...]) -> bool:
    """Tell whether a value is one of some words, without taking 0 for no or 1 for yes."""
    return any(type(said) is type(word) and said == word for word in words)


def is_whole(text: str) -> bool:
    """Tell whether a text is a plain whole number, short enough to be one of ours."""
    return text.isascii() and text.isdecimal() and len(text) < 10


def shown(value: object) -> str:
    """Return a value as a message shows it: as YAML would have it, cut where it is long."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and value.bit_length() > 200:
        return f"a number of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def knock_limit(upcard: int, rules: Rules) -> int:
    """Return the most deadwood to knock with in a round with this upcard (K2, O1).

    >>> from arena.gin.cards import parse_card
    >>> knock_limit(parse_card("7S"), Rules(oklahoma="ace_gin"))
    7
    """
    if rules.oklahoma == "off":
        return rules.knock_limit
    rank = upcard % 13
    if rank == 0:
        return 0 if rules.oklahoma == "ace_gin" else min(1, rules.knock_limit)
    return min(rules.tables.values[rank], rules.knock_limit)
