"""The shape of a config file, and what is wrong with a file that has another.

The models check a file and say what its keys are for; the arena works with `TournamentConfig`.
"""

from typing import Annotated, Any, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from arena.gin.deal import Stock
from arena.gin.rules import OPTIONS, Rules, RulesError, parse_value, shown
from arena.names import MAX_NAME, MAX_SEED, check_name, check_seed
from arena.profiles import load_profile, profile_names
from arena.record import Policy
from arena.schedule import Dealing, Format
from arena.standings.standings import RankBy
from arena.tournament.config_checks import (
    BOT_FORMS,
    LEAST_ENTRANTS,
    MAX_PAIRS,
    MOST_ENTRANTS,
    RANKINGS,
    bot_name,
    check_bot,
    check_ranking,
    did_you_mean,
)
from arena.tournament.yaml_text import Document, KeyPath, TextProblem

NAME_FORM = f"a text of 1 to {MAX_NAME} characters"


class Model(BaseModel):
    """What all models share: no value is bent into shape, and no key is passed over."""

    model_config = ConfigDict(strict=True, extra="forbid")


class EntrantModel(Model):
    """One entrant, as a mapping."""

    bot: Annotated[str, AfterValidator(check_bot)] = Field(description=BOT_FORMS)
    name: Annotated[str, AfterValidator(check_name)] = Field(default="", description=NAME_FORM)
    options: dict[str, Any] = Field(
        default_factory=dict, description="a mapping of the bot's own options"
    )


class FaultsModel(Model):
    """What a bot's faults cost."""

    policy: Policy = Field(default="forfeit_series", description=", ".join(get_args(Policy)))
    strikes: int = Field(default=3, ge=1, description="a whole number from 1")


class ConfigModel(Model):
    """A config file."""

    name: Annotated[str, AfterValidator(check_name)] = Field(
        default="tournament", description=NAME_FORM
    )
    seed: Annotated[str, AfterValidator(check_seed)] | None = Field(
        default=None, description=f"a text of 1 to {MAX_SEED} characters"
    )
    rules: Any = Field(default="classic", description="a profile, or a mapping of rule options")
    format: Format = Field(default="round-robin", description=", ".join(get_args(Format)))
    pairs: int = Field(
        default=10, ge=1, le=MAX_PAIRS, description=f"a whole number from 1 to {MAX_PAIRS:,}"
    )
    dealing: Dealing = Field(default="mirrored", description=", ".join(get_args(Dealing)))
    stock: Stock = Field(default="per_seat", description=", ".join(get_args(Stock)))
    rank_by: Annotated[RankBy, BeforeValidator(check_ranking)] = Field(
        default="series", description=", ".join(RANKINGS)
    )
    entrants: list[EntrantModel] = Field(
        min_length=LEAST_ENTRANTS,
        max_length=MOST_ENTRANTS,
        description=f"a list of at least {LEAST_ENTRANTS} bots or mappings with bot, name, options",
    )
    faults: FaultsModel = Field(
        default_factory=FaultsModel, description="a mapping with policy and strikes"
    )


MODELS: dict[tuple[str, ...], type[Model]] = {
    (): ConfigModel,
    ("entrants",): EntrantModel,
    ("faults",): FaultsModel,
}
WORDS = {
    "format": get_args(Format),
    "dealing": get_args(Dealing),
    "stock": get_args(Stock),
    "rank_by": RANKINGS,
    "policy": get_args(Policy),
}


class Findings:
    """The problems of a document: those of its YAML, and those of its values."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.problems = list(document.problems)
        self._causes = {(line, column) for line, column, _ in document.problems}

    def add(self, path: KeyPath, message: str) -> None:
        """Note what is wrong with a value, unless YAML found the cause there already."""
        position = self.document.position(path)
        if position not in self._causes:
            self.problems.append(TextProblem(*position, message))

    def add_missing(self, path: KeyPath, message: str) -> None:
        """Note what a value lacks, whatever else is wrong with it."""
        self.problems.append(TextProblem(*self.document.position(path), message))

    def add_key(self, path: KeyPath, message: str) -> None:
        """Note what is wrong with a key."""
        self.problems.append(TextProblem(*self.document.key_position(path), message))


def is_text(path: KeyPath) -> bool:
    """Tell whether a scalar at a path is its own text, never a number, a bool or a date.

    A bot's options are the bot's: a `seed` among them is what it looks like.
    """
    match path:
        case ("name" | "seed" | "rules",) | ("rules", "profile"):
            return True
        case ("entrants", int()) | ("entrants", int(), "bot" | "name"):
            return True
    return False


def check_shape(value: object, findings: Findings) -> ConfigModel | None:
    """Return a document's value as a model, or None where something is wrong with it."""
    if not isinstance(value, dict):
        said = "the file is empty" if value is None else f"{shown(value)} is no config"
        findings.add((), f"{said}; a config is a mapping with keys such as entrants")
        return None
    values = dict(value)
    if isinstance(value.get("entrants"), list):
        entrants = value["entrants"]
        values["entrants"] = [{"bot": item} if isinstance(item, str) else item for item in entrants]
    model = None
    try:
        model = ConfigModel.model_validate(values)
    except ValidationError as error:
        for details in error.errors(include_url=False):
            findings_of(details, findings)
    check_entrants(values.get("entrants"), findings)
    return model


def findings_of(error: ErrorDetails, findings: Findings) -> None:
    """Note what pydantic found, with what is allowed and what was perhaps meant."""
    path, value = error["loc"], error["input"]
    names = tuple(key for key in path if isinstance(key, str))
    known = MODELS[names[:-1]].model_fields
    key = names[-1]
    if error["type"] == "extra_forbidden":
        hint = did_you_mean(key, known)
        findings.add_key(path, f"unknown key {shown(key)}{hint}; the keys are {', '.join(known)}")
        return
    says = known[key].description
    if error["type"] == "missing":
        findings.add_missing(path[:-1], f"{key}: missing; it is {says}")
    elif value is None:
        findings.add(path, f"{key}: needs a value; it may be {says}")
    elif error["type"] == "too_short":
        findings.add(path, f"{key}: {len(value)} is too few; it is {says}")
    elif error["type"] == "too_long":
        findings.add(path, f"{key}: {len(value)} is too many; at most {MOST_ENTRANTS} are allowed")
    elif error["type"] == "value_error":
        findings.add(path, f"{key}: {error['ctx']['error']}")
    elif isinstance(path[-1], int):
        findings.add(path, f"{key}: {shown(value)} is no entrant; {key} is {says}")
    else:
        hint = did_you_mean(value, WORDS.get(key, ()))
        findings.add(path, f"{key}: {shown(value)} is not allowed{hint}; it may be {says}")


def check_entrants(entrants: object, findings: Findings) -> None:
    """Note entrants that have the name of another one."""
    first: dict[str, int] = {}
    for index, entrant in enumerate(entrants if isinstance(entrants, list) else ()):
        name = check_entrant(entrant, index, findings)
        if name in first:
            line, _ = findings.document.position(("entrants", first[name]))
            message = f"two entrants are named {shown(name)}, the first on line {line}"
            findings.add(("entrants", index, "name"), f"{message}; give this one a name of its own")
        elif name:
            first[name] = index


def check_entrant(entrant: object, index: int, findings: Findings) -> str | None:
    """Return an entrant's name, its own or its bot's, or None where it has no good one."""
    if not isinstance(entrant, dict):
        return None
    try:
        if "name" in entrant:
            return check_name(entrant["name"]) if isinstance(entrant["name"], str) else None
        bot = check_bot(entrant["bot"]) if isinstance(entrant.get("bot"), str) else None
    except ValueError:
        return None  # the models have said why
    try:
        return None if bot is None else check_name(bot_name(bot))
    except ValueError as error:
        findings.add(
            ("entrants", index, "bot"), f"bot: as a name, {error}; give it a name of its own"
        )
    return None


def check_rules(value: object, findings: Findings) -> tuple[str, Rules]:
    """Return the profile and the rules that `rules:` describes, as far as they are right."""
    if isinstance(value, dict):
        profile, changes = value.get("profile", "classic"), value
    else:
        profile, changes = value, {}
    known = len(findings.problems)
    if not isinstance(profile, str) or profile not in profile_names():
        names = profile_names()
        hint = did_you_mean(profile, names)
        message = f"{shown(profile)} is no rule profile{hint}; the profiles are {', '.join(names)}"
        findings.add(("rules", "profile"), f"rules: {message}")
        profile = "classic"
    options = {name: said for name, said in changes.items() if name != "profile"}
    for name, said in options.items():
        check_option(name, said, findings)
    rules = load_profile(profile).rules
    if len(findings.problems) > known:
        return profile, rules
    try:
        return profile, rules.replace(options)
    except RulesError as error:
        findings.add(("rules", error.option or "profile"), str(error))
    return profile, rules


def check_option(name: str, said: object, findings: Findings) -> None:
    """Note an option of the rules that there is not, or a value it cannot have."""
    path: KeyPath = ("rules", name)
    if name not in OPTIONS:
        hint = did_you_mean(name, ("profile", *OPTIONS))
        message = f"there is no rule option {shown(name)}{hint}"
        findings.add_key(path, f"{message}; `arena rules` lists them")
        return
    if findings.document.is_blank(path):
        findings.add(path, f"{name}: needs a value; it may be {OPTIONS[name].allowed()}")
        return
    try:
        parse_value(name, said)
    except RulesError as error:
        findings.add(path, str(error))
