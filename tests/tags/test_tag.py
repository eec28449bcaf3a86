"""One tag against others: the cases T1 to T10 and T32 to T36, and tags that are none."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from talewright.errors import Misuse
from talewright.tags import EMPTY, Tag, TagContainer, TagRegistry

Box = Callable[..., TagContainer]


def test_t1_a_tag_matches_its_parent(tags: TagRegistry) -> None:
    assert tags.tag("A.1").matches("A")
    assert tags.tag("A.1").matches(tags.tag("A"))


def test_t2_a_parent_does_not_match_its_child(tags: TagRegistry) -> None:
    assert not tags.tag("A").matches("A.1")


def test_t3_a_parent_is_no_exact_match(tags: TagRegistry) -> None:
    assert not tags.tag("A.1").matches_exact("A")


def test_t4_case_is_ignored(tags: TagRegistry) -> None:
    assert tags.tag("a.1").matches_exact("A.1")
    assert tags.tag("a.1").matches_exact(tags.tag("A.1"))
    assert tags.tag("a.1") == tags.tag("A.1")
    assert str(tags.tag("a.1")) == "A.1"


def test_t5_segments_are_matched_whole(tags: TagRegistry) -> None:
    assert not tags.tag("A.Bc").matches("A.B")


def test_t6_the_empty_tag_matches_nothing(tags: TagRegistry) -> None:
    assert not tags.tag("A.1").matches(EMPTY)
    assert not tags.tag("A.1").matches("")
    assert not EMPTY.matches("A")
    assert not EMPTY.matches(tags.tag("A"))
    assert not EMPTY.matches(EMPTY)
    assert not EMPTY.matches_exact(EMPTY)
    assert tags.tag("") == EMPTY


def test_t7_t8_t9_matching_any(tags: TagRegistry, box: Box) -> None:
    assert tags.tag("A.1").matches_any(box("A", "B"))
    assert tags.tag("A.1").matches_any(["A", "B"])
    assert not tags.tag("A").matches_any(box("A.1", "B"))
    assert not tags.tag("A.1").matches_any(box())


def test_t10_matching_any_exactly(tags: TagRegistry, box: Box) -> None:
    assert not tags.tag("A.1").matches_any_exact(box("A", "B"))
    assert tags.tag("A.1").matches_any_exact([tags.tag("a.1")])
    assert not tags.tag("A.1").matches_any_exact([])


def test_t32_parents_are_explicit(tags: TagRegistry) -> None:
    parents = tags.tag("A.B.C").parents()
    assert list(map(str, parents)) == ["A.B.C", "A.B", "A"]
    assert parents.has_exact("A")


def test_t33_a_single_tag_has_its_parents_but_not_exactly(tags: TagRegistry) -> None:
    single = tags.tag("A.B").single()
    assert single.has("A")
    assert not single.has_exact("A")


def test_t34_match_depth(tags: TagRegistry) -> None:
    assert tags.tag("A.B.C").match_depth("A.B.D") == 2
    assert tags.tag("A.B").match_depth("A.B") == 2
    assert tags.tag("A").match_depth("B") == 0
    assert tags.tag("A.B.C").match_depth(tags.tag("A.1")) == 1
    assert tags.tag("A").match_depth("Nobody") == 0


def test_t35_the_parent_of_a_root_is_the_empty_tag(tags: TagRegistry) -> None:
    assert tags.tag("A").parent == EMPTY
    assert not tags.tag("A").parent
    assert tags.tag("A.B.C").parent == tags.tag("A.B")


# -- unknown tags


def test_an_unknown_tag_keeps_its_text_and_matches_nothing(tags: TagRegistry, box: Box) -> None:
    gone = tags.tag("A.Gone")
    assert not gone.known
    assert str(gone) == "A.Gone"
    assert repr(gone) == "<Tag A.Gone (unknown)>"
    assert gone
    for other in ("A", "A.Gone", gone, EMPTY, tags.tag("A")):
        assert not gone.matches(other)
        assert not gone.matches_exact(other)
        assert gone.match_depth(other) == 0
    assert not tags.tag("A").matches(gone)
    assert not gone.matches_any([gone, "A"])
    assert not gone.matches_any_exact([gone, "A.Gone"])
    assert len(gone.parents()) == 0
    assert (gone.comment, gone.source, gone.explicit) == ("", None, False)


def test_unknown_tags_are_values(tags: TagRegistry) -> None:
    assert tags.tag("A.Gone") == tags.tag("a.gone")
    assert len({tags.tag("A.Gone"), tags.tag("a.GONE")}) == 1
    assert tags.tag("A.Gone") != tags.tag("A.Lost")


def test_a_known_tag_never_equals_an_unknown_one_of_the_same_text(tags: TagRegistry) -> None:
    other = TagRegistry()
    other.close()
    assert other.tag("A") != tags.tag("A")
    assert not other.tag("A").matches(tags.tag("A"))


def test_the_parent_of_an_unknown_tag_may_be_known(tags: TagRegistry) -> None:
    assert tags.tag("A.Gone").parent == tags.tag("A")
    assert not tags.tag("No.Body.Here").parent.known
    assert tags.tag("Zed .B").parent.name == "Zed "  # from the text alone: such a name could not be asked for
    assert tags.tag("Nobody").parent == EMPTY


def test_tags_of_two_registries_are_equal_by_name(tags: TagRegistry) -> None:
    after_reload = TagRegistry()
    after_reload.register("a.b")
    after_reload.close()
    assert after_reload.tag("A") == tags.tag("A")
    assert tags.tag("A.B.C").matches(after_reload.tag("A.B"))
    assert tags.container("A.B.C").has(after_reload.tag("a"))


# -- as a value


def test_a_tag_never_changes(tags: TagRegistry) -> None:
    tag = tags.tag("A")
    with pytest.raises(AttributeError, match="a tag never changes"):
        tag.name = "B"
    with pytest.raises(AttributeError, match="a tag never changes"):
        del tag.known
    assert copy.copy(tag) is tag
    assert copy.deepcopy([tag])[0] is tag
    with pytest.raises(TypeError, match=r"save str\(tag\)"):
        pickle.dumps(tag)


def test_tags_are_no_text(tags: TagRegistry) -> None:
    assert tags.tag("A") != "A"
    assert "A" not in list(tags)


def test_tags_sort_by_segments(tags: TagRegistry) -> None:
    shuffled = [tags.tag(name) for name in ("B", "a.x", "A", "A.B.C", "A.B")]
    assert list(map(str, sorted(shuffled))) == ["A", "A.B", "A.B.C", "A.X", "B"]
    with pytest.raises(TypeError):
        sorted([tags.tag("A"), "B"])  # type: ignore[type-var]


def test_what_a_tag_says_of_itself() -> None:
    registry = TagRegistry()
    smith = registry.register("Npc.Smith", "rude")
    assert (smith.leaf, smith.comment, smith.explicit, smith.known) == ("Smith", "rude", True, True)
    assert not smith.parent.explicit
    assert smith.parent.known
    assert repr(smith) == "<Tag Npc.Smith>"
    assert repr(EMPTY) == "<Tag (empty)>"


def test_one_tag_where_several_are_wanted_is_misuse(tags: TagRegistry) -> None:
    with pytest.raises(Misuse, match=r"'A\.B' is one tag where several are expected"):
        tags.tag("A.1").matches_any("A.B")
    with pytest.raises(Misuse):
        tags.tag("A.1").matches_any(tags.tag("A"))  # type: ignore[arg-type]


def test_tags_are_made_by_registries() -> None:
    assert isinstance(TagRegistry().register("A"), Tag)
