"""String tables as CSV: for spreadsheets, and for the tools that know Yarn's own tables.

Decides the columns: those of Yarn's engine packages (``language,id,text,original,file,node,lineNumber,lock,comment``)
and behind them what translators ask for. Reading takes any order and any subset that has ``id`` and ``text``; a plain
table of the command-line tool, whose ``text`` is the story's own, is read as untranslated. UTF-8, with the mark that
spreadsheets need to believe it. A text that somebody types counts as made of the text beside it (``textLock`` is the
hash of the translation that the table was written with), and so does an old one whose status somebody sets to
``translated``.
"""

from __future__ import annotations

import csv
import io
from typing import Final

from talewright.dialogue.tools.string_tables import StringTable, Text, Translation, lock_of
from talewright.errors import Misuse

COLUMNS: Final = (
    "language", "id", "text", "original", "file", "node", "lineNumber", "lock", "comment",
    "speaker", "choice", "previous", "note", "was", "status", "textLock",
)  # fmt: skip
_BOM: Final = "\ufeff"


def to_csv(table: StringTable) -> str:
    r"""Write a table.

    >>> to_csv(StringTable("de", [Translation(Text("line:a", "Hi, you"))])).splitlines()[1]
    'de,line:a,,"Hi, you",,,0,,,,,,,,missing,'
    """
    out = io.StringIO()
    out.write(_BOM)
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in table.rows:
        text = row.source
        writer.writerow([
            table.language, text.id, row.text, text.text, text.file, text.node, text.line, row.lock, text.comment,
            text.speaker, text.choice, text.previous, row.note, row.was, row.status,
            lock_of(row.text) if row.text else "",
        ])  # fmt: skip
    return out.getvalue()


def from_csv(text: str, language: str = "", *, file: str = "the table") -> StringTable:
    """Read a table.

    Args:
        text: of the file.
        language: where the table has no column for it.
        file: how errors call it.

    Raises:
        Misuse: it has no ``id`` or no ``text``, several languages, a row that does not fit its
            columns, or an id twice or missing.
    """
    try:
        cells = _cells(text.removeprefix(_BOM))
    except csv.Error as error:
        raise Misuse(f"{file} is no CSV: {error}", hint="save it as CSV, UTF-8, with commas") from error
    names = cells[0][1] if cells else []
    if not {"id", "text"} <= set(names):
        raise Misuse(f"{file} has no columns id and text", hint="the first row names the columns; separate by commas")
    twice = sorted({name for name in names if name and names.count(name) > 1})
    if twice:
        raise Misuse(f"{file}:{cells[0][0]}: the column {twice[0]} is there twice", hint="keep one of the columns")
    for line, texts in cells[1:]:
        if len(texts) != len(names):
            what = f"the row has {len(texts)} cells, and the table {len(names)} columns"
            raise Misuse(f"{file}:{line}: {what}", hint='a text with a comma stands in quotes: "Well, well."')
    lines = [line for line, _ in cells[1:]]
    rows = [dict(zip(names, texts, strict=True)) for _, texts in cells[1:]]
    languages = {row["language"] for row in rows if row.get("language")}
    if len(languages) > 1:
        raise Misuse(f"{file} has several languages: {', '.join(sorted(languages))}", hint="one table a language")
    found: dict[str, Translation] = {}
    for line, row in zip(lines, rows, strict=True):
        one = _row(row, plain="original" not in names)
        if not one.source.id:
            raise Misuse(f"{file}:{line}: the row has no id", hint="the id says which text it is: line:hello")
        if one.source.id in found:
            raise Misuse(f"{file}:{line}: {one.source.id} is there twice", hint="keep one of the rows")
        found[one.source.id] = one
    plain = "original" not in names
    return StringTable(next(iter(languages), language), list(found.values()), plain)


def _cells(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows that are not blank, each with the line on which it begins; a text may have any length."""
    limit = csv.field_size_limit(max(len(text), 1))
    try:
        found: list[tuple[int, list[str]]] = []
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        line = 1
        for row in reader:
            if any(row):
                found.append((line, row))
            line = reader.line_num + 1
        return found
    finally:
        csv.field_size_limit(limit)


def _row(row: dict[str, str], *, plain: bool) -> Translation:
    line = row.get("lineNumber", "")
    number = int(line) if line.isdecimal() and len(line) < 10 else 0
    source = Text(
        row["id"], row["text"] if plain else row["original"], row.get("speaker", ""), row.get("file", ""),
        number, row.get("node", ""), row.get("choice", ""), row.get("previous", ""),
        row.get("comment", ""), not row["id"].startswith("line:auto-"),
    )  # fmt: skip
    if plain:
        return Translation(source)
    text, lock, was = row["text"], row.get("lock", ""), row.get("was", "")
    if _typed(row) and lock != source.lock:
        lock, was = source.lock, ""
    return Translation(source, text, lock if text else "", was, row.get("note", ""), row.get("status") == "orphan")


def _typed(row: dict[str, str]) -> bool:
    """Tell whether somebody typed the translation since the table was written: it is made of the text beside it.

    That is so where it is not the text any more that the table was written with, where there was none, and where
    somebody wrote into the column for the status that it is translated.
    """
    if not row["text"] or row.get("status") == "translated":
        return bool(row["text"])
    known = row.get("textLock")
    return known != lock_of(row["text"]) if known else not row.get("lock")
