"""The header of a save: what a menu shows, without reading the save.

Decides the spelling of the ``[SaveHeader]`` section and that it fits into the first 4 kB of the file. It ends at the
first blank line; ``Digest`` is over all bytes behind that line. Unreal ignores the section (config-savegame.md section
6.1). Keys that nothing here knows are kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from talewright.config.quoting import as_raw
from talewright.config.values import dump
from talewright.diagnostics import Report, Span
from talewright.errors import FieldError, SaveError
from talewright.fields import Plain, decode
from talewright.names import fold

SECTION = "SaveHeader"
FORMAT = 1
"""The version of the envelope: of the header and of how sections are written."""
MAX_HEADER = 4096
"""Bytes; a listing reads no more of a file."""

Locate: TypeAlias = Callable[[str], Span]
"""Gives the place of a field of the header; of the header itself for an empty text."""


@dataclass(frozen=True)
class SaveHeader:
    """What stands at the top of a save.

    Attributes:
        title: what the player reads in the list of saves.
        place: where it was made, for the same list.
        created: when it was written: ISO 8601 in UTC, to the second; the store stamps it.
        play_time: seconds played.
        schema: version of the game's data, see `migration`.
        revision: 128 random bits in hexadecimal, anew for each save.
        parent: the revision that the game was loaded from, or an empty text.
        run: the game that wrote it, from its start or load to its end.
        extras: other fields; written back as they came.
    """

    title: str = ""
    place: str = ""
    created: str = ""
    play_time: float = 0.0
    schema: int = 1
    revision: str = ""
    parent: str = ""
    run: str = ""
    extras: Mapping[str, Plain] = field(default_factory=dict, hash=False)


_KEYS = {
    "Schema": ("schema", int),
    "Revision": ("revision", str),
    "Parent": ("parent", str),
    "Run": ("run", str),
    "Created": ("created", str),
    "PlayTime": ("play_time", float),
    "Title": ("title", str),
    "Place": ("place", str),
}
_REQUIRED = ("Schema", "Revision")


def digest_of(body: bytes) -> str:
    """Give the digest that the header holds for a body.

    >>> digest_of(b"")[:20]
    'sha256:e3b0c44298fc1'
    """
    return f"sha256:{hashlib.sha256(body).hexdigest()}"


def header_bytes(header: SaveHeader, digest: str) -> bytes:
    """Write a header, the blank line that ends it included.

    Raises:
        SaveError: it does not fit into 4 kB.
    """
    lines = [f"[{SECTION}]", f"Format={FORMAT}"]
    for key, (name, kind) in _KEYS.items():
        value = getattr(header, name)
        lines.append(f"{key}={as_raw(value) if kind is str else dump(value)}")
    lines += [f"{key}={dump(value)}" for key, value in header.extras.items()]
    lines.append(f"Digest={digest}")
    try:
        data = ("\n".join(lines) + "\n\n").encode()
    except UnicodeEncodeError as error:
        raise SaveError("the header of the save holds half a character", hint="cut texts between characters") from error
    if len(data) > MAX_HEADER:
        raise SaveError(
            f"the header of the save has {len(data)} bytes; {MAX_HEADER} at the most",
            hint="give the save a shorter title or place",
        )
    return data


def read_header(fields: Mapping[str, Plain], report: Report, locate: Locate) -> tuple[SaveHeader, str]:
    """Read the fields of the section; give the header and the digest it holds.

    Fields that are missing or do not fit become findings. A later format is one too, and then nothing else is read.
    """
    by_folded = {fold(key): (key, value) for key, value in fields.items()}

    def take(key: str, kind: type) -> Any:
        written, value = by_folded.pop(fold(key), (key, None))
        if value is None:
            if key in _REQUIRED or key in ("Format", "Digest"):
                report.add(
                    "TW-SAVE-04",
                    "error",
                    f"the header has no {key}",
                    "this is no save, or it was edited: restore a copy",
                    locate(""),
                )
            return None
        try:
            return decode(value, kind, path=f"[{SECTION}].{key}")
        except FieldError as error:
            report.add("TW-SAVE-04", "error", error.message, error.hint, locate(written))
            return None

    version = take("Format", int)
    if version is not None and version > FORMAT:
        report.add(
            "TW-SAVE-03",
            "error",
            f"the save has format {version}; this version of talewright reads up to format {FORMAT}",
            "update the game; the save was left as it is",
            locate("Format"),
        )
        return SaveHeader(), ""
    values = {name: value for key, (name, kind) in _KEYS.items() if (value := take(key, kind)) is not None}
    digest = take("Digest", str) or ""
    extras = dict(by_folded.values())
    return SaveHeader(**values, extras=extras), digest
