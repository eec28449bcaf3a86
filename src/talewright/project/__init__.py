"""A project folder read whole: layers, records, code, dialogues, their tags; check, cook and drift."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.project.code.declared import Code
    from talewright.project.code.offered import CodeNames
    from talewright.project.codes import CODES
    from talewright.project.edits.edit_plan import EditPlan, FileEdit
    from talewright.project.edits.migration import plan_migration
    from talewright.project.edits.renaming import RenamePlan, plan_rename
    from talewright.project.opening.checking import Authored, Checker
    from talewright.project.opening.project import Project
    from talewright.project.opening.settings import ProjectSettings, RollbackSettings
    from talewright.project.scan.dialogue_class import DialogueClass, TagLayout
    from talewright.project.scan.dialogue_files import DialogueFile
    from talewright.project.scan.generated_tags import GeneratedTag
    from talewright.project.scan.incremental import Scan, Scanned
    from talewright.project.scan.progress import Progress
    from talewright.project.scan.tag_sources import tag_source
    from talewright.project.scan.watching import FolderChanges, Watcher
    from talewright.project.uses.finder import TagUse
    from talewright.project.uses.finder import TagUse as Reference
    from talewright.project.uses.project_uses import (
        TagUses,
        find_other_uses,
        find_tag_uses,
    )
    from talewright.project.uses.project_uses import (
        TagUses as References,
    )
    from talewright.project.uses.project_uses import (
        find_other_uses as find_others,
    )
    from talewright.project.uses.project_uses import (
        find_tag_uses as find_references,
    )

__all__ = [
    "CODES",
    "Authored",
    "Checker",
    "Code",
    "CodeNames",
    "DialogueClass",
    "DialogueFile",
    "EditPlan",
    "FileEdit",
    "FolderChanges",
    "GeneratedTag",
    "Progress",
    "Project",
    "ProjectSettings",
    "Reference",
    "References",
    "RenamePlan",
    "RollbackSettings",
    "Scan",
    "Scanned",
    "TagLayout",
    "TagUse",
    "TagUses",
    "Watcher",
    "find_other_uses",
    "find_others",
    "find_references",
    "find_tag_uses",
    "plan_migration",
    "plan_rename",
    "tag_source",
]

_HOMES = {
    "talewright.project.code.declared": "Code",
    "talewright.project.code.offered": "CodeNames",
    "talewright.project.codes": "CODES",
    "talewright.project.edits.edit_plan": "EditPlan FileEdit",
    "talewright.project.edits.migration": "plan_migration",
    "talewright.project.edits.renaming": "RenamePlan plan_rename",
    "talewright.project.opening.checking": "Authored Checker",
    "talewright.project.opening.project": "Project",
    "talewright.project.opening.settings": "ProjectSettings RollbackSettings",
    "talewright.project.scan.dialogue_class": "DialogueClass TagLayout",
    "talewright.project.scan.dialogue_files": "DialogueFile",
    "talewright.project.scan.generated_tags": "GeneratedTag",
    "talewright.project.scan.incremental": "Scan Scanned",
    "talewright.project.scan.progress": "Progress",
    "talewright.project.scan.tag_sources": "tag_source",
    "talewright.project.scan.watching": "FolderChanges Watcher",
    "talewright.project.uses.finder": "Reference=TagUse TagUse",
    "talewright.project.uses.project_uses": (
        "References=TagUses TagUses find_other_uses find_others=find_other_uses find_references=find_tag_uses "
        "find_tag_uses"
    ),
}
_FORMER = {  # names that left the face; found until 0.3.0
    "talewright.project.code": "COMMAND FUNCTION",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES, _FORMER)
