"""What is said about a run: faults as data, and posts, deliveries and drops as events.

Decides how a fault reads and how events are kept and shown. Knows nothing of who reports them.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.messaging.trace.events import KINDS, Recorder, Sink, TraceEvent
    from talewright.messaging.trace.faults import CODES, Fault, described
    from talewright.messaging.trace.tracer import Tracer

__all__ = [
    "CODES",
    "KINDS",
    "Fault",
    "Recorder",
    "Sink",
    "TraceEvent",
    "Tracer",
    "described",
]

_HOMES = {
    "talewright.messaging.trace.events": "KINDS Recorder Sink TraceEvent",
    "talewright.messaging.trace.tracer": "Tracer",
    "talewright.messaging.trace.faults": "CODES Fault described",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
