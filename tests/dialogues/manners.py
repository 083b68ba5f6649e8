"""What holds of each letter of the judge, whatever it says (DESIGN §6)."""

from __future__ import annotations

import email
import email.policy
import re
from email.message import EmailMessage

_TOKEN = re.compile(r"[a-z0-9-]+\.\d{1,3}\.([a-z2-7]{20})(?=@)")
_THEIRS = re.compile(r" *\| | {2,}(?:digest|[0-9a-f]{32,64}$)")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]+@[a-z0-9.-]+>")
_LONGEST_LINE = 998
_WIDTH = 76
_LISTED = ("List-Id", "List-Post", "List-Help", "List-Owner")


def check_manners(raw: bytes) -> None:
    """Raise an AssertionError for a letter without manners."""
    assert all(len(line) <= _LONGEST_LINE for line in raw.split(b"\r\n"))
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert raw.isascii()
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    _check_headers(mail)
    body = mail.get_body(("plain",))
    assert body is not None, "a letter without text"
    text = str(body.get_content())
    _check_secrecy(mail, text)
    _check_width(text)


def _check_headers(mail: EmailMessage) -> None:
    for name in ("From", "To", "Reply-To", "Subject", "Date", "Message-ID", "Auto-Submitted"):
        assert len(mail.get_all(name, [])) == 1, f"one {name} is wanted"
    assert not mail.defects
    assert mail["From"].addresses[0].addr_spec.partition("@")[0].split("+")[0] == "judge"
    assert mail["Auto-Submitted"] in ("auto-replied", "auto-generated")
    assert _MESSAGE_ID.fullmatch(str(mail["Message-ID"]))
    assert not mail["Bcc"]
    is_list = mail["List-Id"] is not None
    for name in _LISTED:
        assert (mail[name] is not None) == is_list, name
    assert (mail["Precedence"] == "list") == is_list
    if is_list:
        assert mail["Auto-Submitted"] == "auto-generated"
    if mail["List-Id"] or "[" in str(mail["Subject"]):
        assert re.match(r"\[[A-Za-z][\w-]*\] ", str(mail["Subject"]))


def _check_secrecy(mail: EmailMessage, text: str) -> None:
    """A token never stands in a body, where forwarding or quoting would hand it on."""
    addressed = f"{mail['Reply-To']} {mail['Message-ID']!s}"
    for token in _TOKEN.findall(addressed):
        assert token not in text
        assert token not in str(mail["Subject"])
    assert not _TOKEN.search(text)


def _check_width(text: str) -> None:
    for line in text.splitlines():
        is_ours = not _THEIRS.match(line)
        is_one_word = len(line.split()) == 1
        assert len(line) <= _WIDTH or not is_ours or is_one_word, f"{len(line)} columns: {line}"
        assert line == line.rstrip() or not is_ours, f"blanks at the end: {line!r}"
