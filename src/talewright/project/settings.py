"""A project's own settings: the section ``[Project]`` of ``Config/DefaultGame.ini``.

Every setting has a default, so that a folder with nothing but ``Dialogues/`` is a project.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass
class ProjectSettings:
    """The section ``[Project]``.

    Attributes:
        Name: what people call the game; the folder's name where it is empty.
        Prefix: begins the name of the shared file of characters, ``Saved/Config/<Prefix>Sapitu.ini`` (Unreal's document
            on savegames calls it ``UTSapitu.ini``: the game's name without "Game").
    """

    class_name: ClassVar[str] = "Project"
    config_file: ClassVar[str] = "Game"

    Name: str = ""
    Prefix: str = ""
