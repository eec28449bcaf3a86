"""Hierarchical tags: which there are, what something has, and the files that declare them.

A `TagRegistry` is filled from sources and closed; it gives `Tag` values. A `TagContainer` is a set of them with the
questions ``has``, ``has_any``, ``has_all``. Tag files are Unreal's (``Config/Tags/*.ini``). This package knows nothing
of dialogues: what is generated from them comes in as rows like any other.
"""

from talewright.tags.codes import CODES
from talewright.tags.container import TagContainer, Wanted
from talewright.tags.files import DEFAULT_FILE, Source, load_tag_files, load_tag_folder, tag_files
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
from talewright.tags.reading import LIST_SECTION, SETTINGS_SECTION, Names, read_tag_list
from talewright.tags.redirects import RedirectMap, RedirectRow
from talewright.tags.registry import TagRegistry
from talewright.tags.rows import TagList, TagRow
from talewright.tags.tag import EMPTY, Tag
from talewright.tags.writing import render_tag_list

__all__ = [
    "CODES",
    "DEFAULT_FILE",
    "EMPTY",
    "LIST_SECTION",
    "MAX_LENGTH",
    "SETTINGS_SECTION",
    "Names",
    "RedirectMap",
    "RedirectRow",
    "Source",
    "Tag",
    "TagContainer",
    "TagList",
    "TagRegistry",
    "TagRow",
    "Wanted",
    "check",
    "is_valid",
    "leaf_name",
    "load_tag_files",
    "load_tag_folder",
    "oddities",
    "parent_of",
    "parents_of",
    "read_tag_list",
    "render_tag_list",
    "repair",
    "sort_key",
    "tag_files",
]
