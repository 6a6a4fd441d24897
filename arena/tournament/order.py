"""What a process must be told to play any series of a run: names and texts, no objects of bots."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from msgspec import UNSET

import arena
from arena.dealer import CONTRACT, Dealer
from arena.executor.work import Work
from arena.log.header import plan_of, rules_for_header
from arena.mistake import UserMistake
from arena.record import SCHEMA, EntrantRecord, TournamentLine
from arena.registry import find_bot
from arena.schedule import Job
from arena.table.driver import play_inline
from arena.table.table import Played, Setting, Table
from arena.tournament.config import TournamentConfig
from arena.tournament.lineup import Finder, Seated, seat_entrants
from arena.tournament.packing import Packed, pack_series


class OrderError(UserMistake):
    """A process that would play something else than the run: another arena, or another bot."""


@dataclass(frozen=True, slots=True)
class Order:
    """A run: its config, its log's header, what finds its bots, and which of them cannot load."""

    config: TournamentConfig
    header: TournamentLine
    find: Finder
    broken: tuple[str, ...]


def header_for(
    config: TournamentConfig, seated: Mapping[str, Seated], part: str | None = None
) -> TournamentLine:
    """Return the log's first line for a config whose seed is set.

    Args:
        config: what is played.
        seated: its entrants.
        part: the part of the schedule that is played, as `arena.schedule.parse_part` reads it, or
            None for the whole.
    """
    if config.seed is None:
        raise ValueError("a run needs a seed")
    return TournamentLine(
        schema=SCHEMA,
        arena=arena.__version__,
        deal=CONTRACT,
        name=config.name,
        seed=config.seed,
        rules=rules_for_header(config.profile, config.rules),
        format=config.format,
        pairs=config.pairs,
        dealing=config.dealing,
        stock=config.stock,
        entrants=[entrant.record for entrant in seated.values()],
        faults=config.faults,
        part=UNSET if part is None else part,
    )


def work_of(
    config: TournamentConfig,
    header: TournamentLine,
    seated: Mapping[str, Seated],
    find: Finder = find_bot,
) -> Work[Packed]:
    """Return the work of a run, for any executor.

    Args:
        config: what is played.
        header: its log's header.
        seated: its entrants, for work in this process.
        find: what finds them in other processes: a function that can be imported, or picklable.
    """
    # Elsewhere, or after a bot has changed the directory, its files are found all the same.
    config = replace(config, folder=config.folder.absolute())
    broken = tuple(name for name, entrant in seated.items() if entrant.problem)
    schedule = plan_of(header).schedule

    def title(number: int) -> str:
        return f"series {number}, {' against '.join(schedule.job(number).seats)}"

    return Work(player(header, seated), prepare, Order(config, header, find, broken), title)


def prepare(order: Order) -> Callable[[int], Packed]:
    """Return what plays a series by its number, with bots that are found and loaded here.

    Raises:
        OrderError: when arena or bots are not those of the order.
        LineupError: when there is no such bot.
    """
    header = order.header
    check_same("the arena", (header.arena, header.schema, header.deal),
               (arena.__version__, SCHEMA, CONTRACT))  # fmt: skip
    seated = seat_entrants(order.config, order.find)
    for wanted in header.entrants:
        found = seated[wanted.name]
        if found.problem and wanted.name not in order.broken:
            raise OrderError(f"entrant {wanted.name}: {found.problem}")
        what = f"entrant {wanted.name}"
        check_same(what, description(wanted), description(found.record))
    return player(header, seated)


def check_same(what: str, wanted: tuple[object, ...], found: tuple[object, ...]) -> None:
    """Refuse what differs from the run's.

    Raises:
        OrderError: saying how.
    """
    if wanted != found:
        here, there = (", ".join(map(str, values)) for values in (found, wanted))
        raise OrderError(f"{what} is another one where it would play: {here}; the run has {there}")


def description(entrant: EntrantRecord) -> tuple[object, ...]:
    """Return what must be alike of a bot wherever it plays."""
    version = f"version {entrant.version}"
    return entrant.bot, version, f"options {entrant.options}", f"code {entrant.digest}"


def player(header: TournamentLine, seated: Mapping[str, Seated]) -> Callable[[int], Packed]:
    """Return what plays a series by its number."""
    plan, dealer = plan_of(header), Dealer(header.seed)

    def play(number: int) -> Packed:
        return pack_series(play_job(plan.schedule.job(number), plan.setting, seated, dealer))

    return play


def play_job(job: Job, setting: Setting, seated: Mapping[str, Seated], dealer: Dealer) -> Played:
    """Play one series with new bots."""
    first, second = job.seats
    makers = (seated[first].make, seated[second].make)
    return play_inline(Table(job, setting, dealer).play(), makers)
