"""YAML as plain values: what a scalar is, what is refused, and where things stand."""

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.tournament.yaml_text import FloatText, YamlError, plain_value, read_yaml


def problems_of(text):
    """All problems of a text, whether reading went on after them or not."""
    try:
        found = read_yaml(text).problems
    except YamlError as error:
        found = error.problems
    return [tuple(problem) for problem in found]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("-0", 0),
        ("12", 12),
        ("-7", -7),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
        ("010", "010"),
        ("0x10", "0x10"),
        ("0o7", "0o7"),
        ("+1", "+1"),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("2026-03-01", "2026-03-01"),
        ("٣", "٣"),  # a digit, but none of ours
        ("1.50", 1.5),
        ("-0.25", -0.25),
        ("1e5", 100_000.0),
        ("1E-2", 0.01),
        (".5", 0.5),
        ("5.", 5.0),
        ("01.5", "01.5"),
        (".", "."),
        (".e5", ".e5"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("nan", "nan"),
        ("true", True),
        ("Yes", True),
        ("ON", True),
        ("false", False),
        ("nO", False),
        ("off", False),
        ("y", "y"),
        ("n", "n"),
        ("", None),
        ("~", None),
        ("Null", None),
        ("none", "none"),
        ("=", "="),
    ],
)
def test_plain_scalar_is_only_what_json_or_a_word_says(text, value):
    read = read_yaml(f"a: {text}").value["a"]
    assert read == value
    assert isinstance(read, type(value))
    assert plain_value(text) == value


@pytest.mark.parametrize("text", ["12", "1.5", "no", "~", "2026-03-01", ""])
def test_quoted_scalar_is_text(text):
    for quoted in (f"'{text}'", f'"{text}"', f"!!str {text}"):
        assert read_yaml(f"a: {quoted}").value == {"a": text}


def test_block_scalar_is_text():
    assert read_yaml("a: |\n  12\nb: >-\n  1\n  2\n").value == {"a": "12\n", "b": "1 2"}


@pytest.mark.parametrize(
    ("text", "value"),
    [("!!int 5", 5), ("!!float 1.5", 1.5), ("!!bool no", False), ("!!null ~", None)],
)
def test_standard_tag_agrees_with_its_value(text, value):
    document = read_yaml(f"a: {text}\nb: !!seq [1]\nc: !!map {{d: 1}}")
    assert document.problems == []
    assert document.value == {"a": value, "b": [1], "c": {"d": 1}}


@pytest.mark.parametrize("text", ["1.50", "1e5", "-0.10", "0.1000000000000000055"])
def test_float_keeps_its_own_text(text):
    value = read_yaml(f"[{text}]").value[0]
    assert isinstance(value, FloatText)
    assert value == float(text)
    assert value.text == text
    assert repr(value) == text


def test_float_text_survives_pickle_and_copy():
    value = FloatText("1.50")
    for twin in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
        assert (twin, twin.text, type(twin)) == (1.5, "1.50", FloatText)


@pytest.mark.parametrize(
    "text", ["007", "12:30", "2026-03-01", "1.50", "no", "~", "null", "1e5", "0x10", "!!int 5"]
)
def test_scalar_at_a_text_path_is_its_own_text(text):
    document = read_yaml(f"seed: {text}\nn: 5", lambda path: path == ("seed",))
    assert document.value == {"seed": text.removeprefix("!!int "), "n": 5}
    assert document.problems == []


def test_empty_scalar_at_a_text_path_needs_a_value():
    document = read_yaml("seed:\nlist:\n  -\n", lambda path: True)
    assert document.problems == [(1, 6, "seed: needs a value"), (3, 4, "list: needs a value")]


def test_position_is_where_the_value_or_the_key_begins():
    document = read_yaml("# first\na: 1\nb:\n  - x\n  - {c: 'é', d: [1,  2]}\n")
    places = {
        (): (2, 1),
        ("a",): (2, 4),
        ("b",): (4, 3),
        ("b", 0): (4, 5),
        ("b", 1): (5, 5),
        ("b", 1, "c"): (5, 9),
        ("b", 1, "d", 1): (5, 22),
        ("b", 1, "missing"): (5, 5),
        ("missing", 3): (2, 1),
    }
    assert {path: document.position(path) for path in places} == places
    assert document.key_position(("b",)) == (3, 1)
    assert document.key_position(("b", 1, "d")) == (5, 14)
    assert document.key_position(("b", 0)) == (4, 5)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "---\n"])
def test_empty_text_is_no_value_at_the_start(text):
    document = read_yaml(text)
    assert document.value is None
    assert document.problems == []
    assert read_yaml("").position(()) == (1, 1)


def test_blank_differs_from_null():
    document = read_yaml("a:\nb: ~\nc: ''\n")
    assert [document.is_blank((key,)) for key in "abc"] == [True, False, False]


@pytest.mark.parametrize("text", ["a: 1\r\nb: [1,\r\n 2]\r\n", "\ufeffa: 1\nb: [1,\n 2]\n"])
def test_windows_line_ends_and_byte_order_mark_change_nothing(text):
    for form in (text, text.encode()):
        document = read_yaml(form)
        assert document.value == {"a": 1, "b": [1, 2]}
        assert document.position(("b", 1)) == (3, 2)
        assert document.key_position(("a",)) == (1, 1)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a: 1\nb: 2\na: 3", 3, 1, "the key 'a' is here twice, first on line 1"),
        ("x: {a: 1, 'a': 2}", 1, 11, "the key 'a' is here twice"),
        ("a: 1\n5: 2", 2, 1, "a key is text, but '5' is not"),
        ("no: 2", 1, 1, "a key is text, but 'no' is not"),
        ("x: {? : 2}", 1, 6, "a key is text, but '' is not"),
        ("? [a]\n: 2", 1, 3, "a key is text, not a list or a mapping"),
        ("1e999: 2", 1, 1, "too large for a number"),
        ("<<: {a: 1}", 1, 1, "<< would merge mappings"),
        (f"{'k' * 129}: 1", 1, 1, "a key of 129 characters; at most 128"),
        ("a: &x 1\nb: 2", 1, 4, "'&x' is an anchor, and a config has none"),
        ("a: 1\nb: *x", 2, 4, "'*x' is an alias, and a config has none"),
        ("*x : 1", 1, 1, "'*x' is an alias"),
        ("a: !!python/object:os.system ls", 1, 4, "the tag '!!python/object:os.system' is not"),
        ("a: !mine 1", 1, 4, "the tag '!mine' is not allowed"),
        ("a: ! 1", 1, 4, "the tag '!' is not allowed"),
        ("a: !!timestamp 2026-03-01", 1, 4, "the tag '!!timestamp' is not allowed"),
        ("a: !!set {x, y}", 1, 4, "the tag '!!set' is not allowed"),
        ("a: !!map x", 1, 4, "the tag '!!map' is not allowed"),
        ("a: !!str [x]", 1, 4, "the tag '!!str' is not allowed"),
        ("a: !!int 010", 1, 4, "'010' is not of the type its tag says"),
        ("a: !!int yes", 1, 4, "'yes' is not of the type its tag says"),
        ("a: 9223372036854775808", 1, 4, "does not fit 64 bits"),
        ("a: -1e999", 1, 4, "-1e999 is too large for a number"),
        ('a: "\\ud800"', 1, 4, "half a surrogate pair"),
        ('"\\ud800": 1', 1, 1, "half a surrogate pair"),
        ('a: "\\U00110000"', 1, 7, "impossible number"),
        ('a: "\\UFFFFFFFF"', 1, 7, "impossible number"),
        ("a: 1\n---\nb: 2", 2, 1, "a second document begins here"),
        ("a: b: c", 1, 5, "not YAML: mapping values are not allowed here"),
        ("a: [1, 2", 1, 9, "not YAML: while parsing a flow sequence"),
        ("a:\n\t- 1", 2, 1, "not YAML: while scanning for the next token"),
        ("%YAML 2.0\n---\na: 1", 1, 1, "not YAML: found incompatible YAML document"),
        ("a: 1\nb: \x00", 2, 4, "the character U+0000 is not allowed"),
        ("a: é\x1b", 1, 5, "the character U+001B is not allowed"),
        ("a: x\u2028y", 1, 5, "the character U+2028 is not allowed"),
        ("a: x\x85y", 1, 5, "the character U+0085 is not allowed"),
        ("a: \ud800", 1, 4, "the character U+D800 is not allowed"),
        (b"a: 1\nb: \xc3\xa9\xff", 2, 5, "not UTF-8 text: byte 0xFF"),
        ("a: é".encode("utf-16"), 1, 1, "not UTF-8 text: byte 0xFF"),
    ],
)
def test_refusal_names_its_place(text, line, column, message):
    [(at_line, at_column, says)] = problems_of(text)
    assert (at_line, at_column) == (line, column)
    assert message in says


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        pytest.param("a: " + "x" * 1_000_000, 1, 1, "larger than 1 MB", id="text"),
        pytest.param(b"a: " + b"x" * 1_000_000, 1, 1, "larger than 1 MB", id="bytes"),
        pytest.param("[" * 33 + "]" * 33, 1, 33, "nested more than 32 deep", id="just-too-deep"),
        pytest.param("[" * 500_000, 1, 33, "nested more than 32 deep", id="brackets"),
        pytest.param("- " * 5000, 1, 65, "nested more than 32 deep", id="dashes"),
        pytest.param("a: " + "9" * 5000, 1, 4, "9999... does not fit 64 bits", id="digits"),
    ],
)
def test_size_is_refused_with_its_place(text, line, column, message):
    test_refusal_names_its_place(text, line, column, message)


def test_reading_goes_on_after_a_value_that_is_refused():
    text = "a: 1\na: 2\nb: &x 3\nc: !x 4\nd: 1e999\n5: 6\ne: 7\nf: *x\n"
    assert [line for line, _, _ in problems_of(text)] == [3, 4, 8, 2, 5, 6]
    assert read_yaml(text).value == {"a": 1, "b": 3, "c": "4", "d": None, "e": 7, "f": "*x"}


def test_nesting_up_to_the_limit_is_read():
    value = read_yaml("[" * 32 + "]" * 32).value
    for _ in range(31):
        [value] = value
    assert value == []


def test_text_of_the_largest_size_is_read():
    assert read_yaml("#" * 999_995 + "\na: 1").value == {"a": 1}


@settings(max_examples=150, deadline=None)
@given(st.text() | st.text(alphabet="ab01:-?[]{},&*!|>'\"%# \n\t\\~<x.\ud800\x85") | st.binary())
def test_any_text_is_read_or_refused_with_a_place(text):
    for line, column, message in problems_of(text):
        assert line >= 1
        assert column >= 1
        assert message
        assert "\n" not in message
