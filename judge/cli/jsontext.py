"""Reading JSON that anybody may have written."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any, NoReturn

from judge.rules.quoting import quoted

_MOST_DIGITS = 640
"""The digits of the longest number; Python's limit for what it turns into one is never lower."""


class NotJson(ValueError):
    """A text that is not JSON, or that says one thing twice."""


def parse_json(text: bytes) -> Any:
    """Read one JSON text (RFC 8259, in UTF-8); raises NotJson for whatever else it is.

    A name that stands twice in one object is refused: one of the two would be lost in silence.
    """
    try:
        return json.loads(
            text.decode("utf-8-sig"),
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_float=_number,
            parse_int=_integer,
        )
    except RecursionError:
        raise NotJson("not JSON: nested too deeply") from None
    except UnicodeDecodeError as error:
        raise NotJson(f"not JSON: byte {error.start} is not UTF-8") from None
    except NotJson:
        raise
    except ValueError as error:
        raise NotJson(f"not JSON: {error}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    if len(named) < len(pairs):
        twice = next(
            name for name, count in Counter(name for name, _ in pairs).items() if count > 1
        )
        raise NotJson(f"not JSON: the name {quoted(twice)} stands twice in one object")
    return named


def _integer(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise NotJson(f"not JSON that can be read: a number of {len(text)} digits")
    return int(text)


def _number(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _constant(text)


def _constant(word: str) -> NoReturn:
    raise NotJson(f"not JSON: {quoted(word)} is no number")
