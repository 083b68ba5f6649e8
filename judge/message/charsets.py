"""Bytes to text: the declared charset if it can be true, then a ladder of guesses.

Mail names charsets that no codec list knows, and declares what it is not. Orders are ASCII in
every one of them, so that a wrong guess costs a name in press and no more.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from judge.message.problems import BROKEN_CHARSET, UNKNOWN_CHARSET

_ALIASES = {
    "": "utf-8",
    "7bit": "utf-8",
    "8bit": "utf-8",
    "ansi": "cp1252",
    "ansi_x3.4-1968": "utf-8",
    "ascii": "utf-8",
    "big5-hkscs": "big5hkscs",
    "cp50220": "iso2022_jp_ext",
    "cp50221": "iso2022_jp_ext",
    "default": "utf-8",
    "euc-kr": "cp949",
    "gb2312": "gb18030",
    "gb_2312-80": "gb18030",
    "gbk": "gb18030",
    "iso-2022-jp": "iso2022_jp_ext",
    "iso-2022-jp-ms": "iso2022_jp_ext",
    "iso-8859-1": "cp1252",
    "iso-8859-6-i": "iso8859-6",
    "iso-8859-8-e": "iso8859-8",
    "iso-8859-8-i": "iso8859-8",
    "iso-8859-9": "cp1254",
    "iso8859-1": "cp1252",
    "ks_c_5601": "cp949",
    "ks_c_5601-1987": "cp949",
    "koi8": "koi8-r",
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "shift-jis": "cp932",
    "shift_jis": "cp932",
    "sjis": "cp932",
    "unicode-1-1-utf-8": "utf-8",
    "unknown-8bit": "utf-8",
    "us-ascii": "utf-8",
    "utf8": "utf-8",
    "utf8mb4": "utf-8",
    "windows-31j": "cp932",
    "windows-874": "cp874",
    "x-euc-jp": "euc_jp",
    "x-gbk": "gb18030",
    "x-mac-cyrillic": "mac_cyrillic",
    "x-mac-roman": "mac_roman",
    "x-ms-cp932": "cp932",
    "x-sjis": "cp932",
    "x-unknown": "utf-8",
    "x-user-defined": "utf-8",
}
# Codecs that turn bytes into text and are written in mail; Python's others (rot13, base64, idna,
# punycode, unicode_escape, undefined, ...) are no charsets or do not end well.
_KNOWN = re.compile(
    r"utf-8|utf-8-sig|utf-16(-[bl]e)?|utf-32(-[bl]e)?|iso8859-\d+|cp\d+|koi8-[rtu]|shift_jis\w*"
    r"|euc_(jp|kr|jis_2004|jisx0213)|iso2022_(jp|kr)\w*|gb18030|big5(hkscs)?|hz|johab|tis-620"
    r"|mac[-_](roman|cyrillic|greek|latin2|turkish|iceland)|ptcp154|kz1048"
)
_CP = re.compile(r"(?:cp|win|windows|x-cp)[-_ ]?(\d{3,5})")
_JIS_ESCAPE = re.compile(rb"\x1b(?:\$[@B]|\([JI])")
_JIS_RUN = re.compile(rb"\x1b\$[@B]([!-~]*)(?:\x1b\([BJ]|(?=\n)|$)")
_LONG_HIGH_RUN = re.compile(rb"[\x80-\xff]{4,}")
_HIRAGANA = re.compile("[\u3041-\u3096]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text out of bytes, and what was wrong with the charset, if anything."""

    text: str
    problem: str | None = None


def decode(data: bytes, declared: str) -> Decoded:
    """Return the text of ``data``, declared (or not: empty) to be in that charset."""
    if declared in ("", "us-ascii", "utf-8") and data.isascii() and b"\x1b" not in data:
        return Decoded(data.decode("ascii"))
    codec = _codec(declared)
    if codec is None:
        return Decoded(_guess(data, None), UNKNOWN_CHARSET)
    is_jis = codec.startswith("iso2022_jp") and data.isascii()
    if is_jis or (codec == "utf-8" and _JIS_ESCAPE.search(data)):
        return Decoded(_japanese(data))
    text = _strictly(data, codec)
    if text is None:
        is_silent = codec == "utf-8" and _ALIASES.get(declared.lower()) == "utf-8"
        return Decoded(_guess(data, codec), None if is_silent else BROKEN_CHARSET)
    return Decoded(text.removeprefix("\ufeff"))


def _codec(declared: str) -> str | None:
    """Return the name of a codec for the charset, or None for one that is unknown."""
    name = declared.strip().strip("\"'").lower()[:40]
    numbered = _CP.fullmatch(name)
    name = _ALIASES.get(name, f"cp{numbered[1]}" if numbered else name)
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    return _ALIASES.get(found, found) if _KNOWN.fullmatch(found) else None


def _strictly(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except ValueError:
        return None


def _guess(data: bytes, declared: str | None) -> str:
    """Return the text of bytes that are not in the declared charset, or came without one."""
    text = _strictly(data, "utf-8")
    if text is not None:
        return _japanese(data) if _JIS_ESCAPE.search(data) else text
    if declared not in (None, "utf-8", "cp1252"):
        return data.decode(declared or "", "replace")
    return _unlabelled(data)


def _unlabelled(data: bytes) -> str:
    """Tell Japanese, Cyrillic and Western text apart by what their bytes look like."""
    if _LONG_HIGH_RUN.search(data):
        for codec in ("cp932", "euc_jp"):
            text = _strictly(data, codec)
            if text is not None and len(_HIRAGANA.findall(text)) >= 2:
                return text
        return data.decode(_cyrillic(data), "replace")
    return data.decode("cp1252", "replace")


def _cyrillic(data: bytes) -> str:
    """Return the codec in which most letters are small ones: they lie the other way round."""
    low = sum(0xC0 <= byte <= 0xDF for byte in data)
    high = sum(byte >= 0xE0 for byte in data)
    return "koi8-r" if low > high else "cp1251"


def _japanese(data: bytes) -> str:
    """Decode ISO-2022-JP, also with the vendor characters of NEC row 13 that the codec refuses."""
    text = _strictly(data, "iso2022_jp_ext")
    if text is not None:
        return text
    return _JIS_RUN.sub(_jis_run, data).decode("utf-8", "replace")


def _jis_run(found: re.Match[bytes]) -> bytes:
    pairs = bytes(byte | 0x80 for byte in found[1][: len(found[1]) // 2 * 2])
    shifted = b"".join(_shifted(pairs[i] & 0x7F, pairs[i + 1] & 0x7F) for i in _evens(pairs))
    return shifted.decode("cp932", "replace").encode("utf-8")


def _evens(pairs: bytes) -> range:
    return range(0, len(pairs), 2)


def _shifted(row: int, cell: int) -> bytes:
    """Return a JIS X 0208 pair in Shift_JIS (JIS X 0208 appendix 1)."""
    lead = (row + 1) // 2 + (0x70 if row < 0x5F else 0xB0)
    if row % 2:
        return bytes((lead, cell + (0x20 if cell > 0x5F else 0x1F)))
    return bytes((lead, cell + 0x7E))
