"""Values of declared classes: decoding, in bulk too, exporting, old names."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.config.typed.classes import ConfigClass, describe
    from talewright.config.typed.columns import CAREFUL, any_careful, build
    from talewright.config.typed.from_lines import FAULTS, Lookup, read_fields, report_notes
    from talewright.config.typed.to_lines import field_lines
    from talewright.names import NO_OLD_NAMES as NO_RENAMES
    from talewright.names import OldNames as Renames

__all__ = [
    "CAREFUL",
    "FAULTS",
    "NO_RENAMES",
    "ConfigClass",
    "Lookup",
    "Renames",
    "any_careful",
    "build",
    "describe",
    "field_lines",
    "read_fields",
    "report_notes",
]

_HOMES = {
    "talewright.config.typed.classes": "ConfigClass describe",
    "talewright.config.typed.columns": "CAREFUL any_careful build",
    "talewright.config.typed.from_lines": "FAULTS Lookup read_fields report_notes",
    "talewright.config.typed.to_lines": "field_lines",
    "talewright.names": "NO_RENAMES=NO_OLD_NAMES Renames=OldNames",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
