r"""String tables as PO files: for the tools that translators use.

Decides how a table stands in one: the id is the context (``msgctxt``), the story's text the ``msgid``; who says it,
where, and what was said before are comments of the program (``#.``), what translators note is theirs (``#``). A stale
translation is fuzzy, with the text that it was made of (``#|``); a text that the story lost is obsolete (``#~``). The
format itself is read and written by polib, the extra ``talewright[po]``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import quote, unquote

from talewright.dialogue.tools.string_tables import StringTable, Text, Translation, lock_of
from talewright.errors import Misuse

_SIGNS: Final = re.compile(r'(?:#~\s*|#~?\|\s*(?:msgid_plural\s+)?)?(?:msg(?:ctxt|id|str)\s+)?"(?:[^"\\]|\\.)*"\s*')
_LABELS: Final = frozenset(("Speaker", "In", "Choice", "Before", "Note", "Lock"))
_STALE: Final = "stale"
# A header before the file's own: notes of the first entry stay with it, and no path has a NUL in its name.
_HEAD: Final = ('msgid ""', 'msgstr "\0"')


def to_po(table: StringTable) -> str:
    """Write a table.

    Raises:
        Misuse: polib is not installed.
    """
    polib = _polib()
    whole = polib.POFile()
    whole.metadata = {
        "Language": table.language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    head = whole.metadata_as_entry().__unicode__(wrapwidth=0)
    return "\n".join([head, *(_entry(polib, row) for row in table.rows)])


def _polib() -> Any:
    try:
        import polib
    except ImportError as error:
        raise Misuse("PO files need the library polib", hint='pip install "talewright[po]"') from error
    return polib


def _entry(polib: Any, row: Translation) -> str:
    source = row.source
    labels = {"Speaker": source.speaker, "In": source.node, "Choice": source.choice, "Before": source.previous}
    path = re.sub(r"[%\s]", lambda sign: quote(sign[0]), source.file)
    stale = bool(row.text) and row.lock != source.lock
    entry = polib.POEntry(
        msgctxt=source.id,
        msgid=source.text,
        msgstr=row.text,
        tcomment=row.note,
        comment="\n".join(
            f"{label}: " + polib.escape(text).replace('\\"', '"')
            for label, text in {**labels, "Note": source.comment}.items()
            if text
        ),
        occurrences=[(path, str(source.line))] if source.file else [],
        flags=["fuzzy"] if stale else [],
        previous_msgid=row.was or None,
    )
    rows = entry.__unicode__(wrapwidth=0).split("\n")
    if stale:
        rows.insert(rows.index("#, fuzzy") + 1, f"#. Lock: {row.lock}")
    if row.orphan:  # polib would leave out the comments of an obsolete entry, and not read its old text
        rows = [line if line.startswith("#") or not line else f"#~ {line}" for line in rows]
    return "\n".join("#" if line == "# " else line for line in rows)


def from_po(text: str, language: str = "", *, file: str = "the table") -> StringTable:
    """Read a table; entries of other tools are read too, if their context is the id.

    Raises:
        Misuse: it is no PO file, an entry has no context, or polib is not installed.
    """
    polib = _polib()
    rows = text.removeprefix("\ufeff").split("\n")
    if rows[0].endswith("\r"):
        rows = [row.removesuffix("\r") for row in rows]
    lines = _Lines([*_HEAD, *_prepared(rows, file)])
    try:
        whole = polib.pofile(_Text(lines), encoding="utf-8")
    except OSError as error:
        raise _no_po(rows, lines.read - len(_HEAD), file) from error
    table = StringTable(next(iter(whole.metadata.get("Language", "").split()), language))
    known: set[str] = set()
    for entry in whole:
        if not entry.msgid and entry.msgctxt is None:
            continue
        name, place = entry.msgctxt, f"{file}:{entry.linenum - len(_HEAD)}"
        if not name:
            raise Misuse(f"{place}: the entry has no msgctxt", hint="the context is the id of the line")
        if name in known:
            raise Misuse(f"{place}: {name} is there twice", hint="keep one of the entries")
        known.add(name)
        table.rows.append(_row(polib, entry))
    return table


class _Lines(list[str]):
    """Lines that know how many of them were read: where polib stopped, it says in the words of its errors alone."""

    read = 0

    def __iter__(self) -> Iterator[str]:
        for self.read, line in enumerate(super().__iter__(), 1):
            yield line


class _Text(str):
    """A text that polib takes apart at line feeds alone: U+2028 and its like are signs of a text."""

    __slots__ = ("_lines",)
    _lines: _Lines

    def __new__(cls, lines: _Lines) -> _Text:
        made = super().__new__(cls, "\n".join(lines))
        made._lines = lines
        return made

    def splitlines(self, keepends: bool = False) -> list[str]:
        return self._lines


def _no_po(rows: list[str], number: int, file: str) -> Misuse:
    return Misuse(f"{file}:{number}: this is no PO: {rows[number - 1][:60]!r}", hint='such as msgid "text"')


def _prepared(rows: list[str], file: str) -> list[str]:
    """Guard what polib would lose: blanks at the end of comments, by a sign behind them; texts without quotes."""
    found: list[str] = []
    for number, raw in enumerate(rows, 1):
        row = raw.lstrip()
        if row.startswith("#") and row[:2] not in ("#:", "#,", "#|", "#~"):
            mark = "#." if row.startswith("#.") else "#"
            row = f"{mark} {row[len(mark) :].removeprefix(' ')}\0"
        elif row.rstrip() in ("#:", "#,", "#|", "#~"):
            row = ""
        elif row and not row.startswith(("#:", "#,")):
            if _SIGNS.fullmatch(row) is None:
                raise _no_po(rows, number, file)
            row = row.replace("#~|", "#|", 1) if row.startswith("#~|") else row
        found.append(row)
    return found


def _row(polib: Any, entry: Any) -> Translation:
    labels: dict[str, str] = {}
    for comment in _unguarded(entry.comment):
        label, colon, value = comment.partition(": ")
        if colon and label in _LABELS:
            labels[label] = polib.unescape(value)
        elif comment:
            labels["Note"] = "\n".join(filter(None, [labels.get("Note", ""), comment]))
    path, line = entry.occurrences[0] if entry.occurrences else ("", "")
    number = int(line) if line.isdecimal() and len(line) < 10 else 0
    name, said, was = entry.msgctxt, entry.msgstr, entry.previous_msgid or ""
    source = Text(
        name, entry.msgid, labels.get("Speaker", ""), unquote(path), number,
        labels.get("In", ""), labels.get("Choice", ""), labels.get("Before", ""), labels.get("Note", ""),
        not name.startswith("line:auto-"),
    )  # fmt: skip
    lock = source.lock if said else ""
    if entry.fuzzy and said:
        lock = labels.get("Lock", lock_of(was) if was else _STALE)
    return Translation(source, said, lock, was, "\n".join(_unguarded(entry.tcomment)), bool(entry.obsolete))


def _unguarded(comments: str) -> list[str]:
    return [comment[:-1] for comment in comments.split("\n")] if comments else []
