"""What happened when, for people: `private/arena.log`, by structlog. No part of the games' log."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from arena.log.folder import RunFolder
from arena.tournament.packing import Packed

RUN_LOG = "arena.log"


class RunLog:
    """The journal of a run."""

    def __init__(self, loggers: list[Any], *, each_series: bool) -> None:
        self._loggers = loggers
        self._each_series = each_series
        self._series = self._rounds = 0

    def start(self, **facts: object) -> None:
        """Note that play begins, and what is known of the run."""
        self._note("info", "start", **facts)

    def series(self, packed: Packed) -> None:
        """Count a series, and note its incidents."""
        summary = packed.summary
        self._series += 1
        self._rounds += summary.rounds
        if self._each_series:
            self._note(
                "info",
                "series",
                series=summary.series,
                seats=list(summary.seats),
                winner=None if summary.winner is None else summary.seats[summary.winner],
                rounds=summary.rounds,
                termination=summary.termination,
            )
        for incident in packed.incidents:
            self._note(
                "warning",
                "fault" if incident.is_fault else "exception after the round",
                address=incident.address,
                entrant=incident.entrant,
                question=incident.question,
                kind=incident.kind,
            )

    def warn(self, text: str) -> None:
        """Note what is no fault of a bot, such as a worker that died."""
        self._note("warning", text)

    def end(self, stopped: BaseException | None = None) -> None:
        """Note that play is over, how much was played, and what stopped it before its end."""
        why = {} if stopped is None else {"stopped": str(stopped) or type(stopped).__name__}
        self._note("info", "end", series=self._series, rounds=self._rounds, **why)

    def _note(self, level: str, event: str, **facts: object) -> None:
        for logger in self._loggers:
            getattr(logger, level)(event, **facts)


class Teller:
    """What structlog hands its lines to when they are told to people."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.info = self.warning = tell


@contextmanager
def open_run_log(folder: RunFolder, tell: Callable[[str], None] | None) -> Iterator[RunLog]:
    """Open the journal of a run; `tell` gets every line of it as well, and then each series is one.

    Without it a journal of a million rounds would take more room and time than is good for it.

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
        yield RunLog(loggers, each_series=tell is not None)
