"""What is refused in a config, where, and in which words."""

import pickle
from pathlib import Path

import pytest

from arena.tournament.config import (
    ConfigError,
    ConfigProblem,
    parse_config,
)

HERE = Path("configs")
TWO = "entrants: [simple, random]\n"


def parse(text):
    return parse_config(text, "league.yaml", HERE)


def problems_of(text):
    with pytest.raises(ConfigError) as caught:
        parse(text)
    return [(problem.line, problem.column, problem.message) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "the file is empty; a config is a mapping"),
        ("- simple", 1, 1, "['simple'] is no config; a config is a mapping"),
        ("simple", 1, 1, "'simple' is no config"),
        ("name: x", 1, 1, "entrants: missing; it is a list of at least 2"),
        (f"{TWO}paris: 3", 2, 1, "unknown key 'paris' (did you mean pairs?); the keys are name,"),
        (f"{TWO}zzz: 3", 2, 1, "unknown key 'zzz'; the keys are"),
        (f"{TWO}pairs: 0", 2, 8, "pairs: 0 is not allowed; it may be a whole number from 1 to 10,"),
        (f"{TWO}pairs: 10000001", 2, 8, "pairs: 10000001 is not allowed"),
        (f"{TWO}pairs: 1e3", 2, 8, "pairs: 1e3 is not allowed"),
        (f"{TWO}pairs: '10'", 2, 8, "pairs: '10' is not allowed"),
        (f"{TWO}pairs: yes", 2, 8, "pairs: yes is not allowed"),
        (f"{TWO}pairs:", 2, 7, "pairs: needs a value; it may be a whole number"),
        (f"{TWO}pairs: ~", 2, 8, "pairs: needs a value"),
        (f"{TWO}format: round_robin", 2, 9, "'round_robin' is not allowed (did you mean round-r"),
        (f"{TWO}format: Gauntlet", 2, 9, "(did you mean gauntlet?); it may be round-robin, gaunt"),
        (f"{TWO}format: {'x' * 99}", 2, 9, f"format: '{'x' * 56}... is not allowed; it may be"),
        (f"{TWO}dealing: [mirrored]", 2, 10, "dealing: ['mirrored'] is not allowed; it may be"),
        (f"{TWO}stock: sharde", 2, 8, "(did you mean shared?); it may be per_seat, shared"),
        (f"{TWO}rank_by: rating", 2, 10, "rank_by: 'rating' is not available in this version"),
        (f"{TWO}rank_by: rateing", 2, 10, "'rateing' is not allowed; it may be series, games"),
        (f"{TWO}name:", 2, 6, "name: needs a value"),
        (f"{TWO}name: ''", 2, 7, "name: '' is empty; it may be 1 to 64 characters"),
        (f"{TWO}name: {'n' * 65}", 2, 7, "has 65 characters; it may be 1 to 64"),
        (f"{TWO}name: ' x'", 2, 7, "name: ' x' begins or ends with a blank"),
        (f"{TWO}name: 'x\u00a0'", 2, 7, "begins or ends with a blank"),
        (f'{TWO}name: "a\\tb"', 2, 7, "has the control character U+0009"),
        (f'{TWO}name: "a\\u202eb"', 2, 7, "has the control character U+202E"),
        (f"{TWO}name: [x]", 2, 7, "name: ['x'] is not allowed; it may be a text of 1 to 64"),
        (f"{TWO}seed:", 2, 6, "seed: needs a value"),
        (f'{TWO}seed: ""', 2, 7, "seed: '' is empty; it may be 1 to 256 characters"),
        (f"{TWO}seed: {'s' * 257}", 2, 7, "has 257 characters; it may be 1 to 256"),
        (f"{TWO}seed: |\n  x\n", 2, 7, "has the control character U+000A"),
        (f"{TWO}seed: {{a: 1}}", 2, 7, "seed: {'a': 1} is not allowed; it may be a text"),
        (f"{TWO}rules:", 2, 7, "rules: needs a value"),
        (f"{TWO}rules: ''", 2, 8, "'' is no rule profile"),
        (f"{TWO}rules: setled", 2, 8, "'setled' is no rule profile (did you mean settled?)"),
        (f"{TWO}rules: [classic]", 2, 8, "['classic'] is no rule profile"),
        (f"{TWO}rules: {{profile: no}}", 2, 18, "'no' is no rule profile"),
        (f"{TWO}rules: {{profile: [x]}}", 2, 18, "['x'] is no rule profile"),
        (
            f"{TWO}rules:\n  gin_bonuss: 3",
            3,
            3,
            "no rule option 'gin_bonuss' (did you mean gin_bon",
        ),
        (
            f"{TWO}rules:\n  profil: 3",
            3,
            3,
            "there is no rule option 'profil' (did you mean profil",
        ),
        (
            f"{TWO}rules:\n  target: 0",
            3,
            11,
            "target: 0 is not allowed; it may be a whole number f",
        ),
        (f"{TWO}rules:\n  target: [{'1, ' * 50}]", 3, 11, "... is not allowed; it may be a whole"),
        (
            f"{TWO}rules:\n  spade_double:",
            3,
            16,
            "spade_double: needs a value; it may be yes or no",
        ),
        (f"{TWO}rules:\n  rolling_games: yes", 3, 18, "rolling_games: yes is not offered"),
        (f"{TWO}rules: {{profile: settled, stop_when_decided: yes}}", 2, 46, "needs series_winner"),
        (
            f"{TWO}rules: {{profile: oklahoma-hollywood, knock_limit: 0}}",
            2,
            8,
            "oklahoma: ace_gin has no effect with knock_limit: 0",
        ),
        ("entrants: simple", 1, 11, "entrants: 'simple' is not allowed; it may be a list of at l"),
        ("entrants: [simple]", 1, 11, "entrants: 1 is too few; it is a list of at least 2"),
        ("entrants:", 1, 10, "entrants: needs a value; it may be a list of at least 2"),
        ("entrants: [a, b, [c]]", 1, 18, "entrants: ['c'] is no entrant; entrants is a list"),
        ("entrants:\n- a\n-\n- b", 3, 2, "entrants: needs a value"),
        ("entrants:\n- a\n- b\n- ''", 4, 3, "bot: '' is empty; a bot is an entry point's name"),
        ("entrants:\n- a\n- b\n- a", 4, 3, "two entrants are named 'a', the first on line 2; give"),
        ("entrants: [a, {bot: b, name: a}]", 1, 30, "two entrants are named 'a'"),
        ("entrants: [a:B, m.py:B]", 1, 17, "two entrants are named 'B', the first on line 1"),
        ("entrants: [a, {bot: ''}]", 1, 21, "bot: '' is empty"),
        ("entrants: [a, {bot: }]", 1, 20, "bot: needs a value"),
        ("entrants: [a, {bot: [b]}]", 1, 21, "bot: ['b'] is not allowed; it may be an entry poi"),
        ("entrants: [a, {name: b}]", 1, 15, "bot: missing; it is an entry point's name"),
        ("entrants: [a, {bot: b, nam: b}]", 1, 24, "unknown key 'nam' (did you mean name?); the"),
        ("entrants: [a, {bot: b, name: ' '}]", 1, 30, "name: ' ' begins or ends with a blank"),
        ("entrants: [a, {bot: b, name: }]", 1, 29, "name: needs a value"),
        ("entrants: [a, {bot: b, options: 5}]", 1, 33, "options: 5 is not allowed; it may be a m"),
        ("entrants: [a, {bot: b, options: {1: 5}}]", 1, 34, "a key is text, but '1' is not"),
        (
            "entrants: [a, x/mine.py]",
            1,
            15,
            "'x/mine.py' is a file; the class in it is missing: mi",
        ),
        ("entrants: [a, 'mine.py:']", 1, 15, "'mine.py:' has no class after the colon"),
        ("entrants: [a, ':Mine']", 1, 15, "':Mine' has no module or file in front of the colon"),
        ("entrants: [a, 'mine.py:1x']", 1, 15, "'1x' cannot be the name of a class"),
        ("entrants: [a, 'x/mine:Mine']", 1, 15, "'x/mine' is neither a module nor a .py file"),
        ("entrants: [a, ' b']", 1, 15, "' b' begins or ends with a blank"),
        ('entrants: [a, "b\\0"]', 1, 15, "has the control character U+0000"),
        (f"entrants: [a, 'm:{'C' * 65}']", 1, 15, "bot: as a name, 'CCC"),
        (f"{TWO}faults: forfeit", 2, 9, "faults: 'forfeit' is not allowed; it may be a mapping"),
        (f"{TWO}faults: {{policy: forfeit}}", 2, 18, "it may be forfeit_series, forfeit_round"),
        (f"{TWO}faults: {{strikes: 0}}", 2, 19, "strikes: 0 is not allowed; it may be a whole num"),
        (f"{TWO}faults: {{strike: 1}}", 2, 10, "unknown key 'strike' (did you mean strikes?)"),
        (f"{TWO}{TWO}", 2, 1, "the key 'entrants' is here twice, first on line 1"),
        (f"{TWO}pairs: !x 3", 2, 8, "the tag '!x' is not allowed here"),
        (f"{TWO}pairs: *x", 2, 8, "'*x' is an alias"),
        (f"{TWO}pairs: 1e999", 2, 8, "1e999 is too large for a number"),
        (f"{TWO}a: [", 2, 5, "not YAML: while parsing a flow node"),
        (f"{TWO}\x07", 2, 1, "the character U+0007 is not allowed"),
        (TWO.encode() + b"\x80", 2, 1, "not UTF-8 text: byte 0x80"),
    ],
)
def test_mistake_is_shown_with_its_place_and_what_is_allowed(text, line, column, message):
    [(at_line, at_column, says)] = problems_of(text)
    assert (at_line, at_column) == (line, column)
    assert message in says


def test_all_mistakes_are_shown_at_once_in_order_of_place():
    text = """\
nmae: x
seed: ''
rules: {profile: setled, targit: 3, gin_bonus: -1}
pairs: 0
pairs: 5
entrants:
  - simple
  - simple
  - {bot: mine.py, option: {}}
faults: {policy: pay, strikes: 1.5}
"""
    places = [(line, column) for line, column, _ in problems_of(text)]
    assert places == [
        *((1, 1), (2, 7), (3, 18), (3, 26), (3, 48), (4, 8), (5, 1)),
        *((8, 5), (9, 11), (9, 20), (10, 18), (10, 32)),
    ]


def test_error_reads_as_one_problem_a_line():
    with pytest.raises(ConfigError) as caught:
        parse(f"{TWO}pairs: 0\nx: 1")
    first, second = str(caught.value).splitlines()
    assert first.startswith("league.yaml:2:8: pairs: 0 is not allowed")
    assert second.startswith("league.yaml:3:1: unknown key 'x'")
    assert caught.value.problems[0] == ConfigProblem("league.yaml", 2, 8, first[17:])
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
