"""Which rows of a body form blocks: the indentation rule.

Decides, exactly as dialogue.md section 6.3 has it: a blank is 1 wide, a tab 8; only a row that begins with ``->`` or
``=>`` can open a block, and does so when the **next physical row** is deeper; a row that is shallower than the depth of
a block closes it, empty rows and comments too, with the width of their own blanks; an empty row directly behind an
option or the end of its body ends the group. Deeper rows elsewhere mean nothing. What a row says is not looked at, but
for its first two characters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Mark: TypeAlias = Literal["row", "open", "close", "break", "lost", "between"]

ROW: Final = "row"
OPEN: Final = "open"
CLOSE: Final = "close"
BREAK: Final = "break"
#: An indented row under an option whose body an empty row has ended: a writer's trap, worth a warning.
LOST: Final = "lost"
#: A row that is deeper than an option, and behind its body.
BETWEEN: Final = "between"


@dataclass(frozen=True, slots=True)
class Entry:
    """A row, or what happens between rows.

    Attributes:
        row: the index of the row that says something, or where the block opens, closes or breaks.
        start: the index of the first character that is no blank.
        blank: of a closed block: whether it held blank rows alone, and no comment either.
        columns: of a row behind a body, how deep the option and its body are.
    """

    mark: Mark
    row: int
    start: int = 0
    blank: bool = False
    columns: tuple[int, int] = (0, 0)


def blanks(row: str) -> tuple[int, int]:
    r"""Return the width of the blanks at the head of a row, and how many characters they are.

    >>> blanks("\t  Hi"), blanks("Hi")
    ((10, 3), (0, 0))
    """
    if row[:1] not in (" ", "\t"):
        return 0, 0
    at = len(row) - len(row.lstrip(" \t"))
    return at + 7 * row.count("\t", 0, at), at


def blocks(rows: list[str], first: int, end: int) -> Iterator[Entry]:
    r"""Go over the rows of a body and yield those that say something, and the marks of the blocks between them.

    >>> [entry.mark for entry in blocks(["-> A", "  Hi", "", "-> B"], 0, 4)]
    ['row', 'open', 'row', 'close', 'break', 'row']
    """
    depths: list[int] = []
    openers: list[int] = []
    empty: list[bool] = []
    arrow: int | None = None
    opener = 0
    breakable = False
    broken: int | None = None
    ended: tuple[int, int] | None = None
    for index in range(first, end):
        row = rows[index]
        width, start = blanks(row)
        is_blank = start == len(row) or row.isspace()
        if arrow is not None and width > arrow:
            depths.append(width)
            openers.append(arrow)
            empty.append(True)
            breakable = False
            yield Entry(OPEN, index)
        arrow = None
        while depths and width < depths[-1]:
            ended = openers[-1], depths.pop()
            opener = openers.pop()
            breakable = True
            yield Entry(CLOSE, index, blank=empty.pop())
        if is_blank:
            if breakable:
                breakable = False
                broken = opener
                yield Entry(BREAK, index)
            continue
        if empty:
            empty[-1] = False
        if row.startswith("//", start):
            continue
        if broken is not None and width > broken:
            yield Entry(LOST, index, start)
        elif ended is not None and width > ended[0]:
            yield Entry(BETWEEN, index, start, columns=ended)
        broken = ended = None
        yield Entry(ROW, index, start)
        breakable = row.startswith(("->", "=>"), start)
        if breakable:
            arrow = opener = width
    while empty:
        yield Entry(CLOSE, end, blank=empty.pop())
