"""Where a conversation stands and what dialogues remember: two values.

Decides what must be kept between two steps, and nothing more: a :class:`Position` names a stop by the ids of its
contents, not by an index, with what was shown there, so that a save survives edits of the script. Memory is plain data
under names: ``$variables``, and the visits and once flags under Yarn's own names (dialogue.md sections 6.7 and 6.10).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

#: The content of a frame whose node goes on from its beginning, as nothing nearer was found again.
START: Final = "start:"

Kind: TypeAlias = Literal["start", "line", "options", "command"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A line as it was shown: its id and the values that were put in."""

    id: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offered:
    """An option as it was offered."""

    id: str
    available: bool = True
    reason: str = ""
    values: tuple[str, ...] = ()


class _Surrounded:
    near: tuple[str, ...]

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes for a copy or a pickle: values alone, so what is worked out late is worked out now."""
        return {**self.__dict__, "near": self.near}


@dataclass(frozen=True)
class Frame(_Surrounded):
    """A node that waits for a detour to come back.

    Attributes:
        node: its name; or the title of a node group, one of whose members runs (``content`` is then empty).
        content: the id of the detour that it waits behind.
        source: the target of the detour as written, to know it again.
        earlier: as of a position.
        node_digest: as of a position.
        near: as of a position.
    """

    node: str
    content: str = ""
    source: str = ""
    earlier: tuple[str, ...] = ()
    node_digest: str = ""
    near: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Position(_Surrounded):
    """A stop of a conversation.

    Attributes:
        dialogue: the dialogue that was started.
        node: the name of the node that runs; a jump may have led into another dialogue's.
        kind: what it waits at; ``start`` waits at nothing: it runs on from ``content`` at the next ``Continue``.
        content: the id of the line, choice or command; of a start, that of an option's body or a line, or empty.
        line: the line to show, at a line or with options.
        options: what was offered.
        source: the text of a content whose id was made up, to know it again.
        earlier: the ids of the contents that must have come before, nearest first, at most eight.
        node_digest: the first sixteen figures of the digest of the node.
        program_digest: the same of the program.
        stack: the nodes that wait for detours to come back, the last one first to go on.
        done: what commands and assignments did since the node began, as they are written, newest last. Where the
            place had to be found again further up, they are passed over: nothing happens twice.
        near: the ids of the contents around it that need not have come before, nearest first, at most 24: the choice
            and the replies that it is behind, the lines of the blocks around it. They count where the node is gone, and
            with it all that came before.
    """

    dialogue: str
    node: str
    kind: Kind
    content: str = ""
    line: Shown | None = None
    options: tuple[Offered, ...] = ()
    source: str = ""
    earlier: tuple[str, ...] = ()
    node_digest: str = ""
    program_digest: str = ""
    stack: tuple[Frame, ...] = ()
    done: tuple[str, ...] = ()
    near: tuple[str, ...] = field(default=(), compare=False)


class _Late:
    """An attribute that may be given as a function, called when the value is first asked for.

    What stands around a stop is wanted by a save, and most stops are never saved.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, owner: object, cls: type | None = None) -> object:
        if owner is None:
            return self
        value = owner.__dict__[self._name]
        if callable(value):
            value = owner.__dict__[self._name] = value()
        return value

    def __set__(self, owner: object, value: object) -> None:
        owner.__dict__[self._name] = value


for _cls in (Frame, Position):
    setattr(_cls, "near", _Late("near"))  # noqa: B010 - behind the back of the dataclass, which keeps its default


class Memory(Mapping[str, Any]):
    """What dialogues remember: a read-only mapping of plain values.

    A new memory shares what did not change with the one it came from: a few changes lie above a common base, and are
    put into a new base when they have become many. So a step costs no more in a long game than in a short one.

    >>> Memory({"$gold": 5.0}).updated({"$met": True})
    Memory({'$gold': 5.0, '$met': True})
    """

    __slots__ = ("_above", "_base")

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        self._base: dict[str, Any] = dict(values or {})
        self._above: dict[str, Any] = {}

    def updated(self, changes: Mapping[str, Any]) -> Memory:
        """Return a memory with these changes; this one stays as it is."""
        if type(self) is not Memory:  # a class of its own may yet change what it holds, so nothing is shared with it
            return Memory({**self, **changes})
        new = Memory.__new__(Memory)
        new._base, new._above = self._base, {**self._above, **changes}
        if len(new._above) ** 2 > len(new._base) + 64:
            new._base, new._above = {**new._base, **new._above}, {}
        return new

    @property
    def _values(self) -> dict[str, Any]:
        """All of it as one dict, for classes that build on this one."""
        if self._above:
            self._base, self._above = {**self._base, **self._above}, {}
        return self._base

    def __getitem__(self, name: str) -> Any:
        return self._above[name] if name in self._above else self._base[name]

    def __contains__(self, name: object) -> bool:
        return name in self._above or name in self._base

    def __iter__(self) -> Iterator[str]:
        yield from self._base
        yield from (name for name in self._above if name not in self._base)

    def __len__(self) -> int:
        return len(self._base) + sum(1 for name in self._above if name not in self._base)

    def __repr__(self) -> str:
        return f"Memory({dict(self)!r})"


@dataclass(frozen=True, slots=True)
class State:
    """A conversation between two steps.

    Attributes:
        position: where it stands; None before it starts and after it ends.
        memory: what it remembers; a game hands the same memory to all of its conversations. Any mapping will do; what
            comes back from a step is a new one if the step changed it, else the same.
    """

    position: Position | None = None
    memory: Mapping[str, Any] = field(default_factory=Memory)
