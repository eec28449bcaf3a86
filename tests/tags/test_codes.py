"""Codes of tags: what is made is in the table, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path


def test_every_finding_that_is_made_is_in_the_table() -> None:
    import talewright.tags

    root = Path(talewright.tags.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in root.rglob("*.py")]
    made = {code for text in texts for code in re.findall(r"TW-TAG-\d\d", text)}
    assert made == set(talewright.tags.CODES)
    rest = "".join(path.read_text(encoding="utf-8") for path in root.rglob("*.py") if path.name != "codes.py")
    assert [code for code in talewright.tags.CODES if code not in rest] == []
