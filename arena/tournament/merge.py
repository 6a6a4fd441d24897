"""Shard logs joined into the folder of the whole tournament: the bytes that one run would give."""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from arena.log.compressed import FramedFile
from arena.log.cut import read_sound
from arena.log.folder import CONFIG, FAILURES, OURS, PRIVATE, FolderError, RunFolder, usable_folder
from arena.log.header import rules_for_header
from arena.log.reader import COMPRESSED, GAMES, LOGS, CutError, LogError
from arena.log.shards import Shard, gather_shards
from arena.log.writer import LogWriter
from arena.record import TournamentLine
from arena.standings.render import render_json
from arena.standings.standings import Standings, Tally
from arena.standings.summary import summarise
from arena.tournament.config import ConfigError, TournamentConfig, default_rank_by, load_config
from arena.tournament.config_dump import dump_config


@dataclass(frozen=True, slots=True)
class MergeReport:
    """What a merge has come to.

    `has_config` tells whether the run's config lay beside a shard, and so beside the new log too.
    """

    log: Path
    standings: Standings
    series: int
    rounds: int
    has_config: bool


def merge_logs(
    paths: Sequence[Path], out: Path, *, force: bool = False, compress: bool = False
) -> MergeReport:
    """Join the shard logs of a tournament into the folder of the whole.

    The folder stays as it was until everything has been read and was in order.

    Args:
        paths: the shards' logs, in any order.
        out: the folder to write.
        force: replace a log that is there already.
        compress: write `games.jsonl.zst`.

    Raises:
        LogError: for a shard that cannot be read, is damaged or not complete.
        ShardsError: when the logs are not the shards of one tournament, each of them once.
        FolderError: when the folder holds a log already, or a shard, or cannot be written.
        ExtraError: when a log is compressed, and what that needs is not installed.
    """
    shards = gather_shards(paths)
    check_apart(shards, out)
    config = config_of(shards)
    with folder_until_done(out, force=force) as folder:
        folder.games = folder.path / (COMPRESSED if compress else GAMES)
        draft = folder.path / f".{folder.games.name}.part"
        tally = Tally(shards[0].plan.schedule.entrants, shards[0].plan.schedule.dealing)
        try:
            with open_draft(draft, compress=compress) as file:
                log = LogWriter(file, replace(shards[0].header, part=UNSET))
                join_shards(shards, log, tally)
            folder.clear()
            if config is not None:
                folder.write_config(dump_config(config, folder.path))
            join_failures(shards, folder)
            draft.replace(folder.games)
        finally:
            draft.unlink(missing_ok=True)
        by_rules = default_rank_by(shards[0].plan.setting.rules)
        standings = tally.standings(by_rules if config is None else config.rank_by)
        folder.write_standings(render_json(standings) + "\n")
    return MergeReport(folder.games, standings, log.series, log.rounds, config is not None)


def check_apart(shards: Sequence[Shard], out: Path) -> None:
    """Refuse to write over what is merged.

    Raises:
        FolderError: when a shard is what a new log in this folder would replace.
    """
    ours = {Path(os.path.realpath(out / name)) for name in OURS}
    for shard in shards:
        path = Path(os.path.realpath(shard.path))
        if ours & {path, *path.parents}:
            raise FolderError(f"{out} holds {shard.path}, which is to be merged: choose another")


@contextmanager
def folder_until_done(out: Path, *, force: bool) -> Iterator[RunFolder]:
    """Hold a folder; where it had no log, it is left as it was unless the block comes to its end.

    Raises:
        FolderError: when it cannot be used.
    """
    is_new = not os.path.lexists(out)
    had = any(os.path.lexists(out / name) for name in OURS)
    folder = usable_folder(out, force=force)
    try:
        with folder.hold():
            yield folder
    except BaseException:
        if not had:
            folder.clear()
        if is_new:
            with suppress(OSError):
                out.rmdir()
        raise


@contextmanager
def open_draft(path: Path, *, compress: bool) -> Iterator[BinaryIO]:
    """Open the file that is to become the log."""
    with ExitStack() as stack:
        file: BinaryIO = stack.enter_context(path.open("wb"))
        if compress:
            file = cast("BinaryIO", stack.enter_context(closing(FramedFile(file))))
        yield file


def join_shards(shards: Sequence[Shard], log: LogWriter, tally: Tally) -> None:
    """Write the series of all shards, one shard after the other, and add them up.

    Raises:
        LogError: at the first line that is not sound, or missing.
    """
    for shard in shards:
        with read_sound(shard.path) as sound:
            if sound.header != shard.header:
                raise LogError(sound.source, 1, "was changed while it was read")
            for record in sound:
                log.write(record)
                tally.add(summarise(record))
            if isinstance(sound.problem, CutError):
                left = shard.plan.numbers[sound.series :]
                what = f"series {left[0]}" if left else "the end line"
                message = f"{shard.part} is not complete: {what} is missing"
                raise LogError(sound.source, sound.problem.line, message)
            if sound.problem is not None:
                raise sound.problem
    log.finish()


def config_of(shards: Sequence[Shard]) -> TournamentConfig | None:
    """Return the config that lies beside the first shard that has one, or None."""
    for shard in shards:
        if shard.path.name in LOGS:
            try:
                config = load_config(shard.path.with_name(CONFIG))
            except ConfigError:
                continue
            if is_config_of(config, shard.header):
                return config
    return None


def is_config_of(config: TournamentConfig, header: TournamentLine) -> bool:
    """Tell whether a config is that of a log, as far as the header shows it."""
    fields = ("name", "seed", "format", "pairs", "dealing", "stock", "faults")
    return (
        all(getattr(config, field) == getattr(header, field) for field in fields)
        and rules_for_header(config.profile, config.rules) == header.rules
        and [entrant.name for entrant in config.entrants]
        == [entrant.name for entrant in header.entrants]
    )


def join_failures(shards: Sequence[Shard], folder: RunFolder) -> None:
    """Write the failure cards of all shards that have some; they name the new log."""
    for shard in shards:
        old = shard.path.parent / PRIVATE / FAILURES
        if shard.path.name not in LOGS or not old.is_file():
            continue
        folder.private.mkdir(exist_ok=True)
        with old.open("rb") as cards, (folder.private / FAILURES).open("ab") as file:
            file.writelines(renamed(card, folder) for card in cards)


def renamed(line: bytes, folder: RunFolder) -> bytes:
    """Return a failure card whose command shows the place in the new log."""
    try:
        card = msgspec.json.decode(line, type=dict[str, object])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return line.rstrip(b"\n") + b"\n"  # a card that its run could not end
    card["replay"] = f"arena replay {folder.games}#{card.get('address')}"
    return msgspec.json.encode(card) + b"\n"
