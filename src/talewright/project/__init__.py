"""A project folder read whole: layers, records, code, dialogues, their tags; check, cook and drift."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.project.code.scripts import COMMAND, FUNCTION, Code, CodeNames
    from talewright.project.codes import CODES
    from talewright.project.cook.edits import EditPlan, FileEdit
    from talewright.project.opening.migrate import plan_migration
    from talewright.project.opening.project import Project
    from talewright.project.opening.settings import ProjectSettings
    from talewright.project.rename.references import References, find_others, find_references
    from talewright.project.rename.renaming import RenamePlan, plan_rename
    from talewright.project.rename.uses import Reference
    from talewright.project.scan.dialogue_class import DialogueClass
    from talewright.project.scan.generate import GeneratedTag
    from talewright.project.scan.incremental import Scan, Scanned
    from talewright.project.scan.layout import TagLayout
    from talewright.project.scan.progress import Progress
    from talewright.project.scan.scanning import DialogueFile
    from talewright.project.scan.tag_sources import tag_source
    from talewright.project.scan.watching import FolderChanges, Watcher

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
    "talewright.project.code.scripts": "COMMAND FUNCTION Code CodeNames",
    "talewright.project.codes": "CODES",
    "talewright.project.scan.dialogue_class": "DialogueClass",
    "talewright.project.cook.edits": "EditPlan FileEdit",
    "talewright.project.scan.generate": "GeneratedTag",
    "talewright.project.scan.incremental": "Scan Scanned",
    "talewright.project.scan.layout": "TagLayout",
    "talewright.project.opening.migrate": "plan_migration",
    "talewright.project.scan.progress": "Progress",
    "talewright.project.opening.project": "Project",
    "talewright.project.rename.references": "References find_others find_references",
    "talewright.project.rename.renaming": "RenamePlan plan_rename",
    "talewright.project.scan.scanning": "DialogueFile",
    "talewright.project.opening.settings": "ProjectSettings",
    "talewright.project.scan.tag_sources": "tag_source",
    "talewright.project.rename.uses": "Reference",
    "talewright.project.scan.watching": "FolderChanges Watcher",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
