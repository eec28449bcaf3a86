"""Tags on disk: which files declare them, and their lists and tables, read and written."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.tags.files.engines import engine_version, misplaced_redirects, reads_listed_redirects
    from talewright.tags.files.generated_lists import UNWRITABLE
    from talewright.tags.files.source_order import (
        DEFAULT_FILE,
        add_search_path,
        load_tag_files,
        old_redirect_files,
        tag_files,
    )
    from talewright.tags.files.tag_lists import conflicts_in, read_tag_list
    from talewright.tags.files.tag_sections import (
        KEYS,
        LIST_SECTION,
        PLAIN,
        REDIRECTS,
        RESTRICTED,
        RESTRICTED_SECTION,
        SETTINGS_SECTION,
        SPELLED,
        TAGS,
    )

__all__ = [
    "DEFAULT_FILE",
    "KEYS",
    "LIST_SECTION",
    "PLAIN",
    "REDIRECTS",
    "RESTRICTED",
    "RESTRICTED_SECTION",
    "SETTINGS_SECTION",
    "SPELLED",
    "TAGS",
    "UNWRITABLE",
    "add_search_path",
    "conflicts_in",
    "engine_version",
    "load_tag_files",
    "misplaced_redirects",
    "old_redirect_files",
    "read_tag_list",
    "reads_listed_redirects",
    "tag_files",
]

_HOMES = {
    "talewright.tags.files.engines": "engine_version misplaced_redirects reads_listed_redirects",
    "talewright.tags.files.generated_lists": "UNWRITABLE",
    "talewright.tags.files.source_order": "DEFAULT_FILE add_search_path load_tag_files old_redirect_files tag_files",
    "talewright.tags.files.tag_lists": "conflicts_in read_tag_list",
    "talewright.tags.files.tag_sections": (
        "KEYS LIST_SECTION PLAIN REDIRECTS RESTRICTED RESTRICTED_SECTION SETTINGS_SECTION SPELLED TAGS"
    ),
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
