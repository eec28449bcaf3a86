"""A language that nobody speaks, to see a story in before anybody has translated it.

Decides how a text looks in it. How translations are put into a story is decided in
`talewright.dialogue.text.translating`.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from talewright.dialogue.text import translated

__all__ = ["pseudo", "translated"]

_KEPT: Final = re.compile(r"\\.|\{\d+\}|\[[^\]]*\]|[^\\{\[]+|.", re.DOTALL)
_REST: Final = re.compile(r"\\.|\{\d+\}|[^\\{\[]+|.", re.DOTALL)
_COLON: Final = re.compile(r"((?:[^\\:\[{]|\\.)*:\s*)(.*)", re.DOTALL)
_ACCENTS: Final = str.maketrans("AaBbCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz", "ÅåƁƀÇçĐđÉéĞğĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž")


def pseudo(text: str) -> str:
    """Write a text in a language that nobody speaks: readable, longer, and in brackets.

    Whoever plays a story in it sees at once what is in no table (it has no brackets), what is cut off (a bracket is
    missing), and which letters a font lacks. Speakers, values, markup and escapes stay.

    >>> pseudo("Smith: What is {0}?")
    'Smith: ⟦Ŵĥåţ îš {0}? ···⟧'
    """
    head, body = "", text
    if (found := _COLON.fullmatch(text)) is not None and found[2]:
        head, body = found[1], found[2]
    closed = body.rfind("]") + 1  # no marker begins behind it: a bracket there would be looked for again and again
    parts = [*_KEPT.findall(body, 0, closed), *_REST.findall(body, closed)]
    shown = "".join(part if part[0] in "\\{[" else part.translate(_ACCENTS) for part in parts)
    letters = sum(1 for part in parts if part[0] not in "\\{[" for sign in part if unicodedata.category(sign)[0] == "L")
    return f"{head}⟦{shown} {'·' * (letters // 3 + 1)}⟧"
