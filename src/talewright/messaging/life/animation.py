"""Properties that move by themselves, along a curve, in the time of their world.

An animation runs between the updates of the scripts and those of the guis. When it has played to its end, whoever is to
be told gets the message ``animation_done`` (``property``), whose sender is the address of what moved: an answer by
message, so that a save can hold it, to the very component that was to be told (`ReplyTo`). A new animation of the same
property takes the place of the old one; a cancelled one tells nobody, and nothing outlives its object.

Source: Defold manual, property animation; messaging, "properties, timers, animation".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from talewright.messaging.address.seconds import checked_seconds
from talewright.messaging.life.easing import EASINGS
from talewright.messaging.life.runtime import Runtime
from talewright.messaging.life.socket import Socket
from talewright.messaging.objects.component import id_of
from talewright.messaging.objects.properties import Property
from talewright.messaging.objects.reply_to import ReplyTo
from talewright.messaging.objects.thing import Thing
from talewright.messaging.objects.transform import between, checked_rotation
from talewright.messaging.trace.faults import Fault, raised
from talewright.names import did_you_mean

PLAYBACKS = ("once_forward", "once_backward", "once_pingpong", "loop_forward", "loop_backward", "loop_pingpong")
"""How an animation plays; a pingpong goes there and back within its duration."""

DONE = "animation_done"


@dataclass(slots=True, eq=False)
class Animation:
    """One property on its way.

    Attributes:
        target: the property.
        to: where it goes.
        duration: seconds, there and back for a pingpong.
        easing: the name of the curve.
        playback: one of `PLAYBACKS`.
        delay: seconds that are left before it begins.
        notify: who gets ``animation_done``, or None; nobody else under the same id does.
        start: where it began; None before that.
        cursor: seconds since it began, or since the last round began.
    """

    target: Property
    to: tuple[float, ...]
    duration: float
    easing: str = "linear"
    playback: str = "once_forward"
    delay: float = 0.0
    notify: ReplyTo | None = None
    start: tuple[float, ...] | None = None
    cursor: float = 0.0

    def check(self) -> None:
        """Refuse what cannot be played.

        Raises:
            ValueError: a time, a name of a curve or of a playback is wrong, or ``to`` has other elements.
            TypeError: the property is not made of floats.
        """
        self.check_names()
        if self.target.script is None and self.target.name == "scale" and len(self.to) == 1:
            self.to *= 3  # as setting it does
        if len(self.to) != len(self.target.numbers()):
            raise ValueError(f"{self.target.address}.{self.target.name} cannot become {self.to!r}")
        if self._turns:
            self.to = checked_rotation(self.to)

    def check_against(self, value: object) -> None:
        """Refuse what cannot go on for a property that will have this value.

        Raises:
            ValueError: ``to`` or ``start`` has other elements, or the cursor is negative.
            TypeError: the property is not made of floats.
        """
        size = len(self.target.numbers_of(value))
        for numbers in (self.to, self.to if self.start is None else self.start):
            if len(numbers) != size or not all(map(math.isfinite, numbers)):
                raise ValueError(f"{self.target.name} has {size} numbers, and is never {numbers!r}")
        self.cursor = checked_seconds(self.cursor, "an animation")

    def check_names(self) -> None:
        """The part of `check` that needs no living object.

        Raises:
            ValueError: as `check`.
            TypeError: a name is no text, or a time no number.
        """
        if not (isinstance(self.easing, str) and isinstance(self.playback, str)):
            raise TypeError(f"easing and playback are named by text, not {self.easing!r} and {self.playback!r}")
        if self.easing not in EASINGS:
            hint = did_you_mean(self.easing, EASINGS) or "EASINGS has them all"
            raise ValueError(f"no easing is called {self.easing!r}; {hint}")
        if self.playback not in PLAYBACKS:
            raise ValueError(f"no playback is called {self.playback!r}; one of {', '.join(PLAYBACKS)}")
        self.duration = checked_seconds(self.duration, "an animation")
        self.delay = checked_seconds(self.delay, "an animation")
        if not all(map(math.isfinite, self.to)):
            raise ValueError(f"{self.target.name} cannot become {self.to!r}")

    @property
    def _turns(self) -> bool:
        """Whether it is the whole rotation of an object, which goes the shorter way."""
        return self.target.script is None and self.target.name == "rotation"

    def advance(self, dt: float) -> bool:
        """Let time pass, and say whether it has come to its end."""
        if self.delay > dt:
            self.delay -= dt
            return False
        dt, self.delay = dt - self.delay, 0.0
        if self.start is None:
            self.start = self.target.numbers()
        self.cursor += dt
        over = self.cursor >= self.duration
        if over and self.playback.startswith("loop") and self.duration > 0:
            self.cursor = math.fmod(self.cursor, self.duration)
            over = False
        part = 1.0 if over or not self.duration else self.cursor / self.duration
        if self.playback.endswith("backward"):
            part = 1 - part
        elif self.playback.endswith("pingpong"):
            part = 2 * part if part < 0.5 else 2 - 2 * part
        level = EASINGS[self.easing](part)
        if self._turns and level != 1:
            self.target.put_numbers(between(checked_rotation(self.start), checked_rotation(self.to), level))
            return over and not self.playback.startswith("loop")
        ends = zip(self.start, self.to, strict=True)
        self.target.put_numbers(tuple(b if level == 1 else a + (b - a) * level for a, b in ends))
        return over and not self.playback.startswith("loop")


class Animations:
    """The animations of one world, in the order in which they were begun; also by object."""

    __slots__ = ("_by_thing", "_running", "_runtime", "_socket")

    def __init__(self, runtime: Runtime, socket: Socket) -> None:
        self._runtime = runtime
        self._socket = socket
        self._running: dict[Animation, None] = {}
        self._by_thing: dict[Thing, dict[Animation, None]] = {}

    @property
    def running(self) -> list[Animation]:
        """Those that have not come to their end."""
        return list(self._running)

    def add(self, animation: Animation) -> None:
        """Take one in that is checked."""
        self._running[animation] = None
        self._by_thing.setdefault(animation.target.thing, {})[animation] = None

    def begin(self, animation: Animation) -> None:
        """Begin one, in place of those that move the same."""
        animation.check()
        self.cancel(animation.target)
        self.add(animation)

    def cancel(self, target: Property) -> int:
        """End those that move a property or a part of it, and return how many that were."""
        return self._end([a for a in self._by_thing.get(target.thing, ()) if _overlap(a.target, target)])

    def cancel_all(self, thing: Thing, component: str | None = None) -> int:
        """End those of an object, or of one of its components."""
        mine = self._by_thing.get(thing, ())
        if component is None:
            return self._end(list(mine))
        return self._end([a for a in mine if a.target.script is not None and id_of(a.target.script) == component])

    def run(self, dt: float) -> None:
        """Let time pass for all of them."""
        for animation in list(self._running):
            try:
                over = animation.advance(dt)
            except Exception as error:  # somebody has put another kind of value there
                over, target = True, animation.target
                animation.notify = None
                self._report(target, raised(error, target.address, f"animate({target.name!r})"), error)
            if over:
                self._end([animation])
                if animation.notify is not None:
                    self._tell(animation.notify, animation.target)

    def _tell(self, receiver: ReplyTo, target: Property) -> None:
        fragment = "" if target.script is None else id_of(target.script)
        receiver.post(self._socket.url(target.thing.id, fragment), DONE, {"property": target.name})

    def _report(self, target: Property, text: str, error: Exception) -> None:
        self._runtime.reports.report(
            Fault(
                "TW-MSG-12",
                text,
                world=self._socket.name,
                object=target.thing.id,
                component="" if target.script is None else id_of(target.script),
                error=error,
            )
        )

    def _end(self, animations: list[Animation]) -> int:
        for animation in animations:
            if self._running.pop(animation, self) is self:
                continue  # a property that was animated has ended it itself
            mine = self._by_thing[animation.target.thing]
            del mine[animation]
            if not mine:
                del self._by_thing[animation.target.thing]
        return len(animations)


def values_of(to: float | Sequence[float]) -> tuple[float, ...]:
    """Return where an animation goes as a tuple."""
    values = (to,) if isinstance(to, (int, float)) else to
    if not isinstance(values, Sequence) or not all(isinstance(v, (int, float)) for v in values):
        raise TypeError(f"a property moves to a number or to a tuple of numbers, not to {to!r}")
    return tuple(map(float, values))


def _overlap(a: Property, b: Property) -> bool:
    if a.thing is not b.thing or a.script is not b.script or a.base != b.base:
        return False
    return not a.parts or not b.parts or not set(a.parts).isdisjoint(b.parts)
