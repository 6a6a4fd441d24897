"""Shards merged: the bytes of one run, or a message that says which shard is wrong, and how."""

import json
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arena.log.compressed import FramedFile
from arena.log.folder import FolderError
from arena.log.reader import LogError, open_log
from arena.log.shards import ShardsError
from arena.log.verify import verify_log
from arena.mistake import UserMistake
from arena.standings.from_logs import rank_logs
from arena.tournament.merge import MergeReport, merge_logs
from tests.log.samples import Wild, line_bytes, read_plain, reseal, small_rules, write_log

RUNS: dict[str, dict[str, Any]] = {
    "three entrants": {"names": "abc", "pairs": 3},
    "independent": {"names": "ab", "pairs": 4, "dealing": "independent", "stock": "shared"},
    "gauntlet": {"names": "abcd", "pairs": 2, "format": "gauntlet"},
    "ranked by settlement": {"names": "abc", "pairs": 2, "rank_by": "settlement"},
    "faults": {"names": "ab", "pairs": 6, "faulty": True},
    "one pair": {"names": "ab", "pairs": 1},
}


def wild(faults: int, absent: int) -> Callable[[], Wild]:
    return lambda: Wild(faults, absent)


def play(out: Path, part: str | None = None, *, names: str = "ab", **options: Any) -> Path:
    """Play a run, or a part of it."""
    makers = {name: wild(10, 10) if options.get("faulty") else Wild for name in names}
    options = {"rules": small_rules(), "profile": "settled", "pairs": 3, **options}
    options.pop("faulty", None)
    return write_log(out, makers, part=part, **options)


def play_shards(folder: Path, count: int, **options: Any) -> list[Path]:
    return [
        play(folder / f"shard {number}", f"shard {number}/{count}", **options)
        for number in range(1, count + 1)
    ]


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three shards, a mirrored pair each."""
    return play_shards(tmp_path_factory.mktemp("shards"), 3)


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }


# The same bytes


@pytest.mark.parametrize(
    ("name", "count"),
    [(name, count) for name, run in RUNS.items() for count in (1, 2, 3) if count <= run["pairs"]],
)
def test_merged_shards_are_the_run(name: str, count: int, tmp_path: Path) -> None:
    options = RUNS[name]
    whole = play(tmp_path / "whole", **options)
    paths = play_shards(tmp_path, count, **options)
    random.Random(count).shuffle(paths)
    report = merge_logs(paths, tmp_path / "merged")
    merged = files_in(tmp_path / "merged")
    expected = files_in(whole.parent)
    failures = "private/failures.jsonl"
    assert report.log.read_bytes() == whole.read_bytes()
    assert merged["standings.json"] == expected["standings.json"]
    assert merged["config.yaml"] == expected["config.yaml"]
    assert (failures in merged) == (failures in expected) == bool(options.get("faulty"))
    if failures in merged:
        said = merged[failures].replace(b"/merged/", b"/whole/")
        assert said == expected[failures]
    assert verify_log(report.log).is_sound


def test_the_report_counts_and_ranks_the_whole(shards: list[Path], tmp_path: Path) -> None:
    report = merge_logs(shards, tmp_path / "out")
    assert isinstance(report, MergeReport)
    assert (report.series, report.has_config) == (6, True)
    assert report.rounds == report.log.read_bytes().count(b'{"kind":"round"')
    assert rank_logs([report.log], "series") == (report.standings, [])


def test_logs_without_their_folders_are_merged_without_a_config(
    shards: list[Path], tmp_path: Path
) -> None:
    (tmp_path / "config.yaml").write_text("entrants: [simple, random]\n")
    alone = []
    for at, path in enumerate(shards):
        alone.append(tmp_path / f"{at}.jsonl")
        alone[-1].write_bytes(path.read_bytes())
    report = merge_logs(alone, tmp_path / "out")
    assert not report.has_config
    assert set(files_in(tmp_path / "out")) == {"games.jsonl", "standings.json"}
    assert report.log.read_bytes() == merge_logs(shards, tmp_path / "other").log.read_bytes()


def test_a_config_that_is_not_the_run_s_is_not_taken(tmp_path: Path) -> None:
    paths = play_shards(tmp_path, 2)
    first, second = (path.with_name("config.yaml") for path in paths)
    second.write_text(second.read_text().replace("pairs: 3", "pairs: 4"))
    expected = first.read_bytes()
    assert merge_logs(paths, tmp_path / "one").has_config
    assert (tmp_path / "one" / "config.yaml").read_bytes() == expected
    first.write_text("no config")
    assert not merge_logs(paths, tmp_path / "two").has_config


def test_a_bot_s_file_is_found_from_the_new_folder_too(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("from bots.simple import SimpleBot as Mine\n")
    paths = play_shards(tmp_path / "deep" / "er", 2)
    for path in paths:
        config = path.with_name("config.yaml")
        text = config.read_text().replace('"tests:Bot"', '"../../../mine.py:Mine"')
        config.write_text(text)
    merge_logs(paths, tmp_path / "out")
    assert 'bot: "../mine.py:Mine"' in (tmp_path / "out" / "config.yaml").read_text()


def test_compressed_shards_are_merged_and_a_merge_is_compressed(
    shards: list[Path], tmp_path: Path
) -> None:
    pytest.importorskip("backports.zstd" if sys.version_info < (3, 14) else "compression.zstd")
    small = merge_logs(shards, tmp_path / "small", compress=True).log
    plain = merge_logs(shards, tmp_path / "plain").log
    assert small.name == "games.jsonl.zst"
    with open_log(small) as file:
        assert file.read() == plain.read_bytes()
    packed = tmp_path / "games.jsonl.zst"
    with packed.open("wb") as out, closing(FramedFile(out)) as framed:
        framed.write(shards[1].read_bytes())
    again = merge_logs([shards[0], packed, shards[2]], tmp_path / "again").log
    assert again.read_bytes() == plain.read_bytes()


# Shards that do not make a whole


@pytest.fixture
def out(tmp_path: Path) -> Iterator[Path]:
    """Where a merge would write; nothing may be there after one that was refused."""
    yield tmp_path / "out"
    assert not (tmp_path / "out").exists()


def refusal(paths: list[Path], out: Path, error: type[UserMistake] = ShardsError) -> str:
    with pytest.raises(error) as caught:
        merge_logs(paths, out)
    return str(caught.value)


def test_missing_shards_are_named(shards: list[Path], out: Path) -> None:
    assert refusal(shards[1:], out) == "not all shards are here: shard 1/3 is missing"
    assert refusal(shards[1:2], out).endswith(": shard 1/3, shard 3/3 are missing")


def test_many_missing_shards_are_counted(tmp_path: Path, out: Path) -> None:
    path = play(tmp_path / "one", "shard 3/9", pairs=9)
    told = "shard 1/9, shard 2/9, shard 4/9, shard 5/9, shard 6/9 and 3 more are missing"
    assert refusal([path], out) == f"not all shards are here: {told}"


def test_a_shard_of_very_many_is_told_at_once(shards: list[Path], tmp_path: Path) -> None:
    lines = read_plain(shards[0])
    lines[0] |= {"pairs": 10**15, "part": f"shard 2/{10**15}"}
    path = tmp_path / "games.jsonl"
    path.write_bytes(reseal([line_bytes(line) for line in lines]))
    message = refusal([path], tmp_path / "out")
    assert f"and {10**15 - 6} more are missing" in message


def test_a_shard_given_twice_is_named(shards: list[Path], tmp_path: Path, out: Path) -> None:
    twice = [shards[0], shards[2], shards[1], shards[2]]
    assert refusal(twice, out) == f"{shards[2]} and {shards[2]} both hold shard 3/3"
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(shards[0].read_bytes())
    assert refusal([*shards, copy], out) == f"{shards[0]} and {copy} both hold shard 1/3"


DIFFERENT: dict[str, tuple[dict[str, Any], str]] = {
    "seed": ({"seed": "1"}, 'seed is "1", but "0" in'),
    "name": ({"name": "other"}, 'name is "other", but "tournament" in'),
    "rules": ({"rules": small_rules(gin_bonus=17)}, "rules.gin_bonus is 17, but "),
    "pairs": ({"pairs": 6}, "pairs is 6, but 3 in"),
    "dealing": ({"dealing": "independent"}, 'dealing is "independent", but "mirrored" in'),
    "format": ({"format": "gauntlet"}, 'format is "gauntlet", but "round-robin" in'),
    "entrants": ({"names": "abc", "pairs": 1}, "pairs is 1, but 3 in"),
    "other entrants": ({"names": "ac"}, "entrants is "),
}


@pytest.mark.parametrize("name", DIFFERENT)
def test_a_shard_of_another_tournament_is_named_with_what_differs(
    name: str, shards: list[Path], tmp_path: Path, out: Path
) -> None:
    options, told = DIFFERENT[name]
    other = play(tmp_path / "other", "shard 2/3", **options)
    message = refusal([shards[0], other, shards[2]], out)
    assert message.startswith(f"{other}: {told}")
    assert str(shards[0]) in message
    assert "one tournament" in message


def forge(path: Path, to: Path, **changes: Any) -> Path:
    """Write a log with another header, sealed anew."""
    lines = read_plain(path)
    lines[0].update(changes)
    to.write_bytes(reseal([line_bytes(line) for line in lines]))
    return to


def test_a_shard_of_another_bot_version_is_named_with_entrant_and_field(
    shards: list[Path], tmp_path: Path, out: Path
) -> None:
    entrants = read_plain(shards[1])[0]["entrants"]
    entrants[1]["digest"] = "ab" * 32
    other = forge(shards[1], tmp_path / "other.jsonl", entrants=entrants)
    message = refusal([shards[0], other, shards[2]], out)
    assert message.startswith(f'{other}: entrants.b.digest is "{"ab" * 32}", but null in')


def test_true_and_1_are_different_options(shards: list[Path], tmp_path: Path, out: Path) -> None:
    entrants = read_plain(shards[1])[0]["entrants"]
    entrants[0]["options"]["a"] = True
    other = forge(shards[1], tmp_path / "other.jsonl", entrants=entrants)
    assert "entrants.a.options is" in refusal([shards[0], other, shards[2]], out)


def test_shards_of_another_division_are_named(
    shards: list[Path], tmp_path: Path, out: Path
) -> None:
    other = play(tmp_path / "other", "shard 2/2")
    told = f"{other} holds shard 2/2, but {shards[0]} holds shard 1/3"
    assert refusal([shards[0], other], out).startswith(told)


@pytest.mark.parametrize("part", [None, "only 3"])
def test_a_log_that_is_no_shard_is_named(
    part: str | None, shards: list[Path], tmp_path: Path, out: Path
) -> None:
    other = play(tmp_path / "other", part)
    message = refusal([shards[0], other], out, LogError)
    assert message.startswith(f"{other}:1: part: ")
    assert ("whole tournament" if part is None else "only 3 is no shard") in message


def test_a_header_that_is_not_in_the_log_s_form_is_named(
    shards: list[Path], tmp_path: Path, out: Path
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(shards[1].read_bytes().replace(b",", b", ", 1))
    message = refusal([shards[0], other, shards[2]], out, LogError)
    assert message.startswith(f"{other}:1: is not in the log's form")


def test_standard_input_is_no_shard(shards: list[Path], out: Path) -> None:
    assert "must be a file" in refusal([*shards[1:], Path("-")], out, LogError)


def test_a_shard_that_is_not_complete_is_named_with_what_is_missing(
    shards: list[Path], tmp_path: Path, out: Path
) -> None:
    text = shards[1].read_bytes()
    cut = tmp_path / "cut.jsonl"
    second = text.index(b'{"kind":"series","series":3')
    for end, what in (
        (text.index(b"\n") + 1, "series 2"),
        (second - 1, "series 2"),
        (second, "series 3"),
        (second + 40, "series 3"),
        (text.index(b'{"kind":"end"'), "the end line"),
        (len(text) - 1, "the end line"),
    ):
        cut.write_bytes(text[:end])
        message = refusal([shards[0], cut, shards[2]], out, LogError)
        assert message.startswith(f"{cut}:")
        assert message.endswith(f"shard 2/3 is not complete: {what} is missing")


def test_a_damaged_shard_is_named_with_its_line(
    shards: list[Path], tmp_path: Path, out: Path
) -> None:
    text = shards[2].read_bytes()
    results = [at for at, line in enumerate(text.splitlines(), 1) if b'"kind":"result"' in line]
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(text.replace(b'"points":', b'"points":1', 1))
    message = refusal([bad, *shards[:2]], out, LogError)
    assert message == f"{bad}:{results[0]}: digest: the bytes up to here are not those written"
    bad.write_bytes(text.replace(b'"moves":', b'"moves"', 1))
    assert refusal([bad, *shards[:2]], out, LogError).startswith(f"{bad}:3: is not JSON")
    bad.write_bytes(text + b'{"kind":"end","series":2,"rounds":1}\n')
    assert "follows the log's last line" in refusal([bad, *shards[:2]], out, LogError)


def test_a_series_out_of_place_is_named(shards: list[Path], tmp_path: Path, out: Path) -> None:
    lines = read_plain(shards[1])
    lines[0]["part"] = "shard 3/3"
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(reseal([line_bytes(line) for line in lines]))
    message = refusal([*shards[:2], bad], out, LogError)
    assert message.startswith(f"{bad}:2: series 4 between a and b should")


# The folder


def test_a_folder_with_a_log_is_left_alone_unless_forced(
    shards: list[Path], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    play(out, seed="old")
    old = files_in(out)
    with pytest.raises(FolderError, match="--force replaces it"):
        merge_logs(shards, out)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(shards[1].read_bytes()[:-1])
    with pytest.raises(LogError, match="is not complete"):
        merge_logs([shards[0], damaged, shards[2]], out, force=True)
    assert files_in(out) == old
    merge_logs(shards, out, force=True)
    merge_logs(shards, tmp_path / "new")
    assert files_in(out) == files_in(tmp_path / "new")


def test_what_is_merged_is_never_replaced(tmp_path: Path) -> None:
    paths = play_shards(tmp_path, 2)
    old = files_in(paths[1].parent)
    with pytest.raises(FolderError, match="which is to be merged"):
        merge_logs(paths, paths[1].parent, force=True)
    link = tmp_path / "link"
    link.symlink_to(paths[1].parent)
    with pytest.raises(FolderError, match="which is to be merged"):
        merge_logs(paths, link, force=True)
    assert files_in(paths[1].parent) == old


def test_a_folder_that_was_there_and_empty_is_empty_after_a_refusal(
    shards: list[Path], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(shards[1].read_bytes()[:-1])
    with pytest.raises(LogError):
        merge_logs([shards[0], damaged, shards[2]], out)
    assert list(out.iterdir()) == []


def test_the_log_appears_when_it_and_its_config_are_whole(
    shards: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[set[str]] = []
    replace = Path.replace

    def watched(path: Path, target: Path) -> Path:
        seen.append({item.name for item in target.parent.iterdir()})
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", watched)
    merge_logs(shards, tmp_path / "out")
    assert len(seen) == 3
    assert not any("games.jsonl" in names for names in seen[:2])
    assert "config.yaml" in seen[1]
    assert "games.jsonl" in seen[2]


def test_a_failure_card_names_its_place_in_the_new_log(tmp_path: Path) -> None:
    paths = play_shards(tmp_path, 2, faulty=True, pairs=6)
    old = [path.parent / "private" / "failures.jsonl" for path in paths]
    assert any(path.exists() for path in old)
    old[-1].parent.mkdir(exist_ok=True)
    with old[-1].open("ab") as file:
        file.write(b'{"address":"11.')
    out = tmp_path / "out"
    merge_logs(paths, out)
    *cards, half = (out / "private" / "failures.jsonl").read_text().splitlines()
    assert half == '{"address":"11.'
    for card in map(json.loads, cards):
        assert card["replay"] == f"arena replay {out / 'games.jsonl'}#{card['address']}"
