"""Whatever the files hold: findings with places, no other exception, and an end."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from talewright.defold import (
    CollectionDesc,
    DefoldProject,
    Described,
    GuiDesc,
    InputBinding,
    PrototypeDesc,
    Reading,
    Source,
    read_settings,
    read_text,
    stand_ins,
)
from talewright.diagnostics import Report
from talewright.errors import ProjectError
from talewright.messaging import Worlds

KINDS: tuple[type[Described], ...] = (CollectionDesc, PrototypeDesc, GuiDesc, InputBinding)

WORDS = (
    *("name", "instances", "embedded_instances", "collection_instances", "id", "prototype", "children", "position"),
    *("data", "components", "component", "properties", "component_properties", "instance_properties", "value", "type"),
    *("embedded_components", "collection", "nodes", "template", "x", "scale3", "input", "key_trigger", "rest", "span"),
    *("{", "}", "<", ">", "[", "]", ":", ",", ";", '"', "'", "\\", "\n", "#", " ", "-", "\0", "é", "\u2028"),
    *('"/a.go"', '"/main.collection"', '"a"', '"b"', '""', '"."', '"#"', "1", "1.5", "-1e999", "inf", "true"),
    *("PROPERTY_TYPE_URL", "PROPERTY_TYPE_NUMBER", '"collectionproxy"', '"factory"', '"id: 1"', '"x { \\"y\\\\\\" }"'),
)
soup = st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join) | st.lists(st.sampled_from(WORDS), max_size=60).map(
    "".join
)


def holds(report: Report, text: str) -> None:
    lines = text.split("\n")
    for finding in report:
        span = finding.span
        assert 1 <= span.line <= len(lines), finding
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1, finding
        assert (span.line, span.column) <= (span.end_line, span.end_column), finding
        assert "\n" not in finding.message
        assert str(finding)


@settings(deadline=None)
@given(soup | st.text(), st.sampled_from(KINDS))
@example('data: "\\', CollectionDesc)
@example("a: [", PrototypeDesc)
@example("nodes { position { x: } } }", GuiDesc)
def test_any_text_is_read(text: str, cls: type[Described]) -> None:
    report = Report()
    found = read_text(cls, Source("f", text), Reading(report))
    assert isinstance(found, cls)
    holds(report, text)


@settings(deadline=None)
@given(st.binary())
def test_any_settings_are_read(data: bytes) -> None:
    report = Report()
    found = read_settings(data, "game.project", report)
    assert found.main_collection.startswith("/")
    assert found.max_instances >= 1


@settings(deadline=None)
@given(soup, soup, soup)
@example('name: "a" collection_instances { id: "b" collection: "/main.collection" }', "", "")
@example('name: "a" instances { id: "b" prototype: "/a.go" children: "b" }', "", "")
def test_any_project_loads_whole_or_not_at_all(main: str, go: str, gui: str) -> None:
    project = DefoldProject({"/main.collection": main, "/a.go": go, "/a.gui": gui}, stand_ins())
    world = Worlds(project.build).create("main")
    for finding in project.check():
        assert finding.span.file in ("main.collection", "a.go", "a.gui")
    try:
        loaded = project.load(world, "/main.collection")
    except ProjectError as error:
        assert error.report.errors  # noqa: PT017
        assert not len(world)
    else:
        assert len(loaded.objects) == len(world)
        world.worlds.step()


@settings(deadline=None)
@given(st.text(st.sampled_from('ab/.\\:\0é "'), max_size=12))
def test_any_path_is_refused_or_not_there(path: str) -> None:
    project = DefoldProject({"/x.go": ""}, stand_ins())
    plan, report = project.plan(path)
    assert not plan.objects
    assert report.errors
    assert str(report)
