"""Random trees, containers, queries and counts against a naive reading of the tables (tags.md section 2)."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.names import fold
from talewright.tags import TagCounts, TagQuery, TagRegistry, TagRequirements, is_valid

SEGMENTS = ["A", "a", "B", "A-B", "A B", "A!", "1", "Ä", "ä", "日本", "A/", "zz", "any", "A(x)"]
NAMES = st.lists(st.sampled_from(SEGMENTS), min_size=1, max_size=6).map(".".join).filter(is_valid)
SETS = st.lists(NAMES, max_size=5)
TAGS_KINDS = ["AnyTagsMatch", "AllTagsMatch", "NoTagsMatch", "AnyTagsExactMatch", "AllTagsExactMatch"]
EXPR_KINDS = ["AnyExprMatch", "AllExprMatch", "NoExprMatch"]
LEAVES = st.builds(lambda kind, tags: TagQuery(kind, tags=tags), st.sampled_from(TAGS_KINDS), SETS)
QUERIES = st.recursive(
    LEAVES | st.just(TagQuery.EMPTY),
    lambda parts: st.builds(
        lambda kind, parts: TagQuery(kind, parts=parts), st.sampled_from(EXPR_KINDS), st.lists(parts, max_size=3)
    ),
    max_leaves=8,
)


def segments(name: str) -> tuple[str, ...]:
    return tuple(fold(name).split("."))


def known(declared: Iterable[str]) -> set[tuple[str, ...]]:
    return {segments(name)[:depth] for name in declared for depth in range(1, len(segments(name)) + 1)}


def naive(query: TagQuery, owner: list[str], tree: set[tuple[str, ...]]) -> bool:
    def has(name: str) -> bool:
        wanted = segments(name)
        return wanted in tree and any(segments(m) in tree and segments(m)[: len(wanted)] == wanted for m in owner)

    def has_exact(name: str) -> bool:
        return segments(name) in tree and any(segments(member) == segments(name) for member in owner)

    names = list(map(str, query.tags))
    match query.kind:
        case "AnyTagsMatch":
            return any(map(has, names))
        case "AllTagsMatch":
            return all(map(has, names))
        case "NoTagsMatch":
            return not any(map(has, names))
        case "AnyTagsExactMatch":
            return any(map(has_exact, names))
        case "AllTagsExactMatch":
            return all(map(has_exact, names))
        case "AnyExprMatch":
            return any(naive(part, owner, tree) for part in query.parts)
        case "AllExprMatch":
            return all(naive(part, owner, tree) for part in query.parts)
        case "NoExprMatch":
            return not any(naive(part, owner, tree) for part in query.parts)
    return False


def registry_of(declared: list[str]) -> TagRegistry:
    registry = TagRegistry()
    registry.register_names(declared)
    registry.close()
    return registry


@settings(max_examples=300)
@given(SETS, SETS, QUERIES)
def test_queries_agree_with_the_table(declared: list[str], owner: list[str], query: TagQuery) -> None:
    registry = registry_of(declared)
    container = registry.container(*owner)
    expected = naive(query, owner, known(declared))
    resolved = query.mapped(lambda tag: registry.tag(str(tag)))
    assert query.matches(container) == resolved.matches(container) == expected
    explanation = resolved.explain(container)
    assert explanation.matched == expected
    assert (explanation.failed is None) == expected
    assert len(query.describe().splitlines()) <= 1
    assert (~query).matches(container) != expected


@given(QUERIES)
def test_text_and_json_come_back_exactly(query: TagQuery) -> None:
    again = TagQuery.parse(str(query))
    assert again == query
    assert str(again) == str(query)
    assert list(map(str, again.dictionary())) == list(map(str, query.dictionary()))
    plain = query.to_json()
    assert TagQuery.from_json(plain) == query
    assert TagQuery.from_json(plain).to_json() == plain


@given(SETS, SETS, SETS, SETS, QUERIES)
def test_requirements_agree_with_their_parts(
    declared: list[str], owner: list[str], required: list[str], ignored: list[str], query: TagQuery
) -> None:
    registry = registry_of(declared)
    tree, container = known(declared), registry.container(*owner)
    requirements = TagRequirements(required, ignored, query)
    expected = naive(TagQuery.all(*required), owner, tree) and not naive(TagQuery.any(*ignored), owner, tree)
    expected = expected and (query.is_empty or naive(query, owner, tree))
    assert requirements.met_by(container) == expected
    assert requirements.as_query().matches(container) == expected
    assert TagRequirements.from_json(requirements.to_json()) == requirements


STEPS = st.lists(st.tuples(NAMES, st.integers(-3, 3)), max_size=12)


@given(SETS, STEPS, SETS)
def test_counts_agree_with_summing_up(declared: list[str], steps: list[tuple[str, int]], asked: list[str]) -> None:
    registry, tree = registry_of(declared), known(declared)
    counts, own = TagCounts(registry=registry), dict[tuple[str, ...], int]()
    crossed: list[tuple[str, bool]] = []
    counts.listen_to_all(lambda tag, count: crossed.append((fold(tag.name), count > 0)))

    def total(key: tuple[str, ...]) -> int:
        return sum(n for k, n in own.items() if k in tree and k[: len(key)] == key) if key in tree else own.get(key, 0)

    for name, delta in steps:
        key = segments(name)
        line = [key[:depth] for depth in range(len(key), 0, -1)] if key in tree else [key]
        before = [total(above) > 0 for above in line]
        own[key] = max(0, own.get(key, 0) + delta)
        after = [total(above) > 0 for above in line]
        crossed.clear()
        assert counts.update(name, delta) == (before != after)
        expected = [(".".join(k), now) for k, was, now in zip(line, before, after, strict=True) if was != now]
        assert crossed == expected
        for other in (*asked, name):
            assert counts.explicit(other) == own.get(segments(other), 0)
            assert counts.count(other) == (total(segments(other)) if segments(other) in tree else 0)
