"""How numbers are cut into batches, and how few of them are ever on their way."""

import pytest

from arena.executor import batches as module
from arena.executor.batches import Batch, Batches, Pace
from arena.executor.work import WorkerLostError
from tests.executor.jobs import noting


def done(batches: Batches, batch: Batch, size: int = 100, seconds: float = 0.001) -> None:
    batches.finish(batch, memoryview(bytes(size)), seconds)


def given_back(batches: Batches) -> int:
    return len(list(batches.give_back()))


@pytest.mark.parametrize(
    "numbers",
    [
        range(40),
        range(1, 41),
        range(2, 6),
        [5],
        [0, 1, 4, 7, 8, 9, 12, 13, 14, 15],
        [0, 2, 4, 6, 8],
    ],
    ids=str,
)
def test_the_legs_of_a_pair_are_in_one_batch_and_nothing_is_lost(numbers: range) -> None:
    batches = Batches(numbers, 1000)
    cut = []
    while batches.can_hand_out:
        batch = batches.take()
        cut.append(batch.numbers)
        done(batches, batch)
    assert [number for one in cut for number in one] == list(numbers)
    for one in cut:
        assert one[-1] % 2 == 1 or one[-1] + 1 not in list(numbers)


def test_no_numbers_are_over_at_once() -> None:
    batches = Batches([], 4)
    assert batches.is_over
    assert not batches.can_hand_out


def test_results_are_given_back_in_order_whoever_is_first() -> None:
    batches = Batches(range(6), 10)
    one, two, three = (batches.take() for _ in range(3))
    done(batches, three, 3)
    done(batches, two, 2)
    assert given_back(batches) == 0
    done(batches, one, 1)
    assert [len(results) for results in batches.give_back()] == [1, 2, 3]
    assert batches.is_over


def test_results_that_come_twice_count_once() -> None:
    batches = Batches(range(4), 10)
    one, two = batches.take(), batches.take()
    done(batches, two, 2)
    done(batches, two, 5)
    done(batches, one, 1)
    done(batches, one, 5)
    assert [len(results) for results in batches.give_back()] == [1, 2]


def test_a_slow_first_batch_holds_back_those_behind_it() -> None:
    """However many numbers there are, few are taken before the first batch is given back."""
    taken: list[int] = []
    batches = Batches(noting(range(10**6), taken), 8)
    first = batches.take()
    while batches.can_hand_out:
        done(batches, batches.take())
    assert batches.on_their_way == 8
    assert len(taken) <= 8 * module.MOST_NUMBERS
    done(batches, first)
    assert given_back(batches) == 8
    assert batches.can_hand_out


def test_large_results_hold_back_sooner() -> None:
    batches = Batches(range(10**6), 1000)
    first = batches.take()
    while batches.can_hand_out:
        done(batches, batches.take(), module.BATCH_BYTES)
    assert batches.on_their_way == 1 + module.HELD_BYTES // module.BATCH_BYTES
    done(batches, first)
    assert given_back(batches) == 9
    assert batches.can_hand_out


def test_a_batch_that_is_handed_out_again_goes_first_however_full_it_is() -> None:
    batches = Batches(range(100), 2)
    first, second = batches.take(), batches.take()
    assert not batches.can_hand_out
    batches.put_back(second)
    batches.put_back(first)
    assert (batches.take(), batches.take()) == (first, second)


def test_a_batch_is_split_in_its_place() -> None:
    batches = Batches(range(6), 3)
    first, second, third = (batches.take() for _ in range(3))
    second.deaths = 1
    batches.split(second)
    singles = [batches.take(), batches.take()]
    assert [one.numbers for one in singles] == [(2,), (3,)]
    assert [one.deaths for one in singles] == [1, 1]
    for size, batch in enumerate((first, *singles, third), 1):
        done(batches, batch, size)
    assert [len(results) for results in batches.give_back()] == [1, 2, 3, 4]


def test_a_lost_batch_ends_all_when_it_is_its_turn() -> None:
    batches = Batches(range(6), 3)
    first, second, third = (batches.take() for _ in range(3))
    second.lost = "over it"
    done(batches, third)
    assert given_back(batches) == 0
    done(batches, first)
    results = batches.give_back()
    assert next(results)
    with pytest.raises(WorkerLostError, match="over it"):
        next(results)


@pytest.mark.parametrize(
    ("seconds", "size", "count"),
    [(10.0, 100, 2), (0.1, 100, 4), (0.001, 100, 499), (1e-6, 10_000, 99), (1e-6, 1, 512)],
)
def test_a_batch_takes_half_a_second_or_a_megabyte(seconds: float, size: int, count: int) -> None:
    """Args: what one number takes, in seconds and bytes."""
    pace = Pace()
    for _ in range(50):
        pace.note(pace.count, seconds * pace.count, size * pace.count)
    assert abs(pace.count - count) <= 1


def test_batches_grow_by_and_by() -> None:
    """The first numbers may be the fast ones."""
    pace = Pace()
    counts = []
    for _ in range(3):
        pace.note(pace.count, 1e-9, 1)
        counts.append(pace.count)
    assert counts == [16, 128, 512]
