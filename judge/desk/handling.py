"""Handling one mail inside one transaction: from its bytes to the letters in the OUTBOX."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from datetime import datetime

from judge.bulletin.compose import Answer
from judge.bulletin.letters import Letter
from judge.bulletin.posting import build
from judge.desk.identify import Proven, Sender, Stranger, Unproven, identify
from judge.desk.incoming import fingerprint_of, glimpsed, lines_of
from judge.desk.letterhead import DeskLetterhead
from judge.desk.names import is_reserved, unfit_address
from judge.desk.office import Office
from judge.desk.ports import Books, InboxMail, OutboundMail
from judge.game import commands
from judge.game.decide import create, decide
from judge.game.events import Decision, Event, HelpShown, PhaseAdjudicated
from judge.game.game import Game
from judge.game.refusals import (
    NoSuchGame,
    NotAllowed,
    NotCreated,
    Refusal,
    WrongUsage,
)
from judge.game.seats import GM_SEAT, Seat
from judge.game.submit import submit
from judge.game.turn import rulebook_of
from judge.maps.variant import Variant
from judge.message.message import Message
from judge.message.parse import Unacceptable, parse
from judge.reading import Context, read_mail
from judge.rules.rulebook import STANDARD

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Talk:
    """What one mail has brought about so far."""

    sender: Proven
    game: Game | None
    seat: Seat | None
    events: list[Event] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)


class Handling:
    """The handling of one mail, or of one deadline, with the books open."""

    def __init__(self, office: Office, books: Books, now: datetime) -> None:
        self.office = office
        self.books = books
        self.now = now

    def handle(self, mail: InboxMail) -> None:
        """Do all that the mail asks for and settle it."""
        outcome = self._outcome(mail)
        self.books.settle(mail.number, outcome, self.now)
        log.info("mail-handled number=%d outcome=%s", mail.number, outcome)

    def publish(self, decision: Decision) -> None:
        """Save what came of a command, a submission or a deadline, and tell all concerned."""
        game = decision.game
        if game is None:
            return
        self.books.save(game, self.now)
        for event in decision.events:
            if isinstance(event, PhaseAdjudicated):
                self.books.record(game.name, event)
                missing = ",".join(event.missing) or "-"
                log.info(
                    "phase-judged game=%s phase=%s missing=%s", game.name, event.phase, missing
                )
            self.books.note(game.name, None, type(event).__name__, "", self.now)
        for letter in self.office.composer.announcements(game, decision.events, self.now):
            self.post(letter, game)

    def post(self, letter: Letter, game: Game | None) -> None:
        """Put a letter into the OUTBOX, signed for its reader."""
        head = DeskLetterhead(self.office.identity, game)
        self.books.post(
            OutboundMail(
                message_id=head.message_id(letter, letter.key),
                to=letter.to,
                envelope_from=head.sender(letter.game)[1],
                raw=build(letter, head, self.now),
                created_at=self.now,
            )
        )

    def _outcome(self, mail: InboxMail) -> str:
        try:
            message = parse(
                mail.raw,
                mail.source.recipients,
                self.office.policy.limits,
                mail.source.envelope_from,
            )
        except Unacceptable as problem:
            return self._explain_unacceptable(mail, problem)
        if message.robot is not None:
            return "robot"
        outcomes: list[str] = []
        for sender in self._identified(message):
            current = self._afresh(sender) if outcomes else sender
            outcomes.append(self._attend(mail, message, current))
        return ",".join(dict.fromkeys(outcomes))

    def _attend(self, mail: InboxMail, message: Message, sender: Sender) -> str:
        """Do what the mail asks for in one of its sender's seats."""
        match sender:
            case Proven() if self._is_repeat(mail, message, sender):
                return "repeat"
            case Proven():
                return self._converse(mail, message, sender)
            case Unproven():
                return self._ask_for_proof(mail, sender)
            case _:
                return "stranger"

    def _is_repeat(self, mail: InboxMail, message: Message, sender: Proven) -> bool:
        """Whether this very mail was acted upon before in that seat; without proof it was not."""
        fingerprint = fingerprint_of(mail, message)
        if fingerprint is None:
            return False
        place = sender.address
        if sender.game is not None and sender.seat is not None:
            place = f"{sender.game.name}.{sender.seat.number}"
        return self.books.is_repeat(f"{fingerprint} {place}", mail.number)

    def _afresh(self, sender: Sender) -> Sender:
        """Return the sender with the game as the same mail left it, done in another seat."""
        if not isinstance(sender, Proven) or sender.game is None or sender.seat is None:
            return sender
        game = self.books.game(sender.game.name)
        if game is None or game.seats[sender.seat.number].generation != sender.seat.generation:
            return Stranger(sender.address)
        return replace(sender, game=game, seat=game.seats[sender.seat.number])

    def _identified(self, message: Message) -> tuple[Sender, ...]:
        policy = self.office.policy
        return identify(self.books, self.office.identity, policy.creators, message)

    # -- mail that cannot be acted upon --------------------------------------------------------

    def _explain_unacceptable(self, mail: InboxMail, problem: Unacceptable) -> str:
        """Tell a proven or registered sender why their mail was not read."""
        if problem.robot is not None:
            return "robot"
        senders = self._identified(glimpsed(problem))
        for address, game, seat in (each for sender in senders for each in _reachable(sender)):
            if self._may_answer(address):
                letter = self.office.composer.unacceptable(
                    address, game, seat, problem, mail.number
                )
                self.post(letter, game)
        return "unacceptable"

    def _ask_for_proof(self, mail: InboxMail, sender: Unproven) -> str:
        """Write to the registered address: a reply to that letter carries the proof.

        Anybody can bring these letters about, so they use up half of the answers at most.
        """
        seats: tuple[tuple[Game | None, Seat | None], ...] = _without_gm_who_plays(sender.seats)
        if sender.is_creator and not seats:
            seats = ((None, None),)
        for game, seat in seats:
            if self._may_answer(sender.address, share=2):
                letter = self.office.composer.proof_wanted(
                    sender.address, game, seat, str(mail.number), sender.named, len(seats) > 1
                )
                self.post(letter, game)
        return "unproven"

    def _may_answer(self, address: str, share: int = 1) -> bool:
        limit = self.office.policy.answers_per_hour
        if self.books.may_answer(address, self.now, -(-limit // share)):
            return True
        log.info("answer-limit address=%s", address)
        return False

    # -- mail that is acted upon ---------------------------------------------------------------

    def _converse(self, mail: InboxMail, message: Message, sender: Proven) -> str:
        talk = _Talk(sender, sender.game, sender.seat)
        read = read_mail(lines_of(message), self._context(talk, message))
        undone = self._obey_all(talk, read, mail.arrival.at)
        if undone:
            talk.refusals.append(NotCreated(undone))
        elif read.orders:
            self._submit(talk, mail, message, read)
        if sender.elsewhere and not (talk.events or talk.refusals):
            talk.refusals.append(NoSuchGame(sender.elsewhere))
        if self._may_answer(sender.address):
            answer = Answer(
                to=sender.address,
                game=talk.game,
                seat=talk.seat,
                events=tuple(talk.events),
                refusals=tuple(talk.refusals),
                done=tuple(text for text, _ in read.commands),
                ignored=read.prose,
                cut_quoted=message.cut.quoted,
                cut_signature=message.cut.signature,
                mail_id=message.message_id,
                subject=message.subject,
                number=mail.number,
                arrived_at=mail.arrival.at,
                problems=message.problems,
                handled_at=self.now,
            )
            self.post(self.office.composer.receipt(answer), talk.game)
        return "handled" if talk.events or talk.refusals else "nothing-asked"

    def _context(self, talk: _Talk, message: Message) -> Context:
        game, seat = talk.game, talk.seat
        return Context(
            variant=self._variant(game),
            rulebook=STANDARD if game is None else rulebook_of(game, self._variant(game)),
            position=None if game is None else game.position,
            power=None if seat is None else seat.power,
            language=None if seat is None else seat.language,
            subject=message.subject,
        )

    def _variant(self, game: Game | None) -> Variant:
        name = self.office.policy.defaults.map_id if game is None else game.options.map_id
        return self.office.variants[name]

    def _obey_all(
        self, talk: _Talk, read: commands.ReadMail, arrived_at: datetime
    ) -> tuple[str, ...]:
        """Do the commands in turn; return the lines that are left undone.

        What follows a CREATE that was refused is meant for the game that was not created, never
        for the one whose letter the mail answers.
        """
        orders = tuple(line.text for line in read.orders)
        for number, (_, command) in enumerate(read.commands, 1):
            said = len(talk.refusals)
            self._obey(talk, command, arrived_at)
            if _is_create(command) and len(talk.refusals) > said:
                return (*(line for line, _ in read.commands[number:]), *orders)
        return ()

    def _obey(self, talk: _Talk, command: commands.Command, arrived_at: datetime) -> None:
        if isinstance(command, commands.Create):
            self._take(talk, self._create(talk, command))
            if talk.game is not None and talk.game.gm.address == talk.sender.address:
                talk.seat = talk.game.seats[GM_SEAT]
        elif talk.game is None or talk.seat is None:
            self._take(talk, self._without_game(command, talk.sender.elsewhere))
        else:
            self._take(talk, self._decided(talk, talk.game, talk.seat, command, arrived_at))

    def _decided(
        self, talk: _Talk, game: Game, seat: Seat, command: commands.Command, arrived_at: datetime
    ) -> Decision:
        """Decide a command; a GM who plays too may give the GM's from the player's seat."""
        variant = self._variant(game)
        decision = decide(game, variant, seat, command, self.now, arrived_at)
        is_gm_only = any(isinstance(each, NotAllowed) for each in decision.refusals)
        if is_gm_only and game.gm.address == talk.sender.address and not seat.is_gm:
            decision = decide(game, variant, game.gm, command, self.now, arrived_at)
        if isinstance(command, commands.Assign) and not decision.refusals:
            unfit = unfit_address(command.address, self.office.identity)
            return decision if unfit is None else Decision(game, refusals=(unfit,))
        return decision

    def _create(self, talk: _Talk, command: commands.Create) -> Decision:
        policy = self.office.policy
        if talk.sender.address not in policy.creators:
            return Decision(None, refusals=(NotAllowed("CREATE", "creator"),))
        return create(
            command,
            talk.sender.address,
            self.office.variants,
            self.books.game(command.name) is not None,
            policy.defaults,
            is_reserved(command.name, self.office.identity),
        )

    def _without_game(self, command: commands.Command, named: str) -> Decision:
        match command:
            case commands.ShowHelp():
                return Decision(None, events=(HelpShown(),))
            case commands.Misused(text, usage):
                return Decision(None, refusals=(WrongUsage(text, usage),))
            case _:
                return Decision(None, refusals=(NoSuchGame(named),))

    def _submit(
        self, talk: _Talk, mail: InboxMail, message: Message, read: commands.ReadMail
    ) -> None:
        if talk.game is None or talk.seat is None:
            talk.refusals.append(NoSuchGame(talk.sender.elsewhere))
            return
        decision = submit(
            talk.game,
            self._variant(talk.game),
            talk.seat,
            read,
            mail.arrival,
            message.message_id,
            self.office.salt(),
            self.now,
            self._answered_at(message),
        )
        self._take(talk, decision)

    def _answered_at(self, message: Message) -> datetime | None:
        """Return when the letter was written that the mail answers, if it is one of ours."""
        return self.books.posted_at(message.references[0]) if message.references else None

    def _take(self, talk: _Talk, decision: Decision) -> None:
        """Enter a decision into the books and the talk."""
        talk.events.extend(decision.events)
        talk.refusals.extend(decision.refusals)
        if decision.game is not None:
            talk.game = decision.game
            if decision.events:
                self.publish(decision)


def _reachable(sender: Sender) -> tuple[tuple[str, Game | None, Seat | None], ...]:
    match sender:
        case Proven(address, game, seat):
            return ((address, game, seat),)
        case Unproven(address, seats):
            return tuple((address, game, seat) for game, seat in seats)
        case _:
            return ()


def _without_gm_who_plays(seats: tuple[tuple[Game, Seat], ...]) -> tuple[tuple[Game, Seat], ...]:
    """Return the seats without those of GMs who play too: they can steer from the player's."""
    played = {game.name for game, seat in seats if not seat.is_gm}
    return tuple((game, seat) for game, seat in seats if not (seat.is_gm and game.name in played))


def _is_create(command: commands.Command) -> bool:
    """Whether the command is CREATE, also a CREATE that is not written as it must be."""
    match command:
        case commands.Misused(usage=usage):
            return usage.startswith("CREATE ")
        case _:
            return isinstance(command, commands.Create)
