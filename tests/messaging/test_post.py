"""Posting: what is accepted, who owns it, when it arrives."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any

import pytest

from talewright.errors import BadAddress, UnknownWorld
from talewright.messaging import Script, Url, World, Worlds, on


@dataclass(frozen=True)
class Punch:
    power: int = 1
    at: tuple[int, ...] = ()


@dataclass
class Loot:
    items: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Sealed:
    items: list[str]


class Ear(Script):
    _got: list[tuple[str, Any, Url]] = []

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self._got = [*self._got, (message_id, message, sender)]


@pytest.fixture
def worlds() -> Worlds:
    worlds = Worlds()
    world = worlds.create("main")
    world.spawn("ear", c=Ear())
    world.spawn("mouth", c=Ear())
    worlds.step()
    return worlds


@pytest.fixture
def world(worlds: Worlds) -> World:
    return worlds["main"]


def mouth(world: World) -> Ear:
    return world.component("/mouth#c", Ear)


def heard(world: World) -> list[tuple[str, Any, Url]]:
    world.worlds.step()
    return world.component("/ear#c", Ear)._got


def test_none_is_no_receiver(world: World) -> None:
    for post in (world.post, mouth(world).post):
        with pytest.raises(TypeError, match="The receiver shouldn't be `nil`"):
            post(None, "hello")  # type: ignore[arg-type]


@pytest.mark.parametrize("receiver", [5, ["x"], object()])
def test_other_receivers(world: World, receiver: Any) -> None:
    with pytest.raises(TypeError, match="a receiver is an address as text or a Url"):
        mouth(world).post(receiver, "hello")
    with pytest.raises(TypeError, match=r"world\.url\(thing\.id\)"):
        mouth(world).post(world["/ear"], "hello")  # type: ignore[arg-type]


@pytest.mark.parametrize("message", [5, None, Punch, object(), b"x"])
def test_what_is_no_message(world: World, message: Any) -> None:
    with pytest.raises(TypeError, match="a message is a name or an instance of a dataclass"):
        mouth(world).post("ear#c", message)
    assert heard(world) == []


def test_an_unknown_world_is_an_error_at_the_sender(world: World) -> None:
    with pytest.raises(UnknownWorld) as caught:
        mouth(world).post("level:/player#controller", "wake_up")
    assert caught.value.message == (
        "Could not send message 'wake_up' from 'main:/mouth#c' to 'level:/player#controller'."
    )
    with pytest.raises(UnknownWorld, match="did you mean main"):
        world.post("mian:/ear#c", "hello")


def test_bad_text_is_an_error_at_the_sender(world: World) -> None:
    with pytest.raises(BadAddress):
        mouth(world).post("a:b:c", "hello")


def test_the_fields_belong_to_the_message(world: World) -> None:
    deep = {"list": [1, [2]], "set": {1}, "pair": (1, [2])}
    counts: defaultdict[str, int] = defaultdict(int, a=1)
    loot = Loot(["sword"])
    sealed = Sealed(["bow"])
    mouth(world).post("ear#c", "give", deep=deep, counts=counts, loot=loot, sealed=sealed, n=None)
    deep["list"].append(3)  # type: ignore[attr-defined]
    deep["list"][1].append(4)  # type: ignore[index]
    deep["set"].add(9)  # type: ignore[attr-defined]
    deep["pair"][1].append(5)  # type: ignore[index]
    counts["a"] = 7
    loot.items.append("axe")
    sealed.items.append("arrow")
    [(_, message, _)] = heard(world)
    assert message["deep"] == {"list": [1, [2]], "set": {1}, "pair": (1, [2])}
    assert message["counts"] == {"a": 1}
    assert message["loot"] == Loot(["sword"])
    assert message["sealed"] == Sealed(["bow"])
    assert message["n"] is None


def test_a_field_may_have_any_name(world: World) -> None:
    mouth(world).post("ear#c", "odd", self=1, receiver=2, message=3)
    assert heard(world)[0][1] == {"self": 1, "receiver": 2, "message": 3}


def test_a_message_that_holds_itself(world: World) -> None:
    ring: list[Any] = []
    ring.append(ring)
    with pytest.raises(ValueError, match="holds itself"):
        mouth(world).post("ear#c", "loop", ring=ring)


def test_functions_are_refused_at_any_depth(world: World) -> None:
    for value in (print, lambda: None, mouth(world).post, {"a": [print]}):
        with pytest.raises(TypeError, match="cannot carry a function"):
            mouth(world).post("ear#c", "call", value=value)


def test_no_fields_are_an_empty_mapping_nobody_can_fill(world: World) -> None:
    mouth(world).post("ear#c", "hello")
    [(_, message, sender)] = heard(world)
    assert message == {}
    assert message.get("power", 100) == 100
    with pytest.raises(TypeError):
        message["x"] = 1
    assert sender is mouth(world).url()


def test_ids_that_are_a_kind_of_text(world: World) -> None:
    class Name(StrEnum):
        PUNCH = "punch"

    class Old(str, Enum):  # noqa: UP042
        KICK = "kick"

    mouth(world).post("ear#c", Name.PUNCH, power=1)
    mouth(world).post("ear#c", Old.KICK)
    assert [(type(i), i) for i, _, _ in heard(world)] == [(str, "punch"), (str, "kick")]


def test_a_declared_message_is_handed_over(world: World) -> None:
    punch = Punch(5, (1, 2))
    mouth(world).post("ear#c", punch)
    loot = Loot(["sword"])
    mouth(world).post("ear#c", loot)
    loot.items.append("axe")
    (first, got, _), (second, copied, _) = heard(world)
    assert (first, second) == ("Punch", "Loot")
    assert got is punch
    assert copied == Loot(["sword"])
    with pytest.raises(TypeError, match="its fields are in it already"):
        mouth(world).post("ear#c", Punch(), power=3)
    with pytest.raises(TypeError, match="its fields are in it already"):
        world.post("/ear#c", Punch(), power=3)


def test_a_broadcast_gives_each_its_own(world: World) -> None:
    world.spawn("pair", a=Ear(), b=Ear())
    world.post("/pair", "list", items=[1], loot=Loot([]))
    world.post("/pair", Loot(["x"]))
    world.post("/pair", Punch(1))
    world.worlds.step()
    a, b = (world.component(f"/pair#{c}", Ear)._got for c in "ab")
    assert [m for _, m, _ in a] == [m for _, m, _ in b]
    a[0][1]["items"].append(2)
    a[0][1]["loot"].items.append(2)
    a[1][1].items.append("y")
    assert b[0][1] == {"items": [1], "loot": Loot([])}
    assert b[1][1] == Loot(["x"])
    assert a[2][1] is b[2][1]


def test_the_host_has_no_address(world: World) -> None:
    class Polite(Script):
        @on("hello")
        def greet(self, message: Any, sender: Url) -> None:
            self.post(sender, "welcome", n=1)

    world.spawn("polite", c=Polite())
    seen = []
    world.worlds.on_delivery = lambda url, message_id, message, sender: seen.append((str(url), message_id, str(sender)))
    world.post("/polite#c", "hello")
    world.worlds.step()
    assert seen == [("main:/polite#c", "hello", ""), ("", "welcome", "main:/polite#c")]
    assert world.worlds.faults == []


def test_a_dead_letter_of_the_host(world: World) -> None:
    world.post("/nobody", "hello")
    world.worlds.step()
    assert str(world.worlds.faults[0]).endswith("message 'hello' sent from (null):#")


def test_first_in_first_out_over_all_senders(world: World) -> None:
    for n in range(2048):
        (mouth(world) if n % 2 else world).post("/ear#c", "n", n=n)
    assert [m["n"] for _, m, _ in heard(world)] == list(range(2048))
