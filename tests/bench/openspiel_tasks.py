"""OpenSpiel's gin rummy, at the same work: its C++ bots, its deadwood."""

from collections.abc import Iterator

import pyspiel

from tests.bench.hands import eleven_cards, ten_cards
from tests.bench.stopwatch import Reading, Stopwatch

GAME = pyspiel.load_game("gin_rummy")
UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
NUMBERS = {UTILS.card_string(card).upper(): card for card in range(52)}


DRAWS = (pyspiel.gin_rummy.DRAW_UPCARD_ACTION, pyspiel.gin_rummy.DRAW_STOCK_ACTION)


def play(rounds: int, lap: int) -> Iterator[tuple[str, Reading | float]]:
    """Play rounds between two simple bots, both in C++ from the deal to the score.

    A round takes a new state and `evaluate_bots`; the second is timed by itself as well.
    """
    bots = [pyspiel.make_simple_gin_rummy_bot(GAME.get_parameters(), seat) for seat in (0, 1)]
    states = []
    evaluating = Stopwatch()
    with Stopwatch() as watch:
        for number in range(rounds):
            state = GAME.new_initial_state()
            with evaluating:
                pyspiel.evaluate_bots(state, bots, lap * rounds + number)
            states.append(state)
    yield "play", watch.reading(rounds)
    yield "evaluate", evaluating.reading(rounds)
    moves = [move for state in states for move in state.full_history()]
    draws = sum(move.player >= 0 and move.action in DRAWS for move in moves)
    yield "draws", draws / rounds


def solve(calls: int, _: int) -> Iterator[tuple[str, Reading]]:
    """Find the least deadwood of hands; with eleven cards, after the best discard."""
    least = UTILS.min_deadwood
    for figure, (texts, points) in (("ten", ten_cards(calls)), ("eleven", eleven_cards(calls))):
        hands = [[NUMBERS[card] for card in cards] for cards in texts]
        with Stopwatch() as watch:
            found = [least(hand) for hand in hands]
        assert found == points
        yield figure, watch.reading(calls)


TASKS = {"play": play, "solve": solve}
