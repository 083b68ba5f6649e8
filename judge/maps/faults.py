"""What can be wrong with the files of a map, and where."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A line of a map file; lines are counted from 1, and 0 stands for the file as a whole."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing wrong with a map, for whoever edits the files.

    ``kind`` is one word that never changes (``terrain``, ``shared-form``); ``what`` says what is
    wrong and ``remedy`` what to do about it.
    """

    place: Place
    kind: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}: {self.remedy}"


class MapError(ValueError):
    """A map whose files cannot be read; ``fault`` is the first thing wrong with them."""

    def __init__(self, file: str, line: int, kind: str, what: str, remedy: str) -> None:
        self.fault = Fault(Place(file, line), kind, what, remedy)
        super().__init__(str(self.fault))
