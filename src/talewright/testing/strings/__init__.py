"""Texts for translators: tables of strings, their formats and their lint."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.testing.strings import tables
    from talewright.testing.strings.languages import pseudo
    from talewright.testing.strings.string_csv import to_csv
    from talewright.testing.strings.string_po import to_po
    from talewright.testing.strings.strings import StringTable, Text, Translation, drift_of, texts_of
    from talewright.testing.strings.tables import is_po, read_table
    from talewright.testing.strings.text_lint import lint_texts

__all__ = [
    "StringTable",
    "Text",
    "Translation",
    "drift_of",
    "is_po",
    "lint_texts",
    "pseudo",
    "read_table",
    "tables",
    "texts_of",
    "to_csv",
    "to_po",
]

_HOMES = {
    "talewright.testing.strings.languages": "pseudo",
    "talewright.testing.strings.string_csv": "to_csv",
    "talewright.testing.strings.string_po": "to_po",
    "talewright.testing.strings.strings": "StringTable Text Translation drift_of texts_of",
    "talewright.testing.strings.tables": "is_po read_table",
    "talewright.testing.strings.text_lint": "lint_texts",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
