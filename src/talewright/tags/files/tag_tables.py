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
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from talewright.config.text import decode
from talewright.diagnostics import Span
from talewright.errors import ConfigError
from talewright.names import closest, fold
from talewright.tags.files.generated_lists import Row
from talewright.tags.files.tag_lists import Names, declared
from talewright.tags.values import TagList, TagRow, check, sort_key

TableKind = Literal["csv", "json"]

_PASSED_OVER = frozenset({"---", "name", "categorytext", ""})


def is_table(path: Path | str) -> bool:
    """Say whether a file is a table, by its name."""
    return fold(Path(os.fspath(path)).suffix) in (".csv", ".json")


def read_tag_table(data: bytes, file: str = "", *, names: Names = "reject", invalid: str = "") -> TagList:
    """Read the tags of a table; which kind it is, its first character says.

    Args:
        data: the whole file, in UTF-8 or UTF-16.
        file: its name, for findings.
        names: what becomes of invalid names.
        invalid: characters that no name may hold, beyond what none may ever.

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
    for name, comment, line, column in read(text, found):
        row = declared(name, comment, Span(file, line, column), names, found.report, invalid)
        if row is not None:
            rows.append(row)
    return found


def render_tag_table(rows: Iterable[Row], kind: TableKind = "csv") -> bytes:
    """Return a table with these rows, sorted by segments; the same rows give the same bytes.

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


def _csv_rows(text: str, found: TagList) -> Iterator[tuple[str, str, int, int]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    columns: list[str] = []
    line = 1
    try:
        for cells in reader:
            if not columns:
                columns = [fold(cell.strip().lstrip("\ufeff")) for cell in cells]
                if not _check_columns(columns, found, line):
                    return
            elif any(cell.strip() for cell in cells):
                by_column = dict(zip(columns, cells, strict=False))
                if any(cell.strip() for cell in cells[len(columns) :]):
                    message = f"the row has {len(cells)} cells, the table {len(columns)} columns; the rest is not read"
                    hint = 'put a cell that holds a comma in quotes: "rude, loud"'
                    found.report.add("TW-TAG-34", "error", message, hint, Span(found.file, line))
                yield by_column.get("tag", ""), by_column.get("devcomment", ""), line, 1
            line = reader.line_num + 1
    except csv.Error as error:
        message = f"the table does not parse here: {error}; the rest was not read"
        found.report.add("TW-TAG-34", "error", message, 'write "" for a quote inside quotes', Span(found.file, line))


def _check_columns(columns: list[str], found: TagList, line: int) -> bool:
    """Report columns that mean nothing; say whether the tags have one."""
    report, place = found.report, Span(found.file, line)
    twice = next((column for column in ("tag", "devcomment") if columns.count(column) > 1), "")
    if "tag" not in columns or twice:
        message = f"the table has two columns {twice}" if "tag" in columns else "the table has no column Tag"
        head = ",".join(columns)
        hint = "head it ---,Tag,DevComment"
        if len(columns) == 1 and re.search(r"[;\t|]", head):
            hint += "; its columns are separated by commas"
        elif near := next((column for column in columns if "tag" in column), "".join(closest("tag", columns[:100], 1))):
            hint = f"did you mean Tag for {near}? head it ---,Tag,DevComment"
        report.add("TW-TAG-34", "error", f"{message}; nothing of it was read", hint, place)
        return False
    for column in dict.fromkeys(columns):
        if column not in _PASSED_OVER | {"tag", "devcomment"}:
            meant = "devcomment" in closest(column, ["devcomment"]) and "devcomment" not in columns
            hint = "did you mean DevComment?" if meant else ""
            message = f"the column {column} means nothing here"
            report.add("TW-TAG-13", "warning" if meant else "information", message, hint, place)
    return True


def _json_rows(text: str, found: TagList) -> Iterator[tuple[str, str, int, int]]:
    text = text.lstrip("\ufeff")
    try:
        plain = json.loads(text, object_pairs_hook=_pairs, parse_int=float)  # no number is a tag, however long
    except json.JSONDecodeError as error:
        place = Span(found.file, error.lineno, error.colno)
        found.report.add("TW-TAG-34", "error", f"the table is no JSON: {error.msg}", "", place)
        return
    except RecursionError:
        found.report.add("TW-TAG-34", "error", "the table is nested too deep", "", Span(found.file))
        return
    except ValueError:
        found.report.add("TW-TAG-34", "error", "the table holds a number of thousands of digits", "", Span(found.file))
        return
    if isinstance(plain, _Pairs):
        lists = [value for _, value in plain.pairs if isinstance(value, list)]
        is_row = any(fold(key) == "tag" for key, _ in plain.pairs)
        if len(lists) == 1 and len(plain.pairs) == 1:
            plain = lists[0]  # {"Rows": [...]}
        elif is_row:
            plain = [plain]
        else:
            plain = [_Pairs([("Tag", name), ("DevComment", comment)]) for name, comment in plain.pairs]
    at, line, begin, searched = 0, 1, -1, True
    for number, item in enumerate(plain, 1):
        fields: dict[str, Any] = {"tag": item} if isinstance(item, str) else {}
        if isinstance(item, _Pairs):
            fields = {fold(str(key)): value for key, value in item.pairs}
        name, comment = fields.get("tag"), fields.get("devcomment", "")
        if isinstance(name, str) and searched:
            # Names are searched for one behind the other; where one is written otherwise, the rest has no place.
            here = text.find(json.dumps(name, ensure_ascii=False), at)
            searched = here >= 0
            if searched:
                line += text.count("\n", at, here)
                begin = max(begin, text.rfind("\n", at, here))
                at = here
        place = Span(found.file, line, at - begin)
        if isinstance(item, _Pairs):
            _check_keys(item, found, place)
        if isinstance(name, str) and isinstance(comment, str):
            yield name, comment, place.line, place.column
        else:
            near = next((key for key in fields if "tag" in key), "".join(closest("tag", list(fields)[:100], 1)))
            message = f"row {number} of the table names no Tag"
            if isinstance(name, str):
                message = f"the DevComment of row {number} is no text"
            hint = f"did you mean Tag for {near}?" if near and name is None else _ROW
            found.report.add("TW-TAG-34", "error", f"{message}; it is left out", hint, place)


_ROW = 'write {"Name":"0","Tag":"A.B","DevComment":""}'


class _Pairs:
    """An object of JSON with all its keys, repeated ones too."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        self.pairs = pairs


def _pairs(pairs: list[tuple[str, Any]]) -> _Pairs:
    return _Pairs(pairs)


def _check_keys(item: _Pairs, found: TagList, place: Span) -> None:
    seen: set[str] = set()
    for key, _ in item.pairs:
        folded = fold(key)
        if folded in seen:
            message = f"the row has {key} more than once; the last one counts"
            found.report.add("TW-TAG-34", "error", message, "give every row an object of its own", place)
        elif folded not in _PASSED_OVER | {"tag", "devcomment"}:
            near = "devcomment" in closest(folded, ["devcomment"])
            hint = "did you mean DevComment?" if near else ""
            message = f"the field {key} means nothing here"
            found.report.add("TW-TAG-13", "warning" if near else "information", message, hint, place)
        seen.add(folded)
