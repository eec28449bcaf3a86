"""The family of errors: who is whose child, and what a person reads."""

from __future__ import annotations

import inspect

import pytest

from talewright import errors
from talewright.diagnostics import Diagnostic, Span
from talewright.errors import FieldError, TalewrightError, ValueFormatError

FAMILY = [cls for _, cls in inspect.getmembers(errors, inspect.isclass) if cls.__module__ == errors.__name__]


@pytest.mark.parametrize("cls", FAMILY, ids=lambda cls: cls.__name__)
def test_all_are_one_family_and_say_what_they_are(cls: type) -> None:
    assert issubclass(cls, TalewrightError)
    assert cls.__doc__


@pytest.mark.parametrize("cls", FAMILY, ids=lambda cls: cls.__name__)
def test_the_tree_in_the_header_is_the_real_one(cls: type) -> None:
    lines = (errors.__doc__ or "").splitlines()
    row = next(line for line in lines if cls.__name__ in line.replace("─", " ").split())
    depth = next(i for i, c in enumerate(row) if c.isalpha()) // 4
    above = lines[: lines.index(row)]
    parents = [
        line for line in above if line.strip() and next(i for i, c in enumerate(line) if c.isalnum()) // 4 == depth - 1
    ]
    if cls is TalewrightError:
        assert depth == 1
    else:
        parent = parents[-1].replace("├──", "").replace("└──", "").replace("│", "").split()[0]
        assert parent in {base.__name__ for base in cls.__bases__}


@pytest.mark.parametrize(
    ("cls", "builtin"),
    [
        (errors.NotFound, LookupError),
        (errors.UnknownTag, LookupError),
        (errors.InvalidName, ValueError),
        (errors.BadAddress, ValueError),
    ],
)
def test_some_are_python_s_own_too(cls: type, builtin: type) -> None:
    assert issubclass(cls, builtin)


def test_a_person_reads_message_findings_and_hint() -> None:
    finding = Diagnostic("TW-TEST-01", "error", "no such item", "look", Span("a.ini", 3, 8))
    error = TalewrightError("the project cannot be opened", hint="mend it", report=[finding])
    assert str(error) == (
        "the project cannot be opened\na.ini:3:8: error TW-TEST-01: no such item\n  hint: look\n  hint: mend it"
    )
    assert error.report == [finding]


def test_an_error_that_says_nothing_gives_its_kind() -> None:
    assert str(errors.DamagedSave()) == "DamagedSave"
    assert errors.DamagedSave().report == []


def test_a_field_error_begins_with_the_path() -> None:
    error = FieldError("stats.health", "holds 'x', but int is declared", hint="write a number")
    assert str(error) == "stats.health: holds 'x', but int is declared\n  hint: write a number"
    assert (error.path, error.reason) == ("stats.health", "holds 'x', but int is declared")
    assert str(FieldError("", "is missing")) == "is missing"


def test_a_format_error_knows_where_in_the_text() -> None:
    error = ValueFormatError("a bracket is not closed", 7)
    assert error.offset == 7
    assert isinstance(error, errors.ConfigError)
