"""The command `arena`."""

from typing import Annotated

import typer

import arena
from arena.cli import calculate, logs, look, run

HELP = """Tournaments between gin rummy bots: Hollywood series, sealed deals, replayable logs.

Start with `arena run`: it needs nothing and plays the embedded quickstart.
Then look at what it wrote with `arena standings`, `arena replay 0.0` and `arena verify`.
"""

app = typer.Typer(
    name="arena",
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
app.command(rich_help_panel="Logs")(logs.standings)
app.command(rich_help_panel="Logs")(logs.replay)
app.command(rich_help_panel="Logs")(logs.verify)
app.command(rich_help_panel="Calculate")(calculate.hand)
app.command(rich_help_panel="Calculate")(calculate.showdown)
app.command(rich_help_panel="Calculate")(calculate.sheet)
app.command(rich_help_panel="Look up")(look.rules)
app.command(rich_help_panel="Look up")(look.deal)
app.command(rich_help_panel="Look up")(look.schema)


def print_version(asked: bool) -> None:
    """Print the version and stop."""
    if asked:
        typer.echo(f"arena {arena.__version__} (pure Python)")
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
    app()
