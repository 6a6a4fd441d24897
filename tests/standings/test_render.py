"""Rendering: odd names break no form, narrow terminals lose columns by name, never rows."""

import csv
import io
import json

import pytest

from arena.display import display_width
from arena.standings.render import COLUMNS, render
from arena.standings.standings import Row, Standings

ODD = [
    "1e5",
    "a|b",
    "<b>x</b>",
    "اسم",
    "🃏 wild",
    "日本語の名前",
    "0x10",
    "*bold* `code`",
    "-1",
    "a\\b",
]
ROWS = tuple(
    Row(rank, name, 8, 4, 0, 4, 12, 11, -120, -1.25, 2.5, 100, 4, 0, 0)
    for rank, name in enumerate(ODD, 1)
)
STANDINGS = Standings(ROWS, "series", "mirrored pairs", ("a note",))


def test_the_table_shows_every_name_as_it_is() -> None:
    lines = render(STANDINGS, "table").splitlines()
    for name, line in zip(ODD, lines[2:], strict=False):
        assert name in line


def test_the_table_is_aligned_by_what_characters_take_on_a_terminal() -> None:
    lines = render(STANDINGS, "table").splitlines()[1 : 2 + len(ODD)]
    assert len({display_width(line) for line in lines}) == 1


@pytest.mark.parametrize("width", [40, 60, 80])
def test_a_narrow_terminal_loses_columns_and_is_told_which(width: int) -> None:
    text = render(STANDINGS, "table", width)
    assert all(display_width(line) <= width for line in text.splitlines())
    assert all(name in text for name in ODD)
    heads = text.splitlines()[0].split()
    gone = [title for title, _, _ in COLUMNS if title not in heads]
    flat = " ".join(text.split())
    assert not gone or f"left out for width: {', '.join(gone)}" in flat


def test_markdown_has_one_cell_for_each_column_whatever_the_name() -> None:
    table = [line for line in render(STANDINGS, "markdown").splitlines() if line.startswith("|")]
    for line in table:
        bare = line.replace("\\\\", "").replace("\\|", "")
        assert bare.count("|") == len(COLUMNS) + 1
    assert r"\<b\>x\</b\>" in table[4]
    assert r"\*bold\* \`code\`" in table[9]


def test_csv_and_json_give_every_name_back() -> None:
    rows = list(csv.DictReader(io.StringIO(render(STANDINGS, "csv"))))
    assert [row["name"] for row in rows] == ODD
    document = json.loads(render(STANDINGS, "json"))
    assert [row["name"] for row in document["standings"]] == ODD
    assert document["standings"][0]["points"] == -1.25


def test_a_figure_that_is_not_known_is_a_dash_and_null() -> None:
    unknown = Standings(
        (Row(1, "a", 0, 0, 0, 0, 0, 0, 0, None, None, 0, 0, 1, 0),), "series", "u", ()
    )
    assert render(unknown, "table").splitlines()[2].split()[-4:] == ["-", "-", "0", "1"]
    assert json.loads(render(unknown, "json"))["standings"][0]["points"] is None
