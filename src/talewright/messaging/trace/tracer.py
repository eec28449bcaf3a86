"""How the worlds tell a sink what happens; in use only while there is one.

Posts are heard by exchanging the ``backlog`` of every address, deliveries by a second loop that a pass takes once it
has asked; so nothing is asked while nobody listens. An exception of a sink is a fault and stops nothing.
"""

from __future__ import annotations

from typing import Any, Protocol

from talewright.calls import ran
from talewright.messaging.address.url import Entry
from talewright.messaging.trace.events import DELIVERY, DROP, ERROR, POST, Sink, TraceEvent, shown
from talewright.messaging.trace.faults import Fault


class Run(Protocol):
    """What is asked of the run that is told about."""

    frame: int
    phase: str

    def report_exception(self, error: Exception, callback: str, *, message_id: str = "") -> None:
        """Report an exception of the sink."""


class Tracer:
    """One sink at work.

    Attributes:
        sink: who is told.
        round: the pass that is running.
    """

    __slots__ = ("_current", "_muted", "_number", "_posts", "_run", "round", "sink")

    def __init__(self, run: Run, sink: Sink) -> None:
        self.sink = sink
        self.round = 0
        self._run = run
        self._number = 0
        self._current = 0
        self._muted = False
        # By identity of the waiting entry, which is held here so that its identity stays its own.
        self._posts: dict[int, tuple[int, Entry]] = {}

    def posted(self, entry: Entry) -> None:
        """A message was put into a queue."""
        url, message_id, message, sender = entry
        number = self._tell(POST, message_id, str(sender), str(url), _shown(message), self._current)
        self._posts[id(entry)] = (number, entry)

    def refused(self, entry: Entry, why: str) -> None:
        """A message could not be put into a queue."""
        url, message_id, _, sender = entry
        self._tell(DROP, message_id, str(sender), str(url), why, self._current)

    def delivering(self, entry: Entry, *, dead: bool) -> None:
        """A message is about to be handed over; to nobody where it is a dead letter, which tells of itself."""
        url, message_id, message, sender = entry
        number = self._posts.pop(id(entry), (0, entry))[0]
        self._current = number
        if not dead:
            try:
                self._current = self._tell(DELIVERY, message_id, str(sender), str(url), _shown(message), number)
            except BaseException:  # it waits on: what comes of it still has its cause
                self._posts[id(entry)] = (number, entry)
                raise

    def delivered(self) -> None:
        """A pass is over."""
        self._current = self.round = 0

    def dropped(self, message_id: str, sender: str, receiver: str, why: str) -> None:
        """Something was not delivered."""
        self._tell(DROP, message_id, sender, receiver, why, self._current)

    def lost(self, entries: list[Entry], why: str) -> None:
        """A queue was dropped."""
        for entry in entries:
            url, message_id, _, sender = entry
            number = self._posts.pop(id(entry), (0, entry))[0]
            self._tell(DROP, message_id, str(sender), str(url), why, number)

    def forget(self) -> None:
        """All queues have been replaced."""
        self._posts.clear()

    def went_wrong(self, fault: Fault) -> None:
        """A fault was reported."""
        receiver = f"{fault.world}:{fault.object}" if fault.world or fault.object else ""
        if fault.component:
            receiver += f"#{fault.component}"
        self._tell(ERROR, fault.message_id, fault.sender, receiver, f"{fault.code} {fault.text}", self._current)

    def _tell(self, kind: str, message_id: str, sender: str, receiver: str, content: str, cause: int) -> int:
        run = self._run
        if self._muted:
            return 0
        self._number += 1
        event = TraceEvent(
            self._number, kind, run.frame, run.phase, self.round, message_id, sender, receiver, content, cause
        )
        try:
            ran(self.sink(event))
        except Exception as error:
            self._muted = True  # the report itself is not traced
            try:
                run.report_exception(error, "trace", message_id=message_id)
            finally:
                self._muted = False
        return self._number


def _shown(message: Any) -> str:
    try:
        return shown(message)
    except RecursionError:
        return "(nested too deeply)"
