"""Where the time of a run goes: its stages done once more, each by itself, and timed.

Series by series, so that each stage finds its data as warm as the run does. What a stage makes is
compared with what the run made: it is the same work.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from msgspec.structs import astuple

from arena import api
from arena.bot import Draw, Offer, Phase, Player
from arena.gin.round import Round
from arena.log.header import plan_of
from arena.record import encode_line
from arena.standings.standings import Tally
from arena.standings.summary import summarise
from arena.table.driver import play_inline
from arena.table.scribe import round_line
from arena.table.table import Table
from arena.table.view import RoundSeen, View
from arena.tournament.lineup import Seated, seat_entrants
from arena.tournament.run import header_for
from tests.bench.recorder import Heard, Recorder
from tests.bench.stopwatch import Reading, Stopwatch

DECISIONS = ("offer", "draw", "play", "lay_off")
STAGES = (
    "deal",
    "bots",
    "views",
    "moves",
    "showdown",
    "record",
    "encode",
    "digest",
    "write",
    "tally",
)
"""In the order of a round; what is left of the whole is asking, the sheet and the series."""
ONCE_A_ROUND = ("deal", "showdown", "record")
"""What a round takes however many decisions it has."""


def take_apart(config: api.TournamentConfig) -> Iterator[tuple[str, Reading | str]]:
    """Return the time of a run's stages, of the whole run, and what asking costs a decision."""
    with TemporaryDirectory(prefix="arena-bench-") as folder:
        with Stopwatch() as whole:
            report = api.run(config, Path(folder) / "run")
        with Stopwatch() as once:
            api.run(replace(config, pairs=1), Path(folder) / "short")
        with (Path(folder) / "again.jsonl").open("wb") as file:
            parts = Parts(config, file)
            for job in parts.plan.jobs():
                parts.time_series(job)
                if job.number == 1:  # the short run has played this pair too
                    once.subtract(parts.in_line)
        digest = blake2b(report.log.read_bytes(), digest_size=16).hexdigest()
    for stage in STAGES:
        yield stage, parts.watches[stage].reading(report.rounds)
    yield "once", once.reading(report.rounds)
    yield "once a run", once.reading(1)
    yield "whole", whole.reading(report.rounds)
    beyond = parts.in_line
    beyond.subtract(parts.watches["bots"])
    yield "sharing", beyond.reading(parts.decisions)
    for stage in ONCE_A_ROUND:
        beyond.subtract(parts.watches[stage])
    yield "asking", beyond.reading(parts.decisions)
    yield "log", digest


class Parts:
    """The stages of one run, with a stopwatch each."""

    def __init__(self, config: api.TournamentConfig, file: BinaryIO) -> None:
        self.plan = plan_of(header_for(config, seat_entrants(config)))
        self.watches = {stage: Stopwatch() for stage in STAGES}
        self.in_line = Stopwatch()
        self.decisions = 0
        self._seated = seat_entrants(config)
        self._file = file
        self._hash = blake2b(digest_size=32)
        self._tally = Tally(self.plan.schedule.entrants, config.dealing)
        seed = str(config.seed)
        # One dealer for each purpose: none may find a deck that another one has made.
        self._rehearsing, self._playing, self._dealing = (api.Dealer(seed) for _ in range(3))

    def time_series(self, job: api.Job) -> None:
        """Play a series, then do each of its stages again by itself."""
        heard: list[Heard] = []
        seated = {name: recording(entrant, heard) for name, entrant in self._seated.items()}
        played = self._play(job, seated, self._rehearsing)
        self.decisions += sum(one.question in DECISIONS for one in heard)
        with self.in_line:
            again = self._play(job, self._seated, self._playing)
        assert again == played
        self._ask_bots([self._seated[name].make for name in job.seats], heard)
        self._make_views(heard)
        rounds = self._play_rounds(job, heard, played.record)
        self._write_lines(job, heard, rounds, played.record)
        with self.watches["tally"]:
            self._tally.add(summarise(played.record))

    def _play(self, job: api.Job, seated: Mapping[str, Seated], dealer: api.Dealer) -> api.Played:
        """Play a series as a run does, without its log."""
        first, second = job.seats
        makers = (seated[first].make, seated[second].make)
        return play_inline(Table(job, self.plan.setting, dealer).play(), makers)

    def _ask_bots(self, makers: list[Callable[[], Player]], heard: list[Heard]) -> None:
        """Ask new bots the same questions in the same order."""
        watch = self.watches["bots"]
        with watch:
            bots = [make() for make in makers]
        calls = [(getattr(bots[one.seat], one.question), one.asked) for one in heard]
        with watch:
            answers = [call(asked) for call, asked in calls]
        with Stopwatch() as loop:
            _ = [asked for _, asked in calls]
        watch.subtract(loop)  # going through the list is no bot's doing
        assert answers == [one.answer for one in heard]

    def _make_views(self, heard: list[Heard]) -> None:
        views = [astuple(one.asked) for one in heard if type(one.asked) is View]
        endings = [astuple(one.asked) for one in heard if type(one.asked) is RoundSeen]
        with self.watches["views"]:
            _ = [View(*fields) for fields in views]
            __ = [RoundSeen(*fields) for fields in endings]

    def _play_rounds(
        self, job: api.Job, heard: list[Heard], record: api.SeriesRecord
    ) -> list[Round]:
        """Deal and play the rounds by their actions; return them."""
        rules, stock = self.plan.setting.rules, self.plan.setting.stock
        with self.watches["deal"]:
            decks = [self._dealing.deck(job.deal_index, n) for n in range(len(record.rounds))]
        scripts = list(actions_of(heard))
        rounds = []
        with self.watches["moves"]:
            for line, deck, actions in zip(record.rounds, decks, scripts, strict=True):
                round_ = Round(api.Deal(line.dealer, deck, stock), rules)
                for action in actions[:-1]:
                    round_.apply(action)
                rounds.append(round_)
        with self.watches["showdown"]:
            for round_, actions in zip(rounds, scripts, strict=True):
                round_.apply(actions[-1])
        return rounds

    def _write_lines(
        self, job: api.Job, heard: list[Heard], rounds: list[Round], record: api.SeriesRecord
    ) -> None:
        """Make the lines of a series, encode them, digest them, write them."""
        told = [one.asked for one in heard if one.question == "end_round" and one.seat == 0]
        decks = [self._dealing.deck(job.deal_index, number) for number in range(len(rounds))]
        with self.watches["record"]:
            lines = tuple(
                [
                    round_line((job.number, number), round_, deck, seen.points, seen.sheet, None)
                    for number, (round_, deck, seen) in enumerate(
                        zip(rounds, decks, told, strict=True)
                    )
                ]
            )
        assert lines == record.rounds
        with self.watches["encode"]:
            texts = [encode_line(line) + b"\n" for line in (record.series, *lines, record.result)]
        with self.watches["digest"]:
            for text in texts:
                self._hash.update(text)
            self._hash.hexdigest()
        with self.watches["write"]:
            self._file.write(b"".join(texts))
            self._file.flush()


def recording(seated: Seated, heard: list[Heard]) -> Seated:
    """Return an entrant whose bots are recorded."""
    return replace(seated, make=lambda: Recorder(seated.make(), heard))


def actions_of(heard: list[Heard]) -> Iterator[list[object]]:
    """Yield the actions of each round, with the draws that nobody is asked for (T1)."""
    actions: list[object] = []
    for one in heard:
        if one.question in DECISIONS:
            actions.append(one.answer)
            if one.asked.phase is Phase.SECOND_OFFER and one.answer is Offer.PASS:
                actions.append(Draw.STOCK)
        elif one.question == "end_round" and one.seat == 1:
            yield actions
            actions = []
