"""Rules as the command line and JSON name them: a preset, and options that differ from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from judge.rules.quoting import quoted
from judge.rules.rulebook import (
    PRESETS,
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


def rulebook_named(value: Any) -> Rulebook:
    """Read rules; raises RulesError.

    ``value`` is a text such as ``house`` or ``house,convoy_routes=one_open_suffices``, or a
    mapping such as ``{"preset": "house", "convoy_routes": "one_open_suffices"}``. Without a preset
    the options are those of ``standard``.
    """
    if isinstance(value, str):
        return _rulebook_written(value) if len(value) < _LONGEST else _mixed(value, {})
    if not isinstance(value, dict):
        raise RulesError("rules must be a text such as standard, or an object with options")
    options = {name: _text(name, word) for name, word in value.items()}
    return _mixed(options.pop("preset", "standard"), options)


def _text(name: str, value: Any) -> str:
    if type(value) is int and value.bit_length() < 64:
        return str(value)
    if not isinstance(value, str):
        raise RulesError(f"the option {quoted(name)} of rules must be a text")
    return value


@lru_cache(maxsize=64)
def _rulebook_written(text: str) -> Rulebook:
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
    return _mixed("standard" if "=" in first else first.strip(), options)


def _mixed(name: str, options: Mapping[str, str]) -> Rulebook:
    try:
        return with_options(preset(name), options)
    except UnknownPreset as error:
        known = ", ".join(PRESETS)
        raise RulesError(f"there are no rules {quoted(error.name)}: known are {known}") from None
    except UnknownOption as error:
        known = ", ".join(error.known)
        raise RulesError(f"there is no option {quoted(error.name)}: known are {known}") from None
    except UnknownValue as error:
        allowed = ", ".join(error.allowed)
        raise RulesError(
            f"{error.name} cannot be {quoted(error.value)}: it can be {allowed}"
        ) from None
