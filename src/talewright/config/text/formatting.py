"""A document in one form: for `talewright ini fmt`.

Blanks around ``=`` and at the ends of lines go, one blank line stands between sections, every line ends alike. Order,
comments, spelling, operators and values stay: what a reader gets is checked to be the same before anything is given
back. A value over several joined lines is left as it stands.
"""

from __future__ import annotations

from talewright.config.text.document import IniDocument
from talewright.config.text.lines import BLANK, ENTRY, HEADER, Line, scan
from talewright.errors import ConfigError


def formatted(document: IniDocument) -> IniDocument:
    """Return the document in one form.

    Raises:
        ConfigError: the form would not be read as the same; that is a fault here, and nothing is changed.

    >>> formatted(IniDocument.parse(b"\\n[A]\\n Key = 1 \\n\\n\\n; about b\\n[B]\\nk=2")).to_text()
    '[A]\\nKey=1\\n\\n; about b\\n[B]\\nk=2\\n'
    """
    newline = document.newline
    lines: list[str] = []
    for block in _blocks(scan(document.to_text())):
        if lines:
            lines.append("")
        blank = False
        for line in block:
            if line.kind == BLANK and "\\" not in line.text:
                blank = True
                continue
            if blank and lines and lines[-1]:
                lines.append("")
            blank = False
            lines.append(_line(line, newline))
    text = newline.join(lines) + newline if lines else ""
    made = IniDocument.from_text(text, document.file, style=document.style)
    if _meaning(made) != _meaning(document):
        raise ConfigError("the file cannot be brought into one form without changing what it says")
    return made


def _blocks(lines: list[Line]) -> list[list[Line]]:
    """Cut at the headers; comments right above a header belong to it."""
    blocks: list[list[Line]] = [[]]
    for line in lines:
        if line.kind == HEADER and blocks[-1]:
            block = blocks[-1]
            cut = len(block)
            while cut and block[cut - 1].kind not in (ENTRY, HEADER, BLANK):
                cut -= 1
            above = block[cut:]
            del block[cut:]
            blocks.append(above)
        blocks[-1].append(line)
    return [trimmed for block in blocks if (trimmed := _trimmed(block))]


def _trimmed(block: list[Line]) -> list[Line]:
    """Return a block without the blank lines at its ends."""
    told = [number for number, line in enumerate(block) if line.kind != BLANK]
    return block[told[0] : told[-1] + 1] if told else []


def _line(line: Line, newline: str) -> str:
    text = line.text.rstrip("\r\n")
    if line.breaks or "\\\\" in text:
        return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", newline)
    if line.kind == ENTRY and "=" in text:
        return f"{line.operator}{line.key}={line.raw}"
    return text.strip(" \t")


def _meaning(document: IniDocument) -> list[tuple[str, list[tuple[str, str, str]]]]:
    return [
        (name, [(entry.operator, entry.key, entry.raw) for entry in document.entries(name)])
        for name in document.section_names()
    ]
