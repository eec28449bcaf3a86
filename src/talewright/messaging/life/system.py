"""The sockets of the engine: ``@system`` and ``@render``.

Nobody lives there; what is posted to them is handed to the host, ``@render`` behind the updates of a frame and
``@system`` at its end, in one pass. Of the system's messages ``exit`` and ``set_update_frequency`` are also kept as
what the host should do. A host that does not listen loses nothing but pictures: ids that the system does not have are
faults.

Source: Defold manual, "system messages"; messaging, "system and render sockets".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from talewright.calls import Hook, ran
from talewright.messaging.address.declared import SYSTEM_MESSAGES, checked
from talewright.messaging.address.url import Url
from talewright.messaging.trace.faults import Fault

SYSTEM, RENDER = "@system", "@render"
SOCKETS = (SYSTEM, RENDER)

HostHook = Callable[[str, Any, Url], None]


class System:
    """What the engine is told.

    Attributes:
        on_system: called with each message to ``@system``.
        on_render: called with each message to ``@render``.
        exit_code: what it was told by ``exit``; None: go on.
        update_frequency: how many steps a second it was asked for; 0: as the host likes.
    """

    on_system: Hook[HostHook] = Hook()
    on_render: Hook[HostHook] = Hook()

    def __init__(self, report: Callable[[Fault], None]) -> None:
        self.exit_code: int | None = None
        self.update_frequency = 0
        self._report = report

    def deliver(self, socket: str, message_id: str, message: Any, sender: Url) -> None:
        """Hand a message to the host."""
        if socket == RENDER:
            if self.on_render is not None:
                ran(self.on_render(message_id, message, sender))
            return
        if message_id == "exit":
            self.exit_code = message.get("code", 0)
        elif message_id == "set_update_frequency":
            self.update_frequency = message["frequency"]
        if self.on_system is not None:
            ran(self.on_system(message_id, message, sender))
        elif message_id not in SYSTEM_MESSAGES:
            self._report(
                Fault(
                    "TW-MSG-11",
                    f"ERROR:ENGINE: Unknown system message '{message_id}' sent to socket '@system' "
                    f"from {sender.parts}.",
                    world=sender.socket,
                    object=sender.path,
                    component=sender.fragment,
                    message_id=message_id,
                    sender=str(sender),
                    hint=f"it takes {', '.join(SYSTEM_MESSAGES)}; Worlds.on_system gets everything",
                )
            )


def checked_message(socket: str, message_id: str, message: Any) -> Any:
    """Return a message that may wait in a socket of the engine.

    Raises:
        TypeError: the system declares it otherwise.
    """
    if socket == SYSTEM and message_id in SYSTEM_MESSAGES:
        return checked(message_id, message, SYSTEM_MESSAGES)
    return message
