"""What `arena gate` does: a question in; pairs played; a verdict and an exit code out."""

import os
import sys
from contextlib import closing, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import typer

from arena.cli.errors import Exit, UsageError, checked, tell
from arena.cli.gate_line import live_line
from arena.cli.output import emit, show
from arena.cli.streams import end_output
from arena.cli.workers import chosen_executor
from arena.executor.work import Notice
from arena.gate.ci import Report, annotation, golden_report, verdict_report, write_junit
from arena.gate.evidence import Evidence
from arena.gate.golden_work import GoldenOrder, golden_work
from arena.gate.margins import MarginTest
from arena.gate.pentanomial import Model
from arena.gate.plan import plan_gate
from arena.gate.play import CANDIDATE, baseline_name, gate_log, play_gate
from arena.gate.question import EloQuestion, MarginQuestion, Outcome, Question
from arena.gate.report import needs_json, needs_table
from arena.gate.revision import RevisionSpec, Versions, find_revision, split_revision
from arena.gate.verdict import verdict_of
from arena.gate.worktree import Worktrees
from arena.log.folder import chosen_folder, new_folder
from arena.log.header import plan_of
from arena.log.reader import find_log, read_log
from arena.names import check_seed
from arena.profiles import load_profile
from arena.registry import BotSpec, find_bot
from arena.tournament.config import Entrant, TournamentConfig
from arena.tournament.lineup import Seated, Spec, seat_entrants
from arena.tournament.order import header_for, work_of
from arena.tournament.run import schedule_of

LOGS = Path("logs")
EXITS = {
    Outcome.PASS: Exit.FINE,
    Outcome.NO_CHANGE: Exit.FINE,
    Outcome.FAIL: Exit.CHECK_SAID_NO,
    Outcome.UNDECIDED: Exit.UNDECIDED,
    Outcome.FAULTS: Exit.FAULTS,
}
MOST_ELO = 1000


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
    workers: int | None
    quiet: bool


def answer(asked: Asked) -> None:
    """Ask, play or read, print the verdict, and exit by it."""
    if asked.plan is not None:
        show_needs(asked, find_log(asked.plan, LOGS))
        return
    check_flags(asked)
    report = ask_log(asked, asked.golden) if asked.golden is not None else ask_pairs(asked)
    publish(report, asked)
    if report.outcome is Outcome.UNDECIDED and asked.is_undecided_fine:
        return
    raise typer.Exit(EXITS[report.outcome])


def check_flags(asked: Asked) -> None:
    """Refuse flags that contradict each other, and files that could not be written in the end.

    Raises:
        UsageError: naming them.
    """
    if not asked.candidate:
        raise UsageError("name a candidate: arena gate CANDIDATE --against BASELINE")
    if asked.golden is None:
        if asked.as_name is not None:
            raise UsageError("--as names an entrant of --golden LOG")
        if not asked.baselines:
            raise UsageError(
                "name a baseline: --against BASELINE, or a log to follow: --golden LOG"
            )
    elif asked.baselines or asked.log is not None:
        raise UsageError("--golden compares decisions alone: leave --against and --log out")
    if asked.out == "":
        raise UsageError("--out: the name of the folder is empty; . is the current one")
    if asked.junit is not None and (asked.junit.is_dir() or not asked.junit.parent.is_dir()):
        raise UsageError(f"--junit {asked.junit}: is no file in a folder that exists")


def ask_pairs(asked: Asked) -> Report:
    """Play pairs, or read those of a log, until the question is answered."""
    question = question_of(asked)
    bots = (asked.candidate, *asked.baselines)
    if asked.log is not None:
        names = bots
        evidence, outcome = gate_log(find_log(asked.log, LOGS), names, question)
    else:
        names = (CANDIDATE, *(baseline_name(at) for at in range(1, len(bots))))
        evidence, outcome = play_question(asked, question)
    verdict = verdict_of(question, evidence, outcome)
    return verdict_report(verdict, dict(zip(names, bots, strict=True)))


def show_needs(asked: Asked, path: Path) -> None:
    """Print how many pairs the question would take between the entrants of a log."""
    effect = asked.not_worse_by if asked.better_by is None else asked.better_by
    needs = plan_gate(path, effect, *asked.error_rates)
    if asked.form == "json":
        emit(needs_json(needs))
    else:
        text = needs_table(needs, effect, is_markdown=asked.form == "markdown")
        emit(text) if asked.form == "markdown" else show(text)


def ask_log(asked: Asked, log: Path) -> Report:
    """Ask the candidate all that an entrant of a log was asked."""
    path = find_log(log, LOGS)
    config = TournamentConfig(entrants=(Entrant(CANDIDATE, asked.candidate),))
    with Worktrees() as worktrees, redirect_stdout(sys.stderr):
        seated, versions = seat_versions(config, worktrees)
        name = golden_name(asked, path)
        work = golden_work(GoldenOrder(config, versions, path, name), seated[CANDIDATE])
        # Standard input is this process's own.
        workers = 0 if log == Path("-") else asked.workers
        executor = chosen_executor(workers, None, 1, notice_of(asked), seated)
        with closing(executor.run(work, [0])) as checks:
            golden = next(checks)
    return golden_report(golden, f"{asked.candidate} as {name} of {log}")


def golden_name(asked: Asked, path: Path) -> str:
    """Return the entrant whose answers count: that of --as, or the one of the bot or its name.

    Raises:
        UsageError: when it is not plain which one is meant.
    """
    if asked.as_name is not None:
        return asked.as_name
    if asked.golden == Path("-"):
        raise UsageError("--golden -: stdin can be read once; name whose answers count: --as NAME")
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
    if not alpha + beta < 1:
        raise UsageError(f"--alpha {alpha:g} and --beta {beta:g} leave nothing to be sure of")
    if elo0 is not None and elo1 is not None:
        if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
            most = f"both within {-MOST_ELO} .. {MOST_ELO}"
            raise UsageError(f"--elo0 {elo0:g} must be less than --elo1 {elo1:g}, {most}")
        if asked.better_by is not None:
            raise UsageError("--better asks by points, --elo0 and --elo1 by results: choose one")
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
        seated, versions = seat_versions(config, worktrees)
        if asked.out is None:
            folder = new_folder(LOGS, config.name)
        else:
            folder = chosen_folder(Path(asked.out), force=asked.force)
        header = header_for(config, seated)
        count = len(schedule_of(config))
        executor = chosen_executor(asked.workers, None, count, notice_of(asked), seated)
        series = executor.run(work_of(config, header, seated, versions), plan_of(header).numbers)
        live = live_line(question, quiet=asked.quiet)
        try:
            with folder.hold(), closing(series), live as progress:
                evidence, outcome = play_gate(series, config, header, folder, question, progress)
        except BaseException:
            if not folder.has_log():
                folder.discard()
            raise
        if not asked.quiet:
            if evidence.candidate_faults or evidence.left_out:
                tell(f"warning: bots faulted; cards in {folder.private}")
            tell(f"log: {folder.games}")
        return evidence, outcome


def notice_of(asked: Asked) -> Notice:
    """Return what tells of a worker that died."""
    return (lambda _: None) if asked.quiet else (lambda text: tell(f"warning: {text}"))


def seat_versions(
    config: TournamentConfig, worktrees: Worktrees
) -> tuple[dict[str, Seated], Versions]:
    """Find and load candidate and baselines; BOT@REVISION is the bot of that revision.

    Returns:
        The entrants, and what finds them again, in other processes too.

    Raises:
        UserMistake: when a bot or a revision does not exist, or cannot be loaded.
    """
    at_revisions: dict[str, BotSpec | RevisionSpec] = {}

    def find(reference: str, folder: Path) -> Spec:
        bot, revision = split_revision(reference)
        if revision is None:
            return find_bot(bot, folder)
        at_revisions[reference] = find_revision(bot, revision, folder, worktrees)
        return at_revisions[reference]

    seated = seat_entrants(config, find, fewest=len(config.entrants))
    for name, entrant in seated.items():
        if entrant.problem is not None:
            raise UsageError(f"{name}: {entrant.problem}")
    return seated, Versions(at_revisions)


def publish(report: Report, asked: Asked) -> None:
    """Print an answer, and write what CI reads. What it says does not need a reader."""
    try:
        if asked.form == "json":
            emit(report.document)
        elif asked.form == "markdown":
            emit(report.markdown)
        else:
            show(report.text, fold=True)
    except BrokenPipeError:
        end_output()
    if asked.junit is not None:
        write_junit(report, asked.junit, is_undecided_fine=asked.is_undecided_fine)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        tell(annotation(report))
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        with Path(summary).open("a", encoding="utf-8") as file:
            file.write(report.markdown + "\n")
