"""The question's logic on made evidence: when it answers, and what it never says."""

import json
import math
import random

import pytest

from arena.gate.evidence import Evidence, PairResult
from arena.gate.margins import FEWEST_PAIRS, MarginSums, MarginTest, interval_for_all_times
from arena.gate.question import EloQuestion, MarginQuestion, Outcome, Question
from arena.gate.report import as_json, as_markdown, as_text
from arena.gate.verdict import verdict_of

NOT_WORSE = Question(MarginQuestion(MarginTest(-1.0, 0.0)), is_better=False)
BETTER = Question(MarginQuestion(MarginTest(0.0, 1.0)), is_better=True)
BY_ELO = Question(EloQuestion(-5, 0, "normalised"), is_better=False)


def pair(
    margin: int = 0, rounds: int = 28, score: int = 2, *, alike: bool = False,
    faults: tuple[int, int] = (0, 0),
) -> PairResult:  # fmt: skip
    return PairResult("baseline-1", margin, rounds, score, *faults, alike)


def ask(question: Question, pairs: list[PairResult]) -> tuple[Evidence, Outcome | None]:
    evidence = Evidence()
    for result in pairs:
        evidence.add([result])
        outcome = question.answer(evidence)
        if outcome is not None:
            return evidence, outcome
    return evidence, None


@pytest.mark.parametrize("question", [NOT_WORSE, BETTER])
def test_a_far_better_candidate_passes_after_the_fewest_pairs(question: Question) -> None:
    rng = random.Random(1)
    evidence, outcome = ask(question, [pair(rng.randrange(300, 500), 9, 4) for _ in range(99)])
    assert (outcome, evidence.pairs) == (Outcome.PASS, FEWEST_PAIRS)


@pytest.mark.parametrize("question", [NOT_WORSE, BETTER])
def test_a_far_worse_candidate_fails_after_the_fewest_pairs(question: Question) -> None:
    rng = random.Random(1)
    evidence, outcome = ask(question, [pair(-rng.randrange(300, 500), 9, 0) for _ in range(99)])
    assert (outcome, evidence.pairs) == (Outcome.FAIL, FEWEST_PAIRS)


def test_play_that_never_differs_is_no_change_and_no_improvement() -> None:
    same = [pair(alike=True) for _ in range(99)]
    assert ask(NOT_WORSE, same)[1] is Outcome.NO_CHANGE
    assert ask(BETTER, same)[1] is Outcome.FAIL


def test_one_differing_pair_is_a_change() -> None:
    pairs = [pair(alike=True) for _ in range(5)] + [pair(3)] + [pair(alike=True) for _ in range(93)]
    assert ask(NOT_WORSE, pairs)[1] is not Outcome.NO_CHANGE


def test_at_the_limit_it_is_undecided_and_says_how_many_pairs_are_missing() -> None:
    rng = random.Random(7)
    question = Question(MarginQuestion(MarginTest(-0.01, 0.0)), is_better=False, max_pairs=50)
    evidence, outcome = ask(question, [pair(rng.randrange(-90, 91)) for _ in range(60)])
    assert (outcome, evidence.pairs) == (Outcome.UNDECIDED, 50)
    verdict = verdict_of(question, evidence, Outcome.UNDECIDED)
    assert verdict.to_go is None or verdict.to_go > 0
    assert "pairs more at this pace" in as_text(verdict)


def test_pairs_in_which_only_the_baseline_faulted_are_left_out_and_named() -> None:
    rng = random.Random(3)
    pairs = [pair(rng.randrange(-60, 80)) for _ in range(400)]
    pairs[3] = pair(2000, 2, 4, faults=(0, 1))
    evidence, outcome = ask(NOT_WORSE, pairs)
    assert evidence.left_out == [(3, "baseline-1")]
    assert evidence.margins.pairs == evidence.pairs - 1
    if outcome is not None and evidence.pairs < 100:
        assert outcome is Outcome.FAULTS


def test_a_baseline_that_faults_in_more_than_one_pair_of_a_hundred_gives_no_verdict() -> None:
    faulty = [pair(200, 2, 4, faults=(0, 1)) for _ in range(99)]
    evidence, outcome = ask(NOT_WORSE, faulty)
    assert outcome is Outcome.FAULTS
    assert evidence.pairs == 21


def test_a_candidates_faults_are_losses_that_count() -> None:
    evidence, outcome = ask(NOT_WORSE, [pair(-246, 2, 0, faults=(2, 0)) for _ in range(99)])
    assert outcome is Outcome.FAIL
    assert evidence.candidate_faults == 2 * FEWEST_PAIRS


EXTREMES = {
    "no pair": [],
    "one pair": [pair(5)],
    "all won": [pair(300, 9, 4) for _ in range(40)],
    "all lost": [pair(-300, 9, 0) for _ in range(40)],
    "all faulted": [pair(246, 2, 4, faults=(0, 1)) for _ in range(40)],
    "constant": [pair(7) for _ in range(40)],
    "nothing": [pair(0) for _ in range(40)],
    "no round": [pair(0, 0, 2) for _ in range(40)],
}


@pytest.mark.parametrize("question", [NOT_WORSE, BETTER, BY_ELO])
@pytest.mark.parametrize("pairs", EXTREMES.values(), ids=EXTREMES)
def test_no_figure_is_ever_undefined_infinite_or_without_width(
    pairs: list[PairResult], question: Question
) -> None:
    evidence, outcome = ask(question, pairs)
    verdict = verdict_of(question, evidence, outcome or Outcome.UNDECIDED)
    assert math.isfinite(verdict.ratio)
    for interval in (verdict.interval, verdict.always):
        assert interval is None or (math.isfinite(interval[0]) and interval[0] < interval[1])
    text = as_json(verdict)
    assert json.loads(text)["pairs"] == evidence.pairs
    for shown in (text, as_text(verdict), as_markdown(verdict)):
        assert "nan" not in shown.lower().replace("finance", "")
        assert "inf" not in shown.lower().replace("info", "")


def test_the_walk_is_nearer_to_nothing_of_the_plain_and_the_corrected_one() -> None:
    sums = MarginSums()
    rng = random.Random(11)
    for _ in range(60):
        sums.add(round((rng.expovariate(1) - 0.7) * 90), rng.randrange(20, 36))
    under0, under1 = sums.residuals(-1.0), sums.residuals(0.0)
    plain = 30 * (under0.plain() ** 2 - under1.plain() ** 2)
    corrected = 30 * (under0.corrected() ** 2 - under1.corrected() ** 2)
    ratio = MarginTest(-1.0, 0.0).ratio(sums)
    assert ratio == pytest.approx(min(plain, corrected, key=abs))


def test_residuals_are_those_of_their_definition() -> None:
    rng = random.Random(2)
    pairs = [(rng.randrange(-200, 200), rng.randrange(9, 40)) for _ in range(50)]
    sums = MarginSums()
    for margin, rounds in pairs:
        sums.add(margin, rounds)
    left = [margin - 0.7 * rounds for margin, rounds in pairs]
    mean = sum(left) / 50
    variance = sum((one - mean) ** 2 for one in left) / 49
    third = sum((one - mean) ** 3 for one in left) / 50
    found = sums.residuals(0.7)
    assert found.mean == pytest.approx(mean)
    assert found.deviation == pytest.approx(math.sqrt(variance))
    assert found.skewness == pytest.approx(third / variance**1.5)


def test_the_interval_for_all_times_is_wider_than_the_one_for_this_time() -> None:
    rng = random.Random(5)
    evidence, _ = ask(BETTER, [pair(rng.randrange(-100, 120)) for _ in range(34)])
    verdict = verdict_of(BETTER, evidence, Outcome.UNDECIDED)
    always = interval_for_all_times(evidence.margins)
    assert always is not None
    assert verdict.interval is not None
    assert always[0] < verdict.interval[0] < verdict.interval[1] < always[1]
