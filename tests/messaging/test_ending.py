"""How worlds end: from the innermost outwards, and nothing that is said last is lost in silence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from talewright.errors import Misuse
from talewright.messaging import CollectionProxy, Script, Url, World, Worlds

NEXT = {"main": "level", "level": "cave", "cave": "pit"}
DEPTH = ["main", "level", "cave", "pit"]


class Keeper(Script):
    """Loads the world inside, and says its last words to the keeper above, to itself and to its world's object."""

    def init(self) -> None:
        if self.world.name in NEXT:
            self.post("#proxy", "load")
            self.post("#proxy", "enable")

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        if message_id in ("bye", "own"):
            self.world.worlds.host.append(f"{self.world.name} hears {message_id} of {sender.socket}")

    def final(self) -> None:
        name = self.world.name
        self.world.worlds.host.append(f"{name} final")
        self.post(".", "release_input_focus")
        self.post("#", "own")
        if name != "main":
            self.post(f"{DEPTH[DEPTH.index(name) - 1]}:/keeper#keeper", "bye")


def build(name: str, world: World) -> None:
    door = {"proxy": CollectionProxy(NEXT[name])} if name in NEXT else {}
    world.spawn("keeper", door, keeper=Keeper())
    world.spawn("other")


def four() -> Worlds:
    worlds = Worlds(build, host=[])
    build("main", worlds.create("main"))
    for _ in range(5):
        worlds.step(0.1)
    assert list(map(str, (w.name for w in worlds))) == DEPTH
    return worlds


INNER = [
    "pit final",
    "pit hears own of pit",
    "cave hears bye of pit",
    "cave final",
    "cave hears own of cave",
    "level hears bye of cave",
    "level final",
    "level hears own of level",
]
OUTER = ["main hears bye of level", "main final", "main hears own of main"]


def test_worlds_inside_end_first_when_one_is_unloaded() -> None:
    """Faults §5 B7."""
    worlds = four()
    worlds["main"].post("/keeper#proxy", "unload")
    worlds.step(0.1)
    worlds.step(0.1)
    assert worlds.host == [*INNER, OUTER[0]]
    assert worlds.faults == []
    assert [w.name for w in worlds] == ["main"]


def test_worlds_inside_end_first_when_the_object_with_the_proxy_is_deleted() -> None:
    worlds = four()
    worlds["main"]["/keeper"].delete()
    worlds.step(0.1)
    assert worlds.host == [*INNER, *OUTER]
    assert worlds.faults == []
    assert [w.name for w in worlds] == ["main"]


def test_worlds_inside_end_first_at_the_end_of_the_program() -> None:
    worlds = four()
    worlds.close()
    assert worlds.host == [*INNER, *OUTER]
    assert worlds.faults == []
    assert len(worlds) == 0
    worlds.close()
    worlds.step()


def test_a_deletion_deep_inside_ends_what_is_below() -> None:
    worlds = four()
    worlds["cave"]["/keeper"].delete()
    worlds.step(0.1)
    assert worlds.host == INNER[:6]
    assert [w.name for w in worlds] == DEPTH[:3]


def test_final_of_a_world_is_final_of_those_inside_before() -> None:
    worlds = four()
    worlds["main"].post("/keeper#proxy", "final")
    worlds.step(0.1)
    assert worlds.host == [
        "pit final",
        "cave hears bye of pit",
        "cave final",
        "level hears bye of cave",
        "level final",
        OUTER[0],
    ]
    assert [w.initialised for w in worlds] == [True, False, False, False]
    states = [worlds[name].component("/keeper#proxy", CollectionProxy).state.name for name in NEXT]
    assert states == ["LOADED"] * 3
    fresh = Worlds(build, host=[])
    fresh.prepare(worlds.sections(), worlds.classes).commit()
    assert fresh.sections() == worlds.sections()


def test_worlds_inside_stand_still_with_one_that_is_disabled_and_end_all_the_same() -> None:
    worlds = four()
    worlds["main"].post("/keeper#proxy", "disable")
    worlds.step(0.1)
    worlds.step(0.1)
    worlds["cave"].post("/other", "hoarded")
    worlds["cave"].post("/keeper#keeper", "own")
    worlds.step(0.1)
    assert worlds.host == []
    worlds["main"].post("/keeper#proxy", "unload")
    worlds.step(0.1)
    worlds.step(0.1)
    assert worlds.host == [*INNER, OUTER[0]]
    (fault,) = worlds.faults
    assert (fault.code, fault.world) == ("TW-MSG-14", "cave")
    assert (
        "before it heard 'hoarded' from (host) to cave:/other, 'own' from (host) to cave:/keeper#keeper." in fault.text
    )


def test_many_unheard_messages_are_counted_in_one_fault() -> None:
    worlds = Worlds(build, host=[])
    main = worlds.create("main")
    main.spawn("keeper", proxy=CollectionProxy("pit"))
    main.post("/keeper#proxy", "load")
    worlds.step()
    for number in range(5):
        worlds["pit"].post("/keeper", f"m{number}")
    main.post("/keeper#proxy", "unload")
    worlds.step()
    (fault,) = worlds.faults
    assert fault.text.endswith("'m2' from (host) to pit:/keeper and 2 more.")


class Stubborn(Script):
    def final(self) -> None:
        raise RuntimeError("no")


@pytest.mark.parametrize("how", ["unload", "delete", "close"])
def test_an_error_in_final_keeps_no_other_world_from_ending(how: str) -> None:
    worlds = four()
    worlds["cave"].spawn("stubborn", keeper=Stubborn())
    ways: dict[str, Callable[[], None]] = {
        "unload": lambda: worlds["main"].post("/keeper#proxy", "unload"),
        "delete": worlds["main"]["/keeper"].delete,
        "close": worlds.close,
    }
    ways[how]()
    worlds.step(0.1)
    worlds.step(0.1)
    assert worlds.host[: len(INNER) + 1] == [*INNER, OUTER[0]]
    assert [fault.code for fault in worlds.faults] == ["TW-MSG-03"]


def test_a_program_that_is_stopped_in_a_final_goes_on_with_the_end() -> None:
    class Stop(Script):
        times: int = 0

        def final(self) -> None:
            self.times += 1
            if self.times == 1:
                raise KeyboardInterrupt

    worlds = four()
    worlds["pit"].spawn("stop", c=Stop())
    worlds["main"]["/keeper"].delete()
    with pytest.raises(KeyboardInterrupt):
        worlds.step(0.1)
    worlds.step(0.1)
    assert [w.name for w in worlds] == ["main"]
    assert worlds.host[-len(OUTER) :] == OUTER
    assert worlds.faults == []


def test_nobody_closes_the_worlds_from_inside() -> None:
    class Closer(Script):
        def update(self, dt: float) -> None:
            self.world.worlds.close()

    worlds = Worlds()
    worlds.create("main").spawn("closer", c=Closer())
    worlds.step()
    assert isinstance(worlds.faults[0].error, Misuse)
