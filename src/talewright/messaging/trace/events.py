"""What the messages of a run did: every post, delivery, drop and error as an event.

A sink is any function that takes an event; `Worlds.trace` sets it, and without one nothing here costs anything. A
`Recorder` is a sink that keeps what passes its filter and gives it as text or in Chrome's trace format (for Perfetto).
Events hold no time of any clock: they are numbered, so the same inputs give the same bytes on every machine.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Any

from talewright.messaging.address.url import Url
from talewright.messaging.objects.component import Component, is_spawned
from talewright.messaging.objects.thing import Thing

POST, DELIVERY, DROP, ERROR = "post", "delivery", "drop", "error"
KINDS = (POST, DELIVERY, DROP, ERROR)
"""What can happen to a message."""


@dataclass(frozen=True, slots=True)
class TraceEvent:
    """One thing that happened to a message.

    Attributes:
        number: counts all events since the sink was set, from 1.
        kind: "post", "delivery", "drop" (it reached nobody, or nobody who knows it) or "error".
        frame: the number of the step; between steps that of the last one.
        phase: the part of the frame, "update script"; "host" between steps.
        round: the pass of the dispatch point in which it was delivered, from 1; 0 outside of one.
        id: the message id; the action id of dropped input; "" where an error has none.
        sender: the address that posted it; "" for the host.
        receiver: the address that it goes to; of an error: where it happened.
        content: the fields as text; of an error or a drop: what went wrong.
        cause: the number of the delivery in which this happened; of a delivery, the number of its post; 0: none.
    """

    number: int
    kind: str
    frame: int
    phase: str
    round: int
    id: str
    sender: str
    receiver: str
    content: str
    cause: int

    def __str__(self) -> str:
        arrow = f"{self.sender or '(host)'} -> {self.receiver}" if self.kind != ERROR else self.receiver or "(host)"
        what = " ".join(part for part in (self.id, self.content) if part)
        where = f"{self.frame:>5} {self.phase:<22} {self.round or '-':>3}"
        why = f"  <- {self.cause}" if self.cause else ""
        return f"{self.number:>6} {where}  {self.kind:<8}  {arrow}  {what}{why}"


Sink = Callable[[TraceEvent], None]
"""Takes every event as it happens."""


class Recorder:
    """A sink that keeps events.

    Args:
        addresses: patterns with ``*`` and ``?``, one of which the sender or the receiver must match; a pattern that
            begins with ``/`` means every world. None: all.
        ids: the same for message ids.
        kinds: the kinds to keep; none: all.

    >>> recorder = Recorder(ids=["punch*"])
    >>> from talewright.messaging import Script, Worlds, on
    >>> class Rat(Script):
    ...     @on("punch")
    ...     def punched(self, message, sender): ...
    >>> worlds = Worlds()
    >>> world = worlds.create("main")
    >>> rat = world.spawn("rat", c=Rat())
    >>> worlds.trace = recorder
    >>> world.post("/rat#c", "punch", power=50)
    >>> world.post("/rat#c", "sing")
    >>> worlds.step()
    >>> print(recorder.text(), end="")
         1     0 host                     -  post      (host) -> main:/rat#c  punch power=50
         3     1 init                     1  delivery  (host) -> main:/rat#c  punch power=50  <- 1
    """

    def __init__(self, *, addresses: Iterable[str] = (), ids: Iterable[str] = (), kinds: Iterable[str] = ()) -> None:
        self.events: list[TraceEvent] = []
        self._addresses = tuple(p if ":" in p else f"*:{p}" if p.startswith("/") else p for p in addresses)
        self._ids = tuple(ids)
        self._kinds = frozenset(kinds)

    def __call__(self, event: TraceEvent) -> None:
        """Keep an event that passes the filter."""
        if self.matches(event):
            self.events.append(event)

    def matches(self, event: TraceEvent) -> bool:
        """Say whether an event passes the filter."""
        return (
            (not self._kinds or event.kind in self._kinds)
            and (not self._ids or any(fnmatchcase(event.id, p) for p in self._ids))
            and (
                not self._addresses
                or any(fnmatchcase(a, p) for a in (event.sender, event.receiver) for p in self._addresses)
            )
        )

    def text(self) -> str:
        """Return one line an event: number, frame, phase, pass, kind, addresses, message, and what caused it."""
        return "".join(f"{event}\n" for event in self.events)

    def chrome(self) -> str:
        """Return the events in Chrome's trace format, for Perfetto: a track for each address, an arrow for each post.

        An event's time is its number: the file shows order, not duration.
        """
        tracks = _Tracks()
        found: list[dict[str, Any]] = []
        for event in self.events:
            where = event.sender if event.kind == POST else event.receiver
            place = tracks.place(where)
            found.append(
                {
                    "name": event.id or event.kind,
                    "cat": event.kind,
                    "ph": "i" if event.kind in (DROP, ERROR) else "X",
                    "ts": event.number,
                    **({"s": "t"} if event.kind in (DROP, ERROR) else {"dur": 1}),
                    **place,
                    "args": {f.name: getattr(event, f.name) for f in dataclasses.fields(event)},
                }
            )
            if event.kind == POST:
                arrow = {"name": event.id, "cat": "message", "ph": "s", "id": event.number, "ts": event.number}
                found.append({**arrow, **place})
            elif event.kind == DELIVERY and event.cause:
                arrow = {"name": event.id, "cat": "message", "ph": "f", "bp": "e", "id": event.cause}
                found.append({**arrow, "ts": event.number, **place})
        whole = {"traceEvents": [*tracks.names(), *found], "displayTimeUnit": "ms"}
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":")) + "\n"


class _Tracks:
    """Numbers for worlds and addresses, in the order in which they turn up."""

    def __init__(self) -> None:
        self._worlds: dict[str, int] = {}
        self._addresses: dict[str, int] = {}

    def place(self, address: str) -> dict[str, int]:
        world = address.partition(":")[0] or "(host)"
        return {
            "pid": self._worlds.setdefault(world, len(self._worlds) + 1),
            "tid": self._addresses.setdefault(address, len(self._addresses) + 1),
        }

    def names(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = [
            {"name": "process_name", "ph": "M", "pid": number, "args": {"name": world}}
            for world, number in self._worlds.items()
        ]
        for address, number in self._addresses.items():
            pid = self._worlds[address.partition(":")[0] or "(host)"]
            args = {"name": address or "(host)"}
            found.append({"name": "thread_name", "ph": "M", "pid": pid, "tid": number, "args": args})
        return found


def shown(message: Any) -> str:
    """Return what a message carries as text that is the same in every run.

    >>> shown({"power": 50, "who": "hero", "at": (1, 2)})
    "power=50 who='hero' at=(1, 2)"
    """
    if isinstance(message, Mapping):
        return " ".join(f"{name}={_value(value)}" for name, value in message.items())
    return _value(message)


def _value(value: Any) -> str:
    if value is None or type(value) in (bool, int, float, str, bytes):
        return repr(value)
    if isinstance(value, (Url, Thing)):
        return str(value)
    if isinstance(value, Component):
        return str(value.url()) if is_spawned(value) else f"<{type(value).__name__}>"
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, (dict, MappingProxyType)):
        return "{" + ", ".join(f"{_value(k)}: {_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(_value, value))) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_value, value)) + ("," if len(value) == 1 else "") + ")"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        inside = ", ".join(f"{f.name}={_value(getattr(value, f.name, None))}" for f in dataclasses.fields(value))
        return f"{type(value).__name__}({inside})"
    return f"<{type(value).__name__}>"
