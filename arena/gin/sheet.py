"""The Hollywood sheet: up to three columns filled at once (rules H).

A sheet is a value: `enter` returns a new one.
"""

from typing import NamedTuple

from arena.gin.rules import Rules

Row = tuple[int, ...]
"""A figure for each column."""


class Entry(NamedTuple):
    """A won round as the sheet takes it: whose it is, its points, and its boxes (S8, G4)."""

    seat: int
    points: int
    boxes: int = 1


class Sheet(NamedTuple):
    """The state of a series.

    `scores`, `entries` and `boxes` hold a row a seat. `wins` counts rounds won by each seat (H2).
    `winners` holds a seat for each closed column, None for each open one.
    """

    scores: tuple[Row, Row]
    entries: tuple[Row, Row]
    boxes: tuple[Row, Row]
    wins: tuple[int, int]
    winners: tuple[int | None, ...]

    @property
    def is_closed(self) -> bool:
        """Whether every column has its winner (H10)."""
        return None not in self.winners

    def games(self, seat: int) -> int:
        """Return the number of columns that a seat has won."""
        return self.winners.count(seat)

    def open_for(self, seat: int, rules: Rules) -> tuple[int, ...]:
        """Return the columns, from 0, that the seat's next win would be entered in (H3, H4, H5).

        >>> empty_sheet(Rules()).open_for(0, Rules())
        (0,)
        """
        return tuple(open_columns(self.winners, self.entries[seat], self.wins[seat], rules))

    def closed_by(self, entry: Entry, rules: Rules) -> tuple[int, ...]:
        """Return the columns, from 0, that a won round would close (H6).

        >>> empty_sheet(Rules()).closed_by(Entry(1, 123), Rules())
        (0,)
        """
        after = self.enter(entry, rules)
        return tuple([at for at, winner in enumerate(after.winners) if winner != self.winners[at]])

    def enter(self, entry: Entry, rules: Rules) -> "Sheet":
        """Return the sheet after a won round; columns that reach the target close (H6).

        >>> sheet = empty_sheet(Rules())
        >>> for points in (32, 28, 45):
        ...     sheet = sheet.enter(Entry(0, points), Rules())
        >>> sheet.scores[0], sheet.winners
        ((105, 73, 45), (0, None, None))
        """
        return enter_win(self, entry.seat, entry.points, entry.boxes, rules)

    def is_over(self, rules: Rules) -> bool:
        """Tell whether the series is played out (H10)."""
        if self.is_closed or not rules.stop_when_decided:
            return self.is_closed
        return max(self.games(0), self.games(1)) * 2 > rules.columns


def empty_sheet(rules: Rules) -> Sheet:
    """Return the sheet at the start of a series (H1, D6)."""
    zeros = (0,) * rules.columns
    return Sheet((zeros, zeros), (zeros, zeros), (zeros, zeros), (0, 0), (None,) * rules.columns)


def open_columns(
    winners: tuple[int | None, ...], entries: Row, wins: int, rules: Rules
) -> list[int]:
    """Return what `Sheet.open_for` does from the winners, and a seat's entries and wins."""
    still_open = [column for column, winner in enumerate(winners) if winner is None]
    if rules.columns == 1:
        return still_open
    if rules.entry_rule == "count":
        return [column for column in still_open if column <= wins]
    entered = [column for column in still_open if entries[column]]
    fresh = [column for column in still_open if not entries[column]]
    return sorted(entered + fresh[:1])


def enter_win(sheet: Sheet, seat: int, worth: int, boxes: int, rules: Rules) -> Sheet:
    """Return what `Sheet.enter` does from the parts of an entry."""
    scores, entries, boxed, wins, winners = sheet
    columns = open_columns(winners, entries[seat], wins[seat], rules)
    if rules.box_timing == "immediate":
        worth += rules.box_bonus * boxes
    scores = add_to(scores, seat, columns, worth)
    target = rules.target
    reached = [column for column in columns if scores[seat][column] >= target]
    if reached:
        winners = tuple([seat if at in reached else one for at, one in enumerate(winners)])
    first, second = wins
    return Sheet(
        scores,
        add_to(entries, seat, columns, 1),
        add_to(boxed, seat, columns, boxes) if boxes else boxed,
        (first + 1, second) if seat == 0 else (first, second + 1),
        winners,
    )


def add_to(rows: tuple[Row, Row], seat: int, columns: list[int], amount: int) -> tuple[Row, Row]:
    """Return both rows with an amount added to some columns of one seat."""
    figures = list(rows[seat])
    for column in columns:
        figures[column] += amount
    row = tuple(figures)
    return (row, rows[1]) if seat == 0 else (rows[0], row)
