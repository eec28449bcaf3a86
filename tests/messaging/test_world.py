"""Objects: spawning, ids, hierarchy, access, deletion."""

from __future__ import annotations

import math
from typing import Any

import pytest

from talewright.errors import AlreadyExists, BadAddress, InvalidName, MessageError, NotFound
from talewright.messaging import GuiScript, Message, Script, Url, World, Worlds, on


class Quiet(Script):
    n: int = 0


class Logged(Script):
    """Writes every call into a list of the host."""

    @property
    def log(self) -> list[str]:
        """The host's list."""
        found: list[str] = self.world.worlds.host
        return found

    def note(self, what: str) -> None:
        """Write one line."""
        self.log.append(f"{self.owner.id} {what}")

    def init(self) -> None:
        self.note("init")

    def update(self, dt: float) -> None:
        self.note("update")

    def late_update(self, dt: float) -> None:
        self.note("late")

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.note(message_id)

    def final(self) -> None:
        self.note("final")


@pytest.fixture
def worlds() -> Worlds:
    return Worlds(host=[])


@pytest.fixture
def world(worlds: Worlds) -> World:
    return worlds.create("main")


@pytest.mark.parametrize(("given", "path"), [("hero", "/hero"), ("/hero", "/hero"), ("a/b/hero", "/a/b/hero")])
def test_ids(world: World, given: str, path: str) -> None:
    thing = world.spawn(given, controller=Quiet())
    assert thing.id == path
    assert world[given] is thing
    assert str(thing) == f"main:{path}"


@pytest.mark.parametrize("given", ["", "/", "a//b", "a/", "a#b", "a:b", "a]b", "[a", "a\nb", " a", "a /b", "."])
def test_bad_ids(world: World, given: str) -> None:
    with pytest.raises(InvalidName):
        world.spawn(given)
    with pytest.raises(InvalidName):
        world.spawn("ok", **{given if given != "." else "x/y": Quiet()})  # type: ignore[arg-type]
    assert len(world) == 0


@pytest.mark.parametrize("name", ["", "a#b", "a:b", "a/b", "@system", "x" * 64, "a\tb"])
def test_bad_world_names(worlds: Worlds, name: str) -> None:
    with pytest.raises(InvalidName, match=r"The socket '.*' name is invalid"):
        worlds.create(name)


def test_a_world_name_is_taken_once(worlds: Worlds, world: World) -> None:
    with pytest.raises(AlreadyExists, match="The collection 'main' could not be created since there is already"):
        worlds.create("main")
    with pytest.raises(AlreadyExists, match="differs from it only in case"):
        worlds.create("Main")
    assert list(worlds) == [world]
    with pytest.raises(NotFound, match="did you mean main"):
        worlds["mian"]
    assert "main" in worlds
    assert "level" not in worlds


def test_an_id_is_taken_once(world: World) -> None:
    world.spawn("hero", Brain=Quiet())
    world.spawn("Rat")
    with pytest.raises(AlreadyExists, match=r"The identifier '/hero' is already in use\."):
        world.spawn("/hero")
    for given in ("Hero", "HERO", "rat", "RAT"):
        with pytest.raises(AlreadyExists, match=r"differs from '/(hero|Rat)' only in case"):
            world.spawn(given)
    with pytest.raises(AlreadyExists, match="differs from 'a' only in case"):
        world.spawn("x", a=Quiet(), A=Quiet())
    world["/Rat"].delete()
    world.worlds.step()
    assert world.spawn("rat").id == "/rat"


def test_anonymous_ids_are_never_used_again(worlds: Worlds, world: World) -> None:
    other = worlds.create("other")
    ids = [world.spawn().id, other.spawn().id, world.spawn("instance2").id, world.spawn().id]
    assert ids == ["/instance0", "/instance1", "/instance2", "/instance3"]
    world["/instance3"].delete()
    worlds.step()
    assert world.spawn().id == "/instance4"


def test_what_is_no_component(world: World) -> None:
    with pytest.raises(TypeError, match=r"write c=Quiet\(\)"):
        world.spawn("x", c=Quiet)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="is no script, but int"):
        world.spawn("x", c=5)  # type: ignore[arg-type]
    quiet = Quiet()
    with pytest.raises(MessageError, match="make a new instance"):
        world.spawn("x", a=quiet, b=quiet)
    world.spawn("first", a=quiet)
    with pytest.raises(MessageError, match="was spawned before, as main:/first#a"):
        world.spawn("x", a=quiet)
    assert "/x" not in world


def test_components_in_order(world: World) -> None:
    parts: dict[str, Any] = {f"c{n}": Quiet(n) for n in range(300)}
    thing = world.spawn("many", **parts)
    assert list(thing.components) == list(parts)
    assert thing["c299"] is parts["c299"]
    assert "c300" not in thing
    with pytest.raises(NotFound, match="has no component 'c300'"):
        thing["c300"]


def test_access(world: World) -> None:
    hero = world.spawn("level/hero", brain=Quiet())
    assert world.component("level/hero#brain") is hero["brain"]
    assert world.component(world.url("main:/level/hero#brain"), Quiet).n == 0
    assert "level/hero#brain" in world
    assert "/level/hero" in world
    assert "/level/hero#face" not in world
    assert "/nobody" not in world
    assert 5 not in world
    with pytest.raises(NotFound, match="did you mean /level/hero"):
        world["/level/hreo"]
    with pytest.raises(TypeError, match="Component expected to be of type 'Logged' but was 'Quiet'"):
        world.component("/level/hero#brain", Logged)
    with pytest.raises(BadAddress, match="names no component"):
        world.component("/level/hero")
    with pytest.raises(NotFound, match="function called can only access instances within the same collection"):
        world["other:/x"]


def test_positions(world: World) -> None:
    thing = world.spawn("x", position=(3, 4))
    assert thing.position == (3.0, 4.0, 0.0)
    assert all(type(v) is float for v in thing.position)
    thing.position = (1, 2, 3)
    assert world["x"].position == (1.0, 2.0, 3.0)
    for bad in [(1,), (1, 2, 3, 4), (math.nan, 0), (math.inf, 0, 0)]:
        with pytest.raises(ValueError, match="a position is two or three finite numbers"):
            thing.position = bad
    assert world.spawn("y").position == (0.0, 0.0, 0.0)


def test_parents(worlds: Worlds, world: World) -> None:
    a = world.spawn("a")
    b = world.spawn("b", parent="a")
    c = world.spawn("c", parent=b)
    assert (a.parent, b.parent, c.parent) == (None, a, b)
    for child in (a, b, c):
        with pytest.raises(MessageError, match="Unable to set parent to child"):
            a.parent = child
    with pytest.raises(NotFound, match=r"Could not find parent instance with id '/z'\."):
        world.spawn("d", parent="z")
    with pytest.raises(MessageError, match="within the same collection"):
        a.parent = worlds.create("other").spawn("o")
    b.delete()
    worlds.step()
    assert c.parent is a
    a.delete()
    worlds.step()
    assert world["c"].parent is None
    with pytest.raises(MessageError, match="Could not find parent"):
        c.parent = a
    c.parent = None
    assert c.parent is None


def test_init_in_creation_order_at_the_first_step(worlds: Worlds, world: World) -> None:
    world.spawn("b", c=Logged())
    world.spawn("a", c=Logged())
    assert worlds.host == []
    assert not world.initialised
    worlds.step()
    assert worlds.host[:2] == ["/b init", "/a init"]
    assert worlds.host[2:] == ["/b update", "/a update", "/b late", "/a late"]


def test_init_once(worlds: Worlds, world: World) -> None:
    world.spawn("a", c=Logged())
    world.init()
    world.init()
    assert worlds.host == ["/a init"]


def test_a_later_spawn_initialises_inside_spawn(worlds: Worlds, world: World) -> None:
    worlds.step()
    world.spawn("a", c=Logged())
    assert worlds.host == ["/a init"]


class Mother(Logged):
    def init(self) -> None:
        self.note("init")
        self.world.spawn("child", c=Logged())
        self.note("init done")


def test_spawning_in_init(worlds: Worlds, world: World) -> None:
    world.spawn("mother", c=Mother())
    world.spawn("other", c=Logged())
    world.init()
    assert worlds.host == ["/mother init", "/child init", "/mother init done", "/other init"]


def test_what_is_spawned_in_an_update_is_updated_from_the_next_frame_on(worlds: Worlds, world: World) -> None:
    class Spawner(Script):
        done: bool = False

        def update(self, dt: float) -> None:
            if not self.done:
                self.done = True
                self.world.spawn("new", c=Logged())

    world.spawn("s", c=Spawner())
    worlds.step()
    assert worlds.host == ["/new init"]
    worlds.step()
    assert worlds.host[1:] == ["/new update", "/new late"]


def test_deletion_at_the_end_of_the_frame(worlds: Worlds, world: World) -> None:
    thing = world.spawn("a", c=Logged())
    world.spawn("b", c=Logged())
    worlds.step()
    worlds.host.clear()
    thing.delete()
    thing.delete()
    world.post("/a", "hello")
    assert (thing.alive, "/a" in world) == (True, True)
    worlds.step()
    assert (thing.alive, "/a" in world) == (False, False)
    assert worlds.host == ["/a hello", "/a update", "/b update", "/a late", "/b late", "/a final"]
    assert [t.id for t in world] == ["/b"]
    thing.delete()
    world.post("/a", "late")
    worlds.step()
    assert "Instance '/a' could not be found" in str(worlds.faults[-1])
    assert "/a" not in worlds.host[-1]


def test_the_dying_still_hear(worlds: Worlds, world: World) -> None:
    class Farewell(Logged):
        def final(self) -> None:
            self.note("final")
            self.post(".", "bye")

    world.spawn("a", c=Farewell()).delete()
    worlds.step()
    assert worlds.host[-2:] == ["/a final", "/a bye"]
    assert worlds.faults == []


def test_an_id_is_free_after_the_frame(worlds: Worlds, world: World) -> None:
    url = world.url("/a#c")
    old = world.spawn("a", c=Logged())
    old.delete()
    worlds.step()
    new = world.spawn("a", c=Logged())
    worlds.host.clear()
    world.post(url, "hello")
    worlds.step()
    assert worlds.host[0] == "/a hello"
    assert new["c"].url() is url
    assert (old.alive, new.alive) == (False, True)


def test_deletions_in_rounds(worlds: Worlds, world: World) -> None:
    class Domino(Logged):
        next: str = ""

        def final(self) -> None:
            self.note("final")
            if self.next:
                self.world[self.next].delete()

    for n in range(5):
        world.spawn(f"d{n}", c=Domino(f"/d{n + 1}" if n < 4 else ""))
    world["/d0"].delete()
    worlds.step()
    assert [line for line in worlds.host if line.endswith("final")] == [f"/d{n} final" for n in range(5)]
    assert len(world) == 0


class Phoenix(Script):
    """Spawns its successor in final; the successor deletes itself in init."""

    def init(self) -> None:
        self.delete()

    def final(self) -> None:
        self.world.worlds.host.append("final")
        self.world.spawn(c=Phoenix())


def test_ten_rounds_a_frame(worlds: Worlds, world: World) -> None:
    world.spawn(c=Phoenix())
    worlds.step()
    assert len(worlds.host) == 10
    assert "Creation/deletion cycles encountered, postponing to next frame" in str(worlds.faults[0])
    worlds.step()
    assert len(worlds.host) == 20
    assert len(world) == 1


def test_many_random_deletions(worlds: Worlds, world: World) -> None:
    things = [world.spawn(f"o{n}", c=Quiet()) for n in range(512)]
    order = sorted(range(512), key=lambda n: n * 331 % 509)
    for start in range(0, 512, 16):
        gone = order[start : start + 16]
        for n in gone:
            things[n].delete()
            things[n].delete()
        worlds.step()
        assert not any(things[n].alive for n in gone)
        assert len(world) == 512 - start - 16
    assert worlds.faults == []


def test_script_delete_is_its_object(worlds: Worlds, world: World) -> None:
    class Mortal(Script):
        @on("die")
        def die(self, message: Message, sender: Url) -> None:
            self.delete()

    thing = world.spawn("a", c=Mortal(), d=Quiet())
    world.post("/a#c", "die")
    worlds.step()
    assert not thing.alive


def test_guis_have_their_turn_after_all_scripts(worlds: Worlds, world: World) -> None:
    class Screen(GuiScript):
        def update(self, dt: float) -> None:
            self.world.worlds.host.append("gui update")

        @on("tell")
        def told(self, message: Message, sender: Url) -> None:
            self.world.worlds.host.append("gui told")

    class Teller(Script):
        def update(self, dt: float) -> None:
            self.world.worlds.host.append("script update")
            self.post("/screen#gui", "tell")

    world.spawn("screen", gui=Screen())
    world.spawn("a", c=Teller())
    worlds.step()
    assert worlds.host == ["script update", "gui told", "gui update"]


def test_iteration_is_a_copy(world: World) -> None:
    world.spawn("a")
    for thing in world:
        world.spawn(f"{thing.id}/child")
    assert len(world) == 2
