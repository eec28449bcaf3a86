"""One part of a struct by its path, read and changed in the text: what stands beside it stays as it is written.

Game servers keep all their settings in one long line, and lists of structs in repeated lines; people want to change one
field. The value is not made anew from what it means (see `values`): only the text of the part is cut out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from talewright.config.values import grammar as values
from talewright.config.values.dialects import NATIVE, Style
from talewright.config.values.quoting import closing_quote, needs_quotes, quote, unquote
from talewright.errors import NotFound, ValueFormatError
from talewright.names import did_you_mean, fold

_BLANKS = " \t"


@dataclass(frozen=True)
class Part:
    """A part of a value.

    Attributes:
        name: its field with its number, ``Slots[2]``; empty for an element of a list.
        start: where its own value begins in the text.
        end: where it ends.
    """

    name: str
    start: int
    end: int


def parts(raw: str, start: int = 0, *, style: Style = NATIVE) -> list[Part]:
    """Return the parts of the struct that begins at an offset.

    Raises:
        ValueFormatError: no struct begins there, or it is not closed.

    >>> [(part.name, part.start, part.end) for part in parts('(a=1, b[2]="x,y")')]
    [('a', 3, 4), ('b[2]', 11, 16)]
    """
    start = len(raw) - len(raw[start:].lstrip(_BLANKS))
    if raw[start : start + 1] != "(":
        raise ValueFormatError("the value is no struct", start, hint="name the key alone")
    found: list[Part] = []
    at = begin = start + 1
    equals, depth = -1, 0
    while at < len(raw):
        character = raw[at]
        if character == '"':
            end = closing_quote(raw, at, style)
            if end < 0:
                break
            at = end
            continue
        if character == "(":
            depth += 1
        elif character == ")" and depth:
            depth -= 1
        elif character == "=" and not depth and equals < 0:
            equals = at
        elif character in ",)" and not depth:
            _add(found, raw, begin, at, equals)
            begin, equals = at + 1, -1
            if character == ")":
                return found
        at += 1
    raise ValueFormatError("the ( is never closed", start, hint="end the value with )")


def find_part(raw: str, fields: Sequence[str], *, style: Style = NATIVE) -> Part:
    """Return a part of a value: field names (letter case ignored) and numbers of elements, outer ones first.

    Raises:
        NotFound: there is no such field or element.
        ValueFormatError: the value is no struct.

    >>> raw = '(Name="a, b",Rates=(1.50,2))'
    >>> part = find_part(raw, ["rates", "0"]); raw[part.start : part.end]
    '1.50'
    """
    part = Part("", 0, len(raw))
    for field in fields:
        if raw[part.start : part.start + 1] != "(":
            raise ValueFormatError(f"there is no {field}: the value is no struct", hint="name the key alone")
        inner = parts(raw, part.start, style=style)
        named = [one for one in inner if fold(one.name) == fold(field)]
        if named:
            part = named[-1]  # of two, a reader takes the last one
        elif field.isdecimal() and len(field) < 10 and int(field) < len(inner) and not inner[int(field)].name:
            part = inner[int(field)]
        else:
            raise _absent(field, inner)
    return part


def read_part(raw: str, fields: Sequence[str], *, style: Style = NATIVE) -> str:
    """Return the text of a part, without its quotes: a struct as it is written.

    Raises:
        NotFound: there is no such field or element.
        ValueFormatError: the value is no struct.

    >>> read_part('(Name="a, b",Rate=1.000000)', ["name"]), read_part("(L=(a,b))", ["L"])
    ('a, b', '(a,b)')
    """
    part = find_part(raw, fields, style=style)
    return unquote(raw[part.start : part.end], style)


def replace_part(raw: str, fields: Sequence[str], text: str, *, style: Style = NATIVE) -> str:
    """Return a value with one part changed; a text stays quoted or unquoted, as it was, and all else as it is written.

    Raises:
        NotFound: there is no such field or element.
        ValueFormatError: the value is no struct, or the part cannot hold the text.

    >>> replace_part('(Name="a, b",Rate=1.000000,On=True)', ["name"], 'x "y"')
    '(Name="x \\\\"y\\\\"",Rate=1.000000,On=True)'
    """
    part = find_part(raw, fields, style=style)
    old = raw[part.start : part.end]
    if old.startswith("(") and text.startswith("("):
        values.parse(text, style=style)  # a struct takes a struct
        new = text
    elif old.startswith("("):
        raise ValueFormatError(
            f"{fields[-1]} is a struct, and {text!r} is none", hint="write (Field=value), or name a field of it"
        )
    elif old.startswith('"') or needs_quotes(text, style) or any(c in text for c in '(),"='):
        new = quote(text, style)
    else:
        new = text
    return raw[: part.start] + new + raw[part.end :]


def has_part(raw: str, fields: Sequence[str], *, style: Style = NATIVE) -> bool:
    """Whether a value has a part.

    >>> has_part("(a=(b=1))", ["a", "b"]), has_part("(a=1)", ["b"]), has_part("1", ["a"])
    (True, False, False)
    """
    try:
        find_part(raw, fields, style=style)
    except (NotFound, ValueFormatError):
        return False
    return True


def matches(raw: str, wanted: Sequence[tuple[str, str]], *, style: Style = NATIVE) -> bool:
    """Whether a struct has these values in these fields, letter case ignored as Unreal does with names.

    >>> matches('(Item="Sword",Max=2)', [("item", "sword")]), matches("no struct", [("a", "1")])
    (True, False)
    """
    paths = [(field.split("."), value) for field, value in wanted]
    return all(
        has_part(raw, path, style=style) and fold(read_part(raw, path, style=style)) == fold(value)
        for path, value in paths
    )


def _add(found: list[Part], raw: str, begin: int, end: int, equals: int) -> None:
    name = raw[begin:equals].strip(_BLANKS) if equals >= 0 else ""
    text = raw[equals + 1 if equals >= 0 else begin : end]
    if equals < 0 and not text.strip(_BLANKS):
        return  # a comma that separates nothing
    start = end - len(text.lstrip(_BLANKS))
    found.append(Part(name, start, start + len(text.strip(_BLANKS))))


def _absent(field: str, inner: list[Part]) -> NotFound:
    names = [part.name for part in inner if part.name]
    if not names:
        hint = f"its elements are 0 to {len(inner) - 1}" if inner else "it is empty"
        return NotFound(f"the list has no element {field}", hint=hint)
    hint = did_you_mean(field, names) or f"its fields are {', '.join(names)}"
    return NotFound(f"the value has no field {field}", hint=hint)
