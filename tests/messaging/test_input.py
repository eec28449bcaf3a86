"""The player's actions and the stack of those who want them."""

from __future__ import annotations

from typing import Any

import pytest

from talewright.messaging import DEFOLD, DRAIN, CollectionProxy, DispatchPolicy, GuiScript, Script, Url, World, Worlds

LOG: list[Any] = []


class Player(Script):
    name: str = ""
    answer: Any = None

    def on_input(self, action_id: str | None, action: Any) -> bool | None:
        LOG.append((self.name, action_id, dict(action)))
        if self.answer == "raise":
            raise ValueError("no")
        return self.answer  # type: ignore[no-any-return]

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        LOG.append((self.name, message_id))


class Panel(GuiScript):
    heard: list[str] = []
    updates: int = 0

    def update(self, dt: float) -> None:
        self.updates += 1

    def on_input(self, action_id: str | None, action: Any) -> bool | None:
        LOG.append(("panel", action_id))
        return None

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.heard.append(message_id)


@pytest.fixture(autouse=True)
def _fresh_log() -> None:
    LOG.clear()


def build(name: str, world: World) -> None:
    world.spawn("inner", c=Player("inner", True))


def made(policy: DispatchPolicy = DEFOLD, **settings: Any) -> tuple[Worlds, World]:
    worlds = Worlds(build, **settings)
    return worlds, worlds.create("main", policy=policy)


def names() -> list[str]:
    return [entry[0] for entry in LOG]


def test_the_last_that_asked_is_asked_first_and_true_consumes() -> None:
    worlds, world = made()
    for name, answer in (("low", None), ("middle", True), ("top", False)):
        world.spawn(name, c=Player(name, answer))
        world.post(f"/{name}", "acquire_input_focus")
    worlds.step()
    worlds.input("jump", pressed=True, value=1.0)
    assert LOG == []
    worlds.step()
    assert [(n, "jump", {"pressed": True, "value": 1.0}) for n in ("top", "middle")] == LOG


def test_asking_again_moves_to_the_top_and_releasing_leaves() -> None:
    worlds, world = made()
    for name in ("a", "b"):
        world.spawn(name, c=Player(name))
        world.post(f"/{name}", "acquire_input_focus")
    world.post("/a#c", "acquire_input_focus")
    worlds.step()
    worlds.input("x")
    worlds.step()
    assert names() == ["a", "b"]
    LOG.clear()
    world.post("/a#whatever", "release_input_focus")
    worlds.step()
    worlds.input("x")
    worlds.step()
    assert names() == ["b"]
    assert worlds.faults == []


def test_the_messages_of_the_focus_reach_no_component() -> None:
    worlds, world = made()
    player = Player("p")
    world.spawn("p", c=player)
    for message_id in ("acquire_input_focus", "release_input_focus"):
        player.post("#", message_id)
        player.post(".", message_id)
    player.post(".", "set_parent")
    player.post(".", "jump")
    worlds.step()
    assert LOG == [("p", "jump")]


def test_they_are_declared_and_checked_at_the_sender() -> None:
    _, world = made()
    world.spawn("p", c=Player())
    with pytest.raises(TypeError, match="'acquire_input_focus' has no field 'now'"):
        world.post("/p", "acquire_input_focus", now=True)
    with pytest.raises(TypeError, match=r"'parent_id' of the message 'set_parent' is str or Url or NoneType, not int"):
        world.post("/p", "set_parent", parent_id=3)


def test_all_components_see_an_action_even_if_one_consumes_it() -> None:
    worlds, world = made()
    world.spawn("below", c=Player("below"))
    world.post("/below", "acquire_input_focus")
    world.spawn("p", a=Player("a", True), b=Player("b"), idle=Script())
    world.post("/p", "acquire_input_focus")
    worlds.step()
    worlds.input(None, x=3, y=4)
    worlds.step()
    assert LOG == [("a", None, {"x": 3, "y": 4}), ("b", None, {"x": 3, "y": 4})]


def test_each_sees_its_own_action() -> None:
    class Greedy(Script):
        def on_input(self, action_id: str | None, action: Any) -> bool | None:
            LOG.append(len(action["touch"]))
            action["touch"].clear()
            return None

    worlds, world = made()
    world.spawn("p", a=Greedy(), b=Greedy())
    world.post("/p", "acquire_input_focus")
    worlds.step()
    touch = [{"x": 1}]
    worlds.input("touch", touch=touch)
    touch.clear()
    worlds.step()
    assert LOG == [1, 1]


@pytest.mark.parametrize(("policy", "seen"), [(DEFOLD, ["top"]), (DRAIN, ["top", "low", "top", "low"])])
def test_a_wrong_return_value_ends_the_input_of_the_frame_under_the_defold_policies(
    policy: DispatchPolicy, seen: list[str]
) -> None:
    worlds, world = made(policy)
    for name, answer in (("low", None), ("top", 1)):
        world.spawn(name, c=Player(name, answer))
        world.post(f"/{name}", "acquire_input_focus")
    worlds.step()
    worlds.input("x")
    worlds.input("y")
    worlds.step()
    assert names() == seen
    assert worlds.faults[0].code == "TW-MSG-08"
    assert "Script on_input must return a boolean value (true/false), or no value at all." in worlds.faults[0].text
    LOG.clear()
    worlds.step()
    assert LOG == []


def test_an_exception_is_reported_and_consumes_nothing() -> None:
    worlds, world = made()
    for name, answer in (("low", None), ("top", "raise")):
        world.spawn(name, c=Player(name, answer))
        world.post(f"/{name}", "acquire_input_focus")
    worlds.step()
    worlds.input("x")
    worlds.step()
    assert names() == ["top", "low"]
    assert [(f.callback, f.object, f.message_id) for f in worlds.faults] == [("on_input", "/top", "x")]


def test_an_enabled_proxy_hands_actions_on_and_consumption_counts() -> None:
    worlds, world = made()
    world.spawn("low", c=Player("low"))
    world.spawn("door", proxy=CollectionProxy("level"))
    for address, message_id in (("/low", "acquire_input_focus"), ("/door", "acquire_input_focus")):
        world.post(address, message_id)
    world.post("/door#proxy", "load")
    worlds.step()
    worlds["level"].post("/inner", "acquire_input_focus")
    worlds.input("x")
    worlds.step()
    assert names() == ["low"]  # the world is not enabled
    LOG.clear()
    world.post("/door#proxy", "enable")
    worlds.step()
    worlds.step()
    worlds.input("x")
    worlds.step()
    assert names() == ["inner"]


def test_without_the_proxy_s_object_in_the_stack_the_inner_world_gets_nothing() -> None:
    worlds, world = made()
    world.spawn("door", proxy=CollectionProxy("level"))
    for message_id in ("load", "enable"):
        world.post("/door#proxy", message_id)
    worlds.step()
    worlds["level"].post("/inner", "acquire_input_focus")
    worlds.step()
    worlds.input("x")
    worlds["level"].input("y")
    worlds.step()
    assert LOG == [("inner", "y", {})]


def test_a_deleted_object_leaves_the_stack() -> None:
    worlds, world = made()
    thing = world.spawn("p", c=Player("p"))
    world.post("/p", "acquire_input_focus")
    worlds.step()
    thing.delete()
    worlds.step()
    worlds.input("x")
    worlds.step()
    assert LOG == []
    assert len(world._life.focus) == 0


def test_a_full_stack_is_a_fault() -> None:
    worlds, world = made(max_input_focus=2)
    for name in "abc":
        world.spawn(name, c=Player(name))
        world.post(f"/{name}", "acquire_input_focus")
    worlds.step()
    text = "WARNING:GAMEOBJECT: Input focus could not be acquired since the buffer is full (2)."
    assert [f.text for f in worlds.faults] == [text]
    worlds.input("x")
    worlds.step()
    assert names() == ["b", "a"]


def test_a_disabled_gui_gets_neither_updates_nor_input_but_its_messages() -> None:
    worlds, world = made()
    panel = Panel()
    world.spawn("p", gui=panel)
    world.post("/p", "acquire_input_focus")
    world.post("/p", "disable")
    worlds.step()
    worlds.input("x")
    worlds.step()
    assert (panel.heard, LOG, panel.updates) == (["disable"], [], 0)
    restored = Worlds()
    restored.prepare(worlds.sections(), {"Panel": Panel}).commit()
    for one in (worlds, restored):
        again = one["main"].component("/p#gui", Panel)
        one["main"].post("/p#gui", "enable")
        one.input("x")
        one.step()
        one.input("x")
        one.step()
        assert again.heard == ["disable", "enable"]
        assert LOG == [("panel", "x")]
        LOG.clear()


def test_an_action_is_named_by_text() -> None:
    worlds, _ = made()
    with pytest.raises(TypeError, match="an action is named by text"):
        worlds.input(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="cannot carry a function"):
        worlds.input("x", call=print)


def test_focus_and_waiting_actions_are_saved() -> None:
    worlds, world = made()
    for name in ("a", "b"):
        world.spawn(name, c=Player(name))
        world.post(f"/{name}", "acquire_input_focus")
    worlds.step()
    worlds.input("x", pressed=True)
    world.input(None, x=1)
    world.post("/a", "acquire_input_focus")
    saved = worlds.sections()
    assert saved["main", "World"]["focus"] == ["/a", "/b"]
    fresh = Worlds(build)
    fresh.prepare(saved, {"Player": Player}).commit()
    assert fresh.sections() == saved
    for one in (worlds, fresh):
        LOG.clear()
        one.step()
        assert [(n, i, f) for i, f in (("x", {"pressed": True}), (None, {"x": 1})) for n in ("b", "a")] == LOG
        one.input("y")
        LOG.clear()
        one.step()
        assert names() == ["a", "b"]
