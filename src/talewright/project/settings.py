"""A project's own settings: the section ``[Project]`` of ``Config/DefaultGame.ini``.

Every setting has a default, so that a folder with nothing but ``Dialogues/`` is a project.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from talewright.config import ConfigTree
from talewright.diagnostics import Report, Span
from talewright.errors import ConfigError


@dataclass
class ProjectSettings:
    """The section ``[Project]``.

    Attributes:
        Name: what people call the game; the folder's name where it is empty.
        Language: of the dialogues' text, as in "en" or "pt-BR": what plurals go by.
        Prefix: begins the name of the shared file of characters, ``Saved/Config/<Prefix>Sapitu.ini`` (Unreal's document
            on savegames calls it ``UTSapitu.ini``: the game's name without "Game").
    """

    class_name: ClassVar[str] = "Project"
    config_file: ClassVar[str] = "Game"

    Name: str = ""
    Prefix: str = ""
    Language: str = "en"


def read_settings(config: ConfigTree, report: Report) -> ProjectSettings:
    """Read the settings; what cannot be used goes into the report."""
    try:
        findings = config.check(ProjectSettings)
    except ConfigError as error:  # the file itself; reading all inis has said so already, or will
        findings = error.report
    report += [d for d in findings if d not in report]
    if findings.errors:
        return ProjectSettings()
    settings = config.read(ProjectSettings)
    if not re.fullmatch(r"[A-Za-z0-9_-]{0,40}", settings.Prefix):
        entries = config.map(ProjectSettings.config_file).entries(ProjectSettings.class_name, "Prefix") or ()
        report.add(
            "TW-PROJ-13",
            "error",
            f"Prefix={settings.Prefix} cannot begin the name of a file",
            "write letters, digits, - and _ only, at most 40",
            next((entry.span for entry in entries), Span("Config/DefaultGame.ini")),
        )
    return settings
