"""The test kit: stories that are played and checked headless, explored, counted, recorded, translated.

Play logs live in `talewright.game`; `Difference`, `LoggedRun`, `PlayLog`, `replay` and `watch` are older names here:
they go in 0.3.0.

Its names are imported when they are first asked for, as pytest loads a module of this package in every run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.dialogue.text import pseudo, translated
    from talewright.dialogue.tools import StringTable, Text, Translation, drift_of, lint_texts, texts_of
    from talewright.game import Difference, LoggedRun, PlayLog, replay
    from talewright.testing.coverage.coverage import Coverage, CoverageReport, Recorder
    from talewright.testing.coverage.graph_colours import marked_dot, marked_mermaid, marks_of
    from talewright.testing.exploring.domains import Domain, guess_functions, guess_variables
    from talewright.testing.exploring.explorer import Exploration, Explorer, explore
    from talewright.testing.exploring.flow import Entry
    from talewright.testing.exploring.problems import KINDS, Finding, Step
    from talewright.testing.plans.playing import PlanFailure, PlanReport, play_plan
    from talewright.testing.pytest.story import Story
    from talewright.testing.watching import watch

_HOMES = {
    "talewright.dialogue.text": "pseudo translated",
    "talewright.dialogue.tools": "StringTable Text Translation drift_of lint_texts texts_of",
    "talewright.game": "Difference LoggedRun PlayLog replay",
    "talewright.testing.coverage.coverage": "Coverage CoverageReport Recorder",
    "talewright.testing.coverage.graph_colours": "marked_dot marked_mermaid marks_of",
    "talewright.testing.exploring.domains": "Domain guess_functions guess_variables",
    "talewright.testing.exploring.explorer": "Exploration Explorer explore",
    "talewright.testing.exploring.flow": "Entry",
    "talewright.testing.exploring.problems": "Finding KINDS Step",
    "talewright.testing.plans.playing": "PlanFailure PlanReport play_plan",
    "talewright.testing.pytest.story": "Story",
    "talewright.testing.watching": "watch",
}

__all__ = [
    "KINDS",
    "Coverage",
    "CoverageReport",
    "Difference",
    "Domain",
    "Entry",
    "Exploration",
    "Explorer",
    "Finding",
    "LoggedRun",
    "PlanFailure",
    "PlanReport",
    "PlayLog",
    "Recorder",
    "Step",
    "Story",
    "StringTable",
    "Text",
    "Translation",
    "drift_of",
    "explore",
    "guess_functions",
    "guess_variables",
    "lint_texts",
    "marked_dot",
    "marked_mermaid",
    "marks_of",
    "play_plan",
    "pseudo",
    "replay",
    "texts_of",
    "translated",
    "watch",
]

if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
