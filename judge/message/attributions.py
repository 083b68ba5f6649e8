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
    r"|.*\d.*\b(?:пишет|писал|писала|писал\(а\)|написал|написала|написал\(а\))"
    r"|\d{4}年.*\d:\d\d.*|\d{4}[年/-].*(?:のメール|さんは書きました|wrote)",
    re.IGNORECASE,
)
# The line starts with a date, says who, and ends: Gmail in Russian and Japanese, Yandex, Mail.ru.
_DATE_ONLY = re.compile(rf"(?:\d|[^\W\d]{{2,15}}\.?,? ?\d)[^<>]*{_ADDRESS}", re.IGNORECASE)
_WROTE = (
    r"(?:wrote|writes|a écrit|schrieb|escribió|ha scritto|escreveu|schreef|пишет|писал\(?а?\)?"
    r"|написал\(?а?\)?|さんは書きました)"
)
_NAME_FIRST = re.compile(rf"[^:]*{_ADDRESS}\s*{_WROTE}(?: (?:on|am|le|op|el|il|em)\b.*)?", re.I)
_NAME_ALONE = re.compile(rf"[^:<>]{{1,60}}\s?{_WROTE}", re.IGNORECASE)
_END = re.compile(r"\s*(?:[:：]|-{2,})$")
_LONGEST = 400
_MOST_LINES = 3

_FROM = "from|de|von|da|van|от|差出人|送信者"
_SENT = (
    "sent|date|envoyé|gesendet|datum|enviado|enviado el|fecha|inviato|data|enviada em|enviado em"
    "|verzonden|отправлено|дата|送信日時|日時|日付"
)
_TO = "to|à|an|para|a|aan|кому|宛先"
_SUBJECT = "subject|objet|betreff|asunto|oggetto|assunto|onderwerp|тема|件名"
_COPY = "cc|kopie|копия"


def _field(names: str) -> re.Pattern[str]:
    return re.compile(rf"\s*\*?(?:{names})\s*\*?\s*[:：]\*?", re.IGNORECASE)


_FROM_FIELD, _SENT_FIELD = _field(_FROM), _field(_SENT)
_TO_FIELD, _SUBJECT_FIELD, _COPY_FIELD = _field(_TO), _field(_SUBJECT), _field(_COPY)
_RULE = re.compile(r"\s*(?:_{5,}|-{2,}[^-].*[^-]-{2,}|-{5,})\s*")
_LINES_OF_BLOCK = 9


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


def names_an_address(lines: list[str], last: int, count: int) -> bool:
    """Whether an attribution names whom it quotes by address, as no person would write it."""
    return "@" in _joined(lines, last, count)


def _joined(lines: list[str], last: int, count: int) -> str:
    """Return ``count`` lines as one, without the colon at the end; nothing when that is long."""
    text = " ".join(line.strip() for line in lines[last - count + 1 : last + 1])
    return _END.sub("", text) if len(text) <= _LONGEST else ""


def is_header_block(lines: list[str], start: int) -> bool:
    """Whether Outlook's copy of From, Sent, To and Subject starts at that line."""
    if not _FROM_FIELD.match(lines[start]):
        return False
    block = lines[start + 1 : start + _LINES_OF_BLOCK]
    has_sent, has_to, has_subject, has_copy = (
        any(pattern.match(line) for line in block)
        for pattern in (_SENT_FIELD, _TO_FIELD, _SUBJECT_FIELD, _COPY_FIELD)
    )
    return (has_sent and (has_to or has_subject)) or (has_subject and (has_to or has_copy))


def is_rule(line: str) -> bool:
    """Whether the line is the rule above such a block: ``-----Original Message-----``, ``____``."""
    return bool(_RULE.fullmatch(line))
