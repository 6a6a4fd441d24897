"""Who plays where nobody is asked for: strangers' bots never in the arena's own process."""

from pathlib import Path

import pytest

from arena.cli import workers
from arena.executor.growing import Growing
from arena.executor.processes import Processes
from arena.executor.serial import Serial
from arena.tournament.config import Entrant, TournamentConfig
from arena.tournament.lineup import seat_entrants

STRANGER = "from arena.bot import Bot\n\n\nclass Mine(Bot):\n    pass\n"


@pytest.mark.parametrize(
    ("other", "asked", "cores", "kind"),
    [
        ("greedy", None, 1, Serial),
        ("greedy", None, 4, Growing),
        ("greedy", 0, 4, Serial),
        ("greedy", 1, 4, Serial),
        ("greedy", 2, 1, Processes),
        ("mine.py:Mine", None, 1, Processes),
        ("mine.py:Mine", None, 4, Processes),
        ("mine.py:Mine", 1, 4, Processes),
        ("mine.py:Mine", 0, 4, Serial),
    ],
)
def test_a_strangers_bot_plays_in_a_process_of_its_own_unless_asked_for(
    other: str,
    asked: int | None,
    cores: int,
    kind: type,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "mine.py").write_text(STRANGER)
    monkeypatch.setattr(workers, "usable_cores", lambda: cores)
    entrants = (Entrant("a", "simple"), Entrant("b", other))
    seated = seat_entrants(TournamentConfig(entrants=entrants, folder=tmp_path))
    who = workers.chosen_executor(asked, None, 10, lambda _: None, seated)
    assert type(who) is kind
