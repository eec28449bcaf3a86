"""Every code of the product is explained, at useful length, in one place (faults §8 B3)."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import talewright
from talewright.errors import NotFound
from talewright.explaining import FAMILIES, explain, explanation_of, explanations_of

SOURCES = Path(talewright.__file__).parent
DOCS = SOURCES.parents[1] / "docs" / "diagnostics"
CODE = re.compile(r"\b(?:TW-[A-Z]+-[0-9]+|YS[0-9]{4})\b")


def declared() -> dict[str, str]:
    """Give all codes with their lines, from the tables of the packages."""
    found: dict[str, str] = {}
    for package in sorted({family.package for family in FAMILIES.values()}):
        module = "talewright.messaging.trace.faults" if package == "messaging" else f"talewright.{package}.codes"
        for code, line in import_module(module).CODES.items():
            assert code not in found, f"{code} is in two tables"
            found[code] = line
    return found


DECLARED = declared()


def used() -> dict[str, set[str]]:
    """Give the codes in the sources, with the files that say them; tables of codes and texts of the demo aside."""
    found: dict[str, set[str]] = {}
    for path in SOURCES.rglob("*.py"):
        if path.name == "codes.py":
            continue
        text = path.read_text("utf-8")
        if path.name == "faults.py":
            text = text.partition("CODES: dict")[0] + text.partition("CODES: dict")[2].partition("\n}\n")[2]
        for code in CODE.findall(text):
            found.setdefault(code, set()).add(path.name)
    return found


USED = used()


def test_every_code_in_the_sources_is_in_a_table() -> None:
    assert sorted(set(USED) - set(DECLARED)) == []
    assert len(USED) > 250


def test_no_code_in_a_table_is_unused() -> None:
    assert sorted(set(DECLARED) - set(USED)) == []


def test_no_explanation_is_of_a_code_that_is_none() -> None:
    explained = [code for family in FAMILIES for code in explanations_of(family)]
    assert sorted(explained) == sorted(DECLARED)


@pytest.mark.parametrize("code", sorted(DECLARED))
def test_a_code_is_explained_and_not_by_its_line_alone(code: str) -> None:
    found = explain(code)
    assert found.title == DECLARED[code]
    assert found.text.startswith(f"# {code}: {DECLARED[code]}\n\n")
    body = found.text.partition("\n\n")[2].strip()
    words = re.findall(r"\w+", re.sub(r"```.*?```", "", body.lower(), flags=re.DOTALL))
    said = set(re.findall(r"\w+", DECLARED[code].lower()))
    assert len([word for word in words if word not in said]) >= 15, f"{code}: {len(words)} words"


@pytest.mark.parametrize("family", [name for name, one in FAMILIES.items() if one.package != "dialogue"])
def test_the_page_of_a_family_is_in_the_documentation(family: str) -> None:
    page = (SOURCES / FAMILIES[family].package / "explanations" / f"{family}.md").read_text("utf-8")
    if DOCS.is_dir():
        assert (DOCS / f"{family}.md").read_text("utf-8") == page


def test_the_documentation_has_no_other_pages_and_lists_all_families() -> None:
    if DOCS.is_dir():
        dialogue = set(import_module("talewright.dialogue.codes").CODES)
        pages = {name for name, one in FAMILIES.items() if one.package != "dialogue"}
        assert {path.stem for path in DOCS.glob("*.md")} - {"README"} == dialogue | pages
        index = (DOCS / "README.md").read_text("utf-8")
        for name, family in FAMILIES.items():
            assert re.search(rf"\| \[{name}\]\([^)]+\) \| {re.escape(family.about)} \|", index)


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("YS12", "did you mean YS0012?"),
        ("ini-21", "did you mean TW-INI-21?"),
        ("TW_TAG_7", "did you mean TW-TAG-07?"),
        ("TWINI21", "did you mean TW-INI-21?"),
        ("TW-IIN-21", "did you mean TW-INI?"),
        ("TW-TAGS", "did you mean TW-TAG or TW-STAGE or TW-RPG?"),
    ],
)
def test_a_near_code_is_told(asked: str, near: str) -> None:
    with pytest.raises(NotFound) as caught:
        explanation_of(asked)
    assert caught.value.hint == near


@pytest.mark.parametrize("asked", ["TW-INI-99", "TW-MSG-77", "TW-SAVE-00"])
def test_the_near_codes_are_of_the_same_family(asked: str) -> None:
    """The dialogue codes were offered for any other code (faults §8 B3)."""
    with pytest.raises(NotFound) as caught:
        explanation_of(asked)
    family = asked.rpartition("-")[0]
    assert set(CODE.findall(caught.value.hint)) <= set(explanations_of(family))
    assert family in caught.value.hint


def test_spelling_and_case_do_not_count() -> None:
    assert explanation_of("  ys0012 ").startswith("# YS0012")
    assert explanation_of("tw-ini-21").startswith("# TW-INI-21: a value does not fit the declared type\n")
