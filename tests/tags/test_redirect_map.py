"""Where old names lead: the cases T56 and T57, and what else section 5.2 of the specification decides."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from talewright.diagnostics import Span
from talewright.names import fold
from talewright.tags import EMPTY, RedirectMap, RedirectRow, TagRegistry


def registry_of(tags: str, *redirects: str) -> TagRegistry:
    """Make a closed registry: tags by blanks, redirects as "old>new"."""
    registry = TagRegistry()
    for name in tags.split():
        registry.register(name)
    for line, pair in enumerate(redirects, 1):
        old, _, new = pair.partition(">")
        registry.redirect(old, new, source=Span("r.ini", line))
    registry.close()
    return registry


def codes(registry: TagRegistry) -> list[tuple[str, str, int]]:
    return [(d.code, d.severity, d.span.line) for d in registry.report]


def test_t56_chains_lead_to_their_end_and_children_do_not_follow() -> None:
    registry = registry_of("C C.X", "A>B", "B>C")
    assert registry.tag("A") == registry.tag("C")
    assert registry.tag("B") == registry.tag("C")
    assert not registry.tag("A.X").known
    assert registry.require("a").name == "C"
    assert codes(registry) == []
    assert "A" not in registry


def test_t57_two_targets_are_ambiguous() -> None:
    registry = registry_of("Q R", "P>Q", "P>R", "O>P")
    assert not registry.tag("P").known
    assert not registry.tag("O").known
    assert codes(registry) == [("TW-TAG-22", "error", 2)]
    assert "redirected to R here, and to Q at r.ini:1:1" in registry.report[0].message


def test_the_same_row_twice_is_fine() -> None:
    registry = registry_of("B", "A>B", "a>b", "A>B")
    assert registry.tag("A").name == "B"
    assert codes(registry) == []


def test_a_redirect_to_itself_is_dropped() -> None:
    registry = registry_of("B", "B>B", "A>B")
    assert registry.tag("A").name == "B"
    assert codes(registry) == [("TW-TAG-20", "warning", 1)]


def test_a_change_of_case_alone_is_dropped() -> None:
    registry = registry_of("Npc.Smith", "NPC.smith>Npc.Smith")
    assert registry.tag("npc.smith").known
    assert codes(registry) == [("TW-TAG-21", "information", 1)]


def test_a_target_may_be_implicit() -> None:
    registry = registry_of("B.C", "A>B")
    assert registry.tag("A").name == "B"
    assert codes(registry) == []


def test_a_missing_target_is_an_error() -> None:
    registry = registry_of("X", "A>B", "B>C", "D>B")
    assert not registry.tag("A").known
    assert codes(registry) == [("TW-TAG-24", "error", 2)]  # once, where the way ends


def test_a_tag_that_is_still_declared_counts() -> None:
    registry = registry_of("A B", "A>B", "Z>A")
    assert registry.tag("A").name == "A"
    assert registry.tag("Z").name == "A"
    assert codes(registry) == [("TW-TAG-25", "warning", 1)]


def test_a_long_chain_has_no_limit_of_hops() -> None:
    hops = [f"N{n}>N{n + 1}" for n in range(3000)]
    registry = registry_of("N3000", *hops)
    assert registry.tag("N0").name == "N3000"
    assert codes(registry) == []


def test_a_circle_with_one_declared_tag_leads_there() -> None:
    registry = registry_of("Before", "Before>After", "After>Before", "Older>After")
    assert registry.tag("After").name == "Before"
    assert registry.tag("Older").name == "Before"
    assert codes(registry) == [("TW-TAG-23", "error", 2)]
    assert registry.report[0].hint.startswith("Before is declared: delete its own redirect")


def test_a_circle_without_a_declared_tag_leads_nowhere() -> None:
    registry = registry_of("X", "A>B", "B>C", "C>A", "D>A")
    assert not any(registry.tag(name).known for name in "ABCD")
    assert codes(registry) == [("TW-TAG-23", "error", 3)]
    assert "A to B to C to A" in registry.report[0].message


def test_a_swap_leads_nowhere_but_the_tags_stay() -> None:
    registry = registry_of("A B", "A>B", "B>C", "C>A")
    assert registry.tag("A").name == "A"
    assert registry.tag("B").name == "B"
    assert not registry.tag("C").known
    assert codes(registry) == [("TW-TAG-23", "error", 3)]


def test_redirects_can_be_asked_for_before_closing() -> None:
    registry = TagRegistry()
    registry.register("B")
    registry.redirect("A", "B")
    assert dict(registry.redirects.targets) == {"a": "b"}
    assert not registry.tag("A").known  # followed once the registry is closed
    registry.close()
    assert registry.tag("A").known
    assert registry.redirects is registry.redirects


def test_the_empty_name_is_never_redirected() -> None:
    registry = registry_of("B", "A>B")
    assert registry.tag("") == EMPTY


NAME = st.sampled_from("ABCDEFab")


@given(st.lists(st.tuples(NAME, NAME), max_size=8), st.frozensets(st.sampled_from("abcdef")))
@example([("A", "B"), ("B", "D"), ("C", "B"), ("D", "C")], frozenset("cd"))
def test_it_agrees_with_following_one_name_at_a_time(pairs: list[tuple[str, str]], declared: frozenset[str]) -> None:
    redirects = RedirectMap([RedirectRow(old, new) for old, new in pairs], declared.__contains__)
    hops: dict[str, list[str]] = {}
    for old, new in pairs:
        if fold(old) != fold(new):
            hops.setdefault(fold(old), []).append(fold(new))
    singles = {old: news[0] for old, news in hops.items() if len(set(news)) == 1}

    def end(name: str) -> str | None:
        way = [name]
        while name in singles and name not in declared:
            name = singles[name]
            if name in way:
                return None
            way.append(name)
        return name

    for old, news in hops.items():
        ends = {end(new) for new in news}
        hops[old] = news[:1] if old in singles or (len(ends) == 1 and None not in ends) else list(dict.fromkeys(news))

    def lost(name: str) -> bool:
        """A circle with several declared tags leads nowhere, from the undeclared names in it."""
        circle, at = [name], name
        while len(hops.get(at, ())) == 1:
            (at,) = hops[at]
            if at == name:
                return len(declared.intersection(circle)) != 1
            if at in circle:
                break
            circle.append(at)
        return False

    def follow(name: str) -> str | None:
        way = [name]
        while name not in declared:
            if len(hops.get(name, ())) != 1 or lost(name):
                return None
            (name,) = hops[name]
            if name in way:
                return None
            way.append(name)
        return name

    expected = {name: follow(name) for name in hops if name not in declared}
    assert redirects.targets == {old: new for old, new in expected.items() if new is not None}


@pytest.mark.parametrize("text", ["A", "A>"])
def test_a_redirect_names_both(text: str) -> None:
    with pytest.raises(ValueError, match="names no tag"):
        registry_of("A", text)
