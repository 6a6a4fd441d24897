"""`python -m arena` is `arena`. Nothing of size is imported before Ctrl-C is looked after."""

import os
import signal
import sys

INTERRUPTED = 130
USUAL = ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL))


def main() -> None:
    """Run the command line; a signal that the shell has us ignore stays ignored."""
    heeded = [number for number, usual in USUAL if signal.getsignal(number) is usual]
    for number in heeded:
        signal.signal(number, leave)
    from arena.cli.app import main as run

    try:
        for number in heeded:
            signal.signal(number, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.exit(INTERRUPTED)


def leave(*_: object) -> None:
    """End at once: nothing is open yet, and an exception could be lost inside an import."""
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
