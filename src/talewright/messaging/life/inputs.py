"""Who gets the player's actions, and the messages that an object takes itself.

Each world has a stack of objects that asked for the focus; an action goes down the stack of each root world until an
object consumes it, and through an enabled collection proxy into the stack of its world. Asking is a message, so the
order of delivery is the order of the stack. What an action means is the host's business.

Source: Defold manual, input; messaging, "input". There a wrong return value and an error of one ``on_input`` end the
input of the frame; here an error is reported like any other and the rest goes on.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from talewright.calls import ran
from talewright.errors import MessageError
from talewright.messaging.address.declared import ACQUIRE, RELEASE
from talewright.messaging.address.payload import EMPTY, copied, owned_fields
from talewright.messaging.address.url import Url
from talewright.messaging.trace.faults import Fault

if TYPE_CHECKING:
    from talewright.messaging.objects.object import GameObject
    from talewright.messaging.objects.script import Script
    from talewright.messaging.worlds.world import World
    from talewright.messaging.worlds.worlds import Worlds


@dataclass(frozen=True, slots=True)
class Action:
    """What the player did, waiting for the next step.

    Attributes:
        id: the name of the action; None for a mere movement of the pointer.
        fields: what the host says about it.
        world: the world whose stack it goes down; "" for every root world.
    """

    id: str | None
    fields: Any
    world: str = ""


def action(action_id: str | None, fields: dict[str, Any], world: str = "") -> Action:
    """Make an action that nobody else can change.

    Raises:
        TypeError: the id is no text, or a field cannot be kept.
    """
    if not (action_id is None or isinstance(action_id, str)):
        raise TypeError(f"an action is named by text, or by None, not by {type(action_id).__name__}")
    name = None if action_id is None else sys.intern(str.__str__(action_id))
    return Action(name, owned_fields(fields) if fields else EMPTY, world)


class _Ended(Exception):
    """The input of this frame is over."""


def dispatch(worlds: Worlds, roots: list[World]) -> None:
    """Hand out what waits; in the order in which the host gave it."""
    waiting, worlds._inputs = worlds._inputs, []
    for number, one in enumerate(waiting):
        stacks = [w for w in roots if not one.world or w.name == one.world]
        if one.world and not stacks and one.world in worlds:
            stacks = [worlds[one.world]]
        try:
            if not any(_offer(world, one) for world in stacks):
                worlds._trace_input(one, "nobody consumed it")
        except BaseException as error:
            if not isinstance(error, _Ended):
                # The program is being stopped: what nobody has seen yet is handed out when it goes on.
                worlds._inputs[:0] = waiting[number + 1 :]
                raise
            if number + 1 < len(waiting):
                worlds._trace_input(one, f"ended the input of the frame: {len(waiting) - number - 1} actions dropped")
            return


def _offer(world: World, one: Action) -> bool:
    """Go down a world's stack, and say whether the action was consumed."""
    return any(thing.alive and _offer_object(world, thing, one) for thing in reversed(list(world._focus)))


def _offer_object(world: World, thing: GameObject, one: Action) -> bool:
    """Show it to all components of an object, also when one of them consumes it."""
    consumed = False
    script = thing._first
    while script is not None:
        inner = script._tw_inner_world()
        if inner is not None and _offer(inner, one):
            consumed = True
        if script._tw_shape.takes_input and script not in world._off and _call(world, script, one):
            consumed = True
        script = script._tw_next
    return consumed


def _call(world: World, script: Script, one: Action) -> bool:
    callers = world.worlds._callers
    callers.enter(script)
    try:
        answer: object = script.on_input(one.id, copied(one.fields))
        ran(answer)
    except Exception as error:
        world.worlds._report_error(error, script, "on_input", one.id or "")
        return False
    finally:
        callers.leave()
    if answer is None or answer is True or answer is False:
        return answer is True
    world.worlds.report(
        Fault(
            "TW-MSG-08",
            "ERROR:SCRIPT: Script on_input must return a boolean value (true/false), or no value at all. "
            f"({script.url()} returned {type(answer).__name__})",
            world=world.name,
            object=thing_id(script),
            component=script._tw_id,
            callback="on_input",
            message_id=one.id or "",
            hint="return True to consume the action, else nothing",
        )
    )
    if world.policy.strict_input:
        raise _Ended
    return False


def thing_id(script: Script) -> str:
    """Give the id of a component's object."""
    return script.owner.id


def object_message(thing: GameObject, message_id: str, message: Any, sender: Url) -> None:
    """Do what an object does itself: take or give back the focus, or move to another parent."""
    world = thing.world
    if message_id == ACQUIRE:
        limit = world.worlds.max_input_focus
        if limit is not None and thing not in world._focus and len(world._focus) >= limit:
            text = f"Input focus could not be acquired since the buffer is full ({limit})."
            _warn(thing, "TW-MSG-09", text, message_id, sender, "Worlds(max_input_focus=None) sets no limit")
            return
        world._focus.pop(thing, None)
        world._focus[thing] = None
    elif message_id == RELEASE:
        world._focus.pop(thing, None)
    else:
        _set_parent(thing, message, sender)


def _set_parent(thing: GameObject, message: Any, sender: Url) -> None:
    world, parent = thing.world, None
    wanted = message.get("parent_id")
    try:
        url = world._socket.resolve(world._socket.url(thing.id), wanted) if wanted else None
        if url is not None and url.socket != world.name:
            raise MessageError(
                "function called can only access instances within the same collection.",
                hint=f"'{url}' lies in another world than {thing}, whose parent stays what it is",
            )
        if url is not None and url.path:
            parent = world._objects.get(url.path)
            if parent is None:
                text = f"Could not find parent instance with id '{url.path}'."
                _warn(thing, "TW-MSG-10", text, "set_parent", sender, "it has no parent now")
        if message.get("keep_world_transform", 1):
            thing.reparent(parent)
        else:
            thing.parent = parent
    except MessageError as error:
        _warn(thing, "TW-MSG-10", error.message, "set_parent", sender, error.hint)


def _warn(thing: GameObject, code: str, text: str, message_id: str, sender: Url, hint: str) -> None:
    thing.world.worlds.report(
        Fault(
            code,
            f"WARNING:GAMEOBJECT: {text}",
            world=thing.world.name,
            object=thing.id,
            message_id=message_id,
            sender=str(sender),
            hint=hint,
        )
    )
