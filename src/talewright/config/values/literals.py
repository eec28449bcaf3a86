"""Values that are neither numbers nor plain text: localised text and references to objects.

    NSLOCTEXT("namespace", "key", "source")   LOCTABLE("table", "key")   INVTEXT("text")
    None   Package.Group.Name   Class'Package.Name'   /Game/Path/Asset.Asset

(config-savegame.md section 3.1.) Each is one value, written without quotes around it. A field declared as `Text` or
`ObjectRef` reads and writes them; `TYPES` is how the package `fields` learns of both. Looks nothing up: what a key is
in another language, and whether an object exists, only a game knows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from talewright.config.values.quoting import quote, unescape
from talewright.errors import NotFound
from talewright.fields import Bare, Reference, References

_QUOTED = r'"((?:[^"\\]|\\.)*)"'
_LITERALS = {
    "NSLOCTEXT": re.compile(rf"\s*NSLOCTEXT\s*\(\s*{_QUOTED}\s*,\s*{_QUOTED}\s*,\s*{_QUOTED}\s*\)", re.DOTALL),
    "LOCTABLE": re.compile(rf"\s*LOCTABLE\s*\(\s*(?:{_QUOTED}|([^\s,\"]+))\s*,\s*{_QUOTED}\s*\)", re.DOTALL),
    "INVTEXT": re.compile(rf"\s*INVTEXT\s*\(\s*{_QUOTED}\s*\)", re.DOTALL),
}
_REFERENCE = re.compile(r"\s*(?:([A-Za-z_][\w./]*)\s*)?'\"?([^'\"]*)\"?'\s*")


@dataclass(frozen=True, slots=True)
class Text:
    """A text that people read, with what a translator finds it by.

    Attributes:
        source: as it was written; of a table's text its key.
        namespace: of ``NSLOCTEXT``; the table of ``LOCTABLE``.
        key: within them; empty for text that is not translated.
        table: whether it is an entry of a string table.

    >>> text = Text.parse('NSLOCTEXT("Menu", "Quit", "Quit, really?")')
    >>> text.source, text.key, str(text)
    ('Quit, really?', 'Quit', 'Quit, really?')
    >>> text.literal()
    'NSLOCTEXT("Menu", "Quit", "Quit, really?")'
    """

    source: str
    namespace: str = ""
    key: str = ""
    table: bool = False

    @classmethod
    def parse(cls, text: str) -> Text:
        """Read a literal; any other text stands for itself."""
        if match := _LITERALS["NSLOCTEXT"].fullmatch(text):
            namespace, key, source = map(unescape, match.groups())
            return cls(source, namespace, key)
        if match := _LITERALS["LOCTABLE"].fullmatch(text):
            key = unescape(match[3])
            return cls(key, unescape(match[1]) if match[1] is not None else match[2], key, table=True)
        if match := _LITERALS["INVTEXT"].fullmatch(text):
            return cls(unescape(match[1]))
        return cls(str(text))

    def literal(self) -> str:
        """Return the text as it stands in a file."""
        if self.table:
            return f"LOCTABLE({quote(self.namespace)}, {quote(self.key)})"
        if self.key or self.namespace:
            return f"NSLOCTEXT({quote(self.namespace)}, {quote(self.key)}, {quote(self.source)})"
        return f"INVTEXT({quote(self.source)})"

    def __str__(self) -> str:
        return self.source


@dataclass(frozen=True, slots=True)
class ObjectRef:
    """A reference to an object of the engine, by its path; an unset one is None (``ObjectRef | None``).

    Attributes:
        path: ``Package.Group.Name`` or ``/Game/Path/Asset.Asset``.
        class_name: what stands in front of the quotes, or an empty text.

    >>> ref = ObjectRef.parse("Texture2D'UI.Icons.Sword'")
    >>> ref.class_name, ref.path, ref.name, str(ref)
    ('Texture2D', 'UI.Icons.Sword', 'Sword', "Texture2D'UI.Icons.Sword'")
    """

    path: str
    class_name: str = ""

    @classmethod
    def parse(cls, text: str) -> ObjectRef:
        """Read a reference.

        Raises:
            NotFound: the text is empty or ``None``: no object is meant.
        """
        if not text.strip() or text.strip().lower() == "none":
            raise NotFound(f"{str(text)!r} names no object", hint="declare the field as ObjectRef | None")
        match = _REFERENCE.fullmatch(text)
        return cls(match[2], match[1] or "") if match else cls(text.strip())

    @property
    def name(self) -> str:
        """The last part of the path: the object's own name."""
        return re.split(r"[./:]", self.path)[-1]

    def __str__(self) -> str:
        return f"{self.class_name}'{self.path}'" if self.class_name else self.path


def _text(cls: type, name: str) -> Any:
    return Text.parse(name)


def _object(cls: type, name: str) -> Any:
    return ObjectRef.parse(name)


def _doubt_text(text: str) -> str:
    begins = re.match(r"\s*(NSLOCTEXT|LOCTEXT|LOCTABLE|INVTEXT)\s*\(", text, re.IGNORECASE)
    if begins is None or any(literal.fullmatch(text) for literal in _LITERALS.values()):
        return ""
    return f"begins like {begins[1].upper()}(...) and is none: it is read as plain text"


def _doubt_object(text: str) -> str:
    if _REFERENCE.fullmatch(text) or not re.search("['\"]", text):
        return ""
    return "is no Class'Path': it is read as a path"


TYPES = References(
    {
        Text: Reference(lambda text: Bare(text.literal()), _text, doubt=_doubt_text),
        ObjectRef: Reference(lambda ref: Bare(str(ref)), _object, doubt=_doubt_object),
    }
)
"""What `fields` must know to read and write these types."""
