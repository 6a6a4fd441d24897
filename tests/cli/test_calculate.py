"""`arena hand`, `showdown`, `sheet` as commands: words, stdin, bad lines, drawings."""

import csv
import json
from pathlib import Path

import pytest

from tests.cli.terminal import arena

DATA = Path(__file__).parents[1] / "data"
HAND = "7C 7D 7H 8H 9H KC QD JC 2S 3D"


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def answers(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize(
    ("table", "column"),
    [("deadwood10.csv", "min_deadwood"), ("deadwood11.csv", "min_deadwood_after_discard")],
)
def test_hand_answers_every_line_of_stdin_in_order(table: str, column: str, in_tmp: Path) -> None:
    wanted = rows(table)
    lines = "\n".join(row["hand"] for row in wanted).encode()
    done = arena("hand", cwd=in_tmp, stdin=lines)
    assert done.returncode == 0
    found = answers(done.stdout)
    assert [answer["deadwood"] for answer in found] == [int(row[column]) for row in wanted]
    assert [answer["hand"] for answer in found] == [row["hand"] for row in wanted]


def test_showdown_answers_every_object_of_stdin(in_tmp: Path) -> None:
    wanted = rows("layoff.csv")
    lines = "\n".join(
        json.dumps({
            "knocker_melds": row["knocker_melds"].split("|"),
            "knocker_deadwood": row["knocker_deadwood_cards"].split(),
            "defender_hand": row["defender_hand"].split(),
        })
        for row in wanted
    )  # fmt: skip
    done = arena("showdown", "-", cwd=in_tmp, stdin=lines.encode())
    assert done.returncode == 0
    assert [a["d"] for a in answers(done.stdout)] == [
        int(row["min_defender_deadwood"]) for row in wanted
    ]


def test_bad_lines_are_answered_in_place_and_the_rest_go_on(in_tmp: Path) -> None:
    lines = [
        HAND.encode(), b"nonsense", b"{", b'{"hand": 3}', b"\xff\xfe", b"[1]", b"x" * 200_000, b"",
        b'{"hand":"' + b"[" * 5000, HAND.lower().encode(),
    ]  # fmt: skip
    done = arena("hand", cwd=in_tmp, stdin=b"\n".join(lines))
    assert done.returncode == 2
    found = answers(done.stdout)
    assert len(found) == len(lines) - 1
    assert ["error" in answer for answer in found] == [False, *[True] * 7, False]
    assert found[0] == found[-1]


def test_words_leave_stdin_alone(in_tmp: Path) -> None:
    done = arena("hand", HAND, "--format", "json", cwd=in_tmp, stdin=b"AC 2C")
    assert [answer["deadwood"] for answer in answers(done.stdout)] == [49]
    apart = arena("hand", *HAND.split(), "--format", "json", cwd=in_tmp)
    assert apart.stdout == done.stdout


def test_several_hands_as_words_get_an_answer_each(in_tmp: Path) -> None:
    done = arena("hand", HAND, "AC AC", HAND, "--format", "json", cwd=in_tmp)
    assert done.returncode == 2
    assert ["error" in answer for answer in answers(done.stdout)] == [False, True, False]


def test_a_hand_is_drawn_with_suits_or_in_ascii(in_tmp: Path) -> None:
    assert "♥ . . . . . . 7 8 9 . . . ." in arena("hand", HAND, cwd=in_tmp).stdout
    drawn = arena("hand", HAND, "--ascii", cwd=in_tmp).stdout
    assert " H . . . . . . 7 8 9 . . . ." in drawn
    assert drawn.isascii()
    plain = arena("hand", HAND, cwd=in_tmp, PYTHONIOENCODING="ascii")
    assert plain.stdout == drawn


def test_a_sheet_is_drawn_with_its_columns(in_tmp: Path) -> None:
    words = ["Ann:22", "Ben:18", "Ann:30", "void", "Ann:27", "Ben:40:gin", "Ann:31"]
    lines = arena("sheet", "--rules", "settled", *words, cwd=in_tmp).stdout.splitlines()
    assert lines[1].split() == ["Ann", "110*", "88", "58", "4", "+202"]
    assert lines[2].split() == ["Ben", "58", "40", "0", "2", "-202"]
    assert lines[3] == "open: game 2, game 3"


def test_a_showdown_of_words_says_who_wins(in_tmp: Path) -> None:
    words = ("4H5H6H | QCQDQH | 3D4D5D + 2C", "9CAD9DAH2H3H7H8H9HTH")
    done = arena("showdown", *words, cwd=in_tmp)
    assert done.stdout.splitlines()[0] == "knock: knocker scores 9"
    done = arena("showdown", *words, "--rules", "straight", cwd=in_tmp)
    assert (done.returncode, done.stdout.split(":")[0]) == (0, "illegal")


@pytest.mark.parametrize("command", ["hand", "showdown", "sheet"])
def test_an_unknown_profile_is_refused_before_stdin_is_read(command: str, in_tmp: Path) -> None:
    done = arena(command, "--rules", "clasic", cwd=in_tmp, stdin=b"x")
    assert (done.returncode, done.stdout) == (2, "")
    assert "did you mean classic?" in done.stderr


def test_bad_words_are_told_on_stderr(in_tmp: Path) -> None:
    done = arena("hand", "AC", "2C", cwd=in_tmp)
    assert (done.returncode, done.stdout) == (2, "")
    assert "hand: has 2 cards; it needs 10 or 11" in done.stderr
