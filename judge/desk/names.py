"""Names that cannot be given: to a game, and addresses to a player, because of what mail does."""

from __future__ import annotations

from judge.game.refusals import BadAddress, RobotsAddress
from judge.message.headers import Headers
from judge.message.identity import Identity
from judge.message.message import Message
from judge.message.robots import field_of_robot

_NO_FIELDS = Headers(())


def is_reserved(name: str, identity: Identity) -> bool:
    """Whether a subject with that name in brackets would not be about the game of that name."""
    tagged = Message("", "", (), f"[{name}]", (), ())
    return identity.game_named(tagged) != name.lower()


def unfit_address(address: str, identity: Identity) -> BadAddress | RobotsAddress | None:
    """Return why nobody can play at an address that looks like one, or None.

    At the judge's own a player would be a loop, and mail from a robot's name is never read.
    """
    local, _, domain = address.strip().lower().rpartition("@")
    base = local.partition(identity.separator)[0]
    if domain == identity.domain and base == identity.local:
        return BadAddress(address)
    if field_of_robot(_NO_FIELDS, f"{local}@{domain}") is not None:
        return RobotsAddress(address)
    return None
