"""What users get wrong: it is refused in words, with its exit code, and nothing is written."""

import csv
import io
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from arena.cli.app import app
from arena.display import display_width
from arena.log.folder import new_folder, slug
from tests.cli.terminal import arena, inside, lines_of

GOLDEN = Path(__file__).parents[1] / "golden" / "smoke.jsonl"
TWO = "entrants: [simple, greedy]\n"
HAND = "7C 7D 7H 8H 9H KC QD JC 2S 3D"
QUICK = ("-n", "1", "--only", "0", "-q")
NOT_UTF8 = "\udcff"
"""A byte of a command line that is no UTF-8, as Python hands it over."""


def flat(text: str) -> str:
    """Return a message in one line, without the frame that typer draws."""
    return " ".join(re.sub("[│╭╮╰╯─]", " ", text).split())


def files_below(folder: Path) -> list[tuple[str, int]]:
    return sorted(
        (str(path.relative_to(folder)), path.lstat().st_size if path.is_file() else -1)
        for path in folder.rglob("*")
    )


def refused(*words: str, message: str, cwd: Path, code: int = 2, **options: str) -> str:
    """Run what must be refused: nothing on stdout, nothing written; return the message."""
    before = files_below(cwd)
    done = inside(*words, cwd=cwd, **options)
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    assert message in flat(done.stderr)
    assert files_below(cwd) == before
    return done.stderr


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a log of two series in `o`."""
    folder = tmp_path_factory.mktemp("played")
    done = arena(
        "run",
        "-b",
        "simple",
        "-b",
        "greedy",
        "-n",
        "1",
        "--seed",
        "s",
        "--out",
        "o",
        cwd=folder,
        ARENA_BOTS="simple,greedy",
    )
    assert done.returncode == 0, done.stderr
    return folder


# Configs


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "c.yaml:1:1: the file is empty; a config is a mapping"),
        (bytes(range(256)), "c.yaml:3:115: not UTF-8 text: byte 0x80"),
        (b"\x89PNG\r\n\x1a\n", "c.yaml:1:1: not UTF-8 text: byte 0x89"),
        (TWO.encode("utf-16"), "c.yaml:1:1: not UTF-8 text: byte 0xFF; save the file as UTF-8"),
        (f"{TWO}pairs: [1, 2".encode(), "c.yaml:2:13: not YAML"),
        (b"entrants:\n  - simple\n - greedy\n", "c.yaml:3:2: not YAML"),
        (f"{TWO}\tpairs: 3".encode(), "c.yaml:2:1: not YAML"),
        (
            f"{TWO}pairs: 3\npairs: 4".encode(),
            "c.yaml:3:1: the key 'pairs' is here twice, first on line 2",
        ),
        (f"{TWO}paris: 3".encode(), "c.yaml:2:1: unknown key 'paris' (did you mean pairs?)"),
        (
            f"{TWO}pairs: 1.5".encode(),
            "c.yaml:2:8: pairs: 1.5 is not allowed; it may be a whole number from 1",
        ),
        (f"{TWO}pairs: -3".encode(), "c.yaml:2:8: pairs: -3 is not allowed"),
        (f"{TWO}pairs: yes".encode(), "c.yaml:2:8: pairs: yes is not allowed"),
        (f"{TWO}pairs: {10**30}".encode(), "c.yaml:2:8"),
        (f"{TWO}pairs: 10000001".encode(), "c.yaml:2:8: pairs: 10000001 is not allowed"),
        (f"{TWO}seed:".encode(), "c.yaml:2:6: seed: needs a value"),
        (f"{TWO}seed: ''".encode(), "c.yaml:2:7: seed: '' is empty"),
        (f"{TWO}seed: {'9' * 10_000}".encode(), "has 10000 characters; it may be 1 to 256"),
        (
            f"{TWO}rules: clasic".encode(),
            "c.yaml:2:8: rules: 'clasic' is no rule profile (did you mean classic?)",
        ),
        (
            f"{TWO}rules: {{gin_bonuss: 3}}".encode(),
            "c.yaml:2:9: there is no rule option 'gin_bonuss' (did you mean gin_bonus?)",
        ),
        (
            f"{TWO}rules: {{gin_bonus: many}}".encode(),
            "c.yaml:2:20: gin_bonus: 'many' is not allowed; it may be a whole number",
        ),
        (b"entrants: [simple]", "c.yaml:1:11: entrants: 1 is too few"),
        (
            b"entrants: [simple, simple]",
            "c.yaml:1:20: two entrants are named 'simple', the first on line 1",
        ),
        (
            b"entrants:\n- simple\n- greddy\n",
            "c.yaml:3:3: bot: there is no bot 'greddy'; did you mean greedy?",
        ),
        (
            b"entrants:\n- simple\n- {name: x, bot: my.py:My}\n",
            "c.yaml:3:18: bot: there is no bot file my.py",
        ),
        (b"entrants:\n" + b"- x\n" * 1001, "entrants: 1001 is too many; at most 1000 are allowed"),
        (b"a: " + b"[" * 100_000, "values are nested more than 32 deep"),
    ],
)
def test_a_config_that_cannot_be_used_is_refused(
    content: bytes, message: str, in_tmp: Path
) -> None:
    (in_tmp / "c.yaml").write_bytes(content)
    refused("run", "c.yaml", message=message, cwd=in_tmp)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.yaml", "missing.yaml:1:1: the config cannot be read: No such file or directory"),
        ("folder", "folder:1:1: the config cannot be read: Is a directory"),
        ("folder/c.yaml", "folder/c.yaml:1:1: the config cannot be read"),
        ("", ".:1:1: the config cannot be read"),
        ("/dev/null", "/dev/null:1:1: the file is empty"),
        ("/dev/zero", "/dev/zero:1:1: larger than 1 MB"),
        (f"{NOT_UTF8}.yaml", "\\udcff.yaml:1:1: the config cannot be read"),
        ("x" * 300, "the config cannot be read: File name too long"),
        ("big.yaml", "big.yaml:1:1: larger than 1 MB, which is the most a config may be"),
    ],
)
def test_a_path_that_is_no_config_is_refused(name: str, message: str, in_tmp: Path) -> None:
    (in_tmp / "folder").mkdir()
    with (in_tmp / "big.yaml").open("wb") as file:
        file.truncate(100_000_000)
    refused("run", name, message=message, cwd=in_tmp)


def test_a_config_with_more_mistakes_than_anybody_reads_is_told_in_short(in_tmp: Path) -> None:
    (in_tmp / "c.yaml").write_text("entrants:\n" + "- simple\n" * 500)
    told = refused("run", "c.yaml", message="and 449 more problems", cwd=in_tmp)
    assert len(told.splitlines()) == 51


def test_a_config_comes_from_stdin_or_a_pipe_too(in_tmp: Path) -> None:
    done = inside("run", "-", "--dry-run", cwd=in_tmp, stdin=b"name: piped\n" + TWO.encode())
    assert done.returncode == 0
    assert done.stdout.startswith('name: "piped"')
    done = inside("run", "-", cwd=in_tmp, stdin=b"pairs: x\n" + TWO.encode())
    assert (done.returncode, done.stdout) == (2, "")
    assert "-:1:8: pairs: 'x' is not allowed" in done.stderr
    assert list(in_tmp.iterdir()) == []


@pytest.mark.parametrize("seed", ["007", "12:30", "2026-03-01", "1.50", "0x10", "1e5", "no", "~"])
def test_a_seed_is_its_own_text_whatever_yaml_would_make_of_it(seed: str, in_tmp: Path) -> None:
    (in_tmp / "c.yaml").write_text(f"{TWO}pairs: 1\nseed: {seed}\n")
    assert inside("run", "c.yaml", *QUICK, "--out", "o", cwd=in_tmp).returncode == 0
    assert lines_of(in_tmp / "o/games.jsonl")[0]["seed"] == seed
    assert yaml.safe_load((in_tmp / "o/config.yaml").read_text())["seed"] == seed


def test_a_seed_of_a_flag_is_never_altered(in_tmp: Path) -> None:
    seed = " 007 \u00e9\U0001f0a1|<b>\\\"'" + "9" * 200
    words = ("run", "-b", "simple", "-b", "greedy", *QUICK, "--seed", seed, "--out", "o")
    assert inside(*words, cwd=in_tmp).returncode == 0
    assert lines_of(in_tmp / "o/games.jsonl")[0]["seed"] == seed
    assert inside("run", "o/config.yaml", *QUICK, "--out", "p", cwd=in_tmp).returncode == 0
    assert (in_tmp / "p/games.jsonl").read_bytes() == (in_tmp / "o/games.jsonl").read_bytes()


# Command lines and variables

BOTS = ("-b", "simple", "-b", "greedy")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("stadings",), "Did you mean 'standings'?"),
        (("run", "--sed", "x"), "--seed"),
        (("run", "--format", "jsn"), "'table', 'json', 'csv', 'markdown'"),
        (("run", "c.yaml", "d.yaml"), "d.yaml"),
        (("run", *BOTS, "-n", "0"), "greater than or equal to 1"),
        (("run", *BOTS, "-n", "1.5"), "--pairs"),
        (("run", *BOTS, "-n", "-3"), "greater than or equal to 1"),
        (("run", *BOTS, "-n", "10000001"), "less than or equal to 10000000"),
        (("run", *BOTS, "-n", "9" * 30), "less than or equal to 10000000"),
        (("run", *BOTS, "--only", "-1"), "greater than or equal to 0"),
        (("run", *BOTS, "-n", "1", "--only", "2"), "--only 2: the schedule has series 0 to 1"),
        (("run", *BOTS, "--seed", "s" * 10_000), "--seed: 'ssss"),
        (("run", *BOTS, "--seed", "a\nb"), "has the control character U+000A"),
        (("run", *BOTS, "--seed", NOT_UTF8), "--seed: '\\udcff'"),
        (
            ("run", *BOTS, "--rules", "setled"),
            "--rules: there is no rule profile 'setled'; did you mean settled?",
        ),
        (
            ("run", "-b", "simple", "-b", "mine.py"),
            "is a file; the class in it is missing: mine.py:Bot",
        ),
        (("run", "-b", "simple", "-b", ""), "-b: bot '': '' is empty"),
        (("run", "-b", "simple", "-b", "x="), "-b: bot 'x='"),
        (("run", "-b", "simple", "-b", " x=simple"), "' x' begins or ends with a blank"),
        (("run", "-b", "simple", "-b", NOT_UTF8), "-b: bot '\\udcff'"),
        (
            ("run", "-b", "simple", "-b", f"{'x' * 65}=simple"),
            "has 65 characters; it may be 1 to 64",
        ),
        (("run", *BOTS, "--out", ""), "--out: the name of the folder is empty"),
        (("run", *BOTS, "--out", "file"), "file: cannot be written: file is a file"),
        (("run", *BOTS, "--out", "file/inside"), "file/inside: cannot be written"),
        (("run", *BOTS, "--out", "x" * 300), "cannot be written: File name too long"),
        (("rules", "clasic"), "did you mean classic?"),
        (("schema", "confg"), "'config', 'log'"),
        (("deal", "1", "x"), "write deal index and round, as in 3/14"),
        (("deal", NOT_UTF8, "0/0"), "the seed: '\\udcff'"),
        (("deal", "", "0/0"), "the seed: '' is empty"),
        (("bots", "lst"), "Did you mean 'list'?"),
    ],
)
def test_a_command_line_that_cannot_be_followed_is_refused(
    words: tuple[str, ...], message: str, in_tmp: Path
) -> None:
    (in_tmp / "file").write_text("kept")
    refused(*words, message=message, cwd=in_tmp)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("ARENA_PAIRS", "x", "ARENA_PAIRS"),
        ("ARENA_PAIRS", "0", "greater than or equal to 1"),
        ("ARENA_PAIRS", "9" * 25, "less than or equal to 10000000"),
        ("ARENA_RULES", "nope", "ARENA_RULES: there is no rule profile 'nope'"),
        ("ARENA_SEED", "s" * 300, "ARENA_SEED: 'sss"),
    ],
)
def test_a_bad_value_of_a_variable_is_refused_by_its_name(
    name: str, value: str, message: str, in_tmp: Path
) -> None:
    refused("run", *BOTS, message=message, cwd=in_tmp, **{name: value})


@pytest.mark.parametrize("name", ["TERMINAL_WIDTH", "COLUMNS", "LINES"])
def test_a_bad_size_of_the_terminal_is_no_error(name: str, in_tmp: Path) -> None:
    for words in (("--help",), ("rules",)):
        assert arena(*words, cwd=in_tmp, **{name: "x"}).returncode == 0


def test_an_empty_variable_is_none(in_tmp: Path) -> None:
    variables = {"ARENA_PAIRS": "", "ARENA_RULES": "", "ARENA_SEED": ""}
    done = inside("run", *BOTS, "--dry-run", cwd=in_tmp, **variables)
    assert done.returncode == 0
    assert "pairs: 10\n" in done.stdout


def test_the_profile_of_a_variable_counts_for_calculators_too(in_tmp: Path) -> None:
    refused("hand", HAND, message="ARENA_RULES: there is no rule", cwd=in_tmp, ARENA_RULES="nope")


def test_logs_that_is_a_file_is_told(in_tmp: Path) -> None:
    (in_tmp / "logs").write_text("mine")
    message = "logs: cannot make a folder: logs is a file"
    refused("run", *BOTS, "-n", "1", message=message, cwd=in_tmp)
    refused("standings", message="logs: holds no log yet", cwd=in_tmp)


def test_a_log_that_exists_is_kept(played: Path) -> None:
    message = "o holds games.jsonl already; --force replaces it"
    refused("run", *BOTS, "--out", "o", message=message, cwd=played)


def test_a_huge_schedule_is_shown_at_once(in_tmp: Path) -> None:
    (in_tmp / "c.yaml").write_text(f"{TWO}pairs: 10000000\n")
    done = inside("run", "c.yaml", "--dry-run", cwd=in_tmp)
    assert done.returncode == 0
    assert "# 20000000 series: 1 pairings x 10000000 pairs x 2 legs" in done.stdout
    assert "nothing was written" in done.stdout
    assert [path.name for path in in_tmp.iterdir()] == ["c.yaml"]


# Names

ODD = (
    "1e5",
    "a|b",
    "<b>x</b>",
    "\u0645\u0631\u062d\u0628\u0627",
    "\U0001f0cf",
    "\u65e5\u672c\u8a9e",
    "x" * 64,
    "\U00020000" * 64,
    "\"double\" 'single'",
    "back\\slash",
    "*a* _b_ `c` [d](e) ~f~ &amp;",
    "=1+1",
    "-q",
    "#",
    "null",
    "no",
    "a: b",
    "../../up",
    "e\u0301",
    "%s {0} $HOME",
)
"""Names that tables, Markdown, CSV, YAML, shells and paths might trip over."""


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A tournament of all odd names against the first: its folder, and the table it printed."""
    folder = tmp_path_factory.mktemp("odd")
    entrants = "\n".join(f"- {{bot: simple, name: {json.dumps(name)}}}" for name in ODD)
    (folder / "c.yaml").write_text(
        f"pairs: 1\nseed: s\nformat: gauntlet\nentrants:\n{entrants}\n", encoding="utf-8"
    )
    done = inside("run", "c.yaml", "--out", "o", cwd=folder, ARENA_BOTS="simple")
    assert done.returncode == 0, done.stderr
    return folder, done.stdout


def test_odd_names_stand_in_log_table_and_replay_as_they_are(odd: tuple[Path, str]) -> None:
    folder, table = odd
    header = lines_of(folder / "o/games.jsonl")[0]
    assert [entrant["name"] for entrant in header["entrants"]] == list(ODD)
    for name in ODD:
        assert f"  {name} " in table
    shown = inside("replay", "o", cwd=folder).stdout
    for name in ODD[1:]:
        assert f"{ODD[0]} - {name}, pair 0, leg 0" in shown
        assert f": {name} deals" in shown
    assert inside("verify", "o", cwd=folder).returncode == 0


def test_a_replay_is_aligned_by_what_names_take_on_a_terminal(odd: tuple[Path, str]) -> None:
    folder, _ = odd
    lines = inside("replay", "o", cwd=folder).stdout.splitlines()
    rounds = [at for at, line in enumerate(lines) if line.startswith("Round ")]
    assert len(rounds) > len(ODD)
    for at in rounds:
        starts = [re.search(r"(\w\w ){9}\w\w  \(", line) for line in lines[at + 1 : at + 3]]
        widths = [display_width(found.string[: found.start()]) for found in starts if found]
        assert len(widths) == 2
        assert widths[0] == widths[1]


def test_odd_names_come_back_from_json_csv_and_markdown(odd: tuple[Path, str]) -> None:
    folder, _ = odd
    text = {
        form: inside("standings", "o", "--format", form, cwd=folder).stdout
        for form in ("json", "csv", "markdown")
    }
    assert {row["name"] for row in json.loads(text["json"])["standings"]} == set(ODD)
    assert {row["name"] for row in csv.DictReader(io.StringIO(text["csv"]))} == set(ODD)
    rows = [line for line in text["markdown"].splitlines() if line.startswith("|")][2:]
    cells = [re.split(r"(?<!\\)(?:\\\\)*\|", row)[2].strip() for row in rows]
    assert {re.sub(r"\\(.)", r"\1", cell) for cell in cells} == set(ODD)


def test_odd_names_survive_the_resolved_config(odd: tuple[Path, str]) -> None:
    folder, _ = odd
    plain = yaml.safe_load((folder / "o/config.yaml").read_text(encoding="utf-8"))
    assert [entrant["name"] for entrant in plain["entrants"]] == list(ODD)
    assert inside("run", "o/config.yaml", "--out", "again", "-q", cwd=folder).returncode == 0
    assert (folder / "again/games.jsonl").read_bytes() == (folder / "o/games.jsonl").read_bytes()


def test_a_flag_takes_an_odd_name_too(in_tmp: Path) -> None:
    done = inside("run", "-b", "\U0001f0cf|<b>=simple", "-b", "greedy", *QUICK, cwd=in_tmp)
    assert done.returncode == 0
    assert "\U0001f0cf|<b>" in done.stdout


@pytest.mark.parametrize("name", [*ODD, ".", "..", "...", "-", "CON", "a/b\\c:d", "\u202f", "logs"])
def test_a_tournament_of_any_name_gets_a_folder_below_logs(name: str, in_tmp: Path) -> None:
    folder = new_folder(in_tmp / "logs", name)
    assert folder.path.parent == in_tmp / "logs"
    assert folder.path.is_dir()
    assert len(os.fsencode(folder.path.name)) <= 110
    assert re.fullmatch(r"[\w][\w.-]*-1", folder.path.name)
    assert new_folder(in_tmp / "logs", name).path.name == f"{slug(name)}-2"


def test_the_folder_of_an_odd_tournament_is_found_again(in_tmp: Path) -> None:
    (in_tmp / "c.yaml").write_text(f'{TWO}name: "../\U0001f0cf \u65e5\u672c: x|y"\n', "utf-8")
    assert inside("run", "c.yaml", *QUICK, cwd=in_tmp).returncode == 0
    [folder] = (in_tmp / "logs").iterdir()
    assert folder.name == "\u65e5\u672c-x-y-1"
    assert lines_of(folder / "games.jsonl")[0]["name"] == "../\U0001f0cf \u65e5\u672c: x|y"
    assert inside("verify", cwd=in_tmp).returncode == 0


# Logs

OTHER_SCHEMA = GOLDEN.read_bytes().replace(b"arena.log/1", b"arena.log/9", 1)
BAD_LOGS: dict[str, tuple[bytes, str]] = {
    "schema": (OTHER_SCHEMA, "the schema is 'arena.log/9', not 'arena.log/1'"),
    "empty": (b"", "is empty: a log starts with its tournament line"),
    "header": (GOLDEN.read_bytes()[:200], ":1: the line is cut"),
    "text": (b"hello\n", ":1: is not JSON"),
    "binary": (bytes(range(256)), ":1: is not JSON"),
    "zeros": (b"\0" * 10_000_001, ":1: the line is longer than 10000000 bytes"),
    "array": (b"[]\n", ":1: "),
    "object": (b'{"a":1}\n', ":1: "),
    "config": (TWO.encode(), ":1: is not JSON"),
    "end": (b'{"kind":"end","series":0,"rounds":0}\n', ":1: a log starts with its tournament line"),
    "escapes": (b'{"kind":"\\u001b[2J"}\n', "x1b[2J"),
}


@pytest.mark.parametrize("name", BAD_LOGS)
def test_a_file_that_is_no_log_is_refused_by_each_command(name: str, in_tmp: Path) -> None:
    data, message = BAD_LOGS[name]
    (in_tmp / "bad.jsonl").write_bytes(data)
    for command in ("standings", "replay"):
        told = refused(command, "bad.jsonl", message=message, cwd=in_tmp)
        assert told.startswith("error: bad.jsonl")
        assert "\x1b" not in told
    done = inside("verify", "bad.jsonl", cwd=in_tmp)
    assert (done.returncode, done.stderr) == (1, "")
    assert message in done.stdout


def test_a_folder_without_a_log_is_no_log(in_tmp: Path) -> None:
    (in_tmp / "folder").mkdir()
    (in_tmp / "deep" / "games.jsonl").mkdir(parents=True)
    for command in ("standings", "replay", "verify"):
        for name in ("folder", "deep"):
            refused(command, name, message=f"{name}: holds no games.jsonl", cwd=in_tmp)
        refused(command, NOT_UTF8, message="\\udcff: there is no such file", cwd=in_tmp)
        refused(command, "x" * 300, message="x: ", cwd=in_tmp)


@pytest.mark.parametrize("cut", [1, 40, 400, 3000])
def test_a_log_cut_within_a_line_is_ranked_and_shown_up_to_there(
    cut: int, played: Path, in_tmp: Path
) -> None:
    data = (played / "o/games.jsonl").read_bytes()[:-cut]
    (in_tmp / "cut.jsonl").write_bytes(data)
    done = inside("standings", "cut.jsonl", "--format", "json", cwd=in_tmp)
    assert done.returncode == 0
    assert "cut.jsonl is not complete: standings of what is there" in done.stderr
    complete = data[: data.rfind(b"\n")].count(b'{"kind":"result"')
    assert {row["series"] for row in json.loads(done.stdout)["standings"]} == {complete}
    done = inside("replay", "cut.jsonl", cwd=in_tmp)
    assert done.returncode == 0
    assert done.stdout.count("\nSeries ") + 1 >= complete
    assert "cut.jsonl is not complete: it ends here" in done.stderr
    done = inside("verify", "cut.jsonl", cwd=in_tmp)
    assert done.returncode == 1
    assert "the line is cut" in done.stdout


def test_a_log_with_a_cut_line_behind_its_end_is_refused(played: Path, in_tmp: Path) -> None:
    data = (played / "o/games.jsonl").read_bytes()
    (in_tmp / "more.jsonl").write_bytes(data + b"more")
    refused("standings", "more.jsonl", message="the line is cut", cwd=in_tmp)


def altered(data: bytes, old: str, new: str) -> bytes:
    assert re.search(old.encode(), data)
    return re.sub(old.encode(), new.encode(), data, count=1)


@pytest.mark.parametrize(
    ("old", "new", "standings", "replay"),
    [
        (r'"points":\d+', '"points":7777', None, "points: the log has 7777"),
        (r'"dealer":\d', '"dealer":7', None, "dealer: the log has 7"),
        (r'"first_dealer":\d', '"first_dealer":-1', None, "first_dealer: is no seat"),
        (r'"winner":\d', '"winner":2', "a winner is no seat", "winner: the log has 2"),
        (r'"leg":1', '"leg":0', "the schedule has series 1 here", "leg: the log has 0"),
        (
            r'"series":1,"pair"',
            '"series":0,"pair"',
            "the schedule has series 1 here",
            "leg: the log has 1",
        ),
        (
            r'"series":1,"pair"',
            '"series":9,"pair"',
            "the schedule has series 1 here",
            "no series 9",
        ),
        (r'"moves":"\S+', '"moves":"zz', None, "moves: "),
        (r'"deck":"....', '"deck":"ACAC', None, "deck: "),
        (r'"net":-?\d+', '"net":7777', None, "net: the log has"),
        (r'"pairs":1', '"pairs":999999999999999999', None, None),
        (r'"pairs":1', '"pairs":9999999999999999999', "pairs: ", "pairs: "),
        (r'"target":100', '"target":"x"', "rules: target", "rules: target"),
        (r'"name":"greedy"', '"name":"simple"', "entrants: needs two", "entrants: needs two"),
    ],
)
def test_a_log_that_contradicts_itself_is_never_our_bug(
    old: str, new: str, standings: str | None, replay: str | None, played: Path, in_tmp: Path
) -> None:
    """`verify` finds all of it; the others show what they can, and no field that is wrong."""
    (in_tmp / "bad.jsonl").write_bytes(altered((played / "o/games.jsonl").read_bytes(), old, new))
    assert inside("verify", "bad.jsonl", cwd=in_tmp).returncode == 1
    for command, message in (("standings", standings), ("replay", replay)):
        done = inside(command, "bad.jsonl", cwd=in_tmp)
        assert done.returncode == (2 if message else 0), done.stderr
        assert (message or "") in done.stderr


def test_names_of_a_strangers_log_give_the_terminal_no_orders(played: Path, in_tmp: Path) -> None:
    data = (played / "o/games.jsonl").read_bytes().replace(b'"greedy"', b'"\\u001b[2J\\nx\\u202e"')
    (in_tmp / "bad.jsonl").write_bytes(data)
    for words in (("standings",), ("replay",), ("verify",), ("replay", "9")):
        done = inside(words[0], "bad.jsonl", *words[1:], cwd=in_tmp)
        assert done.returncode in (1, 2)
        assert "\x1b" not in done.stdout + done.stderr
        assert "\u202e" not in done.stdout + done.stderr
        assert len((done.stdout + done.stderr).splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="these are pipes of Unix")
@pytest.mark.parametrize("command", ["standings", "replay", "verify"])
def test_a_log_comes_from_stdin_and_from_pipes_too(
    command: str, played: Path, in_tmp: Path
) -> None:
    log = played / "o/games.jsonl"
    wanted = inside(command, str(log), cwd=in_tmp).stdout
    done = arena(command, "-", cwd=in_tmp, stdin=log.read_bytes())
    assert done.returncode == 0
    assert done.stdout == wanted.replace(str(log), "-")
    script = f'"{sys.executable}" -m arena {command} <(cat "$0"); exit $?'
    piped = subprocess.run(
        ["bash", "-c", script, str(log)],
        cwd=in_tmp,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert (piped.returncode, piped.stderr) == (0, "")
    assert piped.stdout.splitlines()[1:] == wanted.splitlines()[1:]
    fifo = in_tmp / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=lambda: fifo.write_bytes(log.read_bytes()))
    writer.start()
    done = arena(command, "fifo", cwd=in_tmp)
    writer.join()
    assert done.returncode == 0
    assert done.stdout == wanted.replace(str(log), "fifo")


@pytest.mark.parametrize("data", [b"", b"hello"])
def test_a_pipe_that_holds_no_log_is_refused(data: bytes, in_tmp: Path) -> None:
    for command, code in (("standings", 2), ("replay", 2), ("verify", 1)):
        done = inside(command, "-", cwd=in_tmp, stdin=data)
        assert done.returncode == code
        assert "-: is empty" in done.stdout + done.stderr or "-:1: " in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("o", "2"), "there is no series 2"),
        (("o", "0.99"), "there is no move 0.99 in series 0"),
        (("o", "0.0.999"), "there is no move 0.0.999 in series 0"),
        (("o", "-1"), "-1"),
        (("o", "0.-1"), "'0.-1' is no address: write series.round.token, as in 17.3"),
        (("o", "\u0663"), "is no address"),
        (("o#x",), "'x' is no address"),
        (("o#",), "'' is no address"),
        (("nowhere#0.1",), "nowhere: there is no such file"),
        (("9" * 400,), "File name too long"),
    ],
)
def test_an_address_that_leads_nowhere_is_refused(
    words: tuple[str, ...], message: str, played: Path
) -> None:
    done = inside("replay", *words, cwd=played)
    assert done.returncode == 2
    assert message in flat(done.stderr)


# Cards


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("AC AC 2C 3C 4C 5C 6C 7C 8C 9C", "hand: AC stands twice"),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C", "hand: has 9 cards; it needs 10 or 11"),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", "hand: has 12 cards; it needs 10 or 11"),
        ("", "hand: has 0 cards; it needs 10 or 11"),
        (
            "AC 2C 3C 4C 5C 6C 7C 8C 9C 1C",
            "'1C' is not a card: write a rank of A23456789TJQK and a suit",
        ),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C T\u2663", "is not a card"),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C T", "'T' is not a card"),
        (f"AC 2C 3C 4C 5C 6C 7C 8C 9C {NOT_UTF8}", "is not a card"),
        ("A" * 3000, "hand: 3000 characters are no hand"),
    ],
)
def test_cards_that_are_no_hand_are_refused(cards: str, message: str, in_tmp: Path) -> None:
    refused("hand", cards, message=message, cwd=in_tmp)
    done = inside("hand", cards, "--format", "json", cwd=in_tmp)
    assert done.returncode == 2
    assert message in json.loads(done.stdout)["error"]


def test_lower_case_and_tens_in_digits_are_cards(in_tmp: Path) -> None:
    words = [
        "AC 2C 3C 4C 5C 6C 7C 8C TD TH",
        "ac2c3c4c5c6c7c8c10D10h",
        "10D 10H ac 2c 3C 4c 5c 6c 7c 8c",
    ]
    done = inside("hand", *words, "--format", "json", cwd=in_tmp)
    assert done.returncode == 0
    assert len(set(done.stdout.splitlines())) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("showdown", "4H5H6H"), "defender_hand: has 0 cards; it needs 10"),
        (("showdown", "AC2C3C + 4C", "AC"), "defender_hand: has 1 cards; it needs 10"),
        (
            ("showdown", "4H5H6H | QCQDQH | 3D4D5D + 2C", "4HAD9DAH2H3H7H8H9HTH"),
            "both hands hold 4H",
        ),
        (
            ("showdown", "4H5H6H | 6H7H8H + 2C", "9CAD9DAH2H3H7H8H9HTH"),
            "a card stands in two melds",
        ),
        (("sheet", "Ann:22"), "name both players"),
        (("sheet", "Ann:22", "Ben:1", "Cid:3"), "three players: Ann, Ben, Cid"),
        (("sheet", "Ann:x", "Ben:1"), "round 1: write NAME:POINTS"),
        (("sheet", "Ann:-1", "Ben:1"), "round 1: write NAME:POINTS"),
        (("sheet", "Ann:1:spades", "Ben:1"), "round 1: write NAME:POINTS"),
        (("sheet", "--players", "Ann,Ann", "Ann:1"), "two different names are needed"),
        (("sheet", "--players", "Ann", "Ann:1"), "name both players"),
        (("sheet", f"{NOT_UTF8}:3", "Ben:4"), "a player's name: '\\udcff:3'"),
        (("sheet", "\x1b[2J:3", "Ben:4"), "has the control character U+001B"),
    ],
)
def test_a_question_that_has_no_answer_is_refused(
    words: tuple[str, ...], message: str, in_tmp: Path
) -> None:
    refused(*words, message=message, cwd=in_tmp)


# Bots

BAD_BOTS = {
    "syntax": ("def (:\n", "SyntaxError"),
    "binary": ("\x00\x01\x02", "cannot be loaded"),
    "missing": ("x = 1\n", "AttributeError"),
    "no_class": ("Bot = 3\n", "Bot is no class"),
    "exits": ("import sys\nsys.exit(0)\n", "SystemExit"),
    "recursion": ("def f(): f()\nf()\n", "RecursionError"),
    "imports": ("import no_such_module_at_all\n", "ModuleNotFoundError"),
}


@pytest.mark.parametrize("name", BAD_BOTS)
def test_a_bot_whose_code_cannot_be_loaded_forfeits_with_the_reason(
    name: str, in_tmp: Path
) -> None:
    source, reason = BAD_BOTS[name]
    (in_tmp / "bad.py").write_text(source)
    done = inside("run", "-b", "simple", "-b", "bad.py:Bot", *QUICK, "--out", "o", cwd=in_tmp)
    assert done.returncode == 0
    assert (
        "warning: entrant Bot forfeits every series: bot 'bad.py:Bot' cannot be loaded"
        in done.stderr
    )
    assert reason in done.stderr
    assert lines_of(in_tmp / "o/games.jsonl")[-2]["termination"] == "forfeit"


@pytest.mark.parametrize("where", [("--workers", "0"), ()], ids=["in line", "in a worker"])
def test_what_a_bot_prints_is_no_part_of_the_answer(where: tuple[str, ...], in_tmp: Path) -> None:
    (in_tmp / "loud.py").write_text(
        "from arena.bot import Bot\nprint('loading')\n\n\nclass Loud(Bot):\n"
        "    def draw(self, view):\n        print('drawing')\n        return super().draw(view)\n"
    )
    bots = ("-b", "simple", "-b", "loud.py:Loud")
    done = arena("run", *bots, *QUICK, *where, "--format", "json", cwd=in_tmp)
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["standings"]) == 2
    assert "loading" in done.stderr
    assert "drawing" in done.stderr


# The same in a process of its own


@pytest.mark.parametrize(
    "words",
    [
        ("run", "c.yaml"),
        ("run", "-b", "simple", "-b", "greddy"),
        ("standings", "bad.jsonl"),
        ("verify", "bad.jsonl"),
        ("hand", "AC 2C"),
        ("replay", "--nope"),
        ("nope",),
    ],
)
def test_a_process_of_its_own_says_and_does_the_same(words: tuple[str, ...], in_tmp: Path) -> None:
    (in_tmp / "c.yaml").write_text(f"{TWO}pairs: 1.5\n")
    (in_tmp / "bad.jsonl").write_bytes(OTHER_SCHEMA)
    before = files_below(in_tmp)
    here, there = inside(*words, cwd=in_tmp), arena(*words, cwd=in_tmp)
    assert there.returncode == here.returncode
    assert there.stdout == here.stdout
    assert there.stderr.replace("python -m arena", "arena") == here.stderr
    assert files_below(in_tmp) == before


# Help


def commands() -> Iterator[tuple[str, ...]]:
    for command in app.registered_commands:
        callback: Callable[..., None] | None = command.callback
        yield (command.name or (callback.__name__ if callback else ""),)
    for group in app.registered_groups:
        for command in group.typer_instance.registered_commands if group.typer_instance else ():
            yield (str(group.name), str(command.name))


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_help_of_a_command_has_an_example_and_fits(words: tuple[str, ...], in_tmp: Path) -> None:
    done = inside(*words, "--help", cwd=in_tmp, COLUMNS="80")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    usage, *text = done.stdout.partition("╭")[0].strip().splitlines()
    assert f"arena {' '.join(words)}" in usage
    assert any(line.strip().startswith(f"arena {' '.join(words)}") for line in text), "no example"


def test_help_of_run_explains_every_option(in_tmp: Path) -> None:
    text = inside("run", "--help", cwd=in_tmp, COLUMNS="80").stdout
    rows = [line for line in text.splitlines() if re.match(r"│ [*]? *-", line)]
    assert len(rows) >= 13
    assert "ARENA_PAIRS" in text
    assert "path/to/file.py:Class" in flat(text)


def test_without_a_command_help_is_shown(in_tmp: Path) -> None:
    done = inside(cwd=in_tmp)
    assert done.returncode in (0, 2)
    assert "standings" in done.stdout + done.stderr
    assert list(in_tmp.iterdir()) == []


def test_the_module_runs_like_the_command(in_tmp: Path) -> None:
    script = Path(sys.executable).with_name("arena")
    if not script.exists():
        pytest.skip("the project is not installed as a command")
    done = subprocess.run(
        [script, "--version"], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == arena("--version", cwd=in_tmp).stdout
