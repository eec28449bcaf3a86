"""The text of an ini file: bytes, lines, sections, edits, and a document that keeps every byte not asked to change."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.config.text.document import IniDocument
    from talewright.config.text.editing import check_key, check_section_name
    from talewright.config.text.encoding import Encoding, decode
    from talewright.config.text.entry import Entry
    from talewright.config.text.formatting import formatted
    from talewright.config.text.lines import BLANK, COMMENT, ENTRY, HEADER, Line, physical_lines, scan
    from talewright.config.text.outline import fold_all
    from talewright.config.text.outputs import changed_form, like, write_output
    from talewright.config.text.raw_sections import Shape

__all__ = [
    "BLANK",
    "COMMENT",
    "ENTRY",
    "HEADER",
    "Encoding",
    "Entry",
    "IniDocument",
    "Line",
    "Shape",
    "changed_form",
    "check_key",
    "check_section_name",
    "decode",
    "fold_all",
    "formatted",
    "like",
    "physical_lines",
    "scan",
    "write_output",
]

_HOMES = {
    "talewright.config.text.document": "IniDocument",
    "talewright.config.text.editing": "check_key check_section_name",
    "talewright.config.text.encoding": "Encoding decode",
    "talewright.config.text.entry": "Entry",
    "talewright.config.text.formatting": "formatted",
    "talewright.config.text.lines": "BLANK COMMENT ENTRY HEADER Line physical_lines scan",
    "talewright.config.text.outline": "fold_all",
    "talewright.config.text.outputs": "changed_form like write_output",
    "talewright.config.text.raw_sections": "Shape",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
