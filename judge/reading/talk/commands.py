"""Commands by mail: the first word of a line, and what has to follow it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

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
from judge.maps.folding import fold
from judge.maps.variant import Variant
from judge.reading.context import Context
from judge.reading.languages import language_named
from judge.reading.talk.headings import phase_in
from judge.reading.words.tokens import LONGEST

USAGE: Mapping[str, str] = {
    "CREATE": "CREATE name [map] [option=value ...]",
    "ASSIGN": "ASSIGN power address",
    "START": "START",
    "DEADLINE": "DEADLINE date, or DEADLINE +2d",
    "PROCESS": "PROCESS phase, for example PROCESS S1901M",
    "REOPEN": "REOPEN power",
    "LANGUAGE": "LANGUAGE language, for example LANGUAGE French, or LANGUAGE ANY",
    "STATUS": "STATUS",
    "HELP": "HELP",
}
"""Each command's word and its right form."""

END_WORDS = frozenset({"end", "signoff", "quit", "stop"})
"""A line that is one of these ends the reading of a mail."""

_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
_OPTION = re.compile(r"([A-Za-z_][\w.-]*)=(\S*)")
_ADDRESS = re.compile(r"<?([^\s<>@]+@[^\s<>@]+)>?")
_PHASE = re.compile(r"[SFW]\d{1,4}[MRAB]", re.IGNORECASE)
_SET = re.compile(r"^set\s+(?=language\b)", re.IGNORECASE)
_ANY = "ANY"
_CLOSING = ".!,;: "
_SUBJECT_TAG = re.compile(r"^\s*(?:(?:re|aw|fwd?|tr|sv|wg)\s*:|\[[^\]]*\])\s*", re.IGNORECASE)


def command_in(text: str, context: Context) -> Command | None:
    """Return the command that a line is, or None when it is none.

    A command's word in capitals is always a command. In small letters the rest has to fit as well,
    since prose can begin with the same word (``Start with the army in Paris``).
    """
    word, _, rest = _SET.sub("", text.strip()).partition(" ")
    word = word.rstrip(_CLOSING)
    name = word.upper()
    if name not in USAGE:
        return None
    rest = rest.strip()
    if name in _BARE:
        return _BARE[name]() if not rest.strip(_CLOSING) else None
    command = _READERS[name](rest, context)
    if command is not None and (word.isupper() or _fits(name, rest, context)):
        return command
    is_meant = word.isupper() or not rest
    return Misused(text.strip(), USAGE[name]) if is_meant else None


def _fits(name: str, rest: str, context: Context) -> bool:
    match name:
        case "REOPEN":
            return context.variant.power_of(rest) is not None
        case "LANGUAGE":
            word = _word_for_language(rest)
            return word.upper() == _ANY or language_named(word) is not None
        case "DEADLINE":
            return (
                any(char.isdigit() for char in rest)
                and fold(rest.split(maxsplit=1)[0]) not in _TALK
            )
        case _:
            return True


def _create(rest: str, _: Context) -> Command | None:
    words = rest.split()
    options = [found for word in words if (found := _OPTION.fullmatch(word))]
    plain = [word for word in words if not _OPTION.fullmatch(word)]
    if not 1 <= len(plain) <= 2 or not all(map(_NAME.fullmatch, plain)):
        return None
    return Create(
        plain[0],
        plain[1] if len(plain) == 2 else None,
        tuple((found[1].lower(), found[2]) for found in options),
    )


def _assign(rest: str, context: Context) -> Command | None:
    """Read a power and an address; a player's name or ``to`` may stand between them."""
    words, _blank, address = rest.rpartition(" ")
    found = _ADDRESS.fullmatch(address)
    if found is None or not words.strip():
        return None
    return Assign(_power_first(words.split(), context.variant), found[1])


def _power_first(words: Sequence[str], variant: Variant) -> str:
    """Return the longest beginning that names a power, else all the words."""
    beginnings = (" ".join(words[:at]) for at in range(len(words), 0, -1))
    named = (each for each in beginnings if variant.power_of(each.rstrip(_CLOSING)) is not None)
    return next(named, " ".join(words)).rstrip(_CLOSING)


def _deadline(rest: str, _: Context) -> Command | None:
    return SetDeadline(rest) if rest and len(rest.split()) <= 6 else None


def _process(rest: str, context: Context) -> Command | None:
    """Read a phase as its code or in words: ``S1901M``, ``Spring 1901``."""
    phase = rest.rstrip(_CLOSING)
    if _PHASE.fullmatch(phase):
        return Process(phase.upper())
    named = phase_in(phase, context)
    return None if named is None else Process(named)


def _reopen(rest: str, context: Context) -> Command | None:
    power = rest.rstrip(_CLOSING)
    is_power = context.variant.power_of(power) is not None
    return Reopen(power) if power and (is_power or len(power.split()) == 1) else None


def _language(rest: str, _: Context) -> Command | None:
    """Read the name of a language, or ANY; an unknown word is kept, to be named in the answer."""
    word = _word_for_language(rest)
    if not word or len(word.split()) > 1:
        return None
    return SetLanguage(None if word.upper() == _ANY else language_named(word) or word)


def _word_for_language(rest: str) -> str:
    return rest.removeprefix("=").removeprefix("to ").strip().rstrip(_CLOSING)


_CHECK = re.compile(
    r"[\W_]*(?P<word>check)\b(?P<sign>[^\w\s]*(?:\s+[-\u2013\u2014])?)\s*", re.IGNORECASE
)
_SHOUTED_CHECK = re.compile(r"\bCHECK\b")
_ASKED_CHECK = re.compile(r"[\W_]*(?:(?:please|pls|just)\W+)?check\b", re.IGNORECASE)
_BESIDE_CHECK = frozenset(
    {"please", "only", "run", "orders", "order", "my", "first", "just", "pls"}
)
_TALK = frozenset({"is", "was", "for", "has", "will", "in", "seems", "are", "on"})
_BARE: Mapping[str, Callable[[], Command]] = {
    "START": Start,
    "STATUS": ShowStatus,
    "HELP": ShowHelp,
}
_READERS: Mapping[str, Callable[[str, Context], Command | None]] = {
    "CREATE": _create,
    "ASSIGN": _assign,
    "DEADLINE": _deadline,
    "PROCESS": _process,
    "REOPEN": _reopen,
    "LANGUAGE": _language,
}


def is_check(text: str) -> bool:
    """Say whether a line asks for a dry run: its first word is CHECK."""
    return after_check(text) is not None


def after_check(text: str) -> str | None:
    """Return what follows the word CHECK at the beginning of a line, None where it is no CHECK.

    In capitals it always asks for a dry run, which is the harmless way to take it; in small letters
    when it stands alone or before a sign, or words like ``please`` follow.
    """
    found = _CHECK.match(text)
    if found is None:
        return None
    rest = text[found.end() :]
    is_meant = found["word"].isupper() or found["sign"] or not rest
    if is_meant or all(fold(word) in _BESIDE_CHECK for word in rest.split()):
        return rest
    return None


def around_check(text: str, is_first: bool) -> tuple[str, str] | None:
    """Return what stands before and after the CHECK of a line, None where none is asked for.

    In capitals the word asks anywhere (``PLEASE CHECK``); in small letters as ``after_check`` says,
    and in the first line of a mail whenever it comes first: doubt falls on the dry run.
    """
    if (rest := after_check(text)) is not None:
        return "", rest
    found = _ASKED_CHECK.match(text) if is_first else None
    if found is not None:
        return "", text[found.end() :].strip()
    found = _SHOUTED_CHECK.search(text)
    return None if found is None else (text[: found.start()], text[found.end() :].strip())


def subject_is_check(subject: str) -> bool:
    """Say whether a subject asks for a dry run: ``Re: [game] check``, ``my orders - CHECK``.

    In capitals the word asks for it anywhere but in the name of the game.
    """
    if not subject or "check" not in subject.casefold():
        return False
    while found := _SUBJECT_TAG.match(subject):
        subject = subject[found.end() :]
    return around_check(subject, True) is not None


def is_end(text: str) -> bool:
    """Say whether a line ends the reading: END, SIGNOFF, SIGN OFF, QUIT or STOP alone."""
    return len(text) <= LONGEST and fold(text) in END_WORDS
