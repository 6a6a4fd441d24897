"""Answers drawn for people: a hand as a grid of cards, a sheet as its columns."""

from collections.abc import Mapping, Sequence
from typing import Any

from arena.display import display_width
from arena.gin.cards import RANKS, SUITS

SYMBOLS = "♣♦♥♠"
Answer = Mapping[str, Any]


def draw_hand(answer: Answer, *, suits: bool) -> str:
    """Return a hand's grid, its deadwood and melds, and for eleven cards what each discard leaves.

    Args:
        answer: what `answer_hand` gave.
        suits: draw suits as symbols, else as letters.
    """
    held = answer["hand"].split()
    lines = ["   " + " ".join(RANKS)]
    for suit, symbol in zip(SUITS, SYMBOLS, strict=True):
        cells = [rank if rank + suit in held else "." for rank in RANKS]
        lines.append(f" {symbol if suits else suit} {' '.join(cells)}")
    lines.append("")
    loose = [card for card in held if not any(card in meld for meld in answer["melds"])]
    if "discards" in answer:
        ranked = sorted(answer["discards"].items(), key=lambda item: item[1])
        best = [card for card, left in ranked if left == answer["deadwood"]]
        loose.remove(best[0])
        lines.append(f"discards      {', '.join(f'{card} {left}' for card, left in ranked)}")
        lines.append(f"big gin       {'yes' if answer['big_gin'] else 'no'}")
        lines.append(f"after {best[0]}:")
    melds = "  ".join(" ".join(meld) for meld in answer["melds"])
    lines += [
        f"deadwood      {answer['deadwood']}",
        f"melds         {melds or 'none'}",
        f"loose         {' '.join(loose) or 'none'}",
        f"layouts       {answer['layouts']} with this deadwood",
    ]
    return "\n".join(lines)


def draw_showdown(answer: Answer) -> str:
    """Return what a knock came to."""
    if answer["finish"] == "illegal":
        return f"illegal: {answer['reason']}"
    off = " ".join(answer["laid_off"]) or "nothing"
    winner = answer["winner"] or "nobody"
    return (
        f"{answer['finish']}: {winner} scores {answer['points']}\n"
        f"knocker counts {answer['k']}, defender {answer['d']} after laying off {off}"
    )


def draw_sheet(answer: Answer) -> str:
    """Return the columns of a series; a star marks the winner of a closed game."""
    names = list(answer["scores"])
    heads = [f"game {number}" for number in range(1, len(answer["closed"]) + 1)]
    rows = [["", *heads, "wins", "net"]]
    for name in names:
        cells = [
            f"{score}{'*' if winner == name else ' '}"
            for score, winner in zip(answer["scores"][name], answer["closed"], strict=True)
        ]
        rows.append([name, *cells, str(answer["wins"][name]), f"{answer['net'][name]:+d}"])
    lines = align(rows)
    if all(answer["closed"]):
        lines.append(f"{answer['winner'] or 'nobody'} wins the series")
    else:
        still_open = [head for head, seat in zip(heads, answer["closed"], strict=True) if not seat]
        lines.append(f"open: {', '.join(still_open)}")
    return "\n".join(lines)


def align(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines: the first column to the left, the others to the right."""
    widths = [max(display_width(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for row in rows:
        first = row[0] + " " * (widths[0] - display_width(row[0]))
        others = [
            " " * (width - display_width(cell)) + cell
            for cell, width in zip(row[1:], widths[1:], strict=True)
        ]
        lines.append("  ".join([first, *others]).rstrip())
    return lines
