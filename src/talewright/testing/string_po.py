r"""String tables as PO files: for the tools that translators use.

Decides how a table stands in one: the id is the context (``msgctxt``), the story's text the ``msgid``; who says it,
where, and what was said before are comments of the program (``#.``), what translators note is theirs (``#``). A stale
translation is fuzzy, with the text that it was made of (``#|``); a text that the story lost is obsolete (``#~``). The
format is small, so it is read and written here: nothing has to be installed for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from talewright.errors import Misuse
from talewright.testing.strings import StringTable, Text, Translation, lock_of

_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"\s*')
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_LABELS: Final = frozenset(("Speaker", "In", "Choice", "Before", "Note", "Lock"))
_STALE: Final = "stale"


def to_po(table: StringTable) -> str:
    """Write a table."""
    head = [
        'msgid ""',
        'msgstr ""',
        '"MIME-Version: 1.0\\n"',
        '"Content-Type: text/plain; charset=UTF-8\\n"',
        '"Content-Transfer-Encoding: 8bit\\n"',
        f'"Language: {table.language}\\n"',
    ]
    return "\n\n".join(["\n".join(head), *(_entry(row) for row in table.rows)]) + "\n"


def _entry(row: Translation) -> str:
    source = row.source
    rows = [f"# {line}" if line else "#" for line in row.note.split("\n")] if row.note else []
    labels = {"Speaker": source.speaker, "In": source.node, "Choice": source.choice, "Before": source.previous}
    rows += [f"#. {label}: {_escaped(text)}" for label, text in {**labels, "Note": source.comment}.items() if text]
    if source.file:
        rows.append(f"#: {source.file.replace('%', '%25').replace(' ', '%20')}:{source.line}")
    stale = bool(row.text) and row.lock != source.lock
    if stale:
        rows += ["#, fuzzy", f"#. Lock: {row.lock}"]
    if row.was:
        rows.append(f"#| msgid {_quoted(row.was)}")
    mark = "#~ " if row.orphan else ""
    rows += [f"{mark}{key} {_quoted(text)}" for key, text in
             (("msgctxt", source.id), ("msgid", source.text), ("msgstr", row.text))]  # fmt: skip
    return "\n".join(rows)


def _escaped(text: str) -> str:
    for sign, escape in (("\\", "\\\\"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")):
        text = text.replace(sign, escape)
    return text


def _quoted(text: str) -> str:
    return '"' + _escaped(text).replace('"', '\\"') + '"'


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[0]), text)


@dataclass(slots=True)
class _Entry:
    line: int
    notes: list[str] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    place: str = ""
    fuzzy: bool = False
    obsolete: bool = False
    texts: dict[str, str] = field(default_factory=dict)


def from_po(text: str, language: str = "", *, file: str = "the table") -> StringTable:
    """Read a table; entries of other tools are read too, if their context is the id.

    Raises:
        Misuse: it is no PO file, or an entry has no context.
    """
    table = StringTable(language)
    known: set[str] = set()
    for entry in _entries(text, file):
        if not entry.texts.get("msgid") and "msgctxt" not in entry.texts:
            found = re.search(r"^Language:[ \t]*(\S+)", entry.texts.get("msgstr", ""), re.MULTILINE)
            table.language = found[1] if found is not None else language
            continue
        name = entry.texts.get("msgctxt", "")
        if not name:
            raise Misuse(f"{file}:{entry.line}: the entry has no msgctxt", hint="the context is the id of the line")
        if name in known:
            raise Misuse(f"{file}:{entry.line}: {name} is there twice", hint="keep one of the entries")
        known.add(name)
        table.rows.append(_row(name, entry))
    return table


def _row(name: str, entry: _Entry) -> Translation:
    labels, msgid, said = entry.labels, entry.texts.get("msgid", ""), entry.texts.get("msgstr", "")
    path, _, line = entry.place.rpartition(":")
    source = Text(
        name, msgid, labels.get("Speaker", ""),
        path.replace("%20", " ").replace("%25", "%"), int(line) if line.isdecimal() else 0,
        labels.get("In", ""), labels.get("Choice", ""), labels.get("Before", ""), labels.get("Note", ""),
        not name.startswith("line:auto-"),
    )  # fmt: skip
    was = entry.texts.get("was", "")
    lock = source.lock if said else ""
    if entry.fuzzy and said:
        lock = labels.get("Lock", lock_of(was) if was else _STALE)
    return Translation(source, said, lock, was, "\n".join(entry.notes), entry.obsolete)


def _entries(text: str, file: str) -> list[_Entry]:
    found: list[_Entry] = []
    entry: _Entry | None = None
    key = ""
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        row = raw.removesuffix("\r")
        if not row.strip():
            entry, key = None, ""
            continue
        if entry is None or ("msgstr" in entry.texts and not row.startswith('"') and not row.startswith('#~ "')):
            entry, key = _Entry(number), ""
            found.append(entry)
        if row.startswith("#~"):
            entry.obsolete = True
            row = row[2:].strip()
        row = row if row.startswith("#") else row.strip()
        if row.startswith("#"):
            key = _comment(entry, row, key)
            continue
        word, _, rest = row.partition(" ")
        if word in ("msgctxt", "msgid", "msgstr"):
            key, row = word, rest.strip()
        whole = _QUOTED.fullmatch(row)
        if whole is None or not key:
            raise Misuse(f"{file}:{number}: this is no PO: {raw[:60]!r}", hint='such as msgid "text"')
        entry.texts[key] = entry.texts.get(key, "") + _unescaped(whole[1])
    return [one for one in found if one.texts]


def _comment(entry: _Entry, row: str, key: str) -> str:
    kind, rest = row[:2], row[3:] if row[2:3] == " " else row[2:]
    if kind == "#.":
        label, colon, value = rest.partition(": ")
        if colon and label in _LABELS:
            entry.labels[label] = _unescaped(value)
        elif rest:
            entry.labels["Note"] = "\n".join(filter(None, [entry.labels.get("Note", ""), rest]))
    elif kind == "#:":
        entry.place = entry.place or rest.strip().split(" ")[0]
    elif kind == "#,":
        entry.fuzzy = "fuzzy" in rest
    elif kind == "#|":
        if rest.startswith("msgid "):
            rest = rest[len("msgid ") :].strip()
        elif not rest.startswith('"') or key != "was":
            return ""
        if (whole := _QUOTED.fullmatch(rest)) is not None:
            entry.texts["was"] = entry.texts.get("was", "") + _unescaped(whole[1])
            return "was"
    else:
        entry.notes.append(row[2:] if row.startswith("# ") else row[1:])
    return ""
