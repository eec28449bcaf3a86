"""Functions that would never run are refused where they are declared or handed over: faults §5 B8, and its kind."""

from __future__ import annotations

import asyncio
import functools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talewright import Game, Script, collection, command, function, on, prototype, tag_source
from talewright.calls import waits
from talewright.errors import Misuse, ProjectError, SaveError
from talewright.messaging import CollectionFactory, CollectionProxy, Factory, GuiScript, Worlds
from talewright.messaging import Script as BareScript
from talewright.project import Project
from talewright.savegame import MemoryStore, SaveDocument, SaveHeader, migration
from talewright.savegame.migrations import migrate, ordered
from talewright.tags import TagCounts, TagRegistry
from talewright.testing import watch

HOOKS = ("init", "update", "fixed_update", "late_update", "on_message", "on_input", "on_reload", "final")


async def later(*arguments: Any) -> None: ...


def values(*arguments: Any) -> Any:
    yield 1


async def both(*arguments: Any) -> Any:
    yield 1


class Waiter:
    async def __call__(self, *arguments: Any) -> None: ...


KINDS = {"async": later, "generator": values, "async generator": both}
ALL: dict[str, Any] = {**KINDS, "partial": functools.partial(later, 1), "callable": Waiter()}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize("base", [Script, BareScript, GuiScript])
def test_a_hook_that_would_never_run_is_refused_with_its_class(base: type, hook: str, kind: str) -> None:
    """faults §5 B8: they were accepted, and never run."""
    with pytest.raises(TypeError, match=rf"Smith\.{hook} is an? .*never run \(test_calls\.py:\d+\): write it without"):
        type("Smith", (base,), {hook: KINDS[kind]})


@pytest.mark.parametrize("kind", KINDS)
def test_a_handler_and_what_a_mixin_brings_along(kind: str) -> None:
    with pytest.raises(TypeError, match=r"Smith\.hit is an? .*never run"):
        type("Smith", (Script,), {"hit": on("hit")(_copy(KINDS[kind]))})
    mixin = type("Mixin", (), {"hit": on("hit")(_copy(KINDS[kind])), "update": KINDS[kind]})
    with pytest.raises(TypeError, match=r"Smith\.(hit|update) is an? .*never run"):
        type("Smith", (mixin, Script), {})


def _copy(function: Callable[..., Any]) -> Callable[..., Any]:
    import types

    return types.FunctionType(function.__code__, function.__globals__, function.__name__)


def test_other_methods_may_be_what_they_like() -> None:
    class Smith(Script):
        async def fetch(self) -> None: ...

        def steps(self) -> Any:
            yield 1

        @on("hit")
        def hit(self, message: Any, sender: Any) -> None:
            for _ in self.steps():
                asyncio.run(self.fetch())

    assert waits(Smith.fetch)
    assert not waits(Smith.hit)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("hook", ["on_fault", "on_delivery", "on_system", "on_render", "trace"])
def test_hooks_of_the_worlds(hook: str, name: str) -> None:
    worlds = Worlds()
    with pytest.raises(TypeError, match="which would never run"):
        setattr(worlds, hook, ALL[name])
    assert getattr(worlds, hook) is None
    setattr(worlds, hook, print)
    assert getattr(worlds, hook) is print
    setattr(worlds, hook, None)
    assert getattr(worlds, hook) is None


def test_what_builds_collections_and_prototypes() -> None:
    with pytest.raises(TypeError, match="what builds collections is an async function"):
        Worlds(later)
    worlds = Worlds(print)
    with pytest.raises(TypeError, match="what builds collections is a generator"):
        worlds.build = values
    assert worlds.build is print
    with pytest.raises(TypeError, match="the prototype 'rat' is a generator"):
        Worlds(prototypes={"rat": values})


@pytest.mark.parametrize("name", ALL)
def test_listeners_of_tags_and_counts_and_events(name: str) -> None:
    registry = TagRegistry()
    registry.register("Quest.Done")
    uses: list[Callable[[], object]] = [
        lambda: registry.listen(ALL[name]),
        lambda: registry.when_ready(ALL[name]),
        lambda: watch(Game(), ALL[name]),
    ]
    for use in uses:
        with pytest.raises(TypeError, match="which would never run"):
            use()
    registry.close()
    with pytest.raises(TypeError, match="what fills a registry is"):
        registry.reload(ALL[name])
    counts = TagCounts(registry=registry)
    listens: list[Callable[[], object]] = [
        lambda: counts.listen("Quest.Done", ALL[name]),
        lambda: counts.register_and_call("Quest.Done", ALL[name]),
        lambda: counts.listen_to_all(ALL[name]),
    ]
    for listen in listens:
        with pytest.raises(TypeError, match=r"a listener of counts is an? .*which would never run"):
            listen()


@pytest.mark.parametrize("name", KINDS)
def test_a_migration(name: str) -> None:
    with pytest.raises(Misuse, match=r"is an? .*which would never run \(test_calls\.py:\d+\)"):
        ordered([migration(to=2)(_copy(KINDS[name]))])


DECLARED = {
    "command": "@command\n{}def marked(game):\n    {}\n",
    "function": "@function\n{}def marked(game):\n    {}\n",
    "collection": '@collection("main")\n{}def marked(game, world):\n    {}\n',
    "prototype": '@prototype("rat")\n{}def marked():\n    {}\n',
    "migration": "@migration(to=2)\n{}def marked(save):\n    {}\n",
    "tag_source": "@tag_source\n{}def marked(records):\n    {}\n",
    "hook": "class Smith(Script):\n  {}def update(self, dt):\n    {}\n",
    "handler": "class Smith(Script):\n  @on('hit')\n  {}def hit(self, message, sender):\n    {}\n",
}
HEAD = (
    "from talewright import Script, collection, command, function, migration, on, tag_source\n"
    "from talewright.messaging import prototype\n"
)


@pytest.mark.parametrize(("before", "body"), [("async ", "return None"), ("", "yield 1"), ("async ", "yield 1")])
@pytest.mark.parametrize("what", DECLARED)
def test_what_a_code_module_declares(tmp_path: Path, what: str, before: str, body: str) -> None:
    (tmp_path / "Dialogues").mkdir()
    (tmp_path / "scripts.py").write_text(HEAD + DECLARED[what].format(before, body))
    fine = what == "tag_source" and not before  # a source may give its tags one by one
    codes = [(d.code, d.span.file) for d in Project.check(tmp_path) if d.code == "TW-CODE-05"]
    assert codes == ([] if fine else [("TW-CODE-05", "scripts.py")])
    if fine:
        return
    with pytest.raises(ProjectError) as error:
        Game.open(tmp_path)
    text = str(error.value)
    assert "never run" in text
    assert "scripts.py" in text
    assert "without async and yield" in text


def test_a_coroutine_that_a_command_hands_back(tmp_path: Path) -> None:
    """A wrapper looks like a plain function; what it hands back is looked at where it costs nothing."""
    (tmp_path / "Dialogues").mkdir()
    (tmp_path / "scripts.py").write_text(
        "from talewright import command\n"
        "async def later(): ...\n"
        "def values():\n    yield 1\n"
        "@command\ndef give(game):\n    return later()\n"
        "@command\ndef take(game):\n    return values()\n"
    )
    game = Game.open(tmp_path, saves=MemoryStore())
    with pytest.raises(Misuse, match="give gave back a coroutine, which nobody runs"):
        game.run("give")
    with pytest.raises(Misuse, match="take gave back a generator, which nobody runs"):
        game.run("take")


@pytest.mark.parametrize("kind", [staticmethod, classmethod, functools.partialmethod])
@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_inside_of_what_a_class_puts_around_it(kind: Callable[..., Any], hook: str) -> None:
    with pytest.raises(TypeError, match=rf"Smith\.{hook} is an? .*never run \(test_calls\.py:\d+\)"):
        type("Smith", (Script,), {hook: kind(later)})


def wrapped(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap as a decorator does: a plain function to look at."""

    @functools.wraps(function)
    def inner(*arguments: Any) -> Any:
        return function(*arguments)

    return inner


class Wrapped(Script):
    @wrapped
    async def init(self) -> None: ...

    @wrapped
    def late_update(self, dt: float) -> Any:
        yield dt

    @wrapped
    async def on_input(self, action_id: str | None, action: Any) -> bool | None: ...

    @on("hit")
    @wrapped
    async def hit(self, message: Any, sender: Any) -> None: ...

    @wrapped
    async def ring(self, elapsed: float, handle: int) -> None: ...

    @wrapped
    async def final(self) -> None: ...


class Updated(GuiScript):
    @wrapped
    async def update(self, dt: float) -> None: ...

    @wrapped
    def on_message(self, message_id: str, message: Any, sender: Any) -> Any:
        yield 1


@pytest.mark.filterwarnings("error")
def test_what_a_wrapper_hands_back_is_a_fault_of_the_callback() -> None:
    """Faults §5 B8, its kind: a decorated coroutine looked like a plain function, and never ran."""
    worlds = Worlds()
    world = worlds.create("main")
    one = Wrapped()
    world.spawn("one", c=one)
    world.spawn("two", c=Wrapped(), d=Updated())
    one.after(0, one.ring)
    one.post(".", "acquire_input_focus")
    world.post("/one#c", "hit")
    world.post("/two", "hit")
    worlds.step()
    worlds.input("jump")
    world["/one"].delete()
    worlds.step()
    said = {
        (fault.object, fault.component, fault.callback, str(fault.error).partition(" (")[0]) for fault in worlds.faults
    }
    coroutine, generator = ("gave back a coroutine, which nobody runs", "gave back a generator, which nobody runs")
    assert said == {
        ("/one", "c", "init", coroutine),
        ("/two", "c", "init", coroutine),
        ("/one", "c", "on_message", coroutine),
        ("/two", "c", "on_message", coroutine),
        ("/two", "d", "on_message", generator),
        ("/one", "c", "ring", coroutine),
        ("/two", "d", "update", coroutine),
        ("/one", "c", "on_input", coroutine),
        ("/one", "c", "final", coroutine),
    }
    assert all("test_calls.py:" in fault.text and fault.hint.startswith("write it without") for fault in worlds.faults)


@pytest.mark.filterwarnings("error")
def test_what_wrappers_hand_back_to_the_others_that_call() -> None:
    worlds = Worlds(wrapped(later), prototypes={"rat": wrapped(values)})
    world = worlds.create("main")
    world.spawn("hole", rats=Factory("rat"), team=CollectionFactory("team"), proxy=CollectionProxy("level"))
    with pytest.raises(Misuse, match="the prototype 'rat' gave back a generator"):
        world.component("/hole#rats", Factory).create()
    with pytest.raises(Misuse, match="gave back a coroutine"):
        world.component("/hole#team", CollectionFactory).create()
    world.post("/hole#proxy", "load")
    worlds.step()
    assert "The collection level could not be loaded. Misuse: gave back a coroutine" in worlds.faults[-1].text
    for hook in ("on_delivery", "on_system", "on_render", "trace"):
        setattr(worlds, hook, wrapped(later))
        worlds.faults.clear()
        world.post({"on_system": "@system:", "on_render": "@render:"}.get(hook, "/hole"), "exit")
        worlds.step()
        assert any("gave back a coroutine" in fault.text for fault in worlds.faults), hook
        setattr(worlds, hook, None)
    registry = TagRegistry()
    registry.register("Quest.Done")
    registry.close()
    counts = TagCounts(registry=registry)
    counts.listen("Quest.Done", wrapped(later))
    with pytest.raises(Misuse, match="a listener of counts gave back a coroutine"):
        counts.update("Quest.Done", 1)


@pytest.mark.filterwarnings("error")
def test_a_migration_that_a_wrapper_hides_is_refused_and_the_save_stays() -> None:
    """A save would have got the new version's number and none of its changes."""
    step = migration(to=2)(wrapped(later))
    document = SaveDocument(SaveHeader(), {})
    with pytest.raises(SaveError, match="the migration later to version 2 failed: Misuse: gave back a coroutine"):
        migrate(document, [step])


@pytest.mark.parametrize(
    ("decorator", "shown"),
    [
        (command, "@command"),
        (function, "@function"),
        (collection("main"), "@collection('main')"),
        (prototype("rat"), "@prototype('rat')"),
        (tag_source, "@tag_source"),
        (migration(to=2), "@migration(to=2)"),
        (on("hit"), "@on('hit')"),
    ],
)
@pytest.mark.parametrize("what", [5, None, [].append, TagRegistry().register])
def test_a_decorator_above_what_is_no_function_says_what_to_write(decorator: Any, shown: str, what: Any) -> None:
    kind = type(what).__name__
    with pytest.raises(
        TypeError, match=rf"^{re.escape(shown)} stands above a function, not above an? {kind}: write def"
    ):
        decorator(what)
