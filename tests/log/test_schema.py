"""The log's schema and its page, docs/log.md, say what the program writes."""

import copy
import json
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any, get_args

import jsonschema
import msgspec
import pytest
from msgspec import UnsetType

from arena import record
from arena.dealer import Dealer
from arena.gin.cards import format_cards, parse_cards
from arena.gin.deal import Deal
from arena.gin.notation import answers_of, parse_moves
from arena.gin.result import points
from arena.gin.round import Round
from arena.gin.rules import OPTIONS, Option, Rules
from arena.gin.sheet import Entry, empty_sheet
from arena.log.folder import chosen_folder
from arena.log.verify import verify_log
from arena.profiles import profile_names
from arena.table.scribe import round_line
from arena.tournament.config import load_config, parse_config
from arena.tournament.lineup import seat_entrants
from arena.tournament.run import run_tournament

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "log.md").read_text(encoding="utf-8")
SCHEMA = json.loads((resources.files("arena.log") / "log.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
LINES = {
    found.__struct_config__.tag: found
    for found in vars(record).values()
    if isinstance(found, type) and issubclass(found, record.Line) and found is not record.Line
}
PARTS = {
    "entrant": record.EntrantRecord,
    "faults": record.FaultPolicy,
    "fault": record.FaultRecord,
}
ALWAYS_WRITTEN = {"digest"}
"""Fields without a value in the record, which the writer fills in."""

BOTS = """
from arena.bot import Bot, Draw


class Absent(Bot):
    def start_series(self, info):
        raise OSError("told nobody")


class Offers(Bot):
    def offer(self, view):
        raise ValueError("told nobody")


class Draws(Bot):
    def draw(self, view):
        return "stock"


class Plays(Bot):
    def play(self, view):
        return None


class LaysOff(Bot):
    def lay_off(self, view):
        raise SystemExit("told nobody")


class Sitter(Bot):
    def play(self, view):
        return view.legal_actions()[0]


class Taker(Sitter):
    def draw(self, view):
        return Draw.PILE
"""

FAULTY = r"""
seed: "ط 12:30"
name: "春 | <1e5> 🂡"
rules: {profile: modern, defender_layout: bot, first_dealer: seat1, spade_double: yes}
pairs: 1
dealing: independent
faults: {policy: POLICY, strikes: 2}
entrants:
  - {bot: bots.py:Offers, name: 1e5}
  - {bot: bots.py:Draws, name: "a|b"}
  - {bot: bots.py:Plays, name: <b>}
  - {bot: bots.py:LaysOff, name: مرحبا}
  - {bot: bots.py:Absent, name: 🃏}
  - {bot: greedy, name: 'x\y'}
"""

RUNS: dict[str, str] = {
    **{
        f"profile {name}": f"rules: {name}\nseed: {name}\npairs: 1\nentrants: [simple, greedy]"
        for name in profile_names()
    },
    "faults cost series": FAULTY.replace("POLICY", "forfeit_series"),
    "faults cost rounds": FAULTY.replace("POLICY", "forfeit_round"),
    "nobody starts": """
        rules: classic
        seed: 0
        pairs: 1
        entrants: [bots.py:Absent, {bot: bots.py:Absent, name: '"'}]""",
    "nobody knocks": """
        rules: {profile: gra, stock_end: on_draw, max_rounds: 2}
        seed: 0
        pairs: 1
        entrants: [bots.py:Sitter, {bot: bots.py:Sitter, name: other}]""",
    "everybody takes": """
        rules: {profile: classic, max_discard_takes: 3, max_rounds: 2, columns: 1}
        seed: 0
        pairs: 1
        stock: shared
        entrants: [bots.py:Taker, {bot: bots.py:Sitter, name: other}]""",
    "last discards": """
        rules: {profile: gra, max_rounds: 3}
        seed: 1
        pairs: 2
        entrants: [bots.py:Sitter, greedy]""",
    "big gin and void gin": """
        rules: {profile: settled, knock_limit: 0, big_gin_bonus: 31, layoff_on_gin: yes,
                void_gin: yes, ace_mode: corner, columns: 1}
        seed: s
        pairs: 12
        entrants: [greedy, {bot: greedy, name: other}]""",
    "ties": """
        rules: {profile: openspiel, columns: 1}
        seed: s
        pairs: 5
        format: gauntlet
        entrants: [greedy, simple]""",
}

Doc = dict[str, Any]


def play(folder: Path, text: str, part: str | None = None) -> Path:
    """Play a config into a folder of its own; return the log."""
    (folder / "bots.py").write_text(BOTS, encoding="utf-8")
    config = parse_config(text, "test.yaml", folder)
    out = chosen_folder(folder / "out", force=False)
    return run_tournament(config, seat_entrants(config), out, part=part).log


def no_floats(text: str) -> Any:
    raise AssertionError(f"the log has the float {text}")


def lines_of(log: Path) -> list[Doc]:
    return [json.loads(line, parse_float=no_floats) for line in log.read_bytes().splitlines()]


def why(line: Doc) -> str:
    """Return what the schema has against a line, by its kind, or nothing."""
    if VALIDATOR.is_valid(line):
        return ""
    kind = SCHEMA["$defs"].get(line.get("kind"))
    errors = VALIDATOR.evolve(schema={**SCHEMA, **(kind or {})}).iter_errors(line)
    return "; ".join(f"{error.json_path}: {error.message}" for error in errors) or "no such kind"


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A log for each of the runs above, one of a single series, and one of a shard."""
    played = {name: play(tmp_path_factory.mktemp("log"), text) for name, text in RUNS.items()}
    played["shard"] = play(tmp_path_factory.mktemp("log"), RUNS["ties"], "shard 2/3")
    played["only"] = play(tmp_path_factory.mktemp("log"), RUNS["ties"].replace("5", "4"), "only 3")
    return played


@pytest.fixture(scope="module")
def lines(logs: dict[str, Path]) -> dict[str, list[Doc]]:
    return {name: lines_of(log) for name, log in logs.items()}


# What is written is what the schema says.


def test_the_schema_is_a_schema() -> None:
    VALIDATOR.check_schema(SCHEMA)


def test_every_line_of_every_log_fits(lines: dict[str, list[Doc]]) -> None:
    odd = [(name, line, why(line)) for name, log in lines.items() for line in log if why(line)]
    assert not odd, odd[:3]


@pytest.mark.parametrize("name", [*RUNS, "only"])
def test_the_log_is_sound(name: str, logs: dict[str, Path]) -> None:
    report = verify_log(logs[name])
    assert report.is_sound, str(report)


def test_the_logs_show_everything_that_this_version_can_write(lines: dict[str, list[Doc]]) -> None:
    everything = [line for log in lines.values() for line in log]
    rounds = [line for line in everything if line["kind"] == "round"]
    faults = [line["fault"] for line in rounds if "fault" in line]
    assert {line["finish"] for line in rounds} == set(get_args(record.FinishText))
    assert {fault["question"] for fault in faults} == set(get_args(record.FaultQuestion))
    assert {fault["kind"] for fault in faults} == {"exception", "illegal", "no_start"}
    ends = {line["termination"] for line in everything if line["kind"] == "result"}
    assert ends == set(get_args(record.Termination))
    tokens = {
        re.sub("[A-Z2-9]{2}", "", token) for line in rounds for token in line["moves"].split()
    }
    assert tokens == {"p", "s", "t", "sk", "tk", "sb", "tb", "x", "sx"} | ({"tx"} & tokens)
    assert [lines[name][0]["part"] for name in ("only", "shard")] == ["only 3", "shard 2/3"]


# What the schema says is what the records and the rules say.


@pytest.mark.parametrize("name", [*LINES, *PARTS])
def test_the_schema_has_the_fields_of_the_records_in_order(name: str) -> None:
    struct, said = {**LINES, **PARTS}[name], SCHEMA["$defs"][name]
    tag = ["kind"] if name in LINES else []
    fields = msgspec.structs.fields(struct)
    optional = {field.name for field in fields if UnsetType in get_args(field.type)}
    assert list(said["properties"]) == [*tag, *struct.__struct_fields__]
    needed = [field for field in struct.__struct_fields__ if field not in optional - ALWAYS_WRITTEN]
    assert said["required"] == [*tag, *needed]


def test_every_object_of_the_schema_is_closed() -> None:
    for name, said in SCHEMA["$defs"].items():
        if "properties" in said:
            assert said["additionalProperties"] is False, name


def test_the_words_of_the_schema_are_those_of_the_records() -> None:
    defs = SCHEMA["$defs"]
    for words, said in [
        (record.FinishText, defs["round"]["properties"]["finish"]),
        (record.Termination, defs["result"]["properties"]["termination"]),
        (record.FaultKind, defs["fault"]["properties"]["kind"]),
        (record.FaultQuestion, defs["fault"]["properties"]["question"]),
    ]:
        assert said == {"enum": list(get_args(words))}
    for struct, field in [
        (record.TournamentLine, "format"),
        (record.TournamentLine, "dealing"),
        (record.TournamentLine, "stock"),
        (record.FaultPolicy, "policy"),
    ]:
        name = "tournament" if struct is record.TournamentLine else "faults"
        hints = {found.name: found.type for found in msgspec.structs.fields(struct)}
        assert defs[name]["properties"][field] == {"enum": list(get_args(hints[field]))}
    assert defs["tournament"]["properties"]["schema"] == {"const": record.SCHEMA}


def schema_of(option: Option) -> Doc:
    """Return what a value of an option may be in a log."""
    if option.words:
        kind = "integer" if isinstance(option.words[0], int) else "string"
        return {"type": kind, "enum": list(option.words)}
    if option.span:
        lowest, highest = option.span
        kind_or_off = ["integer", "null"] if option.can_be_off else "integer"
        return {"type": kind_or_off, "minimum": lowest, "maximum": highest}
    return {"const": False} if option.not_offered else {"type": "boolean"}


def test_the_schema_has_every_option_with_its_values() -> None:
    said = SCHEMA["$defs"]["rules"]["properties"]
    wanted = {name: schema_of(option) for name, option in OPTIONS.items()}
    assert said == {"profile": {"enum": list(profile_names())}, **wanted}
    assert list(said) == SCHEMA["$defs"]["rules"]["required"] == ["profile", *OPTIONS]


# What is wrong is refused.

PLANTED: dict[str, tuple[str, Callable[[Doc], object]]] = {
    "another kind": ("end", lambda line: line.update(kind="finish")),
    "no kind": ("end", lambda line: line.pop("kind")),
    "the kind of another line": ("end", lambda line: line.update(kind="result")),
    "another schema": ("tournament", lambda line: line.update(schema="arena.log/2")),
    "another contract": ("tournament", lambda line: line.update(deal="deal/2")),
    "a seed as a number": ("tournament", lambda line: line.update(seed=17)),
    "an empty seed": ("tournament", lambda line: line.update(seed="")),
    "a name with a line feed": ("tournament", lambda line: line.update(name="a\n")),
    "a name that ends with a blank": ("tournament", lambda line: line.update(name="a ")),
    "a long name": ("tournament", lambda line: line.update(name="a" * 65)),
    "no pairs": ("tournament", lambda line: line.update(pairs=0)),
    "an unknown format": ("tournament", lambda line: line.update(format="swiss")),
    "one entrant": ("tournament", lambda line: line["entrants"].pop()),
    "a clock": ("tournament", lambda line: line.update(started="2026-03-01")),
    "a foreign part": ("tournament", lambda line: line.update(part="only 01")),
    "a shard before the first": ("tournament", lambda line: line.update(part="shard 0/8")),
    "a shard of none": ("tournament", lambda line: line.update(part="shard 2")),
    "an unknown profile": ("tournament", lambda line: line["rules"].update(profile="mine")),
    "a missing option": ("tournament", lambda line: line["rules"].pop("columns")),
    "an unknown option": ("tournament", lambda line: line["rules"].update(jokers=2)),
    "two columns": ("tournament", lambda line: line["rules"].update(columns=2)),
    "a word for no": ("tournament", lambda line: line["rules"].update(spade_double="no")),
    "true for one": ("tournament", lambda line: line["rules"].update(ace_value=True)),
    "a limit over 98": ("tournament", lambda line: line["rules"].update(knock_limit=99)),
    "an endless series": ("tournament", lambda line: line["rules"].update(rolling_games=True)),
    "no strikes": ("tournament", lambda line: line["faults"].update(strikes=0)),
    "an option as a float": (
        "tournament",
        lambda line: line["entrants"][0]["options"].update(deep=[{"rate": 0.5}]),
    ),
    "an upper case digest": (
        "tournament",
        lambda line: line["entrants"][0].update(digest="A" * 64),
    ),
    "a third leg": ("series", lambda line: line.update(leg=2)),
    "one seat": ("series", lambda line: line["seats"].pop()),
    "a negative series": ("series", lambda line: line.update(series=-1)),
    "a short deck": ("round", lambda line: line.update(deck=line["deck"][:-2])),
    "a deck with a ten": ("round", lambda line: line.update(deck="10" + line["deck"][2:])),
    "a deck and a line feed": ("round", lambda line: line.update(deck=line["deck"] + "\n")),
    "two blanks between moves": (
        "round",
        lambda line: line.update(moves=line["moves"].replace(" ", "  ", 1)),
    ),
    "no moves": ("round", lambda line: line.update(moves="")),
    "a move after a knock": ("round", lambda line: line.update(moves=line["moves"] + " sKH")),
    "a move in lower case": ("round", lambda line: line.update(moves="skh")),
    "an unknown finish": ("round", lambda line: line.update(finish="timeout")),
    "a knock without a knocker": ("round", lambda line: line.update(knocker=None)),
    "a knock without a spread": ("round", lambda line: line.update(spread=None)),
    "a knock without counts": ("round", lambda line: line.update(deadwood=None)),
    "a meld of two": ("round", lambda line: line["spread"].append("2H3H")),
    "a void round that scores": ("round", lambda line: line.update(finish="tie")),
    "a knock that nobody wins": ("round", lambda line: line.update(winner=None)),
    "negative points": ("round", lambda line: line.update(points=-1)),
    "half a point": ("round", lambda line: line.update(points=0.5)),
    "two columns in a sheet": ("round", lambda line: [row.pop() for row in line["sheet"]]),
    "a forfeit without a fault": (
        "round",
        lambda line: line.update(finish="forfeit", melds=None, laid_off=None, deadwood=None),
    ),
    "a fault in a round that was played": (
        "round",
        lambda line: line.update(fault={"seat": 0, "question": "play", "kind": "illegal"}),
    ),
    "a third seat at fault": ("forfeit", lambda line: line["fault"].update(seat=2)),
    "an unknown fault": ("forfeit", lambda line: line["fault"].update(kind="error")),
    "a traceback": ("forfeit", lambda line: line["fault"].update(detail="Traceback")),
    "a start that is no no_start": ("forfeit", lambda line: line["fault"].update(question="start")),
    "no digest": ("result", lambda line: line.pop("digest")),
    "a short digest": ("result", lambda line: line.update(digest=line["digest"][1:])),
    "an unknown termination": ("result", lambda line: line.update(termination="timeout")),
    "a finished series without a winner": ("result", lambda line: line.update(winner=None)),
    "four games": ("result", lambda line: line.update(games=[4, 0])),
    "a winner's name for a column": ("result", lambda line: line.update(columns=["simple"] * 3)),
    "rounds as a text": ("end", lambda line: line.update(rounds="12")),
    "a field too many": ("end", lambda line: line.update(faults=0)),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_error_is_refused(name: str, lines: dict[str, list[Doc]]) -> None:
    kind, plant = PLANTED[name]
    if kind == "forfeit":
        log = lines["faults cost rounds"]
        found = next(line for line in log if line.get("fault", {}).get("question") == "play")
    else:
        log = lines["profile classic"]
        found = next(line for line in log if line["kind"] == kind)
    line = copy.deepcopy(found)
    assert not why(line)
    plant(line)
    assert json.dumps(line) != json.dumps(found)
    assert why(line)


# The page.


def block(start: str) -> str:
    """Return the code block of the page that starts with some text."""
    return next(
        found
        for found in re.findall(r"^```\w*\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
        if found.startswith(start)
    )


def examples() -> dict[str, str]:
    """Return the lines of a log that the page shows, by their kind."""
    texts = re.findall(r"^```json\n(.*)\n```", PAGE, re.MULTILINE)
    return {json.loads(text)["kind"]: text for text in texts}


def run_block(folder: Path, start: str, *words: str, stdin: bytes = b"") -> str:
    """Run a program of the page and return what it prints; it must succeed."""
    file = folder / "program.py"
    file.write_text(block(start), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-X", "utf8", file, *words], input=stdin, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def test_no_record_is_forgotten() -> None:
    others = {record.Line, record.SeriesRecord}
    found = {struct for struct in vars(record).values() if isinstance(struct, type)}
    structs = {struct for struct in found if issubclass(struct, msgspec.Struct)}
    assert structs - others == {*LINES.values(), *PARTS.values()}


def test_the_page_has_a_table_for_each_record_with_its_fields_in_order() -> None:
    tables = [
        re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE)
        for part in re.findall(r"^\| field \|.*\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    ]
    wanted = [["kind", *struct.__struct_fields__] for struct in LINES.values()]
    wanted += [list(struct.__struct_fields__) for struct in PARTS.values()]
    assert sorted(tables) == sorted(wanted)


def test_the_page_names_every_word() -> None:
    for words in (record.FinishText, record.Termination, record.FaultKind):
        for word in get_args(words):
            assert f"\n| `{word}` |" in PAGE, word
    for word in get_args(record.FaultQuestion):
        assert f"`{word}`" in PAGE


def test_the_digests_program_finds_right_digests_right(
    logs: dict[str, Path], tmp_path: Path
) -> None:
    program = [line for line in block("# digests.py").splitlines() if line]
    assert len(program) <= 14
    for name in ("faults cost series", "nobody starts", "only"):
        run_block(tmp_path, "# digests.py", stdin=logs[name].read_bytes())


def test_the_digests_program_finds_a_wrong_byte(logs: dict[str, Path], tmp_path: Path) -> None:
    log = logs["only"].read_bytes().replace(b'"arena":"', b'"arena":"9', 1)
    with pytest.raises(AssertionError, match="wrong digest"):
        run_block(tmp_path, "# digests.py", stdin=log)


def vectors() -> list[list[str]]:
    rows = re.findall(r"^\| (\S+), (\d+), (\d+) \| ((?:\w\w ?){52}) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 4
    return [list(row) for row in rows]


@pytest.mark.parametrize(("seed", "deal_index", "number", "deck"), vectors())
def test_the_deck_program_prints_the_decks_of_the_table(
    seed: str, deal_index: str, number: str, deck: str, tmp_path: Path
) -> None:
    assert run_block(tmp_path, "# deck.py", seed, deal_index, number).strip() == deck
    assert format_cards(Dealer(seed).deck(int(deal_index), int(number)), " ") == deck


def test_the_first_dealers_of_the_page() -> None:
    rows = re.findall(r"`([01]{12})` for the seed (\d+)", PAGE)
    assert len(rows) == 2
    for dealers, seed in rows:
        assert dealers == "".join(str(Dealer(seed).first_dealer(index)) for index in range(12))


def test_the_lines_of_the_page_fit_the_schema() -> None:
    assert {kind: why(json.loads(text)) for kind, text in examples().items()} == {
        "series": "",
        "round": "",
        "result": "",
    }


def test_the_round_of_the_page_is_what_its_deck_and_moves_make() -> None:
    text = examples()["round"]
    said = json.loads(text)
    deck = bytes(parse_cards(said["deck"]))
    round_ = Round(Deal(said["dealer"], deck, "per_seat"), Rules())
    for at, turn in enumerate(parse_moves(said["moves"])):
        for answer in answers_of(turn, is_offer=at < 2):
            round_.apply(answer)
    worth = points(round_.result(), Rules())
    sheet = empty_sheet(Rules()).enter(Entry(said["winner"], worth), Rules())
    line = round_line((0, 0), round_, deck, worth, sheet, None)
    assert record.encode_line(line).decode() == text


def test_the_round_of_the_page_is_the_first_of_the_quickstart(tmp_path: Path) -> None:
    config = load_config(ROOT / "arena" / "quickstart.yaml")
    out = chosen_folder(tmp_path / "out", force=False)
    log = run_tournament(config, seat_entrants(config), out, part="only 0").log
    written = log.read_text(encoding="utf-8").splitlines()
    said = examples()
    assert said["series"] == written[1]
    assert said["round"] == written[2]
    assert said["result"].partition(',"digest"')[0] == written[-2].partition(',"digest"')[0]
