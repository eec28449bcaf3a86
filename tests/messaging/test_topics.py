"""Messages by topic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from talewright.messaging import CollectionProxy, Script, Url, World, Worlds


class Ear(Script):
    heard: list[Any] = []

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.heard.append((message_id, str(sender)))


@dataclass
class News:
    text: str = ""
    by: str = ""


class Deaf(Script):
    kept: list[Any] = []

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.kept.append(message)


def made(*names: str) -> tuple[Worlds, World, list[Ear]]:
    worlds = Worlds(lambda name, world: None)
    world = worlds.create("main")
    ears = [Ear() for _ in names]
    for name, ear in zip(names, ears, strict=True):
        world.spawn(name, c=ear)
    worlds.step()
    return worlds, world, ears


def test_everybody_who_subscribed_gets_it_in_order() -> None:
    worlds, world, (a, b, c) = made("a", "b", "c")
    order: list[str] = []
    worlds.on_delivery = lambda url, message_id, message, sender: order.append(str(url))
    c.subscribe("Quest.Done")
    a.subscribe("Quest.Done")
    c.subscribe("Quest.Done")
    b.post("/b#c", "before")
    assert b.publish("Quest.Done", "well_done", gold=5) == 2
    assert world.publish("Quest.Done", "again") == 2
    assert world.publish("quest.done", "nobody") == 0
    assert a.heard == []
    worlds.step()
    assert order == ["main:/b#c", "main:/c#c", "main:/a#c", "main:/c#c", "main:/a#c"]
    assert a.heard == [("well_done", "main:/b#c"), ("again", "")]


def test_a_subscription_ends_with_the_component_or_by_hand() -> None:
    worlds, world, (a, b) = made("a", "b")
    a.subscribe("x")
    b.subscribe("x")
    assert b.unsubscribe("x") is True
    assert b.unsubscribe("x") is False
    world["/a"].delete()
    worlds.step()
    assert world.publish("x", "hello") == 0
    assert worlds._shared.topics.listeners == {}
    world.spawn("a", c=Ear())
    assert world.publish("x", "hello") == 0


def test_topics_reach_across_worlds_and_end_with_a_world() -> None:
    worlds, world, (a,) = made("a")
    world.spawn("door", proxy=CollectionProxy("level"))
    for message_id in ("load", "enable"):
        world.post("/door#proxy", message_id)
    worlds.step()
    inner = Ear()
    worlds["level"].spawn("inner", c=inner)
    inner.subscribe("x")
    a.subscribe("x")
    assert a.publish("x", "hello") == 2
    worlds.step()
    assert inner.heard == a.heard == [("hello", "main:/a#c")]
    world.post("/door#proxy", "unload")
    worlds.step()
    assert a.publish("x", "hello") == 1


def test_each_receiver_has_its_own_fields() -> None:
    worlds, world, _ = made()
    deaf = [Deaf(), Deaf()]
    for n, one in enumerate(deaf):
        world.spawn(f"d{n}", c=one)
        one.subscribe("x")
    words = ["hush"]
    world.publish("x", "say", words=words)
    world.publish("x", News("rain"))
    worlds.step()
    first, second = (one.kept for one in deaf)
    assert first[0] == second[0] == {"words": ["hush"]}
    assert first[0]["words"] is not second[0]["words"]
    assert first[1] == News("rain")
    assert first[1] is not second[1]


def test_a_topic_is_a_name() -> None:
    _, world, (a,) = made("a")
    with pytest.raises(TypeError, match="a topic is a name as text"):
        a.subscribe(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one character"):
        world.publish("", "x")
    a.subscribe("x")
    with pytest.raises(TypeError, match="cannot carry a function"):
        world.publish("x", "y", call=print)


def test_subscriptions_are_saved_in_their_order() -> None:
    worlds, world, (a, b) = made("a", "b")
    b.subscribe("x")
    a.subscribe("x")
    a.subscribe("y")
    saved = worlds.sections()
    fresh = Worlds()
    fresh.prepare(saved, {"Ear": Ear}).commit()
    assert fresh.sections() == saved
    a.unsubscribe("x")
    assert world.publish("x", "hello") == 1
    assert fresh["main"].publish("x", "hello") == 2
    worlds.prepare(saved).commit()
    assert world.publish("x", "hello") == 2


def test_the_host_publishes_without_a_world_and_sees_who_would_listen() -> None:
    worlds, _, (a,) = made("a")
    assert list(worlds.topics) == []
    assert worlds.publish("x", "hello") == 0
    a.subscribe("x")
    assert "x" in worlds.topics
    assert worlds.publish("x", "hello", n=1) == 1
    worlds.step()
    assert a.heard == [("hello", "")]
    a.unsubscribe("x")
    assert "x" not in worlds.topics


def test_who_listens_to_an_old_name_may_be_led_to_the_new_one() -> None:
    worlds, _, (a, b) = made("a", "b")
    b.subscribe("new")
    b.subscribe("old")
    a.subscribe("old")
    assert worlds.lead_topic("old", "new") is True
    assert worlds.lead_topic("old", "new") is False
    assert worlds.lead_topic("nothing", "new") is False
    assert (worlds.publish("new", "hello"), worlds.publish("old", "hello")) == (2, 2)
