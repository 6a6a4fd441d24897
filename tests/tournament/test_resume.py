"""A run that was stopped goes on to the bytes of one that never was, wherever it was stopped."""

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from arena.log import compressed
from arena.log.folder import FolderError, RunFolder, chosen_folder
from arena.log.reader import LogError
from arena.record import EntrantRecord
from arena.schedule import Part
from arena.tournament.config import Entrant, TournamentConfig
from arena.tournament.lineup import Seated
from arena.tournament.resume import ResumeError, resume_tournament, stopped_folder
from arena.tournament.run import RunReport, run_tournament
from tests.log.samples import Wild, small_rules

FAULTY = ("ann", "ben", "cleo")
CONFIG = TournamentConfig(
    entrants=tuple(Entrant(name, "tests:Bot") for name in FAULTY),
    seed="0",
    pairs=2,
    profile="settled",
    rules=small_rules(target=30),
)


def seats(version: str | None = None) -> dict[str, Seated]:
    """Seat three bots; Ben's make faults, so that there are failure cards."""
    return {
        name: Seated(
            EntrantRecord(name, "tests:Bot", version if name == "ben" else None, {"a": 1}, "d"),
            lambda name=name: Wild(40 if name == "ben" else 0),
            None,
        )
        for name in FAULTY
    }


def play(out: Path, config: TournamentConfig = CONFIG, **options: object) -> RunReport:
    return run_tournament(config, seats(), chosen_folder(out, force=True), **options)  # type: ignore[arg-type]


def resume(
    path: Path, config: TournamentConfig = CONFIG, seated: Mapping[str, Seated] | None = None
) -> RunReport:
    return resume_tournament(config, seated or seats(), stopped_folder(path))


def files(out: Path) -> dict[str, bytes]:
    """All that a run wrote but for its lock; cards without the folder in their commands."""
    found = {}
    for path in out.rglob("*"):
        name = path.relative_to(out).as_posix()
        if path.is_file() and name != "private/lock":
            found[name] = re.sub(rb"arena replay [^#]*#", b"arena replay #", path.read_bytes())
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that was never stopped: 12 series, with faults."""
    out = tmp_path_factory.mktemp("whole") / "o"
    report = play(out)
    assert report.faults > 3
    return out


def stopped_at(whole: Path, out: Path, cut: int, behind: bytes = b"") -> Path:
    """Return a copy of a run whose log was cut at a byte, as a kill leaves it."""
    shutil.copytree(whole, out)
    (out / "standings.json").unlink()
    games = next(out.glob("games.*"))
    games.write_bytes(games.read_bytes()[:cut] + behind)
    return out


# Cuts


def test_a_log_cut_at_any_of_200_bytes_goes_on_to_the_same_bytes(
    whole: Path, tmp_path: Path
) -> None:
    data, expected = (whole / "games.jsonl").read_bytes(), files(whole)
    header = data.index(b"\n")
    cuts = [0, 1, header - 1, header, header + 1, header + 2, len(data) - 2, len(data) - 1]
    cuts += range(header + 3, len(data), len(data) // 202)
    assert len(cuts) >= 200
    for cut in cuts:
        out = stopped_at(whole, tmp_path / str(cut), cut)
        report = resume(out)
        assert files(out) == expected, cut
        assert (report.series, report.planned, report.stopped) == (12, 12, None)
        shutil.rmtree(out)


@pytest.mark.parametrize("behind", [bytes(5000), b"\xff{\n", b"{}\n{}\n"])
def test_what_a_power_cut_leaves_behind_the_last_series_is_cut_off(
    behind: bytes, whole: Path, tmp_path: Path
) -> None:
    data, expected = (whole / "games.jsonl").read_bytes(), files(whole)
    header = data.index(b"\n") + 1
    for cut in (header, header + 3000, data.index(b'{"kind":"series","series":5'), len(data)):
        out = stopped_at(whole, tmp_path / str(cut), cut, behind)
        resume(out)
        assert files(out) == expected, cut


def test_zeros_from_within_the_first_line_on_start_it_anew(whole: Path, tmp_path: Path) -> None:
    for cut in (0, 5, (whole / "games.jsonl").read_bytes().index(b"\n")):
        out = stopped_at(whole, tmp_path / str(cut), cut, bytes(4096))
        resume(out)
        assert files(out) == files(whole)


def test_a_run_stopped_before_its_log_was_there_starts(whole: Path, tmp_path: Path) -> None:
    out = stopped_at(whole, tmp_path / "o", 0)
    (out / "games.jsonl").unlink()
    shutil.rmtree(out / "private")
    resume(out)
    assert files(out) == files(whole)


def test_only_what_is_missing_is_played(whole: Path, tmp_path: Path) -> None:
    data = (whole / "games.jsonl").read_bytes()
    out = stopped_at(whole, tmp_path / "o", data.index(b'{"kind":"series","series":7') + 100)
    played = []
    resume_tournament(
        CONFIG, seats(), stopped_folder(out),
        progress=lambda packed, _tally: played.append(packed.number),
    )  # fmt: skip
    assert played == [7, 8, 9, 10, 11]


def test_a_complete_run_is_left_alone(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "o"
    shutil.copytree(whole, out)
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*") if path.name != "lock"}
    report = resume(out)
    assert (report.series, report.planned) == (12, 12)
    assert before == {path: path.stat().st_mtime_ns for path in before}
    (out / "standings.json").write_text("partial")
    resume(out)
    assert files(out) == files(whole)


def test_the_file_or_its_folder_may_be_named(whole: Path, tmp_path: Path) -> None:
    for number, name in enumerate((".", "games.jsonl")):
        out = stopped_at(whole, tmp_path / str(number), 4000)
        resume(out / name)
        assert files(out) == files(whole)


# Parts


@pytest.mark.parametrize("part", [Part(7), Part(2, 3)], ids=str)
def test_a_part_goes_on_as_a_part(part: Part, tmp_path: Path) -> None:
    """From its first byte on: config.yaml knows nothing of parts."""
    whole = tmp_path / "whole"
    play(whole, part=str(part))
    data = (whole / "games.jsonl").read_bytes()
    for cut in range(0, len(data), len(data) // 20):
        out = stopped_at(whole, tmp_path / str(cut), cut)
        resume(out)
        assert files(out) == files(whole), cut


# Compressed


def test_a_compressed_log_goes_on_to_the_same_text_and_the_same_bytes(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compressed, "FRAME", 8000)
    packed = tmp_path / "packed"
    play(packed, compress=True)
    assert not (packed / "games.jsonl").exists()
    data = (packed / "games.jsonl.zst").read_bytes()
    assert compressed.load_zstd().decompress(data) == (whole / "games.jsonl").read_bytes()
    for cut in [*range(0, len(data), len(data) // 60), len(data) - 1]:
        out = stopped_at(packed, tmp_path / str(cut), cut, bytes(cut % 2 * 100))
        resume(out)
        assert files(out) == files(packed), cut
        shutil.rmtree(out)


def test_a_run_that_is_interrupted_closes_its_last_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compressed, "FRAME", 8000)
    play(tmp_path / "whole", compress=True)
    out = tmp_path / "o"

    def interrupt(packed: object, _tally: object) -> None:
        if packed.number == 6:  # type: ignore[attr-defined]
            raise KeyboardInterrupt

    report = play(out, compress=True, progress=interrupt)
    assert report.stopped
    assert report.series == 7
    played = []
    report = resume_tournament(
        CONFIG, seats(), stopped_folder(out),
        progress=lambda packed, _tally: played.append(packed.number),
    )  # fmt: skip
    assert played == [7, 8, 9, 10, 11]
    assert files(out) == files(tmp_path / "whole")


# What is refused


def test_a_second_run_is_refused_while_one_writes(whole: Path, tmp_path: Path) -> None:
    out = stopped_at(whole, tmp_path / "o", 5000)
    with RunFolder(out).hold(), pytest.raises(FolderError, match=r"o: another run is writing"):
        resume(out)
    assert (out / "games.jsonl").stat().st_size == 5000


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"seed": "1"}, 'seed is "0" there, but "1" now'),
        ({"pairs": 3}, "pairs is 2 there, but 3 now"),
        ({"rules": small_rules(target=31)}, "rules.target is 30 there, but 31 now"),
        ({"stock": "shared"}, 'stock is "per_seat" there, but "shared" now'),
        ({"name": "other"}, 'name is "tournament" there, but "other" now'),
    ],
)
def test_another_config_is_refused(
    changes: dict[str, object], named: str, whole: Path, tmp_path: Path
) -> None:
    out = stopped_at(whole, tmp_path / "o", 5000)
    with pytest.raises(ResumeError) as caught:
        resume(out, replace(CONFIG, **changes))  # type: ignore[arg-type]
    assert named in str(caught.value)
    assert (out / "games.jsonl").stat().st_size == 5000


def test_another_version_of_a_bot_is_refused(whole: Path, tmp_path: Path) -> None:
    out = stopped_at(whole, tmp_path / "o", 5000)
    message = r'entrants\.ben\.version is null there, but "2" now'
    with pytest.raises(ResumeError, match=message):
        resume(out, seated=seats(version="2"))


def test_another_arena_is_refused(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = stopped_at(whole, tmp_path / "o", 5000)
    monkeypatch.setattr("arena.__version__", "99.0")
    with pytest.raises(ResumeError, match=r'arena is .* but "99\.0" now'):
        resume(out)


def test_what_is_no_log_of_the_run_is_not_overwritten(whole: Path, tmp_path: Path) -> None:
    out = stopped_at(whole, tmp_path / "o", 0)
    for text in (b"notes", b"notes\n", b'{"kind":"end","series":0,"rounds":0}\n'):
        (out / "games.jsonl").write_bytes(text)
        with pytest.raises(LogError):
            resume(out)
        assert (out / "games.jsonl").read_bytes() == text


def test_a_folder_without_a_run_is_told(whole: Path, tmp_path: Path) -> None:
    out = stopped_at(whole, tmp_path / "o", 5000)
    (out / "config.yaml").unlink()
    with pytest.raises(ResumeError, match=r"o: holds no config\.yaml"):
        resume(out)
    (tmp_path / "empty").mkdir()
    with pytest.raises(ResumeError, match=r"empty: holds no config\.yaml"):
        resume(tmp_path / "empty")
    with pytest.raises(LogError, match="no such file"):
        resume(tmp_path / "nowhere")
    with pytest.raises(ResumeError, match="stdin"):
        resume(Path("-"))
    with pytest.raises(ResumeError, match=r"is called games\.jsonl"):
        resume(whole / "config.yaml")


def test_failure_cards_are_those_of_the_series_that_are_kept(whole: Path, tmp_path: Path) -> None:
    data = (whole / "games.jsonl").read_bytes()
    cards = (whole / "private" / "failures.jsonl").read_bytes()
    out = stopped_at(whole, tmp_path / "o", data.index(b'{"kind":"series","series":6'))
    path = out / "private" / "failures.jsonl"
    path.write_bytes(cards + b'{"address":"11.0')
    stopped_folder(out).cut_failures(6)
    numbers, every = numbers_in(path.read_bytes()), numbers_in(cards)
    assert numbers == [number for number in every if number < 6]
    assert len(numbers) < len(every)


def numbers_in(cards: bytes) -> list[int]:
    """Return the series of each failure card."""
    return [int(json.loads(card)["address"].split(".")[0]) for card in cards.splitlines()]
