"""Rows that a registry takes over when it is first asked for a tag: as if they had been there all along."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable

import pytest

from talewright.diagnostics import Span
from talewright.errors import RegistryClosed
from talewright.project.cook.late import LateRows
from talewright.tags import RedirectRow, TagRegistry, TagRow, sort_key

NAMES = ["Libretto.Dialogues.Smith", "Libretto.Dialogues.Smith.Forge", "Libretto.Dialogues.Ann"]


def listed(names: list[str]) -> list[TagRow]:
    found = [TagRow(name, f"of {name}", Span("D.yarn", 2)) for name in names]
    return sorted(found, key=lambda row: sort_key(row.name))


def rows(names: list[str] = NAMES) -> tuple[LateRows, list[str]]:
    """Late rows, and a list that says when their keys were made."""
    made: list[str] = []
    found = listed(names)

    def keys() -> list[str]:
        made.append("keys")
        return [sort_key(row.name) for row in found]

    return LateRows(keys, found.__getitem__), made


def eager(*before: str, names: list[str] = NAMES) -> TagRegistry:
    registry = TagRegistry()
    for name in before:
        registry.register(name)
    registry.register_rows(
        sorted((TagRow(n, f"of {n}", Span("D.yarn", 2)) for n in names), key=lambda r: sort_key(r.name))
    )
    return registry


def facts(registry: TagRegistry) -> object:
    tags = [(tag.name, tag.comment, _place(str(tag.source))) for tag in registry]
    report = [_place(str(one)) for one in registry.report]
    return tags, report, len(registry), registry.closed and registry.dictionary_hash()


def _place(text: str) -> str:
    """Two registries are filled by two lines of this file."""
    return re.sub(r"[\w/]*test_late_rows\.py:\d+", "here", text)


LOOKS: list[Callable[[TagRegistry], object]] = [
    lambda r: r.tag("Libretto.Dialogues.Smith.Forge").comment,
    lambda r: "libretto.dialogues.ann" in r,
    len,
    lambda r: list(r.report),
    lambda r: r.status("Libretto"),
    lambda r: r.near("Libretto.Dialogues.Smit"),
]


@pytest.mark.parametrize("look", LOOKS)
def test_they_are_taken_over_at_the_first_look(look: Callable[[TagRegistry], object]) -> None:
    registry, (late, made) = TagRegistry(), rows()
    registry.register_rows(late)
    registry.close()
    assert made == []
    plain = eager()
    plain.close()
    assert look(registry) == look(plain)
    assert made == ["keys"]
    assert facts(registry) == facts(plain)


@pytest.mark.parametrize("before", [["Quest.Rats"], ["libretto.dialogues.smith.forge"], ["LIBRETTO", "A", "B", "C"]])
def test_they_meet_what_was_declared_before(before: list[str]) -> None:
    registry, (late, _) = TagRegistry(), rows()
    for name in before:
        registry.register(name)
    registry.register_rows(late)
    registry.close()
    plain = eager(*before)
    plain.close()
    assert facts(registry) == facts(plain)


def test_what_is_declared_after_them_meets_them() -> None:
    registry, (late, made) = TagRegistry(), rows()
    registry.register_rows(late)
    registry.register("libretto.dialogues.smith.Yard")
    assert made == ["keys"]
    plain = eager()
    plain.register("libretto.dialogues.smith.Yard")
    assert facts(registry) == facts(plain)
    more, _ = rows(["More.One", "More.Two"])
    registry.register_rows(more)
    registry.close()
    assert "More.Two" in registry
    with pytest.raises(RegistryClosed):
        registry.register_rows(rows()[0])


def test_redirects_are_followed_to_them() -> None:
    registry, (late, _) = TagRegistry(), rows()
    registry.register_rows(late)
    registry.redirect("Old", "Libretto.Dialogues.Ann")
    registry.close()
    assert registry.tag("Old").name == "Libretto.Dialogues.Ann"
    assert registry.redirects.rows == (RedirectRow("Old", "Libretto.Dialogues.Ann", registry.redirects.rows[0].span),)


def test_a_reload_and_a_snapshot_have_them() -> None:
    registry, (late, _) = TagRegistry(), rows()
    registry.register_rows(late)
    registry.close()
    before = registry.snapshot()
    changes = registry.reload(lambda fresh: fresh.register_rows(rows(NAMES[:2])[0]))
    assert list(changes.removed) == ["Libretto.Dialogues.Ann"]
    assert "Libretto.Dialogues.Ann" in before
    assert "Libretto.Dialogues.Ann" not in registry


def test_any_thread_may_ask_first() -> None:
    for _ in range(20):
        registry, (late, made) = TagRegistry(), rows([f"A.B{n}" for n in range(3000)])
        registry.register_rows(late)
        registry.close()
        start = threading.Barrier(6)
        found: list[bool] = []

        def look(registry: TagRegistry, start: threading.Barrier, found: list[bool]) -> None:
            start.wait()
            found.append("A.B2999" in registry and len(registry) == 3000)

        threads = [threading.Thread(target=look, args=(registry, start, found)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [True] * 6
        assert made == ["keys"]


def test_rows_that_meet_others_are_sorted_in_before_anybody_reads() -> None:
    """Several threads may be the first to look: none of them finds a half-sorted list."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(15):
            names = [f"A.B{n}" for n in range(400)]
            registry, (late, _) = TagRegistry(), rows(names)
            registry.register("a.b7")
            registry.register_rows(late)
            registry.close()
            start = threading.Barrier(6)
            found: list[tuple[int, int]] = []

            def look(registry: TagRegistry, start: threading.Barrier, found: list[tuple[int, int]]) -> None:
                start.wait()
                found.append((len(list(registry)), len(registry.report)))

            threads = [threading.Thread(target=look, args=(registry, start, found)) for _ in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            plain = eager("a.b7", names=names)
            plain.close()
            assert found == [(400, len(plain.report))] * 6
    finally:
        sys.setswitchinterval(before)
