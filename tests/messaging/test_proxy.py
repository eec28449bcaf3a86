"""Worlds behind a collection proxy."""

from __future__ import annotations

from typing import Any

import pytest

from talewright.errors import InvalidName, MessageError, UnknownWorld
from talewright.messaging import CollectionProxy, ProxyState, Script, Url, World, Worlds, collection, on
from talewright.messaging.life.lifecycle import MESSAGES, UPDATE


class Player(Script):
    heard: list[str] = []
    updates: int = 0

    def init(self) -> None:
        self.world.worlds.host.append(f"{self.world.name} init")

    def update(self, dt: float) -> None:
        self.updates += 1

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.heard.append(message_id)

    def final(self) -> None:
        self.world.worlds.host.append(f"{self.world.name} final")


class Loader(Script):
    heard: list[str] = []

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.heard.append(f"{message_id} {sender}")

    def order(self, *messages: str) -> None:
        """Send the proxy beside it these messages."""
        for message in messages:
            self.post("#proxy", message)


def build(name: str, world: World) -> None:
    if name == "broken":
        world.spawn("half", c=Player())
        raise ValueError("a broken collection")
    world.spawn("player", controller=Player())
    if name == "level":
        world.spawn("door", proxy=CollectionProxy("cellar"), script=Loader())


class Fixture:
    def __init__(self, name: str = "level") -> None:
        self.worlds = Worlds(build, host=[])
        self.world = self.worlds.create("main")
        self.loader = Loader()
        self.proxy = CollectionProxy(name)
        self.world.spawn("loader", script=self.loader, proxy=self.proxy)
        self.worlds.step()

    def step(self, *messages: str) -> None:
        """Send, then run one frame."""
        self.loader.order(*messages)
        self.worlds.step()

    @property
    def player(self) -> Player:
        """The player of the loaded world."""
        return self.worlds["level"].component("/player#controller", Player)

    @property
    def errors(self) -> list[str]:
        """What went wrong so far."""
        return [str(f) for f in self.worlds.faults]


@pytest.fixture
def game() -> Fixture:
    return Fixture()


def test_load_init_enable(game: Fixture) -> None:
    game.step("load")
    assert game.proxy.state.name == "LOADED"
    assert game.loader.heard == ["proxy_loaded main:/loader#proxy"]
    assert game.worlds.host == []
    game.step("init")
    assert game.worlds.host == ["level init"]
    assert game.player.updates == 0
    game.step("enable")
    assert game.proxy.state.name == "ENABLING"
    assert game.player.updates == 0
    game.worlds.step()
    assert game.proxy.state.name == "ENABLED"
    assert game.player.updates == 1
    assert game.proxy.loaded is game.worlds["level"]
    assert game.errors == []


def test_enable_initialises_when_it_has_to(game: Fixture) -> None:
    game.step("load", "enable")
    assert game.worlds.host == ["level init"]
    game.worlds.step()
    assert game.player.updates == 1


def test_a_world_hoards_messages_until_it_runs(game: Fixture) -> None:
    game.step("load")
    game.world.post("level:/player#controller", "one")
    game.worlds.step()
    assert game.player.heard == []
    game.step("init")
    assert game.player.heard == ["one"]
    game.world.post("level:/player#controller", "two")
    game.worlds.step()
    assert game.player.heard == ["one"]
    game.step("enable")
    game.worlds.step()
    assert game.player.heard == ["one", "two"]
    game.step("disable")
    game.worlds.step()
    for n in range(3):
        game.world.post("level:/player#controller", f"burst{n}")
    game.worlds.step()
    assert game.player.heard == ["one", "two"]
    updates = game.player.updates
    game.step("enable")
    game.worlds.step()
    assert game.player.heard[2:] == ["burst0", "burst1", "burst2"]
    assert game.player.updates == updates + 1


def test_enable_and_disable_in_one_frame(game: Fixture) -> None:
    game.step("load", "init")
    game.step("enable", "disable")
    assert game.errors == ["ERROR:GAMESYS: The collection level could not be disabled since it is not enabled."]
    game.worlds.step()
    assert game.player.updates == 1


def test_disable_and_enable_in_one_frame(game: Fixture) -> None:
    game.step("load", "enable")
    game.worlds.step()
    game.step("disable", "enable")
    game.worlds.step()
    assert game.proxy.state is ProxyState.ENABLED
    assert game.errors == []


def test_unload(game: Fixture) -> None:
    game.step("load", "enable")
    game.worlds.step()
    player, thing = game.player, game.worlds["level"]["/player"]
    game.loader.heard.clear()
    game.step("unload")
    assert game.worlds.host == ["level init", "level final"]
    assert "level" not in game.worlds
    assert not thing.alive
    assert game.loader.heard == []
    with pytest.raises(UnknownWorld):
        game.world.post("level:/player#controller", "hello")
    with pytest.raises(UnknownWorld):
        game.loader.post(player.url(), "hello")
    with pytest.raises(UnknownWorld, match="has ended"):
        player.world.spawn("x")
    game.worlds.step()
    assert game.loader.heard == ["proxy_unloaded main:/loader#proxy"]
    assert game.proxy.state is ProxyState.UNLOADED
    assert game.errors == []


def test_unload_then_load_in_one_frame(game: Fixture) -> None:
    game.step("load", "enable")
    old = game.worlds["level"]
    url = old.url("/player#controller")
    game.loader.heard.clear()
    game.step("unload", "load")
    game.worlds.step()
    assert game.loader.heard == ["proxy_unloaded main:/loader#proxy", "proxy_loaded main:/loader#proxy"]
    assert game.worlds["level"] is not old
    game.step("enable")
    game.world.post(url, "again")
    game.worlds.step()
    assert game.player.heard == ["again"]
    assert game.errors == []


def test_load_on_proxy_unloaded() -> None:
    class Again(Loader):
        @on("proxy_unloaded")
        def again(self, message: Any, sender: Url) -> None:
            self.post(sender, "load")

        on_message = Script.on_message

    worlds = Worlds(build, host=[])
    world = worlds.create("main")
    again = Again()
    world.spawn("loader", script=again, proxy=CollectionProxy("level"))
    again.order("load", "unload")
    for _ in range(3):
        worlds.step()
    assert "level" in worlds
    assert worlds.faults == []


def test_final_then_enable_initialises_again(game: Fixture) -> None:
    game.step("load", "enable")
    game.worlds.step()
    game.step("final")
    assert game.worlds.host == ["level init", "level final"]
    updates = game.player.updates
    game.worlds.step()
    assert game.player.updates == updates
    game.step("enable")
    assert game.worlds.host == ["level init", "level final", "level init"]
    game.step("final", "unload")
    assert game.worlds.host[3:] == ["level final"]


def test_a_second_init_may_succeed_where_the_first_failed() -> None:
    class Moody(Script):
        updates: int = 0

        def init(self) -> None:
            self.world.worlds.host.append("init")
            if len(self.world.worlds.host) == 1:
                raise ValueError

        def update(self, dt: float) -> None:
            self.updates += 1

    def build(name: str, world: World) -> None:
        world.spawn("it", c=Moody())

    worlds = Worlds(build, host=[])
    world = worlds.create("main")
    loader = Loader()
    world.spawn("loader", script=loader, proxy=CollectionProxy("level"))
    loader.order("load", "enable")
    worlds.step()
    it = worlds["level"].component("/it#c", Moody)
    assert it.updates == 0
    loader.order("final", "enable")
    worlds.step()
    worlds.step()
    assert world.worlds["level"].component("/it#c", Moody).updates == 1
    assert len(worlds.faults) == 1


@pytest.mark.parametrize(
    ("messages", "error"),
    [
        (["load", "load"], "could not be loaded since it was already."),
        (["init"], "could not be initialized since it has not been loaded."),
        (["load", "init", "init"], "could not be initialized since it has been already."),
        (["enable"], "could not be enabled since it has not been loaded."),
        (["load", "enable", "enable"], "could not be enabled since it is already."),
        (["disable"], "could not be disabled since it is not enabled."),
        (["final"], "could not be finalized since it was never initialized."),
        (["load", "final"], "could not be finalized since it was never initialized."),
        (["unload"], "could not be unloaded since it was never loaded."),
        (["load", "unload", "unload"], "could not be unloaded since it was never loaded."),
        (["load", "unload", "load", "load"], "could not be loaded since it was already."),
    ],
)
def test_what_does_not_fit_is_an_error_line(game: Fixture, messages: list[str], error: str) -> None:
    game.step(*messages)
    assert game.errors == [f"ERROR:GAMESYS: The collection level {error}"]
    fault = game.worlds.faults[0]
    assert (fault.code, fault.object, fault.component) == ("TW-MSG-04", "/loader", "proxy")
    assert (fault.message_id, fault.sender) == (messages[-1], "main:/loader#script")


def test_the_table_covers_every_state() -> None:
    assert all(set(row) == set(ProxyState) for row in MESSAGES.values())
    assert all(bool(step.refused) != (step.state is not None) for row in MESSAGES.values() for step in row.values())
    actions = {a for row in (*MESSAGES.values(), UPDATE) for step in row.values() for a in step.actions}
    assert all(hasattr(CollectionProxy, f"_do_{action}") for action in actions)


def test_a_broken_collection_leaves_nothing() -> None:
    game = Fixture("broken")
    game.step("load")
    assert game.proxy.state is ProxyState.UNLOADED
    assert "broken" not in game.worlds
    assert game.loader.heard == ["proxy_error main:/loader#proxy"]
    assert game.errors == ["ERROR:GAMESYS: The collection broken could not be loaded. ValueError: a broken collection"]
    assert isinstance(game.worlds.faults[0].error, ValueError)
    with pytest.raises(UnknownWorld):
        game.world.post("broken:/half", "x")


def test_a_name_that_is_taken() -> None:
    game = Fixture("main")
    game.step("load")
    assert game.errors == [
        "ERROR:GAMESYS: The collection 'main' could not be created since there is already a socket with the same name.",
        "ERROR:GAMESYS: The collection main could not be loaded.",
    ]


def test_nothing_builds() -> None:
    worlds = Worlds()
    world = worlds.create("main")
    world.spawn("loader", proxy=CollectionProxy("level"))
    world.post("/loader#proxy", "load")
    worlds.step()
    assert "nothing builds the collection 'level'" in str(worlds.faults[0])


def test_deleting_the_proxy_ends_its_world(game: Fixture) -> None:
    game.step("load", "enable")
    game.worlds.step()
    game.world["/loader"].delete()
    game.worlds.step()
    assert "level" not in game.worlds
    assert game.worlds.host == ["level init", "level final"]


def test_worlds_inside_worlds(game: Fixture) -> None:
    game.step("load", "enable")
    game.worlds.step()
    level = game.worlds["level"]
    for message_id in ("load", "enable"):
        level.component("/door#script").post("#proxy", message_id)
    game.worlds.step()
    game.worlds.step()
    cellar = game.worlds["cellar"]
    assert cellar.component("/player#controller", Player).updates >= 1
    game.step("unload")
    assert list(game.worlds) == [game.world]
    assert game.worlds.host == ["level init", "cellar init", "cellar final", "level final"]
    assert not cellar.alive


def test_nothing_is_spawned_while_a_world_ends() -> None:
    class Stubborn(Script):
        def final(self) -> None:
            self.world.spawn("heir", c=Player())

    def build(name: str, world: World) -> None:
        world.spawn("s", c=Stubborn())

    worlds = Worlds(build, host=[])
    world = worlds.create("main")
    loader = Loader()
    world.spawn("loader", script=loader, proxy=CollectionProxy("level"))
    loader.order("load", "enable", "unload")
    worlds.step()
    assert [type(f.error) for f in worlds.faults] == [MessageError]
    assert "is ending" in str(worlds.faults[0])


def test_a_child_message_arrives_in_the_frame_of_the_child() -> None:
    """Parents' posts in update wait for the child's next point; a child's post is heard by the parent this frame."""

    class Talker(Script):
        def update(self, dt: float) -> None:
            self.post("main:/ear#c", "from_child")

    class Ear(Script):
        order: list[str] = []

        def update(self, dt: float) -> None:
            self.order.append("update")

        @on("from_child")
        def heard(self, message: Any, sender: Url) -> None:
            self.order.append("heard")

    def build(name: str, world: World) -> None:
        world.spawn("t", c=Talker())

    worlds = Worlds(build)
    world = worlds.create("main")
    ear, loader = Ear(), Loader()
    world.spawn("ear", c=ear)
    world.spawn("loader", script=loader, proxy=CollectionProxy("level"))
    loader.order("load", "enable")
    worlds.step()
    ear.order.clear()
    worlds.step()
    assert ear.order == ["heard", "update"]


def test_the_host_may_ask_a_proxy(game: Fixture) -> None:
    game.world.post("/loader#proxy", "load")
    game.world.post("/loader#proxy", "unload")
    game.worlds.step()
    game.worlds.step()
    assert game.errors == []
    assert game.loader.heard == []


def test_collection_marks() -> None:
    @collection("level")
    def make(game: Any, world: World) -> None: ...

    assert make.__talewright_collection__ == "level"  # type: ignore[attr-defined]
    with pytest.raises(InvalidName):
        collection("a:b")
    with pytest.raises(TypeError):
        collection(make)  # type: ignore[arg-type]


@pytest.mark.parametrize("asks", [["async_load"], ["load", "unload", "load"]])
@pytest.mark.parametrize("saved", [False, True])
def test_who_waits_for_a_proxy_that_is_deleted_is_told(asks: list[str], saved: bool) -> None:
    """It was told nothing, and waited for ever; a save in between keeps who asked."""
    game = Fixture()
    asker = Loader()
    game.world.spawn("asker", script=asker)
    if len(asks) > 1:
        asker.post("/loader#proxy", "load")
        game.worlds.step()
    asker.heard.clear()
    for message in asks[-2:]:
        asker.post("/loader#proxy", message)
    game.proxy.owner.delete()
    if saved:
        game.worlds.prepare(game.worlds.sections(), {"Loader": Loader, "Player": Player}).commit()
    game.worlds.step()
    game.worlds.step()
    told = [] if asks == ["async_load"] else ["proxy_unloaded main:/loader#proxy"]
    assert asker.heard == [*told, "proxy_error main:/loader#proxy"]
    assert game.errors == []
    assert "level" not in game.worlds


def test_who_waits_for_a_proxy_in_a_world_that_ends_is_told() -> None:
    game = Fixture()
    game.step("load", "enable")
    asker = Loader()
    game.world.spawn("asker", script=asker)
    asker.post("level:/door#proxy", "async_load")
    asker.post("/loader#proxy", "unload")
    game.worlds.step()
    game.worlds.step()
    assert asker.heard == ["proxy_error level:/door#proxy", "proxy_unloaded main:/loader#proxy"]
