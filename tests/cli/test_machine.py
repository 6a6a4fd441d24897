"""What happens around a command: pipes, signals, disks, terminals, encodings."""

import json
import os
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.display import display_width
from arena.log.verify import verify_log
from tests.cli.terminal import arena, inside, lines_of

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="these are the signals, pipes and terminals of Unix"
)
ARENA = (sys.executable, "-m", "arena")
BOTS = ("-b", "simple", "-b", "greedy")
HAND = "7C 7D 7H 8H 9H KC QD JC 2S 3D"
SHOWDOWN = ("4H5H6H | QCQDQH | 3D4D5D + 2C", "9CAD9DAH2H3H7H8H9HTH")
PATIENCE = 60
SUBPROCESS_TERMINAL = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "PYTHONUNBUFFERED")


def environment(**variables: str) -> dict[str, str]:
    """The tests' environment, with output buffered as it usually is."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**kept, "PYTHONIOENCODING": "utf-8", **variables}


@pytest.fixture(autouse=True)
def _can_be_interrupted() -> Iterator[None]:
    """Let what the tests start take Ctrl-C, even where they themselves run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def start(*words: str, cwd: Path, **options: Any) -> subprocess.Popen[bytes]:
    """Start `arena` in a session of its own."""
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(
        [*ARENA, *words], cwd=cwd, **{"env": environment(), **streams, **options},
        start_new_session=True,
    )  # fmt: skip


def end(process: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    """Wait for a process, and return its exit code and what it wrote."""
    try:
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert b"Traceback" not in err, err.decode()
    assert b"Exception ignored" not in err, err.decode()
    return process.returncode, (out or b"").decode(), (err or b"").decode()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a log of four series in `o`, and a file that is no log."""
    folder = tmp_path_factory.mktemp("played")
    done = arena("run", *BOTS, "-n", "2", "--seed", "s", "--out", "o", cwd=folder,
                 ARENA_BOTS="simple,greedy")  # fmt: skip
    assert done.returncode == 0, done.stderr
    (folder / "bad.jsonl").write_text("no log\n")
    return folder


# Streams that are closed, or that nobody reads

PRINTING = {
    "help": ("--help",),
    "help of a command": ("run", "--help"),
    "version": ("--version",),
    "bots": ("bots", "list"),
    "rules": ("rules",),
    "rules settled": ("rules", "settled"),
    "rules as yaml": ("rules", "settled", "--format", "yaml"),
    "schema": ("schema", "config"),
    "deal": ("deal", "1", "0/0"),
    "hand": ("hand", HAND),
    "sheet": ("sheet", "Ann:22", "Ben:3"),
    "showdown": ("showdown", *SHOWDOWN),
    "standings": ("standings", "o"),
    "standings as json": ("standings", "o", "--format", "json"),
    "replay": ("replay", "o"),
    "verify": ("verify", "o"),
    "diff": ("diff", "o", "o"),
    "dry run": ("run", *BOTS, "--dry-run"),
}


def nobody_reads() -> int:
    """Return the writing end of a pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


SOME = ("help", "version", "rules as yaml", "hand", "standings", "standings as json", "replay",
        "verify")  # fmt: skip
EACH = [pytest.param(name, marks=() if name in SOME else pytest.mark.slow) for name in PRINTING]


@pytest.mark.parametrize("name", EACH)
def test_a_closed_pipe_is_no_error(name: str, played: Path) -> None:
    writing = nobody_reads()
    process = start(*PRINTING[name], cwd=played, stdout=writing)
    os.close(writing)
    assert end(process) == (0, "", "")


@pytest.mark.parametrize("name", EACH)
def test_a_closed_stdout_is_no_error(name: str, played: Path) -> None:
    script = '"$@" >&-'
    process = subprocess.Popen(
        ["bash", "-c", script, "bash", *ARENA, *PRINTING[name]], cwd=played, env=environment(),
        stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert end(process) == (0, "", "")


def test_answers_to_stdin_stop_with_their_reader(in_tmp: Path) -> None:
    writing = nobody_reads()
    process = start("hand", cwd=in_tmp, stdout=writing, stdin=subprocess.PIPE)
    os.close(writing)
    assert process.stdin
    process.stdin.write(f"{HAND}\n".encode() * 3)
    assert end(process) == (0, "", "")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_that_nobody_reads_on_does_not_make_a_bad_log_sound(unbuffered: str, played: Path) -> None:
    writing = nobody_reads()
    process = start("verify", "bad.jsonl", "o", cwd=played, stdout=writing,
                    env=environment(PYTHONUNBUFFERED=unbuffered))  # fmt: skip
    os.close(writing)
    assert end(process) == (1, "", "")


@pytest.mark.parametrize("words", [("nope",), ("rules", "nope")])
def test_a_message_that_nobody_reads_keeps_its_exit_code(
    words: tuple[str, ...], played: Path
) -> None:
    writing = nobody_reads()
    process = start(*words, cwd=played, stderr=writing)
    os.close(writing)
    process.stderr = None
    out, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (2, b"")
    script = '"$@" 2>&-'
    done = subprocess.run(
        ["bash", "-c", script, "bash", *ARENA, *words], cwd=played, env=environment(),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("streams", ["<&- >&- 2>&-", ">&- 2>/dev/full"])
def test_a_run_goes_on_whoever_listens(streams: str, in_tmp: Path) -> None:
    """The log is not written to the number of a stream that was closed."""
    words = ("run", *BOTS, "-n", "2", "--seed", "s", "--out", "o", "-v")
    done = subprocess.run(
        ["bash", "-c", f'"$@" {streams}', "bash", *ARENA, *words], cwd=in_tmp, env=environment(),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert verify_log(in_tmp / "o/games.jsonl").series == 4


def test_a_run_whose_messages_nobody_reads_goes_on(in_tmp: Path) -> None:
    writing = nobody_reads()
    process = start("run", *BOTS, "-n", "2", "--seed", "s", "--out", "o", "-v", cwd=in_tmp,
                    stderr=writing)  # fmt: skip
    os.close(writing)
    out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert b"greedy" in out
    assert lines_of(in_tmp / "o/games.jsonl")[-1]["series"] == 4


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("name", ["help", "standings as json", "replay"])
def test_a_full_disk_behind_stdout_is_the_machines_failure(name: str, played: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        code, _, err = end(start(*PRINTING[name], cwd=played, stdout=full))
    assert code == 6
    assert "the machine failed: No space left on device; make room" in err


@pytest.mark.parametrize("words", [("rules",), ("verify",), ("run", *BOTS, "-n", "1")])
def test_a_current_directory_that_is_gone_is_told(words: tuple[str, ...], in_tmp: Path) -> None:
    script = 'mkdir gone && cd gone && rmdir ../gone && "$@"'
    process = subprocess.Popen(
        ["bash", "-c", script, "bash", *ARENA, *words], cwd=in_tmp, env=environment(),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    code, out, err = end(process)
    if words == ("rules",):
        assert (code, err) == (0, "")
    else:
        assert (code, out) == (2, "")
        assert "directory is gone" in err or "holds no log yet" in err


# Signals

ALARM = """
import os, signal, sys


class Alarm:
    def find_spec(self, name, path=None, target=None):
        if name == "{module}":
            {action}


sys.meta_path.insert(0, Alarm())
sys.argv = ["arena", *sys.argv[1:]]
from arena.__main__ import main

main()
"""
IMPORTED = {
    "arena.cli.app": ("rules",),
    "typer": ("rules",),
    "tabulate": ("rules",),
    "arena.cli.playing": ("run", *BOTS, "-n", "1"),
    "bots.greedy": ("run", *BOTS, "-n", "1"),
    "structlog": ("run", *BOTS, "-n", "1"),
}


@pytest.mark.parametrize("module", IMPORTED)
def test_an_interrupt_while_a_module_is_imported(module: str, in_tmp: Path) -> None:
    code = ALARM.format(module=module, action="os.kill(os.getpid(), signal.SIGINT)")
    process = subprocess.Popen(
        [sys.executable, "-c", code, *IMPORTED[module]], cwd=in_tmp, env=environment(),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    exit_code, out, _ = end(process)
    assert (exit_code, out) == (130, "")
    assert not list(in_tmp.rglob("*.jsonl"))


SLOW_BOT = """
import sys, time
from arena.bot import Bot


def wait():
    print("here", file=sys.stderr, flush=True)
    time.sleep(60)


class Slow(Bot):
    plays = 0

    def __init__(self):
        {when_made}

    def play(self, view):
        Slow.plays += 1
        {when_playing}
        return super().play(view)


{when_loaded}
"""
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def wait_for(process: subprocess.Popen[bytes], mark: bytes) -> None:
    assert process.stderr
    while line := process.stderr.readline():
        if mark in line:
            return
    raise AssertionError(f"{mark!r} was never told")


def slow_run(in_tmp: Path, *more: str, **moments: str) -> subprocess.Popen[bytes]:
    """Start a run in line that stops at a moment, and wait until it has come to it."""
    lines = {"when_made": "pass", "when_playing": "pass", "when_loaded": "pass", **moments}
    (in_tmp / "slow.py").write_text(SLOW_BOT.format(**lines))
    words = ("run", "-b", "simple", "-b", "slow.py:Slow", "-n", "50", "--seed", "s", "--out", "o")
    process = start(*words, *more, "--workers", "0", cwd=in_tmp)
    wait_for(process, b"here")
    return process


@pytest.mark.parametrize("form", ["table", "json"])
def test_an_interrupted_run_says_so_where_nobody_reads_its_table(form: str, in_tmp: Path) -> None:
    """As in `arena run | tee`, where Ctrl-C ends the reader too."""
    process = slow_run(in_tmp, "--format", form, when_playing="wait()")
    assert process.stdout
    process.stdout.close()
    process.stdout = None
    process.send_signal(signal.SIGINT)
    code, _, err = end(process)
    assert code == 130
    assert "go on with: arena run --resume o\n" in err


@pytest.mark.parametrize("which", SIGNALS)
def test_an_interrupt_while_bots_are_loaded_leaves_nothing(which: int, in_tmp: Path) -> None:
    process = slow_run(in_tmp, when_loaded="wait()")
    process.send_signal(which)
    code, out, err = end(process)
    assert (code, out, err) == (130, "", "interrupted\n")
    assert [path.name for path in in_tmp.iterdir()] == ["slow.py"]


@pytest.mark.parametrize("which", SIGNALS)
@pytest.mark.parametrize(
    "moment",
    [
        {"when_playing": "if Slow.plays == 200: wait()"},
        {"when_made": "if Slow.plays > 200: wait()"},
    ],
)
def test_an_interrupt_during_play_leaves_a_log_that_can_be_ranked(
    moment: dict[str, str], which: int, in_tmp: Path
) -> None:
    process = slow_run(in_tmp, **moment)
    process.send_signal(which)
    code, out, err = end(process)
    assert code == 130
    assert "interrupted\n" in err
    assert re.search(r"partial: \d+ of 100 series", out)
    assert re.search(r"the log ends early, \d+ of 100 series: o/games.jsonl\n", err)
    assert "go on with: arena run --resume o\n" in err
    done = inside("standings", "o", "--format", "json", cwd=in_tmp)
    assert done.returncode == 0
    assert "is not complete" in done.stderr
    count = json.loads(done.stdout)["standings"][0]["series"]
    assert count == sum(line["kind"] == "result" for line in lines_of(in_tmp / "o/games.jsonl"))
    assert count > 0
    done = inside("verify", "o", cwd=in_tmp)
    assert (done.returncode, "is missing" in done.stdout) == (1, True)
    assert not list(in_tmp.rglob(".*.part"))


def test_an_interrupt_before_the_first_series_is_over_leaves_an_empty_table(in_tmp: Path) -> None:
    process = slow_run(in_tmp, when_playing="if Slow.plays == 1: wait()")
    process.send_signal(signal.SIGINT)
    assert end(process)[0] == 130
    done = inside("standings", "o", cwd=in_tmp)
    assert done.returncode == 0
    assert "is not complete" in done.stderr
    assert inside("replay", "o", cwd=in_tmp).returncode in (0, 2)


@pytest.mark.parametrize("command", ["verify", "standings", "replay"])
def test_an_interrupt_while_a_log_is_read(command: str, played: Path, in_tmp: Path) -> None:
    os.mkfifo(in_tmp / "fifo")
    process = start(command, "fifo", cwd=in_tmp)
    with (in_tmp / "fifo").open("wb", buffering=0) as fifo:
        fifo.write(b"".join((played / "o/games.jsonl").read_bytes().splitlines(True)[:5]))
        time.sleep(0.5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        code, _, err = end(process)
    assert (code, err) == (130, "interrupted\n")


@pytest.mark.parametrize("which", SIGNALS)
def test_an_interrupt_while_stdin_is_read_comes_after_the_answers(which: int, in_tmp: Path) -> None:
    """An answer comes as soon as it is asked for: a script may wait for it."""
    process = start("hand", "-", cwd=in_tmp, stdin=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    for _ in range(2):
        process.stdin.write(HAND.encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["deadwood"] == 49
    process.send_signal(which)
    code, out, err = end(process)
    assert (code, out, err) == (130, "", "interrupted\n")


@pytest.mark.slow
def test_an_interrupt_at_any_moment_and_another_one_behind_it(in_tmp: Path) -> None:
    """Moments from the first import to the end of a run; a second Ctrl-C comes soon after."""
    action = "print('here', file=sys.stderr, flush=True)"
    code = ALARM.format(module="arena.cli.app", action=action)
    words = ("run", *BOTS, "-n", "40", "--seed", "s", "--out")
    codes = set()
    for moment in range(60):
        out = f"o{moment}"
        process = subprocess.Popen(
            [sys.executable, "-c", code, *words, out], cwd=in_tmp, env=environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        wait_for(process, b"here")
        time.sleep(0.04 * moment)
        process.send_signal(SIGNALS[moment % 5 == 4])
        time.sleep(0.001 * (2 + moment % 7))
        process.send_signal(signal.SIGINT)
        ended, _, _ = end(process)
        codes.add(ended)
        assert ended in (130, 0)
        log = in_tmp / out / "games.jsonl"
        if log.exists() and log.stat().st_size:
            done = inside("standings", out, cwd=in_tmp)
            assert done.returncode == 0, done.stderr
            assert (ended == 0) or "is not complete" in done.stderr or log_is_complete(log)
        assert not list(in_tmp.rglob(".*.part"))
    assert 130 in codes


def log_is_complete(log: Path) -> bool:
    return lines_of(log)[-1]["kind"] == "end"


# Disks


def can_mount() -> bool:
    if not shutil.which("unshare"):
        return False
    script = "mount -t tmpfs none /mnt"
    done = subprocess.run(
        ["unshare", "-rm", "bash", "-c", script], capture_output=True, check=False
    )
    return done.returncode == 0


@pytest.fixture(scope="module")
def own_disk() -> None:
    """Skip where a test cannot have a file system of its own."""
    if not can_mount():
        pytest.skip("the system lets nobody mount a file system of his own")


def on_a_disk(options: str, script: str, cwd: Path) -> list[tuple[int, str]]:
    """Run a script in a small file system of its own.

    Returns:
        Exit code and output of each command of `arena` in it.
    """
    (cwd / "disk").mkdir()
    head = 'mount -t tmpfs -o "$0" none disk && cd disk || exit 99\n'
    head += f'arena() {{ {" ".join(ARENA)} "$@" 2>&1; echo -e "\\nexit code $?"; }}\n'
    done = subprocess.run(
        ["unshare", "-rm", "bash", "-c", head + script, options], cwd=cwd, env=environment(),
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode != 99, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    parts = re.split(r"\nexit code (\d+)\n", done.stdout)
    return [(int(code), text) for text, code in zip(parts[::2], parts[1::2], strict=False)]


FULL = "the machine failed: No space left on device"


@pytest.mark.usefixtures("own_disk")
def test_a_disk_that_becomes_full_leaves_a_log_that_can_be_ranked(in_tmp: Path) -> None:
    run, standings, replay, verify, *rest = on_a_disk(
        "size=64k",
        """
        arena run -b simple -b greedy -n 100 --seed s --out o
        arena standings o --format csv
        arena replay o 0
        arena verify o
        arena run -b simple -b greedy -n 100 --seed s --out o
        ls -aR | grep part; true
        """,
        in_tmp,
    )
    assert run[0] == 6
    assert FULL in run[1]
    assert "make room" in run[1]
    assert (
        "the log ends early: o/games.jsonl; `arena standings o` ranks its complete series" in run[1]
    )
    assert standings[0] == 0
    assert "is not complete" in standings[1]
    assert re.search(r"^1,\w+,[1-9]", standings[1], re.MULTILINE)
    assert (replay[0], verify[0]) == (0, 1)
    assert rest[0][0] == 2
    assert "o holds games.jsonl already" in rest[0][1]


@pytest.mark.usefixtures("own_disk")
@pytest.mark.parametrize("fill", [100, 60])
def test_a_disk_that_is_full_before_a_run_gets_nothing_half_written(
    fill: int, in_tmp: Path
) -> None:
    """Without a block left, and with one: config.yaml fits then, and the log does not."""
    first, second, third = on_a_disk(
        "size=64k",
        f"""
        head -c {fill}k /dev/zero > fill 2> /dev/null
        arena run -b simple -b greedy -n 2 --seed s --out o
        arena run -b simple -b greedy -n 2 --seed s
        find . -type f ! -name fill
        rm fill
        arena run -b simple -b greedy -n 2 --seed s --out o
        """,
        in_tmp,
    )
    assert (first[0], second[0], third[0]) == (6, 6, 0)
    assert FULL in first[1]
    assert FULL in second[1]
    assert "./" not in third[1], "a file was left behind"


@pytest.mark.usefixtures("own_disk")
def test_a_disk_without_room_for_a_folder_is_the_machines_failure(in_tmp: Path) -> None:
    words = "arena run -b simple -b greedy -n 2 --seed s"
    for found in on_a_disk("size=64k,nr_inodes=1", f"{words}\n{words} --out o\n", in_tmp):
        assert found[0] == 6
        assert FULL in found[1]


@pytest.mark.usefixtures("own_disk")
def test_a_disk_that_can_only_be_read_is_refused_before_the_run(in_tmp: Path) -> None:
    words = "arena run -b simple -b greedy -n 2 --seed s"
    found = on_a_disk("ro", f"{words}\n{words} --out o\n{words} --out .\narena rules\n", in_tmp)
    assert [code for code, _ in found] == [2, 2, 2, 0]
    assert "logs: cannot make a folder: Read-only file system" in found[0][1]
    assert "o: cannot be written: Read-only file system" in found[1][1]
    assert ".: is not writable" in found[2][1]


@pytest.mark.usefixtures("own_disk")
def test_a_folder_that_can_only_be_read_can_be_read(played: Path, in_tmp: Path) -> None:
    log = played / "o/games.jsonl"
    found = on_a_disk(
        "ro", f"arena verify {log}\narena standings {log}\narena replay {log} 0.0\n", in_tmp
    )
    assert [code for code, _ in found] == [0, 0, 0]


# Terminals


def on_a_terminal(
    *words: str, cwd: Path, columns: int = 40, stderr: int | None = None, **variables: str
) -> tuple[int, str]:
    """Run `arena` on a terminal of some width, and return its exit code and what appears there."""
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = {name: value for name, value in environment().items() if name not in SUBPROCESS_TERMINAL}
    process = subprocess.Popen(
        [*ARENA, *words], cwd=cwd, env={**env, "TERM": "xterm", **variables}, stdin=theirs,
        stdout=theirs, stderr=theirs if stderr is None else stderr, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    shown = b"".join(chunks(ours, time.monotonic() + PATIENCE))
    os.close(ours)
    process.wait(5)
    assert b"Traceback" not in shown, shown.decode()
    return process.returncode, shown.decode().replace("\r\n", "\n")


def chunks(terminal: int, deadline: float) -> Iterator[bytes]:
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                chunk = os.read(terminal, 65536)
            except OSError:  # Linux says so when the other end is closed
                return
            if not chunk:
                return
            yield chunk


ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
COLOURS = re.compile(r"\x1b\[(?:\d+;)*(?:3\d|4\d|9\d|10\d)(?:;\d+)*m")


def too_wide(text: str, columns: int = 40) -> list[str]:
    return [line for line in text.split("\n") if display_width(line) > columns]


def words_of(text: str) -> list[str]:
    return [word for word in text.split() if word.strip("-")]


@pytest.mark.parametrize("name", ["rules settled", "hand", "sheet", "showdown", "deal", "verify"])
def test_text_fits_a_narrow_terminal_and_nothing_is_lost(name: str, played: Path) -> None:
    code, shown = on_a_terminal(*PRINTING[name], cwd=played)
    assert code == 0
    assert too_wide(shown) == []
    plain = inside(*PRINTING[name], cwd=played)
    ours, theirs = words_of(shown), words_of(plain.stdout)
    assert ours == theirs


@pytest.mark.parametrize(
    "words", [("rules",), ("bots", "list"), ("rules", "settled", "--format", "table")]
)
def test_tables_fit_a_narrow_terminal_and_no_cell_is_lost(
    words: tuple[str, ...], in_tmp: Path
) -> None:
    code, shown = on_a_terminal(*words, cwd=in_tmp)
    assert code == 0
    assert too_wide(shown) == []
    flat = re.sub(r"[\s:]+", "", shown)
    plain = inside(*words, cwd=in_tmp).stdout.splitlines()
    first = next(at for at, line in enumerate(plain) if line.startswith("---"))
    for line in plain[first + 1 :]:
        for cell in re.split(r"\s{2,}", line.strip()):
            for word in cell.split():
                assert re.sub(r"[\s:]+", "", word) in flat


def test_a_run_and_its_standings_fit_a_narrow_terminal(in_tmp: Path) -> None:
    words = ("run", *BOTS, "-n", "2", "--seed", "s", "--out", "o", "-q")
    code, shown = on_a_terminal(*words, cwd=in_tmp)
    assert code == 0
    assert too_wide(shown) == []
    assert on_a_terminal("standings", "o", cwd=in_tmp) == (0, shown)
    flat = " ".join(shown.split())
    for word in (
        "simple",
        "greedy",
        "2-0-2",
        "left out for width: games, settlement, rounds, faults",
    ):
        assert word in flat


def test_a_replay_fits_a_narrow_terminal_and_nothing_is_lost(played: Path) -> None:
    code, shown = on_a_terminal("replay", "o", "0.0", cwd=played)
    assert code == 0
    assert too_wide(shown) == []
    assert shown.split() == inside("replay", "o", "0.0", cwd=played).stdout.split()


@pytest.mark.parametrize("columns", [0, 1, 500])
def test_no_width_is_too_odd(columns: int, played: Path) -> None:
    for name in ("standings", "rules settled"):
        assert on_a_terminal(*PRINTING[name], cwd=played, columns=columns)[0] == 0


def test_a_bar_appears_on_a_terminal_and_leaves_it_as_it_was(in_tmp: Path) -> None:
    words = ("run", *BOTS, "-n", "2", "--seed", "s")
    code, shown = on_a_terminal(*words, cwd=in_tmp, columns=100)
    assert code == 0
    assert "4/4" in shown
    assert shown.rfind("\x1b[?25h") > shown.rfind("\x1b[?25l"), "the cursor stays hidden"
    assert too_wide(ESCAPES.sub("", shown).replace("\r", "\n"), 100) == []
    code, shown = on_a_terminal(*words, "-q", cwd=in_tmp, columns=100)
    assert "\x1b" not in shown


def test_an_interrupted_bar_leaves_the_cursor_visible(in_tmp: Path) -> None:
    (in_tmp / "stop.py").write_text(
        "import os, signal\nfrom arena.bot import Bot\n\n\nclass Stop(Bot):\n"
        "    def play(self, view):\n        os.kill(os.getpid(), signal.SIGTERM)\n"
    )
    words = ("run", "-b", "simple", "-b", "stop.py:Stop", "--workers", "0")
    code, shown = on_a_terminal(*words, cwd=in_tmp)
    assert code == 130
    assert shown.rfind("\x1b[?25h") > shown.rfind("\x1b[?25l")
    assert "interrupted" in shown


@pytest.mark.parametrize("name", ["FORCE_COLOR", "CLICOLOR_FORCE"])
def test_no_bar_floods_a_file_whatever_forces_colour(name: str, in_tmp: Path) -> None:
    done = arena("run", *BOTS, "-n", "2", "--seed", "s", cwd=in_tmp, **{name: "1", "NO_COLOR": ""})
    assert done.stderr == "log: logs/tournament-1/games.jsonl\n"
    assert "\x1b" not in done.stdout


def test_the_bar_is_where_stderr_is_a_terminal(in_tmp: Path) -> None:
    with (in_tmp / "err").open("wb") as err:
        words = ("run", *BOTS, "-n", "2", "--seed", "s")
        code, shown = on_a_terminal(*words, cwd=in_tmp, columns=100, stderr=err.fileno())
    assert code == 0
    assert "\x1b" not in shown
    assert (in_tmp / "err").read_text() == "log: logs/tournament-1/games.jsonl\n"


@pytest.mark.parametrize("words", [("--help",), ("run", "--nope"), ("rules",), ("hand", HAND)])
def test_no_color_means_no_colours(words: tuple[str, ...], in_tmp: Path) -> None:
    _, shown = on_a_terminal(*words, cwd=in_tmp, columns=80, NO_COLOR="1")
    assert not COLOURS.search(shown)


def test_no_color_holds_for_the_bar(in_tmp: Path) -> None:
    _, shown = on_a_terminal("run", *BOTS, "-n", "2", cwd=in_tmp, columns=80, NO_COLOR="1")
    assert "4/4" in shown
    assert not COLOURS.search(shown)


def test_a_terminal_that_cannot_move_its_cursor_gets_no_bar(in_tmp: Path) -> None:
    words = ("run", *BOTS, "-n", "2", "--seed", "s")
    code, shown = on_a_terminal(*words, cwd=in_tmp, columns=100, TERM="dumb")
    assert code == 0
    assert "\x1b" not in shown


def test_wide_names_are_aligned_on_a_terminal(in_tmp: Path) -> None:
    bots = ("-b", "\u65e5\u672c\u8a9e=simple", "-b", "\U0001f0cf=greedy", "-b", "e\u0301=simple")
    code, shown = on_a_terminal(
        "run", *bots, "-n", "1", "--seed", "s", "-q", cwd=in_tmp, columns=60
    )
    assert code == 0
    table = shown.split("\n")[1:5]
    assert len({display_width(line) for line in table}) == 1


# Encodings

NARROW: tuple[dict[str, str], ...] = (
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "latin-1"},
    {"PYTHONIOENCODING": "", "LC_ALL": "C"},
    {"PYTHONIOENCODING": "", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
)


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a log whose entrants have names beyond ASCII."""
    folder = tmp_path_factory.mktemp("foreign")
    bots = ("-b", "\u65e5\u672c=simple", "-b", "\U0001f0cf=simple", "-b", "\u00e9t\u00e9=simple")
    done = arena(
        "run", *bots, "-n", "2", "--seed", "s", "--out", "o", cwd=folder, ARENA_BOTS="simple"
    )
    assert done.returncode == 0, done.stderr
    return folder


def raw(*words: str, cwd: Path, **variables: str) -> tuple[int, bytes, bytes]:
    done = subprocess.run(
        [*ARENA, *words], cwd=cwd, env=environment(**variables), stdin=subprocess.DEVNULL,
        capture_output=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert b"Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("variables", NARROW, ids=str)
def test_a_table_can_be_read_in_any_encoding(variables: dict[str, str], foreign: Path) -> None:
    code, out, err = raw("standings", "o", cwd=foreign, **variables)
    assert (code, err) == (0, b"")
    is_utf8 = len(variables) == 2
    encoding = "latin-1" if "latin" in str(variables) else "utf-8" if is_utf8 else "ascii"
    table = out.decode(encoding).splitlines()[:5]
    assert len({display_width(line) for line in table[1:]}) == 1
    assert table[0].split()[6] == ("+-" if encoding == "ascii" else "\u00b1")
    assert ("\u65e5\u672c" if is_utf8 else "\\u65e5\\u672c") in "\n".join(table)


@pytest.mark.parametrize("variables", NARROW[-1:], ids=str)
def test_json_csv_and_schemas_are_utf_8_in_any_encoding(
    variables: dict[str, str], foreign: Path
) -> None:
    for form, read in (("json", json.loads), ("csv", str)):
        code, out, _ = raw("standings", "o", "--format", form, cwd=foreign, **variables)
        assert code == 0
        assert "\u65e5\u672c" in str(read(out.decode("utf-8")))
        assert b"\r" not in out
    assert json.loads(raw("schema", "log", cwd=foreign, **variables)[1].decode("utf-8"))


@pytest.mark.parametrize(
    "words", [("replay", "o"), ("--help",), ("run", "--nope"), ("hand", HAND), ("rules", "hoyle")]
)
def test_everything_can_be_printed_in_ascii(words: tuple[str, ...], foreign: Path) -> None:
    code, out, err = raw(*words, cwd=foreign, PYTHONIOENCODING="ascii")
    assert code == (2 if "--nope" in words else 0)
    assert (out + err).isascii()


def test_a_dry_run_in_ascii_is_the_same_config(foreign: Path) -> None:
    _, out, _ = raw("run", "o/config.yaml", "--dry-run", cwd=foreign, PYTHONIOENCODING="ascii")
    (foreign / "again.yaml").write_bytes(out)
    again = inside("run", "again.yaml", "--dry-run", cwd=foreign).stdout
    assert again == inside("run", "o/config.yaml", "--dry-run", cwd=foreign).stdout
