"""The judge's own mails, pasted as they are, hold no orders."""

from __future__ import annotations

from pathlib import Path

import pytest
from readingtable import VARIANT

from judge.reading import Context, read_mail
from judge.rules.rulebook import STANDARD

GOLDEN = Path(__file__).parent.parent / "bulletin" / "golden"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_a_mail_of_the_judge_is_no_order(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    context = Context(VARIANT, STANDARD, VARIANT.start, "france", None)
    assert read_mail(lines, context).orders == ()
