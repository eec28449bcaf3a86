"""What a tag file says, row by row: plain data between the text of a file and a registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from talewright.diagnostics import Report, Span
from talewright.tags.values.redirects import NOWHERE, RedirectRow


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
