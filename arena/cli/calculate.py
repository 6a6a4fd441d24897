"""`arena hand`, `arena showdown`, `arena sheet`: calculators, for words or for lines of stdin."""

import sys
from collections.abc import Callable, Iterator
from typing import Annotated, BinaryIO

import msgspec
import typer

from arena.calculator.drawing import draw_hand, draw_sheet, draw_showdown
from arena.calculator.hand import answer_hand
from arena.calculator.reading import InputError
from arena.calculator.sheet import answer_sheet
from arena.calculator.showdown import answer_showdown
from arena.cli.errors import Exit, checked, guarded, tell
from arena.cli.output import AnswerFormat, can_show_suits, emit, show
from arena.names import check_characters
from arena.profiles import load_profile

LONGEST_LINE = 100_000

Answer = dict[str, object]
Question = dict[str, object] | str
Rules = Annotated[
    str, typer.Option(metavar="PROFILE", envvar="ARENA_RULES", help="A profile of `arena rules`.")
]
Form = Annotated[AnswerFormat, typer.Option("--format", help="For people, or a JSON line each.")]
Ascii = Annotated[bool, typer.Option("--ascii", help="Draw suits as letters.")]
STDIN = "Without words, or with -: a text or a JSON object a line on stdin, a JSON line each out."


@guarded
def hand(
    cards: Annotated[list[str] | None, typer.Argument(metavar="CARDS", help=STDIN)] = None,
    rules: Rules = "classic",
    form: Form = AnswerFormat.TEXT,
    ascii_only: Ascii = False,
) -> None:
    """Deadwood, best melds and discards of ten or eleven cards.

    arena hand "7C 7D 7H 8H 9H KC QD JC 2S 3D"

    arena hand < hands.txt
    """
    checked(load_profile, rules, "--rules", "ARENA_RULES")
    questions: list[Question] = list(hands_of(cards or []))
    answer_all(
        questions,
        lambda question: answer_hand(question, rules),
        lambda answer: draw_hand(answer, suits=can_show_suits() and not ascii_only),
        form,
    )


@guarded
def showdown(
    texts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="KNOCKER DEFENDER", help="MELD|MELD+LOOSE, then ten cards. " + STDIN
        ),
    ] = None,
    rules: Rules = "classic",
    upcard: Annotated[
        str | None, typer.Option(metavar="CARD", help="Needed where rules look at it (O1, S7).")
    ] = None,
    big: Annotated[bool, typer.Option("--big", help="Eleven cards, shown as big gin.")] = False,
    form: Form = AnswerFormat.TEXT,
) -> None:
    """What a knock is worth: lay-offs, counts, winner, points.

    arena showdown "4H5H6H | QCQDQH | 3D4D5D + 2C" "9CAD9DAH2H3H7H8H9HTH"

    arena showdown < showdowns.jsonl
    """
    checked(load_profile, rules, "--rules", "ARENA_RULES")
    words = texts or []
    questions: list[Question] = []
    if words and words != ["-"]:
        knocker, _, defender = "/".join(words).partition("/")
        melds, _, loose = knocker.partition("+")
        question: Answer = {
            "knocker_melds": melds,
            "knocker_deadwood": loose,
            "defender_hand": defender,
            "big": big,
        }
        questions.append(question if upcard is None else {**question, "upcard": upcard})
    answer_all(questions, lambda asked: answer_showdown(asked, rules), draw_showdown, form)


@guarded
def sheet(
    rounds: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME:POINTS|void", help="The rounds in order. " + STDIN),
    ] = None,
    rules: Rules = "classic",
    players: Annotated[
        str | None, typer.Option(metavar="A,B", help="Both names, where one has no win yet.")
    ] = None,
    form: Form = AnswerFormat.TEXT,
) -> None:
    """Keep a Hollywood score: columns, closed games, settlement.

    arena sheet --rules settled Ann:22 Ben:18 Ann:30 void Ann:27 Ben:40:gin
    """
    checked(load_profile, rules, "--rules", "ARENA_RULES")
    names = players.split(",") if players else []
    words = rounds or []
    for word in (*words, *names):
        checked(check_characters, word, "a player's name")
    questions: list[Question] = [{"hands": words}] if words and words != ["-"] else []
    answer_all(questions, lambda question: answer_sheet(question, rules, names), draw_sheet, form)


def hands_of(words: list[str]) -> Iterator[str]:
    """Yield the hands that words mean: whole hands, or the cards of one."""
    if words == ["-"] or not words:
        return
    if any(len(word.replace(" ", "")) >= 20 for word in words):
        yield from words
    else:
        yield " ".join(words)


def answer_all(
    questions: list[Question],
    answer: Callable[[Question], Answer],
    draw: Callable[[Answer], str],
    form: AnswerFormat,
) -> None:
    """Answer the questions of the command line, or without any those of stdin.

    A question that cannot be answered does not stop the others; the exit code is then 2.
    """
    if not questions:
        stream_answers(answer)
        return
    is_bad = False
    for question in questions:
        try:
            found = answer(question)
        except InputError as error:
            is_bad = True
            if form is AnswerFormat.JSON:
                emit(encode({"error": str(error)}))
            else:
                tell(f"error: {error}")
            continue
        emit(encode(found)) if form is AnswerFormat.JSON else show(draw(found), fold=True)
    if is_bad:
        raise typer.Exit(Exit.USAGE)


def stream_answers(answer: Callable[[Question], Answer]) -> None:
    """Answer every line of stdin with a JSON line on stdout, a bad one with `error`."""
    if sys.stdin.isatty():
        tell("reading a question a line from the terminal; end with Ctrl-D")
    is_bad = False
    for line in lines_of(sys.stdin.buffer):
        try:
            found = answer(parse_line(line))
        except InputError as error:
            found, is_bad = {"error": str(error)}, True
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
        # Whoever asked may wait for the answer before asking again.
        sys.stdout.buffer.flush()
    if is_bad:
        raise typer.Exit(Exit.USAGE)


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream that are not blank; of one too long, as much as tells that."""
    while line := stream.readline(LONGEST_LINE):
        is_long = len(line) == LONGEST_LINE and not line.endswith(b"\n")
        while is_long and (rest := stream.readline(LONGEST_LINE)):
            is_long = not rest.endswith(b"\n")
        if line.strip():
            yield line


def parse_line(line: bytes) -> Question:
    """Return the question of a line: an object where it starts with a brace, else its text.

    Raises:
        InputError: for a line that is too long, not UTF-8, or no JSON.
    """
    if len(line) == LONGEST_LINE:
        raise InputError(f"the line is longer than {LONGEST_LINE} bytes")
    try:
        text = line.decode().strip().removeprefix("\ufeff")
        if not text.startswith(("{", "[", '"')):
            return text
        found = msgspec.json.decode(text)
    except UnicodeDecodeError:
        raise InputError("the line is not UTF-8") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(f"the line is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise InputError("write a JSON object, or a text")
    return found


def encode(answer: Answer) -> str:
    """Return an answer as a JSON line without its line feed."""
    return msgspec.json.encode(answer).decode()
