"""Mail addresses: found in headers, and written in one way so that they can be compared."""

from __future__ import annotations

import re
import unicodedata

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+(?:"(?!@)|$)', re.DOTALL)
_COMMENT = re.compile(r"\([^()]*\)")
_ANGLE = re.compile(r"<([^<>]*)>")
_ATOM = r"[^\s@<>(),;:\\\"\[\]\x00-\x1f\x7f-\x9f\ud800-\udfff]+"
_PLAUSIBLE = re.compile(f"{_ATOM}@{_ATOM}")
_DOMAIN = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")
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
    domain = normal_domain(domain)
    return f"{local.lower()}@{domain}" if domain else ""


def normal_domain(domain: str) -> str:
    """Return a domain in lower case and ASCII, or an empty text for one that cannot be.

    IDNA makes plain signs of full-width ones, an ``@`` too: what comes out of it is looked at.
    """
    domain = unicodedata.normalize("NFC", domain).lower().rstrip(".")
    try:
        domain = domain if domain.isascii() else domain.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
    return domain if _DOMAIN.fullmatch(domain) else ""
