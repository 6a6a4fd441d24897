"""Rules in plain sentences, each with the rule it comes from."""

from collections.abc import Callable

from arena.gin.rules import OPTIONS, Rules, Value

Say = Callable[[Rules], str]


def knock_limit(rules: Rules) -> str:
    """Say with how much deadwood a player may knock."""
    if rules.knock_limit == 0:
        return "Nobody can knock: only gin ends the play (O4)."
    return f"A player may knock with {rules.knock_limit} points of deadwood or less (K2)."


def oklahoma(rules: Rules) -> str:
    """Say what the upcard does to the knock limit."""
    if rules.oklahoma == "off":
        return ""
    ace = "an ace asks for gin" if rules.oklahoma == "ace_gin" else "an ace counts 1"
    return f"The upcard's value is the knock limit of the round, {ace} (O1)."


def entry_rule(rules: Rules) -> str:
    """Say where a win goes when games have closed."""
    if rules.columns == 1:
        return ""
    if rules.entry_rule == "count":
        return (
            "Win number n belongs to games 1 to n, whatever has closed; what belongs to closed "
            "games alone is lost (H5)."
        )
    return (
        "A win goes to every open game in which the player has an entry, and to the first open one "
        "in which he has none (H5)."
    )


def boxes(rules: Rules) -> str:
    """Say what boxes are worth."""
    if not rules.box_bonus:
        return "Boxes count nothing (G4)."
    when = "at settlement" if rules.box_timing == "end" else "at once, towards the target"
    whose = "both players'" if rules.box_owner == "both" else "the winner's"
    box = f"a box of {rules.box_bonus} points"
    return f"Each won round is {box}, counted {when}; {whose} boxes count (G4, G5)."


def more_boxes(rules: Rules) -> str:
    """Say which rounds count for more than one box."""
    if rules.box_gin == rules.box_undercut == 1:
        return ""
    return f"Gin counts {rules.box_gin} boxes, an undercut {rules.box_undercut} (O2)."


SHUTOUTS = {
    "none": "A game in which the loser has no entry pays nothing more (G6).",
    "double_total": "A game in which the loser has no entry pays double (G6).",
    "double_hand_points": "In a game in which the loser has no entry the winner's points of rounds "
    "count double (G6).",
    "game_bonus_double": "The game bonus is doubled where the loser has no entry (G6).",
    "flat_100": "A game in which the loser has no entry pays 100 more (G6).",
}
WINNERS = {
    "games": "Whoever wins more games wins the series (G1).",
    "settlement": "The games are settled; their sum decides, a tie goes by games (G2, G9).",
    "aggregate": "The points of all games are added up and decide, a tie goes by games (G10).",
}
STOCK_ENDS = {
    "after_discard": "A round is void when two stock cards are left after a discard (V2).",
    "last_discard_offer": "When two stock cards are left the last discard may be taken, but only "
    "to knock or go gin with it; else the round is void (V6).",
    "on_draw": "A round is void the moment that two stock cards are left (V7).",
}
DEALERS = {
    "winner": "The winner of a round deals the next (D4).",
    "loser": "The loser of a round deals the next (D4).",
    "alternate": "The deal alternates after scored rounds (D4).",
}
FIRST_DEALERS = {
    "random": "The first dealer is drawn by the seed (D1).",
    "seat0": "Seat 0 deals first (D1).",
    "seat1": "Seat 1 deals first (D1).",
}


def if_so(is_so: bool, sentence: str) -> str:
    """Return a sentence if it applies, else nothing."""
    return sentence if is_so else ""


SENTENCES: dict[str, Say] = {
    "columns": lambda rules: (
        "Three games run at once: a player's first win goes to game 1, the second to 1 and 2, "
        "later ones to all three (H1, H3)."
        if rules.columns == 3
        else "One game is played, and every win goes to it (H1)."
    ),
    "entry_rule": entry_rule,
    "target": lambda rules: f"A game closes at {rules.target} points (H6).",
    "ace_mode": lambda rules: (
        "Aces are low: A-2-3 is a run, Q-K-A is none (C3)."
        if rules.ace_mode == "low"
        else "Runs may go round the corner: Q-K-A and K-A-2 are runs (O5, O7)."
    ),
    "ace_value": lambda rules: f"A loose ace counts {rules.ace_value} (C2, O6).",
    "discard_taken": lambda rules: (
        "The card just taken from the pile may not be thrown back in the same turn (T6)."
        if rules.discard_taken == "forbid"
        else "The card just taken from the pile may be thrown back at once (T6)."
    ),
    "knock_limit": knock_limit,
    "oklahoma": oklahoma,
    "knocker_layout": lambda rules: (
        "The knocker may lay out his cards as he likes, within the limit (K5)."
        if rules.knocker_layout == "free"
        else "The knocker's layout must have the least deadwood (K5)."
    ),
    "defender_layout": lambda rules: (
        "The defender's melds and lay-offs are the best there are (L4, L5)."
        if rules.defender_layout == "optimal"
        else "The defender declares his own melds and lay-offs (L4)."
    ),
    "layoff_on_gin": lambda rules: (
        "Cards may be laid off against gin too (L6)."
        if rules.layoff_on_gin
        else "Nothing is laid off against gin (L6)."
    ),
    "gin_bonus": lambda rules: f"Gin pays {rules.gin_bonus} more than the defender's count (S1).",
    "void_gin": lambda rules: if_so(
        rules.void_gin, "Gin is void against a defender with nothing left (S1)."
    ),
    "big_gin_bonus": lambda rules: (
        "There is no big gin: with eleven melded cards one is shed for gin (K8)."
        if rules.big_gin_bonus is None
        else f"Eleven melded cards may be shown as big gin, for {rules.big_gin_bonus} (K8, S6)."
    ),
    "undercut_bonus": lambda rules: (
        f"An undercut pays the difference and {rules.undercut_bonus} more (S3)."
    ),
    "tie_rule": lambda rules: (
        "Equal counts are an undercut (S4)."
        if rules.tie_rule == "undercut"
        else "Equal counts score nothing (S4)."
    ),
    "spade_double": lambda rules: if_so(
        rules.spade_double, "A spade upcard doubles all points of the round (S7)."
    ),
    "stock_end": lambda rules: STOCK_ENDS[rules.stock_end],
    "first_dealer": lambda rules: FIRST_DEALERS[rules.first_dealer],
    "dealer_rotation": lambda rules: DEALERS[rules.dealer_rotation],
    "void_dealer": lambda rules: (
        "A void round is dealt again by the same player (D5)."
        if rules.void_dealer == "same"
        else "After a void round the other player deals (D5)."
    ),
    "box_bonus": boxes,
    "box_timing": lambda _: "",
    "box_owner": lambda _: "",
    "box_gin": more_boxes,
    "box_undercut": lambda _: "",
    "game_bonus": lambda rules: (
        f"The winner of a game gets {rules.game_bonus} more (G3)."
        if rules.game_bonus
        else "Winning a game pays nothing of itself (G3)."
    ),
    "shutout": lambda rules: SHUTOUTS[rules.shutout],
    "series_winner": lambda rules: WINNERS[rules.series_winner],
    "stop_when_decided": lambda rules: (
        "The series stops once a player owns most games (H10)."
        if rules.stop_when_decided
        else "The series goes on until every game has closed (H10)."
    ),
    "rolling_games": lambda _: "No game follows a finished one (H11).",
    "max_discard_takes": lambda rules: (
        f"A guard: {rules.max_discard_takes} takes from the pile void a round (V9)."
    ),
    "max_rounds": lambda rules: f"A guard: {rules.max_rounds} rounds end a series (H13).",
}
"""A sentence for each option; those that another option's sentence covers say nothing."""


def explain(rules: Rules) -> list[str]:
    """Return the sentences that describe some rules, in the order of play."""
    return [sentence for say in SENTENCES.values() if (sentence := say(rules))]


def yaml_of(profile: str, rules: Rules) -> str:
    """Return the `rules:` part of a config, every option in full."""
    options = "\n".join(f"  {name}: {word_for(getattr(rules, name))}" for name in OPTIONS)
    return f"rules:\n  profile: {profile}\n{options}"


def word_for(value: Value) -> str:
    """Return an option's value as a config has it.

    >>> word_for(None), word_for(True), word_for(25)
    ('off', 'yes', '25')
    """
    if value is None:
        return "off"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
