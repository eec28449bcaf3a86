"""Reading the sections and keys of a text, each as late as it can be.

The half of `IniDocument` that only looks. There are two roads: raw strings, of a section (`raws`) or of all at once
(`all_raws`, `sweep`), and lines with their places (`entries`, `report`). A text is cut at its headers when the first
section is asked for, or not even then (`find_section`), a section into lines when a key is. Owns the text and the lines
made of it; what changes them is `document`.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import accumulate

from talewright.config.text.editing import survivors
from talewright.config.text.entry import Entry
from talewright.config.text.line_findings import judge
from talewright.config.text.outline import Outline, Piece, find_section
from talewright.config.text.raw_sections import RawSection, Sweep, raws
from talewright.config.text.sections import Section
from talewright.config.values import PlainRule, Style, kind_by_name, unquote
from talewright.diagnostics import Report, Span
from talewright.files import paused_gc

_FEW = 8


class TextReader:
    """Sections and keys of a text; the base of `IniDocument`."""

    __slots__ = (
        "_asked",
        "_findings",
        "_first_lines",
        "_newline",
        "_outline",
        "_pieces",
        "_report",
        "_sections",
        "_sweep",
        "_swept",
        "_text",
        "file",
        "style",
    )

    def __init__(self, text: str, file: str, style: Style, newline: str | None) -> None:
        self.file = file
        self.style = style
        self._text = text
        self._findings = Report()
        self._newline = newline
        self._reset()

    def _reset(self) -> None:
        self._outline: Outline | None = None
        self._pieces: list[str] | None = None  # the texts of all pieces, once one of them was changed
        self._sections: dict[int, Section] = {}
        self._asked = 0  # how many sections were asked for alone
        self._sweep: Sweep | None = None
        self._swept = False
        self._first_lines: list[int] | None = None
        self._report: Report | None = None

    @property
    def newline(self) -> str:
        """The line end for new lines: the one that the document uses most."""
        if self._newline is None:
            self._newline = most_used(self._text) or self.style.newline
        return self._newline

    @property
    def kind(self) -> PlainRule:
        """What plain lines do here, guessed by the name of the file and by ``BasedOn``."""
        return kind_by_name(self.file, based_on=bool(self.entries("Configuration", "BasedOn")))

    @property
    def report(self) -> Report:
        """The findings of reading: what is ignored and why. Looks at every line at the first call."""
        if self._report is None:
            self._report = Report(self._findings)
            for number in self._worth_a_look():
                judge(
                    self._section(number).lines(), number == 0, self.file, self._first(number), self._report, self.style
                )
        return self._report

    @property
    def sections(self) -> list[str]:
        """The section names in order, each once, in their first spelling."""
        return self._outlined().sections()

    def headers(self) -> list[str]:
        """The names of all headers in order, also of those that continue a section."""
        return [name for number, name in enumerate(self._names()) if number and not self._is_gone(number)]

    @property
    def each_once(self) -> bool:
        """Whether no section has a second header, and none was taken out or added."""
        return self._outlined().each_once

    def section_names(self) -> list[str]:
        """The section names in order, each once, in their first spelling."""
        return self.sections

    def __contains__(self, section: object) -> bool:
        return isinstance(section, str) and bool(self._outlined().numbers(section))

    def __iter__(self) -> Iterator[str]:
        return iter(self.sections)

    def section_span(self, section: str) -> Span:
        """Return the place of a section's first header; the start of the file where there is none."""
        spans = self.header_spans(section)
        return spans[0][1] if spans else Span(self.file)

    def header_spans(self, section: str) -> list[tuple[str, Span]]:
        """Return all headers of a section, in order: how each is spelled, and its place."""
        found = []
        for number in self._outlined().numbers(section):
            header = next(self._section(number).lines())
            row, column = header.position(header.start)
            line = self._first(number) + row
            found.append((header.key, Span(self.file, line, column, line, column + len(header.joined.strip()))))
        return found

    def section_text(self, section: str) -> str:
        """Return a section as it stands in the file, headers and comments included; empty where there is none."""
        return "".join(self._text_of(number) for number in self._outlined().numbers(section))

    def entries(self, section: str, key: str | None = None) -> list[Entry]:
        """Return the lines of a section (of one key, where it is given) in order; none where there is no section."""
        return [
            Entry(line, self.file, first(), self.style)
            for part, first in self._parts(section)
            for line in part.entries(key)
        ]

    def get(self, section: str, key: str) -> str | None:
        """Return the last value of a key, or None: what a field with a single value reads."""
        values = self.get_all(section, key)
        return values[-1] if values else None

    def get_all(self, section: str, key: str) -> list[str]:
        """Return the values of a key, operators applied, as this document alone has them; quotes are taken off.

        Every plain line is a value here. What plain lines do to each other in an overlay (`kind`), where the last one
        alone survives, is known to `ConfigMap` and `ConfigTree`.

        >>> from talewright.config import IniDocument
        >>> IniDocument.parse(b"[A]\\nk=1\\n+k=2\\n+k=2\\n-k=1\\n").get_all("A", "k")
        ['2']
        """
        lines = [(part, line) for part, _ in self._parts(section) for line in part.entries(key)]
        return [unquote(line.raw, self.style) for _, line in survivors(lines, self.style)]

    def raws(self, section: str) -> dict[str, list[str]]:
        """Return all keys of a section with the texts behind ``=``, operators applied, quotes kept.

        A key that a line empties (``!Key=()``) is there with an empty list.
        """
        glimpsed = self._glimpse(section)
        if glimpsed is not None:
            return raws([piece.text for piece in glimpsed], self.style)
        return raws([self._text_of(number) for number in self._outlined().numbers(section)], self.style)

    def all_raws(self) -> dict[str, Mapping[str, list[str]]]:
        """Return `raws` of every section, by section name: many times faster than one after the other.

        >>> from talewright.config import IniDocument
        >>> IniDocument.parse(b"[a Item]\\nk=1\\nk=2\\n[b Item]\\nk=3\\n").all_raws()
        {'a Item': {'k': ['1', '2']}, 'b Item': {'k': ['3']}}
        """
        outline = self._outlined()
        found: list[Mapping[str, list[str]] | None] = [None] * len(outline.names)
        sweep = self.sweep()
        for shape in sweep.shapes if sweep is not None else ():
            for number, row in zip(shape.numbers, shape.rows, strict=True):
                found[number] = RawSection(shape, row)
        if None not in found[1:] and outline.each_once:
            return typing.cast(
                "dict[str, Mapping[str, list[str]]]", dict(zip(outline.names[1:], found[1:], strict=True))
            )
        result = {}
        for section, numbers in outline.parts():
            known = found[numbers[0]] if len(numbers) == 1 else None
            if known is None:
                known = raws([self._text_of(number) for number in numbers], self.style)
            result[section] = known
        return result

    def sweep(self) -> Sweep | None:
        """Read the values of all sections by learned patterns; None where only a closer look can tell."""
        if self._pieces is not None:
            return None
        if not self._swept:
            with paused_gc():
                outline = self._outlined()
                self._sweep = Sweep.of(self._text, outline.names, outline.again, plain=outline.plain)
            self._swept = True
        return self._sweep

    def _worth_a_look(self) -> Iterable[int]:
        """Return the pieces about which there can be findings: what a pattern fits has none but about quotes."""
        sweep = self.sweep()
        if sweep is None:
            return range(len(self._names()))
        quoted = [
            number
            for shape in (sweep.shapes if '"' in self._text else ())
            if any('"' in text for row in shape.rows for text in row)
            for number, row in zip(shape.numbers, shape.rows, strict=True)
            if any('"' in text for text in row)
        ]
        return sorted([*sweep.odd, *quoted])

    def _outlined(self) -> Outline:
        if self._outline is None:
            self._outline = Outline(self._text)
        return self._outline

    def _names(self) -> list[str]:
        return self._outlined().names

    def _parts(self, section: str) -> list[tuple[Section, Callable[[], int]]]:
        """Return the parts of a section to read, each with a function that gives the line at which it began."""
        glimpsed = self._glimpse(section)
        if glimpsed is not None:
            return [(Section(part.text, "\n"), part.line) for part in glimpsed]
        numbers = self._outlined().numbers(section)
        return [(self._section(number), partial(self._first, number)) for number in numbers]

    def _glimpse(self, section: str) -> list[Piece] | None:
        """Find a section alone, as long as few were asked for and nobody had to find them all."""
        if self._outline is not None or self._pieces is not None or self._asked >= _FEW:
            return None
        self._asked += 1
        return find_section(self._text, section)

    def _text_of(self, number: int) -> str:
        section = self._sections.get(number)
        if section is not None:
            return section.text()
        return self._outlined().piece(number) if self._pieces is None else self._pieces[number]

    def _is_gone(self, number: int) -> bool:
        if number in self._sections:
            return self._sections[number].is_empty()
        return not self._text_of(number)

    def _section(self, number: int) -> Section:
        section = self._sections.get(number)
        if section is None:
            section = self._sections[number] = Section(self._text_of(number), self.newline)
        return section

    def _first(self, number: int) -> int:
        """Return the line, counted from 1, at which a piece began when the document was read."""
        if self._first_lines is None:
            self._first_lines = [1, *(1 + total for total in accumulate(self._outlined().line_counts()))]
        return self._first_lines[min(number, len(self._first_lines) - 1)]


def most_used(text: str) -> str:
    """Return the line end that a text uses most; empty where it has none."""
    if "\r" not in text:
        return "\n" if "\n" in text else ""
    crlf = text.count("\r\n")
    counts = {"\r\n": crlf, "\n": text.count("\n") - crlf, "\r": text.count("\r") - crlf}
    return max(counts, key=lambda end: counts[end])
