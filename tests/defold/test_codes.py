"""The table of codes is whole: every code is used, and every code that is used is in it."""

from __future__ import annotations

import re
from pathlib import Path

from talewright import defold


def test_the_table_is_what_the_code_uses() -> None:
    used: set[str] = set()
    for path in Path(defold.__file__).parent.glob("*.py"):
        if path.name != "codes.py":
            used |= set(re.findall(r'"(TW-DEF-\d\d)"', path.read_text(encoding="utf-8")))
    assert used == set(defold.CODES)
    assert list(defold.CODES) == sorted(defold.CODES)
