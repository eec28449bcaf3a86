"""Defold's 64-bit hash of a name: for those who exchange ids with the engine.

In Python an id is text; this is the number that the engine would have in its place (an incremental Murmur hash,
seed 0).
Nothing in the library looks ids up by it.

Source: Defold manual, addressing ("hashes"); the published values are in the tests.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_MIX = 0xC6A4A7935BD1E995
_SHIFT = 47


def hash64(text: str | bytes) -> int:
    """Return the number that stands for a name in Defold.

    Args:
        text: the name; text is hashed as UTF-8.

    >>> f"{hash64('my_hash'):016x}", hash64("")
    ('a2bc06d97f580aab', 0)
    """
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"a name is text or bytes, not {type(text).__name__}")
    try:
        data = text.encode() if isinstance(text, str) else text
    except UnicodeEncodeError:
        raise ValueError(f"the name {text!r} cannot be written as UTF-8") from None
    size = len(data)
    whole = size - size % 8
    state = 0
    for at in range(0, whole, 8):
        state = _mixed(state, int.from_bytes(data[at : at + 8], "little"))
    state = _mixed(state, int.from_bytes(data[whole:], "little"))
    state = _mixed(state, size)
    state ^= state >> _SHIFT
    state = state * _MIX & _MASK
    return state ^ state >> _SHIFT


def _mixed(state: int, block: int) -> int:
    block = block * _MIX & _MASK
    block ^= block >> _SHIFT
    return state * _MIX & _MASK ^ block * _MIX & _MASK
