"""The check without statistics: a bot asked again what a log's bot was asked."""

import itertools
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from arena.bot import (
    BIG_GIN,
    Discard,
    Draw,
    Knock,
    LayOff,
    Offer,
    Player,
    RoundSeen,
    SeriesInfo,
    SeriesSeen,
    View,
)
from arena.gate.diff import compare_logs
from arena.gate.golden import Difference, check_golden, draw_difference
from arena.gin.cards import parse_hand
from arena.gin.kernel import best_layout, lay_off
from arena.log.reader import LogError, read_log
from arena.record import FaultPolicy
from arena.table.incident import Fault
from tests.golden.frozen_bots import Careful
from tests.log.samples import (
    Wild,
    entrant,
    line_bytes,
    random_sample,
    read_plain,
    reseal,
    small_rules,
    write_log,
)


def played(out: Path, first: Callable[[], Player] = Careful, **options: Any) -> Path:
    """A log of entrant `a` against a bot without chance."""
    makers = {"a": first, "b": Careful}
    return write_log(out, makers, **{"rules": small_rules(), "pairs": 4} | options)


@pytest.fixture(scope="module")
def careful(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("careful"))


def questions_in(log: Path, name: str) -> int:
    """How often an entrant was asked, counted from the tokens of a log without faults or V6."""
    count, seats = 0, []
    for line in read_plain(log):
        if line["kind"] == "series":
            seats = line["seats"]
        if line["kind"] == "round":
            passed = 0
            for at, token in enumerate(line["moves"].split()):
                who = (line["dealer"] + 1 + at) % 2
                forced = passed == 2 and at == 2
                passed += token == "p"
                if seats[who] == name:
                    count += 1 if token == "p" or forced else 2
    return count


# Nothing has changed


@pytest.mark.parametrize("name", ["random", "simple", "greedy", "gin-hunter"])
def test_a_bot_answers_its_own_log_the_same(name: str, tmp_path: Path) -> None:
    log = played(tmp_path, entrant(name))
    found = check_golden(log, entrant(name), "a")
    assert found.is_same
    assert (found.series, found.differences, found.first) == (8, 0, None)
    assert found.questions == questions_in(log, "a")


@pytest.mark.parametrize("seed", range(20))
def test_wild_bots_answer_their_own_logs_the_same_under_every_profile(
    seed: int, tmp_path: Path
) -> None:
    """With declared layouts and lay-offs, exceptions, illegal answers, and starts that fail."""
    sample = random_sample(seed)
    log = write_log(tmp_path, sample.makers, **sample.options)
    for name, make in sample.makers.items():
        assert check_golden(log, make, name).differences == 0


def test_recorded_faults_are_answered_again_by_the_same_faults(tmp_path: Path) -> None:
    rules = small_rules(defender_layout="bot")
    options = {"pairs": 8, "rules": rules, "faults": FaultPolicy("forfeit_round", 100)}
    log = played(tmp_path, lambda: Wild(40, 20), **options)
    faults = Counter(
        (line["fault"]["question"], line["fault"]["kind"])
        for line in read_plain(log)
        if "fault" in line
    )
    assert {("start", "no_start"), ("play", "illegal"), ("lay_off", "exception")} <= set(faults)
    assert check_golden(log, lambda: Wild(40, 20), "a").is_same
    assert not check_golden(log, Careful, "a").is_same


class Writing(Careful):
    """Writes down all that it meets; its answers use chance."""

    books: ClassVar[list[list[object]]] = []

    def __init__(self) -> None:
        self.book: list[object] = []
        self.books.append(self.book)

    def start_series(self, info: SeriesInfo) -> None:
        super().start_series(info)
        self.book.append(info)

    def offer(self, view: View) -> Offer:
        self.book += [view, answer := super().offer(view)]
        return answer

    def draw(self, view: View) -> Draw:
        self.book += [view, answer := Draw.PILE if self.rng.random() < 0.2 else Draw.STOCK]
        return answer

    def play(self, view: View) -> Discard | Knock:
        self.book += [view, answer := super().play(view)]
        return answer

    def end_round(self, seen: RoundSeen) -> None:
        self.book.append(seen)

    def end_series(self, seen: SeriesSeen) -> None:
        self.book.append(seen)


def test_a_candidate_meets_all_that_the_logs_bot_met_with_its_seed_and_names(
    tmp_path: Path,
) -> None:
    Writing.books.clear()
    log = played(tmp_path, Writing)
    met = Writing.books.copy()
    assert len(met) == 8
    Writing.books.clear()
    assert check_golden(log, Writing, "a").is_same
    assert Writing.books == met
    seeds = {book[0].seed for book in met if isinstance(book[0], SeriesInfo)}
    assert len(seeds) == 8
    assert 0 not in seeds


def test_another_seed_than_the_headers_can_be_given(tmp_path: Path) -> None:
    log = played(tmp_path, Writing)
    assert check_golden(log, Writing, "a", seed="0").is_same
    assert not check_golden(log, Writing, "a", seed="1").is_same


class Declaring(Careful):
    """Says the layouts and lay-offs that the engine would choose, its melds in another order."""

    def play(self, view: View) -> Discard | Knock:
        answer = super().play(view)
        if isinstance(answer, Discard):
            return answer
        ten = view.hand ^ 1 << answer.card
        return Knock(answer.card, best_layout(ten, ten, view.rules.tables)[::-1])

    def lay_off(self, view: View) -> LayOff:
        spread = view.spread if view.loose or view.rules.layoff_on_gin else ()
        _, cards, melds = lay_off(spread, view.hand, view.rules.tables)
        return LayOff(melds[::-1], cards)


def test_layouts_count_by_what_they_come_to(tmp_path: Path) -> None:
    rules = small_rules(defender_layout="bot", knocker_layout="free")
    silent = played(tmp_path / "silent", rules=rules)
    declared = played(tmp_path / "declared", Declaring, rules=rules)
    assert any(line.get("laid_off") for line in read_plain(silent))
    assert check_golden(silent, Declaring, "a").is_same
    assert check_golden(declared, Careful, "a").is_same


def test_what_a_bot_makes_of_an_end_is_no_difference(careful: Path) -> None:
    class Sulking(Careful):
        def end_round(self, seen: RoundSeen) -> None:
            raise RuntimeError("unfair")

    assert check_golden(careful, Sulking, "a").is_same


# Something has


class Shy(Careful):
    """Another version, which passes a four."""

    def offer(self, view: View) -> Offer:
        return Offer.PASS if view.upcard % 13 == 3 else super().offer(view)


class Keeping(Careful):
    """Another version, which knocks later while there is a lot of stock."""

    def play(self, view: View) -> Discard | Knock:
        answer = super().play(view)
        return Discard(answer.card) if view.stock_size > 22 else answer


@pytest.mark.parametrize("other", [Shy, Keeping])
def test_the_first_difference_is_where_two_whole_logs_part_first(
    other: type[Careful], careful: Path, tmp_path: Path
) -> None:
    log = played(tmp_path, other)
    with read_log(careful) as one, read_log(log) as two:
        partings = compare_logs(one, two, 100).partings
    address = min((p.spot.address.series, str(p.spot.address)) for p in partings)[1]
    found = check_golden(careful, other, "a")
    assert found.first is not None
    assert str(found.first.address) == address
    assert found.first.who == "a"
    back = check_golden(log, Careful, "a")
    assert back.first is not None
    assert str(back.first.address) == address
    assert (back.first.recorded, back.first.now) == (found.first.now, found.first.recorded)


def test_every_difference_is_counted_on_the_recorded_line(careful: Path) -> None:
    count = 0

    class Plain(Careful):
        def offer(self, view: View) -> Offer:
            nonlocal count
            answer = super().offer(view)
            count += answer is Offer.TAKE and view.upcard % 13 == 3
            return answer

    assert check_golden(careful, Plain, "a").is_same
    assert count > 1
    assert check_golden(careful, Shy, "a").differences == count


def test_each_series_has_a_candidate_of_its_own(careful: Path) -> None:
    made = itertools.count()

    def make() -> Careful:
        next(made)
        return Careful()

    check_golden(careful, make, "b")
    assert next(made) == 8


def test_texts_tell_both_answers(careful: Path) -> None:
    shy = check_golden(careful, Shy, "a").first
    assert shy is not None
    assert shy.view is not None
    assert (shy.recorded[:6], shy.now[:7]) == ("takes ", "passes ")
    assert shy.recorded[6:] == shy.now[7:]
    keeping = check_golden(careful, Keeping, "a").first
    assert keeping is not None
    thrown = keeping.now.removeprefix("throws ")
    assert keeping.recorded.startswith((f"throws {thrown}, knocks with ", f"throws {thrown}, goes"))


def test_an_exception_is_a_difference_with_its_traceback(careful: Path) -> None:
    class Losing(Careful):
        def draw(self, view: View) -> Draw:
            if view.stock_size < 20:
                raise LookupError("lost count")
            return super().draw(view)

    found = check_golden(careful, Losing, "a")
    assert found.first is not None
    assert found.differences > 1
    assert found.questions == questions_in(careful, "a")
    assert found.first.now == "fault: exception"
    assert found.first.view is not None
    assert found.first.view.stock_size == 19
    assert 'raise LookupError("lost count")' in found.first.detail
    assert "LookupError: lost count" in draw_difference(found.first)


@pytest.mark.parametrize("at", ["__init__", "start_series"])
def test_a_candidate_that_cannot_start_is_one_difference_a_series(at: str, careful: Path) -> None:
    def fail(self: object, *_: object) -> None:
        raise SystemExit("no licence")

    found = check_golden(careful, type("Absent", (Careful,), {at: fail}), "a")
    assert (found.series, found.questions, found.differences) == (8, 0, 8)
    assert found.first is not None
    assert str(found.first.address) == "0.0.0"
    assert (found.first.recorded, found.first.now) == ("starts", "fault: no_start")
    assert "no licence" in found.first.detail
    assert draw_difference(found.first).startswith("0.0.0  a\n  recorded  starts\n")


class Hostile:
    def __eq__(self, other: object) -> bool:
        raise RuntimeError("looked at outside the guard")

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    "answer",
    [
        None,
        3,
        "stock",
        Hostile(),
        Hostile,
        Fault("exception"),
        Offer.TAKE,
        Draw.PILE,
        LayOff(),
        LayOff((1,), 3),
        BIG_GIN,
        Discard(True),
        Discard(99),
        Discard(-1),
        Discard(1 << 5000),
        Discard(Hostile()),  # type: ignore[arg-type]
        Knock(Hostile()),  # type: ignore[arg-type]
        Knock(None),  # type: ignore[arg-type]
        type("Mine", (Discard,), {})(1),
    ],
    ids=lambda answer: type(answer).__name__,
)
def test_whatever_a_candidate_says_is_at_most_a_difference(answer: object, careful: Path) -> None:
    class Odd(Careful):
        def play(self, view: View) -> Any:
            return answer

    found = check_golden(careful, Odd, "a")
    assert found.first is not None
    assert found.first.now.startswith("fault: illegal")
    assert found.first.detail
    assert draw_difference(found.first)


@pytest.mark.parametrize("melds", [7, [], (), (1,), (Hostile(),), (1 << 60, 2)])
def test_a_layout_that_cannot_be_is_an_illegal_knock(melds: Any, careful: Path) -> None:
    class Odd(Careful):
        def play(self, view: View) -> Any:
            answer = super().play(view)
            return Knock(answer.card, melds) if isinstance(answer, Knock) else answer

    found = check_golden(careful, Odd, "a")
    assert found.first is not None
    assert found.first.now.startswith("fault: illegal, knock ")


def test_lay_offs_are_compared_and_stand_at_the_knock(tmp_path: Path) -> None:
    class Proud(Careful):
        def lay_off(self, view: View) -> LayOff:
            _, cards, melds = lay_off(view.spread, view.hand, view.rules.tables)
            return LayOff(melds) if cards and view.loose else LayOff()

    log = played(tmp_path, rules=small_rules(defender_layout="bot"))
    found = check_golden(log, Proud, "a").first
    assert found is not None
    series, number, token = (int(part) for part in str(found.address).split("."))
    line = next(
        line
        for line in read_plain(log)
        if line["kind"] == "round" and (line["series"], line["round"]) == (series, number)
    )
    assert token == len(line["moves"].split()) - 1
    melds = " ".join(line["melds"]) or "none"
    assert found.recorded == f"melds {melds}, lays off {line['laid_off']}"
    assert found.now == f"melds {melds}, lays off none"
    assert "  spread    " + " ".join(line["spread"]) in draw_difference(found)


def test_faults_that_a_process_alone_can_show_are_not_compared(tmp_path: Path) -> None:
    class Faulting(Careful):
        def draw(self, view: View) -> Draw:
            if view.stock_size < 15:
                raise ValueError
            return super().draw(view)

    policy = FaultPolicy("forfeit_round", 100)
    log = played(tmp_path, Faulting, faults=policy)
    count = check_golden(log, Careful, "a").differences
    assert count == log.read_bytes().count(b'"kind":"exception"')
    assert count > 0
    for kind, differences in (("timeout", 0), ("died", 0), ("garbage", count)):
        text = log.read_bytes().replace(b'"exception"', b'"%s"' % kind.encode())
        (tmp_path / kind).write_bytes(reseal(text.splitlines()))
        assert check_golden(tmp_path / kind, Careful, "a").differences == differences


def test_a_fault_is_the_same_only_by_its_kind(tmp_path: Path) -> None:
    class Raising(Careful):
        def draw(self, view: View) -> Draw:
            if view.stock_size < 15:
                raise ValueError
            return super().draw(view)

    class Breaking(Careful):
        def draw(self, view: View) -> Any:
            return Offer.TAKE if view.stock_size < 15 else super().draw(view)

    log = played(tmp_path, Breaking, faults=FaultPolicy("forfeit_round", 100))
    text = log.read_bytes()
    count = text.count(b'"kind":"illegal"')
    assert count > 0
    garbage = text.replace(b'"kind":"illegal"', b'"kind":"garbage"')
    (tmp_path / "garbage").write_bytes(reseal(garbage.splitlines()))
    for path in (log, tmp_path / "garbage"):
        assert check_golden(path, Breaking, "a").is_same
        found = check_golden(path, Raising, "a")
        assert found.differences == count
        assert found.first is not None
        assert found.first.now == "fault: exception"


# What cannot be checked


def test_a_log_without_the_entrant_is_refused_with_the_names_that_are_there(careful: Path) -> None:
    with pytest.raises(LogError, match="has no entrant 'c'; its entrants: a, b"):
        check_golden(careful, Careful, "c")


def test_a_log_that_is_cut_or_contradicts_the_rules_is_refused(
    careful: Path, tmp_path: Path
) -> None:
    (tmp_path / "cut").write_bytes(careful.read_bytes()[:-200])
    with pytest.raises(LogError, match="is not complete"):
        check_golden(tmp_path / "cut", Careful, "a")
    plain = read_plain(careful)
    line = next(line for line in plain if line["kind"] == "round" and line["series"] == 2)
    line["moves"] = line["moves"].rpartition(" ")[0]
    (tmp_path / "forged").write_bytes(reseal([line_bytes(line) for line in plain]))
    with pytest.raises(LogError, match="series 2: moves: stop before the round is over"):
        check_golden(tmp_path / "forged", Careful, "a")


def test_an_interrupt_is_the_users(careful: Path) -> None:
    class Interrupted(Careful):
        def play(self, view: View) -> Discard | Knock:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_golden(careful, Interrupted, "a")


# Drawn


def test_a_position_is_drawn_as_its_seat_saw_it(careful: Path) -> None:
    found = check_golden(careful, Keeping, "a").first
    assert found is not None
    assert found.view is not None
    lines = draw_difference(found).splitlines()
    assert lines[0] == f"{found.address}  a"
    rows = {line[2:10].strip(): line[12:] for line in lines[1:]}
    hand, _, told = rows["hand"].partition("  ")
    assert parse_hand(hand) == found.view.hand
    assert "after the best discard; knocks with 10)" in told
    assert rows["moves"] == found.view.moves
    assert rows["pile"].endswith(f"(top first; stock {found.view.stock_size})")
    assert (rows["recorded"], rows["now"]) == (found.recorded, found.now)


def test_the_two_answers_can_have_other_labels() -> None:
    found = Difference(None, "a", None, "starts", "fault: no_start")  # type: ignore[arg-type]
    assert draw_difference(found, ("first log", "second log")).splitlines()[1:] == [
        "  first log   starts",
        "  second log  fault: no_start",
    ]
