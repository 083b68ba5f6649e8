"""The judge's addresses and seat tokens: which game and seat a mail is for, and by what proof.

A token stands in the reply address and in the Message-ID of each letter, so that a plain reply
carries it back twice. It is bound to game, seat, generation and holder: raising the generation of
a seat revokes it, and it cannot be used for another seat.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from judge.message.addresses import normal_address, normal_domain
from judge.message.message import Message

__all__ = ["DESK", "Claim", "Identity", "content_hash", "normal_address"]

DESK = "desk"
"""The name that stands for a game in letters to people who may create games but have none yet."""

_PURPOSE = "judge seat token 1"
_TOKEN_LENGTH = 20
_LONGEST_TAIL = 46  # separator, game of 20, dot, seat of 3, dot, token of 20: RFC 5321 allows 64
_GAME = re.compile(r"[a-z0-9-]{1,20}")
_TAIL = re.compile(r"([a-z0-9-]{1,20})\.(\d{1,3})\.([a-z2-7]{20})")
_TAG = re.compile(r"\[([A-Za-z0-9-]{1,20})\]")
_TAGS_OF_GATEWAYS = frozenset(
    [
        "bulk",
        "caution",
        "ext",
        "extern",
        "external",
        "externe",
        "externo",
        "esterno",
        "junk",
        "spam",
    ]
)
_ATEXT = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True, slots=True)
class Claim:
    """What a mail says about itself: it comes from that seat, and here is the token."""

    game: str
    seat: int
    token: str


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the judge is: ``local@domain``, and the secret keys (the first signs, any verifies)."""

    local: str = "judge"
    domain: str = "example.org"
    keys: tuple[bytes, ...] = field(default=(), repr=False)
    separator: str = "+"

    def __post_init__(self) -> None:
        """Raise ValueError for a judge that nobody could write to, or that could not sign."""
        if len(self.local) + _LONGEST_TAIL > 64:
            raise ValueError(f"local part longer than {64 - _LONGEST_TAIL} octets: {self.local}")
        if not normal_address(f"{self.local}@{self.domain}"):
            raise ValueError(f"not an address: {self.local}@{self.domain}")
        if not self.keys or not all(self.keys):
            raise ValueError("a judge needs at least one key, and none may be empty")
        object.__setattr__(self, "local", self.local.lower())
        object.__setattr__(self, "domain", normal_domain(self.domain))

    @property
    def address(self) -> str:
        """The judge's own address."""
        return f"{self.local}@{self.domain}"

    def game_address(self, game: str) -> str:
        """Return the address for mail about a game; it proves nothing."""
        return f"{self.local}{self.separator}{game.lower()}@{self.domain}"

    def owns(self, address: str) -> bool:
        """Whether mail for the address is ours: the plain one, or one with a game behind it."""
        return address.lower() == self.address or bool(self._tail(address))

    def plain_message_id(self, key: str, reader: str) -> str:
        """Return the Message-ID of a letter to somebody without a seat; it proves nothing."""
        sign = hashlib.sha256(reader.lower().encode("utf-8", "replace")).hexdigest()[:16]
        return f"{_ATEXT.sub(_escaped, key) or '_'}.{sign}@{self.domain}"

    def token(self, game: str, seat: int, generation: int, holder: str) -> str:
        """Return the seat's token: 20 letters and digits, 100 bits of HMAC-SHA256."""
        return _token(self.keys[0], game, seat, generation, holder)

    def reply_address(self, game: str, seat: int, generation: int, holder: str) -> str:
        """Return the address that authenticates a reply: ``judge+GAME.SEAT.TOKEN@domain``."""
        tail = f"{game.lower()}.{seat}.{self.token(game, seat, generation, holder)}"
        return f"{self.local}{self.separator}{tail}@{self.domain}"

    def message_id(self, game: str, seat: int, generation: int, holder: str, key: str) -> str:
        """Return ``KEY.GAME.SEAT.TOKEN@domain``; one for each key, the same each time."""
        tail = f"{game.lower()}.{seat}.{self.token(game, seat, generation, holder)}"
        return f"{_ATEXT.sub(_escaped, key) or '_'}.{tail}@{self.domain}"

    def claims(self, message: Message) -> tuple[Claim, ...]:
        """Return the seats that a mail claims, the most telling first, each once.

        Recipients come before In-Reply-To, and that before References from last to first.
        """
        return tuple(dict.fromkeys(self._claims(message)))

    def _claims(self, message: Message) -> Iterator[Claim]:
        for recipient in message.recipients:
            tail = self._tail(recipient)
            yield from _claim(tail)
        for reference in message.references:
            local, _, domain = reference.lower().rpartition("@")
            if domain == self.domain:
                yield from _claim(".".join(local.split(".")[-3:]))

    def verifies(self, claim: Claim, generation: int, holder: str) -> bool:
        """Whether the claim's token is that of its seat in this generation and holder."""
        tokens = [_token(key, claim.game, claim.seat, generation, holder) for key in self.keys]
        given = claim.token.encode()
        return any(hmac.compare_digest(token.encode(), given) for token in tokens)

    def game_named(self, message: Message) -> str | None:
        """Return the game that the mail is about (lower case), or None when it does not say.

        The address decides, else the first ``[GAME]`` of the subject, else the thread.
        """
        named = (*self._addressed(message), *_tagged(message.subject))
        claimed = (claim.game for claim in self.claims(message))
        return next((name for name in (*named, *claimed) if name != DESK), None)

    def _addressed(self, message: Message) -> tuple[str, ...]:
        tails = (self._tail(recipient) for recipient in message.recipients)
        names = (tail.partition(".")[0] for tail in tails)
        return tuple(name for name in names if _GAME.fullmatch(name))

    def _tail(self, recipient: str) -> str:
        """Return what follows the separator in an address of ours, else an empty text."""
        local, _, domain = recipient.lower().rpartition("@")
        start = self.local + self.separator
        is_ours = domain == self.domain and local.startswith(start)
        return local[len(start) :] if is_ours else ""


def content_hash(message: Message) -> str:
    """Return a hash that stays the same when a mail is delivered again by another way.

    SHA-256 over sender, Message-ID, Date and the decoded text: not over the raw bytes, whose
    Received lines differ. Twins without Message-ID are told apart by their subjects as well, which
    gateways like to mark and which therefore count only there.
    """
    subject = "" if message.message_id else message.subject
    body = " ".join(message.body.split())
    fields = (message.sender, message.message_id, message.date, subject, body)
    return hashlib.sha256("\0".join(fields).encode("utf-8", "replace")).hexdigest()


def _token(key: bytes, game: str, seat: int, generation: int, holder: str) -> str:
    who = normal_address(holder) or holder.strip().lower()
    text = "\0".join((_PURPOSE, game.lower(), str(seat), str(generation), who))
    digest = hmac.new(key, text.encode("utf-8", "replace"), hashlib.sha256).digest()
    return base64.b32encode(digest).decode("ascii").lower()[:_TOKEN_LENGTH]


def _claim(tail: str) -> Iterator[Claim]:
    found = _TAIL.fullmatch(tail)
    if found and tail.isascii():
        yield Claim(found[1], int(found[2]), found[3])


def _tagged(subject: str) -> tuple[str, ...]:
    tags = (tag.lower() for tag in _TAG.findall(subject))
    return tuple(tag for tag in tags if tag not in _TAGS_OF_GATEWAYS)[:1]


def _escaped(found: re.Match[str]) -> str:
    return "".join(f"={byte:02x}" for byte in found[0].encode("utf-8", "replace"))
