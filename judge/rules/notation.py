"""Reading the canonical notation of orders and units; ``str()`` writes it.

The notation is that of DESIGN: ``A par - bur``, ``A mar S A par - bur``, ``F nth C A lon - nwy``,
``A par R gas``, ``F stp/nc B``, ``WAIVE``. It is exact: whatever people write is for
``judge.reading``.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from judge.rules.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from judge.rules.quoting import quoted
from judge.rules.units import Unit, UnitKind, unit_of

_UNIT = r"([AF]) ([a-z]{3}(?:/[a-z]c)?)"
_PLACE = r"([a-z]{3}(?:/[a-z]c)?)"
_BUILDERS: tuple[tuple[re.Pattern[str], Callable[[UnitKind, str, re.Match[str]], Order]], ...] = (
    (re.compile(rf"{_UNIT} H"), lambda kind, at, _: Hold(kind, at)),
    (
        re.compile(rf"{_UNIT} - {_PLACE}( VIA)?"),
        lambda kind, at, found: Move(kind, at, found[3], found[4] is not None),
    ),
    (
        re.compile(rf"{_UNIT} S {_UNIT}"),
        lambda kind, at, found: SupportHold(kind, at, UnitKind(found[3]), found[4]),
    ),
    (
        re.compile(rf"{_UNIT} S {_UNIT} - {_PLACE}"),
        lambda kind, at, found: SupportMove(kind, at, UnitKind(found[3]), found[4], found[5]),
    ),
    (
        re.compile(rf"{_UNIT} C {_UNIT} - {_PLACE}"),
        lambda kind, at, found: Convoy(kind, at, UnitKind(found[3]), found[4], found[5]),
    ),
    (re.compile(rf"{_UNIT} R {_PLACE}"), lambda kind, at, found: Retreat(kind, at, found[3])),
    (re.compile(rf"{_UNIT} D"), lambda kind, at, _: Disband(kind, at)),
    (re.compile(rf"{_UNIT} B"), lambda kind, at, _: Build(kind, at)),
)


class NotationError(ValueError):
    """A ``text`` that is not in the canonical notation, and what was ``wanted``."""

    def __init__(self, text: str, wanted: str) -> None:
        super().__init__(text, wanted)
        self.text, self.wanted = text, wanted

    def __str__(self) -> str:
        return f"{quoted(self.text)} is not {self.wanted}"


def parse_order(text: str) -> Order:
    """Read an order in the canonical notation; raises NotationError."""
    if text == "WAIVE":
        return Waive()
    for pattern, build in _BUILDERS:
        if found := pattern.fullmatch(text):
            return build(UnitKind(found[1]), found[2], found)
    raise NotationError(text, "an order in the canonical notation")


def parse_unit(text: str) -> Unit:
    """Read ``france A par``; raises NotationError."""
    power, _, rest = text.partition(" ")
    found = re.fullmatch(_UNIT, rest)
    if found is None or not power:
        raise NotationError(text, "a unit such as france A par")
    return unit_of(power, UnitKind(found[1]), found[2])
