"""The config's JSON Schema, for editors: keys, values and what they mean.

A schema sees what a YAML reader made of a scalar: to it a seed may look like a number.
"""

from typing import Any

from arena.gin.rules import NO, OPTIONS, YES, Option
from arena.names import MAX_NAME, MAX_SEED
from arena.profiles import profile_names
from arena.tournament.config_models import ConfigModel

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCALARS = ["string", "number", "boolean"]
"""What a reader may have made of a text that was written without quotes."""

Schema = dict[str, Any]


def config_schema() -> Schema:
    """Return the JSON Schema of a config file."""
    schema = without_titles(ConfigModel.model_json_schema())
    parts: Schema = schema["properties"]
    for name, length in (("name", MAX_NAME), ("seed", MAX_SEED)):
        parts[name] = text_of(length, parts[name]["description"])
    parts["rules"] = rules_schema(parts["rules"]["description"])
    entrant: Schema = schema["$defs"]["EntrantModel"]
    entrant["properties"]["name"] = text_of(MAX_NAME, entrant["properties"]["name"]["description"])
    entrant["properties"]["bot"] |= {"minLength": 1}
    parts["entrants"]["items"] = {
        "anyOf": [{"type": SCALARS, "minLength": 1}, {"$ref": "#/$defs/EntrantModel"}]
    }
    return {"$schema": DIALECT, "title": "A tournament of the Hollywood Gin arena", **schema}


def text_of(length: int, description: str) -> Schema:
    """Return the schema of a text that may look like something else."""
    return {"type": SCALARS, "minLength": 1, "maxLength": length, "description": description}


def rules_schema(description: str) -> Schema:
    """Return the schema of `rules`: a profile's name, or a mapping of options."""
    profile = {"enum": list(profile_names()), "description": "the profile to start from"}
    options = {name: option_schema(option) for name, option in OPTIONS.items()}
    mapping = {
        "type": "object",
        "properties": {"profile": profile, **options},
        "additionalProperties": False,
    }
    return {"description": description, "anyOf": [profile, mapping]}


def option_schema(option: Option) -> Schema:
    """Return the schema of one rule option."""
    described = {"description": f"{option.says} ({option.rule})"}
    if option.span:
        number = {"type": "integer", "minimum": option.span[0], "maximum": option.span[1]}
        if not option.can_be_off:
            return number | described
        return {"anyOf": [number, {"enum": list(NO)}]} | described
    if option.words:
        off = list(NO) if {"off", "none"} & set(option.words) else []
        return {"enum": list(dict.fromkeys([*option.words, *off]))} | described
    return {"enum": list(NO if option.not_offered else (*YES, *NO))} | described


def without_titles(value: Any) -> Any:
    """Return a schema without the titles that only repeat its keys."""
    if isinstance(value, list):
        return [without_titles(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: without_titles(item)
        for key, item in value.items()
        if key != "title" or not isinstance(item, str)
    }
