"""Messages whose fields the model fixes: what they must hold is checked where they are posted.

`OBJECT_MESSAGES` are taken by the object itself, whatever component they name, and reach no ``on_message``;
``set_time_step`` is for collection proxies; `SYSTEM_MESSAGES` are those that the socket ``@system`` takes. All other
ids carry what they like. Decides nothing about what the messages do.

Source: Defold manual, message passing ("system messages"); messaging, "msg.post" and "system sockets".
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from talewright.messaging.address.payload import EMPTY
from talewright.messaging.address.url import Url

ACQUIRE, RELEASE, SET_PARENT, SET_TIME_STEP = (
    "acquire_input_focus",
    "release_input_focus",
    "set_parent",
    "set_time_step",
)

OBJECT_MESSAGES = frozenset({ACQUIRE, RELEASE, SET_PARENT})
"""Taken by the object itself."""

Fields = dict[str, tuple[tuple[type, ...], Any]]
_NEEDED = object()
_NUMBER = (int, float)

DECLARED: dict[str, Fields] = {
    ACQUIRE: {},
    RELEASE: {},
    SET_PARENT: {"parent_id": ((str, Url, type(None)), None), "keep_world_transform": ((int,), 1)},
    SET_TIME_STEP: {"factor": (_NUMBER, _NEEDED), "mode": ((int,), 0)},
}
"""Fields by name: the types that they may have, and the default."""

SYSTEM_MESSAGES: dict[str, Fields] = {
    "exit": {"code": ((int,), 0)},
    "reboot": {f"arg{n}": ((str,), "") for n in range(1, 7)},
    "toggle_profile": {},
    "toggle_physics_debug": {},
    "start_record": {"file_name": ((str,), _NEEDED), "frame_period": ((int,), 2), "fps": ((int,), 30)},
    "stop_record": {},
    "set_update_frequency": {"frequency": ((int,), _NEEDED)},
    "set_vsync": {"swap_interval": ((int,), _NEEDED)},
}
"""The same for what ``@system`` takes."""


def _finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # an int that no float holds
        return False


def checked(message_id: str, message: Any, table: Mapping[str, Fields] = DECLARED) -> Any:
    """Return a declared message with its defaults filled in.

    Raises:
        TypeError: a field is unknown, missing or of another type.

    >>> checked("set_time_step", {"factor": 0.5, "mode": 1})
    {'factor': 0.5, 'mode': 1}
    """
    fields = table[message_id]
    if not isinstance(message, Mapping):
        raise TypeError(f"the message {message_id!r} is the model's own: post it by name, not as an instance")
    for name in message:
        if name not in fields:
            known = f"its fields: {', '.join(fields)}" if fields else "it has none"
            raise TypeError(f"the message {message_id!r} has no field {name!r}; {known}")
    whole = {}
    for name, (kinds, default) in fields.items():
        value = message.get(name, default)
        if value is _NEEDED:
            raise TypeError(f"the message {message_id!r} needs the field {name!r}")
        if not isinstance(value, kinds):
            spelled = " or ".join(k.__name__ for k in kinds)
            raise TypeError(
                f"the field {name!r} of the message {message_id!r} is {spelled}, not {type(value).__name__}"
            )
        if isinstance(value, (int, float)) and not _finite(value):
            raise TypeError(f"the field {name!r} of the message {message_id!r} is a finite number, not {value!r}")
        if message_id == SET_TIME_STEP and name == "mode" and value not in (0, 1):
            raise TypeError(f"the field 'mode' of the message {message_id!r} is 0 or 1, not {value!r}")
        if name in message or message_id == SET_TIME_STEP:
            whole[name] = value
    return whole or EMPTY
