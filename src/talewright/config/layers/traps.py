"""What is legal in a config file and yet seldom meant: the traps of config-savegame.md section 8.

`lint` of a single document, beyond what its reading reports: each finding has a hint. Decides by the text alone; what
layers do to each other, `merge` finds.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from talewright.config.layers.merge import ConfigMap, class_of
from talewright.config.text import Entry, IniDocument
from talewright.config.typed import FAULTS
from talewright.config.values import PlainRule, read
from talewright.diagnostics import Diagnostic, Report, Span
from talewright.names import fold, slips

_INDEXED = re.compile(r"(.*?)[\[(]([0-9]+)[\])]")
_REMARK = re.compile(r"(\(.*\)|[+-]?[\d.]+f?|true|false|yes|no|on|off)\s*;.*", re.IGNORECASE)
_COMMA = re.compile(r"[+-]?\d+,\d+")
_PERCENT = re.compile(r"%[A-Za-z]\w*%")


def kind_of(document: IniDocument) -> PlainRule:
    """Guess what plain lines do in a file, by its name and its lines.

    >>> kind_of(IniDocument.parse(b"[A]\\nk=1\\n", "Config/DefaultGame.ini"))
    <PlainRule.OVERLAY: 'overlay'>
    """
    return document.kind


def lint(document: IniDocument, kind: PlainRule | None = None) -> Report:
    """Find the traps in a document, with all that its reading reports.

    Args:
        document: the file.
        kind: what its plain lines do; guessed where it is None.

    Returns:
        The findings, by place.
    """
    report = Report(document.report)
    rule = kind_of(document) if kind is None else kind
    report += _layering(document, rule)
    _headers(document, report)
    _slips(document.section_names(), lambda name: document.section_span(name), "[{}]", report)
    for section in document.section_names():
        entries = document.entries(section)
        spans = {entry.key: entry.span for entry in reversed(entries)}
        _slips([entry.key for entry in entries], spans.__getitem__, "{}", report)
        _mixed(entries, report)
        for entry in entries:
            _key(entry, report)
            _value(entry, report)
    return report.sorted()


def _layering(document: IniDocument, rule: PlainRule) -> list[Diagnostic]:
    """Let the merge say what lines do to each other; a removal without a match may mean a line of another file."""
    found = ConfigMap([(document, rule)]).report
    known = set(document.report)
    return [f for f in found if f not in known and (f.code != "TW-INI-30" or f.hint.startswith("there is"))]


def _headers(document: IniDocument, report: Report) -> None:
    forms: dict[str, str] = {}
    for name in document.section_names():
        spans = document.header_spans(name)
        for header, span in spans[1:]:
            spelled = "" if header == name else f", there spelled [{name}]"
            message = f"[{header}] continues the section of line {spans[0][1].line}{spelled}"
            report.add(
                "TW-INI-74", "information", message, "put the lines together; the last value of a key wins", span
            )
        span = spans[0][1]
        normal = unicodedata.normalize("NFC", fold(name))
        if forms.setdefault(normal, name) != name:
            message = f"[{name}] looks like [{forms[normal]}] but is another section: its accents are written otherwise"
            report.add("TW-INI-77", "warning", message, "write both in the normal form NFC", span)
        if "]" in name or "[" in name:
            message = f"the section name {name!r} holds a bracket"
            report.add("TW-INI-78", "warning", message, "is a line end missing behind the ]?", span)
        cls = class_of(name)
        if cls and ("/" in cls or "." in cls):
            message = f"[{name}] names its class with a path or a module; objects are read by the short name"
            short = re.split(r"[./:]", cls)[-1]
            report.add("TW-INI-60", "warning", message, f"write [{name.rpartition(' ')[0]} {short}]", span)
        elif cls and name.startswith("/Script/"):
            message = f"[{name}] has a script path where the object's name stands"
            report.add("TW-INI-60", "warning", message, f"write [Name {cls}]", span)
        elif cls and re.search(r"_0\d*$", name.rpartition(" ")[0]):
            message = f"the name of [{name}] ends in _0...: the engine takes _1 for a number, and _01 for text"
            report.add("TW-INI-76", "information", message, "let names end in a letter", span)


def _slips(names: list[str], place: Callable[[str], Span], shown: str, report: Report) -> None:
    """Tell of names beside each other of which one may be a misspelling of the other."""
    for other, name in slips(names):
        message = f"{shown.format(name)} is nearly called like {shown.format(other)} (line {place(other).line})"
        report.add("TW-INI-80", "warning", message, "is one of them misspelt? they are two", place(name))


def _mixed(entries: list[Entry], report: Report) -> None:
    plain = {fold(entry.key): entry for entry in entries}
    for entry in entries:
        match = _INDEXED.fullmatch(entry.key)
        if match and fold(match[1]) in plain:
            other = plain[fold(match[1])]
            message = f"{entry.key} and {other.key} (line {other.span.line}) are two keys; the numbered lines are lost"
            report.add("TW-INI-71", "warning", message, f"write +{match[1]}=... for every element", entry.span)


def _key(entry: Entry, report: Report) -> None:
    for mark in ("//", "#", "--"):
        if entry.key.startswith(mark):
            message = f"{mark} begins no comment: this sets a key called {entry.key}"
            report.add("TW-INI-70", "warning", message, "begin the line with ; if it is a remark", entry.span)
    if unicodedata.normalize("NFC", entry.key) != entry.key:
        message = f"the key {entry.key} is written with separate accents, which makes it another key"
        report.add("TW-INI-77", "warning", message, "write it in the normal form NFC", entry.span)


def _value(entry: Entry, report: Report) -> None:
    raw = entry.raw
    if _REMARK.fullmatch(raw):
        at = _REMARK.fullmatch(raw).end(1)  # type: ignore[union-attr]
        at = raw.index(";", at)
        if raw.endswith(";") and not raw[:-1].count(";"):
            message = f"the ; is a part of the value of {entry.key}: lines end without one"
            report.add("TW-INI-72", "warning", message, "take the ; out", entry.span_at(at))
        else:
            message = f"behind the value of {entry.key} a ; begins no comment: a text keeps it"
            report.add("TW-INI-72", "warning", message, "put the remark on a line of its own", entry.span_at(at))
    elif _COMMA.fullmatch(raw):
        message = f"{raw} has a decimal comma; the number ends before it"
        report.add("TW-INI-79", "warning", message, "write a point", entry.span_at(raw.index(",")))
    for match in _PERCENT.finditer(raw) if "%" in raw else ():
        message = f"{match[0]} is put in only by Unreal Engine, and only the words that it knows"
        hint = "a reader gets the text as it stands, unless it is given the words"
        report.add("TW-INI-73", "information", message, hint, entry.span_at(match.start(), len(match[0])))
    if raw.startswith("(") and entry.operator not in ("!", "^"):
        _struct(entry, report)


def _struct(entry: Entry, report: Report) -> None:
    raw = entry.raw
    _, end, faults = read(raw, style=entry.style)
    for fault in faults:
        code, severity = FAULTS[fault.kind]
        head = f"the value of {entry.key} does not parse" if fault.kind == "broken" else entry.key
        message = f"{head}: {fault.message}"
        report.add(code, severity, message, fault.hint, entry.span_at(fault.offset, fault.length))
    if any(fault.kind == "broken" for fault in faults):
        return
    rest = raw[end:].strip(" \t")
    if rest and not rest.startswith(";") and not rest[0].isalnum():
        message = f"{rest[:40]!r} behind the value of {entry.key} is ignored"
        report.add("TW-INI-15", "warning", message, "take it out", entry.span_at(raw.index(rest, end), len(rest)))
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', lambda m: "_" * len(m[0]), raw[:end])
    odd = re.search(r",\s*,|,\s*\)|\(\s*,", bare)
    if odd:
        message = f"a comma in the value of {entry.key} separates nothing"
        report.add("TW-INI-75", "information", message, "take it out", entry.span_at(odd.start()))
