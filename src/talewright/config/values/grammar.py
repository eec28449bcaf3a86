"""Plain data as the text behind ``=``, and back (config-savegame.md section 3).

    value  := struct | "quoted" | bare
    struct := "(" [ item { "," item } ] ")"
    item   := key "=" value | key "[" number "]" "=" value | value

A struct whose items have keys is a dict, one whose items have none is a list; ``()`` is the empty list, ``(=)`` the
empty dict. Decides nothing about types: text that stands unquoted is `Bare`, and what it is the field that receives it
says. Blanks, doubled commas and junk behind the outer ``)`` are tolerated, as real files have them. What is no such
text `parse` refuses, with the offset; `read` takes what can be read, and says what it passed over (`Fault`). Takes time
in proportion to the text, and no recursion.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, NoReturn

from talewright.config.values.dialects import NATIVE, UE4, Style
from talewright.config.values.quoting import closing_quote, needs_quotes, quote, unescape, unquote
from talewright.errors import ConfigError, ValueFormatError
from talewright.fields import Bare, Plain, spelled
from talewright.names import fold

MAX_DEPTH = 64
"""How deep parentheses may nest."""

_MAX_INDEX = 10_000
_MAX_BITS = 13_000  # of a whole number: more digits than Python turns into text by default
_BLANKS = " \t"
_TOKEN = re.compile(r"[A-Za-z0-9_./:#@$-]+")
_KEY = re.compile(r"([A-Za-z0-9_./:#@$-]+)(?:\[([0-9]+)\]|\(([0-9]+)\))?[ \t]*=")
_PLAIN_RUN = re.compile(r'[^(),"]*')
_FLAT = re.compile(r"\([\x00-\x08\x0a-\x1f!#-'*-Z\\-\x7f]*\)")  # ASCII, no blanks, quotes, parentheses, brackets
_SKIP = re.compile(r"[ \t]*")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a struct that could be read in part.

    Attributes:
        kind: ``broken``, from here on nothing could be read; ``passed``, this item alone is passed over; ``twice``, a
            name is there twice, and the last one counts.
        offset: where, in characters of the text, from 0.
        length: of what is meant.
        message: what is the matter.
        hint: what to write.
    """

    kind: Literal["broken", "passed", "twice"]
    offset: int
    length: int
    message: str
    hint: str


class _Item(NamedTuple):
    """An item of a struct: where it begins, where its value does, and where it ends."""

    key: str | None
    nth: int | None
    value: Plain
    start: int
    at: int
    end: int
    inside: list[_Item] | None = None


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
        return parse_prefix(raw, style=style)[0] if quick is None else quick
    if first == '"' or first in _BLANKS or raw[-1] in _BLANKS:
        return parse_prefix(raw, style=style)[0]
    return Bare(raw)


def parse_prefix(raw: str, *, style: Style = NATIVE) -> tuple[Plain, int]:
    """Read as `parse` does, and say where the value ends: what follows is ignored, and may deserve a warning.

    Raises:
        ValueFormatError: a struct is broken.
    """
    value, end, faults = read(raw, style=style)
    for fault in faults:
        if fault.kind != "twice":
            raise ValueFormatError(fault.message, fault.offset, hint=fault.hint)
    return value, end


def read(raw: str, *, style: Style = NATIVE) -> tuple[Plain, int, list[Fault]]:
    """Read what can be read: one bad item of a struct costs itself alone.

    Args:
        raw: the text behind ``=``.
        style: what a backslash inside quotes means.

    Returns:
        The value, where it ends, and what is wrong with it.

    >>> value, _, faults = read('(Name="Rix",Aim=0.5,Tactics0.7,Jump=1)')
    >>> value, faults[0].message
    ({'Name': 'Rix', 'Aim': '0.5', 'Jump': '1'}, "'Tactics0.7' has no name, but other items of this struct have")
    """
    begin = _SKIP.match(raw).end()  # type: ignore[union-attr]
    if begin == len(raw):
        return Bare(""), begin, []
    first = raw[begin]
    if first == "(":
        quick = _flat(raw)
        if quick is not None:
            return quick, len(raw), []
        struct = _Struct(raw, begin, style)
        value, end = struct.read()
        return value, end, struct.faults
    text = raw[begin:].rstrip(_BLANKS)
    if first == '"':
        end = closing_quote(text, 0, style)
        return unquote(text, style), begin + (len(text) if end < 0 else end), []
    return Bare(text), len(raw), []


PartPath = tuple[int | str, ...]
"""The way to a part of a value: folded names of fields, numbers of elements."""


def places(raw: str, *, style: Style = NATIVE) -> dict[PartPath, tuple[int, int]]:
    """Return where every part of a struct stands: offset and length of its text.

    >>> places("(min=1,names=(a,b))")[("names", 1)]
    (16, 1)
    """
    found: dict[PartPath, tuple[int, int]] = {}
    begin = _SKIP.match(raw).end()  # type: ignore[union-attr]
    if raw[begin : begin + 1] == "(":
        struct = _Struct(raw, begin, style)
        struct.read()
        _note_places((), struct.items, found)
    return found


def _note_places(way: PartPath, items: list[_Item], found: dict[PartPath, tuple[int, int]]) -> None:
    for number, item in enumerate(items):
        part: PartPath = (*way, number) if item.key is None else (*way, fold(item.key))
        if item.key is not None and item.nth is not None:
            part = (*part, item.nth)
        found[part] = (item.at, item.end - item.at)
        if item.inside is None:
            continue
        if item.key is None and len(item.inside) == 2 and isinstance(item.inside[0].value, str):  # a pair of a map
            pair = item.inside[1]
            found[*way, fold(item.inside[0].value)] = (pair.at, pair.end - pair.at)
        _note_places(part, item.inside, found)


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
    return found if len(found) == len(items) else None  # a name is there twice


class _Broken(Exception):
    """Nothing behind this place can be read."""


class _Frame:
    """A parenthesis that is open."""

    __slots__ = ("at", "counts", "index", "items", "key", "start")

    def __init__(self, at: int, key: str | None, index: int | None, start: int, *, counts: bool) -> None:
        self.at = at
        self.key, self.index, self.start = key, index, start  # of the item that it is the value of
        self.counts = counts  # whether that item is a good one
        self.items: list[_Item] = []


class _Struct:
    """Reads the text of a struct; collects what is wrong with it."""

    __slots__ = ("_begin", "_raw", "_style", "faults", "items")

    def __init__(self, raw: str, begin: int, style: Style) -> None:
        self.faults: list[Fault] = []
        self.items: list[_Item] = []
        self._raw = raw
        self._begin = begin
        self._style = style

    def read(self) -> tuple[Plain, int]:
        """Return the value and where it ends."""
        frames = [_Frame(self._begin, None, None, self._begin, counts=True)]
        try:
            end = self._items(frames)
        except _Broken:
            end = len(self._raw)
            while len(frames) > 1:
                self._close(frames, end)
        self.items = frames[0].items
        return self._assemble(self.items), end

    def _close(self, frames: list[_Frame], end: int) -> None:
        frame = frames.pop()
        if frame.counts:
            value = self._assemble(frame.items)
            frames[-1].items.append(_Item(frame.key, frame.index, value, frame.start, frame.at, end, frame.items))

    def _items(self, frames: list[_Frame]) -> int:
        raw, style = self._raw, self._style
        items = frames[0].items
        at = self._begin + 1
        length = len(raw)
        skip = _SKIP.match
        while True:
            at = skip(raw, at).end()  # type: ignore[union-attr]
            if at >= length:
                self._break("the ( is never closed", frames[-1].at, "end the value with )")
            character = raw[at]
            if character == ",":
                at += 1
                continue
            if character == ")":
                at += 1
                if len(frames) == 1:
                    return at
                self._close(frames, at)
                items = frames[-1].items
                at = self._separated(at)
                continue
            start = at
            key, index, at, good = self._key(at, bool(items))
            at = skip(raw, at).end()  # type: ignore[union-attr]
            character = raw[at : at + 1]
            if character == "(":
                if len(frames) >= MAX_DEPTH:
                    self._break(f"parentheses nest deeper than {MAX_DEPTH}", at, "make the value flatter")
                frames.append(_Frame(at, key, index, start, counts=good))
                items = frames[-1].items
                at += 1
            elif character == '"':
                end = closing_quote(raw, at, style)
                if end < 0:
                    self._break("the quote is never closed", at, 'end the text with "')
                if good:
                    items.append(_Item(key, index, unescape(raw[at + 1 : end - 1], style), start, at, end))
                at = self._separated(end)
            elif key == "" and index == -1:  # the (=) of an empty dict
                items.append(_Item("", -1, None, start, at, at))
            else:
                end = self._bare_end(at)
                text = raw[at:end].rstrip(_BLANKS)
                if good:
                    items.append(_Item(key, index, Bare(text), start, at, at + len(text)))
                at = end

    def _key(self, at: int, more: bool) -> tuple[str | None, int | None, int, bool]:
        """Return the name in front of a value, its index, where the value begins, and whether the item is good."""
        raw = self._raw
        match = _KEY.match(raw, at)
        if match:
            digits = match[2] or match[3]
            good = digits is None or (len(digits) <= 5 and int(digits) <= _MAX_INDEX)
            if not good:
                self._pass(f"the index {digits:.40} is too big", at, match.end() - at, f"at most {_MAX_INDEX}")
            return match[1], int(digits) if digits and good else None, match.end(), good
        if raw[at] == '"':
            end = closing_quote(raw, at, self._style)
            if end > 0:
                behind = _SKIP.match(raw, end).end()  # type: ignore[union-attr]
                if raw[behind : behind + 1] == "=":
                    return unescape(raw[at + 1 : end - 1], self._style), None, behind + 1, True
        elif raw[at] == "=":
            behind = _SKIP.match(raw, at + 1).end()  # type: ignore[union-attr]
            if more or raw[behind : behind + 1] != ")":
                self._pass("a name is missing in front of =", at, 1, "write (name=value)")
                return None, None, behind, False
            return "", -1, behind, True
        return None, None, at, True

    def _separated(self, at: int) -> int:
        """Return where the comma or parenthesis behind a value stands; what stands between is passed over."""
        raw = self._raw
        at = _SKIP.match(raw, at).end()  # type: ignore[union-attr]
        if at < len(raw) and raw[at] not in ",)":
            end = self._bare_end(at, junk=True)
            hint = 'put a comma between values; inside quotes write \\" for a quote'
            self._pass(f"{_short(raw[at:end])} follows the end of a value", at, end - at, hint)
            return end
        return at

    def _bare_end(self, at: int, *, junk: bool = False) -> int:
        """Find the end of unquoted text: a comma or parenthesis that no parenthesis or quote inside it holds."""
        raw = self._raw
        depth, begin, opened = 0, at, at
        while True:
            at = _PLAIN_RUN.match(raw, at).end()  # type: ignore[union-attr]
            if at >= len(raw):
                if depth:
                    self._break("the ( is never closed", opened, "end it with )")
                return at
            character = raw[at]
            if character == '"':
                end = closing_quote(raw, at, self._style)
                if end < 0:
                    self._break("the quote is never closed", at, 'end the text with "')
                at = end
                continue
            if character == "(":
                depth += 1
                opened = at
                if (at == begin and not junk) or depth > MAX_DEPTH:
                    self._break(f"parentheses nest deeper than {MAX_DEPTH}", at, "make the value flatter")
            elif depth == 0:
                return at
            elif character == ")":
                depth -= 1
            at += 1

    def _assemble(self, items: list[_Item]) -> Plain:
        if not items:
            return []
        if items[0][:2] == ("", -1):
            return {}
        if all(item.key is None for item in items):
            return [item.value for item in items]
        found: dict[str, Plain] = {}
        indexed: dict[str, dict[int, Plain]] = {}
        plain: set[str] = set()
        told: set[tuple[str, int | None]] = set()
        for key, index, value, start, _, end, _ in items:
            if key is None:
                hint = "give all items of the struct a name, or none"
                message = f"{_short(self._raw[start:end].rstrip())} has no name, but other items of this struct have"
                self._pass(message, start, end - start, hint)
                continue
            known = key in found if index is None else index in indexed.get(key, ()) or key in plain
            if known and (key, index) not in told:  # once, however often it comes
                told.add((key, index))
                shown = key if index is None else f"{key}[{index}]"
                message = f"{shown} is there more than once, and the last one counts"
                self.faults.append(Fault("twice", start, end - start, message, "take one of them out"))
            if index is None:
                plain.add(key)
                found[key] = value
                indexed.pop(key, None)
            else:
                indexed.setdefault(key, {})[index] = value
                found.setdefault(key, None)
        for key, values in indexed.items():
            found[key] = [values.get(n) for n in range(max(values) + 1)]
        return found

    def _pass(self, message: str, at: int, length: int, hint: str) -> None:
        self.faults.append(Fault("passed", at, max(1, length), message, hint))

    def _break(self, message: str, at: int, hint: str) -> NoReturn:
        self.faults.append(Fault("broken", at, 1, message, hint))
        raise _Broken


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


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
    >>> from talewright.config.values.dialects import UE3, UE4
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
