"""How findings are printed: for people, or in a format that other programs read.

Decides that many findings of one kind in one file are one row, with their number and the first place, unless each is
asked for; and how a report reads as annotations of GitHub, as SARIF 2.1.0 and as JUnit's XML. Formats for programs
always have every finding, with paths relative to the current folder and forward slashes.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from talewright import __version__
from talewright.cli.output.plain import print_data, totals
from talewright.cli.output.streams import paint
from talewright.diagnostics import Diagnostic, Report
from talewright.errors import NotFound, TalewrightError

F = TypeVar("F", bound=Callable[..., Any])

FORMATS: Final = ("text", "github", "sarif", "junit")
MANY: Final = 3
"""More of one kind in one file than so many are one row."""

_ALL: Final = "talewright.all"
_COLOURS: Final = {"error": "red", "warning": "yellow", "information": "cyan"}
_LEVELS: Final = {"error": "error", "warning": "warning", "information": "note"}
_GITHUB: Final = {"error": "error", "warning": "warning", "information": "notice"}
_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_NO_XML: Final = frozenset("\ufffe\uffff")
_MARK: Final = "\ufffd"


def options(command: F) -> F:
    """Give a command the options of printing findings: ``--all`` and ``--format``."""
    return all_option(format_option(command))


def format_option(command: F) -> F:
    """Give a command the option ``--format``."""
    return click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
                        help="For people, or for GitHub, code scanning (SARIF) or JUnit.")(command)  # fmt: skip


def all_option(command: F) -> F:
    """Give a command the option ``--all``, which shows each finding of many of one kind."""

    @functools.wraps(command)
    def run(*words: Any, **named: Any) -> Any:
        try:
            return command(*words, **named)
        except TalewrightError as error:
            if error.report and each_asked_for():  # who prints it is no part of the command any more
                raise EachShown(error) from error
            raise

    return click.option(
        "--all", is_flag=True, expose_value=False, callback=_remember, help="Show each of many findings of one kind."
    )(run)  # type: ignore[return-value]


class EachShown(TalewrightError):
    """An error of which each finding is to be shown."""

    def __init__(self, error: TalewrightError) -> None:
        super().__init__(error.message, hint=error.hint, report=error.report)


def _remember(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    context.meta[_ALL] = value or context.meta.get(_ALL, False)


def show(findings: Iterable[Diagnostic], *, err: bool = False) -> None:
    """Print findings for people: many of one kind in one file as one row."""
    for row in findings if each_asked_for() else rows(list(findings)):
        paint_row(row, err=err)


def paint_row(row: Diagnostic, *, err: bool = False) -> None:
    """Print a row, its severity and code in colour."""
    paint(str(row), _COLOURS[row.severity], part=f"{row.severity} {row.code}:", err=err)


def warn(found: Iterable[Diagnostic]) -> None:
    """Print on standard error those findings that deserve a look."""
    show((one for one in found if one.severity != "information"), err=True)


def each_asked_for() -> bool:
    """Whether the command that runs was given ``--all``."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_ALL, False))


def show_report(report: Report, form: str, *, base: Path | None = None) -> None:
    """Print a report in a format; for people, with how many errors and warnings there are.

    Args:
        report: the findings.
        form: one of `FORMATS`.
        base: the folder that the paths in the findings are relative to; None: the current one.
    """
    if form == "text":
        show(report)
        click.echo(totals(report))
    else:
        print_data(written(report, form, base=base))


def as_json(finding: Diagnostic) -> dict[str, Any]:
    """Return a finding as data, as every command with ``--json`` prints it."""
    span = finding.span
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "hint": finding.hint,
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def rows(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return what is shown of findings; many of one kind in one file are one, where the first of them stands.

    >>> from talewright.diagnostics import Span
    >>> found = [Diagnostic("X-1", "warning", "no id", "write one", Span("A.yarn", line)) for line in range(3, 9)]
    >>> print(*rows(found), sep="\\n")
    A.yarn:3:1: warning X-1: no id (the first of 6 in this file; --all shows each)
      hint: write one
    """
    kinds: dict[tuple[str, str, str], list[Diagnostic]] = {}
    for one in findings:
        kinds.setdefault((one.code, one.severity, one.span.file), []).append(one)
    found: list[Diagnostic] = []
    for one in findings:
        alike = kinds[one.code, one.severity, one.span.file]
        if len(alike) <= MANY:
            found.append(one)
        elif one is alike[0]:
            more = f"{one.message} (the first of {len(alike)} in this file; --all shows each)"
            found.append(Diagnostic(one.code, one.severity, more, one.hint, one.span))
    return found


def written(findings: Iterable[Diagnostic], form: str, *, base: Path | None = None) -> str:
    """Return findings in a format for programs.

    Args:
        findings: them.
        form: ``github``, ``sarif`` or ``junit``.
        base: the folder that their paths are relative to; None: the current one.
    """
    listed = list(findings)
    if form == "github":
        return "".join(f"{_annotation(one, base)}\n" for one in listed)
    if form == "sarif":
        import json

        return json.dumps(_sarif(listed, base), indent=2, ensure_ascii=False) + "\n"
    return _junit(listed, base)


def path_from_here(file: str, base: Path | None = None) -> str:
    """Return a path in a finding relative to the current folder; one that lies elsewhere stays absolute.

    >>> path_from_here("Dialogues/D_A.yarn", Path("game"))
    'game/Dialogues/D_A.yarn'
    """
    path = os.path.normpath(Path(base or ".", file))
    if os.path.isabs(path):
        inside = Path(path).is_relative_to(Path.cwd())
        path = os.path.relpath(path) if inside else path
    return Path(path).as_posix()


# GitHub ---------------------------------------------------------------------------------------------------------------


def _annotation(one: Diagnostic, base: Path | None) -> str:
    span = one.span
    places = {
        "file": path_from_here(span.file, base),
        "line": str(span.line),
        "endLine": str(span.end_line),
        "col": str(span.column),
        "endColumn": str(max(span.end_column, span.column)),
        "title": one.code,
    }
    if span.end_line != span.line:  # columns of several lines would be read as those of the first
        del places["col"], places["endColumn"]
    text = ",".join(f"{key}={_property(value)}" for key, value in places.items())
    return f"::{_GITHUB[one.severity]} {text}::{_data(_message(one))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _message(one: Diagnostic) -> str:
    return f"{one.message}\nhint: {one.hint}" if one.hint else one.message


# SARIF ----------------------------------------------------------------------------------------------------------------


def _sarif(findings: list[Diagnostic], base: Path | None) -> dict[str, Any]:
    codes = sorted({one.code for one in findings})
    numbers = {code: number for number, code in enumerate(codes)}
    first = {one.code: one for one in reversed(findings)}
    driver = {
        "name": "Talewright",
        "semanticVersion": __version__,
        "rules": [_rule(code, first[code]) for code in codes],
    }
    results = [
        {
            "ruleId": one.code,
            "ruleIndex": numbers[one.code],
            "level": _LEVELS[one.severity],
            "message": {"text": _message(one)},
            "locations": [{"physicalLocation": _location(one, base)}],
        }
        for one in findings
    ]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str, example: Diagnostic) -> dict[str, Any]:
    title, text = _explanation(code)
    short = title or example.message
    rule: dict[str, Any] = {"id": code, "shortDescription": {"text": short}}
    rule["fullDescription"] = {"text": short}
    rule["help"] = {"text": text or short, **({"markdown": text} if text else {})}
    rule["defaultConfiguration"] = {"level": _LEVELS[example.severity]}
    return rule


def _explanation(code: str) -> tuple[str, str]:
    """Return the title and the text of the explanation of a code, empty where there is none."""
    from talewright.explaining import explanation_of

    try:
        text = explanation_of(code)
    except NotFound:
        return "", ""
    return text.partition("\n")[0].lstrip("# ").partition(": ")[2], text


def _location(one: Diagnostic, base: Path | None) -> dict[str, Any]:
    from urllib.parse import quote

    path = path_from_here(one.span.file, base)
    uri = Path(path).as_uri() if os.path.isabs(path) else quote(os.fsencode(path))
    region = {"startLine": one.span.line, "startColumn": one.span.column, "endLine": one.span.end_line}
    region["endColumn"] = max(one.span.end_column, one.span.column) if one.span.end_line == one.span.line else max(
        one.span.end_column, 1
    )  # fmt: skip
    return {"artifactLocation": {"uri": uri}, "region": region}


# JUnit ----------------------------------------------------------------------------------------------------------------


def _junit(findings: list[Diagnostic], base: Path | None) -> str:
    """Return each finding as a case: errors fail, warnings and notes are told in cases that pass."""
    failures = sum(one.severity == "error" for one in findings)
    count = max(len(findings), 1)
    numbers = f'tests="{count}" failures="{failures}" errors="0" skipped="0" time="0"'
    lines = ['<?xml version="1.0" encoding="utf-8"?>']
    lines += [f'<testsuites name="talewright" {numbers}>', f'  <testsuite name="talewright" {numbers}>']
    for one in findings:
        path = path_from_here(one.span.file, base)
        name = f"{one.code} {path}:{one.span.line}:{one.span.column}"
        head = f"    <testcase name={_attribute(name)} classname={_attribute(path)} file={_attribute(path)}"
        said = _xml(f"{path}:{one.span.line}:{one.span.column}: {one.severity} {one.code}: {_message(one)}")
        if one.severity == "error":
            inside = f"<failure message={_attribute(one.message)} type={_attribute(one.code)}>{said}</failure>"
        else:
            inside = f"<system-out>{said}</system-out>"
        lines.append(f'{head} line="{one.span.line}" time="0">{inside}</testcase>')
    if not findings:
        lines.append('    <testcase name="nothing was found" classname="talewright" time="0"/>')
    return "\n".join([*lines, "  </testsuite>", "</testsuites>", ""])


def _xml(text: str) -> str:
    from xml.sax.saxutils import escape  # who asks for no XML waits for none

    return escape(_of_xml(text))


def _of_xml(text: str) -> str:
    """Return a text with a mark for every character that no XML may hold."""
    return "".join(c if c in "\t\n\r" or (c >= " " and c not in _NO_XML and not _surrogate(c)) else _MARK for c in text)


def _surrogate(character: str) -> bool:
    return "\ud800" <= character <= "\udfff"


def _attribute(text: str) -> str:
    from xml.sax.saxutils import quoteattr

    return quoteattr(_of_xml(text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
