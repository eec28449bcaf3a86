"""Which tags there are: registering, the window that closes, asking."""

from __future__ import annotations

import pytest

from talewright.diagnostics import Span
from talewright.errors import FieldError, InvalidName, RegistryClosed, UnknownTag
from talewright.fields import decode, encode
from talewright.tags import CODES, EMPTY, Tag, TagContainer, TagRegistry, TagRow

HERE, THERE = Span("a.ini", 2, 1), Span("b.ini", 5, 1)


def closed(*names: str) -> TagRegistry:
    registry = TagRegistry()
    for name in names:
        registry.register(name)
    registry.close()
    return registry


def test_t36_parents_are_tags_too_but_implicit_ones() -> None:
    registry = closed("A.B.C")
    assert list(map(str, registry)) == ["A.B.C"]
    assert list(map(str, registry.every())) == ["A", "A.B", "A.B.C"]
    assert len(registry) == 1
    assert "A.B" in registry
    assert registry.tag("A.B").known
    assert not registry.is_explicit("A.B")
    assert registry.is_explicit(registry.tag("a.b.c"))


def test_tags_come_in_the_order_of_their_segments() -> None:
    registry = closed("A-B", "B", "A.x", "A.X.Y", "a")
    assert list(map(str, registry)) == ["A", "A.x", "A.X.Y", "A-B", "B"]
    assert list(map(str, registry.roots())) == ["A", "A-B", "B"]


def test_children_are_all_under_a_tag() -> None:
    registry = closed("A.B.C", "A.B.D", "A.Bc", "A-B", "A.B-C.X", "A B.X")
    assert str(registry.children("A")) == "A.B, A.B.C, A.B.D, A.B-C, A.B-C.X, A.Bc"
    assert str(registry.children(registry.tag("a.b"))) == "A.B.C, A.B.D"
    assert len(registry.children("A.Bc")) == 0
    assert len(registry.children("Nobody")) == 0
    assert len(registry.children(EMPTY)) == 0
    assert registry.children("A").has_exact("A.B")


# -- the window


def test_after_closing_nothing_is_registered() -> None:
    registry = closed("A")
    assert registry.closed
    with pytest.raises(RegistryClosed) as caught:
        registry.register("Late.Comer")
    assert "the tag 'Late.Comer' comes too late: the registry closed when the project was opened" in str(caught.value)
    assert "before the project is" in caught.value.hint
    with pytest.raises(RegistryClosed, match="the redirect of 'Old' comes too late"):
        registry.redirect("Old", "A")
    with pytest.raises(RegistryClosed):
        registry.register("A")
    assert "Late" not in registry


def test_closing_twice_is_no_matter() -> None:
    registry = TagRegistry()
    registry.redirect("Old", "Nowhere")
    registry.close()
    registry.close()
    assert len(registry.report) == 1


def test_before_closing_what_is_there_can_be_asked_for() -> None:
    registry = TagRegistry()
    early = registry.tag("A.B")
    assert not early.known
    tag = registry.register("A.B.C")
    assert registry.tag("A.B").known
    assert not early.known  # a value: ask again
    assert registry.container("A.B.C").has("A")
    assert tag.matches("A")
    assert list(registry.children("A")) == [registry.tag("A.B"), tag]
    registry.register("A.D")
    assert str(registry.children("A")) == "A.B, A.B.C, A.D"
    assert not registry.closed


def test_an_unready_registry_is_told_apart_from_an_unknown_tag() -> None:
    registry = TagRegistry()
    registry.register("A")
    with pytest.raises(UnknownTag, match="not declared so far: the registry is not ready"):
        registry.require("B")
    registry.close()
    with pytest.raises(UnknownTag, match=r"no source declares the tag 'B' \(1 tags are known\)"):
        registry.require("B")


# -- twice


def test_the_first_comment_and_place_count() -> None:
    registry = TagRegistry()
    first = registry.register("A.B", "first", source=HERE)
    again = registry.register("A.B", "second", source=THERE)
    assert again == first
    assert (again.comment, again.source) == ("first", HERE)
    (finding,) = registry.report
    assert (finding.code, finding.severity, finding.span) == ("TW-TAG-03", "warning", THERE)
    assert "declared already, at a.ini:2:1" in finding.message


def test_spellings_that_differ_in_case_are_one_tag() -> None:
    registry = TagRegistry()
    registry.register("Npc.Smith", source=HERE)
    registry.register("NPC.smith", source=THERE)
    assert len(registry) == 1
    assert registry.tag("npc.SMITH").name == "Npc.Smith"
    assert [d.code for d in registry.report] == ["TW-TAG-04", "TW-TAG-03"]
    assert registry.report[0].hint == "write Npc.Smith"


def test_a_parent_in_another_spelling_is_found_too() -> None:
    registry = TagRegistry()
    registry.register("Npc.Smith", source=HERE)
    registry.register("NPC.Rat", source=THERE)
    registry.register("npc", "people", source=THERE)
    assert [(d.code, d.span) for d in registry.report] == [("TW-TAG-04", THERE), ("TW-TAG-04", THERE)]
    assert registry.tag("NPC").name == "Npc"
    assert registry.tag("NPC").comment == "people"
    assert str(registry.children("Npc")) == "NPC.Rat, Npc.Smith"


def test_a_program_may_repeat_what_is_known() -> None:
    registry = TagRegistry()
    registry.register("A", "about", source=HERE)
    registry.register("A")
    registry.register("A", "about")
    assert registry.report == []
    registry.register("A", "something else")
    assert [d.code for d in registry.report] == ["TW-TAG-03"]
    place = registry.report[0].span
    assert (place.file.rpartition("/")[2], place.line > 1) == ("test_registry.py", True)


def test_an_implicit_tag_becomes_explicit() -> None:
    registry = TagRegistry()
    registry.register("A.B")
    above = registry.tag("A")
    registry.register("A", "about")
    assert above.explicit
    assert above.comment == "about"
    assert registry.report == []


def test_rows_are_registered_as_one_by_one() -> None:
    registry = TagRegistry()
    registry.register_rows([TagRow("A.B", "first", HERE), TagRow("C"), TagRow("a.b", "second", THERE)])
    assert list(map(str, registry)) == ["A.B", "C"]
    assert (registry.comment("A.B"), registry.source("A.B"), registry.source("C")) == ("first", HERE, None)
    assert [d.code for d in registry.report] == ["TW-TAG-04", "TW-TAG-03"]
    registry.close()
    with pytest.raises(RegistryClosed):
        registry.register_rows([TagRow("D")])


# -- names


@pytest.mark.parametrize("name", ["", "A..B", "A,", " A", "none"])
def test_invalid_names_are_refused(name: str) -> None:
    registry = TagRegistry()
    with pytest.raises(InvalidName):
        registry.register(name)
    assert len(registry) == 0
    with pytest.raises(InvalidName):
        registry.require(name)
    if name:
        with pytest.raises(InvalidName):
            registry.tag(name)


def test_t53_none_is_no_tag_even_above_another() -> None:
    registry = closed("None.Live", "none.Dead")
    assert "None" not in registry
    assert registry.tag("None.Live").known
    assert registry.tag("None.Live").parent == EMPTY
    assert list(map(str, registry.tag("None.Live").parents())) == ["None.Live"]
    assert not registry.container("None.Live").has("None")
    assert len(list(registry.every())) == 2


def test_membership_takes_tags_and_names() -> None:
    registry = closed("A.B")
    assert "a.b" in registry
    assert registry.tag("A") in registry
    assert registry.tag("A.X") not in registry
    assert 5 not in registry


def test_an_empty_registry_gives_unknown_tags() -> None:
    registry = closed()
    tag = registry.tag("A.B")
    assert not tag.known
    assert not tag.parent.known
    assert tag.comment == ""
    assert list(registry) == []


# -- near names


def test_near_names_are_offered() -> None:
    registry = closed("Npc.Smith", "Npc.Rat", "Quest.Smith")
    with pytest.raises(UnknownTag) as caught:
        registry.require("Npc.Smiht")
    assert caught.value.hint == "did you mean Npc.Smith?"
    assert registry.near("Nqc.Rat") == ["Npc.Rat"]
    with pytest.raises(UnknownTag) as caught:
        registry.require("Zzz")
    assert "declare it" in caught.value.hint


def test_a_redirect_that_leads_nowhere_is_named() -> None:
    registry = TagRegistry()
    registry.register("A")
    registry.redirect("Old", "Gone", source=HERE)
    registry.close()
    with pytest.raises(UnknownTag) as caught:
        registry.require("old")
    assert "the tag 'old' was renamed to Gone (a.ini:2:1), which is no tag" in str(caught.value)


# -- saving


def test_tags_and_containers_are_saved_as_names() -> None:
    registry = closed("A.B", "C D")
    references = registry.references()
    assert encode(registry.tag("a.b"), Tag, references) == "A.B"
    assert decode("A.B", Tag, references) == registry.tag("A.B")
    assert decode("", Tag, references) == EMPTY
    container = registry.container("C D", "A.B", "Un.Known")
    assert encode(container, TagContainer, references) == "C D, A.B, Un.Known"
    assert decode("C D, A.B, Un.Known", TagContainer, references) == container
    assert decode("", TagContainer, references) == TagContainer()
    assert decode(encode([container], list, references), list, references) == [container]
    assert encode(EMPTY, Tag, references) == ""


def test_saved_names_follow_redirects_and_unknown_ones_are_kept() -> None:
    registry = TagRegistry()
    registry.register("New")
    registry.redirect("Old", "New")
    registry.close()
    assert decode("Old", Tag, registry.references()) == registry.tag("New")
    assert str(decode("Gone", Tag, registry.references())) == "Gone"


def test_a_saved_name_that_can_be_no_tag_is_a_misfit() -> None:
    with pytest.raises(FieldError, match=r"smith\.state: the tag name 'A,' holds ','"):
        decode("A,", Tag, closed().references(), "smith.state")


def test_every_code_says_what_it_means() -> None:
    assert list(CODES) == sorted(CODES)
    assert all(code.startswith("TW-TAG-") and text for code, text in CODES.items())


def test_what_a_program_declares_has_its_line() -> None:
    """Faults §3 C: the place of a code tag was <code>:1:1."""
    registry = TagRegistry()
    tag = registry.register("A.B")
    registry.register_names(["C", "D"])
    registry.redirect("Old", "Nowhere")
    registry.close()
    places = [tag.source, registry.source("D"), registry.report[0].span]
    assert all(place is not None and place.file.endswith("test_registry.py") for place in places)
    lines = [place.line for place in places if place is not None]
    assert [line - lines[0] for line in lines] == [0, 1, 2]


def test_a_short_name_is_near_the_whole_one() -> None:
    registry = TagRegistry()
    registry.register_names(["Libretto.Dialogues.Smith.Forge", "Libretto.Dialogues.Smith.Yard", "Npc.Smith"])
    registry.close()
    assert registry.near("Smith.Forje")[0] == "Libretto.Dialogues.Smith.Forge"
    with pytest.raises(UnknownTag) as caught:
        registry.require("Forje")
    assert caught.value.hint.startswith("did you mean Libretto.Dialogues.Smith.Forge")


def test_a_comment_that_differs_is_told_apart() -> None:
    registry = TagRegistry()
    for comment in ("one", "one", "two"):
        registry.register("A", comment, source=Span("x.ini", 1 + len(registry.report)))
    equal, other = (finding.message for finding in registry.report)
    assert "with the same comment" in equal
    assert "with another comment, which counts: 'one', not 'two'" in other
