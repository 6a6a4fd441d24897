"""Compressed logs: the same text, frames that depend on it alone, and files that are cut."""

import io
import sys
from pathlib import Path

import pytest

from arena.log import compressed
from arena.log.compressed import (
    BrokenFrames,
    CutFrames,
    ExtraError,
    FramedFile,
    FrameEnd,
    FramesReader,
    continue_frames,
    load_zstd,
)
from arena.log.reader import LONGEST_LINE, LogError, find_log, open_log, read_lines, read_log
from arena.log.verify import verify_log
from tests.cli.terminal import arena, inside

from .samples import Wild, small_rules, write_log

zstd = load_zstd()
FRAME = 5000
"""Small frames: some series each."""


@pytest.fixture(autouse=True)
def _small_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compressed, "FRAME", FRAME)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A log of 24 series."""
    makers = {"ann": Wild, "ben": Wild, "cleo": Wild}
    out = tmp_path_factory.mktemp("plain")
    return write_log(out, makers, pairs=4, rules=small_rules()).read_bytes()


def compress(text: bytes, piece: int | None = None) -> bytes:
    """Return a log's compressed file, written in pieces of some size, or series by series."""
    file = io.BytesIO()
    framed = FramedFile(file)
    pieces = series_in(text) if piece is None else pieces_of(text, piece)
    for part in pieces:
        framed.write(part)
        framed.flush()
    framed.close()
    return file.getvalue()


def pieces_of(text: bytes, size: int) -> list[bytes]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def series_in(text: bytes) -> list[bytes]:
    """Cut a log behind each result."""
    pieces, piece = [], b""
    for line in text.splitlines(keepends=True):
        piece += line
        if line.startswith(b'{"kind":"result"'):
            pieces.append(piece)
            piece = b""
    return [*pieces, piece]


def frames_in(data: bytes) -> list[bytes]:
    """Return the text of each frame."""
    texts = []
    while data:
        frame = zstd.ZstdDecompressor()
        texts.append(frame.decompress(data))
        assert frame.eof
        data = frame.unused_data
    return texts


# Writing


def test_a_frame_ends_at_the_first_end_of_a_series_behind_its_size(log: bytes) -> None:
    frames = frames_in(compress(log))
    assert b"".join(frames) == log
    assert len(frames) > 5
    expected, frame = [], b""
    for series in series_in(log):
        frame += series
        if len(frame) >= FRAME:
            expected.append(frame)
            frame = b""
    assert frames == [*expected, frame]


@pytest.mark.parametrize("piece", [1, 700, FRAME, 40_000, 10**9])
def test_the_bytes_do_not_depend_on_the_pieces_in_which_a_log_is_written(
    log: bytes, piece: int
) -> None:
    assert compress(log, piece) == compress(log)


def test_a_frame_has_its_size_and_a_checksum_for_other_programs(log: bytes) -> None:
    data = compress(log)
    assert zstd.get_frame_info(data).decompressed_size == len(frames_in(data)[0])
    broken = bytearray(data)
    broken[zstd.get_frame_size(data) - 1] ^= 1
    with pytest.raises(zstd.ZstdError, match="checksum"):
        zstd.decompress(bytes(broken))


def test_a_killed_writer_leaves_the_frames_that_were_full(log: bytes) -> None:
    file = io.BytesIO()
    framed = FramedFile(file)
    series = series_in(log)
    for piece in series[:-1]:
        framed.write(piece)
    whole = b"".join(frames_in(file.getvalue()))
    assert log.startswith(whole)
    assert len(b"".join(series[:-1])) - len(whole) < FRAME + max(map(len, series))


def test_a_disk_that_was_full_gets_nothing_behind_half_a_frame(log: bytes) -> None:
    class Full(io.BytesIO):
        def write(self, data: object, /) -> int:
            super().write(bytes(data)[:10])  # type: ignore[call-overload]
            raise OSError(28, "No space left on device")

    file = Full()
    framed = FramedFile(file)
    with pytest.raises(OSError, match="No space"):
        framed.write(log)
    framed.close()
    assert len(file.getvalue()) == 10


# Reading


@pytest.mark.parametrize("name", ["games.jsonl.zst", "games.jsonl", "log", "x.zst"])
def test_a_compressed_log_is_known_by_its_name_or_by_its_first_bytes(
    name: str, log: bytes, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(compress(log))
    with open_log(path) as file:
        assert file.read() == log
    assert verify_log(path).is_sound


def test_whoever_compressed_it_and_however(log: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.zst"
    streamed = zstd.ZstdCompressor(level=19)
    for data in (
        zstd.compress(log, 1),
        zstd.compress(log[:999]) + zstd.compress(b"") + zstd.compress(log[999:]),
        streamed.compress(log) + streamed.flush(),
    ):
        path.write_bytes(data)
        assert verify_log(path).is_sound


def test_every_command_reads_compressed_logs(log: bytes, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "games.jsonl").write_bytes(log)
    (tmp_path / "packed").mkdir()
    (tmp_path / "packed" / "games.jsonl.zst").write_bytes(compress(log))
    for words in (("standings",), ("standings", "--format", "csv"), ("replay",)):
        plain = inside(*words, "plain", cwd=tmp_path)
        packed = inside(*words, "packed", cwd=tmp_path)
        assert (packed.returncode, packed.stdout) == (0, plain.stdout)
    assert inside("verify", "packed", cwd=tmp_path).returncode == 0
    assert inside("diff", "plain", "packed", cwd=tmp_path).returncode == 0
    one = inside("replay", "packed/games.jsonl.zst#1.0", cwd=tmp_path)
    assert one.stdout == inside("replay", "plain#1.0", cwd=tmp_path).stdout


def test_stdin_may_be_compressed_too(log: bytes, tmp_path: Path) -> None:
    done = arena("verify", "-", cwd=tmp_path, stdin=compress(log))
    assert (done.returncode, "sound: 24 series" in done.stdout) == (0, True)
    assert arena("verify", "-", cwd=tmp_path, stdin=log).stdout == done.stdout


def test_a_folder_is_found_with_either_log_and_refused_with_both(
    log: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "a-1" / "games.jsonl.zst"
    path.parent.mkdir()
    path.write_bytes(compress(log))
    assert find_log(tmp_path / "a-1", tmp_path) == find_log(None, tmp_path) == path
    path.with_suffix("").write_bytes(log)
    message = r"holds both games\.jsonl and games\.jsonl\.zst; name one of them"
    with pytest.raises(LogError, match=message):
        find_log(tmp_path / "a-1", tmp_path)


# Files that are cut or broken


def test_a_cut_file_gives_the_series_of_its_whole_frames(log: bytes, tmp_path: Path) -> None:
    data = compress(log)
    ends = [0]
    while ends[-1] < len(data):
        ends.append(ends[-1] + zstd.get_frame_size(data[ends[-1] :]))
    path = tmp_path / "games.jsonl.zst"
    for cut in sorted({*range(1, len(data), 97), *ends[1:-1]}):
        path.write_bytes(data[:cut])
        whole = max(end for end in ends if end <= cut)
        if not whole:
            continue  # without a header there is nothing to read
        least = b"".join(frames_in(data[:whole])).count(b'"kind":"result"')
        with read_log(path) as reader:
            try:
                assert least <= sum(1 for _ in reader) <= 24
            except LogError as error:
                assert "is cut" in str(error)  # noqa: PT017 - all series were there
                assert reader.is_complete


def test_a_cut_within_the_last_frame_is_told(log: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.zst"
    path.write_bytes(compress(log)[:-2])
    report = verify_log(path)
    assert report.problem == "the compressed file is cut: its last frame is not whole"
    path.write_bytes(compress(log)[:3])
    with pytest.raises(LogError, match=r"zst:1: the compressed file is cut"), read_log(path):
        pass


def test_zeros_behind_the_last_frame_are_a_cut(log: bytes) -> None:
    """A file system gives zeros back for blocks that it lost in a power cut."""
    first = compress(log)[: zstd.get_frame_size(compress(log))]
    reader = io.BufferedReader(FramesReader(io.BytesIO(first + bytes(5000))))
    with pytest.raises(CutFrames, match="zeros"):
        reader.read()


@pytest.mark.parametrize("data", [b"hello, world", b"\x28\xb5\x2f\xfdhello, world", b"{}\n"])
def test_a_file_that_is_named_so_and_is_not_compressed_is_told(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.zst"
    path.write_bytes(data)
    report = verify_log(path)
    assert report.line == 1
    assert str(report.problem).startswith("the compressed file is broken here: ")


def test_an_empty_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.zst"
    path.write_bytes(b"")
    assert "is empty" in str(verify_log(path).problem)


def test_any_changed_byte_is_found(log: bytes, tmp_path: Path) -> None:
    data = compress(log)
    path = tmp_path / "games.jsonl.zst"
    for at in range(5, len(data), 463):
        broken = bytearray(data)
        broken[at] ^= 0x21
        path.write_bytes(broken)
        report = verify_log(path)
        assert not report.is_sound, at
        assert report.line


# Memory


def test_a_small_file_with_much_text_in_it_is_not_read_whole() -> None:
    bomb = zstd.compress(bytes(4 * LONGEST_LINE))
    assert len(bomb) < 10_000
    file = io.BytesIO(bomb)
    raw = FramesReader(file)
    with pytest.raises(LogError, match="is longer than"):
        list(read_lines(io.BufferedReader(raw), "x"))
    assert raw.taken < 2 * LONGEST_LINE


def test_a_frame_that_asks_for_much_memory_is_refused() -> None:
    parameter = zstd.CompressionParameter
    wide = zstd.ZstdCompressor(options={parameter.window_log: 27})
    data = wide.compress(b"x" * 1000) + wide.flush()
    with pytest.raises(BrokenFrames, match="memory"):
        FramesReader(io.BytesIO(data)).readinto(bytearray(100))


# Going on


def test_the_kept_frames_are_full_ones_that_end_where_a_series_does(log: bytes) -> None:
    data = compress(log)
    raw = FramesReader(io.BytesIO(data))
    text = io.BufferedReader(raw)
    at = 0
    ends, size = [], 0
    for frame in frames_in(data)[:-1]:
        size += len(frame)
        ends.append(size)
    for series in series_in(log):
        assert text.read(len(series)) == series
        at += len(series)
        raw.settle(at)
        assert raw.kept.text == max([end for end in ends if end <= at], default=0)
    assert frames_in(data[: raw.kept.bytes]) == frames_in(data)[:-1]


def test_frames_of_others_are_kept_no_longer_than_ours_would_be(log: bytes) -> None:
    """A short frame, or one that ends within a series, is not what our writer makes."""
    series = series_in(log)
    short = zstd.compress(b"".join(series[:1]))
    raw = FramesReader(io.BytesIO(short + zstd.compress(b"".join(series[1:]))))
    io.BufferedReader(raw).read()
    raw.settle(len(log))
    assert raw.kept == FrameEnd(0, 0)
    torn = zstd.compress(log[: FRAME + 10])
    raw = FramesReader(io.BytesIO(torn + zstd.compress(log[FRAME + 10 :])))
    io.BufferedReader(raw).read()
    for at in range(0, len(log), 1000):
        raw.settle(at)
    assert raw.kept == FrameEnd(0, 0)


def go_on(path: Path, log: bytes, size: int) -> bytes:
    """Go on with a file whose first bytes of text are kept, and return what it is then."""
    with path.open("r+b") as file:
        raw = FramesReader(file)
        assert io.BufferedReader(raw).read(size) == log[:size]
        raw.settle(size)
        framed = continue_frames(file, raw.kept, size)
        framed.write(log[size:])
        framed.close()
    return path.read_bytes()


def test_a_log_that_goes_on_has_the_bytes_of_one_written_at_once(
    log: bytes, tmp_path: Path
) -> None:
    whole, series = compress(log), series_in(log)
    path = tmp_path / "games.jsonl.zst"
    for count in range(len(series)):
        size = len(b"".join(series[:count]))
        for behind in (b"", whole[:20], bytes(99)):
            path.write_bytes(compress(log[:size]) + behind)
            assert go_on(path, log, size) == whole


def test_a_log_that_somebody_else_compressed_goes_on_too(log: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.zst"
    for size in (0, 1000, 20_000, len(log)):
        path.write_bytes(zstd.compress(log[:size], 1))
        assert zstd.decompress(go_on(path, log, size)) == log


# Without the extra


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python has the module itself")
def test_without_the_extra_the_message_says_what_to_install(
    log: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl.zst"
    path.write_bytes(compress(log))
    monkeypatch.setitem(sys.modules, "backports", None)
    with pytest.raises(ExtraError, match=r"pip install 'hollywood-gin-arena\[zstd\]'"):
        load_zstd()
    for command in ("verify", "standings", "replay"):
        done = inside(command, "games.jsonl.zst", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "need the extra `zstd`" in done.stderr
    done = inside("run", "-b", "simple", "-b", "greedy", "--compress", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "need the extra `zstd`" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl.zst"]


def test_reading_a_plain_log_does_not_load_the_module(log: bytes, tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_bytes(log)
    code = (
        "import sys; from pathlib import Path; from arena.log.reader import read_log\n"
        "with read_log(Path('games.jsonl')) as log: list(log)\n"
        "assert not [name for name in sys.modules if 'zstd' in name]"
    )
    import subprocess

    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
