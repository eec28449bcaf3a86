"""What packages above the project have to say of one, where it has what they look at; else they are not imported."""

from __future__ import annotations

from typing import Final

from talewright.diagnostics import Report
from talewright.project import Authored, Checker

_OF_STORY: Final = ("Place", "Door", "Container", "Thing")


def _check_story(authored: Authored) -> Report:
    report = Report()
    if any(authored.records.named(cls) for cls in _OF_STORY):
        from talewright.story import CHECKERS as OF_STORY

        for check in OF_STORY:
            report += check(authored)
    return report


CHECKERS: Final[tuple[Checker, ...]] = (_check_story,)
"""What every command hands in that checks a project, or opens one to say what is wrong with it."""
