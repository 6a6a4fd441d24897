"""`python -m arena` is `arena`. Nothing of size is imported before Ctrl-C is looked after."""

import signal
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line."""
    try:
        from arena.cli.app import main as run

        run()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
