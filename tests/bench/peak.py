"""The peak of a run's memory: `python -m tests.bench.peak run -n 10 -q` is `arena run -n 10 -q`.

The last line on stdout is the peak of the resident memory in bytes, or nothing where the system
does not tell it.
"""

import sys
from contextlib import suppress
from pathlib import Path

from arena.__main__ import main

STATUS = Path("/proc/self/status")


def peak() -> int | None:
    """Return the most memory that this process ever had, in bytes."""
    if STATUS.exists():  # what `getrusage` tells starts with what the parent had at the fork
        found = [line.split() for line in STATUS.read_text().splitlines() if "VmHWM" in line]
        return int(found[0][1]) * 1024 if found else None
    try:
        import resource
    except ImportError:
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


if __name__ == "__main__":
    with suppress(SystemExit):
        main()
    print(peak() or "")
