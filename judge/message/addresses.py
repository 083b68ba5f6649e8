"""Mail addresses: found in headers, and written in one way so that they can be compared."""

from __future__ import annotations

import re
import unicodedata

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"(?!@)', re.DOTALL)
_COMMENT = re.compile(r"\([^()]*\)")
_ANGLE = re.compile(r"<([^<>]*)>")
_PLAUSIBLE = re.compile(r"[^\s@<>(),;:\\\"\[\]\x00-\x1f\x7f]+@[^\s@<>(),;:\\\"\[\]\x00-\x1f\x7f]+")
_LONGEST = 320


def normal_address(text: str) -> str:
    """Return the address in ``text`` in lower case, NFC, with an ASCII (IDNA) domain.

    A display name and a comment are left out. The result is empty when there is no plausible
    address: nothing that holds spaces, controls or brackets can get into a header by this way.
    """
    found = addresses_in(text)
    return found[0] if found else ""


def addresses_in(text: str) -> tuple[str, ...]:
    """Return every address of a header such as To, written in the normal way, in order."""
    bare = _COMMENT.sub(" ", _QUOTED.sub(" ", text))
    pieces = (_normal(_inner(piece)) for piece in re.split(r"[,;]", bare))
    return tuple(piece for piece in pieces if piece)


def _inner(piece: str) -> str:
    """Return what stands in the last angle brackets, else the piece without a group's name."""
    angles = _ANGLE.findall(piece)
    if angles:
        return str(angles[-1])
    return piece.rpartition(":")[2] if "@" in piece else ""


def _normal(bare: str) -> str:
    bare = unicodedata.normalize("NFC", bare.strip())
    if len(bare) > _LONGEST or not _PLAUSIBLE.fullmatch(bare):
        return ""
    local, _, domain = bare.rpartition("@")
    return f"{local.lower()}@{normal_domain(domain)}"


def normal_domain(domain: str) -> str:
    """Return a domain in lower case and ASCII; one that IDNA refuses is only lowered."""
    domain = unicodedata.normalize("NFC", domain).lower().rstrip(".")
    if domain.isascii():
        return domain
    try:
        return domain.encode("idna").decode("ascii")
    except UnicodeError:
        return domain
