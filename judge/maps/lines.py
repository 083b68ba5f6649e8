"""The lines of a map file: one fact each, comments and blank lines left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from judge.maps.faults import MapError, Place

UNSOURCED = "~"
"""Before a form: nobody was seen using it."""

DOUBTFUL = "~?"
"""Before a form: nobody was seen using it, and it may be wrong."""


@dataclass(frozen=True, slots=True)
class Line:
    """One fact as written: its first word (``province``), the rest, and where it stands."""

    file: str
    number: int
    word: str
    rest: str

    @property
    def place(self) -> Place:
        """Where the line stands."""
        return Place(self.file, self.number)

    @property
    def words(self) -> tuple[str, ...]:
        """The words after the first."""
        return tuple(self.rest.split())

    def error(self, kind: str, what: str, remedy: str) -> MapError:
        """Return the error that blames this line."""
        return MapError(self.file, self.number, kind, what, remedy)


def lines_of(file: str, text: str) -> Iterator[Line]:
    """Yield the facts of a file. A ``#`` starts a comment wherever it stands."""
    for number, written in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        word, _, rest = written.partition("#")[0].strip().partition(" ")
        if word:
            yield Line(file, number, word, rest.strip())


def marked(form: str) -> tuple[str, str]:
    """Return the mark before a form (``~``, ``~?`` or none) and the form itself."""
    marks = next((each for each in (DOUBTFUL, UNSOURCED) if form.startswith(each)), "")
    return marks, form[len(marks) :].strip()
