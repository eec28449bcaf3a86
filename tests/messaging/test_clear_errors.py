"""Slips that must be one clear error, and stops that must lose nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from talewright.defold import load_collection
from talewright.errors import MessageError
from talewright.messaging import Factory, Script, World, Worlds, hash64


class Stopped(Script):
    def init(self) -> None:
        raise KeyboardInterrupt


class Good(Script):
    inits: int = 0

    def init(self) -> None:
        self.inits += 1


def made(**settings: Any) -> World:
    world = Worlds(prototypes={"rat": lambda: {"c": Good()}}, **settings).create("main")
    world.spawn("hole", f=Factory("rat"), c=Good())
    return world


SLIPS: list[tuple[Callable[[World], Any], str]] = [
    (lambda world: world.spawn("x", position="ab"), "a position is two or three"),  # type: ignore[arg-type]
    (lambda world: world.spawn("x", position="12"), "a position is two or three"),  # type: ignore[arg-type]
    (lambda world: hash64(5), "a name is text or bytes"),  # type: ignore[arg-type]
    (lambda world: hash64("\ud800"), "cannot be written as UTF-8"),
    (lambda world: world.component("/hole#f", Factory).create(properties=5), "properties"),  # type: ignore[arg-type]
    (lambda world: load_collection(world, 5), "a collection is named by its path"),  # type: ignore[arg-type]
    (lambda world: world.animate("/hole", "position.x", 1, 1, easing="zzzz"), "zzzz'; EASINGS"),
    (lambda world: setattr(world.worlds, "trace", 5), "a sink is a function"),
    (lambda world: world.publish("q", 5), "a message is a name"),
    (lambda world: world.publish("q", "m", f=print), "cannot carry a function"),
]


@pytest.mark.parametrize(("slip", "text"), SLIPS)
def test_a_slip_is_one_clear_error(slip: Callable[[World], Any], text: str) -> None:
    world = made()
    with pytest.raises((TypeError, ValueError), match=text):
        slip(world)
    assert len(world) == 1


def test_a_strict_world_refuses_what_is_nested_too_deeply() -> None:
    world, deep = made(strict=True), list[Any]()
    for _ in range(400):
        deep = [deep]
    with pytest.raises(MessageError, match="nested too deeply"):
        world.post("/hole", "m", deep=deep)


@pytest.mark.parametrize("before", [True, False])
def test_components_behind_a_stopped_init_have_theirs_at_the_next_step(before: bool) -> None:
    world = made()
    if before:
        world.init()
    with pytest.raises(KeyboardInterrupt):
        both(world)
    world.worlds.step()
    world.worlds.step()
    assert [world.component(name, Good).inits for name in ("/x#good", "/y#good")] == [1, 1]


def both(world: World) -> None:
    with world.together():
        world.spawn("x", bad=Stopped(), good=Good())
        world.spawn("y", good=Good())
    world.init()
