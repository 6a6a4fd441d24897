"""Which series are played, in which order, and on which deals."""

import tracemalloc
from itertools import islice

import pytest

from arena.schedule import Job, Part, Schedule, pairings_of, parse_part, parse_shard

ABC = ("a", "b", "c")


def test_order_is_pair_then_pairing_then_leg() -> None:
    jobs = list(Schedule(ABC, "round-robin", 2, "mirrored"))
    assert [(job.pair, job.pairing, job.leg) for job in jobs] == [
        (pair, pairing, leg)
        for pair in (0, 1)
        for pairing in (("a", "b"), ("a", "c"), ("b", "c"))
        for leg in (0, 1)
    ]
    assert [job.number for job in jobs] == list(range(12))


def test_more_pairs_append_and_change_nothing_before() -> None:
    few = list(Schedule(ABC, "round-robin", 3, "mirrored"))
    many = Schedule(ABC, "round-robin", 5, "mirrored")
    assert list(islice(many, len(few))) == few
    assert len(many) == 30


def test_legs_swap_the_seats_and_keep_the_pairing() -> None:
    for job in Schedule(ABC, "round-robin", 2, "mirrored"):
        assert job.seats == (job.pairing if job.leg == 0 else job.pairing[::-1])


def test_mirrored_legs_of_every_pairing_share_the_deals_of_the_pair() -> None:
    for job in Schedule(ABC, "round-robin", 4, "mirrored"):
        assert job.deal_index == job.pair


def test_independent_legs_have_deals_of_their_own() -> None:
    jobs = list(Schedule(("a", "b"), "round-robin", 3, "independent"))
    assert [job.deal_index for job in jobs] == [0, 1, 2, 3, 4, 5]
    for job in Schedule(ABC, "round-robin", 4, "independent"):
        assert job.deal_index == 2 * job.pair + job.leg


def test_a_gauntlet_pairs_the_first_entrant_with_each_other_one() -> None:
    schedule = Schedule(("new", "a", "b"), "gauntlet", 1, "mirrored")
    assert schedule.pairings == (("new", "a"), ("new", "b"))
    assert [job.seats for job in schedule] == [
        ("new", "a"),
        ("a", "new"),
        ("new", "b"),
        ("b", "new"),
    ]


def test_pairings_keep_the_order_of_the_config() -> None:
    assert pairings_of(["z", "a", "m"], "round-robin") == (("z", "a"), ("z", "m"), ("a", "m"))


@pytest.mark.parametrize("form", ["round-robin", "gauntlet"])
def test_a_job_by_its_number_is_the_one_at_its_place(form: str) -> None:
    schedule = Schedule(ABC, form, 3, "independent")  # type: ignore[arg-type]
    assert [schedule.job(number) for number in range(len(schedule))] == list(schedule)


def test_ten_million_pairs_are_scheduled_without_being_made() -> None:
    tracemalloc.start()
    schedule = Schedule(tuple(f"bot {n}" for n in range(20)), "round-robin", 10_000_000, "mirrored")
    last = schedule.job(len(schedule) - 1)
    first = list(islice(schedule, 3))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(schedule) == 10_000_000 * 190 * 2
    assert last == Job(
        3_799_999_999,
        9_999_999,
        ("bot 18", "bot 19"),
        1,
        ("bot 19", "bot 18"),
        9_999_999,
    )
    assert [job.number for job in first] == [0, 1, 2]
    assert most < 1_000_000


@pytest.mark.parametrize("number", [-1, 6, 10**30])
def test_there_is_no_series_outside_the_schedule(number: int) -> None:
    schedule = Schedule(ABC, "round-robin", 1, "mirrored")
    with pytest.raises(IndexError, match="the schedule has 6"):
        schedule.job(number)


def test_a_job_cannot_be_changed() -> None:
    job = Schedule(ABC, "round-robin", 1, "mirrored").job(0)
    with pytest.raises(AttributeError):
        job.leg = 1  # type: ignore[misc]


# Parts


@pytest.mark.parametrize("form", ["round-robin", "gauntlet"])
@pytest.mark.parametrize("shards", [1, 2, 3, 5, 9])
def test_shards_one_after_the_other_are_the_schedule(form: str, shards: int) -> None:
    schedule = Schedule(ABC, form, 5, "mirrored")  # type: ignore[arg-type]
    parts = [Part(number, shards).numbers(schedule) for number in range(1, shards + 1)]
    assert [number for part in parts for number in part] == list(range(len(schedule)))
    assert max(map(len, parts)) - min(map(len, parts)) <= 2


def test_a_shard_holds_both_legs_of_its_pairs() -> None:
    schedule = Schedule(ABC, "round-robin", 7, "independent")
    for number in range(1, 5):
        jobs = [schedule.job(job) for job in Part(number, 4).numbers(schedule)]
        assert [job.leg for job in jobs] == [0, 1] * (len(jobs) // 2)


def test_the_shard_of_a_huge_schedule_is_not_made() -> None:
    schedule = Schedule(ABC, "round-robin", 10**15, "mirrored")
    part = Part(8, 8).numbers(schedule)
    assert part[-1] == 6 * 10**15 - 1
    assert len(part) == 6 * 10**15 // 8


@pytest.mark.parametrize("text", ["only 0", "only 17", "shard 1/1", "shard 2/8"])
def test_a_part_survives_its_text(text: str) -> None:
    assert str(parse_part(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "only", "only ", "only 01", "only -1", "only 1\n", "shard", "shard 2", "shard 0/8",
     "shard 9/8", "shard 2/08", "shard 2/8 ", " shard 2/8", "shard \u0662/8", "2/8", "Shard 2/8"],
)  # fmt: skip
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no (part|shard)"):
        parse_part(text)


def test_a_shard_beyond_the_last_names_those_that_there_are() -> None:
    with pytest.raises(ValueError, match=r"^'9/8' is no shard: there are 1/8 to 8/8$"):
        parse_shard("9/8")


def test_no_shard_is_empty() -> None:
    schedule = Schedule(("a", "b"), "round-robin", 3, "mirrored")
    assert [len(Part(number, 3).numbers(schedule)) for number in (1, 2, 3)] == [2, 2, 2]
    with pytest.raises(ValueError, match=r"shard 1/4: the schedule has 3 pairs of legs"):
        Part(1, 4).numbers(schedule)
    with pytest.raises(ValueError, match=r"only 6: the schedule has series 0 to 5"):
        Part(6).numbers(schedule)
