"""What of the dialogues was played."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.testing.coverage.coverage import Coverage, CoverageReport, Recorder
    from talewright.testing.coverage.formats import to_json, to_lcov, to_text
    from talewright.testing.coverage.graph_colours import marked_dot, marked_mermaid
    from talewright.testing.coverage.html import to_html

__all__ = [
    "Coverage",
    "CoverageReport",
    "Recorder",
    "marked_dot",
    "marked_mermaid",
    "to_html",
    "to_json",
    "to_lcov",
    "to_text",
]

_HOMES = {
    "talewright.testing.coverage.coverage": "Coverage CoverageReport Recorder",
    "talewright.testing.coverage.formats": "to_json to_lcov to_text",
    "talewright.testing.coverage.graph_colours": "marked_dot marked_mermaid",
    "talewright.testing.coverage.html": "to_html",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
