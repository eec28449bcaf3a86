"""A generated tag list, as bytes.

The file is valid for Unreal as it is, and the same rows always give the same bytes on every machine: sorted, one row a
line, no time, no path, no user (tags.md section 9.3). Only whole files are written here; a file that people edit is
never passed through this.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Protocol

from talewright.config.values import quote
from talewright.errors import TagError
from talewright.names import fold
from talewright.tags.files.tag_sections import LIST_SECTION, SETTINGS_SECTION
from talewright.tags.values import RedirectRow, check, shown, sort_key

UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""What no text file can hold."""


class Row(Protocol):
    """What a row is made of: a `TagRow`, or a `Tag`."""

    @property
    def name(self) -> str:
        """The tag."""

    @property
    def comment(self) -> str:
        """Its DevComment."""


def render_tag_list(
    rows: Iterable[Row], *, header_lines: Iterable[str] = (), redirects: Iterable[RedirectRow] = ()
) -> bytes:
    """Return a loose tag file with these rows, sorted by segments.

    Args:
        rows: the tags and their comments, in any order.
        header_lines: remarks to stand on top, without the ``;``.
        redirects: rows for old names.

    Returns:
        UTF-8 without a byte-order mark, lines ending in LF, the last one too.

    Raises:
        InvalidName: a tag's name is not valid.
        TagError: two rows declare the same tag, or two redirects the same old name.

    >>> from talewright.tags import TagRow
    >>> print(render_tag_list([TagRow("A.B", 'the "B"'), TagRow("A")], header_lines=["generated"]).decode(), end="")
    ; generated
    [/Script/GameplayTags.GameplayTagsList]
    GameplayTagList=(Tag="A",DevComment="")
    GameplayTagList=(Tag="A.B",DevComment="the \\"B\\"")
    """
    lines = [f"; {part}".rstrip("\\ \t") for line in header_lines for part in line.splitlines() or [""]]
    lines.append(f"[{LIST_SECTION}]")
    tags = _distinct([(check(row.name), row.comment) for row in rows], "the tag {} is declared twice")
    lines += [f"GameplayTagList=(Tag={_quoted(name)},DevComment={_quoted(comment)})" for name, comment in tags]
    lines += _redirect_lines(redirects)
    return ("\n".join(lines) + "\n").encode()


def render_redirects(redirects: Iterable[RedirectRow]) -> bytes:
    """Return redirects as every engine reads them, below the section of the settings in the default file.

    Raises:
        InvalidName: a target's name is not valid.
        TagError: two redirects have the same old name.

    >>> print(render_redirects([RedirectRow("B", "A")]).decode(), end="")
    [/Script/GameplayTags.GameplayTagsSettings]
    +GameplayTagRedirects=(OldTagName="B",NewTagName="A")
    """
    lines = [f"[{SETTINGS_SECTION}]", *(f"+{line}" for line in _redirect_lines(redirects))]
    return ("\n".join(lines) + "\n").encode()


def _redirect_lines(redirects: Iterable[RedirectRow]) -> list[str]:
    pairs = _distinct([(row.old, check(row.new)) for row in redirects], "the tag {} is redirected twice")
    return [f"GameplayTagRedirects=(OldTagName={_quoted(old)},NewTagName={_quoted(new)})" for old, new in pairs]


def _distinct(pairs: list[tuple[str, str]], message: str) -> list[tuple[str, str]]:
    pairs = sorted(pairs, key=lambda pair: (sort_key(pair[0]), pair))
    for (name, _), (following, _) in pairwise(pairs):
        if fold(name) == fold(following):
            raise TagError(message.format(shown(name)), hint="tags ignore case; give every one a name of its own")
    return pairs


def _quoted(text: str) -> str:
    # Unreal escapes the apostrophe too; what no text file can hold becomes a blank.
    return quote(UNWRITABLE.sub(" ", text)).replace("'", "\\'")
