"""The programs in the pages on tests and stories run as written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "stories.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_a_program_of_the_page_runs(number: int) -> None:
    names: dict[str, object] = {}
    exec(compile(BLOCKS[number], f"stories.md-{number}", "exec"), names)
    assert names


def test_the_page_has_its_programs() -> None:
    assert len(BLOCKS) == 3
