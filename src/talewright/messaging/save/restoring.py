"""From sections of a document back to living worlds.

In two parts: `prepare` builds and checks everything aside and changes nothing that anybody can see; the commit swaps it
in and cannot fail. An object at the same address stays the same Python object, and so does a component of the same
class; its whole state comes anew, undeclared attributes included. What the sections do not hold is dropped without a
``final``; what they hold and is not there is made without an ``init``. ``on_reload`` runs at the very end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from talewright.errors import InvalidName, NotFound, SaveError, UnknownClass
from talewright.fields import Plain, References, declared, decode, decode_fields, unknown_fields, within
from talewright.messaging.address.ids import component_id, object_id, world_name
from talewright.messaging.address.url import Entry
from talewright.messaging.life.actions import Action, Held, Key
from talewright.messaging.life.animation import Animation
from talewright.messaging.life.life import Life
from talewright.messaging.life.lifecycle import GOING, HAS_WORLD
from talewright.messaging.life.lives import Lives
from talewright.messaging.life.policy import POLICIES, DispatchPolicy
from talewright.messaging.life.proxy import Proxy
from talewright.messaging.life.system import SOCKETS
from talewright.messaging.life.timers import Timer
from talewright.messaging.life.topics import Topics, checked_topic
from talewright.messaging.objects import transform
from talewright.messaging.objects.component import Component, reset
from talewright.messaging.objects.properties import Property
from talewright.messaging.objects.shape import check_class
from talewright.messaging.objects.thing import Thing, furnish, part
from talewright.messaging.save import underway
from talewright.messaging.save.references import Find, full_address, references
from talewright.messaging.save.saving import (
    OBJECT_CLASS,
    WORLD_CLASS,
    WORLDS_SECTION,
    ObjectFields,
    WorldFields,
    WorldsFields,
    check_required,
)
from talewright.messaging.save.underway import items, reading
from talewright.names import did_you_mean, fold

_MOST = 1 << 62
"""What counts and clocks may come to: beyond it a float no longer grows by adding to it."""
_COMPONENT = re.compile(r"[^:#]+:/[^#]*#[^#:]+")

Given = Mapping[tuple[str, str], Mapping[str, Any]]


@dataclass(slots=True)
class _Component:
    name: str
    script: Component
    plain: Mapping[str, Plain]
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class _Object:
    thing: Thing
    fields: ObjectFields
    components: dict[str, _Component]


@dataclass(slots=True)
class _World:
    life: Life
    fields: WorldFields
    policy: DispatchPolicy
    plain: Mapping[str, Plain]
    objects: dict[str, _Object] = field(default_factory=dict)
    folded: dict[str, str] = field(default_factory=dict)
    pending: list[Entry] = field(default_factory=list)
    disabled: list[Component] = field(default_factory=list)
    timers: list[Timer] = field(default_factory=list)
    animations: list[Animation] = field(default_factory=list)
    proxy: Proxy | None = None
    doomed: bool = False


class Restoration:
    """Worlds that are built and checked, and not yet there.

    Attributes:
        references: finds addresses, objects and scripts in the worlds to come; for other parts of the same save.
        unknown: fields that the save holds and the classes do not declare, as "main:/smith#controller.helth".
    """

    def __init__(self, table: Lives, references: References) -> None:
        self.references = references
        self.unknown: list[str] = []
        self._table = table
        self._plans: dict[str, _World] = {}
        self._counts = WorldsFields()
        self._inputs: list[Action] = []
        self._held: dict[Key, Held] = {}
        self._engine: dict[str, list[Entry]] = {}
        self._topics = Topics()
        self._classes: dict[str, type[Component]] = {}
        self._handles: set[int] = set()

    def commit(self) -> None:
        """Swap the worlds in, then call ``on_reload`` of every initialised script, in order.

        Raises:
            Misuse: called from inside a callback.
        """
        self.swap()
        self.announce()

    def swap(self) -> None:
        """The first half of `commit`: for a host that has other parts to swap before anything is called."""
        table, shared, counts = self._table, self._table.shared, self._counts
        table.between_steps()
        plans = list(self._plans.values())
        table.replace({plan.life: plan.proxy for plan in plans}, [plan.life for plan in plans if plan.doomed])
        shared.inputs, shared.topics = self._inputs, self._topics
        shared.holding.held = self._held
        shared.handles.last, shared.instances = counts.last_timer, counts.instances
        runtime = shared.runtime
        runtime.system.update_frequency, runtime.system.exit_code = counts.update_frequency, None
        if runtime.reports.tracer is not None:
            runtime.reports.tracer.forget()
        for name in SOCKETS:
            shared.sockets[name].pending[:] = self._engine.get(name, [])
        runtime.reports.frame = counts.frame
        runtime.known.restore(self._classes)
        for plan in plans:
            _install(plan)

    def announce(self) -> None:
        """The second half: ``on_reload``; an exception of one is a fault and keeps no other from being called."""
        with self._table.shared.runtime.callers.running():
            for plan in self._plans.values():
                if plan.fields.initialised:
                    for entry in plan.objects.values():
                        plan.life.call([c.script for c in entry.components.values()], "on_reload")


def prepare(
    table: Lives,
    sections: Given,
    classes: Mapping[str, type[Component]],
    more: References,
) -> Restoration:
    """Build and check; see `Worlds.prepare`.

    Args:
        table: the living worlds.
        sections: what a save holds.
        classes: those of the game, besides those that were spawned.
        more: types that are saved as their names.
    """
    table.between_steps()
    if not isinstance(classes, Mapping):
        raise TypeError(f"the classes of a save are given by name, {{'Smith': Smith}}, not as {classes!r}")
    public = table.shared.public
    known: dict[str, type[Component]] = {cls.__name__: cls for cls in (public.proxy, *public.factories)}
    known |= {**table.shared.runtime.known.classes, **classes}
    components: dict[str, tuple[str, Mapping[str, Plain]]] = {}
    for (name, cls), plain in sections.items():
        if _COMPONENT.fullmatch(name):
            if cls not in known:
                raise UnknownClass(
                    f"the section [{name} {cls}] is of the class {cls!r}, which the game does not know",
                    hint=did_you_mean(cls, known) or "if it was renamed, write a migration with rename_class",
                    section=(name, cls),
                )
            if name in components:
                message = f"there are two sections for the component {name}: {components[name][0]} and {cls}"
                raise SaveError(message, section=(name, cls))
            components[name] = (cls, plain)

    plans: dict[str, _World] = {}

    def find(world: str, path: str) -> Thing | None:
        plan = plans.get(world)
        entry = None if plan is None else plan.objects.get(path)
        return None if entry is None else entry.thing

    found = _planned(table, plans, find, known).merged(table.shared.runtime.known.more).merged(more)
    restoration = Restoration(table, found)
    restoration._plans = plans
    used = {cls for cls, _ in components.values()}
    restoration._classes = {name: cls for name, cls in known.items() if name in used}
    for script_class in restoration._classes.values():
        check_class(script_class, restoration.references)
    with within(*WORLDS_SECTION):
        restoration._counts = WorldsFields(**_read(WorldsFields, sections.get(WORLDS_SECTION, {}), "talewright"))
        _check_not_below_zero(restoration._counts, "talewright")
    for (name, cls), plain in sections.items():
        if cls == WORLD_CLASS:
            with within(name, cls):
                plans[name] = _plan_world(table, name, plain)
    for (name, cls), plain in sections.items():
        if cls == OBJECT_CLASS:
            with within(name, cls):
                _plan_object(table, plans, name, plain, components, known)
    if components:
        name, (cls, _) = next(iter(components.items()))
        raise SaveError(f"the section [{name} {cls}] is of a component that no object lists", section=(name, cls))
    for name, plan in plans.items():
        with within(name, WORLD_CLASS):
            _read_world(restoration, plan)
    _check_proxies(plans)
    with within(*WORLDS_SECTION):
        _read_shared(restoration, sections.get(WORLDS_SECTION, {}))
    return restoration


# Building


def _plan_world(table: Lives, name: str, plain: Mapping[str, Plain]) -> _World:
    try:
        world_name(name)
    except InvalidName as error:
        raise SaveError(f"the section [{name} World]: {error.message}", hint=error.hint) from error
    fields = WorldFields(**_read(WorldFields, plain, name))
    if isinstance(fields.policy, Mapping):
        with reading(f"{name}.policy"):
            policy = DispatchPolicy(**_read(DispatchPolicy, fields.policy, f"{name}.policy"))
    else:
        found = POLICIES.get(str(fields.policy))
        if found is None:
            raise SaveError(
                f"{name}.policy: no policy is called {fields.policy!r}",
                hint=f"one of {', '.join(POLICIES)}",
                field="policy",
            )
        policy = found
    _check_not_below_zero(fields, name)
    return _World(table.by_name.get(name) or table.outside(name, policy), fields, policy, plain)


def _plan_object(
    table: Lives,
    plans: dict[str, _World],
    name: str,
    plain: Mapping[str, Plain],
    components: dict[str, tuple[str, Mapping[str, Plain]]],
    known: Mapping[str, type[Component]],
) -> None:
    try:
        world, path, fragment = full_address(name)
        if fragment or object_id(path) != path:
            raise NotFound(f"{name!r} is no address of an object")
        plan = plans.get(world)
        if plan is None:
            raise NotFound(f"the save holds no world {world!r}", hint=did_you_mean(world, plans))
        other = plan.folded.setdefault(fold(path), path)
        if other != path:
            raise NotFound(f"{name} differs from {other} only in case")
    except (NotFound, InvalidName) as error:
        raise SaveError(f"the section [{name} GameObject]: {error.message}", hint=error.hint) from error
    fields = ObjectFields(**_read(ObjectFields, plain, name))
    with reading(name):
        fields.position = transform.checked_position(fields.position)
        fields.rotation = transform.checked_rotation(fields.rotation)
        fields.scale = transform.checked_scale(fields.scale)
        fields.euler = None if fields.euler is None else transform.checked_euler(fields.euler)
    living = plan.life.objects.get(path)
    thing = living if living is not None else table.shared.public.thing(plan.life, path)
    found: dict[str, _Component] = {}
    for component in fields.components:
        address = f"{name}#{component}"
        section = components.pop(address, None)
        if section is None:
            raise SaveError(f"{name} lists the component {component!r}, but there is no section [{address} ...]")
        try:
            component_id(component)
        except InvalidName as error:
            raise SaveError(f"{name}.components: {error.message}", hint=error.hint, field="components") from error
        cls = known[section[0]]
        old = None if living is None else part(living, component)
        script = old if old is not None and type(old) is cls else cls.__new__(cls)
        found[component] = _Component(component, script, section[1])
    plan.objects[path] = _Object(thing, fields, found)


# Reading, once every object of the save is planned


def _planned(table: Lives, plans: dict[str, _World], find: Find, known: dict[str, type[Component]]) -> References:
    """References into the plan: the chain of a planned object is not made before the commit, so scripts look aside."""
    made = references(table, find, known)
    entry = made.entries[table.shared.public.script]

    def script(cls: type, text: str) -> Component:
        if not text.startswith("gone "):
            world, path, fragment = full_address(text)
            plan = plans.get(world)
            thing = None if plan is None else plan.objects.get(path)
            part = None if thing is None else thing.components.get(fragment)
            if part is None:
                raise NotFound(f"there is no component {text!r} in the save")
            if not isinstance(part.script, cls):
                raise NotFound(
                    f"the component {text!r} is of the class {type(part.script).__name__}, not {cls.__name__}"
                )
            return part.script
        found: Component = entry.from_name(cls, text)
        return found

    made.entries[table.shared.public.script] = type(entry)(entry.to_name, script)
    return made


def _read_world(restoration: Restoration, plan: _World) -> None:
    name, references = plan.life.name, restoration.references
    for path, entry in plan.objects.items():
        if entry.fields.parent:
            with within(f"{name}:{path}", OBJECT_CLASS):
                _check_parent(plan, path)
        for component in entry.components.values():
            address, cls = f"{name}:{path}#{component.name}", type(component.script)
            with within(address), reading():
                component.values = decode_fields(cls, component.plain, references, address)
                check_required(cls, component.values, address, "declare one, or add the field in a migration")
            restoration.unknown += [f"{address}.{field}" for field in unknown_fields(cls, component.plain)]
    for path in plan.fields.deleted:
        if path not in plan.objects:
            raise SaveError(f"{name}.deleted names {path!r}, which the save does not hold", field="deleted")
    for path in plan.fields.focus:
        if path not in plan.objects:
            raise SaveError(f"{name}.focus names {path!r}, which the save does not hold", field="focus")
    plan.disabled = [_component(plan, text, f"{name}.disabled").script for text in plan.fields.disabled]
    table = restoration._table
    for index, plain in enumerate(items(plan.plain, "pending")):
        where = f"{name}.pending[{index}]"
        plan.pending.append(underway.read_message(table, references, name, plain, where))
    find = partial(_find_part, plan)
    for index, plain in enumerate(items(plan.plain, "timers")):
        where = f"{name}.timers[{index}]"
        timer = underway.read_timer(references, plain, where, find, plan.fields.clocks)
        plan.timers.append(timer)
        if not 0 < timer.handle <= restoration._counts.last_timer or timer.handle in restoration._handles:
            raise SaveError(
                f"{where}.handle: {timer.handle} is taken, or none of the handles up to talewright.last_timer, "
                f"{restoration._counts.last_timer}",
                field=where,
            )
        restoration._handles.add(timer.handle)
    for index, plain in enumerate(items(plan.plain, "animations")):
        where = f"{name}.animations[{index}]"
        animation = underway.read_animation(references, plain, where, find)
        with reading(where):
            animation.check_against(_value_of(plan, animation.target))
        plan.animations.append(animation)
    if plan.fields.proxy:
        with reading(f"{name}.proxy"):
            plan.proxy = references.entries[table.shared.public.script].from_name(
                table.shared.public.proxy, plan.fields.proxy
            )


def _value_of(plan: _World, target: Property) -> object:
    """Return the value that a property will have: the living object or component may still have another."""
    entry = plan.objects[target.thing.id]
    if target.script is None:
        if target.base == "euler":
            return entry.fields.euler or transform.to_euler(entry.fields.rotation)
        return getattr(entry.fields, target.base)
    values = next(c.values for c in entry.components.values() if c.script is target.script)
    return values.get(target.base, declared(type(target.script))[target.base].default)


def _check_not_below_zero(fields: WorldsFields | WorldFields, where: str) -> None:
    """Refuse counts and times that no game can have come to."""
    for name, value in vars(fields).items():
        numbers = value.values() if name == "clocks" else (value,)
        if any(type(n) in (int, float) and n < 0 for n in numbers):
            raise SaveError(f"{where}.{name} is {value}: it is never below zero", field=name)
        if any(type(n) in (int, float) and n > _MOST for n in numbers):
            raise SaveError(f"{where}.{name} is {value}: no game comes so far", field=name)


def _component(plan: _World, text: str, where: str) -> _Component:
    path, _, name = text.partition("#")
    entry = plan.objects.get(path)
    found = None if entry is None else entry.components.get(name)
    if found is None:
        raise SaveError(f"{where} names {text!r}, which the save does not hold", field=where)
    return found


def _find_part(plan: _World, path: str, fragment: str) -> tuple[Thing, Component | None] | None:
    entry = plan.objects.get(path)
    if entry is None:
        return None
    part = entry.components.get(fragment)
    return entry.thing, None if part is None else part.script


def _read_shared(restoration: Restoration, plain: Mapping[str, Plain]) -> None:
    """Read what belongs to no world alone."""
    table, known = restoration._table, restoration.references
    for index, one in enumerate(items(plain, "input")):
        restoration._inputs.append(underway.read_action(known, one, f"talewright.input[{index}]"))
    for index, one in enumerate(items(plain, "held")):
        key, held = underway.read_held(known, one, f"talewright.held[{index}]")
        restoration._held[key] = held
    for index, one in enumerate(items(plain, "pending")):
        where = f"talewright.pending[{index}]"
        socket = str(one.get("to", "")).partition(":")[0] if isinstance(one, Mapping) else ""
        if socket not in SOCKETS:
            raise SaveError(f"{where}: only messages to {' and '.join(SOCKETS)} wait here", field=where)
        entry = underway.read_message(table, known, socket, one, where)
        restoration._engine.setdefault(socket, []).append(entry)
    for index, one in enumerate(items(plain, "topics")):
        where = f"talewright.topics[{index}]"
        if not isinstance(one, Mapping):
            hint = "write (topic=Quest.Done,to=(main:/rat#controller))"
            raise SaveError(f"{where} is no topic", hint=hint, field=where)
        with reading(where):
            topic = checked_topic(decode(one.get("topic"), str))
            once = decode(one.get("once", []), list[str])
            for name in decode(one.get("to"), list[str]):
                add = restoration._topics.add_once if name in once else restoration._topics.add
                add(topic, known.entries[table.shared.public.script].from_name(table.shared.public.script, name))


def _check_parent(plan: _World, path: str) -> None:
    seen, above = {path}, plan.objects[path].fields.parent
    while above:
        if above not in plan.objects:
            message = f"{plan.life.name}:{path}.parent: Could not find parent instance with id '{above}'."
            raise SaveError(message, field="parent")
        if above in seen:
            message = f"{plan.life.name}:{path}.parent: the objects {', '.join(sorted(seen))} form a ring"
            raise SaveError(message, field="parent")
        seen.add(above)
        above = plan.objects[above].fields.parent


def _check_proxies(plans: dict[str, _World]) -> None:
    for plan in plans.values():
        for path, entry in plan.objects.items():
            for component in entry.components.values():
                if isinstance(component.script, Proxy):
                    where = f"{plan.life.name}:{path}#{component.name}"
                    inside = plans.get(component.values.get("collection", ""))
                    state = component.values.get("state")
                    with within(where), reading(where):
                        component.script._tw_check(component.values)
                    owns = inside is not None and inside.proxy is component.script
                    if owns and inside is not None and state in GOING:
                        inside.doomed = True  # the step was cut short before the world was gone
                    elif (state in HAS_WORLD) != owns:
                        message = f"{where} and the world that it loads do not fit together"
                        raise SaveError(message, section=(where, ""))
    for plan in plans.values():
        if plan.proxy is not None and not any(
            component.script is plan.proxy and component.values.get("collection") == plan.life.name
            for other in plans.values()
            for entry in other.objects.values()
            for component in entry.components.values()
        ):
            message = f"{plan.life.name}.proxy: {plan.fields.proxy} does not load this world"
            raise SaveError(message, section=(plan.life.name, WORLD_CLASS), field="proxy")


def _read(cls: type, plain: Mapping[str, Plain], where: str) -> dict[str, Any]:
    with reading():
        return decode_fields(cls, plain, path=where)
    raise AssertionError  # for the type checker: a reading that fails raises


# Swapping


def _install(plan: _World) -> None:
    life = plan.life
    objects = plan.objects
    life.clear()
    life.follow(plan.policy)
    life.initialised = plan.fields.initialised
    life.ending = life.initialising = False
    life.objects.update((path, entry.thing) for path, entry in objects.items())
    life.folded = {fold(path): path for path in objects if fold(path) != path}
    life.max_instances = plan.fields.max_instances
    life.marked = {objects[path].thing: None for path in plan.fields.deleted}
    life.fresh = {} if life.initialised else dict.fromkeys(life.objects.values())
    life.failed = {(path, name) for path, _, name in (text.partition("#") for text in plan.fields.failed)}
    life.off = dict.fromkeys(plan.disabled)
    life.focus = {objects[path].thing: None for path in plan.fields.focus}
    life.space.along_z = plan.fields.scale_along_z
    life.fixed = plan.fields.fixed
    life.collections = plan.fields.collections
    life.timers.clocks = plan.fields.clocks
    for timer in plan.timers:
        life.timers.add(timer)
    for animation in plan.animations:
        life.animations.add(animation)
    for entry in objects.values():
        thing, fields = entry.thing, entry.fields
        furnish(thing, fields.position, ((c.name, c.script) for c in entry.components.values()))
        thing.rotation, thing.scale = fields.rotation, fields.scale
        if fields.euler is not None:
            thing.euler = fields.euler
        if fields.parent:
            life.space.tree.put(thing, objects[fields.parent].thing)
        for component in entry.components.values():
            reset(component.script, component.values)
        life.lists.add(c.script for c in entry.components.values())
    life.socket.pending[:] = plan.pending
    life.socket.rest.clear()
    life.socket.open(life.objects)
