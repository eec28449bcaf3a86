"""From living worlds to sections of a document.

``[talewright Worlds]`` counts, ``[main World]`` holds a world's queue and marks, ``[main:/smith GameObject]`` an
object, ``[main:/smith#controller Blacksmith]`` a component's declared properties. Worlds and objects stand in the order
in which they were made: the order of sections is part of the state. Reads only, and only between steps.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

from talewright.errors import FieldError, Misuse, NotFound, SaveError
from talewright.fields import Plain, References, Sections, class_name, declared, encode, encode_fields
from talewright.messaging.life.policy import POLICIES, DispatchPolicy
from talewright.messaging.life.system import SOCKETS
from talewright.messaging.objects.object import GameObject
from talewright.messaging.objects.script import Script
from talewright.messaging.objects.transform import ONE, ORIGIN, UPRIGHT, Position, Rotation
from talewright.messaging.save import underway
from talewright.messaging.worlds.world import World

if TYPE_CHECKING:
    from talewright.messaging.worlds.worlds import Worlds

WORLDS_SECTION = ("talewright", "Worlds")
WORLD_CLASS = "World"
OBJECT_CLASS = "GameObject"


@dataclass
class WorldsFields:
    """The fields of ``[talewright Worlds]``."""

    frame: int = 0
    instances: int = 0
    last_timer: int = 0
    update_frequency: int = 0


@dataclass
class WorldFields:
    """The fields of ``[name World]``, besides the waiting messages."""

    initialised: bool = False
    policy: Any = "defold"
    proxy: str = ""
    deleted: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    disabled: list[str] = field(default_factory=list)
    focus: list[str] = field(default_factory=list)
    max_instances: int | None = None
    fixed: float = 0.0
    collections: int = 0
    scale_along_z: bool = True
    clocks: dict[str, float] = field(default_factory=dict)


@dataclass
class ObjectFields:
    """The fields of ``[world:/id GameObject]``."""

    position: Position = ORIGIN
    rotation: Rotation = UPRIGHT
    euler: Position | None = None
    scale: Position = ONE
    parent: str = ""
    components: list[str] = field(default_factory=list)


def sections(worlds: Worlds, references: References) -> Sections:
    """Give everything that the worlds hold; see `Worlds.sections`."""
    between_steps(worlds)
    known = worlds.reference().merged(worlds._references).merged(references)
    found: Sections = {WORLDS_SECTION: _worlds(worlds, known, {})}
    for world in worlds:
        found[world.name, WORLD_CLASS] = _world(world, known, {})
        for thing in world:
            found[str(thing), OBJECT_CLASS] = _object(thing)
            for name, script in thing.components.items():
                address = f"{thing}#{name}"
                with _Place(address):
                    found[address, class_name(type(script))] = fields = encode_fields(script, known, address)
                    check_required(type(script), fields, address, "give it a value, or declare a default")
    return found


def check_required(cls: type, given: Container[str], address: str, hint: str) -> None:
    """Refuse a component without a field that its class needs: whoever reads the field would fail, later and elsewhere.

    Raises:
        FieldError: a field has no default, and is not given.
    """
    for name, entry in declared(cls).items():
        if name not in given and entry.required:
            raise FieldError(f"{address}.{name}", f"is not there, and {cls.__name__} declares no default", hint=hint)


def between_steps(worlds: Worlds) -> None:
    """Refuse what makes sense only while no callback runs.

    Raises:
        Misuse: one does.
    """
    if worlds._depth:
        raise Misuse(
            "the worlds are in the middle of a step: this was called inside a callback",
            hint="save and load between steps, where no message is half delivered",
        )


def undeclared(worlds: Worlds) -> dict[str, str]:
    """Give public attributes that no save holds; see `Worlds.undeclared`."""
    found: dict[str, str] = {}
    references = worlds.known_references()
    _worlds(worlds, references, found)
    for world in worlds:
        _world(world, references, found)
        for thing in world:
            for component, script in thing.components.items():
                known = declared(type(script))
                for name, value in _attributes(script):
                    if not name.startswith("_") and name not in known:
                        cls = type(script).__name__
                        found[f"{thing}#{component}.{name}"] = (
                            f"not declared: write `{name}: {type(value).__name__} = ...` in class {cls}"
                        )
    return found


def _attributes(script: Script) -> Iterator[tuple[str, Any]]:
    yield from getattr(script, "__dict__", {}).items()
    for name in slots(type(script)):
        if hasattr(script, name):
            yield name, getattr(script, name)


def slots(cls: type) -> Iterator[str]:
    """Give the names of the slots that a script class adds to its base."""
    for base in cls.__mro__:
        if base is Script:
            return
        yield from (name for name, member in base.__dict__.items() if isinstance(member, MemberDescriptorType))


def _worlds(worlds: Worlds, references: References, lost: underway.Lost) -> dict[str, Plain]:
    fields: dict[str, Plain] = {"frame": worlds.frame, "instances": worlds._instances}
    if worlds._timers:
        fields["last_timer"] = worlds._timers
    if worlds.update_frequency:
        fields["update_frequency"] = worlds.update_frequency
    waiting: list[Plain] = []
    for name in SOCKETS:
        if name in worlds._sockets:
            waiting += underway.write_messages(worlds._sockets[name].pending, references, lost)
    lists: dict[str, list[Plain]] = {
        "input": underway.write_actions(worlds._inputs, references, lost),
        "held": underway.write_held(worlds.holding.held, references, lost),
        "pending": waiting,
        "topics": underway.write_topics(worlds),
    }
    return fields | {name: found for name, found in lists.items() if found}


def _world(world: World, references: References, lost: underway.Lost) -> dict[str, Plain]:
    fields: dict[str, Plain] = {
        "initialised": world.initialised,
        "policy": world.policy.name
        if POLICIES.get(world.policy.name) == world.policy
        else encode(world.policy, DispatchPolicy),
    }
    if world._proxy is not None:
        fields["proxy"] = str(world._proxy.url())
    if world._marked or world._dying:
        # Some are dying between steps only where the last one was cut short; the next begins their round anew.
        fields["deleted"] = [thing.id for thing in world._dying | world._marked]
    if world._failed:
        fields["failed"] = [f"{path}#{name}" for path, name in sorted(world._failed)]
    if world._off:
        fields["disabled"] = [f"{script.owner.id}#{script._tw_id}" for script in world._off]
    if world._focus:
        fields["focus"] = [thing.id for thing in world._focus]
    if world.max_instances is not None:
        fields["max_instances"] = world.max_instances
    if world._fixed:
        fields["fixed"] = world._fixed
    if world._collections:
        fields["collections"] = world._collections
    if not world.scale_along_z:
        fields["scale_along_z"] = False
    if world._timers.clocks:
        fields["clocks"] = encode(world._timers.clocks, dict[str, float])
    lists: dict[str, list[Plain]] = {
        "timers": underway.write_timers(world, references, lost),
        "animations": underway.write_animations(world),
        "pending": underway.write_messages(world._socket.pending, references, lost),
    }
    return fields | {name: found for name, found in lists.items() if found}


def _object(thing: GameObject) -> dict[str, Plain]:
    fields: dict[str, Plain] = {"position": encode(thing.position, Position)}
    angles = thing.world._eulers.get(thing)
    if angles is not None:  # the quaternion alone would not say them
        fields["euler"] = encode(angles, Position)
    elif thing.rotation != UPRIGHT:
        fields["rotation"] = encode(thing.rotation, Rotation)
    if thing.scale != ONE:
        fields["scale"] = encode(thing.scale, Position)
    if thing.parent is not None:
        fields["parent"] = thing.parent.id
    fields["components"] = list(thing.components)
    return fields


class _Place:
    """Turns what a value cannot do into a `SaveError` that says where it is."""

    def __init__(self, address: str) -> None:
        self._address = address

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (FieldError, NotFound)):
            where = f"{self._address}: " if isinstance(error, NotFound) else ""
            raise SaveError(f"{where}{error.message}", hint=error.hint) from error
