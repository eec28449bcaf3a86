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

from talewright.config.editing import check_key, check_section_name
from talewright.config.values import dump
from talewright.diagnostics import Span
from talewright.errors import AlreadyExists, InvalidName, NotFound, SaveError, TalewrightError
from talewright.fields import Plain, Repeated, Sections
from talewright.names import FoldedDict, did_you_mean, fold
from talewright.savegame.header import SaveHeader, digest_of, header_bytes
from talewright.savegame.reading import read_save

_EMPTY_LIST = "!{}=()"


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
        self._spans: dict[str, Span] = {}
        self._sections: dict[tuple[str, str], tuple[str, str, FoldedDict[Plain]]] = {}
        for (name, class_name), fields in sections.items():
            self._add(name, class_name, fields)

    def _add(self, name: str, class_name: str, fields: Mapping[str, Plain]) -> None:
        if not name or not class_name or " " in class_name:
            raise SaveError(
                f"a section cannot be named [{name} {class_name}]",
                hint="it is [Name Class], and the class has no blank",
            )
        key = fold(name), fold(class_name)
        if key in self._sections:
            known = self._sections[key]
            raise SaveError(
                f"[{name} {class_name}] and [{known[0]} {known[1]}] are one section: names ignore case",
                hint="give one of the two another name",
            )
        section: FoldedDict[Plain] = FoldedDict()
        for field, value in fields.items():
            if field in section:
                raise SaveError(
                    f"[{name} {class_name}] has the fields {section.spelling(field)} and {field}: names ignore case",
                    hint="give one of the two another name",
                )
            section[field] = copy_plain(value)
        self._sections[key] = (name, class_name, section)

    # Reading and changing

    @property
    def sections(self) -> Sections:
        """All sections, in order: a copy, deep, for the parts that rebuild themselves from it."""
        return {
            (name, class_name): {field: copy_plain(value) for field, value in section.items()}
            for name, class_name, section in self._sections.values()
        }

    def section(self, name: str, class_name: str) -> MutableMapping[str, Plain]:
        """Give the fields of a section; changing them changes the document. Field names ignore case.

        Raises:
            NotFound: there is no such section.
        """
        found = self._sections.get((fold(name), fold(class_name)))
        if found is None:
            known = (f"{n} {c}" for n, c, _ in self._sections.values())
            raise NotFound(
                f"the save has no section [{name} {class_name}]", hint=did_you_mean(f"{name} {class_name}", known)
            )
        return found[2]

    def of_class(self, class_name: str) -> dict[str, MutableMapping[str, Plain]]:
        """Give the sections of a class by object name, in order; changing one changes the document.

        Values that were read from text are text (`fields.Bare`) unless they were structs or lists.
        """
        wanted = fold(class_name)
        return {name: section for (_, its), (name, _, section) in self._sections.items() if its == wanted}

    def rename_class(self, old: str, new: str) -> None:
        """Rename the class of all sections that have it; order and contents stay. None of them is no error.

        Raises:
            AlreadyExists: an object has a section of the new class already. Nothing changed.
            InvalidName: the new name is empty or has a blank.
        """
        if not new or " " in new:
            raise InvalidName(f"{new!r} cannot be the name of a class", hint="it is one word")
        before, after = fold(old), fold(new)
        for (name, its), (spelling, _, _) in self._sections.items():
            if its == before and before != after and (name, after) in self._sections:
                raise AlreadyExists(
                    f"[{spelling} {old}] cannot become [{spelling} {new}]: there is one", hint="merge the two first"
                )
        self._sections = {
            (name, after if its == before else its): (spelling, new if its == before else class_name, section)
            for (name, its), (spelling, class_name, section) in self._sections.items()
        }

    def copy(self) -> Self:
        """Give a document that shares nothing with this one."""
        made = type(self)(self.header, self.sections)
        made.file, made._spans = self.file, dict(self._spans)
        return made

    def stamped(self, created: str) -> Self:
        """Give this document with another date in the header; the sections are shared."""
        made = type(self)(replace(self.header, created=created), {})
        made.file, made._spans, made._sections = self.file, self._spans, self._sections
        return made

    def span(self, key: str = "") -> Span:
        """Give the place of a field of the header in the file it was read from."""
        return self._spans.get(fold(key), Span(self.file or "save"))

    # Text

    @classmethod
    def parse(cls, data: bytes, file: str = "") -> Self:
        """Read a document.

        Args:
            data: the whole file.
            file: its name, for findings.

        Raises:
            DamagedSave: the bytes are not those that were written.
            NewerSave: a later version of talewright wrote them.
        """
        header, spans, sections = read_save(data, file)
        document = cls(header, sections)
        document.file, document._spans = file, spans
        return document

    def body_bytes(self) -> bytes:
        """Write the sections: UTF-8, LF, a blank line between two; the same state gives the same bytes.

        Raises:
            SaveError: a value cannot be written; the message names section and field.
        """
        return b"\n".join(
            _section_bytes(name, class_name, section) for name, class_name, section in self._sections.values()
        )

    @property
    def digest(self) -> str:
        """The digest of the sections as they are now: ``sha256:`` and hexadecimal."""
        return digest_of(self.body_bytes())

    def to_bytes(self) -> bytes:
        """Write the whole file.

        Raises:
            SaveError: a value cannot be written, or the header has more than 4 kB.
        """
        body = self.body_bytes()
        return header_bytes(self.header, digest_of(body)) + body

    def __eq__(self, other: object) -> bool:
        """Whether the text below the header is the same."""
        if not isinstance(other, SaveDocument):
            return NotImplemented
        return self.body_bytes() == other.body_bytes()

    def __repr__(self) -> str:
        return f"<SaveDocument {self.header.title!r}, {len(self._sections)} sections>"


def copy_plain(value: Plain) -> Plain:
    """Copy plain data; text and numbers are shared, they never change."""
    if isinstance(value, list):
        copied = [copy_plain(v) for v in value]
        return Repeated(copied) if isinstance(value, Repeated) else copied
    if isinstance(value, Mapping):
        return {k: copy_plain(v) for k, v in value.items()}
    return value


def _section_bytes(name: str, class_name: str, section: Mapping[str, Plain]) -> bytes:
    where = f"[{name} {class_name}]"
    try:
        check_section_name(f"{name} {class_name}")
    except InvalidName as error:
        raise SaveError(error.message, hint=error.hint) from error
    lines = [where]
    for field, value in section.items():
        try:
            check_key(field)
            if not isinstance(value, Repeated):
                lines.append(f"{field}={dump(value)}")
            elif value:
                lines += [f"{field}={dump(v)}" for v in value]
            else:  # an empty list is not the same as saying nothing
                lines.append(_EMPTY_LIST.format(field))
        except (TalewrightError, TypeError) as error:
            hint = error.hint if isinstance(error, TalewrightError) else ""
            raise SaveError(f"{where}.{field} cannot be saved: {error}", hint=hint) from error
    try:
        return ("\n".join(lines) + "\n").encode()
    except UnicodeEncodeError as error:
        raise SaveError(f"{where} holds half a character", hint="cut texts between characters") from error
