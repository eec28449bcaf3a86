"""A project folder read whole: layers, records, code, dialogues, their tags; check, cook and drift."""

from talewright.project.code import COMMAND, FUNCTION, Code, CodeNames
from talewright.project.dialogue_class import DialogueClass
from talewright.project.generate import GeneratedTag
from talewright.project.layout import TagLayout
from talewright.project.project import Project
from talewright.project.scan import DialogueFile
from talewright.project.settings import ProjectSettings
from talewright.project.tag_sources import tag_source

__all__ = [
    "COMMAND",
    "FUNCTION",
    "Code",
    "CodeNames",
    "DialogueClass",
    "DialogueFile",
    "GeneratedTag",
    "Project",
    "ProjectSettings",
    "TagLayout",
    "tag_source",
]
