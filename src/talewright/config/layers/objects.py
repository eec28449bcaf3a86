"""Objects and the sections and lines that they have in the layers (config-savegame.md sections 4.1 and 4.2).

The engine's operations on plain dataclasses, as far as they read: which sections an object is read from (its own, then
those of the classes it inherits from; one that every subclass shares for `globalconfig`), what an old name is called
now, what an object is called, and what was meant for one and is called otherwise. Opens no file: the layers are handed
in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from talewright.config.layers.expansion import expand
from talewright.config.layers.merge import ConfigMap
from talewright.config.text import Entry
from talewright.config.typed import ConfigClass, Lookup, Renames, describe, read_fields
from talewright.diagnostics import Report, Span
from talewright.errors import Misuse
from talewright.fields import MISSING, References, declared
from talewright.names import FoldedDict, did_you_mean, fold

INDEXED = re.compile(r"(.*?)([\[(][0-9]+[\])])?", re.DOTALL)
"""A key with the number of an element behind it, ``Key[2]``."""

_NAME = "_config_name"


def name_of(obj: object, name: str | None) -> str:
    """Return the object's name in its section; empty for a class that is not per-object.

    Raises:
        Misuse: the class is per-object and nothing says the name, or the name cannot stand in a header.
    """
    described = describe(type(obj))
    if name is None and "name" not in described.fields:
        name = getattr(obj, _NAME, None)
    if name is None and described.per_object:
        name = getattr(obj, "name", None)
        if not isinstance(name, str) or not name:
            raise Misuse(
                f"a {described.name} is saved under its own name, and this one has none",
                hint="give name=..., or the class a field called name",
            )
    name = name or ""
    if any(c == "]" or ord(c) < 32 for c in name) or name != name.strip():
        raise Misuse(f"the object name {name!r} cannot stand in a [header]", hint="letters and digits are always safe")
    return name


def remember_name(obj: object, name: str) -> None:
    """Let an object know its name in its section, where its class has no field for it and the object has room."""
    try:
        object.__setattr__(obj, _NAME, name)
    except (AttributeError, TypeError):  # a class with slots
        pass


@dataclass(frozen=True)
class ObjectReader:
    """Reads settings and objects out of layers.

    Attributes:
        references: types that are saved as their names.
        renames: old names of classes, fields, enum members and ids.
        expansions: words between percent signs that values get.
    """

    references: References
    renames: Renames
    expansions: Mapping[str, str]

    def read(
        self, described: ConfigClass, values: ConfigMap, name: str = "", current: object = MISSING
    ) -> tuple[dict[str, Any], Report]:
        """Read what lines give of a class (or of one of its objects), and the findings."""
        sections = self.sections(described, name)
        report = Report()
        keys = [key for section in sections for key in values.keys(section)]
        fields = described.fields
        given: tuple[str, ...] = ()
        if name and "name" in fields:
            fields = {key: entry for key, entry in fields.items() if key != "name"}
            given = ("name",)
        olds = [old for key in fields for old in self.renames.old_fields(described.name, key)]
        if olds:
            hidden = {fold(old) for old in olds}
            keys = [key for key in keys if fold(key) not in hidden]
        found = read_fields(
            described.cls,
            self._lookup(described, values, sections),
            keys,
            report,
            f"[{sections[0]}]",
            self.references,
            given,
            renames=self.renames,
            current=current,
            fields=fields,
        )
        if given:
            found["name"] = name
        return found, report

    def sections(self, described: ConfigClass, name: str) -> list[str]:
        """Return the sections of a class or object: the present name first, then former ones."""
        classes = [described.name, *self.renames.old_classes(described.name)]
        names = [name, *self.renames.old_ids(name)] if name else [""]
        return [f"{n} {cls}" if n else cls for cls in classes for n in names]

    def names(self, cls: type, values: ConfigMap, limit: int = 1024) -> list[str]:
        """Return the names of a class's objects, in the order of the files; see `ConfigTree.per_object_names`."""
        described = describe(cls)
        classes = {fold(described.name), *map(fold, self.renames.old_classes(described.name))}
        found: FoldedDict[None] = FoldedDict()
        for section in values.section_names():
            name, _, kind = section.rpartition(" ")
            if name.strip() and fold(kind) in classes:
                found[self.renames.id(name.strip())] = None
                if len(found) >= limit:
                    break
        return list(found)

    def near_misses(self, cls: type, values: ConfigMap, name: str = "") -> Report:
        """Find sections that were meant for a per-object class but are not called ``[Name Class]``.

        The engine reads none of them and says nothing (report 13 of section 9).
        """
        described = describe(cls)
        wanted = fold(described.name)
        report = Report()
        known = {fold(n) for n in self.names(cls, values)}
        for document in values.documents:
            for section in document.section_names():
                head, _, kind = section.rpartition(" ")
                expected = _meant(head.strip(), kind, wanted, fold(name))
                if expected is None:
                    continue
                expected = expected or name or "Name"
                if name and fold(expected) != fold(name):
                    continue
                message = f"found [{section}], expected [{expected} {described.name}]"
                hint = "the header is the object's own name, one blank, and the class's short name"
                report.add("TW-INI-60", "warning", message, hint, document.section_span(section))
        if name and not report and fold(name) not in known:
            near = did_you_mean(name, self.names(cls, values))
            if near:
                place = Span(values.documents[-1].file)
                report.add("TW-INI-60", "warning", f"there is no [{name} {described.name}]", near, place)
        return report

    def _lookup(self, described: ConfigClass, values: ConfigMap, sections: list[str]) -> Lookup:
        inherited: dict[str, list[str]] = {}
        fields = FoldedDict((name, name) for name in described.fields)

        def places(field: str | None) -> list[str]:
            if field is None:
                return sections
            known = inherited.get(field)
            if known is None:
                owner = described.shared.get(field)
                if owner is not None:
                    known = self.sections(describe(owner), "")
                else:
                    bases = [base for base in described.family[1:] if field in declared(base)]
                    lower = [part for base in bases for part in self.sections(describe(base), "")]
                    known = [*sections, *lower] if not described.per_object else sections
                inherited[field] = known
            return known

        def find(key: str) -> list[Entry] | None:
            match = INDEXED.fullmatch(key)
            base, index = (match[1], match[2] or "") if match else (key, "")
            field = fields.get(base)
            spellings = [base, *(self.renames.old_fields(described.name, field) if field else ())]
            for section in places(field):
                for spelling in spellings:
                    entries = values.entries(section, spelling + index)
                    if entries is not None:
                        return [self._expanded(entry) for entry in entries] if self.expansions else entries
            return None

        return find

    def _expanded(self, entry: Entry) -> Entry:
        raw = expand(entry.raw, self.expansions)
        return entry if raw == entry.raw else entry.with_raw(raw)


def _meant(head: str, kind: str, wanted: str, name: str) -> str | None:
    """Return the object name that a misnamed section means; empty where nothing says it, None where none is meant."""
    short = re.split(r"[./:]", kind)[-1]
    if fold(kind) == wanted and head and ("/" in head or "." in head):
        last = re.split(r"[./:]", head)[-1]
        return last if fold(last) != wanted else ""
    if head and kind != short and fold(short) == wanted:  # [Hero1 Module.Hero]
        return re.split(r"[./:]", head)[-1]
    if head and fold(head) == wanted:  # [Hero Hero1]
        return kind
    if not head and name and fold(short) == name:  # [Hero1]
        return short
    return None
