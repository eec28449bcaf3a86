"""`talewright explain` knows every code of the product (faults §8 B3)."""

from __future__ import annotations

import json
from typing import Any

from talewright.explaining import FAMILIES, explain, explanation_of, explanations_of


def test_a_code_of_a_config(talewright: Any) -> None:
    result = talewright("explain", "TW-INI-21")
    assert (result.code, result.err) == (0, "")
    assert result.out == explanation_of("TW-INI-21")


def test_as_data(talewright: Any) -> None:
    found = json.loads(talewright("explain", "TW-INI-21", "--json").out)
    one = explain("TW-INI-21")
    assert found == {"code": one.code, "family": "TW-INI", "title": one.title, "text": one.text}


def test_without_a_code_the_families_are_listed(talewright: Any) -> None:
    result = talewright("explain")
    assert [row.split()[0] for row in result.out.splitlines()] == list(FAMILIES)
    rows = json.loads(talewright("explain", "--json").out)
    assert sum(row["codes"] for row in rows) == sum(len(explanations_of(family)) for family in FAMILIES)


def test_a_family_lists_its_codes(talewright: Any) -> None:
    result = talewright("explain", "tw-game")
    assert result.out.splitlines() == [f"{one.code}  {one.title}" for one in explanations_of("TW-GAME").values()]
    rows = json.loads(talewright("explain", "TW-GAME", "--json").out)
    assert [row["code"] for row in rows] == list(explanations_of("TW-GAME"))


def test_an_unknown_code_is_a_finding(talewright: Any) -> None:
    result = talewright("explain", "TW-INI-2l")
    assert (result.code, result.out) == (1, "")
    assert "TW-INI" in result.err
