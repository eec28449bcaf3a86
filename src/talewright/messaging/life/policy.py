"""When messages are delivered within a frame, as data.

A policy lists the component types in the order in which a frame visits them; behind each stands a dispatch point, at
which the world's queue is emptied in at most ``passes`` passes. What is left waits, in order, for the next point:
nothing is lost. Types that do no game logic here (sprites, sounds) count as points only, so that the manual's numbers
come out. Decides nothing about who is visited and how messages are delivered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from talewright.messaging.objects.shape import GUI, PROXY, SCRIPT

LIVE = (PROXY, SCRIPT, GUI)
"""The component types that have something to do."""

ANIMATION = "animation"
"""Where properties move; a policy that does not list it moves them before the guis, without a point of their own."""


class Stage(NamedTuple):
    """A part of a frame: visit one type (or none, ""), then so many dispatch points one after the other."""

    callback: str
    type: str
    points: int


@dataclass(frozen=True, slots=True)
class DispatchPolicy:
    """The rule by which a world delivers its messages.

    Attributes:
        name: the name a save writes.
        passes: passes at a dispatch point at the most; 0: until the queue is empty.
        types: the component types of the update stage, in order, a dispatch point behind each.
        late_types: the same for the late-update stage; () updates late without any point.
        guard: passes after which a policy that empties the queue gives up, reports the chain and lets the rest wait.
        fixed_first: whether the fixed updates of a frame come before its update (Defold since 1.12) or behind it.
        strict_input: whether a wrong return value of one ``on_input`` ends the input of the frame.

    >>> DEFOLD_2013.points, DEFOLD_2013.passes * DEFOLD_2013.points
    (15, 75)
    """

    DEFOLD: ClassVar[DispatchPolicy]
    DEFOLD_2013: ClassVar[DispatchPolicy]
    DRAIN: ClassVar[DispatchPolicy]

    name: str
    passes: int
    types: tuple[str, ...]
    late_types: tuple[str, ...] = ()
    guard: int = 1000
    fixed_first: bool = True
    strict_input: bool = True

    def __post_init__(self) -> None:
        if self.passes < 0 or self.guard < 1:
            raise ValueError(f"the policy {self.name!r} needs passes >= 0 and guard >= 1")
        for types in (self.types, self.late_types or LIVE):
            if any(types.count(live) != 1 for live in LIVE):
                raise ValueError(f"the policy {self.name!r} must list each of {', '.join(LIVE)} once")

    @property
    def points(self) -> int:
        """Dispatch points in a frame, the one after the update included."""
        return len(self.types) + len(self.late_types) + 1

    def stages(self) -> tuple[Stage, ...]:
        """Return the frame, up to the deletions, as a list that a person can read.

        >>> for stage in DRAIN.stages():
        ...     print(*stage)
        update collectionproxy 1
        update script 1
        update animation 1
        update gui 1
        late_update collectionproxy 1
        late_update script 1
        late_update gui 1
        """
        found: list[Stage] = []
        for callback, types, points in (
            ("update", self.types, 1),
            ("late_update", self.late_types or LIVE, 1 if self.late_types else 0),
        ):
            visited = (*LIVE, ANIMATION) if callback == "update" else LIVE
            for kind in types:
                if kind == GUI and callback == "update" and ANIMATION not in types:
                    found.append(Stage(callback, ANIMATION, 0))
                if kind not in visited and found:
                    found[-1] = found[-1]._replace(points=found[-1].points + points)
                else:
                    found.append(Stage(callback, kind if kind in visited else "", points))
        return tuple(found)

    def fixed_stages(self) -> tuple[Stage, ...]:
        """Return one fixed step, in the same form."""
        found: list[Stage] = []
        for kind in self.types:
            if kind not in LIVE and found:
                found[-1] = found[-1]._replace(points=found[-1].points + 1)
            else:
                found.append(Stage("fixed_update", kind if kind in LIVE else "", 1))
        return tuple(found)


def checked_policy(policy: object) -> DispatchPolicy:
    """Return what is a policy.

    Raises:
        TypeError: it is none.
    """
    if isinstance(policy, DispatchPolicy):
        return policy
    names = ", ".join(f"DispatchPolicy.{name}" for name in BY_NAME)
    raise TypeError(f"a policy is a DispatchPolicy, such as DRAIN, not {policy!r}; write one of {names}")


_TODAY = (
    *(PROXY, SCRIPT, ANIMATION, GUI, "collisionobject", "camera", "sound", "model", "particlefx"),
    *("factory", "collectionfactory", "light", "sprite", "tilemap", "label", "mesh"),
)
_OF_2013 = (
    *(PROXY, SCRIPT, GUI, "collisionobject", "camera", "sound", "model", "emitter", "particlefx"),
    *("factory", "light", "sprite", "spinemodel", "tilegrid"),
)

DEFOLD = DispatchPolicy("defold", 10, _TODAY, _TODAY)
"""Today's Defold: 10 passes at each point, 16 types, an update and a late-update stage."""

DEFOLD_2013 = DispatchPolicy("defold-2013", 5, _OF_2013, fixed_first=False)
"""The engine that printed the manual's lines: 5 passes, 14 types, one stage: 10 passes, then 75 a frame."""

DRAIN = DispatchPolicy("drain", 0, (PROXY, SCRIPT, ANIMATION, GUI), LIVE, strict_input=False)
"""Until the queue is empty, with a guard that reports the chain."""

DispatchPolicy.DEFOLD, DispatchPolicy.DEFOLD_2013, DispatchPolicy.DRAIN = DEFOLD, DEFOLD_2013, DRAIN

BY_NAME = {"DEFOLD": DEFOLD, "DEFOLD_2013": DEFOLD_2013, "DRAIN": DRAIN}
"""The policies by the names that people write."""

POLICIES = {policy.name: policy for policy in (DEFOLD, DEFOLD_2013, DRAIN)}
"""The policies that a save names."""
