"""From the bytes of a save to its header and sections, everything checked.

Decides what counts as damage. The order matters: first the header, then its format, then the digest of the rest, and
only then the rest is looked at; so a file that was cut, edited or mixed up ends in one clear finding instead of many
strange ones. Bytes in, data out: no file is opened here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from talewright.config import IniDocument
from talewright.config.values import parse
from talewright.diagnostics import Report, Span
from talewright.errors import DamagedSave, NewerSave, ValueFormatError
from talewright.fields import Bare, Plain, Repeated, Sections
from talewright.names import fold
from talewright.savegame.header import MAX_HEADER, SECTION, SaveHeader, digest_of, read_header

MAX_SAVE = 64 * 1024 * 1024
"""Bytes; a larger file is no save."""

_HEADER_END = re.compile(rb"\r?\n\r?\n")
_BEGINS = re.compile(rb"(?:\xef\xbb\xbf)?\[" + SECTION.encode() + rb"\]\s")
_RESTORE = "the file was cut off or edited since it was written: restore a copy of it"


class Head(NamedTuple):
    """What the first 4 kB of a save say."""

    header: SaveHeader
    digest: str
    size: int
    spans: dict[str, Span]


def read_head(data: bytes, file: str = "") -> Head:
    """Read the header from the first 4 kB of a file, or from more.

    Raises:
        DamagedSave: there is no whole header.
        NewerSave: the format is later than this library's.
    """
    head = data[:MAX_HEADER]
    if not _BEGINS.match(head):
        raise _damaged("TW-SAVE-01", f"the file does not begin with [{SECTION}]", _RESTORE, Span(file))
    end = _HEADER_END.search(head)
    if end is None:
        raise _damaged("TW-SAVE-01", "the header has no end: no blank line in the first 4 kB", _RESTORE, Span(file))
    document = _document(head[: end.end()], file, 0)
    spans = {fold(entry.key): entry.span for entry in document.entries(SECTION)}

    def locate(key: str) -> Span:
        return spans.get(fold(key), Span(file))

    report = Report()
    fields: dict[str, Plain] = {key: Bare(document.get(SECTION, key) or "") for key in document.raws(SECTION)}
    header, digest = read_header(fields, report, locate)
    if report.errors:
        newer = report[0].code == "TW-SAVE-03"
        raise (NewerSave if newer else DamagedSave)(_message(file, newer), report=report)
    return Head(header, digest, end.end(), spans)


def read_save(data: bytes, file: str = "") -> tuple[SaveHeader, dict[str, Span], Sections]:
    """Read a whole save.

    Raises:
        DamagedSave: the bytes are not those that were written.
        NewerSave: the format is later than this library's.
    """
    check_size(len(data), file)
    head = read_head(data, file)
    check_digest(data, head, file)
    above = data.count(b"\n", 0, head.size)
    report = Report()
    sections = _read_sections(_document(data[head.size :], file, above), report, above)
    if report.errors:
        raise DamagedSave(_message(file), report=report)
    return head.header, head.spans, sections


def check_size(size: int, file: str) -> None:
    """Refuse a file that is too large to be a save.

    Raises:
        DamagedSave: it is.
    """
    if size > MAX_SAVE:
        limit = MAX_SAVE // (1024 * 1024)
        raise _damaged(
            "TW-SAVE-08", f"the file has {size:,} bytes; a save has {limit} MB at the most", "it is no save", Span(file)
        )


def check_digest(data: bytes, head: Head, file: str) -> None:
    """Compare the bytes below the header with those that were written.

    Raises:
        DamagedSave: they differ.
    """
    if digest_of(data[head.size :]) != head.digest:
        line = data.count(b"\n", 0, head.size) + 1
        raise _damaged(
            "TW-SAVE-02", "the bytes below the header are not those that were written", _RESTORE, Span(file, line)
        )


def _read_sections(document: IniDocument, report: Report, above: int) -> Sections:
    """Read all sections; `above` lines stand in front of the document in its file."""
    sections: Sections = {}
    names = document.section_names()
    lines = 0
    for section in names:
        name, _, class_name = section.rpartition(" ")
        if not name or not class_name:
            place = _lower(document.section_span(section), above)
            report.add("TW-SAVE-05", "error", f"[{section}] is not [Name Class]", _RESTORE, place)
            continue
        fields: dict[str, Plain] = {}
        for key, raws in document.raws(section).items():
            lines += len(raws) or 1
            try:
                fields[key] = parse(raws[0]) if len(raws) == 1 else Repeated(parse(raw) for raw in raws)
            except ValueFormatError as error:
                place = _lower(document.entries(section, key)[0].span, above)
                report.add("TW-SAVE-07", "error", f"[{section}].{key}: {error.message}", error.hint or _RESTORE, place)
        sections[name, class_name] = fields
    # As written, every line is a header, a field, or the one blank line between two sections. Only where the numbers
    # say otherwise each line is looked at.
    text = document.to_text()
    headers = text.count("\n[") + text.startswith("[")
    if headers != len(names):
        _find_twins(document, report, above)
    if text and (headers + lines != text.count("\n") - text.count("\n\n") or not text.endswith("\n")):
        for finding in document.report:
            if finding.severity != "information":
                report.add("TW-SAVE-07", "error", finding.message, _RESTORE, _lower(finding.span, above))
    return sections


def _find_twins(document: IniDocument, report: Report, above: int) -> None:
    headers = [
        (number, line[1:-1])
        for number, line in enumerate(document.to_text().split("\n"), above + 1)
        if line.startswith("[") and line.endswith("]")
    ]
    seen = set()
    for number, name in headers:
        if fold(name) in seen:
            place = Span(document.file, number, 1, number, len(name) + 3)
            report.add("TW-SAVE-06", "error", f"the section [{name}] is there twice", _RESTORE, place)
        seen.add(fold(name))


def _document(data: bytes, file: str, above: int) -> IniDocument:
    try:
        return IniDocument.from_text(data.decode("utf-8-sig"), file)
    except UnicodeDecodeError as error:
        line = above + data.count(b"\n", 0, error.start) + 1
        raise _damaged("TW-SAVE-07", "the file is not UTF-8 text", _RESTORE, Span(file, line)) from error


def _lower(span: Span, lines: int) -> Span:
    return Span(span.file, span.line + lines, span.column, span.end_line + lines, span.end_column)


def _damaged(code: str, message: str, hint: str, place: Span) -> DamagedSave:
    report = Report()
    report.add(code, "error", message, hint, place)
    return DamagedSave(_message(place.file), report=report)


def _message(file: str, newer: bool = False) -> str:
    what = "was written by a later version" if newer else "is damaged"
    return f"the save {file} {what}; it was left as it is" if file else f"the save {what}"
