"""The public Python interface, as its users write it."""

import dataclasses
from pathlib import Path

import pytest

from arena import api
from arena.gin.rules import Rules


def test_every_public_name_exists_and_is_sorted() -> None:
    assert sorted(api.__all__) == api.__all__
    assert all(hasattr(api, name) for name in api.__all__)


def test_a_tournament_runs_from_a_config_object(tmp_path: Path) -> None:
    config = api.TournamentConfig(
        seed="s", pairs=1, entrants=(api.Entrant("a", "simple"), api.Entrant("b", "greedy"))
    )
    report = api.run(config, tmp_path / "out")
    assert report.series == 2
    assert [row.name for row in report.standings.rows] in (["a", "b"], ["b", "a"])
    assert api.verify_log(report.log).is_sound
    with api.read_log(report.log) as log:
        records = list(log)
    assert log.is_complete
    assert sum(len(record.rounds) for record in records) == report.rounds
    assert api.rank_logs([report.log])[0] == report.standings


def test_a_run_refuses_a_folder_with_a_log(tmp_path: Path) -> None:
    config = api.TournamentConfig(
        seed="s", pairs=1, entrants=(api.Entrant("a", "simple"), api.Entrant("b", "greedy"))
    )
    api.run(config, tmp_path)
    with pytest.raises(Exception, match="holds"):
        api.run(config, tmp_path)
    api.run(config, tmp_path, force=True)


def test_what_cannot_be_played_replaces_no_log(tmp_path: Path) -> None:
    config = api.TournamentConfig(
        seed="s", pairs=1, entrants=(api.Entrant("a", "simple"), api.Entrant("b", "greedy"))
    )
    log = api.run(config, tmp_path).log
    text = log.read_bytes()
    for wrong in ({"shard": "8/8"}, {"workers": -1}, {"extend": tmp_path / "none"}):
        with pytest.raises((ValueError, api.LogError)):
            api.run(config, tmp_path, force=True, **wrong)  # type: ignore[arg-type]
        assert log.read_bytes() == text
    more = api.run(dataclasses.replace(config, pairs=2), tmp_path / "more", extend=tmp_path)
    assert more.series == 4


def test_parts_workers_resuming_and_extending_make_the_same_bytes(tmp_path: Path) -> None:
    entrants = tuple(api.Entrant(name, name) for name in ("simple", "greedy", "random"))
    config = api.TournamentConfig(seed="s", pairs=2, entrants=entrants)
    whole = api.run(config, tmp_path / "whole").log.read_bytes()

    assert api.run(config, tmp_path / "many", workers=2).log.read_bytes() == whole
    shards = [api.run(config, tmp_path / text[0], shard=text).log for text in ("1/2", "2/2")]
    assert api.merge_logs(shards, tmp_path / "merged").log.read_bytes() == whole

    fewer = api.run(dataclasses.replace(config, pairs=1), tmp_path / "fewer").log
    assert api.run(config, tmp_path / "more", extend=fewer).log.read_bytes() == whole

    (tmp_path / "many" / "games.jsonl").write_bytes(whole[: len(whole) // 2])
    assert api.resume(tmp_path / "many").log.read_bytes() == whole


def test_one_series_plays_between_two_bot_objects() -> None:
    rules = Rules().replace({"columns": 1})
    played = api.play_series((api.Bot, api.Bot), "7", rules=rules, names=("x", "y"))
    assert played.record.series.seats == ("x", "y")
    assert len(played.record.result.columns) == 1
    assert played == api.play_series((api.Bot, api.Bot), "7", rules=rules, names=("x", "y"))


def test_a_run_that_is_interrupted_can_be_resumed(tmp_path: Path) -> None:
    (tmp_path / "stop.py").write_text(
        "from pathlib import Path\n"
        "from arena.bot import Bot\n\n\n"
        "class Stop(Bot):\n"
        "    def play(self, view):\n"
        "        if not Path(__file__).with_name('stopped').exists():\n"
        "            Path(__file__).with_name('stopped').touch()\n"
        "            raise KeyboardInterrupt\n"
        "        return super().play(view)\n"
    )
    entrants = (api.Entrant("a", "simple"), api.Entrant("b", "stop.py:Stop"))
    config = api.TournamentConfig(seed="s", pairs=2, entrants=entrants, folder=tmp_path)
    with pytest.raises(KeyboardInterrupt):
        api.run(config, tmp_path / "stopped-run")
    resumed = api.resume(tmp_path / "stopped-run")
    whole = api.run(config, tmp_path / "whole")
    assert resumed.log.read_bytes() == whole.log.read_bytes()
