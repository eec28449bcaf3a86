"""Which rows of a script are its head, headers of nodes, and bodies, as the reader divides them.

For whoever looks at rows and not at what they come to: a text that is said may look like a header, and is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

Region: TypeAlias = Literal["head", "header", "body"]

_START = re.compile(r"[ \t]*---[ \t]*(?://.*)?$")
_END = re.compile(r"[ \t]*===")


def regions(rows: Iterable[str]) -> Iterator[tuple[int, Region, str]]:
    """Give the number of each row, counted from 1, where it stands, and the row without its end.

    >>> text = "#class:Bark\\ntitle: A\\n---\\ntitle: B\\n===\\ntitle: C"
    >>> [(line, where) for line, where, _ in regions(text.split("\\n"))]
    [(1, 'head'), (2, 'header'), (3, 'header'), (4, 'body'), (5, 'body'), (6, 'header')]
    """
    where: Region = "head"
    for line, whole in enumerate(rows, 1):
        row = whole.rstrip("\r\n")
        content = row.strip()
        if where == "head" and content and not content.startswith(("#", "//")):
            where = "header"
        yield line, where, row
        if where == "header" and _START.match(row):
            where = "body"
        elif where == "body" and _END.match(row):
            where = "header"
