"""What KEY of a command means: a key, a field of its struct, or the lines of a list of structs that have a value.

``OptionSettings.ServerName`` is a field of the value of ``OptionSettings``; ``Max[ItemClassString=Sword].Quantity`` the
field of that one of the repeated lines whose ``ItemClassString`` is ``Sword``. A key that is called so itself comes
first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from talewright.config import Style, values
from talewright.config.text import Entry
from talewright.config.values import find_part, matches, read_part, unquote
from talewright.escaping import matching

_SELECTED = r"(?P<head>[^\[\]]+)(?P<where>(?:\[[^\[\]=]+=[^\]]*\])+)(?:\.(?P<fields>.+))?"


@dataclass(frozen=True)
class KeyPath:
    """What a key was found to mean.

    Attributes:
        key: the key, as lines have it.
        where: fields and the values that they must have.
        fields: the part of the struct, outer names first.
    """

    key: str
    where: tuple[tuple[str, str], ...] = ()
    fields: tuple[str, ...] = ()

    def selects(self, raw: str, style: Style) -> bool:
        """Whether a line of the key is meant."""
        return not self.where or matches(raw, self.where, style=style)

    def text(self, entry: Entry) -> str:
        """Return what a line says of it, without quotes."""
        return read_part(entry.raw, self.fields, style=entry.style) if self.fields else entry.value

    def data(self, entry: Entry) -> Any:
        """Return what a line says of it, for programs: a struct in a field as a list or an object."""
        if not self.fields:
            return entry.value
        part = find_part(entry.raw, self.fields, style=entry.style)
        return values.parse(entry.raw[part.start : part.end], style=entry.style)


def find(key: str, known: list[str], is_key: Callable[[str], bool]) -> KeyPath:
    """Find out what a key means.

    Args:
        key: as it was typed.
        known: the keys that there are, for one with characters that are printed escaped.
        is_key: whether a line has a key.

    >>> find("K.a.b", ["K"], lambda key: key == "K")
    KeyPath(key='K', where=(), fields=('a', 'b'))
    >>> find("K[Item=x.y][n=2].Max", ["K"], lambda key: key == "K")
    KeyPath(key='K', where=(('Item', 'x.y'), ('n', '2')), fields=('Max',))
    """
    whole = matching(key, known)
    if is_key(whole):
        return KeyPath(whole)
    selected = re.fullmatch(_SELECTED, key)
    if selected is not None and is_key(head := matching(selected["head"], known)):
        where = tuple((field, value) for field, value in re.findall(r"\[([^\[\]=]+)=([^\]]*)\]", selected["where"]))
        plain = tuple((field.strip(), unquote(value)) for field, value in where)
        return KeyPath(head, plain, tuple((selected["fields"] or "").split(".")) if selected["fields"] else ())
    head, *fields = key.split(".")
    while fields:
        if is_key(matching(head, known)):
            return KeyPath(matching(head, known), (), tuple(fields))
        head += f".{fields.pop(0)}"
    return KeyPath(whole)
