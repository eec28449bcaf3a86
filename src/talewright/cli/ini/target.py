"""What a command of `talewright ini` works on: one file, files over each other, or the config of a project.

Finds out of itself what a folder is, so that somebody who only has a ``Game.ini`` needs no option.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from talewright.config import UE3, UE4, ConfigMap, ConfigTree, IniDocument, LayerPlan, Style
from talewright.config.layers import generate, kind_of
from talewright.diagnostics import Report
from talewright.errors import MissingFolder, Misuse

PLANS = ("project", "ue3", "ue4", "ue5", "flat")
STYLES: dict[str, Style] = {"native": Style.NATIVE, "ue3": UE3, "ue4": UE4}


@dataclass(frozen=True)
class Options:
    """The options that say what a path means.

    Attributes:
        plan: the layers of a folder; found out where it is empty.
        category: the file of a folder's config: Game, Engine, Input ...
        over: files over the path, lowest first.
        engine: the engine's folder, for Unreal's layers.
        platform: platforms, parents first.
        style: the dialect of single files.
    """

    plan: str = ""
    category: str = "Game"
    over: tuple[Path, ...] = ()
    engine: Path | None = None
    platform: tuple[str, ...] = ()
    style: Style = Style.NATIVE


@dataclass(frozen=True)
class Target:
    """What was found: documents over each other, and what putting them there told."""

    values: ConfigMap
    report: Report
    tree: ConfigTree | None = None

    def generate(self, words: dict[str, str]) -> IniDocument:
        """Return everything in one document."""
        if self.tree is not None:
            return self.tree.generate(words=words)
        style = self.values.documents[0].style if self.values.documents else Style.NATIVE
        return generate(self.values, style, words)


def read(path: Path, style: Style = Style.NATIVE) -> IniDocument:
    """Read one file.

    Raises:
        Misuse: there is none.
    """
    try:
        return IniDocument.read(path, file=path.as_posix(), style=style)
    except FileNotFoundError:
        raise Misuse(f"there is no file {path.as_posix()}", hint="a path to an .ini file, or to a project") from None


def find(path: Path, options: Options) -> Target:
    """Open what a path means.

    Raises:
        Misuse: nothing is there, or nothing that has config.
        ConfigError: a file cannot be read.
    """
    if path.is_dir():
        plan = _plan(path, options)
        tree = ConfigTree.load(plan.over(*options.over) if options.over else plan, options.category)
        if len(tree.files()) == len(options.over):
            there = ", ".join(tree.plan.categories())
            hint = f"there are files of {there}: --category" if there else "name the layers by --plan"
            raise Misuse(f"{path.as_posix()} has no config file for {options.category}", hint=hint)
        return Target(tree.map(), tree.report(), tree)
    if options.over:
        tree = ConfigTree.load(LayerPlan.files(path, *options.over, style=options.style), options.category)
        return Target(tree.map(), tree.report())
    document = read(path, options.style)
    values = ConfigMap([(document, kind_of(document))])
    return Target(values, values.report)


def listed(texts: list[str]) -> str:
    """Return values on one line."""
    return ", ".join(map(shown, texts)) if texts else "nothing"


def shown(text: str) -> str:
    """Return a value on one line."""
    return text.replace("\r", "\\r").replace("\n", "\\n")


def _plan(folder: Path, options: Options) -> LayerPlan:
    name = options.plan or _guess(folder)
    if name == "project":
        return LayerPlan.project(folder)
    if name == "ue3":
        return LayerPlan.ue3(folder, engine=options.engine, platform=options.platform[-1] if options.platform else "")
    if name == "flat":
        return LayerPlan.flat(folder, style=options.style)
    make = LayerPlan.ue4 if name == "ue4" else LayerPlan.ue5
    return make(folder, engine=options.engine, platforms=options.platform, saved_platform=_saved(folder, options))


def _guess(folder: Path) -> str:
    if any(folder.glob("*.uproject")):
        return "ue5"
    config = folder / "Config"
    if config.is_dir():
        first = sorted(config.glob("Default*.ini"))
        if first and any("Configuration" in read(path) for path in first[:8] if path.stat().st_size):
            return "ue3"
        return "project"
    if any(folder.glob("*.ini")):
        return "flat"
    if not (folder / "Dialogues").is_dir():
        raise MissingFolder(f"{folder.as_posix()} has no config", hint="a project has a folder Config")
    return "project"


def _saved(folder: Path, options: Options) -> str:
    if options.platform:
        return options.platform[-1]
    saved = folder / "Saved" / "Config"
    found = sorted(path.name for path in saved.iterdir() if path.is_dir()) if saved.is_dir() else []
    return found[0] if found else "Windows"
