"""Reads a script: hashtags at its head, then nodes with their headers and bodies.

Decides where a node begins and ends (dialogue.md section 6.1) and collects every finding about the syntax of the file;
it never raises, whatever the text. Whether names exist and types fit is the checker's.
"""

from __future__ import annotations

import re

from talewright.diagnostics import Report
from talewright.dialogue.syntax import nodes as syntax
from talewright.dialogue.syntax.blocks import read_body
from talewright.dialogue.syntax.expressions import Reader
from talewright.dialogue.syntax.indent import blanks
from talewright.dialogue.syntax.lexer import read_file_hashtags
from talewright.dialogue.syntax.lookalikes import cut_off
from talewright.dialogue.syntax.mistakes import Mistake, Notes, title_like
from talewright.dialogue.syntax.source import Source, split_rows
from talewright.dialogue.syntax.words import identifier_end, is_identifier
from talewright.errors import wrong_type

_START = re.compile(r"[ \t]*---[ \t]*(?://.*)?$")
_END = re.compile(r"[ \t]*===")
_HEADER_LIKE = re.compile(r"[ \t]*[A-Za-z_]\w*[ \t]*:")
_TITLE = re.compile(r"[ \t]*title[ \t]*:")
_LIKE_HEADER = re.compile(r"[ \t]*(title|Title|TITLE|tags|when|subtitle)(?:[ \t]*[：=＝][ \t]*+|[ \t]++)(\S.*)$")
_WHEN = re.compile(r"(always|once)(?:[ \t]+(if)(?=[ \t(!$\"]))?[ \t]*")


def parse(source: Source) -> tuple[syntax.Script, Report]:
    """Read a script.

    >>> text = "title: Forge\\n---\\nSmith: Yes?\\n==="
    >>> script, report = parse(Source("Smith", "D_Smith.yarn", text))
    >>> [node.title for node in script.nodes], report.errors
    (['Forge'], [])
    """
    if not isinstance(source, Source):
        raise wrong_type("a script is a Source", source, 'Source("Smith", "D_Smith.yarn", text); compile takes a list')
    notes = Notes(source.path)
    script = _File(notes, split_rows(source.text)).read()
    return script, notes.report.sorted()


class _File:
    def __init__(self, notes: Notes, rows: list[str]) -> None:
        self.notes = notes
        self.rows = rows
        self.at = 0
        self._conditions: list[syntax.Condition] = []

    def read(self) -> syntax.Script:
        tags = self._file_tags()
        nodes: list[syntax.Node] = []
        while self.at < len(self.rows):
            node = self._node()
            if node is not None:
                nodes.append(node)
        self._warn_of_mixed_blanks()
        if not nodes and not self.notes.report:
            span = self.notes.span(1, 0, 0)
            self.notes.add("YS0033", "this file has no node", span, "a node is a title:, a ---, text, and a ===")
        return syntax.Script(self.notes.file, tuple(tags), tuple(nodes))

    def _file_tags(self) -> list[syntax.Hashtag]:
        found: list[syntax.Hashtag] = []
        while self.at < len(self.rows):
            row = self.rows[self.at]
            content = row.lstrip()
            if content.startswith("#"):
                found += (tags := read_file_hashtags(self.notes, self.at + 1, row))
                self._note_rest(row, tags)
            elif content and not content.startswith("//"):
                break
            self.at += 1
        return found

    def _note_rest(self, row: str, tags: list[syntax.Hashtag]) -> None:
        """Say which part of a row of hashtags is none, and read by nobody."""
        start = tags[-1].span.end_column - 1 if tags else 0
        rest = row[start:].strip()
        if rest and not rest.startswith("//"):
            start = row.index(rest, start)
            hint = f"a comment is written // {rest.lstrip('# ')}"
            span = self.notes.span(self.at + 1, start, len(row.rstrip()))
            self.notes.add("TW-YARN-46", "this is no hashtag, and is read by nobody", span, hint)

    # Nodes

    def _node(self) -> syntax.Node | None:
        first = self.at
        self._conditions = []
        headers = self._headers()
        if headers is None:
            return None
        found, has_body = headers
        title = self._title(found, first)
        body: tuple[syntax.Statement, ...] = ()
        normal: list[str] = []
        if has_body:
            start = self.at
            end = self._body_end(start)
            body, normal = read_body(self.notes, self.rows, start, end)
        place = next((h.value_span for h in found if h.key == "title"), found[0].span if found else None)
        span = place or self.notes.span(first + 1, 0, 0)
        if has_body and not any(normal):
            self.notes.add("YS0033", f"the node {title} is empty", span, "write something between --- and ===")
        subtitle = self._subtitle(found)
        return syntax.Node(title, subtitle, tuple(self._conditions), tuple(found), body, tuple(normal), span)

    def _headers(self) -> tuple[list[syntax.Header], bool] | None:
        """Read up to ``---``; return the headers and whether a body follows, or None where no node begins."""
        found: list[syntax.Header] = []
        complained = False
        first = self.at
        while self.at < len(self.rows):
            row = self.rows[self.at]
            _, start = blanks(row)
            self.at += 1
            if start == len(row) or row.isspace() or row.startswith("//", start):
                continue
            if _START.match(row):
                return found, True
            if _END.match(row):
                break
            header = self._header(row, start)
            if header is not None:
                found.append(header)
            elif not complained:
                complained = True
                span = self.notes.span(self.at, start, len(row.rstrip()))
                self.notes.add("YS0005", "this is no header", span, self._no_header(row, first, begun=bool(found)))
        if found:
            message = "a node has no body"
            self.notes.add("YS0004", message, found[-1].span, "write --- behind its headers, then text, then ===")
            return found, False
        return None

    def _no_header(self, row: str, first: int, *, begun: bool) -> str:
        if like := _LIKE_HEADER.match(row):
            return f"write {like[1].lower()}: {like[2].rstrip()}"
        if begun:
            return "write --- above it, if it is said, or a key and a colon, such as title: Name"
        hint = "above the --- of a node stand headers, such as title: Name"
        above = first - 1
        while above >= 0 and not self.rows[above].strip():
            above -= 1
        if above >= 0 and _END.match(self.rows[above]):
            hint += f"; if it is said in the node above, remove the === of row {above + 1}"
        return hint

    def _header(self, row: str, start: int) -> syntax.Header | None:
        end = identifier_end(row, start)
        colon = end
        while colon < len(row) and row[colon] in " \t":
            colon += 1
        if end == start or not row.startswith(":", colon):
            return None
        key = row[start:end]
        if key == "when":
            return self._when(row, start, colon + 1)
        comment = row.find("//", colon + 1)
        raw = row[colon + 1 : len(row) if comment < 0 else comment]
        if comment > colon and (cut := cut_off(row, comment)) is not None:
            span = self.notes.span(self.at, cut.start, cut.end)
            hint = f"headers know no escape: write {key}: {row[comment + 2 : cut.end]}"
            self.notes.add(cut.code, "this // begins a comment, and what follows is not read", span, hint)
        value = raw.strip()
        at = colon + 1 + (len(raw) - len(raw.lstrip()) if value else 0)
        span = self.notes.span(self.at, start, at + len(value))
        return syntax.Header(key, value, span, self.notes.span(self.at, at, at + len(value)))

    def _when(self, row: str, start: int, at: int) -> syntax.Header:
        """Read a condition of a node group: ``always``, ``once``, ``once if e`` or an expression."""
        _, width = blanks(row[at:])
        at += width
        row = _without_comment(row, at)
        end = len(row)
        try:
            found = _WHEN.match(row, at)
            once = found is not None and found[1] == "once"
            rest = found.end() if found is not None else at
            if found is not None and not found[2] and rest >= end:
                end = at + len(found[0].rstrip())
                condition = syntax.Condition(None, once, found[1], self.notes.span(self.at, at, end))
            else:
                reader = Reader(self.notes.file, self.at, row, rest if once and found and found[2] else at)
                first = reader.word.start
                expression = reader.expression()
                end = reader.last_end
                behind = reader.word.start
                if behind < len(row):
                    raise reader.mistake(f"{row[behind]!r} is not expected in a when:", "always, once, or a condition")
                place = self.notes.span(self.at, first, end)
                once = once and bool(found and found[2])
                condition = syntax.Condition(expression, once, row[first:end], place)
            self._conditions.append(condition)
        except Mistake as mistake:
            self.notes.mistake(self.at, mistake)
            self._conditions.append(syntax.Condition(None, False, "always", self.notes.span(self.at, start, end)))
        value = row[at:end].strip()
        place = self.notes.span(self.at, at, at + len(value))
        return syntax.Header("when", value, self.notes.span(self.at, start, at + len(value)), place)

    def _title(self, headers: list[syntax.Header], first: int) -> str:
        titles = [header for header in headers if header.key == "title"]
        if not titles or not titles[0].value:
            span = (titles or headers)[0].span if headers else self.notes.span(max(self.at, first + 1), 0, 0)
            wrong = any(header.key.lower() == "title" for header in headers)
            self.notes.add(
                "YS0051", "a node has no title", span, "write title in lower case" if wrong else "title: Name"
            )
            return ""
        for extra in titles[1:]:
            self.notes.add("YS0052", "a node has a second title", extra.span, "keep one")
        title = titles[0].value
        if not is_identifier(title):
            message = f"the title {title!r} is no identifier"
            hint = "letters, digits and _, a letter first; no blank and no dot"
            if like := title_like(title):
                hint += f": write title: {like}, and {like} where it is jumped to"
            self.notes.add("YS0027", message, titles[0].value_span, hint)
            return ""
        return title

    def _subtitle(self, headers: list[syntax.Header]) -> str:
        found = [header for header in headers if header.key.lower() == "subtitle" and header.value]
        for extra in found[1:]:
            self.notes.add("YS0052", "a node has a second subtitle", extra.span, "keep one")
        if not found:
            return ""
        if not is_identifier(found[0].value):
            message = f"the subtitle {found[0].value!r} is no identifier"
            self.notes.add("YS0027", message, found[0].value_span, "letters, digits and _, a letter first")
            return ""
        return found[0].value

    def _body_end(self, start: int) -> int:
        """Go behind the ``===`` of the body that begins here; return the index behind its last row."""
        rows = self.rows
        for index in range(start, len(rows)):
            row = rows[index]
            if found := _END.match(row):
                self.at = index + 1
                rest = row[found.end() :].strip()
                if rest and not rest.startswith("//"):
                    span = self.notes.span(index + 1, found.end(), len(row.rstrip()))
                    self.notes.add("YS0005", "something stands behind ===", span, "a node ends with === alone")
                return index
            if "---" in row and _START.match(row) and (head := self._head_above(index, start)) is not None:
                self.at = head
                self._no_end(head)
                return head
        self.at = len(rows)
        last = len(rows)
        while last > start and not rows[last - 1].strip():
            last -= 1
        self._no_end(last)
        return len(rows)

    def _head_above(self, index: int, start: int) -> int | None:
        head = index
        while head > start and _HEADER_LIKE.match(self.rows[head - 1]):
            head -= 1
            if _TITLE.match(self.rows[head]):
                return head
        return None

    def _no_end(self, line: int) -> None:
        width = len(self.rows[line - 1].rstrip())
        span = self.notes.span(line, width, width)
        self.notes.add("YS0004", "a node is not closed", span, "write === on a row of its own behind its body")

    def _warn_of_mixed_blanks(self) -> None:
        for index, row in enumerate(self.rows):
            if row[:1] in (" ", "\t"):
                _, end = blanks(row)
                if end < len(row) and " " in row[:end] and "\t" in row[:end]:
                    hint = "a tab counts as eight blanks; use one of the two"
                    span = self.notes.span(index + 1, 0, end)
                    self.notes.add("TW-YARN-04", "this row is indented with blanks and tabs", span, hint)
                    return


def _without_comment(row: str, at: int) -> str:
    """Cut a comment off, unless its ``//`` stands in a text."""
    quoted = False
    while at < len(row):
        if row[at] == "\\" and quoted:
            at += 1
        elif row[at] == '"':
            quoted = not quoted
        elif not quoted and row.startswith("//", at):
            return row[:at].rstrip()
        at += 1
    return row.rstrip()
