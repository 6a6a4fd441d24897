"""YAML text as plain Python values, each with the line and column it came from."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import NoneType

import yaml

from arena.gin.rules import shown
from arena.tournament.yaml_nodes import (
    PLAIN,
    STANDARD,
    Loader,
    TextProblem,
    YamlError,
    explain,
    printable_text,
    problem_at,
)
from arena.tournament.yaml_scalars import FloatText, plain_value

__all__ = [
    "Document",
    "FloatText",
    "KeyPath",
    "TextProblem",
    "YamlError",
    "plain_value",
    "read_yaml",
]

KeyPath = tuple[str | int, ...]
"""The keys and indexes that lead to a value: `("entrants", 0, "bot")`."""

SCALARS: dict[str, type] = {
    f"{STANDARD}int": int,
    f"{STANDARD}float": float,
    f"{STANDARD}bool": bool,
    f"{STANDARD}null": NoneType,
}
MAX_KEY = 128
"""PyYAML looks for a key's colon within 1,024 characters; every character may need an escape."""


@dataclass(slots=True)
class Document:
    """A text's value, where its parts stand, and what YAML allows in it but we do not."""

    value: object = None
    problems: list[TextProblem] = field(default_factory=list)
    values: dict[KeyPath, tuple[int, int]] = field(default_factory=dict)
    keys: dict[KeyPath, tuple[int, int]] = field(default_factory=dict)
    blanks: set[KeyPath] = field(default_factory=set)

    def position(self, path: KeyPath) -> tuple[int, int]:
        """Return line and column of a value, or of the innermost value around it that exists."""
        while path and path not in self.values:
            path = path[:-1]
        return self.values.get(path, (1, 1))

    def key_position(self, path: KeyPath) -> tuple[int, int]:
        """Return line and column of the key that ends a path, or what `position` says."""
        return self.keys.get(path) or self.position(path)

    def is_blank(self, path: KeyPath) -> bool:
        """Tell whether nothing at all was written where a value belongs."""
        return path in self.blanks


def read_yaml(text: str | bytes, is_text: Callable[[KeyPath], bool] = lambda _: False) -> Document:
    r"""Read one YAML document.

    Args:
        text: the document; bytes are UTF-8.
        is_text: tells of a path whether a scalar there is its own text, whatever it looks like.

    Returns:
        The document; its `problems` are those after which reading could go on.

    Raises:
        YamlError: when the text is no YAML, or more of it than is allowed.

    >>> read_yaml("seed: 007\npairs: 20", lambda path: path == ("seed",)).value
    {'seed': '007', 'pairs': 20}
    """
    loader = Loader(printable_text(text))
    try:
        node = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        where = error.problem_mark or error.context_mark or loader.get_mark()
        raise YamlError([*loader.problems, problem_at(where, explain(error))]) from None
    except (ValueError, OverflowError):
        # PyYAML hands the digits of an escape or of a %YAML directive to chr() and int() unchecked.
        message = "not YAML: an escape or a directive with an impossible number"
        raise YamlError([*loader.problems, problem_at(loader.get_mark(), message)]) from None
    finally:
        loader.dispose()
    document = Document(problems=loader.problems)
    if node is not None:
        document.value = Builder(document, is_text).build(node, ())
    return document


@dataclass(slots=True)
class Builder:
    """Turns nodes into values and notes in the document where they stand."""

    document: Document
    is_text: Callable[[KeyPath], bool]

    def build(self, node: yaml.Node, path: KeyPath) -> object:
        """Return a node's value."""
        self.document.values[path] = (node.start_mark.line + 1, node.start_mark.column + 1)
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(item, (*path, at)) for at, item in enumerate(node.value)]
        if node.tag == PLAIN and node.value == "":
            self.document.blanks.add(path)
        if self.is_text(path):
            if self.document.is_blank(path):
                self.refuse(node, f"{last_key(path)}: needs a value")
            return self.characters(node)
        return self.scalar(node)

    def mapping(self, node: yaml.MappingNode, path: KeyPath) -> dict[str, object]:
        """Return a mapping's values by key, each key being text and there once."""
        values: dict[str, object] = {}
        for key_node, value_node in node.value:
            key = self.key(key_node)
            if key is None:
                continue
            place = (*path, key)
            if key in values:
                line = self.document.keys[place][0]
                self.refuse(key_node, f"the key {shown(key)} is here twice, first on line {line}")
                continue
            mark = key_node.start_mark
            self.document.keys[place] = (mark.line + 1, mark.column + 1)
            values[key] = self.build(value_node, place)
        return values

    def key(self, node: yaml.Node) -> str | None:
        """Return a key, or None where it cannot be one."""
        if not isinstance(node, yaml.ScalarNode):
            self.refuse(node, "a key is text, not a list or a mapping")
            return None
        known = len(self.document.problems)
        key = self.scalar(node)
        if len(self.document.problems) > known:
            return None
        if not isinstance(key, str):
            self.refuse(node, f"a key is text, but {shown(node.value)} is not; put it in quotes")
        elif node.tag == PLAIN and key == "<<":
            self.refuse(node, "<< would merge mappings, and a config has none of that")
        elif len(key) > MAX_KEY:
            self.refuse(node, f"a key of {len(key)} characters; at most {MAX_KEY} are allowed")
        else:
            return key
        return None

    def scalar(self, node: yaml.Node) -> object:
        """Return what a scalar says: a text where it is quoted, else what it looks like."""
        text = self.characters(node)
        if node.tag == f"{STANDARD}str":
            return text
        try:
            value = plain_value(text)
        except ValueError as error:
            self.refuse(node, str(error))
            return None
        if node.tag != PLAIN:
            wanted = SCALARS[node.tag]
            if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
                self.refuse(node, f"{shown(text)} is not of the type its tag says")
        return value

    def characters(self, node: yaml.Node) -> str:
        """Return a scalar's text; half a surrogate pair, which an escape can make, is refused.

        Whole pairs are how JSON, which is YAML, escapes a character beyond U+FFFF.
        """
        text: str = node.value
        if any("\ud800" <= character <= "\udfff" for character in text):
            try:
                return text.encode("utf-16", "surrogatepass").decode("utf-16")
            except UnicodeDecodeError:
                self.refuse(node, f"{shown(text)} has half a surrogate pair, which is no character")
        return text

    def refuse(self, node: yaml.Node, message: str) -> None:
        """Note a problem and read on."""
        self.document.problems.append(problem_at(node.start_mark, message))


def last_key(path: KeyPath) -> str:
    """Return the last key of a path, for a message about the value there."""
    return next((key for key in reversed(path) if isinstance(key, str)), "this")
