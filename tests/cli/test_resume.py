"""`arena run --resume` as a user meets it."""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from arena.log.folder import RunFolder

from .terminal import arena, inside
from .test_machine import FULL, PATIENCE, end, environment, on_a_disk, own_disk, start, wait_for

__all__ = ["own_disk"]  # a fixture

RUN = ("run", "-b", "simple", "-b", "greedy", "-n", "6", "--seed", "s")
MINE = """
from bots.simple import SimpleBot


class Mine(SimpleBot):
    pass
"""


def published(out: Path) -> dict[str, bytes]:
    """What a run wrote outside of `private/`."""
    return {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}


def cut(out: Path, share: float) -> None:
    """Leave a share of a log, as a kill does."""
    games = next(out.glob("games.*"))
    data = games.read_bytes()
    games.write_bytes(data[: int(len(data) * share)])
    (out / "standings.json").unlink()


@pytest.mark.parametrize("more", [(), ("--compress",)], ids=str)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_stopped_run_goes_on_with_nothing_but_its_folder(
    more: tuple[str, ...], workers: str, in_tmp: Path
) -> None:
    inside(*RUN, *more, "--out", "o", cwd=in_tmp)
    before = published(in_tmp / "o")
    cut(in_tmp / "o", 0.6)
    done = inside("run", "--resume", "o", "--workers", workers, cwd=in_tmp)
    assert done.returncode == 0
    assert " of 12 series are there\n" in done.stderr
    assert "log: o/games.jsonl" in done.stderr
    assert done.stdout == inside("standings", "o", cwd=in_tmp).stdout
    assert published(in_tmp / "o") == before


def test_a_complete_run_prints_its_standings_and_is_left_alone(in_tmp: Path) -> None:
    first = inside(*RUN, "--out", "o", cwd=in_tmp)
    before = {path: path.stat().st_mtime_ns for path in (in_tmp / "o").iterdir() if path.is_file()}
    done = inside("run", "--resume", "o/games.jsonl", cwd=in_tmp)
    assert (done.returncode, done.stdout) == (0, first.stdout)
    assert "nothing is missing\n" in done.stderr
    assert before == {path: path.stat().st_mtime_ns for path in before}
    quiet = inside("run", "--resume", "o", "-q", "--format", "csv", cwd=in_tmp)
    assert (quiet.returncode, quiet.stderr) == (0, "")
    assert quiet.stdout.startswith("rank,")


def test_bots_of_files_are_found_from_wherever_a_run_goes_on(in_tmp: Path) -> None:
    (in_tmp / "bots").mkdir()
    (in_tmp / "bots" / "mine.py").write_text(MINE)
    words = ("run", "-b", "simple", "-b", "bots/mine.py:Mine", "-n", "2", "--seed", "s")
    inside(*words, "--out", "here/o", cwd=in_tmp)
    before = published(in_tmp / "here" / "o")
    cut(in_tmp / "here" / "o", 0.5)
    (in_tmp / "there").mkdir()
    done = inside("run", "--resume", "../here/o", "-q", cwd=in_tmp / "there")
    assert (done.returncode, done.stderr) == (0, "")
    assert published(in_tmp / "here" / "o") == before


def test_a_bot_whose_code_changed_is_refused(in_tmp: Path) -> None:
    (in_tmp / "mine.py").write_text(MINE)
    words = ("run", "-b", "simple", "-b", "mine.py:Mine", "-n", "2", "--seed", "s", "--out", "o")
    inside(*words, cwd=in_tmp)
    cut(in_tmp / "o", 0.5)
    before = published(in_tmp / "o")
    (in_tmp / "mine.py").write_text(MINE + "\n    # better\n")
    done = inside("run", "--resume", "o", cwd=in_tmp)
    assert (done.returncode, done.stdout) == (2, "")
    assert "o/games.jsonl: entrants.Mine.digest is" in done.stderr
    assert "the code has changed: a run goes on only as it began" in done.stderr
    assert published(in_tmp / "o") == before


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('seed: "t"', 'seed is "s" there, but "t" now'),
        ("pairs: 7", "pairs is 6 there, but 7 now"),
        ("dealing: independent", 'dealing is "mirrored" there'),
    ],
)
def test_another_config_is_refused(line: str, named: str, in_tmp: Path) -> None:
    inside(*RUN, "--out", "o", cwd=in_tmp)
    cut(in_tmp / "o", 0.5)
    config = in_tmp / "o" / "config.yaml"
    key = line.partition(":")[0] + ":"
    lines = [line if old.startswith(key) else old for old in config.read_text().splitlines()]
    config.write_text("\n".join(lines) + "\n")
    done = inside("run", "--resume", "o", cwd=in_tmp)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"o/games.jsonl: {named}" in done.stderr


@pytest.mark.parametrize(
    ("words", "flag"),
    [
        (("-n", "7"), "--pairs"),
        (("-b", "simple"), "--bot"),
        (("--seed", "t"), "--seed"),
        (("--rules", "classic"), "--rules"),
        (("--gauntlet",), "--gauntlet"),
        (("--out", "p"), "--out"),
        (("--force",), "--force"),
        (("--only", "3"), "--only"),
        (("--shard", "1/2"), "--shard"),
        (("--compress",), "--compress"),
        (("--dry-run",), "--dry-run"),
        (("--extend", "o"), "--extend"),
        (("config.yaml",), "CONFIG"),
    ],
)
def test_what_would_change_the_run_does_not_go_with_it(
    words: tuple[str, ...], flag: str, in_tmp: Path
) -> None:
    done = inside("run", "--resume", "o", *words, cwd=in_tmp)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{flag} does not go with --resume: a run goes on as it began" in done.stderr


def test_variables_do_not_change_a_run_that_goes_on(in_tmp: Path) -> None:
    inside(*RUN, "--out", "o", cwd=in_tmp)
    before = published(in_tmp / "o")
    cut(in_tmp / "o", 0.5)
    others = {"ARENA_SEED": "other", "ARENA_PAIRS": "99", "ARENA_RULES": "settled"}
    done = inside("run", "--resume", "o", "-q", cwd=in_tmp, **others)
    assert (done.returncode, done.stderr) == (0, "")
    assert published(in_tmp / "o") == before


@pytest.mark.parametrize(
    ("name", "message"),
    [("nowhere", "there is no such file or folder"), (".", "holds no config.yaml"),
     ("-", "what goes on is a run's folder")],
)  # fmt: skip
def test_what_is_no_run_is_told(name: str, message: str, in_tmp: Path) -> None:
    done = inside("run", "--resume", name, cwd=in_tmp)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize(
    ("written", "changed"),
    [(b"}\n", b"}\r\n"), (b',"name"', b', "name"')],
    ids=["carriage return", "blank"],
)
def test_a_header_of_other_bytes_is_refused(written: bytes, changed: bytes, in_tmp: Path) -> None:
    """What follows it would be sealed for another text."""
    assert arena(*RUN, "--out", "o", cwd=in_tmp).returncode == 0
    log = in_tmp / "o/games.jsonl"
    data = log.read_bytes()
    log.write_bytes(data[: len(data) // 2].replace(written, changed, 1))
    before = log.read_bytes()
    done = arena("run", "--resume", "o", cwd=in_tmp)
    assert (done.returncode, done.stdout) == (2, "")
    assert "games.jsonl:1: the header is not in the log's form" in done.stderr
    assert log.read_bytes() == before


def test_what_is_not_sound_is_told_and_played_again(in_tmp: Path) -> None:
    inside(*RUN, "--out", "o", cwd=in_tmp)
    games = in_tmp / "o" / "games.jsonl"
    data = games.read_bytes()
    at = data.index(b'"points":', len(data) // 2)
    games.write_bytes(data[:at] + b'"pointz":' + data[at + 9 :])
    done = inside("run", "--resume", "o", cwd=in_tmp)
    assert done.returncode == 0
    assert "warning: o/games.jsonl:" in done.stderr
    assert "from here on it is played again" in done.stderr
    assert games.read_bytes() == data


def test_a_second_run_on_a_folder_is_refused(in_tmp: Path) -> None:
    inside(*RUN, "--out", "o", cwd=in_tmp)
    cut(in_tmp / "o", 0.5)
    before = published(in_tmp / "o")
    with RunFolder(in_tmp / "o").hold():
        for words in (("run", "--resume", "o"), (*RUN, "--out", "o", "--force")):
            done = inside(*words, cwd=in_tmp)
            assert (done.returncode, done.stdout) == (2, "")
            assert "error: o: another run is writing here" in done.stderr
    assert published(in_tmp / "o") == before


# Kills

SLOW = """
import sys, time
from bots.simple import SimpleBot


class Slow(SimpleBot):
    made = 0

    def __init__(self):
        Slow.made += 1
        if Slow.made == 9:
            print("here", file=sys.stderr, flush=True)
            time.sleep(60)
"""
unix = pytest.mark.skipif(sys.platform == "win32", reason="these are the signals of Unix")


@unix
@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_a_signal_stopped_goes_on(which: int, in_tmp: Path) -> None:
    """While it runs nobody else may write there; when it is dead, however it died, one may."""
    (in_tmp / "slow.py").write_text(SLOW.replace("Slow.made == 9", "False"))
    words = ("run", "-b", "simple", "-b", "slow.py:Slow", "-n", "6", "--seed", "s", "--out")
    assert arena(*words, "whole", cwd=in_tmp).returncode == 0
    text = (in_tmp / "slow.py").read_text()
    (in_tmp / "slow.py").write_text(text.replace("if False", "if __import__('os').getenv('WAIT')"
                                                 " and Slow.made == 9"))  # fmt: skip
    assert arena(*words, "whole", "--force", cwd=in_tmp).returncode == 0
    process = start(*words, "o", "--workers", "0", cwd=in_tmp, env=environment(WAIT="1"))
    wait_for(process, b"here")
    busy = arena("run", "--resume", "o", cwd=in_tmp)
    assert (busy.returncode, busy.stdout) == (2, "")
    assert "o: another run is writing here" in busy.stderr
    process.send_signal(which)
    code, _, err = end(process)
    if which == signal.SIGKILL:
        assert code == -signal.SIGKILL
    else:
        assert code == 130
        assert "go on with: arena run --resume o\n" in err
    done = arena("run", "--resume", "o", "-q", cwd=in_tmp)
    assert (done.returncode, done.stderr) == (0, "")
    assert published(in_tmp / "o") == published(in_tmp / "whole")


KILLED = """
import os, signal, threading, time
from bots.simple import SimpleBot

IS_MAIN = os.getpid() == os.getsid(0)
if IS_MAIN and "KILL" in os.environ:
    kill = threading.Timer(float(os.environ["KILL"]), os.kill, (os.getpid(), signal.SIGKILL))
    kill.daemon = True
    kill.start()


class Killed(SimpleBot):
    def __init__(self):
        time.sleep(0.03)
"""


def play_killed(cwd: Path, *words: str, **variables: str) -> int:
    """Play in a session of its own, and end what a killed process may have left of it."""
    process = start(*words, cwd=cwd, env=environment(**variables))
    try:
        process.communicate(timeout=PATIENCE)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    return process.returncode


KILLS = [
    pytest.param(seed, workers, more, marks=() if is_quick else pytest.mark.slow)
    for seed in range(5)
    for workers in ("0", "2")
    for more in ("", "--compress")
    for is_quick in [seed == 0 and (workers == "2") == bool(more)]
]


@unix
@pytest.mark.parametrize(("seed", "workers", "more"), KILLS)
def test_a_run_killed_at_random_moments_has_the_bytes_of_one_that_was_not(
    seed: int, workers: str, more: str, in_tmp: Path
) -> None:
    (in_tmp / "killed.py").write_text(KILLED)
    run = ("run", "-b", "simple", "-b", "killed.py:Killed", "-n", "8", "--seed", "s")
    compress, chance = more.split(), Random(f"{seed} {workers} {more}")
    assert play_killed(in_tmp, *run, *compress, "--workers", "0", "--out", "whole") == 0
    words: tuple[str, ...] = (*run, *compress, "--out", "o")
    for _ in range(4):
        moment = str(0.9 * chance.random())
        if play_killed(in_tmp, *words, "--workers", workers, KILL=moment) == 0:
            break
        if (in_tmp / "o" / "config.yaml").exists():
            words = ("run", "--resume", "o")
        elif (in_tmp / "o").exists():
            words = (*run, *compress, "--out", "o", "--force")
    else:
        assert play_killed(in_tmp, *words, "--workers", workers) == 0
    assert published(in_tmp / "o") == published(in_tmp / "whole")


# Disks


@unix
@pytest.mark.usefixtures("own_disk")
@pytest.mark.parametrize("more", ["", "--compress"])
def test_a_run_on_a_disk_that_became_full_goes_on_when_there_is_room(
    more: str, in_tmp: Path
) -> None:
    run, full, resume, fresh, same = on_a_disk(
        "size=64k",
        f"""
        arena run -b simple -b greedy -n 80 --seed s --out o {more}
        arena run --resume o
        mount -o remount,size=4m . || exit 99
        arena run --resume o
        arena run -b simple -b greedy -n 80 --seed s --out p {more}
        cmp o/games.* p/games.* && cmp o/standings.json p/standings.json && arena verify o
        """,
        in_tmp,
    )
    for code, told in (run, full):
        assert code == 6
        assert FULL in told
        assert "go on with: arena run --resume o" in told
    assert resume[0] == 0
    assert " of 160 series are there" in resume[1]
    assert fresh[0] == 0
    assert same[0] == 0
    assert "sound: 160 series" in same[1]
