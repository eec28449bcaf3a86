"""Messages that a component sends to itself later.

Timers run at the start of their component type's update, in the time of their world (scaled by its proxy, standing
still while it is disabled). What is due is posted, at most once a timer and update; a repeating one keeps its phase
and leaves out what it missed. Being messages, timers are saved like everything else.

A type's clock stands at 0 while it has no timers: what is saved is all there is.

Source: messaging, "properties, timers, animation".
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from talewright.messaging.declared import DECLARED, checked
from talewright.messaging.payload import EMPTY, owned_fields
from talewright.messaging.seconds import checked_seconds

if TYPE_CHECKING:
    from talewright.messaging.script import Script


@dataclass(slots=True)
class Timer:
    """One message to come.

    Attributes:
        handle: its number, never used twice in a game.
        script: who gets it.
        due: when, by the clock of the script's type.
        every: seconds between repetitions; None: once.
        message_id: what.
        fields: what it carries.
    """

    handle: int
    script: Script
    due: float
    every: float | None
    message_id: str
    fields: Any


class Timers:
    """The timers of one world.

    Attributes:
        clocks: by component type, the time since its first timer began.
        alive: by handle, in the order in which they were made.
    """

    __slots__ = ("_by_script", "_counts", "_heaps", "alive", "clocks")

    def __init__(self) -> None:
        self.clocks: dict[str, float] = {}
        self.alive: dict[int, Timer] = {}
        self._heaps: dict[str, list[tuple[float, int]]] = {}
        self._counts: dict[str, int] = {}
        self._by_script: dict[Script, dict[int, None]] = {}

    def begin(
        self, handle: int, script: Script, seconds: float, every: float | None, message_id: str, fields: dict[str, Any]
    ) -> None:
        """Begin a timer.

        Raises:
            ValueError: the time is negative, infinite or not a number.
            TypeError: the time is no number, the message no text, or a field cannot be sent.
        """
        if not isinstance(message_id, str):
            raise TypeError(f"a timer posts a message by its name, not {message_id!r}")
        if not message_id:
            raise ValueError("a message has a name of at least one character")
        seconds = checked_seconds(seconds, "a timer")
        payload = owned_fields(fields) if fields else EMPTY
        if message_id in DECLARED:
            payload = checked(message_id, payload)
        script.world.worlds._check_payload(message_id, payload)
        due = self.clocks.get(script._tw_type, 0.0) + seconds
        self.add(Timer(handle, script, due, every, message_id, payload))

    def add(self, timer: Timer) -> None:
        """Take a timer in whose time is worked out."""
        kind = timer.script._tw_type
        self.alive[timer.handle] = timer
        heapq.heappush(self._heaps.setdefault(kind, []), (timer.due, timer.handle))
        self._counts[kind] = self._counts.get(kind, 0) + 1
        self._by_script.setdefault(timer.script, {})[timer.handle] = None

    def cancel(self, handle: int) -> bool:
        """End a timer, and say whether there was something to end."""
        timer = self.alive.pop(handle, None)
        if timer is None:
            return False
        mine = self._by_script[timer.script]
        del mine[handle]
        if not mine:
            del self._by_script[timer.script]
        kind = timer.script._tw_type
        self._counts[kind] -= 1
        if not self._counts[kind]:
            self._heaps.pop(kind, None)
            self.clocks.pop(kind, None)
        return True

    def forget(self, script: Script) -> None:
        """End all timers of a component."""
        for handle in list(self._by_script.get(script, ())):
            self.cancel(handle)

    def run(self, kind: str, dt: float) -> None:
        """Let time pass for a component type, and post what is due: what is due first, first."""
        heap = self._heaps.get(kind)
        if heap is None:
            return
        clock = self.clocks[kind] = self.clocks.get(kind, 0.0) + dt
        due: list[Timer] = []
        while heap and heap[0][0] <= clock:
            when, handle = heapq.heappop(heap)
            timer = self.alive.get(handle)
            if timer is not None and timer.due == when:
                due.append(timer)
        for timer in due:
            if timer.every is None:
                self.cancel(timer.handle)
            else:
                timer.due = _next(timer.due, timer.every, clock)
                heapq.heappush(heap, (timer.due, timer.handle))
            url, world = timer.script.url(), timer.script.world
            try:
                world._socket.send(url, url, timer.message_id, dict(timer.fields))
            except Exception as error:  # the worlds have become strict since
                world.worlds._report_error(error, timer.script, "delay", timer.message_id)


def _next(due: float, every: float, clock: float) -> float:
    """Give the next time in phase that is not over yet; the clock itself where there is no phase.

    >>> _next(2.0, 2.0, 7.0)
    8.0
    """
    if not every:
        return clock
    missed = (clock - due) / every
    if not math.isfinite(missed):  # a period too short to be counted
        return math.nextafter(clock, math.inf)
    due += every * max(math.floor(missed), 0)
    if due <= clock:
        due += every
    return due if due > clock else math.nextafter(clock, math.inf)
