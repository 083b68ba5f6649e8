"""Commands: what each does to a game, or why it does nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias, assert_never

from judge.game.addresses import registered_form
from judge.game.choices import LAST_YEAR, MAP, VICTORY, chosen
from judge.game.commands import (
    Assign,
    Command,
    Create,
    Misused,
    Process,
    Reopen,
    SetDeadline,
    SetLanguage,
    ShowHelp,
    ShowStatus,
    Start,
)
from judge.game.deadlines import parse_moment
from judge.game.events import (
    DeadlineChanged,
    Decision,
    GameCreated,
    GameStarted,
    HelpShown,
    LanguageChosen,
    PhaseCalled,
    PowerReopened,
    SeatAssigned,
    StatusShown,
)
from judge.game.game import Game, Options, Stage
from judge.game.refusals import (
    BadAddress,
    BadName,
    BadOption,
    DeadlinePassed,
    NameTaken,
    NotAllowed,
    NothingToReopen,
    OtherPhase,
    Refusal,
    ReservedName,
    SeatsOpen,
    UnknownLanguage,
    UnknownMap,
    UnknownPower,
    WrongStage,
    WrongUsage,
)
from judge.game.seats import GM_SEAT, Seat
from judge.game.submit import names_phase
from judge.game.turn import opened, ripened
from judge.maps.variant import Variant

GmCommand: TypeAlias = Assign | Start | SetDeadline | Process | Reopen

_WORDS: Mapping[type[Command], str] = {
    Create: "CREATE",
    Assign: "ASSIGN",
    Start: "START",
    SetDeadline: "DEADLINE",
    Process: "PROCESS",
    Reopen: "REOPEN",
}
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{1,19}")


def create(
    command: Create,
    gm_address: str,
    variants: Mapping[str, Variant],
    is_name_taken: bool,
    defaults: Options = Options(),  # noqa: B008 - a frozen value
    is_name_reserved: bool = False,
) -> Decision:
    """Form a new game with the GM's seat and an empty one for each power.

    ``variants`` are the maps that are installed; a reserved name is one that mail uses for
    something else. Everything that is wrong is refused at once, and
    the decision has no game then.
    """
    options, refusals = _options_of(command, variants, defaults)
    address = registered_form(gm_address)
    if is_name_taken:
        refusals = (NameTaken(command.name), *refusals)
    if is_name_reserved:
        refusals = (ReservedName(command.name), *refusals)
    if not _NAME.fullmatch(command.name):
        refusals = (BadName(command.name), *refusals)
    if address is None:
        return Decision(None, refusals=(*refusals, BadAddress(gm_address)))
    if refusals:
        return Decision(None, refusals=refusals)
    variant = variants[options.map_id]
    players = (Seat(number, power) for number, power in enumerate(variant.board.powers, 1))
    seats = (Seat(GM_SEAT, None, address), *players)
    return Decision(Game(command.name, options, seats, variant.start), (GameCreated(),))


def _options_of(
    command: Create, variants: Mapping[str, Variant], defaults: Options
) -> tuple[Options, tuple[Refusal, ...]]:
    """Return the options of a new game, and what is wrong with them or the map."""
    named = () if command.map_id is None else ((MAP, command.map_id),)
    options, bad = chosen((*named, *command.options), defaults)
    variant = variants.get(options.map_id)
    if variant is None:
        return options, (UnknownMap(options.map_id, tuple(sorted(variants))), *bad)
    first_year, last_year = variant.start.phase.year, options.last_year
    if last_year is not None and last_year < first_year:
        bad = (*bad, BadOption(LAST_YEAR, str(last_year), f"{first_year}..9999, none"))
    victory, (least, most) = dict(options.rule_options).get(VICTORY), _victories_on(variant)
    if victory is not None and not least <= int(victory) <= most:
        bad = (*bad, BadOption(VICTORY, victory, f"{least}..{most}"))
    return options, bad


def _victories_on(variant: Variant) -> tuple[int, int]:
    """Return the least and the most centres that can be chosen to win on a map.

    More than the largest country has at home or at the start, so that nobody wins without a
    capture; and no more than there are.
    """
    centres = [each for each in variant.board.provinces.values() if each.is_centre]
    homes = Counter(each.home for each in centres if each.home is not None)
    owned = Counter(variant.start.owners.values())
    return max((*homes.values(), *owned.values()), default=0) + 1, len(centres)


def decide(
    game: Game,
    variant: Variant,
    seat: Seat,
    command: Command,
    now: datetime,
    arrived_at: datetime | None = None,
) -> Decision:
    """Do what the holder of a seat asks, or say why not.

    ``arrived_at`` is when the mail with the command came in, None where that is ``now``. CREATE is
    for ``create``: nobody gives it from a seat.
    """
    match command:
        case ShowStatus():
            return Decision(game, (StatusShown(),))
        case ShowHelp():
            return Decision(game, (HelpShown(),))
        case SetLanguage(language):
            return _speak(game, variant, seat, language)
        case Misused(text, usage):
            return _refused(game, WrongUsage(text, usage))
        case Create():
            return _refused(game, NotAllowed(_WORDS[Create], "creator"))
        case _:
            if not seat.is_gm:
                return _refused(game, NotAllowed(_WORDS[type(command)], "gm"))
            return _decide_for_gm(game, variant, command, now, arrived_at or now)


def _decide_for_gm(
    game: Game, variant: Variant, command: GmCommand, now: datetime, arrived_at: datetime
) -> Decision:
    fitting = _STAGES[type(command)]
    if game.stage not in fitting:
        return _refused(game, WrongStage(_WORDS[type(command)], game.stage.value))
    match command:
        case Assign():
            return _assign(game, variant, command)
        case Start():
            return _start(game, now)
        case SetDeadline(words):
            return _set_deadline(game, variant, words, now)
        case Process(phase):
            return _process(game, phase, arrived_at)
        case Reopen(word):
            return _reopen(game, variant, word, now)
        case _:
            assert_never(command)


_STAGES: Mapping[type[GmCommand], tuple[Stage, ...]] = {
    Assign: (Stage.FORMING, Stage.RUNNING),
    Start: (Stage.FORMING,),
    SetDeadline: (Stage.RUNNING,),
    Process: (Stage.RUNNING,),
    Reopen: (Stage.RUNNING,),
}


def _refused(game: Game, refusal: Refusal) -> Decision:
    return Decision(game, refusals=(refusal,))


def _power_of(game: Game, variant: Variant, word: str) -> str | UnknownPower:
    """Return the power of the game that a word names."""
    power = variant.power_of(word)
    known = tuple(seat.power for seat in game.players if seat.power is not None)
    return power if power in known else UnknownPower(word, known)


def _assign(game: Game, variant: Variant, command: Assign) -> Decision:
    """Give a power to a player; a new address makes the tokens of the old one worthless."""
    power = _power_of(game, variant, command.power)
    address = registered_form(command.address)
    refusals: list[Refusal] = []
    if isinstance(power, UnknownPower):
        refusals.append(power)
    if address is None:
        refusals.append(BadAddress(command.address))
    if isinstance(power, UnknownPower) or address is None:
        return Decision(game, refusals=tuple(refusals))
    before = game.seat_of(power)
    seat = _given_to(before, address)
    seats = tuple(seat if each is before else each for each in game.seats)
    return Decision(replace(game, seats=seats), (SeatAssigned(seat, before.address),))


def _given_to(seat: Seat, address: str) -> Seat:
    """Return the seat with that player, who orders for the power again."""
    seat = replace(seat, is_silent=False)
    if address == seat.address:
        return seat
    return replace(seat, address=address, generation=seat.generation + 1, language=None)


def _speak(game: Game, variant: Variant, seat: Seat, language: str | None) -> Decision:
    """Note the language of whoever holds a seat; None if their mails are to tell it."""
    if language is not None and language not in variant.languages:
        return _refused(game, UnknownLanguage(language, variant.languages))
    seats = tuple(
        replace(each, language=language) if each.number == seat.number else each
        for each in game.seats
    )
    return Decision(replace(game, seats=seats), (LanguageChosen(language),))


def _start(game: Game, now: datetime) -> Decision:
    empty = tuple(
        seat.power for seat in game.players if seat.address is None and seat.power is not None
    )
    if empty:
        return _refused(game, SeatsOpen(empty))
    return Decision(opened(game, game.position, now), (GameStarted(),))


def _passed(game: Game, command: str, now: datetime) -> DeadlinePassed | None:
    """Return a refusal once the phase is over: all who ordered or were late are served alike."""
    if game.deadline is None or now < game.deadline:
        return None
    return DeadlinePassed(command, game.deadline)


def _set_deadline(game: Game, variant: Variant, words: str, now: datetime) -> Decision:
    if (passed := _passed(game, "DEADLINE", now)) is not None:
        return _refused(game, passed)
    pace = game.options.pace
    moment = parse_moment(words, now, pace.zone, pace.at, game.deadline)
    if not isinstance(moment, datetime):
        return _refused(game, moment)
    moved = replace(game, deadline=moment, ripe_at=moment)
    return _announced(ripened(moved, variant, now), DeadlineChanged(game.deadline, moment))


def _announced(game: Game, event: DeadlineChanged | PowerReopened) -> Decision:
    """Decide something that a bulletin of its own tells to all."""
    return Decision(replace(game, bulletins=game.bulletins + 1), (event,))


def _process(game: Game, phase: str, arrived_at: datetime) -> Decision:
    """End the phase when the command arrived: orders in the same mail, or before it, still count.

    The judging is left to the deadline, which waits for such mail as ever. A phase that has ended
    already, or has all its orders, ends no later for it.
    """
    open_phase = game.position.phase
    if not names_phase(phase, open_phase):
        return _refused(game, OtherPhase(phase, open_phase))
    end = arrived_at if game.opened_at is None else max(game.opened_at, arrived_at)
    deadline = end if game.deadline is None else min(game.deadline, end)
    ripe_at = deadline if game.ripe_at is None else min(game.ripe_at, deadline)
    ended = replace(game, deadline=deadline, ripe_at=ripe_at)
    return Decision(ended, (PhaseCalled(open_phase),))


def _reopen(game: Game, variant: Variant, word: str, now: datetime) -> Decision:
    power = _power_of(game, variant, word)
    if isinstance(power, UnknownPower):
        return _refused(game, power)
    if (passed := _passed(game, "REOPEN", now)) is not None:
        return _refused(game, passed)
    submission = game.submission_of(power)
    if submission is None:
        return _refused(game, NothingToReopen(power))
    others = tuple(each for each in game.submissions if each is not submission)
    reopened = ripened(replace(game, submissions=others), variant, now)
    return _announced(reopened, PowerReopened(power, submission))
