"""How often something has each tag, and who wants to know (tags.md section 6).

Every tag has an explicit count of its own; its count is the sum over itself and all under it. Two A.B and one A.C make
A 3, though nobody counted an A. `update` never goes below nothing: what is taken off is cut to what is there *before*
the ancestors hear of it, so that they never drift.

Listeners are called after all counts are right, from the tag up to its root. A listener may change counts: the change
is made at once, and its calls wait until the present ones are done, so that every listener sees changes in order. A
listener that ended is not called again, even if its turn was due. What a listener raises ends the calls of that change
and comes out of the outermost `update`, after the waiting ones were made.

For what somebody has right now: effects on a character, stacks, ammunition, whatever a rule adds, takes off and listens
to. It is not what plays of dialogues are counted with. Those are the `Variables` of a game: four numbers a tag that
only grow, with dates and notes, written by the host as well, saved with the game and published by topics; none is a sum
over what lies below it (tags.md, trap 26). Nothing here is saved by itself: `items()` is what a save needs. Not to be
shared between threads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from talewright.calls import ran, runs
from talewright.diagnostics import Report
from talewright.errors import Misuse
from talewright.tags.values.rows import NOWHERE
from talewright.tags.values.tag import EMPTY, Declared, Tag, TagContainer

Listener: TypeAlias = Callable[[Tag, int], object]
"""What is called: with the tag and its count, all under it included."""

Event: TypeAlias = Literal["new_or_removed", "any_change"]
"""When: as its count leaves or reaches 0, or at every change of it."""


class TagCounts:
    """Explicit counts, and the sums above them: for effects, stacks and whatever else comes and goes.

    Plays of dialogues are counted by the game (`talewright.game.Variables`), which needs no sums.

    Args:
        counts: what to begin with.
        registry: looks up tags that are given by name.

    >>> from talewright.tags import TagRegistry
    >>> tags = TagRegistry()
    >>> burning, wet = tags.register("State.Burning"), tags.register("State.Wet")
    >>> counts = TagCounts(registry=tags)
    >>> end = counts.listen("State", lambda tag, count: print(tag, count))
    >>> counts.update(burning, 1), counts.update(wet, 2), counts.count("State"), counts.explicit("State")
    State 1
    (True, True, 3, 0)

    Attributes:
        report: what was asked and could not be done, once for each tag: taking off what is there through others alone.
    """

    def __init__(
        self, counts: Mapping[Tag, int] | Iterable[tuple[Tag, int]] = (), registry: Declared | None = None
    ) -> None:
        self.report = Report()
        self._registry = registry
        self._own: dict[str, int] = {}
        self._sums: dict[str, int] = {}
        self._tags: dict[str, Tag] = {}
        self._listeners: dict[tuple[str, Event], list[_Ear]] = {}
        self._everywhere: list[_Ear] = []
        self._due: deque[Callable[[], None]] = deque()
        self._calling = False
        self._warned: set[str] = set()
        for tag, count in counts.items() if isinstance(counts, Mapping) else counts:
            self.set(tag, count)

    # Asking

    def count(self, tag: Tag | str) -> int:
        """Return how often it has the tag or one under it. 0 for the empty tag and for unknown ones."""
        found = self._found(tag)
        return self._sums.get(found.key, 0) if found.known else 0

    def explicit(self, tag: Tag | str) -> int:
        """Return how often it has exactly this tag; unknown tags are counted too, so that no save loses them."""
        return self._own.get(self._found(tag).key, 0)

    def has(self, tag: Tag | str) -> bool:
        """Say whether the count is above 0."""
        return self.count(tag) > 0

    def container(self) -> TagContainer:
        """Return the tags with a count of their own, as they are now."""
        return TagContainer((self._tags[key] for key in self._own), self._registry)

    def items(self) -> list[tuple[Tag, int]]:
        """Return the explicit counts, in the order in which they began: what a save holds."""
        return [(self._tags[key], count) for key, count in self._own.items()]

    def __len__(self) -> int:
        """How many tags have a count of their own."""
        return len(self._own)

    def __iter__(self) -> Iterator[Tag]:
        return iter([self._tags[key] for key in self._own])

    def __repr__(self) -> str:
        return f"TagCounts({{{', '.join(f'{tag}: {count}' for tag, count in self.items())}}})"

    def stacks(self) -> Stacks:
        """Return the view without hierarchy: stacks of exactly this tag."""
        return Stacks(self)

    # Changing

    def update(self, tag: Tag | str, delta: int) -> bool:
        """Count a tag up or down.

        Counting down a tag that has no count of its own does nothing; if it is there through one under it, the report
        gets a warning.

        Returns:
            Whether the tag or one of its ancestors went from 0 to more, or back to 0.
        """
        if isinstance(delta, bool) or not isinstance(delta, int):
            raise Misuse(f"a count changes by a whole number, not by {delta!r}", hint="update(tag, 1)")
        found = self._found(tag)
        own = self._own.get(found.key, 0)
        delta = max(delta, -own)
        if not found or not delta:
            if found and not own and self._sums.get(found.key):
                self._warn(found)
            return False
        self._tags.setdefault(found.key, found)
        if own + delta:
            self._own[found.key] = own + delta
        else:
            del self._own[found.key]
        changed = []
        crossed = False
        above = found
        while above:
            before = self._sums.get(above.key, 0)
            now = before + delta
            if now:
                self._sums[above.key] = now
            else:
                del self._sums[above.key]
            crossing = not before or not now
            crossed = crossed or crossing
            changed.append((above, now, crossing))
            above = above.parent if found.known else EMPTY
        self._tell(changed)
        return crossed

    def set(self, tag: Tag | str, count: int) -> bool:
        """Set a tag's own count; 0 for a tag without one does nothing.

        Returns:
            As `update`.

        Raises:
            Misuse: the count is below 0.
        """
        if count < 0:
            raise Misuse(f"a count cannot be {count}", hint="0 is the least")
        return self.update(tag, count - self.explicit(tag))

    def clear(self) -> None:
        """Set every count to 0, telling the listeners."""
        for tag in self:
            self.set(tag, 0)

    # Listening

    def listen(self, tag: Tag | str, listener: Listener, event: Event = "new_or_removed") -> Callable[[], None]:
        """Call this when the count of a tag, all under it included, changes. Registering calls nothing.

        Args:
            tag: the tag.
            listener: is given the tag and its new count.
            event: "new_or_removed" as it leaves or reaches 0, "any_change" at every change.

        Returns:
            What ends it.

        Raises:
            Misuse: nobody declares the tag, so its count never changes.
        """
        found = self._found(tag)
        if not found.known:
            raise Misuse(f"nobody declares {str(tag)!r}, so its count never changes", hint="declare it, or correct it")
        return self._added(self._listeners.setdefault((found.key, event), []), listener)

    def listen_to_all(self, listener: Listener) -> Callable[[], None]:
        """Call this when the count of any tag leaves or reaches 0.

        Returns:
            What ends it.
        """
        return self._added(self._everywhere, listener)

    def register_and_call(
        self, tag: Tag | str, listener: Listener, event: Event = "new_or_removed"
    ) -> Callable[[], None]:
        """As `listen`, and call it once with the count of now, if that is above 0."""
        end = self.listen(tag, listener, event)
        if count := self.count(tag):
            ran(listener(self._found(tag), count), "a listener of counts")
        return end

    # Within

    def _found(self, tag: Tag | str) -> Tag:
        if isinstance(tag, Tag):
            return tag
        if self._registry is None:
            raise Misuse(f"the name {tag!r} cannot be looked up", hint="TagCounts(registry=...), or give a Tag")
        return self._registry.tag(tag)

    def _warn(self, tag: Tag) -> None:
        if tag.key not in self._warned:
            self._warned.add(tag.key)
            message = f"{tag} has no count of its own to take off: it is there through a tag under it"
            self.report.add("TW-TAG-51", "warning", message, "take off the tag that was counted", NOWHERE)

    @staticmethod
    def _added(ears: list[_Ear], listener: Listener) -> Callable[[], None]:
        runs(listener, "a listener of counts")
        ear = _Ear(listener)
        ears.append(ear)

        def end() -> None:
            ear.open = False
            if ear in ears:
                ears.remove(ear)

        return end

    def _tell(self, changed: list[tuple[Tag, int, bool]]) -> None:
        due = [
            (ear, tag, now)
            for tag, now, crossing in changed
            for ear in (
                *(self._listeners.get((tag.key, "new_or_removed"), ()) if crossing else ()),
                *self._listeners.get((tag.key, "any_change"), ()),
                *(self._everywhere if crossing else ()),
            )
        ]
        if not due:
            return

        def call() -> None:
            for ear, tag, now in due:
                if ear.open:
                    ran(ear.listener(tag, now), "a listener of counts")

        self._due.append(call)
        if self._calling:
            return
        self._calling = True
        failure: BaseException | None = None
        try:
            while self._due:
                try:
                    self._due.popleft()()
                except Exception as error:
                    failure = failure or error
        finally:
            self._calling = False
            self._due.clear()
        if failure is not None:
            raise failure


class Stacks:
    """A view of counts without hierarchy: a tag has a stack, or it has none.

    >>> from talewright.tags import TagRegistry
    >>> tags = TagRegistry()
    >>> arrows = tags.register("Ammo.Arrow")
    >>> stacks = TagCounts(registry=tags).stacks()
    >>> stacks.add(arrows, 3); stacks.remove(arrows, 1); stacks.count(arrows), "Ammo" in stacks
    (2, False)
    """

    __slots__ = ("_counts",)

    def __init__(self, counts: TagCounts) -> None:
        self._counts = counts

    def add(self, tag: Tag | str, number: int = 1) -> None:
        """Put this many on the stack; nothing happens for 0 and less."""
        if number > 0:
            self._counts.update(tag, number)

    def remove(self, tag: Tag | str, number: int = 1) -> None:
        """Take this many off, as far as there are; at 0 the stack is gone."""
        if number > 0 and tag in self:
            self._counts.update(tag, -number)

    def count(self, tag: Tag | str) -> int:
        """Return how many are on the stack of exactly this tag; 0 where there is none."""
        return self._counts.explicit(tag)

    def __contains__(self, tag: Tag | str) -> bool:
        return self._counts.explicit(tag) > 0

    def __iter__(self) -> Iterator[tuple[Tag, int]]:
        return iter(self._counts.items())

    def __len__(self) -> int:
        return len(self._counts)


class _Ear:
    __slots__ = ("listener", "open")

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.open = True
