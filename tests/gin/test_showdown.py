"""Who scores after a knock, from the counts alone (S2 to S5)."""

import pytest

from arena.gin.result import Finish
from arena.gin.rules import Rules
from arena.gin.showdown import compare_counts


@pytest.mark.parametrize("knocker", [0, 1])
@pytest.mark.parametrize(
    ("kept", "left", "finish", "winner", "margin"),
    [
        (6, 19, Finish.KNOCK, "knocker", 13),  # S2
        (9, 10, Finish.KNOCK, "knocker", 1),
        (9, 4, Finish.UNDERCUT, "defender", 5),  # S3
        (8, 8, Finish.UNDERCUT, "defender", 0),  # S4
        (3, 0, Finish.UNDERCUT, "defender", 3),  # S5: no gin bonus for the defender
    ],
)
def test_s2_to_s5_counts_after_a_knock(knocker, kept, left, finish, winner, margin):
    counts = (kept, left) if knocker == 0 else (left, kept)
    seat = knocker if winner == "knocker" else 1 - knocker

    assert compare_counts(knocker, counts, Rules()) == (finish, seat, margin)


@pytest.mark.parametrize("knocker", [0, 1])
def test_s4_no_score_ties_are_nobodys(knocker):
    assert compare_counts(knocker, (8, 8), Rules(tie_rule="no_score")) == (Finish.TIE, None, 0)


def test_s4_no_score_touches_no_strict_undercut():
    rules = Rules(tie_rule="no_score")

    assert compare_counts(0, (8, 7), rules) == (Finish.UNDERCUT, 1, 1)
