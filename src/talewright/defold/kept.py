"""Components that have no logic here: what the file said about them, kept for whoever draws or plays it.

A sprite or a sound becomes a component like any other, so that a message to ``#sprite`` has a receiver, its turn in a
broadcast stays what it was, and a host can look up what to draw, also after a load. It reacts to ``enable`` and
``disable`` alone. Bind a subclass to a type to give it more.

`FileProxy` is a collection proxy that knows which file its world is made of: two files may give their worlds the same
name. `FileFactory` is a factory whose prototype is a ``.go``. `Unbound` and `UnboundGui` stand for scripts that nobody
has written yet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from talewright.messaging import CollectionProxy, Factory, GameObject, GuiScript, Script, Url, World


class Kept(Script):
    """A component of a type without logic here.

    Attributes:
        kind: "sprite", "sound", "tilemap", ...
        source: the path of its file, or "" where it was written in place.
        place: where it stands in its object.
        data: what the file says, as plain data; a field that came once is no list (see `listed`).
        enabled: whether it was enabled last, or disabled.

    >>> from talewright.messaging import Worlds
    >>> worlds = Worlds()
    >>> hero = worlds.create("main").spawn("hero", sprite=Kept("sprite", data={"default_animation": "run"}))
    >>> worlds["main"].post("/hero#sprite", "disable")
    >>> worlds.step()
    >>> worlds["main"].component("/hero#sprite", Kept).enabled
    False
    """

    kind: str
    source: str = ""
    place: tuple[float, float, float] = (0.0, 0.0, 0.0)
    data: dict[str, Any] = {}
    enabled: bool = True

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        """Be enabled or disabled; ``@on`` methods of subclasses get the rest."""
        if message_id in ("enable", "disable"):
            self.enabled = message_id == "enable"
        super().on_message(message_id, message, sender)


class FileProxy(CollectionProxy):
    """A collection proxy made of a file.

    Attributes:
        file: the path of its ``.collection``; ``collection`` is the name that the file gives its world.
    """

    file: str = ""


class FilePrototype:
    """What a `FileFactory` makes objects of: gives the components that a ``.go`` describes.

    Attributes:
        world: in which world objects are being made; None while a plain `Factory` asks.
    """

    def __init__(self, make: Callable[[World | None], Mapping[str, Script]]) -> None:
        self._make = make
        self.world: World | None = None

    def __call__(self) -> Mapping[str, Script]:
        """Make the components of one object."""
        return self._make(self.world)


class FileFactory(Factory):
    """A factory whose prototype is the path of a ``.go``."""

    def create(
        self,
        *,
        position: Sequence[float] | None = None,
        rotation: Sequence[float] | None = None,
        scale: Sequence[float] | float | None = None,
        properties: Mapping[str, Any] | None = None,
    ) -> GameObject:
        """Make an object, as `Factory.create`; the prototype knows in which world."""
        known = self.world.worlds.prototypes.get(self.prototype)
        before = known.world if isinstance(known, FilePrototype) else None
        if isinstance(known, FilePrototype):
            known.world = self.world
        try:
            return super().create(position=position, rotation=rotation, scale=scale, properties=properties)
        finally:
            if isinstance(known, FilePrototype):
                known.world = before


class Unbound(Script):
    """Stands for a script that nobody has written yet: it keeps its properties and passes messages over.

    Attributes:
        path: what it stands for, "/main/player.script".
        properties: what the files set.
    """

    path: str = ""
    properties: dict[str, Any] = {}


class UnboundGui(GuiScript):
    """Stands for a gui script that nobody has written yet.

    Attributes:
        path: what it stands for, "/main/hud.gui_script".
        properties: what the files set.
    """

    path: str = ""
    properties: dict[str, Any] = {}
