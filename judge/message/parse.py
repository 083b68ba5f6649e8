"""From the raw bytes of a mail to the message: the one way in, for any bytes at all."""

from __future__ import annotations

from judge.message.acceptance import (
    HeadersTooBig,
    Limits,
    Outline,
    TooBig,
    TooDeep,
    TooManyParts,
    Unacceptable,
    Unparsable,
    accept,
    glance,
)
from judge.message.addresses import normal_address
from judge.message.body import Written, written
from judge.message.headers import Headers
from judge.message.message import Cut, Message
from judge.message.mime import parts
from judge.message.problems import NO_TEXT, ONLY_QUOTED, SEVERAL_SENDERS
from judge.message.robots import field_of_robot, sign_of_robot
from judge.message.text import Text, text_of

__all__ = [
    "HeadersTooBig",
    "Limits",
    "Outline",
    "TooBig",
    "TooDeep",
    "TooManyParts",
    "Unacceptable",
    "Unparsable",
    "parse",
]

_RECIPIENTS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to")


def parse(
    raw: bytes,
    envelope_recipients: tuple[str, ...] = (),
    limits: Limits = Limits(),  # noqa: B008 (a frozen value)
    envelope_sender: str | None = None,
) -> Message:
    """Return the message in a raw mail.

    ``envelope_sender`` is the address of MAIL FROM, empty for ``<>``, None where it is unknown.
    Raises a subclass of `Unacceptable`, with what a glance at the header shows, and nothing else.
    """
    try:
        return _message(raw, envelope_recipients, limits, envelope_sender)
    except Unacceptable as refusal:
        refusal.outline = _outline(glance(raw, limits), envelope_recipients)
        raise
    except Exception as error:  # whatever a hostile mail may find: this one is set aside, we go on
        outline = _outline(glance(raw, limits), envelope_recipients)
        raise Unparsable(type(error).__name__, outline=outline) from error


def _message(
    raw: bytes, envelope_recipients: tuple[str, ...], limits: Limits, envelope_sender: str | None
) -> Message:
    headers, body = accept(raw, limits)
    root = parts(headers, body, limits)
    outline = _outline(headers, envelope_recipients)
    sender = outline.sender or ""
    text = text_of(root)
    lines, cut, problems = _written(text)
    senders = (SEVERAL_SENDERS,) if len(headers.addresses("from")) > 1 else ()
    return Message(
        message_id=outline.message_id,
        sender=sender,
        recipients=outline.recipients,
        subject=outline.subject,
        references=outline.references,
        lines=lines,
        cut=cut,
        robot=sign_of_robot(root, sender, envelope_sender),
        problems=text.problems + problems + senders,
        date=headers.text("date"),
        body="\n".join(text.pieces),
    )


def _written(text: Text) -> tuple[tuple[str, ...], Cut, tuple[str, ...]]:
    """Cut each piece by itself: what one part quotes does not end the next."""
    found = [written(piece) for piece in text.pieces]
    lines = tuple(line for piece in found for line in piece.lines)
    cut = Cut(sum(w.cut.quoted for w in found), sum(w.cut.signature for w in found))
    return lines, cut, _emptiness(found, lines)


def _emptiness(found: list[Written], lines: tuple[str, ...]) -> tuple[str, ...]:
    if lines or not found:
        return ()
    return (ONLY_QUOTED,) if any(w.has_only_quoted_orders for w in found) else (NO_TEXT,)


def _outline(headers: Headers, envelope_recipients: tuple[str, ...]) -> Outline:
    senders = headers.addresses("from")
    sender = senders[0] if len(senders) == 1 else ""
    envelope = (normal_address(recipient) for recipient in envelope_recipients)
    recipients = (*(address for address in envelope if address), *headers.addresses(*_RECIPIENTS))
    ids = headers.ids("message-id") or (headers.text("message-id"),)
    return Outline(
        sender=sender or None,
        recipients=tuple(dict.fromkeys(recipients)),
        references=headers.references(),
        message_id=ids[0],
        subject=headers.text("subject"),
        robot=field_of_robot(headers, sender),
    )
