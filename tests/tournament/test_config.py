"""The config of a tournament: what its keys mean, and what they are without being said."""

import dataclasses
import os
from pathlib import Path

import pytest

from arena.gin.rules import Rules
from arena.names import check_name, check_seed
from arena.profiles import load_profile
from arena.record import FaultPolicy
from arena.tournament.config import (
    ConfigError,
    Entrant,
    TournamentConfig,
    entrant_from_flag,
    load_config,
    parse_config,
)
from arena.tournament.config_checks import check_bot

HERE = Path("configs")
TWO = "entrants: [simple, random]\n"


def parse(text):
    return parse_config(text, "league.yaml", HERE)


def problems_of(text):
    with pytest.raises(ConfigError) as caught:
        parse(text)
    return [(problem.line, problem.column, problem.message) for problem in caught.value.problems]


def test_entrants_are_all_a_config_needs():
    assert parse(TWO) == TournamentConfig(
        name="tournament",
        seed=None,
        profile="classic",
        rules=Rules(),
        format="round-robin",
        pairs=10,
        dealing="mirrored",
        stock="per_seat",
        rank_by="series",
        entrants=(Entrant("simple", "simple", {}), Entrant("random", "random", {})),
        faults=FaultPolicy("forfeit_series", 3),
        folder=HERE,
    )
    assert parse(TWO) == TournamentConfig(entrants=parse(TWO).entrants, folder=HERE)


def test_every_key_is_read():
    config = parse("""\
name: spring-league
seed: 20260301
rules: settled
format: gauntlet
pairs: 200
dealing: independent
stock: per_seat
rank_by: points
entrants:
  - simple
  - {bot: rollout, name: rollout-64, options: {samples: 64, rate: 1.50, seed: 7, on_time: off}}
  - ../mine.py:Mine
  - package.module:Class
faults: {policy: forfeit_round, strikes: 2}
""")
    options = {"samples": 64, "rate": 1.5, "seed": 7, "on_time": False}
    assert config == TournamentConfig(
        name="spring-league",
        seed="20260301",
        profile="settled",
        rules=load_profile("settled").rules,
        format="gauntlet",
        pairs=200,
        dealing="independent",
        stock="per_seat",
        rank_by="points",
        entrants=(
            Entrant("simple", "simple"),
            Entrant("rollout-64", "rollout", options),
            Entrant("Mine", "../mine.py:Mine"),
            Entrant("Class", "package.module:Class"),
        ),
        faults=FaultPolicy("forfeit_round", 2),
        folder=HERE,
    )
    assert config.entrants[1].options["rate"].text == "1.50"


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("dealing: mirrored", "stock", "per_seat"),
        ("dealing: independent", "stock", "shared"),
        ("stock: shared\ndealing: mirrored", "stock", "shared"),
        ("rules: classic", "rank_by", "series"),
        ("rules: settled", "rank_by", "settlement"),
        ("rules: {series_winner: settlement}", "rank_by", "settlement"),
        ("rules: {series_winner: aggregate}", "rank_by", "series"),
        ("rules: settled\nrank_by: games", "rank_by", "games"),
    ],
)
def test_default_follows_dealing_and_rules(text, field, value):
    assert getattr(parse(f"{text}\n{TWO}"), field) == value


@pytest.mark.parametrize(
    "text", ["007", "0", "12:30", "2026-03-01", "1.50", "no", "1e5", "null", "0x1F", "finals-é"]
)
def test_seed_and_names_are_their_own_text(text):
    bot = text.replace(":", "-")
    config = parse(f"name: {text}\nseed: {text}\nentrants: [{bot}b, {{bot: {bot}, name: {text}}}]")
    assert (config.name, config.seed) == (text, text)
    assert config.entrants == (Entrant(f"{bot}b", f"{bot}b"), Entrant(text, bot))


def test_scalar_entrant_is_its_own_text():
    config = parse("entrants:\n- 1e5\n- no\n- 007\n- 2026-03-01\n- ~\n- 1.50\n")
    assert [entrant.bot for entrant in config.entrants] == [
        *("1e5", "no", "007", "2026-03-01", "~", "1.50")
    ]


def test_rules_are_a_profile_with_changes():
    config = parse(f"rules: {{profile: settled, undercut_bonus: 20, big_gin_bonus: off}}\n{TWO}")
    assert config.profile == "settled"
    assert config.rules == dataclasses.replace(load_profile("settled").rules, undercut_bonus=20)
    assert parse(f"rules: {{target: 50}}\n{TWO}").profile == "classic"


@pytest.mark.parametrize("word", ["off", "no", "false", "'off'", "~", "Off"])
def test_off_is_one_value_in_rules(word):
    rules = parse(f"rules: {{oklahoma: {word}, big_gin_bonus: {word}}}\n{TWO}").rules
    assert (rules.oklahoma, rules.big_gin_bonus) == ("off", None)


def test_file_is_loaded_with_its_folder(tmp_path):
    path = tmp_path / "league.yaml"
    path.write_bytes(TWO.encode())
    assert load_config(path) == parse_config(TWO, "", tmp_path)


def test_file_that_cannot_be_read_is_a_config_error(tmp_path):
    large = tmp_path / "large.yaml"
    large.write_bytes(b"#" * 1_000_001)
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(b"\x7fELF\x02\x01\x00")
    secret = tmp_path / "secret.yaml"
    secret.write_text(TWO)
    secret.chmod(0)
    cases = [
        (tmp_path / "missing.yaml", "the config cannot be read: No such file or directory"),
        (tmp_path / "x\0.yaml", "the config cannot be read: embedded null byte"),
        (large, "larger than 1 MB"),
        (binary, "the character U+007F is not allowed"),
    ]
    if os.name == "posix":
        cases.append((tmp_path, "the config cannot be read: Is a directory"))
        if os.getuid() != 0:
            cases.append((secret, "the config cannot be read: Permission denied"))
    for path, message in cases:
        with pytest.raises(ConfigError) as caught:
            load_config(path)
        [problem] = caught.value.problems
        assert (problem.source, problem.line, problem.column) == (str(path), 1, 1)
        assert message in problem.message


@pytest.mark.parametrize("name", ["1e5", "a|b", "<b>", "سلام", "😀‍👩", "off", "x" * 64, "a b"])
def test_odd_name_is_a_name(name):
    assert check_name(name) == name


@pytest.mark.parametrize("seed", [" ", "0", "x" * 256, "finals-é", " outer blanks stay "])
def test_any_short_text_is_a_seed(seed):
    assert check_seed(seed) == seed


@pytest.mark.parametrize(
    "bot", ["simple", "a.b:C", "a:B.C", "./x/mine.py:Mine", r"C:\bots\m.py:M", "ünï/c#d: e.py:É"]
)
def test_three_forms_name_a_bot(bot):
    assert check_bot(bot) == bot


@pytest.mark.parametrize(
    ("text", "entrant"),
    [
        ("simple", Entrant("simple", "simple")),
        ("./mine.py:Mine", Entrant("Mine", "./mine.py:Mine")),
        ("1e5=package:Class", Entrant("1e5", "package:Class")),
        ("new=a=b/mine.py:Mine", Entrant("new", "a=b/mine.py:Mine")),
    ],
)
def test_flag_names_an_entrant(text, entrant):
    assert entrant_from_flag(text) == entrant


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "bot '': '' is empty; a bot is an entry point's name"),
        ("x=", "bot 'x=': '' is empty; a bot is"),
        ("=simple", "bot '=simple': '' is empty; it may be 1 to 64 characters"),
        (" x=simple", "begins or ends with a blank"),
        ("mine.py", "is a file; the class in it is missing: mine.py:Bot"),
        ("a\udcffb", "has the control character U+DCFF"),
        (f"m:{'C' * 65}", "has 65 characters; it may be 1 to 64"),
    ],
)
def test_flag_that_names_no_entrant_is_refused(text, message):
    with pytest.raises(ValueError, match=r"^bot ") as caught:
        entrant_from_flag(text)
    assert message in str(caught.value)
