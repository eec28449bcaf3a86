"""Hierarchical tags: which there are, what something has, and the files that declare them.

A `TagRegistry` is filled from sources and closed; it gives `Tag` values. A `TagContainer` is a set of them with the
questions ``has``, ``has_any``, ``has_all``. Tag files are Unreal's (``Config/Tags/*.ini``). This package knows nothing
of dialogues: what is generated from them comes in as rows like any other.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.tags.changes import TagChanges
    from talewright.tags.codes import CODES
    from talewright.tags.constants import TagName, constants_drift, constants_json, render_constants
    from talewright.tags.container import TagContainer, Wanted
    from talewright.tags.counts import Stacks, TagCounts
    from talewright.tags.engines import engine_version, misplaced_redirects, reads_listed_redirects
    from talewright.tags.explanation import Explanation
    from talewright.tags.file import TagFile
    from talewright.tags.files import DEFAULT_FILE, Source, add_search_path, load_tag_files, load_tag_folder, tag_files
    from talewright.tags.folder import TagFolder
    from talewright.tags.forms import (
        container_json,
        container_text,
        name_in_text,
        names_in_json,
        names_in_text,
        tag_text,
    )
    from talewright.tags.grants import Grant, TagGrants
    from talewright.tags.healing import Healing, heal, heal_counts, heal_name, heal_query, heal_requirements
    from talewright.tags.linting import lint
    from talewright.tags.names import (
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
    from talewright.tags.query import TagQuery
    from talewright.tags.reading import Names, read_tag_list
    from talewright.tags.redirects import RedirectMap, RedirectRow
    from talewright.tags.references import Use, find_uses, find_uses_in
    from talewright.tags.registry import RegistryNotReady, Status, TagRegistry
    from talewright.tags.requirements import TagRequirements
    from talewright.tags.rows import TagList, TagRow
    from talewright.tags.sections import LIST_SECTION, RESTRICTED_SECTION, SETTINGS_SECTION
    from talewright.tags.tables import read_tag_table, render_tag_table
    from talewright.tags.tag import EMPTY, Tag
    from talewright.tags.writing import render_redirects, render_tag_list

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
    "engine_version",
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
    "misplaced_redirects",
    "name_in_text",
    "names_in_json",
    "names_in_text",
    "oddities",
    "parent_of",
    "parents_of",
    "read_tag_list",
    "read_tag_table",
    "reads_listed_redirects",
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
    "talewright.tags.changes": "TagChanges",
    "talewright.tags.codes": "CODES",
    "talewright.tags.constants": "TagName constants_drift constants_json render_constants",
    "talewright.tags.container": "TagContainer Wanted",
    "talewright.tags.counts": "Stacks TagCounts",
    "talewright.tags.engines": "engine_version misplaced_redirects reads_listed_redirects",
    "talewright.tags.explanation": "Explanation",
    "talewright.tags.file": "TagFile",
    "talewright.tags.files": "DEFAULT_FILE Source add_search_path load_tag_files load_tag_folder tag_files",
    "talewright.tags.folder": "TagFolder",
    "talewright.tags.forms": "container_json container_text name_in_text names_in_json names_in_text tag_text",
    "talewright.tags.grants": "Grant TagGrants",
    "talewright.tags.healing": "Healing heal heal_counts heal_name heal_query heal_requirements",
    "talewright.tags.linting": "lint",
    "talewright.tags.names": "MAX_LENGTH check is_valid leaf_name oddities parent_of parents_of repair sort_key",
    "talewright.tags.query": "TagQuery",
    "talewright.tags.reading": "Names read_tag_list",
    "talewright.tags.redirects": "RedirectMap RedirectRow",
    "talewright.tags.references": "Use find_uses find_uses_in",
    "talewright.tags.registry": "RegistryNotReady Status TagRegistry",
    "talewright.tags.requirements": "TagRequirements",
    "talewright.tags.rows": "TagList TagRow",
    "talewright.tags.sections": "LIST_SECTION RESTRICTED_SECTION SETTINGS_SECTION",
    "talewright.tags.tables": "read_tag_table render_tag_table",
    "talewright.tags.tag": "EMPTY Tag",
    "talewright.tags.writing": "render_redirects render_tag_list",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
