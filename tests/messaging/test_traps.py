"""The traps of the specification (messaging, "traps for implementers"), one test each, by number.

Traps 8 to 10 and 15 are about hash values and tables, 16 and 24 about Lua and files: here an id is text, a `Url` is one
object an address, and a payload keeps its floats; the tests say so.
"""

from __future__ import annotations

from typing import Any

import pytest

from talewright.errors import UnknownWorld
from talewright.messaging import (
    DEFOLD,
    DEFOLD_2013,
    CollectionProxy,
    DispatchPolicy,
    Factory,
    GuiScript,
    ProxyState,
    Script,
    Url,
    World,
    Worlds,
    hash64,
    on,
)
from talewright.messaging.address.strict import size_of


class Ear(Script):
    heard: list[Any] = []

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.heard.append((message_id, str(sender)))

    def ids(self) -> list[str]:
        return [message_id for message_id, _ in self.heard]


class Loop(Script):
    n: int = 0

    @on("go")
    def go(self, message: Any, sender: Url) -> None:
        self.n += 1
        self.post("#", "go")


def build(name: str, world: World) -> None:
    world.spawn("inner", c=Ear())


def made(*names: str, **settings: Any) -> tuple[Worlds, World, list[Ear]]:
    worlds = Worlds(build, **settings)
    world = worlds.create("main")
    ears = [Ear() for _ in names]
    for name, ear in zip(names, ears, strict=True):
        world.spawn(name, c=ear)
    worlds.step()
    return worlds, world, ears


def opened(worlds: Worlds, world: World, *messages: str) -> CollectionProxy:
    proxy = CollectionProxy("level")
    world.spawn("door", p=proxy)
    for message_id in messages:
        world.post("/door#p", message_id)
    worlds.step()
    return proxy


def test_trap_01_the_order_is_that_of_the_world_not_of_the_receiver() -> None:
    worlds, world, _ = made("a", "b")
    seen: list[str] = []
    worlds.on_delivery = lambda url, message_id, message, sender: seen.append(f"{url.path} {message_id}")
    for name, message_id in (("a", "1"), ("b", "2"), ("a", "3")):
        world.post(f"/{name}", message_id)
    worlds.step()
    assert seen == ["/a 1", "/b 2", "/a 3"]


def test_trap_02_what_the_pass_limit_leaves_waits_in_order() -> None:
    worlds = Worlds()
    world = worlds.create("main", policy=DispatchPolicy("one", 1, ("collectionproxy", "script", "gui")))
    loop = Loop()
    world.spawn("loop", c=loop)
    world.post("/loop#c", "go")
    worlds.step()
    assert loop.n == 5  # the point of the init and four of the frame
    assert len(world._life.socket.pending) == 1
    assert worlds.faults == []


def test_trap_03_messages_arrive_after_final_and_in_the_pass_of_the_spawn() -> None:
    class Dying(Ear):
        def final(self) -> None:
            self.post("#", "last_words")

    class Mother(Script):
        @on("spawn")
        def spawn(self, message: Any, sender: Url) -> None:
            self.world.spawn("child", c=Ear())
            self.post("/child#c", "hello")

    worlds, world, _ = made()
    dying = Dying()
    thing = world.spawn("dying", c=dying)
    thing.delete()
    world.spawn("mother", c=Mother())
    world.post("/mother", "spawn")
    worlds.step()
    assert dying.ids() == ["last_words"]
    assert world.component("/child#c", Ear).ids() == ["hello"]


def test_trap_04_focus_and_parent_are_messages_in_queue_order_that_nobody_sees() -> None:
    worlds, world, (a,) = made("a")
    world.spawn("p")
    for message_id, fields in (("acquire_input_focus", {}), ("set_parent", {"parent_id": "/p"}), ("seen", {})):
        world.post("/a#c", message_id, **fields)
    assert (len(world._life.focus), world["/a"].parent) == (0, None)
    worlds.step()
    assert (len(world._life.focus), world["/a"].parent) == (1, world["/p"])
    assert a.ids() == ["seen"]


def test_trap_05_a_broadcast_hits_every_component() -> None:
    worlds, world, _ = made()

    class Panel(GuiScript):
        heard: list[str] = []

        def on_message(self, message_id: str, message: Any, sender: Url) -> None:
            self.heard.append(message_id)

    panel, ear = Panel(), Ear()
    world.spawn("thing", gui=panel, ear=ear, factory=Factory("x"), proxy=CollectionProxy("level"))
    world.post("/thing", "load")
    worlds.step()
    assert panel.heard == ear.ids() == ["load"]
    assert "level" in worlds


def test_trap_06_a_made_object_resolves_from_the_root() -> None:
    _, world, _ = made(prototypes={"ear": lambda: {"c": Ear()}})
    factory = Factory("ear")
    world.spawn("deep/down/factory", f=factory)
    assert factory.create()["c"].url("buddy") is world.url("/buddy")


def test_trap_07_behind_a_world_s_name_nothing_is_resolved() -> None:
    worlds, world, (a,) = made("level/a")
    a.post("main:a#c", "lost")
    a.post("main:/level/a#c", "found")
    worlds.step()
    assert a.ids() == ["found"]
    assert "Instance 'a' could not be found" in worlds.faults[0].text
    assert world.url("main:a#c").path == "a"


def test_trap_08_text_is_relative_unless_it_says_so_and_an_id_in_hand_is_absolute() -> None:
    _, world, (a,) = made("level/a")
    assert a.url("a") is world.url("/level/a")
    assert a.url(a.owner.id) is world.url("/level/a")


def test_trap_09_empty_text_is_absent_and_its_hash_is_0() -> None:
    _, world, _ = made()
    assert hash64("") == 0
    assert world.url("main", "", "") is world.url("main:")


def test_trap_10_equal_urls_are_one_key() -> None:
    worlds, world, _ = made("a")
    positions = {world.url("/a#c"): 1}
    worlds.on_delivery = lambda url, message_id, message, sender: positions.update({sender: 2})
    world.component("/a#c").post("#", "x")
    worlds.step()
    assert positions == {world.url("/a#c"): 2}


def test_trap_11_an_unknown_world_is_the_sender_s_error_and_an_unknown_object_a_fault() -> None:
    worlds, _, (a,) = made("a")
    with pytest.raises(UnknownWorld, match="Could not send message 'x' from 'main:/a#c' to 'nowhere:/b'"):
        a.post("nowhere:/b", "x")
    a.post("/b", "x")
    worlds.step()
    assert [f.code for f in worlds.faults] == ["TW-MSG-01"]


def test_trap_12_disabled_worlds_hoard() -> None:
    worlds, world, _ = made()
    opened(worlds, world, "load", "init")
    for _ in range(3):
        world.post("level:/inner", "x")
        worlds.step()
    inner = worlds["level"].component("/inner#c", Ear)
    assert inner.ids() == []
    world.post("/door#p", "enable")
    worlds.step()
    worlds.step()
    assert inner.ids() == ["x"] * 3


def test_trap_13_enable_and_disable_in_one_frame_leave_it_enabled_with_an_error() -> None:
    worlds, world, _ = made()
    proxy = opened(worlds, world, "load", "enable", "disable")
    worlds.step()
    assert proxy.state is ProxyState.ENABLED
    assert "could not be disabled since it is not enabled." in worlds.faults[0].text


def test_trap_14_loaded_is_told_at_once_and_unloaded_with_the_next_update() -> None:
    worlds, world, (a,) = made("a")
    world.spawn("door", p=CollectionProxy("level"))
    a.post("door#p", "load")
    worlds.step()
    assert a.ids() == ["proxy_loaded"]
    a.post("door#p", "unload")
    worlds.step()
    assert a.ids() == ["proxy_loaded"]
    worlds.step()
    assert a.ids() == ["proxy_loaded", "proxy_unloaded"]


def test_trap_15_payloads_are_copied_and_lose_nothing() -> None:
    class Keeper(Script):
        kept: Any = None

        def on_message(self, message_id: str, message: Any, sender: Url) -> None:
            self.kept = dict(message)

    worlds, world, _ = made()
    keeper = Keeper()
    world.spawn("k", c=keeper)
    table = {1: "a", "x": (0.1, 0.2, 0.3), 7: None}
    world.post("/k", "x", table=table)
    table.clear()
    worlds.step()
    assert keeper.kept == {"table": {1: "a", "x": (0.1, 0.2, 0.3), 7: None}}


def test_trap_16_a_call_acts_for_whom_it_is_called_on() -> None:
    worlds, _, (a, b) = made("a", "b")
    b.post("#", "whose")  # called from anywhere: "#" is b's
    worlds.step()
    assert (a.ids(), b.heard) == ([], [("whose", "main:/b#c")])


def test_trap_17_the_order_of_updates_survives_deletions() -> None:
    order: list[str] = []

    class Ticker(Script):
        def update(self, dt: float) -> None:
            order.append(self.owner.id)

    worlds, world, _ = made()
    for name in "abcd":
        world.spawn(name, c=Ticker())
    world["/a"].delete()
    worlds.step()
    order.clear()
    worlds.step()
    assert order == ["/b", "/c", "/d"]


@pytest.mark.parametrize(("policy", "order"), [(DEFOLD, "fu"), (DEFOLD_2013, "uf")])
def test_trap_18_fixed_updates_come_first_today(policy: DispatchPolicy, order: str) -> None:
    seen: list[str] = []

    class Body(Script):
        def update(self, dt: float) -> None:
            seen.append("u")

        def fixed_update(self, dt: float) -> None:
            seen.append("f")

    worlds = Worlds(fixed_frequency=1)
    worlds.create("main", policy=policy).spawn("b", c=Body())
    worlds.step(1)
    assert "".join(seen) == order


def test_trap_19_frames_of_no_time_exist() -> None:
    seen: list[float] = []

    class Ticker(Script):
        def update(self, dt: float) -> None:
            seen.append(dt)

    worlds, world, _ = made()
    world.spawn("t", c=Ticker())
    worlds.step()
    worlds.step(0)
    assert seen == [0, 0]


def test_trap_20_a_late_timer_catches_up_once() -> None:
    worlds, _, (a,) = made("a")
    a.repeat(1, "tick")
    worlds.step(10)
    assert a.ids() == ["tick"]


def test_trap_21_sizes_are_bytes_of_utf_8() -> None:
    assert size_of({"a": "ス"}) - size_of({"a": "s"}) == 2


def test_trap_22_a_wrong_answer_to_an_action_ends_the_input_of_the_frame() -> None:
    class Wrong(Script):
        seen: int = 0

        def on_input(self, action_id: str | None, action: Any) -> bool | None:
            self.seen += 1
            return 1  # type: ignore[return-value]

    worlds, world, _ = made()
    wrong = Wrong()
    world.spawn("w", c=wrong)
    world.post("/w", "acquire_input_focus")
    worlds.step()
    worlds.input("a")
    worlds.input("b")
    worlds.step()
    assert wrong.seen == 1
    assert [f.code for f in worlds.faults] == ["TW-MSG-08"]


def test_trap_23_children_outlive_their_parent() -> None:
    worlds, world, _ = made("a")
    child = world.spawn("child", parent="/a")
    world["/a"].delete()
    worlds.step()
    assert child.alive
    assert child.parent is None


def test_trap_24_a_world_has_the_name_of_its_collection() -> None:
    worlds, world, _ = made()
    proxy = opened(worlds, world, "load")
    assert proxy.loaded is worlds["level"]
    assert worlds["level"].name == proxy.collection


def test_trap_25_a_url_in_a_property_is_whole() -> None:
    class Guided(Script):
        goal: Url | None = None

        def init(self) -> None:
            self.goal = self.url("goal#c")

    worlds, world, _ = made()
    world.spawn("level/g", c=Guided())
    assert worlds.sections()["main:/level/g#c", "Guided"] == {"goal": "main:/level/goal#c"}


def test_trap_26_a_recursive_delete_stops_where_one_was_asked_for_already() -> None:
    worlds, world, _ = made("a")
    child = world.spawn("child", parent="/a")
    grandchild = world.spawn("grandchild", parent=child)
    child.delete()
    world["/a"].delete_tree()
    worlds.step()
    assert [thing.id for thing in world] == ["/grandchild"]
    assert grandchild.parent is None


def test_trap_27_a_gui_sees_enable_and_disable_also_while_it_is_disabled() -> None:
    class Panel(GuiScript):
        heard: list[str] = []

        def on_message(self, message_id: str, message: Any, sender: Url) -> None:
            self.heard.append(message_id)

    worlds, world, _ = made()
    panel = Panel()
    world.spawn("p", gui=panel)
    for message_id in ("disable", "show", "disable", "enable"):
        world.post("/p#gui", message_id)
    worlds.step()
    assert panel.heard == ["disable", "show", "disable", "enable"]


def test_trap_28_the_sender_of_proxy_loaded_is_the_proxy() -> None:
    class Loader(Script):
        @on("proxy_loaded")
        def loaded(self, message: Any, sender: Url) -> None:
            self.post(sender, "enable")

    worlds, world, _ = made()
    loader = Loader()
    world.spawn("l", c=loader, p=CollectionProxy("level"))
    loader.post("#p", "load")
    worlds.step()
    worlds.step()
    assert world.component("/l#p", CollectionProxy).state is ProxyState.ENABLED
