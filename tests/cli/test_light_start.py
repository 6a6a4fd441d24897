"""Short commands start fast: what is slow to import is imported by the commands that need it.

Which modules are there is looked at, not the clock.
"""

import json
import subprocess
import sys

import pytest

NEVER = {"numpy", "scipy", "pandas", "dask", "distributed", "structlog", "tabulate", "junitparser"}
"""Nothing that a short command does needs these."""
NO_HELP = {"rich", "markdown_it", "pygments"}
"""What draws help and tables; a calculator answers in plain text."""
LOOK = """\
import json, sys
sys.argv = json.loads(sys.argv[1])
from arena.__main__ import main
try:
    main()
finally:
    print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})), file=sys.stderr)
"""


def packages_after(*words: str) -> set[str]:
    """Return the packages that a command leaves imported."""
    done = subprocess.run(
        [sys.executable, "-c", LOOK, json.dumps(["arena", *words])],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("--version",),
        ("hand", "AC 2C 3C 4D 5D 6D 7H 8H 9H KS"),
        ("showdown", "AC2C3C 4D5D6D 7H8H9H KS", "2S 4S 6S 8S TS QS 3D 7D 9D JD"),
        ("sheet", "Ann:22", "Ben:18"),
    ],
    ids=lambda words: words[0],
)
def test_a_short_command_imports_nothing_slow(words: tuple[str, ...]) -> None:
    assert not packages_after(*words) & NEVER


def test_a_calculator_does_without_what_draws_help() -> None:
    assert not packages_after("hand", "AC 2C 3C 4D 5D 6D 7H 8H 9H KS") & NO_HELP


def test_help_checks_no_config() -> None:
    """pydantic checks configs; help has none."""
    assert "pydantic" not in packages_after("--help")
