"""Memory: a value that shares what did not change."""

from __future__ import annotations

from random import Random

from talewright.dialogue import Memory


def test_a_memory_behaves_as_the_dict_that_it_stands_for() -> None:
    draw = Random(1)
    memory = Memory()
    expected: dict[str, float] = {}
    kept: list[tuple[Memory, dict[str, float]]] = []
    for _ in range(600):
        changes = {f"${draw.randrange(200)}": draw.random() for _ in range(draw.randrange(4))}
        memory, expected = memory.updated(changes), {**expected, **changes}
        assert memory == expected
        assert len(memory) == len(expected)
        assert list(memory) == list(expected)
        kept.append((memory, expected))
    assert all(one == other for one, other in kept)
    assert memory.get("$none") is None
    assert "$none" not in memory


def test_a_memory_may_be_made_of_another() -> None:
    memory = Memory({"$a": 1.0}).updated({"$b": 2.0})
    assert Memory(memory) == {"$a": 1.0, "$b": 2.0} == dict(memory)
    assert repr(memory) == "Memory({'$a': 1.0, '$b': 2.0})"
