r"""Reads one row of a body: text, expressions, condition, hashtags, comment; ``<<...>>`` goes to :mod:`.commands`.

Decides the modes of a row (dialogue.md section 6.2): an arrow or none, then text until ``#``, ``<<``, ``//`` or the end
of the row, then at most one condition, then hashtags, then a comment. Which rows form a block is decided elsewhere. A
mistake in a row is noted, and the row still gives the piece that it began, so that one mistake does not unbalance the
rows around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from talewright.diagnostics import Span
from talewright.dialogue.syntax import nodes as syntax
from talewright.dialogue.syntax.expressions import Reader
from talewright.dialogue.syntax.lookalikes import Likeness, cut_off, likenesses, likenesses_in_option
from talewright.dialogue.syntax.mistakes import Mistake, Notes, slip_at
from talewright.dialogue.syntax.source import row_hashtags

#: A row without anything that needs a closer look: text, hashtags, a comment.
_SIMPLE = re.compile(r"([^\\<>{#/\[]+)((?:#[^\s#$<]+[ \t]*)*)(?://.*)?$")
_PLAIN = re.compile(r"[^\\<>{#/]+")
_HASHTAG = re.compile(r"#([^\s#$<]+)")
_CONDITION = re.compile(r"<<[ \t]*(if|once)(?=[ \t>]|$)")
_ONCE_IF = re.compile(r"[ \t]*if(?=[ \t>]|$)")
_ESCAPED: Final = frozenset("\\<>{}#/")
_MARKUP_ESCAPED: Final = frozenset("[]:")
#: What stands for an expression that could not be read.
MISSING: Final = "\x00missing"


@dataclass(frozen=True, slots=True)
class Arrow:
    """A row that begins with ``->`` or ``=>``."""

    arrow: str
    text: syntax.Text
    condition: syntax.Condition | None
    tags: tuple[syntax.Hashtag, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Marker:
    """A keyword that opens, divides or closes a block: ``if elseif else endif once endonce enum case endenum``.

    ``name`` and ``value`` are those of an enum or a case; ``name_span`` is the place of the name.
    """

    keyword: str
    condition: syntax.Condition | None
    span: Span
    name: str = ""
    value: syntax.Expression | None = None
    name_span: Span | None = None


Piece: TypeAlias = Arrow | Marker | syntax.Statement


def read_text_row(notes: Notes, line: int, row: str, start: int) -> syntax.LineStatement | None:
    """Read a row, or the rest of one, that is a line of dialogue.

    >>> notes = Notes("f")
    >>> statement = read_text_row(notes, 1, "Ann: Hi, {$name}! <<if $met>> #line:hi // why", 0)
    >>> statement.text.source, statement.condition.source, [t.text for t in statement.tags]
    ('Ann: Hi, {$name}!', '$met', ['line:hi'])
    """
    text, condition, tags = _Row(notes, line, row).read(start)
    if not text.pieces:
        if not tags and condition is None:
            return None
        hint = "put it behind the text that it belongs to"
        notes.add("YS0005", "a hashtag or a condition stands alone", notes.span(line, start, len(row.rstrip())), hint)
    else:
        _note_likenesses(notes, line, text, likenesses(text.source))
    return syntax.LineStatement(text, condition, tags, notes.span(line, start, len(row.rstrip())))


def read_arrow_row(notes: Notes, line: int, row: str, start: int) -> Arrow:
    """Read a row that begins with ``->`` or ``=>``."""
    arrow = row[start : start + 2]
    text, condition, tags = _Row(notes, line, row).read(start + 2)
    span = notes.span(line, start, len(row.rstrip()))
    if not text.pieces:
        notes.add("YS0005", f"a {arrow} has no text", span, f"write the text on the same row: {arrow} text")
    _note_likenesses(notes, line, text, likenesses_in_option(text.source))
    return Arrow(arrow, text, condition, tags, span)


def read_hashtags(notes: Notes, line: int, row: str, start: int) -> tuple[tuple[syntax.Hashtag, ...], int]:
    """Read hashtags and the blanks around them; return them and where they end."""
    found: list[syntax.Hashtag] = []
    at = start
    while True:
        while at < len(row) and row[at].isspace():
            at += 1
        if not row.startswith("#", at):
            return tuple(found), at
        match = _HASHTAG.match(row, at)
        if match is None:
            raise Mistake("YS0005", "a # has no text behind it", at, at + 1, r"write \# for the character itself")
        found.append(syntax.Hashtag(match[1], notes.span(line, at, match.end())))
        at = match.end()


def read_file_hashtags(notes: Notes, line: int, row: str) -> list[syntax.Hashtag]:
    """Read a row at the head of a file that holds hashtags."""
    found = row_hashtags(row)
    return [syntax.Hashtag(tag, notes.span(line, at, at + 1 + len(tag))) for tag, at in found]


def read_hole(notes: Notes, line: int, row: str, start: int) -> tuple[syntax.Expression, int]:
    """Read ``{expression}``; return it and the index behind the brace.

    Raises:
        Mistake: the expression is wrong, or its brace is not closed.
    """
    reader = Reader(notes.file, line, row, start + 1)
    expression = reader.expression()
    if reader.word.text != "}":
        if reader.word.start >= len(row):
            raise Mistake("YS0005", "a { is not closed", start, start + 1, _closed_hole(row, start, reader.last_end))
        if slip := slip_at(row, reader.word.start):
            raise Mistake("YS0005", *slip)
        if row.find("}", start) < 0:
            raise Mistake("YS0005", "a { is not closed", start, start + 1, _closed_hole(row, start, reader.last_end))
        hint = f"only the expression stands in braces: {row[start : reader.last_end].rstrip()}}}"
        raise reader.mistake(f"{row[reader.word.start]!r} is not expected in an expression", hint)
    return expression, reader.word.start + 1


def _closed_hole(row: str, start: int, end: int) -> str:
    return rf"end it with }}: {row[start:end].rstrip()}}}; or write \{{ for the character"


def missing(span: Span) -> syntax.Expression:
    """Stand in for an expression that could not be read; it has no type and never runs."""
    return syntax.Variable(MISSING, span)


class _Row:
    """The state of reading one text."""

    def __init__(self, notes: Notes, line: int, row: str) -> None:
        self.notes = notes
        self.line = line
        self.row = row
        self.pieces: list[str | syntax.Expression] = []

    def read(self, start: int) -> tuple[syntax.Text, syntax.Condition | None, tuple[syntax.Hashtag, ...]]:
        row = self.row
        while start < len(row) and row[start] in " \t":
            start += 1
        if simple := _SIMPLE.match(row, start):
            read = self._simple(simple, start)
            if simple[1].endswith(":") and not read[2]:
                self._note_cut(simple.end(1))
            self._note_numbers(read[2])
            return read
        condition: syntax.Condition | None = None
        tags: tuple[syntax.Hashtag, ...] = ()
        end = start
        try:
            end = self._text(start)
            at = end
            if row.startswith("<<", at):
                condition, at = self._condition(at)
            tags, at = read_hashtags(self.notes, self.line, row, at)
            if not tags and at == end:
                self._note_cut(at)
            self._nothing_more(at, has_tags=bool(tags))
            self._note_numbers(tags)
        except Mistake as mistake:
            self.notes.mistake(self.line, mistake)
            end = max(end, mistake.start)
        source = row[start:end].rstrip()
        if self.pieces and isinstance(self.pieces[-1], str):
            self.pieces[-1] = self.pieces[-1].rstrip()
            if not self.pieces[-1]:
                self.pieces.pop()
        span = self.notes.span(self.line, start, start + len(source))
        return syntax.Text(tuple(self.pieces), source, span), condition, tags

    def _note_cut(self, at: int) -> None:
        if self.row.startswith("//", at) and (found := cut_off(self.row, at)) is not None:
            span = self.notes.span(self.line, found.start, found.end)
            self.notes.add(found.code, found.message, span, found.hint)

    def _note_numbers(self, tags: tuple[syntax.Hashtag, ...]) -> None:
        for tag in tags:
            if tag.text.isdigit():
                message = f"#{tag.text} is a hashtag, and is not said"
                self.notes.add("TW-YARN-46", message, tag.span, rf"write \#{tag.text} for the characters")

    def _simple(self, found: re.Match[str], start: int) -> tuple[syntax.Text, None, tuple[syntax.Hashtag, ...]]:
        source = found[1].rstrip()
        tags = tuple(
            syntax.Hashtag(tag[1], self.notes.span(self.line, tag.start(), tag.end()))
            for tag in (_HASHTAG.finditer(self.row, found.start(2), found.end(2)) if found[2] else ())
        )
        span = self.notes.span(self.line, start, start + len(source))
        return syntax.Text((source,) if source else (), source, span), None, tags

    def _text(self, at: int) -> int:
        row = self.row
        parts: list[str] = []
        try:
            while at < len(row):
                if match := _PLAIN.match(row, at):
                    parts.append(match[0])
                    at = match.end()
                    continue
                char = row[at]
                if char == "\\":
                    parts.append(self._escape(at))
                    at += 2
                elif char == "{":
                    expression, at = read_hole(self.notes, self.line, row, at)
                    if parts:
                        self.pieces.append("".join(parts))
                        parts = []
                    self.pieces.append(expression)
                elif char == "#" or row.startswith(("<<", "//"), at):
                    break
                else:
                    if row.startswith(">>", at):
                        span = self.notes.span(self.line, at, at + 2)
                        hint = r"write << where the command begins, or \>\> for the characters"
                        self.notes.add("YS0021", "this >> closes nothing", span, hint)
                        parts.append(">")
                        at += 1
                    parts.append(char)
                    at += 1
        finally:
            if parts:
                self.pieces.append("".join(parts))
        return at

    def _escape(self, at: int) -> str:
        char = self.row[at + 1 : at + 2]
        if char in _MARKUP_ESCAPED and char:
            return "\\" + char
        if char == "\\":
            return "\\\\"
        if char in _ESCAPED and char:
            return char
        hint = r"a backslash may stand before \ < > { } # / [ ] and :; write \\ for the character itself"
        raise Mistake("YS0005", f"the escape \\{char} has no meaning", at, min(at + 2, len(self.row)), hint)

    def _condition(self, at: int) -> tuple[syntax.Condition | None, int]:
        row = self.row
        found = _CONDITION.match(row, at)
        if found is None:
            close = row.find(">>", at)
            end = len(row.rstrip()) if close < 0 else close + 2
            hint = "give the command a row of its own"
            if close < 0:
                hint = r"write \<\< for the characters; a command ends with >>, and has a row of its own"
            raise Mistake("YS0020", "a command follows text on its line", at, end, hint)
        condition, reader_end = read_condition(self.notes, self.line, row, found.end(), once=found[1] == "once")
        if not row.startswith(">>", reader_end):
            raise unclosed(row, at, reader_end)
        return condition, reader_end + 2

    def _nothing_more(self, at: int, *, has_tags: bool) -> None:
        row = self.row
        if at >= len(row) or row.startswith("//", at) or row[at:].isspace():
            return
        end = len(row.rstrip())
        if _CONDITION.match(row, at):
            hint = "a line has one condition, and it stands before the hashtags"
            raise Mistake("YS0005", "a condition is out of its place", at, end, hint)
        if row.startswith("<<", at):
            raise Mistake("YS0020", "a command follows text on its line", at, end, "give the command a row of its own")
        if has_tags:
            tag = row.rfind("#", 0, at)
            hint = rf"put it before them; or write \{row[tag:at].rstrip()} for the character #"
            raise Mistake("YS0005", "text stands behind hashtags", at, end, hint)
        raise Mistake("YS0005", "text stands behind a condition", at, end, "put it before the condition")


def read_condition(notes: Notes, line: int, row: str, start: int, *, once: bool) -> tuple[syntax.Condition, int]:
    """Read the rest of ``if e``, ``once`` or ``once if e`` behind its first word; return it and where it ends.

    Raises:
        Mistake: the expression is missing or wrong.
    """
    at = start
    if once:
        found = _ONCE_IF.match(row, start)
        if found is None:
            while at < len(row) and row[at] in " \t":
                at += 1
            return syntax.Condition(None, True, "", notes.span(line, start, at)), at
        at = found.end()
    reader = Reader(notes.file, line, row, at)
    first = reader.word.start
    expression = reader.expression()
    source = row[first : reader.last_end]
    span = notes.span(line, first, reader.last_end)
    return syntax.Condition(expression, once, source, span), reader.word.start


def unclosed(row: str, start: int, at: int) -> Mistake:
    """Make the error for what stands where ``>>`` should."""
    if at >= len(row.rstrip()):
        wide = next((row.find(sign, start) for sign in "＞»》" if row.find(sign, start) > 0), -1)
        hint = f"write {row[start:wide].rstrip()}>>" if wide > 0 else "end it with >>"
        return Mistake("YS0006", "a << is not closed on its row", start, len(row.rstrip()), hint)
    hint = f"write {row[start:at].rstrip()}>>"
    if row[at:].rstrip() == ">":
        return Mistake("YS0006", "a command is closed with one >", at, at + 1, hint)
    if row.startswith(("＞", "»", "》"), at):
        return Mistake("YS0006", f"{row[at]} does not close a command", at, at + 1, hint)
    if slip := slip_at(row, at):
        return Mistake("YS0005", *slip)
    return Mistake("YS0005", f"{row[at]!r} is not expected here", at, at + 1, hint)


def _note_likenesses(notes: Notes, line: int, text: syntax.Text, found: Iterable[Likeness]) -> None:
    at = text.span.column - 1
    for one in found:
        span = notes.span(line, at + one.start, at + one.end)
        notes.add(one.code, one.message, span, one.hint, severity=one.severity)
