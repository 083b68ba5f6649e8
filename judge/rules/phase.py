"""The calendar of a game: seasons, the steps within them, and their written form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from judge.rules.quoting import quoted


class Season(Enum):
    """A season; the value is its letter. Winter stands for the adjustments after the fall."""

    SPRING = "S"
    FALL = "F"
    WINTER = "W"


class Step(Enum):
    """What is ordered in a phase; the value is its letter."""

    MOVEMENT = "M"
    RETREAT = "R"
    ADJUSTMENT = "A"


_WRITTEN = re.compile(r"([SFW])(\d{1,4})([MRAB])", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of a game, written ``S1901M``, ``F1901R`` or ``W1901A``."""

    season: Season
    year: int
    step: Step

    def __str__(self) -> str:
        return f"{self.season.value}{self.year}{self.step.value}"

    @classmethod
    def parse(cls, text: str) -> Phase:
        """Read ``S1901M`` in any case; ``F1901B`` and ``W1901B`` are ``W1901A``.

        Raises ValueError with the text when it is no phase.
        """
        found = _WRITTEN.fullmatch(text.strip())
        if found is None or not int(found[2]):
            raise ValueError(f"{quoted(text)} is not a phase such as S1901M, F1901R or W1901A")
        letter, year, step = found[1].upper(), int(found[2]), found[3].upper()
        if step in "AB":
            if letter == "S":
                raise ValueError(f"{quoted(text)}: there are no adjustments in spring")
            return cls(Season.WINTER, year, Step.ADJUSTMENT)
        if letter == "W":
            raise ValueError(f"{quoted(text)}: winter has adjustments only (W1901A)")
        return cls(Season(letter), year, Step(step))
