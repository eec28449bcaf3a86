"""Which Python class is which Defold script.

Classes are bound by the path of the file that they stand for: by a mapping, by a function that gives a class for a
path, or by the mark that `script` puts on a class. A key without a slash is a component type ("sprite"). Nothing is
registered anywhere; whoever loads hands the classes in. A bound script of Defold is never read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

from talewright.defold.kept import Unbound, UnboundGui
from talewright.errors import AlreadyExists, Misuse
from talewright.messaging import GuiScript, Script

C = TypeVar("C", bound=type[Script])

SCRIPT_MARK = "__talewright_defold_paths__"
"""The attribute under which a class keeps the paths that it stands for."""

Scripts: TypeAlias = (
    Mapping[str, type[Script]] | Callable[[str], type[Script] | None] | ModuleType | Iterable[type[Script]] | None
)
"""What can be handed in: classes by path, a function, a module with marked classes, or marked classes."""

Find: TypeAlias = Callable[[str], type[Script] | None]


def script(*paths: str) -> Callable[[C], C]:
    """Mark a class as the script, or gui script, of these paths.

    >>> @script("/main/player.script")
    ... class Player(Script):
    ...     speed: float = 100.0
    >>> finder([Player])("/main/player.script") is Player
    True
    """
    if not paths or not all(isinstance(path, str) for path in paths):
        raise Misuse("a script stands for at least one path", hint='write @script("/main/player.script")')

    def mark(cls: C) -> C:
        setattr(cls, SCRIPT_MARK, paths)
        return cls

    return mark


def finder(scripts: Scripts) -> Find:
    """Return the function that finds the class of a path.

    Raises:
        AlreadyExists: two classes stand for the same path.
        Misuse: a key is bound to something else than a script class.
    """
    if scripts is None:
        return lambda path: None
    if isinstance(scripts, Mapping):
        for path, cls in scripts.items():
            _check(path, cls)
        return dict(scripts).get
    if isinstance(scripts, ModuleType):
        return _marked(value for value in vars(scripts).values() if isinstance(value, type))
    if isinstance(scripts, Iterable):
        return _marked(scripts)
    if callable(scripts):
        return scripts
    raise Misuse(f"scripts cannot be {type(scripts).__name__}", hint="give a mapping from paths to classes")


def stand_ins(scripts: Scripts = None) -> Find:
    """Bind `Unbound` or `UnboundGui` to every path that has no class yet, so that a project can be ported step by step.

    >>> find = stand_ins()
    >>> find("/main/player.script"), find("/main/hud.gui_script")
    (<class 'talewright.defold.kept.Unbound'>, <class 'talewright.defold.kept.UnboundGui'>)
    """
    known = finder(scripts)

    def find(path: str) -> type[Script] | None:
        found = known(path)
        if found is not None or "/" not in path or path.endswith(".gui"):
            return found
        return UnboundGui if path.endswith(".gui_script") else Unbound

    return find


def _marked(classes: Iterable[Any]) -> Find:
    found: dict[str, type[Script]] = {}
    for cls in classes:
        if not isinstance(cls, type) or not issubclass(cls, Script):
            continue
        for path in cls.__dict__.get(SCRIPT_MARK, ()):
            other = found.setdefault(path, cls)
            if other is not cls:
                raise AlreadyExists(
                    f"two classes stand for {path!r}: {other.__qualname__} and {cls.__qualname__}",
                    hint="take the mark from one of them",
                )
    return found.get


def _check(path: object, cls: object) -> None:
    if not isinstance(path, str) or not isinstance(cls, type) or not issubclass(cls, Script):
        raise Misuse(f"{path!r} is bound to {cls!r}", hint="bind paths to subclasses of Script")


def kind_of(cls: type[Script]) -> str:
    """Say whether a class has its turn with the scripts or with the guis."""
    return "gui" if issubclass(cls, GuiScript) else "script"
