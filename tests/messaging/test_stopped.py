"""A program that is stopped in the middle of a proxy's work can go on, and be saved."""

from __future__ import annotations

from typing import Any

import pytest

from talewright.messaging import CollectionProxy, ProxyState, Script, World, Worlds


class Inner(Script):
    inits: int = 0

    def init(self) -> None:
        error, STOP[:] = STOP[:1], []
        if error:
            raise error[0]
        self.inits += 1


STOP: list[BaseException] = []


def build(name: str, world: World) -> None:
    world.spawn("a", c=Inner())
    error, BUILD[:] = BUILD[:1], []
    if error:
        raise error[0]
    world.spawn("b", c=Inner())


BUILD: list[BaseException] = []


def made() -> tuple[Worlds, World, CollectionProxy]:
    STOP.clear()
    BUILD.clear()
    worlds = Worlds(build)
    world = worlds.create("main")
    proxy = CollectionProxy("level")
    world.spawn("door", proxy=proxy)
    worlds.step()
    return worlds, world, proxy


def steps(worlds: Worlds) -> None:
    for _ in range(3):
        worlds.step()


def state_of(proxy: CollectionProxy) -> ProxyState:
    return proxy.state


def again(worlds: Worlds) -> None:
    """A save of this moment can be restored."""
    Worlds(build).prepare(worlds.sections(), {"Inner": Inner}).commit()


@pytest.mark.parametrize("how", ["load", "async_load"])
def test_a_load_that_was_stopped_can_be_tried_again(how: str) -> None:
    worlds, world, proxy = made()
    BUILD.append(KeyboardInterrupt())
    world.post("/door#proxy", how)
    with pytest.raises(KeyboardInterrupt):
        steps(worlds)
    assert len(worlds) == 1
    again(worlds)
    if how == "load":
        assert state_of(proxy) is ProxyState.UNLOADED
        world.post("/door#proxy", "load")
    worlds.step()
    assert state_of(proxy) is ProxyState.LOADED
    assert proxy.loaded is not None
    assert len(proxy.loaded) == 2
    again(worlds)


@pytest.mark.parametrize("how", ["load", "async_load"])
def test_a_load_whose_fault_stopped_the_step_can_be_tried_again(how: str) -> None:
    worlds, world, proxy = made()
    BUILD.append(ValueError("bad"))

    def stop(fault: Any) -> None:
        raise RuntimeError("stop")

    worlds.on_fault = stop
    world.post("/door#proxy", how)
    with pytest.raises(RuntimeError, match="stop"):
        steps(worlds)
    assert (proxy.loaded, proxy.state) == (None, ProxyState.UNLOADED)
    again(worlds)
    world.post("/door#proxy", how)
    for _ in range(2):
        worlds.step()
    assert state_of(proxy) is ProxyState.LOADED


def test_enabling_again_initialises_what_was_not() -> None:
    worlds, world, proxy = made()
    world.post("/door#proxy", "load")
    worlds.step()
    STOP.append(KeyboardInterrupt())
    world.post("/door#proxy", "enable")
    with pytest.raises(KeyboardInterrupt):
        worlds.step()
    assert state_of(proxy) is ProxyState.LOADED
    again(worlds)
    world.post("/door#proxy", "enable")
    worlds.step()
    assert proxy.loaded is not None
    assert proxy.loaded.initialised
    assert proxy.loaded.component("/b#c", Inner).inits == 1
    again(worlds)


def test_hints_are_as_new_as_the_world_and_few_in_a_flood() -> None:
    worlds, world, _ = made()
    rat = world.spawn("rat", walk=Inner())
    world.post("/rat#talk", "m")
    world.post("/ratt", "m")
    worlds.step()
    assert [fault.hint for fault in worlds.faults] == ["did you mean walk?", "did you mean /rat?"]
    rat.delete()
    worlds.step()
    world.spawn("rat", sing=Inner(), talks=Inner())
    world.spawn("rattle")
    world.post("/rat#talk", "m")
    world.post("/ratt", "m")
    worlds.step()
    assert worlds.faults[-2].hint == "did you mean talks?"
    assert "/rattle" in worlds.faults[-1].hint
    for number in range(100):
        world.post(f"/rat#none{number}", "m")
    worlds.step()
    assert sum(bool(fault.hint) for fault in worlds.faults[-100:]) == 32
