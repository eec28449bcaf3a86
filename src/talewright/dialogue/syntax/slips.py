"""What a writer meant by a sign that does not fit: hints that name what to type.

Decides which slips are known inside of ``<<...>>`` and ``{...}``: signs of other languages (``=``, ``=<``, ``<>``),
quotes that are not straight, full-width signs, a comma for a point, titles that are no identifiers. A hint holds the
text to write, so that whoever types it has a script that can be read, or comes to the next mistake in it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_QUOTES: Final = {
    "“": "”", "”": "”", "„": "“", "‟": "”", "«": "»", "‘": "’", "’": "’", "‚": "‘", "'": "'", "`": "`", "´": "´",
    "「": "」", "＂": "＂",
}  # fmt: skip
#: Operators of other languages: what stands at or before the sign that does not fit, and what it is here.
_OPERATORS: Final = (
    ("! =", "!="), ("= =", "=="), ("< =", "<="), ("> =", ">="), ("=+", "+="),
    ("===", "=="), ("!==", "!="), ("=<", "<="), ("=>", ">="), ("=!", "!="), ("<>", "!="), ("=", "=="), ("&", "and"),
    ("|", "or"), ("≤", "<="), ("≥", ">="), ("≠", "!="), ("×", "*"), ("÷", "/"), ("−", "-"), ("–", "-"), ("—", "-"),
)  # fmt: skip
_NO_WORD = re.compile(r"\W+")


def slip_at(row: str, at: int) -> tuple[str, int, int, str] | None:
    """Say what a sign in an expression was meant to be: a message, from where to where, and what to write; or None.

    >>> slip_at("<<if $a = 1>>", 8)
    ('= gives a value, and compares none', 8, 9, 'write ==')
    >>> slip_at("<<set $a to “many”>>", 12)[3]
    'write "many"'
    """
    sign = row[at : at + 1]
    if not sign:
        return None
    if sign in _QUOTES:
        end = row.find(_QUOTES[sign], at + 1)
        close = row.find(">>", at)
        inner = row[at + 1 : end] if end > 0 else row[at + 1 : close if close > 0 else len(row)].rstrip("”’\"'` ")
        behind = end + 1 if end > 0 else at + 1
        return "a text stands in straight double quotes", at, behind, f'write "{inner}"'
    for written, meant in _OPERATORS:
        start = at if row.startswith(written, at) else at - len(written) + 1
        if written == "=+" and row[max(start - 1, 0)] in "=!<>":
            continue  # the end of a comparison, and a sign that numbers do not have
        if start >= 0 and start <= at and row.startswith(written, start):
            message = "= gives a value, and compares none" if written == "=" else f"{written} is no operator"
            return message, start, start + len(written), f"write {meant}"
    if sign == "." and row[at + 1 : at + 2].isdigit():
        digits = re.match(r"\.\d+", row[at:])
        return "a number begins with a digit", at, at + 1, f"write 0{digits[0] if digits else '.'}"
    found = re.search(r"(?<!\d)\d+,$", row[: at + 1]) if sign == "," else None
    if found and (behind_it := re.match(r"\d+", row[at + 1 :])):
        number = f"{found[0][:-1]}.{behind_it[0]}"
        return "a number has a point, and no comma", at, at + 1, f"write {number}"
    plain = unicodedata.normalize("NFKC", sign)
    if not sign.isascii() and len(plain) == 1 and plain.isascii() and plain.isprintable():
        return f"{sign} is a full-width sign", at, at + 1, f"write {plain}"
    return None


def title_like(text: str) -> str:
    """Give a title, such as a node may have, that is near a text; empty where none is.

    >>> title_like("Start Two"), title_like("A.B"), title_like("1st")
    ('Start_Two', 'A_B', '_1st')
    """
    cleaned = _NO_WORD.sub("_", text.strip().strip("\"'“”‘’")).strip("_")
    return f"_{cleaned}" if cleaned[:1].isdigit() else cleaned


def unquoted(text: str) -> str:
    """Give a text without the quotes around it; empty where it has none."""
    return text[1:-1].strip() if len(text) > 2 and text[0] in {'"', *_QUOTES} else ""
