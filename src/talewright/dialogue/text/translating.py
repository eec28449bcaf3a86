"""A story in another language: the same program with other texts.

Decides how a translation is put in: the text of each line and option is that of the table, with its own speaker, markup
and order of values; what has no translation keeps its own text. Everything else is the same program, so positions,
saves, counts and ids are the same in every language, and a game may change its language at any stop. One language
nobody speaks: it shows what no table has.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeVar

from talewright.diagnostics import Span
from talewright.dialogue import syntax
from talewright.dialogue.program import (
    Code,
    Instruction,
    LineContent,
    Markup,
    Node,
    Offer,
    OptionContent,
    Program,
    Say,
    Template,
)
from talewright.dialogue.text.markup import Hole, Marker, Token
from talewright.dialogue.text.templates import Said, line_template, text_template

C = TypeVar("C", LineContent, OptionContent)

_PIECE: Final = re.compile(r"\\.|\{(\d{1,9})\}", re.DOTALL)
_NOWHERE: Final = Span("")
_KEPT: Final = re.compile(r"\\.|\{\d+\}|\[[^\]]*\]|[^\\{\[]+|.", re.DOTALL)
_REST: Final = re.compile(r"\\.|\{\d+\}|[^\\{\[]+|.", re.DOTALL)
_COLON: Final = re.compile(r"((?:[^\\:\[{]|\\.)*:\s*)(.*)", re.DOTALL)
_ACCENTS: Final = str.maketrans("AaBbCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz", "ÅåƁƀÇçĐđÉéĞğĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž")


def said_in(text: str, *, speaks: bool = True) -> Said:
    """Read a text of a table: its speaker, its markup (or what is wrong with it) and its values, ``{0}``.

    Args:
        text: as it stands in the table.
        speaks: whether it is a line, whose speaker stands before a colon; an option keeps it in its text.
    """
    return line_template(_text(text), {}) if speaks else text_template(_text(text), {})


def translated(program: Program, texts: Mapping[str, str]) -> Program:
    """Return a program with other texts.

    Args:
        program: the story.
        texts: translations by the id of the line, values as ``{0}``.

    >>> from talewright.dialogue import Start, State, advance, compile
    >>> program = compile({"A": "title: A\\n---\\nAnn: {1 + 1} of {3}. #line:two\\n==="})
    >>> events, _ = advance(translated(program, {"line:two": "Ann: Von {1} zwei\\\\: {0}"}), State(), Start("A"))
    >>> events[2].text
    'Von 3 zwei: 2'
    """
    nodes = {name: _node(node, texts) for name, node in program.nodes.items()}
    return replace(program, nodes=nodes)


def _node(node: Node, texts: Mapping[str, str]) -> Node:
    code = tuple(_instruction(step, texts) for step in node.code)
    return node if code == node.code else replace(node, code=code)


def _instruction(step: Instruction, texts: Mapping[str, str]) -> Instruction:
    if isinstance(step, Say):
        line = step.line
        text = texts.get(line.shadow or line.id)
        if text is None:
            return step
        said = said_in(text)
        return replace(step, line=replace(_filled(line, said), speaker=_numbered(said.speaker, said)))
    if isinstance(step, Offer):
        options = tuple(_option(option, texts) for option in step.choice.options)
        return step if options == step.choice.options else replace(step, choice=replace(step.choice, options=options))
    return step


def _option(option: OptionContent, texts: Mapping[str, str]) -> OptionContent:
    text = texts.get(option.shadow or option.id)
    return option if text is None else _filled(option, said_in(text, speaks=False))


def _filled(content: C, said: Said) -> C:
    markup = None if said.markup is None else Markup(tuple(_token(token, said) for token in said.markup.tokens))
    text = _numbered(said.text, said)
    assert text is not None
    return replace(content, text=_bounded(text, len(content.holes)), markup=markup)


def _bounded(template: Template, count: int) -> Template:
    """Show a number that the text has no value for as it is written."""
    pieces = (f"{{{one}}}" if isinstance(one, int) and one >= count else one for one in template.pieces)
    return Template(tuple(pieces))


def _text(text: str) -> syntax.Text:
    pieces: list[str | syntax.Expression] = []
    plain, at = "", 0
    for found in _PIECE.finditer(text):
        plain += text[at : found.start()]
        at = found.end()
        if found[1] is None:
            plain += found[0]
            continue
        pieces += [plain, syntax.Literal(float(found[1]), _NOWHERE)]
        plain = ""
    pieces.append(plain + text[at:])
    return syntax.Text(tuple(piece for piece in pieces if piece != ""), text, _NOWHERE)


def _number(hole: Code) -> int:
    return int(hole.steps[0][1])


def _numbered(template: Template | None, said: Said) -> Template | None:
    """Number the values of a template as the story numbers them."""
    if template is None:
        return None
    return Template(tuple(one if isinstance(one, str) else _number(said.holes[one]) for one in template.pieces))


def _token(token: Token, said: Said) -> Token:
    if isinstance(token, Hole):
        return Hole(_number(said.holes[token.number]))
    if isinstance(token, Marker):
        values = tuple(
            (name, Hole(_number(said.holes[value.number])) if isinstance(value, Hole) else value)
            for name, value in token.properties
        )
        return replace(token, properties=values)
    return token


def pseudo(text: str) -> str:
    """Write a text in a language that nobody speaks: readable, longer, and in brackets.

    Whoever plays a story in it sees at once what is in no table (it has no brackets), what is cut off (a bracket is
    missing), and which letters a font lacks. Speakers, values, markup and escapes stay.

    >>> pseudo("Smith: What is {0}?")
    'Smith: ⟦Ŵĥåţ îš {0}? ···⟧'
    """
    head, body = "", text
    if (found := _COLON.fullmatch(text)) is not None and found[2]:
        head, body = found[1], found[2]
    closed = body.rfind("]") + 1  # no marker begins behind it: a bracket there would be looked for again and again
    parts = [*_KEPT.findall(body, 0, closed), *_REST.findall(body, closed)]
    shown = "".join(part if part[0] in "\\{[" else part.translate(_ACCENTS) for part in parts)
    letters = sum(1 for part in parts if part[0] not in "\\{[" for sign in part if unicodedata.category(sign)[0] == "L")
    return f"{head}⟦{shown} {'·' * (letters // 3 + 1)}⟧"
