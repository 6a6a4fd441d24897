"""What `arena gate` does: a question in; pairs played; a verdict and an exit code out."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import typer

from arena.cli.errors import Exit, UsageError, checked, tell
from arena.cli.output import emit, show
from arena.gate.evidence import Evidence
from arena.gate.golden import check_golden
from arena.gate.margins import MarginTest
from arena.gate.pentanomial import Model
from arena.gate.plan import plan_gate
from arena.gate.play import CANDIDATE, baseline_name, gate_log, play_gate
from arena.gate.question import EloQuestion, MarginQuestion, Outcome, Question
from arena.gate.report import (
    annotation,
    as_json,
    as_markdown,
    as_text,
    golden_json,
    golden_text,
    needs_json,
    needs_table,
    write_junit,
)
from arena.gate.revision import find_revision, split_revision
from arena.gate.sequential import pairs_to_go
from arena.gate.verdict import Verdict, verdict_of
from arena.gate.worktree import Worktrees
from arena.log.folder import chosen_folder, new_folder
from arena.log.reader import find_log, read_log
from arena.profiles import load_profile
from arena.registry import find_bot
from arena.tournament.config import Entrant, TournamentConfig
from arena.tournament.config_checks import check_seed
from arena.tournament.lineup import Seated, Spec, seat_entrants

LOGS = Path("logs")
EXITS = {
    Outcome.PASS: Exit.FINE,
    Outcome.NO_CHANGE: Exit.FINE,
    Outcome.FAIL: Exit.CHECK_SAID_NO,
    Outcome.UNDECIDED: Exit.UNDECIDED,
    Outcome.FAULTS: Exit.FAULTS,
}
TELL_EVERY = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The command line of `arena gate`; `better_by` is None where no improvement is asked for."""

    candidate: str
    plan: Path | None
    baselines: tuple[str, ...]
    golden: Path | None
    as_name: str | None
    not_worse_by: float
    better_by: float | None
    elo: tuple[float | None, float | None]
    elo_model: Model
    error_rates: tuple[float, float]
    max_pairs: int
    is_undecided_fine: bool
    rules: str
    seed: str
    log: Path | None
    out: str | None
    force: bool
    form: str
    junit: Path | None
    quiet: bool


def answer(asked: Asked) -> None:
    """Ask, play or read, print the verdict, and exit by it."""
    if asked.plan is not None:
        show_needs(asked, find_log(asked.plan, LOGS))
        return
    if not asked.candidate:
        raise UsageError("name a candidate: arena gate CANDIDATE --against BASELINE")
    if asked.golden is not None:
        answer_golden(asked, asked.golden)
        return
    if not asked.baselines:
        raise UsageError("name a baseline: --against BASELINE, or a log to follow: --golden LOG")
    question = question_of(asked)
    if asked.log is not None:
        names = (asked.candidate, *asked.baselines)
        evidence, outcome = gate_log(find_log(asked.log, LOGS), names, question)
    else:
        evidence, outcome = play_question(asked, question)
    verdict = verdict_of(question, evidence, outcome)
    publish(verdict, asked)
    if outcome is Outcome.UNDECIDED and asked.is_undecided_fine:
        return
    raise typer.Exit(EXITS[outcome])


def show_needs(asked: Asked, path: Path) -> None:
    """Print how many pairs the question would take between the entrants of a log."""
    effect = asked.not_worse_by if asked.better_by is None else asked.better_by
    needs = plan_gate(path, effect, *asked.error_rates)
    if asked.form == "json":
        emit(needs_json(needs))
    else:
        text = needs_table(needs, effect, is_markdown=asked.form == "markdown")
        emit(text) if asked.form == "markdown" else show(text)


def answer_golden(asked: Asked, log: Path) -> None:
    """Ask the candidate all that an entrant of a log was asked; exit by what it says."""
    path = find_log(log, LOGS)
    entrants = (Entrant(CANDIDATE, asked.candidate),)
    with Worktrees() as worktrees, redirect_stdout(sys.stderr):
        seated = seat_versions(TournamentConfig(entrants=entrants), worktrees)
        golden = check_golden(path, seated[CANDIDATE].make, golden_name(asked, path))
    if asked.form == "json":
        emit(golden_json(golden))
    else:
        text = golden_text(golden)
        emit(f"### Golden check\n\n```text\n{text}\n```") if asked.form == "markdown" else show(
            text
        )
    if not golden.is_same:
        raise typer.Exit(Exit.CHECK_SAID_NO)


def golden_name(asked: Asked, path: Path) -> str:
    """Return the entrant whose answers count: that of --as, or the one of the bot or its name.

    Raises:
        UsageError: when it is not plain which one is meant.
    """
    if asked.as_name is not None:
        return asked.as_name
    bot, _ = split_revision(asked.candidate)
    bot = bot.replace("\\", "/").rpartition("/")[2]
    with read_log(path) as series:
        entrants = series.header.entrants
    found = [entrant.name for entrant in entrants if bot in (entrant.name, entrant.bot)]
    if len(found) != 1:
        names = ", ".join(entrant.name for entrant in entrants)
        raise UsageError(f"{path}: name whose answers {bot} must give: --as NAME, of {names}")
    return found[0]


def question_of(asked: Asked) -> Question:
    """Return the question that the command line asks.

    Raises:
        UsageError: for hypotheses that exclude each other or make no order.
    """
    elo0, elo1 = asked.elo
    alpha, beta = asked.error_rates
    hypotheses: MarginQuestion | EloQuestion
    if (elo0 is None) != (elo1 is None):
        raise UsageError("--elo0 and --elo1 go together")
    if elo0 is not None and elo1 is not None:
        if not elo0 < elo1:
            raise UsageError(f"--elo0 {elo0:g} must be less than --elo1 {elo1:g}")
        if len(asked.baselines) > 1:
            raise UsageError("--elo0 and --elo1 ask about one baseline; name one")
        hypotheses, is_better = EloQuestion(elo0, elo1, asked.elo_model), elo0 >= 0
    elif asked.better_by is not None:
        hypotheses, is_better = MarginQuestion(MarginTest(0.0, asked.better_by)), True
    else:
        hypotheses, is_better = MarginQuestion(MarginTest(-asked.not_worse_by, 0.0)), False
    return Question(hypotheses, is_better, alpha, beta, asked.max_pairs)


def play_question(asked: Asked, question: Question) -> tuple[Evidence, Outcome]:
    """Play pairs until the question is answered."""
    profile = checked(load_profile, asked.rules, "--rules", "ARENA_RULES")
    names = [CANDIDATE, *(baseline_name(at) for at in range(1, len(asked.baselines) + 1))]
    bots = [asked.candidate, *asked.baselines]
    config = TournamentConfig(
        name="gate",
        seed=checked(check_seed, asked.seed, "--seed", "ARENA_SEED"),
        profile=profile.name,
        rules=profile.rules,
        format="gauntlet",
        pairs=asked.max_pairs,
        entrants=tuple(Entrant(name, bot) for name, bot in zip(names, bots, strict=True)),
    )
    with Worktrees() as worktrees, redirect_stdout(sys.stderr):
        seated = seat_versions(config, worktrees)
        if asked.out is None:
            folder = new_folder(LOGS, config.name)
        else:
            folder = chosen_folder(Path(asked.out), force=asked.force)
        with live_line(question, quiet=asked.quiet) as progress:
            found = play_gate(config, seated, folder, question, progress)
        if not asked.quiet:
            tell(f"log: {folder.games}")
        return found


def seat_versions(config: TournamentConfig, worktrees: Worktrees) -> dict[str, Seated]:
    """Find and load candidate and baselines; BOT@REVISION is the bot of that revision.

    Raises:
        UserMistake: when a bot or a revision does not exist, or cannot be loaded.
    """

    def find(reference: str, folder: Path) -> Spec:
        bot, revision = split_revision(reference)
        if revision is None:
            return find_bot(bot, folder)
        return find_revision(bot, revision, folder, worktrees)

    seated = seat_entrants(config, find, fewest=len(config.entrants))
    for name, entrant in seated.items():
        if entrant.problem is not None:
            raise UsageError(f"{name}: {entrant.problem}")
    return seated


@contextmanager
def live_line(question: Question, *, quiet: bool) -> Iterator[Callable[[Evidence], None] | None]:
    """Give a function that tells of the walk: live on a terminal, now and then elsewhere."""
    if quiet:
        yield None
        return
    is_live = sys.stderr.isatty()
    started = time.monotonic()
    bounds = question.bounds

    def progress(evidence: Evidence) -> None:
        pairs = evidence.pairs
        if pairs == 1:
            seconds = (time.monotonic() - started) * question.max_pairs
            tell(f"at most {question.max_pairs} pairs, about {seconds:.0f} s; most gates need few")
        if not is_live and pairs % TELL_EVERY:
            return
        ratio = question.asked.ratio(evidence)
        estimate = evidence.points.ratio() or 0.0
        to_go = pairs_to_go(ratio, pairs, bounds)
        more = "" if to_go is None else f", about {to_go} pairs to go"
        line = (
            f"pair {pairs}: LLR {ratio:.2f} in {bounds.lower:.2f} .. {bounds.upper:.2f}, "
            f"{estimate:+.2f} points a round{more}"
        )
        if is_live:
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()
        else:
            tell(line)

    try:
        yield progress
    finally:
        if is_live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def publish(verdict: Verdict, asked: Asked) -> None:
    """Print a verdict, and write what CI reads."""
    if asked.form == "json":
        emit(as_json(verdict))
    elif asked.form == "markdown":
        emit(as_markdown(verdict))
    else:
        show(as_text(verdict), fold=True)
    if asked.junit is not None:
        write_junit(verdict, asked.junit)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        tell(annotation(verdict))
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        with Path(summary).open("a", encoding="utf-8") as file:
            file.write(as_markdown(verdict) + "\n")
