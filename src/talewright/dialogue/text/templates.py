r"""Text as it is shown: escapes resolved, the speaker split off, expressions numbered, markup cut into tokens.

Decides who speaks: what stands before the first unescaped colon **of the text as written** (dialogue.md section 6.13;
any colon outside of a marker does it, and ``\:`` prevents it), or the name in ``[character name="..."]`` at its head. A
colon that comes out of an expression never makes a speaker. Where the markup is wrong there is none, and the text is
shown as it was written.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from talewright.dialogue import syntax
from talewright.dialogue.program import Code, Markup, Members, Template, assemble
from talewright.dialogue.text.markup import (
    REPLACED,
    Hole,
    Marker,
    MarkupError,
    colon_in,
    has_markup,
    tokenize,
    unescape,
)


@dataclass(frozen=True, slots=True)
class Said:
    """The text of a line or option, ready to be filled.

    Attributes:
        speaker: who says it, or None.
        text: what; where there is markup, as it was written.
        holes: the expressions of both.
        markup: the tokens of ``text``, or None where it has no markup.
        wrong: what is wrong with its markup, or empty.
        wrong_from_end: which ``[`` of the text that is, counted from its end; 0 where none is wrong.
        pieces: the text as written, values by their numbers; what the markup was read from.
    """

    speaker: Template | None
    text: Template
    holes: tuple[Code, ...]
    markup: Markup | None = None
    wrong: str = ""
    wrong_from_end: int = 0
    pieces: tuple[str | int, ...] = ()

    def from_end(self, position: int) -> int:
        """Return which ``[`` of the text stands at a position of its markup, counted from its end."""
        return _from_end(self.pieces, position)


def text_template(text: syntax.Text, members: Members) -> Said:
    """Make the template of an option's text; a speaker stays in it."""
    pieces, holes = _number(text, members)
    return _said(None, pieces, holes)


def command_template(text: syntax.Text, members: Members) -> tuple[Template, tuple[Code, ...]]:
    """Make the template of a command: its text knows no escapes."""
    pieces, holes = _number(text, members)
    return Template(tuple(pieces)), holes


def line_template(text: syntax.Text, members: Members) -> Said:
    r"""Make the templates of a line: who speaks (None where nobody is named), and what.

    >>> from talewright.dialogue.syntax.lexer import read_text_row
    >>> from talewright.dialogue.syntax.mistakes import Notes
    >>> said = line_template(read_text_row(Notes("f"), 1, r"Ann: It is {1}\: now", 0).text, {})
    >>> said.speaker.pieces, said.text.pieces, len(said.holes)
    (('Ann',), ('It is ', 0, ': now'), 1)
    """
    if len(text.pieces) == 1 and isinstance(only := text.pieces[0], str) and "\\" not in only and "[" not in only:
        before, mark, behind = only.partition(":")
        speaker, said = before.rstrip(), behind.lstrip()
        if mark and speaker:
            return Said(Template((_shown(speaker),)), Template((_shown(said),) if said else ()), ())
        return Said(None, Template((_shown(only),)), ())
    pieces, holes = _number(text, members)
    marked = has_markup(pieces)
    if marked and (found := _character(pieces)) is not None:
        return _said(found[0], found[1], holes)
    for index, piece in enumerate(pieces):
        if not isinstance(piece, str) or (colon := colon_in(piece)) < 0:
            continue
        head: list[str | int] = [*pieces[:index], piece[:colon].rstrip()]
        tail: list[str | int] = [piece[colon + 1 :].lstrip(), *pieces[index + 1 :]]
        if all(part == "" for part in head):
            break
        name = _plain(head) if marked else _template(head)
        if name is None:
            break
        return _said(name, tail, holes)
    return _said(None, pieces, holes)


def _said(speaker: Template | None, pieces: list[str | int], holes: tuple[Code, ...]) -> Said:
    text = _template(pieces)
    if not has_markup(pieces):
        return Said(speaker, text, holes)
    try:
        tokens = tokenize(pieces)
    except MarkupError as error:
        return Said(speaker, text, holes, None, error.message, _from_end(pieces, error.position))
    if not any(isinstance(token, Marker) for token in tokens):
        return Said(speaker, text, holes)
    return Said(speaker, text, holes, Markup(tokens), pieces=tuple(pieces))


def _from_end(pieces: Sequence[str | int], position: int) -> int:
    joined = "".join(piece if isinstance(piece, str) else " " for piece in pieces)
    return joined[position:].count("[")


def _plain(pieces: list[str | int]) -> Template | None:
    """Return a name without its markup; None where a marker in it is not closed before the colon, or replaced."""
    try:
        tokens = tokenize(pieces)
    except MarkupError:
        return None
    found: list[str | int] = []
    for token in tokens:
        if isinstance(token, Hole):
            found.append(token.number)
        elif isinstance(token, str):
            found.append(token)
        elif token.name in REPLACED:
            return None  # a name that a value chooses: it is told with the text
    return Template(tuple(found)) if found else None


def _character(pieces: list[str | int]) -> tuple[Template, list[str | int]] | None:
    """Return the speaker that ``[character name="..."]...[/character]`` names, and what stands behind it."""
    first = pieces[0]
    if not isinstance(first, str) or not first.lstrip().startswith("[character"):
        return None
    end = first.find("[/character]")
    try:
        marker = next(iter(tokenize([first[: end + 12].lstrip()])), None) if end >= 0 else None
    except MarkupError:
        return None
    name = dict(marker.properties).get("name") if isinstance(marker, Marker) else None
    if not isinstance(name, str):
        return None
    return Template((name,)), [first[end + 12 :].lstrip(), *pieces[1:]]


def _number(text: syntax.Text, members: Members) -> tuple[list[str | int], tuple[Code, ...]]:
    pieces: list[str | int] = []
    holes: list[Code] = []
    for piece in text.pieces:
        if isinstance(piece, str):
            pieces.append(piece)
        else:
            pieces.append(len(holes))
            holes.append(assemble(piece, members=members))
    return pieces, tuple(holes)


def _template(pieces: list[str | int]) -> Template:
    return Template(tuple(_shown(p) if isinstance(p, str) else p for p in pieces if p != ""))


def _shown(piece: str) -> str:
    text = unescape(piece)
    return text if text.isascii() else unicodedata.normalize("NFC", text)
