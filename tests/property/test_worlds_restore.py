"""Whatever the worlds are like: saved and restored, into fresh ones or dirty ones, they go on in the same way."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.config.values.grammar import dump, parse
from talewright.fields import Sections
from talewright.messaging import DEFOLD_2013, CollectionProxy, GuiScript, Message, Script, Url, World, Worlds, on


class Actor(Script):
    """Does whatever messages say, so that random messages make random worlds."""

    count: int = 0
    seen: list[str] = []
    last: Url | None = None
    memory: dict[str, Any] = {}
    level: float = 0.0
    steps: int = 0

    def update(self, dt: float) -> None:
        if self.count % 3 == 1:
            self.count += 1
            self.post(".", "tick", n=self.count)

    @on("tick")
    def tick(self, message: Message, sender: Url) -> None:
        self.count += 1
        self.last = sender
        self.memory["tick"] = message.get("n")

    @on("spawn")
    def spawn(self, message: Message, sender: Url) -> None:
        if len(self.world) < 12:
            child = self.world.spawn(a=Actor(self.count), position=(self.count, 1))
            child.parent = self.owner

    @on("delete")
    def die(self, message: Message, sender: Url) -> None:
        self.delete()

    @on("answer")
    def answer(self, message: Message, sender: Url) -> None:
        self.seen.append(str(sender))
        self.post(sender, "tick", deep={"a": [1, (2, sender)]})

    @on("forever")
    def forever(self, message: Message, sender: Url) -> None:
        self.count += 1
        self.post("#", "forever")

    @on("wait")
    def wait(self, message: Message, sender: Url) -> None:
        self.memory["timer"] = self.delay(0.3, "tick", n=self.count)
        self.repeat(0.4, "answer")

    @on("stop")
    def stop(self, message: Message, sender: Url) -> None:
        self.memory["stopped"] = self.cancel(int(self.memory.get("timer") or 0))

    @on("listen")
    def listen(self, message: Message, sender: Url) -> None:
        if self.count % 2:
            self.subscribe("news")
        elif not self.unsubscribe("news"):
            self.publish("news", "tick", n=-1)

    @on("move")
    def move(self, message: Message, sender: Url) -> None:
        self.world.animate(self.owner, "position.x", self.count, 0.7, easing="outback", notify=self.url())
        self.world.animate(self.url(), "level", 5.5, 0.9, playback="loop_pingpong", delay=0.35)

    @on("animation_done")
    def moved(self, message: Message, sender: Url) -> None:
        self.memory["moved"] = message["property"]

    def on_input(self, action_id: str | None, action: Message) -> bool | None:
        self.memory["input"] = action_id
        return self.count % 2 == 0

    def fixed_update(self, dt: float) -> None:
        self.steps += 1

    def final(self) -> None:
        self.post("/o0", "tick")


class Panel(GuiScript):
    """Can be disabled."""

    count: int = 0

    def update(self, dt: float) -> None:
        self.count += 1


def build(name: str, world: World) -> None:
    world.spawn("o0", a=Actor(1))
    world.spawn("o1", a=Actor(2), b=Actor(3), gui=Panel(4))


receivers = st.sampled_from(
    ["/o0", "/o1#a", "/o2", "/o1", "/o0#proxy", "/o0#proxy", "/instance0", "level:/o0", "level:/o1#b"]
)
messages = st.sampled_from(
    [
        *("tick", "spawn", "delete", "answer", "forever"),
        *("load", "async_load", "init", "enable", "disable", "final", "unload", "slow", "steps"),
        *("wait", "stop", "listen", "move"),
        *("input", "acquire_input_focus", "release_input_focus", "set_parent"),
    ]
)
acts = st.lists(st.one_of(st.none(), st.tuples(receivers, messages)), max_size=25)


def perform(worlds: Worlds, script: list[tuple[str, str] | None]) -> None:
    for act in script:
        if act is None:
            worlds.step(0.25)
        elif act[1] == "input":
            worlds.input(act[0], where=act[0])
        elif act[1] in ("slow", "steps"):
            worlds["main"].post("/o0#proxy", "set_time_step", factor=0.75, mode=int(act[1] == "steps"))
        elif not act[0].startswith("level:") or "level" in worlds:
            worlds["main"].post(act[0], act[1])


def made() -> Worlds:
    worlds = Worlds(build, fixed_frequency=6)
    world = worlds.create("main", policy=DEFOLD_2013)
    world.spawn("o0", a=Actor(), proxy=CollectionProxy("level"))
    world.spawn("o1", a=Actor(), b=Actor())
    world.spawn("o2", parent="o1", a=Actor(5), gui=Panel())
    for receiver, message_id in (
        ("/o0", "acquire_input_focus"),
        ("/o1", "acquire_input_focus"),
        ("/o0#a", "wait"),
        ("/o2#gui", "disable"),
    ):
        world.post(receiver, message_id)
    return worlds


def through_text(sections: Sections) -> Sections:
    return {key: {name: parse(dump(value)) for name, value in fields.items()} for key, fields in sections.items()}


def trace_of(worlds: Worlds, script: list[tuple[str, str] | None]) -> list[Any]:
    seen: list[Any] = []
    worlds.on_delivery = lambda url, message_id, message, sender: seen.append(
        (str(url), message_id, repr(message), str(sender))
    )
    before = worlds.fault_count
    perform(worlds, [*script, ("jump", "input"), None, None, None])
    seen.append([str(f) for f in worlds.faults[len(worlds.faults) - (worlds.fault_count - before) :]])
    return seen


@settings(max_examples=60, deadline=None)
@given(past=acts, dirt=acts, future=acts)
def test_a_restored_world_goes_on_as_the_saved_one(
    past: list[tuple[str, str] | None], dirt: list[tuple[str, str] | None], future: list[tuple[str, str] | None]
) -> None:
    worlds = made()
    perform(worlds, past)
    saved = worlds.sections()
    text = through_text(saved)
    classes: dict[str, type[Script]] = {"Actor": Actor, "Panel": Panel}

    fresh = Worlds(build, fixed_frequency=6)
    fresh.prepare(text, classes).commit()
    dirty = made()
    perform(dirty, dirt)
    dirty.prepare(text, classes).commit()
    for restored in (fresh, dirty):
        assert list(restored.sections().items()) == list(saved.items())

    expected = trace_of(worlds, future)
    assert trace_of(fresh, future) == expected
    assert trace_of(dirty, future) == expected
    assert fresh.sections() == dirty.sections() == worlds.sections()
