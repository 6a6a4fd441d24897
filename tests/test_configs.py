"""Every config that comes with the project loads, can be played, and says what its keys mean."""

import dataclasses
import re
from pathlib import Path

import pytest

from arena import api
from arena.registry import find_bot
from arena.tournament.config import TournamentConfig
from arena.tournament.config_models import ConfigModel
from arena.tournament.run import schedule_of

ROOT = Path(__file__).parents[1]
CONFIGS = sorted(ROOT.glob("configs/*"))
QUICKSTART = ROOT / "arena" / "quickstart.yaml"
EVERY = [*CONFIGS, QUICKSTART]


def name_of(path: Path) -> str:
    return path.name


def keys_without_comment(text: str) -> list[str]:
    """Return the top-level keys that have no comment behind them nor on the line above."""
    lines = text.splitlines()
    keys = [at for at, line in enumerate(lines) if re.match(r"[a-z_]+:", line)]
    assert keys
    return [
        lines[at].partition(":")[0]
        for at in keys
        if " #" not in lines[at] and not (at and lines[at - 1].startswith("#"))
    ]


def test_a_key_without_a_comment_is_found() -> None:
    assert keys_without_comment("# a\nname: x\nseed: 1 # b\npairs: 2\n\nrules: classic\n") == [
        "pairs",
        "rules",
    ]


def test_there_are_configs_and_nothing_else_beside_them() -> None:
    assert {path.name for path in CONFIGS} >= {
        "league.yaml",
        "gauntlet.yaml",
        "house-rules.yaml",
        "ordinary-gin.yaml",
    }
    assert {path.suffix for path in CONFIGS} == {".yaml"}


@pytest.mark.parametrize("path", EVERY, ids=name_of)
def test_it_loads_names_known_bots_and_can_be_scheduled(path: Path) -> None:
    config = api.load_config(path)
    for entrant in config.entrants:
        find_bot(entrant.bot, config.folder).load()
    schedule = schedule_of(config)
    assert len(schedule) == len(list(schedule)) > 0
    assert config.seed is not None, "the table of an example must be the same for everybody"


@pytest.mark.parametrize("path", EVERY, ids=name_of)
def test_it_is_named_like_its_file(path: Path) -> None:
    assert api.load_config(path).name == path.stem


@pytest.mark.parametrize("path", EVERY, ids=name_of)
def test_it_begins_with_what_it_is_for(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")


@pytest.mark.parametrize("path", CONFIGS, ids=name_of)
def test_every_top_level_key_has_a_comment(path: Path) -> None:
    assert keys_without_comment(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", CONFIGS, ids=name_of)
def test_it_says_how_to_run_it(path: Path) -> None:
    assert f"#     arena run configs/{path.name}\n" in path.read_text(encoding="utf-8")


def test_the_league_has_every_key_there_is() -> None:
    text = (ROOT / "configs" / "league.yaml").read_text(encoding="utf-8")
    assert re.findall(r"^([a-z_]+):", text, re.MULTILINE) == list(ConfigModel.model_fields)


def config_of(name: str) -> TournamentConfig:
    return api.load_config(ROOT / "configs" / f"{name}.yaml")


def test_the_configs_show_what_they_are_meant_to_show() -> None:
    league = config_of("league")
    assert (league.profile, league.dealing, len(league.entrants)) == ("settled", "mirrored", 4)
    assert config_of("gauntlet").format == "gauntlet"
    house = config_of("house-rules")
    assert house.rules != api.load_profile(house.profile).rules
    ordinary = config_of("ordinary-gin")
    assert ordinary.rules == api.load_profile("classic").rules.replace({"columns": 1})


@pytest.mark.parametrize("path", EVERY, ids=name_of)
def test_a_short_run_of_it_is_sound_and_without_faults(path: Path, tmp_path: Path) -> None:
    config = dataclasses.replace(api.load_config(path), pairs=1)
    report = api.run(config, tmp_path / "out")
    assert report.faults == 0
    assert api.verify_log(report.log).is_sound
