"""Values that the tests of the store keep and look for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from judge.desk.ports import OutboundMail, Source
from judge.game.events import PhaseAdjudicated
from judge.game.game import Game, Options, Stage
from judge.game.seats import Seat
from judge.game.submission import Arrival, OrderLine, Submission, UnknownProvince
from judge.rules.adjudication import Adjudication, OrderResult
from judge.rules.orders import Hold, Move
from judge.rules.phase import Phase
from judge.rules.position import Dislodgement, Position
from judge.rules.units import Unit, UnitKind
from judge.rules.verdicts import Bounced, Rival, Succeeded

NOON = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)
HOUR = timedelta(hours=1)
LETTER = b"From: france@example.org\r\n\r\nA Par - Bur\r\n"
ANYWHERE = Source("smtp", recipients=("judge@example.org",), envelope_from="france@example.org")
SPRING = Phase.parse("S1901M")
PARIS = Unit("france", UnitKind.ARMY, "par")
BERLIN = Unit("germany", UnitKind.ARMY, "ber")


def position(phase: Phase = SPRING) -> Position:
    """Two armies, and as many centres."""
    return Position(
        phase,
        (PARIS, BERLIN),
        {"par": "france", "ber": "germany"},
        (Dislodgement(Unit("france", UnitKind.FLEET, "stp/nc"), None),),
        frozenset({"bur", "mun"}),
    )


def submission(phase: Phase = SPRING) -> Submission:
    """One order that is followed and one line that is void."""
    lines = (
        OrderLine("A Par - Bur", Move(UnitKind.ARMY, "par", "bur")),
        OrderLine("A Xyz H", None, UnknownProvince("Xyz"), (Hold(UnitKind.ARMY, "par"),)),
    )
    return Submission("france", phase, Arrival(NOON, 3, 1), lines, "salt", "0" * 64, "<1@x.test>")


def game(name: str = "north-sea", ripe_at: datetime | None = NOON) -> Game:
    """A running game of a GM and two players."""
    return Game(
        name,
        Options(),
        (
            Seat(0, None, "gm@example.org"),
            Seat(1, "france", "france@example.org"),
            Seat(2, "germany"),
        ),
        position(),
        Stage.RUNNING,
        NOON - HOUR,
        ripe_at,
        ripe_at,
        (submission(),),
    )


def judged(phase: Phase = SPRING) -> PhaseAdjudicated:
    """A phase that has been judged."""
    after = position(Phase.parse("F1901M"))
    bounce = Bounced(1, (Rival(BERLIN, 2),))
    results = (
        OrderResult("france", PARIS, Move(UnitKind.ARMY, "par", "bur"), (bounce,)),
        OrderResult("germany", BERLIN, None, (Succeeded(),)),
    )
    adjudication = Adjudication(position(phase), results, (PARIS, BERLIN), {"par": "france"})
    return PhaseAdjudicated(phase, adjudication, (submission(phase),), ("germany",), after, NOON)


def letter(name: str, to: str = "france@example.org", created_at: datetime = NOON) -> OutboundMail:
    """A mail that goes out."""
    return OutboundMail(f"{name}@judge.test", to, "judge@example.org", name.encode(), created_at)
