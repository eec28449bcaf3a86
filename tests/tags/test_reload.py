"""The life of a registry: open, closed, reloaded; snapshots, one event for all changes, not ready against unknown."""

from __future__ import annotations

import pytest

from talewright.errors import Misuse, RegistryClosed, UnknownTag
from talewright.tags import EMPTY, RegistryNotReady, TagChanges, TagRegistry


def closed(*names: str) -> TagRegistry:
    registry = TagRegistry()
    for name in names:
        registry.register(name)
    registry.close()
    return registry


def test_phases() -> None:
    registry = TagRegistry()
    assert (registry.phase, registry.generation) == ("open", 1)
    registry.close()
    assert registry.phase == "closed"
    seen = []
    registry.reload(lambda fresh: seen.extend([registry.phase, fresh.phase]))
    assert seen == ["reloading", "open"]
    assert registry.phase == "closed"


def test_a_reload_adds_and_removes_in_one_step() -> None:
    registry = closed("A.B", "A.C", "Old")
    heard: list[TagChanges] = []
    end = registry.listen(heard.append)

    def fill(fresh: TagRegistry) -> None:
        fresh.register("A.B", "a comment")
        fresh.register("a.d")
        fresh.register("New.X")
        fresh.redirect("Old", "New.X")
        assert registry.tag("A.C").known  # nothing is different yet
        assert not registry.tag("New.X").known

    changes = registry.reload(fill)
    assert heard == [changes]
    assert changes.generation == registry.generation == 2
    assert changes.added == ("a.d", "New")
    assert changes.removed == ("A.C",)
    assert changes.renamed == {"Old": "New.X"}
    assert changes.commented == ("A.B",)
    assert str(changes) == "2 added, 1 removed, 1 renamed, 1 with another comment"
    assert registry.tag("Old").name == "New.X"
    assert registry.tag("New.X").known
    with pytest.raises(RegistryClosed):
        registry.register("Late")
    end()
    registry.reload(lambda fresh: None)
    assert len(heard) == 1


def test_what_is_above_renamed_tags_moves_along() -> None:
    registry = closed("D.Smith", "D.Smith.Sel.Intro", "D.Smith.Sel.Bye", "Root.Deep.X", "Root.Deep.Y")

    def fill(fresh: TagRegistry) -> None:
        fresh.register_names(["D.Ferrick", "D.Ferrick.Sel.Intro", "D.Ferrick.Sel.Hello", "Tree.X", "Tree.Y"])
        for old, new in (
            ("D.Smith", "D.Ferrick"),
            ("D.Smith.Sel.Intro", "D.Ferrick.Sel.Intro"),
            ("Root.Deep.X", "Tree.X"),
        ):
            fresh.redirect(old, new)

    changes = registry.reload(fill)
    assert dict(changes.renamed) == {
        "D.Smith": "D.Ferrick",
        "D.Smith.Sel.Intro": "D.Ferrick.Sel.Intro",
        "Root.Deep.X": "Tree.X",
    }
    assert changes.added == ("D.Ferrick.Sel.Hello", "Tree.Y")
    assert changes.removed == ("D.Smith.Sel.Bye", "Root", "Root.Deep.Y")  # Root.Deep is Tree now


def test_a_reload_that_changes_nothing_is_no_event() -> None:
    registry = closed("A.B")
    heard: list[TagChanges] = []
    registry.listen(heard.append)
    changes = registry.reload(lambda fresh: fresh.register("A.B"))
    assert not changes
    assert heard == []
    assert registry.generation == 1
    changes = registry.reload(lambda fresh: fresh.register("A.b"))
    assert changes.respelled == ("A.b",)


def test_a_reload_that_fails_keeps_everything() -> None:
    registry = closed("A.B")

    def fails(fresh: TagRegistry) -> None:
        fresh.register("X")
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        registry.reload(fails)
    assert registry.tag("A.B").known
    assert "X" not in registry
    assert registry.phase == "closed"


def test_tags_of_before_equal_those_of_after_and_removed_ones_stay_as_they_were() -> None:
    registry = closed("A.B", "A.C")
    held = registry.container("A.B", "A.C")
    registry.reload(lambda fresh: fresh.register("A.B", "new"))
    assert held.has(registry.tag("A.B"))
    assert registry.container("A.B").has(next(iter(held)))
    assert next(iter(held)).comment == "new"
    assert held.has_exact(list(held)[1])  # until the session ends
    assert not registry.tag("A.C").known
    assert len(held) == 2


def test_a_snapshot_keeps_its_generation() -> None:
    registry = closed("A.B")
    before = registry.snapshot()
    registry.reload(lambda fresh: fresh.register("C"))
    assert "A.B" in before
    assert "C" not in before
    assert (before.generation, registry.generation) == (1, 2)
    assert before.closed
    with pytest.raises(Misuse, match="a snapshot"):
        before.reload(lambda fresh: None)
    assert "C" in registry.snapshot().snapshot()


def test_what_cannot_be_reloaded() -> None:
    registry = TagRegistry()
    with pytest.raises(Misuse, match="still open"):
        registry.reload(lambda fresh: None)
    with pytest.raises(Misuse, match="no snapshot yet"):
        registry.snapshot()
    registry.close()
    with pytest.raises(Misuse, match="being reloaded"):
        registry.reload(lambda fresh: registry.reload(lambda inner: None))


def test_report_5_not_ready_is_told_apart_from_unknown() -> None:
    registry = TagRegistry()
    registry.register("A.B")
    registry.redirect("Old", "A.B")
    with pytest.raises(RegistryNotReady, match="the registry is not ready"):
        registry.require("Table.Tag")
    early = registry.tag("Table.Tag")
    assert (early.known, early.ready, repr(early)) == (False, False, "<Tag Table.Tag (not ready)>")
    assert registry.status("Table.Tag") == registry.status("Old") == "not ready"
    assert (registry.status("A.B"), registry.status("a")) == ("explicit", "implicit")
    heard: list[str] = []
    registry.when_ready(lambda: heard.append("ready"))
    assert heard == []
    registry.close()
    registry.when_ready(lambda: heard.append("at once"))
    assert heard == ["ready", "at once"]
    late = registry.tag("Table.Tag")
    assert (late.ready, repr(late)) == (True, "<Tag Table.Tag (unknown)>")
    assert registry.status("Table.Tag") == "unknown"
    assert registry.status("Old") == "redirected"
    assert registry.status("A,") == registry.status("") == registry.status("A\0B") == "invalid"
    with pytest.raises(UnknownTag) as caught:
        registry.require("Table.Tag")
    assert not isinstance(caught.value, RegistryNotReady)
    assert registry.find("A\0B") is None
    assert "A\0B" not in registry


def test_near_names_are_at_hand_on_the_unknown_tag() -> None:
    registry = closed("Npc.Smith")
    assert registry.tag("Npc.Smiht").near == ["Npc.Smith"]
    assert registry.tag("Npc.Smith").near == []
    assert EMPTY.near == []


def test_report_37_the_digest_of_names_depends_on_nothing_else() -> None:
    one, other = TagRegistry(), TagRegistry()
    one.register("A.B", "x")
    one.register("C-D")
    other.register("c-d")
    other.register("a.b", "y")
    assert one.dictionary_hash() == other.dictionary_hash()
    other.register("E")
    assert one.dictionary_hash() != other.dictionary_hash()


def test_unknown_and_old_names_are_noticed_once_each() -> None:
    registry = TagRegistry()
    registry.register("Npc.Smith")
    registry.redirect("Npc.Farrier", "Npc.Smith")
    assert not registry.tag("Early").known
    registry.close()
    assert registry.notices == []
    container = registry.container("Npc.Smiht", "Npc.Farrier")
    for _ in range(3):
        assert container.has("Npc.Farrier")
        assert not container.has(registry.tag("Npc.Smiht"))
    assert [(d.code, d.hint) for d in registry.notices] == [
        ("TW-TAG-06", "did you mean Npc.Smith?"),
        ("TW-TAG-07", "write Npc.Smith"),
    ]
    for n in range(2000):
        registry.tag(f"Unknown.N{n}")
    assert len(registry._now.noticed) == 1000
