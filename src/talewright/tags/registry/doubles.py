"""What is said of tags that are declared several times, spelled in several ways, or asked for and not there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from talewright.diagnostics import Report, Span
from talewright.tags.values import NOWHERE, CodePlace, TagRow, shown


def respelled(report: Report, known: str, name: str, source: Span) -> None:
    """Say that a name is spelled otherwise elsewhere."""
    message = f"{shown(name)} is written {known} elsewhere; tags ignore case, so both are one tag"
    report.add("TW-TAG-04", "warning", message, f"write {known}", source)


def repeated(report: Report, known: TagRow, row: TagRow) -> None:
    """Say that a tag is declared again, and whether the two declarations say the same."""
    name = row.name
    if name != known.name:
        respelled(report, known.name, name, row.span)
    if row.restricted != known.restricted:
        message = f"the tag {shown(name)} is declared restricted and not restricted, first at {known.span}"
        report.add("TW-TAG-31", "warning", message, "keep the restricted row alone", row.span)
        return
    if isinstance(row.span, CodePlace) and row.comment in ("", known.comment):
        return
    at = "by a program" if known.span is NOWHERE else f"at {known.span}"
    message, hint = f"the tag {shown(name)} is declared already, {at}", "delete one of the two"
    if row.comment != known.comment:
        message += f", with another comment, which counts: {shown(known.comment)}, not {shown(row.comment)}"
        hint += ", and keep the comment that is right"
    else:
        message += ", with the same comment"
    report.add("TW-TAG-03", "warning", message, hint, row.span)


def notices_of(noticed: Mapping[str, str], meant: Callable[[str], str]) -> Report:
    """Say which names were asked for that are no tags.

    Args:
        noticed: the names, with the tag that an old one has become, or an empty text.
        meant: gives the hint for a name that nobody declares.
    """
    report = Report()
    for name, now in noticed.items():
        if now:
            message = f"the tag {shown(name)} was asked for by its old name; it is {now} now"
            report.add("TW-TAG-07", "warning", message, f"write {now}", NOWHERE)
        else:
            message = f"the tag {shown(name)} was asked for, and nobody declares it; it matches nothing"
            report.add("TW-TAG-06", "warning", message, meant(name), NOWHERE)
    return report
