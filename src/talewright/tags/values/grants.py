"""Tags with owners: who gave what, so that nobody takes away what another gave.

A plain count does not know whose it is: two spells burn a door, one ends twice, and the other's fire is out. Here every
tag is given by an owner and taken back by the handle that the giver got; a handle works once. `counts` is what there is
in all, with listeners, and is changed through grants alone.

A field of a script, a record or a message may be declared as `TagGrants`: a save keeps owners, tags and handles, so a
handle that was saved beside it is still good after a load. Tags that were renamed meanwhile are found by their
redirects; those that are gone are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from talewright.config.values import parse, quote
from talewright.errors import Misuse, TagError, ValueFormatError
from talewright.fields import Plain
from talewright.names import fold
from talewright.tags.values.counts import TagCounts
from talewright.tags.values.names import shown
from talewright.tags.values.tag import Declared, Tag


@dataclass(frozen=True, slots=True)
class Grant:
    """A tag that an owner gave.

    Attributes:
        handle: what takes it back.
        owner: the name of who gave it.
        tag: the tag.
    """

    handle: int
    owner: str
    tag: Tag


class TagGrants:
    """The tags that something was given, and by whom.

    Args:
        registry: looks up tags that are given by name.

    Attributes:
        counts: how often it has each tag; ask and listen here, and change it by grants only.

    >>> from talewright.tags import TagRegistry
    >>> tags = TagRegistry()
    >>> burning = tags.register("State.Burning")
    >>> door = TagGrants(tags)
    >>> torch, dragon = door.grant("torch", burning), door.grant("dragon", "State.Burning")
    >>> door.revoke(torch), door.revoke(torch), door.counts.has("State.Burning")
    (True, False, True)
    >>> [str(tag) for tag in door.revoke_all("dragon")], door.counts.has(burning)
    (['State.Burning'], False)
    """

    def __init__(self, registry: Declared | None = None) -> None:
        self.counts = TagCounts(registry=registry)
        self._registry = registry
        self._grants: dict[int, Grant] = {}
        self._last = 0

    def grant(self, owner: object, tag: Tag | str) -> int:
        """Grant a tag once more.

        Args:
            owner: who gives it: a name, an address, an object, a script, a character.
            tag: the tag; one that nobody declares is kept and found by no question.

        Returns:
            The handle that takes it back, a number above 0 that is never used again.

        Raises:
            Misuse: the owner has no name, the tag is empty, or a name cannot be looked up.
        """
        name = owner_name(owner)
        found = self._found(tag)
        if not found:
            raise Misuse("the empty tag cannot be granted", hint="give a tag")
        self._last += 1
        handle = self._last
        self._grants[handle] = Grant(handle, name, found)
        self.counts.update(found, 1)
        return handle

    def revoke(self, handle: int) -> bool:
        """Take back what a handle stands for; say whether it was still there. A second time does nothing."""
        grant = self._grants.pop(handle, None)
        if grant is None:
            return False
        self.counts.update(grant.tag, -1)
        return True

    def revoke_all(self, owner: object, tag: Tag | str | None = None) -> list[Tag]:
        """Take back all that an owner gave, as when it ends; give the tags, one for each grant.

        Args:
            owner: as for `grant`.
            tag: only this tag and those under it.
        """
        return self._revoked(
            grant
            for grant in self.of(owner)
            if tag is None or grant.tag.matches(self._found(tag)) or grant.tag == self._found(tag)
        )

    def revoke_gone(self, is_there: Callable[[str], object]) -> list[Tag]:
        """Take back what owners gave that are there no more; give the tags, one for each grant.

        Args:
            is_there: says of an owner's name whether it still is.
        """
        gone = {owner for owner in self.owners() if not is_there(owner)}
        return self._revoked(grant for grant in self if grant.owner in gone)

    def clear(self) -> None:
        """Take back everything, telling the listeners."""
        self._revoked(self)

    def of(self, owner: object) -> list[Grant]:
        """Return what an owner gave, oldest first."""
        name = owner_name(owner)
        return [grant for grant in self if grant.owner == name]

    def owners(self, tag: Tag | str | None = None) -> list[str]:
        """Return who gave anything, or this tag or one under it, each once, the first giver first."""
        wanted = None if tag is None else self._found(tag)
        return list(dict.fromkeys(g.owner for g in self if wanted is None or g.tag.matches(wanted) or g.tag == wanted))

    def __iter__(self) -> Iterator[Grant]:
        return iter(list(self._grants.values()))

    def __len__(self) -> int:
        """How many grants there are."""
        return len(self._grants)

    def __contains__(self, handle: object) -> bool:
        """Whether a handle is still good."""
        return handle in self._grants

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same grants under the same handles."""
        if not isinstance(other, TagGrants):
            return NotImplemented
        return self._grants == other._grants and self._last == other._last

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"TagGrants({', '.join(f'{grant.owner}: {grant.tag}' for grant in self)})"

    def __copy__(self) -> TagGrants:
        return self._taken_over(self, self._last)

    def __deepcopy__(self, memo: object) -> TagGrants:
        """The same grants, without the listeners: an object has a copy of its class's default."""
        return self.__copy__()

    def to_text(self) -> str:
        """Return all grants as text, as a save holds them.

        >>> from talewright.tags import TagRegistry
        >>> grants = TagGrants(TagRegistry()); grants.grant("main:/torch", "State.Burning")
        1
        >>> grants.to_text()
        '(Last=1,Grants=((Handle=1,Owner="main:/torch",Tag="State.Burning")))'
        """
        rows = ",".join(f"(Handle={g.handle},Owner={quote(g.owner)},Tag={quote(g.tag.name)})" for g in self)
        return f"(Last={self._last},Grants=({rows}))"

    @classmethod
    def parse(cls, text: str, registry: Declared | None = None) -> TagGrants:
        """Read what `to_text` gave; nothing at all is no grants.

        Raises:
            TagError: the text is none.
        """
        try:
            return cls.of_plain(parse(text.strip()) if text.strip() else None, registry)
        except ValueFormatError as error:
            raise TagError(f"the text {shown(text)} holds no grants: {error.message}", hint=error.hint) from error

    @classmethod
    def of_plain(cls, plain: Plain, registry: Declared | None = None) -> TagGrants:
        """Read grants from plain data.

        Raises:
            TagError: the data is none.
        """
        made = cls(registry)
        if not plain or (isinstance(plain, str) and fold(plain) == "none"):
            return made
        fields = _folded(plain)
        rows = fields.get("grants") or []
        if not isinstance(rows, list):
            raise _no_grants(plain)
        for row in map(_folded, rows):
            owner, name = row.get("owner"), row.get("tag")
            handle = _number(row.get("handle"), plain)
            if not isinstance(owner, str) or not isinstance(name, str) or not name or handle in made._grants:
                raise _no_grants(plain)
            tag = made._found(str(name))
            made._grants[handle] = Grant(handle, str(owner), tag)
            made.counts.update(tag, 1)
        made._last = max(_number(fields.get("last", "0"), plain, least=0), *made._grants, 0)
        return made

    def _taken_over(self, grants: Iterable[Grant], last: int) -> TagGrants:
        made = TagGrants(self._registry)
        for grant in grants:
            made._grants[grant.handle] = grant
            made.counts.update(grant.tag, 1)
        made._last = last
        return made

    def _revoked(self, grants: Iterable[Grant]) -> list[Tag]:
        return [grant.tag for grant in list(grants) if self.revoke(grant.handle)]

    def _found(self, tag: Tag | str) -> Tag:
        if isinstance(tag, Tag):
            return tag
        if self._registry is None:
            raise Misuse(f"the name {tag!r} cannot be looked up", hint="TagGrants(registry), or give a Tag")
        return self._registry.tag(tag)


def owner_name(owner: object) -> str:
    """Return the name of an owner: a text itself, the address of what has one, or its id.

    Raises:
        Misuse: it has neither.
    """
    text = owner if isinstance(owner, str) else ""
    if not text and not isinstance(owner, (str, int, float, list, dict, tuple, set, Tag, type(None))):
        address, own_id = getattr(owner, "url", None), getattr(owner, "id", None)
        if callable(address):
            text = str(address())
        elif type(owner).__str__ is not object.__str__:
            text = str(owner)
        elif isinstance(own_id, str):
            text = own_id
    if not text:
        raise Misuse(f"{owner!r:.60} has no name to grant by", hint="give a text, an address, an object or a character")
    return text


def _folded(plain: Plain) -> dict[str, Plain]:
    if not isinstance(plain, dict):
        raise _no_grants(plain)
    return {fold(str(key)): value for key, value in plain.items()}


def _number(plain: Plain, whole: Plain, *, least: int = 1) -> int:
    text = str(plain)
    if not text.isascii() or not text.isdigit() or len(text) > 18 or int(text) < least:
        raise _no_grants(whole)
    return int(text)


def _no_grants(plain: Plain) -> TagError:
    hint = 'write (Last=1,Grants=((Handle=1,Owner="fire",Tag="State.Burning")))'
    return TagError(f"{shown(str(plain))} holds no grants", hint=hint)
