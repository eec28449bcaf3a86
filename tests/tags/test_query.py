"""Queries: kinds and their empty cases, building, text and JSON, the line for people, why one failed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from talewright.errors import Misuse, TagError
from talewright.tags import TagContainer, TagQuery, TagRegistry, TagRequirements

Box = Callable[..., TagContainer]
Q = TagQuery


@pytest.mark.parametrize("names", [(), ("A.1",), ("A.1", "B.1")])
def test_t39_what_asks_nothing(box: Box, names: tuple[str, ...]) -> None:
    container = box(*names)
    assert not Q.any().matches(container)
    assert not Q.any_exact().matches(container)
    assert Q.all().matches(container)
    assert Q.all_exact().matches(container)
    assert Q.none().matches(container)
    assert Q.none_exact().matches(container)
    assert not Q.any_of().matches(container)
    assert Q.all_of().matches(container)
    assert Q.none_of().matches(container)
    assert Q.ALWAYS.matches(container)
    assert not Q.NEVER.matches(container)


def test_t38_any_reaches_up_from_the_owner(box: Box) -> None:
    assert Q.any("A").matches(box("A.1"))
    assert not Q.any("A").matches(box())
    assert not Q.any("A.1").matches(box("A"))


def test_t40_none(box: Box) -> None:
    assert not Q.none("A").matches(box("A.1"))
    assert Q.none("A").matches(box("B.1"))
    assert Q.none("A").matches(box())


def test_t41_clauses_in_clauses(box: Box) -> None:
    query = Q.all_of(Q.any_of(Q.all("A", "B"), Q.all("C")), Q.none("D"))
    assert query.matches(box("A", "B"))
    assert not query.matches(box("C", "D"))
    assert not query.matches(box("A"))


def test_t42_exact_does_not_reach_up(box: Box) -> None:
    assert not Q.all_exact("A").matches(box("A.1"))
    assert Q.all_exact("A.1").matches(box("A.1"))
    assert not Q.any_exact("A").matches(box("A.1"))
    assert Q.none_exact("A").matches(box("A.1"))
    assert not Q.none_exact("A.1").matches(box("A.1"))


def test_t43_the_query_that_nobody_built_matches_nothing(box: Box) -> None:
    for query in (Q(), Q.EMPTY, Q.parse(""), Q.parse("empty()"), Q.from_json({}), Q.from_json(None)):
        assert query.is_empty
        assert not query.matches(box())
        assert not query.matches(box("A.1"))
        assert query == Q.EMPTY
    assert Q.ALWAYS != Q.EMPTY


def test_t44_tags_and_clauses_do_not_mix() -> None:
    with pytest.raises(Misuse, match="never both"):
        Q("AnyTagsMatch", tags=["A"], parts=[Q.all("B")])
    with pytest.raises(Misuse, match="asks no tags"):
        Q("AnyExprMatch", tags=["A"])
    with pytest.raises(Misuse, match="asks no clauses"):
        Q("AllTagsMatch", parts=[Q.all("B")])
    with pytest.raises(Misuse, match="clauses too"):
        Q.any(Q.all("B"))  # type: ignore[arg-type]
    with pytest.raises(TagError, match="with tags and clauses"):
        Q.parse("all(A, any(B))")
    with pytest.raises(TagError):
        Q("Something")  # type: ignore[arg-type]


def test_lists_are_unpacked_and_text_is_no_list() -> None:
    with pytest.raises(Misuse, match="unpack it"):
        Q.any(["A", "B"])  # type: ignore[arg-type]
    with pytest.raises(Misuse, match="a list of tags is wanted"):
        Q("AnyTagsMatch", tags="A")


def test_operators_join_queries_alone(box: Box, tags: TagRegistry) -> None:
    both = Q.any("A") & Q.any("B") & ~Q.any("D")
    assert both == Q.all_of(Q.any("A"), Q.any("B"), Q.none_of(Q.any("D")))
    assert both.matches(box("A.1", "B.1"))
    either = Q.any("A") | Q.any("B") | Q.any("C")
    assert len(either.parts) == 3
    assert either.matches(box("C"))
    assert (~Q.any("A")).matches(box())
    with pytest.raises(TypeError):
        Q.any("A") & tags.tag("B")  # type: ignore[operator]
    with pytest.raises(TypeError):
        tags.tag("A") | tags.tag("B")  # type: ignore[operator]
    with pytest.raises(Misuse, match="neither true nor false"):
        bool(Q.any("A"))


def test_a_query_is_a_value() -> None:
    one, other = Q.any("A", "a", "B"), Q.any("A", "b")
    assert one == other
    assert hash(one) == hash(other)
    assert one.tags == ("A", "B")
    assert Q.any("A") != Q.all("A")
    assert Q.any("B", "A") != one  # said in another order
    with pytest.raises(AttributeError, match="never changes"):
        one.kind = "AllTagsMatch"


def test_unknown_tags_are_kept_and_never_found(tags: TagRegistry, box: Box) -> None:
    gone = tags.tag("Gone.Away")
    assert not Q.any(gone).matches(box("A.1"))
    assert not Q.all(gone, "A").matches(box("A.1"))
    assert Q.none(gone).matches(box("A.1"))
    assert not Q.any(gone).matches(box(gone))
    assert not Q.any_exact("Gone.Away").matches(box(gone))
    assert str(Q.any(gone)) == "any(Gone.Away)"


def test_names_are_looked_up_in_the_registry_of_whoever_is_asked() -> None:
    registry = TagRegistry()
    registry.register("New.Name")
    registry.redirect("Old", "New.Name")
    registry.close()
    assert Q.any("Old").matches(registry.container("New.Name"))
    assert Q.parse("any(Old)", registry).tags == (registry.tag("New.Name"),)


@pytest.mark.parametrize(
    ("query", "text", "line"),
    [
        (Q.any("A.B", "C d"), "any(A.B, C d)", "has A.B or C d"),
        (Q.all("A", "B"), "all(A, B)", "has A and B"),
        (Q.none("A", "B"), "none(A, B)", "has no A and no B"),
        (Q.any_exact("A"), "any_exact(A)", "has exactly A"),
        (Q.all_exact("A", "B"), "all_exact(A, B)", "has exactly A and B"),
        (Q.none_exact("A"), "none(any_exact(A))", "not (has exactly A)"),
        (Q.all_of(), "all_of()", "always"),
        (Q.any_of(), "any_of()", "never"),
        (Q.none_of(), "none_of()", "always"),
        (Q.all(), "all()", "always"),
        (Q.any(), "any()", "never"),
        (Q.EMPTY, "empty()", "never: nobody built this query"),
        (Q.any("A(x)", "any"), 'any("A(x)", any)', "has A(x) or any"),
        (
            Q.any_of(Q.any("A"), Q.all_of(Q.any("B"), Q.none("C"))),
            "any(any(A), all(any(B), none(C)))",
            "has A, or (has B, and has no C)",
        ),
        (Q.none_of(Q.any("A"), Q.any("B")), "none(any(A), any(B))", "none of: (has A; has B)"),
    ],
)
def test_text_and_json_come_back_exactly(query: TagQuery, text: str, line: str) -> None:
    assert str(query) == text
    assert Q.parse(text) == query
    assert Q.from_json(query.to_json()) == query
    assert query.describe() == line


def test_text_is_read_leniently() -> None:
    assert Q.parse(' ALL ( any( A.B ,C ),\n none( "D" ) ) ') == Q.all_of(Q.any("A.B", "C"), Q.none("D"))
    assert Q.parse("none_exact(A)") == Q.none_exact("A")
    assert Q.parse("any_of(any(A))") == Q.any_of(Q.any("A"))


def test_json_has_the_names_of_the_kinds() -> None:
    assert (Q.any("A") & Q.none("B")).to_json() == {
        "kind": "AllExprMatch",
        "parts": [{"kind": "AnyTagsMatch", "tags": ["A"]}, {"kind": "NoTagsMatch", "tags": ["B"]}],
    }


@pytest.mark.parametrize(
    "text",
    ["A.B", "any", "any(", "any(A", "any(A,)", "any(A B", "some(A)", "any(A))", "any(A) b", 'any("A)', "any(,A)",
     "any_exact(any(A))", "all_of(A)", "empty(A)", "any(A(b))", "any(" * 80 + "A" + ")" * 80, ")", "any)A("],
)  # fmt: skip
def test_what_is_no_query_is_refused(text: str) -> None:
    with pytest.raises(TagError, match="the query"):
        Q.parse(text)


@pytest.mark.parametrize(
    "plain",
    [5, "any(A)", [], {"kind": "Some"}, {"tags": ["A"]}, {"kind": "AnyTagsMatch", "tags": [1]},
     {"kind": "AnyTagsMatch", "x": 1},
     {"kind": "AnyTagsMatch", "tags": ["A"], "parts": [{}]}, {"kind": "AllExprMatch", "parts": [5]}],
)  # fmt: skip
def test_what_is_no_json_of_a_query_is_refused(plain: Any) -> None:
    with pytest.raises(TagError, match="no query"):
        Q.from_json(plain)


def test_it_may_nest_deeply_but_not_endlessly() -> None:
    query = Q.any("A")
    for _ in range(63):
        query = ~query
    assert Q.parse(str(query)) == query
    with pytest.raises(Misuse, match="64 deep"):
        query = ~query


def test_the_clause_that_failed_is_named(tags: TagRegistry, box: Box) -> None:
    query = Q.parse("all(any(A.1, B.1), none(D), all_exact(A))", tags)
    explanation = query.explain(box("A.1", "D"))
    assert not explanation
    failed = explanation.failed
    assert failed is not None
    assert str(failed.query) == "none(D)"
    assert failed.found == ("D",)
    assert str(explanation).splitlines() == [
        "no  all",
        "  yes  any(A.1, B.1): has A.1; lacks B.1",
        "  no  none(D): has D",
        "  no  all_exact(A): lacks A",
    ]
    assert query.explain(box("A.1", "A")).failed is None
    assert Q.any(tags.tag("Gone")).explain(box("A")).unknown == ("Gone",)
    assert str(Q.EMPTY.explain(box())) == "no  empty(): nobody built it"


def test_the_tags_of_a_query_can_be_changed_without_reading_it_anew(tags: TagRegistry) -> None:
    query = Q.parse("all(any(A.1, B.1), none(a.1))", tags)
    assert [str(tag) for tag in query.dictionary()] == ["A.1", "B.1"]
    other = query.mapped(lambda tag: "C" if str(tag).lower() == "a.1" else tag)
    assert str(other) == "all(any(C, B.1), none(C))"
    assert str(query) == "all(any(A.1, B.1), none(A.1))"


def test_what_is_no_clause_and_no_tag_is_refused() -> None:
    wrong: Any = "A"
    with pytest.raises(Misuse, match="'A' is no clause"):
        TagQuery.all_of(wrong)
    wrong = 5
    with pytest.raises(Misuse, match="5 is no tag"):
        TagQuery.any(wrong)
    wrong = "any(A)"
    with pytest.raises(Misuse, match="is no query"):
        TagRequirements(["A"], query=wrong)
