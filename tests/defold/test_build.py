"""Collections built into worlds: scripts with their properties, hierarchy, proxies; whole or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

import pytest

from talewright import Game
from talewright.defold import (
    DefoldProject,
    FileProxy,
    Kept,
    Loaded,
    Unbound,
    UnboundGui,
    load_collection,
    script,
    stand_ins,
)
from talewright.errors import AlreadyExists, Misuse, ProjectError
from talewright.messaging import CollectionProxy, GuiScript, Message, Script, Url, World, Worlds, on

GO = 'components { id: "script" component: "/a.script" }'


class Mood(Enum):
    CALM = "calm"
    ANGRY = "angry"


@dataclass(frozen=True)
class Vector:
    x: float
    y: float
    z: float


class Everything(Script):
    number: float = 0.0
    count: int = 0
    name: str = ""
    mood: Mood = Mood.CALM
    target: Url | None = None
    text_target: str = ""
    anything: Any = None
    alive: bool = False
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    place: Vector = Vector(0, 0, 0)
    turn: tuple[float, ...] = ()
    max_speed: float = 0.0
    class_: str = ""
    url_: str = ""


def prop(name: str, kind: str, value: str) -> str:
    return f'properties {{ id: "{name}" type: PROPERTY_TYPE_{kind} value: "{value}" }}\n'


def hero(properties: str = "", path: str = "/a.script", name: str = "hero") -> str:
    return (
        f'instances {{ id: "{name}" prototype: "/a.go" component_properties {{ id: "script"\n{properties} }} }}\n'
    ).replace("/a.script", path)


def world() -> World:
    return Worlds().create("main")


def load(text: str, scripts: Any, into: World | None = None, **files: str) -> Loaded:
    named = {f"/{name.replace('__', '.')}": content for name, content in files.items()}
    return load_collection(
        into or world(),
        "/main.collection",
        root={"/main.collection": f'name: "main"\n{text}', "/a.go": GO, **named},
        scripts=scripts,
    )


def everything(properties: str) -> Everything:
    loaded = load(hero(properties), {"/a.script": Everything})
    found = loaded.world.component("/hero#script")
    assert isinstance(found, Everything)
    assert not loaded.report
    return found


def test_properties_become_fields_of_their_types() -> None:
    found = everything(
        prop("number", "NUMBER", "1.5")
        + prop("count", "NUMBER", "3.0")
        + prop("name", "HASH", "red")
        + prop("mood", "HASH", "ANGRY")
        + prop("alive", "BOOLEAN", "true")
        + prop("at", "VECTOR3", "1.0, 2.0, 3.0")
        + prop("place", "VECTOR3", "1, 2, 3")
        + prop("turn", "QUAT", "0, 0, 0, 1")
        + prop("max-speed", "NUMBER", "7")
        + prop("class", "HASH", "mage")
        + prop("url", "HASH", "text")
        + prop("anything", "VECTOR4", "1,2,3,4")
    )
    assert (found.number, found.count, type(found.count), found.name) == (1.5, 3, int, "red")
    assert (found.mood, found.alive, found.at, found.place) == (Mood.ANGRY, True, (1.0, 2.0, 3.0), Vector(1, 2, 3))
    assert (found.turn, found.max_speed, found.class_, found.url_) == ((0.0, 0.0, 0.0, 1.0), 7.0, "mage", "text")
    assert found.anything == (1.0, 2.0, 3.0, 4.0)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", "main:/hero#script"),
        ("#", "main:/hero#script"),
        (".", "main:/hero"),
        ("#smoke", "main:/hero#smoke"),
        ("rat", "main:/rat"),
        ("rat#controller", "main:/rat#controller"),
        ("player/player", "main:/player/player"),
        ("/gui", "main:/gui"),
        ("title:/gui#fader", "title:/gui#fader"),
    ],
)
def test_addresses_are_relative_to_the_owner(text: str, meant: str) -> None:
    found = everything(prop("target", "URL", text) + prop("text_target", "URL", text) + prop("anything", "URL", text))
    assert found.target is found.world.url(meant)
    assert found.anything is found.target
    assert found.text_target == meant


def test_addresses_in_a_collection_inside_a_collection() -> None:
    inside = 'name: "x"\n' + hero(prop("target", "URL", "rat#c"))
    loaded = load(
        'collection_instances { id: "sub" collection: "/inner.collection" }',
        {"/a.script": Everything},
        inner__collection=inside,
    )
    found = loaded.world.component("/sub/hero#script", Everything)
    assert str(found.target) == "main:/sub/rat#c"


@pytest.mark.parametrize(
    ("properties", "code", "severity"),
    [
        (prop("number", "NUMBER", "1,5"), "TW-DEF-30", "error"),
        (prop("count", "NUMBER", "1.5"), "TW-DEF-30", "error"),
        (prop("at", "VECTOR3", "1,2"), "TW-DEF-30", "error"),
        (prop("alive", "BOOLEAN", "yes"), "TW-DEF-30", "error"),
        (prop("mood", "HASH", "BLUE"), "TW-DEF-30", "error"),
        (prop("target", "URL", "a#b#c"), "TW-DEF-30", "error"),
        (prop("number", "HASH", "red"), "TW-DEF-30", "error"),
        (prop("numbre", "NUMBER", "1"), "TW-DEF-31", "warning"),
    ],
)
def test_properties_that_do_not_fit(properties: str, code: str, severity: str) -> None:
    main = world()
    if severity == "error":
        with pytest.raises(ProjectError) as caught:
            load(hero(properties), {"/a.script": Everything}, main)
        report, count = caught.value.report, 0
    else:
        report, count = load(hero(properties), {"/a.script": Everything}, main).report, 1
    assert [(d.code, d.severity, str(d.span)) for d in report] == [(code, severity, "main.collection:3:1")]
    assert len(main) == count


def test_findings_of_properties_say_what_and_what_to_do() -> None:
    with pytest.raises(ProjectError) as caught:
        load(hero(prop("number", "NUMBER", "many")), {"/a.script": Everything})
    assert str(caught.value.report[0]) == (
        "main.collection:3:1: error TW-DEF-30: the property 'number': 'many' is no number\n"
        "  hint: write digits, as in 10 or 0.5"
    )
    report = load(hero(prop("numbr", "NUMBER", "1")), {"/a.script": Everything}).report
    assert report[0].hint == "did you mean number?"
    report = load(hero(prop("wholly_new", "URL", "#")), {"/a.script": Everything}).report
    assert report[0].hint == "write wholly_new: Url | None in the class"


def test_a_property_without_default_must_be_set() -> None:
    class Needy(Script):
        target: Url

    with pytest.raises(ProjectError, match="Needy needs 'target'"):
        load(hero(), [Needy, script("/a.script")(Needy)])
    assert load(hero(prop("target", "URL", "#")), {"/a.script": Needy}).world.component("/hero#script", Needy).target


def test_hierarchy_places_and_sizes() -> None:
    text = """
    instances { id: "child" prototype: "/a.go" position { x: 1 } rotation { z: 1 w: 0 } scale3 { x: 2 y: 2 z: 2 } }
    instances { id: "up" prototype: "/a.go" children: "child" position { x: 5 y: 6 z: 7 } }"""
    loaded = load(text, {"/a.script": Script})
    child, up = loaded.world["/child"], loaded.world["/up"]
    assert child.parent is up
    assert up.position == (5.0, 6.0, 7.0)
    assert (child.rotation, child.scale) == ((0.0, 0.0, 1.0, 0.0), (2.0, 2.0, 2.0))
    assert [o.id for o in loaded.world] == ["/child", "/up"]
    assert loaded.objects["/up"] is up


def test_components_keep_their_order_and_ids_of_every_kind() -> None:
    text = r"""
    embedded_instances { id: "a" data:
      "components { id: \"my-script\" component: \"/a.script\" }\n"
      "embedded_components { id: \"sprite one\" type: \"sprite\" data: \"default_animation: \\\"run\\\"\" }\n"
      "embedded_components { id: \"f\" type: \"label\" "
      "data: \"text: \\\"hi\\\" line_break: true size { x: 2.0 }\" }" }"""
    loaded = load(text, {"/a.script": Script})
    assert list(loaded.world["/a"].components) == ["my-script", "sprite one", "f"]
    label = loaded.world.component("/a#f", Kept)
    assert (label.kind, label.source, label.data) == (
        "label",
        "",
        {"text": "hi", "line_break": True, "size": {"x": 2.0}},
    )
    assert [(d.code, d.severity, str(d.span)) for d in loaded.report] == [
        ("TW-DEF-60", "information", "main.collection:5:8"),
        ("TW-DEF-60", "information", "main.collection:6:8"),
    ]


def test_messages_to_what_is_kept_are_no_faults() -> None:
    text = r'embedded_instances { id: "a" data: "embedded_components { id: \"s\" type: \"sprite\" data: \"\" }" }'
    loaded = load(text, None)
    loaded.world.post("/a#s", "play_animation", id="run")
    loaded.world.post("/a", "disable")
    loaded.world.worlds.step()
    assert not loaded.world.worlds.faults
    assert not loaded.world.component("/a#s", Kept).enabled


def test_a_type_can_have_a_class() -> None:
    class Sprite(Kept):
        animation: str = ""

        @on("play_animation")
        def play(self, message: Message, sender: Url) -> None:
            self.animation = message["id"]

    text = r'embedded_instances { id: "a" data: "embedded_components { id: \"s\" type: \"sprite\" data: \"\" }" }'
    loaded = load(text, {"sprite": Sprite})
    assert not loaded.report
    loaded.world.post("/a#s", "play_animation", id="run")
    loaded.world.worlds.step()
    assert loaded.world.component("/a#s", Sprite).animation == "run"
    with pytest.raises(ProjectError, match="Script is bound to the component type 'sprite'"):
        load(text, {"sprite": Script})


GUI = 'script: "/m.gui_script" nodes { id: "box" type: TYPE_BOX }'
WITH_GUI = r'embedded_instances { id: "a" data: "components { id: \"gui\" component: \"/m.gui\" }" }'


def test_guis_are_bound_by_either_path_and_their_nodes_are_data() -> None:
    class Menu(GuiScript):
        pass

    for path in ("/m.gui", "/m.gui_script"):
        loaded = load(WITH_GUI, {path: Menu}, m__gui=GUI)
        assert isinstance(loaded.world.component("/a#gui"), Menu)
        found = loaded.gui("/a#gui")
        assert found is not None
        assert [node.id for node in found.nodes] == ["box"]
    assert loaded.gui("/a#x") is loaded.gui("/x#gui") is None


def test_a_gui_without_a_script_is_kept() -> None:
    loaded = load(WITH_GUI, None, m__gui='nodes { id: "box" type: TYPE_BOX }')
    assert loaded.world.component("/a#gui", Kept).kind == "gui"


def test_scripts_and_guis_are_not_mixed_up() -> None:
    class Menu(GuiScript):
        pass

    with pytest.raises(ProjectError, match=r"Script is bound to the gui '/m\.gui_script'"):
        load(WITH_GUI, {"/m.gui_script": Script}, m__gui=GUI)
    with pytest.raises(ProjectError, match=r"Menu is bound to the script '/a\.script'"):
        load(hero(), {"/a.script": Menu})


def test_unbound_paths_are_errors_that_say_what_to_write() -> None:
    with pytest.raises(ProjectError) as caught:
        load(hero() + WITH_GUI, None, m__gui=GUI)
    assert [d.code for d in caught.value.report] == ["TW-DEF-50", "TW-DEF-50"]
    assert "@script('/a.script')" in caught.value.report[0].hint
    assert str(caught.value).startswith("the collection '/main.collection' cannot be loaded: 2 errors")


def test_stand_ins_keep_what_files_set() -> None:
    loaded = load(hero(prop("target", "URL", "rat") + prop("n", "NUMBER", "1")) + WITH_GUI, stand_ins(), m__gui=GUI)
    found = loaded.world.component("/hero#script", Unbound)
    assert found.path == "/a.script"
    assert found.properties == {"target": loaded.world.url("/rat"), "n": 1.0}
    assert loaded.world.component("/a#gui", UnboundGui).path == "/m.gui_script"
    assert loaded.world.worlds.sections()


def test_marks_of_a_module_like_thing() -> None:
    import types

    @script("/a.script")
    class A(Script):
        pass

    module = types.ModuleType("scripts")
    module.__dict__["A"] = A
    assert isinstance(load(hero(), module).world.component("/hero#script"), A)
    assert isinstance(load(hero(), lambda path: A).world.component("/hero#script"), A)


def test_a_mark_is_not_inherited() -> None:
    @script("/a.script")
    class A(Script):
        pass

    class B(A):
        pass

    assert type(load(hero(), [A, B]).world.component("/hero#script")) is A


def test_bindings_that_cannot_be() -> None:
    class A(Script):
        pass

    class B(Script):
        pass

    script("/a.script")(A)
    script("/a.script")(B)
    with pytest.raises(AlreadyExists, match=r"two classes stand for '/a\.script'"):
        load(hero(), [A, B])
    with pytest.raises(Misuse):
        load(hero(), {"/a.script": A()})
    with pytest.raises(Misuse):
        load(hero(), 5)
    with pytest.raises(Misuse):
        script()


PROXY = r'embedded_instances { id: "p" data: "embedded_components { id: \"level\" type: \"collectionproxy\" data: \"collection: \\\"/level.collection\\\"\" }" }'  # noqa: E501


def test_proxies_know_their_file_and_the_name_of_its_world() -> None:
    loaded = load(PROXY, None, level__collection='name: "first level"')
    proxy = loaded.world.component("/p#level", CollectionProxy)
    assert isinstance(proxy, FileProxy)
    assert (proxy.collection, proxy.file) == ("first level", "/level.collection")


def test_a_proxy_to_nowhere_is_a_warning() -> None:
    loaded = load(PROXY, None)
    assert [(d.code, d.severity) for d in loaded.report] == [("TW-DEF-20", "warning")]


# All or nothing


@pytest.mark.parametrize(
    "broken",
    [
        'instances { id: "b" prototype: "/gone.go" }',
        'instances { id: "b" prototype: "/a.go" ',
        'instances { id: "b" prototype: "/a.go" } }',
        'instances { id: "b" prototype: "/b.go" }',
        'instances { id: "#" prototype: "/a.go" }',
        'instances { id: "HERO" prototype: "/a.go" }',
        'instances { id: "there" prototype: "/a.go" }',
        'instances { id: "There" prototype: "/a.go" }',
        'instances { id: "b" prototype: "/a.go" position { x: inf } }',
        'instances { id: "b" prototype: "/a.go" rotation { w: 0 } }',
        r'embedded_instances { id: "b" data: "components { id: \"s#t\" component: \"/a.script\" }" }',
        r'embedded_instances { id: "b" data: "components { id: \"s\" component: \"/a.scr\" " }',
        'collection_instances { id: "b" collection: "/b.collection" }',
    ],
)
def test_a_broken_file_loads_nothing(broken: str) -> None:
    main = world()
    there = main.spawn("there", script=Script())
    with pytest.raises(ProjectError) as caught:
        load(hero() + broken, stand_ins(), main, b__go="components {", b__collection='name: "x" instances {')
    assert caught.value.report.errors
    assert all(d.span.line >= 1 and d.span.column >= 1 for d in caught.value.report)
    assert list(main) == [there]
    assert load(hero(), stand_ins(), main).objects


def test_scripts_that_cannot_be_made_or_saved_load_nothing() -> None:
    class Raises(Script):
        def __init__(self) -> None:
            raise RuntimeError("no")

    class Unsavable(Script):
        function: object = None
        thing: type = int

    def again() -> type[Script]:
        class Twin(Script):
            pass

        return Twin

    for scripts in ({"/a.script": Raises}, {"/a.script": Unsavable}, {"/a.script": again(), "/b.script": again()}):
        main = world()
        text = hero() + 'instances { id: "b" prototype: "/b.go" }'
        with pytest.raises(ProjectError) as caught:
            load(
                text,
                {"/b.script": Script, **scripts},
                main,
                b__go='components { id: "s" component: "/b.script" }',
            )
        assert [d.code for d in caught.value.report] == ["TW-DEF-52"], str(caught.value)
        assert not len(main)


def test_capacity() -> None:
    main = Worlds().create("main", max_instances=1)
    with pytest.raises(ProjectError, match="makes 2 objects, the world has room for 1"):
        load(hero() + hero(name="b"), stand_ins(), main)
    assert not len(main)
    assert len(load(hero(), stand_ins(), main).objects) == 1


def test_a_world_that_runs_initialises_what_is_loaded() -> None:
    class Counts(Script):
        inits: int = 0

        def init(self) -> None:
            self.inits += 1

    main = world()
    main.worlds.step()
    loaded = load(hero(), {"/a.script": Counts}, main)
    assert loaded.world.component("/hero#script", Counts).inits == 1


def test_files_from_a_folder_find_their_root(folder: Any) -> None:
    root = folder(
        {
            "game.project": "[bootstrap]\nmain_collection = /main/main.collectionc\n",
            "main/main.collection": 'name: "main" instances { id: "a" prototype: "/main/a.go" }',
            "main/a.go": GO,
        }
    )
    assert load_collection(world(), root / "main" / "main.collection", scripts=stand_ins()).objects
    assert load_collection(world(), "/main/main.collection", root=root, scripts=stand_ins()).objects
    (root / "game.project").unlink()
    with pytest.raises(ProjectError, match=r"no file '/main/a\.go'"):
        load_collection(world(), root / "main" / "main.collection", scripts=stand_ins())


def test_a_game_can_be_given_a_collection() -> None:
    game = Game()
    load_collection(game.world, "/m.collection", root={"/m.collection": 'name: "m"' + hero(), "/a.go": GO},
                    scripts={"/a.script": Everything})  # fmt: skip
    game.start()
    game.step()
    document = game.snapshot()
    game.world.component("/hero#script", Everything).number = 5.0
    game.restore(document)
    assert game.world.component("/hero#script", Everything).number == 0.0


def test_a_game_can_let_its_proxies_load_files() -> None:
    project = DefoldProject(
        {"/m.collection": f'name: "m" {PROXY}', "/level.collection": 'name: "level" ' + hero(), "/a.go": GO},
        {"/a.script": Everything},
    )
    game = Game()
    game.worlds.build = project.build
    project.load(game.world, "/m.collection")
    game.start()
    game.world.post("/p#level", "load")
    game.step()
    assert not game.faults
    document = game.snapshot()
    game.worlds["level"].component("/hero#script", Everything).number = 5.0
    game.restore(document)
    assert game.worlds["level"].component("/hero#script", Everything).number == 0.0


def test_plans_build_nothing() -> None:
    project = DefoldProject({"/m.collection": 'name: "m"' + hero(), "/a.go": GO})
    plan, report = project.plan("/m.collection")
    assert [o.id for o in plan.objects] == ["/hero"]
    assert not report
