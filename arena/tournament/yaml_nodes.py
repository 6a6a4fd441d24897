"""From a text to PyYAML's node tree: what a config may not hold is refused with its place."""

import re
from typing import Any, NamedTuple

import yaml

from arena.gin.rules import shown
from arena.tournament.yaml_scalars import shorten

MAX_BYTES = 1_000_000
MAX_DEPTH = 32
"""Nesting that no config needs, far below Python's own limit."""

UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""What may stand in a file only as an escape. The separators U+0085, U+2028 and U+2029 are among
them, since PyYAML counts them as lines and editors do not."""

PLAIN = "plain"
STANDARD = "tag:yaml.org,2002:"
TAGS = {
    yaml.ScalarEvent: tuple(
        f"{STANDARD}{kind}" for kind in ("str", "int", "float", "bool", "null")
    ),
    yaml.SequenceStartEvent: (f"{STANDARD}seq",),
    yaml.MappingStartEvent: (f"{STANDARD}map",),
}


class TextProblem(NamedTuple):
    """What is wrong at a place in a text; lines and columns count from 1."""

    line: int
    column: int
    message: str


class YamlError(Exception):
    """A text that cannot be read any further, with all that was found up to there."""

    def __init__(self, problems: list[TextProblem]) -> None:
        super().__init__(problems)
        self.problems = problems


def printable_text(text: str | bytes) -> str:
    """Return a text as characters, without its byte order mark.

    Raises:
        YamlError: for a text too large, bytes that are no UTF-8, or a control character.
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(data) > MAX_BYTES:
        raise YamlError([TextProblem(1, 1, "larger than 1 MB, which is the most a config may be")])
    if isinstance(text, bytes):
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            line, column = end_of(data[: error.start].decode("utf-8"))
            message = f"not UTF-8 text: byte 0x{data[error.start]:02X}; save the file as UTF-8"
            raise YamlError([TextProblem(line, column, message)]) from None
    text = text.removeprefix("\ufeff")
    found = UNPRINTABLE.search(text)
    if found:
        line, column = end_of(text[: found.start()])
        name = f"U+{ord(found[0]):04X}"
        message = f"the character {name} is not allowed; between double quotes it can be escaped"
        raise YamlError([TextProblem(line, column, message)])
    return text


def end_of(text: str) -> tuple[int, int]:
    """Return the line and column that follow a text."""
    lines = re.split("\r\n|\r|\n", text)
    return len(lines), len(lines[-1].removeprefix("\ufeff" * (len(lines) == 1))) + 1


def problem_at(mark: Any, message: str) -> TextProblem:
    """Return a problem at a place that PyYAML marked."""
    return TextProblem(mark.line + 1, mark.column + 1, message)


def explain(error: yaml.MarkedYAMLError) -> str:
    """Return PyYAML's own message in our words, where we have some."""
    if error.context == "expected a single document in the stream":
        return "a second document begins here; a config is one document"
    if isinstance(error, DeepError):
        return str(error.problem)
    return "not YAML: " + ", ".join(
        shorten(part, 100) for part in (error.context, error.problem) if part
    )


class DeepError(yaml.MarkedYAMLError):
    """Values nested too deeply."""


class Loader(yaml.SafeLoader):
    """PyYAML's reader, which leaves plain scalars alone and refuses what a config never needs."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.problems: list[TextProblem] = []
        self.depth = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        """Read one value, without what it may not have."""
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent):
            self.get_event()  # type: ignore[no-untyped-call]
            value = f"*{event.anchor}"
            self.refuse(event, f"{shown(value)} is an alias, and a config has none; quote a text")
            marks: Any = (event.start_mark, event.end_mark)
            return yaml.ScalarNode(f"{STANDARD}str", value, *marks)
        if event.anchor is not None:
            value = f"&{event.anchor}"
            self.refuse(event, f"{shown(value)} is an anchor, and a config has none; quote a text")
            event.anchor = None
        if event.tag is not None and event.tag not in TAGS[type(event)]:
            tag = event.tag.replace(STANDARD, "!!")
            self.refuse(event, f"the tag {shown(tag)} is not allowed here")
            event.tag = None
        if isinstance(event, yaml.ScalarEvent) and event.tag is None and event.implicit[0]:
            event.tag = PLAIN
        self.depth += 1
        if self.depth > MAX_DEPTH:
            message = f"values are nested more than {MAX_DEPTH} deep here"
            raise DeepError(problem=message, problem_mark=event.start_mark)
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def refuse(self, event: Any, message: str) -> None:
        """Note a problem and read on."""
        self.problems.append(problem_at(event.start_mark, message))
