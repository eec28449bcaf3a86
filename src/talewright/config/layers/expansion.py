"""Words between percent signs: ``%GAME%`` and its like (config-savegame.md section 1.3).

Off unless the words are given, and done on the values that a class receives, never on stored text. A word that nobody
gave stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from talewright.names import FoldedDict

_PERCENT = re.compile(r"%(\w+)%")


def expand(text: str, words: Mapping[str, str]) -> str:
    """Replace the words that are known; their letter case does not matter.

    >>> expand("..\\\\%GAME%Game\\\\Content, 50%, %Other%", {"GAME": "UDK"})
    '..\\\\UDKGame\\\\Content, 50%, %Other%'
    """
    if "%" not in text or not words:
        return text
    known = words if isinstance(words, FoldedDict) else FoldedDict(words)
    return _PERCENT.sub(lambda m: known.get(m[1], m[0]), text)
