"""What holds in every round: random legal play under every profile, checked after each action."""

import dataclasses
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.gin.actions import Action, BigGin, Discard, Draw, Knock, LayOff, Offer, Phase
from arena.gin.cards import PACK, cards_of, format_hand, hand_of, parse_hand
from arena.gin.deal import Deal
from arena.gin.kernel import best_discards, deadwood
from arena.gin.notation import answers_of, parse_moves
from arena.gin.result import Finish, points
from arena.gin.round import Round
from arena.gin.rules import Rules
from arena.profiles import load_profile, profile_names

from . import naive
from .stacking import OFFERS, facts, undrawn
from .strategies import BOUNDED
from .test_round_illegal import refuses

PLAYING = (Phase.PLAY, Phase.LAST_PLAY)
LONGEST = 250
"""More actions than a round can have: 2 passes, 29 draws and 50 takes, each with what follows."""

MOST_POINTS = {
    "classic": 123, "settled": 123, "palace": 123, "eaai": 123, "openspiel": 123, "gra": 123,
    "hoyle": 123, "tedesco": 123, "straight": 123, "pokerwiner": 123,
    "pagat": 118, "bicycle": 118,  # gin bonus 20
    "modern": 129, "ginrummy-com": 129,  # big gin 31
    "oklahoma-hollywood": 2 * 123,  # doubled by a spade
    "round-corner": 130,  # a loose ace is 15, gin bonus 20
}  # fmt: skip
"""S9, by profile."""

OPTIONS: dict[str, dict[str, object]] = {
    "on_draw": {"stock_end": "on_draw"},
    "last_discard": {"stock_end": "last_discard_offer"},
    "few_takes": {"max_discard_takes": 4},
    "bot": {"defender_layout": "bot"},
    "bot_on_gin": {"defender_layout": "bot", "layoff_on_gin": True, "void_gin": True},
    "optimal": {"knocker_layout": "optimal"},
    "everything": {
        "ace_mode": "corner",
        "ace_value": 15,
        "big_gin_bonus": 31,
        "oklahoma": "ace_one",
        "discard_taken": "allow",
        "stock_end": "last_discard_offer",
        "defender_layout": "bot",
        "layoff_on_gin": True,
    },
}
RULES: dict[str, Rules] = {name: load_profile(name).rules for name in profile_names()} | {
    name: Rules().replace(changes) for name, changes in OPTIONS.items()
}
EVERY_RULES = pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
FEW = settings(BOUNDED, max_examples=6)

Player = Callable[[Round, Rules, random.Random], Action]


# Players


def uniform(round_: Round, rules: Rules, chance: random.Random) -> Action:
    """Choose any legal action."""
    return chance.choice(round_.legal_actions())


def eager(round_: Round, rules: Rules, chance: random.Random) -> Action:
    """End the round where it can be ended, else throw a card that is of little use."""
    legal = round_.legal_actions()
    if round_.phase not in PLAYING:
        return chance.choice(legal)
    ending = [action for action in legal if not isinstance(action, Discard)]
    if ending:
        return chance.choice(ending)
    _, cards = best_discards(round_.hands[round_.turn], round_.barred, rules.tables)
    return Discard(chance.choice(list(cards_of(cards))))


def patient(round_: Round, rules: Rules, chance: random.Random) -> Action:
    """Wait for big gin, or for gin; take from the pile what brings it nearer."""
    legal, hand = round_.legal_actions(), round_.hands[round_.turn]
    if round_.phase not in PLAYING:
        if len(legal) < 2:
            return legal[0]
        top = 1 << round_.pile[-1]
        left, _ = best_discards(hand | top, top, rules.tables)
        return legal[left < deadwood(hand, rules.tables)]
    left, cards = best_discards(hand, round_.barred, rules.tables)
    ending = [action for action in legal if not isinstance(action, Discard)]
    if BigGin() in ending or round_.phase is Phase.LAST_PLAY:
        return ending[-1]
    card = chance.choice(list(cards_of(cards)))
    is_gin = left == 0 and (rules.big_gin_bonus is None or chance.random() < 0.3)
    return Knock(card) if is_gin else Discard(card)


def declaring(round_: Round, rules: Rules, chance: random.Random) -> Action:
    """As the eager one, but declare any layout and any lay-off that the naive solver knows."""
    hand, ways = round_.hands[round_.turn], ways_of(rules)
    action = eager(round_, rules, chance)
    if isinstance(action, Knock):
        ten = cards_in(hand ^ 1 << action.card)
        most = round_.limit if rules.knocker_layout == "free" else naive.deadwood(ten, ways)
        fitting = [
            layout.melds
            for layout in naive.layouts(ten, ways)
            if naive.points(layout.loose, ways) <= min(most, round_.limit)
        ]
        return Knock(action.card, hands_of(chance.choice(sorted(fitting, key=naive.nested))))
    if isinstance(action, LayOff):
        assert round_.laid_down is not None
        every = sorted(naive.layouts(cards_in(hand), ways), key=lambda it: naive.nested(it.melds))
        layout = chance.choice(every)
        is_open = round_.laid_down.finish is Finish.KNOCK or rules.layoff_on_gin
        spread = melds_in(round_.laid_down.spread) if is_open else ()
        off = chance.choice(sorted(naive.lay_offs(spread, layout.loose, ways), key=naive.numbers))
        return LayOff(hands_of(layout.melds), hand_from(off))
    return action


PLAYERS: tuple[Player, ...] = (uniform, eager, patient, declaring)


def ways_of(rules: Rules) -> naive.Ways:
    return naive.Ways(corner=rules.ace_mode == "corner", ace=rules.ace_value)


def cards_in(hand: int) -> naive.Cards:
    return naive.cards(format_hand(hand, " "))


def hand_from(cards: naive.Cards) -> int:
    return parse_hand(naive.text_of(cards))


def melds_in(layout: tuple[int, ...]) -> naive.Melds:
    return tuple(cards_in(meld) for meld in layout)


def hands_of(melds: naive.Melds) -> tuple[int, ...]:
    return tuple(hand_from(meld) for meld in melds)


# Playing and checking


class Watched:
    """A round that is checked after every action."""

    def __init__(self, deal: Deal, rules: Rules) -> None:
        self.deal = deal
        self.rules = rules
        self.round = Round(deal, rules)
        self.drawn: tuple[list[int], list[int]] = ([], [])
        self.actions = 0
        self.check()

    def play_out(self, player: Player, chance: random.Random) -> "Watched":
        while self.round.phase is not Phase.OVER:
            self.do(player(self.round, self.rules, chance))
        self.check_result()
        return self

    def do(self, action: Action) -> None:
        seat, told = self.round.turn, self.round.moves
        self.round.apply(action)
        if action is Draw.STOCK:
            assert self.round.taken is not None
            self.drawn[seat].append(self.round.taken)
        self.actions += 1
        assert self.actions < LONGEST
        assert self.round.moves.startswith(told)
        self.check()

    def check(self) -> None:
        """Check that 52 cards are where they belong, and what is known of them."""
        round_ = self.round
        left = undrawn(self.deal, {*self.drawn[0], *self.drawn[1]})
        pile = hand_of(round_.pile)
        places = [*round_.hands, pile, left]
        assert sum(place.bit_count() for place in places) == 52
        assert places[0] | places[1] | places[2] | places[3] == PACK
        assert (pile.bit_count(), left.bit_count()) == (len(round_.pile), round_.stock_left)
        assert round_.stock_left >= 2
        for seat in (0, 1):
            assert round_.known[seat] & ~round_.hands[seat] == 0
            extra = int(seat == round_.turn and round_.phase in PLAYING)
            if round_.phase is not Phase.OVER:
                held = round_.hands[seat].bit_count()
                assert held == 10 + extra or round_.laid_down is not None
        assert (round_.phase is Phase.OVER) == (not round_.legal_actions())

    def check_result(self) -> None:
        """Check who may have scored, and the counts against the melds (S1 to S6)."""
        result = self.round.result()
        shown = result.showdown
        assert (shown is None) == (result.finish in (Finish.VOID_STOCK, Finish.VOID_TAKES))
        assert (result.winner is None) == (points(result, self.rules) == 0)
        if shown is None:
            return
        ways, knocker = ways_of(self.rules), shown.knocker
        kept, left = shown.deadwood[knocker], shown.deadwood[1 - knocker]
        loose = [
            cards_in(self.round.hands[knocker] ^ sum(shown.spread)),
            cards_in(self.round.hands[1 - knocker] ^ sum(shown.melds) ^ shown.laid_off),
        ]
        assert [naive.points(cards, ways) for cards in loose] == [kept, left]
        assert kept <= self.round.limit
        bonus = {
            Finish.GIN: self.rules.gin_bonus,
            Finish.BIG_GIN: self.rules.big_gin_bonus,
            Finish.UNDERCUT: self.rules.undercut_bonus,
        }.get(result.finish, 0)
        doubled = 2 if self.rules.spade_double and result.upcard >= 39 else 1
        if result.winner is not None:
            assert points(result, self.rules) == (abs(left - kept) + bonus) * doubled
            assert result.winner == (
                knocker
                if left > kept or result.finish in (Finish.GIN, Finish.BIG_GIN)
                else 1 - knocker
            )


def deal_from(chance: random.Random, stock: str = "shared") -> Deal:
    """Return a random deal; where it is stacked, each seat meets two suits, and is gin early."""
    deck = list(range(52))
    chance.shuffle(deck)
    if chance.random() < 0.5:
        low, high = ([card for card in deck if card // 26 == half] for half in (0, 1))
        deck = [card for pair in zip(low, high, strict=True) for card in pair]
    return Deal(chance.randrange(2), bytes(deck), stock)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Draw a deal."""
    chance = random.Random(draw(st.integers(0, 1 << 40)))
    return deal_from(chance, draw(st.sampled_from(["shared", "per_seat"])))


CHANCE = st.integers(0, 1 << 40).map(random.Random)


@EVERY_RULES
@FEW
@given(deal=deals(), chance=CHANCE, player=st.sampled_from(PLAYERS))
def test_cards_are_conserved_and_every_line_ends(rules, deal, chance, player):
    Watched(deal, rules).play_out(player, chance)


@pytest.mark.parametrize("name", profile_names())
@FEW
@given(deal=deals(), chance=CHANCE, player=st.sampled_from(PLAYERS[1:]))
def test_s9_bounds_of_the_points(name, deal, chance, player):
    check_bounds(name, Watched(deal, RULES[name]).play_out(player, chance).round)


def check_bounds(name: str, round_: Round) -> None:
    result = round_.result()
    worth = points(result, RULES[name])
    if result.winner is None:
        assert worth == 0
    else:
        assert 1 <= worth <= MOST_POINTS[name]


@EVERY_RULES
@FEW
@given(deal=deals(), chance=CHANCE, player=st.sampled_from(PLAYERS))
def test_moves_parse_and_replay_to_the_same_result(rules, deal, chance, player):
    check_replay(Watched(deal, rules).play_out(player, chance))


def check_replay(watched: Watched) -> None:
    """Play the moves of a round again; the layouts are those of its showdown."""
    played, result = watched.round, watched.round.result()
    again = Round(watched.deal, watched.rules)
    turns = parse_moves(played.moves)
    for at, turn in enumerate(turns, 1):
        if again.phase is Phase.OVER:  # a pass that was written down for who could not knock (V6)
            assert (turn.is_pass, at) == (True, len(turns))
            continue
        for answer in answers_of(turn, is_offer=again.phase in OFFERS):
            if isinstance(answer, Knock):
                assert result.showdown is not None
                answer = dataclasses.replace(answer, melds=result.showdown.spread)  # noqa: PLW2901
            again.apply(answer)
    if again.phase is Phase.LAY_OFF:
        assert result.showdown is not None
        again.apply(LayOff(result.showdown.melds, result.showdown.laid_off))
    assert (again.moves, again.hands) == (played.moves, played.hands)
    assert facts(again) == facts(played)


@EVERY_RULES
@FEW
@given(deal=deals(), chance=CHANCE)
def test_legal_actions_are_exactly_what_is_accepted(rules, deal, chance):
    watched = Watched(deal, rules)
    every: list[Action] = [*Offer, *Draw, BigGin(), LayOff()]
    every += [kind(card) for kind in (Discard, Knock) for card in range(52)]
    while watched.round.phase is not Phase.OVER:
        if chance.random() < 0.1:
            legal = watched.round.legal_actions()
            for action in every:
                if action in legal:
                    watched.round.copy().apply(action)
                else:
                    refuses(watched.round, action)
        watched.do(eager(watched.round, rules, chance))


@EVERY_RULES
@FEW
@given(deal=deals(), chance=CHANCE)
def test_legal_actions_stand_in_one_order_and_once(rules, deal, chance):
    watched = Watched(deal, rules)
    while watched.round.phase is not Phase.OVER:
        legal = watched.round.legal_actions()
        assert len(set(legal)) == len(legal)
        thrown = [action.card for action in legal if isinstance(action, Discard)]
        assert thrown == sorted(thrown)
        watched.do(uniform(watched.round, rules, chance))


@EVERY_RULES
@FEW
@given(deal=deals(), chance=CHANCE)
def test_l5_the_engines_showdown_is_that_of_the_naive_solver(rules, deal, chance):
    """Neither side declares anything: M5 for the spread, L5 for the defence."""
    round_ = Watched(deal, rules).play_out(eager, chance).round
    shown, ways = round_.result().showdown, ways_of(rules)
    if shown is None:
        return
    spread = melds_in(shown.spread)
    own, others = (cards_in(round_.hands[seat]) for seat in (shown.knocker, 1 - shown.knocker))
    assert spread == naive.chosen_layout(own, own, ways)
    is_open = shown.deadwood[shown.knocker] > 0 or rules.layoff_on_gin
    defence = naive.lay_off(spread if is_open else (), others, ways)
    found = shown.deadwood[1 - shown.knocker], cards_in(shown.laid_off), melds_in(shown.melds)
    assert found == defence


@EVERY_RULES
@FEW
@given(deal=deals(), chance=CHANCE, player=st.sampled_from(PLAYERS[:3]))
def test_d3_the_seats_draw_disjoint_cards_in_the_order_of_the_deck(rules, deal, chance, player):
    watched = Watched(deal, rules).play_out(player, chance)

    check_stock(watched)


def check_stock(watched: Watched) -> None:
    first, second = watched.drawn
    deck = list(watched.deal.deck)
    assert not set(first) & set(second)
    if watched.deal.stock == "per_seat":
        assert first == deck[21 : 21 + len(first)]
        assert second == deck[:20:-1][: len(second)]
    else:
        assert sorted([*first, *second]) == sorted(deck[21 : 21 + len(first) + len(second)])
        assert first == [card for card in deck if card in first]


@FEW
@given(deal=deals(), chance=CHANCE)
def test_a_deal_and_its_actions_are_the_round(deal, chance):
    """The same answers to the same deal: the same round, whatever else was played in between."""
    seed = chance.randrange(1 << 30)
    rounds = [
        Watched(deal, RULES["modern"]).play_out(eager, random.Random(seed)).round for _ in "ab"
    ]

    assert rounds[0].moves == rounds[1].moves
    assert facts(rounds[0]) == facts(rounds[1])


@FEW
@given(deal=deals(), chance=CHANCE)
def test_what_a_seat_cannot_see_does_not_change_what_it_may_do(deal, chance):
    """The other hand and the stock are shuffled among themselves: the same legal actions."""
    rules = RULES["gra"]
    mover = 1 - deal.dealer
    hidden = [card for at, card in enumerate(deal.deck) if at > 20 or (at < 20 and at % 2 != mover)]
    chance.shuffle(hidden)
    other = bytes(
        card if at == 20 or (at < 20 and at % 2 == mover) else hidden.pop()
        for at, card in enumerate(deal.deck)
    )
    rounds = [Round(deal, rules), Round(deal._replace(deck=other), rules)]

    for round_ in rounds:
        round_.apply(Offer.TAKE)

    assert rounds[0].legal_actions() == rounds[1].legal_actions()


def test_every_finish_is_met():
    """The players above reach every end of a round but a forfeit, so the checks mean something."""
    met: set[Finish] = set()
    for name, seeds in (
        ("everything", 40),
        ("openspiel", 150),
        ("few_takes", 10),
        ("bot_on_gin", 40),
    ):
        for seed in range(seeds):
            chance = random.Random(seed)
            for player in (eager, patient):
                watched = Watched(deal_from(chance), RULES[name]).play_out(player, chance)
                met.add(watched.round.result().finish)

    assert met | {Finish.FORFEIT} == set(Finish)


@pytest.mark.slow
@pytest.mark.parametrize("name", profile_names())
@pytest.mark.parametrize("stock", ["shared", "per_seat"])
def test_2000_rounds_of_every_profile(name, stock):
    met = set()
    for seed in range(1000):
        chance = random.Random(f"{name} {stock} {seed}")
        for player in (uniform, eager if seed % 2 else patient):
            watched = Watched(deal_from(chance, stock), RULES[name]).play_out(player, chance)
            check_bounds(name, watched.round)
            check_replay(watched)
            check_stock(watched)
            met.add(watched.round.result().finish)
    assert len(met) >= 2
