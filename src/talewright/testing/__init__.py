"""The test kit: stories that are played and checked headless, explored in every way, counted, recorded, translated.

Its names are imported when they are first asked for, as pytest loads a module of this package in every run.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from talewright.testing.coverage import Coverage, CoverageReport, Recorder
    from talewright.testing.domains import Domain, guess_functions, guess_variables
    from talewright.testing.explorer import Exploration, Explorer, explore
    from talewright.testing.findings import KINDS, Finding, Step
    from talewright.testing.flow import Entry
    from talewright.testing.languages import pseudo, translated
    from talewright.testing.marks import marks_of
    from talewright.testing.plans import PlanFailure, PlanReport, play_plan
    from talewright.testing.playlog import Difference, LoggedRun, PlayLog, replay
    from talewright.testing.story import Story
    from talewright.testing.strings import StringTable, Text, Translation, drift_of, texts_of
    from talewright.testing.text_lint import lint_texts
    from talewright.testing.watching import watch

_WHERE = {
    "KINDS": "findings",
    "Coverage": "coverage",
    "CoverageReport": "coverage",
    "Difference": "playlog",
    "Domain": "domains",
    "Entry": "flow",
    "Exploration": "explorer",
    "Explorer": "explorer",
    "Finding": "findings",
    "LoggedRun": "playlog",
    "PlanFailure": "plans",
    "PlanReport": "plans",
    "PlayLog": "playlog",
    "Recorder": "coverage",
    "Step": "findings",
    "Story": "story",
    "StringTable": "strings",
    "Text": "strings",
    "Translation": "strings",
    "drift_of": "strings",
    "explore": "explorer",
    "guess_functions": "domains",
    "guess_variables": "domains",
    "lint_texts": "text_lint",
    "marks_of": "marks",
    "play_plan": "plans",
    "pseudo": "languages",
    "replay": "playlog",
    "texts_of": "strings",
    "translated": "languages",
    "watch": "watching",
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
    "marks_of",
    "play_plan",
    "pseudo",
    "replay",
    "texts_of",
    "translated",
    "watch",
]


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
