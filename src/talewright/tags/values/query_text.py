"""The clauses of queries, and how they are written as text and as JSON; both come back exactly.

Text: ``all(any(Damage.Fire, Damage.Ice), none(State.Dead), any_exact(Role.Guard))``. What stands in the parentheses of
a clause, tags or clauses, decides its kind; a clause about no clauses is written ``all_of()``. A name is quoted where
it holds a parenthesis. The query that nobody built is ``empty()``; no text at all is read as that too.

JSON: ``{"kind": "AnyTagsMatch", "tags": ["Damage.Fire"]}`` and ``{"kind": "AllExprMatch", "parts": [...]}``.

What a clause does, this file does not know: it reads from anything that has a kind, tags and parts, and makes clauses
with what it is given (`Make`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Generic, Literal, Protocol, TypeAlias, TypeVar, get_args

from talewright.config.values import quote, unescape
from talewright.errors import TagError, wrong_type
from talewright.fields import Plain
from talewright.names import fold
from talewright.tags.values.names import shown
from talewright.tags.values.tag import Declared, Tag, TagsKind

ExprKind: TypeAlias = Literal["AnyExprMatch", "AllExprMatch", "NoExprMatch"]
Kind: TypeAlias = Literal[TagsKind, ExprKind, "Undefined"]
"""The kinds of clauses, by Unreal's names."""

TAGS_KINDS: Final[tuple[TagsKind, ...]] = get_args(TagsKind)
EXPR_KINDS: Final[tuple[ExprKind, ...]] = get_args(ExprKind)
MAX_DEPTH: Final = 64
"""So deep may clauses stand in each other."""

_TAGS_WORDS: Final[Mapping[str, TagsKind]] = MappingProxyType(
    {
        "any": "AnyTagsMatch",
        "all": "AllTagsMatch",
        "none": "NoTagsMatch",
        "any_exact": "AnyTagsExactMatch",
        "all_exact": "AllTagsExactMatch",
    }
)
_EXPR_WORDS: Final[Mapping[str, ExprKind]] = MappingProxyType(
    {"any": "AnyExprMatch", "all": "AllExprMatch", "none": "NoExprMatch"}
)
_KINDS: Final[Mapping[str, Kind]] = MappingProxyType({fold(kind): kind for kind in get_args(Kind)})
_WORD_OF_TAGS = {kind: word for word, kind in _TAGS_WORDS.items()}
_WORD_OF_EXPR = {kind: word for word, kind in _EXPR_WORDS.items()}
_TOKEN = re.compile(
    r"""\s*(?:(?P<quoted>"[^"\\]*(?:\\.[^"\\]*)*")|(?P<mark>[(),])|(?P<word>[^\s"(),](?:[^"(),]*[^\s"(),])?))"""
)
_PLAIN = re.compile(r"""[^\s"(),](?:[^"(),]*[^\s"(),])?""")

_Query = TypeVar("_Query")
Make: TypeAlias = Callable[[Kind, Iterable[Tag | str], Iterable[_Query]], _Query]
"""What makes a clause of its kind, its tags and its parts."""


class Clause(Protocol):
    """What is written: the kind of a clause, the tags that it asks for, and the clauses that it asks."""

    @property
    def kind(self) -> Kind:
        """What it asks."""

    @property
    def tags(self) -> Sequence[Tag | str]:
        """What it asks for."""

    @property
    def parts(self) -> Sequence[Clause]:
        """The clauses that it asks."""


def clause_text(query: Clause) -> str:
    """Return a query as text."""
    if query.kind in _WORD_OF_TAGS:
        return f"{_WORD_OF_TAGS[query.kind]}({', '.join(_name(tag) for tag in query.tags)})"
    if query.kind in _WORD_OF_EXPR:
        word = _WORD_OF_EXPR[query.kind]
        return f"{word}({', '.join(map(clause_text, query.parts))})" if query.parts else f"{word}_of()"
    return "empty()"


def clause_in_text(source: str, registry: Declared | None, make: Make[_Query]) -> _Query:
    """Read a query from text.

    Raises:
        TagError: the text is no query.

    >>> clause_in_text("ALL( any(A.B,C), none_exact(D) )", None, lambda kind, tags, parts: (kind, *tags, *parts))
    ('AllExprMatch', ('AnyTagsMatch', 'A.B', 'C'), ('NoExprMatch', ('AnyTagsExactMatch', 'D')))
    >>> clause_in_text("any(A.B", None, lambda *clause: clause)
    Traceback (most recent call last):
    talewright.errors.TagError: the query 'any(A.B' ends where , or ) is expected
      hint: a query is written like all(any(A.B, C), none(D))
    """
    if not isinstance(source, str):
        raise wrong_type("a query is text", source, "write it like any(A.B, C)")
    if not source.strip():
        return make("Undefined", (), ())
    reader = _Reader(source, registry, make)
    query = reader.clause(1)
    reader.expect_end()
    return query


def clause_json(query: Clause) -> Plain:
    """Return a query as JSON data."""
    if query.kind in EXPR_KINDS:
        return {"kind": query.kind, "parts": [clause_json(part) for part in query.parts]}
    return {"kind": query.kind, "tags": [str(tag) for tag in query.tags]} if query.kind in TAGS_KINDS else {}


def clause_from_json(plain: Plain, registry: Declared | None, make: Make[_Query], *, _depth: int = 1) -> _Query:
    """Read a query from JSON data.

    Raises:
        TagError: the data is no query.
    """
    if plain is None or plain == {}:
        return make("Undefined", (), ())
    if not isinstance(plain, Mapping) or _depth > MAX_DEPTH:
        raise _no_json()
    kind = _KINDS.get(fold(str(plain.get("kind"))))
    tags, parts = plain.get("tags", []), plain.get("parts", [])
    if (
        kind is None
        or not isinstance(tags, list)
        or not isinstance(parts, list)
        or set(plain) - {"kind", "tags", "parts"}
    ):
        raise _no_json()
    if not all(isinstance(tag, str) for tag in tags) or (tags and parts):
        raise _no_json()
    return make(
        kind,
        [_looked_up(name, registry) for name in tags],
        [clause_from_json(part, registry, make, _depth=_depth + 1) for part in parts],
    )


def _no_json() -> TagError:
    hint = '{"kind":"AnyTagsMatch","tags":["A.B"]} or {"kind":"AllExprMatch","parts":[...]}'
    return TagError("the data is no query", hint=hint)


def _looked_up(name: str, registry: Declared | None) -> Tag | str:
    return name if registry is None else registry.tag(name)


def _name(tag: Tag | str) -> str:
    name = str(tag)
    return name if _PLAIN.fullmatch(name) else quote(name)


class _Reader(Generic[_Query]):
    def __init__(self, source: str, registry: Declared | None, make: Make[_Query]) -> None:
        self.make = make
        self.source = source
        self.registry = registry
        self.at = 0
        self.kind, self.token, self.begin = "", "", 0
        self.next()

    def next(self) -> None:
        match = _TOKEN.match(self.source, self.at)
        if match is None:
            self.begin = len(self.source) - len(self.source[self.at :].lstrip())
            if self.begin < len(self.source):
                raise self.error(f"has a quote that is never closed at {self.begin + 1}")
            self.kind = self.token = ""
            return
        self.kind = match.lastgroup or ""
        self.token = match[self.kind]
        self.begin = match.start(self.kind)
        self.at = match.end()

    def clause(self, depth: int) -> _Query:
        if self.kind != "word":
            raise self.unexpected("a word like any")
        word, begin = fold(self.token), self.begin
        exact = word == "none_exact"
        if word not in _TAGS_WORDS and not exact and word not in ("all_of", "any_of", "none_of", "empty"):
            raise self.error(f"has {shown(self.token)} at {begin + 1}, which is no clause")
        if depth > MAX_DEPTH:
            raise self.error(f"nests deeper than {MAX_DEPTH}")
        self.next()
        if self.token != "(" or self.kind != "mark":
            raise self.unexpected("(")
        self.next()
        tags: list[Tag | str] = []
        parts: list[_Query] = []
        while not self.is_mark(")"):
            if self.kind == "quoted":
                tags.append(_looked_up(unescape(self.token[1:-1]), self.registry))
                self.next()
            elif self.kind == "word" and _TOKEN.match(self.source, self.at) and self.is_clause():
                parts.append(self.clause(depth + 1))
            elif self.kind == "word":
                tags.append(_looked_up(self.token, self.registry))
                self.next()
            else:
                raise self.unexpected("a tag or a clause")
            if self.is_mark(","):
                self.next()
                if self.is_mark(")"):
                    raise self.unexpected("a tag or a clause")
            elif not self.is_mark(")"):
                raise self.unexpected(", or )")
        self.next()
        return self.built(word, tags, parts, begin)

    def built(self, word: str, tags: list[Tag | str], parts: list[_Query], begin: int) -> _Query:
        if tags and parts:
            raise self.error(f"has a clause at {begin + 1} with tags and clauses; it holds one or the other")
        if word == "empty" and not tags and not parts:
            return self.make("Undefined", (), ())
        if word == "none_exact" and not parts:
            return self.make("NoExprMatch", (), [self.make("AnyTagsExactMatch", tags, ())])
        if word.endswith("_of") and not tags:
            return self.make(_EXPR_WORDS[word[:-3]], (), parts)
        if parts and word in _EXPR_WORDS:
            return self.make(_EXPR_WORDS[word], (), parts)
        if not parts and word in _TAGS_WORDS:
            return self.make(_TAGS_WORDS[word], tags, ())
        raise self.error(f"has {word} at {begin + 1} with what it does not take")

    def is_clause(self) -> bool:
        """Whether the word is followed by a parenthesis."""
        match = _TOKEN.match(self.source, self.at)
        return match is not None and match["mark"] == "("

    def is_mark(self, mark: str) -> bool:
        return self.kind == "mark" and self.token == mark

    def expect_end(self) -> None:
        if self.kind:
            raise self.unexpected("its end")

    def unexpected(self, expected: str) -> TagError:
        if not self.kind:
            return self.error(f"ends where {expected} is expected")
        return self.error(f"has {shown(self.token)} at {self.begin + 1}, where {expected} is expected")

    def error(self, what: str) -> TagError:
        return TagError(
            f"the query {shown(self.source)} {what}", hint="a query is written like all(any(A.B, C), none(D))"
        )
