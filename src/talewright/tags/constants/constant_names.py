"""What a generated module of constants is made of: the name of a tag, with the constants under it.

A segment becomes an identifier: what Python does not allow becomes ``_``, a digit in front gets one, and a word of
Python or of ``str`` gets one behind. A program that imports its constants loads this file and no registry.
"""

from __future__ import annotations

import keyword
import warnings
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any


class TagName(str):
    """The name of a tag, with the constants under it as attributes."""

    _under: dict[str, TagName]
    _old: dict[str, TagName]

    def __new__(cls, name: str) -> TagName:
        """Make the constant of a name, with nothing under it yet."""
        made = super().__new__(cls, name)
        made._under, made._old = {}, {}
        return made

    if not TYPE_CHECKING:  # a type checker knows the stub, and is to refuse what is not there

        def __getattr__(self, name: str) -> TagName:
            if not name.startswith("__"):
                if name in self._under:
                    return self._under[name]
                if name in self._old:
                    new = self._old[name]
                    where = f"{self}.{name}" if self else name
                    warnings.warn(f"{where} was renamed to {new!s}", DeprecationWarning, stacklevel=2)
                    return new
            raise AttributeError(f"no tag {self}.{name} was there when the constants were generated")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._under})


def namespace(tags: Iterable[tuple[str, str]], renamed: Mapping[str, str]) -> dict[str, Any]:
    """Make the constants of a generated module.

    Args:
        tags: ways of identifiers, joined by dots, and the names of the tags.
        renamed: ways of old names, and the ways of the constants that they have become.
    """
    root = TagName("")
    for way, name in tags:
        at, _, last = way.rpartition(".")
        _walk(root, at)._under[last] = TagName(name)
    for way, new in renamed.items():
        at, _, last = way.rpartition(".")
        _walk(root, at, make=True)._old[last] = _walk(root, new)
    return {**root._under, "_renamed": root._old}


def _walk(root: TagName, way: str, *, make: bool = False) -> TagName:
    at = root
    for part in way.split(".") if way else ():
        if part not in at._under and make:
            at._under[part] = TagName("")
        at = at._under[part]
    return at


def identifier(segment: str) -> str:
    """Return the identifier of a segment.

    >>> [identifier(s) for s in ("Main", "9mm", "a-b c", "class", "title", "Größe", "__x__")]
    ['Main', '_9mm', 'a_b_c', 'class_', 'title_', 'Größe', '__x___']
    """
    name = "".join(c if c == "_" or f"_{c}".isidentifier() else "_" for c in segment)
    if not name.isidentifier():
        name = f"_{name}"
    if keyword.iskeyword(name) or name in _TAKEN or (name.startswith("__") and name.endswith("__")):
        name += "_"
    return name


_TAKEN = frozenset(dir(TagName)) | {
    "key",
    "_under",
    "_old",
    "_renamed",
    "TagText",
    "TagName",
    "Final",
    "Literal",
    "TypeAlias",
}
