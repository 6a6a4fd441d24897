"""What a bot sees: copies of what its seat may know, and nothing that leads to more (T7)."""

import enum
import gc
import types
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bot import Bot, Draw, LayOff, Offer, Phase, RoundSeen, View
from arena.dealer import Dealer, unrank
from arena.gin.cards import cards_of, format_cards, parse_card, parse_cards, parse_hand
from arena.gin.deal import Deal, Stock
from arena.gin.round import Round
from arena.gin.rules import Rules
from arena.gin.sheet import empty_sheet
from arena.profiles import load_profile, profile_names
from arena.record import RoundLine, SeriesLine, SeriesRecord
from arena.table.incident import Incident
from arena.table.sight import round_seen, view_of
from arena.table.table import Table
from tests.gin.stacking import play, stacked_deal, start
from tests.gin.strategies import BOUNDED

from .actors import drive, rules_with, table_of, well

ENGINE = (
    Round, Deal, Dealer, Table, SeriesRecord, SeriesLine, RoundLine, Incident,
    Random, types.GeneratorType, types.FrameType, types.TracebackType,
)  # fmt: skip
LEAVES = (
    type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType,
    types.MethodWrapperType, types.WrapperDescriptorType, types.MethodDescriptorType,
    types.GetSetDescriptorType, types.MemberDescriptorType, property,
)  # fmt: skip


def parts_of(thing: object) -> Iterator[object]:
    """Yield what an object holds or answers to: items, fields, properties, its referents."""
    if isinstance(thing, dict):
        yield from thing.keys()
        yield from thing.values()
    elif isinstance(thing, list | tuple | set | frozenset):
        yield from thing
    elif isinstance(thing, int | str | bytes | None) and not isinstance(thing, enum.Enum):
        return
    names = {*getattr(thing, "__dict__", ()), *getattr(thing, "__struct_fields__", ())}
    for kind in type(thing).__mro__:
        names |= {name for name, value in vars(kind).items() if isinstance(value, property)}
        slots = getattr(kind, "__slots__", ())
        names |= {slots} if isinstance(slots, str) else set(slots)
    for name in names:
        try:
            yield getattr(thing, name)
        except (AttributeError, IndexError):
            continue
    yield from gc.get_referents(thing)


def reachable(thing: object, known: Sequence[object] = ()) -> list[object]:
    """Return all that can be reached and is not known yet; modules, classes, functions are not."""
    found = {id(one): one for one in known}
    left = [thing]
    while left:
        one = left.pop()
        if isinstance(one, LEAVES) or id(one) in found:
            continue
        found[id(one)] = one
        left += parts_of(one)
    return list(found.values())[len(known) :]


def is_part(small: bytes, large: bytes) -> bool:
    return small in large or small[::-1] in large


@dataclass(frozen=True)
class Hidden:
    """What a seat must not learn at some moment."""

    deck: bytes
    stock: bytes
    opponent: int

    @staticmethod
    def at(round_: Round, deck: bytes, seat: int) -> "Hidden":
        return Hidden(deck, deck[21:], round_.hands[1 - seat])


def leaks(shown: object, hidden: Hidden, known: Sequence[object] = ()) -> list[object]:
    """Return what in reach of something shown belongs to the engine, or tells hidden cards.

    What is known was looked at before: the tables of the rules are large, and always the same.
    """
    texts = [format_cards(hidden.deck), format_cards(hidden.stock)]
    found: list[object] = []
    for thing in reachable(shown, known):
        is_engine = isinstance(thing, ENGINE)
        if isinstance(thing, bytes | bytearray):
            is_engine = is_part(hidden.stock, bytes(thing)) or len(thing) == 52
        elif isinstance(thing, str):
            is_engine = any(text in thing.replace(" ", "") for text in texts)
        elif isinstance(thing, list | tuple):
            plain = [item for item in thing if type(item) is int and 0 <= item < 52]
            is_engine = is_part(hidden.stock, bytes(plain))
        elif type(thing) is int:
            is_engine = thing == hidden.opponent
        if is_engine:
            found.append(thing)
    return found


def test_the_walk_finds_what_it_is_there_to_find() -> None:
    """A view that held the round, the deck or the other hand would be caught."""
    deal = stacked_deal(("", ""))
    round_ = Round(deal, Rules())
    hidden = Hidden.at(round_, deal.deck, 0)
    for secret in (round_, deal, deal.deck, list(deal.deck), format_cards(deal.deck, " ")):
        holder = types.SimpleNamespace(plain={"a": (1, [secret])})
        assert leaks(holder, hidden), secret
    assert leaks({"opponent": round_.hands[1]}, hidden)
    assert not leaks({"own": round_.hands[0]}, hidden)


@pytest.mark.parametrize("profile", ["classic", "gra", "round-corner", "oklahoma-hollywood"])
def test_nothing_reachable_from_a_view_leads_to_the_engine_or_to_hidden_cards(profile: str) -> None:
    """Invariant 4, for every view of a series and for what is told after rounds."""
    rules = load_profile(profile).rules.replace({"defender_layout": "bot", "max_rounds": 4})
    dealer, usual, shown = Dealer("walk"), well(), []
    table = table_of(rules, deals=dealer)  # type: ignore[arg-type]

    def answer(seat: int, question: str, asked: object) -> object:
        shown.append((seat, question, asked))
        return usual(seat, question, asked)  # type: ignore[arg-type]

    played = drive(table, answer)
    number, checked = 0, 0
    known = reachable(rules)
    assert leaks(rules, Hidden(dealer.deck(2, 0), dealer.deck(2, 0)[21:], -1)) == []
    for seat, _, asked in shown:
        line = played.record.rounds[min(number, len(played.record.rounds) - 1)]
        deck = bytes(parse_cards(line.deck))
        round_ = Round(Deal(line.dealer, deck, "per_seat"), rules)
        if isinstance(asked, View):
            replay_to(round_, asked.moves)
            assert leaks(asked, Hidden.at(round_, deck, seat), known) == []
            checked += 1
        else:
            assert leaks(asked, Hidden(deck, deck[21:], -1), known) == []
        number += isinstance(asked, RoundSeen) and seat == 1
    assert checked > 20


def replay_to(round_: Round, moves: str) -> None:
    """Play a round up to some moves, the last of which may be half a turn."""
    words: list[str] = []
    for token in moves.split():
        words += [token] if token == "p" else [token[0], token[1:]]
    play(round_, " ".join(word for word in words if word))


def test_a_view_cannot_be_changed() -> None:
    round_ = start(("", ""), "KD")
    view = view_of(round_, empty_sheet(Rules()), Rules())
    with pytest.raises(AttributeError):
        view.hand = 0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        view.sheet.scores = ((0,), (0,))  # type: ignore[misc]
    with pytest.raises(AttributeError):
        view.rules.target = 1  # type: ignore[misc]
    for thing in (view.discard_pile, view.moves, view.spread, view.hand):
        hash(thing)


def test_a_view_stays_what_it_was_while_the_round_goes_on() -> None:
    round_ = start(("", ""), "KD", "2S 3S")
    sheet = empty_sheet(Rules())
    view = view_of(round_, sheet, Rules())
    before = repr(view)
    play(round_, "p p s 2S")
    assert repr(view) == before
    assert repr(view_of(round_, sheet, Rules())) != before


def test_a_view_shows_what_a_seat_may_know() -> None:
    """Seat 0 took KD and threw 2C; seat 1 draws and now looks."""
    deal = stacked_deal(("2C 3C 4D 5D 6H 7H 8S 9S TS JS", "AC"), "KD", "3S 2S")
    round_ = play(Round(deal, Rules()), "t 2C s")
    view = view_of(round_, empty_sheet(Rules()), Rules())
    assert (view.seat, view.dealer, view.phase) == (1, 1, Phase.PLAY)
    assert view.hand.bit_count() == 11
    assert view.taken == parse_card("3S")
    assert view.barred == 0
    assert bytes(view.discard_pile) == bytes([parse_card("2C")])
    assert view.upcard == parse_card("2C")
    assert view.opponent_holds == parse_hand("KD")
    assert (view.stock_size, view.moves, view.knock_limit) == (30, "t2C s", 10)
    assert view.spread == ()


def test_a_card_taken_from_the_pile_is_barred_and_known_until_it_is_thrown() -> None:
    deal = stacked_deal(("2C 3C 4D 5D 6H 7H 8S 9S TS JS", "AC"), "KD", "3S 2S")
    round_ = play(Round(deal, Rules()), "t")
    assert view_of(round_, empty_sheet(Rules()), Rules()).barred == parse_hand("KD")
    play(round_, "2C s AC s KD")
    assert view_of(round_, empty_sheet(Rules()), Rules()).opponent_holds == 0


def test_an_empty_pile_has_no_upcard() -> None:
    view = view_of(play(start(("", "")), "t"), empty_sheet(Rules()), Rules())
    assert view.discard_pile == b""
    with pytest.raises(IndexError):
        view.upcard  # noqa: B018 - asking is the test


def test_after_a_knock_the_defender_sees_the_spread() -> None:
    rules = rules_with(defender_layout="bot")
    deal = stacked_deal(("2H 3H 4H TC JC QC 5D 5S 5C AS", ""), "KD", "KH")
    round_ = play(Round(deal, rules), "p p s kKH")
    view = view_of(round_, empty_sheet(rules), rules)
    assert (view.seat, view.phase) == (1, Phase.LAY_OFF)
    assert view.spread == (parse_hand("5C 5D 5S"), parse_hand("TC JC QC"), parse_hand("2H 3H 4H"))
    assert view.loose == parse_hand("AS")
    assert view.hand == round_.hands[1]
    assert view.legal_actions() == (LayOff(),)


# What both seats have seen at the end of a round


SHARP = ("2H 3H 4H TC JC QC 5D 5S 5C AS", "KC KD KS QD QS JD 9D 8D 7C 6C")


def test_a_knock_shows_both_hands_to_both_seats() -> None:
    round_ = play(start(SHARP, "4D", "KH"), "p p s kKH")
    for seat in (0, 1):
        seen = round_seen(round_, seat, 50, empty_sheet(Rules()))
        assert seen.opponent_hand == round_.hands[1 - seat]
        assert seen.spread == (
            parse_hand("5C 5D 5S"),
            parse_hand("TC JC QC"),
            parse_hand("2H 3H 4H"),
        )
        assert (seen.knocker, seen.winner, seen.points) == (0, 0, 50)


def test_a_void_round_shows_no_hand() -> None:
    rules = rules_with(max_discard_takes=1)
    round_ = play(start(("2C", ""), "KD", rules=rules), "t 2C")
    assert round_.phase is Phase.OVER
    for seat in (0, 1):
        seen = round_seen(round_, seat, 0, empty_sheet(rules))
        assert (seen.finish, seen.opponent_hand, seen.spread) == ("void_takes", 0, ())
        assert leaks(seen, Hidden(bytes(52), bytes(31), round_.hands[1 - seat])) == []


def test_a_fault_in_the_lay_off_shows_the_knocker_s_hand_alone() -> None:
    rules = rules_with(defender_layout="bot")
    round_ = play(start(SHARP, "4D", "KH", rules=rules), "p p s kKH")
    round_.forfeit()
    sheet = empty_sheet(rules)
    assert round_seen(round_, 1, 123, sheet).opponent_hand == round_.hands[0]
    assert round_seen(round_, 0, 123, sheet).opponent_hand == 0


# No view differs where only hidden cards differ


class Script:
    """Random legal play of a round, and the actions to play it again."""

    def __init__(self, deal: Deal, rules: Rules, chance: Random) -> None:
        self.round = Round(deal, rules)
        self.actions: list[object] = []
        self._chance = chance

    def step(self) -> None:
        """Do something legal: knock when that is possible and chance will, else anything."""
        legal = self.round.legal_actions()
        showing = [action for action in legal if type(action).__name__ in ("Knock", "BigGin")]
        wanted = showing if showing and self._chance.random() < 0.5 else legal
        action = self._chance.choice(wanted)
        self.actions.append(action)
        self.round.apply(action)


def publicly_known(round_: Round, seat: int) -> int:
    """Return the cards that a seat can place: seen, thrown, or shown by a knock (T7)."""
    known = round_.hands[seat] | round_.known[1 - seat] | 1 << round_.upcard
    for card in round_.pile:
        known |= 1 << card
    for token in round_.moves.split():
        if len(token) > 2:
            known |= 1 << parse_card(token[-2:])
    if round_.laid_down is not None:
        known |= round_.hands[round_.laid_down.knocker]
    return known


def with_hidden_cards_mixed(deal: Deal, known: int, chance: Random) -> Deal:
    """Return the deal with the cards that are not known dealt anew among their own places."""
    places = [place for place, card in enumerate(deal.deck) if not known >> card & 1]
    cards = [deal.deck[place] for place in places]
    chance.shuffle(cards)
    deck = bytearray(deal.deck)
    for place, card in zip(places, cards, strict=True):
        deck[place] = card
    return Deal(deal.dealer, bytes(deck), deal.stock)


def views_of(deal: Deal, rules: Rules, actions: list[object], seat: int) -> list[object]:
    """Play actions and return all that the seat is shown: views, legal actions, and the end."""
    round_, sheet = Round(deal, rules), empty_sheet(rules)
    shown: list[object] = []
    for action in (*actions, None):
        if round_.phase is Phase.OVER:
            break
        if round_.turn == seat and round_.phase is not Phase.FORCED_STOCK:
            view = view_of(round_, sheet, rules)
            shown += [view, view.legal_actions()]
        if action is not None:
            round_.apply(action)
    if round_.phase is Phase.OVER:
        shown.append(round_seen(round_, seat, 0, sheet))
    return shown


RULES = st.sampled_from(
    [
        load_profile(name).rules.replace({"defender_layout": layout})
        for name in profile_names()
        for layout in ("optimal", "bot")
    ]
)


@BOUNDED
@given(
    number=st.integers(0, 2**225),
    rules=RULES,
    stock=st.sampled_from(["shared", "per_seat"]),
    dealer=st.integers(0, 1),
    steps=st.integers(0, 70),
    chance=st.randoms(use_true_random=False),
)
def test_no_view_differs_where_only_hidden_cards_differ(
    number: int, rules: Rules, stock: Stock, dealer: int, steps: int, chance: Random
) -> None:
    """Neither the other hand nor the rest of the stock changes anything that a seat is shown.

    The cards that the seat cannot place change theirs; all that was seen, thrown or shown stays.
    """
    deal = Deal(dealer, unrank(number), stock)
    script = Script(deal, rules, chance)
    while len(script.actions) < steps and script.round.phase is not Phase.OVER:
        script.step()
    if script.round.phase is Phase.FORCED_STOCK:
        script.step()
    round_ = script.round
    if round_.phase is Phase.OVER and round_.laid_down is not None:
        return  # every hand is on the table
    for seat in (0, 1) if round_.phase is Phase.OVER else (round_.turn,):
        known = publicly_known(round_, seat)
        for _ in range(3):
            other = with_hidden_cards_mixed(deal, known, chance)
            assert views_of(other, rules, script.actions, seat) == views_of(
                deal, rules, script.actions, seat
            )


def test_mixing_hidden_cards_changes_the_other_hand_and_the_stock() -> None:
    """The property above would hold of nothing, were nothing mixed."""
    deal = stacked_deal(("", ""), "KD")
    chance = Random(1)
    script = Script(deal, Rules(), chance)
    for action in (Offer.PASS, Offer.PASS, Draw.STOCK):
        script.round.apply(action)
    other = with_hidden_cards_mixed(deal, publicly_known(script.round, 0), chance)
    assert other.hands()[0] == deal.hands()[0]
    assert other.hands()[1] != deal.hands()[1]
    assert other.deck[20:22] == deal.deck[20:22]
    assert other.deck[22:] != deal.deck[22:]


def test_the_legal_actions_of_a_view_are_those_of_the_round() -> None:
    dealer, rules, chance = Dealer("legal"), rules_with(big_gin_bonus=31), Random(2)
    for number in range(30):
        script = Script(Deal(number % 2, dealer.deck(number, 0)), rules, chance)
        while script.round.phase is not Phase.OVER:
            view = view_of(script.round, empty_sheet(rules), rules)
            assert view.legal_actions() == script.round.legal_actions()
            script.step()


def test_a_view_counts_its_cards() -> None:
    seen: list[View] = []
    usual = well((Bot(), Bot()))

    def answer(seat: int, question: str, asked: object) -> object:
        if isinstance(asked, View):
            seen.append(asked)
        return usual(seat, question, asked)  # type: ignore[arg-type]

    drive(table_of(), answer)
    for view in seen:
        count = 11 if view.phase in (Phase.PLAY, Phase.LAST_PLAY) else 10
        assert view.hand.bit_count() == count
        assert set(cards_of(view.hand)).isdisjoint(view.discard_pile)
        assert not view.hand & view.opponent_holds
