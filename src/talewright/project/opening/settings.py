"""A project's own settings: the sections ``[Project]`` and ``[Rollback]`` of ``Config/DefaultGame.ini``.

Every setting has a default, so that a folder with nothing but ``Dialogues/`` is a project.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from talewright.config import ConfigTree, IniDocument
from talewright.config.typed import describe
from talewright.config.values import PlainRule, kind_by_name
from talewright.diagnostics import Report, Span
from talewright.errors import ConfigError, ProjectError, TalewrightError
from talewright.messaging.life import BY_NAME, DispatchPolicy
from talewright.names import did_you_mean, fold
from talewright.tags.files import engine_version


@dataclass
class ProjectSettings:
    """The section ``[Project]``.

    Attributes:
        Name: what people call the game; the folder's name where it is empty.
        Language: of the dialogues' text, as in "en" or "pt-BR": what plurals go by.
        Prefix: begins the name of the shared file of characters, ``Saved/Config/<Prefix>Sapitu.ini`` (Unreal's document
            on savegames calls it ``UTSapitu.ini``: the game's name without "Game").
        SharedFile: the shared file of characters where it lies elsewhere, as a path from the project's folder (the
            document's own is ``UTGame/Config/UTSapitu.ini``).
        CharacterClass: of the sections of characters in the shared file, for games that derive their own.
        InventoryClass: of the sections of items there.
        Engine: the version of Unreal that reads the tag files, as in "5.4"; where it is empty, what a ``.uproject``
            beside Config says, else the newest. Before 5.6 redirects of tags are written where those engines read them.
        Policy: when messages are delivered, in every world of a game: DEFOLD, DEFOLD_2013 (the numbers of Defold's old
            manual) or DRAIN.
        Player: the id of the player: of an object, a character, or both.
        Limbo: the place for who is in one that is gone; empty: they stay where they are, nowhere.
        Title: what players read above everything; the name where it is empty.
        Premise: one sentence on what the story is, which players read first.
        Goal: what they are to reach, likewise.
        DevConsole: whether who plays may become the author by typing ``/dev``.
    """

    class_name: ClassVar[str] = "Project"
    config_file: ClassVar[str] = "Game"

    Name: str = ""
    Prefix: str = ""
    SharedFile: str = ""
    CharacterClass: str = "SapituCharacter"
    InventoryClass: str = "SapituInventory"
    Language: str = "en"
    Engine: str = ""
    Policy: str = "DEFOLD"
    Player: str = "hero"
    Limbo: str = ""
    Title: str = ""
    Premise: str = ""
    Goal: str = ""
    DevConsole: bool = True

    @property
    def policy(self) -> DispatchPolicy:
        """The policy that `Policy` names."""
        return BY_NAME[self.Policy.upper()]

    def title(self, folder: Path | None) -> str:
        """Return what players read above everything: the title, else the name, else the folder's name.

        >>> ProjectSettings(Name="tavern").title(None), ProjectSettings().title(Path("games/tavern"))
        ('tavern', 'tavern')
        """
        return self.Title or self.Name or ("" if folder is None else folder.resolve().name)

    def shared_file(self, folder: Path) -> Path:
        """Return the file that `SharedFile` names; as in Unreal, backslashes part folders, too."""
        return folder / self.SharedFile.replace("\\", "/")


@dataclass
class RollbackSettings:
    """The section ``[Rollback]``: how a player goes back (people.md, section 5); `Marks.of` makes marks by it.

    Attributes:
        On: whether a player can go back at all.
        Depth: how many acts of the player.
        Dice: "same": the same act rolls the same number again; "fresh": another.
    """

    class_name: ClassVar[str] = "Rollback"
    config_file: ClassVar[str] = "Game"

    On: bool = True
    Depth: int = 100
    Dice: Literal["same", "fresh"] = "same"


def check_rollback(config: ConfigTree, report: Report) -> None:
    """Check the section ``[Rollback]``, where there is one; what cannot be used goes into the report."""
    check_own_settings(config, (RollbackSettings,), report)
    try:
        there = RollbackSettings.class_name in config.map(RollbackSettings.config_file)
        depth = config.read(RollbackSettings).Depth if there else 1
    except ConfigError:  # said already
        return
    if depth < 1:
        message, hint = f"Depth={depth}: a game cannot keep so few marks", "write On=False to keep none"
        report.add("TW-PROJ-13", "error", message, hint, _span(config, "Depth", RollbackSettings.class_name))


def read_settings(config: ConfigTree, report: Report, folder: Path | None) -> ProjectSettings:
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
        message = f"Prefix={settings.Prefix} cannot begin the name of a file"
        hint = "write letters, digits, - and _ only, at most 40"
        report.add("TW-PROJ-13", "error", message, hint, _span(config, "Prefix"))
    for key in ("CharacterClass", "InventoryClass"):
        name = getattr(settings, key)
        if not re.fullmatch(r"\w+", name):
            message, hint = f"{key}={name} cannot name a class", "write letters, digits and _ only"
            report.add("TW-PROJ-13", "error", message, hint, _span(config, key))
    if fold(settings.CharacterClass) == fold(settings.InventoryClass):
        message = f"CharacterClass and InventoryClass are both {settings.CharacterClass}: an item would be a character"
        report.add("TW-PROJ-13", "error", message, "give the two another name each", _span(config, "CharacterClass"))
    if settings.SharedFile and folder is not None:
        shared = settings.shared_file(folder)
        why = (
            "is a folder"
            if shared.is_dir()
            else "holds settings"
            if kind_by_name(shared.name) is not PlainRule.WRITTEN
            else ""
        )
        if why:
            message, hint = f"SharedFile={settings.SharedFile} {why}", "name a file of its own, as in Saved/Sapitu.ini"
            report.add("TW-PROJ-13", "error", message, hint, _span(config, "SharedFile"))
    _check_engine(settings.Engine, _span(config, "Engine"), report)
    if settings.Policy.upper() not in BY_NAME:
        message = f"Policy={settings.Policy}: no policy is called so"
        near = did_you_mean(settings.Policy.upper(), BY_NAME)
        hint = f"{near + '; ' if near else ''}one of {', '.join(BY_NAME)}"
        report.add("TW-PROJ-23", "error", message, hint, _span(config, "Policy"))
    return settings


def engine_of(folder: Path) -> str:
    """Return the version of the engine that reads the tag files of a folder, without opening a project.

    Raises:
        ProjectError: the setting is no version: where redirects belong, nobody can say.
    """
    engine, report = read_engine(folder)
    if report.errors:
        raise ProjectError(report=report)
    return engine


def read_engine(folder: Path) -> tuple[str, Report]:
    """Return the version of the engine that reads the tag files of a folder, and what is wrong with the setting."""
    report = Report()
    place, said = "Config/DefaultGame.ini", None
    try:
        document = IniDocument.read(folder / place, file=place)
        said = document.get(ProjectSettings.class_name, "Engine")
        entries = document.entries(ProjectSettings.class_name, "Engine")
    except (ConfigError, OSError):
        entries = []
    if said and entries:
        _check_engine(said, entries[-1].span, report)
    return target_engine(folder, said or ""), report


def _check_engine(said: str, span: Span, report: Report) -> None:
    if said.strip() and engine_version(said) is None:
        message, hint = f"Engine={said} is no version of an engine", "write it as in Engine=5.4"
        report.add("TW-PROJ-13", "error", message, hint, span)


def target_engine(folder: Path | None, said: str = "") -> str:
    """Return the version of the engine that reads a project's tag files; empty where nobody says.

    Args:
        folder: of the project.
        said: the setting ``Engine``.
    """
    if engine_version(said) is not None or folder is None:
        return said
    for path in sorted(folder.glob("*.uproject")):
        try:
            associated = json.loads(path.read_bytes()).get("EngineAssociation", "")
        except (OSError, ValueError, AttributeError, RecursionError):
            continue
        if isinstance(associated, str) and engine_version(associated) is not None:
            return associated
    return ""


def check_own_settings(config: ConfigTree, classes: Iterable[type], report: Report) -> None:
    """Check the sections of a game's own settings: those that are called like a dataclass of its code, or end so.

    So that a number with something behind it, or a key that is no field, does not wait for the script that reads it.
    Records (frozen dataclasses) are read with all others.
    """
    for cls in classes:
        if not dataclasses.is_dataclass(cls) or cls.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            continue
        try:
            described = describe(cls)
            if described.per_object or described.name in config.map(described.category):
                report += [d for d in config.check(cls) if d not in report]
        except TalewrightError:
            continue  # a file that cannot be read has been said; what is no class of settings says so when it is read


def _span(config: ConfigTree, key: str, section: str = ProjectSettings.class_name) -> Span:
    entries = config.map(ProjectSettings.config_file).entries(section, key) or ()
    return next((entry.span for entry in entries), Span("Config/DefaultGame.ini"))
