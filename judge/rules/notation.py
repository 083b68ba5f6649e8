"""The canonical notation of orders and units: one text for each, both ways.

The notation is that of DESIGN: ``A par - bur``, ``A mar S A par - bur``, ``F nth C A lon - nwy``,
``A par R gas``, ``F stp/nc B``, ``WAIVE``. It is exact: whatever people write is for
``judge.reading``.
"""

from __future__ import annotations

import re

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
from judge.rules.units import Unit, UnitKind

_UNIT = r"([AF]) ([a-z]{3}(?:/[a-z]c)?)"
_PLACE = r"([a-z]{3}(?:/[a-z]c)?)"
_ACTIONS = tuple(
    (re.compile(rf"{_UNIT} {rest}"), action)
    for rest, action in (
        ("H", "hold"),
        (rf"- {_PLACE}( VIA)?", "move"),
        (rf"S {_UNIT}", "support hold"),
        (rf"S {_UNIT} - {_PLACE}", "support move"),
        (rf"C {_UNIT} - {_PLACE}", "convoy"),
        (rf"R {_PLACE}", "retreat"),
        ("D", "disband"),
        ("B", "build"),
    )
)


class NotationError(ValueError):
    """A text that is not in the canonical notation; ``text`` is the text."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is not an order in the canonical notation")
        self.text = text


def format_order(order: Order) -> str:
    """Write an order in the canonical notation."""
    match order:
        case Hold(kind, at):
            return f"{kind.value} {at} H"
        case Move(kind, at, to, by_convoy):
            return f"{kind.value} {at} - {to}{' VIA' if by_convoy else ''}"
        case SupportHold(kind, at, other_kind, other):
            return f"{kind.value} {at} S {other_kind.value} {other}"
        case SupportMove(kind, at, other_kind, other, to):
            return f"{kind.value} {at} S {other_kind.value} {other} - {to}"
        case Convoy(kind, at, other_kind, other, to):
            return f"{kind.value} {at} C {other_kind.value} {other} - {to}"
        case Retreat(kind, at, to):
            return f"{kind.value} {at} R {to}"
        case Disband(kind, at):
            return f"{kind.value} {at} D"
        case Build(kind, at):
            return f"{kind.value} {at} B"
        case Waive():
            return "WAIVE"


def parse_order(text: str) -> Order:
    """Read an order in the canonical notation; raises NotationError."""
    if text == "WAIVE":
        return Waive()
    for pattern, action in _ACTIONS:
        if found := pattern.fullmatch(text):
            return _built(action, found)
    raise NotationError(text)


def _built(action: str, found: re.Match[str]) -> Order:
    kind, at = UnitKind(found[1]), found[2]
    match action:
        case "hold":
            return Hold(kind, at)
        case "move":
            return Move(kind, at, found[3], found[4] is not None)
        case "support hold":
            return SupportHold(kind, at, UnitKind(found[3]), found[4])
        case "support move":
            return SupportMove(kind, at, UnitKind(found[3]), found[4], found[5])
        case "convoy":
            return Convoy(kind, at, UnitKind(found[3]), found[4], found[5])
        case "retreat":
            return Retreat(kind, at, found[3])
        case "disband":
            return Disband(kind, at)
        case _:
            return Build(kind, at)


def parse_unit(text: str) -> Unit:
    """Read ``france A par``; raises NotationError."""
    power, _, rest = text.partition(" ")
    found = re.fullmatch(_UNIT, rest)
    if found is None or not power:
        raise NotationError(text)
    return Unit(power, UnitKind(found[1]), found[2])


def format_unit(unit: Unit) -> str:
    """Write a unit as ``france A par``."""
    return str(unit)
