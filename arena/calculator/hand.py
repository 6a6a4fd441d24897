"""`arena hand`: deadwood, best layout and discards of ten or eleven cards."""

from arena.calculator.reading import Fields, check_fields, read_hand, read_rules
from arena.gin.cards import cards_of, format_card, format_hand
from arena.gin.kernel import Layout, best_discards, best_layout, deadwood, layouts
from arena.gin.rules import Rules

FIELDS = ("hand", "rules", "overrides")


def answer_hand(question: Fields | str, default_rules: str = "classic") -> dict[str, object]:
    """Return what is to be known of a hand (M3 to M5, K8).

    Args:
        question: the cards as a text, or an object with `hand` and, if wanted, `rules` and
            `overrides`.
        default_rules: the profile where the question names none.

    Returns:
        `hand` in pack order, `deadwood`, `melds` as lists of cards, `layouts` (how many reach that
        deadwood). For eleven cards these hold after the best discard, and `discards` (the deadwood
        that each leaves) and `big_gin` (whether all eleven meld) are added.

    Raises:
        InputError: when the question cannot be answered.

    >>> answer_hand("7C 7D 7H 8H 9H KC QD JC 2S 3D")["deadwood"]
    49
    """
    fields = {"hand": question} if isinstance(question, str) else check_fields(question, FIELDS)
    rules = read_rules(fields, default_rules)
    hand = read_hand(fields.get("hand"), "hand", (10, 11))
    if hand.bit_count() == 11:
        return answer_eleven(hand, rules)
    layout = best_layout(hand, hand, rules.tables)
    return answer_ten(hand, hand, layout, rules)


def answer_ten(shown: int, ten: int, layout: Layout, rules: Rules) -> dict[str, object]:
    """Return the fields that ten cards have; `shown` is the hand that was asked about."""
    return {
        "hand": format_hand(shown, " "),
        "deadwood": rules.tables.points(ten ^ sum(layout)),
        "melds": [format_hand(meld, " ").split() for meld in layout],
        "layouts": len(layouts(ten, rules.tables)),
    }


def answer_eleven(hand: int, rules: Rules) -> dict[str, object]:
    """Return the fields of eleven cards, after the first of the best discards in pack order."""
    tables = rules.tables
    _, tied = best_discards(hand, 0, tables)
    ten = hand ^ (tied & -tied)
    answer = answer_ten(hand, ten, best_layout(ten, ten, tables), rules)
    answer["discards"] = {
        format_card(card): deadwood(hand ^ 1 << card, tables) for card in cards_of(hand)
    }
    answer["big_gin"] = deadwood(hand, tables) == 0
    return answer
