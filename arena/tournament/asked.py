"""What was asked of a run beyond its config: kept in `private/`, so that the run can go on."""

import msgspec

from arena.log.folder import RunFolder, write_whole

ASKED = "asked.json"


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the command line asks and a config does not say.

    Attributes:
        part: the part of the schedule to play, as the log's header names it.
        compress: whether the log is compressed.
        extend: an earlier log whose series are used again.
    """

    part: str | None = None
    compress: bool = False
    extend: str | None = None


def write_asked(folder: RunFolder, asked: Asked) -> None:
    """Write what was asked; nothing where nothing was."""
    if asked != Asked():
        text = msgspec.json.encode(asked).decode() + "\n"
        write_whole(folder.private / ASKED, text)


def read_asked(folder: RunFolder) -> Asked:
    """Return what was asked of a run; nothing where that is not known any more."""
    try:
        return msgspec.json.decode((folder.private / ASKED).read_bytes(), type=Asked)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return Asked()
