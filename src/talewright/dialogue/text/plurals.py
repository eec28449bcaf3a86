"""Plural classes of numbers, by language.

Decides which of zero, one, two, few, many and other a number has, as the Unicode CLDR charts do, for the languages that
are asked for most; whoever needs another hands a :class:`Locale` in, for example of Babel:
``Locale("cy", plural_form, ordinal_form)``. A number is given as text, because ``1`` and ``1.0`` may differ: its
operands are n (the number), i (its whole part), v (how many digits stand behind the point) and f (these digits).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

#: The names of all classes.
CLASSES: Final = ("zero", "one", "two", "few", "many", "other")
#: Every class of every built-in language has a number below this, but for those of millions and fractions.
_COUNTED: Final = 201

Rule: TypeAlias = Callable[[str], str]
_Operands: TypeAlias = Callable[[float, int, int, int], str]


@dataclass(frozen=True, slots=True)
class Locale:
    """A language and its plural classes.

    Attributes:
        name: such as ``en`` or ``pt-PT``.
        cardinal: gives the class of a count, written as text.
        ordinal: gives the class of a rank (first, second).
    """

    name: str
    cardinal: Rule
    ordinal: Rule


@functools.lru_cache(maxsize=64)
def locale_of(name: str) -> Locale:
    """Return a built-in language; the region is ignored where it changes nothing, and unknown ones count as English.

    >>> [locale_of("pl").cardinal(n) for n in ("1", "2", "5", "22")]
    ['one', 'few', 'many', 'few']
    >>> [locale_of("en-GB").ordinal(n) for n in ("1", "2", "3", "4", "11")]
    ['one', 'two', 'few', 'other', 'other']
    """
    wanted = name.replace("_", "-").lower()
    language = wanted.partition("-")[0]
    cardinal = _CARDINALS.get(wanted) or _CARDINALS.get(language) or _one_without_digits
    ordinal = _ORDINALS.get(language, _other if language in _CARDINALS else _english_rank)
    return Locale(name, _rule(cardinal), _rule(ordinal))


def languages() -> tuple[str, ...]:
    """Return the languages whose classes are built in."""
    return tuple(sorted(_CARDINALS))


@functools.lru_cache(maxsize=64)
def classes_of(name: str, kind: str) -> frozenset[str]:
    """Return the classes that whole numbers have in a language, as a ``plural`` or an ``ordinal`` needs them.

    Millions, which French and its neighbours count apart, and fractions are left to ``other``. Of a language that is
    not built in nothing is known but ``other``.

    >>> sorted(classes_of("pl", "plural")), sorted(classes_of("xx", "plural"))
    (['few', 'many', 'one'], ['other'])
    """
    if name.replace("_", "-").lower().partition("-")[0] not in _CARDINALS:
        return frozenset(("other",))
    found = locale_of(name)
    rule = found.cardinal if kind == "plural" else found.ordinal
    return frozenset(rule(str(number)) for number in range(_COUNTED))


def _rule(of: _Operands) -> Rule:
    def classify(number: str) -> str:
        digits = number.lstrip("-")
        whole, _, behind = digits.partition(".")
        return of(float(digits), int(whole or "0"), len(behind), int(behind or "0"))

    return classify


# Cardinals ------------------------------------------------------------------------------------------------------------


def _other(n: float, i: int, v: int, f: int) -> str:
    return "other"


def _one_without_digits(n: float, i: int, v: int, f: int) -> str:
    return "one" if i == 1 and v == 0 else "other"


def _one(n: float, i: int, v: int, f: int) -> str:
    return "one" if n == 1 else "other"


def _zero_or_one(n: float, i: int, v: int, f: int) -> str:
    return "one" if i in (0, 1) else "other"


def _up_to_one(n: float, i: int, v: int, f: int) -> str:
    return "one" if i == 0 or n == 1 else "other"


def _french(n: float, i: int, v: int, f: int) -> str:
    if i in (0, 1):
        return "one"
    return "many" if i % 1_000_000 == 0 and v == 0 else "other"


def _spanish(n: float, i: int, v: int, f: int) -> str:
    if n == 1:
        return "one"
    return "many" if i != 0 and i % 1_000_000 == 0 and v == 0 else "other"


def _italian(n: float, i: int, v: int, f: int) -> str:
    if i == 1 and v == 0:
        return "one"
    return "many" if i != 0 and i % 1_000_000 == 0 and v == 0 else "other"


def _danish(n: float, i: int, v: int, f: int) -> str:
    return "one" if n == 1 or (f != 0 and i in (0, 1)) else "other"


def _icelandic(n: float, i: int, v: int, f: int) -> str:
    if f == 0:
        return "one" if i % 10 == 1 and i % 100 != 11 else "other"
    return "one" if f % 10 == 1 and f % 100 != 11 else "other"


def _east_slavic(n: float, i: int, v: int, f: int) -> str:
    if v:
        return "other"
    if i % 10 == 1 and i % 100 != 11:
        return "one"
    return "few" if i % 10 in (2, 3, 4) and i % 100 not in (12, 13, 14) else "many"


def _polish(n: float, i: int, v: int, f: int) -> str:
    if v:
        return "other"
    if i == 1:
        return "one"
    return "few" if i % 10 in (2, 3, 4) and i % 100 not in (12, 13, 14) else "many"


def _czech(n: float, i: int, v: int, f: int) -> str:
    if v:
        return "many"
    return "one" if i == 1 else "few" if i in (2, 3, 4) else "other"


def _serbian(n: float, i: int, v: int, f: int) -> str:
    of = i if v == 0 else f
    if of % 10 == 1 and of % 100 != 11:
        return "one"
    return "few" if of % 10 in (2, 3, 4) and of % 100 not in (12, 13, 14) else "other"


def _slovenian(n: float, i: int, v: int, f: int) -> str:
    if v:
        return "few"
    return {1: "one", 2: "two", 3: "few", 4: "few"}.get(i % 100, "other")


def _lithuanian(n: float, i: int, v: int, f: int) -> str:
    if f:
        return "many"
    if i % 10 == 1 and not 11 <= i % 100 <= 19:
        return "one"
    return "few" if 2 <= i % 10 <= 9 and not 11 <= i % 100 <= 19 else "other"


def _latvian(n: float, i: int, v: int, f: int) -> str:
    of = i if f == 0 else f
    if (f == 0 and i % 10 == 0) or 11 <= of % 100 <= 19:
        return "zero"
    return "one" if of % 10 == 1 and (f == 0 or v == 2 or f % 10 == 1) else "other"


def _romanian(n: float, i: int, v: int, f: int) -> str:
    if i == 1 and v == 0:
        return "one"
    return "few" if v or n == 0 or 1 <= i % 100 <= 19 else "other"


def _hebrew(n: float, i: int, v: int, f: int) -> str:
    if (i == 1 and v == 0) or (i == 0 and v):
        return "one"
    return "two" if i == 2 and v == 0 else "other"


def _arabic(n: float, i: int, v: int, f: int) -> str:
    if f:
        return "other"
    if i in (0, 1, 2):
        return ("zero", "one", "two")[i]
    return "few" if 3 <= i % 100 <= 10 else "many" if i % 100 >= 11 else "other"


def _irish(n: float, i: int, v: int, f: int) -> str:
    if f:
        return "other"
    return "one" if i == 1 else "two" if i == 2 else "few" if 3 <= i <= 6 else "many" if 7 <= i <= 10 else "other"


def _welsh(n: float, i: int, v: int, f: int) -> str:
    return "other" if f else {0: "zero", 1: "one", 2: "two", 3: "few", 6: "many"}.get(i, "other")


_CARDINALS: Final[dict[str, _Operands]] = {
    **dict.fromkeys(("en", "de", "nl", "sv", "fi", "et", "gl", "yi"), _one_without_digits),
    **dict.fromkeys(("ja", "ko", "zh", "th", "vi", "id", "ms", "lo", "my"), _other),
    **dict.fromkeys(("no", "nb", "nn", "el", "hu", "tr", "bg", "eu", "sq", "ka", "kk", "az", "ta", "te", "eo"), _one),
    **dict.fromkeys(("hi", "bn", "fa", "gu", "kn"), _up_to_one),
    **dict.fromkeys(("ru", "uk", "be"), _east_slavic),
    **dict.fromkeys(("cs", "sk"), _czech),
    **dict.fromkeys(("sr", "hr", "bs"), _serbian),
    **dict.fromkeys(("it", "ca", "pt-pt"), _italian),
    "hy": _zero_or_one, "fr": _french, "pt": _french, "es": _spanish, "da": _danish, "is": _icelandic, "pl": _polish,
    "sl": _slovenian, "lt": _lithuanian, "lv": _latvian, "ro": _romanian, "he": _hebrew, "ar": _arabic, "ga": _irish,
    "cy": _welsh,
}  # fmt: skip

# Ordinals -------------------------------------------------------------------------------------------------------------


def _english_rank(n: float, i: int, v: int, f: int) -> str:
    if v or i % 100 in (11, 12, 13):
        return "other"
    return {1: "one", 2: "two", 3: "few"}.get(i % 10, "other")


def _swedish_rank(n: float, i: int, v: int, f: int) -> str:
    return "one" if not v and i % 10 in (1, 2) and i % 100 not in (11, 12) else "other"


def _italian_rank(n: float, i: int, v: int, f: int) -> str:
    return "many" if n in (8, 11, 80, 800) else "other"


def _catalan_rank(n: float, i: int, v: int, f: int) -> str:
    return {1: "one", 3: "one", 2: "two", 4: "few"}.get(int(n) if n == i else 0, "other")


def _hungarian_rank(n: float, i: int, v: int, f: int) -> str:
    return "one" if n in (1, 5) else "other"


def _ukrainian_rank(n: float, i: int, v: int, f: int) -> str:
    return "few" if not v and i % 10 == 3 and i % 100 != 13 else "other"


def _hindi_rank(n: float, i: int, v: int, f: int) -> str:
    return {1: "one", 2: "two", 3: "two", 4: "few", 6: "many"}.get(int(n) if n == i else 0, "other")


def _welsh_rank(n: float, i: int, v: int, f: int) -> str:
    ranks = {0: "zero", 7: "zero", 8: "zero", 9: "zero", 1: "one", 2: "two", 3: "few", 4: "few", 5: "many", 6: "many"}
    return ranks.get(int(n) if n == i else -1, "other")


_ORDINALS: Final[dict[str, _Operands]] = {
    **dict.fromkeys(("fr", "ro", "vi", "ms", "ga", "hy", "lo"), _one),
    "en": _english_rank, "sv": _swedish_rank, "it": _italian_rank, "ca": _catalan_rank, "hu": _hungarian_rank,
    "uk": _ukrainian_rank, "hi": _hindi_rank, "gu": _hindi_rank, "cy": _welsh_rank,
}  # fmt: skip
