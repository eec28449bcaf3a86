"""Places in nested collections and in the worlds that files make, against matrices that numpy works out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.matrices import about, composed, in_world, of, of_euler, of_quaternion, same

from talewright.defold import DefoldProject, load_collection, load_project
from talewright.messaging import CollectionFactory, Script, World, Worlds

ROTATIONS: dict[str, tuple[float, float, float]] = {
    "upright": (0, 0, 0),
    "about z": (0, 0, 90),
    "about x": (90, 0, 0),
    "about y": (0, 180, 0),
    "any": (10, 40, -130),
}
SCALES: dict[str, tuple[float, float, float]] = {
    "one": (1, 1, 1),
    "uniform": (2, 2, 2),
    "unequal": (2, 3, 4),
    "mirrored": (-1, 1, 1),
}


def quaternion(angles: tuple[float, float, float]) -> tuple[float, ...]:
    thing = Worlds().create("made").spawn("thing")
    thing.euler = angles
    same(of_quaternion(thing.rotation), of_euler(angles))
    return thing.rotation


def text(place: Any, angles: tuple[float, float, float], size: Any) -> str:
    parts = [("position", "xyz", place), ("rotation", "xyzw", quaternion(angles)), ("scale3", "xyz", size)]
    return " ".join(
        f"{name} {{ {' '.join(f'{k}: {v!r}' for k, v in zip(letters, map(float, values), strict=True))} }}"
        for name, letters, values in parts
    )


def files(outer: str, middle: str, inner: str, along_z: int) -> dict[str, str]:
    flag = f"scale_along_z: {along_z}\n"
    return {
        "/main.collection": f'name: "main"\n{flag}'
        f'collection_instances {{ id: "m" collection: "/m.collection" {outer} }}',
        "/m.collection": f'name: "x"\ncollection_instances {{ id: "i" collection: "/i.collection" {middle} }}',
        "/i.collection": 'name: "y"\n'
        f'embedded_instances {{ id: "root" data: "" children: "leaf" {inner} }}\n'
        'embedded_instances { id: "leaf" data: "" position { x: 1 y: 2 z: 3 } }',
    }


@pytest.mark.parametrize("along_z", [0, 1])
@pytest.mark.parametrize("size", SCALES)
@pytest.mark.parametrize("turn", ROTATIONS)
def test_a_nested_collection_stands_where_its_matrices_say(turn: str, size: str, along_z: int) -> None:
    angles, scale = ROTATIONS[turn], SCALES[size]
    outer, middle = text((1, 2, 3), angles, scale), text((4, 5, 6), (0, 0, 0), (2, 2, 2))
    inner = text((1, 0, 1), (0, 0, 90), (1, 2, 1))
    world = Worlds().create("main")
    load_collection(world, "/main.collection", root=files(outer, middle, inner, along_z))
    assert world.scale_along_z == bool(along_z)
    root, leaf = world["/m/i/root"], world["/m/i/leaf"]
    flat = [(*s[:2], s[2] if along_z else 1) for s in (scale, (2, 2, 2))]
    place = of((1, 2, 3), of_euler(angles), flat[0]) @ of((4, 5, 6), size=flat[1]) @ (1, 0, 1, 1)
    whole = (
        of((1, 2, 3), of_euler(angles), scale)
        @ of((4, 5, 6), size=(2, 2, 2))
        @ of((1, 0, 1), about("z", 90), (1, 2, 1))
    )
    whole[:3, 3] = place[:3]
    same(in_world(root), whole)
    same(composed(root), whole)
    same(leaf.world_transform, in_world(leaf))


def test_what_a_nested_collection_draws_askew_keeps_place_and_lengths() -> None:
    world = Worlds().create("main")
    outer, inner = text((1, 1, 1), (0, 0, 0), (3, 1, 1)), text((1, 1, 1), (0, 0, 45), (1, 1, 1))
    load_collection(world, "/main.collection", root=files(outer, text((0, 0, 0), (0, 0, 0), (1, 1, 1)), inner, 1))
    root = world["/m/i/root"]
    whole = of((1, 1, 1), size=(3, 1, 1)) @ of((1, 1, 1), about("z", 45))
    same(root.position, whole[:3, 3])
    same(root.scale, np.linalg.norm(whole[:3, :3], axis=0))
    same(of_quaternion(root.rotation), about("z", 45))


@pytest.mark.parametrize("along_z", [0, 1])
def test_a_world_keeps_its_flag_when_more_is_loaded_and_in_a_save(along_z: int) -> None:
    project = DefoldProject(files("scale: 2", "", "position { z: 1 }", along_z))
    worlds = Worlds(project.build)
    world = worlds.create("main")
    project.load(world, "/main.collection")
    factory = CollectionFactory("/i.collection")
    world.spawn("maker", position=(0, 0, 5), scale=3, factory=factory)
    made = factory.create()
    assert bool(world.scale_along_z) == bool(along_z)
    assert list(made["/root"].position) == [0, 0, 8 if along_z else 6]
    assert list(made["/leaf"].world_position) == [3, 6, 17 if along_z else 9]
    fresh = Worlds()
    fresh.prepare(worlds.sections()).commit()
    assert [t.world_transform for t in fresh["main"]] == [t.world_transform for t in world]


def test_a_world_that_got_nothing_is_as_it_was() -> None:
    world = Worlds().create("main")
    with pytest.raises(Exception, match="cannot be loaded"):
        load_collection(world, "/main.collection", root={"/main.collection": 'name: "m" scale_along_z: 0 instances {}'})
    assert world.scale_along_z


@pytest.mark.parametrize(("inner", "outer"), [(0, 1), (1, 0)])
def test_each_world_behind_a_proxy_has_the_flag_of_its_file(inner: int, outer: int) -> None:
    data = r"data: \"collection: \\\"/level.collection\\\"\""
    proxy = rf"embedded_components {{ id: \"proxy\" type: \"collectionproxy\" {data} }}"

    class Door(Script):
        def init(self) -> None:
            self.post("#proxy", "load")

    root = {
        "/game.project": "[bootstrap]\nmain_collection = /main.collectionc\n",
        "/input/game.input_binding": "",
        "/door.script": "",
        "/main.collection": f'name: "main" scale_along_z: {outer} embedded_instances {{ id: "door" '
        rf'data: "components {{ id: \"s\" component: \"/door.script\" }} {proxy}" }}',
        "/level.collection": f'name: "level" scale_along_z: {inner}',
    }
    running = load_project(root, {"/door.script": Door})
    running.step()

    def depth(world: World) -> float:
        world.spawn("above", scale=2)
        return world.spawn("thing", parent="above", position=(0, 0, 1)).world_position[2]

    assert depth(running.worlds["level"]) == 1 + inner
    assert depth(running.worlds["main"]) == 1 + outer
