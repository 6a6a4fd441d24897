"""The standard streams: closed by the shell, read by nobody, on a full disk, in any encoding."""

import os
import re
import sys
from typing import Literal, get_args

Output = Literal["stdout", "stderr"]
OUTPUTS: tuple[Output, ...] = get_args(Output)
STREAMS = (("stdin", "r"), *((name, "w") for name in OUTPUTS))


CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""What a stranger's name could order the terminal to do; a line feed is ours."""


def open_closed_streams() -> None:
    """Open what the shell has closed, as in `>&-`: without it Python has no stream at all there.

    The first file that is opened would take the number of a closed stream.
    """
    for name, mode in STREAMS:
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def send_nowhere(name: Output) -> None:
    """Let a stream that failed swallow the rest: the interpreter flushes it again when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), getattr(sys, name).fileno())


def end_output() -> None:
    """Flush stdout and stderr for the last time, whether anybody reads them or not."""
    for name in OUTPUTS:
        try:
            getattr(sys, name).flush()
        except OSError:
            send_nowhere(name)


def tell(message: str) -> None:
    """Write a message for people to stderr, whatever that can encode; nobody has to read it."""
    try:
        print(escaped(message, sys.stderr.encoding), file=sys.stderr, flush=True)
    except OSError:
        send_nowhere("stderr")


def escaped(text: str, encoding: str | None) -> str:
    """Return a text in which control characters, and those of no such encoding, are escaped."""
    encoding = encoding or "ascii"
    text = CONTROLS.sub(lambda found: ascii(found[0])[1:-1], text)
    return text.encode(encoding, "backslashreplace").decode(encoding)
