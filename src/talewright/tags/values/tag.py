"""One tag, as a value.

A `Tag` is cheap, never changes and is compared by its folded name, so that tags of two registries (before and after a
reload) are equal. It decides all questions of one tag against another; what tags there are, only the registry knows.
A tag that no source declares is a value as well: it keeps its text, and matches nothing, not even itself (tags.md
section 14). Tags are made by a registry, never by hand.

The questions' direction: `matches` expands this tag upward, never the one that is asked for. "Sword.Short matches
Sword" is true, the reverse is false.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import TYPE_CHECKING, Any, Protocol, final

from talewright.diagnostics import Span
from talewright.names import fold
from talewright.tags.values.names import leaf_name, parent_of, parents_of, sort_key

if TYPE_CHECKING:
    from talewright.tags.values.container import TagContainer

_UNKNOWN = "\0"
"""In front of a key: no declared tag has it, so every look-up of it among declared ones fails, as it should."""


class Declared(Protocol):
    """What a tag asks its registry."""

    def tag(self, name: str, /) -> Tag:
        """Give the tag of this name, or an unknown tag."""

    def find(self, name: str, /) -> Tag | None:
        """Give the declared tag of this name, following redirects, or None."""

    def comment(self, tag: Tag | str, /) -> str:
        """Give the comment of a tag."""

    def source(self, tag: Tag | str, /) -> Span | None:
        """Give the place that declares a tag."""

    def is_explicit(self, tag: Tag | str, /) -> bool:
        """Say whether a source declares the tag itself."""

    def near(self, name: str, /) -> list[str]:
        """Give the tags that a person may have meant."""


@final
class Tag:
    """A name in a hierarchy.

    Attributes:
        name: as it was first written.
        known: whether a registry has it. An unknown tag and the empty tag match nothing.
        ready: false for an unknown tag that was asked for while the registry was open: it may be declared later.
    """

    __slots__ = ("_hash", "_registry", "key", "known", "line", "name", "ready")

    name: str
    known: bool
    ready: bool
    key: str
    """The folded name, which sets of tags are made of; that of an unknown tag is in no set of declared ones."""
    line: frozenset[str]
    """The keys of the tag and all its ancestors; nothing for an unknown tag."""

    def __init__(self, name: str, registry: Declared | None, *, known: bool, ready: bool = True) -> None:
        key = fold(name)
        put = object.__setattr__
        put(self, "name", name)
        put(self, "known", known)
        put(self, "ready", ready)
        put(self, "key", key if known else _UNKNOWN + key)
        put(self, "line", frozenset((key, *parents_of(key))) if known else frozenset())
        put(self, "_registry", registry)
        put(self, "_hash", hash(key))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a tag never changes: {name} of {self!r} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a tag never changes: {name} of {self!r} cannot be deleted")

    def __copy__(self) -> Tag:
        return self

    def __deepcopy__(self, memo: object) -> Tag:
        return self

    def __reduce__(self) -> Any:
        raise TypeError("a tag belongs to a registry and cannot be pickled; save str(tag)")

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        if self.known:
            return f"<Tag {self.name}>"
        return f"<Tag {self.name} ({'unknown' if self.ready else 'not ready'})>" if self.name else "<Tag (empty)>"

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        """Two tags are equal when their names differ at most in case; a known tag and an unknown one never are."""
        return self.key == other.key if isinstance(other, Tag) else NotImplemented

    def __lt__(self, other: Tag) -> bool:
        return sort_key(self.name) < sort_key(other.name) if isinstance(other, Tag) else NotImplemented

    def __bool__(self) -> bool:
        """Whether it is a tag at all: only the empty one is false."""
        return self.name != ""

    @property
    def comment(self) -> str:
        """What its first declaration says about it (DevComment)."""
        return self._registry.comment(self) if self._registry is not None else ""

    @property
    def source(self) -> Span | None:
        """The place that declared it first, be it a line of a program; None for implicit and unknown tags."""
        return self._registry.source(self) if self._registry is not None else None

    @property
    def explicit(self) -> bool:
        """Whether a source declares it. An implicit tag exists because something under it is declared."""
        return self._registry.is_explicit(self) if self._registry is not None else False

    @property
    def near(self) -> list[str]:
        """The tags that a person may have meant by the name of an unknown tag, nearest first; none for a known one."""
        return [] if self.known or not self.name or self._registry is None else self._registry.near(self.name)

    @property
    def leaf(self) -> str:
        """The last segment of its name."""
        return leaf_name(self.name)

    @property
    def parent(self) -> Tag:
        """The tag one level up; the empty tag for a root ("direct parent").

        The parent of an unknown tag is found as well, if it is declared.
        """
        above = parent_of(self.name)
        if not above or self._registry is None:
            return EMPTY
        found = self._registry.find(above)
        if found is None and not self.known:
            found = Tag(above, self._registry, known=False, ready=self.ready)
        return found or EMPTY

    def parents(self) -> TagContainer:
        """Give a container with this tag and all its ancestors as explicit members; empty for an unknown tag.

        For the ancestors alone, from the text alone: `talewright.tags.parents_of`.
        """
        return _container(self).parents() if self.known else _container(EMPTY)

    def single(self) -> TagContainer:
        """Give a container with this tag alone; it has the ancestors, but none of them exactly."""
        return _container(self)

    def matches(self, wanted: Tag | str) -> bool:
        """Say whether this is the wanted tag or one under it, by whole segments.

        Anything against the empty tag or an unknown one is false, and so is the empty or an unknown tag against
        anything.
        """
        if type(wanted) is Tag:  # twice as quick as isinstance, and this is asked all the time
            return wanted.key in self.line
        return key_of(wanted, self._registry) in self.line

    def matches_exact(self, wanted: Tag | str) -> bool:
        """Say whether this is the wanted tag. An empty or unknown tag is nobody's match, not even its own."""
        return self.known and key_of(wanted, self._registry) == self.key

    def matches_any(self, wanted: TagContainer | Iterable[Tag | str]) -> bool:
        """Say whether this matches one of the wanted tags; false where nothing is wanted."""
        return not self._keys(wanted).isdisjoint(self.line)

    def matches_any_exact(self, wanted: TagContainer | Iterable[Tag | str]) -> bool:
        """Say whether this is one of the wanted tags; false where nothing is wanted."""
        return self.known and self.key in self._keys(wanted)

    def match_depth(self, other: Tag | str) -> int:
        """Count the leading levels that two tags share.

        A.B.C and A.B.D share 2, A and B none; an unknown tag shares none with anything.
        """
        there = self._registry.find(other) if isinstance(other, str) and self._registry is not None else other
        return len(self.line & there.line) if isinstance(there, Tag) else 0

    def _keys(self, wanted: TagContainer | Iterable[Tag | str]) -> Set[str]:
        from talewright.tags.values.container import keys_of  # a container is made of tags

        return keys_of(wanted, self._registry)

    _registry: Declared | None
    _hash: int


def key_of(tag: Tag | str, registry: Declared | None) -> str:
    """Give the key of a tag, or of what a registry knows under this name."""
    if isinstance(tag, Tag):
        return tag.key
    found = registry.find(tag) if registry is not None else None
    return found.key if found else _UNKNOWN + fold(tag)


def _container(tag: Tag) -> TagContainer:
    from talewright.tags.values.container import TagContainer  # a container is made of tags

    return TagContainer((tag,))


EMPTY = Tag("", None, known=False)
"""The empty tag: what stands above a root, and what a field holds that names no tag."""
