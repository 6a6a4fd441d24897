"""Forgeries of rounds and results: what they came to, deals, moves, faults."""

import copy
from typing import Any

from .forging import (
    FORGERIES,
    Log,
    forfeit,
    forgery,
    gin,
    grown,
    knock,
    result,
    second_series,
    set_to,
    swapped,
    tokens,
    undercut,
    void,
)

# What rounds came to

set_to("a point more", "points", knock, lambda points: points + 1)
set_to("no points", "points", knock, 0)
set_to("gin with more points", "points", gin, lambda points: points + 25)
set_to("an undercut without its bonus", "points", undercut, lambda points: points - 25)
set_to("points for a void round", "points", void, 10)
set_to("a cheaper forfeit", "points", forfeit, 98)
set_to("the sheet of a round", "sheet", knock, grown)
set_to("another winner", "winner", knock, lambda seat: 1 - seat)
set_to("no winner", "winner", knock, None)
set_to("a winner of a void round", "winner", void, 0)
set_to("the forfeiting seat wins", "winner", forfeit, lambda seat: 1 - seat)
set_to("a seat that there is not", "winner", knock, 2)
set_to("a knock called gin", "finish", knock, "gin")
set_to("a knock called undercut", "finish", knock, "undercut")
set_to("gin called big gin", "finish", gin, "big_gin")
set_to("an undercut called a tie", "finish", undercut, "tie")
set_to("one void for another", "finish", void, "void_takes")
set_to("a forfeit called a knock", "finish", forfeit, "knock")
set_to("the other one knocked", "knocker", knock, lambda seat: 1 - seat)
set_to("nobody knocked", "knocker", knock, None)
set_to("a knocker in a void round", "knocker", void, 0)
set_to("the spread reversed", "spread", knock, lambda melds: melds[::-1])
set_to("no spread", "spread", knock, None)
set_to("a spread in a void round", "spread", void, [])
set_to("a meld that is none", "spread", knock, lambda melds: [melds[0][:4], *melds[1:]], "moves")
set_to("a meld twice", "spread", knock, lambda melds: [melds[0], *melds], "moves")
set_to("a meld of no cards", "spread", knock, lambda melds: ["", *melds], "moves")
set_to("a meld of what is no card", "spread", knock, lambda melds: ["1H2H3H", *melds[1:]])
set_to("a meld with small letters", "spread", knock, lambda melds: [melds[0].lower(), *melds[1:]])
set_to("too much left loose", "spread", lambda log: log.one("gin"), [], "moves")
set_to("the defender's melds forgotten", "melds", knock, [])
set_to("the defender's melds in a void round", "melds", void, [])
set_to("lay-offs forgotten", "laid_off", knock, "")
set_to("a card more laid off", "laid_off", knock, lambda cards: cards + "AC")
set_to("lay-offs null", "laid_off", knock, None)
set_to("counts swapped", "deadwood", knock, lambda counts: counts[::-1])
set_to("a count less", "deadwood", knock, lambda counts: [counts[0], counts[1] - 1])
set_to("counts of a void round", "deadwood", void, [10, 20])

# The deals of rounds

set_to("two cards that nobody drew swapped", "deck", knock, lambda deck: swapped(deck, 35, 36))
set_to("two cards of one hand swapped", "deck", knock, lambda deck: swapped(deck, 0, 2))
set_to("a card of each hand swapped", "deck", knock, lambda deck: swapped(deck, 0, 1))
set_to("the upcard swapped", "deck", void, lambda deck: swapped(deck, 20, 51))
set_to("a card twice", "deck", knock, lambda deck: deck[:2] + deck[:102])
set_to("a card missing", "deck", knock, lambda deck: deck[:102])
set_to("another dealer", "dealer", knock, lambda seat: 1 - seat)
set_to("another first dealer", "first_dealer", second_series, lambda seat: 1 - seat)
set_to("a first dealer that there is not", "first_dealer", second_series, 7)


@forgery("the deck of another round", "deck")
def _(log: Log) -> None:
    first, second = log.rounds(series=log.long_series())[:2]
    second["deck"] = first["deck"]


@forgery("first dealer and all dealers", "first_dealer")
def _(log: Log) -> None:
    for line in log.block(1):
        for key in ("first_dealer", "dealer"):
            if key in line:
                line[key] = 1 - line[key]


# The moves of rounds

set_to("a token dropped", "moves", void, tokens(lambda words: words[:4] + words[5:]))
set_to("a token doubled", "moves", void, tokens(lambda words: words[:4] + words[3:]))
set_to("the last token dropped", "moves", knock, tokens(lambda words: words[:-1]))
set_to("the first token dropped", "moves", void, tokens(lambda words: words[1:]))
set_to("two tokens swapped", "moves", void, tokens(lambda w: [*w[:4], w[5], w[4], *w[6:]]))
set_to("a token after the end", "moves", knock, lambda moves: moves + " sAC")
set_to("a fault's sign after the end", "moves", knock, lambda moves: moves + " x")
set_to("no moves", "moves", knock, "")
set_to("a move that is none", "moves", void, tokens(lambda words: [*words[:5], "zz", *words[6:]]))
set_to("two blanks", "moves", void, lambda moves: moves.replace(" ", "  ", 1))
set_to("a blank at the end", "moves", void, lambda moves: moves + " ")
set_to("a knock made a discard", "moves", knock, lambda moves: moves.replace("k", ""))
set_to("gin without a discard", "moves", gin, tokens(lambda words: [*words[:-1], "sb"]))
set_to("a fault's sign moved", "moves", forfeit, lambda moves: moves[:-1] + "sx", "fault")
set_to("a fault's sign dropped", "moves", forfeit, lambda moves: moves[:-2])


def first_of(moves: str, source: str) -> tuple[list[str], int]:
    """Return the tokens, and the place of a turn in mid round that drew from one source."""
    words = moves.split()
    return words, next(at for at, word in enumerate(words) if at > 2 and word[0] == source)


@forgery("a draw from the other pile", "moves")
def _(log: Log) -> None:
    line = void(log)
    words, at = first_of(line["moves"], "s")
    line["moves"] = " ".join([*words[:at], "t" + words[at][1:], *words[at + 1 :]])


@forgery("a discard that later moves contradict", "moves")
def _(log: Log) -> None:
    """A card of the same seat's that it throws again later is thrown early."""
    line = void(log)
    words = line["moves"].split()
    at = len(words) - 5
    words[at] = words[at][0] + words[at + 2][-2:]
    line["moves"] = " ".join(words)


@forgery("a discard that the knock contradicts", "moves")
def _(log: Log) -> None:
    """The knocker threw a card of his spread some turns before."""
    line = next(line for line in log.rounds("knock") if len(line["moves"].split()) > 6)
    words = line["moves"].split()
    words[-3] = words[-3][0] + line["spread"][0][:2]
    line["moves"] = " ".join(words)


@forgery("the knocker throws another card", "moves")
def _(log: Log) -> None:
    line = knock(log)
    words = line["moves"].split()
    words[-1] = words[-1][:-2] + line["spread"][0][:2]
    line["moves"] = " ".join(words)


@forgery("a knock with a hand that may not", "moves")
def _(log: Log) -> None:
    line = void(log)
    words = line["moves"].split()
    words[3] = words[3][0] + "k" + words[3][1:]
    line["moves"] = " ".join(words[:4])


@forgery("a pass made a take", "moves")
def _(log: Log) -> None:
    line = next(line for line in log.rounds() if line["moves"].startswith("p p s"))
    words = line["moves"].split()
    line["moves"] = " ".join([words[0], "t" + words[2][1:], *words[3:]])


@forgery("the upcard passed by one seat only", "moves")
def _(log: Log) -> None:
    line = next(line for line in log.rounds() if line["moves"].startswith("p p s"))
    line["moves"] = line["moves"][2:]


# Rounds dropped, doubled, swapped


@forgery("a round dropped", "deck")
def _(log: Log) -> None:
    log.drop(log.rounds(series=log.long_series())[1])
    log.renumber()


@forgery("a round dropped, the numbers kept", "deck")
def _(log: Log) -> None:
    log.drop(log.rounds(series=log.long_series())[1])
    log.end["rounds"] -= 1


@forgery("the last round dropped", "round")
def _(log: Log) -> None:
    log.drop(log.rounds(series=log.long_series())[-1])
    log.renumber()


@forgery("all rounds dropped", "round")
def _(log: Log) -> None:
    log.drop(*log.rounds(series=log.long_series()))
    log.renumber()


@forgery("a round doubled", "deck")
def _(log: Log) -> None:
    line = log.rounds(series=log.long_series())[1]
    log.lines.insert(log.lines.index(line), copy.deepcopy(line))
    log.renumber()


@forgery("two rounds swapped", "deck")
def _(log: Log) -> None:
    first, second = log.rounds(series=log.long_series())[1:3]
    at = log.lines.index(first)
    log.lines[at : at + 2] = [second, first]
    log.renumber()


@forgery("a round after the series was over", "round")
def _(log: Log) -> None:
    """Its deck is the one that the seed would give."""
    from arena.dealer import Dealer
    from arena.gin.cards import format_cards

    end_of = log.result()
    last = log.rounds(series=end_of["series"])[-1]
    start = next(line for line in log.of("series") if line["series"] == end_of["series"])
    extra = copy.deepcopy(last)
    extra["round"] += 1
    deck = Dealer(log.header["seed"]).deck(start["pair"], extra["round"])
    extra["deck"] = format_cards(deck)
    log.lines.insert(log.lines.index(end_of), extra)
    log.end["rounds"] += 1


set_to("a round's number", "round", knock, lambda number: number + 1)
set_to("a round of another series", "series", knock, lambda number: number + 1)
set_to("a round's number below nothing", "round", knock, -1)

# Faults


@forgery("a fault removed", "fault")
def _(log: Log) -> None:
    del forfeit(log)["fault"]


@forgery("a fault added", "fault")
def _(log: Log) -> None:
    knock(log)["fault"] = {"seat": 0, "question": "draw", "kind": "exception"}


def set_in_fault(name: str, key: str, value: Any) -> None:
    def forger(log: Log) -> None:
        fault = forfeit(log)["fault"]
        fault[key] = value(fault[key]) if callable(value) else value

    FORGERIES[name] = ("fault", forger)


set_in_fault("a fault of the other seat", "seat", lambda seat: 1 - seat)
set_in_fault("a fault of another question", "question", "play")
set_in_fault("a fault of the start", "question", "start")
set_in_fault("a fault in mid round called no start", "kind", "no_start")
set_in_fault("a fault of no seat", "seat", 2)


@forgery("a forfeit that the moves hide", "moves")
def _(log: Log) -> None:
    """The fault's line loses its sign, its fault and its finish."""
    line = forfeit(log)
    line["moves"] = line["moves"][:-2]
    line["finish"], line["winner"], line["points"] = "void_stock", None, 0
    del line["fault"]


@forgery("a won round made a forfeit of the loser", "winner")
def _(log: Log) -> None:
    line = knock(log)
    line["fault"] = {"seat": 1 - line["winner"], "question": "play", "kind": "exception"}
    line["moves"] = line["moves"][: line["moves"].rindex("k")] + "x"
    line |= {"finish": "forfeit", "points": 123}
    line |= dict.fromkeys(("knocker", "spread", "melds", "laid_off", "deadwood"))


# Results

set_to("the scores of a result", "scores", result, grown)
set_to("the entries of a result", "entries", result, grown)
set_to("a column to the other seat", "columns", result, lambda seats: [1 - seats[0], *seats[1:]])
set_to("a column to nobody", "columns", result, lambda seats: [None, *seats[1:]])
set_to("a column less", "columns", result, lambda seats: seats[1:])
set_to("the games of a result", "games", result, lambda games: [games[0] + 1, games[1]])
set_to("a settlement", "settlement", result, lambda row: [row[0] + 1, *row[1:]])
set_to("the net", "net", result, lambda net: -net)
set_to("the net of another sum", "net", result, lambda net: net + 1)
set_to("the series to the other seat", "winner", result, lambda seat: 1 - seat)
set_to("the series to nobody", "winner", result, None)
set_to("a complete series called forfeit", "termination", result, "forfeit")
set_to("a complete series called unfinished", "termination", result, "max_rounds")
set_to("a result of another series", "series", result, lambda number: number + 1)
set_to(
    "an unfinished series called complete",
    "termination",
    lambda log: log.result("max_rounds"),
    "complete",
)
set_to(
    "a forfeited series called complete",
    "termination",
    lambda log: log.result("forfeit"),
    "complete",
)


@forgery("a complete series called void")
def _(log: Log) -> None:
    log.result()["termination"] = "void"


@forgery("settlement and net in agreement", "settlement")
def _(log: Log) -> None:
    line = log.result()
    line["settlement"][0] += 50
    line["net"] += 50


@forgery("five points more from one round to the end", "points")
def _(log: Log) -> None:
    """Points, all later sheets, the scores, the settlement and the net agree."""
    series = log.result()["series"]
    block = log.block(series)
    at = next(
        at
        for at, line in enumerate(block)
        if line["kind"] == "round" and line["winner"] == 0 and line["finish"] != "forfeit"
    )
    block[at]["points"] += 5
    for line in block[at:]:
        key = {"round": "sheet", "result": "scores"}[line["kind"]]
        line[key][0][0] += 5
    block[-1]["settlement"][0] += 5
    block[-1]["net"] += 5
