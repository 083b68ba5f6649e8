"""A draft: an order as far as its words tell, before anyone looks who stands where."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from judge.rules.units import UnitKind


@dataclass(frozen=True, slots=True)
class Place:
    """A province as read, the coast that was named (``nc``), and the words it was read from."""

    province: str
    coast: str | None
    word: str


@dataclass(frozen=True, slots=True)
class Subject:
    """A unit as written: its kind where that was said, and its place.

    ``powers`` are those that it was called a unit of: several where a word is that of several.
    """

    kind: UnitKind | None
    place: Place
    powers: tuple[str, ...] = ()


class Act(Enum):
    """What a draft does; BARE is a unit without a verb."""

    HOLD = "hold"
    MOVE = "move"
    SUPPORT = "support"
    CONVOY = "convoy"
    RETREAT = "retreat"
    DISBAND = "disband"
    REMOVE = "remove"
    BUILD = "build"
    WAIVE = "waive"
    BARE = "bare"


@dataclass(frozen=True, slots=True)
class Draft:
    """One way to take the words of an order.

    ``is_wordy`` says that a verb or a sign stood between the places: ``irish mid`` is not.
    """

    act: Act
    unit: Subject | None = None
    other: Subject | None = None
    to: Place | None = None
    by_convoy: bool = False
    is_wordy: bool = True

    @property
    def places(self) -> tuple[Place, ...]:
        """The places named, in a fixed order."""
        subjects = (subject.place for subject in (self.unit, self.other) if subject)
        return (*subjects, *((self.to,) if self.to else ()))
