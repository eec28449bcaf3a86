"""An ini document that comes back as it was, but for what was changed.

The first of the three stages of reading Unreal's config (bytes -> document -> values with operators applied -> typed
values; config-savegame.md section 0): it owns the text and every line of it, and knows neither layers nor types.
Reading cuts the text at its headers; a section's lines are looked at when somebody asks for them. Editing touches the
lines it must: order, comments, other lines, line ends and encoding stay. Not thread-safe.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from talewright.config.text.editing import assign, check_key, check_section_name, new_lines
from talewright.config.text.encoding import Encoding, decode, look_for_nuls
from talewright.config.text.lines import Line
from talewright.config.text.outline import Outline
from talewright.config.text.reader import TextReader
from talewright.config.text.sections import Section
from talewright.config.text.threeway import merge
from talewright.config.values import NATIVE, Style, as_raw
from talewright.diagnostics import Report, Span
from talewright.errors import AlreadyExists, ConfigError, Misuse, ValueFormatError, path_of
from talewright.files import atomic
from talewright.names import fold


class IniDocument(TextReader):
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

    __slots__ = ("_code_page", "_encoding", "_encoding_read", "_source", "_wanted")

    def __init__(self, file: str = "", *, style: Style = NATIVE, newline: str | None = None) -> None:
        super().__init__("", file, style, newline)
        self._code_page = "cp1252"
        self._encoding = Encoding()
        self._encoding_read = ""  # as the file has it; empty where there is none
        self._wanted: Encoding | None = None  # what it is converted to
        self._source = ""

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
            Misuse: the code page is none, or `data` are no bytes.
        """
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise Misuse(f"bytes are wanted, not {data!r:.40}", hint="IniDocument.from_text reads text, read a file")
        data = bytes(data)
        document = cls(file, style=style)
        document._code_page = code_page
        document._text, document._encoding, document._findings = decode(data, file, code_page=code_page)
        swapped = any(finding.code == "TW-INI-06" for finding in document._findings)
        document._encoding_read = "utf-16-be" if swapped else str(document._encoding)
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
        path = path_of(path, "an ini file", "IniDocument.from_text(text) reads a text")
        shown = os.fspath(path) if file is None else file
        try:
            data = Path(path).read_bytes()
        except FileNotFoundError:
            raise
        except OSError as error:
            report = Report()
            hint = "name a file in it" if isinstance(error, IsADirectoryError) else "check the file's rights"
            report.add("TW-INI-08", "error", f"the file cannot be read: {error.strerror}", hint, Span(shown))
            raise ConfigError(f"{shown} cannot be read", report=report) from error
        except ValueError as error:  # a NUL in the name
            raise ConfigError(f"{shown!r} is no name of a file", hint=str(error)) from error
        document = cls.parse(data, shown, style=style, code_page=code_page)
        document._source = os.path.realpath(path)
        return document

    def copy(self, *, style: Style) -> IniDocument:
        """Return a document of the same text and name, without its file and encoding, read in a dialect."""
        return IniDocument.from_text(self.to_text(), self.file, style=style)

    def to_text(self) -> str:
        """Return the text; of a document that lost all of it one empty line, since an empty file looks like a crash."""
        if self._pieces is None:
            return self._text
        pieces = self._pieces.copy()
        for number, section in self._sections.items():
            pieces[number] = section.text()
        return "".join(pieces) or (self.newline if self._text else "")

    def to_bytes(self) -> bytes:
        """Return the file: byte for byte what was read, but for what was changed.

        The encoding stays the one that was read as long as it can hold the text (config-savegame.md section 1.1).
        UTF-16 with the high byte first is written with the low byte first.

        Raises:
            ConfigError: the file is in a code page that cannot hold the text (`convert` takes another encoding), or the
                text holds half a surrogate pair.
        """
        return self._encoding.keep(self.to_text(), self.style, self.file)

    def convert(self, encoding: str) -> None:
        """Have the file written in another encoding from now on; every byte of it may change.

        Args:
            encoding: ``utf-8``, ``utf-8-sig``, ``utf-16-le`` or an 8-bit code page.

        Raises:
            Misuse: it is none of them.
        """
        self._encoding = self._wanted = Encoding.named(encoding)

    def write(self, path: Path | str, *, force: bool = False) -> Report:
        """Write the file, whole or not at all (see `atomic`).

        If it was read from this path, its folder is held against other writers, and where the file has changed since,
        the changes made here are put onto what it holds now, section by section (see `threeway`); the document then is
        what was written. Nothing is written where nothing changed. A file that has got another encoding meanwhile keeps
        it, unless it was converted; a link that was read is followed again.

        Args:
            path: the file.
            force: write over a file that is read-only, too.

        Returns:
            A finding for everything that both changed, for another encoding, and for NULs that are written.

        Raises:
            CorruptFile: the file holds no text any more; it was left as it is.
            ConfigError: another program holds the folder, or the text cannot be encoded.
            PermissionError: the file or its folder is read-only.
            OSError: it cannot be written; the old file is untouched.
        """
        path = Path(path)
        if self._source != os.path.realpath(path):
            atomic.write_bytes(path, self.to_bytes(), force=force)
            report = Report()
        else:
            path = Path(self._source)
            if not force:
                atomic.check_writable(path)
            with atomic.lock(path.parent):
                report = self._write_over(path, force=force)
        report += self.form_report()
        self._become(self.to_text())
        self._encoding = self._encoding.fitting(self._text, self.style)
        self._encoding_read = str(self._encoding)
        self._source = os.path.realpath(path)
        return report

    def form_report(self) -> Report:
        """Say what of the form of the file deserves a look where it is written now: another encoding, NULs.

        >>> document = IniDocument.parse(b"[A]\\nk=\\xe9\\n", "x.ini")
        >>> document.convert("utf-8")
        >>> [finding.message for finding in document.form_report()]
        ['encoding: cp1252 -> utf-8']
        """
        report, text = Report(), self.to_text()
        now = str(self._encoding.fitting(text, self.style))
        if self._encoding_read not in ("", now):
            message = f"encoding: {self._encoding_read} -> {now}"
            report.add("TW-INI-47", "warning", message, "every byte of the file may have changed", Span(self.file))
        look_for_nuls(text, report, self.file)
        return report

    def _write_over(self, path: Path, *, force: bool) -> Report:
        report = Report()
        try:
            theirs = IniDocument.read(path, file=self.file, style=self.style, code_page=self._code_page)
        except FileNotFoundError:
            atomic.write_bytes(path, self.to_bytes(), force=force)
            return report
        if theirs.to_text() != self._text:
            base = IniDocument.from_text(self._text, self.file, style=self.style)
            merged, report = merge(base, self, theirs)
            self._become(merged.to_text())
        self._encoding = self._wanted or theirs._encoding
        data = self.to_bytes()
        if data != path.read_bytes():
            atomic.write_bytes(path, data, force=force)
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
        """The encoding that was read or last written, by its Python name: ``utf-8``, ``utf-16-le``, ``cp1252`` ..."""
        return self._encoding

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

    def set_all(self, section: str, key: str, values: Iterable[str], *, operator: str | None = None) -> None:
        """Give a key exactly these values, one line each; quotes are put on where a value needs them.

        Lines that say it already stay as they are, others keep their place. An empty list takes the lines out.

        Args:
            section: made at the end of the document where it is missing.
            key: in the spelling for new lines.
            values: the strings.
            operator: of new lines, where the key has none yet; None: what the kind of the file wants for so many
                values, so that it is read back as it was given.

        Raises:
            ValueFormatError: the style `UE3` cannot hold a value.
            InvalidName: no line can hold the key.
        """
        try:
            raws = [as_raw(value, self.style) for value in _listed(values)]
        except ValueFormatError as error:
            raise ValueFormatError(f"[{section}] {key}: {error.message}", error.offset, hint=error.hint) from error
        self._assign(section, key, raws, operator)

    def set_raw(self, section: str, key: str, raws: Iterable[str], *, operator: str | None = None) -> None:
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

    def _assign(self, section: str, key: str, raws: list[str], operator: str | None) -> None:
        lines = self._lines_of(section, key)
        if not raws and not lines:
            return
        if not lines:
            texts = new_lines(key, raws, operator, self.kind)
            self._target(section, key).add(key, texts)
            if texts[-1][0] != "+":
                return
            lines = self._lines_of(section, key)  # a repeated value takes more than "+"
        self._changing()
        assign(lines, key, raws, self.style, self.kind)

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

    def _changing(self) -> list[str]:
        self._sweep, self._swept = None, False
        if self._pieces is None:
            self._pieces = self._outlined().pieces()
        self._report = None
        return self._pieces


def _listed(values: Iterable[str]) -> list[str]:
    if isinstance(values, str):
        raise Misuse(f"a list of values is wanted, not the text {values!r}", hint=f"write [{values!r}]")
    listed = list(values)
    wrong = next((value for value in listed if not isinstance(value, str)), None)
    if wrong is not None or None in listed:
        raise Misuse(f"a value is text, not {wrong!r:.40}", hint="values.dump makes the text of a number, list or dict")
    return listed
