"""From flags to an executor: who plays."""

import os
from collections.abc import Mapping

from arena.executor.growing import Growing
from arena.executor.processes import Processes
from arena.executor.serial import Serial
from arena.executor.work import Executor, Notice
from arena.tournament.lineup import Seated


def chosen_executor(
    workers: int | None,
    dask: str | None,
    count: int,
    notice: Notice,
    seated: Mapping[str, Seated],
) -> Executor:
    """Return who plays.

    A stranger's bot can end the process that it plays in. Unless that is asked for, it is none that
    has anything to lose; the arena's own bots play in line until processes are worth their start.

    Args:
        workers: how many processes were asked for, 0 for none; or None: every core.
        dask: the address of a Dask scheduler, or `local` for a cluster of our own, or None.
        count: how many series there are to play.
        notice: told of each worker that died.
        seated: the entrants.
    """
    if dask is not None:
        from arena.executor.dask import Dask

        return Dask(dask, workers or usable_cores(), notice)
    if workers == 0:
        return Serial()
    most = workers or usable_cores()
    if not all(entrant.is_own for entrant in seated.values()):
        return Processes(most, notice)
    if most == 1:
        return Serial()
    return Growing(most, count, notice) if workers is None else Processes(most, notice)


def check_cluster(address: str) -> None:
    """Refuse a Dask cluster that nobody can play on, before an old log is replaced for it.

    Raises:
        UserMistake: when there is no Dask, no scheduler, or no worker.
    """
    from arena.executor.dask import LOCAL, check_installed, connected

    if address == LOCAL:
        check_installed()
        return
    with connected(address, 0):
        pass


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
