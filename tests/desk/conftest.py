"""A desk for the tests of it."""

from __future__ import annotations

import pytest
from deskscene import Scene
from dialogues.stage import Stage

from judge.store.database import Store


@pytest.fixture
def empty(sqlite_store: Store) -> Scene:
    """A desk that has just opened."""
    return Scene(Stage(sqlite_store))


@pytest.fixture
def scene(empty: Scene) -> Scene:
    """A desk at which the game ``sunday`` has begun."""
    empty.begin()
    return empty
