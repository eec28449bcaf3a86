"""Hierarchical tags: which there are, what something has, and the files that declare them.

A `TagRegistry` is filled from sources and closed; it gives `Tag` values. A `TagContainer` is a set of them with the
questions ``has``, ``has_any``, ``has_all``. Tag files are Unreal's (``Config/Tags/*.ini``). This package knows nothing
of dialogues: what is generated from them comes in as rows like any other.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.tags.codes import CODES
    from talewright.tags.files.engines import engine_version, misplaced_redirects, reads_listed_redirects
    from talewright.tags.files.file import TagFile
    from talewright.tags.files.files import (
        DEFAULT_FILE,
        Source,
        add_search_path,
        load_tag_files,
        load_tag_folder,
        tag_files,
    )
    from talewright.tags.files.folder import TagFolder
    from talewright.tags.files.reading import Names, read_tag_list
    from talewright.tags.files.references import Use, find_uses, find_uses_in
    from talewright.tags.files.sections import LIST_SECTION, RESTRICTED_SECTION, SETTINGS_SECTION
    from talewright.tags.files.tables import read_tag_table, render_tag_table
    from talewright.tags.files.writing import render_redirects, render_tag_list
    from talewright.tags.registry.changes import TagChanges
    from talewright.tags.registry.constants import TagName, constants_drift, constants_json, render_constants
    from talewright.tags.registry.healing import Healing, heal, heal_counts, heal_name, heal_query, heal_requirements
    from talewright.tags.registry.linting import lint
    from talewright.tags.registry.registry import RegistryNotReady, Status, TagRegistry
    from talewright.tags.values.container import TagContainer, Wanted
    from talewright.tags.values.counts import Stacks, TagCounts
    from talewright.tags.values.explanation import Explanation
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
    from talewright.tags.values.query import TagQuery
    from talewright.tags.values.redirects import RedirectMap, RedirectRow
    from talewright.tags.values.requirements import TagRequirements
    from talewright.tags.values.rows import TagList, TagRow
    from talewright.tags.values.tag import EMPTY, Tag

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
    "talewright.tags.registry.changes": "TagChanges",
    "talewright.tags.codes": "CODES",
    "talewright.tags.registry.constants": "TagName constants_drift constants_json render_constants",
    "talewright.tags.values.container": "TagContainer Wanted",
    "talewright.tags.values.counts": "Stacks TagCounts",
    "talewright.tags.files.engines": "engine_version misplaced_redirects reads_listed_redirects",
    "talewright.tags.values.explanation": "Explanation",
    "talewright.tags.files.file": "TagFile",
    "talewright.tags.files.files": "DEFAULT_FILE Source add_search_path load_tag_files load_tag_folder tag_files",
    "talewright.tags.files.folder": "TagFolder",
    "talewright.tags.values.forms": "container_json container_text name_in_text names_in_json names_in_text tag_text",
    "talewright.tags.values.grants": "Grant TagGrants",
    "talewright.tags.registry.healing": "Healing heal heal_counts heal_name heal_query heal_requirements",
    "talewright.tags.registry.linting": "lint",
    "talewright.tags.values.names": (
        "MAX_LENGTH check is_valid leaf_name oddities parent_of parents_of repair sort_key"
    ),
    "talewright.tags.values.query": "TagQuery",
    "talewright.tags.files.reading": "Names read_tag_list",
    "talewright.tags.values.redirects": "RedirectMap RedirectRow",
    "talewright.tags.files.references": "Use find_uses find_uses_in",
    "talewright.tags.registry.registry": "RegistryNotReady Status TagRegistry",
    "talewright.tags.values.requirements": "TagRequirements",
    "talewright.tags.values.rows": "TagList TagRow",
    "talewright.tags.files.sections": "LIST_SECTION RESTRICTED_SECTION SETTINGS_SECTION",
    "talewright.tags.files.tables": "read_tag_table render_tag_table",
    "talewright.tags.values.tag": "EMPTY Tag",
    "talewright.tags.files.writing": "render_redirects render_tag_list",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
