"""Git work trees of old commits, kept as long as they are needed; the repository stays as it was.

Only git's own commands touch the repository. No hook runs, nothing is asked for, and what a shell
or a hook around us says about another repository does not count.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from difflib import get_close_matches
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Self

from arena.executor.signals import signals_blocked
from arena.registry import PluginError

SHORT = 12
"""Hex digits of a commit where people read it."""
SETTINGS = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.sparseCheckout": "false",
}
KEPT = ("GIT_CONFIG_", "GIT_EXEC_PATH", "GIT_SSH", "GIT_SSL")
"""Variables of git that say how it works; all others may say where."""
QUICK = 60
CHECKOUT = 600
"""Seconds: a command that reads, and one that writes a whole tree (which may be fetched first)."""


class GitError(PluginError):
    """Git is missing, took too long, or said no; `detail` holds all it said."""


def git(folder: Path, *arguments: str, seconds: int = QUICK) -> str:
    """Return what a git command prints in a folder.

    Raises:
        GitError: when it fails, with the first line of git's own reason.
    """
    program = shutil.which("git")
    if program is None:
        raise GitError("a bot at a revision needs git, which is not installed")
    settings = [part for name in SETTINGS for part in ("-c", f"{name}={SETTINGS[name]}")]
    try:
        done = subprocess.run(  # noqa: S603 - git itself, and no shell reads the words
            [program, *settings, "-C", str(folder), *arguments],
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise GitError(f"git {arguments[0]} took longer than {seconds} seconds") from None
    except OSError as error:
        raise GitError(f"git cannot be started: {error.strerror}") from None
    if done.returncode:
        told = done.stderr.decode(errors="replace")
        lines = [line for line in told.splitlines() if line.startswith("fatal: ")]
        reason = lines[0].removeprefix("fatal: ") if lines else f"exit code {done.returncode}"
        raise GitError(f"git {arguments[0]}: {reason}", told)
    return os.fsdecode(done.stdout).removesuffix("\n")


def environment() -> dict[str, str]:
    """Return the variables for git: none that points to a repository, and none that asks."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name.startswith(KEPT)
    }
    return kept | {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": ""}


def find_repository(folder: Path) -> tuple[Path, PurePosixPath] | None:
    """Return the top of the work tree a folder lies in, and the folder's path in it; else None.

    Raises:
        GitError: when there is one that git does not open.
    """
    try:
        top, inner = git(folder, "rev-parse", "--show-toplevel", "--show-prefix").split("\n", 1)
    except GitError as error:
        if "not a git repository" in error.detail:
            return None
        raise
    return Path(top), PurePosixPath(inner)


def commit_of(repository: Path, revision: str) -> str:
    """Return the full name of the commit that a revision names.

    Raises:
        PluginError: when it names none, with what it may have meant.
    """
    if not revision or revision.startswith("-"):
        raise PluginError(f"{revision!r} is no git revision")
    try:
        return git(repository, "rev-parse", "--verify", revision + "^{commit}")
    except GitError as error:
        if "Needed a single revision" not in error.detail and "ambiguous" not in error.detail:
            raise
        ambiguous = "is ambiguous" in error.detail
    hint = "; it fits more than one" if ambiguous else hint_for(repository, revision)
    raise PluginError(f"there is no revision {revision!r} in repository {repository.name}{hint}")


def hint_for(repository: Path, revision: str) -> str:
    """Return what an unknown revision may have meant, or why it may be missing."""
    names = git(repository, "for-each-ref", "--format=%(refname:short)").splitlines()
    near = get_close_matches(revision, names, 3)
    if near:
        return f"; did you mean {' or '.join(near)}?"
    if git(repository, "rev-parse", "--is-shallow-repository") == "true":
        return "; the clone is shallow: git fetch --unshallow"
    return ""


class Worktrees:
    """Checkouts of commits in a temporary folder, one each, gone at the end of the `with` block."""

    def __init__(self) -> None:
        self._end = ExitStack()
        self._below: Path | None = None
        self._trees: dict[tuple[Path, str], Path] = {}
        self._numbers = count()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._trees.clear()
        self._below = None
        with signals_blocked():  # git has them blocked as well, and cleans up to the end
            self._end.close()

    def at_end(self, call: Callable[[], object]) -> None:
        """Have something called at the end of the block, the last one first."""
        self._end.callback(call)

    def checkout(self, repository: Path, commit: str) -> Path:
        """Return the folder with a commit's files.

        Raises:
            GitError: when git cannot make it.
        """
        key = (repository, commit)
        if key not in self._trees:
            with signals_blocked():
                tree = self._place() / f"{commit[:SHORT]}-{next(self._numbers)}"
                self._end.callback(remove, repository, tree)
            git(repository, "worktree", "add", "--detach", str(tree), commit, seconds=CHECKOUT)
            self._trees[key] = tree
        return self._trees[key]

    def _place(self) -> Path:
        """Return the temporary folder; there is none before the first checkout."""
        if self._below is None:
            self._below = Path(tempfile.mkdtemp(prefix="arena-")).resolve()
            self._end.callback(shutil.rmtree, self._below, ignore_errors=True)
        return self._below


def remove(repository: Path, tree: Path) -> None:
    """Remove a work tree and all that the repository knows of it, and no other.

    `git worktree prune` would also forget those of the user's that lie on a disk not mounted now.
    The second --force is for one whose making was cut short: git has it locked.
    """
    for _ in range(2):
        try:
            git(repository, "worktree", "remove", "--force", "--force", str(tree), seconds=CHECKOUT)
        except GitError:
            shutil.rmtree(tree, ignore_errors=True)
        else:
            return
