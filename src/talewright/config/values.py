"""Plain data as the text behind ``=``, and back (config-savegame.md section 3).

    value  := struct | "quoted" | bare
    struct := "(" [ item { "," item } ] ")"
    item   := key "=" value | key "[" number "]" "=" value | value

A struct whose items have keys is a dict, one whose items have none is a list; ``()`` is the empty list, ``(=)`` the
empty dict. Decides nothing about types: text that stands unquoted is `Bare`, and what it is the field that receives it
says. What is not such text raises `ValueFormatError` with the offset; blanks, doubled commas and junk behind the outer
``)`` are tolerated, as real files have them. Takes time in proportion to the text, and no recursion.
"""

from __future__ import annotations

import math
import re
from typing import Any

from talewright.config.quoting import closing_quote, needs_quotes, quote, unescape, unquote
from talewright.config.style import NATIVE, UE4, Style
from talewright.errors import ConfigError, ValueFormatError
from talewright.fields import Bare, Plain, spelled

MAX_DEPTH = 64
"""How deep parentheses may nest."""

_MAX_INDEX = 10_000
_MAX_BITS = 13_000  # of a whole number: more digits than Python turns into text by default
_BLANKS = " \t"
_TOKEN = re.compile(r"[A-Za-z0-9_./:#@$-]+")
_KEY = re.compile(r"([A-Za-z0-9_./:#@$-]+)(?:\[(\d+)\]|\((\d+)\))?[ \t]*=")
_PLAIN_RUN = re.compile(r'[^(),"]*')
_FLAT = re.compile(r"\([\x00-\x08\x0a-\x1f!#-'*-Z\\-\x7f]*\)")  # ASCII, no blanks, quotes, parentheses, brackets
_SKIP = re.compile(r"[ \t]*")

_Item = tuple[str | None, int | None, Plain]


def parse(raw: str, *, style: Style = NATIVE) -> Plain:
    """Read the text behind ``=`` as plain data.

    Args:
        raw: as it stands in the file, quotes included (`Entry.raw`).
        style: what a backslash inside quotes means.

    Returns:
        A list or dict for a struct, `str` for quoted text, `Bare` for any other.

    Raises:
        ValueFormatError: a struct is broken; its `offset` counts characters of `raw` from 0.

    >>> parse("(min=1,max=10)")
    {'min': '1', 'max': '10'}
    >>> parse('(Pass="a,b",Name="x, (y)",N=1)')
    {'Pass': 'a,b', 'Name': 'x, (y)', 'N': '1'}
    >>> parse("(min=1,max=10")
    Traceback (most recent call last):
    talewright.errors.ValueFormatError: the ( is never closed
      hint: end the value with )
    """
    first = raw[:1]
    if first == "(":
        quick = _flat(raw)
        return _struct(raw, 0, style)[0] if quick is None else quick
    if first == '"' or first in _BLANKS or raw[-1] in _BLANKS:
        return parse_prefix(raw, style=style)[0]
    return Bare(raw)


def parse_prefix(raw: str, *, style: Style = NATIVE) -> tuple[Plain, int]:
    """Read as `parse` does, and say where the value ends: what follows is ignored, and may deserve a warning.

    Raises:
        ValueFormatError: a struct is broken.
    """
    begin = _SKIP.match(raw).end()  # type: ignore[union-attr]
    if begin == len(raw):
        return Bare(""), begin
    first = raw[begin]
    if first == "(":
        quick = _flat(raw)
        return (quick, len(raw)) if quick is not None else _struct(raw, begin, style)
    text = raw[begin:].rstrip(_BLANKS)
    if first == '"':
        end = closing_quote(text, 0, style)
        return unquote(text, style), begin + (len(text) if end < 0 else end)
    return Bare(text), len(raw)


def _flat(raw: str) -> Plain | None:
    """Read the usual struct, ``(a=1,b=2)`` or ``(a,b)``; None for all that needs a closer look."""
    if not _FLAT.fullmatch(raw):
        return None
    body = raw[1:-1]
    items = body.split(",")
    if "=" not in body:
        return None if "" in items else [Bare(item) for item in items]
    found: dict[str, Plain] = {}
    for item in items:
        key, equals, text = item.partition("=")
        if not equals or not key.isidentifier():
            return None
        found[key] = Bare(text)
    return found


def _struct(raw: str, begin: int, style: Style) -> tuple[Plain, int]:
    # One frame a parenthesis that is open: where it opened, the key it is the value of, and its items so far.
    frames: list[tuple[int, str | None, int | None, list[_Item]]] = [(begin, None, None, [])]
    items = frames[0][3]
    at = begin + 1
    length = len(raw)
    skip = _SKIP.match
    while True:
        at = skip(raw, at).end()  # type: ignore[union-attr]
        if at >= length:
            raise ValueFormatError("the ( is never closed", frames[-1][0], hint="end the value with )")
        character = raw[at]
        if character == ",":
            at += 1
            continue
        if character == ")":
            at += 1
            opened, key, index, _ = frames.pop()
            value = _assemble(items, opened)
            if not frames:
                return value, at
            items = frames[-1][3]
            items.append((key, index, value))
            at = _separated(raw, at)
            continue
        key, index, at = _key(raw, at, style, bool(items))
        at = skip(raw, at).end()  # type: ignore[union-attr]
        character = raw[at : at + 1]
        if character == "(":
            if len(frames) >= MAX_DEPTH:
                raise ValueFormatError(f"parentheses nest deeper than {MAX_DEPTH}", at, hint="make the value flatter")
            items = []
            frames.append((at, key, index, items))
            at += 1
        elif character == '"':
            end = closing_quote(raw, at, style)
            if end < 0:
                raise ValueFormatError("the quote is never closed", at, hint='end the text with "')
            items.append((key, index, unescape(raw[at + 1 : end - 1], style)))
            at = _separated(raw, end)
        elif key == "" and index == -1:  # the (=) of an empty dict
            items.append(("", -1, None))
        else:
            end = _bare_end(raw, at, style)
            text = raw[at:end].rstrip(_BLANKS)
            items.append((key, index, Bare(text)))
            at = end


def _key(raw: str, at: int, style: Style, more: bool) -> tuple[str | None, int | None, int]:
    match = _KEY.match(raw, at)
    if match:
        digits = match[2] or match[3]
        if digits is not None and (len(digits) > 5 or int(digits) > _MAX_INDEX):
            raise ValueFormatError(f"the index {digits} is too big", at, hint=f"at most {_MAX_INDEX}")
        return match[1], int(digits) if digits else None, match.end()
    if raw[at] == '"':
        end = closing_quote(raw, at, style)
        if end > 0:
            behind = _SKIP.match(raw, end).end()  # type: ignore[union-attr]
            if raw[behind : behind + 1] == "=":
                return unescape(raw[at + 1 : end - 1], style), None, behind + 1
    elif raw[at] == "=":
        behind = _SKIP.match(raw, at + 1).end()  # type: ignore[union-attr]
        if more or raw[behind : behind + 1] != ")":
            raise ValueFormatError("a name is missing in front of =", at, hint="write (name=value)")
        return "", -1, behind
    return None, None, at


def _separated(raw: str, at: int) -> int:
    at = _SKIP.match(raw, at).end()  # type: ignore[union-attr]
    if at < len(raw) and raw[at] not in ",)":
        hint = 'put a comma between values; inside quotes write \\" for a quote'
        raise ValueFormatError(f"{raw[at : at + 20]!r} follows the end of a value", at, hint=hint)
    return at


def _bare_end(raw: str, at: int, style: Style) -> int:
    """Find the end of unquoted text: a comma or parenthesis that no parenthesis or quote inside it holds."""
    depth, begin, opened = 0, at, at
    while True:
        at = _PLAIN_RUN.match(raw, at).end()  # type: ignore[union-attr]
        if at >= len(raw):
            if depth:
                raise ValueFormatError("the ( is never closed", opened, hint="end it with )")
            return at
        character = raw[at]
        if character == '"':
            end = closing_quote(raw, at, style)
            if end < 0:
                raise ValueFormatError("the quote is never closed", at, hint='end the text with "')
            at = end
            continue
        if character == "(":
            depth += 1
            opened = at
            if at == begin or depth > MAX_DEPTH:
                raise ValueFormatError(f"parentheses nest deeper than {MAX_DEPTH}", at, hint="make the value flatter")
        elif depth == 0:
            return at
        elif character == ")":
            depth -= 1
        at += 1


def _assemble(items: list[_Item], opened: int) -> Plain:
    if not items:
        return []
    if items[0][:2] == ("", -1):
        return {}
    if all(key is None for key, _, _ in items):
        return [value for _, _, value in items]
    found: dict[str, Plain] = {}
    indexed: dict[str, dict[int, Plain]] = {}
    for key, index, value in items:
        if key is None:
            hint = "give all items of the struct a name, or none"
            raise ValueFormatError(f"{value!r} has no name, but other items of this struct have", opened, hint=hint)
        if index is None:
            found[key] = value
        else:
            indexed.setdefault(key, {})[index] = value
            found.setdefault(key, None)
    for key, values in indexed.items():
        found[key] = [values.get(n) for n in range(max(values) + 1)]
    return found


def dump(plain: Plain, *, style: Style = NATIVE, nested: bool = False) -> str:
    """Write plain data as the text behind ``=``.

    In the style `NATIVE` numbers are the shortest that give the same number back, and text is quoted wherever reading
    it without a declared type would not give the same text. In the style `UE3` floats have six decimals, text is
    quoted only where it must be, and its type is known only to the field that reads it; `UE4` is the same, but every
    text inside a struct is quoted. `Bare` text stays unquoted where it can, so that what nobody decoded is written as
    it was read.

    Args:
        plain: None, bool, int, float, str, lists and dicts with text keys.
        style: the dialect.
        nested: write text as inside a struct, where more of it is quoted.

    Raises:
        ConfigError: not a number, infinite, nested too deeply, no plain data.
        ValueFormatError: the style `UE3` cannot hold the text.

    >>> dump({"min": 1, "name": "Short sword", "tags": ["a", "7"], "at": 0.5})
    '(min=1,name="Short sword",tags=(a,"7"),at=0.5)'
    >>> from talewright.config.style import UE3, UE4
    >>> dump({"weight": 0.5, "name": "a"}, style=UE3), dump({"weight": 0.5, "name": "a"}, style=UE4)
    ('(weight=0.500000,name=a)', '(weight=0.500000,name="a")')
    """
    if isinstance(plain, (list, dict)):
        parts: list[str] = []
        _dump_into(parts, plain, style, 1)
        return "".join(parts)
    return _scalar(plain, style, nested)


def _dump_into(parts: list[str], plain: Any, style: Style, depth: int) -> None:
    if isinstance(plain, list):
        opening = "("
        pairs = [("", value) for value in plain]
    elif isinstance(plain, dict):
        opening = "(" if plain or style is not NATIVE else "(="
        pairs = [(f"{_dump_key(key, style)}=", value) for key, value in plain.items()]
    else:
        parts.append(_scalar(plain, style, True))
        return
    if depth > MAX_DEPTH:
        raise ConfigError(f"a value nests deeper than {MAX_DEPTH}", hint="make it flatter")
    parts.append(opening)
    for number, (head, value) in enumerate(pairs):
        parts.append("," + head if number else head)
        if head and isinstance(value, Bare) and _stays_bare(value, style, nested=True, named=True):
            parts.append(value)
            continue
        _dump_into(parts, value, style, depth + 1)
    parts.append(")")


def _dump_key(key: object, style: Style) -> str:
    if not isinstance(key, str):
        raise ConfigError(f"{key!r} is no name of a field", hint="plain data has text keys only")
    return key if _TOKEN.fullmatch(key) else quote(key, style)


def _scalar(value: Plain, style: Style, nested: bool) -> str:
    if value is None or value is True or value is False:
        return str(value)
    if isinstance(value, str):
        return _text(value, style, nested)
    if isinstance(value, int):
        if value.bit_length() > _MAX_BITS:
            raise ConfigError("a whole number has more than 3900 digits", hint="write it as text")
        return str(int(value))
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ConfigError(f"{value} cannot be written", hint="a number in a file is finite")
        return repr(float(value)) if style is NATIVE else f"{value:.6f}"
    raise ConfigError(
        f"a value of type {type(value).__name__} is no plain data", hint="encode it first (talewright.fields.encode)"
    )


def _text(text: str, style: Style, nested: bool) -> str:
    if isinstance(text, Bare) and _stays_bare(text, style, nested=nested):
        return str(text)
    if nested:
        bare = style is not UE4 and _TOKEN.fullmatch(text) is not None
    else:
        bare = not needs_quotes(text, style) and text[:1] != "(" and (bool(text) or style is not NATIVE)
    if bare and (style is not NATIVE or type(spelled(text)) is str):
        return text
    return quote(text, style)


def _stays_bare(text: Bare, style: Style, *, nested: bool, named: bool = False) -> bool:
    """Whether text that stood unquoted in a file reads the same without quotes where it is to stand now."""
    if any(c in text for c in "\r\n") or text.endswith("\\\\"):
        return False
    try:
        found = parse(f"(k={text})" if named else f"({text})" if nested else text, style=style)
    except ValueFormatError:
        return False
    if named:
        found = found.get("k") if len(found) == 1 else None
    elif nested:
        found = found[0] if isinstance(found, list) and len(found) == 1 else None
    return isinstance(found, Bare) and found == text
