"""What packages above the project have to say of one, where it has what they look at; else they are not imported."""

from __future__ import annotations

from typing import Final

from talewright.diagnostics import Report
from talewright.project import Authored, Checker

_OF_STORY: Final = ("Place", "Door", "Container", "Thing")
_OF_STAGE: Final = ("Speaker", "Style")
_SET_BY_STAGE: Final = ("Stage", "Keys")


def _check_story(authored: Authored) -> Report:
    report = Report()
    if any(authored.records.named(cls) for cls in _OF_STORY):
        from talewright.story import CHECKERS as OF_STORY

        for check in OF_STORY:
            report += check(authored)
    return report


def _check_stage(authored: Authored) -> Report:
    report, folder, settings = Report(), authored.folder, authored.config.map("Game")
    says = any(section in settings for section in _SET_BY_STAGE) or any(map(authored.records.named, _OF_STAGE))
    if says or (folder is not None and (folder / "Config" / "Theme.ini").is_file()):
        from talewright.stage import CHECKERS as OF_STAGE

        for check in OF_STAGE:
            report += check(authored)
    return report


CHECKERS: Final[tuple[Checker, ...]] = (_check_story, _check_stage)
"""What every command hands in that checks a project, or opens one to say what is wrong with it."""
