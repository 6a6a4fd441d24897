"""Addresses inside a log: `17.3.4` is series, round and move token, all from 0.

`LOG#17.3.4` names a log and a place in it.
"""

import re
from dataclasses import dataclass
from pathlib import Path

ADDRESS = re.compile(r"([0-9]{1,18})(?:\.([0-9]{1,18}))?(?:\.([0-9]{1,18}))?")


@dataclass(frozen=True, slots=True)
class Address:
    """A place in a log; `round` and `token` are None where the whole is meant."""

    series: int
    round: int | None = None
    token: int | None = None

    def __str__(self) -> str:
        """Return the address as it is written."""
        parts = (self.series, self.round, self.token)
        return ".".join(str(part) for part in parts if part is not None)


def parse_address(text: str) -> Address | None:
    """Return the address that a text names, or None when it names none.

    >>> parse_address("17.3")
    Address(series=17, round=3, token=None)
    """
    match = ADDRESS.fullmatch(text)
    if match is None:
        return None
    return Address(*(None if part is None else int(part) for part in match.groups()))  # type: ignore[arg-type]


def split_reference(first: str | None, second: str | None) -> tuple[Path | None, Address | None]:
    """Return the log and the address that one or two words of a command line mean.

    A lone word of digits and dots that is no path is an address.

    Raises:
        ValueError: when a word that should be an address is none.
    """
    if first is None:
        return None, None
    if second is not None:
        address = parse_address(second)
        if address is None:
            raise ValueError(f"{second!r} is no address: write series.round.token, as in 17.3")
        return Path(first), address
    if is_there(Path(first)):
        return Path(first), None
    alone = parse_address(first)
    if alone is not None:
        return None, alone
    path, mark, place = first.rpartition("#")
    if mark:
        return split_reference(path or ".", place)
    return Path(first), None


def is_there(path: Path) -> bool:
    """Tell whether a path leads somewhere; one too long for the system does not."""
    try:
        return path.exists()
    except OSError:
        return False
