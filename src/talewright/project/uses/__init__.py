"""Where a tag is used: in scripts, ini files, code and saves."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.project.uses.finder import Region, TagUse, groups_of, regions
    from talewright.project.uses.project_uses import NOT_SEARCHED, TagUses, find_other_uses, find_tag_uses

__all__ = [
    "NOT_SEARCHED",
    "Region",
    "TagUse",
    "TagUses",
    "find_other_uses",
    "find_tag_uses",
    "groups_of",
    "regions",
]

_HOMES = {
    "talewright.project.uses.finder": "TagUse Region groups_of regions",
    "talewright.project.uses.project_uses": "NOT_SEARCHED TagUses find_other_uses find_tag_uses",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
