"""A run of many series whose first one is slow: `main` prints its peak in bytes.

The series are one real series with other numbers, so that the workers are faster than any bot.
"""

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from arena.dealer import Dealer
from arena.executor.processes import Processes
from arena.executor.work import Work
from arena.gin.rules import Rules
from arena.log.folder import chosen_folder
from arena.log.writer import LogWriter, Written, new_hash
from arena.record import FaultPolicy
from arena.schedule import Schedule
from arena.standings.standings import Tally
from arena.table.driver import play_inline
from arena.table.table import Setting, Table
from arena.tournament.packing import Packed, pack_series
from arena.tournament.run import Ledger, enter_all
from bots.simple import SimpleBot

SECONDS = 3
SCHEDULE = Schedule(("a", "b"), "round-robin", 10**6, "mirrored")


def prepare(_: None) -> Callable[[int], Packed]:
    setting = Setting(Rules(), "per_seat", FaultPolicy())
    table = Table(SCHEDULE.job(0), setting, Dealer("0"))
    packed = pack_series(play_inline(table.play(), (SimpleBot, SimpleBot)))

    def play(number: int) -> Packed:
        if number == 0:
            time.sleep(SECONDS)
        summary = replace(packed.summary, series=number, pair=number // 2, leg=number % 2)
        # A copy, as every series has lines of its own.
        return replace(packed, body=bytes(bytearray(packed.body)), summary=summary)

    return play


def main() -> None:
    out, count = Path(sys.argv[1]), int(sys.argv[2])
    folder = chosen_folder(out, force=False)
    work = Work(prepare(None), prepare, None, str)
    tally = Tally(("a", "b"), "mirrored")
    with (out / "games.jsonl").open("wb") as file:
        ledger = Ledger(LogWriter(file, Written(0, 0, new_hash())), tally, folder)
        series = Processes(2).run(work, range(count))
        report = enter_all(series, ledger, planned=count, rank_by="series")
    assert report.series == count
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
