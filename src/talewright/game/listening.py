"""Who hears what the conversations of a game show, event by event, whoever drives them.

A listener is the host's: it hears of a step of a dialogue when its state is in place, before the next one is made, and
changes nothing that runs. What it gets wrong is a fault and stops nothing. Decides in which order listeners are called
and what they may not call; knows no event. Where nobody listens, nothing is made for anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from talewright.calls import ran, runs
from talewright.errors import Misuse
from talewright.messaging import Worlds

_WHAT = "who hears the events of a game"


class Listeners:
    """Those who listen to one game, called in the order in which they came.

    Args:
        worlds: of the game: they hold still while a listener runs, and get its faults.
        heard: makes what a listener gets of a conversation (None: the whole state has changed) and an event.
    """

    def __init__(self, worlds: Worlds, heard: Callable[[Any, Any], object]) -> None:
        self._worlds = worlds
        self._heard = heard
        self._hearing: dict[int, Callable[[Any], object]] = {}
        self._last = 0
        self._telling = False

    def __bool__(self) -> bool:
        return bool(self._hearing)

    def add(self, hear: Callable[[Any], object]) -> Callable[[], None]:
        """Call a function for every event from the next one on; the function that comes back ends that.

        Raises:
            TypeError: it is no function, or one whose call would run nothing.
        """
        if not callable(hear):
            raise TypeError(f"{_WHAT} is a function, not a {type(hear).__name__}")
        runs(hear, _WHAT)
        self._last += 1
        number = self._last
        self._hearing[number] = hear

        def remove() -> None:
            self._hearing.pop(number, None)

        return remove

    def tell(self, conversation: object, events: Iterable[object]) -> None:
        """Call every listener; one that is added meanwhile hears the next event, one that is removed hears none."""
        if self._hearing:
            for event in events:
                self._tell(self._heard(conversation, event))

    def _tell(self, heard: object) -> None:
        outer, self._telling = self._telling, True
        try:
            for number in list(self._hearing):
                hear = self._hearing.get(number)
                if hear is None:
                    continue
                try:
                    with self._worlds.calling():
                        ran(hear(heard), _WHAT)
                except Exception as error:  # what a listener gets wrong stops nothing, as in any callback
                    self._worlds.report_exception(error, "listen")
        finally:
            self._telling = outer

    def check(self, what: str) -> None:
        """Refuse what would take the game away from under the step that is being told.

        Raises:
            Misuse: a listener called it.
        """
        if self._telling:
            raise Misuse(
                f"{what}() was called by a listener of the game",
                hint="a listener hears and shows; do it after the call that made the event",
            )
