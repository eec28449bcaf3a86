"""What is declared, row by row: tags and redirects as they were written, and the places where they stand.

Plain data between the text of a file, or the line of a program, and a registry.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePath

from talewright.diagnostics import Report, Span


@dataclass(frozen=True, slots=True, order=True)
class CodePlace(Span):
    """The line of a program that declared something; no tag file holds it."""


NOWHERE = CodePlace("<code>")
"""The place of what no file holds, and of which nobody knows the line that declared it."""


def calling_place(depth: int) -> Span:
    """Return the line that called, so many functions above the caller of this: relative to the current folder."""
    frame = sys._getframe(depth + 1)
    return _code_place(frame.f_code.co_filename, frame.f_lineno)


@lru_cache(512)
def _code_place(file: str, line: int) -> Span:
    path = PurePath(file)
    try:
        shown = path.relative_to(os.getcwd()).as_posix()
    except (ValueError, OSError):
        shown = path.name
    return CodePlace(shown, line)


@dataclass(frozen=True, slots=True)
class TagRow:
    """One declaration of a tag.

    Attributes:
        name: the tag.
        comment: what people should know about it (DevComment).
        span: its place.
        restricted: whether it stands in a list of restricted tags (tags.md section 3.5).
        allows_plain: of a restricted one: whether tags that are not restricted may stand under it
            (bAllowNonRestrictedChildren).
    """

    name: str
    comment: str = ""
    span: Span = NOWHERE
    restricted: bool = False
    allows_plain: bool = False


@dataclass(frozen=True, slots=True)
class RedirectRow:
    """One redirect as it was written.

    Attributes:
        old: the name that data may still hold.
        new: the name that it has become.
        span: its place.
        since: when the name changed, in whatever counts upward (the generator's number, a build); 0 where nobody knows.
    """

    old: str
    new: str
    span: Span = NOWHERE
    since: int = 0


@dataclass
class TagList:
    """What one file declares, in its order.

    Attributes:
        file: the name of the file.
        rows: the tags. A generated list makes its rows when they are asked for.
        redirects: old names and what they have become.
        tables: data tables that the file names; they are assets, which nothing here can read.
        sections: the sections that held rows.
        loose_files: whether the file leaves the files under Config/Tags switched on (ImportTagsFromConfig).
        restricted_files: files that may declare restricted tags, and who may write them (RestrictedConfigFiles).
        invalid: what no name may hold beyond what none may ever (InvalidTagCharacters).
        removals: lines that remove a row and find none in this file: the tag that they name, and their place.
        report: rows that were left out, and what else deserves a look.
    """

    file: str = ""
    rows: Sequence[TagRow] = field(default_factory=list)
    redirects: list[RedirectRow] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    sections: list[str] = field(default_factory=list)
    loose_files: bool = True
    restricted_files: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    invalid: str = ""
    removals: list[tuple[str, Span]] = field(default_factory=list)
    report: Report = field(default_factory=Report)
