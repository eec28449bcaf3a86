"""Which objects a collection makes, and what keeps it from making any."""

from __future__ import annotations

import math

import pytest

from talewright.defold import CollectionPlan, DefoldProject, Transform, Vector3
from talewright.defold.flatten import MAX_NESTED
from talewright.diagnostics import Report

GO = 'components { id: "script" component: "/a.script" }'


def plan(files: dict[str, str], path: str = "/main.collection") -> tuple[CollectionPlan, Report]:
    return DefoldProject({"/a.go": GO, **files}).plan(path)


def instance(name: str, more: str = "") -> str:
    return f'instances {{ id: "{name}" prototype: "/a.go" {more} }}\n'


def inner(name: str, more: str = "", path: str = "/inner.collection") -> str:
    return f'collection_instances {{ id: "{name}" collection: "{path}" {more} }}\n'


def codes(report: Report) -> list[str]:
    return [f"{d.span} {d.code}" for d in report]


def test_objects_come_in_order_with_prefixed_ids() -> None:
    found, report = plan(
        {
            "/main.collection": 'name: "main"\n' + inner("one") + instance("z") + inner("two") + instance("a"),
            "/inner.collection": 'name: "x"\n' + instance("hero") + inner("deep", "", "/deep.collection"),
            "/deep.collection": 'name: "y"\n' + instance("eye"),
        }
    )
    assert not report
    assert found.name == "main"
    assert [o.id for o in found.objects] == [
        *("/z", "/a"),
        *("/one/hero", "/one/deep/eye"),
        *("/two/hero", "/two/deep/eye"),
    ]


def test_children_know_their_parents_inside_a_collection() -> None:
    found, report = plan(
        {
            "/main.collection": 'name: "m"\n' + inner("sub"),
            "/inner.collection": 'name: "x"\n' + instance("child") + instance("up", 'children: "child"'),
        }
    )
    assert not report
    assert [(o.id, o.parent) for o in found.objects] == [("/sub/child", "/sub/up"), ("/sub/up", None)]


def test_places_of_roots_are_those_of_the_collection_and_children_keep_theirs() -> None:
    half = math.sqrt(0.5)
    turned = f"position {{ x: 10 z: 1 }} rotation {{ z: {half} w: {half} }} scale3 {{ x: 2 y: 2 z: 2 }}"
    found, _ = plan(
        {
            "/main.collection": 'name: "m"\n' + inner("sub", turned),
            "/inner.collection": 'name: "x"\n'
            + instance("child", "position { x: 1 }")
            + instance("up", 'children: "child" position { x: 1 y: 0 z: 3 }'),
        }
    )
    child, up = found.objects
    assert child.transform.position == Vector3(1, 0, 0)
    assert up.transform.position == pytest.approx((10, 2, 4))
    assert up.transform.scale == Vector3(2, 2, 2)
    assert up.transform.rotation == pytest.approx((0, 0, half, half))


def test_scale_along_z_stretches_the_depth() -> None:
    found, _ = plan(
        {
            "/main.collection": 'name: "m" scale_along_z: 1\n' + inner("sub", "scale: 3"),
            "/inner.collection": 'name: "x"\n' + instance("a", "position { z: 2 }"),
        }
    )
    assert found.objects[0].transform.position == Vector3(0, 0, 6)


def test_a_transform_of_nothing_changes_nothing() -> None:
    assert Transform().of(Transform(Vector3(1, 2, 3))) == Transform(Vector3(1, 2, 3))


def properties(value: str) -> str:
    return f'properties {{ id: "speed" value: "{value}" type: PROPERTY_TYPE_NUMBER }}'


def test_the_outermost_override_wins() -> None:
    go = f'components {{ id: "script" component: "/a.script" {properties("1")} }}'
    middle = f'component_properties {{ id: "script" {properties("2")} }}'
    outer = f'instance_properties {{ id: "hero" properties {{ id: "script" {properties("3")} }} }}'
    outermost = f'instance_properties {{ id: "in/hero" properties {{ id: "script" {properties("4")} }} }}'
    files = {
        "/a.go": go,
        "/x.collection": 'name: "x"\n' + instance("hero", middle) + instance("other"),
        "/y.collection": 'name: "y"\n' + inner("in", outer, "/x.collection"),
        "/main.collection": 'name: "m"\n' + inner("out", outermost, "/y.collection"),
    }

    def speeds(path: str) -> dict[str, object]:
        found, report = plan(files, path)
        assert not report
        return {o.id: o.components[0].properties[0].typed for o in found.objects}

    assert speeds("/x.collection") == {"/hero": 2.0, "/other": 1.0}
    assert speeds("/y.collection") == {"/in/hero": 3.0, "/in/other": 1.0}
    assert speeds("/main.collection") == {"/out/in/hero": 4.0, "/out/in/other": 1.0}


def test_overrides_of_what_is_not_there_are_warnings() -> None:
    _, report = plan(
        {
            "/inner.collection": 'name: "x"\n' + instance("hero"),
            "/main.collection": 'name: "m"\n'
            + instance("a", 'component_properties { id: "scrpt" }')
            + inner("sub", 'instance_properties { id: "herro" properties { id: "script" } }'),
        }
    )
    assert codes(report) == ["main.collection:2:40 TW-DEF-32", "main.collection:3:100 TW-DEF-32"]
    assert [d.severity for d in report] == ["warning", "warning"]
    assert "script" in report[0].hint
    assert "hero" in report[1].hint


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (instance("a") + instance("a"), "main.collection:3:1 TW-DEF-40"),
        (instance("a") + inner("a"), "main.collection:3:1 TW-DEF-40"),
        (instance("a/b"), "main.collection:2:1 TW-DEF-40"),
        (instance("a", 'children: "b"'), "main.collection:2:1 TW-DEF-41"),
        (instance("a", 'children: "a"'), "main.collection:2:1 TW-DEF-41"),
        (instance("a", 'children: "b"') + instance("b", 'children: "a"'), "main.collection:2:1 TW-DEF-41"),
        (
            instance("a", 'children: "c"') + instance("b", 'children: "c"') + instance("c"),
            "main.collection:3:1 TW-DEF-41",
        ),
        (inner("a", "", "/main.collection"), "main.collection:2:1 TW-DEF-42"),
        (inner("a", "", "/gone.collection"), "main.collection:2:1 TW-DEF-20"),
        (inner("a", "", "gone.collection"), "main.collection:2:1 TW-DEF-21"),
        (inner("a", "", "/../x.collection"), "main.collection:2:1 TW-DEF-21"),
        (inner("a", "", "/builtins/x.collection"), "main.collection:2:1 TW-DEF-20"),
        ('instances { id: "a" prototype: "/b.go" }', "main.collection:2:1 TW-DEF-20"),
        (
            'embedded_instances { id: "a" data: "components { id: \\"s\\" component: \\"/x.script\\" }'
            ' components { id: \\"s\\" component: \\"/x.script\\" }" }',
            "main.collection:2:87 TW-DEF-40",
        ),
    ],
)
def test_errors(text: str, code: str) -> None:
    files = {"/main.collection": 'name: "m"\n' + text, "/inner.collection": 'name: "x"\n'}
    _, report = plan(files)
    assert codes(report)[:1] == [code], str(report)
    assert report[0].severity == "error"


def test_collections_in_each_other_name_the_chain() -> None:
    _, report = plan(
        {
            "/main.collection": 'name: "m"\n' + inner("a", "", "/x.collection"),
            "/x.collection": 'name: "x"\n' + inner("a", "", "/y.collection"),
            "/y.collection": 'name: "y"\n' + inner("a", "", "/x.collection"),
        }
    )
    assert report[0].message.endswith("/x.collection -> /y.collection -> /x.collection")


def test_depth_is_limited() -> None:
    files = {f"/{n}.collection": f'name: "n{n}"\n' + inner("a", "", f"/{n + 1}.collection") for n in range(100)}
    _, report = plan(files, "/0.collection")
    assert [d.code for d in report] == ["TW-DEF-06"]
    assert str(report[0].span).startswith(f"{MAX_NESTED - 1}.collection")


def test_a_bomb_of_collections_is_defused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("talewright.defold.flatten.MAX_OBJECTS", 1000)
    twice = {
        f"/{n}.collection": f'name: "n{n}"\n'
        + inner("a", "", f"/{n + 1}.collection")
        + inner("b", "", f"/{n + 1}.collection")
        for n in range(60)
    }
    found, report = plan({**twice, "/60.collection": 'name: "end"\n' + instance("x")}, "/0.collection")
    assert [d.code for d in report] == ["TW-DEF-43"]
    assert len(found.objects) < 1000


def test_findings_of_a_file_are_given_once() -> None:
    _, report = plan({"/main.collection": 'name: "m"\n' + instance("a") + instance("b"), "/a.go": "colour: 1"})
    assert codes(report) == ["a.go:1:1 TW-DEF-10"]
