"""What the host's hooks get, and what an exception of theirs does."""

from __future__ import annotations

from typing import Any

from talewright.messaging import Script, Url, World, Worlds


class Ear(Script):
    heard: list[Any] = []

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.heard.append(message_id)


def made(**components: Script) -> tuple[Worlds, World, Ear]:
    worlds = Worlds()
    world = worlds.create("main")
    ear = Ear()
    world.spawn("hero", {**components, "ear": ear})
    return worlds, world, ear


def test_the_hook_gets_the_one_url_of_an_address() -> None:
    worlds, world, ear = made()
    got: list[Url] = []
    worlds.on_delivery = lambda url, message_id, message, sender: got.append(url)
    for message_id in ("hi", "acquire_input_focus", "release_input_focus"):
        world.post("/hero#ear", message_id)
    worlds.step()
    assert [url is world.url("/hero#ear") for url in got] == [True] * 3
    worlds.on_delivery = None
    world.post(got[1], "hello")
    worlds.step()
    assert ear.heard == ["hi", "hello"]


def test_the_hook_gets_it_also_of_messages_that_a_save_held() -> None:
    worlds, world, _ = made()
    world.post("/hero#ear", "acquire_input_focus")
    worlds.prepare(worlds.sections()).commit()
    got: list[Url] = []
    worlds.on_delivery = lambda url, message_id, message, sender: got.append(url)
    worlds.step()
    assert got == [worlds["main"].url("/hero#ear")]
