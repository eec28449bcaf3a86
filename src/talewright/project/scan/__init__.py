"""A project's folder as it lies on disk: dialogues, elements, their tags, and what was known of them before."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.project.scan.cache import CACHE_FOLDER, read_cache, reader_version, write_file
    from talewright.project.scan.dialogue_class import DialogueClass, TagLayout, check_classes, dialogue_classes
    from talewright.project.scan.dialogue_files import DialogueFile, dialogue_of, read_dialogue, scan, unique
    from talewright.project.scan.folders import as_folder, code_around, project_of
    from talewright.project.scan.generated_tags import GeneratedTag, element_tag, tags_of
    from talewright.project.scan.incremental import Scan, Scanned, remember, scan_elements
    from talewright.project.scan.inis import (
        DRAFT,
        GENERATED,
        check_structs,
        is_below,
        read_inis,
        report_draft,
        roots_of,
    )
    from talewright.project.scan.listing import FOLDER, SETTLING, SUFFIX, Listing, Stamp, is_settled, list_dialogues
    from talewright.project.scan.progress import Progress, reported
    from talewright.project.scan.tag_sources import not_taken, own_tags

__all__ = [
    "CACHE_FOLDER",
    "DRAFT",
    "FOLDER",
    "GENERATED",
    "SETTLING",
    "SUFFIX",
    "DialogueClass",
    "DialogueFile",
    "GeneratedTag",
    "Listing",
    "Progress",
    "Scan",
    "Scanned",
    "Stamp",
    "TagLayout",
    "as_folder",
    "check_classes",
    "check_structs",
    "code_around",
    "dialogue_classes",
    "dialogue_of",
    "element_tag",
    "is_below",
    "is_settled",
    "list_dialogues",
    "not_taken",
    "own_tags",
    "project_of",
    "read_cache",
    "read_dialogue",
    "read_inis",
    "reader_version",
    "remember",
    "report_draft",
    "reported",
    "roots_of",
    "scan",
    "scan_elements",
    "tags_of",
    "unique",
    "write_file",
]

_HOMES = {
    "talewright.project.scan.cache": "CACHE_FOLDER read_cache reader_version write_file",
    "talewright.project.scan.dialogue_class": "DialogueClass TagLayout check_classes dialogue_classes",
    "talewright.project.scan.dialogue_files": "DialogueFile dialogue_of read_dialogue scan unique",
    "talewright.project.scan.folders": "as_folder code_around project_of",
    "talewright.project.scan.generated_tags": "GeneratedTag element_tag tags_of",
    "talewright.project.scan.incremental": "Scan Scanned remember scan_elements",
    "talewright.project.scan.inis": "DRAFT GENERATED check_structs is_below read_inis report_draft roots_of",
    "talewright.project.scan.listing": "FOLDER Listing SETTLING SUFFIX Stamp is_settled list_dialogues",
    "talewright.project.scan.progress": "Progress reported",
    "talewright.project.scan.tag_sources": "not_taken own_tags",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
