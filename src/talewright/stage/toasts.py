"""Short notices that go away by themselves, and what events of a game say in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from talewright.game import CommandRan, GameEvent, ItemGained, ItemLost, Told
from talewright.rpg import display_name
from talewright.stage.scene import Toast

LIFE: Final = 4.0
"""Seconds of real time that a notice stays; longer ones stay longer."""
PER_LETTER: Final = 0.04
MOST: Final = 6


class Toasts:
    """The notices on show, the oldest first.

    >>> toasts = Toasts()
    >>> toasts.add("You took the sword.", "item")
    >>> toasts.advance(1.0), len(toasts.shown), toasts.advance(9.0), len(toasts.shown)
    (True, 1, True, 0)
    """

    def __init__(self) -> None:
        self.shown: tuple[Toast, ...] = ()
        self._left: list[float] = []
        self._last = 0
        self._added = False

    def add(self, text: str, kind: str = "told") -> None:
        """Show a notice; the oldest beyond the number that there is room for goes."""
        self._last += 1
        self._added = True
        self.shown = (*self.shown, Toast(text, kind, self._last))[-MOST:]
        self._left = [*self._left, LIFE + PER_LETTER * len(text)][-MOST:]

    def advance(self, dt: float) -> bool:
        """Let seconds pass, and say whether a notice came or went away since it was asked last."""
        if not self._left:
            return False
        added, self._added = self._added, False
        self._left = [left - dt for left in self._left]
        over = sum(1 for left in self._left if left <= 0)
        if over:
            keep = [at for at, left in enumerate(self._left) if left > 0]
            self.shown = tuple(self.shown[at] for at in keep)
            self._left = [self._left[at] for at in keep]
        return added or over > 0

    def clear(self) -> None:
        """Take all of them away."""
        self.shown, self._left = (), []


def notices_of(events: Iterable[GameEvent], player: str, texts: Mapping[str, str]) -> list[Toast]:
    """Return what events say to a player; most say nothing.

    What the player gets or loses is said, unless what the game itself says of it names the thing.

    Args:
        events: that came together.
        player: the id of the player.
        texts: the stage's own.

    >>> notices_of([Told("It needs salt.", "cook")], "hero", {})
    [Toast(text='It needs salt.', kind='cook', number=0)]
    """
    events = list(events)
    said = " ".join(event.text for event in events if isinstance(event, (CommandRan, Told))).casefold()
    found: list[Toast] = []
    for event in events:
        match event:
            case CommandRan(text=text) if text:
                found.append(Toast(text))
            case Told(text=text, kind=kind):
                found.append(Toast(text, kind or "told"))
            case ItemGained(who=who, item=item, count=count) | ItemLost(who=who, item=item, count=count):
                name = display_name(item.base)
                if who == player and name.casefold() not in said:
                    key = ("Gained" if isinstance(event, ItemGained) else "Lost") + ("Many" if count > 1 else "")
                    found.append(Toast(texts[key].format(item=name, count=count), "item"))
            case _:
                pass
    return found
