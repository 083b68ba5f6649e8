"""Which parts of a mail are its text, and that text as one or more pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from judge.message import problems as words
from judge.message.armour import without_armour
from judge.message.charsets import decode
from judge.message.html import text_of_html
from judge.message.mime import Part
from judge.message.transfer import octets, unflow

_PLAIN = "text/plain"
_HTML = "text/html"
_READ = (_PLAIN, _HTML, "text/enriched", "text/markdown", "text/x-markdown")
_CRYPTIC = {
    "application/ms-tnef": words.WINMAIL,
    "application/vnd.ms-tnef": words.WINMAIL,
    "application/pkcs7-mime": words.SMIME,
    "application/x-pkcs7-mime": words.SMIME,
    "application/pgp-encrypted": words.ENCRYPTED,
}
_SPACES = re.compile("[\t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_NOTHING = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b-\u200f\u202a-\u202e\ufeff]")
_LINE_ENDS = re.compile("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
_PGP_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_PGP_MESSAGE = "-----BEGIN PGP MESSAGE-----"


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a mail: pieces that are cut each by itself, and what could not be read."""

    pieces: tuple[str, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Piece:
    kind: str
    text: str
    problems: tuple[str, ...] = ()

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()


def text_of(part: Part) -> Text:
    """Return the text of a mail.

    Inline text parts in their order, of alternatives the plain one unless it is blank, HTML turned
    into lines; attached text only where there is nothing else.
    """
    pieces = [piece for piece in _inline(part) if not piece.is_blank]
    found: list[str] = []
    if not pieces:
        pieces = [piece for piece in _attached(part) if not piece.is_blank][:1]
        found += [words.ATTACHMENT_ONLY] if pieces else _why_empty(part)
    if pieces and all(piece.kind == _HTML for piece in pieces):
        found.append(words.HTML_ONLY)
    found += [problem for piece in pieces for problem in piece.problems]
    found += _structure(part)
    return Text(tuple(_without_twins(pieces)), tuple(dict.fromkeys(found)))


def _inline(part: Part) -> Iterator[_Piece]:
    if part.kind == "multipart/alternative" and part.children:
        yield from _best(part.children)
    elif part.kind in ("multipart/signed", "multipart/related") and part.children:
        yield from _inline(part.children[0])
    elif part.kind.startswith("multipart/") and part.children:
        for child in part.children:
            yield from _inline(child)
    elif not part.is_attachment and _is_read(part) and not _is_named_page(part):
        yield _piece(part)


def _best(children: tuple[Part, ...]) -> list[_Piece]:
    """Return the first alternative that holds plain text, else the first that holds any."""
    best: list[_Piece] = []
    for child in children:
        choice = [piece for piece in _inline(child) if not piece.is_blank]
        if any(piece.kind == _PLAIN for piece in choice):
            return choice
        best = best or choice
    return best


def _is_read(part: Part) -> bool:
    """Whether the part is text to us; a multipart without parts is shown as it came."""
    return part.kind in _READ or (part.kind.startswith("multipart/") and not part.children)


def _is_named_page(part: Part) -> bool:
    return part.kind == _HTML and bool(part.filename)


def _attached(part: Part) -> Iterator[_Piece]:
    """Yield the text parts that `_inline` passed over: plain ones, then HTML."""
    leaves = [leaf for leaf in _leaves(part) if leaf.kind in _READ]
    for leaf in sorted(leaves, key=lambda leaf: leaf.kind == _HTML):
        yield _piece(leaf)


def _leaves(part: Part) -> Iterator[Part]:
    """Yield the parts that are the sender's own: not those of a mail that was passed on."""
    if part.kind.startswith("message/"):
        return
    if not part.children:
        yield part
    for child in part.children:
        yield from _leaves(child)


def _piece(part: Part) -> _Piece:
    plain = octets(part.payload, part.encoding)
    decoded = decode(plain.data, part.parameter("charset"))
    text = _LINE_ENDS.sub("\n", decoded.text)
    if part.kind == _HTML:
        text = text_of_html(text)
    elif part.parameter("format").lower() == "flowed":
        text = unflow(text, part.parameter("delsp").lower() == "yes")
    if _PGP_SIGNED in text:
        text = without_armour(text)
    found = tuple(problem for problem in (plain.problem, decoded.problem) if problem)
    return _Piece(part.kind, _NOTHING.sub("", _SPACES.sub(" ", text)), found)


def _without_twins(pieces: list[_Piece]) -> Iterator[str]:
    """Yield the texts; HTML that only repeats what was said before is left out."""
    seen: set[str] = set()
    for piece in pieces:
        folded = "".join(piece.text.split())
        if piece.kind == _HTML and folded in seen:
            continue
        seen.add(folded)
        yield piece.text


def _why_empty(part: Part) -> list[str]:
    found = (_CRYPTIC.get(leaf.kind) for leaf in part.walk())
    return [*dict.fromkeys(problem for problem in found if problem), words.NO_TEXT]


def _structure(part: Part) -> list[str]:
    is_broken = any(p.kind.startswith("multipart/") and not p.children for p in part.walk())
    return [words.BROKEN_STRUCTURE] if is_broken else []
