"""What opening a database says when it cannot be opened at all."""

from __future__ import annotations

import importlib.util

import pytest

from judge.store.database import open_store
from judge.store.engine import UnusableUrl


def test_postgresql_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(UnusableUrl, match=r"pip install 'judge\[postgresql\]'"):
        open_store("postgresql:///judge")
