"""Grapheme clusters: what a reader calls a letter, of any text, by the standard library's tables.

Decides where a text may be cut while it is written (Unicode's annex 29: combining marks, variation selectors, emoji
joined or with a skin, flags, syllables of Hangul, marks and conjuncts of Indic scripts, Thai, CR LF). Pictographs are
known by their blocks, which is wider than the standard's list: two of them stay together only where a joiner stands
between, so nothing is held together that is apart.
"""

from __future__ import annotations

import unicodedata

_ZWJ = 0x200D
_PREPENDED = frozenset({*range(0x0600, 0x0606), 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD, 0x0D4E})
_SPACING = frozenset({0x0E33, 0x0EB3})
_LINKERS = frozenset({0x094D, 0x09CD, 0x0ACD, 0x0B4D, 0x0C4D, 0x0D4D})
_PICTURES = (
    *((0x1F000, 0x1F1E5), (0x1F200, 0x1F3FA), (0x1F400, 0x1FAFF), (0x2190, 0x21FF), (0x2300, 0x23FF)),
    *((0x24C2, 0x24C2), (0x25A0, 0x27BF), (0x2900, 0x297F), (0x2B00, 0x2BFF), (0x3030, 0x3030), (0x303D, 0x303D)),
    *((0x3297, 0x3299), (0xA9, 0xA9), (0xAE, 0xAE), (0x203C, 0x203C), (0x2049, 0x2049), (0x2122, 0x2122)),
    (0x2139, 0x2139),
)


def cluster_ends(text: str) -> tuple[int, ...]:
    """Return the code point behind each cluster, in order; the last one is the length of the text.

    >>> cluster_ends("a" + "か\\u3099" + "🇯🇵🇫🇷")
    (1, 3, 5, 7)
    """
    if text.isascii() and "\r" not in text:
        return tuple(range(1, len(text) + 1))
    ends = [at for at in range(1, len(text)) if _breaks(text, at)]
    return (*ends, len(text)) if text else ()


def _breaks(text: str, at: int) -> bool:
    """Say whether a cluster ends in front of a code point."""
    before, after = ord(text[at - 1]), ord(text[at])
    if before == 0x0D and after == 0x0A:
        return False
    if _is_control(before) or _is_control(after):
        return True
    if _extends(after) or after in _SPACING or unicodedata.category(text[at]) == "Mc" or before in _PREPENDED:
        return False
    left, right = _hangul(before), _hangul(after)
    if left and right:
        return (left, right) not in _SYLLABLES
    if _is_flag(before) and _is_flag(after):
        first = at - 1
        while first > 0 and _is_flag(ord(text[first - 1])):
            first -= 1
        return (at - first) % 2 == 0
    if before == _ZWJ and _is_picture(after):
        return not _is_picture(ord(text[_base(text, at - 1)]))
    return not _is_joined(text, at)


def _base(text: str, at: int) -> int:
    """Return where the code point stands that those up to another extend."""
    while at > 0 and _extends(ord(text[at])):
        at -= 1
    return at


def _is_joined(text: str, at: int) -> bool:
    """Say whether a consonant is one with that before it: a virama stands between them."""
    block = ord(text[at]) >> 7
    if not 0x12 <= block <= 0x1A or unicodedata.category(text[at]) != "Lo":
        return False
    base = _base(text, at - 1)
    linked = any(ord(c) in _LINKERS for c in text[base + 1 : at])
    return linked and ord(text[base]) >> 7 == block and unicodedata.category(text[base]) == "Lo"


def _is_control(code: int) -> bool:
    kind = unicodedata.category(chr(code))
    if kind in ("Cc", "Zl", "Zp"):
        return True
    return kind == "Cf" and not _extends(code) and code not in _PREPENDED


def _extends(code: int) -> bool:
    if unicodedata.category(chr(code)) in ("Mn", "Me"):
        return True
    return (
        code in (_ZWJ, 0x200C, 0xFF9E, 0xFF9F, 0x302E, 0x302F)
        or 0x1F3FB <= code <= 0x1F3FF
        or 0xE0020 <= code <= 0xE007F
    )


def _is_flag(code: int) -> bool:
    return 0x1F1E6 <= code <= 0x1F1FF


def _is_picture(code: int) -> bool:
    return any(first <= code <= last for first, last in _PICTURES)


_SYLLABLES = frozenset(
    {("L", "L"), ("L", "V"), ("L", "LV"), ("L", "LVT")}
    | {("LV", "V"), ("LV", "T"), ("V", "V"), ("V", "T"), ("LVT", "T"), ("T", "T")}
)


def _hangul(code: int) -> str:
    if 0x1100 <= code <= 0x115F or 0xA960 <= code <= 0xA97C:
        return "L"
    if 0x1160 <= code <= 0x11A7 or 0xD7B0 <= code <= 0xD7C6:
        return "V"
    if 0x11A8 <= code <= 0x11FF or 0xD7CB <= code <= 0xD7FB:
        return "T"
    if 0xAC00 <= code <= 0xD7A3:
        return "LV" if (code - 0xAC00) % 28 == 0 else "LVT"
    return ""
