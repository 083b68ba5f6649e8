"""How mail programs introduce a quote, in the languages of the judge's players."""

from __future__ import annotations

import re

_ADDRESS = r"<[^<>\s]+@[^<>\s]+>"

# The line starts with a word for "on" and ends with a word for "wrote".
_DATE_FIRST = re.compile(
    r"(?:-{2,} ?)?on\b.*\b(?:wrote|writes)"
    r"|le\b.*\ba écrit"
    r"|(?:am|um|von)\b.*\bschrieb\b.*"
    r"|(?:el|en)\b.*\bescribi[óo]"
    r"|(?:il|in data|on)\b.*\b(?:ha scritto|scrisse)"
    r"|(?:em|a|na|no|às)\b.*\bescreveu"
    r"|(?:op|am)\b.*\bschreef\b.*"
    r"|den\b.*\bskrev\b.*"
    r"|(?:w dniu|dnia)\b.*\b(?:pisze|napisał(?:a|\(a\))?)"
    r"|(?=[^:\d]*\d).*\bnapisał(?:a|\(a\))?"
    r"|(?=\D*\d).*\b(?:пишет|писал|писала|писал\(а\)|написал|написала|написал\(а\))"
    r"|\d{4}年.*\d:\d\d.*|\d{4}[年/-].*(?:のメール|さんは書きました|wrote)",
    re.IGNORECASE,
)
# The line starts with a date, says who, and ends: Gmail in Russian and Japanese, Yandex, Mail.ru.
_DATE_ONLY = re.compile(rf"(?:\d|[^\W\d]{{2,15}}\.?,? ?\d)[^<>]*{_ADDRESS}", re.IGNORECASE)
_WROTE = (
    r"(?:wrote|writes|a écrit|schrieb|escribió|ha scritto|escreveu|schreef|пишет|писал\(?а?\)?"
    r"|написал\(?а?\)?|skrev|pisze|napisał\(?a?\)?"
    r"|さんは書きました)"
)
_NAME_FIRST = re.compile(rf"[^:]*{_ADDRESS}\s*{_WROTE}(?: (?:on|am|le|op|el|il|em)\b.*)?", re.I)
_NAME_ALONE = re.compile(rf"[^:<>]{{1,60}}\s?{_WROTE}", re.IGNORECASE)
_END = re.compile(r"\s*(?:[:：](?:\s*-{2,})?|-{2,})$")
_HOUR_OR_JUDGE = re.compile(r"\b(?:\d{1,2}[:.h]\d\d|judge)\b(?![./])", re.IGNORECASE)
_DAY_OF_YEAR = re.compile(r"\b\d{4}\b|\b\d{1,2}[./]\s?\d{1,2}[./]\s?\d\d\b")
_LONGEST = 400
_MOST_LINES = 3

_FROM = "from|de|von|da|van|från|fra|od|от|差出人|送信者"
_SENT = (
    "sent|date|envoyé|gesendet|datum|enviado|enviado el|fecha|inviato|data|enviada em|enviado em"
    "|verzonden|skickat|sendt|wysłano|отправлено|дата|送信日時|日時|日付"
)
_TO = "to|à|an|para|a|aan|till|til|do|кому|宛先"
_SUBJECT = "subject|objet|betreff|thema|asunto|oggetto|assunto|onderwerp|ämne|emne|temat|тема|件名"
_COPY = "cc|kopie|копия"


def _field(names: str) -> re.Pattern[str]:
    return re.compile(rf"\s*\*?(?:{names})\s*\*?\s*[:：]\*?", re.IGNORECASE)


_FROM_FIELD, _SENT_FIELD = _field(_FROM), _field(_SENT)
_TO_FIELD, _SUBJECT_FIELD, _COPY_FIELD = _field(_TO), _field(_SUBJECT), _field(_COPY)
_RULE = re.compile(r"\s*(?:_{5,}|-{2,}[^-].*[^-]-{2,}|-{5,})\s*")
_LINES_OF_BLOCK = 9
_NOTES_SENDER = re.compile(rf"\s*[^:<>]{{0,80}}{_ADDRESS}\s*")
_NOTES_DATE = re.compile(r"\s*\d[\d./-]{5,9},? \d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: [AP]M)?\s*", re.I)


def attribution_length(lines: list[str], last: int) -> int:
    """Return how many lines up to line ``last`` introduce a quote (``On …, … wrote:``), else 0."""
    if not _END.search(lines[last].rstrip()):
        return 0
    for count in range(1, min(_MOST_LINES, last + 1) + 1):
        if _DATE_FIRST.fullmatch(text := _joined(lines, last, count)) or _DATE_ONLY.fullmatch(text):
            return count
    for count in range(1, min(2, last + 1) + 1):
        if _NAME_FIRST.fullmatch(_joined(lines, last, count)):
            return count
    return 1 if _NAME_ALONE.fullmatch(_joined(lines, last, 1)) else 0


def is_of_a_machine(lines: list[str], last: int, count: int) -> bool:
    """Whether an attribution is none that a person writes.

    It has an address, or a date of the year with its hour, or with the judge's name.
    """
    text = _joined(lines, last, count)
    return "@" in text or bool(_HOUR_OR_JUDGE.search(text) and _DAY_OF_YEAR.search(text))


def _joined(lines: list[str], last: int, count: int) -> str:
    """Return ``count`` lines as one, without the colon at the end; nothing when that is long."""
    text = " ".join(line.strip() for line in lines[last - count + 1 : last + 1])
    return _END.sub("", text) if len(text) <= _LONGEST else ""


def is_header_block(lines: list[str], start: int) -> bool:
    """Whether Outlook's or Notes' copy of From, Sent, To and Subject starts at that line.

    Notes writes no word before the sender and the date, one to a line.
    """
    is_notes = bool(_NOTES_SENDER.fullmatch(lines[start])) and _has_notes_date(lines, start)
    if not (is_notes or _FROM_FIELD.match(lines[start])):
        return False
    block = lines[start + 1 : start + _LINES_OF_BLOCK]
    has_sent, has_to, has_subject, has_copy = (
        any(pattern.match(line) for line in block)
        for pattern in (_SENT_FIELD, _TO_FIELD, _SUBJECT_FIELD, _COPY_FIELD)
    )
    has_sent = has_sent or is_notes
    return (has_sent and (has_to or has_subject)) or (has_subject and (has_to or has_copy))


def _has_notes_date(lines: list[str], start: int) -> bool:
    after = (line for line in lines[start + 1 : start + 3] if line.strip())
    return bool(_NOTES_DATE.fullmatch(next(after, "")))


def is_rule(line: str) -> bool:
    """Whether the line is the rule above such a block: ``-----Original Message-----``, ``____``."""
    return bool(_RULE.fullmatch(line))
