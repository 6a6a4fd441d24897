"""Whatever is fed to the arena: an answer or a clean refusal, never another exception."""

import copy
import io
import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
import typer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.calculator.drawing import draw_hand, draw_sheet, draw_showdown
from arena.calculator.hand import answer_hand
from arena.calculator.reading import InputError
from arena.calculator.sheet import answer_sheet
from arena.calculator.showdown import answer_showdown
from arena.cli import calculate, logs
from arena.gin.cards import NAMES
from arena.gin.rules import OPTIONS
from arena.log.verify import verify_log
from arena.tournament.config import ConfigError, parse_config
from arena.tournament.config_dump import dump_config
from tests.log.samples import Wild, small_rules, write_log

ROOT = Path(__file__).parents[1]
HERE = Path()

bounded = settings(
    max_examples=300,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
few = settings(bounded, max_examples=100)

# Commands inside this process


def told(command: Callable[..., None], *words: Any, **options: Any) -> tuple[int, str]:
    """Run a command, and return its exit code and all that it printed."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    code = 0
    with redirect_stdout(out), redirect_stderr(out):
        try:
            command(*words, **options)
        except typer.Exit as ended:
            code = ended.exit_code
    return code, out.buffer.getvalue().decode()  # type: ignore[attr-defined]


# Configs

FULL = (ROOT / "configs" / "league.yaml").read_text(encoding="utf-8")
PLAIN = """\
name: spring-league
seed: 007
rules: {profile: settled, undercut_bonus: 20, big_gin_bonus: off}
format: round-robin
pairs: 20
dealing: mirrored
stock: per_seat
rank_by: games
entrants:
  - simple
  - {bot: greedy, name: g, options: {samples: 64, rate: 1.50, tags: [a, no, ~]}}
  - bot: mine.py:Mine
faults: {policy: forfeit_series, strikes: 3}
"""
SNIPPETS = (
    *(": ", "- ", "{", "}", "[", "]", "'", '"', "#", "&a", "*a", "!!int ", "!x ", "|\n", ">\n"),
    *("---\n", "...\n", "%YAML 1.2\n", "%TAG ! x\n", "<<: ", "\\", "entrants:", "simple"),
    *("\t", "\r\n", "\r", "\x00", "\x85", "\u2028", "\ufeff", "\ud800", "\U0001f0a1", "\u202e"),
    *("~", "null", "yes", "off", "007", "12:30", "2026-03-01", "1.50", "1e999", "-0", "0x1f"),
    *("9" * 23, ".nan", "-.inf", '"\\ud800"', '"\\ud83c\\udccf"', '"\\x00"', '"\\Uffffffff"'),
    *("? ", "\n", "\n  ", "a" * 300, "profile: ", "options: {a: {b: [", *OPTIONS),
)  # fmt: skip


@st.composite
def spoiled(draw: st.DrawFn, text: str, snippets: tuple[str, ...]) -> str:
    """A text with a few places cut out, doubled, or replaced."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from((0, 0, 1, 1, 2, 5, 20, 80))))
        new = draw(st.one_of(st.sampled_from(snippets), st.just(""), st.just(text[start:end] * 2)))
        text = text[:start] + new + text[end:]
    return text


def check_config(text: str | bytes) -> None:
    try:
        config = parse_config(text, "x.yaml", HERE)
    except ConfigError as error:
        for problem in error.problems:
            assert problem.line >= 1
            assert problem.column >= 1
            assert problem.message
            assert "\n" not in problem.message
        return
    again = parse_config(dump_config(config, HERE), "x.yaml", HERE)
    assert again == config


@bounded
@given(spoiled(PLAIN, SNIPPETS))
def test_a_spoiled_config_is_read_or_refused(text: str) -> None:
    check_config(text)


@few
@given(spoiled(FULL, SNIPPETS))
def test_a_spoiled_league_is_read_or_refused(text: str) -> None:
    check_config(text)


@bounded
@given(st.one_of(st.text(), st.binary()))
def test_any_text_and_any_bytes_are_refused_as_a_config(text: str | bytes) -> None:
    check_config(text)


@bounded
@given(st.binary(max_size=20), st.integers(0, len(PLAIN)))
def test_bytes_inside_a_config_are_read_or_refused(junk: bytes, at: int) -> None:
    data = PLAIN.encode()
    check_config(data[:at] + junk + data[at:])


scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8),
    st.sampled_from(("classic", "off", "simple", "007")),
)  # fmt: skip
yaml_values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = (
    *("name", "seed", "rules", "format", "pairs", "dealing", "stock", "rank_by", "entrants"),
    *("faults", "bot", "x"),
)


@bounded
@given(st.dictionaries(st.sampled_from(KEYS), yaml_values, max_size=4))
def test_values_of_any_type_are_read_or_refused(values: dict[str, Any]) -> None:
    """JSON is YAML: any value at any key."""
    check_config(json.dumps({"entrants": ["simple", "greedy"], **values}))


# Logs


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of some 40 lines: knocks, gin, faults, void rounds."""
    makers = {"ann": lambda: Wild(4), "1e5": lambda: Wild(4)}
    rules = small_rules("modern", target=20, max_rounds=6, defender_layout="bot")
    return write_log(tmp_path_factory.mktemp("log"), makers, rules=rules, seed="7")


json_values = st.one_of(
    yaml_values,
    st.sampled_from((0, -1, 1, 2, 3, 52, 2**63, 10**30, 10**4000)),
    st.sampled_from(("", "x", "p", "AC", "AC" * 52, True, None, [], {}, [[], []])),
    st.text(alphabet="pstkbxACKDHS0123456789T ", max_size=12),
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside a line."""
    if path:
        yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from places(item, (*path, at))


def container(line: Any, path: tuple[Any, ...]) -> Any:
    for key in path[:-1]:
        line = line[key]
    return line


INSERTS = ("", " ", "p", "x", "sKH", "tk7D", "AC", "\u202e", "\x1b[2J", "\u00e9", "x" * 99)


@st.composite
def other_value(draw: st.DrawFn, value: Any, lines: list[dict[str, Any]]) -> Any:
    """A value to put in the place of one: a little other, one of another place, or anything."""
    ways = ["elsewhere", "anything"]
    if type(value) is int:
        ways.append("beside")
    if type(value) is str:
        ways.append("inserted")
    match draw(st.sampled_from(ways)):
        case "beside":
            return value + draw(st.sampled_from((-1, 1, -2, 2, 3, 100)))
        case "inserted":
            at = draw(st.integers(0, len(value)))
            rest = value[at + draw(st.integers(0, 4)) :]
            return value[:at] + draw(st.sampled_from(INSERTS)) + rest
        case "elsewhere":
            line = draw(st.sampled_from(lines))
            path = draw(st.sampled_from(list(places(line))))
            return copy.deepcopy(container(line, path)[path[-1]])
    return copy.deepcopy(draw(json_values))


@st.composite
def forged(draw: st.DrawFn, lines: list[dict[str, Any]]) -> bytes:
    """The text of a log in which values are others or missing, or lines stand twice."""
    lines = copy.deepcopy(lines)
    for _ in range(draw(st.integers(1, 3))):
        line = draw(st.sampled_from(lines))
        path = draw(st.sampled_from(list(places(line))))
        inner = container(line, path)
        match draw(st.integers(0, 7)):
            case 0:
                inner.pop(path[-1])
            case 1:
                lines.insert(draw(st.integers(0, len(lines))), copy.deepcopy(line))
            case _:
                inner[path[-1]] = draw(other_value(inner[path[-1]], lines))
    texts = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines]
    return "".join(text + "\n" for text in texts).encode("utf-8", "surrogatepass")


def check_log(path: Path, data: bytes) -> None:
    """Read some bytes as a log in every way there is."""
    path.write_bytes(data)
    report = verify_log(path)
    assert str(report)
    assert "\n" not in str(report)
    for command, words, codes in (
        (logs.verify, ([path],), (0, 1)),
        (logs.standings, ([path],), (0, 2)),
        (logs.replay, (str(path),), (0, 2)),
        (logs.replay, (str(path), "1.0"), (0, 2)),
    ):
        code, text = told(command, *words)
        assert code in codes, text
        assert "\x1b" not in text


@bounded
@given(data=st.data())
def test_a_log_with_other_values_is_read_or_refused(small: Path, data: st.DataObject) -> None:
    lines = [json.loads(line) for line in small.read_bytes().splitlines()]
    check_log(small.with_name("forged.jsonl"), data.draw(forged(lines)))


@bounded
@given(data=st.data())
def test_a_log_with_other_bytes_is_read_or_refused(small: Path, data: st.DataObject) -> None:
    text = small.read_bytes()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        end = at + data.draw(st.sampled_from((0, 1, 1, 2, 10, 400)))
        new = data.draw(
            st.one_of(
                st.binary(max_size=6),
                st.sampled_from((b"\n", b"", b"{", b"[" * 2000, b"null", text[:80])),
            )
        )
        text = text[:at] + new + text[end:]
    check_log(small.with_name("spoiled.jsonl"), text)


@few
@given(st.binary(max_size=200))
def test_any_bytes_are_refused_as_a_log(small: Path, data: bytes) -> None:
    check_log(small.with_name("bytes.jsonl"), data)


# Cards

CARDS = (
    *("AC", "2C", "3C", "4c", "th", "10D", "10", "1", "KD", "kd", "QS", "XX", "\u2660", "A\u2660"),
    *("|", "+", "/", " ", ",", "-", "\t", "\u00a0", "\u0661\u0660D", "\udcff"),
)  # fmt: skip
card_text = st.one_of(
    st.lists(st.sampled_from(CARDS), max_size=14).map("".join),
    st.lists(st.sampled_from(CARDS), max_size=14).map(" ".join),
    st.text(max_size=30),
)


@st.composite
def hands(draw: st.DrawFn) -> str:
    """From 9 to 12 cards, all different."""
    size = draw(st.integers(9, 12))
    return " ".join(draw(st.permutations(NAMES))[:size])


WON = (
    *("void", "Ann:22", "Ben:18:gin", "Ben:0", "Ann:99999:undercut", "x:1:big_gin", ":5", "Ann:"),
    *("Ann:-1", "a:b:3", "Ann:1.5", "Ann:\u0663", "\u00e9:1e3"),
)
sheet_words = st.lists(st.sampled_from(WON) | st.text(max_size=8), max_size=12).map(" ".join)
answers = st.one_of(card_text, hands(), json_values)
FIELDS = (
    *("hand", "rules", "overrides", "knocker_melds", "knocker_deadwood", "defender_hand", "upcard"),
    *("big", "players", "hands", "x"),
)
fields = st.dictionaries(
    st.sampled_from(FIELDS),
    st.one_of(
        answers,
        st.lists(answers, max_size=4),
        st.booleans(),
        st.sampled_from(("classic", "settled", "oklahoma-hollywood", "nope", 3)),
        st.dictionaries(st.sampled_from((*OPTIONS, "x")), json_values, max_size=3),
    ),
    max_size=5,
)
LINES = (
    *(b"{", b"[" * 3000, b'{"hand":' + b"9" * 5000 + b"}", b'"\\ud800"', b"\xef\xbb\xbfAC"),
    *(b"null", b"1e999", b'{"overrides":{"target":[' + b"9" * 4299 + b"]}}"),
)  # fmt: skip


def check_answer(question: Any) -> None:
    """Ask all three calculators, as words and as a line of stdin."""
    for answer, draw in (
        (answer_hand, lambda found: draw_hand(found, suits=True)),
        (answer_showdown, draw_showdown),
        (answer_sheet, draw_sheet),
    ):
        try:
            found = answer(question)
        except InputError:
            continue
        assert isinstance(draw(found), str)
        assert json.loads(calculate.encode(found))


@bounded
@given(st.one_of(card_text, hands(), sheet_words, st.text()))
def test_any_text_is_answered_or_refused(text: str) -> None:
    check_answer(text)


@bounded
@given(fields)
def test_any_object_is_answered_or_refused(question: dict[str, Any]) -> None:
    check_answer(question)


lines = st.one_of(
    st.binary(max_size=20),
    fields.map(lambda found: json.dumps(found).encode("utf-8", "replace")),
    st.sampled_from(LINES),
)


@bounded
@given(st.lists(lines, max_size=6))
def test_any_lines_of_stdin_are_answered_or_refused(lines: list[bytes]) -> None:
    for line in lines:
        for part in calculate.lines_of(io.BytesIO(line)):
            try:
                question = calculate.parse_line(part)
            except InputError:
                continue
            check_answer(question)
