"""Each dialogue beside this file, played on the desk with a store on disk."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from dialogues.stage import Stage
from judge.store.database import open_store

_FOLDER = Path(__file__).parent


@pytest.mark.parametrize("path", sorted(_FOLDER.glob("*.dialogue")), ids=lambda path: path.stem)
def test_dialogue(path: Path, tmp_path: Path) -> None:
    with closing(open_store(f"sqlite:///{tmp_path / 'judge.sqlite3'}")) as store:
        Stage(store).play(path)
