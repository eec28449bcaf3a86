"""Changes to the files of a project, planned first and written whole or not at all: renames of tags, the old layout."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.project.edits.edit_plan import EditPlan, FileEdit
    from talewright.project.edits.migration import plan_migration
    from talewright.project.edits.renaming import RenamePlan, plan_rename

__all__ = [
    "EditPlan",
    "FileEdit",
    "RenamePlan",
    "plan_migration",
    "plan_rename",
]

_HOMES = {
    "talewright.project.edits.edit_plan": "EditPlan FileEdit",
    "talewright.project.edits.migration": "plan_migration",
    "talewright.project.edits.renaming": "RenamePlan plan_rename",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
