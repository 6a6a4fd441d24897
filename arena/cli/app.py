"""The command `arena`."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import arena
from arena.cli import calculate, compare, gate, logs, look, merge, run
from arena.cli.errors import Exit, printing
from arena.cli.streams import end_output, open_closed_streams

HELP = """Tournaments between gin rummy bots: Hollywood series, sealed deals, replayable logs.

Start with `arena run`: it needs nothing and plays the embedded quickstart.
Then look at what it wrote with `arena standings`, `arena replay 0.0` and `arena verify`.
"""


class Commands(TyperGroup):
    """All commands, guarded once more: help cannot be written either where nobody reads it."""

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """Read the command line."""
        with printing(), ending_by(Exit.FINE):
            return super().make_context(*args, **extra)

    def invoke(self, *args: Any) -> Any:
        """Run the command."""
        with printing(), ending_by(Exit.FINE):
            return super().invoke(*args)


@contextmanager
def ending_by(code: Exit) -> Iterator[None]:
    """Replace the exit code with which rich ends a process whose output nobody reads."""
    try:
        yield
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):
            sys.exit(code)
        raise


app = typer.Typer(
    name="arena",
    cls=Commands,
    help=HELP,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
bots = typer.Typer(help="The bots that can play.", no_args_is_help=True)
app.command(rich_help_panel="Play")(run.run)
app.add_typer(bots, name="bots", rich_help_panel="Play")
bots.command("list")(look.list_bots)
app.command(rich_help_panel="Compare")(gate.gate)
app.command(rich_help_panel="Logs")(logs.standings)
app.command(rich_help_panel="Logs")(logs.replay)
app.command(rich_help_panel="Logs")(logs.verify)
app.command(rich_help_panel="Logs")(compare.diff)
app.command(rich_help_panel="Logs")(merge.merge)
app.command(rich_help_panel="Calculate")(calculate.hand)
app.command(rich_help_panel="Calculate")(calculate.showdown)
app.command(rich_help_panel="Calculate")(calculate.sheet)
app.command(rich_help_panel="Look up")(look.rules)
app.command(rich_help_panel="Look up")(look.deal)
app.command(rich_help_panel="Look up")(look.schema)


def print_version(asked: bool) -> None:
    """Print the version and stop."""
    if asked:
        from arena.native.form import describe, forms, overall

        typer.echo(f"arena {arena.__version__} ({overall(forms())})")
        typer.echo("\n".join(describe()))
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Take the options that stand before a command."""
    del version


def main() -> None:
    """Run the command line."""
    open_closed_streams()
    # Pydantic looks for plugins in all installed packages, and a broken one would end us here.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if not os.environ.get("TERMINAL_WIDTH", "").isdigit():
        os.environ.pop("TERMINAL_WIDTH", None)  # typer makes a number of it without looking
    try:
        with ending_by(Exit.USAGE):
            app()
    except OSError:
        # All that can fail here is typer's own message about a wrong command line.
        sys.exit(Exit.USAGE)
    finally:
        # From here on the process only ends; a second Ctrl-C would end it with a traceback.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        end_output()
