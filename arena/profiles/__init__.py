"""The rule profiles: one YAML file each, which names only what differs from `classic`."""

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources

import yaml

from arena.gin.rules import Rules, RulesError


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of rules: one sentence about it, and the options as the file gives them."""

    name: str
    about: str
    changes: dict[str, object]
    rules: Rules


@cache
def profile_names() -> tuple[str, ...]:
    """Return the names of all profiles: the two of the rules' sources first, then by name."""
    names = [file.name[:-5] for file in resources.files(__name__).iterdir()]
    known = sorted(name for name in names if (resources.files(__name__) / f"{name}.yaml").is_file())
    first = ("classic", "settled")
    return (*first, *(name for name in known if name not in first))


@cache
def load_profile(name: str) -> Profile:
    """Return a profile.

    Raises:
        RulesError: when there is none of that name.

    >>> load_profile("settled").rules.undercut_bonus
    25
    """
    if name not in profile_names():
        near = get_close_matches(name, profile_names(), 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise RulesError(
            f"there is no rule profile {name!r}; {hint}"
            f"the profiles are {', '.join(profile_names())}"
        )
    text = (resources.files(__name__) / f"{name}.yaml").read_text(encoding="utf-8")
    data = yaml.safe_load(text)
    return Profile(name, data["about"], data["options"], Rules().replace(data["options"]))
