"""The arena at work: a run on disk, its log verified and ranked, and the kernel by itself."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from arena import api
from arena.gin.cards import hand_of, parse_cards
from arena.gin.kernel import best_discards, deadwood
from tests.bench.hands import eleven_cards, ten_cards
from tests.bench.recorder import Heard, Recorder
from tests.bench.stages import take_apart
from tests.bench.stopwatch import Reading, Stopwatch

CONFIG = """\
name: bench
seed: "bench {lap}"
rules: classic
pairs: {pairs}
entrants:
  - simple
  - {{bot: simple, name: simple too}}
"""


def config_of(pairs: int, lap: int) -> api.TournamentConfig:
    """Return the tournament of a lap: each has deals of its own."""
    return api.parse_config(CONFIG.format(pairs=pairs, lap=lap), "bench", Path())


def play(pairs: int, lap: int) -> Iterator[tuple[str, Reading | float]]:
    """Run a tournament into a folder, as `arena run` does; then verify and rank its log."""
    config = config_of(pairs, lap)
    playing, verifying, ranking = Stopwatch(), Stopwatch(), Stopwatch()
    with TemporaryDirectory(prefix="arena-bench-") as folder:
        with playing:
            report = api.run(config, Path(folder) / "run")
        with verifying:
            found = api.verify_log(report.log)
        with ranking:
            api.rank_logs([report.log])
        draws = draws_of(report.log)
    assert found.is_sound, found
    assert not report.faults
    for figure, watch in (("play", playing), ("verify", verifying), ("standings", ranking)):
        yield figure, watch.reading(report.rounds)
    yield "draws", draws / report.rounds


def draws_of(log: Path) -> int:
    """Return how many cards were drawn or taken in all rounds of a log."""
    with api.read_log(log) as series:
        return sum(
            not token.startswith("p")
            for record in series
            for line in record.rounds
            for token in line.moves.split()
        )


def solve(calls: int, _: int) -> Iterator[tuple[str, Reading]]:
    """Find the deadwood of ten cards and the best discards of eleven, called from Python."""
    texts, points = ten_cards(calls)
    hands = [hand_of(parse_cards("".join(cards))) for cards in texts]
    with Stopwatch() as watch:
        found = [deadwood(hand) for hand in hands]
    assert found == points
    yield "ten", watch.reading(calls)
    texts, points = eleven_cards(calls)
    hands = [hand_of(parse_cards("".join(cards))) for cards in texts]
    with Stopwatch() as watch:
        pairs = [best_discards(hand) for hand in hands]
    assert [left for left, _ in pairs] == points
    yield "eleven", watch.reading(calls)


def apart(pairs: int, lap: int) -> Iterator[tuple[str, Reading | str]]:
    """Take a run apart into the stages that its time goes to."""
    return take_apart(config_of(pairs, lap))


def roll_out(count: int, lap: int) -> Iterator[tuple[str, Reading]]:
    """Roll whole rounds out, from the first question of real ones."""
    views = first_views(lap)
    each = max(1, count // len(views))
    with Stopwatch() as watch:
        for view in views:
            api.roll_out(view, lap, each)
    yield "roll-outs", watch.reading(each * len(views))


def first_views(lap: int) -> list[api.View]:
    """Return what the non-dealers saw at the first offers of one series."""
    heard: list[Heard] = []
    api.play_series((lambda: Recorder(api.Bot(), heard),) * 2, f"bench {lap}")
    asked = [one.asked for one in heard if one.question == "offer"]
    return [view for view in asked if not view.moves]


TASKS = {"play": play, "solve": solve, "apart": apart, "roll_out": roll_out}
