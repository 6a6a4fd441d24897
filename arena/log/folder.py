"""A run's folder: config, log, standings, and what is private.

`config.yaml`, `games.jsonl` and `standings.json` may be published; `private/` may not: failure
cards and the arena's own log name paths and foreign texts.
"""

import errno
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
LONGEST_SLUG = 100
"""Bytes; file systems take 255, and a number follows."""
MACHINE = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""What no other choice of a folder by the user would have avoided."""


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

    def has_log(self) -> bool:
        """Tell whether anything of the log was written."""
        return self.games.exists() and self.games.stat().st_size > 0

    def clear(self) -> None:
        """Remove what a run has written; for one whose log never began."""
        for name in OURS:
            remove(self.path / name)

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
    short = ODD.sub("-", name).encode()[:LONGEST_SLUG].decode(errors="ignore")
    return short.strip(".-") or "tournament"


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
        raise refusal(error, f"{below}: cannot make a folder") from None


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
            remove(item)
        if not os.access(path, os.W_OK):
            raise FolderError(f"{path}: is not writable")
    except OSError as error:
        raise refusal(error, f"{path}: cannot be written") from None
    return RunFolder(path)


def remove(path: Path) -> None:
    """Remove a file, or a folder with all in it, where there is one."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def refusal(error: OSError, message: str) -> Exception:
    """Return why a folder cannot be used: the user's mistake, or what the machine lacks."""
    if error.errno in MACHINE:
        return error
    reason = error.strerror
    if error.errno in (errno.EEXIST, errno.ENOTDIR) and error.filename:
        reason = f"{error.filename} is a file, or lies in one"
    elif error.errno == errno.ENOENT:
        reason = "the current directory is gone"  # folders in between would have been made
    return FolderError(f"{message}: {reason}")


def write_whole(path: Path, text: str) -> None:
    """Write a file under another name first, so that nobody ever reads half of it."""
    draft = path.with_name(f".{path.name}.part")
    try:
        draft.write_text(text, encoding="utf-8", newline="\n")
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
