"""Orders adjudicated for their verdicts, written a line each."""

from __future__ import annotations

from judge.resources import variant
from judge.rules import (
    STANDARD,
    Order,
    Phase,
    Position,
    Rival,
    Rulebook,
    Unit,
    Verdict,
    adjudicate,
    parse_order,
    parse_unit,
    preset,
    with_options,
)

BOARD = variant("standard").board


def verdicts(lines: str, rulebook: Rulebook = STANDARD) -> dict[str, tuple[Verdict, ...]]:
    """Adjudicate ``france A par - bur`` and the like, a line for each order.

    ``france A par`` is a unit without an order.
    """
    units: dict[Unit, None] = {}
    orders: dict[str, list[Order]] = {}
    for line in lines.strip().splitlines():
        power, *words = line.split()
        units[parse_unit(" ".join((power, *words[:2])))] = None
        if words[2:]:
            orders.setdefault(power, []).append(parse_order(" ".join(words)))
    position = Position(Phase.parse("S1901M"), tuple(units))
    done = adjudicate(BOARD, rulebook, position, orders)
    return {str(each.order): each.verdicts for each in done.results}


def rival(unit: str, strength: int, is_head_on: bool = False) -> Rival:
    return Rival(parse_unit(unit), strength, is_head_on)


def told(lines: str, order: str, rules: str = "standard", **options: str) -> Verdict:
    """Return the first verdict on an order by an edition of the rules, some chosen otherwise."""
    return verdicts(lines, with_options(preset(rules), options))[order][0]
