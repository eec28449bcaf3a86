"""Tags as values: names, containers, queries, requirements, counts, grants, redirects; and the rows of tags."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.tags.values.forms import name_in_plain, name_in_text, names_in_json, several_in_plain
    from talewright.tags.values.grants import TagGrants
    from talewright.tags.values.names import (
        NEVER,
        NONE,
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
    from talewright.tags.values.redirect_map import RedirectMap
    from talewright.tags.values.requirements import TagRequirements
    from talewright.tags.values.row_blocks import GeneratedRows, Rows, generated_rows, keyed, rows_of_names, spellings
    from talewright.tags.values.rows import NOWHERE, CodePlace, RedirectRow, TagList, TagRow, calling_place
    from talewright.tags.values.tag import EMPTY, Tag, TagContainer

__all__ = [
    "EMPTY",
    "NEVER",
    "NONE",
    "NOWHERE",
    "CodePlace",
    "GeneratedRows",
    "RedirectMap",
    "RedirectRow",
    "Rows",
    "Tag",
    "TagContainer",
    "TagGrants",
    "TagList",
    "TagQuery",
    "TagRequirements",
    "TagRow",
    "calling_place",
    "check",
    "generated_rows",
    "is_valid",
    "keyed",
    "name_in_plain",
    "name_in_text",
    "names_in_json",
    "oddities",
    "parent_of",
    "parents_of",
    "repair",
    "rows_of_names",
    "several_in_plain",
    "shown",
    "sort_key",
    "spellings",
]

_HOMES = {
    "talewright.tags.values.forms": "name_in_plain name_in_text names_in_json several_in_plain",
    "talewright.tags.values.grants": "TagGrants",
    "talewright.tags.values.names": "NEVER NONE check is_valid oddities parent_of parents_of repair shown sort_key",
    "talewright.tags.values.query": "TagQuery",
    "talewright.tags.values.redirect_map": "RedirectMap",
    "talewright.tags.values.requirements": "TagRequirements",
    "talewright.tags.values.row_blocks": "GeneratedRows Rows generated_rows keyed rows_of_names spellings",
    "talewright.tags.values.rows": "CodePlace NOWHERE RedirectRow TagList TagRow calling_place",
    "talewright.tags.values.tag": "EMPTY Tag TagContainer",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
