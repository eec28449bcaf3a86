"""What is a use of a tag, in a text of each kind: a dialogue, an ini file, Python, a save.

Reads texts that it is given and knows no files; which texts there are, `references` decides. Code is read from its
syntax tree and never run. What is said aloud in a dialogue, a comment and a docstring are no uses, and neither is what
declares the tag.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from talewright.diagnostics import Span
from talewright.names import fold
from talewright.project.dialogue_class import DialogueClass
from talewright.project.incremental import Scan
from talewright.tags import TagRegistry, is_valid

Kind = Literal["function", "text", "jump", "selector", "setting", "redirect", "code", "save", "other"]

COUNTING = frozenset({"plays", "selected", "gpvar", "total"})
"""Functions whose first argument is a tag, whatever it looks like."""

BREAK = re.compile(r"\r\n|\n|\r")
"""What ends a row, in texts of every kind."""

_TOKEN = re.compile(r"[^\W_](?:[\w\-]*\.[\w\-]+)+")
_FILE = re.compile(r"\.(?:ini|yarn|py|txt|md|csv|json|png|jpg|svg|wav|ogg|mp3|glb|gltf|ttf|sav|lock)$", re.IGNORECASE)
_STRING = re.compile(r'(?:\b(\w+)[ \t]*\([ \t]*)?"([^"\\\n]*)"')
_CHUNK = re.compile(r"<<.*?>>|\{[^{}\n]*\}")
_JUMP = re.compile(r"<<[ \t]*(?:jump|detour)[ \t]+(\w+)[ \t]*>>")
_SELECT = re.compile(r"<<[ \t]*select[ \t]+([\w.\-]+)[ \t]*>>")
_DECLARES = re.compile(r"\s*[+.\-!]?(?:Restricted)?GameplayTagList\s*=", re.IGNORECASE)
_VISITED = frozenset({"visited", "visited_count"})


@dataclass(frozen=True, order=True)
class Reference:
    """One place that means a tag.

    Attributes:
        span: of the text that names it, and nothing around it.
        text: as it is written there: a tag, a tag without its root, or a title.
        tag: the tag that is meant, as it is declared; the text, where no tag is meant by it.
        kind: "function" (an argument of ``plays`` and its like), "text" (another text or command in a dialogue),
            "jump", "selector", "setting" (an ini value), "redirect", "code", "save", or "other": the name in a file of
            another kind, such as a table, which nothing here understands and no rename writes.
        old: whether the text is a former name, which only a redirect leads on.
        known: whether any tag is meant.
        line: the row that it stands in, trimmed.
    """

    span: Span
    text: str
    tag: str
    kind: Kind
    old: bool = False
    known: bool = True
    line: str = field(default="", compare=False)

    def __str__(self) -> str:
        place = str(self.span) if self.line else self.span.file  # an asset has no lines
        return f"{place}: {self.text}" + (f" (now {self.tag})" if self.old else "")


class Finder:
    """Finds uses in texts of every kind."""

    def __init__(self, tags: TagRegistry, scan: Scan, classes: Mapping[str, DialogueClass]) -> None:
        self._tags = tags
        self.roots = list(dict.fromkeys(cls.TagRoot for cls in (DialogueClass(), *classes.values())))
        self._first = {fold(tag.name).split(".", 1)[0] for tag in tags}
        self._first |= {fold(row.old).split(".", 1)[0] for row in tags.redirects.rows}
        self._titles: dict[str, str] = {}
        self._selectors: dict[tuple[str, str], str] = {}
        self._dialogues = {dialogue.name: dialogue.layout.root for dialogue in scan.dialogues}
        for dialogue in scan.dialogues:
            for element in dialogue.elements:
                if element.kind == "subdialogue":
                    tag = dialogue.layout.subdialogue(element.id)
                    self._titles.setdefault(element.node, tag)
                    self._selectors[dialogue.name, fold(element.id)] = tag
                elif element.kind == "selector":
                    self._selectors.setdefault((dialogue.name, fold(element.id)), dialogue.layout.selector(element.id))

    def meant(self, text: str) -> tuple[str, bool] | None:
        """Give the tag that a text means and whether the text is a former name; None where it means none."""
        if not is_valid(text):
            return None
        for name in (text, *(f"{root}.{text}" for root in self.roots)):
            now = self._tags.find(name)
            if now is not None:
                return now.name, fold(now.name) != fold(name)
        return None

    def looks_like_a_tag(self, text: str) -> bool:
        """Whether a text begins with the root of some tag."""
        first, dot, _ = fold(text).partition(".")
        return bool(dot) and first in self._first and is_valid(text) and not _FILE.search(text)

    def _use(self, text: str, span: Span, kind: Kind, *, sure: bool = False) -> Iterator[Reference]:
        meant = self.meant(text) if sure or "." in text else None
        if meant is not None:
            yield Reference(span, text, meant[0], kind, old=meant[1])
        elif sure or self.looks_like_a_tag(text):
            yield Reference(span, text, text, kind, known=False)

    def _tokens(self, file: str, line: int, row: str, start: int, end: int, kind: Kind) -> Iterator[Reference]:
        for match in _TOKEN.finditer(row, start, end):
            yield from self._use(match[0], _span(file, line, match.start(), match.end()), kind)

    def in_dialogue(self, file: str, dialogue: str, text: str) -> Iterator[Reference]:
        """Find uses in a script: in its commands and expressions; what is said aloud is none."""
        for line, row in enumerate(BREAK.split(text), 1):
            if "<<" not in row and "{" not in row and not row.startswith("when"):
                continue
            if row.lstrip().startswith("//"):
                continue
            for match in _JUMP.finditer(row):
                if tag := self._titles.get(match[1]):
                    yield Reference(_span(file, line, *match.span(1)), match[1], tag, "jump")
            for match in _SELECT.finditer(row):
                if tag := self._selectors.get((dialogue, fold(match[1]))):
                    yield Reference(_span(file, line, *match.span(1)), match[1], tag, "selector")
                else:
                    yield from self._use(match[1], _span(file, line, *match.span(1)), "selector")
            chunks = [(0, len(row))] if row.startswith("when") else [m.span() for m in _CHUNK.finditer(row)]
            for start, end in chunks:
                if not _SELECT.match(row, start):
                    yield from self._in_chunk(file, line, row, start, end)

    def _in_chunk(self, file: str, line: int, row: str, start: int, end: int) -> Iterator[Reference]:
        at = start
        for match in _STRING.finditer(row, start, end):
            yield from self._tokens(file, line, row, at, match.start(), "text")
            at = match.end()
            span = _span(file, line, *match.span(2))
            if match[1] in _VISITED and match[2] in self._titles:
                yield Reference(span, match[2], self._titles[match[2]], "jump")
            elif match[1] in COUNTING:
                yield from self._use(match[2], span, "function", sure=True)
            else:
                yield from self._tokens(file, line, row, *match.span(2), "text")
        yield from self._tokens(file, line, row, at, end, "text")

    def in_ini(self, file: str, text: str) -> Iterator[Reference]:
        """Find uses in an ini file: in its values, tag queries and redirects."""
        for line, row in enumerate(BREAK.split(text), 1):
            if row.lstrip().startswith((";", "[")) or _DECLARES.match(row):
                continue
            _, equals, _ = row.partition("=")
            kind: Kind = "redirect" if "tagredirects" in fold(row) else "setting"
            yield from self._tokens(file, line, row, row.index("=") + 1 if equals else 0, len(row), kind)

    def in_save(self, file: str, text: str) -> Iterator[Reference]:
        """Find uses in a save: names of sections, and values."""
        for line, row in enumerate(BREAK.split(text), 1):
            for match in _TOKEN.finditer(row):
                if (meant := self.meant(match[0])) is not None:
                    yield Reference(_span(file, line, *match.span()), match[0], meant[0], "save", old=meant[1])

    def in_code(self, file: str, text: str, tree: ast.Module) -> Iterator[Reference]:
        """Find uses in Python: texts that are a tag or begin like one; no docstrings.

        Args:
            file: its name.
            text: its text.
            tree: what `parsed` made of the text.
        """
        rows = BREAK.split(text)
        counting = {
            id(node.args[0])
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and node.args and _called(node.func) in COUNTING
        }
        played = {id(name) for node in ast.walk(tree) if isinstance(node, ast.Call) for name in _dialogue_of(node)}
        aside = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings and their like
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in aside:
                span = _inside(file, rows, node)
                if span is None:  # it has several rows or is written in another way, as by escapes
                    for line, start, end in _rows_of(rows, node):
                        yield from self._tokens(file, line, rows[line - 1], start, end, "code")
                elif id(node) in played and node.value in self._dialogues:
                    yield Reference(span, node.value, self._dialogues[node.value], "code")
                elif _TOKEN.fullmatch(node.value) or id(node) in counting:
                    yield from self._use(node.value, span, "code", sure=id(node) in counting)
                else:  # such as the text of a tag query
                    row = rows[span.line - 1]
                    yield from self._tokens(file, span.line, row, span.column - 1, span.end_column - 1, "code")


def parsed(text: str) -> ast.Module | None:
    """Read Python; None where it is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what is odd about somebody's code, their Python tells them
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _called(function: ast.expr) -> str:
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def _dialogue_of(call: ast.Call) -> Iterator[ast.expr]:
    """Give what names the dialogue in ``Conversation("Smith")``."""
    if _called(call.func) == "Conversation":
        yield from call.args[:1]
        yield from (word.value for word in call.keywords if word.arg == "dialogue")


def _rows_of(rows: list[str], node: ast.Constant) -> Iterator[tuple[int, int, int]]:
    """Give the rows of a string literal: line, and where in it the literal begins and ends, in characters."""
    last = node.end_lineno or node.lineno
    for line in range(node.lineno, min(last, len(rows)) + 1):
        row = rows[line - 1]
        start = len(row.encode()[: node.col_offset].decode("utf-8", "replace")) if line == node.lineno else 0
        end = len(row.encode()[: node.end_col_offset].decode("utf-8", "replace")) if line == last else len(row)
        yield line, start, end


def _inside(file: str, rows: list[str], node: ast.Constant) -> Span | None:
    """Give the place of what a string literal says, where it stands in one row as it is."""
    if node.end_lineno != node.lineno or node.end_col_offset is None or node.lineno > len(rows):
        return None
    row = rows[node.lineno - 1].encode()
    literal = row[node.col_offset : node.end_col_offset].decode("utf-8", "replace")
    at = literal.find(str(node.value))
    if not node.value or at < 0:
        return None
    start = len(row[: node.col_offset].decode("utf-8", "replace")) + at
    return _span(file, node.lineno, start, start + len(str(node.value)))


def _span(file: str, line: int, start: int, end: int) -> Span:
    return Span(file, line, start + 1, line, end + 1)
