"""What scripts give to the host: the words of commands, and the texts in calls of functions.

Decides which words of a command a script fixes by itself, and what is wrong with them: no such command, too few or too
many words (dialogue.md section 6.14), a word or an expression that its parameter does not take. What only values decide
is left to the run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from talewright.diagnostics import Diagnostic, Report, Span
from talewright.dialogue import syntax
from talewright.dialogue.codes import finding
from talewright.dialogue.program import LITERAL, Kind, Signature, TypeName, Use, Word, misfit
from talewright.dialogue.syntax import split_words
from talewright.names import Near

_HOLE: Final = "\ufdd0"
"""Stands for a value; it is no character, so no script has it."""

_SHAPES: Final[Mapping[str, TypeName]] = {"Number": "Number", "Bool": "Bool", "String": "String"}
_PLAIN: Final[Mapping[str, str]] = {
    "int": "a whole number", "float": "a number", "bool": "true or false", "str": "a text",
    LITERAL: "one of the words that it lists",
}  # fmt: skip


def use_of(statement: syntax.CommandStatement, types: Mapping[Span, str]) -> Use | None:
    """Return what a command statement gives to the host; None where a value decides which command it is.

    Args:
        statement: the command.
        types: of the expressions in commands, by their places.
    """
    text, holes, starts = _flat(statement.text)
    words = split_words(text)
    if not words or _HOLE in words[0][0]:
        return None
    found: list[Word] = []
    known = True
    for word, begin, end in words[1:]:
        first = statement.text.span
        span = Span(first.file, first.line, first.column + starts[begin], first.line, first.column + starts[end])
        inside = [types.get(hole.span, "") for hole in holes[text.count(_HOLE, 0, begin) : text.count(_HOLE, 0, end)]]
        found.append(Word(None if inside else word, span, inside[0] if word == _HOLE else ""))
        # A text may have blanks, and be several words then, or be empty, and be none; quotes hold it together.
        if any(one not in ("Number", "Bool") for one in inside) and not text.startswith('"', begin):
            known = False
            break
    return Use(words[0][0], len(words) - 1 if known else -1, statement.span, "", tuple(found))


def _flat(text: syntax.Text) -> tuple[str, list[syntax.Expression], list[int]]:
    """Return a text with one character for each value, the values, and where each character stands in the source."""
    flat: list[str] = []
    holes: list[syntax.Expression] = []
    starts: list[int] = []
    at = 0
    for piece in text.pieces:
        if isinstance(piece, str):
            flat.append(piece)
            starts += range(at, at + len(piece))
            at += len(piece)
        else:
            holes.append(piece)
            flat.append(_HOLE)
            starts.append(at)
            inside = max(at + 1, piece.span.end_column - text.span.column)
            close = text.source.find("}", inside)
            at = len(text.source) if close < 0 else close + 1
    return "".join(flat), holes, [*starts, at]


def check_commands(uses: Iterable[Use], commands: Mapping[str, Signature | None] | None) -> Report:
    """Find the commands that the host does not know, or with words that do not fit, if it said what it knows."""
    report = Report()
    near = Near()
    for use in uses if commands is not None else ():
        assert commands is not None
        if use.name not in commands:
            message = f"no command is called {use.name!r}"
            report.append(finding("YS0060", message, use.span, near(use.name, commands)))
            continue
        known = commands[use.name]
        if known is None or known.parameters is None:
            continue
        most = len(known.parameters)
        if 0 <= use.arguments < known.required or (use.arguments > most and not known.variadic):
            message = f"the command {use.name} takes {known.takes()} words behind its name, and has {use.arguments}"
            several = 'double quotes hold words together: "long sword"' if use.arguments > most else ""
            report.append(finding("YS0061", message, use.span, several))
        _check_words(use, known, report)
        for index, word in enumerate(use.words):
            kinds = known.kinds_at(index)
            if word.type and kinds and not any(kind.fits(_SHAPES[word.type]) for kind in kinds):
                report.append(_other_type(use, word, kinds))
    return report


def check_texts(uses: Iterable[Use], functions: Mapping[str, Signature] | None) -> Report:
    """Find the texts in calls of functions that their parameters do not take."""
    report = Report()
    for use in uses if functions else ():
        known = (functions or {}).get(use.name)
        if known is not None:
            _check_words(use, known, report, calls=True)
    return report


def check_functions(uses: Iterable[Use], functions: Mapping[str, Signature]) -> Report:
    """Find the calls of functions that the host does not have, or with another number of values than they take.

    A compiler that is told of the functions finds these by itself; this is for a program that was compiled without.
    """
    report = Report()
    near = Near()
    for use in uses:
        known = functions.get(use.name)
        if known is None:
            hint = near(use.name, functions)
            report.append(finding("YS0013", f"no function is called {use.name!r}", use.span, hint))
        elif known.parameters is not None and (
            use.arguments < known.required or (use.arguments > len(known.parameters) and not known.variadic)
        ):
            message = f"{use.name} takes {known.takes()} parameters, and is given {use.arguments}"
            report.append(finding("YS0014", message, use.span))
    return report


def _check_words(use: Use, known: Signature, report: Report, *, calls: bool = False) -> None:
    for index, word in enumerate(use.words):
        kinds = known.kinds_at(index)
        if calls and known.type_at(index) not in (None, "String"):
            continue  # a text is of another type, which is said already
        wrong = None if word.text is None else misfit(word.text, kinds)
        if wrong is not None:
            report.append(finding("TW-YARN-61", f"{use.name}: {wrong[0]}", word.span, wrong[1]))


def _other_type(use: Use, word: Word, kinds: Iterable[Kind]) -> Diagnostic:
    names = (_PLAIN.get(k.name, f"the name of {'an' if k.name[:1] in 'AEIOUaeiou' else 'a'} {k.name}") for k in kinds)
    wanted = " or ".join(dict.fromkeys(names))
    message = f"{use.name}: this is a {word.type}, and {wanted} is needed"
    hint = "string(...) makes a text of it" if any(kind.name == "str" for kind in kinds) else ""
    return finding("TW-YARN-62", message, word.span, hint)
