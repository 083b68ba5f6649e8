"""HTML to lines, for mails that come without plain text.

The library parses; the walk is ours: source line ends are spaces, blocks and ``<br>`` end lines,
cells are kept apart by a space, and what a mail client marks as quoted gets ``> `` before each
line, so that quotes are cut in one place whatever they were written in.
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
        "head",
        "iframe",
        "math",
        "noembed",
        "noframes",
        "noscript",
        "object",
        "script",
        "style",
        "svg",
        "template",
        "title",
    ]
)
_SPACES = re.compile(r"[ \t\n\r\f]+")
# What the parser needs most time for when it is nested without end is what we need least.
_MARKUP_OF_LETTERS = re.compile(
    r"</?(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])[^<>]*>", re.IGNORECASE
)
_LEFT_OVER = re.compile(
    r"<(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])", re.I
)
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:]*)")
_ANY_TAG = re.compile(r"<(?:br|/p|/div|/tr|/li)\b[^<>]*>|(<[^<>]*>)", re.IGNORECASE)
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
    source = _MARKUP_OF_LETTERS.sub("", source.replace("\0", ""))
    if _is_costly(source):
        return html.unescape(_ANY_TAG.sub(lambda tag: "" if tag[1] else "\n", source))
    root = LexborHTMLParser(source).root
    return _Page().read(root) if root is not None else ""


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
    style = _attribute(node, "style").replace(" ", "")
    return "display:none" in style


def _is_quote(node: LexborNode) -> bool:
    """Whether a mail client marked it as quoted; the indent button writes a blockquote as well."""
    if node.tag == "blockquote":
        style = _attribute(node, "style").replace(" ", "")
        is_indent = "border:none" in style or "webkit-indent" in _attribute(node, "class")
        return not is_indent or _attribute(node, "type") == "cite"
    return bool(_QUOTING_CLASSES & set(_attribute(node, "class").split()))


def _starts_quoted_rest(node: LexborNode) -> bool:
    return _attribute(node, "id").removeprefix("x_") in _QUOTED_FROM_HERE


def _attribute(node: LexborNode, name: str) -> str:
    return (node.attributes.get(name) or "").lower()
