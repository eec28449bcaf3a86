"""What went wrong in a run: kept, logged, and handed to the host; the clock that each report and event bears.

An exception of a callback becomes a fault and stops nothing. An exception of the host's own ``on_fault`` stops the
step: whoever would report it lets it pass upwards instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from talewright.calls import Hook, ran
from talewright.errors import TalewrightError
from talewright.messaging.address.url import Url
from talewright.messaging.life.callers import Callers
from talewright.messaging.objects.component import Component, is_spawned
from talewright.messaging.trace.faults import LOGGER, Fault, raised

if TYPE_CHECKING:  # a run without a sink reads nothing of it
    from talewright.messaging.trace.tracer import Tracer

HOST = "host"
"""The phase between steps."""

MAX_FAULTS = 1_000
"""How many faults are kept, the newest; ``fault_count`` counts them all."""


Finder = Callable[[str], Component | None]
"""Finds who lives at an address, if anybody does."""


class Reports:
    """Faults and exceptions of one game.

    Attributes:
        frame: how many steps were made.
        phase: what part of a frame is running.
        faults: what went wrong, newest last; the last `MAX_FAULTS`.
        fault_count: how many faults there were in all.
        on_fault: called with each fault, after it was kept and logged.
        tracer: tells a sink of all that happens, or None.

    Args:
        callers: knows which exception stops the step.
        find: who sent a message, for the place in a file that had it sent.
    """

    on_fault: Hook[Callable[[Fault], None]] = Hook()

    def __init__(self, callers: Callers, find: Finder) -> None:
        self.frame = 0
        self.phase = HOST
        self.faults: list[Fault] = []
        self.fault_count = 0
        self.tracer: Tracer | None = None
        self._callers = callers
        self._find = find

    def report(self, fault: Fault) -> None:
        """Keep a fault, log it, and hand it to ``on_fault``."""
        self.fault_count += 1
        self.faults.append(fault)
        if len(self.faults) > MAX_FAULTS:
            del self.faults[: len(self.faults) - MAX_FAULTS]
        LOGGER.error("%s", fault.text, exc_info=fault.error)
        if self.tracer is not None:
            self.tracer.went_wrong(fault)
        if self.on_fault is not None:
            try:
                ran(self.on_fault(fault))
            except Exception as error:
                self._callers.stop = error
                raise

    def report_exception(
        self,
        error: Exception,
        callback: str,
        world: str = "",
        who: str = "",
        *,
        object_id: str = "",
        component_id: str = "",
        message_id: str = "",
        sender: str = "",
        code: str = "TW-MSG-03",
        text: str = "",
    ) -> None:
        """Report an exception in a callback; one of ``on_fault`` itself goes on upwards, and stops the step."""
        if error is self._callers.stop:
            raise error
        called = f"{callback}({message_id!r})" if message_id else callback
        self.report(
            Fault(
                code,
                text or raised(error, who or world or "(host)", called) + self._sent_at(sender, message_id),
                world,
                object_id,
                component_id,
                callback,
                message_id,
                sender,
                error,
                error.hint if isinstance(error, TalewrightError) else "",
            )
        )

    def report_error(
        self,
        error: Exception,
        script: Component | None,
        callback: str,
        message_id: str = "",
        sender: Url | None = None,
        address: str = "",
    ) -> None:
        """Report an exception in a callback of a component; ``address`` stands where there is none any more."""
        if script is None or not is_spawned(script):
            self.report_exception(error, callback, who=address, message_id=message_id, sender=str(sender or ""))
            return
        where = script.url()
        self.report_exception(
            error,
            callback,
            where.socket,
            f"{where} {type(script).__name__}",
            object_id=where.path,
            component_id=where.fragment,
            message_id=message_id,
            sender=str(sender or ""),
        )

    def _sent_at(self, sender: str, message_id: str) -> str:
        """Return the place in a file that had a message sent, as it stands behind a fault; "" where no file had."""
        script = self._find(sender) if message_id and "#" in sender else None
        place = "" if script is None else script._tw_sent_at(message_id)
        return f", sent by {place}" if place else ""
