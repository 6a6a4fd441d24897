"""What a log's header fixes: rules, schedule and setting, read back from its line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from msgspec import UNSET

from arena.dealer import CONTRACT
from arena.gin.rules import OPTIONS, Rules, RulesError, Value
from arena.names import check_name, check_seed
from arena.profiles import profile_names
from arena.record import SCHEMA, TournamentLine
from arena.schedule import Job, Part, Schedule, parse_part
from arena.table.table import Setting


class HeaderError(ValueError):
    """A header that contradicts itself; `field` says where."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


@dataclass(frozen=True, slots=True)
class Plan:
    """What a header says will be played.

    Attributes:
        setting: how.
        schedule: the whole tournament's.
        part: which part of it the log holds, or None for the whole.
        numbers: the numbers of the series that the log holds.
    """

    setting: Setting
    schedule: Schedule
    part: Part | None
    numbers: range

    def jobs(self) -> Iterator[Job]:
        """Yield the jobs that the log holds, in order."""
        return map(self.schedule.job, self.numbers)

    def __len__(self) -> int:
        """Return the number of series that the log holds."""
        return len(self.numbers)


def rules_for_header(profile: str, rules: Rules) -> dict[str, Value]:
    """Return the rules as the header has them: the profile's name, then every option."""
    options: dict[str, Value] = {"profile": profile}
    options.update({name: getattr(rules, name) for name in OPTIONS})
    return options


def rules_of(header: TournamentLine) -> Rules:
    """Return the rules that a header names.

    Raises:
        HeaderError: when an option is missing, unknown, out of place, or has no such value.
    """
    said = header.rules
    if list(said) != ["profile", *OPTIONS]:
        odd = first_difference(list(said), ["profile", *OPTIONS])
        raise HeaderError("rules", f"the options are not those of the schema, in order, from {odd}")
    if said["profile"] not in profile_names():
        raise HeaderError("rules", f"there is no profile {said['profile']!r}")
    changes = {name: said[name] for name in OPTIONS}
    try:
        rules = Rules().replace(changes)
    except RulesError as error:
        raise HeaderError("rules", str(error)) from None
    for name, value in changes.items():
        if type(value) is not type(getattr(rules, name)):
            raise HeaderError("rules", f"{name}: {value!r} is not in the log's form")
    return rules


def first_difference(said: Iterable[str], expected: Iterable[str]) -> str:
    """Return the first expected name that does not stand where it should."""
    for found, wanted in zip(said, expected, strict=False):
        if found != wanted:
            return wanted
    return "their end"


def check_texts(header: TournamentLine) -> None:
    """Check names and seed as a config's are checked: a stranger's log is no better.

    Raises:
        HeaderError: for one that can be none.
    """
    checks = [("name", check_name, header.name), ("seed", check_seed, header.seed)]
    checks += [("entrants", check_name, entrant.name) for entrant in header.entrants]
    for field, check, text in checks:
        try:
            check(text)
        except ValueError as error:
            raise HeaderError(field, str(error)) from None


def plan_of(header: TournamentLine) -> Plan:
    """Return what a header says will be played.

    Raises:
        HeaderError: when its fields do not make a tournament.
    """
    if header.schema != SCHEMA:
        raise HeaderError("schema", f"{header.schema!r} is not {SCHEMA!r}")
    if header.deal != CONTRACT:
        raise HeaderError("deal", f"{header.deal!r} is not {CONTRACT!r}")
    names = tuple(entrant.name for entrant in header.entrants)
    check_texts(header)
    if len(names) < 2 or len(set(names)) < len(names):
        raise HeaderError("entrants", "needs two entrants or more, with different names")
    if header.pairs < 1 or header.faults.strikes < 1:
        raise HeaderError("pairs" if header.pairs < 1 else "faults", "needs 1 or more")
    schedule = Schedule(names, header.format, header.pairs, header.dealing)
    try:
        count = len(schedule)
    except OverflowError:
        raise HeaderError("pairs", f"{header.pairs} are too many") from None
    part, numbers = None, range(count)
    if header.part is not UNSET:
        try:
            part = parse_part(header.part)
            numbers = part.numbers(schedule)
        except ValueError as error:
            raise HeaderError("part", str(error)) from None
    setting = Setting(rules_of(header), header.stock, header.faults)
    return Plan(setting, schedule, part, numbers)
