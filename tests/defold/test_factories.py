"""Factories of files: prototypes are checked at the load, and made when a script asks."""

from __future__ import annotations

from typing import Any

import pytest

from talewright.defold import DefoldProject, FileFactory, Kept, load_project, stand_ins
from talewright.errors import MessageError, ProjectError
from talewright.messaging import CollectionFactory, Factory, Message, Script, Url, Worlds, on


class Gun(Script):
    shots: list[str] = []

    @on("fire")
    def fire(self, message: Message, sender: Url) -> None:
        shot = self.owner["shots"]
        assert isinstance(shot, Factory)
        self.shots.append(shot.create(position=(1, 2, 3), properties={"power": 7.0}).id)


class Shot(Script):
    power: float = 1.0
    speed: float = 0.0
    smoke: str = ""
    target: Url | None = None
    own: Url | None = None
    inits: int = 0

    def init(self) -> None:
        self.inits += 1


SCRIPTS: dict[str, Any] = {"/gun.script": Gun, "/shot.script": Shot}


def prop(name: str, kind: str, value: str) -> str:
    return f'properties {{ id: "{name}" type: PROPERTY_TYPE_{kind} value: "{value}" }}\n'


def files(shot: str, kind: str = "factory", path: str = "/shot.go", more: str = "") -> dict[str, str]:
    return {
        "/game.project": "[bootstrap]\nmain_collection = /main.collectionc\n",
        "/main.collection": r"""
            name: "main"
            instances { id: "gun" prototype: "/gun.go" position { x: 5 } }""",
        "/gun.go": rf"""
            components {{ id: "script" component: "/gun.script" }}
            embedded_components {{ id: "shots" type: "{kind}" data: "prototype: \"{path}\"\n{more}" }}""",
        "/shot.go": f'components {{ id: "script" component: "/shot.script" {shot} }}'
        ' embedded_components { id: "sprite" type: "sprite" data: "default_animation: \\"fly\\"" }',
    }


def test_a_factory_makes_what_the_file_says() -> None:
    running = load_project(files(prop("speed", "NUMBER", "3") + prop("target", "URL", "gun#script")), SCRIPTS)
    running.step()
    running.world.post("/gun#script", "fire")
    running.step()
    assert not running.worlds.faults
    assert running.world.component("/gun#script", Gun).shots == ["/instance0"]
    shot = running.world.component("/instance0#script", Shot)
    assert (shot.speed, shot.power, shot.inits) == (3.0, 7.0, 1)
    assert shot.target is running.world.url("/gun#script")
    assert shot.owner.position == (1.0, 2.0, 3.0)
    assert running.world.component("/instance0#sprite", Kept).data == {"default_animation": "fly"}
    factory = running.world.component("/gun#shots", FileFactory)
    assert factory.create().position == (5.0, 0.0, 0.0)


def test_addresses_relative_to_an_object_without_an_id_stay_text_or_are_warned_of() -> None:
    shot = prop("smoke", "URL", "#sprite") + prop("own", "URL", "#sprite")
    running = load_project(files(shot), SCRIPTS)
    assert [(d.code, d.severity) for d in running.report if d.code != "TW-DEF-60"] == [("TW-DEF-33", "warning")]
    made = running.world.component("/gun#shots", FileFactory).create()
    found = made["script"]
    assert isinstance(found, Shot)
    assert (found.smoke, found.own) == ("#sprite", None)


@pytest.mark.parametrize(
    ("shot", "scripts", "code"),
    [
        (prop("speed", "NUMBER", "fast"), SCRIPTS, "TW-DEF-30"),
        ("", {"/gun.script": Gun}, "TW-DEF-50"),
        ("", {"/gun.script": Gun, "/shot.script": Gun}, ""),
    ],
)
def test_prototypes_are_tried_out_at_the_load(shot: str, scripts: dict[str, Any], code: str) -> None:
    if not code:
        assert load_project(files(shot), scripts).world
        return
    with pytest.raises(ProjectError) as caught:
        load_project(files(shot), scripts)
    assert [d.code for d in caught.value.report] == [code]


def test_a_missing_prototype_is_an_error_unless_it_is_loaded_later() -> None:
    with pytest.raises(ProjectError, match="no file '/gone"):
        load_project(files("", path="/gone.go"), SCRIPTS)
    late = load_project(files("", path="/gone.go", more="load_dynamically: true"), SCRIPTS)
    assert [d.severity for d in late.report if d.code == "TW-DEF-20"] == ["warning"]
    with pytest.raises(ProjectError, match="no file '/gone"):
        load_project(files("", kind="collectionfactory", path="/gone.collection"), SCRIPTS)


def test_a_prototype_that_makes_itself_is_no_circle() -> None:
    mine = files("")
    mine["/shot.go"] += ' embedded_components { id: "more" type: "factory" data: "prototype: \\"/shot.go\\"" }'
    running = load_project(mine, SCRIPTS)
    running.step()
    first = running.world.component("/gun#shots", FileFactory).create()
    more = first["more"]
    assert isinstance(more, FileFactory)
    assert more.create().id == "/instance1"


TEAM = r"""
name: "team"
instances { id: "bean" prototype: "/shot.go" position { x: 1 }
  component_properties { id: "script" properties { id: "target" type: PROPERTY_TYPE_URL value: "cap#script" }
                                      properties { id: "own" type: PROPERTY_TYPE_URL value: "#sprite" } } }
instances { id: "cap" prototype: "/shot.go" children: "bean" }
"""


def team(text: str = TEAM) -> dict[str, str]:
    return {**files("", kind="collectionfactory", path="/team.collection"), "/team.collection": text}


def test_a_collection_factory_makes_a_collection_behind_a_prefix() -> None:
    running = load_project(team(), SCRIPTS)
    running.step()
    factory = running.world.component("/gun#shots", CollectionFactory)
    for number in range(2):
        made = factory.create(properties={"/bean": {"power": 9.0}})
        assert list(made) == ["/bean", "/cap"]
        bean = made["/bean"]
        assert (bean.id, bean.parent) == (f"/collection{number}/bean", made["/cap"])
        assert made["/cap"].position == (5.0, 0.0, 0.0)
        assert bean.position == (1.0, 0.0, 0.0)
        found = bean["script"]
        assert isinstance(found, Shot)
        assert (found.power, found.inits) == (9.0, 1)
        assert found.target is running.world.url(f"/collection{number}/cap#script")
        assert found.own is running.world.url(f"/collection{number}/bean#sprite")
    assert "/gun" in running.project.loaded["main"].objects


def test_a_collection_factory_makes_all_or_nothing() -> None:
    running = load_project(team(), SCRIPTS)
    running.step()
    count = len(running.world)
    factory = running.world.component("/gun#shots", CollectionFactory)
    with pytest.raises(MessageError):
        factory.create(properties={"/bean": {"power": "strong"}})
    assert len(running.world) == count
    assert factory.create()


def test_a_broken_collection_of_a_factory_is_in_the_report() -> None:
    running = load_project(team('name: "team" instances {'), SCRIPTS)
    assert [d.span.file for d in running.report.errors][:1] == ["team.collection"]
    with pytest.raises(ProjectError):
        running.world.component("/gun#shots", CollectionFactory).create()
    assert len(running.world) == 1


def test_factories_go_on_after_a_load() -> None:
    running = load_project(files(""), SCRIPTS)
    running.step()
    running.world.component("/gun#shots", FileFactory).create()
    sections = running.worlds.sections()
    again = load_project(files(""), SCRIPTS)
    again.restore(sections)
    assert again.worlds.sections() == sections
    assert again.world.component("/gun#shots", FileFactory).create().id == "/instance1"


def test_worlds_of_ones_own_get_the_prototypes_of_what_is_loaded() -> None:
    project = DefoldProject(files(""), stand_ins())
    worlds = Worlds(project.build)
    world = worlds.create("mine")
    project.load(world, "/main.collection")
    assert list(worlds.prototypes) == ["/shot.go"]
    assert world.component("/gun#shots", FileFactory).create().id == "/instance0"
    plain = Factory("/shot.go")
    world.spawn("other", factory=plain)
    assert plain.create().id == "/instance1"


@pytest.mark.parametrize("name", ["scale", "self", "object_id", "position"])
def test_components_may_have_the_ids_of_spawns_parameters(name: str) -> None:
    mine = files("")
    mine["/gun.go"] = mine["/gun.go"].replace('"shots"', f'"{name}"')
    running = load_project(mine, SCRIPTS)
    assert running.world.component(f"/gun#{name}", FileFactory).create().id == "/instance0"
