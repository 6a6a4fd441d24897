"""`arena showdown`: what a knock is worth, by the text of the rules that the arena plays."""

from arena.calculator.reading import (
    Fields,
    InputError,
    check_fields,
    read_hand,
    read_melds,
    read_rules,
    union,
)
from arena.gin.actions import IllegalAction
from arena.gin.cards import CardError, format_hand, parse_card
from arena.gin.result import Finish, points
from arena.gin.rules import Rules, knock_limit
from arena.gin.showdown import LaidDown, check_spread, compare_hands

FIELDS = (
    "rules",
    "overrides",
    "knocker_melds",
    "knocker_deadwood",
    "defender_hand",
    "upcard",
    "big",
)
NO_UPCARD = 0


def answer_showdown(question: Fields | str, default_rules: str = "classic") -> dict[str, object]:
    """Return the result of a knock (rules K, L, S).

    Args:
        question: an object with `knocker_melds`, `knocker_deadwood`, `defender_hand` and, if
            wanted, `rules`, `overrides`, `upcard` (needed where it sets the limit or doubles) and
            `big`; or a text `MELD | MELD + LOOSE / DEFENDER`.
        default_rules: the profile where the question names none.

    Returns:
        `finish`, `winner` (`knocker`, `defender` or None), `points`, `k`, `d`, `laid_off`. A knock
        that the rules forbid is an answer too: `finish` is `illegal`, and `reason` says why.

    Raises:
        InputError: when the question cannot be answered.
    """
    fields = parse_text(question) if isinstance(question, str) else check_fields(question, FIELDS)
    rules = read_rules(fields, default_rules)
    is_big = fields.get("big", False)
    if type(is_big) is not bool:
        raise InputError("big: write true or false")
    melds = read_melds(fields.get("knocker_melds"), "knocker_melds")
    loose = read_hand(fields.get("knocker_deadwood", ""), "knocker_deadwood")
    defender = read_hand(fields.get("defender_hand"), "defender_hand", (10,))
    knocker = union((*melds, loose))
    if union(melds) & loose:
        raise InputError(f"knocker: {format_hand(union(melds) & loose)} is melded and loose")
    if knocker & defender:
        raise InputError(f"both hands hold {format_hand(knocker & defender, ' ')}")
    wanted = 11 if is_big else 10
    if knocker.bit_count() != wanted:
        raise InputError(f"knocker: has {knocker.bit_count()} cards; it needs {wanted}")
    upcard = read_upcard(fields.get("upcard"), rules)
    try:
        laid = lay_down(melds, knocker, upcard, rules, is_big=is_big)
    except IllegalAction as illegal:
        return {
            "finish": "illegal",
            "winner": None,
            "points": 0,
            "k": rules.tables.points(loose),
            "d": None,
            "laid_off": [],
            "reason": str(illegal),
        }
    result = compare_hands(laid, defender, None, upcard, rules)
    assert result.showdown is not None
    names = ("knocker", "defender")
    return {
        "finish": result.finish.value,
        "winner": None if result.winner is None else names[result.winner],
        "points": points(result, rules),
        "k": result.showdown.deadwood[0],
        "d": result.showdown.deadwood[1],
        "laid_off": format_hand(result.showdown.laid_off, " ").split(),
    }


def lay_down(
    melds: tuple[int, ...], hand: int, upcard: int, rules: Rules, *, is_big: bool
) -> LaidDown:
    """Return what a knock lays on the table, seat 0 knocking.

    Raises:
        IllegalAction: when the rules forbid it.
    """
    if is_big and rules.big_gin_bonus is None:
        raise IllegalAction("these rules know no big gin (K8)")
    limit = 0 if is_big else knock_limit(upcard, rules)
    spread, count = check_spread(melds, hand, limit, rules)
    finish = Finish.BIG_GIN if is_big else Finish.KNOCK if count else Finish.GIN
    return LaidDown(0, finish, spread, count)


def read_upcard(value: object, rules: Rules) -> int:
    """Return the upcard, or any card where the rules do not look at it.

    Raises:
        InputError: when it is needed and missing, or no card.
    """
    if value is None:
        if rules.oklahoma == "off" and not rules.spade_double:
            return NO_UPCARD
        raise InputError("upcard: these rules look at it (O1, S7); name it")
    try:
        return parse_card(value if isinstance(value, str) else "")
    except CardError as error:
        raise InputError(f"upcard: {error}") from None


def parse_text(text: str) -> dict[str, object]:
    """Return the fields of a text `MELD | MELD + LOOSE / DEFENDER`.

    Raises:
        InputError: when it has another form.
    """
    knocker, slash, defender = text.partition("/")
    if not slash or "/" in defender:
        raise InputError("write MELD | MELD + LOOSE / DEFENDER, as in 4H5H6H | KCKDKH + AC2D / ...")
    melds, _, loose = knocker.partition("+")
    return {"knocker_melds": melds, "knocker_deadwood": loose, "defender_hand": defender}
