"""The sockets of the engine, and the time of a world behind a proxy."""

from __future__ import annotations

from typing import Any

import pytest

from talewright.messaging import CollectionProxy, ProxyState, Script, Url, World, Worlds


class Clock(Script):
    seen: list[float] = []
    fixed: list[float] = []

    def update(self, dt: float) -> None:
        self.seen.append(dt)

    def fixed_update(self, dt: float) -> None:
        self.fixed.append(dt)


class Ear(Script):
    heard: list[str] = []

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.heard.append(message_id)


def build(name: str, world: World) -> None:
    world.spawn("clock", c=Clock())
    world.spawn("door", proxy=CollectionProxy("inner"))


def made(**settings: Any) -> tuple[Worlds, World, Ear]:
    worlds = Worlds(build, **settings)
    world = worlds.create("main")
    ear = Ear()
    world.spawn("ear", c=ear)
    world.spawn("door", proxy=CollectionProxy("level"))
    worlds.step()
    return worlds, world, ear


def opened(**settings: Any) -> tuple[Worlds, World, Ear, Clock]:
    worlds, world, ear = made(**settings)
    for message_id in ("load", "enable"):
        ear.post("door#proxy", message_id)
    worlds.step()
    return worlds, world, ear, worlds["level"].component("/clock#c", Clock)


# @system and @render


def test_exit_and_the_frequency_are_what_the_host_should_do() -> None:
    worlds, _, ear = made()
    ear.post("@system:", "exit", code=3)
    ear.post("@system:", "set_update_frequency", frequency=30)
    assert (worlds.exit_code, worlds.update_frequency) == (None, 0)
    worlds.step()
    assert [worlds.exit_code, worlds.update_frequency] == [3, 30]
    assert worlds.faults == []
    ear.post("@system:", "exit")
    worlds.step()
    assert worlds.exit_code == 0


def test_everything_reaches_the_host() -> None:
    worlds, world, ear = made()
    heard: list[Any] = []
    worlds.on_system = lambda message_id, message, sender: heard.append((message_id, dict(message), str(sender)))
    worlds.on_render = lambda message_id, message, sender: heard.append(("render", message_id))
    ear.post("@system:", "set_vsync", swap_interval=1)
    ear.post("@system:", "my_own", x=1)
    ear.post("@render:", "clear_color", color=(0, 0, 0, 1))
    world.post("@system:", "exit")
    worlds.step()
    assert heard == [
        ("render", "clear_color"),
        ("set_vsync", {"swap_interval": 1}, "main:/ear#c"),
        ("my_own", {"x": 1}, "main:/ear#c"),
        ("exit", {}, ""),
    ]
    assert worlds.faults == []


def test_without_a_host_unknown_system_messages_are_faults_and_pictures_are_dropped() -> None:
    worlds, _, ear = made()
    ear.post("@render:", "draw_line")
    ear.post("@system:", "toggle_profile")
    ear.post("@system:", "set_time_step", factor=1, mode=0)
    worlds.step()
    text = "ERROR:ENGINE: Unknown system message 'set_time_step' sent to socket '@system' from main:/ear#c."
    assert [f.text for f in worlds.faults] == [text]


def test_declared_fields_are_checked_at_the_sender() -> None:
    worlds, _, ear = made()
    with pytest.raises(TypeError, match="needs the field 'frequency'"):
        ear.post("@system:", "set_update_frequency")
    with pytest.raises(TypeError, match="'code' of the message 'exit' is int, not str"):
        ear.post("@system:", "exit", code="now")
    ear.post("#", "exit", code="now")  # only the system declares it
    worlds.step()
    assert ear.heard == ["exit"]


def test_what_waits_for_the_engine_is_saved() -> None:
    worlds, world, _ = made()
    world.post("@system:", "exit", code=2)
    world.post("@render:", "draw")
    worlds.update_frequency = 20
    saved = worlds.sections()
    fresh = Worlds(build)
    fresh.exit_code = 9
    fresh.prepare(saved, {"Ear": Ear}).commit()
    assert fresh.sections() == saved
    assert [fresh.exit_code, fresh.update_frequency] == [None, 20]
    fresh.step()
    assert fresh.exit_code == 2


# Time


def test_the_time_step_scales_evenly() -> None:
    worlds, world, _, clock = opened()
    world.post("/door#proxy", "set_time_step", factor=0.5, mode=0)
    for dt in (1, 2, 0):
        worlds.step(dt)
    assert clock.seen == [1, 1, 0]  # the message arrived behind the proxy's turn of its frame
    world.post("/door#proxy", "set_time_step", factor=-3)
    worlds.step(1)
    worlds.step(1)
    assert clock.seen[-1] == 0
    world.post("/door#proxy", "reset_time_step")
    worlds.step(1)
    worlds.step(1)
    assert clock.seen[-1] == 1


def test_discrete_time_hands_out_whole_frames() -> None:
    worlds, world, _, clock = opened()
    world.post("/door#proxy", "set_time_step", factor=0.4, mode=1)
    for _ in range(7):
        worlds.step(1)
    assert clock.seen == [1, 0, 0, 1, 0, 1, 0]
    saved = worlds.sections()
    fresh = Worlds(build)
    fresh.prepare(saved, {c.__name__: c for c in (Ear, Clock)}).commit()
    for one in (worlds, fresh):
        for _ in range(4):
            one.step(1)
    assert fresh.sections() == worlds.sections()


def test_nested_proxies_multiply() -> None:
    worlds, world, _, _ = opened()
    inner = worlds["level"]
    for message_id in ("load", "enable"):
        inner.post("/door#proxy", message_id)
    inner.post("/door#proxy", "set_time_step", factor=0.5)
    world.post("/door#proxy", "set_time_step", factor=0.5)
    for _ in range(4):
        worlds.step(1)
    assert worlds["inner"].component("/clock#c", Clock).seen[-1] == 0.25


def test_a_time_step_is_declared() -> None:
    _, world, _ = made()
    with pytest.raises(TypeError, match="needs the field 'factor'"):
        world.post("/door#proxy", "set_time_step", mode=1)
    with pytest.raises(TypeError, match="'factor' of the message 'set_time_step' is int or float, not str"):
        world.post("/door#proxy", "set_time_step", factor="fast")


# async_load


def test_async_load_answers_when_the_proxy_had_its_turn() -> None:
    worlds, world, ear = made()
    ear.post("door#proxy", "async_load")
    worlds.step()
    proxy = world.component("/door#proxy", CollectionProxy)
    assert (proxy.state, ear.heard) == (ProxyState.LOADING, [])
    for message_id in ("load", "async_load", "enable"):
        ear.post("door#proxy", message_id)
    worlds.step()
    assert [f.text.split("could not ")[1] for f in worlds.faults] == ["be loaded since it was already."] * 2
    assert proxy.state is ProxyState.ENABLING
    assert ear.heard == ["proxy_loaded", "proxy_error", "proxy_error"]


def test_while_it_is_being_loaded_it_says_so() -> None:
    worlds, world, ear = made()
    for message_id in ("async_load", "load", "async_load", "init", "enable", "unload", "enable"):
        ear.post("door#proxy", message_id)
    worlds.step()
    already = "The collection level could not be loaded since it is already being loaded."
    assert [f.text.removeprefix("ERROR:GAMESYS: ") for f in worlds.faults] == [
        already,
        already,
        "The collection level could not be initialized since it has not been loaded.",
        "The collection level could not be enabled since it has not been loaded.",
        "The collection level could not be unloaded since it was never loaded.",
        "The collection level could not be enabled since it has not been loaded.",
    ]
    worlds.step()
    assert world.component("/door#proxy", CollectionProxy).state is ProxyState.UNLOADED
    assert ear.heard == ["proxy_error"] * 7  # the load that was called off is told, too


def test_a_failed_async_load_is_told() -> None:
    worlds, world, ear = made()
    worlds.create("level")
    ear.post("door#proxy", "async_load")
    worlds.step()
    worlds.step()
    assert ear.heard == ["proxy_error"]
    assert any("could not be loaded" in f.text for f in worlds.faults)
    assert world.component("/door#proxy", CollectionProxy).state is ProxyState.UNLOADED


def test_loading_is_saved() -> None:
    worlds, _, ear = made()
    ear.post("door#proxy", "async_load")
    worlds.step()
    fresh = Worlds(build)
    fresh.prepare(worlds.sections(), {"Ear": Ear}).commit()
    fresh.step()
    assert fresh["main"].component("/ear#c", Ear).heard == ["proxy_loaded"]
    assert "level" in fresh


# fixed_update


def test_fixed_updates_come_as_often_as_they_are_due() -> None:
    worlds = Worlds(build, fixed_frequency=4)
    worlds.create("main").spawn("clock", c=Clock())
    clock = worlds["main"].component("/clock#c", Clock)
    for dt in (0.1, 0.1, 0.1, 1.0, 0):
        worlds.step(dt)
    assert clock.fixed == [0.25] * 5
    assert len(clock.seen) == 5
    assert worlds.sections()["main", "World"]["fixed"] == pytest.approx(0.05)


def test_behind_a_proxy_they_follow_the_scaled_time() -> None:
    worlds, world, _, clock = opened(fixed_frequency=1)
    world.post("/door#proxy", "set_time_step", factor=0.5)
    worlds.step(0)
    for _ in range(4):
        worlds.step(1)
    assert clock.fixed == [1, 1]


def test_a_frequency_is_a_number() -> None:
    with pytest.raises(ValueError, match="0 or more times a second"):
        Worlds(fixed_frequency=-1)
