"""What is under way when a game is saved, to and from plain data: messages, actions, timers, animations, topics.

The writers read the living worlds, the readers build for a restore and change nothing. A field of a message that no
save can hold is left out and named in ``lost``; everything else that does not fit is an error that says where.
"""

from __future__ import annotations

import dataclasses
import math
import sys
from collections.abc import Callable, Mapping
from typing import Any

from talewright.errors import FieldError, NotFound, SaveError
from talewright.fields import Plain, References, class_name, declared, decode, decode_any, encode, encode_any
from talewright.messaging.address.declared import DECLARED, OBJECT_MESSAGES, checked
from talewright.messaging.address.payload import EMPTY
from talewright.messaging.address.url import Entry, Url
from talewright.messaging.life.actions import Action, Held, Key, key_of
from talewright.messaging.life.animation import Animation
from talewright.messaging.life.life import Life
from talewright.messaging.life.lives import Lives
from talewright.messaging.life.system import checked_message
from talewright.messaging.life.timers import Timer, checked_name
from talewright.messaging.life.topics import Topics
from talewright.messaging.objects.component import Component, id_of, kind_of
from talewright.messaging.objects.properties import OBJECT_PROPERTIES, Property
from talewright.messaging.objects.reply_to import ReplyTo, bound_to
from talewright.messaging.objects.thing import Thing
from talewright.names import fold

Lost = dict[str, str]
"""What a save does not hold, with the reason."""

Find = Callable[[str, str], tuple[Thing, Component | None] | None]
"""Gives object and component of the save for an id and a component's id."""


# Out of living worlds


def write_messages(pending: list[Entry], references: References, lost: Lost) -> list[Plain]:
    """Return the messages of a queue."""
    found: list[Plain] = []
    for url, message_id, message, sender in pending:
        entry: dict[str, Plain] = {"to": str(url), "id": message_id, "from": str(sender)}
        asker = bound_to(url)
        if asker is not None:
            if not asker.alive:
                continue
            entry["answer"] = True
        if _put_fields(entry, message, references, f"{url} {message_id}", lost):
            found.append(entry)
    return found


def write_actions(actions: list[Action], references: References, lost: Lost) -> list[Plain]:
    """Return the player's actions that wait for the next step."""
    found: list[Plain] = []
    for action in actions:
        entry: dict[str, Plain] = {"id": action.id}
        if action.world:
            entry["world"] = action.world
        if _put_fields(entry, action.fields, references, f"input {action.id}", lost):
            found.append(entry)
    return found


def write_held(held: Mapping[Key, Held], references: References, lost: Lost) -> list[Plain]:
    """Return the actions that the player holds."""
    found: list[Plain] = []
    for (name, _), one in held.items():
        entry: dict[str, Plain] = {"id": name, "left": _number(one.left)}
        if one.fresh:
            entry["fresh"] = True
        if _put_fields(entry, one.fields, references, f"held {name}", lost):
            found.append(entry)
    return found


def write_timers(life: Life, references: References, lost: Lost) -> list[Plain]:
    """Return the timers of a world."""
    found: list[Plain] = []
    for timer in life.timers.alive.values():
        entry: dict[str, Plain] = {
            "handle": timer.handle,
            "to": component_name(timer.script),
            "due": _number(timer.due),
            "every" if timer.repeating else "delay": _number(timer.seconds),
            "since": _number(timer.since),
        }
        if timer.method:
            found.append(entry | {"call": timer.method})
            continue
        entry["id"] = timer.message_id
        if _put_fields(entry, timer.fields, references, f"{timer.script.url()} {timer.message_id}", lost):
            found.append(entry)
    return found


def write_animations(life: Life) -> list[Plain]:
    """Return the animations of a world."""
    found: list[Plain] = []
    for one in life.animations.running:
        path = one.target.thing.id if one.target.script is None else component_name(one.target.script)
        entry: dict[str, Plain] = {
            "of": path,
            "property": one.target.name,
            "to": encode(list(one.to), list[float]),
            "duration": _number(one.duration),
            "easing": one.easing,
            "playback": one.playback,
        }
        if one.delay:
            entry["delay"] = _number(one.delay)
        if one.notify is not None:
            entry["notify"] = str(one.notify)
        if one.start is not None:
            entry["start"], entry["cursor"] = encode(list(one.start), list[float]), _number(one.cursor)
        found.append(entry)
    return found


def write_topics(topics: Topics) -> list[Plain]:
    """Return who listens to what."""
    found: list[Plain] = []
    for topic, scripts in topics.listeners.items():
        entry: dict[str, Plain] = {"topic": topic, "to": [str(script.url()) for script in scripts]}
        once: list[Plain] = [str(script.url()) for script in scripts if topics.once(topic, script)]
        found.append(entry | {"once": once} if once else entry)
    return found


def _number(value: float) -> Plain:
    return encode(value, float)


def component_name(script: Component) -> str:
    """Return a component's name within its world, "/hero#controller"."""
    return f"{script.owner.id}#{id_of(script)}"


def _put_fields(entry: dict[str, Plain], message: Any, references: References, where: str, lost: Lost) -> bool:
    """Put what a message carries into its entry; False where the message cannot be kept at all."""
    if message is EMPTY:
        return True
    if not isinstance(message, Mapping):
        try:
            entry["fields"] = encode_any(message, references, type(message).__name__)
        except (FieldError, NotFound) as error:
            lost[where] = f"the waiting message is left out: {_why(error)}"
            return False
        return True
    kept: dict[str, Any] = {}
    for name, value in message.items():
        try:
            encode_any(value, references, name)
        except (FieldError, NotFound) as error:
            lost[f"{where}.{name}"] = f"a field of a waiting message: {_why(error)}"
        else:
            kept[name] = value
    if kept:
        entry["fields"] = encode_any(kept, references)
    return True


def _why(error: FieldError | NotFound) -> str:
    return f"{error.message}; {error.hint}" if error.hint else error.message


# Into a restore


class reading:  # noqa: N801
    """Turns what does not fit into a `SaveError` that says where."""

    def __init__(self, where: str = "") -> None:
        self._where = where

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (FieldError, NotFound, TypeError, ValueError)) and not isinstance(error, SaveError):
            message = error.message if isinstance(error, (FieldError, NotFound)) else str(error)
            where = f"{self._where}: " if self._where else ""
            path = self._where or getattr(error, "path", "")
            raise SaveError(f"{where}{message}", hint=getattr(error, "hint", ""), field=path) from error


def items(plain: Mapping[str, Plain], wanted: str) -> list[Plain]:
    """Return a field that is a list, also where it was written as one element."""
    found: Plain = next((v for k, v in plain.items() if fold(k) == wanted), [])
    return found if isinstance(found, list) else [found]


def _parts(plain: Plain, where: str, what: str, form: str) -> dict[str, Plain]:
    if not isinstance(plain, Mapping):
        raise SaveError(f"{where} is no {what}", hint=f"write {form}", field=where)
    return {fold(key): value for key, value in plain.items()}


def _fields(parts: dict[str, Plain], references: References, message_id: str = "") -> Any:
    """Read what a message carries: fields by name, or (of a message with this id) the instance of its class."""
    fields = decode_any(parts["fields"], references) if "fields" in parts else EMPTY
    if isinstance(fields, Mapping) and all(isinstance(name, str) for name in fields):
        return fields or EMPTY
    if message_id and dataclasses.is_dataclass(fields) and class_name(type(fields)) == message_id:
        return fields
    raise FieldError("fields", f"holds {fields!r}, and no fields by name", hint="write fields=(power=3)")


def read_message(table: Lives, references: References, socket: str, plain: Plain, where: str) -> Entry:
    """Read a waiting message."""
    parts = _parts(plain, where, "message", "(to=main:/rat#controller,id=punch,from=main:/hero#x)")
    with reading(where):
        to, message_id, sender = (decode(parts.get(key, ""), str) for key in ("to", "id", "from"))
        url, origin = (references.entries[Url].from_name(Url, text) for text in (to, sender))
        if decode(parts.get("answer", False), bool):
            url = references.entries[ReplyTo].from_name(ReplyTo, to).address()
        fields = _fields(parts, references, message_id)
    if not message_id or url.socket not in ("", socket):
        message = f"{where}: a message to {to!r} with the id {message_id!r} cannot wait in {socket!r}"
        raise SaveError(message, field=where)
    with reading(where):
        fields = checked_message(socket, message_id, checked(message_id, fields) if message_id in DECLARED else fields)
    if message_id in OBJECT_MESSAGES:
        url = table.shared.sockets[url.socket].own_address(url)
    return url, sys.intern(message_id), fields, origin


def read_action(references: References, plain: Plain, where: str) -> Action:
    """Read an action of the player."""
    parts = _parts(plain, where, "action", "(id=jump,fields=(pressed=True))")
    with reading(where):
        name, world = decode(parts.get("id"), str | None), decode(parts.get("world", ""), str)
        fields = _fields(parts, references)
    return Action(name if name is None else sys.intern(name), fields, world)


def read_held(references: References, plain: Plain, where: str) -> tuple[Key, Held]:
    """Read an action that the player holds."""
    parts = _parts(plain, where, "held action", "(id=jump,left=0.5,fields=(value=1))")
    with reading(where):
        name, left = decode(parts.get("id"), str), decode(parts.get("left"), float)
        fresh, fields = decode(parts.get("fresh", False), bool), _fields(parts, references)
        if not isinstance(fields, Mapping) or not math.isfinite(left):
            raise ValueError("a held action has fields and a time")
        key = key_of(sys.intern(name), fields)
    return key, Held({"value": 1.0, **fields}, left, fresh)


def read_timer(references: References, plain: Plain, where: str, find: Find, clocks: Mapping[str, float]) -> Timer:
    """Read a timer; one of a save that says nothing of its delay began when the save was made."""
    parts = _parts(plain, where, "timer", "(handle=1,to=/rat#controller,due=2,id=bite)")
    with reading(where):
        handle, due = decode(parts.get("handle"), int), decode(parts.get("due"), float)
        every = decode(parts.get("every"), float | None)
        to, message_id, method = (decode(parts.get(key, ""), str) for key in ("to", "id", "call"))
        fields = _fields(parts, references)
        path, _, fragment = to.partition("#")
        found = find(path, fragment)
        script = None if found is None else found[1]
        if script is None:
            raise NotFound(f"there is no component {to!r} in the save")
        if message_id in DECLARED:
            fields = checked(message_id, fields)
        now = clocks.get(kind_of(script), 0.0)
        since = decode(parts.get("since", _number(now if every is None else due - every)), float)
        seconds = decode(parts.get("delay", _number(due - since)), float) if every is None else every
        if bool(message_id) == bool(method) or seconds < 0:
            raise ValueError("a timer needs a message or a method to call, and a time that is not negative")
        if method:
            method = checked_name(script, method)
    return Timer(handle, script, due, seconds, since, every is not None, method, sys.intern(message_id), fields)


def read_animation(references: References, plain: Plain, where: str, find: Find) -> Animation:
    """Read an animation; its property is checked when the objects have their state."""
    parts = _parts(plain, where, "animation", "(of=/rat,property=position.x,to=(1),duration=2)")
    with reading(where):
        of, name = (decode(parts.get(key, ""), str) for key in ("of", "property"))
        path, _, fragment = of.partition("#")
        found = find(path, fragment)
        if found is None or (fragment and found[1] is None):
            raise NotFound(f"there is no {of!r} in the save")
        base, _, letters = name.partition(".")
        indices = tuple("xyzw".find(letter) for letter in letters)
        thing, script = found
        known = OBJECT_PROPERTIES if script is None else tuple(declared(type(script)))
        if base not in known or -1 in indices:
            raise NotFound(f"{of!r} has no property {name!r}")
        start = decode(parts.get("start"), list[float] | None)
        notify = decode(parts.get("notify"), str | None)
        made = Animation(
            Property(thing, script, base, indices),
            tuple(decode(parts.get("to"), list[float])),
            decode(parts.get("duration"), float),
            decode(parts.get("easing", "linear"), str),
            decode(parts.get("playback", "once_forward"), str),
            decode(parts.get("delay", 0), float),
            None if notify is None else references.entries[ReplyTo].from_name(ReplyTo, notify),
            None if start is None else tuple(start),
            decode(parts.get("cursor", 0), float),
        )
        made.check_names()
    return made
