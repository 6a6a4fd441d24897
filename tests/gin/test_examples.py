"""Every worked example of the rules, played through the game. The tests' ids are the examples'."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from arena.gin.actions import Discard, Draw, IllegalAction, Knock, Offer, Phase
from arena.gin.cards import format_card, format_hand, hand_of, parse_card, parse_hand
from arena.gin.kernel import best_layout, deadwood, layouts
from arena.gin.melding import tables_for
from arena.gin.result import Finish, boxes, next_dealer, points
from arena.gin.round import Round
from arena.gin.rules import Rules
from arena.gin.settlement import Column, close_series, settle, settle_column
from arena.gin.sheet import Entry, Sheet, empty_sheet
from arena.profiles import load_profile

from .stacking import OFFERS, draw_down, melds, play, showdown, stacked_deal, start, throwable
from .test_sheet import check_series, play_series, random_rules

Example = dict[str, Any]

EXAMPLES: list[Example] = json.loads(
    (Path(__file__).parents[1] / "data" / "rules-examples.json").read_text(encoding="utf-8")
)
KINDS = (
    "deadwood", "knock_discards", "knock_limit", "score", "score_table", "showdown", "flow",
    "stock_flow", "dealer", "columns", "settle_table", "series", "property",
)  # fmt: skip
SEATS = (0, 1)
VOID = (Finish.VOID_STOCK, Finish.VOID_TAKES)
WORDS = {Offer.TAKE: "take", Offer.PASS: "pass", Draw.STOCK: "draw_stock", Draw.PILE: "take"}


def examples(kind: str) -> pytest.MarkDecorator:
    """Parametrize a test with all examples of a kind."""
    chosen = [example for example in EXAMPLES if example["kind"] == kind]
    return pytest.mark.parametrize("example", chosen, ids=[example["id"] for example in chosen])


def rules_of(given: Example, profile: str | None = None) -> Rules:
    """Return the rules of a profile with the example's changes."""
    rules = load_profile(profile or given.get("profile", "classic")).rules
    return rules.replace(given.get("overrides", {}))


def test_every_example_has_a_kind_that_is_tested():
    assert {example["kind"] for example in EXAMPLES} == set(KINDS)
    assert len(EXAMPLES) == len({example["id"] for example in EXAMPLES}) == 72


# Hands


@examples("deadwood")
def test_deadwood(example):
    given, expect = example["given"], example["expect"]
    tables = tables_for(1, wraps=given.get("ace_mode") == "corner")
    hand = parse_hand("".join(given["hand"]))

    assert deadwood(hand, tables) == expect["deadwood"]
    if "layout" in expect:
        chosen = best_layout(hand, hand, tables)
        assert set(chosen) == {parse_hand("".join(meld)) for meld in expect["layout"]}
    if "optimal_layouts" in expect:
        assert len(layouts(hand, tables)) == expect["optimal_layouts"]


@examples("knock_discards")
def test_knock_discards(example):
    """The eleventh card comes from the stock, so that each may be thrown."""
    given, expect = example["given"], example["expect"]
    *ten, drawn = given["hand"]
    rules = Rules(knock_limit=given["limit"])
    round_ = play(start((" ".join(ten), ""), stock=drawn, rules=rules), "p p s")

    knocks = [action.card for action in round_.legal_actions() if isinstance(action, Knock)]

    left = {format_card(card): deadwood(round_.hands[0] ^ 1 << card) for card in knocks}
    assert left == expect["discards"]


# Points

KNOCKERS = {
    # Four queens and four jacks take no lay-off; gin may be laid off on in no profile used here.
    0: "AC 2C 3C 4C AD 2D 3D AH 2H 3H",
    3: "QC QD QH QS JC JD JH JS AC 2C",
    6: "QC QD QH QS JC JD JH JS 2C 4C",
    7: "QC QD QH QS JC JD JH JS 3C 4C",
    8: "QC QD QH QS JC JD JH JS 3C 5C",
    9: "QC QD QH QS JC JD JH JS 4C 5C",
}
DEFENDERS = {
    3: "KC KD KH KS TC TD TH TS AD 2D",
    4: "KC KD KH KS TC TD TH TS AD 3D",
    6: "KC KD KH KS TC TD TH TS 2D 4D",
    8: "KC KD KH KS TC TD TH TS 2D 6D",
    15: "KC KD KH QC QD QH AS 3S 5C 6D",
    19: "KC KD KH KS TC TD TH 9D 7D 3D",
    40: "KC KD KH 9D 9H 8D 7H 4D 2D AH",
    98: "KC KD QH QS JC JD TH TS 9C 9D",
}


def who(seat: int | None, knocker: int) -> str | None:
    """Return a seat's part in a showdown."""
    if seat is None:
        return None
    return "knocker" if seat == knocker else "defender"


@examples("score")
def test_score(example):
    given = example["given"]
    assert example["expect"] == {"result": "illegal"}
    for seat in SEATS:
        with pytest.raises(IllegalAction, match="knock limit"):
            showdown(KNOCKERS[given["k"]], DEFENDERS[given["d"]], rules=rules_of(given), seat=seat)


@examples("score_table")
def test_score_table(example):
    for seat in SEATS:
        found = {
            profile: scored(example["given"], rules_of(example["given"], profile), seat)
            for profile in example["expect"]
        }
        assert found == example["expect"]


def scored(given: Example, rules: Rules, seat: int) -> list[object]:
    """Return who scores what where a seat knocks with one count against another."""
    hands = KNOCKERS[given["k"]], DEFENDERS[given["d"]]
    round_ = showdown(*hands, rules=rules, upcard=given.get("upcard", ""), seat=seat)
    result = round_.result()
    assert result.showdown is not None
    assert result.showdown.deadwood[seat] == given["k"]
    assert result.showdown.deadwood[1 - seat] == given["d"]
    return [who(result.winner, seat), points(result, rules)]


@examples("showdown")
def test_showdown(example):
    given, expect = example["given"], example["expect"]
    rules = rules_of(given)
    spread = melds(*("".join(meld) for meld in given["knocker_melds"]))
    own = [card for meld in given["knocker_melds"] for card in meld] + given["knocker_deadwood"]
    for seat in SEATS:
        round_ = showdown(
            " ".join(own),
            " ".join(given["defender_hand"]),
            rules=rules,
            layout=None if given.get("big") else spread,
            upcard=given.get("upcard", ""),
            seat=seat,
        )
        result = round_.result()
        shown = result.showdown
        assert shown is not None
        assert set(shown.spread) == set(spread)
        assert {
            "result": result.finish.value,
            "winner": who(result.winner, seat),
            "points": points(result, rules),
            "k": shown.deadwood[seat],
            "d": shown.deadwood[1 - seat],
            "laid_off": shown.laid_off,
        } == {**expect, "laid_off": parse_hand("".join(expect["laid_off"]))}


# Turns


@examples("flow")
def test_flow(example):
    given, expect = example["given"], example["expect"]
    for seat in SEATS:
        found = thrown_in(given, seat) if given["phase"] == "discard" else asked_in(given, seat)
        if expect.get("actor") == "player":
            found["actor"] = "player"
        assert found == {
            what: value if isinstance(value, str) else set(value) for what, value in expect.items()
        }


def thrown_in(given: Example, seat: int) -> Example:
    """Return what the non-dealer may throw and knock with who has taken the upcard."""
    ten = " ".join(card for card in given["hand"] if card != given["taken"])
    hands = (ten, "") if seat == 0 else ("", ten)
    round_ = start(hands, given["taken"], dealer=1 - seat, rules=rules_of(given))
    legal = play(round_, "t").legal_actions()
    assert round_.turn == seat
    return {
        "discard": {format_card(action.card) for action in legal if isinstance(action, Discard)},
        "knock": {format_card(action.card) for action in legal if isinstance(action, Knock)},
    }


def asked_in(given: Example, seat: int) -> Example:
    """Return who is asked before a card is taken, and what he may answer."""
    round_ = start(("", ""), dealer=1 - seat, rules=rules_of(given))
    if given["phase"] == "draw":
        draw_down(round_, given["stock"])
        assert round_.phase is Phase.DRAW
    else:
        play(round_, "p " * given["passes"])
    return {
        "actor": "non_dealer" if round_.turn == seat else "dealer",
        "legal": {WORDS[action] for action in round_.legal_actions()},
    }


def near_the_end(stock: int, rules: Rules) -> Round:
    """Return a round with some stock left, in which either seat could knock at any time."""
    # Both hold gin and throw every card they draw. Whoever takes a card can throw the end of his
    # run of four and knock with the card taken: ten points at most.
    hands = ("AC 2C 3C 4C 5D 6D 7D 9H TH JH", "AS 2S 3S 4S 8C 9C TC QH QD QS")
    round_ = start(hands, "KC", rules=rules)
    return round_ if stock == 31 else draw_down(round_, stock)


@examples("stock_flow")
def test_stock_flow(example):
    given, expect = example["given"], example["expect"]
    round_ = near_the_end(given["stock"], rules_of(given))
    if given["stock"] == 31:
        play(round_, "p p")
    unused = list(given["actions"])
    while unused and round_.phase is not Phase.OVER:
        word = unused.pop(0)
        is_offer = round_.phase in OFFERS
        if word == "discard":
            round_.apply(Discard(throwable(round_)))
        elif word == "knock":
            round_.apply(next(a for a in round_.legal_actions() if isinstance(a, Knock)))
        elif word == "draw_stock":
            round_.apply(Draw.STOCK)
        elif word == "take":
            round_.apply(Offer.TAKE if is_offer else Draw.PILE)
        else:
            assert word == "pass"
            round_.apply(Offer.PASS)

    if round_.phase is not Phase.OVER:
        outcome = "continue"
    else:
        outcome = "void" if round_.result().finish in VOID else "scored"
    assert (outcome, round_.stock_left) == (expect["outcome"], expect["stock"])
    assert unused == expect.get("unused", [])


@examples("dealer")
def test_dealer(example):
    given, expect = example["given"], example["expect"]
    rules = Rules().replace({"dealer_rotation": given["rotation"], "void_dealer": given["void"]})
    dealers = ["AB".index(given["first"])]
    for result in given["results"]:
        winner = None if result == "void" else "AB".index(result)
        dealers.append(next_dealer(dealers[-1], winner, rules))

    assert ["AB"[dealer] for dealer in dealers] == expect["dealers"]


# The sheet


def sheets_of(given: Example, rules: Rules) -> list[Sheet]:
    """Return the sheet before each hand and after the last."""
    sheets = [empty_sheet(rules)]
    for player, worth in given["hands"]:
        last = sheets[-1]
        sheets.append(
            last
            if player is None
            else last.enter(Entry(given["players"].index(player), worth), rules)
        )
    return sheets


@examples("columns")
def test_columns(example):
    given, expect = example["given"], example["expect"]
    rules = rules_of(given)
    sheets = sheets_of(given, rules)
    last, players = sheets[-1], given["players"]

    found = {
        "scores": {player: list(last.scores[seat]) for seat, player in enumerate(players)},
        "wins": {player: last.wins[seat] for seat, player in enumerate(players)},
        "closed": [None if winner is None else players[winner] for winner in last.winners],
    }
    if "last_entries" in expect:
        seat = players.index(given["hands"][-1][0])
        found["last_entries"] = [at + 1 for at in sheets[-2].open_for(seat, rules)]
    assert found == expect


@examples("settle_table")
def test_settle_table(example):
    """By the column alone, and as the first column of a sheet, whichever seat won it."""
    given = example["given"]
    winner = given["winner"]
    loser = next(player for player in given["scores"] if player != winner)
    pairs = [(given[what][winner], given[what][loser]) for what in ("scores", "entries")]
    for profile, expected in example["expect"].items():
        rules = rules_of(given, profile)
        column = Column(*pairs, loser_has_entry=pairs[1][1] > 0)
        assert list(settle_column(column, rules)) == expected, profile
        for seat in (0, 1):
            scores, entries = (
                tuple((figure, 0, 0) for figure in (pair if seat == 0 else pair[::-1]))
                for pair in pairs
            )
            sheet = Sheet(scores, entries, entries, (0, 0), (seat, None, None))
            amount = expected[2] if seat == 0 else -expected[2]
            assert settle(sheet, rules) == (amount, 0, 0), profile


@examples("series")
def test_series(example):
    given, expect = example["given"], example["expect"]
    rules = rules_of(given)
    for players in (given["players"], given["players"][::-1]):
        sheets = sheets_of({**given, "players": players}, rules)
        outcome = close_series(sheets[-1], rules)

        found: Example = {
            "over_after": [sheet.is_over(rules) for sheet in sheets].index(True),
            "games": {player: outcome.games[seat] for seat, player in enumerate(players)},
            "winner": players[outcome.winner],
        }
        if "net" in expect:
            found["net"] = {players[0]: outcome.net, players[1]: -outcome.net}
        if "closed_at" in expect:
            found["closed_at"] = [
                [sheet.winners[column] is not None for sheet in sheets].index(True)
                for column in range(3)
            ]
        assert found == expect


# Numbers


@examples("property")
def test_property(example):
    given, expect = example["given"], example["expect"]
    what = given["what"]
    if what == "meld_count":
        found = {
            "low": len(tables_for(1, wraps=False).melds),
            "corner": len(tables_for(1, wraps=True).melds),
        }
    elif what == "max_deadwood_hand":
        found = {"deadwood": deadwood(parse_hand("".join(given["hand"])))}
    elif what == "random_series":
        for seed in range(given["runs"]):
            chance = random.Random(seed)
            rules = random_rules(chance)
            check_series(play_series(chance, rules), rules)
        found = expect
    else:
        assert what == "fewest_hands"
        found = {"hands": fewest_hands(Rules())}
    assert found == expect


def fewest_hands(rules: Rules) -> int:
    """Return the number of hands in the shortest series, by trying all, each of 123 points."""
    sheets, hands = [empty_sheet(rules)], 0
    while not any(sheet.is_over(rules) for sheet in sheets):
        sheets = [sheet.enter(Entry(seat, 123), rules) for sheet in sheets for seat in (0, 1)]
        hands += 1
    return hands


# From the cards to the sheet


def test_a_round_is_played_priced_and_entered():
    """EX-35 and O2 end to end: big gin of 51 points, three boxes, on the first column."""
    rules = load_profile("modern").rules.replace({"box_gin": 3})
    deal = stacked_deal(
        ("AC 2C 3C 4D 5D 6D 7D 9H TH JH", "KC KD KS 5S 6S 7S 8C 7H 3S 2S"), "6C", "QH"
    )

    result = play(Round(deal, rules), "p p s b").result()

    worth, count = points(result, rules), boxes(result, rules)
    sheet = empty_sheet(rules).enter(Entry(result.winner, worth, count), rules)
    assert (result.finish, worth, count) == (Finish.BIG_GIN, 51, 3)
    assert (sheet.scores, sheet.boxes) == (((51, 0, 0), (0, 0, 0)), ((3, 0, 0), (0, 0, 0)))


def test_the_hands_of_the_score_tables_count_what_they_say():
    assert {k: deadwood(parse_hand(text)) for k, text in KNOCKERS.items()} == {
        k: k for k in KNOCKERS
    }
    assert {d: deadwood(parse_hand(text)) for d, text in DEFENDERS.items()} == {
        d: d for d in DEFENDERS
    }
    for text in [*KNOCKERS.values(), *DEFENDERS.values()]:
        assert hand_of(parse_card(card) for card in text.split()).bit_count() == 10
        assert len(format_hand(parse_hand(text))) == 20
