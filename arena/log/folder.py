"""A run's folder: config, log, standings, and what is private.

`config.yaml`, `games.jsonl` and `standings.json` may be published; `private/` may not: failure
cards and the arena's own log name paths and foreign texts.
"""

import errno
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import BinaryIO, cast

import msgspec

from arena.log.address import parse_address
from arena.log.compressed import FramedFile, FrameEnd, continue_frames
from arena.log.lock import hold_lock
from arena.log.reader import COMPRESSED, GAMES, LOGS
from arena.mistake import UserMistake
from arena.table.incident import Incident

CONFIG = "config.yaml"
STANDINGS = "standings.json"
PRIVATE = "private"
FAILURES = "failures.jsonl"
LOCK = "lock"
OURS = (*LOGS, CONFIG, STANDINGS, PRIVATE)
CAN_REMOVE_OPEN = os.name != "nt"
"""Whether an open file can be removed, so that a lock goes before anybody else can have it."""
ODD = re.compile(r"[^\w.-]+")
LONGEST_SLUG = 100
"""Bytes; file systems take 255, and a number follows."""
MACHINE = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""What no other choice of a folder by the user would have avoided."""


class FolderError(UserMistake):
    """A folder that cannot be written to, or holds a log already."""


class RunFolder:
    """A folder that is being written: made by `new_folder` or `chosen_folder`.

    `games` is where its log is or will be.
    """

    def __init__(self, path: Path, *, is_new: bool = False) -> None:
        """Take a folder; `is_new` where it was made for the run, under a name of our choice."""
        self.path = path
        self._is_new = is_new
        self.games = path / GAMES
        self.private = path / PRIVATE
        self._is_held = False

    def write_config(self, text: str) -> None:
        """Write the resolved config, whole or not at all."""
        self.private.mkdir(exist_ok=True)
        write_whole(self.path / CONFIG, text)

    def write_standings(self, text: str) -> None:
        """Write the standings, whole or not at all."""
        write_whole(self.path / STANDINGS, text)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Keep other runs off, until this process ends at the latest.

        Raises:
            FolderError: while another run writes here, or when nothing can be written.
        """
        if self._is_held:
            yield
            return
        with ExitStack() as stack:
            try:
                self.private.mkdir(exist_ok=True)
                stack.enter_context(hold_lock(self.private / LOCK))
            except BlockingIOError:
                raise FolderError(f"{self.path}: another run is writing here") from None
            except OSError as error:
                raise refusal(error, f"{self.path}: cannot be written") from None
            self._is_held = True
            try:
                yield
            finally:
                self._is_held = False

    @contextmanager
    def open_games(self, *, compress: bool = False) -> Iterator[BinaryIO]:
        """Open the log for writing; it must not exist yet.

        Raises:
            ExtraError: when it is to be compressed, and what that needs is not installed.
        """
        self.games = self.path / (COMPRESSED if compress else GAMES)
        with self.games.open("xb") as file:
            if not compress:
                yield file
                return
            with closing(FramedFile(file)) as framed:
                yield cast("BinaryIO", framed)

    @contextmanager
    def continue_games(self, text: int, frame: FrameEnd | None = None) -> Iterator[BinaryIO]:
        """Open the log to go on with it; what stands behind is cut off.

        Args:
            text: how many bytes of its text stay.
            frame: where it is compressed, the last frame that stays as it is.
        """
        with self.games.open("r+b") as file:
            if frame is None:
                file.truncate(text)
                file.seek(text)
                yield file
                return
            with closing(continue_frames(file, frame, text)) as framed:
                yield cast("BinaryIO", framed)

    def has_log(self) -> bool:
        """Tell whether anything of the log was written."""
        return self.games.exists() and self.games.stat().st_size > 0

    def clear(self) -> None:
        """Remove what a run has written; whoever holds the folder keeps its lock.

        Raises:
            FolderError: while another run writes here.
        """
        lock = self.private / LOCK
        is_free = not self._is_held
        with self.hold() if lock.exists() else nullcontext():
            for name in (*LOGS, CONFIG, STANDINGS):
                remove(self.path / name)
            if self.private.is_dir() and not self.private.is_symlink():
                for item in self.private.iterdir():
                    if item != lock:
                        remove(item)
            if is_free and CAN_REMOVE_OPEN:
                remove(self.private)
        if is_free and not CAN_REMOVE_OPEN:
            remove(self.private)

    def discard(self) -> None:
        """Remove what a run has written, and the folder too where it was made for it.

        Raises:
            FolderError: while another run writes here.
        """
        self.clear()
        if self._is_new:
            with suppress(OSError):
                self.path.rmdir()

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

    def cut_failures(self, first: int) -> None:
        """Drop the failure cards from a series' number on: they come again when it is played."""
        path = self.private / FAILURES
        if not path.exists():
            return
        with path.open("r+b") as file:
            kept = 0
            for line in file:
                if not is_card_before(line, first):
                    break
                kept += len(line)
            file.truncate(kept)


class CardPlace(msgspec.Struct):
    """Where the fault of a failure card happened."""

    address: str


def is_card_before(line: bytes, first: int) -> bool:
    """Tell whether a line is a whole failure card of a series before the one of a number."""
    try:
        place = parse_address(msgspec.json.decode(line, type=CardPlace).address)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return line.endswith(b"\n") and place is not None and place.series < first


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
            return RunFolder(path, is_new=True)
    except OSError as error:
        raise refusal(error, f"{below}: cannot make a folder") from None


def chosen_folder(path: Path, *, force: bool) -> RunFolder:
    """Make or take the folder that was asked for; an old log is replaced only by force.

    Raises:
        FolderError: when it holds a log and force is not used, while a run is writing that log, or
            when nothing can be made there.
    """
    folder = usable_folder(path, force=force)
    try:
        folder.clear()
    except OSError as error:
        raise refusal(error, f"{path}: cannot be written") from None
    return folder


def usable_folder(path: Path, *, force: bool) -> RunFolder:
    """Make or take the folder that was asked for, and leave an old log as it is for now.

    Raises:
        FolderError: when it holds a log and force is not used, or nothing can be made there.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        old = [name for name in OURS if (path / name).exists()]
    except OSError as error:
        raise refusal(error, f"{path}: cannot be written") from None
    if old and not force:
        raise FolderError(f"{path} holds {old[0]} already; --force replaces it")
    if not os.access(path, os.W_OK):
        raise FolderError(f"{path}: is not writable")
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
    """Write a file under another name first, so that nobody ever reads half of it.

    It is on the disk before it has its name: after a power cut too it is whole, or not there.
    """
    draft = path.with_name(f".{path.name}.part")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
