"""Who lives in a world: objects by id, in the order of creation, and who of them is fresh, owed, marked, dying.

Decides which objects may come and how they go: an object comes whole or not at all. When callbacks run within a frame
is written in `life`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from talewright.errors import AlreadyExists, MessageError, NotFound, UnknownWorld
from talewright.messaging.address.book import foreign, near
from talewright.messaging.address.declared import ACQUIRE, RELEASE
from talewright.messaging.address.ids import component_id, object_id
from talewright.messaging.address.url import Address, Entry, Url
from talewright.messaging.life.animation import Animations
from talewright.messaging.life.lists import Lists
from talewright.messaging.life.proxy import Proxy
from talewright.messaging.life.shared import Shared
from talewright.messaging.life.timers import Timers
from talewright.messaging.objects.component import Component, id_of, is_spawned
from talewright.messaging.objects.hierarchy import Space
from talewright.messaging.objects.known import Known
from talewright.messaging.objects.properties import Property
from talewright.messaging.objects.properties import find as find_property
from talewright.messaging.objects.thing import Thing, chain, home_of_thing
from talewright.messaging.objects.transform import (
    ONE,
    UPRIGHT,
    checked_position,
    checked_rotation,
    checked_scale,
)
from talewright.messaging.trace.faults import Fault
from talewright.names import did_you_mean, fold


class Roster:
    """The objects of one world, and all that belongs to them.

    Attributes:
        name: the name of the world.
        shared: what all worlds share.
        runtime: the same, as far as it is services.
        socket: the queue and the addresses of the world.
        root: the address from which text is resolved that nobody sends.
        world: what the host and scripts hold in hand of this world.
        objects: by id, in the order of creation.
        folded: ids that hold capitals, by what they are without.
        space: where the objects are.
        max_instances: how many objects it may hold; None: any number.
        ending: whether nothing can come any more.
        fresh: objects whose ``init`` has yet to run with that of the world.
        owed: objects, and the first component each, whose ``init`` was kept from running by a stop.
        marked: objects that go at the end of the frame.
        dying: objects that are going.
        failed: components whose ``init`` failed, by object and component id.
        off: components that are switched off.
        focus: objects that have the input focus, the last that asked for it last.
        timers: what comes later.
        animations: what moves by itself.
        lists: who is called in a frame.
        batch: what is being made together: a prefix of ids, and what there is of it.
        collections: how many collections were made by factories.
    """

    def __init__(self, shared: Shared, name: str, max_instances: int | None) -> None:
        self.name = name
        self.shared = shared
        self.runtime = shared.runtime
        self.socket = shared.sockets[name]
        self.root = self.socket.url("")
        self.world: Any = None
        self.objects: dict[str, Thing] = {}
        self.space = Space()
        self.max_instances = max_instances
        self.ending = False
        self.collections = 0
        self.batch: tuple[str, list[Thing]] | None = None
        self.clear()

    def clear(self) -> None:
        """Begin without objects, and without all that belongs to objects."""
        self.objects.clear()
        self.space.clear()
        self.folded: dict[str, str] = {}
        self.fresh: dict[Thing, None] = {}
        self.owed: list[tuple[Thing, Component | None]] = []
        self.marked: dict[Thing, None] = {}
        self.dying: dict[Thing, None] = {}
        self.failed: set[tuple[str, str]] = set()
        self.off: dict[Component, None] = {}
        self.focus: dict[Thing, None] = {}
        self.timers = Timers(self.runtime, self.socket, self.shared.handles)
        self.animations = Animations(self.runtime, self.socket)
        self.lists = Lists()

    @property
    def alive(self) -> bool:
        """Whether the world is one of the worlds."""
        return self.socket.objects is self.objects

    @property
    def known(self) -> Known:
        """The classes and types that are known."""
        return self.runtime.known

    # What an object asks

    def is_dying(self, thing: Thing) -> bool:
        """Say whether it is marked to go, or going."""
        return thing in self.marked or thing in self.dying

    def mark(self, thing: Thing) -> None:
        """Mark it to go at the end of the frame."""
        if thing.alive and not self.ending and thing not in self.dying:
            self.marked[thing] = None

    def check_own(self, thing: Thing) -> None:
        """Refuse an object of another game.

        Raises:
            BadAddress: it is.
        """
        home = home_of_thing(thing)
        if not isinstance(home, Roster) or home.shared is not self.shared:
            raise foreign(thing)

    def failed_in(
        self, error: Exception, component: Component, callback: str, message_id: str = "", sender: Url | None = None
    ) -> None:
        """Report an exception in a callback of a component."""
        self.runtime.reports.report_error(error, component, callback, message_id, sender)

    def owe(self, entry: Entry) -> None:
        """Keep a delivery that an interrupted broadcast still owes."""
        self.socket.rest.append(entry)

    # The messages that an object takes itself

    def obey(self, thing: Thing, message_id: str, message: Any, sender: Url) -> None:
        """Do what an object does itself: take or give back the focus, or move to another parent."""
        if message_id == ACQUIRE:
            limit = self.shared.max_input_focus
            if limit is not None and thing not in self.focus and len(self.focus) >= limit:
                text = f"Input focus could not be acquired since the buffer is full ({limit})."
                self._warn(thing, "TW-MSG-09", text, message_id, sender, "Worlds(max_input_focus=None) sets no limit")
                return
            self.focus.pop(thing, None)
            self.focus[thing] = None
        elif message_id == RELEASE:
            self.focus.pop(thing, None)
        else:
            self._set_parent(thing, message, sender)

    def _set_parent(self, thing: Thing, message: Any, sender: Url) -> None:
        parent = None
        wanted = message.get("parent_id")
        try:
            url = self.socket.resolve(self.socket.url(thing.id), wanted) if wanted else None
            if url is not None and url.socket != self.name:
                raise MessageError(
                    "function called can only access instances within the same collection.",
                    hint=f"'{url}' lies in another world than {thing}, whose parent stays what it is",
                )
            if url is not None and url.path:
                parent = self.objects.get(url.path)
                if parent is None:
                    text = f"Could not find parent instance with id '{url.path}'."
                    self._warn(thing, "TW-MSG-10", text, "set_parent", sender, "it has no parent now")
            if message.get("keep_world_transform", 1):
                thing.reparent(parent)
            else:
                thing.parent = parent
        except MessageError as error:
            self._warn(thing, "TW-MSG-10", error.message, "set_parent", sender, error.hint)

    def _warn(self, thing: Thing, code: str, text: str, message_id: str, sender: Url, hint: str) -> None:
        self.runtime.reports.report(
            Fault(
                code,
                f"WARNING:GAMEOBJECT: {text}",
                world=self.name,
                object=thing.id,
                message_id=message_id,
                sender=str(sender),
                hint=hint,
            )
        )

    # Who is meant

    def url(self, address: Address) -> Url:
        """Return the Url that an address means from outside."""
        return self.socket.resolve(self.root, address)

    def local(self, address: Address) -> tuple[str, str]:
        """Return the ids of object and component, of this world alone.

        Raises:
            NotFound: the address lies in another world.
        """
        url = self.url(address)
        if url.socket != self.name:
            raise NotFound(
                "function called can only access instances within the same collection.",
                hint=f"'{address}' lies in the world {url.socket!r}, this is {self.name!r}; only post goes across",
            )
        return url.path, url.fragment

    def at(self, address: Address) -> Thing:
        """Return an object.

        Raises:
            NotFound: there is no such object in this world.
        """
        path, _ = self.local(address)
        thing = self.objects.get(path)
        if thing is None:
            raise NotFound(f"Instance {path} not found in world '{self.name}'", hint=did_you_mean(path, self.objects))
        return thing

    def holds(self, address: object) -> bool:
        """Say whether there is such an object or component."""
        if not isinstance(address, (str, Url)) or (isinstance(address, Url) and address.ids is not self.runtime.ids):
            return False
        url = self.url(address)
        thing = self.objects.get(url.path) if url.socket == self.name else None
        return thing is not None and (not url.fragment or url.fragment in thing)

    def property(self, address: Address | Thing, name: str, *, reading: bool = False) -> Property:
        """Find a property of an object or a component.

        Raises:
            NotFound: there is no such object, component or property in this world.
            TypeError: the name is no text.
        """
        if not isinstance(name, str):
            raise TypeError(f"a property is named by text, not by {type(name).__name__}")
        if isinstance(address, Thing):
            self.check_own(address)
            if home_of_thing(address) is self:
                if not address.alive:
                    text = f"Instance {address.id} not found in world '{self.name}'"
                    raise NotFound(text, hint="this object is gone")
                address = self.socket.url(address.id)
            else:
                address = str(address)
        _, fragment = self.local(address)
        thing = self.at(address)
        return find_property(thing, thing[fragment] if fragment else None, name, reading=reading)

    # Coming

    def spawn(
        self,
        path: str | None,
        *,
        position: Sequence[float],
        rotation: Sequence[float],
        scale: Sequence[float] | float,
        parent: Address | Thing | None,
        components: Mapping[str, Any],
    ) -> Thing:
        """Make an object, and let it begin where the world has begun.

        Raises:
            TypeError, AlreadyExists, InvalidName, NotFound, MessageError: as `World.spawn`; nothing has changed.
        """
        if not self.alive:
            raise UnknownWorld(f"the world {self.name!r} has ended: nothing can be spawned in it")
        if self.ending:
            raise MessageError(f"the world {self.name!r} is ending: nothing can be spawned in it any more")
        place = checked_position(position)
        turn = UPRIGHT if rotation is UPRIGHT else checked_rotation(rotation)
        size = ONE if scale is ONE else checked_scale(scale)
        path = None if path is None else object_id(path)
        if self.max_instances is not None and len(self.objects) >= self.max_instances:
            raise MessageError(
                "The game object instance could not be created since the buffer is full "
                f"({self.max_instances}). Increase the capacity with collection.max_instances",
                hint="Worlds.create(name, max_instances=None) sets no limit",
            )
        if path is not None and self.batch is not None:
            path = self.batch[0] + path
        if path is not None:
            self._refuse_taken(path)
        above = None if parent is None else self._parent(parent)
        if above is not None:
            self.space.tree.check_depth(above, 0)
        self.check_components(components)
        if path is None:
            path = self._next_instance()
        thing = self.shared.public.thing(self, path, place, components.items())
        if turn is not UPRIGHT:
            thing.rotation = turn
        if size is not ONE:
            thing.scale = size
        self.objects[path] = thing
        folded = fold(path)
        if folded != path:
            self.folded[folded] = path
        self.lists.add(components.values())
        self.socket.bind(thing)
        if above is not None:
            self.space.tree.put(thing, above)
        self.came(thing, components.values())
        return thing

    def came(self, thing: Thing, scripts: Iterable[Component]) -> None:
        """Let an object that has come begin."""
        raise NotImplementedError

    def _next_instance(self) -> str:
        while True:
            path = f"/instance{self.shared.instances}"
            self.shared.instances += 1
            if path not in self.objects and path not in self.folded:
                return path

    def _parent(self, parent: Address | Thing) -> Thing:
        if isinstance(parent, Thing):
            self.check_own(parent)
            found: Thing | None = parent if parent.alive and home_of_thing(parent) is self else None
            path = parent.id
        else:
            path, _ = self.local(parent)
            found = self.objects.get(path)
        if found is None:
            raise NotFound(f"Could not find parent instance with id '{path}'.", hint=near(path, self.objects))
        return found

    def _refuse_taken(self, path: str) -> None:
        if path in self.objects:
            raise AlreadyExists(f"The identifier '{path}' is already in use.")
        folded = fold(path)
        other = self.folded.get(folded, folded if folded != path and folded in self.objects else None)
        if other is not None:
            raise AlreadyExists(
                f"The identifier '{path}' differs from '{other}' only in case.",
                hint="addresses are exact, but sections of a save ignore case",
            )

    def check_components(self, components: Mapping[str, Any]) -> None:
        """Refuse what cannot be the components of an object, and learn their classes.

        Raises:
            TypeError: what was given is no script.
            AlreadyExists: two ids differ only in case.
            MessageError: a script was a component before.
        """
        seen: dict[str, str] = {}
        scripts: set[int] = set()
        for name, script in components.items():
            component_id(name)
            if isinstance(script, type):
                raise TypeError(f"the component {name!r} is a class: write {name}={script.__name__}()")
            if not isinstance(script, Component):
                raise TypeError(f"the component {name!r} is no script, but {type(script).__name__}")
            other = seen.setdefault(fold(name), name)
            if other != name:
                raise AlreadyExists(f"The component '{name}' differs from '{other}' only in case.")
            if is_spawned(script) or id(script) in scripts:
                where = f"was spawned before, as {script.url()}" if is_spawned(script) else "lives already"
                raise MessageError(
                    f"the component {name!r} {where}", hint="a script is a component once: make a new instance"
                )
            scripts.add(id(script))
        for name, script in components.items():
            self.runtime.known.admit(script, name)

    # Going

    def take_back(self, made: list[Thing]) -> None:
        """Undo the making of objects; nobody is called."""
        for thing in reversed(made):
            self.remove(thing)
        self.lists.remove(made)

    def remove(self, thing: Thing) -> None:
        """Take an object out: its children go to the grandparent, its worlds end, its messages are dead letters."""
        self.animations.cancel_all(thing)
        self.space.remove(thing)
        self.marked.pop(thing, None)
        self.focus.pop(thing, None)
        del self.objects[thing.id]
        self.folded.pop(fold(thing.id), None)
        self.fresh.pop(thing, None)
        self.socket.unbind(thing)
        for script in chain(thing):
            self.failed.discard((thing.id, id_of(script)))
            self.off.pop(script, None)
            self.timers.forget(script)
            self.shared.topics.forget(script)
            if isinstance(script, Proxy):
                script._tw_abandon()
