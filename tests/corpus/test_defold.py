"""Real projects: every file is described, every collection is built, and damage is found where it is."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from talewright.defold import (
    CollectionDesc,
    DefoldProject,
    Described,
    GuiDesc,
    InputBinding,
    PrototypeDesc,
    Reading,
    Source,
    load_collection,
    load_project,
    read_settings,
    read_text,
    stand_ins,
    write,
)
from talewright.diagnostics import Report
from talewright.errors import ProjectError
from talewright.messaging import Worlds

KINDS: dict[str, type[Described]] = {
    "collection": CollectionDesc,
    "go": PrototypeDesc,
    "gui": GuiDesc,
    "input_binding": InputBinding,
}


@pytest.fixture(scope="module")
def root(corpus: Callable[[str], Path]) -> Path:
    return corpus("defold")


@pytest.fixture(scope="module")
def projects(root: Path) -> list[Path]:
    found = sorted(path.parent for path in root.rglob("game.project"))
    assert len(found) == 14
    return found


def texts(root: Path) -> Iterator[tuple[str, type[Described], str]]:
    for path in sorted(root.rglob("*")):
        cls = KINDS.get(path.suffix[1:])
        if cls is not None:
            yield str(path.relative_to(root)), cls, path.read_text(encoding="utf-8")


def test_every_file_is_described_without_a_finding_and_written_back(root: Path) -> None:
    count: Counter[str] = Counter()
    for name, cls, text in texts(root):
        report = Report()
        described = read_text(cls, Source(name, text), Reading(report))
        assert not report, str(report)
        assert read_text(cls, Source(name, write(described)), Reading(report)) == described, name
        assert not report
        count[cls.__name__] += 1
    assert count == {"CollectionDesc": 69, "GuiDesc": 50, "PrototypeDesc": 27, "InputBinding": 5}


def test_every_game_project_is_read(projects: list[Path]) -> None:
    for folder in projects:
        report = Report()
        found = read_settings((folder / "game.project").read_bytes(), "game.project", report)
        assert not report
        assert (folder / found.main_collection[1:]).is_file(), folder


def test_every_collection_becomes_a_world(projects: list[Path]) -> None:
    kinds: Counter[str] = Counter()
    collections = objects = 0
    for folder in projects:
        project = DefoldProject(folder, stand_ins())
        assert not project.check()
        for path in project.files.paths("collection"):
            worlds = Worlds(project.build)
            loaded = project.load(worlds.create("here"), path)
            assert {d.code for d in loaded.report} <= {"TW-DEF-60"}
            worlds.step()
            assert not worlds.faults
            assert worlds.sections()
            collections += 1
            objects += len(loaded.objects)
            kinds.update(c.kind for o in loaded.plan.objects for c in o.components)
    assert (collections, objects) == (69, 196)
    assert kinds["script"] == 89
    assert kinds["gui"] == 50
    assert kinds["collectionproxy"] == 34


def test_every_project_starts_and_its_proxies_load(projects: list[Path]) -> None:
    loaded: set[str] = set()
    for folder in projects:
        running = load_project(folder, stand_ins())
        assert not running.report.errors
        running.step()
        for plan in list(running.project.loaded.values()):
            for thing in plan.plan.objects:
                for component in thing.components:
                    if component.kind == "collectionproxy":
                        running.world.post(f"{thing.id}#{component.id}", "load")
                        running.step()
                        running.world.post(f"{thing.id}#{component.id}", "enable")
                        running.step()
                        loaded |= {f"{folder.name}:{world.name}" for world in running.worlds}
                        running.world.post(f"{thing.id}#{component.id}", "unload")
                        running.step()
                        running.step()
        assert not running.worlds.faults, [fault.text for fault in running.worlds.faults]
    assert len(loaded) >= 20


def test_properties_of_real_files_arrive(root: Path) -> None:
    from talewright.defold import Unbound

    world = Worlds().create("main")
    path = root / "monarch-screens" / "example" / "advanced" / "advanced.collection"
    load_collection(world, path, scripts=stand_ins())
    about = world.component("/about#screen", Unbound)
    assert about.path == "/monarch/screen_proxy.script"
    assert about.properties == {"screen_id": "about", "popup": True, "popup_on_popup": True, "preload": True}
    again = Worlds().create("main")
    load_collection(again, "/examples/progression/progression.collection", root=root / "crit", scripts=stand_ins())
    assert again.component("/dot2#dot", Unbound).properties == {"dot_index": 2.0}
    assert again["/dot1"].position == (-50.0, 50.0, 0.0)


def valid(report: Report, text: str, name: str) -> None:
    lines = text.split("\n")
    for finding in report:
        span = finding.span
        assert span.file == name
        assert 1 <= span.line <= len(lines), finding
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1, finding
        assert (span.line, span.column) <= (span.end_line, span.end_column)
        assert span.end_line <= len(lines)


def damages(text: str, step: int) -> Iterator[str]:
    for at in range(0, len(text), step):
        yield text[:at]
        yield text[:at] + text[at + 1 :]
        yield text[:at] + "}" + text[at:]
        yield text[:at] + '"' + text[at:]
        for old, new in (("{", "}"), ("}", "{"), ('"', "'"), (":", ""), ("\\n", "\\q")):
            found = text.find(old, at)
            if found >= 0:
                yield text[:found] + new + text[found + len(old) :]


@pytest.mark.slow
def test_damaged_files_give_findings_with_places_and_nothing_else(root: Path) -> None:
    """Cut off or changed at every 97th character; without TALEWRIGHT_SLOW=1 longer files at fewer places."""
    tried = found = 0
    slow = os.environ.get("TALEWRIGHT_SLOW") == "1"
    for name, cls, text in texts(root):
        for damaged in damages(text, 97 if slow else 97 * max(1, len(text) // 200)):
            report = Report()
            read_text(cls, Source(name, damaged), Reading(report))
            valid(report, damaged, name)
            tried += 1
            found += bool(report.errors)
    assert tried > 1000
    assert found > tried / 2


def test_damaged_projects_load_nothing_or_everything(root: Path) -> None:
    folder = root / "examples-basics" / "basics" / "parent_child"
    files = {
        "/" + path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }
    path = "/example/parent_child.collection"
    tried = broken = whole = 0
    for damaged in damages(files[path], 41):
        world = Worlds().create("main")
        try:
            load_collection(world, path, root={**files, path: damaged}, scripts=stand_ins())
        except ProjectError as error:
            broken += bool(error.report.errors) and not len(world)
        else:
            whole += 1
        tried += 1
    assert broken + whole == tried
    assert broken > 100
