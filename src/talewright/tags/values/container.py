"""A set of tags that something has, and the questions asked of it.

A container holds its explicit members in the order of their arrival, and knows all their ancestors; only the members
count for length, iteration, equality and saving. The rule to remember: **the owner is expanded upward, the question
never is** (tags.md section 2.3). A container with Sword.Short has Sword; a container with Sword has no Sword.Short.

Nothing here raises because a tag is unknown: an unknown tag can be a member, is kept and saved, and no question finds
it. Questions may be asked by text; it is looked up in the registry of the members, redirects included.

A container is not safe to change in one thread while another reads it; whoever holds it owns it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import TypeAlias

from talewright.errors import Misuse, TagError, wrong_type
from talewright.fields import Copied
from talewright.tags.values.tag import EMPTY, Declared, Tag, key_of

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
        from talewright.tags.values.forms import names_in_text  # forms are read into containers

        return cls(names_in_text(text), registry)

    def copy(self) -> TagContainer:
        """Give another container with the same members."""
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
        """Give the members that match a wanted tag, under their own names. Empty where nothing is wanted."""
        keys = keys_of(wanted, self._registry)
        return TagContainer((t for t in self if not keys.isdisjoint(t.line)), self._registry)

    def filter_exact(self, wanted: Wanted) -> TagContainer:
        """Give the members that are among the wanted tags. Empty where nothing is wanted."""
        keys = keys_of(wanted, self._registry)
        return TagContainer((t for t in self if t.known and t.key in keys), self._registry)

    def parents(self) -> TagContainer:
        """Give a container in which all members and all their ancestors are explicit."""
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
    """Give the keys of what is asked for.

    Raises:
        Misuse: a single tag or name stands where several are expected.
    """
    if isinstance(wanted, TagContainer):
        return wanted._members.keys()
    if isinstance(wanted, (str, Tag)):
        raise Misuse(f"{str(wanted)!r} is one tag where several are expected", hint="ask has(...), or put it in a list")
    return {key_of(tag, registry) for tag in wanted}
