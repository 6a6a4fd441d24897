"""The reference bots: no faults under any rules, and a few decisions with their pictures."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from arena.bot import (
    BIG_GIN,
    DISCARDS,
    KNOCKS,
    Bot,
    Draw,
    Offer,
    Phase,
    Player,
    SeriesInfo,
    View,
)
from arena.dealer import Dealer
from arena.gin.cards import format_card, parse_card, parse_cards, parse_hand
from arena.gin.rules import Rules
from arena.gin.sheet import empty_sheet
from arena.profiles import load_profile
from arena.record import FaultPolicy
from arena.registry import find_bot
from arena.schedule import Schedule
from arena.table.driver import play_inline
from arena.table.table import Setting, Table

NAMES = ("random", "simple", "greedy", "gin-hunter")
PROFILES = (
    "classic", "settled", "eaai", "gra", "modern", "openspiel", "round-corner",
    "oklahoma-hollywood", "straight",
)  # fmt: skip
ELEVEN_LOOSE = "KS AC 3C 4C 5D 7D 4H 6H 9H 2S 8S"
"""Eleven cards without a meld, KS the dearest; 49 points without it, so that none may knock."""
TEN_LOOSE = ELEVEN_LOOSE[3:]
ENOUGH = "AC 2C 3C 5D 6D 7D 8D AH 4H KH 5S"
"""Without KH the ace, the four and the five of spades are loose: ten points, just enough."""


def bot(name: str, seed: int = 1) -> Bot:
    """Return a bot that has been started, from its entry point."""
    made = bot_class(name)()
    made.start_series(SeriesInfo(0, name, "other", Rules(), seed))
    assert isinstance(made, Bot)
    return made


@cache
def bot_class(name: str) -> Callable[..., Player]:
    return find_bot(name, Path()).load()


def picture(hand: str, pile: str = "KD", phase: Phase = Phase.PLAY, **more: object) -> View:
    """Return a view of seat 0; what is not named is as in a round's second turn."""
    rules = more.pop("rules", Rules())
    assert isinstance(rules, Rules)
    facts: dict[str, object] = {
        "seat": 0,
        "dealer": 1,
        "phase": phase,
        "hand": parse_hand(hand),
        "discard_pile": bytes(parse_cards(pile)),
        "stock_size": 30,
        "taken": None,
        "barred": 0,
        "opponent_holds": 0,
        "moves": "p p s",
        "knock_limit": rules.knock_limit,
        "spread": (),
        "sheet": empty_sheet(rules),
        "rules": rules,
    }
    return View(**facts | more)  # type: ignore[arg-type]


def thrown(action: object) -> str:
    """Return what an answer to eleven cards does, as in `K 4D` for a knock."""
    for card in range(52):
        if action == DISCARDS[card]:
            return format_card(card)
        if action == KNOCKS[card]:
            return f"K {format_card(card)}"
    assert action is BIG_GIN
    return "big gin"


# No faults, whatever the rules


@pytest.mark.parametrize("profile", PROFILES)
def test_no_reference_bot_faults_in_twenty_series(profile: str) -> None:
    """Each pair is two series against each of the other three bots: 24 for each bot."""
    setting = Setting(load_profile(profile).rules, "per_seat", FaultPolicy())
    makers = {name: bot_class(name) for name in NAMES}
    played: Counter[str] = Counter()
    for job in Schedule(NAMES, "round-robin", 4, "mirrored"):
        table = Table(job, setting, Dealer(f"bots {profile}"))
        series = play_inline(table.play(), (makers[job.seats[0]], makers[job.seats[1]]))
        assert series.incidents == ()
        played.update(job.seats)
    assert min(played.values()) >= 20


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_plays_the_same_with_the_same_seed(name: str) -> None:
    setting = Setting(Rules(columns=1), "per_seat", FaultPolicy())
    make = bot_class(name)
    jobs = [Schedule(("a", "b"), "round-robin", 1, "mirrored").job(0)] * 2
    first, second = (
        play_inline(Table(job, setting, Dealer("same")).play(), (make, make)).record for job in jobs
    )
    assert first == second


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_lays_off_as_the_engine_would(name: str) -> None:
    """With `defender_layout: bot` the default, none declared, is the engine's minimum (L4)."""
    rules = Rules().replace({"defender_layout": "bot", "columns": 1})
    setting = Setting(rules, "per_seat", FaultPolicy())
    make = bot_class(name)
    greedy = bot_class("greedy")
    for job in Schedule((name, "other"), "round-robin", 2, "mirrored"):
        table = Table(job, setting, Dealer("lay off"))
        assert play_inline(table.play(), (make, greedy)).incidents == ()


# Pictured decisions


def test_simple_takes_the_upcard_only_into_a_meld() -> None:
    #      A 2 3 4 5 6 7 8 9 T J Q K
    #   C  . . 3 . . . . . . . . . K
    #   D  . . . . 5 6 . . . . . . .      7D makes a run; KD makes a pair only.
    #   H  . 2 . . . . . . 9 . . . .
    #   S  A . . . . . . 8 . . J . .
    hand = "3C KC 5D 6D 2H 9H AS 8S JS QC"
    assert bot("simple").offer(picture(hand, "7D", Phase.FIRST_OFFER)) is Offer.TAKE
    assert bot("simple").offer(picture(hand, "KD", Phase.SECOND_OFFER)) is Offer.PASS
    assert bot("simple").draw(picture(hand, "7D", Phase.DRAW)) is Draw.PILE
    assert bot("simple").draw(picture(hand, "AD", Phase.DRAW)) is Draw.STOCK


def test_greedy_takes_a_low_card_for_a_high_one() -> None:
    """AD melds with nothing, but it saves nine points when KC is thrown."""
    hand = "3C KC 5D 6D 2H 9H AS 8S JS QC"
    assert bot("greedy").draw(picture(hand, "AD", Phase.DRAW)) is Draw.PILE
    assert bot("greedy").offer(picture(hand, "AD", Phase.FIRST_OFFER)) is Offer.TAKE
    assert bot("greedy").draw(picture(hand, "KS", Phase.DRAW)) is Draw.STOCK


def test_greedy_leaves_a_card_that_it_could_not_use() -> None:
    """Taking TS, it may not throw TS back (T6), and any other discard costs no less."""
    hand = "AC 2C 3C 5D 6D 7D 9H 9S 9C TD"
    assert bot("greedy").draw(picture(hand, "TS", Phase.DRAW)) is Draw.STOCK


@pytest.mark.parametrize("name", ["simple", "greedy"])
def test_a_bot_knocks_as_soon_as_it_can(name: str) -> None:
    #      A 2 3 4 5 6 7 8 9 T J Q K
    #   C  A 2 3 . . . . . . . . . .
    #   D  . . . . 5 6 7 8 . . . . .      Without KH: AH, 4H and 5S are loose, ten points.
    #   H  A . . 4 . . . . . . . . K      With QS for 8D there are ten more.
    #   S  . . . . 5 . . . . . . . .
    assert thrown(bot(name).play(picture(ENOUGH))) == "K KH"
    assert thrown(bot(name).play(picture(ENOUGH.replace("8D", "QS")))) in ("KH", "QS")


def test_gin_hunter_holds_back_a_knock_until_the_stock_runs_low() -> None:
    """The same hand: ten points are a knock, but not yet."""
    hunter = bot("gin-hunter")
    assert thrown(hunter.play(picture(ENOUGH, stock_size=10))) == "KH"
    assert thrown(hunter.play(picture(ENOUGH, stock_size=9))) == "K KH"


@pytest.mark.parametrize("name", ["simple", "greedy", "gin-hunter"])
def test_every_bot_goes_gin_at_once(name: str) -> None:
    gin = "AC 2C 3C 5D 6D 7D 9H 9S 9C 9D KH"
    assert thrown(bot(name).play(picture(gin, stock_size=30))) == "K KH"


@pytest.mark.parametrize("name", ["simple", "greedy", "gin-hunter"])
def test_every_bot_shows_big_gin_where_the_rules_have_it(name: str) -> None:
    eleven = "AC 2C 3C 4C 5D 6D 7D 9H 9S 9C 9D"
    modern = load_profile("modern").rules
    assert thrown(bot(name).play(picture(eleven, rules=modern))) == "big gin"
    assert thrown(bot(name).play(picture(eleven))).startswith("K ")


@pytest.mark.parametrize("name", ["simple", "greedy", "gin-hunter"])
def test_no_bot_throws_back_what_it_took(name: str) -> None:
    """KS is the dearest loose card, but it was taken from the pile (T6)."""
    view = picture(ELEVEN_LOOSE, "", barred=parse_hand("KS"), taken=parse_card("KS"))
    assert thrown(bot(name).play(view)) != "KS"
    assert thrown(bot(name).play(picture(ELEVEN_LOOSE, ""))) == "KS"


@pytest.mark.parametrize("name", ["simple", "greedy", "gin-hunter"])
def test_a_bot_that_took_the_last_discard_knocks(name: str) -> None:
    """V6: after the fiftieth card only a knock or gin may follow."""
    view = picture(ENOUGH, phase=Phase.LAST_PLAY, stock_size=2)
    assert thrown(bot(name).play(view)) == "K KH"


def test_greedy_throws_the_less_useful_of_two_equal_cards() -> None:
    """QC and JC may become a run, KS has nothing beside it; each costs ten."""
    assert thrown(bot("greedy").play(picture("AD 2D 3D 5H 6H 7H 4S 8C QC JC KS"))) == "KS"


def test_greedy_knows_that_cards_on_the_pile_cannot_help() -> None:
    """Two pairs, KC KS and QC QS; both other queens are gone, so a queen goes."""
    hand = "AD 2D 3D 5H 6H 7H 4S KC KH QS QD"
    assert thrown(bot("greedy").play(picture(hand, "QC QH")))[0] == "Q"
    assert thrown(bot("greedy").play(picture(hand, "KD KS")))[0] == "K"


def test_simple_throws_any_of_the_best_discards_by_chance() -> None:
    hand = "AD 2D 3D 5H 6H 7H 4S 8C QC JD KS"
    seen = {thrown(bot("simple", seed).play(picture(hand))) for seed in range(40)}
    assert seen == {"QC", "JD", "KS"}


def test_straight_gin_knocks_with_nothing_loose_alone() -> None:
    straight = load_profile("straight").rules
    for name in ("simple", "greedy", "gin-hunter"):
        assert thrown(bot(name).play(picture(ENOUGH, rules=straight, stock_size=3))) == "KH"


# Random


def chi_square(counts: Counter[object], choices: int) -> float:
    expected = counts.total() / choices
    return sum((count - expected) ** 2 / expected for count in counts.values()) + expected * (
        choices - len(counts)
    )


AT_LEAST = {2: 10.83, 11: 29.59, 12: 31.26, 13: 32.91}
"""Number of choices to the chi-square that one time in a thousand is passed."""

Ask = Callable[[Bot], object]
RANDOM: dict[str, tuple[Ask, int]] = {
    "offer": (lambda made: made.offer(picture(TEN_LOOSE, phase=Phase.FIRST_OFFER)), 2),
    "draw": (lambda made: made.draw(picture(TEN_LOOSE, phase=Phase.DRAW)), 2),
    "discard": (lambda made: made.play(picture(ELEVEN_LOOSE)), 11),
    "knock": (lambda made: made.play(picture(ENOUGH)), 12),
}


@pytest.mark.parametrize("question", ["offer", "draw", "discard", "knock"])
def test_random_takes_each_legal_action_equally_often(question: str) -> None:
    ask, choices = RANDOM[question]
    made = bot("random", seed=20260301)
    counts = Counter(ask(made) for _ in range(600 * choices))
    assert len(counts) == choices
    assert chi_square(counts, choices) < AT_LEAST[choices]


def test_random_answers_with_nothing_but_legal_actions() -> None:
    made = bot("random", seed=3)
    view = picture("AC 2C 3C 4C 5D 6D 7D 9H 9S 9C 9D", rules=load_profile("modern").rules)
    legal = set(view.legal_actions())
    assert {made.play(view) for _ in range(2000)} == legal
    assert BIG_GIN in legal
