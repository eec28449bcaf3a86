"""Documentation of declared variables (dialogue.md, section 6.2)."""

from __future__ import annotations

import pytest

from talewright.dialogue import compile


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_documentation_stands_above_a_declaration_or_behind_it(end: str) -> None:
    rows = [
        "title: A",
        "---",
        "/// How much the purse holds,",
        "  /// in coins.",
        "<<declare $gold = 0>> /// not this",
        "<<declare $rich = $gold > 9>> /// whether that is much",
        "// a remark",
        "<<declare $plain = 1>> // another",
        "/// of nothing",
        "{$used + 1}",
        "===",
        "",
    ]
    variables = compile({"A": end.join(rows)}).variables
    assert {name: info.documentation for name, info in variables.items()} == {
        "$gold": "How much the purse holds, in coins.",
        "$rich": "whether that is much",
        "$plain": "",
        "$used": "",
    }
