"""Findings, their places and reports of them."""

from __future__ import annotations

import dataclasses

import pytest

from talewright.diagnostics import Diagnostic, LoadReport, Report, SaveReport, Severity, Span, merge


def _finding(severity: Severity, line: int = 1, file: str = "a.ini") -> Diagnostic:
    return Diagnostic("TW-TEST-01", severity, f"at {line}", "", Span(file, line))


def test_a_place_shows_where_it_begins() -> None:
    assert str(Span("Config/Items.ini", 3, 8, 3, 20)) == "Config/Items.ini:3:8"
    assert str(Span("a.ini")) == "a.ini:1:1"


def test_a_place_without_an_end_ends_where_it_begins() -> None:
    place = Span("a.ini", 3, 8)
    assert (place.end_line, place.end_column) == (3, 8)


def test_places_are_values_in_reading_order() -> None:
    assert Span("a.ini", 2, 1) == Span("a.ini", 2, 1)
    assert len({Span("a.ini", 2, 1), Span("a.ini", 2, 1)}) == 1
    assert sorted([Span("b.ini", 1), Span("a.ini", 10), Span("a.ini", 9, 2), Span("a.ini", 9, 1)]) == [
        Span("a.ini", 9, 1),
        Span("a.ini", 9, 2),
        Span("a.ini", 10),
        Span("b.ini", 1),
    ]
    with pytest.raises(dataclasses.FrozenInstanceError):
        Span("a.ini").line = 2  # type: ignore[misc]


def test_a_finding_reads_as_a_compiler_writes_it() -> None:
    finding = Diagnostic("TW-TEST-01", "error", "no such item", "did you mean sword1?", Span("a.ini", 3, 8))
    assert str(finding) == "a.ini:3:8: error TW-TEST-01: no such item\n  hint: did you mean sword1?"
    assert str(dataclasses.replace(finding, hint="")) == "a.ini:3:8: error TW-TEST-01: no such item"


def test_a_report_tells_errors_from_warnings() -> None:
    report = Report([_finding("warning"), _finding("error"), _finding("information")])
    assert [d.severity for d in report.errors] == ["error"]
    assert [d.severity for d in report.warnings] == ["warning"]
    assert str(report).count("\n") == 2


def test_adding_gives_the_finding_back() -> None:
    report = Report()
    found = report.add("TW-TEST-02", "warning", "odd", "look", Span("a.ini"))
    assert report == [found]
    assert found.code == "TW-TEST-02"


def test_sorting_is_by_place_and_keeps_the_order_within_one() -> None:
    first, second = _finding("error", 2), _finding("warning", 2)
    other = _finding("error", 1, "b.ini")
    report = Report([other, first, second, _finding("error", 1)])
    assert [d.message for d in report.sorted()] == ["at 1", "at 2", "at 2", "at 1"]
    assert report.sorted()[1:3] == [first, second]
    assert report[0] is other  # the original is as it was


def test_reports_are_put_together_in_order() -> None:
    one, two = Report([_finding("error", 1)]), Report([_finding("error", 2)])
    assert [d.span.line for d in merge([two, one])] == [2, 1]


def test_every_report_has_lists_of_its_own() -> None:
    SaveReport().written.append("x")
    LoadReport().moved.append("x")
    assert SaveReport() == SaveReport([], {}, None)
    assert LoadReport() == LoadReport("", [], [], [])
