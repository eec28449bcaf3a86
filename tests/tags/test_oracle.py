"""The fast answers against slow ones that are written down as the table defines them.

Names have odd segments on purpose: ``-``, blanks and ``!`` sort in front of the dot, digits, other scripts, one letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hypothesis import given
from hypothesis import strategies as st

from talewright.names import fold
from talewright.tags import Tag, TagContainer, TagRegistry, Wanted, is_valid

SEGMENTS = ["A", "a", "B", "A-B", "A B", "A!", "1", "Ä", "ä", "日本", "A/", "zz"]
NAMES = st.lists(st.sampled_from(SEGMENTS), min_size=1, max_size=5).map(".".join).filter(is_valid)
SETS = st.lists(NAMES, max_size=6)


def segments(name: str) -> tuple[str, ...]:
    return tuple(fold(name).split("."))


class Oracle:
    """Tags as tuples of segments; a name that nobody declared is no tag."""

    def __init__(self, declared: Iterable[str]) -> None:
        self.known = {segments(name)[:depth] for name in declared for depth in range(1, len(segments(name)) + 1)}

    def matches(self, one: str, other: str) -> bool:
        mine, wanted = segments(one), segments(other)
        return {mine, wanted} <= self.known and mine[: len(wanted)] == wanted

    def exact(self, one: str, other: str) -> bool:
        return segments(one) == segments(other) and segments(one) in self.known

    def has(self, owner: list[str], wanted: str) -> bool:
        return any(self.matches(member, wanted) for member in owner)

    def has_exact(self, owner: list[str], wanted: str) -> bool:
        return any(self.exact(member, wanted) for member in owner)


def distinct(names: Iterable[str]) -> list[str]:
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(fold(name), name)
    return list(first.values())


def folded(tags: Iterable[Tag]) -> list[str]:
    return [fold(tag.name) for tag in tags]


def registries(names: Iterable[str]) -> Iterator[TagRegistry]:
    open_one, closed_one = TagRegistry(), TagRegistry()
    for name in names:
        open_one.register(name)
        closed_one.register(name)
    closed_one.close()
    yield from (open_one, closed_one)


@given(SETS, NAMES, NAMES)
def test_one_tag_against_another(declared: list[str], one: str, other: str) -> None:
    oracle = Oracle(declared)
    for registry in registries(declared):
        mine, wanted = registry.tag(one), registry.tag(other)
        assert mine.known == (segments(one) in oracle.known)
        assert mine.matches(wanted) == mine.matches(other) == oracle.matches(one, other)
        assert mine.matches_exact(wanted) == mine.matches_exact(other) == oracle.exact(one, other)
        shared = [a == b for a, b in zip(segments(one), segments(other), strict=False)]
        depth = shared.index(False) if False in shared else len(shared)
        assert mine.match_depth(wanted) == (depth if mine.known and wanted.known else 0)


@given(SETS, NAMES, SETS)
def test_one_tag_against_several(declared: list[str], one: str, wanted: list[str]) -> None:
    oracle = Oracle(declared)
    for registry in registries(declared):
        mine = registry.tag(one)
        for several in (wanted, registry.container(*wanted)):
            assert mine.matches_any(several) == any(oracle.matches(one, other) for other in wanted)
            assert mine.matches_any_exact(several) == any(oracle.exact(one, other) for other in wanted)


@given(SETS, SETS, SETS, NAMES)
def test_questions_to_a_container(declared: list[str], owner: list[str], wanted: list[str], one: str) -> None:
    oracle = Oracle(declared)
    for registry in registries(declared):
        container = registry.container(*owner)
        assert folded(container) == folded(map(registry.tag, distinct(owner)))
        assert container.has(one) == container.has(registry.tag(one)) == oracle.has(owner, one)
        assert container.has_exact(one) == container.has_exact(registry.tag(one)) == oracle.has_exact(owner, one)
        forms: list[Wanted] = [wanted, registry.container(*wanted), [registry.tag(w) for w in wanted]]
        for several in forms:
            assert container.has_any(several) == any(oracle.has(owner, w) for w in wanted)
            assert container.has_all(several) == all(oracle.has(owner, w) for w in wanted)
            assert container.has_any_exact(several) == any(oracle.has_exact(owner, w) for w in wanted)
            assert container.has_all_exact(several) == all(oracle.has_exact(owner, w) for w in wanted)
            filtered = [m for m in distinct(owner) if any(oracle.matches(m, w) for w in wanted)]
            assert folded(container.filter(several)) == [fold(m) for m in filtered]
            exact = [m for m in distinct(owner) if any(oracle.exact(m, w) for w in wanted)]
            assert folded(container.filter_exact(several)) == [fold(m) for m in exact]


STEPS = st.lists(
    st.tuples(st.sampled_from(["add", "add_leaf", "remove", "remove_all", "append", "clear"]), NAMES), max_size=12
)


@given(SETS, STEPS, SETS)
def test_changes_to_a_container(declared: list[str], steps: list[tuple[str, str]], questions: list[str]) -> None:
    oracle = Oracle(declared)
    registry = TagRegistry()
    for name in declared:
        registry.register(name)
    registry.close()
    container, members = registry.container(), list[str]()

    def index(name: str) -> int:
        return [fold(m) for m in members].index(fold(name)) if fold(name) in map(fold, members) else -1

    for verb, name in steps:
        at = index(name)
        if verb in ("add", "append"):
            container.add(name) if verb == "add" else container.append([name, name])
            members += [name] if at < 0 else []
        elif verb == "add_leaf":
            possible = at < 0 and not oracle.has(members, name)
            assert container.add_leaf(name) == possible
            if possible:
                members = [m for m in members if not oracle.matches(name, m)] + [name]
        elif verb == "clear":
            container.clear()
            members.clear()
        else:
            gone = container.remove(name) if verb == "remove" else bool(container.remove_all([name]))
            assert gone == (at >= 0)
            members = [m for i, m in enumerate(members) if i != at]
        assert folded(container) == [fold(m) for m in members]
        assert container == TagContainer([registry.tag(m) for m in reversed(members)])
        for question in questions:
            assert container.has(question) == oracle.has(members, question)


@given(SETS, NAMES)
def test_children_and_order(declared: list[str], one: str) -> None:
    oracle = Oracle(declared)
    for registry in registries(declared):
        below = sorted(k for k in oracle.known if k[: len(segments(one))] == segments(one) and k != segments(one))
        expected = below if segments(one) in oracle.known else []
        assert [segments(tag.name) for tag in registry.children(one)] == expected
        assert [segments(tag.name) for tag in registry.every()] == sorted(oracle.known)
        assert [segments(tag.name) for tag in registry] == sorted({segments(name) for name in declared})
