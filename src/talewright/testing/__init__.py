"""The test kit: stories that are played and checked headless, explored in every way, counted, recorded, translated.

Its names are imported when they are first asked for, as pytest loads a module of this package in every run.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from talewright.testing.coverage import Coverage, CoverageReport
    from talewright.testing.domains import Domain, guess_functions, guess_variables
    from talewright.testing.explorer import Exploration, Explorer, explore
    from talewright.testing.findings import KINDS, Finding, Step
    from talewright.testing.flow import Entry
    from talewright.testing.plans import PlanFailure, PlanReport, play_plan
    from talewright.testing.story import Story

_WHERE = {
    "KINDS": "findings",
    "Coverage": "coverage",
    "CoverageReport": "coverage",
    "Domain": "domains",
    "Entry": "flow",
    "Exploration": "explorer",
    "Explorer": "explorer",
    "Finding": "findings",
    "PlanFailure": "plans",
    "PlanReport": "plans",
    "Step": "findings",
    "Story": "story",
    "explore": "explorer",
    "guess_functions": "domains",
    "guess_variables": "domains",
    "play_plan": "plans",
}

__all__ = [
    "KINDS",
    "Coverage",
    "CoverageReport",
    "Domain",
    "Entry",
    "Exploration",
    "Explorer",
    "Finding",
    "PlanFailure",
    "PlanReport",
    "Step",
    "Story",
    "explore",
    "guess_functions",
    "guess_variables",
    "play_plan",
]


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
