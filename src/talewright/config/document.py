"""An ini document that comes back as it was, but for what was changed.

The first of the three stages of reading Unreal's config (bytes -> document -> values with operators applied -> typed
values; config-savegame.md section 0): it owns the text and every line of it, and knows neither layers nor types.
Reading cuts the text at its headers; a section's lines are looked at when somebody asks for them. Editing touches the
lines it must: order, comments, other lines, line ends and encoding stay. Not thread-safe.
"""

from __future__ import annotations

import os
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import accumulate
from pathlib import Path

from talewright.config import atomic, bulk
from talewright.config.collector import paused
from talewright.config.editing import assign, check_key, check_section_name, survivors
from talewright.config.encoding import Encoding, decode
from talewright.config.entry import Entry
from talewright.config.glimpse import find_section
from talewright.config.lines import Line
from talewright.config.lint import lint
from talewright.config.outline import Outline
from talewright.config.quoting import as_raw, unquote
from talewright.config.section import Section
from talewright.config.style import NATIVE, Style
from talewright.config.sweep import RawSection, Sweep
from talewright.diagnostics import Report, Span
from talewright.errors import AlreadyExists, ConfigError, Misuse, ValueFormatError
from talewright.names import fold

_FEW = 8
_MANY = 64


class IniDocument:
    """A config file as text: sections, keys, repeated lines, operators, comments.

    Section and key names ignore case; the first spelling stays. A header that comes twice continues its section.

    Args:
        file: its name, for findings.
        style: the dialect: what quotes mean, and how new text is written.
        newline: the line end for new lines of an empty document.

    >>> document = IniDocument.parse(b"[Tavern]\\n; loud\\nMusic = 0.8\\n")
    >>> document.set_all("tavern", "music", ["0.5"])
    >>> document.to_bytes()
    b'[Tavern]\\n; loud\\nMusic = 0.5\\n'
    """

    __slots__ = (
        "_asked",
        "_bulk",
        "_encoding",
        "_findings",
        "_first_lines",
        "_newline",
        "_outline",
        "_pieces",
        "_report",
        "_sections",
        "_shapes",
        "_source",
        "_sweep",
        "_text",
        "file",
        "style",
    )

    def __init__(self, file: str = "", *, style: Style = NATIVE, newline: str | None = None) -> None:
        self.file = file
        self.style = style
        self._text = ""
        self._encoding = Encoding()
        self._findings = Report()
        self._newline = newline
        self._source = ""
        self._reset()

    def _reset(self) -> None:
        self._outline: Outline | None = None
        self._pieces: list[str] | None = None  # the texts of all pieces, once one of them was changed
        self._sections: dict[int, Section] = {}
        self._shapes: set[tuple[str, ...]] = set()
        self._asked = 0  # how many sections were asked for alone
        self._bulk: dict[str, RawSection] | None = None
        self._sweep: Sweep | None = None
        self._first_lines: list[int] | None = None
        self._report: Report | None = None

    @classmethod
    def parse(cls, data: bytes, file: str = "", *, style: Style = NATIVE, code_page: str = "cp1252") -> IniDocument:
        """Read a document from bytes.

        Args:
            data: the whole file.
            file: its name, for findings.
            style: its dialect.
            code_page: for files without a byte-order mark that are no UTF-8.

        Raises:
            CorruptFile: the bytes are no text (NULs, a Git LFS pointer, a wrong byte-order mark).
        """
        document = cls(file, style=style)
        document._text, document._encoding, document._findings = decode(data, file, code_page=code_page)
        return document

    @classmethod
    def from_text(cls, text: str, file: str = "", *, style: Style = NATIVE) -> IniDocument:
        """Read a document from text."""
        document = cls(file, style=style)
        document._text = text
        return document

    @classmethod
    def read(
        cls, path: Path | str, *, file: str | None = None, style: Style = NATIVE, code_page: str = "cp1252"
    ) -> IniDocument:
        """Read a file.

        Args:
            path: the file.
            file: the name to show in findings, if it is not the path.
            style: its dialect.
            code_page: for files without a byte-order mark that are no UTF-8.

        Raises:
            CorruptFile: the bytes are no text.
            ConfigError: the file cannot be read (no right to, a folder).
            FileNotFoundError: there is no such file.
        """
        shown = os.fspath(path) if file is None else file
        try:
            data = Path(path).read_bytes()
        except FileNotFoundError:
            raise
        except OSError as error:
            report = Report()
            report.add("TW-INI-08", "error", f"the file cannot be read: {error.strerror}", "", Span(shown))
            raise ConfigError(f"{shown} cannot be read", report=report) from error
        document = cls.parse(data, shown, style=style, code_page=code_page)
        document._source = os.path.realpath(path)
        return document

    # -- as a whole

    def to_text(self) -> str:
        """Give the text."""
        if self._pieces is None:
            return self._text
        pieces = self._pieces.copy()
        for number, section in self._sections.items():
            pieces[number] = section.text()
        return "".join(pieces)

    def to_bytes(self) -> bytes:
        """Give the file: byte for byte what was read, but for what was changed.

        The encoding stays the one that was read as long as it can hold the text (config-savegame.md section 1.1).
        UTF-16 with the high byte first is written with the low byte first.

        Raises:
            ConfigError: the text holds half a surrogate pair.
        """
        return self._encoding.encode(self.to_text(), self.style)

    def write(self, path: Path | str) -> Report:
        """Write the file, whole or not at all (see `atomic`).

        If it was read from this path, its folder is held against other writers, and where the file has changed since,
        the changes made here are put onto what it holds now, section by section (see `threeway`); the document then is
        what was written. Nothing is written where nothing changed.

        Returns:
            A finding for everything that both changed.

        Raises:
            CorruptFile: the file holds no text any more; it was left as it is.
            ConfigError: another program holds the folder, or the text cannot be encoded.
            OSError: it cannot be written; the old file is untouched.
        """
        path = Path(path)
        if self._source != os.path.realpath(path):
            atomic.write_bytes(path, self.to_bytes())
            report = Report()
        else:
            with atomic.lock(path.parent):
                report = self._write_over(path)
        self._become(self.to_text())
        self._source = os.path.realpath(path)
        return report

    def _write_over(self, path: Path) -> Report:
        from talewright.config import threeway  # it works on documents

        report = Report()
        try:
            theirs = IniDocument.read(path, file=self.file, style=self.style)
        except FileNotFoundError:
            atomic.write_bytes(path, self.to_bytes())
            return report
        if theirs.to_text() != self._text:
            base = IniDocument.from_text(self._text, self.file, style=self.style)
            merged, report = threeway.merge(base, self, theirs)
            self._become(merged.to_text())
        data = self.to_bytes()
        if data != path.read_bytes():
            atomic.write_bytes(path, data)
        return report

    def replace_text(self, text: str) -> None:
        """Put another text in the place of all of it; encoding and file stay."""
        self._changing()
        self._sections = {}
        self._first_lines = None
        self._outline = Outline(text)
        self._pieces = self._outline.pieces()

    def _become(self, text: str) -> None:
        self._text = text
        self._reset()

    @property
    def encoding(self) -> Encoding:
        """The encoding that was read, by its Python name: ``utf-8``, ``utf-8-sig``, ``utf-16-le``, ``cp1252``."""
        return self._encoding

    @property
    def newline(self) -> str:
        """The line end for new lines: the one that the document uses most."""
        if self._newline is None:
            self._newline = _most_used(self._text) or self.style.newline
        return self._newline

    @property
    def report(self) -> Report:
        """The findings of reading: what is ignored and why. Looks at every line at the first call."""
        if self._report is None:
            self._report = Report(self._findings)
            for number in self._worth_a_look():
                lint(
                    self._section(number).lines(), number == 0, self.file, self._first(number), self._report, self.style
                )
        return self._report

    # -- sections

    @property
    def sections(self) -> list[str]:
        """The section names in order, each once, in their first spelling."""
        return self._outlined().sections()

    def section_names(self) -> list[str]:
        """The section names in order, each once, in their first spelling."""
        return self.sections

    def __contains__(self, section: object) -> bool:
        return isinstance(section, str) and bool(self._outlined().numbers(section))

    def __iter__(self) -> Iterator[str]:
        return iter(self.sections)

    def section_span(self, section: str) -> Span:
        """Give the place of a section's first header; the start of the file where there is none."""
        spans = self.header_spans(section)
        return spans[0][1] if spans else Span(self.file)

    def header_spans(self, section: str) -> list[tuple[str, Span]]:
        """Give all headers of a section, in order: how each is spelled, and its place."""
        found = []
        for number in self._outlined().numbers(section):
            header = next(self._section(number).lines())
            row, column = header.position(header.start)
            line = self._first(number) + row
            found.append((header.key, Span(self.file, line, column, line, column + len(header.joined.strip()))))
        return found

    def section_text(self, section: str) -> str:
        """Give a section as it stands in the file, headers and comments included; empty where there is none."""
        return "".join(self._text_of(number) for number in self._outlined().numbers(section))

    def replace_section(self, section: str, text: str) -> None:
        """Put another text, headers included, in the place of a section; at the end where there is none."""
        self.add_section(section)
        self._changing()
        first, *others = self._outlined().numbers(section)
        self._sections[first] = Section(text, self.newline)
        self._sections[first].end_line()
        for number in others:
            self._sections[number] = Section("", self.newline)
        self._outlined().keep_first(section)

    def add_section(self, name: str) -> None:
        """Add an empty section at the end, unless there is one of this name.

        Raises:
            InvalidName: a header cannot hold the name.
        """
        if name in self:
            return
        check_section_name(name)
        pieces = self._changing()
        last = next((n for n in range(len(pieces) - 1, -1, -1) if not self._is_gone(n)), None)
        text = f"[{name}]{self.newline}"
        if last is not None:
            before = self._section(last)
            before.end_line()
            if not before.ends_blank():
                pieces.append(self.newline)
                self._names().append("")
        self._outlined().add(name, len(pieces))
        self._names().append(name)
        pieces.append(text)

    def remove_section(self, name: str) -> bool:
        """Take out a section with all its lines; say whether there was one.

        A comment behind a blank line at its end stays: it introduces the next section.
        """
        numbers = self._outlined().numbers(name)
        if not numbers:
            return False
        self._changing()
        for number in numbers:
            self._section(number).strip()
        self._outlined().drop(name)
        return True

    def rename_section(self, old: str, new: str) -> bool:
        """Give a section another name in all its headers; say whether there was one.

        Raises:
            InvalidName: a header cannot hold the name.
            AlreadyExists: another section has the name.
        """
        numbers = self._outlined().numbers(old)
        if not numbers:
            return False
        check_section_name(new)
        if new in self and fold(new) != fold(old):
            raise AlreadyExists(f"the section [{new}] is there already", hint="take one of the two out first")
        self._changing()
        for number in numbers:
            self._section(number).rename(new)
        self._outlined().rename(old, new, numbers)
        return True

    # -- keys

    def entries(self, section: str, key: str | None = None) -> list[Entry]:
        """Give the lines of a section (of one key, where it is given) in order; none where there is no section."""
        return [
            Entry(line, self.file, first(), self.style)
            for part, first in self._parts(section)
            for line in part.entries(key)
        ]

    def get(self, section: str, key: str) -> str | None:
        """Give the last value of a key, or None: what a field with a single value reads."""
        values = self.get_all(section, key)
        return values[-1] if values else None

    def get_all(self, section: str, key: str) -> list[str]:
        """Give the values of a key, operators applied, as this document alone has them; quotes are taken off.

        >>> IniDocument.parse(b"[A]\\nk=1\\n+k=2\\n+k=2\\n-k=1\\n").get_all("A", "k")
        ['2']
        """
        lines = [(part, line) for part, _ in self._parts(section) for line in part.entries(key)]
        return [unquote(line.raw, self.style) for _, line in survivors(lines, self.style)]

    def raws(self, section: str) -> dict[str, list[str]]:
        """Give all keys of a section with the texts behind ``=``, operators applied, quotes kept.

        A key that a line empties (``!Key=()``) is there with an empty list.
        """
        if self._bulk is not None:
            known = self._bulk.get(fold(section))
            if known is not None:
                return known.copy()
        glimpsed = self._glimpse(section)
        if glimpsed is not None:
            texts = [self._text[begin:end] for begin, end in glimpsed]
            return bulk.raws(texts, self.style, self._shapes)
        numbers = self._outlined().numbers(section)
        self._asked += 1
        if self._pieces is None and self._asked == max(_MANY, len(self._names()) // 32):
            # Whoever asks for so many asks for all of them.
            bulk_of = self.all_raws().items()
            self._bulk = {fold(name): found for name, found in bulk_of if isinstance(found, RawSection)}
        return bulk.raws([self._text_of(number) for number in numbers], self.style, self._shapes)

    def all_raws(self) -> dict[str, Mapping[str, list[str]]]:
        """Give `raws` of every section, by section name: many times faster than one after the other.

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
                known = bulk.raws([self._text_of(number) for number in numbers], self.style, self._shapes)
            result[section] = known
        return result

    def sweep(self) -> Sweep | None:
        """Read the values of all sections by learned patterns; None where only a closer look can tell."""
        if self._pieces is not None or not self._outlined().plain:
            return None
        if self._sweep is None:
            with paused():
                self._sweep = Sweep(self._text, self._outlined().names)
        return self._sweep

    def set_all(self, section: str, key: str, values: Iterable[str], *, operator: str = "") -> None:
        """Give a key exactly these values, one line each; quotes are put on where a value needs them.

        Lines that say it already stay as they are, others keep their place. An empty list takes the lines out.

        Args:
            section: made at the end of the document where it is missing.
            key: in the spelling for new lines.
            values: the strings.
            operator: of new lines, where the key has none yet.

        Raises:
            ValueFormatError: the style `UE3` cannot hold a value.
            InvalidName: no line can hold the key.
        """
        try:
            raws = [as_raw(value, self.style) for value in _listed(values)]
        except ValueFormatError as error:
            raise ValueFormatError(f"[{section}] {key}: {error.message}", error.offset, hint=error.hint) from error
        self._assign(section, key, raws, operator)

    def set_raw(self, section: str, key: str, raws: Iterable[str], *, operator: str = "") -> None:
        """Give a key exactly these texts behind ``=``, one line each, as `values.dump` makes them.

        As `set_all`, but the texts are written as they are.

        Raises:
            ValueFormatError: a text holds a line end, or ends in two backslashes, which join lines.
            InvalidName: no line can hold the key.
        """
        raws = _listed(raws)
        for raw in raws:
            bad = next((c for c in raw if c in "\r\n"), None)
            if bad is not None:
                raise ValueFormatError(
                    f"[{section}] {key}: the text behind = holds a line end", raw.index(bad), hint="quote the value"
                )
            if raw.endswith("\\\\"):
                raise ValueFormatError(
                    f"[{section}] {key}: two backslashes at the end of a line would join it with the next",
                    len(raw) - 2,
                    hint="quote the value",
                )
        self._assign(section, key, raws, operator)

    def set_empty(self, section: str, key: str) -> None:
        """Write that a key is an empty list (``!Key=()``), which is not the same as saying nothing."""
        lines = self._lines_of(section, key)
        if [line.operator for _, line in lines] in (["!"], ["^"]):
            return
        self.remove(section, key)
        self._target(section, key).add(key, [f"!{key}=()"])

    def set_lines(self, section: str, key: str, lines: Iterable[tuple[str, str]]) -> None:
        """Give a key exactly these lines: operator and text behind ``=``, as they are."""
        listed = list(lines)
        if [(e.operator, e.raw) for e in self.entries(section, key)] == listed:
            return
        if listed and not any(operator for operator, _ in listed):
            self.set_raw(section, key, [raw for _, raw in listed])
            if [(e.operator, e.raw) for e in self.entries(section, key)] == listed:
                return
        self.remove(section, key)
        if listed:
            self._target(section, key).add(key, [f"{operator}{key}={raw}" for operator, raw in listed])

    def remove(self, section: str, key: str) -> bool:
        """Take out every line of a key, whatever its operator; say whether there was one."""
        numbers = [n for n in self._outlined().numbers(section) if self._section(n).entries(key)]
        if numbers:
            self._changing()
        for number in numbers:
            self._section(number).remove(key)
        return bool(numbers)

    # -- inside

    def _worth_a_look(self) -> Iterable[int]:
        """Give the pieces about which there can be findings: what a pattern fits has none but about quotes."""
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

    def _assign(self, section: str, key: str, raws: list[str], operator: str) -> None:
        lines = self._lines_of(section, key)
        if not raws and not lines:
            return
        if not lines:
            self._target(section, key).add(key, [f"{operator}{key}={raw}" for raw in raws])
            if operator != "+":
                return
            lines = self._lines_of(section, key)  # a repeated value takes more than "+"
        self._changing()
        assign(lines, key, raws, self.style)

    def _target(self, section: str, key: str) -> Section:
        check_key(key)
        self.add_section(section)
        self._changing()
        return self._section(self._outlined().numbers(section)[-1])

    def _lines_of(self, section: str, key: str) -> list[tuple[Section, Line]]:
        found = []
        for number in self._outlined().numbers(section):
            part = self._section(number)
            found += [(part, line) for line in part.entries(key)]
        return found

    def _outlined(self) -> Outline:
        if self._outline is None:
            self._outline = Outline(self._text)
        return self._outline

    def _names(self) -> list[str]:
        return self._outlined().names

    def _parts(self, section: str) -> list[tuple[Section, Callable[[], int]]]:
        """Give the parts of a section to read, each with a function that gives the line at which it began."""
        glimpsed = self._glimpse(section)
        if glimpsed is not None:
            text = self._text
            return [(Section(text[b:e], "\n"), partial(_line_of, text, b)) for b, e in glimpsed]
        numbers = self._outlined().numbers(section)
        return [(self._section(number), partial(self._first, number)) for number in numbers]

    def _glimpse(self, section: str) -> list[tuple[int, int]] | None:
        """Find a section alone, as long as few were asked for and nobody had to find them all."""
        if self._outline is not None or self._pieces is not None or self._asked >= _FEW:
            return None
        self._asked += 1
        return find_section(self._text, section)

    def _changing(self) -> list[str]:
        self._bulk = self._sweep = None
        if self._pieces is None:
            self._pieces = self._outlined().pieces()
        self._report = None
        return self._pieces

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
        """Give the line, counted from 1, at which a piece began when the document was read."""
        if self._first_lines is None:
            self._first_lines = [1, *(1 + total for total in accumulate(self._outlined().line_counts()))]
        return self._first_lines[min(number, len(self._first_lines) - 1)]


def _line_of(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _most_used(text: str) -> str:
    if "\r" not in text:
        return "\n" if "\n" in text else ""
    crlf = text.count("\r\n")
    counts = {"\r\n": crlf, "\n": text.count("\n") - crlf, "\r": text.count("\r") - crlf}
    return max(counts, key=lambda end: counts[end])


def _listed(values: Iterable[str]) -> list[str]:
    if isinstance(values, str):
        raise Misuse(f"a list of values is wanted, not the text {values!r}", hint=f"write [{values!r}]")
    return list(values)
