"""What templates may say of a game: its phase and clock, its board, and submissions as printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from enum import Enum
from typing import get_args

from judge.bulletin.facts import (
    Fact,
    Moment,
    Namer,
    PhaseWords,
    Place,
    UnitWords,
    arrival_stamp,
    phase_words,
)
from judge.bulletin.taken import as_taken, takes_ship
from judge.game.game import Game, Stage
from judge.game.submission import (
    OrderLine,
    Perpetual,
    Submission,
    Unread,
    VoidReason,
    published_lines,
)
from judge.game.turn import rulebook_of
from judge.maps.variant import Variant
from judge.rules.course import adjustment_due
from judge.rules.options import Counting
from judge.rules.phase import Step
from judge.rules.position import Position
from judge.rules.rulebook import BuildsWhere, Rulebook
from judge.rules.units import Unit
from judge.rules.verdicts import NotHomeCentre

_UNREAD = get_args(Unread)


@dataclass(frozen=True, slots=True)
class LengthWords:
    """How long phases of a kind last; ``step`` is the key of the kind: ``movement``."""

    step: str
    days: int
    hours: int
    minutes: int
    seconds: int


@dataclass(frozen=True, slots=True)
class GameWords:
    """A game; ``deadline`` is that of ``phase``, ``players`` are pairs of power and address.

    ``lengths`` are those of the kinds of phases, ``hour`` the time of day at which phases end
    (``20:00``), empty where there is none. ``rules`` is the edition of the rules, ``rule_options``
    are those that differ from it, as CREATE has them: ``convoy_routes=all_must_hold``. ``ruling``
    has the value of every rule by its name: ``all_must_hold`` by ``convoy_routes``. ``winner`` is
    None where nobody has won, ``deserted`` are the powers whose players are gone for good.
    """

    name: str
    variant: str
    phase: PhaseWords
    deadline: Moment | None
    zone: str
    is_running: bool
    has_ended: bool
    is_early: bool
    is_first_counting: bool
    is_anonymous: bool
    players: tuple[tuple[str, str | None], ...]
    lengths: tuple[LengthWords, ...]
    hour: str
    last_year: int | None
    rules: str
    rule_options: tuple[str, ...]
    ruling: Mapping[str, str]
    winner: str | None
    deserted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LineWords:
    """An order line as written, what it was read as, and why it is void.

    The reading of a line that is followed is the order as the rules take it.
    """

    text: str
    reading: Fact | None
    by_convoy: bool
    why: Fact | None
    readings: tuple[Fact, ...]
    is_perpetual: bool = False
    is_for_once: bool = False


@dataclass(frozen=True, slots=True)
class SubmissionWords:
    """A submission as printed.

    ``proof`` are the first lines that the digest covers: game, phase, power and arrival (empty in
    an anonymous game); the lines and the salt follow.
    """

    power: str
    phase: PhaseWords
    arrived: Moment
    proof: tuple[str, ...]
    lines: tuple[LineWords, ...]
    salt: str
    digest: str


@dataclass(frozen=True, slots=True)
class PowerBoard:
    """What a power has: centres and units, and what it must adjust (below zero: remove)."""

    power: str
    centres: tuple[Place, ...]
    units: tuple[UnitWords, ...]
    fallen: tuple[UnitWords, ...]
    due: int
    has_won: bool


def game_words(game: Game, variant: Variant, namer: Namer) -> GameWords:
    """Return what is said of the game in any letter."""
    pace, rulebook = game.options.pace, rulebook_of(game, variant)
    return GameWords(
        name=game.name,
        variant=variant.name,
        phase=phase_words(game.position.phase),
        deadline=None if game.deadline is None else namer.moment(game.deadline),
        zone=pace.zone,
        is_running=game.stage is Stage.RUNNING,
        has_ended=game.stage is Stage.OVER,
        is_early=pace.is_early,
        is_first_counting=rulebook.submissions is Counting.FIRST,
        is_anonymous=game.options.is_anonymous,
        players=tuple((namer.power(each.power or ""), each.address) for each in game.players),
        lengths=tuple(_length_words(step, pace.length_of(step)) for step in Step),
        hour="" if pace.at is None else f"{pace.at:%H:%M}",
        last_year=game.options.last_year,
        rules=game.options.rules,
        rule_options=tuple(f"{name}={value}" for name, value in game.options.rule_options),
        ruling=_ruling(rulebook),
        winner=None if game.winner is None else namer.power(game.winner),
        deserted=tuple(
            namer.power(each.power or "")
            for each in game.players
            if each.address is None and each.generation
        ),
    )


def _ruling(rulebook: Rulebook) -> dict[str, str]:
    values = {field.name: getattr(rulebook, field.name) for field in fields(rulebook)}
    return {name: value.value for name, value in values.items() if isinstance(value, Enum)}


def _length_words(step: Step, length: timedelta) -> LengthWords:
    minutes, seconds = divmod(length.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return LengthWords(step.name.lower(), length.days, hours, minutes, seconds)


def submission_words(
    game: Game, submission: Submission, namer: Namer, is_public: bool = False
) -> SubmissionWords:
    """Return a submission as its receipt prints it, or with ``is_public`` a bulletin.

    In a bulletin of an anonymous game a line that was not read has no reason, since the reason
    quotes the writer's words.
    """
    is_anonymous, rulebook = game.options.is_anonymous, rulebook_of(game, namer.variant)
    texts = published_lines(submission.lines, is_anonymous)
    stamp = "" if is_anonymous else arrival_stamp(submission.arrival.at)
    return SubmissionWords(
        power=namer.power(submission.power),
        phase=phase_words(submission.phase),
        arrived=namer.moment(submission.arrival.at),
        proof=(game.name, str(submission.phase), submission.power, stamp),
        lines=tuple(
            _line_words(text, line, submission.power, namer, rulebook, is_public and is_anonymous)
            for text, line in zip(texts, submission.lines, strict=True)
        ),
        salt=submission.salt,
        digest=submission.digest,
    )


def _line_words(
    text: str, line: OrderLine, power: str, namer: Namer, rulebook: Rulebook, is_hidden: bool
) -> LineWords:
    if is_hidden and isinstance(line.void, _UNREAD):
        return LineWords(text, None, False, Fact("reasons", "hidden", {}), ())
    board, order = namer.variant.board, line.order
    if order is not None and line.counts:
        order = as_taken(board, rulebook, order, power)
    return LineWords(
        text=text,
        reading=None if order is None else namer.order(order, power),
        by_convoy=order is not None and takes_ship(board, rulebook, order),
        why=None if line.void is None else reason_words(line.void, rulebook, namer),
        readings=tuple(namer.order(each, power) for each in line.readings),
        is_perpetual=line.is_perpetual and line.counts,
        is_for_once=line.is_for_once and line.counts,
    )


def reason_words(reason: VoidReason, rulebook: Rulebook, namer: Namer) -> Fact:
    """Return why a line is void; where one may build hangs on the rules of the game."""
    if not isinstance(reason, NotHomeCentre) or rulebook.builds_where is BuildsWhere.HOME:
        return namer.fact(reason)
    home = namer.variant.board.provinces[reason.province].home
    args = {
        "province": namer.place(reason.province),
        "home": None if home is None else namer.power(home),
    }
    return Fact("reasons", f"not_buildable_{rulebook.builds_where.value}", args)


def standing_words(
    standing: Iterable[Perpetual], namer: Namer
) -> tuple[tuple[str, tuple[Fact, ...]], ...]:
    """Return perpetual orders by power."""
    found: dict[str, list[Fact]] = {}
    for each in standing:
        found.setdefault(namer.power(each.power), []).append(namer.order(each.order, each.power))
    return tuple((power, tuple(orders)) for power, orders in found.items())


def board_words(
    game: Game, position: Position, variant: Variant, namer: Namer
) -> tuple[PowerBoard, ...]:
    """Return what each power that is still on the board has, in board order."""
    boards = (_power_board(game, position, variant, namer, each) for each in variant.board.powers)
    return tuple(each for each in boards if each.centres or each.units or each.fallen)


def _power_board(
    game: Game, position: Position, variant: Variant, namer: Namer, power: str
) -> PowerBoard:
    is_winter = position.phase.step is Step.ADJUSTMENT
    due = adjustment_due(variant.board, rulebook_of(game, variant), position, power)
    fallen = (each.unit for each in position.dislodged if each.unit.power == power)
    return PowerBoard(
        power=namer.power(power),
        centres=_by_name(map(namer.place, position.centres_of(power))),
        units=units_by_name(position.units_of(power), namer),
        fallen=units_by_name(fallen, namer),
        due=due if is_winter else 0,
        has_won=game.winner == power,
    )


def units_by_name(units: Iterable[Unit], namer: Namer) -> tuple[UnitWords, ...]:
    """Return units by the printed names of their places."""
    return tuple(sorted(map(namer.unit, units), key=lambda unit: unit.place.name))


def _by_name(places: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=lambda place: place.name))
