"""How addresses, objects and scripts are written into a save, and found again.

Each is saved as the text of its address. A handle of something that is gone is saved as ``gone main:/rat`` and comes
back as a handle that says ``alive == False``. Where names are looked up, in the living worlds or in those that a
restore plans, the caller decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from talewright.errors import BadAddress, NotFound
from talewright.fields import Reference, References
from talewright.messaging.address.url import Url, split
from talewright.messaging.life.lives import Lives
from talewright.messaging.objects.component import Component, is_living, is_spawned, revived, shape_of
from talewright.messaging.objects.reply_to import ReplyTo
from talewright.messaging.objects.thing import Thing, part

_GONE = "gone "

Find = Callable[[str, str], Thing | None]
"""Gives the object for the name of a world and an id."""


def live_references(table: Lives) -> References:
    """References into the living worlds."""

    def find(world: str, path: str) -> Thing | None:
        found = table.by_name.get(world)
        return None if found is None else found.objects.get(path)

    return references(table, find, table.shared.runtime.known.classes)


def references(table: Lives, find: Find, classes: Mapping[str, type]) -> References:
    """References that look objects up with ``find``; messages declared by ``classes`` may stand in untyped data."""
    gone: dict[str, Thing] = {}

    def dead(text: str) -> Thing:
        thing = gone.get(text)
        if thing is None:
            world_name, path, _ = full_address(text)
            life = table.by_name.get(world_name) or table.outside(world_name)
            thing = gone[text] = table.shared.public.thing(life, path)
        return thing

    def url(_: type, text: str) -> Url:
        if not text:
            return table.shared.sockets.nobody
        world, path, fragment = full_address(text)
        return table.shared.sockets[world].url(path, fragment)

    def thing(_: type, text: str) -> Thing:
        if text.startswith(_GONE):
            return dead(text.removeprefix(_GONE))
        world, path, _fragment = full_address(text)
        found = find(world, path)
        if found is None:
            raise NotFound(f"there is no object {text!r}")
        return found

    def script(cls: type, text: str) -> Component:
        world, path, fragment = full_address(text.removeprefix(_GONE))
        if text.startswith(_GONE):
            return revived(cls, fragment, dead(f"{world}:{path}"))
        owner = find(world, path)
        found = None if owner is None else part(owner, fragment)
        if found is None:
            raise NotFound(f"there is no component {text!r}")
        if not isinstance(found, cls):
            raise NotFound(f"the component {text!r} is of the class {type(found).__name__}, not {cls.__name__}")
        return found

    def reply_to(_: type, text: str) -> ReplyTo:
        where = url(Url, text.removeprefix(_GONE))
        if text.startswith(_GONE) or not where.path:
            return ReplyTo(where, None)
        cls: type = table.shared.public.script if where.fragment else table.shared.public.thing
        try:
            return ReplyTo(where, made.entries[cls].from_name(cls, text))
        except NotFound:  # a save of a time at which answers went to addresses
            return ReplyTo(where, None)

    messages = {name: cls for known in classes.values() for name, cls in shape_of(known).messages.items()}
    made = References(
        {
            Url: Reference(str, url),
            table.shared.public.thing: Reference(_object_name, thing),
            table.shared.public.script: Reference(_script_name, script),
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


def _object_name(thing: Thing) -> str:
    return str(thing) if thing.alive else f"{_GONE}{thing}"


def _script_name(script: Component) -> str:
    if not is_spawned(script):
        raise NotFound(
            f"a {type(script).__name__} that was never spawned has no address to save",
            hint="spawn it, or keep its data in a dataclass",
        )
    return str(script.url()) if is_living(script) else f"{_GONE}{script.url()}"
