"""Every line of the tables is read as they say."""

from __future__ import annotations

import pytest
from readingtable import FOLDER, Scene, load

CASES = [
    pytest.param(scene, text, expected, id=f"{path.stem}-{scene.name}-{text}")
    for path in sorted(FOLDER.glob("*.txt"))
    for scene, text, expected in load(path.name).cases
]


@pytest.mark.parametrize(("scene", "text", "expected"), CASES)
def test_line(scene: Scene, text: str, expected: str) -> None:
    assert scene.read(text) == expected


@pytest.mark.parametrize(
    ("scene", "text"),
    [pytest.param(scene, text, id=text) for scene, text, _ in load("prose.txt").cases],
)
def test_prose_is_never_an_order(scene: Scene, text: str) -> None:
    assert "prose" in scene.read(text) or scene.read(text) == "heading"


def test_tables_are_large() -> None:
    assert len(CASES) >= 600
    assert len(load("prose.txt").cases) >= 100
