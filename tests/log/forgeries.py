"""Forgeries that the rules, the deal, the schedule or another field contradict.

Each is a function that alters the lines of a sound log; the digests are made anew afterwards, so that
only the contradiction is left to be found.
"""

import copy
from collections.abc import Callable
from typing import Any

from .samples import Line, line_bytes, reseal

Forger = Callable[["Log"], None]
FORGERIES: dict[str, tuple[str, Forger]] = {}
"""Name to the field that is to be blamed (or empty, where a form or a missing line is), and forger."""
TEXT_FORGERIES: dict[str, Callable[[list[bytes]], list[bytes]]] = {}


class Log:
    """A log as plain lines to be altered."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = copy.deepcopy(lines)

    @property
    def header(self) -> Line:
        return self.lines[0]

    @property
    def end(self) -> Line:
        return self.lines[-1]

    def of(self, kind: str) -> list[Line]:
        return [line for line in self.lines if line["kind"] == kind]

    def rounds(self, finish: str = "", series: int | None = None) -> list[Line]:
        """Return rounds with a finish, if one is named, and of a series, if one is named."""
        return [
            line
            for line in self.of("round")
            if (not finish or line["finish"] == finish) and series in (None, line["series"])
        ]

    def one(self, finish: str, **truths: bool) -> Line:
        """Return a round with a finish in which some fields are filled, or are not."""
        return next(
            line
            for line in self.rounds(finish)
            if all(bool(line.get(key)) == wanted for key, wanted in truths.items())
        )

    def result(self, termination: str = "complete") -> Line:
        return next(line for line in self.of("result") if line["termination"] == termination)

    def block(self, series: int) -> list[Line]:
        """Return the lines of a series."""
        return [line for line in self.lines[1:-1] if line["series"] == series]

    def long_series(self) -> int:
        """Return the number of a series with five rounds or more."""
        return next(
            line["series"] for line in self.of("series") if len(self.block(line["series"])) > 6
        )

    def renumber(self) -> None:
        """Number series and rounds by their places, and count them in the last line."""
        series = number = -1
        for line in self.lines[1:-1]:
            if line["kind"] == "series":
                series, number = series + 1, 0
            line["series"] = series
            if line["kind"] == "round":
                line["round"], number = number, number + 1
        self.end["series"] = len(self.of("series"))
        self.end["rounds"] = len(self.of("round"))

    def drop(self, *gone: Line) -> None:
        self.lines = [line for line in self.lines if not any(line is one for one in gone)]

    def sealed(self) -> bytes:
        return reseal([line_bytes(line) for line in self.lines])


def forged(lines: list[Line], forger: Forger) -> bytes:
    """Return a log's bytes after a forgery."""
    log = Log(lines)
    forger(log)
    return log.sealed()


def forgery(name: str, field: str = "") -> Callable[[Forger], Forger]:
    def keep(forger: Forger) -> Forger:
        assert name not in FORGERIES
        FORGERIES[name] = (field, forger)
        return forger

    return keep


def set_to(name: str, field: str, find: Callable[[Log], Line], value: Any) -> None:
    """Add a forgery that sets a field of a line; a function makes the value from the old one."""

    def forger(log: Log) -> None:
        line = find(log)
        new = value(line[field]) if callable(value) else value
        assert new != line[field]
        line[field] = new

    FORGERIES[name] = (field, forger)


def knock(log: Log) -> Line:
    return log.one("knock", laid_off=True, melds=True)


def gin(log: Log) -> Line:
    return log.one("gin")


def undercut(log: Log) -> Line:
    return log.one("undercut")


def void(log: Log) -> Line:
    return log.one("void_stock")


def forfeit(log: Log) -> Line:
    return next(line for line in log.rounds("forfeit") if line["fault"]["question"] == "draw")


def result(log: Log) -> Line:
    return log.result()


def header(log: Log) -> Line:
    return log.header


def end(log: Log) -> Line:
    return log.end


def second_series(log: Log) -> Line:
    return log.of("series")[1]


def grown(rows: list[list[int]]) -> list[list[int]]:
    return [[rows[0][0] + 1, *rows[0][1:]], rows[1]]


def tokens(change: Callable[[list[str]], list[str]]) -> Callable[[str], str]:
    return lambda moves: " ".join(change(moves.split()))


def swapped(text: str, first: int, second: int) -> str:
    """Return a deck with the cards at two places swapped."""
    cards = [text[at : at + 2] for at in range(0, len(text), 2)]
    cards[first], cards[second] = cards[second], cards[first]
    return "".join(cards)


# Rounds: what they came to

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
set_to("a meld that is none", "spread", knock, lambda melds: [melds[0][:4], *melds[1:]])
set_to("a meld twice", "spread", knock, lambda melds: [melds[0], *melds])
set_to("a meld of no cards", "spread", knock, lambda melds: ["", *melds])
set_to("a meld of what is no card", "spread", knock, lambda melds: ["1H2H3H", *melds[1:]])
set_to("a meld with small letters", "spread", knock, lambda melds: [melds[0].lower(), *melds[1:]])
set_to("too much left loose", "spread", lambda log: log.one("gin"), [])
set_to("the defender's melds forgotten", "melds", knock, [])
set_to("the defender's melds in a void round", "melds", void, [])
set_to("lay-offs forgotten", "laid_off", knock, "")
set_to("a card more laid off", "laid_off", knock, lambda cards: cards + "AC")
set_to("lay-offs null", "laid_off", knock, None)
set_to("counts swapped", "deadwood", knock, lambda counts: counts[::-1])
set_to("a count less", "deadwood", knock, lambda counts: [counts[0], counts[1] - 1])
set_to("counts of a void round", "deadwood", void, [10, 20])

# Rounds: deals

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


# Rounds: moves

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
set_to("a fault's sign moved", "moves", forfeit, lambda moves: moves[:-1] + "sx")
set_to("a fault's sign dropped", "moves", forfeit, lambda moves: moves[:-2])


def first_of(moves: str, source: str) -> tuple[list[str], int]:
    """Return the tokens, and the place of a turn in mid round that drew from the stock or the pile."""
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


# Rounds: dropped, doubled, swapped


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
    last = [line for line in log.rounds(series=end_of["series"])][-1]
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


@forgery("a lost round made a forfeit of the winner", "finish")
def _(log: Log) -> None:
    line = knock(log)
    line["fault"] = {"seat": line["winner"], "question": "play", "kind": "exception"}
    line["moves"] = line["moves"][: line["moves"].rindex("k")] + "x"


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


# The schedule

set_to("seats swapped", "seats", second_series, lambda names: names[::-1])
set_to("a pairing swapped", "pairing", second_series, lambda names: names[::-1])
set_to("another pair", "pair", second_series, 1)
set_to("another leg", "leg", second_series, 0)
set_to("another series", "series", second_series, 4)
set_to("a stranger's seat", "seats", second_series, lambda names: ["zoe", names[1]])


@forgery("a series renumbered", "series")
def _(log: Log) -> None:
    for line in log.block(1):
        line["series"] = 99


@forgery("a series dropped", "pairing")
def _(log: Log) -> None:
    log.drop(*log.block(1), *log.block(0))
    log.renumber()


@forgery("the last series dropped")
def _(log: Log) -> None:
    log.drop(*log.block(log.end["series"] - 1))
    log.renumber()


@forgery("a series doubled", "pairing")
def _(log: Log) -> None:
    log.lines[1:1] = copy.deepcopy([*log.block(0), *log.block(1)])
    log.renumber()


@forgery("two series swapped", "leg")
def _(log: Log) -> None:
    first, second = log.block(0), log.block(1)
    log.lines[1 : 1 + len(first) + len(second)] = [*second, *first]
    log.renumber()


@forgery("two series swapped, their lines' order kept", "series")
def _(log: Log) -> None:
    for line in log.block(0):
        line["series"] = -1
    for line in log.block(1):
        line["series"] = 0
    for line in log.block(-1):
        line["series"] = 1


@forgery("a series of other bots in this one's place", "deck")
def _(log: Log) -> None:
    """The rounds and the result of the other leg."""
    mine, other = log.block(0), copy.deepcopy(log.block(1))
    at = log.lines.index(mine[1])
    log.lines[at : at + len(mine) - 1] = other[1:]
    log.renumber()
    log.block(0)[1]["deck"] = swapped(log.block(0)[1]["deck"], 30, 31)


@forgery("rounds of another series")
def _(log: Log) -> None:
    mine, other = log.block(0), copy.deepcopy(log.block(2))
    at = log.lines.index(mine[1])
    log.lines[at : at + len(mine) - 1] = other[1:]
    log.renumber()
    log.end["rounds"] += 0


@forgery("a series without its result")
def _(log: Log) -> None:
    log.drop(log.of("result")[0])


@forgery("a series without its start")
def _(log: Log) -> None:
    log.drop(log.of("series")[0])


# The header

set_to("a pair more", "pairs", header, lambda pairs: pairs + 1)
set_to("a pair less", "pairs", header, lambda pairs: pairs - 1)
set_to("no pairs", "pairs", header, 0)
set_to("pairs below nothing", "pairs", header, -1)
set_to("more pairs than can be counted", "pairs", header, 2**62)
set_to("more pairs than a machine's word holds", "pairs", header, 10**40)
set_to("another seed", "seed", header, lambda seed: seed + "0")
set_to("another schema", "schema", header, "arena.log/2")
set_to("another contract of the deals", "deal", header, "deal/2")
set_to("another dealing", "dealing", header, "independent")
set_to("another stock", "stock", header, "shared")
set_to("another format", "format", header, "gauntlet")
set_to("one entrant", "entrants", header, lambda entrants: entrants[:1])
set_to("no entrants", "entrants", header, [])
set_to("entrants in another order", "entrants", header, lambda entrants: entrants[::-1])


@forgery("an entrant more", "entrants")
def _(log: Log) -> None:
    log.header["entrants"].append({**log.header["entrants"][0], "name": "zoe"})


@forgery("an entrant renamed in the header", "pairing")
def _(log: Log) -> None:
    log.header["entrants"][0]["name"] = "zoe"


@forgery("two entrants of one name", "entrants")
def _(log: Log) -> None:
    log.header["entrants"][1]["name"] = log.header["entrants"][0]["name"]


@forgery("an option of a bot as a float", "entrants")
def _(log: Log) -> None:
    log.header["entrants"][0]["options"]["b"] = [1, {"deep": [0.5]}]


@forgery("a whole option of a bot as a float", "entrants")
def _(log: Log) -> None:
    log.header["entrants"][0]["options"]["a"] = 1.0


@forgery("an option of a bot nested too deep", "entrants")
def _(log: Log) -> None:
    deep: object = 1
    for _ in range(600):
        deep = [deep]
    log.header["entrants"][0]["options"]["a"] = deep


@forgery("a bot's options in another order")
def _(log: Log) -> None:
    log.header["entrants"][0]["options"] = {"b": [1, {}], "a": 1}


def set_rule(name: str, option: str, value: Any, field: str = "") -> None:
    def forger(log: Log) -> None:
        assert repr(log.header["rules"][option]) != repr(value)
        log.header["rules"][option] = value

    FORGERIES[name] = (field, forger)


set_rule("another target", "target", 61)
set_rule("a lower knock limit", "knock_limit", 1)
set_rule("another gin bonus", "gin_bonus", 24)
set_rule("another undercut bonus", "undercut_bonus", 24)
set_rule("another rotation of the deal", "dealer_rotation", "loser")
set_rule("the same price after a tie", "spade_double", True)
set_rule("another box", "box_bonus", 24)
set_rule("another game bonus", "game_bonus", 99)
set_rule("another shutout", "shutout", "none")
set_rule("another entry rule", "columns", 1)
set_rule("fewer rounds", "max_rounds", 3)
set_rule("fewer takes", "max_discard_takes", 1)
set_rule("dear aces", "ace_value", 15)
set_rule("another dealer after a void round", "void_dealer", "rotate")
set_rule("a first dealer of the rules", "first_dealer", "seat0")
set_rule("a value that there is not", "gin_bonus", -1, "rules")
set_rule("a word that there is not", "shutout", "triple", "rules")
set_rule("a yes that is a number", "spade_double", 0, "rules")
set_rule("a number that is a text", "target", "60", "rules")
set_rule("a number that is a yes", "box_gin", True, "rules")
set_rule("a word with a capital", "oklahoma", "OFF", "")
set_rule("a number for off", "big_gin_bonus", "off", "rules")
set_rule("rolling games", "rolling_games", True, "rules")
set_rule("a profile that there is not", "profile", "mine", "rules")
set_rule("a profile that is no text", "profile", None, "rules")


@forgery("two options that exclude each other", "rules")
def _(log: Log) -> None:
    log.header["rules"]["stop_when_decided"] = True
    log.header["rules"]["series_winner"] = "settlement"


@forgery("an unknown option", "rules")
def _(log: Log) -> None:
    log.header["rules"]["jokers"] = 2


@forgery("an option missing", "rules")
def _(log: Log) -> None:
    del log.header["rules"]["void_gin"]


@forgery("options in another order", "rules")
def _(log: Log) -> None:
    rules = log.header["rules"]
    rules["target"] = rules.pop("target")


@forgery("no rules", "rules")
def _(log: Log) -> None:
    log.header["rules"] = {}


@forgery("another price of faults")
def _(log: Log) -> None:
    log.header["faults"]["policy"] = "forfeit_series"


@forgery("fewer strikes")
def _(log: Log) -> None:
    log.header["faults"]["strikes"] = 1


@forgery("no strikes", "faults")
def _(log: Log) -> None:
    log.header["faults"]["strikes"] = 0


@forgery("a part that the log is not", "series")
def _(log: Log) -> None:
    log.header["part"] = "only 1"


@forgery("the first series called the only one")
def _(log: Log) -> None:
    log.header["part"] = "only 0"


@forgery("a part outside the schedule", "part")
def _(log: Log) -> None:
    log.header["part"] = "only 1000"


@forgery("a part that is none", "part")
def _(log: Log) -> None:
    log.header["part"] = "only 01"


@forgery("a header in the middle")
def _(log: Log) -> None:
    log.lines.insert(1, copy.deepcopy(log.header))


# The end

set_to("more series than there are", "series", end, lambda count: count + 1)
set_to("fewer rounds than there are", "rounds", end, lambda count: count - 1)


@forgery("a secret that was never sealed", "secret")
def _(log: Log) -> None:
    digest = log.end.pop("digest")
    log.end.update(secret="mine", digest=digest)


@forgery("a series after the end")
def _(log: Log) -> None:
    log.lines += copy.deepcopy(log.block(0))


@forgery("two ends")
def _(log: Log) -> None:
    log.lines.append(copy.deepcopy(log.end))


@forgery("an end in the middle")
def _(log: Log) -> None:
    log.lines.insert(log.lines.index(log.of("series")[1]), copy.deepcopy(log.end))


@forgery("no end")
def _(log: Log) -> None:
    log.drop(log.end)


# The form: what a line says is true, but not how


def on_line(name: str, kind: str, old: str, new: str) -> None:
    """Add a forgery of the text of the first line of a kind that holds some text."""

    def forger(lines: list[bytes]) -> list[bytes]:
        start = f'{{"kind":"{kind}"'.encode()
        at = next(
            at
            for at, line in enumerate(lines)
            if line.startswith(start) and old.encode() in line
        )
        line = lines[at].replace(old.encode(), new.encode(), 1)
        assert line != lines[at]
        return [*lines[:at], line, *lines[at + 1 :]]

    TEXT_FORGERIES[name] = forger


on_line("a key twice", "round", '"round":0', '"round":0,"round":0')
on_line("a key twice, the first one false", "round", '"round":0', '"round":7,"round":0')
on_line("a rule twice", "tournament", '"target":60', '"target":1,"target":60')
on_line("the kind twice", "end", '{"kind":"end"', '{"kind":"end","kind":"end"')
on_line("a blank after a colon", "round", '"round":0', '"round": 0')
on_line("a blank after a comma", "series", ',"pair"', ', "pair"')
on_line("a blank in front", "series", "{", " {")
on_line("a blank behind", "series", "}", "} ")
on_line("a carriage return", "series", "}", "}\r")
on_line("a tab", "result", '"net":', '"net":\t')
on_line("an escaped letter", "series", '"ann"', '"\\u0061nn"')
on_line("an escaped slash", "tournament", "arena.log/1", "arena.log\\/1")
on_line("a float", "series", '"leg":0', '"leg":0.0')
on_line("an exponent", "series", '"leg":0', '"leg":0e0')
on_line("a negative nothing", "series", '"leg":0', '"leg":-0')
on_line("a number as a text", "series", '"leg":0', '"leg":"0"')
on_line("a yes for one", "series", '"leg":1', '"leg":true')
on_line("a null for nothing", "series", '"leg":0', '"leg":null')
on_line("keys in another order", "series", '"series":0,"pair":0', '"pair":0,"series":0')
on_line("a key of the header missing", "tournament", '"pairs":2,', "")
on_line("an unknown key", "round", '"round":0', '"round":0,"note":1')
on_line("a key missing", "round", '"round":0,', "")
on_line("a fault that is null", "round", "]]}", ']],"fault":null}')
on_line("another kind of line", "round", '"kind":"round"', '"kind":"note"')
on_line("no kind", "round", '"kind":"round",', "")
on_line("a list for a line", "series", "{", "[{")
on_line("a comment", "series", "}", "}//")


def bad_utf8(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[1].replace(b'"ann"', b'"\xff"', 1), *lines[2:]]


def empty_line(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], b"", *lines[2:]]


def mark_in_front(lines: list[bytes]) -> list[bytes]:
    return [b"\xef\xbb\xbf" + lines[0], *lines[1:]]


TEXT_FORGERIES |= {
    "a byte that is no UTF-8": bad_utf8,
    "an empty line": empty_line,
    "a byte order mark": mark_in_front,
}

