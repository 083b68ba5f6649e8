"""Text inside an inline PGP signature (RFC 4880 §7): not checked, only left out."""

from __future__ import annotations

_BEGIN = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_END = "-----END PGP SIGNATURE-----"


def without_armour(text: str) -> str:
    """Return the text with its armour taken off: headers, signature and the dashes before dashes.

    A signer writes ``- A LVP - YOR`` for a line that starts with a dash.
    """
    out: list[str] = []
    state = "outside"
    for line in text.split("\n"):
        state, kept = _step(state, line)
        if kept is not None:
            out.append(kept)
    return "\n".join(out)


def _step(state: str, line: str) -> tuple[str, str | None]:
    bare = line.strip()
    match state:
        case "outside":
            return ("headers", None) if bare == _BEGIN else (state, line)
        case "headers":
            return ("headers", None) if bare else ("signed", None)
        case "signed" if bare == _SIGNATURE:
            return "signature", None
        case "signed":
            return state, line.removeprefix("- ")
        case _:
            return ("outside", None) if bare == _END else (state, None)
