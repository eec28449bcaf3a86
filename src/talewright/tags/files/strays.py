"""Lines that look like rows of tags and are none: what a reader would pass over in silence.

A letter too many in a key, a blank in a header, a doubled operator, a row under a section that is none of the tags':
Unreal drops such a line without a word, and a tag is gone. Here every one is a finding. Decides only what looks like a
row; `tag_lists` decides what is one. A line is judged by its letters: marks, blanks and look-alike forms around the key
do not hide it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from talewright.config import IniDocument
from talewright.config.text import BLANK, COMMENT, ENTRY, HEADER, Line, scan
from talewright.diagnostics import Report, Span
from talewright.names import fold
from talewright.tags.files.tag_sections import (
    ENGINE_SECTION,
    IMPORTS,
    KEYS,
    LIST_SECTION,
    OPERATORS,
    REDIRECTS,
    RESTRICTED,
    RESTRICTED_SECTION,
    SETTINGS,
    SETTINGS_SECTION,
    SPELLED,
    TAGS,
)
from talewright.tags.values import shown

_ROWS = (TAGS, REDIRECTS, RESTRICTED)
_NOT_TYPED = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))
_REMARKS = (";", "#", "//")


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """Return a pattern, compiled when a file first needs it."""
    return re.compile(
        {
            "head": r"[^=:(\[{]*",
            "letters": r"[^a-z]+",
            "field": r"\(\s*(?:tag|tagname|oldtagname|newtagname|devcomment)\s*=",
            "named": r"\b(?:tag(?:name)?|devcomment|oldtagname|newtagname)(?=\s*=)",
        }[name]
    )


def strays(document: IniDocument) -> Report:
    """Report the lines of a tag file that look like rows and are none.

    >>> text = '[/Script/GameplayTags.GameplayTagsList]\\nGameplayTagsList=(Tag="Npc.Smith")\\n'
    >>> [(d.code, d.hint) for d in strays(IniDocument.from_text(text))]
    [('TW-TAG-35', 'write GameplayTagList=(Tag="Npc.Smith")')]
    """
    report = Report()
    section: str | None = None
    for line in scan(document.to_text()):
        if line.kind == HEADER:
            section = line.key
        elif line.kind == COMMENT:
            _in_comment(line, document.file, report)
        elif line.kind != BLANK:
            _outside_comment(line, section, document.file, report)
    return report


def strays_elsewhere(document: IniDocument, default_file: str, *, old: bool) -> Report:
    """Report the rows in a config file that is not read for tags, but for the redirects of old engines.

    Args:
        document: the file.
        default_file: the name of the file that is read.
        old: whether it is the file in which old engines keep redirects.
    """
    report = Report()
    section = ""
    for line in scan(document.to_text()):
        if line.kind == HEADER:
            section = line.key
        elif line.kind not in (BLANK, COMMENT):
            key = _row_key(line.joined)
            if key and not (old and fold(section) == fold(ENGINE_SECTION) and _is_read(line, section)):
                message = f"{_short(line)} stands in a file that is not read for tags"
                hint = f"move it to [{SETTINGS_SECTION}] in {default_file}, or to a file under Tags/"
                report.add("TW-TAG-38", "warning", message, hint, _span(line, document.file))
    return report


def holds_rows(text: str) -> bool:
    """Say whether a text has a line that looks like a row, wherever it stands."""
    field = _pattern("field")
    return any(_row_key(line) and field.search(_plain(line)) for line in text.splitlines() if "ag" in line)


def looks_like_row(text: str) -> bool:
    """Say whether a part of a line looks like a row, or the struct of one.

    >>> looks_like_row(',(Tag="B")'), looks_like_row("; a remark")
    (True, False)
    """
    return bool(_pattern("field").search(_plain(text)) or _row_key(text))


def _outside_comment(line: Line, section: str | None, file: str, report: Report) -> None:
    if line.kind == ENTRY and line.breaks:
        _joined(line, file, report, "the line above ends in two backslashes, which join it")
    if _is_read(line, section) or line.joined.lstrip().startswith("["):  # a broken header has a finding of its own
        return
    known = fold(section or "") in KEYS
    text = line.joined.strip()
    mark = next((mark for mark in _REMARKS[1:] if text.startswith(mark)), "")
    key = _row_key(text) if line.kind == ENTRY or not text.isalnum() else ""
    plain = _plain(text)
    is_row = bool(key or _is_struct(plain))
    if mark and known:
        message = f"a line begins with {mark}, which is no comment in these files"
        report.add("TW-TAG-18", "warning", message, "begin it with ;", _span(line, file))
    elif not known:
        heading = _near_section(section) if section else ""
        if is_row or (heading and line.kind == ENTRY):
            _lost(line, section, heading, key, file, report)
    elif is_row or _pattern("field").search(plain):
        _misspelt(line, section or "", key, file, report)
    elif line.kind != ENTRY:
        if fold(section or "") != fold(SETTINGS_SECTION):
            message = f"{_short(line)} is no row, and is ignored"
            report.add("TW-TAG-36", "warning", message, "begin a remark with ;", _span(line, file))
    else:
        _odd_key(line, section or "", file, report)


def _lost(line: Line, section: str | None, heading: str, key: str, file: str, report: Report) -> None:
    """Report a row under a section that has none, or in front of the first."""
    wanted = heading or (RESTRICTED_SECTION if key == RESTRICTED else LIST_SECTION)
    if section is None:
        message = f"{_short(line)} stands in front of the first section and is not read"
        hint = f"write [{wanted}] above it"
    else:
        message = f"{_short(line)} stands under [{section}], where no tags are read"
        hint = f"did you mean [{heading}]?" if heading else f"move it below [{wanted}]"
    report.add("TW-TAG-35", "error", message, hint, _span(line, file))


def _misspelt(line: Line, section: str, key: str, file: str, report: Report) -> None:
    """Report a row in a section of tags that is written in a way that nothing reads."""
    allowed = KEYS[fold(section)]
    text = line.joined.strip()
    key = key or (REDIRECTS if "oldtagname" in fold(text) else TAGS)
    if key not in allowed and key in _ROWS:
        home = RESTRICTED_SECTION if key == RESTRICTED else LIST_SECTION
        message = f"{_short(line)} stands in [{section}], where {SPELLED[key]} means nothing"
        hint = f"move it below [{home}]" + (", or write GameplayTagList" if TAGS in allowed else "")
        report.add("TW-TAG-35", "error", message, hint, _span(line, file))
        return
    struct = text[text.find("(") :] if "(" in text else '(Tag="A.B",DevComment="")'
    operator = "+" if fold(section) == fold(SETTINGS_SECTION) else ""
    message = f"{_short(line)} looks like a row and is none: it is not read"
    if line.operator not in OPERATORS:
        message = f"{_short(line)} is not read: {line.operator} in front of a row means nothing"
    report.add("TW-TAG-35", "error", message, f"write {operator}{SPELLED[key]}={struct}", _span(line, file))


def _odd_key(line: Line, section: str, file: str, report: Report) -> None:
    if fold(section) == fold(SETTINGS_SECTION):
        near = [name for name in SETTINGS if fold(name) != fold(line.key) and _distance(fold(name), fold(line.key)) < 3]
        if near and all(fold(name) != fold(line.key) for name in SETTINGS):
            message = f"{line.key} is no setting of tags"
            report.add("TW-TAG-36", "warning", message, f"did you mean {near[0]}?", _span(line, file))
    elif fold(section) != fold(ENGINE_SECTION):
        setting = next((name for name in SETTINGS if fold(name) == fold(line.key)), "")
        message = f"{line.key} means nothing in [{section}]"
        hint = f"move it to [{SETTINGS_SECTION}] in DefaultGameplayTags.ini" if setting else "begin a remark with ;"
        report.add("TW-TAG-36", "warning", message, hint, _span(line, file))


def _in_comment(line: Line, file: str, report: Report) -> None:
    text = line.joined.strip().lstrip(";#/ \t")
    if line.breaks:
        _joined(line, file, report, "the comment above ends in two backslashes, which join it")
        text = text[: line.breaks[0]]
    if _row_key(text) and _pattern("field").search(_plain(text)):
        message = f"a row is commented out: {shown(text)}"
        report.add("TW-TAG-37", "information", message, "take the ; away if it is to count", _span(line, file))


def _joined(line: Line, file: str, report: Report, why: str) -> None:
    for begin, end in zip(line.breaks, (*line.breaks[1:], len(line.joined)), strict=True):
        piece = line.joined[begin:end]
        if _row_key(piece):
            row, column = line.position(begin)
            place = Span(file, row + 1, column, row + 1, column + len(piece))
            report.add("TW-TAG-35", "error", f"{shown(piece)} is not read: {why}", "take the backslashes away", place)


def _is_read(line: Line, section: str | None) -> bool:
    if line.kind != ENTRY or section is None or line.operator not in OPERATORS:
        return False
    key = fold(line.key)
    return key in KEYS.get(fold(section), ()) or (key == IMPORTS and fold(section) == fold(SETTINGS_SECTION))


def _plain(text: str) -> str:
    """Return a text as a person sees it: folded, without what is not seen, wide letters narrow."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_NOT_TYPED))
    return fold(text)


def _is_struct(plain: str) -> bool:
    """Whether a text has the fields of a row, in whatever order."""
    names = set(_pattern("named").findall(plain))
    return {"oldtagname", "newtagname"} <= names or ("devcomment" in names and not names.isdisjoint(("tag", "tagname")))


def _row_key(text: str) -> str:
    """Return the key that a line's own is, or nearly is; empty for every other line."""
    if "tag" not in (low := fold(text)) and low.isascii():
        return ""
    plain = _plain(text)
    head = _pattern("head").match(plain.lstrip("+-.!@*^;#/ \t"))
    for word in _words(head[0] if head else ""):
        if word in _ROWS:
            return word
        if len(word) > 8:
            for key in _ROWS:
                if _distance(word, key) < 3:
                    return key
    return ""


def _words(head: str) -> Iterator[str]:
    """Return what may be the key: the whole without blanks and marks, and the first word."""
    letters = _pattern("letters")
    yield letters.sub("", head) if head.isascii() else "".join(c for c in head if c.isalpha())
    first = head.split()
    if len(first) > 1:
        yield letters.sub("", first[0])


def _near_section(name: str) -> str:
    """Return the section of tags that a header nearly names."""
    plain = "".join(_plain(name).split())
    for section in (LIST_SECTION, SETTINGS_SECTION, RESTRICTED_SECTION):
        if _distance(plain, fold(section)) < 3 or plain == fold(section).rpartition(".")[2]:
            return section
    return next((name for name in ("UserTags", "GameplayTags") if _distance(plain, fold(name)) < 2), "")


def _distance(one: str, other: str) -> int:
    """Count the edits between two words, up to 3."""
    if abs(len(one) - len(other)) > 2:
        return 3
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
        if min(row) > 2:
            return 3
    return min(row[-1], 3)


def _short(line: Line) -> str:
    return shown(line.joined.strip())


def _span(line: Line, file: str) -> Span:
    row, column = line.position(line.start)
    end_row, end_column = line.position(len(line.joined.rstrip()))
    return Span(file, row + 1, column, end_row + 1, end_column)
