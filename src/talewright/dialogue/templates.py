r"""Text as it is shown: escapes resolved, the speaker split off, expressions numbered.

Decides who speaks: what stands before the first unescaped colon **of the text as written** (dialogue.md section 6.13;
any colon does it, and ``\:`` prevents it). A colon that comes out of an expression never makes a speaker. Markup is not
looked at: its escapes ``\[`` and ``\]`` give the characters.
"""

from __future__ import annotations

from talewright.dialogue import syntax
from talewright.dialogue.evaluate import assemble
from talewright.dialogue.program import Code, Template


def text_template(text: syntax.Text) -> tuple[Template, tuple[Code, ...]]:
    """Make the template of an option's text or a command's; a speaker stays in it."""
    pieces, holes = _number(text)
    return _template(pieces), holes


def command_template(text: syntax.Text) -> tuple[Template, tuple[Code, ...]]:
    """Make the template of a command: its text knows no escapes."""
    pieces, holes = _number(text)
    return Template(tuple(pieces)), holes


def line_template(text: syntax.Text) -> tuple[Template | None, Template, tuple[Code, ...]]:
    r"""Make the templates of a line: who speaks (None where nobody is named), and what.

    >>> from talewright.dialogue.lexer import read_text_row
    >>> from talewright.dialogue.notes import Notes
    >>> speaker, said, holes = line_template(read_text_row(Notes("f"), 1, r"Ann: It is {1}\: now", 0).text)
    >>> speaker.pieces, said.pieces, len(holes)
    (('Ann',), ('It is ', 0, ': now'), 1)
    """
    pieces, holes = _number(text)
    for index, piece in enumerate(pieces):
        if not isinstance(piece, str) or (colon := _colon(piece)) < 0:
            continue
        head = [*pieces[:index], piece[:colon].rstrip()]
        tail = [piece[colon + 1 :].lstrip(), *pieces[index + 1 :]]
        if all(part == "" for part in head):
            break
        return _template(head), _template(tail), holes
    return None, _template(pieces), holes


def _number(text: syntax.Text) -> tuple[list[str | int], tuple[Code, ...]]:
    pieces: list[str | int] = []
    holes: list[Code] = []
    for piece in text.pieces:
        if isinstance(piece, str):
            pieces.append(piece)
        else:
            pieces.append(len(holes))
            holes.append(assemble(piece))
    return pieces, tuple(holes)


def _colon(piece: str) -> int:
    at = piece.find(":")
    if at < 0 or "\\" not in piece:
        return at
    at = 0
    while at < len(piece):
        if piece[at] == "\\":
            at += 2
            continue
        if piece[at] == ":":
            return at
        at += 1
    return -1


def _template(pieces: list[str | int]) -> Template:
    return Template(tuple(_unescape(p) if isinstance(p, str) else p for p in pieces if p != ""))


def _unescape(piece: str) -> str:
    if "\\" not in piece:
        return piece
    parts: list[str] = []
    at = 0
    while at < len(piece):
        if piece[at] == "\\":
            at += 1
        parts.append(piece[at : at + 1])
        at += 1
    return "".join(parts)
