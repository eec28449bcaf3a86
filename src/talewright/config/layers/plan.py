"""Which files make a config, as data: the layers of an engine, lowest first.

A `LayerPlan` is a list of path templates with what a plain ``key=value`` does in each (config-savegame.md section 2.2),
and the folders and words that the templates name. The presets are the hierarchies of sections 2.3 and 2.4. It opens no
file: `chain` reads what a plan names, `tree` puts it on each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from talewright.config.values import NATIVE, UE3, UE4, PlainRule, Style
from talewright.errors import InvalidName, Misuse
from talewright.names import FoldedDict

_CATEGORY = re.compile(r"[A-Za-z0-9_]+")
_ANY = "\ufffc"  # stands for the category while files are looked for
_WORD = re.compile(r"\{(\w+)\}")
_ROOT, _OVERLAY, _WRITTEN = PlainRule.ROOT, PlainRule.OVERLAY, PlainRule.WRITTEN


@dataclass(frozen=True, slots=True)
class Layer:
    """One place in the chain of config files.

    Attributes:
        template: the path; ``{category}`` and the folders and words of the plan stand in braces. A layer whose words
            the plan does not have is left out; one with ``{platform}`` is there once a platform, parents first.
        kind: what its plain lines do.
        optional: whether the file may be missing.
        saved: whether settings are saved here; one layer at most, the last.
        based_on: whether its ``[Configuration] BasedOn`` line names the file below it (Unreal Engine 3).
    """

    template: str
    kind: PlainRule = PlainRule.OVERLAY
    optional: bool = True
    saved: bool = False
    based_on: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A file that a plan names: its path, the name to show for it, and its layer."""

    path: Path
    shown: str
    layer: Layer


@dataclass(frozen=True)
class LayerPlan:
    """The layers of a config, lowest first.

    Attributes:
        layers: the path templates.
        folders: what ``{engine}``, ``{project}``, ``{saved}`` ... are.
        words: what other words in braces are.
        platforms: for ``{platform}``: parents first (``("IOS", "TVOS")``).
        labels: what findings show in front of a path below a folder; its own name where there is none.
        style: the dialect of the files.
        asks_permission: whether ``[SectionsToSave]`` must name a section before it is saved (Unreal Engine 5.5).
        stamped: whether the saved file holds ``[IniVersion]``: it was made from the layers below it.
        overrides: command line words ``-ini:<Category>:[Section]:Key=Value``, above all files.

    >>> plan = LayerPlan.ue3("UDKGame")
    >>> [place.shown for place in plan.places("Game")]
    ['UDKGame/Config/DefaultGame.ini', 'UDKGame/Config/UDKGame.ini']
    """

    layers: tuple[Layer, ...] = ()
    folders: Mapping[str, Path] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    platforms: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    style: Style = NATIVE
    asks_permission: bool = False
    stamped: bool = False
    overrides: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if any(layer.saved for layer in self.layers[:-1]):
            raise Misuse("only the last layer can be the one that settings are saved in")

    # -- presets

    @classmethod
    def project(cls, folder: Path | str, *, saved: Path | str | None = None) -> LayerPlan:
        """Talewright's own: ``Config/Default<Category>.ini``, then ``Saved/Config/<Category>.ini``.

        Args:
            folder: the project.
            saved: its Saved folder, if that is elsewhere.
        """
        folder = Path(folder)
        return cls(
            (
                Layer("{project}/Config/Default{category}.ini", _ROOT),
                Layer("{saved}/Config/{category}.ini", _WRITTEN, saved=True),
            ),
            {"project": folder, "saved": folder / "Saved" if saved is None else Path(saved)},
            labels={"project": "", "saved": "Saved/"},
        )

    @classmethod
    def ue3(
        cls, game: Path | str, *, engine: Path | str | None = None, prefix: str | None = None, platform: str = ""
    ) -> LayerPlan:
        """Unreal Engine 3 and UDK (section 2.3): Base, below Default by ``BasedOn``, below the generated file.

        Args:
            game: the game's folder, ``UDKGame``.
            engine: the engine's; ``Engine`` beside the game's where it is None.
            prefix: begins the name of the generated files; the game's name without "Game" where it is None.
            platform: ``Mobile``, ``IPhone`` ...: its files lie over the Default ones.
        """
        game = Path(game)
        name = game.resolve().name
        short = name[:-4] if name.lower().endswith("game") and len(name) > 4 else name
        return cls(
            (
                Layer("{game}/Config/Default{category}.ini", based_on=True),
                Layer("{game}/Config/{platform}/{platform}{category}.ini", based_on=True),
                Layer("{game}/Config/{prefix}{category}.ini", _WRITTEN, saved=True),
            ),
            {"game": game, "engine": game.parent / "Engine" if engine is None else Path(engine)},
            {"prefix": short if prefix is None else prefix},
            (platform,) if platform else (),
            {"game": f"{name}/", "engine": "Engine/"},
            style=UE3,
            stamped=True,
        )

    @classmethod
    def ue4(
        cls,
        project: Path | str,
        *,
        engine: Path | str | None = None,
        platforms: Iterable[str] = (),
        saved_platform: str = "Windows",
        custom: str = "",
        user: Path | str | None = None,
        documents: Path | str | None = None,
        overrides: Iterable[str] = (),
    ) -> LayerPlan:
        """Unreal Engine 4 (section 2.4).

        Args:
            project: the folder of the ``.uproject``.
            engine: the engine's ``Engine`` folder; without it its layers are missing.
            platforms: parents first, ``("Windows",)`` or ``("IOS", "TVOS")``.
            saved_platform: the folder below ``Saved/Config``: ``Windows``, ``WindowsNoEditor``, ``LinuxServer`` ...
            custom: the name of a custom config.
            user: the machine user's folder for application data.
            documents: the user's folder for documents.
            overrides: ``-ini:<Category>:[Section]:Key=Value``.
        """
        project = Path(project)
        folders = {"engine": engine, "project": project, "user": user, "documents": documents}
        words = {"saved_platform": saved_platform, "custom": custom}
        return cls(
            _UNREAL,
            {name: Path(path) for name, path in folders.items() if path is not None},
            {name: word for name, word in words.items() if word},
            tuple(platforms),
            {"engine": "Engine/", "project": "", "user": "user/", "documents": "documents/"},
            style=UE4,
            overrides=tuple(overrides),
        )

    @classmethod
    def ue5(
        cls,
        project: Path | str,
        *,
        engine: Path | str | None = None,
        platforms: Iterable[str] = (),
        saved_platform: str = "WindowsEditor",
        custom: str = "",
        user: Path | str | None = None,
        documents: Path | str | None = None,
        overrides: Iterable[str] = (),
    ) -> LayerPlan:
        """Unreal Engine 5: the layers of `ue4`, and ``[SectionsToSave]`` decides what may be saved."""
        plan = cls.ue4(
            project,
            engine=engine,
            platforms=platforms,
            saved_platform=saved_platform,
            custom=custom,
            user=user,
            documents=documents,
            overrides=overrides,
        )
        return replace(plan, asks_permission=True)

    @classmethod
    def flat(cls, folder: Path | str, *, pattern: str = "{category}.ini", style: Style = NATIVE) -> LayerPlan:
        """One folder, one file a category, read and saved: a game server's ``Saved/Config/WindowsServer``."""
        return cls(
            (Layer("{folder}/" + pattern, _WRITTEN, saved=True),), {"folder": Path(folder)}, labels={"folder": ""},
            style=style,
        )  # fmt: skip

    @classmethod
    def files(cls, *paths: Path | str, style: Style = NATIVE) -> LayerPlan:
        """These files, lowest first, whatever the category: the first is the root, the others lie over it."""
        return cls(
            tuple(Layer(f"{{file{n}}}", _OVERLAY if n else _ROOT, optional=False) for n in range(len(paths))),
            {f"file{n}": Path(path) for n, path in enumerate(paths)},
            labels={f"file{n}": str(path) for n, path in enumerate(paths)},
            style=style,
        )

    def over(self, *paths: Path | str) -> LayerPlan:
        """Return the same layers with these files over all of them, lowest first: a mod over a project.

        Nothing is saved then: what lies on top is not what settings are saved in.

        >>> [place.shown for place in LayerPlan.project(".").over("Mod/Game.ini").places("Game")]
        ['Config/DefaultGame.ini', 'Saved/Config/Game.ini', 'Mod/Game.ini']
        """
        names = [f"over{n}" for n in range(len(paths))]
        return replace(
            self,
            layers=(
                *(replace(layer, saved=False) for layer in self.layers),
                *(Layer(f"{{{name}}}", _OVERLAY, optional=False) for name in names),
            ),
            folders={**self.folders, **dict(zip(names, map(Path, paths), strict=True))},
            labels={**self.labels, **dict(zip(names, map(str, paths), strict=True))},
        )

    # -- what it names

    def places(self, category: str) -> list[Place]:
        """Return the files of a category, lowest first, whether they exist or not; ``BasedOn`` is not followed.

        Raises:
            InvalidName: no file can be called that.
        """
        if not _CATEGORY.fullmatch(category):
            raise InvalidName(f"the category {category!r} is no name", hint="letters, digits and _ only, as in Game")
        found = []
        for layer in self.layers:
            for platform in self.platforms if "{platform}" in layer.template else ("",):
                place = self._place(layer, {**self.words, "category": category, "platform": platform})
                if place is not None:
                    found.append(place)
        return found

    def categories(self) -> list[str]:
        """Return the categories of which there is a file, in the order of the layers and of their names."""
        found: FoldedDict[None] = FoldedDict()
        for layer in self.layers:
            for platform in self.platforms if "{platform}" in layer.template else ("",):
                place = self._place(layer, {**self.words, "category": _ANY, "platform": platform})
                if place is None or place.path.name.count(_ANY) != 1 or not place.path.parent.is_dir():
                    continue
                head, tail = place.path.name.split(_ANY)
                for name in sorted(path.name for path in place.path.parent.iterdir() if path.is_file()):
                    middle = name[len(head) : len(name) - len(tail)]
                    if name == f"{head}{middle}{tail}" and _CATEGORY.fullmatch(middle):
                        found.setdefault(middle, None)
        return list(found)

    def saved_place(self, category: str) -> Place | None:
        """Return the file that settings of a category are saved in, or None."""
        places = self.places(category)
        return places[-1] if places and places[-1].layer.saved else None

    def _place(self, layer: Layer, words: Mapping[str, str]) -> Place | None:
        names = _WORD.findall(layer.template)
        if any(name not in self.folders and not words.get(name) for name in names):
            return None

        def spelled(folders: Mapping[str, str]) -> str:
            return _WORD.sub(lambda m: folders.get(m[1], words.get(m[1], "")), layer.template)

        path = spelled({name: str(folder) for name, folder in self.folders.items()})
        shown = layer.template
        for name in self.folders:
            label = self.labels.get(name, f"{name}/")
            shown = shown.replace(f"{{{name}}}/", label).replace(f"{{{name}}}", label)
        return Place(Path(path), _WORD.sub(lambda m: words.get(m[1], ""), shown), layer)


_PLATFORM_FOLDERS = ("{root}/Config/{platform}", "{root}/Platforms/{platform}/Config")


def _on_platforms(root: str, name: str) -> tuple[Layer, ...]:
    return tuple(Layer(f"{folder.replace('{root}', root)}/{name}") for folder in _PLATFORM_FOLDERS)


_UNREAL = (
    Layer("{engine}/Config/Base.ini", _ROOT),
    Layer("{engine}/Config/Base{category}.ini", _ROOT),
    *_on_platforms("{engine}", "Base{platform}{category}.ini"),
    Layer("{project}/Plugins/{category}/Config/Default{category}.ini"),
    Layer("{project}/Config/Default{category}.ini"),
    Layer("{project}/Config/Generated{category}.ini"),
    Layer("{project}/Config/Custom/{custom}/Default{category}.ini"),
    *_on_platforms("{engine}", "{platform}{category}.ini"),
    *_on_platforms("{project}", "{platform}{category}.ini"),
    *_on_platforms("{project}", "Generated{platform}{category}.ini"),
    *_on_platforms("{project}", "Custom/{custom}/{platform}{category}.ini"),
    Layer("{user}/Unreal Engine/Engine/Config/User{category}.ini"),
    Layer("{documents}/Unreal Engine/Engine/Config/User{category}.ini"),
    Layer("{project}/Config/User{category}.ini"),
    Layer("{project}/Saved/Config/{saved_platform}/{category}.ini", _WRITTEN, saved=True),
)
"""Section 2.4, lowest first; a plugin's file is a category of the plugin's name."""
