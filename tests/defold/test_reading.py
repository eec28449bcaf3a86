"""From messages to descriptions: what is refused, what is kept, what is said."""

from __future__ import annotations

from typing import TypeVar

import pytest

from talewright.defold import (
    CollectionDesc,
    CollectionFactoryDesc,
    CollectionProxyDesc,
    DataDesc,
    Described,
    FactoryDesc,
    GuiDesc,
    InputBinding,
    PropertyType,
    PrototypeDesc,
    Quat,
    Reading,
    Source,
    Vector3,
    Vector4,
    listed,
    read_text,
    write,
)
from talewright.diagnostics import Report

D = TypeVar("D", bound=Described)


def read(cls: type[D], text: str, *codes: str) -> tuple[D, Report]:
    report = Report()
    found = read_text(cls, Source("f", text), Reading(report))
    assert [d.code for d in report] == list(codes), str(report)
    return found, report


def test_what_is_missing_has_its_default() -> None:
    found, _ = read(CollectionDesc, 'name: "n" instances { id: "a" prototype: "/a.go" }')
    a = found.instances[0]
    assert (a.position, a.rotation, a.scale) == (Vector3(0, 0, 0), Quat(0, 0, 0, 1), Vector3(1, 1, 1))
    assert a.children == ()
    assert a.component_properties == ()


def test_absent_parts_of_vectors() -> None:
    text = 'name: "n" instances { id: "a" prototype: "/a.go" position { y: 2 } rotation { z: 1 w: 0 } scale3 { x: 3 } }'
    a = read(CollectionDesc, text)[0].instances[0]
    assert (a.position, a.rotation, a.scale) == (Vector3(0, 2, 0), Quat(0, 0, 1, 0), Vector3(3, 1, 1))


def test_one_scale_for_all_directions() -> None:
    text = 'name: "n" collection_instances { id: "a" collection: "/a.collection" scale: 2.0 }'
    assert read(CollectionDesc, text)[0].collection_instances[0].scale == Vector3(2, 2, 2)


def test_embedded_instances_hold_objects() -> None:
    text = r"""
    name: "n"
    embedded_instances {
      id: "a"
      children: "b"
      children: "c"
      data: "components { id: \"s\" component: \"/s.script\" }\n"
      "embedded_components { id: \"p\" type: \"collectionproxy\" data: \"collection: \\\"/x.collection\\\"\\n\" }"
    }"""
    a = read(CollectionDesc, text)[0].embedded_instances[0]
    assert a.children == ("b", "c")
    assert [one.id for one in a.prototype.all] == ["s", "p"]
    assert a.prototype.components[0].type == "script"
    assert a.prototype.embedded_components[0].content == CollectionProxyDesc("/x.collection")


def test_components_of_known_and_unknown_types() -> None:
    text = r"""
    embedded_components { id: "f" type: "factory" data: "prototype: \"/a.go\"\nload_dynamically: true\n" }
    embedded_components { id: "g" type: "collectionfactory" data: "prototype: \"/a.collection\"" }
    embedded_components { data: "mask: \"a\"\nmask: \"b\"\ntype: BOX" id: "c" type: "collisionobject" }"""
    f, g, c = (one.content for one in read(PrototypeDesc, text)[0].embedded_components)
    assert f == FactoryDesc("/a.go", load_dynamically=True)
    assert g == CollectionFactoryDesc("/a.collection")
    assert isinstance(c, DataDesc)
    assert listed(dict(c.rest), "mask") == ["a", "b"]


def test_properties() -> None:
    text = """
    components { id: "s" component: "/s.script"
      properties { id: "a" value: "1.5" type: PROPERTY_TYPE_NUMBER }
      properties { id: "b" value: "true" type: PROPERTY_TYPE_BOOLEAN }
      properties { id: "c" value: "1.0, 2.0, 3.0" type: PROPERTY_TYPE_VECTOR3 }
      properties { id: "d" value: "0, 0, 0, 1" type: PROPERTY_TYPE_QUAT }
      properties { id: "e" value: "/gui#x" type: PROPERTY_TYPE_URL }
      properties { id: "f" value: "red" type: PROPERTY_TYPE_HASH }
      properties { id: "g" value: "1,2,3,4" type: PROPERTY_TYPE_VECTOR4 } }"""
    found = read(PrototypeDesc, text)[0].components[0].properties
    values: list[object] = [one.typed for one in found]
    assert values == [1.5, True, (1.0, 2.0, 3.0), (0.0, 0.0, 0.0, 1.0), "/gui#x", "red", (1.0, 2.0, 3.0, 4.0)]
    assert found[1].type is PropertyType.BOOLEAN


def test_unknown_fields_are_kept_and_said_once() -> None:
    text = """
    name: "n"
    instances { id: "a" prototype: "/a.go" colour: 1 }
    instances { id: "b" prototype: "/a.go" colour: 2 }
    future { x: 1 }"""
    found, report = read(CollectionDesc, text, "TW-DEF-10", "TW-DEF-10")
    assert [one.rest for one in found.instances] == [{"colour": 1}, {"colour": 2}]
    assert found.rest == {"future": {"x": 1}}
    assert {d.severity for d in report} == {"information"}
    assert str(report[0].span) == "f:3:44"


def test_a_near_name_is_named() -> None:
    _, report = read(CollectionDesc, 'name: "n" instancs { }', "TW-DEF-10")
    assert "instances" in report[0].hint


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("name: 1", "TW-DEF-11", "f:1:7"),
        ("name: n", "TW-DEF-11", "f:1:7"),
        ("name { }", "TW-DEF-11", "f:1:1"),
        ("", "TW-DEF-12", "f:1:1"),
        ('name: "n" scale_along_z: 1.5', "TW-DEF-11", "f:1:26"),
        ('name: "n" instances: "a"', "TW-DEF-11", "f:1:22"),
        ('name: "n" instances { id: "a" prototype: "/a.go" position: 1 }', "TW-DEF-11", "f:1:60"),
        ('name: "n" instances { id: "a" prototype: "/a.go" position { x: "1" } }', "TW-DEF-11", "f:1:64"),
        ('name: "n" instances { id: "a" prototype: "/a.go" position { x: 1e999 y: a } }', "TW-DEF-11", "f:1:73"),
        ('name: "n" instances { prototype: "/a.go" }', "TW-DEF-12", "f:1:11"),
        ('name: "n" embedded_instances { id: "a" data: 1 }', "TW-DEF-11", "f:1:46"),
    ],
)
def test_misfits(text: str, code: str, place: str) -> None:
    _, report = read(CollectionDesc, text, code)
    assert report[0].severity == "error"
    assert str(report[0].span) == place


def test_a_field_given_twice() -> None:
    found, report = read(CollectionDesc, 'name: "a" name: "b"', "TW-DEF-13")
    assert found.name == "b"
    assert report[0].severity == "warning"


def test_a_mistake_in_data_inside_data_points_into_the_file() -> None:
    text = r"""name: "n"
embedded_instances {
  id: "a"
  data: "components {\n"
  "  id: \"s\"\n"
  "  component: 5\n"
  "}\n"
  "embedded_components {\n"
  "  id: \"p\"\n"
  "  type: \"factory\"\n"
  "  data: \"prototype: bare\\n"
  "\"\n"
  "}\n"
}"""
    _, report = read(CollectionDesc, text, "TW-DEF-11", "TW-DEF-11")
    lines = text.split("\n")
    for finding, shown in zip(report, ("5", "bare"), strict=True):
        span = finding.span
        assert lines[span.line - 1][span.column - 1 : span.end_column - 1] == shown


def test_an_unknown_type_of_property_names_the_known() -> None:
    text = 'components { id: "s" component: "/s" properties { id: "a" value: "1" type: PROPERTY_TYPE_NUMBR } }'
    _, report = read(PrototypeDesc, text, "TW-DEF-11")
    assert "PROPERTY_TYPE_NUMBER" in report[0].hint


def test_nodes_of_a_gui() -> None:
    text = """
    script: "/g.gui_script"
    fonts { name: "f" font: "/f.font" }
    nodes { id: "a" type: TYPE_TEXT text: "hi" color { x: 0.5 } pivot: PIVOT_N alpha: 0.25 inherit_alpha: true }
    layouts { name: "L" nodes { id: "a" overridden_fields: 1 overridden_fields: 4 } }"""
    found, _ = read(GuiDesc, text)
    node = found.nodes[0]
    assert (node.type, node.text, node.color) == ("TYPE_TEXT", "hi", Vector4(0.5, 1, 1, 1))
    assert node.rest == {"pivot": "PIVOT_N", "alpha": 0.25, "inherit_alpha": "true"}
    assert found.node("a") is node
    assert found.node("b") is None
    assert found.layouts[0].nodes[0].overridden_fields == (1, 4)
    assert found.fonts[0]["font"] == "/f.font"


def test_input_bindings() -> None:
    text = 'key_trigger { input: KEY_A action: "left" } mouse_trigger { input: MOUSE_BUTTON_1 action: "touch" }'
    found, _ = read(InputBinding, text)
    assert [one.action for one in found] == ["left", "touch"]
    assert found.actions("KEY_A") == ("left",)
    assert found.inputs("touch") == ("MOUSE_BUTTON_1",)
    assert found.actions("KEY_B") == ()


def test_writing_leaves_defaults_out() -> None:
    text = 'name: "n"\ninstances {\n  id: "a"\n  prototype: "/a.go"\n  position {\n    x: 1.0\n  }\n}\n'
    found, _ = read(CollectionDesc, text)
    assert write(found) == text


def test_writing_puts_objects_into_lines_as_the_editor_does() -> None:
    text = r"""name: "n"
embedded_instances {
  id: "a"
  data: "components {\n"
  "  id: \"s\"\n"
  "  component: \"/s.script\"\n"
  "}\n"
  ""
}
"""
    assert write(read(CollectionDesc, text)[0]) == text
