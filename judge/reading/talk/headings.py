"""Lines that head a mail or a part of it: phases (``Spring 1902``) and powers (``France:``)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from judge.maps.folding import fold, foldings
from judge.maps.variant import Variant
from judge.reading.context import Context
from judge.reading.languages import all_words
from judge.reading.words.tokens import FIRST_IDEOGRAPH
from judge.rules.phase import Phase, Season, Step

_WORD = re.compile(r"[\u3005-\u9fff]+|(?:(?![\u3005-\u9fff])[^\W_])+")
_DIGITS = re.compile("[\u3007一二三四五六七八九]{4}")
_CODE = re.compile(r"([SFW])(\d{2,4})([MRAB]?)|(\d{4})([SFW])([MRAB]?)", re.IGNORECASE)
_POSSESSIVE = re.compile("['\u2019]s\\b", re.IGNORECASE)
_YEAR = re.compile(r"1[789]\d\d|2\d{3}")
_SHORT_YEAR = re.compile(r"\d\d")
_LABEL = re.compile(
    r"\s*(?:\[(?P<square>[^\]]{1,30})\]\s*:?|\((?P<round>[^)]{1,30})\)\s*:?"
    r"|(?P<colon>[^:]{1,60}):|(?P<bracket>[^\W\d_]{1,20})\))\s*"
)
_BULLET = re.compile(
    r"(?:[-*•·‣▪◦]\s*|\(?\d{1,2}[.)]\s*|\d{1,2}:\s+|(?:#|[Nn]°|N[or]\.?\s?)\d{1,2}\s+"
    r"|\d{1,2}(?:\s?(?:[/-]|->)\s*(?=[^\W\d_])|°\s*|o\s+)"
    r"|\(?(?:[a-z]|[ivx]{2,4})\)\s*"
    r"|\d{1,2}\s+(?=(?:[AaFf]|[Aa]rmy|[Ff]leet)\s)"
    r"|(?:[a-z]|[ivx]{2,4})\.\s+(?=(?:[AaFf]|[Aa]rmy|[Ff]leet)\s))+(?=\S)"
)


@dataclass(frozen=True, slots=True)
class Label:
    """What stands before a colon or in brackets at the start of a line, and what follows it.

    ``power`` is the power named, ``phase`` the phase; both None for ``My orders:``.
    """

    power: str | None
    phase: str | None
    rest: str
    words: str = ""

    @property
    def is_letter(self) -> bool:
        return len(self.words) == 1


def without_bullet(text: str) -> str:
    """Return a line without the dash, star or number that numbers a list."""
    found = _BULLET.match(text)
    return text[found.end() :] if found else text


def may_be_labelled(text: str) -> bool:
    """Say whether a line begins with something like a label."""
    return _LABEL.match(text) is not None


def label_of(text: str, context: Context) -> Label | None:
    """Return the label that a line begins with, if it is one."""
    found = _LABEL.match(text)
    if found is None:
        return None
    words = next(group for group in found.groups() if group is not None)
    rest = text[found.end() :]
    if power := context.variant.power_of(words):
        return Label(power, None, rest, words)
    if found["bracket"] is not None and len(words) == 1:
        return Label(None, None, rest, words)
    if found["colon"] is None and found["square"] is None:
        return None
    year = context.position.phase.year if rest and context.position else None
    if phase := phase_in(words, context, year):
        return Label(_power_within(words, context.variant), phase, rest, words)
    power = _power_within(words, context.variant)
    is_two = "," in words and power is None
    keys = _keys(_POSSESSIVE.sub("", words), context.variant)
    if keys and not is_two and _is_heading(keys, context.variant):
        return Label(power, None, rest, words)
    return None


def _is_heading(keys: Iterable[str], variant: Variant) -> bool:
    return all(_is_heading_word(key, variant) for key in keys)


def _power_within(words: str, variant: Variant) -> str | None:
    named = _keys(_POSSESSIVE.sub("", words), variant)
    powers = {variant.power_of(word) for word in named if len(word) > 1} - {None}
    return powers.pop() if len(powers) == 1 else None


def is_code(key: str) -> bool:
    """Say whether a folded word may begin a phase: ``s1901m``, ``spring``, ``1901``."""
    is_number = _CODE.fullmatch(key) or _YEAR.fullmatch(key)
    return is_number is not None or key in _season_words()


def phase_in(text: str, context: Context, default_year: int | None = None) -> str | None:
    """Return the phase that a heading names, canonical, or None when it is no heading.

    A heading is a season and a year, or a code, with nothing but words that belong to headings. A
    step that is left out is that of the open phase where season and year agree; for a year that is
    left out ``default_year`` stands, if there is one.
    """
    found = _named_in(text, context)
    if found is None:
        return None
    season, year, step = found
    if season is None:
        is_heading = default_year is not None or _speaks_of_orders(text, context.variant)
        return _same_phase_in(year, context) if is_heading else None
    year = default_year if year is None else year
    return None if year is None else _canonical(season, year, step, context)


def _named_in(text: str, context: Context) -> tuple[Season | None, int | None, Step | None] | None:
    """Return the season, the year and the step that a heading names; None when it is none."""
    season: Season | None = None
    step: Step | None = None
    year: int | None = None
    for key in _keys(text, context.variant):
        if found := _CODE.fullmatch(key):
            season, year = Season((found[1] or found[5]).upper()), _year_of(found[2] or found[4])
            step = _STEPS.get((found[3] or found[6] or "").upper(), step)
        elif named := _year_named(key, season is not None and year is None):
            year = named
        elif key in _season_words():
            season = _season_words()[key]
        elif key in _step_words():
            step = _step_words()[key]
        elif key not in _letters() and not _is_heading_word(key, context.variant):
            return None
    return season, year, step


def _speaks_of_orders(text: str, variant: Variant) -> bool:
    return any(map(is_word_for_orders, _keys(text, variant)))


def _same_phase_in(year: int | None, context: Context) -> str | None:
    """Return the phase that a year alone names: the open one, or the same of another year."""
    if year is None or context.position is None:
        return None
    return str(replace(context.position.phase, year=year))


def _year_named(key: str, may_be_short: bool) -> int | None:
    """Return the year that a word is: of two digits only behind a season."""
    is_year = _YEAR.fullmatch(key) or (may_be_short and _SHORT_YEAR.fullmatch(key))
    return _year_of(key) if is_year else None


def is_heading_word(key: str) -> bool:
    """Say whether a folded word is one that stands in headings (``orders``, ``for``)."""
    return key in _heading_words()


def _is_heading_word(key: str, variant: Variant) -> bool:
    return is_heading_word(key) or (len(key) > 1 and variant.power_of(key) is not None)


def _canonical(season: Season, year: int, step: Step | None, context: Context) -> str:
    """Return the phase's notation; adjustments after the fall are those of winter."""
    if step is None:
        open_ = context.position.phase if context.position else None
        if open_ and open_.year == year and season in _seasons_of(open_):
            return str(open_)
        step = Step.ADJUSTMENT if season is Season.WINTER else Step.MOVEMENT
    if step is Step.ADJUSTMENT:
        season = Season.WINTER
    elif season is Season.WINTER:
        step = Step.ADJUSTMENT
    return str(Phase(season, year, step))


def _seasons_of(phase: Phase) -> tuple[Season, ...]:
    return (Season.FALL, Season.WINTER) if phase.season is Season.WINTER else (phase.season,)


def _year_of(digits: str) -> int:
    return int(digits) + (1900 if len(digits) == 2 else 0)


def _keys(text: str, variant: Variant) -> list[str]:
    """Return the folded words of a text; a script without blanks is parted by the words known."""
    keys: list[str] = []
    for word in _WORD.findall(_DIGITS.sub(_in_digits, text)):
        if word < FIRST_IDEOGRAPH:
            keys.append(fold(word))
        else:
            keys += _unspaced(variant).findall(fold(word))
    return keys


def _in_digits(found: re.Match[str]) -> str:
    return "".join(str(int(unicodedata.numeric(sign))) for sign in found[0])


@cache
def _unspaced(variant: Variant) -> re.Pattern[str]:
    powers = (forms for names in variant.names.values() for forms in names.powers.values())
    known = {*_heading_words(), *_season_words(), *_step_words()}
    known.update(fold(form) for forms in powers for form in forms)
    longest = sorted((word for word in known if word >= FIRST_IDEOGRAPH), key=len, reverse=True)
    return re.compile("|".join((*map(re.escape, longest), ".")))


_STEPS = {"M": Step.MOVEMENT, "R": Step.RETREAT, "A": Step.ADJUSTMENT, "B": Step.ADJUSTMENT}


def is_word_for_orders(key: str) -> bool:
    """Say whether a folded word means orders: the first two words for headings of a language."""
    return key in _words_for_orders()


@cache
def _words_for_orders() -> frozenset[str]:
    spoken = (words.forms.get("heading", ())[:2] for words in all_words().values())
    forms = {fold(form) for heading in spoken for form in heading}
    return frozenset(form for form in forms if form < FIRST_IDEOGRAPH)


@cache
def _letters() -> frozenset[str]:
    """Return the words of one letter that say nothing: Portuguese ``para a primavera``."""
    forms = (form for words in all_words().values() for form in words.forms.get("small", ()))
    return frozenset(fold(form) for form in forms if len(form) == 1)


@cache
def _season_words() -> dict[str, Season]:
    return {
        folded: season
        for season in Season
        for words in all_words().values()
        for form in words.forms.get(season.name.lower(), ())
        for folded in foldings(form)
    }


@cache
def _step_words() -> dict[str, Step]:
    facts = {
        "movement": Step.MOVEMENT,
        "retreats": Step.RETREAT,
        "adjustments": Step.ADJUSTMENT,
    }
    return {
        folded: step
        for fact, step in facts.items()
        for words in all_words().values()
        for form in words.forms.get(fact, ())
        for folded in foldings(form)
    }


@cache
def _heading_words() -> frozenset[str]:
    forms = {
        folded
        for words in all_words().values()
        for fact in ("heading", "movement", "retreats", "adjustments")
        for form in words.forms.get(fact, ())
        for folded in foldings(form)
    }
    return frozenset(forms)
