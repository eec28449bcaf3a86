"""What packages above may look at of a project, and how they say what they found.

A project knows records and settings, not what a front end or a game's places make of them. So whoever opens or checks
one may hand in `Checker`s; the same ones give the same findings, whoever hands them in. They see what authors wrote,
run none of its code, and there is no list of them anywhere that an import could change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, TypeAlias

from talewright.config import ConfigTree, Records
from talewright.diagnostics import Report
from talewright.dialogue import Program
from talewright.project.opening.settings import ProjectSettings
from talewright.project.scan import DialogueFile
from talewright.tags import TagRegistry


class Authored(Protocol):
    """What authors wrote, as far as it is data; a `Project` is that."""

    @property
    def folder(self) -> Path | None:
        """Where it lies; None: nowhere."""

    @property
    def settings(self) -> ProjectSettings:
        """The section ``[Project]``."""

    @property
    def config(self) -> ConfigTree:
        """The layers of its settings, without what a player saved."""

    @property
    def records(self) -> Records:
        """The records of every ini; a checker makes its own classes known (`Records.add_class`)."""

    @property
    def tags(self) -> TagRegistry:
        """The tags."""

    @property
    def program(self) -> Program:
        """The compiled dialogues; asking for it may read and compile all of them."""

    @property
    def dialogues(self) -> Mapping[str, DialogueFile]:
        """The dialogues by name."""


Checker: TypeAlias = Callable[[Authored], Report]
"""Looks at a project and returns what it found; errors keep the project from being opened."""
