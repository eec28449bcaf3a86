"""The sockets of the engine: ``@system`` and ``@render``.

Nobody lives there; what is posted to them is handed to the host, ``@render`` behind the updates of a frame and
``@system`` at its end, in one pass. Of the system's messages ``exit`` and ``set_update_frequency`` are also kept as
what the host should do. A host that does not listen loses nothing but pictures: ids that the system does not have are
faults.

Source: Defold manual, "system messages"; messaging, "system and render sockets".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from talewright.calls import ran
from talewright.messaging.address.declared import SYSTEM_MESSAGES, checked
from talewright.messaging.address.url import Url
from talewright.messaging.trace.faults import Fault

if TYPE_CHECKING:
    from talewright.messaging.worlds.worlds import Worlds

SYSTEM, RENDER = "@system", "@render"
SOCKETS = (SYSTEM, RENDER)


def checked_message(socket: str, message_id: str, message: Any) -> Any:
    """Give a message that may wait in a socket of the engine.

    Raises:
        TypeError: the system declares it otherwise.
    """
    if socket == SYSTEM and message_id in SYSTEM_MESSAGES:
        return checked(message_id, message, SYSTEM_MESSAGES)
    return message


def deliver(worlds: Worlds, socket: str, message_id: str, message: Any, sender: Url) -> None:
    """Hand a message to the host."""
    if socket == RENDER:
        if worlds.on_render is not None:
            ran(worlds.on_render(message_id, message, sender))
        return
    if message_id == "exit":
        worlds.exit_code = message.get("code", 0)
    elif message_id == "set_update_frequency":
        worlds.update_frequency = message["frequency"]
    if worlds.on_system is not None:
        ran(worlds.on_system(message_id, message, sender))
    elif message_id not in SYSTEM_MESSAGES:
        worlds.report(
            Fault(
                "TW-MSG-11",
                f"ERROR:ENGINE: Unknown system message '{message_id}' sent to socket '@system' from {sender.parts}.",
                world=sender.socket,
                object=sender.path,
                component=sender.fragment,
                message_id=message_id,
                sender=str(sender),
                hint=f"it takes {', '.join(SYSTEM_MESSAGES)}; Worlds.on_system gets everything",
            )
        )
