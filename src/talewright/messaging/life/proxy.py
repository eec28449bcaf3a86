"""A component behind which another life goes on: what its own world asks of it in a frame.

How that life is loaded and ended is the business of `CollectionProxy`; here stands only when its turn comes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from talewright.messaging.life.actions import Action
from talewright.messaging.objects.component import Component
from talewright.messaging.objects.shape import PROXY


class Proxy(Component):
    """The base of collection proxies."""

    __slots__ = ()
    __declares__ = False
    _tw_type = PROXY

    def _tw_update(self, dt: float) -> None:
        """Its turn in the update of its own world: take the next step, and let time pass inside."""
        raise NotImplementedError

    def _tw_post_update(self) -> None:
        """End the frame inside."""
        raise NotImplementedError

    def _tw_offer(self, action: Action) -> bool:
        """Hand an action of the player on, and say whether it was consumed inside."""
        raise NotImplementedError

    def _tw_abandon(self) -> None:
        """Its object is gone, and nobody was told: what is inside ends with it, at the end of the frame."""
        raise NotImplementedError

    def _tw_end_with_object(self) -> bool:
        """Its object is going: what is inside ends before it, now, and who waits is told. Say whether anything was."""
        raise NotImplementedError

    def _tw_end(self) -> bool:
        """It has no turn any more, and nothing is inside: tell who waits for it, and say whether anybody did."""
        raise NotImplementedError

    def _tw_finished(self) -> None:
        """What is inside is loaded, and initialised no more."""
        raise NotImplementedError

    @classmethod
    def _tw_check(cls, fields: Mapping[str, Any]) -> None:
        """Refuse properties of a save that it could not have.

        Raises:
            ValueError: the time inside cannot go like this.
        """
        raise NotImplementedError
