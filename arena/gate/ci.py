"""What CI reads of an answer: Markdown, a JUnit file, a GitHub annotation."""

import re
from dataclasses import dataclass
from pathlib import Path

from arena.gate.golden import Golden
from arena.gate.question import Outcome
from arena.gate.report import (
    SAYS,
    Bots,
    as_json,
    as_markdown,
    as_text,
    golden_json,
    golden_text,
    printable,
    span,
)
from arena.gate.verdict import Verdict
from arena.standings.render import escape

LEVELS = {
    Outcome.PASS: "notice",
    Outcome.NO_CHANGE: "notice",
    Outcome.UNDECIDED: "warning",
    Outcome.FAIL: "error",
    Outcome.FAULTS: "error",
}
MOST_TEXT = 50_000
"""Characters of a code block: GitHub takes 1 MiB of summary a step, and nothing of a longer one."""


@dataclass(frozen=True, slots=True)
class Report:
    """An answer in every form.

    Attributes:
        outcome: what it is.
        heading: which check it is, and what it says.
        case: who was compared with what.
        line: the most of it in one line.
        text: all of it for a terminal.
        markdown: all of it for a pull request.
        document: all of it as JSON.
    """

    outcome: Outcome
    heading: str
    case: str
    line: str
    text: str
    markdown: str
    document: str


def verdict_report(verdict: Verdict, bots: Bots) -> Report:
    """Return a verdict in every form."""
    candidate, *baselines = bots.values()
    return Report(
        verdict.outcome,
        f"Gate: {SAYS[verdict.outcome]}",
        printable(f"{candidate} against {', '.join(baselines)}"),
        f"{verdict.question}; {span(verdict.estimate, verdict.interval, '95% interval')}",
        as_text(verdict, bots),
        as_markdown(verdict, bots),
        as_json(verdict, bots),
    )


def golden_report(golden: Golden, case: str) -> Report:
    """Return what a golden check found in every form."""
    heading = f"Golden check: {'no change' if golden.is_same else 'fail'}"
    case, text = printable(case), golden_text(golden)
    return Report(
        Outcome.NO_CHANGE if golden.is_same else Outcome.FAIL,
        heading,
        case,
        text.partition("\n")[0],
        text,
        f"### {heading}\n\n{escape(case)}\n\n{fenced(text)}",
        golden_json(golden),
    )


def fenced(text: str) -> str:
    """Return a text as a code block: cut where it is endless, whatever fences it holds itself."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{shortened(text)}\n{fence}"


def shortened(text: str) -> str:
    """Return a text without its end where it is endless."""
    more = len(text) - MOST_TEXT
    return f"{text[:MOST_TEXT]}\n... and {more} characters more" if more > 0 else text


def write_junit(report: Report, path: Path, *, is_undecided_fine: bool = False) -> None:
    """Write an answer as a JUnit file of one test case, which passes where the command does.

    Raises:
        OSError: when it cannot be written.
    """
    from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

    case = TestCase(report.case, "arena.gate")
    message = f"{report.heading}; {report.line}"
    if report.outcome is Outcome.FAIL:
        case.result = [Failure(message)]
    elif report.outcome is Outcome.UNDECIDED and is_undecided_fine:
        case.result = [Skipped(message)]
    elif report.outcome in (Outcome.UNDECIDED, Outcome.FAULTS):
        case.result = [Error(message)]
    case.system_out = shortened(report.text)
    suite = TestSuite("arena gate")
    suite.add_testcase(case)
    xml = JUnitXml()
    xml.add_testsuite(suite)
    xml.write(str(path), pretty=True)


def annotation(report: Report) -> str:
    """Return an answer as a GitHub workflow command."""
    title = workflow_text(report.heading).replace(":", "%3A").replace(",", "%2C")
    text = workflow_text(f"{report.case}: {report.line}")
    return f"::{LEVELS[report.outcome]} title={title}::{text}"


def workflow_text(text: str) -> str:
    """Return a text as the data of a workflow command, which ends with its line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
