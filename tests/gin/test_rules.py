"""Options, their values, the profiles, and the knock limit (rules section 13, O1)."""

import csv
import dataclasses
import re
from pathlib import Path

import pytest

from arena.gin.cards import parse_card
from arena.gin.rules import OPTIONS, Rules, RulesError, knock_limit, parse_value
from arena.profiles import load_profile, profile_names

PROFILES = Path(__file__).parents[1] / "data" / "profiles.csv"
"""The tables of the rules' section 13.2, with the options that are the same in all profiles."""

FIELDS = [field.name for field in dataclasses.fields(Rules)]


def read_profiles() -> dict[str, dict[str, object]]:
    with PROFILES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name != "option"]
    return {name: {row["option"]: read(row["option"], row[name]) for row in rows} for name in names}


def read(option: str, text: str) -> object:
    """Return a value of the table, without `parse_value`, which is what is tested."""
    if text in ("yes", "no"):
        return text == "yes"
    if text == "off" and option != "oklahoma":
        return None
    return int(text) if text.isdecimal() else text


TABLE = read_profiles()


# Options


def test_options_are_exactly_the_fields_of_rules():
    assert sorted(OPTIONS) == sorted(FIELDS)


@pytest.mark.parametrize("name", FIELDS)
def test_every_option_names_its_rule_and_says_what_it_is(name):
    option = OPTIONS[name]

    assert re.fullmatch(r"[A-Z]\d+", option.rule)
    assert option.says
    assert option.allowed()


@pytest.mark.parametrize("name", FIELDS)
def test_every_default_is_an_allowed_value(name):
    default = getattr(Rules(), name)
    value = parse_value(name, default)

    assert (value, type(value)) == (default, type(default))


@pytest.mark.parametrize("name", FIELDS)
def test_every_value_that_the_message_allows_is_allowed(name):
    option = OPTIONS[name]
    if option.words:
        values: tuple[object, ...] = option.words
    elif option.span:
        values = (*option.span, *([None] if option.can_be_off else []))
    else:
        values = (False,) if option.not_offered else (False, True)

    assert [parse_value(name, value) for value in values] == list(values)


@pytest.mark.parametrize(
    ("name", "said", "value"),
    [
        # numbers, as numbers or as text
        ("target", 150, 150),
        ("target", "150", 150),
        ("target", "007", 7),
        ("knock_limit", 0, 0),
        ("gin_bonus", "0", 0),
        # off, for a number that can be off; and zero, which is no off
        ("big_gin_bonus", 31, 31),
        ("big_gin_bonus", 0, 0),
        ("big_gin_bonus", "50", 50),
        ("big_gin_bonus", "off", None),
        ("big_gin_bonus", "OFF", None),
        ("big_gin_bonus", "no", None),
        ("big_gin_bonus", "none", None),
        ("big_gin_bonus", "false", None),
        ("big_gin_bonus", False, None),
        ("big_gin_bonus", None, None),
        # words; YAML 1.1 reads a bare off or no as false
        ("oklahoma", "ace_gin", "ace_gin"),
        ("oklahoma", "Ace_One", "ace_one"),
        ("oklahoma", "off", "off"),
        ("oklahoma", False, "off"),
        ("oklahoma", "no", "off"),
        ("oklahoma", None, "off"),
        ("shutout", "none", "none"),
        ("shutout", "off", "none"),
        ("shutout", False, "none"),
        ("shutout", "FLAT_100", "flat_100"),
        ("first_dealer", "seat1", "seat1"),
        # words that are numbers
        ("columns", 1, 1),
        ("columns", "3", 3),
        ("ace_value", 15, 15),
        ("ace_value", "15", 15),
        # yes and no
        ("spade_double", True, True),
        ("spade_double", "yes", True),
        ("spade_double", "On", True),
        ("spade_double", "true", True),
        ("spade_double", False, False),
        ("spade_double", "no", False),
        ("spade_double", "off", False),
        ("spade_double", "none", False),
        ("spade_double", None, False),
        ("rolling_games", "no", False),
        ("rolling_games", False, False),
    ],
)
def test_what_may_be_said_for_a_value(name, said, value):
    found = parse_value(name, said)

    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("target", 0),
        ("target", -100),
        ("target", 10_001),
        ("target", True),
        ("target", 100.0),
        ("target", "1e2"),
        ("target", "-1"),
        ("target", "+100"),
        ("target", " 100"),
        ("target", "1_00"),
        ("target", "\u0661\u0660\u0660"),
        ("target", "99999999999999999999"),
        pytest.param("target", 10**5000, id="target-huge"),
        ("target", "off"),
        ("target", None),
        ("target", [100]),
        ("knock_limit", 99),
        ("knock_limit", -1),
        ("gin_bonus", None),
        ("gin_bonus", False),
        ("box_gin", 0),
        ("max_discard_takes", 0),
        ("max_rounds", 0),
        ("big_gin_bonus", True),
        ("big_gin_bonus", "yes"),
        ("big_gin_bonus", -1),
        ("oklahoma", True),
        ("oklahoma", "on"),
        ("oklahoma", "ace"),
        ("oklahoma", 0),
        ("tie_rule", "off"),
        ("tie_rule", None),
        ("columns", 2),
        ("columns", True),
        ("columns", 1.0),
        ("columns", "one"),
        ("ace_value", 11),
        ("ace_mode", "high"),
        ("discard_taken", False),
        ("shutout", "double"),
        ("spade_double", 1),
        ("spade_double", 0),
        ("spade_double", "maybe"),
        ("spade_double", "1"),
        ("spade_double", []),
        ("series_winner", {}),
    ],
)
def test_what_may_not_be_said_for_a_value(name, said):
    with pytest.raises(RulesError, match=f"^{name}: .* is not allowed; it may be ") as caught:
        parse_value(name, said)
    assert caught.value.option == name
    assert len(str(caught.value)) < 300


def test_a_bare_yes_for_an_option_of_words_is_shown_as_yes():
    """YAML reads `oklahoma: yes` as true; the message says what the user wrote."""
    with pytest.raises(RulesError, match=r"^oklahoma: yes is not allowed; it may be off"):
        parse_value("oklahoma", True)


def test_h11_rolling_games_are_not_offered():
    with pytest.raises(RulesError, match="rolling_games: yes is not offered"):
        parse_value("rolling_games", "yes")


@pytest.mark.parametrize(
    ("name", "near"),
    [("undercut", "box_undercut"), ("Target", "target"), ("gin_bonsu", "gin_bonus")],
)
def test_an_unknown_option_is_refused_with_the_nearest_one(name, near):
    with pytest.raises(RulesError, match=f"there is no rule option '{name}'; did you mean {near}"):
        Rules().replace({name: 1})


def test_an_unknown_option_without_a_near_one_is_refused():
    with pytest.raises(RulesError, match=r"^there is no rule option 'xyzzy'$"):
        Rules().replace({"xyzzy": 1})


# Together


def test_replace_changes_what_is_named_and_nothing_else():
    changed = Rules().replace({"target": 150, "oklahoma": "ace_one"})

    assert changed == dataclasses.replace(Rules(), target=150, oklahoma="ace_one")
    assert Rules() == load_profile("classic").rules


@pytest.mark.parametrize(
    ("changes", "option"),
    [
        ({"stop_when_decided": True, "series_winner": "settlement"}, "stop_when_decided"),
        ({"stop_when_decided": True, "series_winner": "aggregate"}, "stop_when_decided"),
        ({"oklahoma": "ace_gin", "knock_limit": 0}, "oklahoma"),
        ({"oklahoma": "ace_one", "knock_limit": 0}, "oklahoma"),
        ({"box_timing": "immediate", "box_owner": "winner"}, "box_owner"),
    ],
)
def test_impossible_combinations_are_refused(changes, option):
    with pytest.raises(RulesError, match=f"^{option}: ") as caught:
        Rules().replace(changes)
    assert caught.value.option == option


def test_a_combination_is_refused_in_whatever_order_it_comes_about():
    with pytest.raises(RulesError, match="stop_when_decided"):
        Rules().replace({"stop_when_decided": True}).replace({"series_winner": "settlement"})
    with pytest.raises(RulesError, match="oklahoma"):
        load_profile("straight").rules.replace({"oklahoma": "ace_gin"})


@pytest.mark.parametrize(
    "changes",
    [
        {"stop_when_decided": True},
        {"oklahoma": "ace_gin", "knock_limit": 1},
        {"box_timing": "immediate", "box_owner": "both"},
        {"box_owner": "winner"},
    ],
)
def test_their_possible_neighbours_are_not(changes):
    rules = Rules().replace(changes)

    assert {name: getattr(rules, name) for name in changes} == changes


# Profiles


def test_the_profiles_are_those_of_the_table():
    assert set(profile_names()) == set(TABLE)
    assert profile_names()[:2] == ("classic", "settled")


@pytest.mark.parametrize("name", TABLE)
def test_every_option_of_a_profile_is_that_of_the_table(name):
    assert dataclasses.asdict(load_profile(name).rules) == TABLE[name]


def test_the_table_has_every_option():
    assert sorted(TABLE["classic"]) == sorted(FIELDS)


@pytest.mark.parametrize("name", TABLE)
def test_a_profile_says_what_it_is_and_names_only_what_differs(name):
    profile = load_profile(name)

    assert profile.name == name
    assert profile.about.endswith(".")
    assert all(getattr(Rules(), option) != TABLE[name][option] for option in profile.changes)


def test_an_unknown_profile_is_refused_with_the_nearest_one():
    with pytest.raises(RulesError, match=r"no rule profile 'setled'; did you mean settled\?"):
        load_profile("setled")


# The knock limit


@pytest.mark.parametrize(
    ("oklahoma", "upcard", "house", "limit"),
    [
        ("off", "2C", 10, 10),
        ("off", "AS", 10, 10),
        ("off", "KH", 0, 0),
        ("off", "KH", 5, 5),
        ("ace_gin", "AS", 10, 0),
        ("ace_gin", "AC", 10, 0),
        ("ace_gin", "2C", 10, 2),
        ("ace_gin", "9D", 10, 9),
        ("ace_gin", "TD", 10, 10),
        ("ace_gin", "KD", 10, 10),
        ("ace_gin", "9D", 5, 5),  # at most the house limit
        ("ace_gin", "KD", 5, 5),
        ("ace_one", "AS", 10, 1),
        ("ace_one", "2S", 10, 2),
        ("ace_one", "JS", 10, 10),
        ("ace_one", "JS", 98, 10),  # the upcard's value, though the house would allow more
    ],
)
def test_o1_the_upcard_sets_the_knock_limit(oklahoma, upcard, house, limit):
    rules = Rules().replace({"oklahoma": oklahoma, "knock_limit": house})

    assert knock_limit(parse_card(upcard), rules) == limit


@pytest.mark.parametrize(("oklahoma", "limit"), [("ace_gin", 0), ("ace_one", 1)])
def test_o1_a_loose_ace_of_15_does_not_raise_the_limit(oklahoma, limit):
    rules = Rules().replace({"oklahoma": oklahoma, "ace_mode": "corner", "ace_value": 15})

    assert knock_limit(parse_card("AH"), rules) == limit
