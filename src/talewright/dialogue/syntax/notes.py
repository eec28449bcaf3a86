"""What a reader collects while it goes over one file: its findings.

Decides how a place in a row becomes a span. It knows nothing of the language.
"""

from __future__ import annotations

from talewright.diagnostics import Report, Severity, Span
from talewright.dialogue.codes import finding
from talewright.dialogue.syntax.expressions import Mistake


class Notes:
    """The findings of one file; lines count from 1, columns of rows from 0."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.report = Report()

    def span(self, line: int, start: int, end: int) -> Span:
        """Give the place of a part of a row."""
        return Span(self.file, line, start + 1, line, max(start, end) + 1)

    def add(self, code: str, message: str, span: Span, hint: str = "", *, severity: Severity | None = None) -> None:
        """Note a finding."""
        self.report.append(finding(code, message, span, hint, severity=severity))

    def mistake(self, line: int, mistake: Mistake) -> None:
        """Note a mistake in a row."""
        span = self.span(line, mistake.start, mistake.end)
        self.add(mistake.code, mistake.message, span, mistake.hint)
