"""Queries as text and as JSON; both come back exactly.

Text: ``all(any(Damage.Fire, Damage.Ice), none(State.Dead), any_exact(Role.Guard))``. What stands in the parentheses of
a clause, tags or clauses, decides its kind; a clause about no clauses is written ``all_of()``. A name is quoted where
it holds a parenthesis. The query that nobody built is ``empty()``; no text at all is read as that too.

JSON: ``{"kind": "AnyTagsMatch", "tags": ["Damage.Fire"]}`` and ``{"kind": "AllExprMatch", "parts": [...]}``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, get_args

from talewright.config.values import quote, unescape
from talewright.errors import TagError, wrong_type
from talewright.fields import Plain
from talewright.names import fold
from talewright.tags.values.names import shown
from talewright.tags.values.query import EXPR_KINDS, MAX_DEPTH, TAGS_KINDS, ExprKind, Kind, TagQuery, TagsKind

if TYPE_CHECKING:
    from talewright.tags.values.tag import Declared, Tag

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


def text(query: TagQuery) -> str:
    """Give a query as text."""
    if query.kind in _WORD_OF_TAGS:
        return f"{_WORD_OF_TAGS[query.kind]}({', '.join(_name(tag) for tag in query.tags)})"
    if query.kind in _WORD_OF_EXPR:
        word = _WORD_OF_EXPR[query.kind]
        return f"{word}({', '.join(map(text, query.parts))})" if query.parts else f"{word}_of()"
    return "empty()"


def parse(source: str, registry: Declared | None = None) -> TagQuery:
    """Read a query from text.

    Raises:
        TagError: the text is no query.

    >>> str(parse("ALL( any(A.B,C), none_exact(D) )"))
    'all(any(A.B, C), none(any_exact(D)))'
    >>> parse("any(A.B")
    Traceback (most recent call last):
    talewright.errors.TagError: the query 'any(A.B' ends where , or ) is expected
      hint: a query is written like all(any(A.B, C), none(D))
    """
    if not isinstance(source, str):
        raise wrong_type("a query is text", source, "write it like any(A.B, C)")
    if not source.strip():
        return TagQuery.EMPTY
    reader = _Reader(source, registry)
    query = reader.clause(1)
    reader.expect_end()
    return query


def to_json(query: TagQuery) -> Plain:
    """Give a query as JSON data."""
    if query.kind in EXPR_KINDS:
        return {"kind": query.kind, "parts": [to_json(part) for part in query.parts]}
    return {"kind": query.kind, "tags": [str(tag) for tag in query.tags]} if query.kind in TAGS_KINDS else {}


def from_json(plain: Plain, registry: Declared | None = None, *, _depth: int = 1) -> TagQuery:
    """Read a query from JSON data.

    Raises:
        TagError: the data is no query.
    """
    if plain is None or plain == {}:
        return TagQuery.EMPTY
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
    return TagQuery(
        kind,
        tags=[_looked_up(name, registry) for name in tags],
        parts=[from_json(part, registry, _depth=_depth + 1) for part in parts],
    )


def _no_json() -> TagError:
    hint = '{"kind":"AnyTagsMatch","tags":["A.B"]} or {"kind":"AllExprMatch","parts":[...]}'
    return TagError("the data is no query", hint=hint)


def _looked_up(name: str, registry: Declared | None) -> Tag | str:
    return name if registry is None else registry.tag(name)


def _name(tag: Tag | str) -> str:
    name = str(tag)
    return name if _PLAIN.fullmatch(name) else quote(name)


class _Reader:
    def __init__(self, source: str, registry: Declared | None) -> None:
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

    def clause(self, depth: int) -> TagQuery:
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
        parts: list[TagQuery] = []
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

    def built(self, word: str, tags: list[Tag | str], parts: list[TagQuery], begin: int) -> TagQuery:
        if tags and parts:
            raise self.error(f"has a clause at {begin + 1} with tags and clauses; it holds one or the other")
        if word == "empty" and not tags and not parts:
            return TagQuery.EMPTY
        if word == "none_exact" and not parts:
            return TagQuery.none_exact(*tags)
        if word.endswith("_of") and not tags:
            return TagQuery(_EXPR_WORDS[word[:-3]], parts=parts)
        if parts and word in _EXPR_WORDS:
            return TagQuery(_EXPR_WORDS[word], parts=parts)
        if not parts and word in _TAGS_WORDS:
            return TagQuery(_TAGS_WORDS[word], tags=tags)
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
