"""Who speaks, as players see them: records ``[Smith Speaker]``.

Decides which name, colour, picture and voice a line has. Files lie inside the project; one that is not there, or would
lie elsewhere, is no picture, and never an error in play. Names are translated by string tables, as any line: the key of
a name is ``name:Smith``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from talewright.stage.theme import file_inside

FACE = "neutral"
"""The face of a line that names none."""

_WORD = re.compile(r"[\w-]+")


@dataclass(frozen=True)
class Speaker:
    """Somebody who speaks: a record ``[Smith Speaker]``, called as lines name them (``Smith: Good day.``).

    Attributes:
        name: as lines have it.
        DisplayName: what players read; empty: the name.
        Color: of the name, ``#rrggbb`` or one of the names of colours.
        Portrait: a picture, a path from the project's folder; ``{face}`` is what ``#face:angry`` at the line says,
            else "neutral".
        Voice: a sound, likewise; ``{id}`` is the line's id, or what ``#voice:x`` says.
    """

    class_name: ClassVar[str] = "Speaker"

    name: str
    DisplayName: str = ""
    Color: str = ""
    Portrait: str = ""
    Voice: str = ""


def name_key(name: str) -> str:
    """Return the key of a speaker's name in string tables.

    >>> name_key("Smith")
    'name:Smith'
    """
    return f"name:{name}"


def hashtag(tags: Sequence[str], name: str) -> str:
    """Return what a hashtag with a value says, or nothing.

    >>> hashtag(("lastline", "face:angry"), "face")
    'angry'
    """
    return next((tag.partition(":")[2] for tag in tags if tag.partition(":")[0] == name), "")


def portrait_of(speaker: Speaker, tags: Sequence[str]) -> str:
    """Return the path of a speaker's picture for a line with these hashtags, or nothing; the file may be missing."""
    return _filled(speaker.Portrait, face=hashtag(tags, "face") or FACE)


def voice_of(speaker: Speaker | None, line_id: str, tags: Sequence[str]) -> str:
    """Return the path of a line's sound, or nothing; the file may be missing."""
    said = hashtag(tags, "voice")
    if speaker is None or not speaker.Voice:
        return said
    return _filled(speaker.Voice, id=said or line_id.removeprefix("line:"))


def _filled(pattern: str, **values: str) -> str:
    for name, value in values.items():
        if f"{{{name}}}" in pattern and _WORD.fullmatch(value) is None:
            return ""
        pattern = pattern.replace(f"{{{name}}}", value)
    return pattern


def inside(folder: Path | None, path: str) -> str:
    """Return a path if a file of the project lies there; of anything else, nothing.

    >>> inside(Path("."), "../secret.png"), inside(Path("."), "https://example.com/a.png"), inside(None, "a.png")
    ('', '', '')
    """
    plain = folder is not None and not any(mark in path for mark in "\\:") and not path.startswith("/")
    return path if plain and folder is not None and file_inside(folder, path) is not None else ""


def speaker_named(speakers: Mapping[str, Speaker], name: str) -> Speaker | None:
    """Return the record of who speaks, or None."""
    return speakers.get(name) if name else None
