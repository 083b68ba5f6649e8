"""Everything that can happen has its words, and every template can be rendered."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime, timedelta
from typing import Any, get_args, get_type_hints

import pytest
from jinja2 import Environment, FileSystemLoader, UndefinedError
from scenes import NOW, STANDARD, composer, forming, judged, running, submission

from judge.bulletin.compose import Answer, Composer
from judge.bulletin.facts import (
    GROUP_OF,
    PLACE_FIELDS,
    POWER_FIELDS,
    WRITTEN_FIELDS,
    Fact,
    Namer,
    macro_name,
)
from judge.bulletin.wording import Wording
from judge.game import refusals
from judge.game.events import Event, GameStarted
from judge.game.refusals import Refusal
from judge.game.submission import (
    AmbiguousCoast,
    BadlyWritten,
    ConflictingOrders,
    SeveralMeanings,
    Submission,
    Unread,
)
from judge.message.acceptance import Unacceptable
from judge.message.problems import PROBLEMS
from judge.resources import templates_folder
from judge.rules.options import Counting
from judge.rules.orders import Hold, Move, Order
from judge.rules.phase import Phase
from judge.rules.rulebook import Surplus
from judge.rules.units import Unit, UnitKind
from judge.rules.verdicts import (
    CannotReach,
    CoastNeeded,
    DisbandCause,
    Disbanded,
    HeldInParadox,
    Illegal,
    Mismatch,
    NoRetreatThere,
    RetreatBar,
    Rival,
    Unmatched,
    Verdict,
)

FRENCH = Unit("france", UnitKind.ARMY, "par")
NAMER = Namer(STANDARD, "en", "Europe/Paris", (FRENCH,))
SAMPLES: dict[Any, Any] = {
    Unit: FRENCH,
    UnitKind: UnitKind.FLEET,
    RetreatBar: RetreatBar.CONTESTED,
    Counting: Counting.LAST,
    DisbandCause: DisbandCause.CLASH,
    Mismatch: Mismatch.FAR_COAST,
    Surplus: Surplus.FIRST_LEGAL,
    datetime: NOW,
    Phase: Phase.parse("F1901M"),
    int: 2,
    bool: True,
}
TEXTS = {"who": "gm", "stage": "running"}
VOIDS = (*get_args(Illegal), *get_args(Unread), *get_args(BadlyWritten))
SPOKEN = (*VOIDS, *get_args(Verdict), *get_args(Refusal))
SPARSE = tuple(
    each
    for each in SPOKEN
    if each not in (AmbiguousCoast, CoastNeeded, ConflictingOrders, SeveralMeanings)
)
"""Those whose particulars can be missing; the others are about several things by nature."""


def _sample(name: str, hint: Any) -> Any:
    """A value for a field, by its type and where that is text by its name."""
    if hint is str:
        if name in PLACE_FIELDS:
            return "stp/nc"
        return "russia" if name in POWER_FIELDS else TEXTS.get(name, "xyz")
    if hint == Illegal:
        return CannotReach(UnitKind.ARMY, "par", "lon")
    if hint == Order:
        return Move(UnitKind.ARMY, "par", "bur")
    if hint is Rival:
        return Rival(FRENCH, 2)
    if hint is Submission:
        return submission(running(), "france", "A par H")
    if hint in SAMPLES:
        return SAMPLES[hint]
    inner = [each for each in get_args(hint) if each not in (Ellipsis, type(None))]
    value = _sample(name, inner[0])
    return (value, value) if str(hint).startswith("tuple") else value


def _empty(name: str, hint: Any) -> Any:
    """As ``_sample``, with nothing where there can be nothing."""
    if type(None) in get_args(hint):
        return None
    return () if str(hint).startswith("tuple") else _sample(name, hint)


def _sample_of(cls: type) -> Any:
    hints = get_type_hints(cls)
    return cls(**{field.name: _sample(field.name, hints[field.name]) for field in fields(cls)})


@pytest.mark.parametrize("cls", SPOKEN, ids=lambda cls: cls.__name__)
def test_reasons_verdicts_and_refusals_have_words(cls: type) -> None:
    fact = NAMER.fact(_sample_of(cls))
    said = composer().wording.say("en", fact)
    assert bool(said) == (macro_name(cls) != "succeeded")
    assert "{" not in said
    assert "  " not in said
    assert "stp" not in said
    assert "russia" not in said


@pytest.mark.parametrize("cls", SPARSE, ids=lambda cls: cls.__name__)
def test_words_do_without_particulars(cls: type) -> None:
    hints = get_type_hints(cls)
    value = cls(**{each.name: _empty(each.name, hints[each.name]) for each in fields(cls)})
    said = composer().wording.say("en", NAMER.fact(value))
    assert "None" not in said
    assert not said.endswith((" and", " or", ":", ","))


def test_a_conflict_shows_four_lines_of_many() -> None:
    lines = tuple(f"A Par - {number % 16}" for number in range(1000))
    said = composer().wording.say("en", NAMER.fact(ConflictingOrders(lines)))
    assert said.endswith('"A Par - 2"; "A Par - 3" and 12 more')
    assert said.count('"') == 8


@pytest.mark.parametrize(("second", "clock"), [(0, "21:00"), (7, "21:00:07")])
def test_a_deadline_shows_seconds_where_it_has_them(second: int, clock: str) -> None:
    game = running()
    assert game.deadline is not None
    late = replace(game, deadline=game.deadline.replace(second=second))
    letter = composer().proof_wanted("x@example.org", late, late.gm, "1")
    assert f", {clock} (Europe/Paris)" in letter.text


@pytest.mark.parametrize("cls", get_args(Verdict), ids=lambda cls: cls.__name__)
def test_verdicts_have_a_mark(cls: type) -> None:
    fact = NAMER.fact(_sample_of(cls))
    mark = composer().wording.say("en", Fact(fact.group, f"mark_{fact.name}", fact.args))
    assert bool(mark) == (macro_name(cls) != "succeeded")


@pytest.mark.parametrize("cls", get_args(Event), ids=lambda cls: cls.__name__)
def test_events_have_words(cls: type) -> None:
    assert composer().wording.knows("en", "events", macro_name(cls))


@pytest.mark.parametrize("cls", get_args(Order), ids=lambda cls: cls.__name__)
def test_orders_have_words(cls: type) -> None:
    order = _sample_of(cls)
    assert composer().wording.say("en", NAMER.order(order, "turkey"))


@pytest.mark.parametrize("cause", DisbandCause, ids=lambda cause: cause.value)
def test_each_cause_of_a_disbandment_has_words(cause: DisbandCause) -> None:
    said = composer().wording.say("en", NAMER.fact(Disbanded(cause, (FRENCH,))))
    assert bool(said) == (cause is not DisbandCause.ORDERED)


@pytest.mark.parametrize("cause", Mismatch, ids=lambda cause: cause.value)
def test_each_mismatch_has_words(cause: Mismatch) -> None:
    said = composer().wording.say("en", NAMER.fact(Unmatched(FRENCH, cause=cause)))
    by_land = composer().wording.say("en", NAMER.fact(Unmatched(FRENCH, by_land=True)))
    start = "It came to nothing: the French army in Paris "
    assert said.startswith(start)
    assert len(said) > len(start) + 5
    assert said != by_land


def test_a_circle_is_not_said_to_be_a_convoy_paradox() -> None:
    said = composer().wording.say("en", NAMER.fact(HeldInParadox(of_convoy=False)))
    assert "circle" in said
    assert "convoy" not in said


@pytest.mark.parametrize("bar", RetreatBar, ids=lambda bar: bar.value)
def test_each_bar_to_a_retreat_has_words(bar: RetreatBar) -> None:
    fact = NAMER.fact(NoRetreatThere("par", "bur", bar, ()))
    assert "No retreat is open" in composer().wording.say("en", fact)


def test_each_field_with_text_is_named_or_shown_as_written() -> None:
    known = PLACE_FIELDS | POWER_FIELDS | WRITTEN_FIELDS
    for cls in SPOKEN:
        for field, hint in get_type_hints(cls).items():
            if hint is str or str(hint).startswith(("tuple[str", "str |")):
                assert field in known, f"{cls.__name__}.{field}"
    assert not PLACE_FIELDS & POWER_FIELDS
    assert not PLACE_FIELDS & WRITTEN_FIELDS


def test_each_class_has_one_template() -> None:
    assert set(GROUP_OF) == {*SPOKEN, *get_args(Order)}


@pytest.mark.parametrize("word", sorted(PROBLEMS))
def test_problems_of_a_mail_have_words(word: str) -> None:
    text = composer().receipt(_answer(problems=(word,))).text
    assert "About your mail" not in text


def _answer(**changes: Any) -> Answer:
    game = running()
    answer = Answer(
        to="france@example.org",
        game=game,
        seat=game.seat_of("france"),
        events=(),
        refusals=(),
        done=(),
        ignored=(),
        cut_quoted=0,
        cut_signature=0,
        mail_id="m1@example.org",
        subject="orders",
        number=7,
        arrived_at=NOW,
    )
    return replace(answer, **changes)


@pytest.mark.parametrize("cls", get_args(Refusal), ids=lambda cls: cls.__name__)
def test_each_refusal_stands_in_the_receipt(cls: type) -> None:
    refusal = _sample_of(cls)
    words = composer().wording.say("en", NAMER.fact(refusal))
    text = composer().receipt(_answer(refusals=(refusal,))).text
    assert words in " ".join(text.split())


@pytest.mark.parametrize(
    "refusal",
    [refusals.NoSuchGame(""), refusals.BadName("9"), refusals.WrongUsage("x", "CREATE name")],
)
def test_refusals_need_no_game(refusal: Refusal) -> None:
    letter = composer().receipt(_answer(game=None, seat=None, refusals=(refusal,)))
    assert letter.subject == "judge: not done"
    assert letter.seat == 0


@pytest.mark.parametrize("cls", Unacceptable.__subclasses__(), ids=lambda cls: cls.__name__)
def test_mails_that_cannot_be_read_are_explained(cls: type) -> None:
    problem = cls(**{field.name: 12345 for field in fields(cls) if field.name != "outline"})
    game = running()
    letter = composer().unacceptable("x@example.org", game, game.seats[1], problem, 3)
    assert "Nothing in it was done" in " ".join(letter.text.split())
    assert composer().unacceptable("x@example.org", None, None, problem, 3).seat == 0


def test_letters_about_no_deadline() -> None:
    writer, game = composer(), forming()
    letters = [
        writer.creator_welcome("gm@example.net"),
        writer.proof_wanted("gm@example.net", None, None, "1"),
        writer.proof_wanted("france@example.org", game, game.seats[3], "1"),
        writer.proof_wanted("france@example.org", running(), running().seats[3], "1"),
        writer.mailbox_unreachable(running(), NOW - timedelta(days=1)),
        writer.shunted("operator@example.net", 12, "Traceback ...\nValueError: {{ x }}"),
        writer.stuck("operator@example.net", "gamma", "Traceback ...\nValueError"),
    ]
    assert len({letter.key for letter in letters}) == 5
    assert [letter.seat for letter in letters] == [0, 0, 3, 3, 0, None, None]
    assert "{{ x }}" in letters[5].text


def test_the_markers_above_each_letter_cut_a_reply() -> None:
    decision = judged({"phase": "S1901M", "units": ["france A par"], "orders": {}})
    assert decision.game is not None
    for letter in composer().announcements(decision.game, decision.events, NOW):
        assert "reply above this line" in letter.text.splitlines()[0]


def test_the_templates_that_ship_have_no_fault() -> None:
    assert list(composer().faults()) == []


def test_faults_of_templates_name_file_and_line() -> None:
    texts = {"en/x.txt.j2": "fine\n{% if %}", "fr/y.txt.j2": "{{ fine }}"}
    assert next(Wording(texts).faults()).startswith("en/x.txt.j2:2: ")
    assert len(list(Wording(texts).faults())) == 1


def test_a_macro_that_is_missing_is_a_fault() -> None:
    loader = FileSystemLoader(templates_folder())
    texts = {name: loader.get_source(Environment(), name)[0] for name in loader.list_templates()}
    texts["en/verdicts.txt.j2"] = texts["en/verdicts.txt.j2"].replace("macro cut(", "macro kut(")
    assert list(Composer(texts, lambda _: STANDARD).faults()) == [
        "en/verdicts.txt.j2: there is no macro cut"
    ]


def test_a_variable_that_is_not_there_is_an_error() -> None:
    wording = Wording({"en/x.txt.j2": "{{ nothing }}"})
    with pytest.raises(UndefinedError):
        wording.text("en", "x", {})


def test_other_languages_fall_back_to_english() -> None:
    wording = Wording({"en/x.txt.j2": "yes", "fr/y.txt.j2": "oui"})
    assert wording.text("fr", "x", {}) == "yes"
    assert wording.text("fr", "y", {}) == "oui"


def test_a_letter_is_in_one_language() -> None:
    game = running()
    seats = tuple(replace(seat, language="fr") for seat in game.seats)
    english = composer().announcements(game, (GameStarted(),), NOW)
    french = composer().announcements(replace(game, seats=seats), (GameStarted(),), NOW)
    assert english == french


def test_texts_are_not_escaped() -> None:
    wording = Wording({"en/x.txt.j2": "{{ text }}"})
    assert wording.text("en", "x", {"text": "<A> & 'B'"}) == "<A> & 'B'"


def test_templates_come_from_any_loader() -> None:
    loader = FileSystemLoader(templates_folder())
    assert Composer(loader, lambda _: STANDARD).creator_welcome("x@example.org").key == "welcome"


def test_a_reading_names_the_owner_of_another_power_s_unit() -> None:
    order = _sample_of(Hold)
    assert NAMER.order(order, "turkey").args["owner"] == ""
