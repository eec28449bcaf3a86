"""Reads one expression out of a row: its words, and the tree over them.

Decides the precedence of dialogue.md section 6.4: call and parentheses, unary ``-`` and ``!``, ``* / %``, ``+ -``, the
order comparisons, the equalities, and then and, or, xor **on one level, left to right**. It knows nothing of types. An
expression ends where no word can continue it; what stands behind it is the caller's. The first mistake raises
:class:`Mistake`; one row has at most one from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from talewright.diagnostics import Span
from talewright.dialogue.syntax import nodes as syntax
from talewright.dialogue.syntax.floats import f32
from talewright.dialogue.syntax.mistakes import Mistake, slip_at
from talewright.dialogue.syntax.words import identifier_end

MAX_NESTING: Final = 60
MAX_HEIGHT: Final = 200

_WORDS: Final = {
    "and": "&&", "or": "||", "xor": "^", "not": "!", "is": "==", "eq": "==", "neq": "!=",
    "gt": ">", "lt": "<", "gte": ">=", "lte": "<=",
}  # fmt: skip
#: How tight each operator binds; what has one level goes from left to right.
LEVELS: Final = {
    "&&": 1, "||": 1, "^": 1, "==": 2, "!=": 2, "<": 3, "<=": 3, ">": 3, ">=": 3,
    "+": 4, "-": 4, "*": 5, "/": 5, "%": 5,
}  # fmt: skip
_PAIRS: Final = frozenset(("&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%="))
_SINGLES: Final = frozenset("^!<>+-*/%=(),.")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of an expression: ``number``, ``string``, ``name``, ``variable``, ``operator`` or ``end``."""

    kind: str
    text: str
    start: int
    end: int


class Reader:
    """Reads words from a row, one ahead, and the expressions that they form."""

    def __init__(self, file: str, line: int, row: str, start: int) -> None:
        self.file = file
        self.line = line
        self.row = row
        self.last_end = start
        self._nesting = 0
        self.word = self._scan(start)

    # Words

    def span(self, start: int, end: int) -> Span:
        """Return the place of a part of the row."""
        return Span(self.file, self.line, start + 1, self.line, end + 1)

    def take(self) -> Word:
        """Return the word and go on to the next."""
        word = self.word
        self.last_end = word.end
        self.word = self._scan(word.end)
        return word

    def at(self, *operators: str) -> bool:
        """Tell whether the word is one of these operators."""
        return self.word.kind == "operator" and self.word.text in operators

    def mistake(self, message: str, hint: str = "") -> Mistake:
        """Make the error of meeting the wrong word."""
        word = self.word
        return Mistake("YS0005", message, word.start, max(word.end, word.start + (word.start < len(self.row))), hint)

    def _scan(self, at: int) -> Word:
        row = self.row
        length = len(row)
        while at < length and row[at] in " \t":
            at += 1
        if at >= length:
            return Word("end", "", at, at)
        char = row[at]
        if char == "$":
            end = identifier_end(row, at + 1)
            if end == at + 1:
                raise Mistake("YS0005", "a $ needs the name of a variable behind it", at, end)
            return Word("variable", row[at:end], at, end)
        if char.isascii() and char.isdigit():
            return self._scan_number(at)
        if char == '"':
            return self._scan_string(at)
        end = identifier_end(row, at)
        if end > at:
            text = row[at:end]
            symbol = _WORDS.get(text)
            return Word("operator", symbol, at, end) if symbol else Word("name", text, at, end)
        pair = row[at : at + 2]
        if pair == ">>":
            return Word("end", pair, at, at)
        if pair in _PAIRS:
            return Word("operator", pair, at, at + 2)
        if char in _SINGLES:
            return Word("operator", char, at, at + 1)
        return Word("end", char, at, at)

    def _scan_number(self, at: int) -> Word:
        row = self.row
        end = at
        while end < len(row) and row[end].isascii() and row[end].isdigit():
            end += 1
        if end + 1 < len(row) and row[end] == "." and row[end + 1].isascii() and row[end + 1].isdigit():
            end += 1
            while end < len(row) and row[end].isascii() and row[end].isdigit():
                end += 1
        return Word("number", row[at:end], at, end)

    def _scan_string(self, at: int) -> Word:
        row = self.row
        parts: list[str] = []
        here = at + 1
        while here < len(row):
            char = row[here]
            if char == '"':
                return Word("string", "".join(parts), at, here + 1)
            if char == "\\":
                escaped = row[here + 1 : here + 2]
                if escaped not in ('"', "\\"):
                    raise Mistake("YS0005", f"a string knows no \\{escaped}", here, here + 2, 'only \\" and \\\\')
                parts.append(escaped)
                here += 2
                continue
            parts.append(char)
            here += 1
        raise Mistake("YS0005", "a string is not closed", at, len(row), 'end it with "')

    # Expressions

    def expression(self) -> syntax.Expression:
        """Read an expression.

        Raises:
            Mistake: none begins here, or it breaks off, or it nests too deep.

        >>> text = "1 + 2 * $x"
        >>> read = Reader("f", 1, text, 0).expression()
        >>> read.operator, read.right.operator
        ('+', '*')
        """
        return self._binary(1)[0]

    def _binary(self, level: int) -> tuple[syntax.Expression, int]:
        left, height = self._unary()
        while self.word.kind == "operator" and (found := LEVELS.get(self.word.text, 0)) >= level:
            operator = self.take()
            right, other = self._binary(found + 1)
            height = max(height, other) + 1
            if height > MAX_HEIGHT:
                raise self._too_deep(operator)
            span = Span(self.file, self.line, left.span.column, self.line, right.span.end_column)
            left = syntax.Binary(operator.text, left, right, span)
        return left, height

    def _unary(self) -> tuple[syntax.Expression, int]:
        if not self.at("-", "!"):
            return self._primary()
        operator = self.take()
        self._enter(operator)
        operand, height = self._unary()
        self._nesting -= 1
        span = Span(self.file, self.line, operator.start + 1, self.line, operand.span.end_column)
        if operator.text == "-" and isinstance(operand, syntax.Literal) and type(operand.value) is float:
            return syntax.Literal(-operand.value, span), height
        return syntax.Unary(operator.text, operand, span), height + 1

    def _primary(self) -> tuple[syntax.Expression, int]:
        word = self.word
        span = self.span(word.start, word.end)
        if word.kind == "number":
            self.take()
            return syntax.Literal(f32(float(word.text)), span), 1
        if word.kind == "string":
            self.take()
            return syntax.Literal(word.text, span), 1
        if word.kind == "variable":
            self.take()
            return syntax.Variable(word.text, span), 1
        if word.kind == "name":
            return self._name()
        if self.at("("):
            self._enter(self.take())
            inner, height = self._binary(1)
            self._nesting -= 1
            if not self.at(")"):
                raise self.mistake("a ( is not closed", "end it with )")
            self.take()
            return inner, height
        if self.at("."):
            if slip := slip_at(self.row, word.start):
                raise Mistake("YS0005", *slip)
            return self._member("", self.take())
        if word.kind == "end":
            raise self._missing(word)
        if slip := slip_at(self.row, word.start):
            raise Mistake("YS0005", *slip)
        raise self.mistake(f"{word.text!r} begins no expression")

    def _missing(self, word: Word) -> Mistake:
        row, at = self.row, word.start
        if slip := slip_at(row, at):
            return Mistake("YS0005", *slip)
        before = row[:at].rstrip()
        if at >= len(row.rstrip()) and before.endswith(">") and "<<" in before:
            start = len(before) - 1
            return Mistake("YS0006", "a command is closed with one >", start, start + 1, f"write {before}>")
        if row.startswith("{", at):
            return self.mistake("a { begins no expression", r"one { is enough; \{ is the character itself")
        return self.mistake("an expression is missing here", 'a value, such as 1, "text", true or $name')

    def _name(self) -> tuple[syntax.Expression, int]:
        word = self.take()
        if word.text in ("true", "false"):
            return syntax.Literal(word.text == "true", self.span(word.start, word.end)), 1
        if self.at("."):
            return self._member(word.text, word)
        if not self.at("("):
            message = f"{word.text!r} is no value"
            name = word.text
            hint = f'a variable is written ${name}, a text "{name}", a function {name}(), a case of an enum .{name}'
            if word.text.lower() in ("true", "false"):
                hint = f"write {word.text.lower()}"
            raise Mistake("YS0005", message, word.start, word.end, hint)
        self._enter(self.take())
        arguments: list[syntax.Expression] = []
        tallest = 0
        while not self.at(")"):
            argument, height = self._binary(1)
            arguments.append(argument)
            tallest = max(tallest, height)
            if not self.at(","):
                break
            self.take()
            if self.at(")"):
                raise self.mistake("a parameter is missing behind the comma")
        if not self.at(")"):
            raise self.mistake(f"the parameters of {word.text}( are not closed", "end them with )")
        end = self.take().end
        self._nesting -= 1
        return syntax.Call(word.text, tuple(arguments), self.span(word.start, end)), tallest + 1

    def _member(self, type_name: str, first: Word) -> tuple[syntax.Expression, int]:
        if type_name:
            self.take()
        if self.word.kind != "name":
            raise self.mistake("a . needs the name of a case behind it")
        name = self.take()
        return syntax.Member(type_name, name.text, self.span(first.start, name.end)), 1

    def _enter(self, word: Word) -> None:
        self._nesting += 1
        if self._nesting > MAX_NESTING:
            raise self._too_deep(word)

    def _too_deep(self, word: Word) -> Mistake:
        message = "this expression is too deep"
        return Mistake("TW-YARN-02", message, word.start, word.end, "put a part of it into a variable with <<set>>")
