"""Opening maps/ and templates/: the one module that knows where they lie.

An installed judge carries them as the packages ``judge.variants`` and ``judge.templates``; a
checkout, or an editable install of one, has the folders beside the package.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from judge.maps.faults import MapError
from judge.maps.parsing import parse_variant
from judge.maps.variant import Variant

_PACKAGE = Path(__file__).resolve().parent


class UnknownMap(LookupError):
    """A map that is not installed; ``known`` are those that are."""

    def __init__(self, map_id: str, known: tuple[str, ...]) -> None:
        near = difflib.get_close_matches(map_id, known, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        super().__init__(f"there is no map {map_id!r}: {hint}known are {', '.join(known)}")
        self.map_id = map_id
        self.known = known


def maps_folder() -> Path:
    """Return the folder that holds one folder for each map."""
    return _folder("variants", "maps")


def templates_folder() -> Path:
    """Return the folder that holds the templates, one folder for each language."""
    return _folder("templates", "templates")


def map_ids() -> tuple[str, ...]:
    """Return the ids of the maps that are there, sorted: the folders that hold text files."""
    return tuple(sorted({path.parent.name for path in maps_folder().glob("*/*.txt")}))


def map_files(map_id: str) -> Mapping[str, str]:
    """Return the text files of a map by name; raises UnknownMap, or MapError for odd bytes."""
    if map_id not in map_ids():
        raise UnknownMap(map_id, map_ids())
    paths = sorted((maps_folder() / map_id).glob("*.txt"))
    return {path.name: _text_of(path) for path in paths}


@cache
def variant(map_id: str) -> Variant:
    """Return a map, read once; raises UnknownMap, or MapError when its files cannot be read."""
    return parse_variant(map_id, map_files(map_id))


def template_texts() -> Mapping[str, str]:
    """Return the templates by name: ``en/receipt.txt.j2``."""
    folder = templates_folder()
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.j2"))
    }


def _text_of(path: Path) -> str:
    written = path.read_bytes()
    try:
        return written.decode("utf-8")
    except UnicodeDecodeError as error:
        line = written.count(b"\n", 0, error.start) + 1
        what = "the line is not in UTF-8"
        raise MapError(path.name, line, "unread", what, "save the file as UTF-8") from error


def _folder(installed: str, checkout: str) -> Path:
    """Return the folder inside the package where there is one, else the one beside it."""
    inside = _PACKAGE / installed
    return inside if inside.is_dir() else _PACKAGE.parent / checkout
