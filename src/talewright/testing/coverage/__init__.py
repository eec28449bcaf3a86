"""What of the dialogues was played."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.testing.coverage.coverage import Coverage, CoverageReport, Recorder
    from talewright.testing.coverage.coverage_html import to_html
    from talewright.testing.coverage.coverage_text import to_json, to_lcov, to_text

__all__ = [
    "Coverage",
    "CoverageReport",
    "Recorder",
    "to_html",
    "to_json",
    "to_lcov",
    "to_text",
]

_HOMES = {
    "talewright.testing.coverage.coverage": "Coverage CoverageReport Recorder",
    "talewright.testing.coverage.coverage_html": "to_html",
    "talewright.testing.coverage.coverage_text": "to_json to_lcov to_text",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
