"""From the bytes of a save to its header and sections, everything checked.

Decides what counts as damage. The order matters: first the header, then its format, then its check and the digest of
the rest (and the mac, for who has the key), and only then the rest is looked at; so a file that was cut, edited or
mixed up ends in one clear finding instead of many strange ones. Bytes in, data out: no file is opened here. Sizes are
bounded: 4 kB of header, 64 MB in all, 64 levels of parentheses. The header is read by one narrow grammar, so that no
spelling of a line escapes its seals.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator
from typing import NamedTuple

from talewright.config import IniDocument
from talewright.config.values import parse
from talewright.diagnostics import Report, Span
from talewright.errors import DamagedSave, NewerSave, SaveError, ValueFormatError, wrong_type
from talewright.fields import Bare, Plain, Repeated
from talewright.names import fold
from talewright.savegame.header import (
    MAX_HEADER,
    RESERVED,
    SEALS,
    SECTION,
    SaveHeader,
    Seals,
    check_of,
    digest_of,
    mac_of,
    read_header,
)
from talewright.savegame.text import Writer, usual

MAX_SAVE = 64 * 1024 * 1024
"""Bytes; a larger file is no save."""

_HEADER_END = re.compile(rb"\r?\n\r?\n")
_BEGINS = re.compile(rb"\[" + SECTION.encode() + rb"\]\s")
_LINE = re.compile(r"(?P<key>[^\x00-\x20;\[=+\-.!@*^](?:[^\x00-\x1f=]*[^\x00-\x20=])?)=(?P<value>[^\r\n]*)")
_SEAL = re.compile(r"[a-z0-9:-]+")
_PLAIN = rb'(?:[^\x00-\x20"\x7f][^\x00-\x1f\x7f]*+(?<! )(?<!\\\\))?'
_USUAL_HEAD = re.compile(
    rb"\[" + SECTION.encode() + rb"\]\nFormat=2\nSchema=[1-9][0-9]{0,8}\n"
    rb"Revision=[0-9a-zA-Z]*\nParent=[0-9a-zA-Z]*\nRun=[0-9a-zA-Z]*\nCreated=[0-9TZ:-]*\n"
    rb"PlayTime=[0-9]{1,15}(?:\.[0-9]{1,20})?\nTitle=" + _PLAIN + rb"\nPlace=" + _PLAIN + rb"\n"
    rb"Digest=(?P<digest>sha256:[0-9a-f]{64})\n(?:Mac=(?P<mac>hmac-sha256:[0-9a-f]{64})\n)?"
    rb"Check=(?P<check>sha256:[0-9a-f]{32})\n\n"
)  # fmt: skip
_RESTORE = "the file was cut off or edited since it was written: restore a copy of it"

Found = tuple[str, str, "str | dict[str, Plain]"]
"""Object name, class name, and the section: as its text where that can be read for sure, else read."""


class Head(NamedTuple):
    """What the first 4 kB of a save say.

    Attributes:
        header: what a menu shows.
        seals: what the header says about the bytes.
        size: where the rest of the file begins.
        text: the header as it stands in the file.
    """

    header: SaveHeader
    seals: Seals
    size: int
    text: str


def read_head(data: bytes, file: str = "") -> Head:
    """Read the header from the first 4 kB of a file, or from more.

    Raises:
        DamagedSave: there is no whole header, or it is not the one that was written.
        NewerSave: the format is later than this library's.
    """
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise wrong_type("a save is bytes", data, "read it with Path.read_bytes()")
    usual_head = _USUAL_HEAD.match(data, 0, MAX_HEADER)
    if usual_head is not None:
        at = usual_head.start("check") - 6
        if check_of(data[:at]) == usual_head["check"].decode():
            try:
                return _quickly(usual_head)
            except ValueError:  # a number that is none, half a character: the careful way says where
                pass
    head = data[:MAX_HEADER]
    if not _BEGINS.match(head):
        raise _damaged("TW-SAVE-01", f"the file does not begin with [{SECTION}]", _RESTORE, Span(file))
    end = _HEADER_END.search(head)
    if end is None:
        raise _damaged("TW-SAVE-01", "the header has no end: no blank line in the first 4 kB", _RESTORE, Span(file))
    lines = head[: end.end()]
    text = _text(lines, file, 0)
    document = IniDocument.from_text(text, file)
    fields: dict[str, Plain] = {key: Bare(document.get(SECTION, key) or "") for key in document.raws(SECTION)}
    spans = head_spans(text, file)

    def locate(key: str) -> Span:
        return spans.get(fold(key), Span(file))

    report = Report()
    header, seals = read_header(fields, report, locate)
    newer = bool(report.errors) and report[0].code == "TW-SAVE-03"
    if not newer:
        if seals.check and check_of(_above(lines, b"Check")) != seals.check:
            report = Report()
            report.add("TW-SAVE-09", "error", "the header is not the one that was written", _RESTORE, locate("Check"))
        elif not report.errors:
            _check_lines(text, len(document.entries(SECTION)), file, report)
    if report.errors:
        raise (NewerSave if newer else DamagedSave)(_message(file, newer), report=report)
    return Head(header, seals, end.end(), text)


def _quickly(match: re.Match[bytes]) -> Head:
    """Read a header that is exactly as this version writes it."""
    text = match[0].decode()
    lines = text.split("\n")
    schema, revision, parent, run, created, play_time, title, place = [line.partition("=")[2] for line in lines[2:10]]
    mac = match["mac"]
    seals = Seals(match["digest"].decode(), mac.decode() if mac else "", match["check"].decode())
    header = SaveHeader(title, place, created, float(play_time), int(schema), revision, parent, run)
    return Head(header, seals, match.end(), text)


def _check_lines(text: str, entries: int, file: str, report: Report) -> None:
    """Report every line of a header that is none of ours: what is read must be what the seals are over.

    Args:
        text: the header, up to the blank line.
        entries: as how many fields it was read.
        file: its name.
        report: gets the findings.
    """
    first, *lines = text.removesuffix("\n\n").split("\n")
    seen: dict[str, int] = {}
    last = ""
    for number, line in enumerate(lines, 2):
        match = _LINE.fullmatch(line)
        key = "" if match is None else match["key"]
        why = ""
        if match is None:
            why = f"{line[:60]!r} is no line Key=Value"
        elif fold(key) in seen:
            why = f"{key} is there twice: line {seen[fold(key)]} has it too"
        elif RESERVED.get(fold(key), key) != key:
            why = f"{key} is spelled {RESERVED[fold(key)]}"
        elif key in SEALS and not _SEAL.fullmatch(match["value"]):
            why = f"{key} is {match['value'][:60]!r}, and no seal"
        elif last == "Check" or (last == "Mac" and key != "Check"):
            why = f"{key or line!r} stands below {last}, where it is not sealed"
        if why:
            report.add("TW-SAVE-11", "error", why, _RESTORE, Span(file, number))
        seen[fold(key)] = number
        last = key if key in SEALS else last
    if not report.errors and (first != f"[{SECTION}]" or entries != len(lines) or "\r" in text):
        report.add("TW-SAVE-11", "error", "the header is not laid out as a save's is", _RESTORE, Span(file))


def head_spans(text: str, file: str) -> dict[str, Span]:
    """Return the places of the fields of a header, by their names as they are compared."""
    return {fold(entry.key): entry.span for entry in IniDocument.from_text(text, file).entries(SECTION)}


def _above(head: bytes, key: bytes) -> bytes:
    """Return the lines of a header above one of its keys."""
    at = head.rfind(b"\n" + key + b"=")
    return head[: at + 1]


def read_save(data: bytes, file: str = "", key: bytes | None = None) -> tuple[Head, list[Found]]:
    """Read a whole save.

    Args:
        data: the whole file.
        file: its name, for findings.
        key: with it, a save that was not written with the same key is refused.

    Raises:
        DamagedSave: the bytes are not those that were written.
        NewerSave: the format is later than this library's.
    """
    check_size(len(data), file)
    head = read_head(data, file)
    check_seals(data, head, file, key)
    above = data.count(b"\n", 0, head.size)
    report = Report()
    found = read_sections(_text(data[head.size :], file, above), file, above, report)
    if report.errors:
        raise DamagedSave(_message(file), report=report)
    return head, found


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


def is_damaged(data: bytes) -> bool:
    """Say whether the bytes of a save are not those that were written; one of a later version is not damaged."""
    try:
        check_seals(data, read_head(data), "")
    except NewerSave:
        return False
    except SaveError:
        return True
    return False


def is_signed(data: bytes) -> bool:
    """Say whether a save bears a signature, of whatever key; one whose header cannot be read bears none."""
    try:
        return bool(read_head(data).seals.mac)
    except SaveError:
        return False


def check_seals(data: bytes, head: Head, file: str, key: bytes | None = None) -> None:
    """Compare the bytes below the header with those that were written.

    Raises:
        DamagedSave: they differ, or (with a key) somebody without the key wrote them.
    """
    body = data[head.size :]
    if digest_of(body) != head.seals.digest:
        line = data.count(b"\n", 0, head.size) + 1
        raise _damaged(
            "TW-SAVE-02", "the bytes below the header are not those that were written", _RESTORE, Span(file, line)
        )
    if key is not None:
        check_mac(data, head, file, key)


def check_mac(data: bytes, head: Head, file: str, key: bytes) -> None:
    """Look whether a header was signed with a key; its first 4 kB are enough.

    Raises:
        DamagedSave: it was not.
    """
    expected = mac_of(key, _above(data[: head.size], b"Mac"))
    if not head.seals.mac or not hmac.compare_digest(expected.encode(), head.seals.mac.encode()):
        what = "the save was edited" if head.seals.mac else "the save has no Mac: another program wrote it"
        hint = "to accept it, read it with a store that has no key, and write it with the one that has"
        raise _damaged("TW-SAVE-10", what, hint, head_spans(head.text, file).get("mac", Span(file)))


def read_sections(text: str, file: str, above: int, report: Report) -> list[Found]:
    """Read all sections; `above` lines stand in front of the text in its file."""
    chunks = text.removesuffix("\n").split("\n\n") if text else []
    found: list[Found] = []
    seen: set[tuple[str, str]] = set()
    odd = []
    if text and text[-1:] != "\n":
        return read_carefully(IniDocument.from_text(text, file), report, above)
    for number, chunk in enumerate(chunks):
        names = usual(chunk)
        if names is None:
            if chunk[:1] != "[" or "\n[" in chunk or "\r" in chunk:
                return read_carefully(IniDocument.from_text(text, file), report, above)
            odd.append(number)
            found.append(("", "", chunk))
            continue
        found.append((*names, chunk))
        seen.add((fold(names[0]), fold(names[1])))
    if len(seen) + len(odd) != len(chunks):
        return read_carefully(IniDocument.from_text(text, file), report, above)
    for number, line in _lines_of(chunks, odd):
        part = IniDocument.from_text(f"{chunks[number]}\n", file)
        read = read_carefully(part, report, above + line)
        if read:
            found[number] = read[0]
            seen.add((fold(read[0][0]), fold(read[0][1])))
    if not report.errors and len(seen) != len(chunks):
        return read_carefully(IniDocument.from_text(text, file), report, above)
    return found


def _lines_of(chunks: list[str], wanted: list[int]) -> Iterator[tuple[int, int]]:
    """Return how many lines stand in front of some of the chunks."""
    line, done = 0, 0
    for number in wanted:
        line += sum(chunk.count("\n") + 2 for chunk in chunks[done:number])
        done = number
        yield number, line


def read_carefully(document: IniDocument, report: Report, above: int) -> list[Found]:
    """Read the sections of a document as every other reader of config does; what is wrong has its place."""
    found: list[Found] = []
    names = document.section_names()
    writer, lines = Writer(), 0
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
                values = [parse(raw, style=document.style) for raw in raws]
                fields[key] = values[0] if len(values) == 1 else Repeated(values)
            except ValueFormatError as error:
                place = _lower(document.entries(section, key)[0].span, above)
                report.add("TW-SAVE-07", "error", f"[{section}].{key}: {error.message}", error.hint or _RESTORE, place)
        try:  # what could not be written again would keep the game that loads it from ever saving
            writer.section(name, class_name, fields.items())
        except SaveError as error:
            place = _lower(document.section_span(section), above)
            report.add("TW-SAVE-05", "error", error.message, error.hint or _RESTORE, place)
        found.append((name, class_name, fields))
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
    return found


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


def _text(data: bytes, file: str, above: int) -> str:
    try:
        return data.decode("utf-8-sig")
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
