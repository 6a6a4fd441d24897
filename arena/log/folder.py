"""A run's folder: config, log, standings, and what is private.

`config.yaml`, `games.jsonl` and `standings.json` may be published; `private/` may not: failure
cards and the arena's own log name paths and foreign texts.
"""

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from arena.log.reader import GAMES
from arena.mistake import UserMistake
from arena.table.incident import Incident

CONFIG = "config.yaml"
STANDINGS = "standings.json"
PRIVATE = "private"
FAILURES = "failures.jsonl"
OURS = (GAMES, CONFIG, STANDINGS, PRIVATE)
ODD = re.compile(r"[^\w.-]+")


class FolderError(UserMistake):
    """A folder that cannot be written to, or holds a log already."""


class RunFolder:
    """A folder that is being written: made by `new_folder` or `chosen_folder`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.games = path / GAMES
        self.private = path / PRIVATE

    def write_config(self, text: str) -> None:
        """Write the resolved config, whole or not at all."""
        self.private.mkdir(exist_ok=True)
        write_whole(self.path / CONFIG, text)

    def write_standings(self, text: str) -> None:
        """Write the standings, whole or not at all."""
        write_whole(self.path / STANDINGS, text)

    @contextmanager
    def open_games(self) -> Iterator[BinaryIO]:
        """Open the log for writing; it must not exist yet."""
        with self.games.open("xb") as file:
            yield file

    def add_failures(self, incidents: Iterable[Incident]) -> None:
        """Append failure cards, each with the command that shows what happened."""
        cards = [
            {
                **msgspec.to_builtins(incident),
                "replay": f"arena replay {self.games}#{incident.address}",
            }
            for incident in incidents
        ]
        lines = b"".join(msgspec.json.encode(card) + b"\n" for card in cards)
        if lines:
            with (self.private / FAILURES).open("ab") as file:
                file.write(lines)


def slug(name: str) -> str:
    """Return a folder's name made from a tournament's: letters, digits and `.-_` stay.

    >>> slug("Spring league / 2026"), slug("../.."), slug("春")
    ('Spring-league-2026', 'tournament', '春')
    """
    return ODD.sub("-", name).strip(".-") or "tournament"


def new_folder(below: Path, name: str) -> RunFolder:
    """Make the next free folder NAME-N for a tournament.

    Raises:
        FolderError: when nothing can be made there.
    """
    stem = slug(name)
    taken = re.compile(re.escape(stem) + r"-([1-9][0-9]{0,8})")
    try:
        below.mkdir(parents=True, exist_ok=True)
        found = [taken.fullmatch(path.name) for path in below.iterdir()]
        number = 1 + max([int(match[1]) for match in found if match], default=0)
        while True:
            path = below / f"{stem}-{number}"
            try:
                path.mkdir()
            except FileExistsError:
                number += 1
                continue
            return RunFolder(path)
    except OSError as error:
        raise FolderError(f"{below}: cannot make a folder: {error.strerror}") from None


def chosen_folder(path: Path, *, force: bool) -> RunFolder:
    """Make or take the folder that was asked for; an old log is replaced only by force.

    Raises:
        FolderError: when it holds a log and force is not used, or nothing can be made there.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        old = [path / name for name in OURS if (path / name).exists()]
        if old and not force:
            raise FolderError(f"{path} holds {old[0].name} already; --force replaces it")
        for item in old:
            shutil.rmtree(item) if item.is_dir() else item.unlink()
        if not os.access(path, os.W_OK):
            raise FolderError(f"{path}: is not writable")
    except OSError as error:
        raise FolderError(f"{path}: cannot be written: {error.strerror}") from None
    return RunFolder(path)


def write_whole(path: Path, text: str) -> None:
    """Write a file under another name first, so that nobody ever reads half of it."""
    draft = path.with_name(f".{path.name}.part")
    draft.write_text(text, encoding="utf-8", newline="\n")
    draft.replace(path)
