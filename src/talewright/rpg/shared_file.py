"""The document's own file of characters: ``Saved/Config/<Prefix>Sapitu.ini``, in Unreal Engine 3's dialect.

Decides which lines of the file a character owns: its section, and the sections of the items that it carries. All others
stay byte for byte. One rule for every change: what this game neither loaded nor wrote is not written over. A character
of the file is known by a digest of its lines; one that is not known, or was changed by somebody else since, is only
overwritten by who says so. An item that any other section names, of whatever class, belongs to that section and stays;
one that nothing names (the original left such orphans) is told, and taken out by who names it. The file is read again
under a lock, changed in memory, and written whole or not at all; what it was before stays beside it as a backup. An
edge: it touches the disk, and only when a character is saved or loaded, a list is asked for, or an id must be new.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from talewright.config import UE3, IniDocument
from talewright.config.text import physical_lines
from talewright.diagnostics import Report, Span
from talewright.errors import AlreadyExists, ConfigError, NotFound, SaveError, ValueFormatError
from talewright.fields import NO_REFERENCES, References
from talewright.files import atomic, is_other
from talewright.names import FoldedDict, did_you_mean, fold
from talewright.rpg.character import Character, InventoryItem
from talewright.rpg.sections import (
    CHARACTER,
    INVENTORY,
    MISSING,
    Locate,
    StoredCharacter,
    StoredItem,
    check_worn,
    read_section,
)
from talewright.rpg.shared_text import (
    LISTS,
    changed_fields,
    fields_of,
    in_order,
    insert,
    list_key,
    listed,
    naming,
    object_name,
    of_class,
    remove_defaults,
    words_of,
    write_fields,
    write_list,
)

_BACKUPS = 3


@dataclass(frozen=True)
class SharedClasses:
    """The classes whose sections the file holds, for games that derive their own from the document's two.

    A header may carry the package in front (``[ann Sapitu.SapituCharacter]``); it stays as it is.

    Attributes:
        character: of a character's section.
        inventory: of an item's.
    """

    character: str = CHARACTER
    inventory: str = INVENTORY


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
        sections: names of the sections that were written; of those taken out, where something was deleted.
        gone: names of other sections that were taken out, and why.
        orphans: names of the sections of items that no section names; they stay.
        findings: what of the form of the file deserves a look: another encoding than it had, NULs.
    """

    sections: list[str]
    gone: dict[str, str]
    orphans: list[str]
    findings: Report = Report()


class SharedFile:
    """The file; nothing of it is kept in memory but the ids of its items.

    Args:
        path: need not be there yet; a link is followed.
        classes: of the sections of characters and of items.

    Attributes:
        kinds: the classes whose fields its sections have.
        known: for each character that was loaded or written, the digests of its lines then: what may be written over.
    """

    def __init__(self, path: Path, classes: SharedClasses = SharedClasses()) -> None:
        self.path = Path(path)
        self.known: FoldedDict[set[str]] = FoldedDict()
        self._classes = classes
        self.kinds: tuple[type[Character], type[InventoryItem]] = (Character, InventoryItem)
        self._names: tuple[object, frozenset[str], dict[str, str]] = (None, frozenset(), {})

    def character_ids(self) -> list[str]:
        """Return the ids of the characters, in the order of the file."""
        return list(self._characters_of(self._read()))

    def has_item(self, id: str) -> bool:
        """Say whether the file has something called so. A file that cannot be read has nothing here: saving says so."""
        return fold(id) in self._seen()[0]

    def spelling(self, id: str) -> str | None:
        """Return the id of a character as the file spells it, or None; nothing for a file that cannot be read."""
        return self._seen()[1].get(fold(id))

    def _seen(self) -> tuple[frozenset[str], dict[str, str]]:
        """Return the names of the file and the ids of its characters, read anew where the file has changed."""
        try:
            found = self.path.stat()
        except (OSError, ValueError):  # a name that no file can have
            return frozenset(), {}
        version = (found.st_mtime_ns, found.st_size, found.st_ino)
        if self._names[0] != version:
            try:
                document = self._read()
            except ConfigError:
                document = IniDocument()
            names = {fold(object_name(section)) for section in document.section_names()}
            names |= {fold(item) for section in document.section_names() for item in listed(document, section)}
            ids = {fold(id): id for id in self._characters_of(document)}
            self._names = version, frozenset(names), ids
        return self._names[1:]

    def _characters_of(self, document: IniDocument) -> FoldedDict[str]:
        return FoldedDict(of_class(document, self._classes.character))

    def _items_of(self, document: IniDocument) -> FoldedDict[str]:
        return FoldedDict(of_class(document, self._classes.inventory))

    def _digest(self, document: IniDocument, section: str) -> str:
        """Return a digest of what a character owns in the file."""
        items = self._items_of(document)
        owned = [section, *(items[item] for item in listed(document, section) if item in items)]
        text = repr([[(fold(key), raws) for key, raws in document.raws(name).items()] for name in owned])
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def _know(self, document: IniDocument, id: str) -> None:
        self.known.setdefault(id, set()).add(self._digest(document, self._characters_of(document)[id]))

    def _check_known(self, document: IniDocument, id: str, verb: str) -> None:
        """Refuse what would write over a stored character that this game neither loaded nor wrote."""
        section = self._characters_of(document).get(id)
        if section is None or self._digest(document, section) in self.known.get(id, ()):
            return
        why = (
            "has changed since this game read it" if id in self.known else "was neither loaded nor written by this game"
        )
        carried = len(listed(document, section))
        raise AlreadyExists(
            f"{id} cannot be {verb}: the character {object_name(section)!r} in {self._shown}, with {carried} "
            f"{'item' if carried == 1 else 'items'}, {why}; nothing was written",
            hint=f"load {object_name(section)} to go on with what is stored, choose another id, or overwrite it",
        )

    def load(self, id: str) -> Stored:
        """Read one character and its items; what is wrong with others does not matter.

        Raises:
            NotFound: the file has no such character.
            ConfigError: the file cannot be read, or what it says about this character does not fit together.
        """
        document = self._read()
        section = self._find(document, id)
        id = object_name(section)
        report = Report()

        def locate(name: str, class_name: str, key: str) -> Span:
            header = section if class_name == CHARACTER else sections.get(name, "")
            entries = document.entries(header, key) if key else []
            return entries[-1].span if entries else document.section_span(header)

        sections = self._items_of(document)
        fields = fields_of(document, section, StoredCharacter, report, self.kinds[0])
        character = read_section(StoredCharacter, id, CHARACTER, fields, report, locate, lenient=True)
        others: FoldedDict[str] = FoldedDict()
        for other in document.section_names():
            if other == section:  # who lists an item first in the file has it
                break
            for item in listed(document, other):
                others.setdefault(item, other)
        items: FoldedDict[StoredItem] = FoldedDict()
        missing: list[str] = []
        for item in listed(document, section):
            if item in items:
                what, hint = f"lists {item} twice", "an item is in one inventory, once: it was read once"
                report.add("TW-RPG-03", "warning", f"[{section}] {what}", hint, _list_span(document, section, item))
                continue
            if item in sections and item not in others:
                fields = fields_of(document, sections[item], StoredItem, report, self.kinds[1])
                items[item] = read_section(StoredItem, item, INVENTORY, fields, report, locate, lenient=True)
                continue
            missing.append(item)
            if item in others:
                code, what = "TW-RPG-03", f"lists {item}, which [{others[item]}] lists, too"
                hint = "an item has one owner: it stays with the other, and the line stays; remove one of the two lines"
            else:
                code, what = "TW-RPG-02", f"lists {item}, but there is no section [{item} {self._classes.inventory}]"
                hint = "the rest was read, and the line stays; put the section back, or remove the line"
            report.add(code, "warning", f"[{section}] {what}", hint, _list_span(document, section, item))
        character.inventoryRecords, character.inventoryRecord, character.missingRecords = list(items), [], missing
        check_worn({id: character}, items, report, locate)
        for orphan in self._orphans(document):
            report.add(
                "TW-RPG-07",
                "information",
                f"no section of the file names the item of [{orphan}]; it stays there",
                "Characters.remove_orphans takes out those that it is given",
                document.section_span(orphan),
            )
        self._know(document, id)
        return Stored(id, character, items, report, locate)

    def orphans(self) -> list[str]:
        """Return the names of the sections of items that no section of the file names.

        Raises:
            ConfigError: the file cannot be read.
        """
        return self._orphans(self._read())

    def remove_orphans(self, names: Collection[str]) -> Changed:
        """Take out those of the named sections that are orphans now.

        Raises:
            SaveError: the disk refuses.
            ConfigError: the file cannot be read; it is left alone.
        """

        def edit(document: IniDocument) -> tuple[Changed, str]:
            wanted = {fold(name) for name in names}
            gone = [orphan for orphan in self._orphans(document) if fold(orphan) in wanted]
            for orphan in gone:
                document.remove_section(orphan)
            return Changed(gone, {}, self._orphans(document)), document.to_text()

        return self._change("the file", edit)

    def _orphans(self, document: IniDocument) -> list[str]:
        named = naming(document)
        return [s for item, s in self._items_of(document).items() if not named.get(fold(item), set()) - {s}]

    def save(self, *characters: Character, references: References = NO_REFERENCES, over: bool = False) -> Changed:
        """Write characters and their items, all of them or none.

        Args:
            characters: in play.
            references: what fields of a game's own classes may name.
            over: whether they may take the place of those that this game neither loaded nor wrote.

        Raises:
            AlreadyExists: they may not.
            SaveError: a value cannot be written in this dialect, another character of the file has one of the items, or
                the disk refuses.
            ConfigError: the file that is there cannot be read; it is left alone.
        """

        def edit(document: IniDocument) -> tuple[Changed, str]:
            for character in characters if not over else ():
                self._check_known(document, character.id, "saved")
            written: dict[str, None] = {}
            gone: dict[str, str] = {}
            text = ""
            for character in characters:
                changed, text = self._put(document, character, characters, references)
                document.replace_text(text)
                written |= dict.fromkeys(changed.sections)
                gone |= changed.gone
            for character in characters:
                self._know(document, character.id)
            left = {section: why for section, why in gone.items() if section not in written}
            return Changed(list(written), left, self._orphans(document)), text

        return self._change(", ".join(character.id for character in characters), edit)

    def delete(self, id: str, *, known: bool) -> Changed:
        """Take a character and its items out of the file; items that another section names stay.

        Args:
            id: of the character.
            known: whether it must be one that this game loaded or wrote.

        Raises:
            NotFound: the file has no such character.
            AlreadyExists: it is not known.
            SaveError: the disk refuses.
            ConfigError: the file cannot be read; it is left alone.
        """

        def edit(document: IniDocument) -> tuple[Changed, str]:
            section = self._find(document, id)
            if known:
                self._check_known(document, id, "deleted")
            mine = listed(document, section)
            document.remove_section(section)
            owned = {fold(item) for item in mine}
            removed = [section, *(each for each in self._orphans(document) if fold(object_name(each)) in owned)]
            for orphan in removed[1:]:
                document.remove_section(orphan)
            return Changed(removed, {}, self._orphans(document)), document.to_text()

        changed = self._change(id, edit)
        self.known.pop(id, None)
        return changed

    def rename(self, id: str, new: str, *, known: bool) -> Changed:
        """Give a character of the file another id, in its place; nothing else changes.

        Args:
            id: of the character.
            new: its id from now on.
            known: whether it must be one that this game loaded or wrote.

        Raises:
            NotFound: the file has no such character.
            AlreadyExists: the file has one with the new id, or the character is not known.
            SaveError: the disk refuses.
            ConfigError: the file cannot be read; it is left alone.
        """

        def edit(document: IniDocument) -> tuple[Changed, str]:
            section = self._find(document, id)
            if known:
                self._check_known(document, id, "renamed")
            if fold(id) != fold(new) and new in self._characters_of(document):
                raise AlreadyExists(f"there is a character {new!r} in {self._shown}", hint="choose another id")
            lines = physical_lines(document.to_text())
            for number, line in enumerate(lines):
                header = line.strip()
                if header[:1] == "[" and header[-1:] == "]" and fold(header[1:-1]) == fold(section):
                    lines[number] = line.replace(header, f"[{new} {section.rpartition(' ')[2]}]", 1)
            return Changed([f"{new} {section.rpartition(' ')[2]}"], {}, []), "".join(lines)

        changed = self._change(id, edit)
        if (digests := self.known.pop(id, None)) is not None:
            self.known[new] = digests
        return changed

    def _find(self, document: IniDocument, id: str) -> str:
        characters = self._characters_of(document)
        if id not in characters:
            near = did_you_mean(id, characters)
            known = f"there are {', '.join(characters)}" if characters else "nobody is saved there yet"
            raise NotFound(f"there is no character {id!r} in {self._shown}", hint=near or known)
        return characters[id]

    def _change(self, id: str, edit: Callable[[IniDocument], tuple[Changed, str]]) -> Changed:
        """Read the file, have it changed and write it, while nobody else does."""
        try:
            place = Path(os.path.realpath(self.path))
            with atomic.lock(place.parent):
                document = self._read()
                changed, text = edit(document)
                document.replace_text(text)
                _replace(place, document.to_bytes())
        except ValueFormatError as error:
            raise SaveError(f"{id} cannot be saved: {error.message}", hint=error.hint) from error
        except OSError as error:
            raise SaveError(
                f"{self._shown} cannot be written: {error.strerror or error}; what was there is untouched",
                hint="make it writable" if isinstance(error, PermissionError) else "is there room on the disk?",
            ) from error
        return changed._replace(findings=document.form_report())

    def _put(
        self, document: IniDocument, character: Character, together: tuple[Character, ...], references: References
    ) -> tuple[Changed, str]:
        """Return what was written and the text of the file with it.

        What one of those has who are written together, the others need not have given up in the file yet.
        """
        carried = FoldedDict((item.id, item) for item in character.inventory)
        mine = self._characters_of(document).get(character.id)
        stood = [] if mine is None else listed(document, mine)
        before = FoldedDict((item, item) for item in stood)
        listed_by: FoldedDict[str] = FoldedDict()
        known = self._characters_of(document)
        rewritten = {known[other.id] for other in together if other.id in known}
        stays = {fold(item.id) for other in together for item in other.inventory}
        for other in document.section_names():
            if other not in rewritten:
                listed_by.update((item, other) for item in listed(document, other))
        for taken in carried:
            if taken in listed_by and taken not in before:
                owner = object_name(listed_by[taken])
                raise SaveError(
                    f"{character.id} has {taken}, but in {self._shown} it is still {owner}'s",
                    hint=f"save {owner} first: an item has one owner in the file, too",
                )
        sections = self._items_of(document)
        blank = document.newline * 2
        ended_blank = document.to_text().endswith(blank)
        named = naming(document)
        gone: dict[str, str] = {}
        for item in before:
            section = sections.get(item)
            if fold(item) in stays or section is None or item in character.missing:
                continue
            if not named.get(fold(item), set()) - {mine, section}:
                document.remove_section(section)
                gone[section] = f"{character.id} does not have it any more: it was taken out of the file"
        new = IniDocument(style=UE3, newline=document.newline)
        written = [mine or f"{character.id} {self._classes.character}"]
        fields = character.section(references)
        records = in_order(stood, list(carried), list(character.missing))
        for key in (*LISTS, MISSING):
            fields.pop(key, None)
        write_fields(
            document if mine else new,
            written[0],
            changed_fields(document, mine, StoredCharacter, fields, type(character), references),
        )
        write_list(document if mine else new, written[0], records)
        for id, thing in carried.items():
            old = sections.get(id)
            written.append(old or f"{id} {self._classes.inventory}")
            fields = thing.section(references)
            if old:
                remove_defaults(document, old, StoredItem, fields)
            fields = changed_fields(document, old, StoredItem, fields, type(thing), references)
            write_fields(document if old else new, written[-1], fields)
        behind = next((sections[i] for i in reversed(list(before)) if i in carried and i in sections), mine)
        text = insert(document, new.to_text(), behind)
        while text.endswith(blank) and not ended_blank:  # what stood in front of a section that left
            text = text.removesuffix(document.newline)
        return Changed(written, gone, self._orphans(IniDocument.from_text(text, style=UE3))), text

    def _read(self) -> IniDocument:
        if is_other(self.path):
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


def _replace(place: Path, data: bytes) -> None:
    """Write a file; what it was stays as ``NAME.bak1``, what that was as ``.bak2``, and so on."""
    before = place.read_bytes() if place.exists() else b""
    if before == data:
        return
    if before:
        atomic.check_writable(place)
        backups = [place.with_name(f"{place.name}.bak{number + 1}") for number in range(_BACKUPS)]
        for older, newer in reversed(list(pairwise(backups))):
            if older.exists():
                os.replace(older, newer)
        atomic.write_bytes(backups[0], before)
    atomic.write_bytes(place, data)


def _list_span(document: IniDocument, section: str, item: str) -> Span:
    for key in document.raws(section):
        if list_key(key) is not None:
            for entry in document.entries(section, key):
                if fold(item) in words_of(entry.raw):
                    return entry.span
    return document.section_span(section)
