"""A whole run, compared by bytes: its log, its resolved config, and the tables it ends in.

`pytest --update-golden` writes the files anew; the difference is then reviewed like code.
"""

from pathlib import Path

import pytest

import arena
from arena.log.folder import chosen_folder
from arena.log.verify import verify_log
from arena.standings.from_logs import rank_logs
from arena.standings.render import render
from arena.tournament.config import load_config
from arena.tournament.lineup import seat_entrants
from arena.tournament.run import run_tournament

GOLDEN = Path(__file__).parent


@pytest.fixture(scope="module")
def run_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The golden run played now: file name to bytes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arena, "__version__", "golden")
        config = load_config(GOLDEN / "smoke.yaml")
        out = tmp_path_factory.mktemp("golden") / "run"
        report = run_tournament(config, seat_entrants(config), chosen_folder(out, force=False))
    tables = "\n\n".join(
        render(report.standings, form) for form in ("table", "markdown", "csv", "json")
    )
    return {"smoke.jsonl": report.log.read_bytes(), "smoke.txt": tables.encode() + b"\n"}


@pytest.mark.parametrize("name", ["smoke.jsonl", "smoke.txt"])
def test_the_golden_run_has_the_golden_bytes(
    name: str, run_files: dict[str, bytes], request: pytest.FixtureRequest
) -> None:
    if request.config.getoption("--update-golden"):
        (GOLDEN / name).write_bytes(run_files[name])
    assert run_files[name] == (GOLDEN / name).read_bytes()


def test_the_golden_log_is_sound_and_holds_faults_of_both_kinds() -> None:
    assert verify_log(GOLDEN / "smoke.jsonl").is_sound
    text = (GOLDEN / "smoke.jsonl").read_text(encoding="utf-8")
    assert '"kind":"exception"' in text
    assert '"kind":"illegal"' in text


def test_the_golden_table_follows_from_the_golden_log_alone() -> None:
    standings, warnings = rank_logs([GOLDEN / "smoke.jsonl"])
    assert warnings == []
    assert (GOLDEN / "smoke.txt").read_text(encoding="utf-8").startswith(render(standings, "table"))
