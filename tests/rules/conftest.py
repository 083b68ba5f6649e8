"""What the tests of the rules share: the standard board."""

from __future__ import annotations

import pytest

from judge.resources import variant
from judge.rules.board import Board


@pytest.fixture(scope="session")
def board() -> Board:
    return variant("standard").board
