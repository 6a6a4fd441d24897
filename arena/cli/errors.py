"""From errors to messages and exit codes. No traceback for a user's mistake.

0 fine; 1 a check said no; 2 usage or config; 3 our bug; 6 the machine failed; 130 interrupted.
"""

import functools
import os
import sys
import traceback
from collections.abc import Callable
from enum import IntEnum
from typing import ParamSpec

import typer

from arena.gin.cards import CardError
from arena.gin.rules import RulesError
from arena.mistake import UserMistake


class Exit(IntEnum):
    """What the shell is told."""

    FINE = 0
    CHECK_SAID_NO = 1
    USAGE = 2
    OUR_BUG = 3
    MACHINE = 6
    INTERRUPTED = 130


class UsageError(UserMistake):
    """A command line that cannot be followed, for a reason that typer does not know."""


Parameters = ParamSpec("Parameters")


def guarded(command: Callable[Parameters, None]) -> Callable[Parameters, None]:
    """Wrap a command so that every error ends in a message and its exit code."""

    @functools.wraps(command)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        try:
            try:
                command(*args, **kwargs)
            finally:
                sys.stdout.flush()
        except typer.Exit:
            raise
        except (UserMistake, CardError, RulesError) as error:
            tell(f"error: {error}")
            raise typer.Exit(Exit.USAGE) from None
        except BrokenPipeError:
            # Whoever read our output has enough. The interpreter flushes once more when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(Exit.FINE) from None
        except KeyboardInterrupt:
            tell("interrupted")
            raise typer.Exit(Exit.INTERRUPTED) from None
        except OSError as error:
            tell(f"error: the machine failed: {error}")
            raise typer.Exit(Exit.MACHINE) from None
        except Exception:  # noqa: BLE001 - the last place that can tell it from a user's mistake
            tell(traceback.format_exc().rstrip())
            tell("error: this is a bug in the arena, not in your bots or files")
            raise typer.Exit(Exit.OUR_BUG) from None

    return run


def tell(message: str) -> None:
    """Write a message for people to stderr, whatever that can encode."""
    encoding = sys.stderr.encoding or "ascii"
    text = message.encode(encoding, "backslashreplace").decode(encoding)
    print(text, file=sys.stderr)
