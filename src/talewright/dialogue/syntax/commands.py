"""Reads ``<<...>>``: the keywords of the language, and commands for the host.

Decides which word makes a keyword (it counts only before a blank or ``>``, dialogue.md section 6.2), and what may stand
behind each. A mistake is noted, and reading goes on behind the ``>>`` of the command; a keyword that opens or closes a
block still does so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from talewright.diagnostics import Span
from talewright.dialogue.syntax import nodes as syntax
from talewright.dialogue.syntax.expressions import Reader
from talewright.dialogue.syntax.lexer import Marker, Piece, missing, read_condition, read_hashtags, read_hole, unclosed
from talewright.dialogue.syntax.lookalikes import like_a_keyword
from talewright.dialogue.syntax.mistakes import Mistake, Notes, title_like, unquoted
from talewright.dialogue.syntax.words import identifier_end, is_identifier

_OPEN = re.compile(r"<<(<*)[ \t]*")
_KEYWORD = re.compile(
    r"(if|elseif|else|endif|set|declare|jump|detour|return|call|enum|case|endenum|once|endonce|local)(?=[ \t>]|$)"
)
_DOUBLED = re.compile(r"([-+])[-+]\s*$")
_COUNTED: Final = re.compile(r"([-+*/%])\s*([^\s=].*)")
_GIVEN = re.compile(r"(?::=|={2,3}|:|＝|is\b)\s*(.+)$")
_TYPED = re.compile(r"as\s+(\w+)\s*$")
_FIRST: Final = {"string": '""', "text": '""', "bool": "false", "boolean": "false"}
_TEXT = re.compile(r"[^>{]+")
_ASSIGN: Final = ("=", "+=", "-=", "*=", "/=", "%=")
_BLOCKS: Final = frozenset(("if", "elseif", "else", "endif", "once", "endonce", "enum", "case", "endenum"))


def read_command(notes: Notes, line: int, row: str, start: int) -> tuple[Piece | None, int]:
    """Read the command that begins at ``start``; return its piece, if it makes one, and the index behind it.

    >>> piece, end = read_command(Notes("f"), 1, "<<give {$item} 2>> #x", 0)
    >>> piece.text.source, [tag.text for tag in piece.tags], end
    ('give {$item} 2', ['x'], 21)
    """
    return _Command(notes, line, row, start).read()


class _Command:
    def __init__(self, notes: Notes, line: int, row: str, start: int) -> None:
        self.notes = notes
        self.line = line
        self.row = row
        self.start = start
        self.declared: syntax.Variable | None = None

    def _behind(self, at: int) -> int:
        close = self.row.find(">>", at)
        return len(self.row) if close < 0 else close + 2

    def read(self) -> tuple[Piece | None, int]:
        opening = _OPEN.match(self.row, self.start)
        assert opening is not None
        if opening[1]:
            span = self.notes.span(self.line, self.start, self.start + 2 + len(opening[1]))
            self.notes.add("YS0064", "a command begins with more than two <", span, "write <<")
        at = opening.end()
        keyword = _KEYWORD.match(self.row, at)
        piece: Piece | None = None
        try:
            if keyword is None:
                piece, at = self._host_command(at)
            else:
                piece, at = self._keyword(keyword[1], keyword.end())
            if not self.row.startswith(">>", at):
                raise unclosed(self.row, self.start, at)
            end = at + 2
        except Mistake as mistake:
            self.notes.mistake(self.line, mistake)
            if self.declared is not None:  # it is declared all the same, so that its uses are not told as well
                piece = syntax.DeclareStatement(self.declared, missing(self.declared.span), "", False, self._span(at))
                return self._tail(piece, self._behind(at))
            end = self._behind(at)
            if mistake.code != "YS0006":
                piece = None
            if keyword is not None and piece is None and keyword[1] in _BLOCKS:
                piece = self._marker(keyword[1], end)
        return self._tail(piece, end)

    def _tail(self, piece: Piece | None, end: int) -> tuple[Piece | None, int]:
        extra = end
        while self.row.startswith(">", extra):
            extra += 1
        if extra > end:
            span = self.notes.span(self.line, end - 2, extra)
            self.notes.add("YS0064", "a command ends with more than two >", span, "write >>")
        try:
            tags, behind = read_hashtags(self.notes, self.line, self.row, extra)
        except Mistake as mistake:
            self.notes.mistake(self.line, mistake)
            return piece, len(self.row)
        if tags and isinstance(piece, syntax.CommandStatement):
            piece = syntax.CommandStatement(piece.text, tags, piece.span)
        return piece, behind

    # Keywords

    def _keyword(self, keyword: str, at: int) -> tuple[Piece | None, int]:
        row = self.row
        if keyword in ("if", "elseif"):
            condition, end = read_condition(self.notes, self.line, row, at, once=False)
            return Marker(keyword, condition, self._span(end + 2)), end
        if keyword == "once":
            condition, end = read_condition(self.notes, self.line, row, at, once=True)
            return Marker(keyword, condition, self._span(end + 2)), end
        if keyword in ("else", "endif", "endonce", "endenum"):
            end = self._blanks(at)
            if keyword == "else" and row.startswith("if", end):
                close = row.find(">>", end)
                asked = row[end + 2 : len(row) if close < 0 else close].strip() or "..."
                raise Mistake("YS0005", "else takes no condition", end, end + 2, f"write <<elseif {asked}>>")
            return Marker(keyword, None, self._span(end + 2)), end
        if keyword in ("enum", "case"):
            return self._enum(keyword, at)
        if keyword == "return":
            end = self._blanks(at)
            return syntax.ReturnStatement(self._span(end + 2)), end
        if keyword == "local":
            raise Mistake("YS0005", "the word local is reserved", self.start, at, "give the command another name")
        readers: dict[str, Callable[[int], tuple[Piece, int]]] = {
            "set": self._set, "declare": self._declare, "call": self._call, "jump": self._jump,
            "detour": self._detour,
        }  # fmt: skip
        return readers[keyword](at)

    def _marker(self, keyword: str, end: int) -> Marker:
        span = self._span(end)
        if keyword in ("if", "elseif"):
            return Marker(keyword, syntax.Condition(missing(span), False, "", span), span)
        return Marker(keyword, syntax.Condition(None, True, "", span) if keyword == "once" else None, span)

    def _enum(self, keyword: str, at: int) -> tuple[Piece, int]:
        first = self._blanks(at)
        behind = identifier_end(self.row, first)
        if behind == first:
            what = "of its own" if keyword == "enum" else "and may have a value"
            raise Mistake("YS0005", f"{keyword} needs a name", first, first, f"<<{keyword} Name>>: a name {what}")
        name_span = self.notes.span(self.line, first, behind)
        value: syntax.Expression | None = None
        reader = Reader(self.notes.file, self.line, self.row, behind)
        if keyword == "case" and reader.at("="):
            reader.take()
            value = reader.expression()
        end = reader.word.start
        return Marker(keyword, None, self._span(end + 2), self.row[first:behind], value, name_span), end

    def _set(self, at: int) -> tuple[Piece, int]:
        reader, target = self._target(at, "set")
        operator = self._assignment(reader, _ASSIGN, "set")
        value = reader.expression()
        end = reader.word.start
        return syntax.SetStatement(target, operator.rstrip("="), value, self._span(end + 2)), end

    def _declare(self, at: int) -> tuple[Piece, int]:
        reader, target = self._target(at, "declare")
        self.declared = target
        self._assignment(reader, ("=",), "declare")
        first = reader.word.start
        value = reader.expression()
        source = self.row[first : reader.last_end]
        type_name = ""
        if reader.word.kind == "name" and reader.word.text == "as":
            reader.take()
            if reader.word.kind != "name":
                raise reader.mistake("as needs the name of a type", "Number, String or Bool")
            type_name = reader.take().text
        end = reader.word.start
        bracketed = source.lstrip("- \t").startswith("(")
        smart = bracketed or not isinstance(value, (syntax.Literal, syntax.Member))
        return syntax.DeclareStatement(target, value, type_name, smart, self._span(end + 2)), end

    def _call(self, at: int) -> tuple[Piece, int]:
        reader = Reader(self.notes.file, self.line, self.row, at)
        value = reader.expression()
        if not isinstance(value, syntax.Call):
            span = value.span
            raise Mistake("YS0005", "call needs a function", span.column - 1, span.end_column - 1, "<<call name(...)>>")
        end = reader.word.start
        return syntax.CallStatement(value, self._span(end + 2)), end

    def _jump(self, at: int) -> tuple[Piece, int]:
        target, place, end = self._destination(at, "jump")
        return syntax.JumpStatement(target, place, self._span(end + 2)), end

    def _detour(self, at: int) -> tuple[Piece, int]:
        target, place, end = self._destination(at, "detour")
        return syntax.DetourStatement(target, place, self._span(end + 2)), end

    def _destination(self, at: int, keyword: str) -> tuple[str | syntax.Expression, Span, int]:
        row = self.row
        first = self._blanks(at)
        if row.startswith("{", first):
            expression, behind = read_hole(self.notes, self.line, row, first)
            return expression, expression.span, self._blanks(behind)
        behind = identifier_end(row, first)
        end = self._blanks(behind)
        if behind == first or not (row.startswith((">", "/"), end) or end >= len(row)):
            raise self._no_title(first, keyword)
        return row[first:behind], self.notes.span(self.line, first, behind), end

    def _no_title(self, first: int, keyword: str) -> Mistake:
        row = self.row
        close = row.find(">>", first)
        text = row[first : len(row) if close < 0 else close].rstrip()
        end = first + len(text)
        if not text:
            return Mistake("YS0005", f"{keyword} needs the title of a node", first, first, f"<<{keyword} Title>>")
        if text.startswith("$"):
            hint = f"write <<{keyword} {{{text}}}>>"
            return Mistake("YS0005", "a variable is no title; its value may be one", first, end, hint)
        title = title_like(text)
        if is_identifier(unquoted(text)):
            message = "a title stands without quotes"
        elif " if " in text:
            hint = "put it between <<if ...>> and <<endif>>"
            return Mistake("YS0005", f"{keyword} takes no condition", first, end, hint)
        else:
            message = f"{text!r} is no title: it is one word, without dots and other signs"
        hint = f"write <<{keyword} {title}>>" if title else f"<<{keyword} Title>>"
        if title and title != unquoted(text):
            hint += f", and title: {title} above that node"
        return Mistake("YS0005", message, first, end, hint)

    def _target(self, at: int, keyword: str) -> tuple[Reader, syntax.Variable]:
        reader = Reader(self.notes.file, self.line, self.row, at)
        if reader.word.kind != "variable":
            close = self.row.find(">>", at)
            rest = self.row[reader.word.start : len(self.row) if close < 0 else close].strip().lstrip("$＄")
            hint = f"write <<{keyword} ${rest}>>" if reader.word.kind == "name" or rest[:1].isalpha() else ""
            raise reader.mistake(f"{keyword} needs a variable", hint or f"<<{keyword} $name = value>>")
        word = reader.take()
        return reader, syntax.Variable(word.text, self.notes.span(self.line, word.start, word.end))

    def _assignment(self, reader: Reader, operators: tuple[str, ...], keyword: str) -> str:
        if reader.word.kind == "name" and reader.word.text == "to":
            reader.take()
            return "="
        if not reader.at(*operators):
            raise reader.mistake(f"{keyword} needs a value", self._assigned(reader, keyword))
        return reader.take().text

    def _assigned(self, reader: Reader, keyword: str) -> str:
        """Say how a variable gets its value, in the words of the command as far as they can be kept."""
        close = self.row.find(">>", reader.word.start)
        rest = self.row[reader.word.start : len(self.row) if close < 0 else close].strip()
        head = f"write <<{keyword} {self.row[: reader.last_end].split()[-1]}"
        if found := _DOUBLED.match(rest):
            return f"{head} {found[1]}= 1>>"
        if keyword == "set" and (found := _COUNTED.match(rest)):
            return f"{head} {found[1]}= {found[2].strip()}>>"
        if found := _GIVEN.match(rest):
            return f"{head} = {found[1].strip()}>>"
        if found := _TYPED.match(rest):
            return f"{head} = {_FIRST.get(found[1].lower(), '0')} as {found[1]}>>"
        if keyword == "declare" and not rest:
            return f'{head} = 0>>, or "" for a text, false for yes or no'
        return f"{head} = value>>" if rest else f"{head} = 0>>"

    # Commands of the host

    def _host_command(self, start: int) -> tuple[Piece, int]:
        row = self.row
        pieces: list[str | syntax.Expression] = []
        at = start
        while not row.startswith(">>", at):
            if match := _TEXT.match(row, at):
                pieces.append(match[0])
                at = match.end()
            elif at >= len(row):
                raise unclosed(row, self.start, at)
            elif row[at] == "{":
                expression, at = read_hole(self.notes, self.line, row, at)
                pieces.append(expression)
            else:
                if row[at:].rstrip() == ">":
                    raise unclosed(row, self.start, at)
                hint = like_a_keyword(row[start : self._behind(at)].removesuffix(">>")) or "a command ends with >>"
                raise Mistake("YS0005", "a > stands alone in a command", at, at + 1, hint)
        if pieces and isinstance(pieces[-1], str):
            pieces[-1] = pieces[-1].rstrip()
        source = row[start:at].rstrip()
        span = self._span(at + 2)
        if not source:
            raise Mistake("YS0005", "a command is empty", self.start, at + 2, "<<name arguments>>")
        if source == "stop":
            return syntax.StopStatement(span), at
        text = syntax.Text(tuple(pieces), source, self.notes.span(self.line, start, start + len(source)))
        return syntax.CommandStatement(text, (), span), at

    def _span(self, end: int) -> Span:
        return self.notes.span(self.line, self.start, min(end, len(self.row)))

    def _blanks(self, at: int) -> int:
        while at < len(self.row) and self.row[at] in " \t":
            at += 1
        return at
