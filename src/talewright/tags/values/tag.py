"""A tag, and a set of tags that something has, with the questions asked of them.

A `Tag` is cheap, never changes and is compared by its folded name, so that tags of two registries (before and after a
reload) are equal. It decides all questions of one tag against another; what tags there are, only the registry knows.
A tag that no source declares is a value as well: it keeps its text, and matches nothing, not even itself (tags.md
section 14). Tags are made by a registry, never by hand.

A `TagContainer` holds its explicit members in the order of their arrival, and knows all their ancestors; only the
members count for length, iteration, equality and saving. Nothing raises because a tag is unknown: an unknown tag can be
a member, is kept and saved, and no question finds it. Questions may be asked by text; it is looked up in the registry
of the members, redirects included. A container is not safe to change in one thread while another reads it; whoever
holds it owns it.

The rule to remember: **the owner is expanded upward, the question never is** (tags.md section 2.3). Sword.Short matches
Sword, and a container with Sword.Short has Sword; the reverse is false. The two stand in one file because each gives
the other: a tag its container of parents, a container its members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from typing import Any, Literal, Protocol, TypeAlias, final

from talewright.diagnostics import Span
from talewright.errors import Misuse, TagError, wrong_type
from talewright.fields import Copied
from talewright.names import fold
from talewright.tags.values.forms import names_in_text
from talewright.tags.values.names import leaf_name, parent_of, parents_of, sort_key

TagsKind: TypeAlias = Literal["AnyTagsMatch", "AllTagsMatch", "NoTagsMatch", "AnyTagsExactMatch", "AllTagsExactMatch"]
"""What can be asked of a container about tags, by Unreal's names."""

_UNKNOWN = "\0"
"""In front of a key: no declared tag has it, so every look-up of it among declared ones fails, as it should."""


class Declared(Protocol):
    """What a tag asks its registry."""

    def tag(self, name: str, /) -> Tag:
        """Return the tag of this name, or an unknown tag."""

    def find(self, name: str, /) -> Tag | None:
        """Return the declared tag of this name, following redirects, or None."""

    def comment(self, tag: Tag | str, /) -> str:
        """Return the comment of a tag."""

    def source(self, tag: Tag | str, /) -> Span | None:
        """Return the place that declares a tag."""

    def is_explicit(self, tag: Tag | str, /) -> bool:
        """Say whether a source declares the tag itself."""

    def near(self, name: str, /) -> list[str]:
        """Return the tags that a person may have meant."""


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
        """Return a container with this tag and all its ancestors as explicit members; empty for an unknown tag.

        For the ancestors alone, from the text alone: `talewright.tags.parents_of`.
        """
        return TagContainer((self,)).parents() if self.known else TagContainer()

    def single(self) -> TagContainer:
        """Return a container with this tag alone; it has the ancestors, but none of them exactly."""
        return TagContainer((self,))

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
        return not keys_of(wanted, self._registry).isdisjoint(self.line)

    def matches_any_exact(self, wanted: TagContainer | Iterable[Tag | str]) -> bool:
        """Say whether this is one of the wanted tags; false where nothing is wanted."""
        return self.known and self.key in keys_of(wanted, self._registry)

    def match_depth(self, other: Tag | str) -> int:
        """Count the leading levels that two tags share.

        A.B.C and A.B.D share 2, A and B none; an unknown tag shares none with anything.
        """
        there = self._registry.find(other) if isinstance(other, str) and self._registry is not None else other
        return len(self.line & there.line) if isinstance(there, Tag) else 0

    _registry: Declared | None
    _hash: int


def key_of(tag: Tag | str, registry: Declared | None) -> str:
    """Return the key of a tag, or of what a registry knows under this name."""
    if isinstance(tag, Tag):
        return tag.key
    found = registry.find(tag) if registry is not None else None
    return found.key if found else _UNKNOWN + fold(tag)


EMPTY = Tag("", None, known=False)
"""The empty tag: what stands above a root, and what a field holds that names no tag."""


Wanted: TypeAlias = "TagContainer | Iterable[Tag | str]"
"""What is asked for: another container, or any tags and names."""


class TagContainer(Copied):
    """Tags that something has.

    Args:
        tags: the first members.
        registry: looks up members and questions given by name; by default the registry of the first member.
    """

    __slots__ = ("_above", "_members", "_registry")

    def __init__(self, tags: Iterable[Tag | str] = (), registry: Declared | None = None) -> None:
        self._members: dict[str, Tag] = {}
        # How many members each key is a member or an ancestor of: membership is one look-up, removal a few.
        self._above: dict[str, int] = {}
        self._registry = registry
        for tag in tags:
            self.add(tag)

    # What it holds

    def __len__(self) -> int:
        return len(self._members)

    def __iter__(self) -> Iterator[Tag]:
        return iter(list(self._members.values()))

    def __contains__(self, tag: object) -> bool:
        """Whether iteration would meet it: an explicit member, unknown tags included. The question is `has`."""
        return isinstance(tag, (Tag, str)) and key_of(tag, self._registry) in self._members

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same explicit members, in whatever order.

        Containers that answer alike need not be equal: {A.B} and {A.B, A} differ in has_exact(A).
        """
        return self._members.keys() == other._members.keys() if isinstance(other, TagContainer) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return ", ".join(tag.name for tag in self._members.values())

    def __repr__(self) -> str:
        return f"TagContainer({{{self}}})"

    @classmethod
    def parse(cls, text: str, registry: Declared | None = None) -> TagContainer:
        """Read a container from text; see `talewright.tags.values.forms` for the forms.

        Raises:
            TagError: the text is no container.
        """
        return cls(names_in_text(text), registry)

    def copy(self) -> TagContainer:
        """Return another container with the same members."""
        other = TagContainer((), self._registry)
        other._members = self._members.copy()
        other._above = self._above.copy()
        return other

    def __copy__(self) -> TagContainer:
        return self.copy()

    def __deepcopy__(self, memo: object) -> TagContainer:
        return self.copy()

    # Questions

    def has(self, tag: Tag | str) -> bool:
        """Say whether the tag is a member or an ancestor of one. False for the empty tag and for unknown ones."""
        if type(tag) is Tag:  # twice as quick as isinstance, and this is asked all the time
            return tag.key in self._above
        return key_of(tag, self._registry) in self._above

    def has_exact(self, tag: Tag | str) -> bool:
        """Say whether the tag is an explicit member. False for the empty tag and for unknown ones."""
        key = key_of(tag, self._registry)
        return key in self._above and key in self._members

    def has_any(self, wanted: Wanted) -> bool:
        """Say whether it has at least one of the wanted tags. **False where nothing is wanted.**"""
        return not self._above.keys().isdisjoint(keys_of(wanted, self._registry))

    def has_any_exact(self, wanted: Wanted) -> bool:
        """Say whether at least one wanted tag is an explicit member. **False where nothing is wanted.**"""
        keys = keys_of(wanted, self._registry)
        return any(key in self._members and key in self._above for key in keys)

    def has_all(self, wanted: Wanted) -> bool:
        """Say whether it has every wanted tag. **True where nothing is wanted**, even for an empty container."""
        return keys_of(wanted, self._registry) <= self._above.keys()

    def has_all_exact(self, wanted: Wanted) -> bool:
        """Say whether every wanted tag is an explicit member. **True where nothing is wanted.**"""
        keys = keys_of(wanted, self._registry)
        return keys <= self._members.keys() and keys <= self._above.keys()

    # Selections

    def filter(self, wanted: Wanted) -> TagContainer:
        """Return the members that match a wanted tag, under their own names. Empty where nothing is wanted."""
        keys = keys_of(wanted, self._registry)
        return TagContainer((t for t in self if not keys.isdisjoint(t.line)), self._registry)

    def filter_exact(self, wanted: Wanted) -> TagContainer:
        """Return the members that are among the wanted tags. Empty where nothing is wanted."""
        keys = keys_of(wanted, self._registry)
        return TagContainer((t for t in self if t.known and t.key in keys), self._registry)

    def parents(self) -> TagContainer:
        """Return a container in which all members and all their ancestors are explicit."""
        found = TagContainer((), self._registry)
        for tag in self:
            above = tag
            while above:
                found.add(above)
                above = above.parent if tag.known else EMPTY
        return found

    # Changes

    def add(self, tag: Tag | str) -> None:
        """Add a member. Nothing happens for the empty tag and for one that is a member already.

        Adding A to a container with A.B does add it: A becomes explicit.

        Raises:
            TagError: a name was given, and the container knows no registry to look it up in.
        """
        if isinstance(tag, str):
            tag = self._resolve(tag)
        elif not isinstance(tag, Tag):
            raise wrong_type("a member is a Tag, or a name", tag, "registry.tag(name) gives the tag")
        if not tag or tag.key in self._members:
            return
        if self._registry is None:
            self._registry = tag._registry
        self._members[tag.key] = tag
        above = self._above
        for key in tag.line:
            above[key] = above.get(key, 0) + 1

    def add_leaf(self, tag: Tag | str) -> bool:
        """Add a tag in place of its ancestors, unless it or something under it is there already.

        Returns:
            Whether it was added: not if `has` says yes before, nor for the empty tag. Explicit ancestors of the tag
            are removed.
        """
        if isinstance(tag, str):
            tag = self._resolve(tag)
        if not tag or tag in self or self.has(tag):
            return False
        for key in tag.line & self._members.keys():
            self._drop(key)
        self.add(tag)
        return True

    def append(self, tags: Wanted) -> None:
        """Add all of them."""
        for tag in tags:
            self.add(tag)

    def append_matching(self, tags: Wanted, wanted: Wanted) -> None:
        """Add those that match one of the wanted tags."""
        keys = keys_of(wanted, self._registry)
        for tag in tags:
            resolved = self._resolve(tag) if isinstance(tag, str) else tag
            if not keys.isdisjoint(resolved.line):
                self.add(resolved)

    def remove(self, tag: Tag | str) -> bool:
        """Remove an explicit member; say whether it was one. Removing A from a container with A.B does nothing."""
        key = key_of(tag, self._registry)
        if key not in self._members:
            return False
        self._drop(key)
        return True

    def remove_all(self, tags: Wanted) -> list[Tag]:
        """Remove those of them that are explicit members, and give these; the others are ignored."""
        gone = [self._members[key] for key in keys_of(tags, self._registry) if key in self._members]
        for tag in gone:
            self._drop(tag.key)
        return gone

    def clear(self) -> None:
        """Remove every member."""
        self._members.clear()
        self._above.clear()

    def _drop(self, key: str) -> None:
        above = self._above
        for each in self._members.pop(key).line:
            if above[each] == 1:
                del above[each]
            else:
                above[each] -= 1

    def _resolve(self, name: str) -> Tag:
        if self._registry is None:
            raise TagError(
                f"the name {name!r} cannot be looked up: this container knows no registry",
                hint="add registry.tag(name), or make the container by registry.container(...)",
            )
        return self._registry.tag(name)


def keys_of(wanted: Wanted, registry: Declared | None) -> Set[str]:
    """Return the keys of what is asked for.

    Raises:
        Misuse: a single tag or name stands where several are expected.
    """
    if isinstance(wanted, TagContainer):
        return wanted._members.keys()
    if isinstance(wanted, (str, Tag)):
        raise Misuse(f"{str(wanted)!r} is one tag where several are expected", hint="ask has(...), or put it in a list")
    return {key_of(tag, registry) for tag in wanted}


def asking(kind: TagsKind, keys: frozenset[str]) -> Callable[[TagContainer], bool]:
    """Return a question about tags whose keys are known as one function: sets against sets."""
    match kind:
        case "AnyTagsMatch":
            return lambda container: not container._above.keys().isdisjoint(keys)
        case "NoTagsMatch":
            return lambda container: container._above.keys().isdisjoint(keys)
        case "AllTagsMatch":
            return lambda container: keys <= container._above.keys()
        case "AllTagsExactMatch":
            return lambda container: keys <= container._above.keys() and keys <= container._members.keys()
        case "AnyTagsExactMatch":
            return lambda container: any(key in container._above and key in container._members for key in keys)
