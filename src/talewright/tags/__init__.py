"""Hierarchical tags: which there are, what something has, and the files that declare them.

A `TagRegistry` is filled from sources and closed; it gives `Tag` values. A `TagContainer` is a set of them with the
questions ``has``, ``has_any``, ``has_all``. Tag files are Unreal's (``Config/Tags/*.ini``). This package knows nothing
of dialogues: what is generated from them comes in as rows like any other.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.tags.codes import CODES
    from talewright.tags.constants.constant_modules import constants_drift, constants_json, render_constants
    from talewright.tags.constants.constant_names import TagName
    from talewright.tags.editing.tag_file import TagFile
    from talewright.tags.editing.tag_folder import TagFolder
    from talewright.tags.editing.tag_search import Use, find_uses, find_uses_in
    from talewright.tags.files.generated_lists import render_redirects, render_tag_list
    from talewright.tags.files.source_order import (
        DEFAULT_FILE,
        Source,
        add_search_path,
        load_tag_files,
        load_tag_folder,
        tag_files,
    )
    from talewright.tags.files.tag_lists import Names, read_tag_list
    from talewright.tags.files.tag_sections import LIST_SECTION, RESTRICTED_SECTION, SETTINGS_SECTION
    from talewright.tags.files.tag_tables import read_tag_table, render_tag_table
    from talewright.tags.registry.healing import Healing, heal, heal_counts, heal_name, heal_query, heal_requirements
    from talewright.tags.registry.registry import RegistryNotReady, Status, TagRegistry
    from talewright.tags.registry.tag_changes import TagChanges
    from talewright.tags.tag_lint import lint
    from talewright.tags.values.counts import Stacks, TagCounts
    from talewright.tags.values.forms import (
        container_json,
        container_text,
        name_in_text,
        names_in_json,
        names_in_text,
        tag_text,
    )
    from talewright.tags.values.grants import Grant, TagGrants
    from talewright.tags.values.names import (
        MAX_LENGTH,
        check,
        is_valid,
        leaf_name,
        oddities,
        parent_of,
        parents_of,
        repair,
        sort_key,
    )
    from talewright.tags.values.query import Explanation, TagQuery
    from talewright.tags.values.redirect_map import RedirectMap
    from talewright.tags.values.requirements import TagRequirements
    from talewright.tags.values.rows import RedirectRow, TagList, TagRow
    from talewright.tags.values.tag import EMPTY, Tag, TagContainer, Wanted

__all__ = [
    "CODES",
    "DEFAULT_FILE",
    "EMPTY",
    "LIST_SECTION",
    "MAX_LENGTH",
    "RESTRICTED_SECTION",
    "SETTINGS_SECTION",
    "Explanation",
    "Grant",
    "Healing",
    "Names",
    "RedirectMap",
    "RedirectRow",
    "RegistryNotReady",
    "Source",
    "Stacks",
    "Status",
    "Tag",
    "TagChanges",
    "TagContainer",
    "TagCounts",
    "TagFile",
    "TagFolder",
    "TagGrants",
    "TagList",
    "TagName",
    "TagQuery",
    "TagRegistry",
    "TagRequirements",
    "TagRow",
    "Use",
    "Wanted",
    "add_search_path",
    "check",
    "constants_drift",
    "constants_json",
    "container_json",
    "container_text",
    "find_uses",
    "find_uses_in",
    "heal",
    "heal_counts",
    "heal_name",
    "heal_query",
    "heal_requirements",
    "is_valid",
    "leaf_name",
    "lint",
    "load_tag_files",
    "load_tag_folder",
    "name_in_text",
    "names_in_json",
    "names_in_text",
    "oddities",
    "parent_of",
    "parents_of",
    "read_tag_list",
    "read_tag_table",
    "render_constants",
    "render_redirects",
    "render_tag_list",
    "render_tag_table",
    "repair",
    "sort_key",
    "tag_files",
    "tag_text",
]

_HOMES = {
    "talewright.tags.codes": "CODES",
    "talewright.tags.constants.constant_modules": "constants_drift constants_json render_constants",
    "talewright.tags.constants.constant_names": "TagName",
    "talewright.tags.editing.tag_file": "TagFile",
    "talewright.tags.editing.tag_folder": "TagFolder",
    "talewright.tags.editing.tag_search": "Use find_uses find_uses_in",
    "talewright.tags.files.generated_lists": "render_redirects render_tag_list",
    "talewright.tags.files.source_order": (
        "DEFAULT_FILE Source add_search_path load_tag_files load_tag_folder tag_files"
    ),
    "talewright.tags.files.tag_lists": "Names read_tag_list",
    "talewright.tags.files.tag_sections": "LIST_SECTION RESTRICTED_SECTION SETTINGS_SECTION",
    "talewright.tags.files.tag_tables": "read_tag_table render_tag_table",
    "talewright.tags.tag_lint": "lint",
    "talewright.tags.registry.healing": "Healing heal heal_counts heal_name heal_query heal_requirements",
    "talewright.tags.registry.registry": "RegistryNotReady Status TagRegistry",
    "talewright.tags.registry.tag_changes": "TagChanges",
    "talewright.tags.values.counts": "Stacks TagCounts",
    "talewright.tags.values.forms": "container_json container_text name_in_text names_in_json names_in_text tag_text",
    "talewright.tags.values.grants": "Grant TagGrants",
    "talewright.tags.values.names": (
        "MAX_LENGTH check is_valid leaf_name oddities parent_of parents_of repair sort_key"
    ),
    "talewright.tags.values.query": "Explanation TagQuery",
    "talewright.tags.values.redirect_map": "RedirectMap",
    "talewright.tags.values.requirements": "TagRequirements",
    "talewright.tags.values.rows": "RedirectRow TagList TagRow",
    "talewright.tags.values.tag": "EMPTY Tag TagContainer Wanted",
}
_FORMER = {  # names that left the face; found until 0.3.0
    "talewright.tags.files": "engine_version misplaced_redirects reads_listed_redirects",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES, _FORMER)
