"""Numbers in tables of tags: no tag, however long."""

from __future__ import annotations

import pytest

from talewright.tags import read_tag_table


@pytest.mark.parametrize("number", ["5", "-1", "1.5", "9" * 5000, "1e999"])
def test_a_number_is_no_tag_and_no_exception(number: str) -> None:
    found = read_tag_table(f'[{{"Name":"0","Tag":{number}}},{{"Name":"1","Tag":"A"}}]'.encode())
    assert [row.name for row in found.rows] == ["A"]
    assert [d.code for d in found.report] == ["TW-TAG-34"]
