"""The test kit: stories that are played and checked headless, and the pytest fixture ``story``."""

from talewright.testing.domains import Domain, guess_functions, guess_variables
from talewright.testing.explorer import Exploration, Explorer, explore
from talewright.testing.findings import KINDS, Finding, Step
from talewright.testing.flow import Entry
from talewright.testing.story import Story

__all__ = [
    "KINDS",
    "Domain",
    "Entry",
    "Exploration",
    "Explorer",
    "Finding",
    "Step",
    "Story",
    "explore",
    "guess_functions",
    "guess_variables",
]
