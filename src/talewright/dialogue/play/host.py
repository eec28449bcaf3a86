"""What a dialogue may ask of its host while it runs: functions, random numbers, how to choose, the language.

Decides how a result of Python becomes a value of Yarn: booleans and texts as they are, numbers as 32-bit floats. A
function is called with ``bool``, ``float`` and ``str``; what it raises ends the step with an error at its place in the
script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from talewright.dialogue.play.events import Event
from talewright.dialogue.program import DEFAULT, Strategy
from talewright.dialogue.syntax import Value, f32
from talewright.dialogue.text import Locale


@dataclass(frozen=True, slots=True)
class Host:
    """Functions by name, and random streams by name.

    A stream is asked for by the id of the content that draws (``line:need``), or by the title of the node outside of
    contents, so that a line inserted elsewhere does not change what others draw. A line group draws from
    ``group:<id of its first item>``, a node group or selector from ``selector:<dialogue>.<name>``.

    Attributes:
        functions: what scripts may call, by name.
        random: gives the stream of a name.
        saliency: how line groups and node groups choose: a name of :data:`.STRATEGIES`, or a function of your own.
        locale: the language of the text, for plurals: a name, or a :class:`.Locale` of your own.
        observe: hears of each event as it happens within a step, so that a function asked later in the same step can
            take it into account. It changes nothing: a step that fails has told what never came to be.
    """

    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    random: Callable[[str], Random] | None = None
    saliency: str | Strategy = DEFAULT
    locale: str | Locale = "en"
    observe: Callable[[Event], object] | None = None


class Told(list[Event]):
    """Events that somebody hears of as they happen."""

    def __init__(self, tell: Callable[[Event], object]) -> None:
        super().__init__()
        self._tell = tell

    def append(self, event: Event) -> None:
        """Add an event, and tell it."""
        super().append(event)
        self._tell(event)

    def extend(self, events: Iterable[Event]) -> None:
        """Add events, and tell them one by one."""
        for event in events:
            self.append(event)


def to_value(result: object) -> Value | None:
    """Return a result of Python as a value of Yarn, or None where it is none.

    >>> to_value(3), to_value("x"), to_value(None)
    (3.0, 'x', None)
    """
    if isinstance(result, (bool, str)):
        return result
    if isinstance(result, (int, float)):
        try:
            return f32(float(result))
        except OverflowError:
            return f32(float("inf") if result > 0 else float("-inf"))
    return None
