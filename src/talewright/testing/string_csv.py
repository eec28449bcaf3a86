"""String tables as CSV: for spreadsheets, and for the tools that know Yarn's own tables.

Decides the columns: those of Yarn's engine packages (``language,id,text,original,file,node,lineNumber,lock,comment``)
and behind them what translators ask for. Reading takes any order and any subset that has ``id`` and ``text``; a plain
table of the command-line tool, whose ``text`` is the story's own, is read as untranslated. UTF-8, with the mark that
spreadsheets need to believe it.
"""

from __future__ import annotations

import csv
import io
from typing import Final

from talewright.errors import Misuse
from talewright.testing.strings import StringTable, Text, Translation

COLUMNS: Final = (
    "language", "id", "text", "original", "file", "node", "lineNumber", "lock", "comment",
    "speaker", "choice", "previous", "note", "was", "status",
)  # fmt: skip
_BOM: Final = "\ufeff"


def to_csv(table: StringTable) -> str:
    r"""Write a table.

    >>> to_csv(StringTable("de", [Translation(Text("line:a", "Hi, you"))])).splitlines()[1]
    'de,line:a,,"Hi, you",,,0,,,,,,,,missing'
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
        ])  # fmt: skip
    return out.getvalue()


def from_csv(text: str, language: str = "", *, file: str = "the table") -> StringTable:
    """Read a table.

    Args:
        text: of the file.
        language: where the table has no column for it.
        file: how errors call it.

    Raises:
        Misuse: it has no ``id`` or no ``text``, several languages, or an id twice.
    """
    try:
        rows = list(csv.DictReader(io.StringIO(text.removeprefix(_BOM), newline=""), strict=True))
    except csv.Error as error:
        raise Misuse(f"{file} is no CSV: {error}", hint="save it as CSV, UTF-8, with commas") from error
    names = set(rows[0]) if rows else set(next(csv.reader([text.removeprefix(_BOM).partition("\n")[0].strip()]), []))
    if not {"id", "text"} <= names:
        raise Misuse(f"{file} has no columns id and text", hint="the first row names the columns; separate by commas")
    languages = {row["language"] for row in rows if row.get("language")}
    if len(languages) > 1:
        raise Misuse(f"{file} has several languages: {', '.join(sorted(languages))}", hint="one table a language")
    found: dict[str, Translation] = {}
    for number, row in enumerate(rows, 2):
        one = _row(
            {key: value or "" for key, value in row.items() if isinstance(key, str)}, plain="original" not in names
        )
        if one.source.id in found:
            raise Misuse(f"{file} has {one.source.id} twice (row {number})", hint="keep one of the rows")
        found[one.source.id] = one
    return StringTable(next(iter(languages), language), list(found.values()))


def _row(row: dict[str, str], *, plain: bool) -> Translation:
    line = row.get("lineNumber", "")
    source = Text(
        row["id"], row["text"] if plain else row["original"], row.get("speaker", ""), row.get("file", ""),
        int(line) if line.isdigit() else 0, row.get("node", ""), row.get("choice", ""), row.get("previous", ""),
        row.get("comment", ""), not row["id"].startswith("line:auto-"),
    )  # fmt: skip
    if plain:
        return Translation(source)
    lock = row.get("lock", "") or (source.lock if row["text"] and "lock" not in row else "")
    return Translation(
        source, row["text"], lock, row.get("was", ""), row.get("note", ""), row.get("status") == "orphan"
    )
