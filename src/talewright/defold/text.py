"""The reader of protobuf's text format, as Defold writes all its files.

Decides what is a token, a field and a value, and how reading goes on behind a mistake: nothing is refused, every
mistake is a finding with its place, and what can be read is read. Hand-written and linear, with an own stack and not
Python's. Knows no file kind.

Source: messaging.md section 15; protobuf text format language specification.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from talewright.defold.source import Source
from talewright.defold.strings import unescape
from talewright.defold.tree import Field, Kind, Message, Scalar
from talewright.diagnostics import Report

MAX_DEPTH = 64
"""How deeply messages may lie in each other; protobuf's own limit is 100."""

MAX_FINDINGS = 50
"""How many mistakes of one text are listed."""

_TOKEN = re.compile(
    r"""
    (?P<blank>(?:[ \t\r\n\f\v]++|\#[^\n]*+)++)
    |(?P<text>"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+')
    |(?P<name>-?[A-Za-z_]\w*+)
    |(?P<number>-?(?:0[xX][0-9a-fA-F]++|(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?+[fF]?+)(?![\w.]))
    |(?P<mark>[{}<>:;,\[\]])
    |(?P<open>"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+\\?+|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+\\?+)
    |(?P<bad>[^\s"'{}<>:;,\[\]\#]++|.)
    """,
    re.VERBOSE | re.ASCII | re.DOTALL,
)
_CLOSERS = {"{": "}", "<": ">"}
_BIG = 400


class _Token(NamedTuple):
    kind: str
    start: int
    end: int


class _Frame:
    __slots__ = ("closer", "in_list", "message", "name", "opened", "opened_list")

    def __init__(self, message: Message, closer: str, opened: int) -> None:
        self.message = message
        self.closer = closer
        self.opened = opened
        self.name: _Token | None = None
        self.in_list = False
        self.opened_list = 0


def parse(source: Source, report: Report) -> Message:
    """Read a text; mistakes are added to the report as errors, and reading goes on.

    >>> report = Report()
    >>> parse(Source("a.go", 'id: "a" "b"  position { x: 1.5 }'), report).plain
    {'id': 'ab', 'position': {'x': 1.5}}
    >>> _ = parse(Source("a.go", "id: }"), report)
    >>> print(report[0])
    a.go:1:5: error TW-DEF-04: the field 'id' has no value
      hint: write a value behind the colon
    """
    return _Parser(source, report).run()


class _Parser:
    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.text = source.text
        self.report = report
        self.found = 0
        self.tokens: list[_Token] = []
        self.at = 0
        self.root = Message(source, 0, len(source.text))
        self.stack = [_Frame(self.root, "", 0)]

    def run(self) -> Message:
        self._scan()
        while self.at < len(self.tokens):
            frame = self.stack[-1]
            if frame.in_list:
                self._element(frame)
            else:
                self._field(frame)
        end = len(self.text)
        for frame in reversed(self.stack):
            frame.message.end = end
            if frame.in_list:
                self._wrong("TW-DEF-05", "a '[' is not closed", "a ']' is missing", frame.opened_list)
            if frame.closer:
                text = f"a '{self.text[frame.opened]}' is not closed"
                self._wrong("TW-DEF-05", text, f"a '{frame.closer}' is missing", frame.opened)
        return self.root

    # Tokens

    def _scan(self) -> None:
        text, position, match_at = self.text, 0, _TOKEN.match
        while position < len(text):
            match = match_at(text, position)
            if match is None:  # cannot be: the last alternative takes any character
                break
            position = match.end()
            kind = match.lastgroup or "bad"
            if kind == "blank":
                continue
            if kind == "bad":
                shown = match[0][:20]
                what = repr(shown)[1:-1] if not shown.isprintable() else shown
                self._wrong("TW-DEF-01", f"'{what}' means nothing here", "", match.start(), position)
                continue
            if kind == "open":
                hint = "a text ends on its line; write \\n for a line break inside it"
                self._wrong("TW-DEF-02", "a text is not closed", hint, match.start(), position)
            self.tokens.append(_Token(kind, match.start(), position))

    def _peek(self) -> str:
        """The mark or the kind of the next token; "" at the end."""
        if self.at >= len(self.tokens):
            return ""
        kind, start, _ = self.tokens[self.at]
        return self.text[start] if kind == "mark" else kind

    def _next(self) -> _Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    # Structure

    def _field(self, frame: _Frame) -> None:
        ahead = self._peek()
        if ahead == "name":
            frame.name = self._next()
            if self._peek() == ":":
                self._next()
                if self._peek() in ("{", "<"):
                    self._open(frame)
                elif self._peek() == "[":
                    frame.in_list, frame.opened_list = True, self._next().start
                else:
                    self._scalar(frame)
            elif self._peek() in ("{", "<"):
                self._open(frame)
            else:
                name = frame.name
                text = f"a ':' or a '{{' is missing behind '{self.text[name.start : name.end]}'"
                self._wrong("TW-DEF-04", text, 'a field is written name: "value" or name { ... }', name.start, name.end)
                if self._peek() in ("text", "open", "number"):
                    self._scalar(frame)
        elif ahead in ("}", ">"):
            self._close()
        elif ahead in (",", ";"):
            self._next()
        else:
            token = self._next()
            found = self.text[token.start : min(token.end, token.start + 20)]
            self._wrong("TW-DEF-04", f"a field's name is expected, not {found}", "", token.start, token.end)
            while self._peek() not in ("", "name", "}", ">", "{", "<"):
                self._next()

    def _element(self, frame: _Frame) -> None:
        ahead = self._peek()
        if ahead == "]":
            self._next()
            frame.in_list = False
        elif ahead == ",":
            self._next()
        elif ahead in ("{", "<"):
            self._open(frame)
        elif ahead in ("text", "open", "number", "name"):
            self._scalar(frame)
        else:
            frame.in_list = False
            self._wrong("TW-DEF-05", "a '[' is not closed", "a ']' is missing", frame.opened_list)

    def _open(self, frame: _Frame) -> None:
        token = self._next()
        mark, name = self.text[token.start], frame.name
        if len(self.stack) > MAX_DEPTH:
            text = f"messages lie more than {MAX_DEPTH} deep in each other; what is inside is passed over"
            self._wrong("TW-DEF-06", text, "", token.start, token.end)
            depth = 1
            while depth and self.at < len(self.tokens):
                ahead = self._peek()
                depth += (ahead in ("{", "<")) - (ahead in ("}", ">"))
                self._next()
            return
        message = Message(self.source, token.start if name is None else name.start, token.end)
        if name is not None:
            value = Field(self.text[name.start : name.end], message, self.source, name.start, name.end)
            frame.message.fields.append(value)
        self.stack.append(_Frame(message, _CLOSERS[mark], token.start))

    def _close(self) -> None:
        token = self._next()
        mark = self.text[token.start]
        if len(self.stack) == 1:
            self._wrong("TW-DEF-05", f"this '{mark}' closes nothing", "take it away", token.start, token.end)
            return
        frame = self.stack.pop()
        frame.message.end = token.end
        if mark != frame.closer:
            line, column = self.source.locate(frame.opened)
            text = f"'{mark}' closes the '{self.text[frame.opened]}' of {line}:{column}"
            self._wrong("TW-DEF-05", text, f"write '{frame.closer}'", token.start, token.end)

    def _scalar(self, frame: _Frame) -> None:
        name = frame.name
        ahead = self._peek()
        if name is None or ahead not in ("text", "open", "number", "name"):
            at = self.tokens[self.at].start if self.at < len(self.tokens) else len(self.text)
            shown = "" if name is None else self.text[name.start : name.end]
            text = f"the field '{shown}' has no value"
            self._wrong("TW-DEF-04", text, "write a value behind the colon", at, at + 1)
            return
        value = self._text() if ahead in ("text", "open") else self._word()
        field = Field(self.text[name.start : name.end], value, self.source, name.start, name.end)
        frame.message.fields.append(field)

    def _text(self) -> Scalar:
        segments: list[tuple[int, int]] = []
        start = end = self.tokens[self.at].start
        while self._peek() in ("text", "open"):
            kind, begin, end = self._next()
            segments.append((begin + 1, end - (kind == "text")))
        text, _, _, wrong = unescape(self.text, segments)
        for begin, behind, why in wrong:
            self._wrong("TW-DEF-03", why, "a backslash itself is written \\\\", begin, behind)
        scalar = Scalar(Kind.TEXT, text, self.source, start, end)
        scalar.segments = segments
        return scalar

    def _word(self) -> Scalar:
        kind, start, end = self._next()
        word = self.text[start:end]
        if kind == "name":
            return Scalar(Kind.NAME, word, self.source, start, end)
        if end - start > _BIG:
            self._wrong("TW-DEF-11", f"a number of {end - start} digits", "", start, end)
            return Scalar(Kind.NUMBER, 0, self.source, start, end)
        return Scalar(Kind.NUMBER, _number(word), self.source, start, end)

    def _wrong(self, code: str, text: str, hint: str, start: int, end: int = -1) -> None:
        self.found += 1
        span = self.source.span(start, start + 1 if end < 0 else min(end, max(len(self.text), start)))
        if self.found <= MAX_FINDINGS:
            self.report.add(code, "error", text, hint, span)
        elif self.found == MAX_FINDINGS + 1:
            self.report.add("TW-DEF-07", "error", "more mistakes follow", "mend these first", span)


def _number(word: str) -> int | float:
    bare = word.lstrip("-")
    if bare[:2] in ("0x", "0X"):
        value: int | float = int(bare, 16)
    elif bare.isdigit():
        octal = len(bare) > 1 and bare[0] == "0" and not set(bare) & set("89")
        value = int(bare, 8 if octal else 10)
    else:
        value = float(bare.rstrip("fF"))
    return -value if word[0] == "-" else value
