"""Worlds against a slow model of what the specification says: nothing interned, nothing cached, nothing in C.

Random programs post, spawn, delete, re-parent, take and give back the focus, enable and disable, from the outside and
from inside handlers; after each frame the log of what was called, the faults, the ids in order, the parents and the
focus must be those of the model. The model looks up everything anew each time and knows one world and the worlds behind
its proxies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from talewright.messaging import (
    CollectionProxy,
    DispatchPolicy,
    GuiScript,
    Message,
    Recorder,
    Script,
    Url,
    World,
    Worlds,
)

PASSES = 3
POLICY = DispatchPolicy("model", PASSES, ("collectionproxy", "script", "gui"))
"""The points of a frame: behind proxies, scripts and guis, and one at the end."""

MAX_OBJECTS = 10

Act = tuple[str, ...]


# The real thing


class Actor(Script):
    """Does what the messages say; each is a list of acts."""

    def init(self) -> None:
        log(self).append(f"init {self.url()}")

    def update(self, dt: float) -> None:
        log(self).append(f"update {self.url()}")

    def final(self) -> None:
        log(self).append(f"final {self.url()}")
        self.post("/a", "do", acts=[["say"]])

    def on_message(self, message_id: str, message: Message, sender: Url) -> None:
        log(self).append(f"{message_id} {sender} -> {self.url()}")
        for act in message.get("acts", ()):
            perform(self, tuple(act))


class Panel(GuiScript):
    """The same in the turn of the guis; can be disabled."""

    def init(self) -> None:
        log(self).append(f"init {self.url()}")

    def update(self, dt: float) -> None:
        log(self).append(f"update {self.url()}")

    def final(self) -> None:
        log(self).append(f"final {self.url()}")
        self.post("/a", "do", acts=[["say"]])

    def on_message(self, message_id: str, message: Message, sender: Url) -> None:
        log(self).append(f"{message_id} {sender} -> {self.url()}")
        for act in message.get("acts", ()):
            perform(self, tuple(act))


def log(script: Script) -> list[str]:
    found: list[str] = script.world.worlds.host
    return found


def perform(script: Script, act: Act) -> None:
    world, thing = script.world, script.owner
    match act:
        case ("say",):
            script.post("#", "said")
        case ("post", receiver, *inner):
            script.post(receiver, "do", acts=[inner] if inner else [])
        case ("spawn", name):
            if len(world) < MAX_OBJECTS and f"/{name}" not in world:
                world.spawn(name, c=Actor(), d=Panel())
        case ("delete",):
            script.delete()
        case ("delete_tree",):
            thing.delete_tree()
        case ("parent", name):
            script.post(".", "set_parent", parent_id=f"/{name}")
        case ("focus",):
            script.post("#whatever", "acquire_input_focus")
        case ("unfocus",):
            script.post(".", "release_input_focus")
        case (("enable" | "disable") as what,):
            script.post(".", what)
        case ("fail",):
            raise ValueError("asked for")


# The slow model


class ModelObject:
    def __init__(self, path: str, parts: list[str]) -> None:
        self.path, self.parts = path, parts
        self.parent: str = ""
        self.enabled = True


class Model:
    """One world, by the book."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.faults = 0
        self.objects: list[ModelObject] = []
        self.updated: list[ModelObject] = []
        self.queue: list[tuple[str, str, str, list[Act]]] = []
        self.marked: list[str] = []
        self.focus: list[str] = []
        self.initialised = False

    def find(self, path: str) -> ModelObject | None:
        return next((o for o in self.objects if o.path == path), None)

    def spawn(self, name: str) -> None:
        thing = ModelObject(f"/{name}", ["c", "d"])
        self.objects.append(thing)
        if self.initialised:
            self.init(thing)

    def init(self, thing: ModelObject) -> None:
        self.log += [f"init main:{thing.path}#{part}" for part in thing.parts]

    def post(self, sender: str, receiver: str, message_id: str, acts: list[Act]) -> None:
        self.queue.append((sender, receiver, message_id, acts))

    def step(self) -> None:
        if not self.initialised:
            for thing in list(self.objects):
                self.init(thing)
            self.initialised = True
            self.point()
        self.updated = list(self.objects)
        self.point()
        self.log += [f"update main:{thing.path}#c" for thing in self.updated]
        self.point()
        self.log += [f"update main:{thing.path}#d" for thing in self.updated if thing.enabled]
        self.point()
        if not self.marked:
            self.point()
            return
        for _ in range(10):
            gone, self.marked = self.marked, []
            if not gone:
                return
            self.dying = gone
            for path in gone:
                dying = self.find(path)
                assert dying is not None
                for part in dying.parts:
                    self.log.append(f"final main:{path}#{part}")
                    self.post(f"main:{path}#{part}", "/a", "do", [("say",)])
            self.point()
            for path in gone:
                self.remove(path)
            self.dying = []

    dying: list[str] = []

    def remove(self, path: str) -> None:
        thing = self.find(path)
        assert thing is not None
        for child in self.objects:
            if child.parent == path:
                child.parent = thing.parent
        self.objects.remove(thing)
        if path in self.focus:
            self.focus.remove(path)

    def point(self) -> None:
        for _ in range(PASSES):
            batch, self.queue = self.queue, []
            for sender, receiver, message_id, acts in batch:
                self.deliver(sender, receiver, message_id, acts)

    def deliver(self, sender: str, receiver: str, message_id: str, acts: list[Act]) -> None:
        path, _, part = receiver.partition("#")
        thing = self.find(path)
        if thing is None:
            self.faults += 1
            return
        if message_id == "set_parent":
            self.set_parent(thing, acts[0][0])
        elif message_id == "acquire_input_focus":
            if path in self.focus:
                self.focus.remove(path)
            self.focus.append(path)
        elif message_id == "release_input_focus":
            if path in self.focus:
                self.focus.remove(path)
        elif part and part not in thing.parts:
            self.faults += 1
        else:
            for one in [part] if part else thing.parts:
                if one == "d" and message_id in ("enable", "disable"):
                    thing.enabled = message_id == "enable"
                self.log.append(f"{message_id} {sender} -> main:{path}#{one}")
                for act in acts:
                    if act == ("fail",):
                        self.faults += 1
                        break
                    self.perform(thing, one, act)

    def set_parent(self, thing: ModelObject, path: str) -> None:
        parent = self.find(path)
        if parent is None:
            self.faults += 1
            thing.parent = ""
            return
        above: ModelObject | None = parent
        while above is not None:
            if above is thing:
                self.faults += 1
                return
            above = self.find(above.parent)
        thing.parent = path

    def perform(self, thing: ModelObject, part: str, act: Act) -> None:
        me = f"main:{thing.path}#{part}"
        match act:
            case ("say",):
                self.post(me, f"{thing.path}#{part}", "said", [])
            case ("post", receiver, *inner):
                self.post(me, resolved(receiver, thing.path, part), "do", [tuple(inner)] if inner else [])
            case ("spawn", name):
                if len(self.objects) < MAX_OBJECTS and self.find(f"/{name}") is None:
                    self.spawn(name)
            case ("delete",):
                self.mark(thing.path)
            case ("delete_tree",):
                if thing.path not in self.marked and thing.path not in self.dying:
                    for path in reversed(self.tree(thing.path)):
                        self.mark(path)
            case ("parent", name):
                self.post(me, thing.path, "set_parent", [(f"/{name}",)])
            case ("focus",):
                self.post(me, f"{thing.path}#whatever", "acquire_input_focus", [])
            case (("enable" | "disable") as what,):
                self.post(me, thing.path, what, [])
            case ("unfocus",):
                self.post(me, thing.path, "release_input_focus", [])

    def mark(self, path: str) -> None:
        if path not in self.marked and path not in self.dying:
            self.marked.append(path)

    def tree(self, path: str) -> list[str]:
        order, todo = [], [path]
        while todo:
            at = todo.pop()
            order.append(at)
            todo += [o.path for o in self.children(at) if o.path not in self.marked and o.path not in self.dying]
        return order

    def children(self, path: str) -> list[ModelObject]:
        return [o for o in self.objects if o.parent == path]


def resolved(text: str, path: str, part: str) -> str:
    if text == ".":
        return path
    if text == "#":
        return f"{path}#{part}"
    if text.startswith("#"):
        return path + text
    return text if text.startswith("/") else f"/{text}"


# Both at once

names = st.sampled_from(["a", "b", "c", "d"])
simple: st.SearchStrategy[Act] = st.one_of(
    st.sampled_from(
        [("say",), ("delete",), ("delete_tree",), ("focus",), ("unfocus",), ("fail",), ("enable",), ("disable",)]
    ),
    st.tuples(st.sampled_from(["spawn", "parent"]), names),
)
receivers = st.sampled_from([".", "#", "#d", "a", "b#c", "/c", "d#none", "/nobody"])
acts: st.SearchStrategy[Act] = st.one_of(
    simple, st.builds(lambda to, inner: ("post", to, *inner), receivers, st.one_of(st.just(()), simple))
)
addresses = st.sampled_from(["/a", "/b#c", "/c#d", "/d", "/nobody", "/a#none"])


class Machine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.worlds = Worlds(host=[])
        self.world = self.worlds.create("main", policy=POLICY)
        self.model = Model()
        for name in ("a", "b"):
            self.world.spawn(name, c=Actor(), d=Panel())
            self.model.spawn(name)

    @rule(to=addresses, what=st.lists(acts, max_size=4))
    def post(self, to: str, what: list[Act]) -> None:
        self.world.post(to, "do", acts=[list(act) for act in what])
        self.model.post("", to, "do", what)

    @rule(name=names)
    def spawn(self, name: str) -> None:
        if f"/{name}" not in self.world and len(self.world) < MAX_OBJECTS:
            self.world.spawn(name, c=Actor(), d=Panel())
            self.model.spawn(name)

    @rule()
    def step(self) -> None:
        self.worlds.step(0.5)
        self.model.step()

    @rule()
    def save_and_restore(self) -> None:
        saved = self.worlds.sections()
        fresh = Worlds(host=self.worlds.host)
        fresh.prepare(saved, {"Actor": Actor, "Panel": Panel}).commit()
        fresh.fault_count = self.worlds.fault_count
        assert fresh.sections() == saved
        self.worlds, self.world = fresh, fresh["main"]

    @invariant()
    def they_agree(self) -> None:
        model = self.model
        assert self.worlds.host == model.log
        assert [thing.id for thing in self.world] == [o.path for o in model.objects]
        assert [(t.id, t.parent and t.parent.id) for t in self.world] == [
            (o.path, o.parent or None) for o in model.objects
        ]
        assert [t.id for t in self.world._life.focus] == model.focus
        assert [t.id for t in self.world if t.dying] == [o.path for o in model.objects if o.path in model.marked]
        assert {s.owner.id for s in self.world._life.off} == {o.path for o in model.objects if not o.enabled}
        assert self.worlds.fault_count == model.faults
        assert len(self.world._life.socket.pending) == len(model.queue)


TestAgainstTheModel = Machine.TestCase
TestAgainstTheModel.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)


# Determinism


def test_the_same_inputs_give_the_same_trace_bytes() -> None:
    def build(name: str, world: World) -> None:
        world.spawn("a", c=Actor(), d=Panel())

    def run() -> tuple[str, str, Any]:
        worlds = Worlds(build, host=[])
        recorder = Recorder()
        worlds.trace = recorder
        world = worlds.create("main")
        world.spawn("a", c=Actor(), d=Panel())
        world.spawn("door", p=CollectionProxy("level"))
        script: list[Callable[[], object]] = [
            lambda: world.post("/a", "do", acts=[["spawn", "b"], ["post", "b", "say"], ["focus"]]),
            lambda: world.post("/door#p", "load"),
            lambda: world.post("/door#p", "enable"),
            lambda: worlds.input("jump", pressed=True),
            lambda: world.component("/a#c").repeat(0.5, "do", acts=[["say"], ["fail"]]),
            lambda: world.animate("/a", "position.x", 3, 1, notify="/a#c"),
            lambda: world.post("/a", "do", acts=[["parent", "b"], ["delete_tree"]]),
            lambda: world.post("/door#p", "unload"),
        ]
        for act in script:
            act()
            worlds.step(0.25)
        return recorder.text(), recorder.chrome(), worlds.sections()

    assert run() == run()
    assert "update script" in run()[0]
