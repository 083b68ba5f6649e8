"""The habits of players who are only human, and what is seen of them in the judge's letters."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.demo.mailboxes import Received
from judge.rules.phase import Phase, Season, Step

_PLAYERS = 7
_DISLODGED = re.compile(r"^The .* (?:can retreat to|with no valid retreats)", re.MULTILINE)


def is_forgetful(number: int, phase: Phase) -> bool:
    """Whether the player misses the deadline: another one each fall."""
    return _is_in(phase, Season.FALL) and number == (phase.year - 1901) % _PLAYERS


def is_careful(number: int, phase: Phase) -> bool:
    """Whether the player tries the orders out with CHECK first: another one each spring."""
    return _is_in(phase, Season.SPRING) and number == (phase.year - 1900) % _PLAYERS


def is_fickle(number: int, phase: Phase) -> bool:
    """Whether the player sends other orders at once, which come too late.

    Never the last one to write: all orders would be in, and the second mail be for the next phase.
    """
    return _is_in(phase, Season.SPRING) and number == (phase.year - 1899) % (_PLAYERS - 1)


def _is_in(phase: Phase, season: Season) -> bool:
    return phase.step is Step.MOVEMENT and phase.season is season


@dataclass(slots=True)
class Tally:
    """Counts what the letters to the players tell."""

    counted: int = 0
    refused: int = 0
    checked: int = 0
    lines: int = 0
    void: int = 0
    dislodged: int = 0
    missed: int = 0

    def note(self, letter: Received) -> None:
        """Count one letter; each bulletin comes to seven players, and is counted for one."""
        if "your orders count" in letter.subject:
            self.counted += 1
            void = letter.text.count("\n      VOID")
            self.lines += letter.text.count("\n      = ") + void
            self.void += void
        elif "checked, nothing counted" in letter.subject:
            self.checked += 1
        elif "these orders do not count" in letter.subject:
            self.refused += 1
        elif letter.is_bulletin and letter.reply_to.partition(".")[2].startswith("1."):
            self.dislodged += len(_DISLODGED.findall(letter.text))
            self.missed += letter.text.count("received (NMR) from")

    def __str__(self) -> str:
        return (
            f"seen on the way: mails that counted: {self.counted}; refused because an earlier one "
            f"counted: {self.refused}; tried out with CHECK: {self.checked}; orders in them: "
            f"{self.lines}, void: {self.void}; units dislodged: {self.dislodged}; phases with a "
            f"missed deadline: {self.missed}"
        )
