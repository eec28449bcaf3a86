"""Reads the body of a node: rows into statements, by recursive descent over the marks of :mod:`.indent`.

Decides what belongs to which option, ``if`` and ``once``. Nesting is bounded (:data:`MAX_BLOCKS`), so the recursion is
too; the number of rows is not. A block that is left open, or closed without having been opened, is one finding, and
reading goes on.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from talewright.diagnostics import Span
from talewright.dialogue.syntax import nodes as syntax
from talewright.dialogue.syntax.commands import read_command
from talewright.dialogue.syntax.indent import BETWEEN, BREAK, CLOSE, LOST, OPEN, ROW, Entry, blanks, blocks
from talewright.dialogue.syntax.lexer import Arrow, Marker, Piece, missing, read_arrow_row, read_text_row
from talewright.dialogue.syntax.mistakes import Notes, look_for_bodies

#: How deep options, ``if`` and ``once`` may nest.
MAX_BLOCKS: Final = 50

_Token: TypeAlias = Piece | Entry
_OWNERS: Final = {
    "elseif": "if", "else": "if", "endif": "if", "endonce": "once", "case": "enum", "endenum": "enum",
}  # fmt: skip
_OPENING: Final = {"if": " ...", "once": "", "enum": " Name"}
_MARKS: Final = {OPEN: "{", CLOSE: "}", BREAK: ""}


class _TooDeep(Exception):
    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span


def read_body(notes: Notes, rows: list[str], first: int, end: int) -> tuple[tuple[syntax.Statement, ...], list[str]]:
    """Read the rows of a body; return its statements and its normal form (see :class:`.syntax.Node`).

    >>> notes = Notes("f")
    >>> body, normal = read_body(notes, ["-> A  ", "  Hi", "// why", "-> B"], 0, 4)
    >>> [option.text.source for option in body[0].options], normal
    (['A', 'B'], ['-> A', '{', 'Hi', '}', '-> B'])
    """
    normal: list[str] = []
    tokens: list[_Token] = []
    astray: set[int] = set()
    for entry in blocks(rows, first, end):
        if entry.mark == ROW:
            row = rows[entry.row]
            normal.append(row[entry.start :].rstrip())
            tokens += _row_pieces(notes, entry.row + 1, row, entry.start)
        elif entry.mark == BETWEEN:
            astray.add(entry.row + 1)
            _note_astray(notes, rows, entry)
        elif entry.mark == LOST:
            span = notes.span(entry.row + 1, entry.start, len(rows[entry.row].rstrip()))
            hint = "remove the empty line above it, or the indentation if it is meant to follow the options"
            notes.add("TW-YARN-05", "an empty line above has ended the option that this looks part of", span, hint)
        else:
            normal.append(_MARKS[entry.mark])
            tokens.append(entry)
    return _Body(notes, tokens, rows, astray).read(), normal


def _note_astray(notes: Notes, rows: list[str], entry: Entry) -> None:
    row = rows[entry.row]
    width, _ = blanks(row)
    opener, depth = entry.columns
    span = notes.span(entry.row + 1, entry.start, len(row.rstrip()))
    message = "this row is deeper than the option above it, and no part of it: its body has ended"
    hint = f"write it in column {depth + 1} if it belongs to the option, in column {opener + 1} if it goes on behind it"
    if width >= depth:
        message = "a shallower row above has ended the option that this looks part of"
        hint = f"indent that row too, or write this one in column {opener + 1} if it goes on behind the option"
    notes.add("TW-YARN-44", message, span, hint)


def _row_pieces(notes: Notes, line: int, row: str, start: int) -> list[Piece]:
    found: list[Piece] = []
    at = start
    if row.startswith(("->", "=>"), at):
        return [read_arrow_row(notes, line, row, at)]
    while row.startswith("<<", at):
        piece, at = read_command(notes, line, row, at)
        if piece is not None:
            found.append(piece)
        while at < len(row) and row[at].isspace():
            at += 1
    if at >= len(row) or row.startswith("//", at):
        return found
    if at > start:
        span = notes.span(line, at, len(row.rstrip()))
        notes.add("YS0019", "text follows a command on its row", span, "give it a row of its own")
    text = read_text_row(notes, line, row, at)
    if text is not None:
        found.append(text)
    return found


class _Body:
    def __init__(self, notes: Notes, tokens: list[_Token], rows: list[str], astray: set[int]) -> None:
        self.notes = notes
        self.rows = rows
        self.astray = astray
        self.tokens = tokens
        self.at = 0
        self.depth = 0
        self.left_open: list[str] = []

    def read(self) -> tuple[syntax.Statement, ...]:
        try:
            return self._block()
        except _TooDeep as deep:
            message = f"blocks nest deeper than {MAX_BLOCKS} levels"
            self.notes.add("TW-YARN-02", message, deep.span, "move a part of it into a node of its own, with <<jump>>")
            return ()

    def _next(self) -> _Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _mark(self, mark: str) -> Entry | None:
        token = self._next()
        if isinstance(token, Entry) and token.mark == mark:
            self.at += 1
            return token
        return None

    def _block(self, *owners: str) -> tuple[syntax.Statement, ...]:
        """Read statements up to a mark that closes a block, or a keyword that divides or closes one of ``owners``."""
        found: list[syntax.Statement] = []
        while (token := self._next()) is not None:
            if isinstance(token, Entry):
                if token.mark == CLOSE:
                    break
                self.at += 1
            elif isinstance(token, Marker):
                if token.keyword in owners:
                    break
                self.at += 1
                if token.keyword == "if":
                    found.append(self._if(token))
                elif token.keyword == "once":
                    found.append(self._once(token))
                elif token.keyword == "enum":
                    found.append(self._enum(token))
                else:
                    self._stray(token)
            elif isinstance(token, Arrow):
                found.append(self._group(token))
            else:
                self.at += 1
                found.append(token)
        look_for_bodies(self.notes, self.rows, found)
        return tuple(found)

    def _deeper(self, span: Span) -> None:
        self.depth += 1
        if self.depth > MAX_BLOCKS:
            raise _TooDeep(span)

    # Options

    def _group(self, first: Arrow) -> syntax.OptionGroup | syntax.LineGroup:
        options: list[syntax.OptionStatement] = []
        while isinstance(token := self._next(), Arrow) and token.arrow == first.arrow:
            self.at += 1
            options.append(self._option(token))
            if self._mark(BREAK):
                break
        for option in options[1:]:
            if option.span.column != first.span.column and option.span.line not in self.astray:
                message = f"this {first.arrow} stands in another column than the first of its group"
                hint = f"write it in column {first.span.column}; or an empty row above it, to begin another group"
                self.notes.add("TW-YARN-44", message, option.span, hint)
        last = options[-1].span
        span = Span(last.file, first.span.line, first.span.column, last.end_line, last.end_column)
        return (syntax.LineGroup if first.arrow == "=>" else syntax.OptionGroup)(tuple(options), span)

    def _option(self, arrow: Arrow) -> syntax.OptionStatement:
        body: tuple[syntax.Statement, ...] = ()
        if opened := self._mark(OPEN):
            self._deeper(arrow.span)
            body = self._block()
            self.depth -= 1
            closed = self._mark(CLOSE)
            if closed is not None and closed.blank:
                span = self.notes.span(opened.row + 1, 0, 0)
                hint = "remove the blanks on this row"
                self.notes.add("YS0005", "this row of blanks begins a body with nothing in it", span, hint)
        return syntax.OptionStatement(arrow.text, arrow.condition, arrow.tags, body, arrow.span)

    # Keywords

    def _if(self, opening: Marker) -> syntax.IfStatement:
        self._deeper(opening.span)
        clauses: list[syntax.Clause] = []
        marker = opening
        while True:
            body = self._block("elseif", "else", "endif")
            clauses.append(syntax.Clause(marker.condition, body, marker.span))
            token = self._next()
            if not isinstance(token, Marker):
                self._unclosed(opening, "if", token)
                break
            self.at += 1
            if token.keyword == "endif":
                break
            if marker.keyword == "else":
                self.notes.add("YS0005", f"{token.keyword} stands behind else", token.span, "else is the last clause")
                condition = token.condition or syntax.Condition(missing(token.span), False, "", token.span)
                token = Marker("elseif", condition, token.span)
            marker = token
        self.depth -= 1
        return syntax.IfStatement(tuple(clauses), opening.span)

    def _once(self, opening: Marker) -> syntax.OnceStatement:
        assert opening.condition is not None
        self._deeper(opening.span)
        body = self._block("else", "endonce")
        otherwise: tuple[syntax.Statement, ...] = ()
        token = self._next()
        if isinstance(token, Marker) and token.keyword == "else":
            self.at += 1
            otherwise = self._block("endonce")
            token = self._next()
        if isinstance(token, Marker):
            self.at += 1
        else:
            self._unclosed(opening, "once", token)
        self.depth -= 1
        return syntax.OnceStatement(opening.condition, body, otherwise, opening.span)

    def _enum(self, opening: Marker) -> syntax.EnumStatement:
        cases: list[syntax.EnumCase] = []
        complained = False
        while True:
            token = self._next()
            if isinstance(token, Marker) and token.keyword == "case":
                self.at += 1
                if token.name:
                    cases.append(syntax.EnumCase(token.name, token.value, token.name_span or token.span))
            elif isinstance(token, Marker) and token.keyword == "endenum":
                self.at += 1
                break
            elif token is None or isinstance(token, (Entry, Marker)):
                self._unclosed(opening, "enum", token)
                break
            else:
                self.at += 1
                if not complained:
                    complained = True
                    hint = "move it out of the enum"
                    self.notes.add("YS0005", "an enum holds cases alone", token.span, hint)
        return syntax.EnumStatement(opening.name, tuple(cases), opening.name_span or opening.span, opening.span)

    def _unclosed(self, opening: Marker, keyword: str, token: _Token | None) -> None:
        self.left_open.append(keyword)
        hint = f"write <<end{keyword}>>"
        if isinstance(token, Entry):
            hint += f"; the body of the option that it stands in ends at row {token.row + 1}"
            hint += " (an empty or shallower row ends a body)"
        self.notes.add("YS0007", f"this {keyword} is not closed", opening.span, hint)

    def _stray(self, marker: Marker) -> None:
        owner = _OWNERS[marker.keyword]
        if owner in self.left_open:
            if marker.keyword.startswith("end"):
                self.left_open.remove(owner)
            return
        message = f"{marker.keyword} without {owner}"
        self.notes.add("YS0005", message, marker.span, f"remove it, or write <<{owner}{_OPENING[owner]}>> before it")
