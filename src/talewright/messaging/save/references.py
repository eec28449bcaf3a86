"""How addresses, objects and scripts are written into a save, and found again.

Each is saved as the text of its address. A handle of something that is gone is saved as ``gone main:/rat`` and comes
back as a handle that says ``alive == False``. Where names are looked up, in the living worlds or in those that a
restore plans, the caller decides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from talewright.errors import BadAddress, NotFound
from talewright.fields import Reference, References
from talewright.messaging.address.url import Url, split
from talewright.messaging.life.policy import DEFOLD
from talewright.messaging.objects.object import GameObject
from talewright.messaging.objects.reply_to import ReplyTo
from talewright.messaging.objects.script import Script
from talewright.messaging.worlds.world import World

if TYPE_CHECKING:
    from talewright.messaging.worlds.worlds import Worlds

_GONE = "gone "

Find = Callable[[str, str], GameObject | None]
"""Gives the object for the name of a world and an id."""


def live(worlds: Worlds) -> References:
    """References into the living worlds."""

    def find(world: str, path: str) -> GameObject | None:
        found = worlds._worlds.get(world)
        return None if found is None else found._objects.get(path)

    return references(worlds, find, worlds.classes)


def references(worlds: Worlds, find: Find, classes: dict[str, type[Script]]) -> References:
    """References that look objects up with ``find``; messages declared by ``classes`` may stand in untyped data."""
    gone: dict[str, GameObject] = {}

    def dead(text: str) -> GameObject:
        thing = gone.get(text)
        if thing is None:
            world_name, path, _ = full_address(text)
            world = worlds._worlds.get(world_name) or World(worlds, world_name, DEFOLD)
            thing = gone[text] = GameObject(world, path)
        return thing

    def url(_: type, text: str) -> Url:
        if not text:
            return worlds._nobody
        world, path, fragment = full_address(text)
        return worlds._socket(world).url(path, fragment)

    def thing(_: type, text: str) -> GameObject:
        if text.startswith(_GONE):
            return dead(text.removeprefix(_GONE))
        world, path, _fragment = full_address(text)
        found = find(world, path)
        if found is None:
            raise NotFound(f"there is no object {text!r}")
        return found

    def script(cls: type, text: str) -> Script:
        world, path, fragment = full_address(text.removeprefix(_GONE))
        if text.startswith(_GONE):
            maker: Any = cls
            made: Script = maker.__new__(maker)
            made._tw_id, made._tw_owner = fragment, dead(f"{world}:{path}")
            return made
        owner = find(world, path)
        found = None if owner is None else owner._find(fragment)
        if found is None:
            raise NotFound(f"there is no component {text!r}")
        if not isinstance(found, cls):
            raise NotFound(f"the component {text!r} is of the class {type(found).__name__}, not {cls.__name__}")
        return found

    def reply_to(_: type, text: str) -> ReplyTo:
        where = url(Url, text.removeprefix(_GONE))
        if text.startswith(_GONE) or not where.path:
            return ReplyTo(where, None)
        cls = Script if where.fragment else GameObject
        try:
            return ReplyTo(where, made.entries[cls].from_name(cls, text))
        except NotFound:  # a save of a time at which answers went to addresses
            return ReplyTo(where, None)

    messages = {name: cls for known in classes.values() for name, cls in known._tw_shape.messages.items()}
    made = References(
        {
            Url: Reference(str, url),
            GameObject: Reference(_object_name, thing),
            Script: Reference(_script_name, script),
            ReplyTo: Reference(str, reply_to),
        },
        messages,
    )
    return made


def full_address(text: str) -> tuple[str, str, str]:
    """Split an address that names its world.

    Raises:
        NotFound: it does not, or is no address.
    """
    try:
        world, path, fragment = split(text)
    except BadAddress as error:
        raise NotFound(error.message, hint=error.hint) from error
    if world is None:
        raise NotFound(f"{text!r} names no world", hint="write it as main:/object#component")
    return world, path, fragment


def _object_name(thing: GameObject) -> str:
    return str(thing) if thing.alive else f"{_GONE}{thing}"


def _script_name(script: Script) -> str:
    owner = script._tw_owner
    if owner is None:
        raise NotFound(
            f"a {type(script).__name__} that was never spawned has no address to save",
            hint="spawn it, or keep its data in a dataclass",
        )
    name = f"{owner}#{script._tw_id}"
    return name if owner.alive and owner._find(script._tw_id) is script else f"{_GONE}{name}"
