"""Addresses that a seat can be given to."""

from __future__ import annotations

import re

LONGEST_ADDRESS = 254
LONGEST_LOCAL_PART = 64

_ATOM = r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LOCAL_PART = re.compile(rf"(?!.*=\?){_ATOM}(?:\.{_ATOM})*")
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_DOMAIN = re.compile(rf"localhost|{_LABEL}(?:\.{_LABEL})+")


def registered_form(address: str) -> str | None:
    """Return the address as a seat keeps it, in lower case; None when it cannot be written to.

    It is bare, has one ``@``, and a local part that can stand in a header as it is: a dot-atom of
    ASCII (RFC 5322 §3.2.3) with no ``=?`` that would look like an encoded word (RFC 2047). The
    domain is ASCII with a dot (or ``localhost``); there are at most 254 characters (RFC 5321
    §4.5.3.1).
    """
    if not address.isascii():
        return None
    lowered = address.strip(" ").lower()
    local_part, _, domain = lowered.partition("@")
    is_short = len(lowered) <= LONGEST_ADDRESS and len(local_part) <= LONGEST_LOCAL_PART
    if is_short and _LOCAL_PART.fullmatch(local_part) and _DOMAIN.fullmatch(domain):
        return lowered
    return None
