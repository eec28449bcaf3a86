"""What every queue and every callback of a game needs: who is called, who is told, what is known.

One object for all worlds of a game, beneath the worlds: it knows none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from talewright.calls import Hook
from talewright.fields import References
from talewright.messaging.address import strict
from talewright.messaging.address.url import Url
from talewright.messaging.life.callers import Callers
from talewright.messaging.life.reports import Finder, Reports
from talewright.messaging.life.system import System
from talewright.messaging.objects.known import Known

DeliveryHook = Callable[[Url, str, Any, Url], None]


class Runtime:
    """The services of a run.

    Attributes:
        ids: message ids that need no second look; shared by all Urls of the game.
        callers: which calls are running.
        reports: what went wrong, and when.
        system: what the engine is told.
        known: the classes and types that are known.
        strict: whether messages that cannot be saved, or are too large for Defold, are refused at the sender.
        on_delivery: called before each delivery.

    Args:
        find: finds who lives at an address.
        live: finds what is saved as a name among the living.
        more: types that fields of scripts may have besides.
    """

    on_delivery: Hook[DeliveryHook] = Hook()

    def __init__(self, find: Finder, live: Callable[[], References], more: References, *, strict: bool) -> None:
        self.ids: dict[Any, str] = {}
        self.callers = Callers()
        self.reports = Reports(self.callers, find)
        self.system = System(self.reports.report)
        self.known = Known(live, more)
        self.strict = strict

    @property
    def watched(self) -> bool:
        """Whether deliveries are looked at."""
        return self.on_delivery is not None or self.reports.tracer is not None or self.strict

    def check_payload(self, message_id: str, message: Any) -> None:
        """In strict worlds, refuse a message that cannot be saved or is too large."""
        if self.strict:
            strict.check(message_id, message, self.known.references())
