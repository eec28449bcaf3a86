"""Tags as values: names, containers, queries, requirements, counts, grants, redirects."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.tags.values import names
    from talewright.tags.values.container import TagContainer
    from talewright.tags.values.forms import name_in_plain, name_in_text, names_in_json, several_in_plain
    from talewright.tags.values.grants import TagGrants
    from talewright.tags.values.names import (
        MAX_LENGTH,
        NEVER,
        check,
        is_valid,
        oddities,
        parent_of,
        parents_of,
        repair,
        shown,
        sort_key,
    )
    from talewright.tags.values.query import TagQuery
    from talewright.tags.values.redirects import NOWHERE, CodePlace, RedirectMap, RedirectRow, calling_place
    from talewright.tags.values.requirements import TagRequirements
    from talewright.tags.values.rows import TagList, TagRow
    from talewright.tags.values.tag import EMPTY, Tag

__all__ = [
    "EMPTY",
    "MAX_LENGTH",
    "NEVER",
    "NOWHERE",
    "CodePlace",
    "RedirectMap",
    "RedirectRow",
    "Tag",
    "TagContainer",
    "TagGrants",
    "TagList",
    "TagQuery",
    "TagRequirements",
    "TagRow",
    "calling_place",
    "check",
    "is_valid",
    "name_in_plain",
    "name_in_text",
    "names",
    "names_in_json",
    "oddities",
    "parent_of",
    "parents_of",
    "repair",
    "several_in_plain",
    "shown",
    "sort_key",
]

_HOMES = {
    "talewright.tags.values.container": "TagContainer",
    "talewright.tags.values.forms": "name_in_plain name_in_text names_in_json several_in_plain",
    "talewright.tags.values.grants": "TagGrants",
    "talewright.tags.values.names": (
        "MAX_LENGTH NEVER check is_valid oddities parent_of parents_of repair shown sort_key"
    ),
    "talewright.tags.values.query": "TagQuery",
    "talewright.tags.values.redirects": "CodePlace NOWHERE RedirectMap RedirectRow calling_place",
    "talewright.tags.values.requirements": "TagRequirements",
    "talewright.tags.values.rows": "TagList TagRow",
    "talewright.tags.values.tag": "EMPTY Tag",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
