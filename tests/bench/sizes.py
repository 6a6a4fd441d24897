"""How much the benchmark does: how many laps, and how much work each contestant gets in a lap."""

from dataclasses import dataclass, replace

ROUNDS_A_PAIR = 27
"""Fewest rounds that a mirrored pair of `simple` comes to, over many pairs; it plays about 28."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The work of a lap.

    Attributes:
        laps: how often all contestants take turns.
        pairs: mirrored pairs that are played, logged, verified and ranked in pure Python.
        compiled_pairs: the same compiled: enough that what a run costs once hardly counts.
        apart: mirrored pairs that are taken apart into stages.
        calls: hands whose deadwood is asked for.
        openspiel: rounds that OpenSpiel plays.
        rlcard: rounds that RLCard plays.
        roll_outs: rounds that are rolled out.
        rounds: about how many rounds the short and the long run for memory have.
        compiled_rounds: the same where the kernel is compiled.
    """

    laps: int
    pairs: int
    compiled_pairs: int
    apart: int
    calls: int
    openspiel: int
    rlcard: int
    roll_outs: int
    rounds: tuple[int, int]
    compiled_rounds: tuple[int, int]


SMOKE = Sizes(
    laps=1,
    pairs=1,
    compiled_pairs=2,
    apart=1,
    calls=300,
    openspiel=3,
    rlcard=1,
    roll_outs=20,
    rounds=(30, 90),
    compiled_rounds=(30, 90),
)
QUICK = Sizes(
    laps=3,
    pairs=60,
    compiled_pairs=400,
    apart=30,
    calls=20_000,
    openspiel=150,
    rlcard=20,
    roll_outs=5_000,
    rounds=(3_000, 9_000),
    compiled_rounds=(10_000, 30_000),
)
USUAL = Sizes(
    laps=7,
    pairs=150,
    compiled_pairs=1_000,
    apart=100,
    calls=60_000,
    openspiel=300,
    rlcard=40,
    roll_outs=20_000,
    rounds=(10_000, 40_000),
    compiled_rounds=(10_000, 200_000),
)
FULL = replace(USUAL, laps=25, rounds=(10_000, 200_000))
