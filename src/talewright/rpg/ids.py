"""Ids of inventory items: made once, never made again.

Decides the form of a generated id. It must live in a section header, be equal to nothing else whatever its case, and
end in a letter (digits at the end are Unreal's own numbering). The random numbers come from a stream of their own:
drawing an id must not change the dice of the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from string import ascii_lowercase
from typing import TypeAlias

RandomSource: TypeAlias = Random | Callable[[], Random]
"""A generator, or a function that gives the one to use now (a game replaces its streams when it loads)."""

_BITS = 96
_LETTERS = 21  # 26 ** 21 is the first power of 26 above 2 ** 96
_MAX_STEM = 63 - _LETTERS - 1


def now(source: RandomSource) -> Random:
    """Return the generator to use now."""
    return source if isinstance(source, Random) else source()


def new_id(base_name: str, random: Random, taken: Callable[[str], bool]) -> str:
    """Make an id for an item of a type: its name without digits at the end, an ``x``, and 96 random bits as letters.

    Args:
        base_name: the name of the item's type.
        random: the stream of ids.
        taken: says whether an id is in use, in memory or in the shared file.

    >>> new_id("sword1", Random(0), lambda id: False)
    'swordxdajbkbgypmljraiplkfjp'
    """
    while True:
        made = f"{stem(base_name)}x{_letters(random.getrandbits(_BITS))}"
        if not taken(made):
            return made


def stem(base_name: str) -> str:
    """Return the readable part of an id: ASCII letters and digits of a name, a letter first, no digit last.

    >>> [stem(n) for n in ("sword1", "short_sword2", "2handed", "剣")]
    ['sword', 'shortsword', 'handed', 'item']
    """
    plain = re.sub(r"[^A-Za-z0-9]", "", base_name).lstrip("0123456789")[:_MAX_STEM]
    return plain.rstrip("0123456789") or "item"


def _letters(number: int) -> str:
    letters = []
    for _ in range(_LETTERS):
        number, digit = divmod(number, 26)
        letters.append(ascii_lowercase[digit])
    return "".join(reversed(letters))
