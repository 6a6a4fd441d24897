"""The schemas that editors and scripts get: they accept every config of ours, and no mistake."""

import copy
import json
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest
import yaml
from jsonschema.validators import validator_for

from arena.gin.rules import OPTIONS, Rules, parse_value
from arena.profiles import load_profile, profile_names
from arena.profiles.explain import yaml_of
from arena.record import Policy
from arena.schedule import Dealing, Format
from arena.standings.standings import RankBy
from arena.tournament.config import (
    ConfigError,
    Entrant,
    TournamentConfig,
    load_config,
    parse_config,
)
from arena.tournament.config_dump import dump_config
from arena.tournament.config_models import ConfigModel
from arena.tournament.schema import DIALECT, config_schema
from tests.cli.terminal import arena, inside

ROOT = Path(__file__).parents[2]
CONFIGS = [
    *sorted(ROOT.glob("configs/*.yaml")),
    ROOT / "arena" / "quickstart.yaml",
    *sorted(ROOT.glob("tests/**/*.yaml")),
]
SCHEMA = config_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
TWO = "entrants: [simple, greedy]\n"


def complaints(text: str) -> list[str]:
    """What an editor would show: the text read by a YAML reader, and compared with the schema."""
    return [error.message for error in VALIDATOR.iter_errors(yaml.safe_load(text))]


def name_of(path: Path) -> str:
    return path.name


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == DIALECT
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


@pytest.mark.parametrize("path", CONFIGS, ids=name_of)
def test_every_config_of_ours_fits(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    load_config(path)
    assert complaints(text) == []


def test_every_config_in_the_documents_fits() -> None:
    for path in (ROOT / "README.md", *ROOT.glob("docs/*.md")):
        for block in path.read_text(encoding="utf-8").split("```yaml\n")[1:]:
            text = block.partition("```")[0]
            if text.startswith("entrants:") or "\nentrants:" in text:
                assert complaints(text) == [], path.name


@pytest.mark.parametrize("profile", profile_names())
def test_a_profile_printed_in_full_fits_with_entrants_behind_it(
    profile: str, tmp_path: Path
) -> None:
    printed = inside("rules", profile, "--format", "yaml", cwd=tmp_path).stdout
    assert printed == yaml_of(profile, load_profile(profile).rules) + "\n"
    text = printed + TWO
    assert complaints(text) == []
    config = parse_config(text, "x.yaml", Path())
    assert (config.profile, config.rules) == (profile, load_profile(profile).rules)


@pytest.mark.parametrize("profile", profile_names())
def test_a_resolved_config_fits(profile: str) -> None:
    config = TournamentConfig(
        name="a: 'b' \u00e9 \U0001f0cf",
        seed="007",
        profile=profile,
        rules=load_profile(profile).rules,
        entrants=(Entrant("1e5", "simple", {"a": [1, 2.5, None]}), Entrant("x", "m.py:X")),
    )
    assert complaints(dump_config(config, Path())) == []


@pytest.mark.parametrize(
    "text",
    [
        "seed: 007",
        "seed: 12:30",
        "seed: 1.50",
        "seed: no",
        "name: 2026",
        "rules: classic",
        "rules: {}",
        "rules: {big_gin_bonus: 31}",
        "rules: {profile: settled, big_gin_bonus: off}",
        "rules: {big_gin_bonus: no, void_gin: yes, layoff_on_gin: 'on'}",
        "rules: {oklahoma: no, shutout: none}",
        "rules: {oklahoma: ace_one, ace_value: 15, columns: 1}",
        "rules: {rolling_games: no}",
        "faults: {}",
        "faults: {policy: forfeit_round, strikes: 1}",
        "pairs: 10000000",
    ],
)
def test_what_may_be_written_fits(text: str) -> None:
    parse_config(f"{TWO}{text}\n", "x.yaml", Path())
    assert complaints(f"{TWO}{text}\n") == []


@pytest.mark.parametrize(
    "entrants",
    [
        "[simple, 1]",
        "[simple, no]",
        "[a:B, x/y.py:C]",
        "[simple, {bot: greedy, name: 1e5, options: {a: {b: [1]}}}]",
    ],
)
def test_entrants_of_any_form_fit(entrants: str) -> None:
    parse_config(f"entrants: {entrants}\n", "x.yaml", Path())
    assert complaints(f"entrants: {entrants}\n") == []


MISTAKES = (
    "",
    "entrants:",
    "[simple, greedy]",
    "entrants: [simple]",
    "entrants: simple",
    "entrants: [simple, [greedy]]",
    "entrants: [simple, '']",
    "entrants: [simple, {name: x}]",
    "entrants: [simple, {bot: greedy, nam: x}]",
    "entrants: [simple, {bot: greedy, options: 5}]",
    "entrants: [simple, {bot: greedy, name: ''}]",
    f"entrants: [simple, {{bot: greedy, name: {'x' * 65}}}]",
    f"{TWO}paris: 3",
    f"{TWO}pairs: 1.5",
    f"{TWO}pairs: -3",
    f"{TWO}pairs: 0",
    f"{TWO}pairs: yes",
    f"{TWO}pairs: '10'",
    f"{TWO}pairs: 10000001",
    f"{TWO}pairs:",
    f"{TWO}seed: ''",
    f"{TWO}seed: [1]",
    f"{TWO}seed: {'s' * 257}",
    f"{TWO}name: {{a: 1}}",
    f"{TWO}format: round_robin",
    f"{TWO}dealing: mirored",
    f"{TWO}stock: both",
    f"{TWO}rank_by: rating",
    f"{TWO}rules: clasic",
    f"{TWO}rules: [classic]",
    f"{TWO}rules: {{profile: clasic}}",
    f"{TWO}rules: {{gin_bonuss: 3}}",
    f"{TWO}rules: {{gin_bonus: -1}}",
    f"{TWO}rules: {{gin_bonus: off}}",
    f"{TWO}rules: {{target: 0}}",
    f"{TWO}rules: {{void_gin: 1}}",
    f"{TWO}rules: {{columns: 2}}",
    f"{TWO}rules: {{ace_value: yes}}",
    f"{TWO}rules: {{tie_rule: no}}",
    f"{TWO}rules: {{rolling_games: yes}}",
    f"{TWO}faults: forfeit_round",
    f"{TWO}faults: {{policy: pay}}",
    f"{TWO}faults: {{strikes: 0}}",
    f"{TWO}faults: {{strike: 1}}",
)


@pytest.mark.parametrize("text", MISTAKES)
def test_a_planted_mistake_is_found_by_the_schema_and_by_us(text: str) -> None:
    assert complaints(text)
    with pytest.raises(ConfigError):
        parse_config(text, "x.yaml", Path())


def test_too_many_entrants_are_found() -> None:
    assert complaints("entrants:\n" + "".join(f"- a{at}\n" for at in range(1001)))


# What is in it


def test_every_key_is_in_it_and_says_what_it_is_for() -> None:
    assert list(SCHEMA["properties"]) == list(ConfigModel.model_fields)
    for name, part in SCHEMA["properties"].items():
        assert part["description"], name
    assert SCHEMA["required"] == ["entrants"]
    assert SCHEMA["additionalProperties"] is False


def rules_mapping() -> dict[str, Any]:
    return next(part for part in SCHEMA["properties"]["rules"]["anyOf"] if "properties" in part)


def test_every_option_and_profile_is_in_it() -> None:
    mapping = rules_mapping()
    assert list(mapping["properties"]) == ["profile", *OPTIONS]
    assert mapping["properties"]["profile"]["enum"] == list(profile_names())
    for name, option in OPTIONS.items():
        assert option.says in mapping["properties"][name]["description"]


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_may_be_in_the_schema_what_the_rules_let_it_be(name: str) -> None:
    """Every word that an editor offers, and the bounds of numbers, against the rules."""
    part = rules_mapping()["properties"][name]
    validator = jsonschema.Draft202012Validator(part)
    option = OPTIONS[name]
    lowest, highest = option.span or (0, 1)
    for value in (
        *(
            True,
            False,
            None,
            "yes",
            "no",
            "on",
            "off",
            "none",
            "true",
            "false",
            "",
            "x",
            0,
            1,
            3,
            15,
        ),
        *(lowest - 1, lowest, highest, highest + 1, 1.5, -1, [], {}, *option.words),
    ):
        try:
            parse_value(name, value)
            is_allowed = True
        except ValueError:
            is_allowed = False
        if not validator.is_valid(value):
            # A number in quotes, and a word in other letters, are understood but not offered.
            assert not is_allowed or isinstance(value, str), value
        else:
            assert is_allowed, value
    assert validator.is_valid(getattr(Rules(), name)) or getattr(Rules(), name) is None


@pytest.mark.parametrize(
    ("name", "words"), [("format", Format), ("dealing", Dealing), ("rank_by", RankBy)]
)
def test_words_are_those_of_the_types(name: str, words: Any) -> None:
    assert tuple(SCHEMA["properties"][name]["enum"]) == get_args(words)


def test_policies_are_those_of_the_records() -> None:
    policy = SCHEMA["$defs"]["FaultsModel"]["properties"]["policy"]
    assert tuple(policy["enum"]) == get_args(Policy)


def test_asking_twice_gives_the_same_schema_and_one_of_its_own() -> None:
    first = config_schema()
    kept = copy.deepcopy(first)
    first["properties"].clear()
    assert config_schema() == kept


# As commands


@pytest.mark.parametrize("which", ["config", "log"])
def test_the_command_prints_a_valid_schema(which: str, in_tmp: Path) -> None:
    done = arena("schema", which, cwd=in_tmp)
    assert (done.returncode, done.stderr) == (0, "")
    schema = json.loads(done.stdout)
    assert schema["$schema"] == DIALECT
    validator_for(schema).check_schema(schema)
    if which == "config":
        assert schema == SCHEMA


def test_the_schema_of_logs_fits_every_line_of_a_log(in_tmp: Path) -> None:
    schema = json.loads(inside("schema", "log", cwd=in_tmp).stdout)
    validator = jsonschema.Draft202012Validator(schema)
    log = ROOT / "tests" / "golden" / "smoke.jsonl"
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert all(validator.is_valid(line) for line in (*lines[:40], lines[-1]))
    assert not validator.is_valid({**lines[0], "more": 1})
    assert not validator.is_valid({})
