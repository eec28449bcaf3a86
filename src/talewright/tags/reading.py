"""From a document to the rows of a tag list.

Decides which sections and keys declare tags (tags.md section 3.1), and reads real files leniently: rows with or without
an operator, fields in any order, remarks behind the closing parenthesis. A row that does not parse is left out with a
finding; no tag is ever invented from half a row. A file with the marks of an unresolved merge is refused whole. What a
line is and how a struct is written, `talewright.config` knows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, TypeAlias

from talewright.config import Entry, IniDocument
from talewright.config.values import parse, parse_prefix
from talewright.diagnostics import Report, Span
from talewright.errors import FieldError, InvalidName, ValueFormatError
from talewright.fields import Bare, Plain, decode
from talewright.names import fold
from talewright.tags.bulk import generated_rows
from talewright.tags.names import check, repair, shown
from talewright.tags.redirects import RedirectRow
from talewright.tags.rows import TagList, TagRow

Names: TypeAlias = Literal["reject", "fix"]
"""What becomes of a row with an invalid name: it is left out, or its name is repaired as an importer does."""

LIST_SECTION = "/Script/GameplayTags.GameplayTagsList"
"""The section of loose files, one tag a line."""

SETTINGS_SECTION = "/Script/GameplayTags.GameplayTagsSettings"
"""The section of Config/DefaultGameplayTags.ini."""

RESTRICTED_SECTION = "/Script/GameplayTags.RestrictedGameplayTagsList"
"""The section of the files that RestrictedConfigFiles names."""

_DEPRECATED = frozenset({"usertags", "gameplaytags", "/script/engine.engine"})
_TAGS, _REDIRECTS, _RESTRICTED, _PLAIN, _TABLES, _OWNED = (
    "gameplaytaglist",
    "gameplaytagredirects",
    "restrictedgameplaytaglist",
    "gameplaytags",
    "gameplaytagtablelist",
    "restrictedconfigfiles",
)
KEYS = {
    fold(LIST_SECTION): (_TAGS, _REDIRECTS),
    fold(SETTINGS_SECTION): (_TAGS, _REDIRECTS, _TABLES, _OWNED),
    fold(RESTRICTED_SECTION): (_RESTRICTED,),
    "usertags": (_PLAIN,),
    "gameplaytags": (_TAGS, _REDIRECTS, _PLAIN),
    "/script/engine.engine": (_REDIRECTS,),
}
"""Which keys say something about tags, by section; both folded."""

_FIELDS = {
    _TAGS: ("tag", "devcomment"),
    _RESTRICTED: ("tag", "devcomment", "ballownonrestrictedchildren"),
    _REDIRECTS: ("oldtagname", "newtagname"),
    _OWNED: ("restrictedconfigname", "owners"),
}
_CONFLICT = re.compile(r"(?:\A|(?<=[\r\n]))(?:<{7}|>{7}|\|{7})(?=[ \r\n]|\Z)")
_UNCLOSED = re.compile(r'="([^",]*)(?=,[ \t]*[A-Za-z]+=")')


def read_tag_list(document: IniDocument, *, names: Names = "reject") -> TagList:
    """Read what a tag file declares.

    Args:
        document: the file.
        names: what becomes of rows with invalid names.

    >>> text = '[/Script/GameplayTags.GameplayTagsList]\\nGameplayTagList=(Tag="Npc.Smith",DevComment="rude, (loud)")'
    >>> [(row.name, row.comment, str(row.span)) for row in read_tag_list(IniDocument.from_text(text)).rows]
    [('Npc.Smith', 'rude, (loud)', ':2:1')]
    """
    quick = _generated(document)
    if quick is not None:
        return quick
    reader = _Reader(document, names)
    if not reader.refuses_conflicts():
        for section in document.section_names():
            keys = KEYS.get(fold(section))
            if keys is not None:
                reader.read_section(section, keys)
    return reader.found


def _generated(document: IniDocument) -> TagList | None:
    """Read a list as `render_tag_list` writes it, many times quicker; None for any other file."""
    rows = generated_rows(document, LIST_SECTION)
    return None if rows is None else TagList(document.file, rows, sections=[LIST_SECTION] if rows else [])


def conflicts_in(document: IniDocument) -> Report:
    """Say where the marks of an unresolved merge begin; empty for a file without any."""
    report = Report()
    text = document.to_text()
    mark = _CONFLICT.search(text)
    if mark is not None:
        before = text[: mark.start()]
        line = 1 + before.count("\n") + before.count("\r") - before.count("\r\n")
        message = f"the file holds {mark[0]}, the mark of an unresolved merge; nothing of it was read"
        place = Span(document.file, line, 1, line, 8)
        report.add("TW-TAG-17", "error", message, "resolve the merge; both sides' rows may stay", place)
    return report


class _Reader:
    def __init__(self, document: IniDocument, names: Names) -> None:
        self.document = document
        self.names = names
        self.rows: list[TagRow] = []
        self.owned: dict[str, tuple[str, ...]] = {}
        self.found = TagList(document.file, self.rows, restricted_files=self.owned)

    def refuses_conflicts(self) -> bool:
        conflicts = conflicts_in(self.document)
        self.found.report += conflicts
        return bool(conflicts)

    def read_section(self, section: str, keys: tuple[str, ...]) -> None:
        lists: dict[str, list[Entry]] = {key: [] for key in keys}
        for entry in self.document.entries(section):
            key = fold(entry.key)
            if key in lists:
                self._apply(lists[key], entry)
            elif key.startswith("//"):
                message = "a line begins with //, which is no comment in these files"
                self.found.report.add("TW-TAG-18", "warning", message, "begin it with ;", entry.span)
            elif key == "importtagsfromconfig":
                self._switch(entry)
        if not any(lists.values()):
            return
        self.found.sections.append(section)
        if fold(section) in _DEPRECATED:
            message = f"the section [{section}] is deprecated for tags"
            hint = f"move the rows to [{LIST_SECTION}] in a file under Config/Tags"
            self.found.report.add("TW-TAG-15", "warning", message, hint, self.document.section_span(section))
        layered = fold(section) == fold(SETTINGS_SECTION)
        for key, entries in lists.items():
            for entry in entries:
                if layered and not entry.operator:
                    message = f"without + the row may replace the {entry.key} rows before it"
                    hint = f"write +{entry.key}={entry.raw}"
                    self.found.report.add("TW-TAG-27", "warning", message, hint, entry.span)
                self._read_row(key, entry)

    def _apply(self, entries: list[Entry], entry: Entry) -> None:
        """Add a row, or take out what it removes: only rows of exactly its text."""
        if entry.operator == "!":
            entries.clear()
        elif entry.operator == "-":
            kept = [other for other in entries if other.raw != entry.raw]
            if len(kept) == len(entries):
                message = "the line removes a row that is not there; only the whole same text is the same row"
                hint = "copy the row as it is, its comment included"
                self.found.report.add("TW-TAG-16", "warning", message, hint, entry.span)
            entries[:] = kept
        else:
            entries.append(entry)

    def _switch(self, entry: Entry) -> None:
        try:
            self.found.loose_files = decode(entry.value, bool)
        except FieldError as error:
            self.found.report.add("TW-TAG-10", "error", f"{entry.key}: {error.reason}", error.hint, entry.span)

    def _read_row(self, key: str, entry: Entry) -> None:
        if key == _TABLES:
            self.found.tables.append(entry.value)
            return
        if key == _PLAIN:
            self._declare(entry.value, "", entry)
            return
        if key == _OWNED:
            self._own(entry)
            return
        fields = self._fields(key, entry)
        if fields is None:
            return
        if key == _REDIRECTS:
            self.found.redirects.append(RedirectRow(fields["oldtagname"], fields["newtagname"], entry.span))
        elif key == _RESTRICTED:
            self._declare(
                fields["tag"], fields.get("devcomment", ""), entry, restricted=True, **self._allows(fields, entry)
            )
        else:
            self._declare(fields["tag"], fields.get("devcomment", ""), entry)

    def _own(self, entry: Entry) -> None:
        """Read which file may declare restricted tags, and who may write it."""
        try:
            plain, _ = parse_prefix(entry.raw, style=entry.style)
        except ValueFormatError as error:
            message = f"the {entry.key} row does not parse: {error.message}"
            self.found.report.add("TW-TAG-10", "error", message, error.hint, entry.span_at(error.offset))
            return
        fields = {fold(key): value for key, value in plain.items()} if isinstance(plain, Mapping) else {}
        name, owners = fields.get("restrictedconfigname"), fields.get("owners")
        if not isinstance(name, str) or not name:
            message, hint = f"the {entry.key} row names no file", 'write (RestrictedConfigName="X.ini",Owners=("ann"))'
            self.found.report.add("TW-TAG-12", "error", message, hint, entry.span)
            return
        listed = owners if isinstance(owners, list) else [owners]
        flat = [person for item in listed for person in (item if isinstance(item, list) else [item])]
        self.owned[str(name)] = tuple(str(person) for person in flat if person)

    def _allows(self, fields: Mapping[str, str], entry: Entry) -> dict[str, bool]:
        text = fields.get("ballownonrestrictedchildren", "False")
        try:
            return {"allows_plain": decode(Bare(text), bool)}
        except FieldError as error:
            message = f"bAllowNonRestrictedChildren: {error.reason}"
            self.found.report.add("TW-TAG-10", "error", message, error.hint, entry.span)
            return {}

    def _fields(self, key: str, entry: Entry) -> dict[str, str] | None:
        report = self.found.report
        try:
            plain, end = parse_prefix(entry.raw, style=entry.style)
        except ValueFormatError as error:
            hint = _proposal(entry, key) or error.hint
            message = f"the {entry.key} row does not parse: {error.message}"
            report.add("TW-TAG-10", "error", message, hint, entry.span_at(error.offset))
            return None
        behind = entry.raw[end:].strip()
        if behind:
            message = f"{shown(behind)} stands behind the end of the row and is ignored"
            place = entry.span_at(entry.raw.index(behind, end), len(behind))
            report.add("TW-TAG-11", "warning", message, "delete it", place)
        known = _FIELDS[key]
        needed = known[:1] if key != _REDIRECTS else known
        fields = _texts(plain)
        missing = [name for name in needed if not fields.get(name)]
        if missing:
            names = {"tag": "Tag", "oldtagname": "OldTagName", "newtagname": "NewTagName"}
            message = f"the {entry.key} row names no {' and no '.join(names[m] for m in missing)}"
            example = '(OldTagName="A",NewTagName="B")' if key == _REDIRECTS else '(Tag="A.B",DevComment="")'
            report.add("TW-TAG-12", "error", message, f"write {entry.key}={example}", entry.span)
            return None
        for name in fields:
            if name not in known:
                message = f"the row has a field {name}, which means nothing here"
                report.add("TW-TAG-13", "information", message, "", entry.span)
        return fields

    def _declare(
        self, name: str, comment: str, entry: Entry, *, restricted: bool = False, allows_plain: bool = False
    ) -> None:
        row = declared(name, comment, entry.span, self.names, self.found.report)
        if row is not None:
            self.rows.append(replace(row, restricted=restricted, allows_plain=allows_plain) if restricted else row)


def declared(name: str, comment: str, span: Span, names: Names, report: Report) -> TagRow | None:
    """Make a row of what a file says, or report why there is none.

    Args:
        name: as it stands in the file.
        comment: its comment.
        span: its place.
        names: what becomes of an invalid name.
        report: receives the findings.
    """
    try:
        return TagRow(check(name), comment, span)
    except InvalidName as error:
        repaired = repair(name) if names == "fix" else None
        if repaired is None:
            report.add("TW-TAG-01", "error", error.message, error.hint, span)
            return None
        report.add("TW-TAG-02", "error", f"{error.message}; it was read as {repaired}", error.hint, span)
        return TagRow(repaired, comment, span)


def _texts(plain: Plain) -> dict[str, str]:
    if not isinstance(plain, Mapping):
        return {}
    return {fold(name): str(value) for name, value in plain.items() if isinstance(value, str)}


def _proposal(entry: Entry, key: str) -> str:
    """Say how a row could be meant whose first quote is not closed: (Tag="A.B, DevComment="")."""
    repaired = _UNCLOSED.sub(r'="\1"', entry.raw)
    try:
        fields = _texts(parse(repaired, style=entry.style))
    except ValueFormatError:
        return ""
    return f"did you mean {entry.key}={repaired}" if _FIELDS[key][0] in fields else ""
