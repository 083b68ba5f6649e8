"""The corpus: each mail in ``mails/`` and the message that is wanted of it.

A ``.want`` file holds fields (``cut``, ``robot``, ``problems``, ...), a blank line, and
the lines of the text. What it does not name is expected to be absent.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from judge.message.message import Message
from judge.message.parse import parse
from judge.message.problems import PROBLEMS

MAILS = Path(__file__).parent / "mails"
NAMES = sorted(path.stem for path in MAILS.glob("*.eml"))
ALWAYS = {
    "cut": "0 quoted, 0 signature",
    "problems": "",
    "robot": "",
    "sender": "france@example.net",
}


@dataclass(frozen=True)
class Want:
    lines: tuple[str, ...]
    fields: dict[str, str] = field(default_factory=dict)


def wanted(name: str) -> Want:
    head, _, text = (MAILS / f"{name}.want").read_text("utf-8").partition("\n\n")
    if head.startswith("\n"):
        head, text = "", head[1:] + ("\n\n" + text if text else "")
    given = dict(line.split(": ", 1) for line in head.splitlines())
    return Want(tuple(text.strip("\n").split("\n")) if text.strip() else (), ALWAYS | given)


def shown(message: Message) -> dict[str, str]:
    """The fields of a message as a ``.want`` file writes them."""
    return {
        "cut": f"{message.cut.quoted} quoted, {message.cut.signature} signature",
        "message-id": message.message_id,
        "problems": ", ".join(message.problems),
        "recipients": " ".join(message.recipients),
        "references": " ".join(message.references),
        "robot": message.robot or "",
        "sender": message.sender,
        "subject": message.subject,
    }


@pytest.mark.parametrize("name", NAMES)
def test_mail_becomes_its_text(name: str) -> None:
    want = wanted(name)
    message = parse((MAILS / f"{name}.eml").read_bytes())
    fields = shown(message)
    assert message.lines == want.lines
    assert {key: fields[key] for key in want.fields} == want.fields
    assert set(message.problems) <= PROBLEMS


@pytest.mark.parametrize("name", NAMES)
def test_line_ends_of_the_wire_change_nothing(name: str) -> None:
    raw = (MAILS / f"{name}.eml").read_bytes()
    assert parse(raw.replace(b"\n", b"\r\n")) == parse(raw)


def test_every_mail_has_its_expectation() -> None:
    assert sorted(path.stem for path in MAILS.glob("*.want")) == NAMES
