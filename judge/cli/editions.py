"""Rules as the command line and JSON name them: a preset, and options that differ from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from judge.rules.quoting import quoted
from judge.rules.rulebook import (
    STANDARD,
    Rulebook,
    UnknownOption,
    UnknownPreset,
    UnknownValue,
    preset,
    with_options,
)

_LONGEST = 2000


class RulesError(ValueError):
    """Rules that there are not; the text says which word is wrong, and what it could be."""


def rulebook_named(value: Any, otherwise: Rulebook = STANDARD) -> Rulebook:
    """Read rules; raises RulesError.

    ``value`` is a text such as ``house`` or ``house,convoy_routes=one_open_suffices``, or a
    mapping such as ``{"preset": "house", "convoy_routes": "one_open_suffices"}``. Options alone
    change the rulebook ``otherwise``.
    """
    if isinstance(value, str):
        if len(value) < _LONGEST:
            return _rulebook_written(value, otherwise)
        return _mixed(value, {}, otherwise)
    if not isinstance(value, dict):
        raise RulesError("rules must be a text such as standard, or an object with options")
    options = {name: _text(name, word) for name, word in value.items()}
    return _mixed(options.pop("preset", None), options, otherwise)


def _text(name: str, value: Any) -> str:
    if type(value) is int and value.bit_length() < 64:
        return str(value)
    if not isinstance(value, str):
        raise RulesError(f"the option {quoted(name)} of rules must be a text")
    return value


@lru_cache(maxsize=64)
def _rulebook_written(text: str, otherwise: Rulebook) -> Rulebook:
    first, *rest = text.split(",")
    words = rest if "=" not in first else [first, *rest]
    options: dict[str, str] = {}
    for word in words:
        name, sign, value = (part.strip() for part in word.partition("="))
        if not sign:
            raise RulesError(f"an option is written name=value, not {quoted(word)}")
        if name in options:
            raise RulesError(f"the option {quoted(name)} stands twice")
        options[name] = value
    return _mixed(None if "=" in first else first.strip(), options, otherwise)


def _mixed(name: str | None, options: Mapping[str, str], otherwise: Rulebook) -> Rulebook:
    try:
        rulebook = otherwise if name is None else preset(name)
        return with_options(rulebook, options) if options else rulebook
    except (UnknownPreset, UnknownOption, UnknownValue) as error:
        raise RulesError(str(error)) from None
