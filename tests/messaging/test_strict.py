"""Strict worlds refuse at the sender."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from talewright.errors import MessageError
from talewright.messaging import Script, Url, World, Worlds, on
from talewright.messaging.address.strict import LIMIT, size_of


@dataclass
class Punch:
    power: Any = 1


class Rat(Script):
    hits: int = 0

    @on(Punch)
    def punched(self, message: Punch, sender: Url) -> None:
        self.hits += 1


def made(*, strict: bool = True) -> tuple[Worlds, World, Rat]:
    worlds = Worlds(strict=strict)
    world = worlds.create("main")
    rat = Rat()
    world.spawn("rat", c=rat)
    worlds.step()
    return worlds, world, rat


def test_what_can_be_saved_is_sent() -> None:
    worlds, world, rat = made()
    world.post("/rat#c", Punch(3))
    rat.post("#", "Punch", power=[1, {"a": (2, rat.url(), rat, rat.owner)}])
    world.post("/rat", "acquire_input_focus")
    worlds.step()
    assert rat.hits == 2
    assert worlds.strict


@pytest.mark.parametrize("value", [object(), {"a": [object()]}, float("nan"), type])
def test_what_cannot_be_saved_names_the_field(value: Any) -> None:
    worlds, world, rat = made()
    with pytest.raises(MessageError, match=r"the message 'hit' cannot be sent in a strict world: message\['power'\]"):
        rat.post("#", "hit", power=value)
    with pytest.raises(MessageError, match="the message 'Punch' cannot be sent in a strict world"):
        world.post("/rat#c", Punch(value))
    with pytest.raises(MessageError, match="strict world"):
        rat.delay(1, "hit", power=value)
    with pytest.raises(MessageError, match="strict world"):
        world.post("@render:", "draw", what=value)
    rat.subscribe("x")
    with pytest.raises(MessageError, match="strict world"):
        world.publish("x", "hit", power=value)
    assert world._life.socket.pending == []
    worlds.strict = False
    rat.post("#", "hit", power=value)
    assert len(world._life.socket.pending) == 1


def test_a_message_too_large_for_defold_names_the_field() -> None:
    worlds, world, _ = made()
    world.post("/rat", "read", first="a" * 900, second="b" * 900)
    said = r"buffer \(2048 bytes\) too small for table, exceeded at 'second' for element #2"
    with pytest.raises(MessageError, match=said):
        world.post("/rat", "read", first="a" * 1200, second="b" * 900)
    world.worlds.strict = False
    world.post("/rat", "read", first="a" * 1200, second="b" * 900)
    worlds.step()
    assert worlds.faults == []


def test_about_sixty_numbers_fill_a_message() -> None:
    fields = {f"field{n:04}": n for n in range(200)}
    sizes = [size_of(dict(list(fields.items())[:n])) for n in range(200)]
    most = sum(1 for size in sizes if size <= LIMIT)
    assert 60 <= most <= 100
    assert sizes == sorted(sizes)


def test_bytes_are_counted_after_encoding() -> None:
    """Trap 21: UTF-8."""
    assert size_of({"a": "ス" * 10}) - size_of({"a": "s" * 10}) == 20


def test_functions_are_refused_everywhere() -> None:
    _, world, _ = made(strict=False)
    with pytest.raises(TypeError, match="cannot carry a function"):
        world.post("/rat", "x", call=print)
