"""A shell for the tests of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from commandline import Shell


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """The command ``judge``, run in an empty folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("STATE_DIRECTORY", "CREDENTIALS_DIRECTORY", "NOTIFY_SOCKET"):
        monkeypatch.delenv(name, raising=False)
    return Shell(tmp_path, monkeypatch)
