"""Old names in saved data."""

from __future__ import annotations

import pytest

from talewright.tags import (
    TagQuery,
    TagRegistry,
    TagRequirements,
    heal,
    heal_counts,
    heal_name,
    heal_query,
    heal_requirements,
)


@pytest.fixture
def registry() -> TagRegistry:
    registry = TagRegistry()
    for name in ("Npc.Smith", "Npc.Rat", "X", "Y"):
        registry.register(name)
    registry.redirect("Npc.Blacksmith", "Npc.Farrier")
    registry.redirect("Npc.Farrier", "Npc.Smith")
    registry.redirect("Lost", "Nowhere")
    registry.redirect("X", "Y", since=7)
    registry.redirect("Y", "X", since=7)
    registry.close()
    return registry


def test_names_follow_redirects_and_the_report_says_so(registry: TagRegistry) -> None:
    container, healing = heal(registry, ["Npc.Blacksmith", "npc.rat", "Gone", "Lost", "", "A,"])
    assert str(container) == "Npc.Smith, Npc.Rat, Gone, Lost"
    assert healing.moved == {"Npc.Blacksmith": "Npc.Smith"}
    assert healing.unresolved == ["Gone", "Lost", "A,"]
    assert healing.changed
    assert healing.lines() == [
        "Npc.Blacksmith is Npc.Smith now",
        "Gone is no tag any more; it was kept",
        "Lost is no tag any more; it was kept",
        "A, is no tag any more; it was kept",
    ]


def test_children_of_a_renamed_tag_do_not_follow(registry: TagRegistry) -> None:
    assert not heal_name(registry, "Npc.Blacksmith.Apprentice").known


def test_several_old_names_of_one_tag_add_up(registry: TagRegistry) -> None:
    counts, healing = heal_counts(registry, {"Npc.Blacksmith": 2, "Npc.Farrier": 3, "Npc.Smith": 1, "Gone": 4})
    assert counts == {"Npc.Smith": 6, "Gone": 4}
    assert healing.merged == {"Npc.Smith": ["Npc.Blacksmith", "Npc.Farrier", "Npc.Smith"]}


def test_a_swap_is_told_apart_by_when_the_data_was_saved(registry: TagRegistry) -> None:
    assert [d.code for d in registry.report] == ["TW-TAG-24", "TW-TAG-28"]
    old, healing = heal(registry, ["X", "Y", "Npc.Blacksmith"], saved_at=6)
    assert str(old) == "Y, X, Npc.Smith"
    assert healing.moved == {"X": "Y", "Y": "X", "Npc.Blacksmith": "Npc.Smith"}
    new, healing = heal(registry, ["X", "Y"], saved_at=7)
    assert str(new) == "X, Y"
    assert not healing.changed


def test_a_name_that_was_used_again_means_what_it_meant(registry: TagRegistry) -> None:
    fresh = TagRegistry()
    fresh.register("X")
    fresh.register("Z")
    fresh.redirect("X", "Z", since=3)
    fresh.close()
    assert heal_name(fresh, "X", saved_at=2).name == "Z"
    assert heal_name(fresh, "X", saved_at=3).name == "X"
    assert heal_name(fresh, "X").name == "X"


def test_queries_and_requirements_heal_too(registry: TagRegistry) -> None:
    query, healing = heal_query(registry, TagQuery.parse("all(any(Npc.Blacksmith), none(Gone))"))
    assert str(query) == "all(any(Npc.Smith), none(Gone))"
    assert healing.unresolved == ["Gone"]
    requirements, healing = heal_requirements(registry, TagRequirements(["Npc.Farrier"], query=query))
    assert requirements.met_by(registry.container("Npc.Smith"))
    assert healing.moved == {"Npc.Farrier": "Npc.Smith"}


def test_tags_of_an_older_generation_heal(registry: TagRegistry) -> None:
    held = registry.container("Npc.Smith", "Npc.Rat")

    def fill(fresh: TagRegistry) -> None:
        fresh.register("Npc.Farmer")
        fresh.redirect("Npc.Smith", "Npc.Farmer")

    registry.reload(fill)
    container, healing = heal(registry, held)
    assert str(container) == "Npc.Farmer, Npc.Rat"
    assert healing.unresolved == ["Npc.Rat"]
    assert not container.has("Npc.Rat")
