"""What deserves a look though it is valid."""

from __future__ import annotations

import pytest

from talewright.diagnostics import Span
from talewright.tags import TagRegistry, TagRow, lint


def codes_of(*names: str) -> list[str]:
    registry = TagRegistry()
    for line, name in enumerate(names, 1):
        registry.register(name, source=Span("a.ini", line))
    registry.close()
    return [d.code for d in lint(registry)]


@pytest.mark.parametrize(
    ("names", "codes"),
    [
        (("Damage.Physical", "Damage.Physcial"), ["TW-TAG-42"]),  # swapped
        (("Damage.Physical", "Damage.Phisical"), ["TW-TAG-42"]),
        (("Damage.Physical", "Damage.Physicall"), ["TW-TAG-42"]),
        (("Damage.Physical", "Other.Physcial"), []),
        (("Move.Walk", "Move.Talk"), ["TW-TAG-42"]),
        (("A.Cat", "A.Bat"), []),  # short words differ by right
        (("Quest.Step1", "Quest.Step2", "Quest.Step10"), []),
        (("Quest.StepA1", "Quest.StepA"), []),
        (("Item.Key", "Item.Keys"), ["TW-TAG-43"]),
        (("Item.Box", "Item.Boxes"), ["TW-TAG-43"]),
        (("Item.Berry", "Item.Berries"), ["TW-TAG-43"]),
        (("A.Weapon", "A.Weapons"), ["TW-TAG-43"]),  # and no typo besides
        (("Npc.\u0410nn",), ["TW-TAG-40"]),  # a Cyrillic A
        (("Npc.Анна", "Npc.日本", "Npc.Größe"), []),
        (("Npc.Größe", "Npc.Gro\u0308ße"), ["TW-TAG-41"]),
        (("Quest .Rats",), ["TW-TAG-05"]),
        (("None.Live",), ["TW-TAG-05"]),
        (("Weapon.class",), ["TW-TAG-44"]),
        (("Ammo.9mm", "Ammo.5mm"), ["TW-TAG-44"]),
        (("Npc.A", "NPC.B"), ["TW-TAG-04"]),
        (("Quest.Rats.Done", "Npc.Smith"), []),
    ],
)
def test_findings(names: tuple[str, ...], codes: list[str]) -> None:
    assert codes_of(*names) == codes


def test_places_are_those_of_the_rows() -> None:
    registry = TagRegistry()
    registry.register("Item.Keys", source=Span("a.ini", 3))
    registry.register("Item.Key", source=Span("b.ini", 5))
    registry.close()
    (finding,) = lint(registry)
    assert (str(finding.span), finding.severity) == ("a.ini:3:1", "warning")
    assert "Item.Keys and Item.Key (b.ini:5:1) are one word twice" in finding.message


def test_what_a_check_calls_an_error() -> None:
    registry = TagRegistry()
    registry.register_rows([TagRow("Top", "", Span("t.ini", 2), restricted=True)])
    registry.register("Top.X", source=Span("a.ini", 2))
    registry.register("Old")
    registry.redirect("Old", "Top", source=Span("a.ini", 3))
    registry.close()
    assert [(d.code, d.severity) for d in registry.report] == [("TW-TAG-25", "warning"), ("TW-TAG-30", "warning")]
    assert [(d.code, d.severity) for d in lint(registry)] == [("TW-TAG-25", "error"), ("TW-TAG-30", "error")]


def test_many_siblings_take_no_long_time() -> None:
    names = [
        f"Quest.Name{chr(97 + a)}{chr(97 + b)}{chr(97 + c)}xyz" for a in range(9) for b in range(9) for c in range(9)
    ]
    assert set(codes_of(*names)) == {"TW-TAG-42"}
