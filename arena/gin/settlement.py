"""What the columns pay, and who wins the series (rules G and H13)."""

from dataclasses import dataclass

from arena.gin.rules import Rules
from arena.gin.sheet import Row, Sheet

FLAT_SHUTOUT = 100


@dataclass(frozen=True, slots=True)
class Column:
    """A closed column as its settlement sees it: winner first, then loser."""

    scores: tuple[int, int]
    boxes: tuple[int, int]
    loser_has_entry: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a series ended.

    `columns` holds the winner of each, `settlement` its amount for seat 0, `net` their sum.
    `games` are the columns won by each seat.
    """

    columns: tuple[int | None, ...]
    games: tuple[int, int]
    settlement: Row
    net: int
    winner: int | None


def settle_column(column: Column, rules: Rules) -> tuple[int, int, int]:
    """Return winner's total, loser's total, and the amount the loser pays (G3 to G6, G8).

    >>> rules = Rules(box_bonus=25, game_bonus=100, shutout="double_total")
    >>> settle_column(Column((110, 58), (4, 2), loser_has_entry=True), rules)
    (310, 108, 202)
    """
    shutout = "none" if column.loser_has_entry else rules.shutout
    box = rules.box_bonus if rules.box_timing == "end" else 0
    winner = column.scores[0] * (2 if shutout == "double_hand_points" else 1)
    winner += rules.game_bonus * (2 if shutout == "game_bonus_double" else 1)
    winner += box * column.boxes[0]
    winner += FLAT_SHUTOUT if shutout == "flat_100" else 0
    loser = column.scores[1] + (box * column.boxes[1] if rules.box_owner == "both" else 0)
    if shutout == "double_total":
        winner *= 2
    return winner, loser, winner - loser


def settle(sheet: Sheet, rules: Rules) -> Row:
    """Return the amount of each column for seat 0; an open column pays nothing (G2, H13)."""
    amounts: list[int] = []
    for column, winner in enumerate(sheet.winners):
        if winner is None:
            amounts.append(0)
            continue
        loser = 1 - winner
        closed = Column(
            (sheet.scores[winner][column], sheet.scores[loser][column]),
            (sheet.boxes[winner][column], sheet.boxes[loser][column]),
            loser_has_entry=sheet.entries[loser][column] > 0,
        )
        amounts.append(signed(settle_column(closed, rules)[2], winner))
    return tuple(amounts)


def close_series(sheet: Sheet, rules: Rules) -> Outcome:
    """Return the outcome of a series that was played out or ran into `max_rounds`.

    Unfinished, it counts by columns won, then by settlement, then it is drawn (H13).
    """
    settlement = settle(sheet, rules)
    net, games = sum(settlement), (sheet.games(0), sheet.games(1))
    by_games = leader(games[0] - games[1])
    if not sheet.is_over(rules):
        winner = by_games if by_games is not None else leader(net)
    elif rules.series_winner == "settlement":
        winner = leader(net) if net else by_games
    elif rules.series_winner == "aggregate":
        lead = sum(sheet.scores[0]) - sum(sheet.scores[1])
        winner = leader(lead) if lead else by_games
    else:
        winner = by_games
    return Outcome(sheet.winners, games, settlement, net, winner)


def forfeit_series(sheet: Sheet, loser: int, rules: Rules) -> Outcome:
    """Return the outcome when a seat forfeits: the other wins the series and every open column.

    Each open column is settled as the target against an empty column, with the winner's boxes
    there.
    """
    winner = 1 - loser
    settlement = list(settle(sheet, rules))
    for column, owner in enumerate(sheet.winners):
        if owner is None:
            boxes = (sheet.boxes[winner][column], 0)
            conceded = Column((rules.target, 0), boxes, loser_has_entry=False)
            settlement[column] = signed(settle_column(conceded, rules)[2], winner)
    columns = tuple([winner if owner is None else owner for owner in sheet.winners])
    games = (columns.count(0), columns.count(1))
    return Outcome(columns, games, tuple(settlement), sum(settlement), winner)


def void_series(sheet: Sheet) -> Outcome:
    """Return the outcome of a series that neither seat could start."""
    nothing = (0,) * len(sheet.winners)
    return Outcome(sheet.winners, (0, 0), nothing, 0, None)


def signed(amount: int, winner: int) -> int:
    """Return a winner's amount as seat 0 sees it."""
    return amount if winner == 0 else -amount


def leader(lead: int) -> int | None:
    """Return the seat that a lead of seat 0 speaks for, or None for none."""
    if lead == 0:
        return None
    return 0 if lead > 0 else 1
