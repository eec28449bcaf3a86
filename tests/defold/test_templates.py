"""Nodes of gui templates in the place of the node that stands for them."""

from __future__ import annotations

from talewright.defold import DefoldProject, GuiDesc, Vector4
from talewright.defold.files import Files
from talewright.diagnostics import Report


def read(files: dict[str, str], path: str = "/main.gui") -> tuple[GuiDesc, Report]:
    report = Report()
    found = Files(files).gui(path, report)
    assert found is not None
    return found, report


BUTTON = """
nodes { id: "box" type: TYPE_BOX size { x: 10 y: 5 } layer: "below" }
nodes { id: "label" type: TYPE_TEXT text: "OK" parent: "box" }
"""

TWO = """
nodes { id: "root" type: TYPE_BOX }
nodes { id: "yes" type: TYPE_TEMPLATE template: "/button.gui" parent: "root" position { x: 3 } }
nodes { id: "yes/label" type: TYPE_TEXT text: "Yes" size { x: 99 } parent: "yes/box" template_node_child: true
        overridden_fields: 8 }
nodes { id: "no" type: TYPE_TEMPLATE template: "/button.gui" }
"""


def test_ids_and_parents_get_the_prefix() -> None:
    found, report = read({"/main.gui": TWO, "/button.gui": BUTTON})
    assert not report
    assert [(node.id, node.parent) for node in found.nodes] == [
        ("root", ""),
        ("yes", "root"),
        ("yes/box", "yes"),
        ("yes/label", "yes/box"),
        ("no", ""),
        ("no/box", "no"),
        ("no/label", "no/box"),
    ]


def test_only_overridden_fields_differ() -> None:
    found, _ = read({"/main.gui": TWO, "/button.gui": BUTTON})
    label = found.node("yes/label")
    assert label is not None
    assert (label.text, label.size, label.parent) == ("Yes", Vector4(), "yes/box")
    other = found.node("no/label")
    assert other is not None
    assert other.text == "OK"


def test_fields_without_attribute_are_overridden_too() -> None:
    main = """
    nodes { id: "b" type: TYPE_TEMPLATE template: "/button.gui" }
    nodes { id: "b/box" alpha: 0.5 template_node_child: true overridden_fields: 30 overridden_fields: 999 }"""
    found, _ = read({"/main.gui": main, "/button.gui": BUTTON})
    box = found.node("b/box")
    assert box is not None
    assert (box.rest["alpha"], box.layer) == (0.5, "below")


def test_templates_in_templates() -> None:
    middle = 'nodes { id: "inner" type: TYPE_TEMPLATE template: "/button.gui" }'
    main = 'nodes { id: "outer" type: TYPE_TEMPLATE template: "/middle.gui" }'
    found, report = read({"/main.gui": main, "/middle.gui": middle, "/button.gui": BUTTON})
    assert not report
    assert [n.id for n in found.nodes] == ["outer", "outer/inner", "outer/inner/box", "outer/inner/label"]


def test_what_goes_wrong() -> None:
    main = """
    nodes { id: "a" type: TYPE_TEMPLATE template: "/gone.gui" }
    nodes { id: "b" type: TYPE_TEMPLATE template: "/main.gui" }
    nodes { id: "c/boxx" template_node_child: true }"""
    found, report = read({"/main.gui": main})
    assert [(d.code, d.span.line) for d in report] == [("TW-DEF-20", 2), ("TW-DEF-42", 3), ("TW-DEF-61", 4)]
    assert [node.id for node in found.nodes] == ["a", "b"]


def test_a_bomb_of_templates_is_defused() -> None:
    files = {
        f"/{n}.gui": "".join(
            f'nodes {{ id: "{x}" type: TYPE_TEMPLATE template: "/{n + 1}.gui" }}\n' for x in "abcdefghij"
        )
        for n in range(31)
    }
    project = DefoldProject({**files, "/31.gui": BUTTON})
    assert "TW-DEF-43" in {d.code for d in project.check()}
