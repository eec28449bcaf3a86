"""Calls and messages that a component gets later.

Timers run at the start of their component type's update, before every ``update`` of the type, in the time of their
world (scaled by its proxy, standing still while it is disabled), in the order in which they were made. What is due is
handled there and then, at most once a timer and update: a method is called, a message is handed to the component. One
that was cancelled before its turn never comes; one that was made meanwhile waits for the next update. A repeating timer
keeps its phase and leaves out what it missed. A timer that comes once is alive inside its own call, and gone behind it.

A method is kept by its name and a message by its fields, so that a save holds both. A type's clock stands at 0 while it
has no timers: what is saved is all there is.

Source: Defold, ``timer``; messaging, "properties, timers, animation".
"""

from __future__ import annotations

import dataclasses
import heapq
import inspect
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType, MethodType
from typing import Any, NamedTuple

from talewright.calls import place, ran, runs
from talewright.errors import Misuse, NotFound
from talewright.messaging.address.declared import DECLARED, checked
from talewright.messaging.address.payload import EMPTY, copied, number_hint, owned_fields
from talewright.messaging.address.seconds import checked_seconds
from talewright.messaging.life.runtime import Runtime
from talewright.messaging.life.socket import Socket
from talewright.messaging.objects.component import Component, kind_of, shape_of
from talewright.messaging.objects.handlers import ON_MARK
from talewright.messaging.objects.shape import HOOKS
from talewright.names import did_you_mean

TimerFunction = Callable[[float, int], object]
"""What a timer calls: with the seconds since it began or was called last, and with its handle."""

_LIBRARY = __name__.partition(".")[0]
_SPARE = 64
"""Cancelled timers that may lie about until their time would have come, besides one for each that lives."""


class TimerInfo(NamedTuple):
    """What is known of a timer.

    Attributes:
        time_remaining: seconds until it comes; 0 where it is due.
        delay: seconds from its beginning, or between two calls.
        repeating: whether it comes again and again.
    """

    time_remaining: float
    delay: float
    repeating: bool


@dataclass(slots=True)
class Timer:
    """One call or message to come.

    Attributes:
        handle: its number, never used twice in a game.
        script: whose it is.
        due: when, by the clock of the script's type.
        seconds: its delay.
        since: when it began, or came last, by the same clock.
        repeating: whether it comes again and again, every ``seconds``.
        method: the name of the method that is called; "" for a message.
        message_id: the message; "" for a method.
        fields: what the message carries.
    """

    handle: int
    script: Component
    due: float
    seconds: float
    since: float
    repeating: bool
    method: str
    message_id: str
    fields: Any


class Handles:
    """The numbers of timers: never twice in a game.

    Attributes:
        last: the last that was given; 0: none was.
    """

    __slots__ = ("last",)

    def __init__(self) -> None:
        self.last = 0


class Timers:
    """The timers of one world.

    Attributes:
        clocks: by component type, the time since its first timer began.
        alive: by handle, in the order in which they were made.
    """

    __slots__ = ("_by_script", "_coming", "_counts", "_handles", "_heaps", "_runtime", "_socket", "alive", "clocks")

    def __init__(self, runtime: Runtime, socket: Socket, handles: Handles) -> None:
        self._runtime = runtime
        self._socket = socket
        self._handles = handles
        self.clocks: dict[str, float] = {}
        self.alive: dict[int, Timer] = {}
        self._heaps: dict[str, list[tuple[float, int]]] = {}
        self._counts: dict[str, int] = {}
        self._by_script: dict[Component, dict[int, None]] = {}
        self._coming: set[int] = set()

    def call_later(self, script: Component, seconds: float, method: str, *, repeating: bool) -> int:
        """Begin a timer that calls a method, and return its handle.

        Raises:
            ValueError: the time is negative, infinite or not a number.
            TypeError: the time is no number.
        """
        return self._begin(script, seconds, method, "", EMPTY, repeating=repeating)

    def post_later(
        self,
        script: Component,
        seconds: float,
        message_id: str,
        fields: dict[str, Any],
        *,
        repeating: bool,
    ) -> int:
        """Begin a timer that hands its component a message, and return its handle.

        Raises:
            ValueError: as `call_later`; or the message has no name.
            TypeError: the time is no number, the message no text, or a field cannot be sent.
        """
        if not isinstance(message_id, str):
            raise TypeError(f"a timer posts a message by its name, not {message_id!r}{number_hint(message_id)}")
        if not message_id:
            raise ValueError("a message has a name of at least one character")
        payload = owned_fields(fields) if fields else EMPTY
        if message_id in DECLARED:
            payload = checked(message_id, payload)
        self._runtime.check_payload(message_id, payload)
        return self._begin(script, seconds, "", message_id, payload, repeating=repeating)

    def _begin(
        self,
        script: Component,
        seconds: float,
        method: str,
        message_id: str,
        fields: Any,
        *,
        repeating: bool,
    ) -> int:
        if not isinstance(repeating, bool):
            raise TypeError(f"repeat is True or False, not {repeating!r}")
        seconds = checked_seconds(seconds, "a timer")
        now = self.clocks.get(kind_of(script), 0.0)
        handle = self._handles.last + 1
        self.add(Timer(handle, script, now + seconds, seconds, now, repeating, method, message_id, fields))
        self._handles.last = handle
        return handle

    def add(self, timer: Timer) -> None:
        """Take a timer in whose time is worked out."""
        kind = kind_of(timer.script)
        self.alive[timer.handle] = timer
        count = self._counts[kind] = self._counts.get(kind, 0) + 1
        heap = self._heaps.setdefault(kind, [])
        if len(heap) > 2 * count + _SPARE:
            heap[:] = [entry for entry in heap if self._means(entry) is not None]
            heapq.heapify(heap)
        heapq.heappush(heap, (timer.due, timer.handle))
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
        kind = kind_of(timer.script)
        self._counts[kind] -= 1
        if not self._counts[kind]:
            self._heaps.pop(kind, None)
            self.clocks.pop(kind, None)
        return True

    def forget(self, script: Component) -> None:
        """End all timers of a component."""
        for handle in list(self._by_script.get(script, ())):
            self.cancel(handle)

    def info(self, handle: int) -> TimerInfo | None:
        """Return what is known of a timer; None where it is gone."""
        timer = self.alive.get(handle)
        if timer is None:
            return None
        return TimerInfo(max(timer.due - self._clock(timer), 0.0), timer.seconds, timer.repeating)

    def trigger(self, handle: int) -> bool:
        """Let a timer come now, besides; nothing about it changes. Say whether there was one.

        Raises:
            Misuse: it is in its call already.
        """
        timer = self.alive.get(handle)
        if timer is None:
            return False
        if handle in self._coming:
            raise Misuse(
                f"the timer {handle} was triggered in its own call, which would never end",
                hint="call the method itself, or begin another timer: after(0, ...) comes in the next update",
            )
        self._come(timer, max(timer.seconds - (timer.due - self._clock(timer)), 0.0))
        return True

    def run(self, kind: str, dt: float) -> None:
        """Let time pass for a component type, and let come what is due, in the order in which it was made."""
        heap = self._heaps.get(kind)
        if heap is None:
            return
        clock = self.clocks[kind] = self.clocks.get(kind, 0.0) + dt
        due: list[Timer] = []
        while heap and heap[0][0] <= clock:
            timer = self._means(heapq.heappop(heap))
            if timer is not None:
                due.append(timer)
        due.sort(key=_handle)
        todo = iter(due)
        try:
            for timer in todo:
                if timer.handle in self.alive:
                    self._take_turn(timer, heap, clock)
        finally:
            for timer in todo:  # the program is being stopped: they come when it goes on
                heapq.heappush(heap, (timer.due, timer.handle))

    def _take_turn(self, timer: Timer, heap: list[tuple[float, int]], clock: float) -> None:
        elapsed = clock - timer.since
        if timer.repeating:
            timer.due, timer.since = _next(timer.due, timer.seconds, clock), clock
            heapq.heappush(heap, (timer.due, timer.handle))
            self._come(timer, elapsed)
            return
        try:
            self._come(timer, elapsed)
        finally:
            self.cancel(timer.handle)

    def _come(self, timer: Timer, elapsed: float) -> None:
        callers = self._runtime.callers
        callers.enter(timer.script)
        self._coming.add(timer.handle)
        try:
            self._call(timer, elapsed)
        finally:
            self._coming.discard(timer.handle)
            callers.leave()

    def _call(self, timer: Timer, elapsed: float) -> None:
        script = timer.script
        if timer.method:
            try:
                ran(getattr(script, timer.method)(elapsed, timer.handle))
            except Exception as error:
                self._runtime.reports.report_error(error, script, timer.method)
            return
        fields = copied(timer.fields)
        told = _told(script, timer.message_id)
        if told:
            fields = {**{n: v for n, v in (("elapsed", elapsed), ("handle", timer.handle)) if n in told}, **fields}
        self._socket.deliver_now(script, timer.message_id, fields)

    def _clock(self, timer: Timer) -> float:
        return self.clocks.get(kind_of(timer.script), 0.0)

    def _means(self, entry: tuple[float, int]) -> Timer | None:
        """Return the timer that an entry of a heap stands for; None where it is gone or has another time by now."""
        timer = self.alive.get(entry[1])
        return timer if timer is not None and timer.due == entry[0] else None


def method_name(script: Component, function: object) -> str:
    """Return the name by which a timer finds a method again, also after a load.

    Raises:
        TypeError: it is no method of the script, does not take what a timer gives, or is the library's to call.
    """
    cls = type(script)
    if not isinstance(function, MethodType) or function.__self__ is not script:
        raise TypeError(
            f"{cls.__name__}.after() takes a method of the script itself, so that a save can hold the timer by its "
            f"name, not {_shown(function)}: write a method `def ring(self, elapsed, handle)` and give self.ring; "
            "what it needs goes into properties, or into the fields of self.delay(seconds, message, ...)"
        )
    plain = function.__func__
    names = (plain.__name__, *(name for base in cls.__mro__ for name, f in vars(base).items() if f is plain))
    name = next((name for name in names if getattr(cls, name, None) is plain), "")
    if not name:
        raise TypeError(
            f"{cls.__name__}.after() finds a method again by its name, and self.{plain.__name__} is another one: "
            "give a method that the class itself has"
        )
    runs(plain, f"{cls.__name__}.{name}")
    if not _is_own(cls, name, plain):
        raise TypeError(
            f"{cls.__name__}.{name} is called by the library, with what is its own: a timer calls a method of yours, "
            "written `def ring(self, elapsed, handle)`"
        )
    try:
        given = inspect.signature(function).bind(0.0, 0).arguments
    except TypeError:
        given = {"handle": 0}
    except ValueError:  # a method that is not written in Python
        given = {}
    if next(iter(given), "") == "handle":
        raise TypeError(
            f"{cls.__name__}.{name} is called with elapsed, then the handle{place(plain)}: "
            f"write def {name}(self, elapsed: float, handle: int)"
        )
    return name


def checked_name(script: Component, name: str) -> str:
    """Return a name that a save holds for a method, if `after` could have been given the method.

    Raises:
        NotFound: the class has no such method.
        TypeError: a timer does not call it.
    """
    cls = type(script)
    plain = inspect.getattr_static(cls, name, None)
    if not isinstance(plain, FunctionType):
        raise NotFound(
            f"the class {cls.__name__} has no method {name!r} to call",
            hint=did_you_mean(name, vars(cls)) or "write it, or change its name in the save by a migration",
        )
    method_name(script, MethodType(plain, script))
    return name


def _is_own(cls: type, name: str, plain: Callable[..., object]) -> bool:
    """Say whether a method is the game's own, and nothing that the library has or calls by its name."""
    if name in HOOKS or name.startswith(("_tw_", "__")) or hasattr(plain, ON_MARK):
        return False
    return not any(name in vars(base) and _is_of_library(base) for base in cls.__mro__)


def _is_of_library(cls: type) -> bool:
    home = sys.modules.get(cls.__module__) if cls.__module__.startswith(f"{_LIBRARY}.") else None
    return cls is object or getattr(home, cls.__name__, None) is cls


def _shown(function: object) -> str:
    if isinstance(function, str):
        return repr(function)
    if isinstance(function, MethodType):
        return f"a method of {type(function.__self__).__name__}"
    name = getattr(function, "__name__", "")
    if name == "<lambda>":
        return "a lambda"
    return f"the function {name!r}" if name else f"a {type(function).__name__}"


def _told(script: Component, message_id: str) -> tuple[str, ...]:
    """Return which of a timer's fields a message has room for: a declared one has those that its class declares."""
    if message_id in DECLARED:
        return ()
    cls = shape_of(script).messages.get(message_id)
    return ("elapsed", "handle") if cls is None else tuple(field.name for field in dataclasses.fields(cls))


def _next(due: float, every: float, clock: float) -> float:
    """Return the next time in phase that is not over yet; the clock itself where there is no phase.

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


def _handle(timer: Timer) -> int:
    return timer.handle
