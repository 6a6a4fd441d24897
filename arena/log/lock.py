"""A lock that one process holds and that dies with it, however it dies."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

HELD: set[int] = set()
"""The open files that hold a lock for this process."""
CANNOT_LOCK = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
"""What file systems say that know no locks; there nothing keeps a second process off."""

if sys.platform == "win32":
    import msvcrt

    BUSY = (errno.EACCES, errno.EDEADLK)

    def lock_file(number: int) -> None:
        """Lock an open file; OSError where that is not possible."""
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)

    def unlock_file(number: int) -> None:
        """Unlock an open file."""
        msvcrt.locking(number, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    BUSY = (errno.EACCES, errno.EAGAIN)

    def lock_file(number: int) -> None:
        """Lock an open file; OSError where that is not possible."""
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def unlock_file(number: int) -> None:
        """Unlock an open file."""
        fcntl.flock(number, fcntl.LOCK_UN)

    def let_go() -> None:
        """Close what holds locks, in a process that was forked off: it may outlive its parent."""
        for number in HELD:
            os.close(number)
        HELD.clear()

    os.register_at_fork(after_in_child=let_go)


@contextmanager
def hold_lock(path: Path) -> Iterator[None]:
    """Hold the lock of a file, which is made where there is none, and stays.

    Raises:
        BlockingIOError: while somebody else holds it.
        OSError: when the file cannot be made.
    """
    number = open_locked(path)
    HELD.add(number)
    try:
        yield
    finally:
        if number in HELD:
            HELD.remove(number)
            with suppress(OSError):
                unlock_file(number)  # for a child too that has it open
            os.close(number)


def open_locked(path: Path) -> int:
    """Return the number of a file that was opened and locked.

    Raises:
        BlockingIOError: while somebody else holds its lock.
        OSError: when the file cannot be made.
    """
    while True:
        number = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            lock_file(number)
        except OSError as error:
            if error.errno in CANNOT_LOCK:
                return number
            os.close(number)
            if error.errno in BUSY:
                raise BlockingIOError(error.errno, "is locked", str(path)) from None
            raise
        if is_same_file(number, path):
            return number
        os.close(number)  # its holder removed it meanwhile: another one is there, or none


def is_same_file(number: int, path: Path) -> bool:
    """Tell whether an open file is still the one at a path."""
    try:
        return os.path.samestat(os.fstat(number), path.stat())
    except FileNotFoundError:
        return False
