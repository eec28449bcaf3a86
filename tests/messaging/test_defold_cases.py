"""The cases that the engine's own tests hold, by their numbers in the specification (messaging, "test cases").

Cases 25 (assigning to a URL) and 33 (posting from threads) have nothing in their place here; 22, 30, 34 and 51 are
Lua's or C's, and what stands in their place is tested under their number.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest

from talewright.errors import AlreadyExists, BadAddress, InvalidName, MessageError, NotFound, UnknownWorld
from talewright.messaging import CollectionFactory, CollectionProxy, GameObject, Script, Url, World, Worlds, on
from talewright.messaging.address.url import split


class Ear(Script):
    heard: list[Any] = []

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.heard.append((message_id, dict(message)))


@dataclass(frozen=True)
class Declared:
    uint: int = 0


def made(*names: str) -> tuple[Worlds, World, dict[str, Ear]]:
    worlds = Worlds()
    world = worlds.create("main")
    ears = {name: Ear() for name in names}
    for name, ear in ears.items():
        world.spawn(name, script=ear)
    worlds.step()
    return worlds, world, ears


@pytest.fixture
def me() -> Script:
    _, world, _ = made("level/hero")
    return world.component("/level/hero#script")


def parts(url: Url) -> tuple[str, str, str]:
    return (url.socket, url.path, url.fragment)


# The text of a URL


def test_case_01_nothing(me: Script) -> None:
    assert parts(me.url(None, None, None)) == parts(me.url())


@pytest.mark.parametrize(
    ("case", "text", "expected"),
    [
        (2, "", (None, "", "")),
        (3, "socket:", ("socket", "", "")),
        (4, "path", (None, "path", "")),
        (5, "#fragment", (None, "", "fragment")),
        (6, "socket:path#fragment", ("socket", "path", "fragment")),
        (7, "#", (None, "", "")),
        (8, "path#", (None, "path", "")),
    ],
)
def test_cases_02_to_08_what_is_well_formed(case: int, text: str, expected: object) -> None:
    assert split(text) == expected, case


@pytest.mark.parametrize(("case", "text"), [(9, "a:b:c"), (10, "a#b#c"), (11, "test:test:"), (0, "a#b:c"), (0, ":x")])
def test_cases_09_to_11_what_is_malformed(case: int, text: str, me: Script) -> None:
    with pytest.raises(BadAddress):
        me.url(text)


def test_the_name_of_a_world_in_text_has_63_bytes_at_most(me: Script) -> None:
    assert me.url("s" * 63 + ":/x").socket == "s" * 63
    for name in ("s" * 64, "ス" * 22):
        with pytest.raises(BadAddress, match="The socket name in"):
            me.url(f"{name}:/x")


# Resolution


def test_case_12_me_in_all_three_parts(me: Script) -> None:
    mine = ("main", "/level/hero", "script")
    for url in (me.url(), me.url(""), me.url("#"), me.url(None, None, None)):
        assert parts(url) == mine
        assert url is me.url()


@pytest.mark.parametrize(
    ("case", "text", "expected"),
    [
        (13, ".", ("main", "/level/hero", "")),
        (14, "#x", ("main", "/level/hero", "x")),
        (15, "foo", ("main", "/level/foo", "")),
        (15, "sub/foo", ("main", "/level/sub/foo", "")),
        (15, "/foo", ("main", "/foo", "")),
        (16, "foo#bar", ("main", "/level/foo", "bar")),
        (16, "/foo#bar", ("main", "/foo", "bar")),
        (17, "test:", ("test", "", "")),
        (17, "test:#x", ("test", "", "x")),
        (17, "test:foo", ("test", "foo", "")),
        (17, "test:/foo#x", ("test", "/foo", "x")),
        (0, ".#x", ("main", "/level/.", "x")),
        (0, "/a//b", ("main", "/a//b", "")),
        (0, "/a/./b", ("main", "/a/./b", "")),
    ],
)
def test_cases_13_to_17_the_table_of_receivers(case: int, text: str, expected: object, me: Script) -> None:
    assert parts(me.url(text)) == expected, case


@pytest.mark.parametrize(
    ("case", "given", "expected"),
    [
        (18, ("test", "", ""), ("test", "", "")),
        (20, ("test", "test", ""), ("test", "test", "")),
        (20, ("test", "test", None), ("test", "test", "")),
        (21, ("test", "", "test"), ("test", "", "test")),
        (24, ("no_such_socket", "path", "test"), ("no_such_socket", "path", "test")),
        (0, (None, "foo", None), ("main", "/level/foo", "")),
        (0, ("", "foo", "x"), ("main", "/level/foo", "x")),
        (0, (None, None, "x"), ("main", "/level/hero", "x")),
        (0, (None, "/foo", "x"), ("main", "/foo", "x")),
        (26, ("s" * 67, "/x", None), ("s" * 67, "/x", "")),
    ],
)
def test_cases_18_to_26_three_parts(case: int, given: tuple[Any, Any, Any], expected: object, me: Script) -> None:
    url = me.url(*given)
    assert parts(url) == expected, case
    assert me.url(*given) is url


def test_case_19_a_socket_of_another_url(me: Script) -> None:
    other = me.url("test:/foo#x")
    assert me.url(other.socket, "", "").socket == "test"


@pytest.mark.parametrize("given", [({}, "", ""), (None, {}, None), (None, None, {}), (3, None, None)])
def test_case_22_parts_are_text(given: Any, me: Script) -> None:
    with pytest.raises(TypeError, match="of an address is text or None"):
        me.url(*given)


def test_case_22_one_part_is_an_address_and_two_are_none(me: Script) -> None:
    with pytest.raises(TypeError, match="a receiver is an address"):
        me.url({})  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"Only msg\.url\(\), msg\.url\("):
        me.url("main", "/x")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"Only msg\.url\(\), msg\.url\("):
        me.world.url()  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("case", "given", "said"),
    [
        (23, ("", None, None), "The socket '' name is invalid"),
        (0, ("a#b", "", ""), "The socket 'a#b' name is invalid"),
        (0, ("a:b", "", ""), "The socket 'a:b' name is invalid"),
        (0, ("test", None, "x"), "Can't resolve id with specified socket and fragment."),
        (0, (None, "a#b", None), "no path is called 'a#b'"),
    ],
)
def test_case_23_parts_that_are_no_address(case: int, given: Any, said: str, me: Script) -> None:
    with pytest.raises(BadAddress) as caught:
        me.url(*given)
    assert said in str(caught.value), case


def test_case_26_a_long_name_can_be_printed(me: Script) -> None:
    assert repr(me.url("s" * 67, "/x", "y")) == f"url: [{'s' * 67}:/x#y]"


def test_a_receiver_that_is_none_is_never_me(me: Script) -> None:
    with pytest.raises(TypeError, match="The receiver shouldn't be `nil`"):
        me.post(None, "x")  # type: ignore[arg-type]


# Sockets and queues


def test_case_27_a_name_is_taken_once() -> None:
    worlds, _, _ = made()
    said = "The collection 'main' could not be created since there is already a socket with the same name"
    with pytest.raises(AlreadyExists, match=said):
        worlds.create("main")


def test_case_28_an_ended_world_is_nobody() -> None:
    worlds = Worlds(lambda name, world: None)
    world = worlds.create("main")
    world.spawn("door", p=CollectionProxy("test"))
    world.post("/door#p", "load")
    worlds.step()
    test = worlds["test"]
    world.post("/door#p", "unload")
    worlds.step()
    assert not test.alive
    assert "test" not in worlds
    with pytest.raises(UnknownWorld):
        world.post("test:/x", "hello")


@pytest.mark.parametrize("name", ["", "a#b", "a:b"])
def test_case_29_names_that_are_none(name: str) -> None:
    with pytest.raises(InvalidName, match="name is invalid"):
        Worlds().create(name)


def test_case_30_there_is_no_limit_of_256_worlds() -> None:
    worlds = Worlds()
    for n in range(300):
        worlds.create(f"w{n}")
    assert len(worlds) == 300


def test_case_31_always_as_many_as_were_posted() -> None:
    _, world, ears = made("a")
    for _ in range(64):
        for _ in range(16):
            world.post("/a#script", "x")
        assert world._life.socket.dispatch(10) == 1
    assert len(ears["a"].heard) == 1024


def test_case_32_many_wait_in_order() -> None:
    worlds, world, ears = made("a")
    for n in range(2048):
        world.post("/a#script", "x", n=n)
    worlds.step()
    assert [message["n"] for _, message in ears["a"].heard] == list(range(2048))


def test_case_34_a_payload_arrives_unchanged() -> None:
    worlds, world, ears = made("a")
    for size in (0, 1, 7, 8, 1024, 100_000):
        world.post("/a#script", "x", data=bytes(size))
    worlds.step()
    assert [len(m["data"]) for _, m in ears["a"].heard] == [0, 1, 7, 8, 1024, 100_000]


def test_case_35_a_world_that_ends_drops_what_waits() -> None:
    def build(name: str, world: World) -> None:
        world.spawn("a", script=Ear())

    worlds = Worlds(build)
    world = worlds.create("main")
    world.spawn("door", p=CollectionProxy("test"))
    world.post("/door#p", "load")
    worlds.step()
    ear = worlds["test"].component("/a#script", Ear)
    for _ in range(10_000):
        world.post("test:/a#script", "x")
    world.post("/door#p", "unload")
    worlds.step()
    assert ear.heard == []
    assert worlds._shared.sockets["test"].pending == []


def test_case_36_an_empty_queue() -> None:
    _, world, _ = made()
    assert world._life.socket.dispatch(10) == 0


# Objects


def test_case_37_a_message_to_a_component_arrives_once() -> None:
    worlds, world, ears = made("object")
    world.post("/object#script", "hello")
    worlds.step()
    worlds.step()
    assert ears["object"].heard == [("hello", {})]


def test_case_38_a_declared_message_arrives_with_its_field() -> None:
    class Typed(Script):
        got: int = 0

        @on(Declared)
        def declared(self, message: Declared, sender: Url) -> None:
            self.got = message.uint

    worlds, world, _ = made()
    typed = Typed()
    world.spawn("t", script=typed)
    world.post("/t#script", Declared(2))
    worlds.step()
    assert typed.got == 2


def test_case_39_an_answer_is_delivered_in_the_same_update() -> None:
    class Counter(Script):
        n: int = 0

        @on("inc")
        def inc(self, message: Any, sender: Url) -> None:
            self.n += 1
            if self.n == 2:
                self.post(sender, "two")

    worlds, world, ears = made("asker")
    world.spawn("c", script=Counter())
    for _ in range(2):
        ears["asker"].post("c#script", "inc")
    worlds.step()
    assert ears["asker"].heard == [("two", {})]


def test_case_40_a_missing_component_keeps_no_other_from_its_message() -> None:
    worlds, world, ears = made("a")
    for fragment in ("apa", "script"):
        world.post(f"/a#{fragment}", "hello")
    worlds.step()
    assert ears["a"].heard == [("hello", {})]
    assert [str(f) for f in worlds.faults] == [
        "ERROR:GAMEOBJECT: Component '/a#apa' could not be found when dispatching message 'hello' sent from (null):#"
    ]


def test_case_41_a_broadcast_reaches_both_once() -> None:
    worlds, world, _ = made()
    first, second = Ear(), Ear()
    world.spawn("crowd", a=first, b=second)
    world.post("/crowd", "hello")
    worlds.step()
    assert first.heard == second.heard == [("hello", {})]


def test_case_42_focus_comes_and_goes_at_the_update() -> None:
    worlds, world, ears = made("a")
    stack = []
    for message_id in ("acquire_input_focus", "release_input_focus"):
        ears["a"].post(".", message_id)
        stack.append(len(world._life.focus))
        worlds.step()
        stack.append(len(world._life.focus))
    assert stack == [0, 1, 1, 0]


def test_case_43_an_id_is_taken_once_and_never_changes() -> None:
    _, world, _ = made("a")
    with pytest.raises(AlreadyExists, match="The identifier '/a' is already in use"):
        world.spawn("a")


def test_cases_44_and_45_collections_in_collections() -> None:
    _, world, ears = made("sub1/parent", "sub1/child", "sub2/parent", "sub2/child", "go1")
    assert len({thing.id for thing in world}) == 5
    from_sub = ears["sub1/parent"]
    assert from_sub.url("a") is world.url("/sub1/a")
    assert from_sub.url("/sub1/a") is world.url("/sub1/a")
    assert ears["go1"].url("a") is world.url("/a")


def test_case_46_a_collection_with_something_broken_loads_not_at_all() -> None:
    def build(name: str, world: World) -> None:
        world.spawn("good", script=Ear())
        if not worlds.host:
            world.spawn("bad", script=object())  # type: ignore[arg-type]

    worlds = Worlds(build)
    world = worlds.create("main")
    world.spawn("door", p=CollectionProxy("level"))
    world.post("/door#p", "load")
    worlds.step()
    assert "level" not in worlds
    assert "The collection level could not be loaded." in worlds.faults[0].text
    worlds.host = True
    world.post("/door#p", "load")
    worlds.step()
    assert [thing.id for thing in worlds["level"]] == ["/good"]


def test_case_47_capacity_1_and_a_collection_of_2() -> None:
    def build(name: str, world: World) -> None:
        world.spawn("a")
        world.spawn("b")

    worlds = Worlds(build)
    world = worlds.create("main", max_instances=1)
    world.spawn("door", p=CollectionProxy("level"))
    world.post("/door#p", "load")
    worlds.step()
    assert "level" not in worlds
    assert "the buffer is full (1)" in worlds.faults[0].text


def test_case_48_init_of_a_child_sees_id_parent_and_place() -> None:
    seen: list[Any] = []

    class Child(Script):
        def init(self) -> None:
            parent = self.owner.parent
            seen.append((self.owner.id, parent and parent.id, self.owner.world_position))

    def build(name: str, world: World) -> None:
        world.spawn("parent", position=(1, 0))
        world.spawn("child", parent="parent", position=(2, 0), script=Child())

    worlds = Worlds(build)
    factory = CollectionFactory("team")
    worlds.create("main").spawn("f", position=(10, 0), f=factory)
    worlds.step()
    factory.create()
    assert seen == [("/collection0/child", "/collection0/parent", (13, 0, 0))]


# Scripts


class Broken(Script):
    where: str = ""
    updates: int = 0

    def init(self) -> None:
        if self.where == "init":
            raise ValueError(self.where)

    def update(self, dt: float) -> None:
        self.updates += 1
        if self.where == "update":
            raise ValueError(self.where)


def test_case_49_an_error_in_init_stops_nothing() -> None:
    worlds = Worlds()
    world = worlds.create("main")
    bad, good = Broken("init"), Broken()
    world.spawn("bad", script=bad)
    world.spawn("good", script=good)
    worlds.step()
    assert [(f.callback, f.object) for f in worlds.faults] == [("init", "/bad")]
    assert (bad.updates, good.updates) == (0, 1)


def test_case_50_an_error_in_update_is_reported_each_frame() -> None:
    worlds = Worlds()
    world = worlds.create("main")
    bad, good = Broken("update"), Broken()
    world.spawn("bad", script=bad)
    world.spawn("good", script=good)
    worlds.step()
    worlds.step()
    assert [f.callback for f in worlds.faults] == ["update", "update"]
    assert good.updates == 2


def test_case_51_a_life_cycle_name_that_is_no_function_is_refused_with_its_class() -> None:
    with pytest.raises(Exception, match="'update'"):

        class Wrong(Script):
            update: int = 5  # type: ignore[assignment]


def test_case_52_a_post_of_init_to_a_missing_component_is_reported_by_the_init() -> None:
    class Poster(Script):
        def init(self) -> None:
            self.post("#missing", "hello")

    worlds = Worlds()
    world = worlds.create("main")
    world.spawn("a", script=Poster())
    world.init()
    assert [f.code for f in worlds.faults] == ["TW-MSG-02"]


def test_case_53_300_components_on_one_object() -> None:
    _, world, _ = made()
    many: dict[str, Any] = {f"c{n}": Ear() for n in range(300)}
    thing = world.spawn("a", **many)
    assert [thing[f"c{n}"] for n in range(300)] == list(thing.components.values())
    with pytest.raises(NotFound, match="no component 'c300'"):
        thing["c300"]


def test_case_54_actions_with_their_fields() -> None:
    seen: list[Any] = []

    class Player(Script):
        def on_input(self, action_id: str | None, action: Any) -> bool | None:
            seen.append((action_id, dict(action)))
            return None

    worlds, world, _ = made()
    world.spawn("p", script=Player())
    world.post("/p", "acquire_input_focus")
    worlds.step()
    worlds.input("fire", pressed=True, repeated=False, value=1)
    worlds.input(None, x=1, y=2, dx=3, dy=4)
    worlds.step()
    assert seen == [
        ("fire", {"pressed": True, "repeated": False, "value": 1}),
        (None, {"x": 1, "y": 2, "dx": 3, "dy": 4}),
    ]


# Deleting, spawning, hierarchy


def test_case_55_512_objects_delete_themselves() -> None:
    worlds, world, _ = made()
    things = [world.spawn(script=Ear()) for _ in range(512)]
    left = list(things)
    draw = random.Random(1)
    while left:
        for thing in draw.sample(left, min(16, len(left))):
            left.remove(thing)
            thing.delete()
            thing.delete()
        worlds.step()
        assert set(world) == set(left)


def test_case_57_an_unknown_id_is_an_error_and_deletes_nothing() -> None:
    _, world, _ = made("a")
    with pytest.raises(NotFound, match="Instance /b not found"):
        world["/b"].delete()
    assert not world["/a"].dying


def test_case_58_a_grandchild_goes_to_the_grandparent() -> None:
    worlds, world, _ = made("a")
    b = world.spawn("b", parent="/a")
    c = world.spawn("c", parent=b)
    b.delete()
    worlds.step()
    assert c.parent is world["/a"]


def test_cycles_of_parents_are_refused() -> None:
    _, world, _ = made("a")
    a: GameObject = world["/a"]
    b = world.spawn("b", parent=a)
    with pytest.raises(MessageError, match="Child is present in tree above parent"):
        a.parent = b
