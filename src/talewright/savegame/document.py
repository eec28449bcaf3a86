"""A save as a document: a header and the sections ``[Name Class]`` of everything that a game owns.

Decides how sections become text and back. It does not know who gives them: a section nobody knows survives reading and
writing, and so does an unknown key. Loading text runs no code and imports nothing, whatever the text names; types come
from the classes that receive the values. A document shares nothing with the game that made it, so another thread may
write it. Not thread-safe itself while it is changed.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import replace
from typing import Self

from talewright.diagnostics import Span
from talewright.errors import AlreadyExists, InvalidName, NotFound, SaveError
from talewright.fields import Plain, Repeated, Sections
from talewright.files import paused_gc
from talewright.names import OldNames, did_you_mean, fold, moved_tag
from talewright.savegame.fields import SectionFields, Shapes
from talewright.savegame.header import SaveHeader, digest_of, header_bytes
from talewright.savegame.reading import head_spans, read_save
from talewright.savegame.renames import COUNT_CLASS, rename_field, rename_marks, rename_values, values_of
from talewright.savegame.text import Writer, read


class _Section:
    """One section: its fields, or its text as long as nobody has asked for them."""

    __slots__ = ("class_name", "fields", "name", "text")

    def __init__(self, name: str, class_name: str, fields: SectionFields | None, text: str = "") -> None:
        self.name = name
        self.class_name = class_name
        self.fields = fields
        self.text = text

    def opened(self) -> SectionFields:
        """Return the fields, to be changed."""
        fields = self.fields
        if fields is None:
            fields = self.fields = SectionFields(self._fresh(set()))
        return fields

    def plain(self, shapes: Shapes) -> dict[str, Plain]:
        """Return the fields, copied."""
        return self._fresh(shapes) if self.fields is None else self.fields.plain()

    def _fresh(self, shapes: Shapes) -> dict[str, Plain]:
        """Read the fields; keys that differ only in case are one, a list of repeated lines."""
        found = read(self.text)
        names = tuple(found)
        if names in shapes:
            return found
        if len(found) == len({fold(name) for name in names}):
            shapes.add(names)
            return found
        merged = SectionFields()
        for name, value in found.items():
            merged[name] = Repeated([*_lines(merged[name]), *_lines(value)]) if name in merged else value
        return dict(merged.pairs())

    def written(self, writer: Writer) -> str:
        """Return the text."""
        fields = self.fields
        if fields is None:
            return self.text
        quick = writer.quickly(self.name, self.class_name, fields.values_by_name)
        return writer.section(self.name, self.class_name, fields.pairs()) if quick is None else quick


class SaveDocument:
    """One save.

    Args:
        header: what a menu shows.
        sections: (object name, class name) -> fields; copied, so that nobody else holds what the document holds.

    Attributes:
        header: what a menu shows.
        file: where it was read from, for findings; or an empty text.

    Raises:
        SaveError: two sections differ only in case, or a name does not fit into a section header.

    >>> save = SaveDocument(SaveHeader(title="At the smithy"), {("main:/smith#controller", "Smith"): {"anger": 4}})
    >>> save.rename_class("Smith", "Blacksmith")
    >>> save.of_class("Blacksmith")["main:/smith#controller"].pop("Anger")
    4
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, header: SaveHeader, sections: Mapping[tuple[str, str], Mapping[str, Plain]]) -> None:
        self.header = header
        self.file = ""
        self._head = ""
        self._sections: dict[tuple[str, str], _Section] = {}
        shapes: Shapes = set()
        if sections:
            with paused_gc():
                for (name, class_name), fields in sections.items():
                    self._add(name, class_name, fields, shapes)

    def _add(self, name: str, class_name: str, fields: Mapping[str, Plain], shapes: Shapes) -> None:
        if not name or not class_name or " " in class_name:
            raise SaveError(
                f"a section cannot be named [{name} {class_name}]",
                hint="it is [Name Class], and the class has no blank",
            )
        key = fold(name), fold(class_name)
        if key in self._sections:
            known = self._sections[key]
            raise SaveError(
                f"[{name} {class_name}] and [{known.name} {known.class_name}] are one section: names ignore case",
                hint="give one of the two another name",
            )
        made = SectionFields.copied(fields, shapes)
        if made is None:
            one, other = _twins(fields)
            raise SaveError(
                f"[{name} {class_name}] has the fields {one} and {other}: names ignore case",
                hint="give one of the two another name",
            )
        self._sections[key] = _Section(name, class_name, made)

    # Reading and changing

    @property
    def sections(self) -> Sections:
        """All sections, in order: a copy, deep, for the parts that rebuild themselves from it."""
        shapes: Shapes = set()
        with paused_gc():
            return {(s.name, s.class_name): s.plain(shapes) for s in self._sections.values()}

    @property
    def names(self) -> list[tuple[str, str]]:
        """(object name, class name) of all sections, in order; reads none of them."""
        return [(s.name, s.class_name) for s in self._sections.values()]

    def __len__(self) -> int:
        return len(self._sections)

    def __contains__(self, names: object) -> bool:
        """Whether there is a section (object name, class name)."""
        return isinstance(names, tuple) and tuple(map(fold, names)) in self._sections

    def section(self, name: str, class_name: str) -> MutableMapping[str, Plain]:
        """Return the fields of a section; changing them changes the document. Field names ignore case.

        Raises:
            NotFound: there is no such section.
        """
        found = self._sections.get((fold(name), fold(class_name)))
        if found is None:
            known = (f"{s.name} {s.class_name}" for s in self._sections.values())
            raise NotFound(
                f"the save has no section [{name} {class_name}]", hint=did_you_mean(f"{name} {class_name}", known)
            )
        return found.opened()

    def of_class(self, class_name: str) -> dict[str, MutableMapping[str, Plain]]:
        """Return the sections of a class by object name, in order; changing one changes the document.

        Values that were read from text are text (`fields.Bare`) unless they were structs or lists.
        """
        wanted = fold(class_name)
        return {s.name: s.opened() for (_, its), s in self._sections.items() if its == wanted}

    def rename_class(self, old: str, new: str) -> None:
        """Rename the class of all sections that have it; order and contents stay. None of them is no error.

        Raises:
            AlreadyExists: an object has a section of the new class already. Nothing changed.
            InvalidName: the new name is empty or has a blank.
        """
        if not new or " " in new:
            raise InvalidName(f"{new!r} cannot be the name of a class", hint="it is one word")
        before, after = fold(old), fold(new)
        for (name, its), section in self._sections.items():
            if its == before and before != after and (name, after) in self._sections:
                raise AlreadyExists(
                    f"[{section.name} {old}] cannot become [{section.name} {new}]: there is one",
                    hint="merge the two first",
                )
        for (_, its), section in self._sections.items():
            if its == before:
                section.opened()
                section.class_name = new
        self._sections = {
            (name, after if its == before else its): section for (name, its), section in self._sections.items()
        }

    def add_section(self, name: str, class_name: str) -> MutableMapping[str, Plain]:
        """Return a section, made empty at the end where there is none."""
        if (name, class_name) not in self:
            self._add(name, class_name, {}, set())
        return self.section(name, class_name)

    def remove_section(self, name: str, class_name: str) -> None:
        """Take out a section; one that is not there is no error."""
        self._sections.pop((fold(name), fold(class_name)), None)

    def rename_object(self, name: str, class_name: str, new: str) -> None:
        """Give the object of a section another name; order and contents stay. One that is not there is no error.

        Raises:
            AlreadyExists: there is a section of this class with the new name. Nothing changed.
        """
        before, after = (fold(name), fold(class_name)), (fold(new), fold(class_name))
        if before not in self._sections:
            return
        if before != after and after in self._sections:
            raise AlreadyExists(f"[{name} {class_name}] cannot become [{new} {class_name}]: there is one")
        self._sections[before].opened()
        self._sections[before].name = new
        self._sections = {after if key == before else key: section for key, section in self._sections.items()}

    def rename(self, table: OldNames) -> None:
        """Rename classes, fields, enum members, items and tags: what a migration does after a rename in the code.

        Raises:
            AlreadyExists: a new name is taken; the document may be changed in part (a migration works on a copy).
        """
        for old, new in table.classes.items():
            self.rename_class(old, new)
        for (cls, old), new in table.fields.items():
            for name, section in self.of_class(cls).items():
                rename_field(section, old, new, f"[{name} {cls}]")
        for (cls, key), values in values_of(table).items():
            for section in self.of_class(cls).values():
                if key in section:
                    section[key] = rename_values(section[key], values)
        for old, new in table.tags.items():
            for name in self.of_class(COUNT_CLASS):
                self.rename_object(name, COUNT_CLASS, moved_tag(name, old, new))
        if table.classes or table.tags:
            for name, class_name in self.names:
                rename_marks(self.section(name, class_name), table)

    def copy(self) -> Self:
        """Return a document that shares nothing with this one."""
        made = type(self)(self.header, {})
        made._take_marks(self)
        made._sections = {
            key: _Section(s.name, s.class_name, None if s.fields is None else SectionFields(s.fields.plain()), s.text)
            for key, s in self._sections.items()
        }
        return made

    def stamped(self, created: str) -> Self:
        """Return this document with another date in the header; the sections are shared."""
        made = type(self)(replace(self.header, created=created), {})
        made._take_marks(self)
        made._sections = self._sections
        return made

    def _take_marks(self, other: SaveDocument) -> None:
        self.file, self._head = other.file, other._head

    def span(self, key: str = "") -> Span:
        """Return the place of a field of the header in the file it was read from."""
        return head_spans(self._head, self.file).get(fold(key), Span(self.file or "save"))

    def place(self, name: str, class_name: str = "", field: str = "") -> Span | None:
        """Return where a section stands, or a field of it; None where there is no such section.

        A document writes itself as it was read, so that is its place in the file, as long as nothing changed it.

        Args:
            name: of the object.
            class_name: of the section; empty: the first with this name.
            field: of the section; one that it has not is at its head.
        """
        line = (self._head or header_bytes(self.header, b"", None).decode()).count("\n") + 1
        wanted = fold(field)
        for section, text in zip(self._sections.values(), self.texts(), strict=True):
            if fold(section.name) == fold(name) and fold(class_name) in ("", fold(section.class_name)):
                rows = text.split("\n")
                at = next((n for n, row in enumerate(rows) if n and fold(row.partition("=")[0]) == wanted), 0)
                return Span(self.file or "save", line + at)
            line += text.count("\n") + 2
        return None

    # Text

    @classmethod
    def parse(cls, data: bytes, file: str = "", *, key: bytes | None = None) -> Self:
        """Read a document. Sections whose form is the usual one are proved readable here and read when asked for.

        Args:
            data: the whole file.
            file: its name, for findings.
            key: with it, a save that was not written with the same key is refused.

        Raises:
            DamagedSave: the bytes are not those that were written.
            NewerSave: a later version of talewright wrote them.
        """
        with paused_gc():
            head, found = read_save(data, file, key)
            document = cls(head.header, {})
            document.file, document._head = file, head.text
            document._sections = {
                (fold(name), fold(class_name)): _Section(name, class_name, None, content)
                if isinstance(content, str)
                else _Section(name, class_name, SectionFields(content))
                for name, class_name, content in found
            }
        return document

    def texts(self, writer: Writer | None = None) -> list[str]:
        """Write the sections, each as its text without a line end behind it; the same state gives the same texts.

        Args:
            writer: one that is used again and again is quicker.

        Raises:
            SaveError: a value cannot be written; the message names section and field.
        """
        writer = writer or Writer()
        return [section.written(writer) for section in self._sections.values()]

    def body_bytes(self) -> bytes:
        """Write the sections: UTF-8, LF, a blank line between two.

        Raises:
            SaveError: a value cannot be written; the message names section and field.
        """
        return joined(self.texts())

    @property
    def digest(self) -> str:
        """The digest of the sections as they are now: ``sha256:`` and hexadecimal."""
        return digest_of(self.body_bytes())

    def to_bytes(self, *, key: bytes | None = None) -> bytes:
        """Write the whole file.

        Args:
            key: sign it: who reads it with the same key can tell whether somebody edited it.

        Raises:
            SaveError: a value cannot be written, or the header has more than 4 kB.
        """
        body = self.body_bytes()
        return header_bytes(self.header, body, key) + body

    def __eq__(self, other: object) -> bool:
        """Whether the text below the header is the same."""
        if not isinstance(other, SaveDocument):
            return NotImplemented
        return self.body_bytes() == other.body_bytes()

    def __repr__(self) -> str:
        return f"<SaveDocument {self.header.title!r}, {len(self._sections)} sections>"


def _twins(fields: Mapping[str, Plain]) -> tuple[str, str]:
    seen: dict[str, str] = {}
    for field in fields:
        known = seen.setdefault(fold(field), field)
        if known != field:
            return known, field
    raise AssertionError  # called only where there are two


def _lines(value: Plain) -> list[Plain]:
    return value if isinstance(value, Repeated) else [value]


def joined(texts: list[str]) -> bytes:
    """Return the bytes below the header for the texts of sections.

    Raises:
        SaveError: one of them holds half a character.
    """
    if not texts:
        return b""
    try:
        return ("\n\n".join(texts) + "\n").encode()
    except UnicodeEncodeError as error:
        bad = next(text for text in texts if not _encodes(text))
        raise SaveError(
            f"{bad.partition(chr(10))[0]} holds half a character", hint="cut texts between characters"
        ) from error


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
