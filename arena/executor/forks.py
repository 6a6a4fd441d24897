"""What becomes of a process that a bot has copied."""

import os


def end_copy(own: int) -> None:
    """End this process if it is not the one of a pid: of two that go on, one alone may speak."""
    if os.getpid() != own:
        os._exit(0)
