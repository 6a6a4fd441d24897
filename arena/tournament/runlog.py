"""What happened when, for people: `private/arena.log`, by structlog. No part of the games' log."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from arena.log.folder import RunFolder
from arena.table.table import Played

RUN_LOG = "arena.log"


class RunLog:
    """The journal of a run."""

    def __init__(self, loggers: list[Any]) -> None:
        self._loggers = loggers

    def series(self, played: Played) -> None:
        """Note a series and its incidents."""
        start, result = played.record.series, played.record.result
        for logger in self._loggers:
            logger.info(
                "series",
                series=start.series,
                seats=list(start.seats),
                winner=None if result.winner is None else start.seats[result.winner],
                rounds=len(played.record.rounds),
                termination=result.termination,
            )
            for incident in played.incidents:
                logger.warning(
                    "fault" if incident.is_fault else "exception after the round",
                    address=incident.address,
                    entrant=incident.entrant,
                    question=incident.question,
                    kind=incident.kind,
                )


class Teller:
    """What structlog hands its lines to when they are told to people."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.info = self.warning = tell


@contextmanager
def open_run_log(folder: RunFolder, tell: Callable[[str], None] | None) -> Iterator[RunLog]:
    """Open the journal of a run; `tell` gets every line of it as well.

    The loggers are bound here and not configured for the process, so that a program that uses the
    arena as a library keeps its own logging.
    """
    import structlog

    folder.private.mkdir(exist_ok=True)
    shared: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    with (folder.private / RUN_LOG).open("a", encoding="utf-8") as file:
        loggers = [
            structlog.wrap_logger(
                structlog.WriteLogger(file),
                processors=[*shared, structlog.processors.JSONRenderer()],
            )
        ]
        if tell:
            loggers.append(
                structlog.wrap_logger(
                    Teller(tell),
                    processors=[*shared, structlog.dev.ConsoleRenderer(colors=False)],
                )
            )
        yield RunLog(loggers)
