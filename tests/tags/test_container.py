"""What something has: the cases T11 to T31 and T37, and unknown members."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from talewright.errors import Misuse, TagError
from talewright.tags import EMPTY, TagContainer, TagRegistry

Box = Callable[..., TagContainer]


def names(container: TagContainer) -> list[str]:
    return [tag.name for tag in container]


def test_t11_a_container_has_the_parents_but_not_exactly(box: Box) -> None:
    assert box("A.1").has("A")
    assert not box("A.1").has_exact("A")
    assert box("A.1").has_exact("a.1")


def test_t12_the_question_is_never_expanded(box: Box) -> None:
    assert not box("A").has("A.1")


def test_t13_t14_t15_has_any(box: Box) -> None:
    assert box("A.1").has_any(box("A", "B"))
    assert not box("A").has_any(box("A.1", "B"))
    assert not box("A.1").has_any(box())
    assert not box("A.1").has_any([])


def test_t16_has_any_exact(box: Box) -> None:
    assert not box("A.1").has_any_exact(box("A", "B"))
    assert not box("A.1").has_any_exact([])


def test_t17_t18_has_all(box: Box) -> None:
    assert box("A.1", "B.1").has_all(box("A", "B"))
    assert not box("A", "B").has_all(box("A.1", "B.1"))


def test_t19_everything_has_all_of_nothing(box: Box) -> None:
    assert box("A.1").has_all(box())
    assert box().has_all(box())
    assert box().has_all([])
    assert box().has_all_exact(box())


def test_t20_nothing_has_not_all_of_something(box: Box) -> None:
    assert not box().has_all(["A"])
    assert not box().has_all(box("A"))


def test_t21_has_all_exact(box: Box) -> None:
    assert not box("A.1", "B.1").has_all_exact(box("A", "B"))
    assert box("A.1", "B.1", "C").has_all_exact(["b.1", "a.1"])


def test_t22_siblings_are_not_exactly_any(box: Box) -> None:
    assert not box("A.B").has_any_exact(box("A.C", "A.D"))


def test_t23_any_is_found_through_an_ancestor(box: Box) -> None:
    assert box("Tile.Walk", "Tile.Neg.X").has_any(box("Tile.Walk.Start", "Tile.Obst", "Tile.Neg"))


def test_t24_the_union_with_nothing(box: Box) -> None:
    container = box("A")
    container.append(box())
    assert names(container) == ["A"]


def test_t25_filter(box: Box) -> None:
    assert names(box("A.1", "C").filter(["A"])) == ["A.1"]
    assert names(box("A.1", "C").filter_exact(["A"])) == []
    assert names(box("A.1", "C").filter_exact(box("c", "B"))) == ["C"]


def test_t26_filter_by_nothing(box: Box) -> None:
    assert box("A.1", "C").filter([]) == box()
    assert box("A.1", "C").filter_exact([]) == box()


def test_t27_a_parent_can_be_added_explicitly(box: Box) -> None:
    container = box("A.B")
    container.add("A")
    assert len(container) == 2
    assert container.has_exact("A")


def test_t28_adding_twice(box: Box) -> None:
    container = box("A.B")
    container.add("a.b")
    assert len(container) == 1


def test_t29_removing_a_parent_leaves_it_implicit(box: Box) -> None:
    container = box("A.B", "A")
    assert container.remove("A")
    assert container.has("A")
    assert not container.has_exact("A")
    assert not container.remove("A")
    assert container.remove("A.B")
    assert not container.has("A")


def test_t30_a_leaf_takes_the_place_of_its_parents(box: Box) -> None:
    container = box("A", "X")
    assert container.add_leaf("A.B")
    assert names(container) == ["X", "A.B"]
    assert container.has("A")


def test_t31_no_leaf_where_something_is_under_it(box: Box) -> None:
    container = box("A.B")
    assert not container.add_leaf("A")
    assert not container.add_leaf("A.B")
    assert not container.add_leaf(EMPTY)
    assert names(container) == ["A.B"]


def test_t37_equality_ignores_order_and_case(box: Box) -> None:
    assert box("A.B", "C") == box("c", "a.b")
    assert box("A.B") != box("A.B", "A")  # equal in effect is not equal
    assert box("A") != {"A"}
    with pytest.raises(TypeError):
        hash(box())


# -- more of the table


def test_members_keep_the_order_of_their_arrival(box: Box) -> None:
    container = box("C", "A.B", "B.1")
    container.remove("A.B")
    container.add("A.B")
    assert names(container) == ["C", "B.1", "A.B"]
    assert str(container) == "C, B.1, A.B"
    assert repr(box("C")) == "TagContainer({C})"


def test_emptiness_is_falsehood(box: Box) -> None:
    assert not box()
    assert box("A")
    container = box("A.B")
    container.clear()
    assert not container
    assert not container.has("A")


def test_the_empty_tag_is_never_a_member(box: Box) -> None:
    container = box("A", "")
    container.add(EMPTY)
    assert len(container) == 1
    assert not container.has(EMPTY)
    assert not container.has("")
    assert not container.has_exact(EMPTY)
    assert EMPTY not in container


def test_append_and_append_matching(box: Box) -> None:
    container = box("C")
    container.append_matching(box("A.B", "A.B.C", "B.1"), ["A.B"])
    assert names(container) == ["C", "A.B", "A.B.C"]
    container.append_matching(["X", "D"], ["D"])
    container.append(["X", "C"])
    assert names(container) == ["C", "A.B", "A.B.C", "D", "X"]


def test_remove_all_ignores_what_is_not_there(box: Box) -> None:
    container = box("A.B", "C")
    container.remove_all(box("C", "A", "D"))
    assert names(container) == ["A.B"]
    container.remove_all(container)
    assert len(container) == 0


def test_parents_makes_all_explicit(box: Box) -> None:
    assert names(box("A.B.C", "C").parents()) == ["A.B.C", "A.B", "A", "C"]


def test_iteration_survives_changes(box: Box) -> None:
    container = box("A", "C")
    for tag in container:
        container.remove(tag)
    assert len(container) == 0


def test_in_is_about_members(box: Box, tags: TagRegistry) -> None:
    container = box("A.B")
    assert "a.b" in container
    assert tags.tag("A.B") in container
    assert "A" not in container
    assert 5 not in container


@pytest.mark.parametrize("copier", [copy.copy, copy.deepcopy, TagContainer.copy])
def test_a_copy_is_its_own(box: Box, copier: Callable[[TagContainer], TagContainer]) -> None:
    container = box("A.B")
    other = copier(container)
    other.remove("A.B")
    assert container.has("A")
    assert not other.has("A")
    other.add("C")  # by name still: it knows the registry


def test_questions_by_text_follow_redirects() -> None:
    registry = TagRegistry()
    registry.register("Npc.Smith")
    registry.redirect("Npc.Blacksmith", "Npc.Smith")
    registry.close()
    container = TagContainer([registry.tag("Npc.Smith")])
    assert container.has("npc.blacksmith")
    assert container.has_all(["Npc.Blacksmith", "Npc"])
    assert container.filter(["Npc.Blacksmith"]) == container
    assert container.remove("Npc.Blacksmith")


def test_a_name_needs_a_registry_to_be_added(tags: TagRegistry) -> None:
    with pytest.raises(TagError, match="this container knows no registry"):
        TagContainer(["A"])
    container = TagContainer([tags.tag("A")])
    container.add("C")  # the first member's registry
    assert names(container) == ["A", "C"]
    assert not TagContainer().has("A")
    assert TagContainer().has_all([])


def test_one_tag_where_several_are_wanted_is_misuse(box: Box) -> None:
    with pytest.raises(Misuse, match=r"'A\.B' is one tag where several are expected"):
        box("A.B").has_any("A.B")


# -- unknown tags


def test_an_unknown_member_is_kept_and_found_by_nothing(tags: TagRegistry) -> None:
    gone = tags.tag("A.Gone")
    container = tags.container(gone, "C")
    assert len(container) == 2
    assert str(container) == "A.Gone, C"
    assert gone in container
    assert "a.gone" in container
    for question in (gone, "A.Gone", "A"):
        assert not container.has(question)
        assert not container.has_exact(question)
        assert not container.has_any([question])
        assert not container.has_any_exact([question])
        assert not container.has_all([question, "C"])
        assert not container.has_all_exact([question, "C"])
    assert container.filter([gone, "A", "C"]) == tags.container("C")
    assert container.filter_exact([gone, "C"]) == tags.container("C")
    assert names(container.parents()) == ["A.Gone", "C"]


def test_unknown_members_are_added_and_removed_like_others(tags: TagRegistry) -> None:
    container = tags.container("A.Gone")
    container.add("a.GONE")
    assert len(container) == 1
    assert not container.add_leaf("A.Gone")
    assert container.add_leaf("A.Lost")
    assert container == tags.container("A.Lost", "A.Gone")
    assert container.remove("A.GONE")
    container.remove_all([tags.tag("A.Lost")])
    assert len(container) == 0


def test_no_question_raises_because_of_its_text(tags: TagRegistry) -> None:
    container = tags.container("A.B")
    for text in ("", " ", "A.", "A,B", "\0", "\0a", "None"):
        assert not container.has(text)
        assert not container.has_exact(text)
        assert not container.has_any([text])
        assert text not in container
        assert not container.remove(text)
        assert not tags.tag("A").matches(text)
