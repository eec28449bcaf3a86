"""Tables of tags as CSV and JSON: what Unreal exports from and imports into a data table (tags.md section 3.1).

CSV has the header ``---,Tag,DevComment``; the first column is the row's name, columns stand in any order, and an older
``CategoryText`` is passed over. JSON is a list of objects ``{"Name": "...", "Tag": "A.B", "DevComment": "..."}``; our
own plain forms, a list of names or an object of names and comments, are read too. Redirects have no place in a table.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

from talewright.config.encoding import decode
from talewright.diagnostics import Span
from talewright.errors import ConfigError
from talewright.names import fold
from talewright.tags.names import check, sort_key
from talewright.tags.reading import Names, declared
from talewright.tags.rows import TagList, TagRow
from talewright.tags.writing import Row

TableKind = Literal["csv", "json"]

_PASSED_OVER = frozenset({"---", "name", "categorytext", ""})


def is_table(path: Path | str) -> bool:
    """Say whether a file is a table, by its name."""
    return fold(Path(os.fspath(path)).suffix) in (".csv", ".json")


def read_tag_table(data: bytes, file: str = "", *, names: Names = "reject") -> TagList:
    """Read the tags of a table; which kind it is, its first character says.

    Args:
        data: the whole file, in UTF-8 or UTF-16.
        file: its name, for findings.
        names: what becomes of invalid names.

    >>> [(row.name, row.comment) for row in read_tag_table(b'---,Tag,DevComment\\na,Npc.Smith,"rude, loud"\\n').rows]
    [('Npc.Smith', 'rude, loud')]
    """
    rows: list[TagRow] = []
    found = TagList(file, rows)
    try:
        text, _, _ = decode(data, file)
    except ConfigError as error:
        found.report += error.report
        return found
    read = _json_rows if text.lstrip("\ufeff \t\r\n")[:1] in ("[", "{") else _csv_rows
    for name, comment, line in read(text, found):
        row = declared(name, comment, Span(file, line), names, found.report)
        if row is not None:
            rows.append(row)
    return found


def render_tag_table(rows: Iterable[Row], kind: TableKind = "csv") -> bytes:
    """Give a table with these rows, sorted by segments; the same rows give the same bytes.

    Args:
        rows: tags and comments, in any order.
        kind: the format.

    Raises:
        InvalidName: a tag's name is not valid.

    >>> render_tag_table([TagRow("B", "two"), TagRow("A")]).decode().splitlines()
    ['---,Tag,DevComment', '0,A,', '1,B,two']
    """
    ordered = sorted(((check(row.name), row.comment) for row in rows), key=lambda pair: (sort_key(pair[0]), pair))
    if kind == "json":
        listed = [{"Name": str(n), "Tag": name, "DevComment": comment} for n, (name, comment) in enumerate(ordered)]
        return (json.dumps(listed, ensure_ascii=False, indent=1) + "\n").encode()
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["---", "Tag", "DevComment"])
    writer.writerows([n, name, comment] for n, (name, comment) in enumerate(ordered))
    return out.getvalue().encode()


def _csv_rows(text: str, found: TagList) -> Iterator[tuple[str, str, int]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    columns: list[str] = []
    line = 1
    try:
        for cells in reader:
            if not columns:
                columns = [fold(cell.strip()) for cell in cells]
                if "tag" not in columns:
                    message = "the table has no column Tag"
                    found.report.add("TW-TAG-34", "error", message, "head it ---,Tag,DevComment", Span(found.file))
                    return
                for column in columns:
                    if column not in _PASSED_OVER | {"tag", "devcomment"}:
                        message = f"the column {column} means nothing here"
                        found.report.add("TW-TAG-13", "information", message, "", Span(found.file))
            elif any(cell.strip() for cell in cells):
                by_column = dict(zip(columns, cells, strict=False))
                yield by_column.get("tag", ""), by_column.get("devcomment", ""), line
            line = reader.line_num + 1
    except csv.Error as error:
        message = f"the table does not parse here: {error}; the rest was not read"
        found.report.add("TW-TAG-34", "error", message, 'write "" for a quote inside quotes', Span(found.file, line))


def _json_rows(text: str, found: TagList) -> Iterator[tuple[str, str, int]]:
    try:
        plain = json.loads(text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        place = Span(found.file, error.lineno, error.colno)
        found.report.add("TW-TAG-34", "error", f"the table is no JSON: {error.msg}", "", place)
        return
    if isinstance(plain, Mapping):
        plain = [{"Tag": name, "DevComment": comment} for name, comment in plain.items()]
    for number, item in enumerate(plain, 1):
        fields = {"tag": item} if isinstance(item, str) else {}
        if isinstance(item, Mapping):
            fields = {fold(str(key)): value for key, value in item.items()}
        name, comment = fields.get("tag"), fields.get("devcomment", "")
        if isinstance(name, str) and isinstance(comment, str):
            yield name, comment, 1
        else:
            message = f"row {number} of the table names no Tag"
            hint = 'write {"Name":"0","Tag":"A.B","DevComment":""}'
            found.report.add("TW-TAG-34", "error", message, hint, Span(found.file))
