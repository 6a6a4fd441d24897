"""RLCard's gin rummy between two of its rule-based agents."""

from collections.abc import Iterator

import numpy as np
import rlcard
from rlcard.games.gin_rummy.utils.move import DrawCardMove, PickupDiscardMove
from rlcard.models.gin_rummy_rule_models import GinRummyNoviceRuleAgent

from tests.bench.stopwatch import Reading, Stopwatch

DRAWS = (DrawCardMove, PickupDiscardMove)


def play(rounds: int, lap: int) -> Iterator[tuple[str, Reading | float]]:
    """Play rounds between two novice agents."""
    np.random.seed(lap)
    env = rlcard.make("gin-rummy", config={"seed": lap})
    env.set_agents([GinRummyNoviceRuleAgent(), GinRummyNoviceRuleAgent()])
    played = []
    with Stopwatch() as watch:
        for _ in range(rounds):
            env.run(is_training=False)
            played.append(env.game.round.move_sheet)
    yield "play", watch.reading(rounds)
    draws = sum(isinstance(move, DRAWS) for moves in played for move in moves)
    yield "draws", draws / rounds


TASKS = {"play": play}
