"""How far a log is sound, wherever and however it was cut."""

from hashlib import blake2b
from itertools import accumulate
from pathlib import Path

import pytest

from arena.log import compressed
from arena.log.cut import SoundLog, read_sound
from arena.log.reader import CutError, LogError

from .samples import Wild, reseal, small_rules, write_log
from .test_compressed import compress, frames_in, series_in


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A log of eight series."""
    makers = {"ann": Wild, "ben": Wild}
    out = tmp_path_factory.mktemp("plain")
    return write_log(out, makers, pairs=4, rules=small_rules()).read_bytes()


def read(path: Path) -> SoundLog:
    """Read a log as far as it is sound, and check what its reader says of that."""
    with read_sound(path) as log:
        records = list(log)
    assert log.series == len(records)
    assert log.rounds == sum(len(record.rounds) for record in records)
    return log


def sound(data: bytes, folder: Path) -> SoundLog:
    path = folder / "games.jsonl"
    path.write_bytes(data)
    log = read(path)
    assert log.hashed.hexdigest() == blake2b(data[: log.size], digest_size=32).hexdigest()
    return log


def places(log: bytes) -> list[int]:
    """Where a log may end: behind the header, behind each series, behind the last line."""
    header = log.index(b"\n") + 1
    series = series_in(log[header:])
    return [header, *accumulate((len(piece) for piece in series), initial=header)][1:]


def test_a_whole_log_is_sound_to_its_end(log: bytes, tmp_path: Path) -> None:
    found = sound(log, tmp_path)
    assert (found.size, found.series, found.is_complete) == (len(log), 8, True)
    assert found.problem is None
    assert found.header.name == "tournament"


def test_a_cut_log_is_sound_to_the_end_of_its_last_whole_series(log: bytes, tmp_path: Path) -> None:
    ends = places(log)
    cuts = [*range(ends[0], len(log), len(log) // 150), *ends[:-1], *(end - 1 for end in ends[1:])]
    for cut in cuts:
        found = sound(log[:cut], tmp_path)
        assert found.size == max(end for end in ends if end <= cut)
        assert found.series == sum(end <= cut for end in ends) - 1
        assert not found.is_complete
        assert isinstance(found.problem, CutError)


@pytest.mark.parametrize("behind", [bytes(3000), bytes(10) + b"\n", b"\xff\x00{]\n", b"{}\n", b"x"])
def test_what_stands_behind_a_cut_does_not_matter(
    behind: bytes, log: bytes, tmp_path: Path
) -> None:
    """Zeros are what a file system gives back for what it lost in a power cut."""
    ends = places(log)
    for cut in (ends[0], ends[2] - 30, ends[3], ends[3] + 200, len(log) - 5):
        found = sound(log[:cut] + behind, tmp_path)
        assert found.size == max(end for end in ends if end <= cut)
        assert not found.is_complete
        assert found.problem is not None
    found = sound(log + behind, tmp_path)
    assert found.size == len(log)
    assert found.is_complete
    assert found.problem is not None


def test_a_log_is_sound_no_further_than_its_digests(log: bytes, tmp_path: Path) -> None:
    ends = places(log)
    for at in range(ends[0], len(log), len(log) // 60):
        broken = bytearray(log)
        broken[at] = ord("7") if broken[at] != ord("7") else ord("8")
        found = sound(bytes(broken), tmp_path)
        assert found.size == max(end for end in ends if end <= at)
        assert isinstance(found.problem, LogError)


def test_a_series_that_the_schedule_has_elsewhere_is_not_kept(log: bytes, tmp_path: Path) -> None:
    lines = log.splitlines()
    results = [at for at, line in enumerate(lines) if line.startswith(b'{"kind":"result"')]
    first, second = results[0] + 1, results[1] + 1
    swapped = reseal([*lines[:1], *lines[first:second], *lines[1:first], *lines[second:]])
    found = sound(swapped, tmp_path)
    assert found.series == 0
    assert "series 0 between ann and ben should start here" in str(found.problem)
    missing = reseal([*lines[:first], *lines[second:]])
    assert sound(missing, tmp_path).series == 1
    early = reseal([*lines[:first], lines[-1].replace(b'"series":8', b'"series":1')])
    found = sound(early, tmp_path)
    assert (found.series, found.is_complete) == (1, False)


def test_a_winner_that_is_no_seat_is_not_kept(log: bytes, tmp_path: Path) -> None:
    """Whoever counts the series need not look again."""
    lines = log.splitlines()
    forged = [line.replace(b'"winner":1', b'"winner":2') for line in lines]
    found = sound(reseal(forged), tmp_path)
    assert found.series < 8
    assert f"a winner of series {found.series} is no seat" in str(found.problem)


def test_a_log_without_a_whole_header_is_refused(log: bytes, tmp_path: Path) -> None:
    header = log.index(b"\n") + 1
    for data, error in (
        (b"", LogError),
        (log[:1], CutError),
        (log[: header - 1], CutError),
        (bytes(100), CutError),
        (b"hello\n", LogError),
        (log[header:], LogError),
        (log.replace(b'"pairs":4', b'"pairs":0', 1), LogError),
    ):
        path = tmp_path / "games.jsonl"
        path.write_bytes(data)
        with pytest.raises(error, match="games"), read_sound(path):
            pass


def test_a_cut_compressed_log_is_sound_as_far_as_its_text_is(
    log: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compressed, "FRAME", 5000)
    data = compress(log)
    ends, path = places(log), tmp_path / "games.jsonl.zst"
    frames = frames_in(data)
    for cut in range(compressed.load_zstd().get_frame_size(data), len(data), 61):
        path.write_bytes(data[:cut] + bytes(cut % 3))
        found = read(path)
        assert found.size in ends
        assert found.problem is not None
        assert found.frame is not None
        kept = frames_in(data[: found.frame.bytes])
        assert kept == frames[: len(kept)]
        assert len(b"".join(kept)) == found.frame.text <= found.size
        assert found.frame.text in (0, *ends)
    path.write_bytes(data)
    found = read(path)
    assert (found.is_complete, found.problem, found.size) == (True, None, len(log))
