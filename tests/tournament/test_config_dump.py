"""A config written out and read back; and any text at all as a config."""

import dataclasses
import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.names import check_name, check_seed
from arena.profiles import profile_names
from arena.tournament.config import (
    ConfigError,
    Entrant,
    TournamentConfig,
    parse_config,
)
from arena.tournament.config_dump import dump_config
from arena.tournament.yaml_text import FloatText

HERE = Path("configs")
TWO = "entrants: [simple, random]\n"


def parse(text):
    return parse_config(text, "league.yaml", HERE)


def problems_of(text):
    with pytest.raises(ConfigError) as caught:
        parse(text)
    return [(problem.line, problem.column, problem.message) for problem in caught.value.problems]


def same(config, dumped, folder):
    """Tell whether two configs differ by no more than the paths of their bots."""
    pairs = zip(config.entrants, dumped.entrants, strict=True)
    assert [(old.name, old.options, file_of(old.bot, config.folder)) for old, _ in pairs] == [
        (new.name, new.options, file_of(new.bot, folder)) for new in dumped.entrants
    ]
    blank = {"entrants": (), "folder": Path()}
    return dataclasses.replace(config, **blank) == dataclasses.replace(dumped, **blank)


def file_of(bot, folder):
    return (folder / bot).resolve() if ".py:" in bot else bot


@pytest.mark.parametrize("profile", profile_names())
def test_dump_holds_every_option_of_a_profile(profile):
    config = parse(f"rules: {profile}\n{TWO}")
    text = dump_config(config, HERE)
    assert parse(text) == config
    assert all(f"\n  {option}: " in text for option in dataclasses.asdict(config.rules))


def test_dump_reads_as_the_config_with_every_default():
    config = parse("seed: 007\nentrants: [simple, ./mine.py:Mine]")
    head, tail = dump_config(config, Path("logs/tournament-1")).split("rules:\n")
    assert head == 'name: "tournament"\nseed: "007"\n'
    assert tail.startswith(
        '  profile: "classic"\n  target: 100\n  knock_limit: 10\n  oklahoma: off\n'
    )
    assert tail.endswith("""\
  max_rounds: 600
format: round-robin
pairs: 10
dealing: mirrored
stock: per_seat
rank_by: series
entrants:
  - name: "simple"
    bot: "simple"
    options: {}
  - name: "Mine"
    bot: "../../configs/mine.py:Mine"
    options: {}
faults:
  policy: forfeit_series
  strikes: 3
""")


ODD = ["a|b", "1e5", "no", "x #1", "a: b", '"', "'", "\\", "{[", "*a", "&a", "!a", "%", "- a", "😀"]


@pytest.mark.parametrize("odd", [*ODD, "سلام", "ünï", "~", "?", "@", "`", "\ufeffx", "x" * 64])
def test_dump_survives_odd_names(odd):
    options = {odd: [odd, {odd: FloatText("1.50")}], "text": "\0\n\x85\u2028\ufeff\ufffe\x7f"}
    config = TournamentConfig(
        name=odd,
        seed=odd * 4,
        entrants=(Entrant(odd, f"{odd}/mine.py:Mine", options), Entrant("b", f"/{odd}.py:Mine")),
        folder=HERE,
    )
    folder = Path("logs") / odd
    dumped = parse_config(dump_config(config, folder), "x", folder)
    assert same(config, dumped, folder)
    assert dumped.entrants[0].options[odd][1][odd].text == "1.50"


@pytest.mark.parametrize("value", [0, -5, True, False, None, "", "no", 1e16, 1e-07, 0.1, [], {}])
def test_dump_keeps_the_kind_of_an_option(value):
    config = TournamentConfig(entrants=(Entrant("a", "a", {"v": value}), Entrant("b", "b")))
    read = parse(dump_config(config, HERE)).entrants[0].options["v"]
    assert read == value
    assert isinstance(read, type(value))


@pytest.mark.parametrize("value", [float("inf"), float("nan"), 2**63, {1: 2}, object(), b"x"])
def test_dump_refuses_an_option_that_no_config_could_hold(value):
    config = TournamentConfig(entrants=(Entrant("a", "a", {"v": value}), Entrant("b", "b")))
    with pytest.raises(ValueError, match=r"config|no text|64 bits"):
        dump_config(config, HERE)


def test_config_survives_the_way_to_a_worker():
    config = parse("rules: settled\nentrants: [a, {bot: b, options: {x: 1.50}}]")
    twin = pickle.loads(pickle.dumps(config))
    assert twin == config
    assert twin.entrants[1].options["x"].text == "1.50"


KEYS = ["name", "seed", "rules", "pairs", "entrants", "stock", "rank_by", "faults", "bot", "x"]
SCALARS = [*ODD, "settled", "3", "1.5", "", "~", "a.py:B", "{bot: a}", "[a, b]", "{policy: x}"]
LINES = st.builds(
    "{}{}: {}".format, st.sampled_from(["", "  ", "- "]), *map(st.sampled_from, (KEYS, SCALARS))
)


@settings(max_examples=150, deadline=None)
@given(st.text() | st.binary() | st.lists(LINES).map(lambda lines: "\n".join([TWO, *lines])))
def test_any_text_is_a_config_or_a_config_error(text):
    try:
        config = parse(text)
    except ConfigError as error:
        places = [(problem.line, problem.column) for problem in error.problems]
        assert sorted(places) == places != []
    else:
        assert same(config, parse_config(dump_config(config, Path("q")), "x", Path("q")), Path("q"))


CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "name": st.text(min_size=1, max_size=64),
        "seed": st.text(min_size=1, max_size=256),
        "pairs": st.integers(1, 10_000_000),
        "format": st.sampled_from(["round-robin", "gauntlet"]),
        "rank_by": st.sampled_from(["series", "games", "settlement", "points"]),
    },
)


def is_fine(check, text):
    try:
        check(text)
    except ValueError:
        return False
    return True


@settings(max_examples=150, deadline=None)
@given(
    CHANGES.filter(
        lambda said: (
            is_fine(check_name, said.get("name", "x"))
            and is_fine(check_seed, said.get("seed", "x"))
        )
    )
)
def test_dump_reads_back_as_the_same_config(changes):
    config = TournamentConfig(
        **changes, entrants=(Entrant("a", "a"), Entrant("b", "b")), folder=HERE
    )
    assert parse(dump_config(config, HERE)) == config
