"""The checkout as the tests of the house see it: its folders, files and settings."""

from __future__ import annotations

import configparser
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "judge"
DOCUMENTS = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))

_KEPT = (".ci", "docs", "judge", "maps", "systemd", "templates", "tests")


def modules() -> tuple[Path, ...]:
    """Return every module of the package."""
    return tuple(sorted(PACKAGE.rglob("*.py")))


def module_name(path: Path) -> str:
    """Return the dotted name of a module of the package."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def texts() -> Iterator[tuple[str, str]]:
    """Yield the path and text of each text file that the project is made of."""
    inside = (path for folder in _KEPT for path in (ROOT / folder).rglob("*"))
    beside = (path for path in ROOT.iterdir() if not path.name.startswith("."))
    for path in sorted({*inside, *beside}):
        if path.is_file() and "__pycache__" not in path.parts:
            try:
                yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def setup_cfg() -> configparser.ConfigParser:
    """Return the settings of the project."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(ROOT / "setup.cfg", encoding="utf-8")
    return parser


def entries(section: str, option: str) -> tuple[str, ...]:
    """Return a list of setup.cfg, one entry a line."""
    return tuple(filter(None, (line.strip() for line in setup_cfg()[section][option].splitlines())))
