"""A project folder read whole: layers, records, code, dialogues, their tags; check, cook and drift."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.project.code import COMMAND, FUNCTION, Code, CodeNames
    from talewright.project.codes import CODES
    from talewright.project.dialogue_class import DialogueClass
    from talewright.project.edits import EditPlan, FileEdit
    from talewright.project.generate import GeneratedTag
    from talewright.project.incremental import Scan, Scanned
    from talewright.project.layout import TagLayout
    from talewright.project.migrate import plan_migration
    from talewright.project.progress import Progress
    from talewright.project.project import Project
    from talewright.project.references import References, find_others, find_references
    from talewright.project.rename import RenamePlan, plan_rename
    from talewright.project.scan import DialogueFile
    from talewright.project.settings import ProjectSettings
    from talewright.project.tag_sources import tag_source
    from talewright.project.uses import Reference
    from talewright.project.watching import FolderChanges, Watcher

__all__ = [
    "CODES",
    "COMMAND",
    "FUNCTION",
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
    "Scan",
    "Scanned",
    "TagLayout",
    "Watcher",
    "find_others",
    "find_references",
    "plan_migration",
    "plan_rename",
    "tag_source",
]

_HOMES = {
    "talewright.project.code": "COMMAND FUNCTION Code CodeNames",
    "talewright.project.codes": "CODES",
    "talewright.project.dialogue_class": "DialogueClass",
    "talewright.project.edits": "EditPlan FileEdit",
    "talewright.project.generate": "GeneratedTag",
    "talewright.project.incremental": "Scan Scanned",
    "talewright.project.layout": "TagLayout",
    "talewright.project.migrate": "plan_migration",
    "talewright.project.progress": "Progress",
    "talewright.project.project": "Project",
    "talewright.project.references": "References find_others find_references",
    "talewright.project.rename": "RenamePlan plan_rename",
    "talewright.project.scan": "DialogueFile",
    "talewright.project.settings": "ProjectSettings",
    "talewright.project.tag_sources": "tag_source",
    "talewright.project.uses": "Reference",
    "talewright.project.watching": "FolderChanges Watcher",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
