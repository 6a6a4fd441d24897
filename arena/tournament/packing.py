"""A played series as it travels from the process that played it to the one that writes the log."""

import msgspec

from arena.log.writer import series_text
from arena.standings.summary import Summary, summarise
from arena.table.incident import Incident
from arena.table.table import Played


class Packed(msgspec.Struct, frozen=True, array_like=True):
    """A series with its lines encoded; what is left to do for the log is its digest.

    Attributes:
        body: the series line and the round lines, with their line feeds.
        head: the result line up to its digest.
        summary: what standings and the gate count of it.
        incidents: its failure cards.
    """

    body: bytes
    head: bytes
    summary: Summary
    incidents: tuple[Incident, ...] = ()

    @property
    def number(self) -> int:
        """Its number in the schedule."""
        return self.summary.series

    @property
    def rounds(self) -> int:
        """How many rounds it has."""
        return self.summary.rounds


def pack_series(played: Played) -> Packed:
    """Return a played series, packed."""
    record = played.record
    return Packed(*series_text(record), summarise(record), played.incidents)
