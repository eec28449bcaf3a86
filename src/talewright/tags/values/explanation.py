"""What a query says, for people: in a line, and clause by clause with what came out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from talewright.tags.values.container import TagContainer
from talewright.tags.values.query import TagQuery
from talewright.tags.values.tag import Tag


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
        """Give a line for each clause, those inside others indented."""
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


def explain(query: TagQuery, container: TagContainer) -> Explanation:
    """Ask a query, and keep what every clause came to.

    >>> from talewright.tags import TagRegistry
    >>> tags = TagRegistry()
    >>> fire, dead = tags.register("Fire"), tags.register("Dead")
    >>> print(explain(TagQuery.parse("all(any(Fire), none(Dead))", tags), tags.container(fire, dead)))
    no  all
      yes  any(Fire): has Fire
      no  none(Dead): has Dead
    """
    parts = tuple(explain(part, container) for part in query.parts)
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


def describe(query: TagQuery) -> str:
    """Give a query as a line for people."""
    return _said(query, inside=False)


def _said(query: TagQuery, *, inside: bool) -> str:
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
