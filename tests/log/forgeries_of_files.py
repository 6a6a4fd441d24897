"""Forgeries of the schedule, the header, the end, and the form of lines."""

import copy
from typing import Any

from .forging import FORGERIES, TEXT_FORGERIES, Log, end, forgery, header, second_series, set_to

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


@forgery("a series without its result")
def _(log: Log) -> None:
    log.drop(log.of("result")[0])


@forgery("a series without its start")
def _(log: Log) -> None:
    log.drop(log.of("series")[0])


# The header

set_to("a pair more", "pairs", header, lambda pairs: pairs + 1, "")
set_to("a pair less", "pairs", header, lambda pairs: pairs - 1, "")
set_to("no pairs", "pairs", header, 0)
set_to("pairs below nothing", "pairs", header, -1)
set_to("more pairs than can be counted", "pairs", header, 2**62)
set_to("more pairs than a machine's word holds", "pairs", header, 10**40)
set_to("another seed", "seed", header, lambda seed: seed + "0", "first_dealer")
set_to("another schema", "schema", header, "arena.log/2", "")
set_to("another contract of the deals", "deal", header, "deal/2")
set_to("another dealing", "dealing", header, "independent", "deck")
set_to("another stock", "stock", header, "shared", "moves")
set_to("another format", "format", header, "gauntlet", "pair")
set_to("one entrant", "entrants", header, lambda entrants: entrants[:1])
set_to("no entrants", "entrants", header, [])
set_to("entrants in another order", "entrants", header, lambda entrants: entrants[::-1], "pairing")


@forgery("an entrant more", "pairing")
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


@forgery("a shard that the log is not")
def _(log: Log) -> None:
    log.header["part"] = "shard 1/2"


@forgery("a shard of too few", "part")
def _(log: Log) -> None:
    log.header["part"] = "shard 3/2"


@forgery("a shard of more than there can be", "part")
def _(log: Log) -> None:
    log.header["part"] = "shard 1/1000"


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
            at for at, line in enumerate(lines) if line.startswith(start) and old.encode() in line
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
