"""From a document to the rows of a tag list.

Decides which sections and keys declare tags (tags.md section 3.1), and reads real files leniently: rows with or without
an operator, fields in any order, remarks behind the closing parenthesis. A row that does not parse is left out with a
finding; no tag is ever invented from half a row. A file with the marks of an unresolved merge is refused whole. What a
line is and how a struct is written, `talewright.config` knows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, TypeAlias

from talewright.config import Entry, IniDocument
from talewright.config.values import parse, parse_prefix, read, unescape
from talewright.diagnostics import Report, Severity, Span
from talewright.errors import FieldError, InvalidName, ValueFormatError
from talewright.fields import Bare, Plain, decode
from talewright.names import closest, fold
from talewright.tags.files.strays import looks_like_row, strays
from talewright.tags.files.tag_sections import (
    DEPRECATED,
    ENGINE_SECTION,
    IMPORTS,
    INVALID,
    KEYS,
    LIST_SECTION,
    OPERATORS,
    OWNED,
    PLAIN,
    REDIRECTS,
    RESTRICTED,
    SETTINGS_SECTION,
    TABLES,
    TAGS,
)
from talewright.tags.values import (
    NEVER,
    RedirectRow,
    TagList,
    TagRow,
    check,
    generated_rows,
    is_valid,
    repair,
    shown,
)

Names: TypeAlias = Literal["reject", "fix"]
"""What becomes of a row with an invalid name: it is left out, or its name is repaired as an importer does."""

_FIELDS = {
    TAGS: ("tag", "devcomment"),
    RESTRICTED: ("tag", "devcomment", "ballownonrestrictedchildren"),
    REDIRECTS: ("oldtagname", "newtagname"),
    OWNED: ("restrictedconfigname", "owners"),
}
_WRITTEN = {
    "tag": "Tag",
    "devcomment": "DevComment",
    "ballownonrestrictedchildren": "bAllowNonRestrictedChildren",
    "oldtagname": "OldTagName",
    "newtagname": "NewTagName",
    "restrictedconfigname": "RestrictedConfigName",
    "owners": "Owners",
}
_FIELD_NAMES = re.compile(r"([A-Za-z_]\w*)\s*=")
_TEXT_OR_LIST = re.compile(r'"(?:[^"\\]|\\.)*"|\((?:[^()"]|"(?:[^"\\]|\\.)*")*\)')
_CONFLICT = re.compile(r"(?:\A|(?<=[\r\n]))(?:<{7}|>{7}|\|{7})(?=[ \r\n]|\Z)")
_UNCLOSED = re.compile(r'="([^",]*)(?=,[ \t]*[A-Za-z]+=")')


def read_tag_list(document: IniDocument, *, names: Names = "reject", invalid: str = "") -> TagList:
    """Read what a tag file declares. Lines that look like rows and are none are findings (`strays`).

    Args:
        document: the file.
        names: what becomes of rows with invalid names.
        invalid: characters that no name may hold here, as InvalidTagCharacters of another file says; those of this
            file count as well.

    >>> text = '[/Script/GameplayTags.GameplayTagsList]\\nGameplayTagList=(Tag="Npc.Smith",DevComment="rude, (loud)")'
    >>> [(row.name, row.comment, str(row.span)) for row in read_tag_list(IniDocument.from_text(text)).rows]
    [('Npc.Smith', 'rude, (loud)', ':2:1')]
    """
    quick = None if invalid else _generated(document)
    if quick is not None:
        return quick
    reader = _Reader(document, names, invalid)
    if not reader.refuses_conflicts():
        reader.read_invalid()
        for section in document.section_names():
            keys = KEYS.get(fold(section))
            if keys is not None:
                reader.read_section(section, keys)
        reader.found.report += strays(document)
    return reader.found


def read_old_redirects(document: IniDocument) -> TagList:
    """Read the redirects that old engines keep in ``[/Script/Engine.Engine]`` of Config/DefaultEngine.ini.

    Each is read, with a warning: engines since 4.15 want them among the settings of tags.

    >>> text = '[/Script/Engine.Engine]\\n+GameplayTagRedirects=(OldTagName="A",NewTagName="B")'
    >>> found = read_old_redirects(IniDocument.from_text(text, "DefaultEngine.ini"))
    >>> [(row.old, row.new) for row in found.redirects], [finding.code for finding in found.report]
    ([('A', 'B')], ['TW-TAG-15'])
    """
    reader = _Reader(document, "reject", "")
    if not reader.refuses_conflicts():
        reader.read_section(ENGINE_SECTION, (REDIRECTS,))
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
    def __init__(self, document: IniDocument, names: Names, invalid: str) -> None:
        self.document = document
        self.names = names
        self.invalid = invalid
        self.rows: list[TagRow] = []
        self.owned: dict[str, tuple[str, ...]] = {}
        self.found = TagList(document.file, self.rows, restricted_files=self.owned)

    def refuses_conflicts(self) -> bool:
        conflicts = conflicts_in(self.document)
        self.found.report += conflicts
        return bool(conflicts)

    def read_invalid(self) -> None:
        """Read which characters no name may hold; those that none may ever are always among them."""
        entries = self.document.entries(SETTINGS_SECTION, INVALID)
        if not entries:
            return
        said = unescape(entries[-1].value)
        self.found.invalid = "".join(dict.fromkeys(c for c in said if c not in NEVER))
        self.invalid += self.found.invalid
        lacking = [c for c in NEVER if c not in said]
        if lacking:
            message = (
                f"InvalidTagCharacters leaves out {' '.join(lacking)}; a tag that holds one is refused here anyway"
            )
            self.found.report.add("TW-TAG-09", "information", message, "", entries[-1].span)
        if "." in said:
            message = "InvalidTagCharacters holds the dot, which separates the segments of every tag; it does not count"
            self.found.report.add("TW-TAG-09", "warning", message, "take it out", entries[-1].span)
            self.invalid = self.invalid.replace(".", "")
            self.found.invalid = self.found.invalid.replace(".", "")

    def read_section(self, section: str, keys: tuple[str, ...]) -> None:
        lists = {key: _Standing(key) for key in keys}
        for entry in self.document.entries(section):
            key = fold(entry.key)
            if key in lists and entry.operator in OPERATORS:
                self._apply(lists[key], entry)
            elif key == IMPORTS and fold(section) == fold(SETTINGS_SECTION):
                self._switch(entry)
        if not any(standing.rows for standing in lists.values()):
            return
        self.found.sections.append(section)
        if fold(section) in DEPRECATED:
            message = f"the section [{section}] is deprecated for tags"
            hint = f"move the rows to [{LIST_SECTION}] in a file under Config/Tags"
            if fold(section) == fold(ENGINE_SECTION):
                hint = f"move the redirects to [{SETTINGS_SECTION}] in Config/DefaultGameplayTags.ini"
            self.found.report.add("TW-TAG-15", "warning", message, hint, self.document.section_span(section))
        layered = fold(section) == fold(SETTINGS_SECTION)
        for key, standing in lists.items():
            for entry in standing.rows.values():
                if layered and not entry.operator:
                    message = f"without + the row may replace the {entry.key} rows before it"
                    hint = f"write +{entry.key}={entry.raw}"
                    self.found.report.add("TW-TAG-27", "warning", message, hint, entry.span)
                self._read_row(key, entry)

    def _apply(self, standing: _Standing, entry: Entry) -> None:
        """Add a row, or take out what it removes: only rows of exactly its text. Which rows go so is said."""
        report = self.found.report
        if entry.operator == "!":
            gone = standing.clear()
            if gone:
                message = f"the line takes out {_counted(gone)} above it, the last at {gone[-1].span}"
                report.add("TW-TAG-39", "warning", message, "delete the line if they are to count", entry.span)
        elif entry.operator != "-":
            standing.add(entry)
        elif not standing.remove(entry.raw):
            name = named_in(standing.key, entry)
            other = standing.of(name)
            message = "the line removes a row that is not there; only the whole same text is the same row"
            hint = "delete the line: it does nothing (`talewright tags tidy` does)"
            if other is not None:
                hint = f"to take out the row at {other.span}, delete that one and this; else delete this line"
            else:
                self.found.removals.append((name, entry.span))
            report.add("TW-TAG-16", "warning", message, hint, entry.span)

    def _switch(self, entry: Entry) -> None:
        try:
            self.found.loose_files = decode(entry.value, bool)
        except FieldError as error:
            self.found.report.add("TW-TAG-10", "error", f"{entry.key}: {error.reason}", error.hint, entry.span)

    def _read_row(self, key: str, entry: Entry) -> None:
        if key == TABLES:
            self.found.tables.append(entry.value)
            return
        if key == PLAIN:
            self._declare(entry.value, "", entry)
            return
        if key == OWNED:
            self._own(entry)
            return
        fields = self._fields(key, entry)
        if fields is None:
            return
        if key == REDIRECTS:
            self.found.redirects.append(RedirectRow(fields["oldtagname"], fields["newtagname"], entry.span))
        elif key == RESTRICTED:
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
        plain, end, faults = read(entry.raw, style=entry.style)
        known = _FIELDS[key]
        needed = known[:1] if key != REDIRECTS else known
        fields = _texts(plain)
        missing = [name for name in needed if not fields.get(name)]
        for fault in faults:
            place = entry.span_at(fault.offset, fault.length)
            if fault.kind == "broken" or (fault.kind == "passed" and missing):
                hint = _proposal(entry, key) or fault.hint
                report.add("TW-TAG-10", "error", f"the {entry.key} row does not parse: {fault.message}", hint, place)
                return None
            if fault.kind == "passed":  # the rest of the row counts; what stands twice is told below
                report.add("TW-TAG-10", "warning", f"{entry.key}: {fault.message}; it is not read", fault.hint, place)
        behind = entry.raw[end:].strip()
        if behind:
            place = entry.span_at(entry.raw.index(behind, end), len(behind))
            if looks_like_row(behind):
                message = f"{shown(behind)} stands behind the end of the row and is not read"
                report.add("TW-TAG-11", "error", message, "give every row a line of its own", place)
            else:
                message = f"{shown(behind)} stands behind the end of the row and is ignored"
                report.add("TW-TAG-11", "warning", message, "delete it", place)
        if isinstance(plain, Mapping):
            self._check_texts(plain, known, entry)
        if missing:
            message = f"the {entry.key} row names no {' and no '.join(_WRITTEN[m] for m in missing)}"
            near = _misspelt(plain, known, missing) if isinstance(plain, Mapping) else ""
            report.add("TW-TAG-12", "error", message, near or f"write {entry.key}={_example(key, entry)}", entry.span)
            return None
        for name in plain:
            if fold(name) not in known:
                means = next((n for n in known if n not in fields and n in map(fold, closest(name, known))), "")
                message = f"the row has a field {name}, which means nothing here"
                grave: Severity = "warning" if means or fold(name) in _FIELDS[RESTRICTED] else "information"
                report.add("TW-TAG-13", grave, message, f"did you mean {_WRITTEN[means]}?" if means else "", entry.span)
        for name in _repeated(entry.raw[:end]):
            message = f"the row has the field {name} more than once; the last one counts"
            grave = "error" if fold(name) in needed else "warning"
            report.add("TW-TAG-13", grave, message, "give every row a line of its own", entry.span)
        return fields

    def _check_texts(self, plain: Mapping[str, Plain], known: tuple[str, ...], entry: Entry) -> None:
        """Report the fields that hold no text where a text is wanted."""
        for name, value in plain.items():
            if fold(name) in known[1:] and not isinstance(value, str):
                message = f"the field {name} holds no text, and is ignored"
                self.found.report.add("TW-TAG-13", "warning", message, f'write {name}="..."', entry.span)

    def _declare(
        self, name: str, comment: str, entry: Entry, *, restricted: bool = False, allows_plain: bool = False
    ) -> None:
        row = declared(name, comment, entry.span, self.names, self.found.report, self.invalid)
        if row is not None:
            self.rows.append(replace(row, restricted=restricted, allows_plain=allows_plain) if restricted else row)


class _Standing:
    """The rows of a key that stand so far, found by their text and by the tag that they name."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.rows: dict[int, Entry] = {}
        self._by_raw: dict[str, list[int]] = {}
        self._by_name: dict[str, list[int]] = {}
        self._added = self._named = 0

    def add(self, entry: Entry) -> None:
        self.rows[self._added] = entry
        self._by_raw.setdefault(entry.raw, []).append(self._added)
        self._added += 1

    def remove(self, raw: str) -> bool:
        """Take out the rows of exactly this text; say whether there was one."""
        numbers = self._by_raw.pop(raw, [])
        for number in numbers:
            del self.rows[number]
        return bool(numbers)

    def clear(self) -> list[Entry]:
        """Take out all rows, and give them."""
        gone = list(self.rows.values())
        self.rows.clear()
        self._by_raw.clear()
        return gone

    def of(self, name: str) -> Entry | None:
        """Return the last row that names a tag; their names are read when the first is asked for."""
        for number in range(self._named, self._added):
            if number in self.rows:
                self._by_name.setdefault(fold(named_in(self.key, self.rows[number])), []).append(number)
        self._named = self._added
        numbers = self._by_name.get(fold(name), []) if name else []
        while numbers and numbers[-1] not in self.rows:
            numbers.pop()
        return self.rows[numbers[-1]] if numbers else None


def declared(name: str, comment: str, span: Span, names: Names, report: Report, invalid: str = "") -> TagRow | None:
    """Make a row of what a file says, or report why there is none.

    Args:
        name: as it stands in the file.
        comment: its comment.
        span: its place.
        names: what becomes of an invalid name.
        report: receives the findings.
        invalid: characters that no name may hold, beyond what none may ever.
    """
    try:
        return TagRow(check(name, invalid), comment, span)
    except InvalidName as error:
        repaired = repair(name, invalid) if names == "fix" else None
        if repaired is None:
            quoted = len(name) > 2 and name[0] == name[-1] == "'" and is_valid(name[1:-1])
            hint = f'put it in double quotes: "{name[1:-1]}"' if quoted else error.hint
            report.add("TW-TAG-01", "error", error.message, hint, span)
            return None
        report.add("TW-TAG-02", "error", f"{error.message}; it was read as {repaired}", error.hint, span)
        return TagRow(repaired, comment, span)


def named_in(key: str, entry: Entry) -> str:
    """Return the tag that a row is about, as its text has it; empty where it does not parse or names none."""
    if key == PLAIN:
        return entry.value
    try:
        fields = _texts(parse_prefix(entry.raw, style=entry.style)[0])
    except ValueFormatError:
        return ""
    return fields.get(_FIELDS[key][0], "") if key in _FIELDS else entry.value


def _counted(entries: list[Entry]) -> str:
    return "the row" if len(entries) == 1 else f"the {len(entries)} rows"


def _misspelt(plain: Mapping[str, Plain], known: tuple[str, ...], missing: list[str]) -> str:
    """Say which field of a row was meant to be the one that it lacks."""
    for name in plain:
        if fold(name) not in known:
            for lacking in missing:
                if lacking in map(fold, closest(name, [lacking])) or (lacking == "tag" and "tag" in fold(name)):
                    return f"did you mean {_WRITTEN[lacking]} for {name}?"
    return ""


def _example(key: str, entry: Entry) -> str:
    if key == REDIRECTS:
        return '(OldTagName="A",NewTagName="B")'
    bare = entry.value
    return (
        f'(Tag="{bare}",DevComment="")'
        if is_valid(bare) and not set(bare) & set("()={}[]")
        else '(Tag="A.B",DevComment="")'
    )


def _repeated(raw: str) -> list[str]:
    """Return the fields that a struct has more than once."""
    names = _FIELD_NAMES.findall(_TEXT_OR_LIST.sub('""', raw[1:]))
    counts = Counter(map(fold, names))
    return list({fold(name): name for name in names if counts[fold(name)] > 1}.values())


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
