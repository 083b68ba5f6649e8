"""The orders that a unit, or in an adjustment phase a power, can be given.

``str()`` of an order is its canonical notation; ``judge.rules.notation`` reads it back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from judge.rules.units import UnitKind


@dataclass(frozen=True, slots=True)
class Hold:
    """``A par H``: stay."""

    kind: UnitKind
    at: str

    def __str__(self) -> str:
        return f"{self.kind.value} {self.at} H"


@dataclass(frozen=True, slots=True)
class Move:
    """``A par - bur``; ``by_convoy`` is the word VIA: ``A lon - nwy VIA``."""

    kind: UnitKind
    at: str
    to: str
    by_convoy: bool = False

    def __str__(self) -> str:
        return f"{self.kind.value} {self.at} - {self.to}{' VIA' if self.by_convoy else ''}"


@dataclass(frozen=True, slots=True)
class SupportHold:
    """``A mar S A par``: support a unit that does not move."""

    kind: UnitKind
    at: str
    other_kind: UnitKind
    other: str

    def __str__(self) -> str:
        return f"{self.kind.value} {self.at} S {self.other_kind.value} {self.other}"


@dataclass(frozen=True, slots=True)
class SupportMove:
    """``A mar S A par - bur``: support a unit in its move."""

    kind: UnitKind
    at: str
    other_kind: UnitKind
    other: str
    to: str

    def __str__(self) -> str:
        return f"{self.kind.value} {self.at} S {self.other_kind.value} {self.other} - {self.to}"


@dataclass(frozen=True, slots=True)
class Convoy:
    """``F nth C A lon - nwy``: carry an army."""

    kind: UnitKind
    at: str
    other_kind: UnitKind
    other: str
    to: str

    def __str__(self) -> str:
        return f"{self.kind.value} {self.at} C {self.other_kind.value} {self.other} - {self.to}"


@dataclass(frozen=True, slots=True)
class Retreat:
    """``A par R gas``: a dislodged unit goes to ``to``."""

    kind: UnitKind
    at: str
    to: str

    def __str__(self) -> str:
        return f"{self.kind.value} {self.at} R {self.to}"


@dataclass(frozen=True, slots=True)
class Disband:
    """``A par D``: remove a dislodged unit (retreats) or one too many (adjustments)."""

    kind: UnitKind
    at: str

    def __str__(self) -> str:
        return f"{self.kind.value} {self.at} D"


@dataclass(frozen=True, slots=True)
class Build:
    """``F stp/nc B``: a new unit in a home centre."""

    kind: UnitKind
    at: str

    def __str__(self) -> str:
        return f"{self.kind.value} {self.at} B"


@dataclass(frozen=True, slots=True)
class Waive:
    """``WAIVE``: one build that is not made."""

    def __str__(self) -> str:
        return "WAIVE"


MovementOrder: TypeAlias = Hold | Move | SupportHold | SupportMove | Convoy
UnitOrder: TypeAlias = MovementOrder | Retreat | Disband | Build
Order: TypeAlias = UnitOrder | Waive
