"""`python -m arena.native`: is every module compiled, from the source that is here? 0 yes, 1 no."""

import sys

from arena.native.form import describe, forms


def main() -> int:
    """Print a line for each module; return the exit code."""
    print("\n".join(describe()))
    return 0 if all(form.is_sound for form in forms()) else 1


if __name__ == "__main__":
    sys.exit(main())
