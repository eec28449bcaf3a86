"""Enums: names for a few values.

Decides which enums a project has (dialogue.md section 6.5): raw values all or none, all numbers or all texts, constant
and different; 0, 1, 2... where none is written; cases different, at least one; names different. A variable of an enum
holds the raw value, so that saves stay plain and a case may be renamed; only the checker knows the type.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from talewright.diagnostics import Report, Span
from talewright.dialogue import syntax
from talewright.dialogue.codes import finding
from talewright.dialogue.program import EnumInfo
from talewright.dialogue.syntax import Value, print_value

_TYPES = frozenset(("number", "string", "bool", "any"))


def collect_enums(statements: Iterable[syntax.EnumStatement], report: Report) -> dict[str, EnumInfo]:
    """Return the enums of a project by name; what is wrong goes into the report."""
    found: dict[str, EnumInfo] = {}
    for statement in statements:
        info = EnumInfo(statement.name, MappingProxyType(_cases(statement, report)), statement.name_span)
        if statement.name.lower() in _TYPES:
            hint = "give the enum another name"
            report.append(finding("YS0040", f"{statement.name} is a type already", statement.name_span, hint))
            continue
        first = found.setdefault(statement.name, info)
        if first is not info:
            message = f"an enum called {statement.name} exists already at {first.span.file}:{first.span.line}"
            report.append(finding("YS0040", message, statement.name_span, "give one of them another name"))
    return found


def _cases(statement: syntax.EnumStatement, report: Report) -> dict[str, Value]:
    cases: dict[str, Value] = {}
    if not statement.cases:
        hint = "write <<case Name>> between <<enum>> and <<endenum>>"
        report.append(finding("YS0035", f"the enum {statement.name} has no case", statement.name_span, hint))
    valued = [case for case in statement.cases if case.value is not None]
    if valued and len(valued) < len(statement.cases):
        bare = next(case for case in statement.cases if case.value is None)
        message = f"the case {bare.name} has no value, and others of {statement.name} have one"
        report.append(finding("YS0035", message, bare.span, "give a value to all cases or to none"))
    seen: dict[Value, str] = {}
    kind: type | None = None
    for index, case in enumerate(statement.cases):
        if case.name in cases:
            message = f"{statement.name} has two cases {case.name}"
            report.append(finding("YS0035", message, case.span, "give one of them another name"))
            continue
        value: Value = float(index)
        if case.value is not None:
            given = _constant(case, report)
            if given is None:
                cases[case.name] = value
                continue
            value = given
            if kind is not None and type(value) is not kind:
                message = f"the values of {statement.name} are numbers and texts"
                report.append(finding("YS0035", message, _place(case), "all numbers, or all texts"))
            kind = kind or type(value)
            if value in seen:
                message = f"{case.name} has the value of {seen[value]}: {print_value(value)}"
                report.append(finding("YS0035", message, _place(case), "give each case a value of its own"))
            seen.setdefault(value, case.name)
        cases[case.name] = value
    return cases


def _constant(case: syntax.EnumCase, report: Report) -> Value | None:
    value = case.value
    if isinstance(value, syntax.Literal) and not isinstance(value.value, bool):
        return value.value
    if isinstance(value, syntax.Literal):
        message = "a case has no truth value"
    elif isinstance(value, syntax.Member):
        message = "a case of an enum is no value for another"
    else:
        message = "the value of a case is a number or a text, written out"
    report.append(finding("YS0037", message, _place(case), 'such as 1 or "one"'))
    return None


def _place(case: syntax.EnumCase) -> Span:
    return case.span if case.value is None else case.value.span
