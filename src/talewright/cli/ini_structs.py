"""A part of a struct by its path: ``OptionSettings.ServerName`` is a field of the value of ``OptionSettings``.

Game servers keep all their settings in one long line; people want to change one of them. Everything else in the value
stays as it is written, quotes included.
"""

from __future__ import annotations

from typing import Any

from talewright.config import UE3, UE4, IniDocument, Style, values
from talewright.config.quoting import needs_quotes
from talewright.errors import NotFound, ValueFormatError
from talewright.fields import Bare
from talewright.names import did_you_mean, fold


def split(document: IniDocument, section: str, key: str) -> tuple[str, list[str]]:
    """Give the key and the fields below it: only where no key has dots of its own.

    >>> split(IniDocument.parse(b"[A]\\nK=(a=(b=1))\\n"), "A", "K.a.b")
    ('K', ['a', 'b'])
    """
    if document.entries(section, key):
        return key, []
    head, *fields = key.split(".")
    while fields:
        if document.entries(section, head):
            return head, fields
        head += f".{fields.pop(0)}"
    return key, []


def get(raw: str, fields: list[str], style: Style) -> Any:
    """Give a part of a value.

    Raises:
        NotFound: there is no such field or element.
        ValueFormatError: the value is no struct.
    """
    value = values.parse(raw, style=style)
    for field in fields:
        value = value[_name(value, field)]
    return value


def put(raw: str, fields: list[str], text: str, style: Style) -> str:
    """Give the value with one part changed; a text stays quoted or unquoted, as it was.

    Raises:
        NotFound: there is no such field or element.
        ValueFormatError: the value is no struct, or cannot hold the text.

    >>> put('(Name="a, b",Rate=1.000000,On=True)', ["name"], 'x "y"', Style.NATIVE)
    '(Name="x \\\\"y\\\\"",Rate=1.000000,On=True)'
    """
    whole = values.parse(raw, style=style)
    holder = whole
    for field in fields[:-1]:
        holder = holder[_name(holder, field)]
    name = _name(holder, fields[-1])
    quoted = type(holder[name]) is str
    holder[name] = text if quoted or needs_quotes(text) or any(c in text for c in '(),"=') else Bare(text)
    return values.dump(whole, style=UE3 if style is UE3 else UE4)


def _name(value: Any, field: str) -> Any:
    if isinstance(value, list) and field.isdigit() and int(field) < len(value):
        return int(field)
    if isinstance(value, list):
        hint = f"its elements are 0 to {len(value) - 1}" if value else "it is empty"
        raise NotFound(f"the list has no element {field}", hint=hint)
    if not isinstance(value, dict):
        raise ValueFormatError(f"there is no {field}: the value is no struct", hint="name the key alone")
    found = next((name for name in value if fold(name) == fold(field)), None)
    if found is None:
        hint = did_you_mean(field, value) or f"its fields are {', '.join(value)}"
        raise NotFound(f"the value has no field {field}", hint=hint)
    return found
