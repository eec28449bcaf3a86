"""Texts that cannot be translated, or not well: found before a translator finds them.

Decides what is told: a text without an id of its own, whose translation the next edit loses; a text that is nothing but
values; a text from a variable, a literal or a function put into a line, which stands in no table; a whole sentence in a
variable; a number before a word, whose form other languages choose in other ways; the same text again and again, which
a shadow line would save. Codes are words, as those of an exploration.
"""

from __future__ import annotations

import re
from typing import Final

from talewright.diagnostics import Report, Span
from talewright.dialogue.program import (
    BUILTINS,
    CALL,
    LOAD,
    PUSH,
    Assign,
    Code,
    LineContent,
    Offer,
    OptionContent,
    Program,
    Say,
)
from talewright.dialogue.tools.contents import contents_of
from talewright.dialogue.tools.string_tables import numbered

_OFTEN: Final = 3
_SENTENCE: Final = re.compile(r"\w\s+\w")
_COUNTED: Final = re.compile(r"\{(\d{1,9})\}\s+[a-z]")
_ONLY: Final = re.compile(r"(?:\{\d+\}|\W|_)*")


def lint_texts(program: Program) -> Report:
    """Find texts that cannot be translated.

    >>> from talewright.dialogue import compile
    >>> text = "title: A\\n---\\n<<declare $who = \\"the smith\\">>\\nGo to {$who}. #line:go\\n==="
    >>> [finding.code for finding in lint_texts(compile({"A": text}))]
    ['text-in-value']
    """
    report = Report()
    for node in program.nodes.values():
        for step in node.code:
            if isinstance(step, Say):
                _content(program, step.line, report)
            elif isinstance(step, Offer):
                for option in step.choice.options:
                    _content(program, option, report)
            elif isinstance(step, Assign):
                _assigned(step, report)
    _repeated(program, report)
    return report.sorted()


def _content(program: Program, one: LineContent | OptionContent, report: Report) -> None:
    text = numbered(one.source)
    if one.shadow:
        return
    if not one.explicit:
        hint = "run talewright dialogue tag; an edit above would give this text the translation of another"
        report.add("text-without-id", "warning", f"the text has no id: {one.source}", hint, one.span)
    if one.holes and _ONLY.fullmatch(text):
        report.add("text-of-values", "warning", "the line is nothing but values", "write the words into it", one.span)
        return
    for hole in one.holes:
        if what := _text_in(program, hole):
            hint = "let the line say it, [select] it by a value, or let the game translate it"
            report.add("text-in-value", "warning", f"{what} comes untranslated into the line", hint, one.span)
    for found in _COUNTED.finditer(text):
        number = int(found[1])
        if one.markup is None and number < len(one.holes) and not _text_in(program, one.holes[number]):
            hint = '[plural value={...} one="% coin" other="% coins" /] lets every language choose its form'
            report.add("plural-by-hand", "information", "a number stands before a word", hint, one.span)


def _text_in(program: Program, code: Code) -> str:
    """Say which text an expression gives, or nothing where it gives a number or a truth value."""
    verb, what = code.steps[-1]
    if verb == PUSH and isinstance(what, str):
        return f"the text {what!r}"
    if verb == LOAD:
        variable = program.variables.get(what)
        return f"the text of {what}" if variable is not None and isinstance(variable.default, str) else ""
    if verb == CALL and what[0] not in BUILTINS:
        returns = next((use.returns for use in program.functions if use.name == what[0]), "")
        return f"the text of {what[0]}()" if returns == "String" else ""
    texts = [one for verb, one in code.steps if verb == PUSH and isinstance(one, str) and _SENTENCE.search(one)]
    return f"the text {texts[0]!r}" if texts else ""


def _assigned(step: Assign, report: Report) -> None:
    for verb, what in step.value.steps:
        if verb == PUSH and isinstance(what, str) and _SENTENCE.search(what):
            hint = "keep a key in the variable, and the sentence in a line"
            report.add("text-in-variable", "warning", f"the sentence {what!r} is in no table", hint, step.value.span)


def _repeated(program: Program, report: Report) -> None:
    places: dict[str, list[Span]] = {}
    for one in contents_of(program):
        if not one.shadow and not one.holes:
            places.setdefault(one.text, []).append(one.span)
    for text, spans in places.items():
        if len(spans) >= _OFTEN:
            message = f"{text!r} is translated {len(spans)} times"
            hint = "give the first an id, and the others #shadow: with it"
            report.add("text-repeated", "information", message, hint, spans[0])
