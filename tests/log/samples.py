"""Logs to test with: tournaments of bots that play wildly and fault in every way, and forgeries."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from arena.bot import (
    BIG_GIN,
    DISCARDS,
    BigGin,
    Bot,
    Discard,
    Draw,
    Knock,
    LayOff,
    Offer,
    Player,
    SeriesInfo,
    View,
    best_discards,
    cards_of,
    deadwood,
    is_big_gin,
)
from arena.gin.kernel import lay_off_choices
from arena.gin.rules import Rules
from arena.log.folder import chosen_folder
from arena.profiles import load_profile, profile_names
from arena.record import EntrantRecord, FaultPolicy
from arena.registry import find_bot
from arena.tournament.config import Entrant, TournamentConfig
from arena.tournament.lineup import Seated
from arena.tournament.run import run_tournament

Line = dict[str, Any]
"""A line of a log as plain data; the order of its keys is theirs in the file."""

MARK = b',"digest"'


class Wild(Bot):
    """Plays by chance, now well, now badly: declares layouts and lay-offs, and faults.

    Args:
        faults: how often of a thousand answers one is a fault.
        absent: how often of a hundred series it does not start.
        shy: whether it never knocks.
    """

    def __init__(self, faults: int = 0, absent: int = 0, *, shy: bool = False) -> None:
        self._faults = faults
        self._absent = absent
        self._shy = shy

    def start_series(self, info: SeriesInfo) -> None:
        super().start_series(info)
        if self._chance(self._absent, 100):
            raise RuntimeError("not today")

    def offer(self, view: View) -> Offer:
        self._stumble()
        return Offer.TAKE if self._chance(1, 4) else Offer.PASS

    def draw(self, view: View) -> Draw:
        self._stumble()
        return Draw.PILE if self._chance(1, 4) else Draw.STOCK

    def play(self, view: View) -> Discard | Knock | BigGin:
        if self._stumble(may_raise=False):
            return DISCARDS[next(card for card in range(52) if not view.hand >> card & 1)]
        points, cards = best_discards(view.hand, view.barred, view.rules.tables)
        is_last = not any(isinstance(action, Discard) for action in view.legal_actions())
        if points <= view.knock_limit and (is_last or (not self._shy and self._chance(3, 4))):
            if is_big_gin(view.hand, view.rules) and self._chance(1, 2):
                return BIG_GIN
            card = self._one_of(list(cards_of(cards)))
            return Knock(card, self._layout(view, view.hand ^ 1 << card))
        if self._chance(1, 10):
            cards = view.hand & ~view.barred
        return DISCARDS[self._one_of(list(cards_of(cards)))]

    def lay_off(self, view: View) -> LayOff:
        self._stumble(10)
        if self._chance(1, 2):
            return LayOff()
        melds = self._melds(view, view.hand)
        loose = view.hand ^ sum(melds)
        is_gin = sum(melds_of.bit_count() for melds_of in view.spread) >= 10
        spread = () if is_gin and not view.rules.layoff_on_gin else view.spread
        return LayOff(melds, self._one_of(lay_off_choices(spread, loose, view.rules.tables)))

    def _layout(self, view: View, ten: int) -> tuple[int, ...] | None:
        """Return a layout that the rules allow, or None to leave it to the engine (K5)."""
        melds = self._melds(view, ten)
        tables = view.rules.tables
        count = tables.points(ten ^ sum(melds))
        most = view.knock_limit
        if view.rules.knocker_layout == "optimal":
            most = deadwood(ten, tables)
        return melds if count <= most else None

    def _melds(self, view: View, hand: int) -> tuple[int, ...]:
        found = sorted(meld for meld in view.rules.tables.melds if meld & hand == meld)
        chosen: list[int] = []
        for _ in range(3):
            free = [meld for meld in found if not any(meld & other for other in chosen)]
            if free and self._chance(9, 10):
                chosen.append(self._one_of(free))
        return tuple(chosen)

    def _stumble(self, times: int = 1, *, may_raise: bool = True) -> bool:
        """Fault by an exception, or say that the answer should be illegal."""
        if not self._chance(self._faults * times, 1000):
            return False
        if may_raise or self._chance(1, 2):
            raise ValueError("lost count")
        return True

    def _chance(self, of: int, many: int) -> bool:
        return int(self.rng.random() * many) < of

    def _one_of(self, things: list[Any]) -> Any:
        return things[int(self.rng.random() * len(things))]


def entrant(name: str) -> Callable[[], Player]:
    """Return what makes a reference bot."""
    return find_bot(name, Path()).load()


def write_log(
    out: Path,
    makers: Mapping[str, Callable[[], Player]],
    only: int | None = None,
    part: str | None = None,
    **options: Any,
) -> Path:
    """Play a tournament between bots by name, and return its log; options are the config's."""
    entrants = tuple(Entrant(name, "tests:Bot") for name in makers)
    config = TournamentConfig(entrants=entrants, **{"seed": "0", "pairs": 1} | options)
    options_said = {"a": 1, "b": [1, {}]}
    seated = {
        name: Seated(EntrantRecord(name, "tests:Bot", None, options_said, None), make, None)
        for name, make in makers.items()
    }
    part = part if only is None else f"only {only}"
    run_tournament(config, seated, chosen_folder(out, force=True), part=part)
    return out / "games.jsonl"


NAMES = (
    "ann", "1e5", "a|b <i>*x*</i>", "\u0645\u0631\u062d\u0628\u0627", "\U0001f0a1 \u00e9", '"\\/',
)  # fmt: skip
"""Names that tables, Markdown, HTML and JSON might trip over."""


@dataclass(frozen=True)
class Sample:
    """A random tournament."""

    makers: dict[str, Callable[[], Player]]
    options: dict[str, Any]


def random_sample(seed: int) -> Sample:
    """Return a tournament of wild bots that a seed decides; one profile after the other."""
    chance = Random(f"sample {seed}")
    profile = profile_names()[seed % len(profile_names())]
    changes = {
        "knocker_layout": chance.choice(["free", "optimal"]),
        "defender_layout": chance.choice(["optimal", "bot"]),
        "first_dealer": chance.choice(["random", "random", "seat0", "seat1"]),
        "void_dealer": chance.choice(["same", "rotate"]),
        "columns": chance.choice([1, 3, 3]),
        "max_rounds": chance.choice([7, 40]),
        "max_discard_takes": chance.choice([3, 50, 50, 50, 50, 50]),
        "stock_end": chance.choice(["after_discard", "last_discard_offer", "on_draw"]),
        "big_gin_bonus": chance.choice([None, 31, 60]),
    }
    rules = load_profile(profile).rules
    changes["stock_end"] = chance.choice([rules.stock_end, changes["stock_end"]])
    names = chance.sample(NAMES, chance.choice([2, 3]))
    faults = chance.choice([0, 1, 8, 30])
    makers = {}
    for name in names:
        absent, shy = chance.choice([0, 0, 10, 60]), chance.random() < 0.3
        makers[name] = lambda faults=faults, absent=absent, shy=shy: Wild(faults, absent, shy=shy)
    options = {
        "name": chance.choice(["tournament", "Spring / league \u2603"]),
        "seed": chance.choice(["0", f"seed {seed}", "finals-\u03b1"]),
        "profile": profile,
        "rules": rules.replace(changes),
        "format": chance.choice(["round-robin", "gauntlet"]),
        "dealing": chance.choice(["mirrored", "independent"]),
        "stock": chance.choice(["per_seat", "shared"]),
        "faults": FaultPolicy(
            chance.choice(["forfeit_series", "forfeit_round"]), chance.choice([1, 3])
        ),
    }
    return Sample(makers, options)


def small_rules(profile: str = "settled", **changes: object) -> Rules:
    """Return a profile's rules with a low target, so that series are short."""
    return load_profile(profile).rules.replace({"target": 60, "max_rounds": 30} | changes)


# Forging


def read_plain(path: Path) -> list[Line]:
    return [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]


def line_bytes(line: Line) -> bytes:
    """Return a line as the log writes it, without its line feed."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()


def reseal(lines: list[bytes]) -> bytes:
    """Return a log with every digest made anew, so that no digest tells of a forgery.

    The text of a line is kept as it is; only the digits at its end are replaced.
    """
    digest, sealed = blake2b(digest_size=32), []
    for line in lines:
        text = line + b"\n"
        head, mark, _ = line.rpartition(MARK)
        if mark and line.startswith((b'{"kind":"result"', b'{"kind":"end"')):
            digest.update(head)
            tail = MARK + b':"' + digest.hexdigest().encode() + b'"}\n'
            digest.update(tail)
            text = head + tail
        else:
            digest.update(text)
        sealed.append(text)
    return b"".join(sealed)


def series_of(lines: list[Line]) -> Iterator[list[Line]]:
    """Yield the lines of each series."""
    found: list[Line] = []
    for line in lines:
        if line["kind"] in ("series", "round", "result"):
            found.append(line)
        if line["kind"] == "result":
            yield found
            found = []
