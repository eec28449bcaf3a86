"""Counts by tag: sums, clamping, and who is called when."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from talewright.errors import Misuse
from talewright.tags import Tag, TagCounts, TagRegistry


@pytest.fixture
def counts(tags: TagRegistry) -> TagCounts:
    return TagCounts(registry=tags)


def calls(counts: TagCounts, tag: str, event: str = "new_or_removed") -> list[tuple[str, int]]:
    heard: list[tuple[str, int]] = []
    counts.listen(tag, lambda tag, count: heard.append((tag.name, count)), event)  # type: ignore[arg-type]
    return heard


def test_t46_sums_and_explicit_counts(counts: TagCounts) -> None:
    counts.update("A.B", 1)
    counts.update("A.C", 1)
    assert (counts.count("A"), counts.explicit("A"), counts.explicit("A.B")) == (2, 0, 1)
    assert counts.has("A")
    assert not counts.has("B")
    assert str(counts.container()) == "A.B, A.C"


def test_t47_only_a_crossing_of_zero_is_true(counts: TagCounts) -> None:
    assert counts.update("A.B", 1)
    assert not counts.update("A.B", 1)
    assert counts.update("A.C", 1)  # A.C itself is new, though A is not
    assert not counts.update("A.B", -1)
    assert counts.update("A.B", -1)


def test_t48_what_is_there_through_another_is_not_taken_off(counts: TagCounts) -> None:
    counts.update("A.B", 1)
    assert not counts.update("A", -1)
    assert not counts.update("A", -1)
    assert (counts.count("A"), counts.count("A.B")) == (1, 1)
    assert [(d.code, d.severity) for d in counts.report] == [("TW-TAG-51", "warning")]
    assert not counts.update("B", -1)  # nothing there at all
    assert len(counts.report) == 1


def test_t49_called_once_as_the_last_one_goes(counts: TagCounts) -> None:
    counts.update("A.B", 1)
    heard = calls(counts, "A")
    counts.update("A.C", 1)
    counts.update("A.B", -1)
    assert heard == []
    counts.update("A.C", -1)
    assert heard == [("A", 0)]


def test_t50_register_and_call(counts: TagCounts) -> None:
    counts.update("A.B", 3)
    heard: list[tuple[str, int]] = []
    end = counts.register_and_call("A.B", lambda tag, count: heard.append((tag.name, count)))
    counts.register_and_call("B.1", lambda tag, count: heard.append((tag.name, count)))
    assert heard == [("A.B", 3)]
    counts.update("B.1", 1)
    end()
    counts.update("A.B", -3)
    assert heard == [("A.B", 3), ("B.1", 1)]


def test_taking_off_too_much_does_not_hurt_the_ancestors(counts: TagCounts) -> None:
    counts.update("A.B", 2)
    counts.update("A.C", 1)
    assert counts.update("A.B", -5)
    assert (counts.count("A"), counts.count("A.B"), counts.explicit("A.B")) == (1, 0, 0)
    assert len(counts) == 1


def test_set(counts: TagCounts) -> None:
    assert not counts.set("A.B", 0)
    assert counts.set("A.B", 4)
    assert counts.count("A") == 4
    assert not counts.set("A.B", 2)
    assert counts.set("A.B", 0)
    assert counts.count("A") == 0
    with pytest.raises(Misuse, match="cannot be -1"):
        counts.set("A.B", -1)
    with pytest.raises(Misuse, match="whole number"):
        counts.update("A.B", 1.5)  # type: ignore[arg-type]


def test_any_change_hears_of_everything_below(counts: TagCounts) -> None:
    heard = calls(counts, "A", "any_change")
    counts.update("A.B", 1)
    counts.update("A.C", 2)
    counts.update("A.C", -1)
    counts.update("B.1", 1)
    assert heard == [("A", 1), ("A", 3), ("A", 2)]


def test_listeners_are_called_from_the_tag_up_when_all_counts_are_right(counts: TagCounts) -> None:
    heard: list[tuple[str, int, int]] = []
    for name in ("A", "A.B", "A.B.C"):
        counts.listen(name, lambda tag, count: heard.append((tag.name, count, counts.count("A"))))
    counts.listen_to_all(lambda tag, count: heard.append((f"*{tag.name}", count, counts.count("A"))))
    counts.update("A.B.C", 2)
    assert heard == [
        ("A.B.C", 2, 2), ("*A.B.C", 2, 2), ("A.B", 2, 2), ("*A.B", 2, 2), ("A", 2, 2), ("*A", 2, 2),
    ]  # fmt: skip


def test_changes_inside_a_listener_are_made_at_once_and_told_later(counts: TagCounts) -> None:
    heard: list[str] = []

    def on_b(tag: Tag, count: int) -> None:
        heard.append(f"begin {tag} {count}")
        if count:
            counts.update("B.1", 1)
            counts.update("A.B", -1)
            assert counts.count("A.B") == 0
        heard.append(f"end {tag} {count}")

    counts.listen("A.B", on_b)
    counts.listen("A", lambda tag, count: heard.append(f"{tag} {count}"))
    counts.listen("B.1", lambda tag, count: heard.append(f"{tag} {count}"))
    counts.update("A.B", 1)
    assert heard == ["begin A.B 1", "end A.B 1", "A 1", "B.1 1", "begin A.B 0", "end A.B 0", "A 0"]


def test_a_listener_that_ended_is_not_called_though_its_turn_was_due(counts: TagCounts) -> None:
    heard: list[str] = []
    ends: list[Callable[[], None]] = []
    counts.listen("A.B", lambda tag, count: ends[0]())
    ends.append(counts.listen("A", lambda tag, count: heard.append("A")))
    counts.update("A.B", 1)
    assert heard == []
    ends[0]()  # twice is no matter


def test_a_listener_that_is_added_meanwhile_hears_of_the_next_change(counts: TagCounts) -> None:
    heard: list[int] = []
    counts.listen("A.B", lambda tag, count: counts.listen("A", lambda tag, count: heard.append(count)))
    counts.update("A.B", 1)
    assert heard == []
    counts.update("A.B", -1)
    assert heard == [0]


def test_what_a_listener_raises_comes_out_and_counting_goes_on(counts: TagCounts) -> None:
    heard: list[int] = []

    def fails(tag: Tag, count: int) -> None:
        counts.update("B.1", 1)
        raise ValueError("no")

    counts.listen("A.B", fails)
    counts.listen("B.1", lambda tag, count: heard.append(count))
    with pytest.raises(ValueError, match="no"):
        counts.update("A.B", 1)
    assert counts.count("A") == 1
    assert heard == [1]
    counts.update("C", 1)
    assert counts.count("C") == 1


def test_stacks_have_no_hierarchy(counts: TagCounts) -> None:
    stacks = counts.stacks()
    stacks.add("A.B", 3)
    stacks.add("A.B", 0)
    assert (stacks.count("A.B"), stacks.count("A"), "A.B" in stacks, "A" in stacks) == (3, 0, True, False)
    stacks.remove("A.B", 2)
    stacks.remove("A")
    assert [(tag.name, n) for tag, n in stacks] == [("A.B", 1)]
    stacks.remove("A.B", 9)
    assert len(stacks) == 0
    assert counts.report == []


def test_unknown_tags_are_counted_but_found_by_nothing(counts: TagCounts) -> None:
    counts.update("Gone.Away", 2)
    assert counts.explicit("Gone.Away") == 2
    assert counts.count("Gone.Away") == 0
    assert [(tag.name, n) for tag, n in counts.items()] == [("Gone.Away", 2)]
    with pytest.raises(Misuse, match="nobody declares"):
        counts.listen("Gone.Away", lambda tag, count: None)
    assert not counts.update("", 1)


def test_counts_come_back_from_what_a_save_holds(tags: TagRegistry, counts: TagCounts) -> None:
    counts.update("A.B", 2)
    counts.update("B.1", 1)
    again = TagCounts(dict(counts.items()), tags)
    assert again.items() == counts.items()
    assert again.count("A") == 2
    again.clear()
    assert (again.count("A"), len(again)) == (0, 0)
    with pytest.raises(Misuse, match="cannot be looked up"):
        TagCounts().update("A", 1)
