"""Verdicts, golden checks and plans as text, Markdown and JSON."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType

import msgspec

from arena.gate.golden import Golden, draw_difference
from arena.gate.margins import FEWEST_PAIRS
from arena.gate.plan import Need
from arena.gate.question import Outcome
from arena.gate.verdict import Verdict
from arena.standings.render import escape

SAYS = {
    Outcome.PASS: "pass",
    Outcome.FAIL: "fail",
    Outcome.NO_CHANGE: "pass: no change",
    Outcome.UNDECIDED: "undecided at the limit",
    Outcome.FAULTS: "no verdict: baselines faulted",
}
INTERVAL = "95% interval"
MOST_NAMED = 10
UNPRINTABLE = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot hold, nor UTF-8: it stands in command lines and in bots' own texts."""

Bots = Mapping[str, str]
"""What was asked for, by the name under which it plays; the candidate is the first."""
NOBODY: Bots = MappingProxyType({})


def rows_of(verdict: Verdict, bots: Bots) -> list[tuple[str, str]]:
    """Return a verdict's figures as pairs of a name and a text."""
    rows = [("verdict", SAYS[verdict.outcome])]
    if bots:
        candidate, *baselines = bots.values()
        rows += [("candidate", candidate), ("against", ", ".join(baselines))]
    rows += [
        ("question", verdict.question),
        ("error rates", f"alpha {verdict.alpha:g}, beta {verdict.beta:g}"),
        (
            "log-likelihood ratio",
            f"{verdict.ratio:.3f} in {verdict.lower:.3f} .. {verdict.upper:.3f}",
        ),
        ("played", f"{verdict.pairs} mirrored pairs, {verdict.rounds} rounds"),
        ("points a round", span(verdict.estimate, verdict.interval, INTERVAL)),
        ("at all times", span(verdict.estimate, verdict.always, "anytime interval")),
        ("pairs by series won", " ".join(map(str, verdict.counts)) + "  (0, 1/2, 1, 3/2, 2)"),
    ]
    if verdict.elo:
        elo = verdict.elo
        rows.append(("Elo", f"{elo.logistic:+.1f} ± {elo.logistic_error:.1f}"))
        rows.append(("normalised Elo", f"{elo.normalised:+.1f} ± {elo.normalised_error:.1f}"))
    if len(verdict.baselines) > 1:
        for name, points, half in verdict.baselines:
            interval = None if points is None or not half else (points - half, points + half)
            rows.append((name, f"{bots.get(name, name)}: {span(points, interval, INTERVAL)}"))
    if verdict.identical:
        rows.append(("identical", f"{verdict.identical} pairs without one differing decision"))
    if verdict.candidate_faults:
        rows.append(("candidate's faults", f"{verdict.candidate_faults}, lost at their price"))
    if verdict.left_out:
        named = [f"{pair} ({bots.get(name, name)})" for pair, name in verdict.left_out[:MOST_NAMED]]
        more = len(verdict.left_out) - len(named)
        told = ", ".join(named) + (f" and {more} more" if more else "")
        rows.append(("left out", f"pairs in which only a baseline faulted: {told}"))
    if verdict.outcome is Outcome.UNDECIDED:
        rows.append(("missing", missing_pairs(verdict)))
    return [(name, printable(text)) for name, text in rows]


def printable(text: str) -> str:
    """Return a text whose characters a file of text can hold; others are escaped."""
    return UNPRINTABLE.sub(lambda found: ascii(found[0])[1:-1], text)


def missing_pairs(verdict: Verdict) -> str:
    """Return how many pairs an undecided gate would still need."""
    if verdict.to_go is not None:
        return f"about {verdict.to_go} pairs more at this pace"
    if verdict.pairs < FEWEST_PAIRS:
        return f"at least {FEWEST_PAIRS - verdict.pairs} pairs more: fewer decide nothing"
    return "nobody knows how many pairs: the walk has no direction"


def span(estimate: float | None, interval: tuple[float, float] | None, name: str) -> str:
    """Return an estimate with its interval, or what is missing for one."""
    if estimate is None:
        return "no round counted"
    if interval is None:
        return f"{estimate:+.2f}; no {name} from so few pairs, or from pairs that all agree"
    return f"{estimate:+.2f}, {name} {interval[0]:+.2f} .. {interval[1]:+.2f}"


def as_text(verdict: Verdict, bots: Bots = NOBODY) -> str:
    """Return a verdict for a terminal."""
    return "\n".join(f"{name:<22}{text}" for name, text in rows_of(verdict, bots))


def as_markdown(verdict: Verdict, bots: Bots = NOBODY) -> str:
    """Return a verdict for a pull request or a step summary."""
    rows = [f"| {escape(name)} | {escape(text)} |" for name, text in rows_of(verdict, bots)]
    return f"### Gate: {SAYS[verdict.outcome]}\n\n| | |\n|---|---|\n" + "\n".join(rows)


def as_json(verdict: Verdict, bots: Bots = NOBODY) -> str:
    """Return a verdict as one JSON document; floats have six decimals."""
    names = {name: printable(text) for name, text in bots.items()}
    document = rounded({**asdict(verdict), "bots": names})
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()


def rounded(value: object) -> object:
    """Return plain data with its floats rounded to six decimals."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    return [rounded(item) for item in value] if isinstance(value, list | tuple) else value


def golden_text(golden: Golden) -> str:
    """Return what a golden check found, with the first difference drawn."""
    asked = f"{golden.questions} questions in {golden.series} series"
    if golden.first is None:
        return f"no change: {asked} answered as recorded"
    told = f"{golden.differences} of {asked} answered otherwise"
    return printable(f"{told}\n\n{draw_difference(golden.first)}")


def golden_json(golden: Golden) -> str:
    """Return what a golden check found as one JSON document."""
    first = golden.first
    document = {
        "outcome": "no change" if golden.is_same else "fail",
        "series": golden.series,
        "questions": golden.questions,
        "differences": golden.differences,
        "first": None
        if first is None
        else {
            "address": str(first.address),
            "recorded": printable(first.recorded),
            "now": printable(first.now),
        },
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()


def needs_table(needs: Sequence[Need], effect: float, *, is_markdown: bool) -> str:
    """Return what a question takes between the entrants of a log, a row a pairing."""
    from tabulate import tabulate

    rows = [
        [
            " - ".join(escape(name) if is_markdown else name for name in need.pairing),
            str(need.pairs),
            f"{need.deviation:.2f}",
            str(need.expected),
            str(need.fixed),
            str(need.rounds),
            "-" if need.seconds is None else f"{need.seconds:.0f} s",
        ]
        for need in needs
    ]
    heads = [
        "pairing",
        "pairs here",
        "deviation",
        "pairs needed",
        "at fixed length",
        "rounds",
        "time",
    ]
    form = "pipe" if is_markdown else "simple"
    table = tabulate(rows, heads, tablefmt=form, disable_numparse=True)
    told = f"to tell {effect:g} points a round from none; deviation: of a pair's points a round"
    return f"{table}\n\n{told}"


def needs_json(needs: Sequence[Need]) -> str:
    """Return the same as one JSON document."""
    return msgspec.json.format(
        msgspec.json.encode([rounded(asdict(need)) for need in needs]), indent=2
    ).decode()
