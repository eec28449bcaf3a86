"""What users of Defold stumble on (messaging, "what users stumble on"), by number, and what happens here.

13 (a property whose text is unknown) cannot happen, because an id is its own text.
"""

from __future__ import annotations

from typing import Any

import pytest

from talewright.errors import NotFound, UnknownWorld
from talewright.messaging import DEFOLD, CollectionProxy, Factory, Recorder, Script, Url, World, Worlds, on


class Ear(Script):
    heard: list[Any] = []

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.heard.append(message_id)


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


def test_complaint_01_dispatch_points_are_a_list_that_can_be_read_and_a_trace_names_them() -> None:
    assert [tuple(stage) for stage in DEFOLD.stages()][:3] == [
        ("update", "collectionproxy", 1),
        ("update", "script", 1),
        ("update", "animation", 1),
    ]
    recorder = Recorder(kinds=["delivery"])
    worlds, world, _ = made()

    class Poster(Script):
        def update(self, dt: float) -> None:
            self.post("#", "update")

        def late_update(self, dt: float) -> None:
            self.post("#", "late")

    world.spawn("p", c=Poster())
    worlds.trace = recorder
    worlds.step()
    assert [(e.id, e.phase) for e in recorder.events] == [("update", "update script"), ("late", "late_update script")]


def test_complaint_02_a_dozen_exchanges_take_one_frame() -> None:
    class Talker(Script):
        left: int = 12

        @on("your_turn")
        def turn(self, message: Any, sender: Url) -> None:
            if self.left:
                self.left -= 1
                self.post(sender, "your_turn")

    worlds, world, _ = made()
    a, b = Talker(), Talker()
    world.spawn("a", c=a)
    world.spawn("b", c=b)
    a.post("b#c", "your_turn")
    worlds.step()
    assert a.left + b.left == 0


def test_complaint_03_loading_again_on_proxy_unloaded_works() -> None:
    class Reloader(Script):
        loads: int = 0

        @on("proxy_loaded")
        def loaded(self, message: Any, sender: Url) -> None:
            self.loads += 1
            if self.loads == 1:
                self.post(sender, "unload")

        @on("proxy_unloaded")
        def unloaded(self, message: Any, sender: Url) -> None:
            self.post(sender, "load")

    worlds, world, _ = made()
    reloader = Reloader()
    world.spawn("r", c=reloader, p=CollectionProxy("level"))
    reloader.post("#p", "load")
    for _ in range(3):
        worlds.step()
    assert (reloader.loads, worlds.faults, "level" in worlds) == (2, [], True)


def test_complaint_04_unload_and_load_in_one_frame_is_a_reload() -> None:
    worlds, world, _ = made()
    world.spawn("door", p=CollectionProxy("level"))
    world.post("/door#p", "load")
    worlds.step()
    first = worlds["level"]
    for message_id in ("unload", "load"):
        world.post("/door#p", message_id)
    worlds.step()
    worlds.step()
    assert worlds["level"] is not first
    assert worlds.faults == []


def test_complaint_05_two_collections_of_one_name_are_named() -> None:
    worlds, world, _ = made()
    worlds.create("level")
    world.spawn("door", p=CollectionProxy("level"))
    world.post("/door#p", "load")
    worlds.step()
    assert "The collection 'level' could not be created since there is already a socket" in worlds.faults[0].text


def test_complaint_06_an_unknown_instance_is_shown_whole_with_near_ones() -> None:
    worlds, world, _ = made("level/controller", prototypes={"ear": lambda: {"c": Ear()}})
    factory = Factory("ear")
    world.spawn("level/factory", f=factory)
    factory.create()["c"].post("controller#script", "hello")
    factory.create()["c"].post("level/controler#c", "hello")
    worlds.step()
    assert "Instance '/controller' could not be found" in worlds.faults[0].text
    assert worlds.faults[0].hint == "did you mean /level/controller? text is relative to the sender's id"
    assert worlds.faults[1].hint.startswith("did you mean /level/controller")


def test_complaint_07_a_deleted_object_says_that_it_is_dying() -> None:
    worlds, world, _ = made("a")
    thing = world["/a"]
    thing.delete()
    assert (thing.alive, thing.dying, thing.position) == (True, True, (0, 0, 0))
    worlds.step()
    assert (thing.alive, thing.dying) == (False, True)


def test_complaint_08_an_answer_to_somebody_gone_is_data() -> None:
    worlds, world, (a, _) = made("a", "b")

    class Camera(Script):
        @on("shake")
        def shake(self, message: Any, sender: Url) -> None:
            self.delay(1, "done", to=sender)

        @on("done")
        def done(self, message: Any, sender: Url) -> None:
            self.post(message["to"], "shake_completed")

    world.spawn("camera", c=Camera())
    a.post("camera#c", "shake")
    a.delete()
    worlds.step()
    worlds.step(1)
    fault = worlds.faults[0]
    assert (fault.code, fault.object, fault.component, fault.message_id) == ("TW-MSG-01", "/a", "c", "shake_completed")


def test_complaint_09_no_receiver_is_an_error() -> None:
    _, _, (a,) = made("a")
    with pytest.raises(TypeError, match="The receiver shouldn't be `nil`"):
        a.post(None, "x")  # type: ignore[arg-type]


def test_complaint_10_no_payload_is_an_empty_one() -> None:
    worlds, world, _ = made()
    seen: list[Any] = []
    worlds.on_delivery = lambda url, message_id, message, sender: seen.append(dict(message))
    world.spawn("a", c=Ear())
    world.post("/a", "x")
    worlds.step()
    assert seen == [{}]


def test_complaint_11_ids_are_not_used_again_and_a_handle_knows_its_own() -> None:
    worlds, world, _ = made()
    first = world.spawn(c=Ear())
    first.delete()
    worlds.step()
    second = world.spawn(c=Ear())
    again = world.spawn(first.id, c=Ear())
    assert second.id != first.id
    first.delete()
    worlds.step()
    assert again.alive
    assert not first.alive


def test_complaint_12_ids_are_text_in_every_mode() -> None:
    worlds, world, (a,) = made("level/a")
    a.post(f"{a.owner.id}#c", "hello")
    worlds.step()
    assert a.heard == ["hello"]
    assert a.url(None, a.owner.id, "c") is a.url()
    assert str(world.url(a.owner.id)) == "main:/level/a"


def test_complaint_14_input_that_reaches_nobody_is_in_the_trace() -> None:
    worlds, _, _ = made("a")
    recorder = Recorder()
    worlds.trace = recorder
    worlds.input("jump")
    worlds.step()
    assert [e.content for e in recorder.events] == ["input: nobody consumed it"]


def test_complaint_15_seventeen_objects_may_have_the_focus() -> None:
    worlds, world, _ = made(*(f"o{n}" for n in range(17)))
    for n in range(17):
        world.post(f"/o{n}", "acquire_input_focus")
    worlds.step()
    assert len(world._life.focus) == 17
    assert worlds.faults == []


def test_complaint_16_a_long_text_arrives() -> None:
    worlds, world, (a,) = made("a")
    world.post("/a", "announcement", text="a" * 100_000)
    worlds.step()
    assert a.heard == ["announcement"]


def test_complaint_17_deleting_nothing_is_an_error_with_a_place() -> None:
    worlds, world, _ = made()

    class Manager(Script):
        def update(self, dt: float) -> None:
            self.world[None].delete()  # type: ignore[index]

    world.spawn("manager", c=Manager())
    worlds.step()
    assert "/manager" in world
    assert "test_complaints.py:" in worlds.faults[0].text or "socket.py:" in worlds.faults[0].text


def test_complaint_18_a_world_that_is_not_initialised_gets_nothing() -> None:
    worlds, world, _ = made()
    world.spawn("door", p=CollectionProxy("level"))
    world.post("/door#p", "load")
    worlds.step()
    world.post("level:/inner", "layout_changed")
    worlds.step()
    inner = worlds["level"].component("/inner#c", Ear)
    assert inner.heard == []


def test_complaint_19_a_world_position_is_never_stale() -> None:
    _, world, _ = made("a")
    child = world.spawn("child", parent="/a", position=(1, 0))
    world["/a"].position = (5, 0)
    assert child.world_position == (6, 0, 0)


def test_complaint_20_the_order_of_updates_is_that_of_creation() -> None:
    order: list[str] = []

    class Ticker(Script):
        def update(self, dt: float) -> None:
            order.append(self.owner.id)

    worlds, world, _ = made()
    for name in ("c", "a", "b"):
        world.spawn(name, x=Ticker())
    worlds.step()
    assert order == ["/c", "/a", "/b"]


def test_complaint_21_one_message_to_everybody_who_cares() -> None:
    worlds, _, (a, b, c) = made("a", "b", "c")
    b.subscribe("alarm")
    c.subscribe("alarm")
    a.publish("alarm", "run")
    worlds.step()
    assert (a.heard, b.heard, c.heard) == ([], ["run"], ["run"])


def test_complaint_22_consumed_input_does_not_leak_through_proxies() -> None:
    class Greedy(Script):
        def on_input(self, action_id: str | None, action: Any) -> bool | None:
            return True

    below: list[str | None] = []

    class Below(Script):
        def on_input(self, action_id: str | None, action: Any) -> bool | None:
            below.append(action_id)
            return None

    def greedy(name: str, world: World) -> None:
        world.spawn("g", c=Greedy())

    worlds = Worlds(greedy)
    world = worlds.create("main")
    world.spawn("below", c=Below())
    world.spawn("door", p=CollectionProxy("level"))
    for address, message_id in (("/below", "acquire_input_focus"), ("/door", "acquire_input_focus")):
        world.post(address, message_id)
    for message_id in ("load", "enable"):
        world.post("/door#p", message_id)
    worlds.step()
    worlds["level"].post("/g", "acquire_input_focus")
    worlds.step()
    worlds.input("x")
    worlds.step()
    assert below == []


def test_a_name_that_is_not_there_is_named_with_a_near_one() -> None:
    _, world, _ = made("hero")
    with pytest.raises(NotFound) as caught:
        world["/hreo"]
    assert "/hero" in caught.value.hint
    with pytest.raises(UnknownWorld) as unknown:
        world.post("mian:/hero", "x")
    assert "main" in unknown.value.hint
