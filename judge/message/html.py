"""HTML to lines, for mails that come without plain text.

The library parses; the walk is ours: source line ends are spaces, blocks and ``<br>`` end lines,
cells are kept apart by a space, and what a mail client marks as quoted gets ``> `` before each
line, so that quotes are cut in one place whatever they were written in. What a reader does not see
is left out, and so is what was struck out.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "html",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "tfoot",
        "thead",
        "tr",
        "ul",
    ]
)
_CELLS = frozenset(("td", "th"))
_SILENT = frozenset(
    [
        "del",
        "head",
        "iframe",
        "math",
        "noembed",
        "noframes",
        "noscript",
        "object",
        "s",
        "script",
        "strike",
        "style",
        "svg",
        "template",
        "title",
    ]
)
_SPACES = re.compile(r"[ \t\n\r\f]+")
# What the parser needs most time for when it is nested without end is what we need least.
_LETTERS = r"a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u"
_MARKUP_OF_LETTERS = re.compile(rf"</?({_LETTERS})(?=[\s/>])[^<>]*>", re.IGNORECASE)
_LEFT_OVER = re.compile(rf"<(?:{_LETTERS})(?=[\s/>])", re.IGNORECASE)
_STRUCK = frozenset(("s", "strike"))
_HIDDEN_STYLE = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|font-size:0(?:\.0*)?(?:[a-z%]*)(?:[;!]|$)"
    r"|text-decoration(?:-line)?:[^;]{0,40}line-through|mso-hide:all"
)
# The same in the source, where it need not be exact: it only keeps the markup from being left out.
_HIDING_TAG = re.compile(
    rf"<({_LETTERS})(?=[\s/>])[^<>]*?"
    r"(?:\shidden|line-through|display\s*:\s*none|visibility|font-size\s*:\s*0|mso-hide)",
    re.IGNORECASE,
)
_TAG = re.compile(
    rf"<({_LETTERS})(?=[\s/>])[^<>]*?(?:\shidden|line-through|none|hide|collapse|font-size)[^<>]*>",
    re.IGNORECASE,
)
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:]*)")
_ANY_TAG = re.compile(r"(<[^<>]*>)")
_ENDS_LINE = re.compile(r"<(?:br|/p|/div|/tr|/li)\b", re.IGNORECASE)
_VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
        "p",
        "li",
    ]
)
_MOST_TAGS = 20_000
_MOST_LEFT_OVER = 200
_DEEPEST = 400
_FIRST_TEXT_WITHIN = 30
_LONGEST_STYLE = 2_000

_QUOTING_CLASSES = frozenset(
    [
        "gmail_attr",
        "gmail_quote_attribution",
        "moz-cite-prefix",
        "protonmail_quote",
        "tutanota_quote",
        "yahoo_quoted",
        "zmail_extra",
    ]
)
_QUOTED_FROM_HERE = frozenset(
    ["appendonsend", "divrplyfwdmsg", "mail-editor-reference-message-container"]
)


def text_of_html(source: str) -> str:
    """Return the text of an HTML document, a line for each line that a reader would see.

    A document with more tags, or deeper nested, than people's programs write is not parsed: its
    tags are left out one by one.
    """
    source = _without_markup_of_letters(source.replace("\0", ""))
    if _is_costly(source):
        return _text_between_tags(source)
    root = LexborHTMLParser(source).root
    return _Page().read(root) if root is not None else ""


def _without_markup_of_letters(source: str) -> str:
    """Leave out the tags that change nothing but the looks of letters."""
    kept = _STRUCK | {tag[1].lower() for tag in _HIDING_TAG.finditer(source)}
    return _MARKUP_OF_LETTERS.sub(lambda tag: tag[0] if tag[1].lower() in kept else "", source)


def _text_between_tags(source: str) -> str:
    """Return the text without the tags, and without what stands between silent ones."""
    out: list[str] = []
    silent, depth = "", 0
    for at, piece in enumerate(_ANY_TAG.split(source)):
        if at % 2 == 0:
            out.append("" if depth else piece)
            continue
        found = _TAG.match(piece)
        slash, name = (found[1], found[2].lower()) if found else ("", "")
        if depth:
            depth += 0 if name != silent else -1 if slash else 1
        elif not slash and name in _SILENT:
            silent, depth = name, 1
        out.append("\n" if _ENDS_LINE.match(piece) else "")
    return html.unescape("".join(out))


def _is_costly(source: str) -> bool:
    """Whether parsing could take long: nesting costs the square of its depth."""
    tags = _TAG.findall(source)
    if len(tags) > _MOST_TAGS or len(_LEFT_OVER.findall(source)) > _MOST_LEFT_OVER:
        return True
    depth = 0
    for slash, name in tags:
        if name.lower() not in _VOID:
            depth = max(0, depth + (-1 if slash else 1))
        if depth > _DEEPEST:
            return True
    return False


@dataclass
class _Page:
    """The lines read so far, and where the walk stands: how deep in quotes, silent or verbatim."""

    lines: list[str] = field(default_factory=list)
    line: str = ""
    quotes: int = 0
    verbatim: int = 0
    is_rest_quoted: bool = False

    def read(self, root: LexborNode) -> str:
        """Walk the tree without recursion, since its depth is the sender's choice."""
        todo: list[tuple[LexborNode, bool]] = [(root, True)]
        while todo:
            node, is_start = todo.pop()
            if not is_start:
                self.leave(node)
            elif node.tag == "-text":
                self.write(node.text_content or "")
            elif not _is_silent(node):
                self.enter(node)
                todo.append((node, False))
                todo += [(child, True) for child in reversed(_children(node))]
        self.end_line()
        return "\n".join(self.lines)

    def write(self, text: str) -> None:
        if self.verbatim:
            *full, last = text.split("\n")
            for line in full:
                self.line += line
                self.break_line()
            self.line += last
            return
        text = _SPACES.sub(" ", text)
        self.line += text.removeprefix(" ") if not self.line or self.line.endswith(" ") else text

    def enter(self, node: LexborNode) -> None:
        tag = node.tag or ""
        if tag == "br":
            self.break_line()
        elif tag in _BLOCKS:
            self.end_line()
        elif tag in _CELLS and self.line and not self.line.endswith(" "):
            self.line += " "
        self.is_rest_quoted = self.is_rest_quoted or _starts_quoted_rest(node)
        self.quotes += _is_quote(node)
        self.verbatim += tag == "pre"

    def leave(self, node: LexborNode) -> None:
        if node.tag in _BLOCKS:
            self.end_line()
        self.quotes -= _is_quote(node)
        self.verbatim -= node.tag == "pre"

    def end_line(self) -> None:
        if self.line.strip():
            self.break_line()
        self.line = ""

    def break_line(self) -> None:
        prefix = "> " if self.quotes or self.is_rest_quoted else ""
        self.lines.append(prefix + self.line.rstrip())
        self.line = ""


def _children(node: LexborNode) -> list[LexborNode]:
    children = []
    child = node.child
    while child is not None:
        children.append(child)
        child = child.next
    return children


def _is_silent(node: LexborNode) -> bool:
    tag = node.tag or ""
    if tag in _SILENT or tag.startswith(("-", "!")):
        return True
    return "hidden" in node.attributes or bool(_HIDDEN_STYLE.search(_style_of(node)))


def _is_quote(node: LexborNode) -> bool:
    """Whether a mail client marked it as quoted; the indent button writes a blockquote as well."""
    if node.tag == "blockquote":
        is_indent = "border:none" in _style_of(node) or "webkit-indent" in _attribute(node, "class")
        return not is_indent or _attribute(node, "type") == "cite"
    classes = set(_attribute(node, "class").split())
    return bool(_QUOTING_CLASSES & classes) or ("gmail_quote" in classes and _is_forward(node))


def _is_forward(node: LexborNode) -> bool:
    """Whether the text in it starts with dashes: ``---------- Forwarded message ---------``.

    Gmail puts a mail that is passed on into such an element whole, without a blockquote.
    """
    first: LexborNode | None = node
    for _ in range(_FIRST_TEXT_WITHIN):
        if first is None or (first.text_content and first.text_content.strip()):
            break
        first = first.child or first.next
    return first is not None and (first.text_content or "").strip().startswith("-----")


def _style_of(node: LexborNode) -> str:
    return "".join(_attribute(node, "style")[:_LONGEST_STYLE].split())


def _starts_quoted_rest(node: LexborNode) -> bool:
    return _attribute(node, "id").removeprefix("x_") in _QUOTED_FROM_HERE


def _attribute(node: LexborNode, name: str) -> str:
    return (node.attributes.get(name) or "").lower()
