"""From living worlds to sections of a document.

``[talewright Worlds]`` counts, ``[main World]`` holds a world's queue and marks, ``[main:/smith GameObject]`` an
object, ``[main:/smith#controller Blacksmith]`` a component's declared properties. Worlds and objects stand in the order
in which they were made: the order of sections is part of the state. Reads only, and only between steps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from talewright.errors import FieldError, NotFound, SaveError
from talewright.fields import Plain, References, Sections, class_name, declared, encode, encode_fields, encoding_of
from talewright.messaging.life.life import Life
from talewright.messaging.life.lives import Lives
from talewright.messaging.life.policy import POLICIES, DispatchPolicy
from talewright.messaging.life.system import SOCKETS
from talewright.messaging.objects.component import Component, shape_of
from talewright.messaging.objects.thing import Thing
from talewright.messaging.objects.transform import ONE, ORIGIN, UPRIGHT, Position, Rotation
from talewright.messaging.save import underway
from talewright.messaging.save.references import live_references

WORLDS_SECTION = ("talewright", "Worlds")
WORLD_CLASS = "World"
OBJECT_CLASS = "GameObject"

_POSITION, _ROTATION = encoding_of(Position), encoding_of(Rotation)


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


def sections(table: Lives, references: References) -> Sections:
    """Return everything that the worlds hold; see `Worlds.sections`."""
    table.between_steps()
    known = live_references(table).merged(table.shared.runtime.known.more).merged(references)
    found: Sections = {WORLDS_SECTION: _shared(table, known, {})}
    for life in list(table.by_name.values()):
        found[life.name, WORLD_CLASS] = _world(life, known, {})
        for thing in list(life.objects.values()):
            found[str(thing), OBJECT_CLASS] = _object(life, thing)
            for name, script in thing.components.items():
                address = f"{thing}#{name}"
                with _Place(address):
                    found[address, class_name(type(script))] = fields = encode_fields(script, known, address)
                    check_required(type(script), fields, address, "give it a value, or declare a default")
    return found


def check_required(cls: type, given: Collection[str], address: str, hint: str) -> None:
    """Refuse a component without a field that its class needs: whoever reads the field would fail, later and elsewhere.

    Raises:
        FieldError: a field has no default, and is not given.
    """
    fields = declared(cls)
    if len(given) == len(fields):
        return
    for name, entry in fields.items():
        if name not in given and entry.required:
            raise FieldError(f"{address}.{name}", f"is not there, and {cls.__name__} declares no default", hint=hint)


def undeclared(table: Lives) -> dict[str, str]:
    """Return public attributes that no save holds; see `Worlds.undeclared`."""
    found: dict[str, str] = {}
    references = table.shared.runtime.known.references()
    _shared(table, references, found)
    for life in list(table.by_name.values()):
        _world(life, references, found)
        for thing in list(life.objects.values()):
            for component, script in thing.components.items():
                known = declared(type(script))
                for name, value in _attributes(script):
                    if not name.startswith("_") and name not in known:
                        cls = type(script).__name__
                        found[f"{thing}#{component}.{name}"] = (
                            f"not declared: write `{name}: {type(value).__name__} = ...` in class {cls}"
                        )
    return found


def _attributes(script: Component) -> Iterator[tuple[str, Any]]:
    yield from getattr(script, "__dict__", {}).items()
    for name in shape_of(script).slots:
        if hasattr(script, name):
            yield name, getattr(script, name)


def _shared(table: Lives, references: References, lost: underway.Lost) -> dict[str, Plain]:
    shared = table.shared
    fields: dict[str, Plain] = {"frame": shared.runtime.reports.frame, "instances": shared.instances}
    if shared.handles.last:
        fields["last_timer"] = shared.handles.last
    if shared.runtime.system.update_frequency:
        fields["update_frequency"] = shared.runtime.system.update_frequency
    waiting: list[Plain] = []
    for name in SOCKETS:
        socket = shared.sockets.get(name)
        if socket is not None:
            waiting += underway.write_messages(socket.pending, references, lost)
    lists: dict[str, list[Plain]] = {
        "input": underway.write_actions(shared.inputs, references, lost),
        "held": underway.write_held(shared.holding.held, references, lost),
        "pending": waiting,
        "topics": underway.write_topics(shared.topics),
    }
    return fields | {name: found for name, found in lists.items() if found}


def _world(life: Life, references: References, lost: underway.Lost) -> dict[str, Plain]:
    policy = life.policy
    fields: dict[str, Plain] = {
        "initialised": life.initialised,
        "policy": policy.name if POLICIES.get(policy.name) == policy else encode(policy, DispatchPolicy),
    }
    if life.proxy is not None:
        fields["proxy"] = str(life.proxy.url())
    if life.marked or life.dying:
        # Some are dying between steps only where the last one was cut short; the next begins their round anew.
        fields["deleted"] = [thing.id for thing in life.dying | life.marked]
    if life.failed:
        fields["failed"] = [f"{path}#{name}" for path, name in sorted(life.failed)]
    if life.off:
        fields["disabled"] = [underway.component_name(script) for script in life.off]
    if life.focus:
        fields["focus"] = [thing.id for thing in life.focus]
    if life.max_instances is not None:
        fields["max_instances"] = life.max_instances
    if life.fixed:
        fields["fixed"] = life.fixed
    if life.collections:
        fields["collections"] = life.collections
    if not life.space.along_z:
        fields["scale_along_z"] = False
    if life.timers.clocks:
        fields["clocks"] = encode(life.timers.clocks, dict[str, float])
    lists: dict[str, list[Plain]] = {
        "timers": underway.write_timers(life, references, lost),
        "animations": underway.write_animations(life),
        "pending": underway.write_messages(life.socket.pending, references, lost),
    }
    return fields | {name: found for name, found in lists.items() if found}


def _object(life: Life, thing: Thing) -> dict[str, Plain]:
    fields: dict[str, Plain] = {"position": _POSITION(thing.position)}
    angles = life.space.eulers.get(thing)
    if angles is not None:  # the quaternion alone would not say them
        fields["euler"] = _POSITION(angles)
    elif thing.rotation != UPRIGHT:
        fields["rotation"] = _ROTATION(thing.rotation)
    if thing.scale != ONE:
        fields["scale"] = _POSITION(thing.scale)
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
