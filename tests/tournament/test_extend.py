"""An earlier log is used again: the bytes are those of a run that plays everything."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.executor.work import WorkerLostError
from arena.log.folder import chosen_folder
from arena.log.reader import LogError
from arena.log.verify import verify_log
from arena.record import EntrantRecord
from arena.schedule import Schedule
from arena.tournament.asked import read_asked
from arena.tournament.config import Entrant, TournamentConfig
from arena.tournament.earlier import Earlier, EarlierError
from arena.tournament.lineup import Seated
from arena.tournament.order import header_for
from arena.tournament.resume import resume_tournament, stopped_folder
from arena.tournament.run import RunReport, run_tournament
from tests.log.samples import Wild, reseal, small_rules

from .test_resume import files, stopped_at

CODE = dict.fromkeys(("ann", "ben", "cleo", "dora"), "1")


class Counted(Wild):
    """Plays wildly and makes faults; counts how many of it were made."""

    made = 0

    def __init__(self) -> None:
        super().__init__(30)
        Counted.made += 1


def config_of(names: str, pairs: int, **changes: object) -> TournamentConfig:
    entrants = tuple(Entrant(name, "tests:Bot") for name in names.split())
    base = {"seed": "0", "profile": "settled", "rules": small_rules(target=30), "pairs": pairs}
    return TournamentConfig(entrants=entrants, **base | changes)  # type: ignore[arg-type]


def seats(config: TournamentConfig, code: dict[str, str] = CODE) -> dict[str, Seated]:
    return {
        one.name: Seated(
            EntrantRecord(one.name, one.bot, code[one.name], {"a": True}, None), Counted, None
        )
        for one in config.entrants
    }


def play(out: Path, config: TournamentConfig, **options: object) -> RunReport:
    Counted.made = 0
    return run_tournament(config, seats(config), chosen_folder(out, force=True), **options)  # type: ignore[arg-type]


def earlier(log: Path, config: TournamentConfig, part: str | None = None, **code: str) -> Earlier:
    path = next(log.glob("games.*")) if log.is_dir() else log
    return Earlier(path, header_for(config, seats(config, CODE | code), part))


def told_files(out: Path) -> dict[str, bytes]:
    """What a run wrote, but for what was asked of it."""
    return {name: data for name, data in files(out).items() if name != "private/asked.json"}


HALF = config_of("ann ben cleo", 2)
WHOLE = config_of("ann ben cleo", 4)
MORE = config_of("ann dora ben cleo", 3)


@pytest.fixture(scope="module")
def half(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("half") / "o"
    assert play(out, HALF).faults > 3
    return out


@pytest.mark.parametrize("compress", [False, True])
def test_a_log_with_more_pairs_has_the_bytes_of_a_fresh_run(
    compress: bool, half: Path, tmp_path: Path
) -> None:
    play(tmp_path / "fresh", WHOLE, compress=compress)
    kept = earlier(half, WHOLE)
    assert kept.count == 12
    report = play(tmp_path / "more", WHOLE, compress=compress, kept=kept)
    assert Counted.made == 2 * 12
    assert report.series == 24
    assert told_files(tmp_path / "more") == told_files(tmp_path / "fresh")


def test_a_log_with_more_entrants_has_the_bytes_of_a_fresh_run(half: Path, tmp_path: Path) -> None:
    """Numbers move, in the lines and in the addresses of failure cards; the digests are new."""
    play(tmp_path / "fresh", MORE)
    kept = earlier(half, MORE)
    assert kept.count == 12
    report = play(tmp_path / "more", MORE, kept=kept)
    assert Counted.made == 2 * (36 - 12)
    assert told_files(tmp_path / "more") == told_files(tmp_path / "fresh")
    assert verify_log(report.log).is_sound


@pytest.mark.parametrize(
    ("changed", "count"),
    [
        (config_of("ann ben", 1), 2),
        (config_of("ann ben cleo", 1), 6),
        (config_of("ann cleo", 9), 4),
        (config_of("ben dora", 2), 0),
        (config_of("dora ann ben", 3), 4),
        (replace(WHOLE, format="gauntlet"), 8),
        (replace(WHOLE, name="other", profile="classic"), 12),
    ],
)
def test_whatever_two_runs_share_is_used_again(
    changed: TournamentConfig, count: int, half: Path, tmp_path: Path
) -> None:
    play(tmp_path / "fresh", changed)
    kept = earlier(half, changed)
    assert kept.count == count
    play(tmp_path / "again", changed, kept=kept)
    assert told_files(tmp_path / "again") == told_files(tmp_path / "fresh")


@pytest.mark.parametrize("part", ["shard 1/3", "shard 3/3", "only 7", "only 20"])
def test_a_part_is_extended_and_extends(part: str, half: Path, tmp_path: Path) -> None:
    play(tmp_path / "fresh", WHOLE, part=part)
    play(tmp_path / "again", WHOLE, part=part, kept=earlier(half, WHOLE, part))
    assert told_files(tmp_path / "again") == told_files(tmp_path / "fresh")
    kept = earlier(tmp_path / "fresh", WHOLE)
    assert kept.count == (8 if "shard" in part else 1)
    play(tmp_path / "whole", WHOLE)
    play(tmp_path / "from part", WHOLE, kept=kept)
    assert told_files(tmp_path / "from part") == told_files(tmp_path / "whole")


def test_a_cut_log_gives_what_is_whole(half: Path, tmp_path: Path) -> None:
    play(tmp_path / "fresh", WHOLE)
    data = (half / "games.jsonl").read_bytes()
    for number in (0, 5, 11):
        cut = data.index(b'{"kind":"series","series":%d,' % number) + 200
        stopped = stopped_at(half, tmp_path / f"cut{number}", cut)
        kept = earlier(stopped, WHOLE)
        assert kept.count == number
        play(tmp_path / "again", WHOLE, kept=kept)
        assert told_files(tmp_path / "again") == told_files(tmp_path / "fresh")


def test_an_entrant_whose_code_changed_plays_anew(half: Path) -> None:
    kept = earlier(half, WHOLE, cleo="2")
    assert (kept.changed, kept.count) == (("cleo",), 4)
    schedule = Schedule(("ann", "ben", "cleo"), "round-robin", 4, "mirrored")
    assert {job.pairing for job in schedule if kept.has(job)} == {("ann", "ben")}
    assert [packed.number for packed in kept.series()] == [0, 1, 6, 7]


def test_an_option_that_only_looks_alike_has_changed(half: Path, tmp_path: Path) -> None:
    """In Python `True` equals 1; a bot may tell them apart."""
    config = config_of("ann ben cleo", 4)
    seated = seats(config)
    record = EntrantRecord("ben", "tests:Bot", "1", {"a": 1}, None)
    seated["ben"] = replace(seated["ben"], record=record)
    assert Earlier(half / "games.jsonl", header_for(config, seated)).changed == ("ben",)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"seed": "1"}, 'seed is "0", but "1" in the new run'),
        ({"rules": small_rules(target=31)}, "rules.target is 30, but 31 in the new run"),
        ({"dealing": "independent"}, 'dealing is "mirrored", but "independent"'),
        ({"stock": "shared"}, 'stock is "per_seat", but "shared"'),
    ],
)
def test_a_log_of_other_deals_or_rules_is_refused(
    changes: dict[str, object], named: str, half: Path
) -> None:
    with pytest.raises(EarlierError) as caught:
        earlier(half, replace(WHOLE, **changes))  # type: ignore[arg-type]
    assert named in str(caught.value)
    assert "its series would be others" in str(caught.value)


def test_entrants_in_another_order_are_refused(half: Path) -> None:
    with pytest.raises(EarlierError, match="has entrant ann before ben: keep its entrants"):
        earlier(half, config_of("ben dora ann", 4))


def test_a_damaged_log_is_refused_before_anything_is_written(half: Path, tmp_path: Path) -> None:
    """A log that was cut is one thing, a log that was changed another."""
    path = tmp_path / "games.jsonl"
    lines = (half / "games.jsonl").read_bytes().splitlines()
    for damaged in (
        b"\n".join([*lines, b""]).replace(b'"points":', b'"points":1', 1),
        reseal([lines[0], *lines[5:]]),
        b"hello\n",
        b"",
    ):
        path.write_bytes(damaged)
        with pytest.raises(LogError, match=r"games\.jsonl"):
            earlier(path, WHOLE)
    with pytest.raises(EarlierError, match="stdin"):
        Earlier(Path("-"), header_for(WHOLE, seats(WHOLE)))


def test_a_log_that_changes_while_it_is_used_stops_the_run(half: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    data = (half / "games.jsonl").read_bytes()
    path.write_bytes(data)
    kept = earlier(path, WHOLE)
    path.write_bytes(data[: len(data) // 2])
    report = play(tmp_path / "o", WHOLE, kept=kept)
    assert isinstance(report.stopped, WorkerLostError)
    assert "games.jsonl" in str(report.stopped)
    assert 0 < report.series < report.planned
    whole = play(tmp_path / "whole", WHOLE).log.read_bytes()
    assert whole.startswith(report.log.read_bytes())


def test_a_log_without_its_folder_gives_its_series_without_cards(
    half: Path, tmp_path: Path
) -> None:
    path = tmp_path / "published.jsonl"
    path.write_bytes((half / "games.jsonl").read_bytes())
    play(tmp_path / "fresh", WHOLE)
    report = play(tmp_path / "again", WHOLE, kept=earlier(path, WHOLE))
    assert report.faults > 3
    again, fresh = told_files(tmp_path / "again"), told_files(tmp_path / "fresh")
    assert again.pop("private/failures.jsonl") != fresh.pop("private/failures.jsonl")
    assert again == fresh


def test_an_extended_run_that_was_stopped_goes_on_with_the_earlier_log(
    half: Path, tmp_path: Path
) -> None:
    whole = tmp_path / "whole"
    play(whole, MORE, kept=earlier(half, MORE))
    data = (whole / "games.jsonl").read_bytes()
    for number in (0, 3, 20):
        cut = data.index(b'{"kind":"series","series":%d,' % number)
        out = stopped_at(whole, tmp_path / str(number), cut)
        folder = stopped_folder(out)
        assert read_asked(folder).extend == str(half / "games.jsonl")
        Counted.made = 0
        resume_tournament(MORE, seats(MORE), folder)
        assert files(out) == files(whole)
        names = tuple(one.name for one in MORE.entrants)
        rest = [Schedule(names, "round-robin", 3, "mirrored").job(at) for at in range(number, 36)]
        kept = earlier(half, MORE)
        assert Counted.made == 2 * sum(not kept.has(job) for job in rest)


def test_an_extended_run_goes_on_without_the_earlier_log_too(half: Path, tmp_path: Path) -> None:
    old = stopped_at(half, tmp_path / "old", 10**9)
    whole = tmp_path / "whole"
    play(whole, WHOLE, kept=earlier(old, WHOLE))
    (old / "games.jsonl").unlink()
    out = stopped_at(whole, tmp_path / "o", 3000)
    resume_tournament(WHOLE, seats(WHOLE), stopped_folder(out))
    assert files(out) == files(whole)
