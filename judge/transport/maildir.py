"""Letters into Maildirs, one a recipient: the embedded default, readable with ``mutt -f DIR``.

A letter's file name comes from its OUTBOX row and Message-ID, so a letter that is carried again
after a crash finds itself there and is not put twice, even when it was read meanwhile.
"""

from __future__ import annotations

import errno
import os
import re
from hashlib import sha256
from pathlib import Path

from judge.transport.outcomes import Deferred, Delivered, Letter, Outcome, Unreachable

_UNSAFE = re.compile(r"[^a-z0-9@._+=-]|^\.")
_LONGEST_NAME = 120
# What may be wrong with one Maildir while the others are well.
_OF_ONE_BOX = (errno.EACCES, errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.EPERM, errno.ELOOP)


class Maildirs:
    """The carrier into Maildirs below one folder."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def carry(self, letter: Letter) -> Outcome:
        """Put a letter into the Maildir of its recipient, on disk before this returns."""
        box = self.box_of(letter.to)
        name = _name_of(letter)
        try:
            _make(box)
            if not _holds(box, name):
                _write(box, name, letter.raw)
        except OSError as failure:
            is_alone = self._root.is_dir() and failure.errno in _OF_ONE_BOX
            why = f"{box}: {failure.strerror or failure}"
            return Deferred(why) if is_alone else Unreachable(why)
        return Delivered()

    def box_of(self, address: str) -> Path:
        """Return the Maildir of an address; no address leads out of the root."""
        return self._root / folder_name(address)

    def rest(self) -> None:
        """Nothing is kept open."""

    def state(self) -> str:
        """Return where the Maildirs are."""
        return f"Maildirs under {self._root}"


def folder_name(address: str) -> str:
    """Return a file name for an address: lower case, anything unusual as %XX."""
    name = _UNSAFE.sub(_escape, address.lower()) or "%"
    if len(name) <= _LONGEST_NAME:
        return name
    return f"{name[: _LONGEST_NAME - 17]}%{sha256(name.encode()).hexdigest()[:16]}"


def _escape(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "surrogatepass"))


def _name_of(letter: Letter) -> str:
    digest = sha256(letter.message_id.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{letter.number:09d}.{digest[:32]}.judge"


def _make(box: Path) -> None:
    for part in ("tmp", "new", "cur"):
        (box / part).mkdir(mode=0o700, parents=True, exist_ok=True)


def _holds(box: Path, name: str) -> bool:
    """Whether the letter is there, new or read (a reader adds ``:2,S``)."""
    return (box / "new" / name).exists() or any((box / "cur").glob(f"{name}*"))


def _write(box: Path, name: str, raw: bytes) -> None:
    draft = box / "tmp" / name
    with draft.open("wb") as out:
        out.write(raw)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(box / "new" / name)
    _sync(box / "new")


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
