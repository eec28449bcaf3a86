"""Questions about what something has, as values: built once, asked often (tags.md section 2.4).

A query is a tree of clauses. A clause is about tags (any of them, all, none; by hierarchy or exactly) or about other
clauses, never both. A query never changes, and compares by what it says. It can be written as text and as JSON and read
back exactly (`talewright.tags.values.query_text`), told in a line (`describe`), and asked why it failed (`explain`).

What has nothing to ask: "any" of nothing is false, "all" and "none" of nothing are true; and a query that nobody built,
`TagQuery.EMPTY`, matches nothing, unlike `TagQuery.ALWAYS`. An unknown tag is kept and never found: "any" and "all" of
it are false, "none" is true. ``&``, ``|`` and ``~`` work on queries alone, never on tags.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, final

from talewright.errors import Misuse, TagError
from talewright.fields import Plain
from talewright.names import fold
from talewright.tags.values.query_text import (
    EXPR_KINDS,
    MAX_DEPTH,
    TAGS_KINDS,
    ExprKind,
    Kind,
    clause_from_json,
    clause_in_text,
    clause_json,
    clause_text,
)
from talewright.tags.values.tag import Declared, Tag, TagContainer, asking


@final
class TagQuery:
    """A question to a container; make one with `any`, `all`, `none` and their siblings.

    >>> from talewright.tags import TagRegistry
    >>> tags = TagRegistry()
    >>> fire, dead = tags.register("Damage.Fire"), tags.register("State.Dead")
    >>> query = TagQuery.any("Damage") & ~TagQuery.any(dead)
    >>> query.matches(tags.container(fire)), query.matches(tags.container(fire, dead))
    (True, False)
    >>> str(query)
    'all(any(Damage), none(any(State.Dead)))'

    Attributes:
        kind: what the outermost clause asks.
        tags: what it asks for, tags or names; names are looked up in the registry of whoever is asked.
        parts: the clauses that it asks.
        depth: how many clauses stand in each other.
    """

    __slots__ = ("_ask", "depth", "kind", "parts", "tags")

    EMPTY: ClassVar[TagQuery]
    """Never built: matches nothing."""
    ALWAYS: ClassVar[TagQuery]
    """All of no tags: matches everything."""
    NEVER: ClassVar[TagQuery]
    """Any of no tags: matches nothing."""

    kind: Kind
    tags: tuple[Tag | str, ...]
    parts: tuple[TagQuery, ...]
    depth: int
    _ask: Callable[[TagContainer], bool]

    def __init__(
        self, kind: Kind = "Undefined", *, tags: Iterable[Tag | str] = (), parts: Iterable[TagQuery] = ()
    ) -> None:
        """Make a clause of a kind.

        Raises:
            Misuse: it holds tags and clauses, or what does not belong to its kind, or is nested too deeply.
        """
        put = object.__setattr__
        put(self, "kind", kind)
        put(self, "tags", _distinct(tags))
        put(self, "parts", _clauses(parts))
        put(self, "depth", 1 + max((part.depth for part in self.parts), default=0))
        _check(self)
        put(self, "_ask", _compile(self))

    # Building

    @classmethod
    def any(cls, *tags: Tag | str) -> TagQuery:
        """Ask whether it has at least one of them. **False for no tags.**"""
        return cls("AnyTagsMatch", tags=tags)

    @classmethod
    def all(cls, *tags: Tag | str) -> TagQuery:
        """Ask whether it has every one of them. **True for no tags.**"""
        return cls("AllTagsMatch", tags=tags)

    @classmethod
    def none(cls, *tags: Tag | str) -> TagQuery:
        """Ask whether it has none of them. **True for no tags**, and for unknown ones."""
        return cls("NoTagsMatch", tags=tags)

    @classmethod
    def any_exact(cls, *tags: Tag | str) -> TagQuery:
        """Ask whether at least one of them is an explicit member. **False for no tags.**"""
        return cls("AnyTagsExactMatch", tags=tags)

    @classmethod
    def all_exact(cls, *tags: Tag | str) -> TagQuery:
        """Ask whether every one of them is an explicit member. **True for no tags.**"""
        return cls("AllTagsExactMatch", tags=tags)

    @classmethod
    def none_exact(cls, *tags: Tag | str) -> TagQuery:
        """Ask whether none of them is an explicit member; Unreal has no such kind, so it is none_of(any_exact(...))."""
        return cls.none_of(cls.any_exact(*tags))

    @classmethod
    def any_of(cls, *parts: TagQuery) -> TagQuery:
        """Ask whether at least one clause matches. **False for no clauses.**"""
        return cls("AnyExprMatch", parts=parts)

    @classmethod
    def all_of(cls, *parts: TagQuery) -> TagQuery:
        """Ask whether every clause matches. **True for no clauses.**"""
        return cls("AllExprMatch", parts=parts)

    @classmethod
    def none_of(cls, *parts: TagQuery) -> TagQuery:
        """Ask whether no clause matches. **True for no clauses.**"""
        return cls("NoExprMatch", parts=parts)

    @classmethod
    def parse(cls, text: str, registry: Declared | None = None) -> TagQuery:
        """Read a query from text, as `str` gives it.

        Args:
            text: such as ``all(any(Damage.Fire, Damage.Ice), none(State.Dead))``.
            registry: looks the names up, redirects included; without one they stay names.

        Raises:
            TagError: the text is no query; the message says where.
        """
        return clause_in_text(text, registry, _made)

    @classmethod
    def from_json(cls, plain: Plain, registry: Declared | None = None) -> TagQuery:
        """Read a query from JSON data, as `to_json` gives it.

        Raises:
            TagError: the data is no query.
        """
        return clause_from_json(plain, registry, _made)

    # Asking

    def matches(self, container: TagContainer) -> bool:
        """Say whether the container is as the query asks. **The empty query matches nothing.**"""
        return self._ask(container)

    def explain(self, container: TagContainer) -> Explanation:
        """Say clause by clause what came out, and which one decided.

        >>> from talewright.tags import TagRegistry
        >>> tags = TagRegistry()
        >>> fire, dead = tags.register("Fire"), tags.register("Dead")
        >>> print(TagQuery.parse("all(any(Fire), none(Dead))", tags).explain(tags.container(fire, dead)))
        no  all
          yes  any(Fire): has Fire
          no  none(Dead): has Dead
        """
        return _explained(self, container)

    @property
    def is_empty(self) -> bool:
        """Whether nobody built it."""
        return self.kind == "Undefined"

    def dictionary(self) -> tuple[Tag | str, ...]:
        """Return all tags that it asks for at any depth, each once, in order."""
        found: dict[str, Tag | str] = {}
        for clause in self.walk():
            for tag in clause.tags:
                found.setdefault(_folded(tag), tag)
        return tuple(found.values())

    def walk(self) -> Iterator[TagQuery]:
        """Return the clauses, each before those that it asks."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def mapped(self, change: Callable[[Tag | str], Tag | str]) -> TagQuery:
        """Return the same query about other tags: after a rename, or a reload (see `talewright.tags.heal_query`)."""
        return TagQuery(self.kind, tags=map(change, self.tags), parts=[part.mapped(change) for part in self.parts])

    # Operators

    def __and__(self, other: TagQuery) -> TagQuery:
        return _joined("AllExprMatch", self, other) if isinstance(other, TagQuery) else NotImplemented

    def __or__(self, other: TagQuery) -> TagQuery:
        return _joined("AnyExprMatch", self, other) if isinstance(other, TagQuery) else NotImplemented

    def __invert__(self) -> TagQuery:
        return TagQuery("NoExprMatch", parts=(self,))

    def __bool__(self) -> bool:
        raise Misuse(
            "a query is neither true nor false", hint="join queries with & and |; ask query.matches(container)"
        )

    def __eq__(self, other: object) -> bool:
        """Whether both say the same: the same clauses in the same order, about tags of the same names."""
        return self._said() == other._said() if isinstance(other, TagQuery) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._said())

    def _said(self) -> tuple[object, ...]:
        return (self.kind, tuple(map(_folded, self.tags)), tuple(part._said() for part in self.parts))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a query never changes: {name} cannot be set")

    def __copy__(self) -> TagQuery:
        return self

    def __deepcopy__(self, memo: object) -> TagQuery:
        return self

    # Forms

    def __str__(self) -> str:
        return clause_text(self)

    def __repr__(self) -> str:
        return f"<TagQuery {self}>"

    def to_json(self) -> Plain:
        """Return it as JSON data, with Unreal's names of the kinds."""
        return clause_json(self)

    def describe(self) -> str:
        """Return a line for people.

        >>> TagQuery.all_of(TagQuery.any("Fire", "Ice"), TagQuery.none("Dead")).describe()
        'has Fire or Ice, and has no Dead'
        """
        return _said(self, inside=False)


def _distinct(tags: Iterable[Tag | str]) -> tuple[Tag | str, ...]:
    """Return the tags each once, in order; a container gives its members, and empty tags are no question."""
    if isinstance(tags, str):
        raise Misuse(f"a list of tags is wanted, not {tags!r}", hint="write [...] around it")
    found: dict[str, Tag | str] = {}
    for tag in tags:
        given: object = tag  # people hand over anything
        if isinstance(given, TagQuery):
            raise Misuse(
                "a clause about tags cannot hold clauses too", hint="use all_of(...), any_of(...), none_of(...)"
            )
        if isinstance(given, (TagContainer, list, tuple, set, frozenset)):
            raise Misuse("a list stands where one tag is expected", hint="unpack it: any(*tags)")
        if not isinstance(given, (Tag, str)):
            raise Misuse(f"{given!r} is no tag", hint="give a tag, or the name of one")
        if str(tag):
            found.setdefault(_folded(tag), tag)
    return tuple(found.values())


def _clauses(parts: Iterable[TagQuery]) -> tuple[TagQuery, ...]:
    found: tuple[object, ...] = tuple(parts)  # people hand over anything
    for part in found:
        if not isinstance(part, TagQuery):
            raise Misuse(f"{str(part)!r} is no clause", hint="write any(...), all(...) or none(...) around tags")
    return tuple(part for part in found if isinstance(part, TagQuery))


def _folded(tag: Tag | str) -> str:
    return fold(str(tag))


def _check(query: TagQuery) -> None:
    if query.tags and query.parts:
        raise Misuse("a clause holds tags or other clauses, never both", hint="put the tags into a clause of their own")
    if query.tags and query.kind not in TAGS_KINDS:
        raise Misuse(f"{query.kind} asks no tags", hint=f"kinds that do: {', '.join(TAGS_KINDS)}")
    if query.parts and query.kind not in EXPR_KINDS:
        raise Misuse(f"{query.kind} asks no clauses", hint=f"kinds that do: {', '.join(EXPR_KINDS)}")
    if query.kind not in TAGS_KINDS and query.kind not in EXPR_KINDS and query.kind != "Undefined":
        raise TagError(f"{query.kind!r} is no kind of clause", hint=f"{', '.join((*TAGS_KINDS, *EXPR_KINDS))}")
    if query.depth > MAX_DEPTH:
        raise Misuse(
            f"clauses stand in each other more than {MAX_DEPTH} deep", hint="join them with one all_of or any_of"
        )


def _made(kind: Kind, tags: Iterable[Tag | str], parts: Iterable[TagQuery]) -> TagQuery:
    query = TagQuery(kind, tags=tags, parts=parts)
    return TagQuery.EMPTY if query.is_empty else query  # which is one object


def _joined(kind: ExprKind, one: TagQuery, other: TagQuery) -> TagQuery:
    parts: list[TagQuery] = []
    for query in (one, other):  # a & b & c is one clause of three
        parts += query.parts if query.kind == kind else (query,)
    return TagQuery(kind, parts=parts)


def _compile(query: TagQuery) -> Callable[[TagContainer], bool]:
    """Return the question as one function; what can be looked up is looked up now."""
    tags, asks = query.tags, tuple(part._ask for part in query.parts)
    known = [tag for tag in tags if isinstance(tag, Tag)]
    match query.kind:
        case "AnyTagsMatch" | "AllTagsMatch" | "NoTagsMatch" | "AnyTagsExactMatch" | "AllTagsExactMatch" if (
            tags and len(known) == len(tags)
        ):
            return asking(query.kind, frozenset(tag.key for tag in known))
        case "AnyTagsMatch":
            return lambda container: container.has_any(tags)
        case "AllTagsMatch":
            return lambda container: container.has_all(tags)
        case "NoTagsMatch":
            return lambda container: not container.has_any(tags)
        case "AnyTagsExactMatch":
            return lambda container: container.has_any_exact(tags)
        case "AllTagsExactMatch":
            return lambda container: container.has_all_exact(tags)
        case "AnyExprMatch":
            return lambda container: any(ask(container) for ask in asks)
        case "AllExprMatch":
            return lambda container: all(ask(container) for ask in asks)
        case "NoExprMatch":
            return lambda container: not any(ask(container) for ask in asks)
        case _:
            return lambda container: False


TagQuery.EMPTY = TagQuery()
TagQuery.ALWAYS = TagQuery.all()
TagQuery.NEVER = TagQuery.any()


@dataclass(frozen=True)
class Explanation:
    """What one clause of a query came to.

    Attributes:
        query: the clause.
        matched: what came out.
        found: of a clause about tags: those that were there.
        missing: of a clause about tags: those that were not.
        unknown: of a clause about tags: those that nobody declares.
        parts: of a clause about clauses: what they came to.
    """

    query: TagQuery
    matched: bool
    found: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    parts: tuple[Explanation, ...] = ()

    def __bool__(self) -> bool:
        return self.matched

    @property
    def failed(self) -> Explanation | None:
        """The innermost clause that made it fail: the first one to mend; None where it matched."""
        if self.matched:
            return None
        if self.query.kind == "AllExprMatch":
            return next(part.failed for part in self.parts if not part.matched)
        if self.query.kind == "AnyExprMatch" and len(self.parts) == 1:
            return self.parts[0].failed
        return self

    def lines(self, depth: int = 0) -> Iterator[str]:
        """Return a line for each clause, those inside others indented."""
        remarks = [
            f"{title} {', '.join(names)}"
            for title, names in (("has", self.found), ("lacks", self.missing), ("nobody declares", self.unknown))
            if names
        ]
        remark = f": {'; '.join(remarks)}" if remarks else ": nobody built it" if self.query.is_empty else ""
        shown = str(self.query) if not self.parts else self.query.kind.removesuffix("ExprMatch").lower()
        yield f"{'  ' * depth}{'yes' if self.matched else 'no'}  {shown}{remark}"
        for part in self.parts:
            yield from part.lines(depth + 1)

    def __str__(self) -> str:
        return "\n".join(self.lines())


def _explained(query: TagQuery, container: TagContainer) -> Explanation:
    """Ask a query, and keep what every clause came to."""
    parts = tuple(_explained(part, container) for part in query.parts)
    exact = query.kind in ("AnyTagsExactMatch", "AllTagsExactMatch")
    found, missing, unknown = [], [], []
    for tag in query.tags:
        if (container.has_exact if exact else container.has)(tag):
            found.append(str(tag))
        elif isinstance(tag, Tag) and not tag.known:
            unknown.append(str(tag))
        else:
            missing.append(str(tag))
    return Explanation(query, query.matches(container), tuple(found), tuple(missing), tuple(unknown), parts)


def _said(query: TagQuery, *, inside: bool) -> str:
    """Return a query as a line for people."""
    names = [str(tag) for tag in query.tags]
    match query.kind:
        case "AnyTagsMatch":
            return f"has {_listed(names, 'or')}" if names else "never"
        case "AllTagsMatch":
            return f"has {_listed(names, 'and')}" if names else "always"
        case "NoTagsMatch":
            return f"has no {_listed(names, 'and no')}" if names else "always"
        case "AnyTagsExactMatch":
            return f"has exactly {_listed(names, 'or')}" if names else "never"
        case "AllTagsExactMatch":
            return f"has exactly {_listed(names, 'and')}" if names else "always"
        case "Undefined":
            return "never: nobody built this query"
    if not query.parts:
        return "never" if query.kind == "AnyExprMatch" else "always"
    parts = [_said(part, inside=len(query.parts) > 1) for part in query.parts]
    if query.kind == "NoExprMatch":
        return f"not ({parts[0]})" if len(parts) == 1 else f"none of: ({'; '.join(parts)})"
    said = f", {'or' if query.kind == 'AnyExprMatch' else 'and'} ".join(parts)
    return f"({said})" if inside and len(parts) > 1 else said


def _listed(names: Iterable[str], word: str) -> str:
    return f" {word} ".join(names)
