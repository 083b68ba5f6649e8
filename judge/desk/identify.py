"""Who wrote this mail, and about which game? Tokens prove; the From header alone proves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from judge.desk.ports import Books
from judge.game.game import Game, Stage
from judge.game.seats import GM_SEAT, Seat
from judge.message.identity import DESK, Claim, Identity
from judge.message.message import Message


@dataclass(frozen=True, slots=True)
class Proven:
    """The mail comes from the holder of ``address``, who sits in ``seat`` of ``game`` (if any).

    ``elsewhere`` is the name of the game that the mail is about where the holder has no seat in it.
    """

    address: str
    game: Game | None = None
    seat: Seat | None = None
    elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class Unproven:
    """The From header names somebody registered, in these seats, but nothing proves it.

    ``named`` is the name of a game in the mail, in small letters, empty where it has none.
    """

    address: str
    seats: tuple[tuple[Game, Seat], ...] = ()
    is_creator: bool = False
    named: str = ""


@dataclass(frozen=True, slots=True)
class Stranger:
    """Nobody whom the judge knows."""

    address: str


Sender: TypeAlias = Proven | Unproven | Stranger


def identify(
    books: Books, identity: Identity, creators: tuple[str, ...], message: Message
) -> tuple[Sender, ...]:
    """Tell who sent the message: in each seat that it is addressed to, or in one by other signs.

    Each token that holds among the recipients speaks for its seat; where there is none, the first
    that holds in the thread does, else the name that the mail claims.
    """
    named = identity.game_named(message)
    found: list[Sender] = []
    for claim in identity.claims(replace(message, references=())):
        proven = _proven(books, identity, creators, claim)
        if proven is not None:
            seated = proven if proven.game is not None else _seated(books, proven, named)
            found += [each for each in _owned(seated, message.sender) if each not in found]
    return tuple(found) or _in_thread(books, identity, creators, message, named)


def _in_thread(
    books: Books,
    identity: Identity,
    creators: tuple[str, ...],
    message: Message,
    named: str | None,
) -> tuple[Sender, ...]:
    """Tell who sent a message whose recipients prove nothing."""
    for claim in identity.claims(replace(message, recipients=())):
        proven = _proven(books, identity, creators, claim)
        if proven is not None:
            addressed = identity.game_named(replace(message, subject="", references=()))
            if addressed is not None and books.game(addressed) is None:
                return (Proven(proven.address, elsewhere=addressed),)
            return _owned(_seated(books, proven, named), message.sender)
    seats = tuple(_claimed_seats(books, message.sender, named))
    is_creator = message.sender in creators
    if seats or is_creator:
        return (Unproven(message.sender, seats, is_creator, named or ""),)
    return (Stranger(message.sender),)


def _owned(sender: Proven | Unproven, author: str) -> tuple[Sender, ...]:
    """Return the sender, unless the mail is by somebody of another seat of the game.

    Somebody who answers all gets hold of a token in this way: both owners are asked.
    """
    if isinstance(sender, Unproven) or sender.game is None or sender.seat is None:
        return (sender,)
    seats = tuple(_seats_of(sender.game, author))
    if not seats or author == sender.address:
        return (sender,)
    named = sender.game.name.lower()
    return (
        Unproven(sender.address, ((sender.game, sender.seat),), named=named),
        Unproven(author, seats, named=named),
    )


def _proven(
    books: Books, identity: Identity, creators: tuple[str, ...], claim: Claim
) -> Proven | None:
    if claim.game == DESK:
        return next((Proven(each) for each in creators if identity.verifies(claim, 0, each)), None)
    game = books.game(claim.game)
    if game is None or claim.seat >= len(game.seats):
        return None
    seat = game.seats[claim.seat]
    if seat.address is None or not identity.verifies(claim, seat.generation, seat.address):
        return None
    return Proven(seat.address, game, seat)


def _seated(books: Books, proven: Proven, named: str | None) -> Proven | Unproven:
    """Return the sender's chair in the game that the mail names, where that is another one.

    A game master who writes to the desk is at once in the chair. A token of one game proves nothing
    in another, and its orders are not taken for those of either.
    """
    game = books.game(named) if named else None
    if game is None or (proven.game is not None and game.name == proven.game.name):
        return proven
    if proven.game is None and game.gm.address == proven.address:
        return Proven(proven.address, game, game.seats[GM_SEAT])
    seats = tuple(_seats_of(game, proven.address))
    if seats:
        return Unproven(proven.address, seats, named=game.name.lower())
    return Proven(proven.address, elsewhere=game.name)


def _claimed_seats(books: Books, address: str, named: str | None) -> Iterator[tuple[Game, Seat]]:
    game = books.game(named) if named else None
    if game is not None:
        yield from _seats_of(game, address)
        return
    for each in books.games_of(address):
        if each.stage is not Stage.OVER:
            yield from _seats_of(each, address)


def _seats_of(game: Game, address: str) -> Iterator[tuple[Game, Seat]]:
    return ((game, seat) for seat in game.seats if seat.address == address)
