"""Who wrote this mail, and about which game? Tokens prove; the From header alone proves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from judge.desk.letterhead import DESK
from judge.desk.ports import Books
from judge.game.game import Game, Stage
from judge.game.seats import GM_SEAT, Seat
from judge.message.identity import Claim, Identity
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
    """The From header names somebody registered, in these seats, but nothing proves it."""

    address: str
    seats: tuple[tuple[Game, Seat], ...] = ()
    is_creator: bool = False


@dataclass(frozen=True, slots=True)
class Stranger:
    """Nobody whom the judge knows."""

    address: str


Sender: TypeAlias = Proven | Unproven | Stranger


def identify(
    books: Books, identity: Identity, creators: tuple[str, ...], message: Message
) -> Sender:
    """Tell who sent the message: by the first token that holds, else by the name it claims."""
    named = identity.game_named(message)
    for claim in identity.claims(message):
        proven = _proven(books, identity, creators, claim)
        if proven is not None:
            return _seated(books, proven, named)
    seats = tuple(_claimed_seats(books, message.sender, named))
    is_creator = message.sender in creators
    if seats or is_creator:
        return Unproven(message.sender, seats, is_creator)
    return Stranger(message.sender)


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
        return Unproven(proven.address, seats)
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
