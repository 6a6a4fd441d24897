"""`arena sheet`: a Hollywood score kept from the rounds that were won."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arena.calculator.reading import Fields, InputError, check_fields, read_rules
from arena.gin.result import Finish, RoundResult, boxes
from arena.gin.rules import Rules
from arena.gin.settlement import close_series
from arena.gin.sheet import Entry, Sheet, empty_sheet

FIELDS = ("rules", "overrides", "players", "hands")
ROUND = re.compile(r"(?P<player>.+?):(?P<points>[0-9]{1,5})(?::(?P<finish>gin|big_gin|undercut))?")
MOST_POINTS = 99_999


@dataclass(frozen=True, slots=True)
class Won:
    """A round as it was told: the player, None for a void one; its points, and how it was won."""

    player: str | None
    points: int = 0
    finish: Finish = Finish.KNOCK


def answer_sheet(
    question: Fields | str, default_rules: str = "classic", players: Sequence[str] = ()
) -> dict[str, object]:
    """Return the sheet after some rounds (rules H and G).

    Args:
        question: words such as `Ann:22 Ben:18 void`, or an object with `hands` ([player, points],
            or [null, 0] for a void round) and, if wanted, `players`, `rules`, `overrides`. Where
            boxes depend on how a round was won, `Ann:40:gin` and `Ben:31:undercut` say it.
        default_rules: the profile where the question names none.
        players: both names, where one of them has no win.

    Returns:
        By player's name `scores`, `wins`, `entries`, `games`, `settlement` and `net`; `closed`, the
        winner of each column or None; `winner`, None while the series goes on.

    Raises:
        InputError: when the question cannot be answered.
    """
    fields = {"hands": question.split()} if isinstance(question, str) else question
    fields = check_fields(fields, FIELDS)
    rules = read_rules(fields, default_rules)
    hands = fields.get("hands")
    if not isinstance(hands, list):
        raise InputError('hands: write a list of rounds, such as [["Ann", 22], [null, 0]]')
    rounds = [read_round(hand, number) for number, hand in enumerate(hands, 1)]
    names = read_players(fields.get("players", list(players)), rounds)
    sheet = empty_sheet(rules)
    for number, won in enumerate(rounds, 1):
        if sheet.is_over(rules):
            raise InputError(f"round {number}: the series was over after round {number - 1}")
        if won.player is not None:
            worth = Entry(
                names.index(won.player), won.points, boxes(RoundResult(won.finish), rules)
            )
            sheet = sheet.enter(worth, rules)
    return answer_of(sheet, names, rules)


def answer_of(sheet: Sheet, names: tuple[str, str], rules: Rules) -> dict[str, object]:
    """Return a sheet as plain data by players' names."""
    outcome = close_series(sheet, rules)
    winner = outcome.winner if sheet.is_over(rules) else None
    signs = (1, -1)
    return {
        "scores": {name: list(sheet.scores[seat]) for seat, name in enumerate(names)},
        "wins": {name: sheet.wins[seat] for seat, name in enumerate(names)},
        "entries": {name: list(sheet.entries[seat]) for seat, name in enumerate(names)},
        "closed": [None if seat is None else names[seat] for seat in sheet.winners],
        "games": {name: outcome.games[seat] for seat, name in enumerate(names)},
        "settlement": {
            name: [signs[seat] * amount for amount in outcome.settlement]
            for seat, name in enumerate(names)
        },
        "net": {name: signs[seat] * outcome.net for seat, name in enumerate(names)},
        "winner": None if winner is None else names[winner],
    }


def read_round(told: object, number: int) -> Won:
    """Return a round from `Ann:22`, `void`, ["Ann", 22] or [null, 0].

    Raises:
        InputError: naming the round and what it may be.
    """
    form = f"round {number}: write NAME:POINTS, NAME:POINTS:gin, NAME:POINTS:undercut, or void"
    if isinstance(told, str):
        if told == "void":
            return Won(None)
        match = ROUND.fullmatch(told)
        if match is None:
            raise InputError(f"{form}, not {told[:60]!r}")
        return Won(match["player"], int(match["points"]), Finish(match["finish"] or "knock"))
    if not isinstance(told, list) or not 2 <= len(told) <= 3:
        raise InputError(form)
    player, worth = told[0], told[1]
    how = told[2] if len(told) == 3 else "knock"
    if player is None:
        return Won(None)
    if not isinstance(player, str) or type(worth) is not int or not 0 <= worth <= MOST_POINTS:
        raise InputError(f"{form}; points are whole numbers from 0 to {MOST_POINTS}")
    if how not in ("knock", "gin", "big_gin", "undercut"):
        raise InputError(f"{form}, not {how!r}")
    return Won(player, worth, Finish(how))


def read_players(told: object, rounds: Sequence[Won]) -> tuple[str, str]:
    """Return both players' names, the told ones first, then in the order of their wins.

    Raises:
        InputError: unless there are two.
    """
    if isinstance(told, str):
        told = told.split(",")
    if not isinstance(told, list) or not all(isinstance(name, str) and name for name in told):
        raise InputError("players: write two names, as in Ann,Ben")
    names = list(dict.fromkeys(told))
    if len(names) < len(told):
        raise InputError("players: two different names are needed")
    names += [won.player for won in rounds if won.player is not None and won.player not in names]
    names = list(dict.fromkeys(names))
    if len(names) > 2:
        raise InputError(f"three players: {', '.join(names[:3])}; a series has two")
    if len(names) < 2:
        raise InputError("name both players: --players Ann,Ben, where one of them has no win yet")
    return names[0], names[1]
