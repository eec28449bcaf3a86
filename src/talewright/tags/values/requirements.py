"""What must be there and what must not: the common form of a condition (tags.md section 2.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from talewright.errors import Misuse, TagError
from talewright.fields import Plain
from talewright.names import fold
from talewright.tags.values.forms import container_json, names_in_json
from talewright.tags.values.query import TagQuery
from talewright.tags.values.tag import Tag, TagContainer

if TYPE_CHECKING:
    from talewright.tags.values.tag import Declared


@dataclass(frozen=True, init=False, eq=False)
class TagRequirements:
    """All of `required`, none of `ignored`, and what `query` asks, unless it is empty.

    **Requirements that ask nothing are met by everything**, an empty container too.

    Args:
        required: every one must be there.
        ignored: none may be there.
        query: must match besides; `TagQuery.EMPTY` asks nothing here.

    >>> from talewright.tags import TagRegistry
    >>> tags = TagRegistry()
    >>> sword, dead = tags.register("Weapon.Sword"), tags.register("State.Dead")
    >>> armed = TagRequirements(["Weapon"], ignored=[dead])
    >>> armed.met_by(tags.container(sword)), armed.met_by(tags.container(sword, dead)), armed.met_by(tags.container())
    (True, False, False)
    """

    required: TagContainer | tuple[Tag | str, ...] = field(default=())
    ignored: TagContainer | tuple[Tag | str, ...] = field(default=())
    query: TagQuery = field(default=TagQuery.EMPTY)

    def __init__(
        self,
        required: TagContainer | Iterable[Tag | str] = (),
        ignored: TagContainer | Iterable[Tag | str] = (),
        query: TagQuery = TagQuery.EMPTY,
    ) -> None:
        # As queries, both are checked and each tag is kept once.
        object.__setattr__(self, "required", TagQuery("AllTagsMatch", tags=required).tags)
        object.__setattr__(self, "ignored", TagQuery("NoTagsMatch", tags=ignored).tags)
        given: object = query  # people hand over anything
        if not isinstance(given, TagQuery):
            raise Misuse(f"{given!r} is no query", hint="read a text by TagQuery.parse(...)")
        object.__setattr__(self, "query", query)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked, so that everything meets it."""
        return not self.required and not self.ignored and self.query.is_empty

    def met_by(self, container: TagContainer) -> bool:
        """Say whether a container has what is required, nothing that is ignored, and is as the query asks."""
        return (
            container.has_all(self.required)
            and not container.has_any(self.ignored)
            and (self.query.is_empty or self.query.matches(container))
        )

    def as_query(self) -> TagQuery:
        """Return the same as a query, so that it can be told in a line, explained and joined with others."""
        parts = [TagQuery("AllTagsMatch", tags=self.required)] if self.required else []
        parts += [TagQuery("NoTagsMatch", tags=self.ignored)] if self.ignored else []
        parts += [] if self.query.is_empty else [self.query]
        return parts[0] if len(parts) == 1 else TagQuery.all_of(*parts)

    def describe(self) -> str:
        """Return a line for people."""
        return self.as_query().describe()

    def mapped(self, change: Callable[[Tag | str], Tag | str]) -> TagRequirements:
        """Return the same requirements about other tags, as `TagQuery.mapped`."""
        return TagRequirements(map(change, self.required), map(change, self.ignored), self.query.mapped(change))

    def to_json(self) -> Plain:
        """Return it as JSON data; what is not asked is left out."""
        found: dict[str, Plain] = {}
        if self.required:
            found["required"] = container_json(self.required)
        if self.ignored:
            found["ignored"] = container_json(self.ignored)
        if not self.query.is_empty:
            found["query"] = self.query.to_json()
        return found

    @classmethod
    def from_json(cls, plain: Plain, registry: Declared | None = None) -> TagRequirements:
        """Read requirements from JSON data.

        Raises:
            TagError: the data says something else.
        """
        if not isinstance(plain, Mapping) or set(plain) - {"required", "ignored", "query"}:
            raise TagError("the data is no requirements", hint='{"required": ["A"], "ignored": ["B"], "query": {...}}')
        look_up: Callable[[str], Tag | str] = registry.tag if registry is not None else str
        return cls(
            map(look_up, names_in_json(plain.get("required", []))),
            map(look_up, names_in_json(plain.get("ignored", []))),
            TagQuery.from_json(plain.get("query"), registry),
        )

    def __eq__(self, other: object) -> bool:
        return self._said() == other._said() if isinstance(other, TagRequirements) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._said())

    def _said(self) -> tuple[object, ...]:
        required = frozenset(fold(str(tag)) for tag in self.required)
        return required, frozenset(fold(str(tag)) for tag in self.ignored), self.query
