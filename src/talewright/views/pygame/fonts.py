"""Which font has a letter, and fonts at a size: the theme's, its fallbacks, those of the system, the toolkit's own.

A text is divided into runs of one font each, so that a name in kana stands in a Latin text. A font of the system is
looked for only when a letter asks for it, as the search takes a while (people.md section 7).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pygame

from talewright.stage import Style, Theme, cluster_ends, file_inside, is_font_file

PLAIN = Style()
_OWN = str(Path(pygame.__file__).parent / pygame.font.get_default_font())
"""The toolkit's own font; by its file, as ``Font(None, size)`` is smaller than it says."""


class Fonts:
    """The fonts of a theme.

    Attributes:
        missing: letters that no font has; they are drawn as a box.
    """

    def __init__(self, theme: Theme, folder: Path | None = None) -> None:
        self.missing: set[str] = set()
        self._faces: list[str] = []
        self._waiting = _candidates(theme, folder)
        self._known: dict[str, int] = {}
        self._bare: dict[int, pygame.font.Font] = {}
        self._made: dict[tuple[int, int, bool, bool, bool, bool], pygame.font.Font] = {}

    def at(self, face: int, size: int, style: Style = PLAIN) -> pygame.font.Font:
        """Return a font at a size in pixels; it is made once."""
        key = face, max(size, 1), style.bold, style.italic, style.underline, style.strike
        font = self._made.get(key)
        if font is None:
            self._face(face)
            font = self._made[key] = pygame.font.Font(self._faces[face], key[1])
            font.bold, font.italic, font.underline, font.strikethrough = key[2:]
        return font

    def runs(self, text: str) -> Iterator[tuple[int, int, int]]:
        """Give the parts of a text, each with the number of its font: start, end, font."""
        if text.isascii():  # every font has these
            yield 0, len(text), 0
            return
        start, current, at = 0, 0, 0
        for end in cluster_ends(text):
            face = current if text[at:end].isspace() else self._of(text[at:end])
            if face != current:
                if at > start:
                    yield start, at, current
                start, current = at, face
            at = end
        yield start, len(text), current

    def _of(self, letter: str) -> int:
        face = self._known.get(letter)
        if face is None:
            number = 0
            while self._face(number):
                if self._has(number, letter):
                    break
                number += 1
            else:
                self.missing.add(letter)
                number = 0
            face = self._known[letter] = number
        return face

    def _face(self, number: int) -> bool:
        """Look for fonts until there is one of this number; say whether there is."""
        while len(self._faces) <= number:
            try:
                self._faces.append(next(self._waiting))
            except StopIteration:
                return False
        return True

    def _has(self, face: int, letter: str) -> bool:
        font = self._bare.get(face) or self._bare.setdefault(face, pygame.font.Font(self._faces[face], 24))
        nothing = font.metrics("\uffff")[0]  # the box that stands for a glyph which is not there; never None
        return all(
            found not in (None, nothing) or _unseen(one)
            for one, found in zip(letter, font.metrics(letter), strict=True)
        )


def _unseen(letter: str) -> bool:
    """Return whether a code point shows nothing by itself, so that no font needs to have it."""
    return letter in "\u200b\u200c\u200d\u2060\ufeff" or "\ufe00" <= letter <= "\ufe0f" or not letter.isprintable()


def _candidates(theme: Theme, folder: Path | None) -> Iterator[str]:
    given = False
    for name in (theme.Font, *theme.FontFallback, "notosanscjkjp"):
        if name == theme.Font and not name:
            given = True
            yield _OWN
        elif is_font_file(name):
            found = file_inside(folder, name) if folder is not None else None
            if found is not None and _is_font(str(found)):
                yield str(found)
        elif path := _system_font(name):
            yield path
    if not given:
        yield _OWN


def _is_font(path: str) -> bool:
    try:
        pygame.font.Font(path, 12)
    except (pygame.error, OSError):
        return False
    return True


@cache
def _system_font(name: str) -> str | None:
    return pygame.font.match_font(name)
