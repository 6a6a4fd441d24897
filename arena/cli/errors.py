"""From errors to messages and exit codes. No traceback for a user's mistake.

0 fine; 1 a check said no; 2 usage or config; 3 our bug; 4 the gate is undecided;
5 bots' faults decide; 6 the machine failed; 130 interrupted.
"""

import errno
import functools
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import ParamSpec, TypeVar

import typer

from arena.cli.streams import end_output, tell
from arena.gin.cards import CardError
from arena.gin.rules import RulesError
from arena.mistake import UserMistake

__all__ = ["Exit", "UsageError", "checked", "guarded", "printing", "tell"]

ADVICE = {
    errno.ENOSPC: "make room, or write elsewhere, and run it again",
    errno.EDQUOT: "make room, or write elsewhere, and run it again",
    errno.EROFS: "write elsewhere, or make it writable, and run it again",
    errno.ENOENT: "something that was there is gone, perhaps the current directory",
}


class Exit(IntEnum):
    """What the shell is told."""

    FINE = 0
    CHECK_SAID_NO = 1
    USAGE = 2
    OUR_BUG = 3
    UNDECIDED = 4
    FAULTS = 5
    MACHINE = 6
    INTERRUPTED = 130


class UsageError(UserMistake):
    """A command line that cannot be followed, for a reason that typer does not know."""


Parameters = ParamSpec("Parameters")
Found = TypeVar("Found")


def guarded(command: Callable[Parameters, None]) -> Callable[Parameters, None]:
    """Wrap a command so that every error ends in a message and its exit code."""

    @functools.wraps(command)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        with printing():
            try:
                command(*args, **kwargs)
            except (UserMistake, CardError, RulesError) as error:
                tell(f"error: {error}")
                raise typer.Exit(Exit.USAGE) from None
            except (typer.Exit, OSError, MemoryError):
                raise
            except Exception:  # noqa: BLE001 - the last place that can tell it from a user's mistake
                tell(traceback.format_exc().rstrip())
                tell("error: this is a bug in the arena, not in your bots or files")
                raise typer.Exit(Exit.OUR_BUG) from None

    return run


@contextmanager
def printing() -> Iterator[None]:
    """Flush what was printed, and turn what the world does to a process into its exit code."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has enough.
        end_output()
        raise typer.Exit(Exit.FINE) from None
    except typer.Exit:
        # What a check found is not changed by nobody reading it.
        end_output()
        raise
    except KeyboardInterrupt:
        tell("interrupted")
        end_output()
        raise typer.Exit(Exit.INTERRUPTED) from None
    except (OSError, MemoryError) as error:
        tell(f"error: the machine failed: {failure(error)}")
        end_output()
        raise typer.Exit(Exit.MACHINE) from None


def checked(
    check: Callable[[str], Found], value: str, flag: str, variable: str | None = None
) -> Found:
    """Return what a check makes of a value that a flag or an environment variable gave.

    Raises:
        UsageError: when it cannot be used, naming the flag or the variable.
    """
    try:
        return check(value)
    except ValueError as error:
        is_variable = variable is not None and os.environ.get(variable) == value
        raise UsageError(f"{variable if is_variable else flag}: {error}") from None


def failure(error: OSError | MemoryError) -> str:
    """Return what failed, where, and what can be done about it."""
    if isinstance(error, MemoryError):
        return "out of memory"
    reason = error.strerror or str(error)
    where = f": {error.filename}" if error.filename else ""
    advice = ADVICE.get(error.errno or 0)
    return f"{reason}{where}" + (f"; {advice}" if advice else "")
