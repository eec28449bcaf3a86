"""Every code that is used is in the table, and every one in the table is used."""

from __future__ import annotations

import re
from pathlib import Path

import talewright.config
from talewright.config import CODES


def test_the_table_of_codes_is_whole() -> None:
    folder = Path(talewright.config.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*.py") if path.name != "codes.py"]
    assert {code for text in texts for code in re.findall(r"TW-INI-\d\d", text)} == set(CODES)
