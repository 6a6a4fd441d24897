"""The calculators against the worked examples and the brute-force tables."""

import csv
import json
from pathlib import Path

import pytest

from arena.calculator.hand import answer_hand
from arena.calculator.reading import InputError
from arena.calculator.sheet import answer_sheet
from arena.calculator.showdown import answer_showdown
from arena.profiles import load_profile

DATA = Path(__file__).parents[1] / "data"
EXAMPLES = json.loads((DATA / "rules-examples.json").read_text(encoding="utf-8"))


def of_kind(kind: str) -> list:
    return [pytest.param(x, id=x["id"]) for x in EXAMPLES if x["kind"] == kind]


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def as_sets(melds: list[list[str]]) -> list[list[str]]:
    return sorted(sorted(meld) for meld in melds)


@pytest.mark.parametrize("example", of_kind("deadwood"))
def test_hand_gives_the_deadwood_of_the_examples(example: dict) -> None:
    corner = example["given"].get("ace_mode") == "corner"
    found = answer_hand({
        "hand": example["given"]["hand"], "rules": "tedesco" if corner else "classic",
    })  # fmt: skip
    expect = example["expect"]
    assert found["deadwood"] == expect["deadwood"]
    if "layout" in expect and found["layouts"] == 1:
        assert as_sets(found["melds"]) == as_sets(expect["layout"])
    assert found["layouts"] == expect.get("optimal_layouts", found["layouts"])


def test_hand_is_right_for_every_ten_cards_of_the_table() -> None:
    for row in rows("deadwood10.csv"):
        found = answer_hand(row["hand"])
        assert found["deadwood"] == int(row["min_deadwood"]), row
        assert {card for meld in found["melds"] for card in meld} <= set(row["hand"].split())


def test_hand_is_right_for_every_eleven_cards_of_the_table() -> None:
    for row in rows("deadwood11.csv"):
        found = answer_hand(row["hand"])
        least = int(row["min_deadwood_after_discard"])
        assert found["deadwood"] == least, row
        best = [card for card, left in found["discards"].items() if left == least]
        assert best == row["best_discards"].split()
        assert list(found["discards"]) == row["hand"].split()
        assert found["big_gin"] is (row["big_gin"] == "1")


@pytest.mark.parametrize("example", of_kind("showdown"))
def test_showdown_gives_the_result_of_the_examples(example: dict) -> None:
    given, expect = dict(example["given"]), example["expect"]
    question = {"rules": given.pop("profile"), **given}
    found = answer_showdown(question)
    assert found["finish"] == expect["result"]
    for name in ("winner", "points", "k", "d"):
        assert found[name] == expect[name]
    assert sorted(found["laid_off"]) == sorted(expect["laid_off"])


def test_showdown_counts_every_defender_of_the_table_right() -> None:
    for row in rows("layoff.csv"):
        found = answer_showdown({
            "knocker_melds": row["knocker_melds"].split("|"),
            "knocker_deadwood": row["knocker_deadwood_cards"],
            "defender_hand": row["defender_hand"],
        })  # fmt: skip
        assert found["k"] == int(row["knocker_deadwood"]), row
        assert found["d"] == int(row["min_defender_deadwood"]), row


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"knocker_melds": ["7C7D7H", "TSJSQS"], "knocker_deadwood": "AC2D3H5S"}, "11 points"),
        ({"rules": "straight"}, "10 points of deadwood are over the knock limit of 0"),
        ({"knocker_melds": ["7C7D8H", "TSJSQS"]}, "must be a set or a run (M1)"),
        ({"rules": "oklahoma-hollywood", "upcard": "4C"}, "over the knock limit of 4"),
        (
            {
                "big": True,
                "knocker_melds": ["7C7D7H", "TSJSQS", "ACADAHAS"],
                "knocker_deadwood": "2D",
            },
            "no big gin (K8)",
        ),
    ],
)
def test_an_illegal_knock_is_an_answer_with_its_reason(changes: dict, reason: str) -> None:
    question = {
        "knocker_melds": ["7C7D7H", "TSJSQS"],
        "knocker_deadwood": "AC2D3H4S",
        "defender_hand": "7S8S9DKCKD5C6D4H2HJD",
        **changes,
    }
    found = answer_showdown(question)
    assert (found["finish"], found["winner"], found["points"]) == ("illegal", None, 0)
    assert reason in found["reason"]


@pytest.mark.parametrize("example", of_kind("columns"))
def test_sheet_gives_the_columns_of_the_examples(example: dict) -> None:
    given, expect = example["given"], example["expect"]
    found = answer_sheet({
        "rules": given["profile"], "players": given["players"], "hands": given["hands"],
    })  # fmt: skip
    for name in ("scores", "wins", "closed"):
        assert found[name] == expect[name]


@pytest.mark.parametrize("example", of_kind("series"))
def test_sheet_gives_the_winner_of_the_examples(example: dict) -> None:
    given, expect = example["given"], example["expect"]
    words = " ".join(f"{player}:{worth}" for player, worth in given["hands"])
    found = answer_sheet(words, given["profile"], given["players"])
    assert found["winner"] == expect["winner"]
    assert found["games"] == expect["games"]
    assert found["net"] == expect.get("net", found["net"])
    with pytest.raises(InputError, match=f"was over after round {expect['over_after']}"):
        answer_sheet(words + " A:10", given["profile"], given["players"])


def test_sheet_settles_by_player_and_sums_to_nothing() -> None:
    found = answer_sheet("B:60 B:60 A:60 A:45 A:60 B:60 A:50", "settled")
    # EX-66: game 1 is a shutout for B, (120 + 100 + 50) * 2.
    assert found["settlement"] == {"B": [540, -170, -175], "A": [-540, 170, 175]}
    assert found["net"] == {"B": 195, "A": -195}


def test_sheet_counts_more_boxes_where_the_rules_do() -> None:
    overrides = {"box_gin": 3, "box_undercut": 2, "box_bonus": 10}
    plain = answer_sheet({"hands": ["A:50", "A:50"], "players": "A,B", "overrides": overrides})
    gin = answer_sheet({"hands": ["A:50:gin", "A:50:undercut"], "players": ["A", "B"],
                        "overrides": overrides})  # fmt: skip
    assert plain["net"]["A"] == 120
    assert gin["net"]["A"] == 150


def test_every_profile_answers_every_calculator() -> None:
    from arena.profiles import profile_names

    for name in profile_names():
        assert answer_hand("AC 2C 3C 4D 5D 6D 9H TH JH KS", name)["deadwood"] == 10
        assert answer_sheet("A:20 B:10", name)["wins"] == {"A": 1, "B": 1}
        knock = answer_showdown(
            {"knocker_melds": "2C3C4C|5D6D7D|9HTHJH", "knocker_deadwood": "2S", "upcard": "TH",
             "defender_hand": "KCKDQCQD8S8C6S6HAH4H"}, name)  # fmt: skip
        is_straight = load_profile(name).rules.knock_limit == 0
        assert knock["finish"] == ("illegal" if is_straight else "knock")


BAD_HANDS = [
    ("AC 2C 3C 4D 5D 6D 9H TH JH", "has 9 cards; it needs 10 or 11"),
    ("AC 2C 3C 4D 5D 6D 9H TH JH QH KH AS", "has 12 cards"),
    ("AC AC 3C 4D 5D 6D 9H TH JH QH", "AC stands twice"),
    ("AC 2C 3C 4D 5D 6D 9H TH JH 1X", "'1X' is not a card"),
    ("AC 2C 3C 4D 5D 6D 9H TH JH Q", "'Q' is not a card"),
    ("", "has 0 cards"),
    ({"hand": 7}, "write cards as a text"),
    ({"hand": ["AC", 3]}, "write cards as a text"),
    ({"hnad": "AC"}, "there is no field 'hnad'"),
    ({"hand": "AC", "rules": "clasic"}, "did you mean classic?"),
    ({"hand": "AC", "rules": 3}, "rules: write the name"),
    ({"hand": "AC", "overrides": 3}, "overrides: write options"),
    ({"hand": "AC", "overrides": {"targt": 3}}, "did you mean target?"),
    ({"hand": "A" * 3000}, "3000 characters are no hand"),
]


@pytest.mark.parametrize(("question", "message"), BAD_HANDS)
def test_a_bad_hand_is_refused_with_what_is_allowed(question: object, message: str) -> None:
    with pytest.raises(InputError) as refused:
        answer_hand(question)
    assert message in str(refused.value)


def test_lower_case_and_10_for_the_ten_are_read() -> None:
    hand = "ac 2c 3c 4d 5d 6d 9h 10h jh 10s"
    assert answer_hand(hand)["hand"] == "AC 2C 3C 4D 5D 6D 9H TH JH TS"


BAD_SHEETS = [
    ("Ann:22", "name both players"),
    ("Ann:22 Ben:3 Cyd:4", "three players: Ann, Ben, Cyd"),
    ("Ann:22 Ben", "round 2: write NAME:POINTS"),
    ("Ann:-3 Ben:3", "round 1: write NAME:POINTS"),
    ("Ann:2.5 Ben:3", "round 1: write NAME:POINTS"),
    ("Ann:1000000 Ben:3", "round 1: write NAME:POINTS"),
    ({"hands": [["Ann", True]]}, "points are whole numbers"),
    ({"hands": [["Ann", 3, "luck"]]}, "not 'luck'"),
    ({"hands": 3}, "hands: write a list of rounds"),
    ({"hands": [], "players": ["A", "A"]}, "two different names"),
    ({"hands": [], "players": 3}, "players: write two names"),
    ({"hands": [], "players": ["A", "B", "C"]}, "three players"),
]


@pytest.mark.parametrize(("question", "message"), BAD_SHEETS)
def test_a_bad_sheet_is_refused_with_what_is_allowed(question: object, message: str) -> None:
    with pytest.raises(InputError) as refused:
        answer_sheet(question)
    assert message in str(refused.value)


DEFENDER = "KCKDQCQD8S8C6S7HAH2H"
LEGAL = {
    "knocker_melds": "2C3C4C|5D6D7D|9HTHJH",
    "knocker_deadwood": "2S",
    "defender_hand": "KCKDQCQD8S8C6S6HAH4H",
}
BAD_SHOWDOWNS: list[tuple[object, str]] = [
    ("4H5H6H + AC", "write MELD | MELD + LOOSE / DEFENDER"),
    ({"knocker_melds": 3}, "knocker_melds: write melds as a list"),
    ({"knocker_melds": ["4H5H6H", "6H6C6D"]}, "a card stands in two melds (M2)"),
    (
        {"knocker_melds": ["4H5H6H"], "knocker_deadwood": "6H", "defender_hand": DEFENDER},
        "6H is melded and loose",
    ),
    (
        {"knocker_melds": ["4H5H6H"], "knocker_deadwood": "KC", "defender_hand": DEFENDER},
        "both hands hold KC",
    ),
    (
        {"knocker_melds": ["4H5H6H"], "knocker_deadwood": "AC", "defender_hand": DEFENDER},
        "knocker: has 4 cards; it needs 10",
    ),
    ({"knocker_melds": [], "defender_hand": "KC"}, "defender_hand: has 1 cards; it needs 10"),
    ({"big": 1}, "big: write true or false"),
    ({**LEGAL, "rules": "oklahoma-hollywood"}, "upcard: these rules look at it"),
    ({**LEGAL, "upcard": "7X"}, "upcard: '7X' is not a card"),
]


@pytest.mark.parametrize(("question", "message"), BAD_SHOWDOWNS)
def test_a_bad_showdown_is_refused_with_what_is_allowed(question: object, message: str) -> None:
    with pytest.raises(InputError) as refused:
        answer_showdown(question)
    assert message in str(refused.value)
