"""Roll-outs: the built-in policies, the dealing of unknown cards, and what comes of them."""

import random
from collections import Counter

import pytest

from arena.bot import Bot, Discard, Knock, Phase, RollOuts, View, roll_out
from arena.dealer import Dealer
from arena.gin.actions import IllegalAction
from arena.gin.cards import PACK, cards_of, hand_of, parse_card, parse_hand
from arena.gin.chance import Chance
from arena.gin.deal import Deal
from arena.gin.policy import Actor, Policy, any_of
from arena.gin.rollout import Guess, Position
from arena.gin.round import Round
from arena.gin.rules import Rules
from arena.gin.sheet import empty_sheet
from arena.profiles import load_profile, profile_names
from arena.table.lookahead import position_of
from arena.table.sight import view_of
from bots.greedy import GreedyBot
from bots.simple import SimpleBot

DEALER = Dealer("roll-outs")


def deal(number: int, stock: str = "per_seat") -> Deal:
    return Deal(DEALER.first_dealer(number), DEALER.deck(number, 0), stock)  # type: ignore[arg-type]


def seen(round_: Round, rules: Rules) -> View:
    return view_of(round_, empty_sheet(rules), rules)


def answer(bot: Bot, view: View) -> object:
    if view.phase is Phase.DRAW:
        return bot.draw(view)
    if view.phase in (Phase.PLAY, Phase.LAST_PLAY):
        return bot.play(view)
    return bot.lay_off(view) if view.phase is Phase.LAY_OFF else bot.offer(view)


def played_by_bots(number: int, rules: Rules, bot: Bot) -> Round:
    round_ = Round(deal(number), rules)
    while round_.phase is not Phase.OVER:
        if round_.phase is Phase.FORCED_STOCK:
            round_.draw_stock()
        else:
            round_.apply(answer(bot, seen(round_, rules)))
    return round_


@pytest.mark.parametrize("profile", profile_names())
def test_the_greedy_policy_plays_as_the_greedy_bot(profile: str) -> None:
    rules = load_profile(profile).rules
    actor = Actor("greedy", rules, Chance(0))
    for number in range(25):
        round_ = Round(deal(number), rules)
        while round_.phase is not Phase.OVER:
            actor.act(round_)
        assert round_.moves == played_by_bots(number, rules, GreedyBot()).moves


class Choices:
    """A generator whose every choice is the first."""

    def random(self) -> float:
        return 0.0


def test_the_simple_policy_plays_as_the_simple_bot_where_both_choose_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, bot = Rules(), SimpleBot()
    bot.rng = Choices()  # type: ignore[assignment]
    for number in range(50):
        expected = played_by_bots(number, rules, bot)
        round_ = Round(deal(number), rules)
        while round_.phase is not Phase.OVER:
            # A seed whose first number is small makes `any_of` choose the first as well.
            Actor("simple", rules, Chance(SMALL)).act(round_)
        assert round_.moves == expected.moves


def small_seed() -> int:
    return next(seed for seed in range(10_000) if Chance(seed).word() < 1 << 28)


SMALL = small_seed()


def test_any_of_chooses_each_card_alike() -> None:
    cards, chance = parse_hand("AC 7D KS"), Chance(1)
    counts = Counter(any_of(cards, chance) for _ in range(3000))
    assert set(counts) == set(cards_of(cards))
    assert min(counts.values()) > 900


def test_the_generator_gives_the_same_numbers_everywhere() -> None:
    """The first words of the published sfc32 for the state (seed low, seed high, 0, 1)."""

    def words(low: int, high: int) -> list[int]:
        state = [low, high, 0, 1]
        found = []
        for _ in range(15 + 5):
            a, b, c, count = state
            drawn = (a + b + count) % 2**32
            turned = (c << 21 | c >> 11) % 2**32
            state = [b ^ b >> 9, (c + (c << 3)) % 2**32, (turned + drawn) % 2**32, count + 1]
            found.append(drawn)
        return found[15:]

    for seed in (0, 1, 2**32, 2**64 - 1, 0x0123456789ABCDEF):
        chance = Chance(seed)
        assert [chance.word() for _ in range(5)] == words(seed % 2**32, seed >> 32)


@pytest.mark.parametrize("profile", profile_names())
def test_every_decision_of_a_round_can_be_rolled_out(profile: str) -> None:
    rules = load_profile(profile).rules
    for number in range(4):
        round_ = Round(deal(number), rules)
        actor = Actor("greedy", rules, Chance(0))
        while round_.phase is not Phase.OVER:
            if round_.phase is not Phase.FORCED_STOCK:
                found = roll_out(seen(round_, rules), 7, 3)
                assert found.rounds == 3 == found.wins + found.losses + found.voids
                assert found.squares >= abs(found.points)
            actor.act(round_)


def test_the_unknown_cards_are_dealt_alike_to_hand_and_stock() -> None:
    """T7: what is known stays where it is known to be; all else may be anywhere."""
    rules = Rules()
    view = seen(Round(deal(3), rules), rules)
    guess = Guess(position_of(view), rules, Chance(5))
    counts: Counter[int] = Counter()
    for _ in range(4000):
        guess.deal()
        other = guess.other_hand
        assert other.bit_count() == 10
        assert not other & (view.hand | hand_of(view.discard_pile))
        counts.update(cards_of(other))
    assert len(counts) == 41
    expected = 4000 * 10 / 41
    assert all(abs(count - expected) < 5 * (expected * 31 / 41) ** 0.5 for count in counts.values())


def test_a_position_is_what_the_round_knows() -> None:
    """All that a view leaves to its moves is read from them: takes, shown cards, the upcard."""
    rules = Rules()
    met = 0
    for number in range(60):
        round_ = Round(deal(number), rules)
        actor = Actor("simple", rules, Chance(number))
        while round_.phase is not Phase.OVER:
            if round_.phase is not Phase.FORCED_STOCK:
                position = position_of(seen(round_, rules))
                assert position.takes == round_.takes
                upcard_was_taken = position.upcard != round_.upcard
                own = round_.hand_known & ~(1 << round_.upcard)
                assert position.hand_known & ~(1 << round_.upcard) == own
                met += bool(own)
                if upcard_was_taken:
                    assert position.upcard == 0
                    assert " t" in " " + round_.moves
            actor.act(round_)
    assert met > 50


@pytest.mark.parametrize("policy", ["greedy", "simple"])
def test_equal_seeds_give_equal_roll_outs(policy: Policy) -> None:
    rules = Rules()
    view = seen(Round(deal(1), rules), rules)
    one, same, other = (
        roll_out(view, seed, 60, policy=policy, against="simple") for seed in (9, 9, 10)
    )
    assert one == same
    assert one != other


GOLDEN = {
    ("classic", "greedy"): RollOuts(40, 20, 20, 0, -14, 10778),
    ("classic", "simple"): RollOuts(40, 20, 18, 2, 143, 15515),
    ("gra", "greedy"): RollOuts(40, 20, 20, 0, -29, 11363),
    ("round-corner", "simple"): RollOuts(40, 19, 21, 0, 5, 11537),
}


@pytest.mark.parametrize(("profile", "policy"), GOLDEN)
def test_roll_outs_are_the_same_on_every_platform_compiled_or_not(
    profile: str, policy: Policy
) -> None:
    rules = load_profile(profile).rules
    view = seen(Round(deal(2), rules), rules)
    assert roll_out(view, 2026, 40, policy=policy, against=policy) == GOLDEN[profile, policy]


def test_a_first_action_is_played_and_checked() -> None:
    rules = Rules()
    round_ = Round(deal(4), rules)
    for _ in range(2):
        round_.pass_offer()
    round_.draw_stock()
    view = seen(round_, rules)
    best = {card: roll_out(view, 1, 200, action=Discard(card)).mean for card in cards_of(view.hand)}
    assert len(set(best.values())) > 1
    with pytest.raises(IllegalAction, match="own hand"):
        roll_out(view, 1, 5, action=Discard(cards_of(PACK & ~view.hand)[0]))
    with pytest.raises(IllegalAction, match="knock limit"):
        roll_out(view, 1, 5, action=Knock(cards_of(view.hand)[0], ()))


def test_a_sure_thing_is_sure() -> None:
    """A gin in hand wins at least its bonus in every round."""
    hand = parse_hand("AC 2C 3C 4D 5D 6D 7H 8H 9H TH KS")
    rules = Rules()
    position = Position(
        dealer=1, seat=0, phase=Phase.PLAY, hand=hand, hand_known=0, other_known=0,
        pile=bytes([parse_card("QS")]), stock_size=30, taken=None, barred=0, takes=0, limit=10,
        upcard=parse_card("QS"),
    )  # fmt: skip
    guess = Guess(position, rules, Chance(1))
    guess.deal()
    assert guess.other_hand.bit_count() == 10
    view = View(
        0, 1, Phase.PLAY, hand, position.pile, 30, None, 0, 0, "p p s", 10, (), empty_sheet(rules),
        rules,
    )  # fmt: skip
    found = roll_out(view, 3, 100)
    assert (found.wins, found.losses, found.voids) == (100, 0, 0)
    assert found.mean >= rules.gin_bonus
    assert 0 < found.error < 5
    assert roll_out(view, 3, 1).error == float("inf")


def test_what_cannot_be_played_on_is_refused() -> None:
    rules = Rules()
    view = seen(Round(deal(0), rules), rules)
    with pytest.raises(ValueError, match="count: 0"):
        roll_out(view, 1, 0)
    with pytest.raises(ValueError, match="policy: 'lazy' is none of greedy, simple"):
        roll_out(view, 1, 1, policy="lazy")  # type: ignore[arg-type]
    short = View(*[getattr(view, name) for name in view.__struct_fields__])
    odd = position_of(short)._replace(stock_size=12)
    with pytest.raises(ValueError, match="ten cards"):
        Guess(odd, rules, Chance(1))
    with pytest.raises(ValueError, match="no round can be played on"):
        Guess(odd._replace(phase=Phase.OVER), rules, Chance(1))


def test_a_bot_can_search_with_them() -> None:
    """The smallest searching bot: the discard with the best mean; it beats greedy play."""

    class Searcher(GreedyBot):
        def play(self, view: View) -> object:  # type: ignore[override]
            actions = view.legal_actions()
            seed = int(self.rng.random() * 2**53)
            return max(actions, key=lambda one: roll_out(view, seed, 8, action=one).points)

    bot = Searcher()
    bot.rng = random.Random(1)
    round_ = played_by_bots(1, Rules(), bot)
    assert round_.phase is Phase.OVER
