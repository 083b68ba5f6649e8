"""A real mail server for the whole run; where there is none, the error says what to install."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from judge.demo.dovecot import Dovecot, running_dovecot

NAMES = [f"judge{number}" for number in range(40)]


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    with running_dovecot(dict.fromkeys(NAMES, "secret")) as server:
        yield server


@pytest.fixture(scope="session")
def unused_names() -> Iterator[str]:
    return iter(NAMES)


@pytest.fixture
def account(unused_names: Iterator[str]) -> str:
    return next(unused_names)
