"""The document's own file of characters: ``Saved/Config/<Prefix>Sapitu.ini``, in Unreal Engine 3's dialect.

Decides which lines of the file a character owns: its section, and the sections of the items that it carries. All others
stay byte for byte. The original wrote it section by section and never took an item out; here the file is read again
under a lock, changed in memory and written whole or not at all. It never holds an item that nobody picked up: only what
a character carries is written, and an item that no character of the file lists (the original left such orphans) is
taken out at the next change. An edge: it touches the disk, and only when a character is saved or loaded, a
list is asked for, or a new id must be checked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from talewright.config import UE3, IniDocument, atomic
from talewright.config.lines import physical_lines
from talewright.config.values import dump, parse
from talewright.diagnostics import Report, Span
from talewright.errors import AlreadyExists, ConfigError, NotFound, SaveError, ValueFormatError
from talewright.fields import Bare, Plain, Repeated, declared
from talewright.names import FoldedDict, did_you_mean, fold
from talewright.rpg.character import Character
from talewright.rpg.sections import (
    CHARACTER,
    INVENTORY,
    Locate,
    StoredCharacter,
    StoredItem,
    check_owners,
    read_section,
)

_LISTS = ("inventoryRecords", "inventoryRecord")


@dataclass
class Stored:
    """A character as the file has it."""

    id: str
    character: StoredCharacter
    items: FoldedDict[StoredItem]
    report: Report
    locate: Locate


class Changed(NamedTuple):
    """What a change did to the file.

    Attributes:
        sections: names of the sections that were written; of those taken out, where the character was deleted.
        orphans: names of the sections of items that no character had; they are gone.
    """

    sections: list[str]
    orphans: list[str]


class SharedFile:
    """The file; nothing of it is kept in memory but the ids of its items.

    Args:
        path: need not be there yet.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known_ids: tuple[object, frozenset[str]] = (None, frozenset())

    def character_ids(self) -> list[str]:
        """Give the ids of the characters, in the order of the file."""
        return [name for name, _ in _of_class(self._read(), CHARACTER)]

    def has_item(self, id: str) -> bool:
        """Say whether the file has an item with this id. A file that cannot be read has none here: saving says so."""
        try:
            found = self.path.stat()
        except OSError:
            return False
        version = (found.st_mtime_ns, found.st_size, found.st_ino)
        if self._known_ids[0] != version:
            try:
                document = self._read()
            except ConfigError:
                document = IniDocument()
            ids = {fold(name) for name, _ in _of_class(document, INVENTORY)}
            ids |= {fold(item) for _, section in _of_class(document, CHARACTER) for item in _listed(document, section)}
            self._known_ids = version, frozenset(ids)
        return fold(id) in self._known_ids[1]

    def load(self, id: str) -> Stored:
        """Read one character and its items; what is wrong with others does not matter.

        Raises:
            NotFound: the file has no such character.
            ConfigError: the file cannot be read, or what it says about this character does not fit together.
        """
        document = self._read()
        characters = FoldedDict(_of_class(document, CHARACTER))
        id = _object(self._find(document, id))
        report = Report()

        def locate(name: str, class_name: str, key: str) -> Span:
            entries = document.entries(f"{name} {class_name}", key) if key else []
            return entries[-1].span if entries else document.section_span(f"{name} {class_name}")

        character = read_section(
            StoredCharacter, id, CHARACTER, _fields(document, characters[id], StoredCharacter), report, locate, []
        )
        sections = FoldedDict(_of_class(document, INVENTORY))
        check_owners({id: character}, sections.__contains__, report, locate)
        for other, section in characters.items():
            for item in _listed(document, section):
                if other != id and fold(item) in {fold(i) for i in character.items}:
                    report.add(
                        "TW-RPG-03",
                        "error",
                        f"{item} is in the inventories of {id} and of {other}",
                        "an item has one owner: remove one of the two lines",
                        locate(other, CHARACTER, "inventoryRecords"),
                    )
        items: FoldedDict[StoredItem] = FoldedDict()
        for item in character.items:
            if item in sections:
                fields = _fields(document, sections[item], StoredItem)
                items[item] = read_section(StoredItem, item, INVENTORY, fields, report, locate, [])
        if report.errors:
            raise ConfigError(f"the character {id!r} cannot be read; nothing changed", report=report)
        return Stored(id, character, items, report, locate)

    def save(self, character: Character) -> Changed:
        """Write a character and its items.

        Raises:
            SaveError: a value cannot be written in this dialect, another character of the file has one of the items, or
                the disk refuses.
            ConfigError: the file that is there cannot be read; it is left alone.
        """
        return self._change(character.id, lambda document: self._put(document, character))

    def delete(self, id: str) -> Changed:
        """Take a character and its items out of the file.

        Raises:
            NotFound: the file has no such character.
            SaveError: the disk refuses.
            ConfigError: the file cannot be read; it is left alone.
        """

        def edit(document: IniDocument) -> tuple[Changed, str]:
            section = self._find(document, id)
            mine = _listed(document, section)
            document.remove_section(section)
            removed, orphans = [section], collect_orphans(document)
            removed += [orphan for orphan in orphans if _object(orphan) in FoldedDict((item, "") for item in mine)]
            return Changed(removed, [orphan for orphan in orphans if orphan not in removed]), document.to_text()

        return self._change(id, edit)

    def rename(self, id: str, new: str) -> Changed:
        """Give a character of the file another id, in its place; nothing else changes.

        Raises:
            NotFound: the file has no such character.
            AlreadyExists: the file has one with the new id.
            SaveError: the disk refuses.
            ConfigError: the file cannot be read; it is left alone.
        """

        def edit(document: IniDocument) -> tuple[Changed, str]:
            section = self._find(document, id)
            if fold(id) != fold(new) and new in FoldedDict(_of_class(document, CHARACTER)):
                raise AlreadyExists(f"there is a character {new!r} in {self._shown}", hint="choose another id")
            lines = physical_lines(document.to_text())
            for number, line in enumerate(lines):
                header = line.strip()
                if header[:1] == "[" and header[-1:] == "]" and fold(header[1:-1]) == fold(section):
                    lines[number] = line.replace(header, f"[{new} {section.rpartition(' ')[2]}]", 1)
            return Changed([f"{new} {CHARACTER}"], []), "".join(lines)

        return self._change(id, edit)

    def _find(self, document: IniDocument, id: str) -> str:
        characters = FoldedDict(_of_class(document, CHARACTER))
        if id not in characters:
            near = did_you_mean(id, characters)
            known = f"there are {', '.join(characters)}" if characters else "nobody is saved there yet"
            raise NotFound(f"there is no character {id!r} in {self._shown}", hint=near or known)
        return characters[id]

    def _change(self, id: str, edit: Callable[[IniDocument], tuple[Changed, str]]) -> Changed:
        """Read the file, have it changed and write it, while nobody else does."""
        try:
            with atomic.lock(self.path.parent):
                document = self._read()
                changed, text = edit(document)
                atomic.write_bytes(self.path, document.encoding.keep(text, UE3, self._shown))
        except ValueFormatError as error:
            raise SaveError(f"{id} cannot be saved: {error.message}", hint=error.hint) from error
        except OSError as error:
            raise SaveError(
                f"{self._shown} cannot be written: {error.strerror or error}; what was there is untouched",
                hint="is the disk full, or the folder read-only?",
            ) from error
        return changed

    def _put(self, document: IniDocument, character: Character) -> tuple[Changed, str]:
        """Give what was written and the text of the file with it."""
        carried = FoldedDict((item.id, item) for item in character.inventory)
        characters = FoldedDict(_of_class(document, CHARACTER))
        mine = characters.get(character.id)
        listed_by: FoldedDict[str] = FoldedDict()
        for other, section in characters.items():
            if section != mine:
                listed_by.update((item, other) for item in _listed(document, section))
        for taken in carried:
            if taken in listed_by:
                raise SaveError(
                    f"{character.id} has {taken}, but in {self._shown} it is still {listed_by[taken]}'s",
                    hint=f"save {listed_by[taken]} first: an item has one owner in the file, too",
                )
        sections = FoldedDict(_of_class(document, INVENTORY))
        before = [] if mine is None else _listed(document, mine)
        blank = document.newline * 2
        ended_blank = document.to_text().endswith(blank)
        for gone in before:
            if gone not in carried and gone not in listed_by and gone in sections:
                document.remove_section(sections[gone])
        orphans = collect_orphans(document, {fold(item) for item in (*carried, *before)})
        new = IniDocument(style=UE3, newline=document.newline)
        written = [mine or f"{character.id} {CHARACTER}"]
        _write(document if mine else new, written[0], character.section())
        if mine:
            # The other spelling of the list, and a list that is empty now.
            for key in _LISTS[0 if not carried else 1 :]:
                document.remove(mine, key)
        for id, item in carried.items():
            old = sections.get(id)
            written.append(old or f"{id} {INVENTORY}")
            _write(document if old else new, written[-1], item.section())
        behind = next((sections[i] for i in reversed(before) if i in carried and i in sections), mine)
        text = _insert(document, new.to_text(), behind)
        while text.endswith(blank) and not ended_blank:  # what stood in front of a section that left
            text = text.removesuffix(document.newline)
        return Changed(written, orphans), text

    def _read(self) -> IniDocument:
        if self.path.exists() and not (self.path.is_file() or self.path.is_dir()):
            raise ConfigError(f"{self._shown} is no file", hint="remove it: a pipe or a device holds no characters")
        try:
            document = IniDocument.read(self.path, file=self._shown, style=UE3)
        except FileNotFoundError:
            return IniDocument(self._shown, style=UE3)
        if document.report.errors:
            raise ConfigError(
                f"{self._shown} cannot be read and was left as it is", report=Report(document.report.errors)
            )
        return document

    @property
    def _shown(self) -> str:
        return f"{self.path.parent.name}/{self.path.name}"


_FLOATS = frozenset(name for name, entry in declared(StoredItem).items() if entry.hint is float)


def collect_orphans(document: IniDocument, besides: Collection[str] = ()) -> list[str]:
    """Take out the items that no character of a document lists, and give the names of their sections.

    Args:
        document: of the shared file.
        besides: ids, as they are compared, of items that are no orphans.
    """
    listed = {fold(item) for _, section in _of_class(document, CHARACTER) for item in _listed(document, section)}
    orphans = [
        s for name, s in _of_class(document, INVENTORY) if fold(name) not in listed and fold(name) not in besides
    ]
    for orphan in orphans:
        document.remove_section(orphan)
    return orphans


def _object(section: str) -> str:
    return section.rpartition(" ")[0]


def _write(document: IniDocument, section: str, fields: dict[str, Plain]) -> None:
    """Write fields into a section, as Unreal Engine 3 does: lists as repeated keys, six decimals."""
    document.add_section(section)
    for key, value in fields.items():
        if isinstance(value, Repeated):
            document.set_all(section, key, [str(v) for v in value])
        elif isinstance(value, str):
            document.set_all(section, key, [value])
        else:
            document.set_raw(section, key, [dump(float(value) if key in _FLOATS else value, style=UE3)])


def _insert(document: IniDocument, block: str, behind: str | None) -> str:
    """Put new sections behind the last line of a section, or at the end; give the whole text."""
    text = document.to_text()
    if not block or not text:
        return text + block
    lines = physical_lines(text)
    at = len(lines)
    if behind is not None:
        # Places are those of the text as it is now, with what was changed and taken out.
        now = IniDocument.from_text(text, style=UE3)
        at = max([now.section_span(behind).line, *(entry.span.end_line for entry in now.entries(behind))])
    above, below = "".join(lines[:at]), "".join(lines[at:])
    if not above.endswith(("\n", "\r")):
        above += document.newline
    if lines[at - 1].strip():
        above += document.newline
    if below and below[0] not in "\r\n":
        below = document.newline + below
    return above + block + below


def _of_class(document: IniDocument, class_name: str) -> Iterator[tuple[str, str]]:
    """Give (object name, section) of every section of a class."""
    for section in document.section_names():
        name, _, its_class = section.rpartition(" ")
        if name and fold(its_class) == fold(class_name):
            yield name, section


def _listed(document: IniDocument, section: str) -> list[str]:
    return [item for key in _LISTS for item in document.get_all(section, key) if item]


def _fields(document: IniDocument, section: str, cls: type) -> dict[str, Plain]:
    """Give the fields of a section: declared ones as the text they are, others parsed, so that a save can hold them."""
    known = {fold(name) for name in declared(cls)}
    fields: dict[str, Plain] = {}
    for key, raws in document.raws(section).items():
        if fold(key) in known:
            values: list[Plain] = [Bare(value) for value in document.get_all(section, key)]
        else:
            values = [_parsed(raw) for raw in raws]
        fields[key] = values[0] if len(values) == 1 else Repeated(values)
    return fields


def _parsed(raw: str) -> Plain:
    try:
        return parse(raw)
    except ValueFormatError:
        return Bare(raw)
