"""Going back: the stops that a conversation came by, and how to stand there again.

Decides what a history keeps (dialogue.md section 4.3): for each step back a position and the values that memory had
under the names that the step changed, in a ring of limited length. It is the same mechanism as a save: a position that
went through a history is found again by :func:`.restore`, so one may rewind over an edit of the script, and a history
may stand in a save itself. What the dialogue remembers goes back; what commands did in the game does not: the host
hears of it by the event :class:`.Rewound`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from talewright.dialogue.play.anchors import restore
from talewright.dialogue.play.events import Event, Rewound
from talewright.dialogue.play.positions import position_from_plain, position_to_plain
from talewright.dialogue.play.state import Memory, Position, State
from talewright.dialogue.program import Program
from talewright.errors import DialogueError

LIMIT: Final = 100


@dataclass(frozen=True, slots=True)
class Past:
    """A stop that was left.

    Attributes:
        position: where the conversation stood.
        before: the values that the step from there changed, as they were; None for a name that memory did not have.
    """

    position: Position
    before: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class History:
    """The last stops of one conversation, the oldest first; a value, as a state is.

    Attributes:
        past: the stops.
        limit: how many are kept.
    """

    past: tuple[Past, ...] = ()
    limit: int = LIMIT

    def __len__(self) -> int:
        return len(self.past)

    def noted(self, before: State, after: State) -> History:
        """Return a history with the step from one state to the next; a step that began a dialogue clears it."""
        if before.position is None:
            return History((), self.limit)
        changed: dict[str, Any] = {}
        if before.memory is not after.memory:
            for name, value in after.memory.items():
                old = before.memory.get(name)
                if old is not value and (old != value or type(old) is not type(value)):
                    changed[name] = old
            changed.update((name, old) for name, old in before.memory.items() if name not in after.memory)
        kept = self.past[-(self.limit - 1) :] if self.limit > 1 else ()
        return History((*kept, Past(before.position, changed)), self.limit)

    def rewind(self, program: Program, state: State, steps: int = 1) -> tuple[tuple[Event, ...], State, History]:
        """Go back.

        Args:
            program: as it is now.
            state: where the conversation stands, or what is left of it after its end.
            steps: how many stops.

        Returns:
            The event for the host, the state there (``show`` shows it), and the history before it.

        Raises:
            DialogueError: it does not reach back so far, or nothing of the place is left.
        """
        if not 1 <= steps <= len(self.past):
            message = f"the history reaches back {len(self.past)} stops, not {steps}"
            raise DialogueError(message, hint="go back less far")
        memory = dict(state.memory)
        for past in reversed(self.past[-steps:]):
            for name, value in past.before.items():
                if value is None:
                    memory.pop(name, None)
                else:
                    memory[name] = value
        position, notices = restore(program, self.past[-steps].position)
        event = Rewound(position.dialogue, steps, notices)
        return (event,), State(position, Memory(memory)), History(self.past[:-steps], self.limit)

    def to_plain(self) -> dict[str, Any]:
        """Return plain data for a save."""
        past = [{"position": position_to_plain(p.position), "before": _to_plain(p.before)} for p in self.past]
        return {"limit": self.limit, "past": past}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> History:
        """Read plain data.

        Raises:
            DialogueError: it is no history.

        >>> History.from_plain(History().to_plain())
        History(past=(), limit=100)
        """
        listed = plain.get("past", [])
        if not isinstance(listed, list) or not all(isinstance(one, Mapping) for one in listed):
            raise DialogueError(f"the past of a history is a list of structs, not {listed!r}")
        past = tuple(
            Past(position_from_plain(one.get("position", {})), _from_plain(one.get("before", {}))) for one in listed
        )
        limit = plain.get("limit", LIMIT)
        if not isinstance(limit, int):
            raise DialogueError(f"the limit of a history is a whole number, not {limit!r}")
        return cls(past, limit)


def _to_plain(before: Mapping[str, Any]) -> dict[str, Any]:
    """Mark what memory did not have by an empty list, as config text has no None of its own."""
    return {name: [] if value is None else value for name, value in before.items()}


def _from_plain(plain: Any) -> dict[str, Any]:
    if not isinstance(plain, Mapping):
        raise DialogueError(f"what a step changed is a struct, not {plain!r}")
    return {str(name): None if value == [] else value for name, value in plain.items()}
