"""Where a tag is used: in scripts, ini files, code and saves."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.project.uses.finder import Reference, Region, groups_of, regions
    from talewright.project.uses.tag_uses import NOT_SEARCHED, References, find_others, find_references

__all__ = [
    "NOT_SEARCHED",
    "Reference",
    "References",
    "Region",
    "find_others",
    "find_references",
    "groups_of",
    "regions",
]

_HOMES = {
    "talewright.project.uses.finder": "Reference Region groups_of regions",
    "talewright.project.uses.tag_uses": "NOT_SEARCHED References find_others find_references",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
