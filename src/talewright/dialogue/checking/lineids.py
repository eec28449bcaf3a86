"""The ids of lines over all files: unique, one a line; and shadow lines, which reuse another line's text.

Decides dialogue.md section 6.11: ``#line:`` once in the project, not twice on a line and not beside ``#shadow:``; a
shadow line has the text of its source, without expressions, and its source exists.
"""

from __future__ import annotations

from talewright.diagnostics import Report, Span
from talewright.dialogue import syntax
from talewright.dialogue.codes import finding
from talewright.dialogue.syntax import LINE, REPLY, SHADOW, copy_hint
from talewright.names import Near


class LineIds:
    """Collects the ids of all lines and options, then checks the shadows against them."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._near = Near()
        self._lines: dict[str, tuple[syntax.Hashtag, syntax.Text]] = {}
        self._replies: dict[str, syntax.Hashtag] = {}
        self._shadows: list[tuple[syntax.Hashtag, syntax.Text]] = []

    def see(self, text: syntax.Text, tags: tuple[syntax.Hashtag, ...]) -> None:
        """Take the hashtags of one line or option."""
        ids = [tag for tag in tags if tag.text.startswith(LINE)]
        shadows = [tag for tag in tags if tag.text.startswith(SHADOW)]
        replies = [tag for tag in tags if tag.text.startswith(REPLY)]
        if ids and shadows:
            self._add("YS0017", "a line has both #line: and #shadow:", shadows[0].span, "keep one")
        for extra in [*ids[1:], *shadows[1:], *replies[1:]]:
            self._add("YS0062", "a line has two ids", extra.span, "keep one")
        for prefix, found in ((LINE, ids), (SHADOW, shadows), (REPLY, replies)):
            if found and found[0].text == prefix:
                self._add("TW-YARN-16", f"#{prefix} has no id behind it", found[0].span, f"#{prefix}name")
        if ids and replies:
            hint = "keep #line:; #reply: is for an option that shadows a line"
            self._add("TW-YARN-19", "an option has both #line: and #reply:", replies[0].span, hint)
        if ids and ids[0].text != LINE:
            tag = ids[0]
            first, _ = self._lines.setdefault(tag.text, (tag, text))
            if first is not tag:
                self._twice(tag, first, "line")
        elif replies and replies[0].text != REPLY:
            tag = replies[0]
            if (known := self._replies.setdefault(tag.text, tag)) is not tag:
                self._twice(tag, known, "reply")
        if shadows and not ids and shadows[0].text != SHADOW:
            self._shadows.append((shadows[0], text))

    def check_shadows(self) -> None:
        """Compare every shadow line with its source."""
        for tag, text in self._shadows:
            source = LINE + tag.text.removeprefix(SHADOW)
            found = self._lines.get(source)
            if found is None:
                hint = self._near(source, self._lines)
                self._add("YS0042", f"no line has the id {source}", tag.span, hint)
                continue
            place = f"{found[0].span.file}:{found[0].span.line}"
            if any(not isinstance(piece, str) for piece in (*text.pieces, *found[1].pieces)):
                message = f"a shadow line and its source (at {place}) have no expressions in them"
                self._add("YS0043", message, text.span, "give this line an id of its own instead of #shadow:")
            elif text.source != found[1].source:
                message = f"this is not the text of {source} at {place}"
                self._add("YS0044", message, text.span, "a shadow line says exactly what its source says")

    def _twice(self, tag: syntax.Hashtag, first: syntax.Hashtag, what: str) -> None:
        message = f"{tag.text} is the id of another {what} already, at {first.span.file}:{first.span.line}"
        self._add("YS0018", message, tag.span, copy_hint(tag.span.file, first.span.file))

    def _add(self, code: str, message: str, span: Span, hint: str = "") -> None:
        self._report.append(finding(code, message, span, hint))
