"""The records of a project: every ``[name Class]`` section of its config files as a read-only object.

Unreal's "resource data providers" (config-savegame.md section 4.4). Decides which sections are records of a class, puts
those of several files on each other field by field, and makes the objects. A value that is wrong is a finding and costs
its field, or its record, never the others. Sections of classes that nobody made known are left alone. Reads its files
once; a changed file needs a new `Records`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from itertools import repeat
from pathlib import Path, PurePath
from typing import Any, NamedTuple, TypeVar

from talewright.config.layers.languages import Languages
from talewright.config.layers.merge import given, merge_parts
from talewright.config.text import Entry, IniDocument, fold_all
from talewright.config.typed import (
    CAREFUL,
    NO_RENAMES,
    Renames,
    any_careful,
    build,
    describe,
    read_fields,
    report_notes,
)
from talewright.config.values import TYPES, PlainRule
from talewright.diagnostics import Report, Span
from talewright.errors import ConfigError, FieldError, Misuse, NotFound, TalewrightError, path_of, wrong_type
from talewright.fields import NO_REFERENCES, Bare, Note, References, class_name, declared, decode
from talewright.files import paused_gc
from talewright.names import did_you_mean, fold

T = TypeVar("T")


class RecordView(Mapping[str, T]):
    """The records of a class by name; names ignore case. Read only, in file order."""

    __slots__ = ("_records", "_what")

    def __init__(self, records: dict[str, tuple[str, T]], what: str) -> None:
        self._records = records  # by folded name
        self._what = what

    def __getitem__(self, name: str) -> T:
        """Return a record.

        Raises:
            NotFound: there is none of this name.
        """
        try:
            return self._records[fold(name)][1]
        except KeyError:
            hint = did_you_mean(name, self) or f"declare it: [{name} {self._what}] in an ini below Config"
            raise NotFound(f"there is no {self._what} called {name!r}", hint=hint) from None

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and fold(name) in self._records

    def get(self, name: str, default: Any = None) -> Any:
        """Return a record, or the default where there is none."""
        known = self._records.get(fold(name))
        return default if known is None else known[1]

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._records.values())

    def __len__(self) -> int:
        return len(self._records)

    def __repr__(self) -> str:
        return f"<{len(self)} records of {self._what}>"


class _Sections(NamedTuple):
    """Where a record is: its number in the order of all, and the documents that have it, each with its section."""

    order: int
    name: str
    holders: tuple[tuple[IniDocument, str], ...]


class Records:
    """Every record of the known classes.

    Args:
        files: config files, or documents already read, in the order in which later ones override.
        known: the classes whose sections are records: frozen dataclasses. Their bases that are dataclasses become known
            with them.
        root: the folder that file names in findings are relative to.
        references: types that are saved as their names.
        languages: gives the fields marked `localized`.
        renames: former names of classes, fields, enum members and ids.
        prefix: begins the names of generated files (``UDK`` in ``UDKGame.ini``); for classes with
            ``search_all_inis = False``, whose records come from the files of their own ``config_file`` alone.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Weapon:
    ...     name: str
    ...     damage: int = 1
    >>> document = IniDocument.parse(b"[sword1 Weapon]\\ndamage=3\\n", "Items.ini")
    >>> Records([document], known=[Weapon])[Weapon]["SWORD1"]
    Weapon(name='sword1', damage=3)
    """

    def __init__(
        self,
        files: Iterable[Path | IniDocument] = (),
        *,
        known: Iterable[type] = (),
        root: Path | None = None,
        references: References = NO_REFERENCES,
        languages: Languages | None = None,
        renames: Renames = NO_RENAMES,
        prefix: str = "",
    ) -> None:
        self._renames = renames
        self._references = TYPES.merged(references)
        self._languages = languages
        self._prefix = prefix
        self._places: dict[type, dict[str, _Sections]] = {}
        self._report = Report()
        self._classes: dict[str, type] = {}
        self._made: dict[type, dict[str, tuple[str, Any]]] = {}  # name, record by folded name
        self._views: dict[type, RecordView[Any]] = {}
        self._documents: list[IniDocument] = []
        self._several = False  # whether some record is put together of several sections
        with paused_gc():
            for item in files:
                document = item if isinstance(item, IniDocument) else self._read(item, root)
                if document is not None:
                    self._documents.append(document)
                    self._report += document.report
            self._found = self._find()
            for cls in known:
                self.add_class(cls)

    @classmethod
    def of_folder(
        cls,
        folder: Path | str,
        *,
        known: Iterable[type] = (),
        references: References = NO_REFERENCES,
        languages: Languages | None = None,
        prefix: str = "",
    ) -> Records:
        """Read every ``.ini`` below a project's Config folder: by folder, then by name.

        Args:
            folder: the project.
            known: the classes.
            references: types that are saved as their names.
            languages: gives the fields marked `localized`.
            prefix: begins the names of generated files.
        """
        folder = Path(folder)
        files = [path for path in (folder / "Config").rglob("*.ini") if path.is_file()]
        files.sort(key=lambda path: (path.parent.as_posix(), path.name))
        return cls(files, known=known, root=folder, references=references, languages=languages, prefix=prefix)

    def add_class(self, cls: type) -> None:
        """Make a class known, and read its records.

        Raises:
            Misuse: it is no frozen dataclass, or another class has its name.
        """
        for base in reversed(cls.__mro__):
            if dataclasses.is_dataclass(base) and base not in self._made:
                self._add(base)
        if cls not in self._made:
            raise Misuse(f"{cls.__name__} is no dataclass", hint="write @dataclass(frozen=True) in front of the class")

    def library(self, cls: type[T]) -> Mapping[str, T]:
        """Return the records of a library's class, which becomes known when it is first asked for.

        There are none where a class of the project's own has its name: then its sections are that one's.
        """
        if cls not in self:
            try:
                self.add_class(cls)
            except Misuse:
                return {}
        return self[cls]

    def __getitem__(self, cls: type[T]) -> Mapping[str, T]:
        """Return the records of a class and its known subclasses, each as its own class.

        Raises:
            NotFound: nobody made the class known.
        """
        view = self._views.get(cls)
        if view is None:
            asked: Any = cls
            if not isinstance(asked, type):
                made = next((one.__name__ for one in self._made if asked in (one.__name__, class_name(one))), "")
                hint = f"write records[{made or 'Item'}], with the class itself" + ("" if made else ", imported")
                raise wrong_type("records are asked for by their class", asked, hint)
            members = [known for known in self._made if issubclass(known, cls)]
            if not members:
                hint = did_you_mean(cls.__name__, [c.__name__ for c in self._made])
                raise NotFound(
                    f"the class {cls.__name__} is not known here", hint=hint or "it belongs into the code module"
                )
            rows = self._made[members[0]]
            if len(members) > 1:
                rows = {folded: row for member in members for folded, row in self._made[member].items()}
                order = {key: self._of_class(member)[key].order for member in members for key in self._made[member]}
                rows = dict(sorted(rows.items(), key=lambda item: order[item[0]]))
            view = self._views[cls] = RecordView(rows, class_name(cls))
        return view

    def __contains__(self, cls: object) -> bool:
        return isinstance(cls, type) and any(issubclass(known, cls) for known in self._made)

    def named(self, cls: str) -> list[str]:
        """Return the names of the sections of a class in file order, whether anybody made the class known or not.

        Args:
            cls: the name under which it is registered.

        >>> Records([IniDocument.parse(b"[sword1 Weapon]\\n", "Items.ini")]).named("weapon")
        ['sword1']
        """
        return [place.name for place in self._found.get(fold(cls), {}).values()]

    @property
    def classes(self) -> tuple[type, ...]:
        """The known classes."""
        return tuple(self._made)

    @property
    def report(self) -> Report:
        """The findings of reading the files and making the records."""
        return Report(self._report)

    def origin(self, cls: type, name: str) -> Span:
        """Return the place of a record's first section.

        Raises:
            NotFound: there is no such record.
        """
        return self.origins(cls, name)[0]

    def origins(self, cls: type, name: str) -> list[Span]:
        """Return the places of a record's sections, in the order in which later ones override earlier ones.

        Raises:
            NotFound: there is no such record.
        """
        record: Any = self[cls][name]
        place = self._of_class(type(record))[fold(name)]
        return [document.section_span(section) for document, section in place.holders]

    def written(self, cls: type, name: str) -> frozenset[str]:
        """Return the folded keys that the sections of a record have; other fields hold their defaults.

        Raises:
            NotFound: there is no such record.
        """
        record: Any = self[cls][name]
        place = self._of_class(type(record))[fold(name)]
        return frozenset(fold(entry.key) for document, section in place.holders for entry in document.entries(section))

    # -- inside

    def _read(self, path: Path, root: Path | None) -> IniDocument | None:
        path = path_of(path, "an ini file")
        shown = path.relative_to(root).as_posix() if root and path.is_relative_to(root) else path.as_posix()
        try:
            return IniDocument.read(path, file=shown)
        except FileNotFoundError:
            self._report.add("TW-INI-08", "error", "the file is not there", "", Span(shown))
        except ConfigError as error:
            self._report += error.report
        return None

    def _find(self) -> dict[str, dict[str, _Sections]]:
        found: dict[str, dict[str, _Sections]] = {}
        order = 0
        for document in self._documents:
            sections = document.section_names()
            names = [self._renames.section(name) for name in sections] if self._renames else sections
            # The last blank parts name and class: an object name may have blanks, a class name never.
            own, cls = ([], "") if found else _of_one_class(names)
            keys = fold_all(own)
            if own and len(set(keys)) == len(keys):  # the usual save or file of items
                holders = [((document, section),) for section in sections]
                rows = zip(range(len(own)), own, holders, strict=True)
                # A third of the time of the class's own.
                found[fold(cls)] = dict(zip(keys, map(tuple.__new__, repeat(_Sections), rows), strict=True))
                order = len(own)
                continue
            parted = [folded.rpartition(" ") for folded in fold_all(names)]
            for section, name, (head, _, cls) in zip(sections, names, parted, strict=True):
                key = head.strip()
                if not key or not cls:
                    continue
                of_class = found.setdefault(cls, {})
                place = of_class.get(key)
                if place is None:
                    of_class[key] = _Sections(order, name[: len(head)].strip(), ((document, section),))
                    order += 1
                else:
                    self._several = True
                    holders_now = (*place.holders, (document, section))
                    of_class[key] = _Sections(place.order, place.name, holders_now)
        return found

    def _add(self, cls: type) -> None:
        name = class_name(cls)
        other = self._classes.get(fold(name))
        if other is not None:
            raise Misuse(
                f"two record classes are called {name}: {_where(other)} and {_where(cls)}",
                hint="rename one, or give it its own class_name",
            )
        if not cls.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            raise Misuse(
                f"{cls.__name__} can be changed, but records are read-only",
                hint="write @dataclass(frozen=True) in front of the class",
            )
        self._classes[fold(name)] = cls
        self._made[cls] = {}
        self._views.clear()
        places, made = self._of_class(cls), self._quickly(cls)
        family = [other for other in self._made if other is not cls and self._related(cls, other)]
        for folded, sections in places.items() if family or not made.keys() >= places.keys() else ():
            if folded not in made:
                made[folded] = self._make(cls, sections)
            for other in family:
                self._check_twin(sections, other)
        pairs = zip(places, places.values(), map(made.__getitem__, places), strict=True)
        self._made[cls] = {folded: (place[1], record) for folded, place, record in pairs if record is not None}

    def _of_class(self, cls: type) -> dict[str, _Sections]:
        """Return the sections of a class: of all files, or of its own alone (Unreal's bSearchAllInis)."""
        known = self._places.get(cls)
        if known is None:
            known = self._found.get(fold(class_name(cls)), {})
            if not getattr(cls, "search_all_inis", True):
                category = fold(describe(cls).category)
                names = {category, f"default{category}", fold(self._prefix) + category}
                own = {d for d in self._documents if fold(PurePath(d.file).stem) in names}
                found = {}
                for folded, place in known.items():
                    holders = tuple(holder for holder in place.holders if holder[0] in own)
                    if holders:
                        found[folded] = _Sections(place.order, place.name, holders)
                known = found
            self._places[cls] = known
        return known

    def _localize(self, cls: type, where: str, found: dict[str, Any]) -> None:
        for key in describe(cls).localized if self._languages else ():
            entry = self._languages.entry(where, key) if self._languages else None
            if entry is None:
                continue
            plain = entry.value if entry.raw.startswith('"') else Bare(entry.raw)
            hint, notes = declared(cls)[key].hint, list[Note]()
            try:
                found[key] = decode(plain, hint, self._references, key, notes)
            except FieldError as error:
                notes.append(Note("refused", error.path or key, error.reason, error.hint))
            span = entry.span
            report_notes(notes, self._report, f"[{where}]", lambda _, span=span: span, "")  # type: ignore[misc]

    def _quickly(self, cls: type) -> dict[str, Any]:
        """Make the records of all sections that are alike and stand in one document alone."""
        found: dict[str, Any] = {}
        wanted = fold(class_name(cls))
        sections = self._of_class(cls)
        fields = declared(cls)
        if self._renames or sections is not self._found.get(wanted) or (self._languages and describe(cls).localized):
            return {}
        for document in self._documents:
            sweep = document.sweep()
            for shape in sweep.shapes if sweep is not None else ():
                if fold(shape.cls) != wanted or (shape.unique and _has_struct_keys(document, shape.cls)):
                    continue
                made = build(cls, shape, fields, document.style, self._references, "name" in fields)
                names = fold_all([row[0] for row in shape.rows])
                pairs = zip(names, made or (), strict=False)
                if any_careful(made or []):
                    pairs = ((folded, record) for folded, record in pairs if record is not CAREFUL)  # type: ignore[assignment]
                found.update(pairs)
        if self._several:
            found = {folded: record for folded, record in found.items() if len(sections[folded].holders) == 1}
        return found

    def _make(self, cls: type, sections: _Sections) -> Any:
        name, report = sections.name, self._report
        where = f"[{name} {class_name(cls)}]"
        document, section = sections.holders[0]
        layers = [(h, PlainRule.ROOT if h is document else PlainRule.WRITTEN, part) for h, part in sections.holders]
        values = merge_parts(layers, report)
        old = {key: self._renames.old_fields(class_name(cls), key) for key in declared(cls)} if self._renames else {}

        def lookup(key: str) -> list[Entry] | None:
            found = given(values.get(key))
            for former in old.get(key, ()) if found is None else ():
                found = given(values.get(former)) if found is None else found
            return found

        named = ("name",) if "name" in declared(cls) else ()
        hidden = {fold(former) for names in old.values() for former in names}
        keys = [key for key in values if fold(key) not in hidden]
        found = read_fields(cls, lookup, keys, report, where, self._references, named, renames=self._renames)
        if named:
            found["name"] = name
        self._localize(cls, f"{name} {class_name(cls)}", found)
        for key, entry in declared(cls).items():
            if key not in found and entry.required:
                if lookup(key) is None:  # else its value is a finding already
                    hint = f"write {key}=... below the header, or give the field a default"
                    report.add("TW-INI-23", "error", f"{where} has no {key}", hint, document.section_span(section))
                return None
        try:
            return cls(**found)
        except TalewrightError as error:
            message, hint = error.message, error.hint
        except (TypeError, ValueError) as error:
            message, hint = str(error), ""
        report.add("TW-INI-41", "error", f"{where}: {message}", hint, document.section_span(section))
        return None

    def _check_twin(self, sections: _Sections, other: type) -> None:
        """Find the same name under another class of the family: `records[Base]` could hold only one of them."""
        twin = self._of_class(other).get(fold(sections.name))
        if twin is None:
            return
        first, second = sorted((sections, twin), key=lambda s: s.order)
        places = [document.section_span(section) for document, section in (first.holders[0], second.holders[0])]
        headers = [f"[{section}]" for _, section in (first.holders[0], second.holders[0])]
        self._report.add(
            "TW-INI-40",
            "error",
            f"{headers[1]} has the id of {headers[0]} at {places[0]}",
            "rename one of them: ids are unique among a class and its subclasses",
            places[1],
        )

    def _related(self, one: type, other: type) -> bool:
        return any(issubclass(one, base) and issubclass(other, base) for base in self._made)


def _of_one_class(sections: list[str]) -> tuple[list[str], str]:
    """Return the names of the objects and the class, where all sections are of one class; else no names."""
    name, blank, cls = sections[0].rpartition(" ") if sections else ("", "", "")
    if not name or not cls:
        return [], ""
    ending = f"{blank}{cls}\n"
    names = ("\n".join(sections) + "\n").split(ending)
    if names.pop() or len(names) != len(sections) or "" in names or list(map(str.strip, names)) != names:
        return [], ""
    return names, cls


def _has_struct_keys(document: IniDocument, cls: str) -> bool:
    """Whether a line ``*Key=Field`` of the class says that ``+`` replaces what is equal in a field."""
    return any(entry.operator == "*" for entry in document.entries(cls))


def _where(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"
