"""Letters become mails that any program can read, thread and answer, and that no robot answers."""

from __future__ import annotations

import email
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import default

import pytest
from scenes import NOW

from judge.bulletin.letters import Letter
from judge.bulletin.posting import build

LETTER = Letter(
    to="france@example.org",
    game="gamma",
    seat=3,
    key="S1901M",
    subject="[gamma] S1901M movement results",
    text="Paris holds.\n",
    follows=("welcome", "start"),
    is_list=True,
)


class Head:
    """A letterhead with a token in each identifier."""

    def sender(self, game: str) -> tuple[str, str]:
        return f"judge: {game}" if game else "judge", f"judge+{game}@example.net"

    def reply_to(self, letter: Letter) -> str:
        return f"judge+{letter.game}.{letter.seat}.secret@example.net"

    def message_id(self, letter: Letter, key: str) -> str:
        return f"{letter.game}.{letter.seat}.{key}.secret@example.net"

    def list_id(self, game: str) -> str:
        return f"{game}.judge.example.net"

    def owner(self, game: str) -> str:
        return f"judge+{game}@example.net"


def _post(letter: Letter, now: datetime = NOW) -> tuple[bytes, EmailMessage]:
    raw = build(letter, Head(), now)
    message = email.message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    assert not message.defects
    return raw, message


def _text(message: EmailMessage) -> str:
    content: str = message.get_content()
    return content.replace("\r\n", "\n")


def test_a_bulletin() -> None:
    raw, message = _post(LETTER)
    headers = {name.lower(): str(value) for name, value in message.items()}
    assert headers == {
        "from": '"judge: gamma" <judge+gamma@example.net>',
        "to": "france@example.org",
        "reply-to": "judge+gamma.3.secret@example.net",
        "subject": "[gamma] S1901M movement results",
        "date": "Mon, 30 Nov 2026 20:00:00 +0000",
        "message-id": "<gamma.3.S1901M.secret@example.net>",
        "in-reply-to": "<gamma.3.start.secret@example.net>",
        "references": "<gamma.3.welcome.secret@example.net> <gamma.3.start.secret@example.net>",
        "auto-submitted": "auto-generated",
        "x-auto-response-suppress": "All",
        "precedence": "list",
        "list-id": "<gamma.judge.example.net>",
        "list-post": "NO",
        "list-help": "<mailto:judge+gamma.3.secret@example.net?subject=HELP>",
        "list-owner": "<mailto:judge+gamma@example.net>",
        "content-type": 'text/plain; charset="utf-8"',
        "content-transfer-encoding": "7bit",
        "mime-version": "1.0",
    }
    assert _text(message) == "Paris holds.\n"
    assert raw.count(b"\n") == raw.count(b"\r\n")


def test_a_receipt_answers_the_mail() -> None:
    letter = replace(
        LETTER,
        key="receipt-7",
        follows=("welcome",),
        answers=("m1@x.test",),
        is_reply=True,
        is_list=False,
    )
    _, message = _post(letter)
    assert message["In-Reply-To"] == "<m1@x.test>"
    assert message["References"] == "<gamma.3.welcome.secret@example.net> <m1@x.test>"
    assert message["Auto-Submitted"] == "auto-replied"
    assert not [name for name in message if name.lower().startswith(("list-", "precedence"))]


def test_the_first_letter_begins_the_thread() -> None:
    _, message = _post(replace(LETTER, key="welcome", follows=("welcome",)))
    assert message["References"] is None
    assert message["In-Reply-To"] is None


def test_the_same_letter_gives_the_same_bytes() -> None:
    assert _post(LETTER)[0] == _post(replace(LETTER))[0]
    moved = NOW.astimezone(UTC) + timedelta(seconds=1)
    assert _post(LETTER)[0] != _post(LETTER, moved)[0]


def test_no_token_stands_in_a_body() -> None:
    raw, _ = _post(LETTER)
    assert b"secret" not in raw.partition(b"\r\n\r\n")[2]


@pytest.mark.parametrize(
    "text",
    ["Österreich: Wien → Galizien\n", "=20 is no blank\nA Par - Bur \n", "x" * 5000 + "\n", "\n"],
)
def test_bodies_arrive_as_they_were(text: str) -> None:
    raw, message = _post(replace(LETTER, text=text))
    assert _text(message) == text
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert raw.isascii()
    assert message["Content-Transfer-Encoding"] in ("7bit", "quoted-printable")


@pytest.mark.parametrize(
    "subject",
    ["[gamma] a\r\nBcc: everybody@example.org", "[gamma] x\x00\x07y", "[gamma] line\u2028end"],
)
def test_subjects_bring_no_header_in(subject: str) -> None:
    _, message = _post(replace(LETTER, subject=subject))
    assert message["Bcc"] is None
    assert message["Subject"].startswith("[gamma] ")


def test_subjects_in_other_scripts() -> None:
    subject = "[gamma] " + "Österreich hat Wien zurückerobert und feiert " * 3
    raw, message = _post(replace(LETTER, subject=subject.strip()))
    assert message["Subject"] == subject.strip()
    assert raw.isascii()


def test_long_threads_are_folded_between_identifiers() -> None:
    letter = replace(LETTER, answers=tuple(f"{'x' * 80}{n}@example.org" for n in range(9)))
    raw, message = _post(letter)
    assert len(re.findall("<[^<>]+>", message["References"])) == 11
    assert max(map(len, raw.split(b"\r\n"))) < 200


def test_answers_to_hostile_identifiers() -> None:
    letter = replace(LETTER, answers=("a@x>\r\nBcc: b@example.org", "ü@example.org", ""))
    raw, message = _post(letter)
    assert message["Bcc"] is None
    assert raw.isascii()
