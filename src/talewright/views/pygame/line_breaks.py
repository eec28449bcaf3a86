"""Where a text is broken into rows: Latin by words, Japanese and Chinese anywhere that kinsoku allows.

Pure functions: what measures is handed in, so no font and no window is needed. A row begins with no mark that belongs
to what stands before it (full stops, closing brackets, small kana), and ends with none that belongs to what follows
(opening brackets). What stands behind ordinary blanks follows the same rule, as French sets a blank before ``?`` and
``»``. A word that is longer than a row is broken between the letters that a reader sees. Nothing is lost: the rows are
the text (people.md section 7).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from string import ascii_letters, digits

from talewright.stage import cluster_ends

Measure = Callable[[int, int], float]
"""Gives the width of the code points from one position up to another, which must not grow smaller with the second."""

NOT_FIRST = frozenset(
    "、。，．・：；？！゛゜ヽヾゝゞ々〻ー’”）〕］｝〉》」』】〙〗〟｠»‐゠–〜～…‥‼⁇⁈⁉"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"
    "｡､｣･ｧｨｩｪｫｬｭｮｯｰﾞﾟ%,.!?:;)]}"
)
"""What no row begins with."""

NOT_LAST = frozenset("‘“（〔［｛〈《「『【〘〖〝｟«([{￥＄￡¥$£")
"""What no row ends with."""

_TOGETHER = frozenset("…‥—―")
"""What is written twice, and not torn apart."""

_LATIN = frozenset(ascii_letters + digits)
_ANYWHERE = (
    (0x2E80, 0xA4CF),  # radicals, kana, ideographs, Yi
    (0xAC00, 0xD7A3),  # Hangul
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE4F),
    (0xFF00, 0xFFEF),
    (0x1F000, 0x1FAFF),  # emoji
    (0x20000, 0x3FFFF),
)


def break_rows(text: str, width: float, measure: Measure) -> list[tuple[int, int]]:
    """Break a text into rows that fit.

    Args:
        text: as it is shown; a line feed ends a row.
        width: of a row, in the unit of `measure`.
        measure: gives the width of a part; blanks at the end of a row are not measured.

    Returns:
        First and past-the-last code point of each row, blanks and line feed at its end included: the rows are the whole
        text. A row is wider than `width` only where one letter is.

    >>> [text[a:b] for text in ["A sword, please."] for a, b in break_rows(text, 8, lambda a, b: b - a)]
    ['A sword, ', 'please.']
    >>> [text[a:b] for text in ["剣がほしい。"] for a, b in break_rows(text, 5, lambda a, b: b - a)]
    ['剣がほし', 'い。']
    """
    stops = break_places(text)
    rows: list[tuple[int, int]] = []
    start = at = 0
    while start < len(text):
        at = bisect_right(stops, start, at)
        last = bisect_right(stops, (text.find("\n", start) + 1) or len(text), at)
        fitting = _fitting(text, start, stops, at, last, width, measure)
        end = stops[fitting - 1] if fitting > at else _cut(text, start, stops[at], width, measure)
        rows.append((start, end))
        start = end
    return rows or [(0, 0)]


def break_places(text: str) -> list[int]:
    """Return the positions before which a row may begin, the end of the text included.

    >>> break_places("Well met."), break_places("「はい」と。")
    ([5, 9], [2, 4, 6])
    """
    ends = cluster_ends(text) or (0,)
    inner = [at for at in ends[:-1] if text[at] not in _LATIN or text[at - 1] not in _LATIN]
    return [at for at in inner if text[at - 1] == "\n" or _may_break(text, at)] + [ends[-1]]


def _may_break(text: str, at: int) -> bool:
    before, after = text[at - 1], text[at]
    if after in " \n" or after in NOT_FIRST:
        return False
    if before == " ":
        return text[:at].rstrip(" ")[-1:] not in NOT_LAST
    if before in NOT_LAST or (before == after and before in _TOGETHER):
        return False
    if before in "-\u2010–—":
        return at > 1 and text[at - 2].isalpha() and after.isalpha()
    if before == "\u200b":
        return True
    return _breaks_anywhere(before) or _breaks_anywhere(after)


def _breaks_anywhere(letter: str) -> bool:
    code = ord(letter)
    return code >= 0x2E80 and any(first <= code <= last for first, last in _ANYWHERE)


def _fitting(text: str, start: int, ends: list[int], first: int, last: int, width: float, measure: Measure) -> int:
    """Return the number behind that of the last end, of those from `first` on, that a row from `start` may have."""

    def too_wide(end: int) -> bool:
        return measure(start, start + len(text[start:end].rstrip(" \n\u3000"))) > width

    return bisect_left(ends, True, first, last, key=too_wide)


def _cut(text: str, start: int, end: int, width: float, measure: Measure) -> int:
    """Return where a part that is longer than a row is broken: at a blank, else between letters, one at least."""
    ends = [start + at for at in cluster_ends(text[start:end])]
    cut = ends[max(_fitting(text, start, ends, 0, len(ends), width, measure) - 1, 0)]
    return max((at for at in ends if start + 1 < at <= cut and text[at - 1] == " "), default=cut)
