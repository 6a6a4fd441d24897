"""The hands of the kernel's benchmark, and the answers that any contestant must give."""

import csv
from itertools import cycle, islice
from pathlib import Path

DATA = Path(__file__).parents[1] / "data"


def ten_cards(count: int) -> tuple[list[list[str]], list[int]]:
    """Return hands of ten cards, and the least deadwood of each; repeated where they run out."""
    return hands_of("deadwood10.csv", "min_deadwood", count)


def eleven_cards(count: int) -> tuple[list[list[str]], list[int]]:
    """Return hands of eleven cards, and the least deadwood of each after a discard."""
    return hands_of("deadwood11.csv", "min_deadwood_after_discard", count)


def hands_of(name: str, column: str, count: int) -> tuple[list[list[str]], list[int]]:
    """Return the cards and the answers of a file's rows."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        rows = [(row["hand"].split(), int(row[column])) for row in csv.DictReader(file)]
    taken = list(islice(cycle(rows), count))
    return [cards for cards, _ in taken], [points for _, points in taken]
