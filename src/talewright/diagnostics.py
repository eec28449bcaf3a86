"""What went wrong, where, and what to do: findings and the reports that carry them.

A finding always has a place. Reports are plain data: nothing here prints, raises or knows an exit code.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["error", "warning", "information"]
"""How grave a finding is: an error stops what it is about, a warning and an information stop nothing."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in a file: first and last position, lines and columns counted from 1, the end exclusive.

    >>> str(Span("Config/Items.ini", 3, 8, 3, 20))
    'Config/Items.ini:3:8'
    """

    file: str
    line: int = 1
    column: int = 1
    end_line: int = 0
    end_column: int = 0

    def __post_init__(self) -> None:
        if self.end_line == 0:
            object.__setattr__(self, "end_line", self.line)
            object.__setattr__(self, "end_column", max(self.end_column, self.column))

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    >>> place = Span("D_Smith.yarn", 9, 12)
    >>> print(Diagnostic("YS0012", "error", "no node is called Forgr", "did you mean Forge?", place))
    D_Smith.yarn:9:12: error YS0012: no node is called Forgr
      hint: did you mean Forge?
    """

    code: str
    severity: Severity
    message: str
    hint: str
    span: Span

    def __str__(self) -> str:
        text = f"{self.span}: {self.severity} {self.code}: {self.message}"
        return f"{text}\n  hint: {self.hint}" if self.hint else text


class Report(list[Diagnostic]):
    """Findings, in the order in which they were made.

    >>> Report().errors
    []
    """

    @property
    def errors(self) -> list[Diagnostic]:
        """The findings that make the command line exit with 1."""
        return [d for d in self if d.severity == "error"]

    @property
    def warnings(self) -> list[Diagnostic]:
        """The findings that a person should read but that stop nothing."""
        return [d for d in self if d.severity == "warning"]

    def add(self, code: str, severity: Severity, message: str, hint: str, span: Span) -> Diagnostic:
        """Add a finding and return it."""
        found = Diagnostic(code, severity, message, hint, span)
        self.append(found)
        return found

    def sorted(self) -> Report:
        """The same findings by file, line and column."""
        return Report(sorted(self, key=lambda d: (d.span.file, d.span.line, d.span.column)))

    def __str__(self) -> str:
        return "\n".join(map(str, self))


@dataclass
class SaveReport:
    """What a save wrote.

    Attributes:
        written: names of the sections that were written.
        skipped: what was not written, by name, and why ("not declared: ...").
        kept: the slot under which another game's save was set aside, or None.
        findings: what of the file that was written deserves a look: NULs in it, another encoding than it had.
    """

    written: list[str] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)
    kept: str | None = None
    findings: Report = field(default_factory=Report, repr=False)


@dataclass
class LoadReport:
    """What a load read.

    Attributes:
        source: the slot or backup that it came from.
        migrated: the migration steps that ran, in order.
        unknown: sections that nothing here knows; they are kept and written back.
        moved: what was found at another place than the save says (dialogue positions, renamed tags).
    """

    source: str = ""
    migrated: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)


def merge(reports: Iterable[Report]) -> Report:
    """Put several reports into one."""
    return Report(d for report in reports for d in report)
